"""Matches: the same dice for both games of a pair, and a luck-adjusted difference that finds what results do not."""

import hashlib
import math
from collections import defaultdict
from typing import Any

import pytest

from rules.advice.advise import ranked_moves
from rules.advice.levels import pick_at
from rules.advice.matches import Player, Turn, play_pair, summary
from tests.rules.support.small_sheets import SMALL_SHEET, adviser_of, rules_of

RULES, ADVISER = rules_of(SMALL_SHEET), adviser_of(SMALL_SHEET)


def numbers(below: int, *key: int | str) -> int:
    return int.from_bytes(hashlib.sha256(repr(key).encode()).digest()) % below


def level(temperature: float) -> Player:
    def choose(turn: Turn) -> int:
        assert turn.values is not None
        moves = ranked_moves(turn.legal, turn.values, "points")
        return list(turn.legal).index(pick_at(moves, temperature, turn.chance).legal)

    return choose


def test_a_player_against_itself_is_even_in_every_pair() -> None:
    for pair in range(5):
        played = play_pair(RULES, ADVISER, "points", (level(0), level(0)), numbers, pair)
        assert (played.difference, played.wins, played.adjusted) == (0, 1, 0)
        assert not played.mistakes


def test_both_games_of_a_pair_have_the_same_dice() -> None:
    asked: dict[tuple[Any, ...], int] = defaultdict(int)

    def watched(below: int, *key: int | str) -> int:
        asked[key] += 1
        return numbers(below, *key)

    play_pair(RULES, ADVISER, "points", (level(0), level(0)), watched, 3)
    assert set(asked.values()) == {2}


def test_the_weaker_player_loses_by_what_its_decisions_lose() -> None:
    pairs = [play_pair(RULES, ADVISER, "points", (level(0), level(math.inf)), numbers, pair) for pair in range(40)]
    adjusted = summary([pair.adjusted or 0 for pair in pairs])
    raw = summary([pair.difference for pair in pairs])
    assert adjusted.mean > adjusted.interval > 0
    assert adjusted.more == 0
    assert adjusted.interval < raw.interval
    assert abs(adjusted.mean - raw.mean) < adjusted.interval + raw.interval
    assert {mistake.player for pair in pairs for mistake in pair.mistakes} == {1}


def test_without_an_adviser_results_alone_are_told() -> None:
    def last(turn: Turn) -> int:
        assert turn.values is None
        return len(turn.legal) - 1

    played = play_pair(RULES, None, "points", (lambda _: 0, last), numbers, 0)
    assert played.adjusted is None
    assert played.mistakes == ()
    assert 0 <= played.wins <= 2


def test_an_interval_needs_two_figures_and_says_how_many_more() -> None:
    assert summary([3.0]).interval == math.inf
    assert summary([1.0, -1.0]).more is None
    mean, interval, more = summary([1.0, 3.0, -1.0, 2.0])
    assert (mean, more) == (1.25, 4)
    assert interval == pytest.approx(1.96 * math.sqrt(35 / 12) / 2)
