"""Advice as callers get it: ordered by what it gives away, for an objective that the state has."""

import pytest

from rules.advice.advise import advise
from rules.adviser import Unsolved
from rules.sheet import yatzy
from tests.rules.support.small_sheets import SMALL_SHEET, adviser_of, rules_of


def test_the_best_move_comes_first_and_gives_nothing_away() -> None:
    rules, adviser = rules_of(SMALL_SHEET), adviser_of(SMALL_SHEET)
    state = rules.start(2)._replace(throw=1, dice=(1, 1))
    advice = advise(rules, adviser, state, 0)
    losses = [move.loss for move in advice.moves]
    assert losses == sorted(losses)
    assert losses[0] == 0
    assert advice.value == advice.moves[0].value
    assert {move.legal for move in advice.moves} == set(rules.legal_moves(state, 0))
    assert (advice.seat, advice.objective, advice.method) == (0, "points", "exact")


def test_a_seat_that_is_not_to_move_is_not_advised() -> None:
    rules, adviser = rules_of(SMALL_SHEET), adviser_of(SMALL_SHEET)
    with pytest.raises(ValueError, match="seat 1 is not to move"):
        advise(rules, adviser, rules.start(2), 1)


def test_an_objective_that_the_state_does_not_have_is_refused() -> None:
    rules, adviser = rules_of(SMALL_SHEET), adviser_of(SMALL_SHEET)
    with pytest.raises(ValueError, match="turns is no objective here; points"):
        advise(rules, adviser, rules.start(1), 0, "turns")


def test_what_is_not_solved_is_named() -> None:
    assert yatzy.GAME.adviser is not None
    options = yatzy.GAME.options()
    rules, adviser = yatzy.GAME.rules(options), yatzy.GAME.adviser(options)
    with pytest.raises(Unsolved, match="not solved yet: sheet") as unsolved:
        advise(rules, adviser, rules.start(1), 0)
    assert unsolved.value.solutions == adviser.solutions(rules.start(1))
