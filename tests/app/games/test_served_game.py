"""Served games: what is kept of the options and moves that anybody may send."""

import tracemalloc
from itertools import product
from typing import Any

import orjson
import pytest

from app.games.served_game import Games
from rules.contract import Legal
from rules.registry import built_in

SERVED = Games(built_in().games)


def options(game: str, number: int) -> str:
    """One of many sets of options, each with tables of its own."""
    served = SERVED.named(game)
    changed: dict[str, Any] = served.options.dump_python(served.game.options(), mode="json")
    if game == "banking":
        changed["combinations"][0]["points"] = 100 + number
    else:
        changed["boxes"][-1]["worth"] = 50 + number
    return served.options.dump_json(served.options.validate_json(orjson.dumps(changed))).decode()


@pytest.mark.parametrize("game", ["banking", "sheet"])
def test_many_sets_of_options_are_not_kept(game: str) -> None:
    served = SERVED.named(game)

    def ask(number: int) -> None:
        rules = served.loose_rules(options(game, number))
        for dice in ((1, 1, 2, 2, 5), (1, 2, 3, 4, 5)):
            rules.score(dice, None)

    for number in range(10):
        ask(number)
    tracemalloc.start()
    for number in range(10, 50):
        ask(number)
    kept = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert kept < 6 * 1024 * 1024


def test_sessions_rules_are_not_driven_out_by_what_is_asked_about() -> None:
    served = SERVED.named("banking")
    played = served.rules(options("banking", 0))
    for number in range(1, 12):
        served.loose_rules(options("banking", number))
    assert served.rules(options("banking", 0)) is played


def test_what_is_kept_of_moves_is_bounded() -> None:
    served = Games(built_in().games).named("sand")
    dice = [(*first, *rest) for first in product(range(1, 7), repeat=3) for rest in product(range(1, 7), repeat=3)]

    def send(number: int) -> None:
        text = orjson.dumps({"type": "set_aside", "dice": dice[number]})
        move = served.read_move(text + b" " * (128 - len(text)))
        served.legal_json(31, Legal(move, 10**15 + number, 10**15))

    for number in range(100):
        send(number)
    tracemalloc.start()
    for number in range(100, 12_000):
        send(number)
    kept = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert kept < 5 * 1024 * 1024


def test_a_long_move_is_read_and_not_kept() -> None:
    served = SERVED.named("sand")
    short = orjson.dumps({"type": "set_aside", "dice": [1, 1, 5]})
    assert served.read_move(short) is served.read_move(short)
    long = short[:-1] + b" " * 1000 + b"}"
    assert served.read_move(long) == served.read_move(short)
    assert served.read_move(long) is not served.read_move(long)
