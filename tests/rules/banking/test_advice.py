"""Advice for banking games: what moves are worth follows from the referee, throw by throw; so do solved tables."""

import json
import random
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from typing import Any

import pytest
from pydantic import BaseModel

from rules.adviser import Objective, Unsolved
from rules.banking.advice import BankingAdviser
from rules.banking.combinations import BankingEqual, BankingNothing, BankingSingle
from rules.banking.engine import BankingRules
from rules.banking.house.game import GAME
from rules.banking.options import BankingOptions
from rules.banking.state import BankingState
from rules.odds import throws
from rules.playout import random_play

SMALL = BankingOptions(
    combinations=(
        BankingSingle(face=1, points=100),
        BankingSingle(face=5, points=50),
        BankingEqual(count=3, times_face=100, ones=1000),
    ),
    dice=3,
    target=600,
    opening=0,
)
GAMES = {
    "one more turn": SMALL,
    "thresholds": SMALL.model_copy(update={"opening": 200, "minimum": 100}),
    "round played to its end": SMALL.model_copy(update={"last_round": "finish_round", "ties": "first_to_target"}),
    "hot dice must roll": SMALL.model_copy(update={"hot_dice": "must_roll", "most_left": 2}),
    "strict finish": SMALL.model_copy(update={"strict_from": 400, "hot_dice": "must_roll"}),
    "at once": SMALL.model_copy(update={"last_round": "at_once"}),
    "a throw of nothing": SMALL.model_copy(
        update={"combinations": (*SMALL.combinations, BankingNothing(points=300))}
    ),
    "best only": SMALL.model_copy(update={"selection": "best", "last_round": "finish_round"}),
}


TURNS = GAMES | {
    "exact": SMALL.model_copy(update={"overshoot": "lost", "minimum": 100}),
    "exact, hot dice must roll": SMALL.model_copy(update={"overshoot": "lost", "hot_dice": "must_roll"}),
    "bounces": SMALL.model_copy(update={"overshoot": "bounces", "last_round": "at_once"}),
    "last die": SMALL.model_copy(update={"last_die_throws": 3, "last_round": "at_once"}),
    "piggyback": SMALL.model_copy(update={"piggyback": "anyone", "opening": 100, "riding_minimum": 300}),
    "one more throw": SMALL.model_copy(update={"last_round": "one_more_throw", "minimum": 200, "most_left": 1}),
    "exact, one more throw": SMALL.model_copy(update={"last_round": "one_more_throw", "overshoot": "bounces"}),
}
"""Of these single turns are judged, whether or not whole games are."""


def rules_of(options: BaseModel) -> BankingRules:
    assert isinstance(options, BankingOptions)
    rules = GAME.rules(options)
    assert isinstance(rules, BankingRules)
    return rules


@cache
def solved(name: str) -> BankingAdviser:
    solving = import_module("rules.banking.solving")
    adviser = BankingAdviser(rules_of(GAMES[name]))
    for solution in adviser.solutions():
        adviser = adviser.with_table(solution, solving.solve(json.loads(json.dumps(solution.task))))
    return adviser


def states(rules: BankingRules, seats: int, games: int) -> Iterator[BankingState]:
    """States of random games, one after the other."""
    for seed in range(games):
        for turn in random_play(rules, rules.start(seats), random.Random(seed), 60):
            yield turn.before


def following(rules: BankingRules, adviser: BankingAdviser, state: BankingState, objective: Objective) -> list[float]:
    """What each legal move is worth, by the values of the states that it may lead to."""
    seat = state.seat
    assert seat is not None
    worth = []
    for legal in rules.legal_moves(state, seat):
        mean = 0.0
        for faces, ways in throws(legal.throws):
            step: Any = rules.apply(state, seat, legal.move, faces)
            mean += ways / 6**legal.throws * adviser.value(step.state, seat, objective)
        worth.append(mean)
    return worth


@pytest.mark.parametrize("name", GAMES)
def test_a_move_is_worth_the_mean_of_what_it_leads_to(name: str, compiled: None) -> None:
    adviser = solved(name)
    objectives: tuple[Objective, ...] = ("win", "turns")
    for state in states(adviser.rules, 2, 4):
        for objective in objectives:
            right = following(adviser.rules, adviser, state, objective)
            assert adviser.values(state, state.seat or 0, objective) == pytest.approx(right, abs=1e-9), state


@pytest.mark.parametrize("name", TURNS)
def test_the_points_of_a_turn_are_the_mean_of_what_it_leads_to(name: str) -> None:
    adviser = BankingAdviser(rules_of(TURNS[name]))
    seen = 0
    for state in states(adviser.rules, 2, 6):
        right = following(adviser.rules, adviser, state, "points")
        assert adviser.method(state, state.seat or 0, "points") == "exact"
        assert adviser.values(state, state.seat or 0, "points") == pytest.approx(right, abs=1e-6), state
        seen += state.reached is not None
    assert seen or TURNS[name].last_round != "one_more_throw"


def test_what_whole_games_are_not_worked_out_for_says_so() -> None:
    for name in TURNS.keys() - GAMES.keys():
        adviser = BankingAdviser(rules_of(TURNS[name]))
        assert adviser.objectives(adviser.rules.start(2), 0) == ("points",)
        assert adviser.solutions() == ()
    far = BankingAdviser(rules_of(SMALL.model_copy(update={"overshoot": "lost", "target": 100_000})))
    start = far.rules.start(2)
    assert far.method(start, 0, "points") == "model"
    assert far.method(start._replace(totals=(96_000, 0)), 0, "points") == "exact"
    assert far.values(start, 0, "points")[0] > 0


@pytest.mark.parametrize(
    "options",
    [
        BankingOptions(combinations=(BankingNothing(points=100),), dice=2, target=600, opening=0),
        BankingOptions(combinations=tuple(BankingSingle(face=face, points=10) for face in range(1, 7)), opening=0),
        # Of six dice one throw in 46,656 is a bust.
        BankingOptions(combinations=tuple(BankingSingle(face=face, points=10) for face in range(1, 6)), opening=0),
    ],
)
def test_a_turn_that_could_go_on_for_ever_is_worth_no_more_than_the_target(options: BankingOptions) -> None:
    adviser = BankingAdviser(rules_of(options))
    start = adviser.rules.start(2)
    assert adviser.method(start, 0, "points") == "model"
    assert 0 < adviser.values(start, 0, "points")[0] <= options.target


def test_the_chances_of_two_seats_add_up_to_one(compiled: None) -> None:
    adviser = solved("one more turn")
    for state in states(adviser.rules, 2, 3):
        assert adviser.value(state, 0, "win") + adviser.value(state, 1, "win") == pytest.approx(1)


def test_titusind_to_600_takes_as_many_turns_as_is_known(compiled: None) -> None:
    options = GAME.presets["titusind"].model_copy(update={"target": 600, "opening": 0, "minimum": 0})
    adviser = BankingAdviser(rules_of(options))
    (solution,) = adviser.solutions(adviser.rules.start(1))
    adviser = adviser.with_table(solution, import_module("rules.banking.solving").solve(solution.task))
    assert adviser.value(adviser.rules.start(1), 0, "turns") == pytest.approx(1.821602375, abs=2e-9)


def test_the_best_turn_needs_no_table_and_is_as_good_as_its_continuations() -> None:
    rules = rules_of(GAMES["thresholds"])
    adviser = BankingAdviser(rules)
    assert adviser.solutions(rules.start(1), "points") == ()
    for state in states(rules, 1, 5):
        for legal, value in zip(rules.legal_moves(state, 0), adviser.values(state, 0, "points"), strict=True):
            if legal.move.type == "bank":
                assert value == state.totals[0] + state.points
            elif legal.move.type == "set_aside":
                step: Any = rules.apply(state, 0, legal.move, ())
                assert value == pytest.approx(adviser.value(step.state, 0, "points"))


def test_points_far_above_what_is_told_apart_rise_in_a_straight_line() -> None:
    adviser = BankingAdviser(rules_of(SMALL))
    turn = adviser._point_turn(1)
    top = turn.top * turn.unit
    rise = turn.roll(top + 5000, 3) - turn.roll(top + 4000, 3)
    assert rise == pytest.approx(turn.roll(top + 2000, 3) - turn.roll(top + 1000, 3))
    assert 0 < rise < 1000 - 50
    assert turn.better(top + 5000, 3) == top + 5000
    assert turn.bank(top + 5000) == top + 5000


def test_the_last_turn_is_judged_without_a_table() -> None:
    rules = rules_of(SMALL)
    adviser = BankingAdviser(rules)
    state = rules.start(2)._replace(totals=(600, 500), seat=1, reached=0, points=100, cup=1, throw=1)
    roll, bank = adviser.values(state, 1, "win")
    assert bank == 0.5  # a shared win
    assert roll == pytest.approx(1 / 3)
    assert adviser.solutions(state, "win") == ()


def test_what_takes_a_table_names_it() -> None:
    adviser = BankingAdviser(rules_of(SMALL))
    start = adviser.rules.start(2)
    with pytest.raises(Unsolved, match="banking-duel"):
        adviser.value(start, 0, "win")
    with pytest.raises(Unsolved, match="banking-turns"):
        adviser.value(start, 0, "turns")
    assert [each.name for each in adviser.solutions()] == ["banking-turns", "banking-duel"]
    assert [each.name for each in adviser.solutions(start)] == ["banking-duel"]


def test_where_totals_fall_single_turns_alone_are_judged() -> None:
    adviser = BankingAdviser(rules_of(SMALL.model_copy(update={"bust_penalty": 100})))
    assert adviser.objectives(adviser.rules.start(2), 0) == ("points",)
    assert adviser.solutions() == ()


def test_three_seats_race_for_the_fewest_turns() -> None:
    adviser = BankingAdviser(rules_of(SMALL))
    assert adviser.objectives(adviser.rules.start(3), 0) == ("turns", "points")


def test_a_result_is_won_shared_or_lost() -> None:
    rules = rules_of(SMALL)
    adviser = BankingAdviser(rules)
    over = rules.start(2)._replace(totals=(650, 650), seat=None, cup=0, reached=0)
    assert [adviser.value(over, seat, "win") for seat in (0, 1)] == [0.5, 0.5]
    assert [adviser.value(over._replace(totals=(650, 700)), seat, "win") for seat in (0, 1)] == [0, 1]
    assert adviser.value(over, 0, "points") == 650


def test_where_newtons_method_does_not_end_value_iteration_does(
    compiled: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    solving = import_module("rules.banking.solving")
    (turns, duel) = BankingAdviser(rules_of(GAMES["thresholds"])).solutions()
    right = [solving.solve(turns.task), solving.solve(duel.task)]
    for name in ("_solve_turns", "_solve_duel"):
        monkeypatch.setattr(solving, name, getattr(solving, name).py_func)
    monkeypatch.setattr(solving, "NEWTON_PASSES", 0)
    for solution, values in zip((turns, duel), right, strict=True):
        assert solving.solve(solution.task) == pytest.approx(values, abs=1e-9)
    monkeypatch.setattr(solving, "PASSES", 3)
    for solution in (turns, duel):
        with pytest.raises(ArithmeticError, match="do not settle"):
            solving.solve(solution.task)
