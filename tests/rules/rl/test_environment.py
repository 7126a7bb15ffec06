"""Every game as a PettingZoo environment, by PettingZoo's own tests and by the rules."""

import random
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test
from pydantic import Field, TypeAdapter

from rules.contract import BANK, AnyGame, SetAside
from rules.playout import random_play
from rules.registry import BUILT_IN, built_in
from rules.rl import DiceEnv, env
from rules.rl.encoding import Moves, Underivable, _moves
from rules.rl.observation import layout

PIG = Path(__file__).parents[3] / "examples" / "pig"
GAMES = pytest.mark.parametrize("game", BUILT_IN, ids=lambda game: game.name)
SAND = built_in().games["sand"]


def test_a_game_from_outside_passes_them_too(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(PIG)
    pig = import_module("pig").GAME
    api_test(env(pig), num_cycles=60)
    seed_test(lambda: env(pig), num_cycles=60)
    assert "Passed API test" in capsys.readouterr().out


@GAMES
def test_pettingzoos_own_tests_pass(game: AnyGame, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(env(game), num_cycles=60)
    seed_test(lambda: env(game), num_cycles=60)
    seats = min(game.max_seats, 4)
    api_test(env(game, seats), num_cycles=20)
    assert "Passed API test" in capsys.readouterr().out


def played(game: AnyGame, seed: int, seats: int | None = None) -> tuple[DiceEnv, list[tuple[str, int, Any]]]:
    """A game of random legal actions, and what was done and seen."""
    table = env(game, seats)
    table.reset(seed=seed)
    chance = random.Random(seed)
    done: list[tuple[str, int, Any]] = []
    sums = dict.fromkeys(table.possible_agents, 0.0)
    for agent in table.agent_iter():
        seen, reward, terminated, truncated, info = table.last()
        sums[agent] += reward
        if terminated or truncated:
            table.step(None)
            continue
        action = chance.choice(np.flatnonzero(info["action_mask"]).tolist())
        done.append((agent, action, seen))
        table.step(action)
    inner: DiceEnv = table.unwrapped
    assert list(sums.values()) == list(inner.rules.totals(inner.state_of_play))
    return inner, done


@GAMES
def test_rewards_add_up_and_a_seed_repeats_the_game(game: AnyGame) -> None:
    table, done = played(game, 7)
    assert table.rules.outcome(table.state_of_play) is not None
    again, redone = played(game, 7)
    assert again.state_of_play == table.state_of_play
    assert [(agent, action) for agent, action, _ in done] == [(agent, action) for agent, action, _ in redone]
    assert all(np.array_equal(seen, other) for (*_, seen), (*_, other) in zip(done, redone, strict=True))
    assert played(game, 8)[0].state_of_play != table.state_of_play


@GAMES
def test_every_legal_move_has_a_number_of_its_own(game: AnyGame) -> None:
    adapter = TypeAdapter[Any](game.move)
    chance = random.Random(3)
    for options in (game.options(), *game.presets.values()):
        moves = Moves(game, options)
        assert [moves.number(move) for move in moves.all] == list(range(len(moves)))
        some = moves.all[:: len(moves) // 40 + 1]
        assert all(adapter.validate_json(adapter.dump_json(move)) == move for move in some)
        rules = game.rules(options)
        for turn in random_play(rules, rules.start(game.min_seats), chance, 150):
            listed = [legal.move for legal in rules.legal_moves(turn.before, turn.seat)]
            assert len({moves.number(move) for move in listed}) == len(listed)


def test_the_numbers_of_moves_are_those_of_the_page() -> None:
    moves = Moves(SAND, SAND.options())
    assert len(moves) == 1 + sum((6, 21, 56, 126, 252, 462)) + 1
    assert moves.number(SetAside((5, 1))) == moves.number(SetAside((1, 5)))
    assert moves.number(SetAside((6,))) == 6
    with pytest.raises(KeyError):
        moves.number(SetAside((7,)))


def test_what_is_not_legal_is_refused() -> None:
    table = env(SAND)
    table.reset(seed=1)
    with pytest.raises(ValueError, match="not legal"):
        table.step(table.unwrapped.moves.number(BANK))


def test_the_seats_of_wohin_damit_act_one_after_the_other() -> None:
    game = built_in().games["wohin-damit"]
    _, done = played(game, 5, 3)
    assert [agent for agent, *_ in done[:6]] == ["seat_0"] * 2 + ["seat_1"] * 2 + ["seat_2"] * 2


def test_a_game_without_end_is_truncated() -> None:
    table = env(SAND)
    table.reset(seed=3)
    table.unwrapped._most = 5
    for _ in range(5):
        table.step(int(np.flatnonzero(table.last()[4]["action_mask"])[0]))
    assert all(table.truncations.values())
    assert not any(table.terminations.values())


def test_observations_are_named_and_tell_the_view() -> None:
    table = env(built_in().games["yatzy"], 2)
    table.reset(seed=2)
    inner: DiceEnv = table.unwrapped
    table.step(int(np.flatnonzero(table.last()[4]["action_mask"])[0]))
    seen = dict(zip(inner.legend, table.observe("seat_0").tolist(), strict=True))
    view = inner.rules.view(inner.state_of_play)
    assert (seen["me=seat_0"], seen["me=seat_1"], seen["to_move.seat_0"]) == (1, 0, 1)
    assert seen["dice:count"] == 5
    assert seen["dice:sum"] == sum(view["dice"])
    assert [seen[f"dice:of {face}"] for face in range(1, 7)] == [view["dice"].count(face) for face in range(1, 7)]
    assert seen["seats[0].boxes.ones?"] == 0
    assert seen["seats[0].phase=decide"] == 1
    assert not np.array_equal(table.observe("seat_0"), table.observe("seat_1"))


@dataclass(frozen=True)
class Wish:
    text: str
    type: Literal["wish"] = "wish"


@dataclass(frozen=True)
class Bet:
    stake: Annotated[int, Field(ge=5, le=20, multiple_of=5)]
    on: Annotated[Literal["odd", "even"] | None, Field()] = None
    double: bool = False
    type: Literal["bet"] = "bet"


@dataclass(frozen=True)
class Sweep:
    dice: Annotated[tuple[Annotated[int, Field(ge=1, le=20)], ...], Field(max_length=9)]
    type: Literal["sweep"] = "sweep"


def test_types_that_no_list_follows_from_are_named() -> None:
    with pytest.raises(Underivable, match="Wish"):
        tuple(_moves(Wish, ()))
    with pytest.raises(Underivable, match="Sweep has 10015005 values"):
        tuple(_moves(Sweep, ()))
    with pytest.raises(Underivable, match="mood"):
        layout(dict[str, complex], {"mood": 1j})
    bets = tuple(_moves(Bet, ()))
    assert len(bets) == 4 * 3 * 2
    assert bets[:3] == (Bet(5), Bet(5, None, True), Bet(5, "odd"))
