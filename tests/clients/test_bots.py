"""The example bots: what they think pays, and each plays whole games of everything against the service."""

import os
import random
import statistics
import subprocess
import sys
from typing import Any

import pytest
from pydantic import TypeAdapter

from rollwright_client import Client
from rules.contract import AnyGame, Illegal
from rules.registry import built_in
from strategies import STRATEGIES
from tests.clients.conftest import ROOT
from tests.support.patience import PATIENCE

GAMES = built_in().games
BOTS = ROOT / "examples" / "bots"
PYTHON = [[sys.executable, str(BOTS / "python" / f"{name}_bot.py")] for name in ("random", "thinking")]
NODE = [
    ["/usr/bin/env", "node", str(BOTS / "typescript" / "build" / f"{name}-bot.js")] for name in ("random", "thinking")
]
SHORT: dict[str, dict[str, Any]] = {
    "sand": {"options": {"target": 1000}},
    "farkle": {"options": {"target": 1000}},
    "banking": {"options": {"target": 1000}},
    "sheet": {
        "options": {
            "boxes": [{"category": "sixes"}, {"category": "full_house"}, {"category": "chance"}],
            "bonus_from": 30,
        }
    },
}
"""What makes a game shorter."""


# --- what they think -------------------------------------------------------------------------------------------


def alone(game: AnyGame, chance: random.Random, *, thinking: bool) -> tuple[int, int]:
    """The total of a seat that plays alone, and the turns it took, with what a bot sees and sends."""
    rules = game.rules(next(iter(game.presets.values()), None) or game.options())
    view, move = TypeAdapter(game.view), TypeAdapter(game.move)
    state = rules.start(1)
    while rules.to_move(state):
        shown = view.dump_python(rules.view(state), mode="json")
        legal = rules.legal_moves(state, 0)
        told: list[Any] = [
            {
                "seat": 0,
                "move": move.dump_python(each.move, mode="json"),
                "points": each.points,
                "throws": each.throws,
            }
            for each in legal
        ]
        chosen = strategy_of(game)(shown, 0, told) if thinking else chance.choice(told)
        picked = legal[told.index(chosen)]
        step = rules.apply(state, 0, picked.move, tuple(chance.choices(range(1, 7), k=picked.throws)))
        assert not isinstance(step, Illegal)
        state = step.state
    return rules.totals(state)[0], shown.get("round", 0)


def strategy_of(game: AnyGame) -> Any:
    [found] = [strategy for name, strategy in STRATEGIES.items() if name == game.name]
    return found


def both(name: str, games: int) -> list[list[tuple[int, int]]]:
    """So many seeded games of the strategy, and of chance."""
    chance = random.Random(name)
    return [[alone(GAMES[name], chance, thinking=thinking) for _ in range(games)] for thinking in (True, False)]


@pytest.mark.parametrize("name", ["yatzy-bg", "yatzy", "yahtzee", "sheet", "solitaire-dice", "wohin-damit"])
def test_a_thought_is_worth_more_than_chance(name: str) -> None:
    thought, guessed = ([total for total, _ in played] for played in both(name, 6))
    assert statistics.mean(thought) - statistics.stdev(thought) > statistics.mean(guessed)


@pytest.mark.parametrize(("name", "games"), [("sand", 40), ("titusind", 6), ("farkle", 6), ("banking", 6)])
def test_a_thought_takes_fewer_rounds_to_the_target_than_chance(name: str, games: int) -> None:
    thought, guessed = ([rounds for _, rounds in played] for played in both(name, games))
    assert statistics.mean(thought) < statistics.mean(guessed)


def test_every_built_in_game_has_a_strategy() -> None:
    assert set(STRATEGIES) == set(GAMES)


# --- at the table ----------------------------------------------------------------------------------------------


def seats(client: Client, name: str) -> list[tuple[str, str]]:
    """A session and a token for each of two bots: at one table where the game has two seats."""
    wanted = ["Random", "Thinking"][: GAMES[name].max_seats]
    request: Any = {"game": name, "seats": [{"name": each} for each in wanted]} | SHORT.get(name, {})
    sessions = [client.open(request) for _ in range(2 // len(wanted))]
    return [(opened["session"]["id"], seat.get("token") or "") for opened in sessions for seat in opened["seats"]]


def sit_and_play(address: str, bots: list[list[str]]) -> None:
    """Two bots play everything with each other, as processes of their own."""
    with Client(address) as client:
        places = [seats(client, name) for name in GAMES]
        running = [
            subprocess.Popen(
                [*bot, address, *[each[index][1] for each in places]],
                env=os.environ | {"PYTHONPATH": str(ROOT / "openapi" / "python" / "src")},
                stdout=subprocess.PIPE,
                text=True,
            )
            for index, bot in enumerate(bots)
        ]
        told = [process.communicate(timeout=PATIENCE)[0] for process in running]
        assert [process.returncode for process in running] == [0, 0]
        for index, lines in enumerate(told):
            for each in places:
                view = client.table(each[index][0]).view(legal="none")
                assert view["status"] == "finished"
                assert all(seat["resigned"] is False for seat in view["seats"])
                assert lines.count(f"{view['id']} ") == 1


def test_the_python_bots_play_everything_to_its_end(address: str) -> None:
    sit_and_play(address, PYTHON)


@pytest.mark.usefixtures("typescript")
def test_the_typescript_bots_play_everything_to_its_end(address: str) -> None:
    sit_and_play(address, NODE)
