"""Advice for wohin-damit: what moves are worth follows from the referee, and the solver finds the same."""

import random
from importlib import import_module
from typing import Any

import pytest

from rules.adviser import Unsolved
from rules.odds import throws
from rules.playout import random_play
from rules.wohin_damit.advice import WohinDamitAdviser, position
from rules.wohin_damit.boxes import TARGETS
from rules.wohin_damit.engine import WohinDamitRules
from rules.wohin_damit.game import GAME
from rules.wohin_damit.solution import EMPTY, FILLINGS, MULTISETS, index, number
from rules.wohin_damit.state import Entries, WohinDamitState

LATE: Entries = (*((target,) for target in TARGETS[:-3]), (6, 3), (9, 2), (8,), (2, 3), (9, 12, 11))
"""Three rows that need 4, 3 and 7, and one entry of small are left."""


def rules_of(excess: str) -> WohinDamitRules:
    rules = GAME.rules(GAME.options(excess=excess))
    assert isinstance(rules, WohinDamitRules)
    return rules


def late(rules: WohinDamitRules, seats: int) -> WohinDamitState:
    return rules.start(seats)._replace(entries=(LATE,) * seats, totals=(27,) * seats, open=(4,) * seats)


@pytest.mark.parametrize("excess", ["any", "only_if_nothing_fits"])
@pytest.mark.parametrize("seats", [1, 2])
def test_a_move_is_worth_the_mean_of_what_it_leads_to(excess: str, seats: int) -> None:
    rules = rules_of(excess)
    adviser = WohinDamitAdviser(rules)
    for seed in range(8):
        for turn in random_play(rules, late(rules, seats), random.Random(seed), 100):
            state, seat = turn.before, turn.seat
            right = []
            for legal in rules.legal_moves(state, seat):
                mean = 0.0
                for faces in [each for dice, _ in throws(legal.throws) for each in {dice, dice[::-1]}]:
                    step: Any = rules.apply(state, seat, legal.move, faces)
                    mean += adviser.value(step.state, seat, "points") / 6**legal.throws
                right.append(mean)
            assert adviser.values(state, seat, "points") == pytest.approx(right, abs=1e-9)


def test_the_blue_die_of_another_seat_matters() -> None:
    rules = rules_of("any")
    adviser = WohinDamitAdviser(rules)
    state = late(rules, 2)
    known = [adviser.value(state._replace(blue=blue, whites=(1, 0)), 1, "points") for blue in range(1, 7)]
    assert sum(known) / 6 == pytest.approx(adviser.value(state, 1, "points"))
    assert len(set(known)) > 1


def test_a_seat_that_has_entered_or_left_or_is_done_has_no_dice() -> None:
    rules = rules_of("any")
    adviser = WohinDamitAdviser(rules)
    state = late(rules, 3)._replace(pending=(True, False, False), resigned=(2,))
    assert adviser.value(state, 1, "points") == 27 + adviser.rest(position(LATE))
    assert adviser.value(state, 2, "points") == 27
    assert adviser.value(state._replace(open=(0, 4, 4)), 0, "points") == 27


def test_positions_are_numbered_without_gaps() -> None:
    assert MULTISETS == 1_831_362
    assert number(EMPTY.counts) == MULTISETS - 1
    assert number((10, *(0,) * 15)) == 0
    with pytest.raises(ValueError, match="no rows have the needs"):
        number((8, *(0,) * 13, 0, 2))


@pytest.mark.parametrize("excess", ["any", "only_if_nothing_fits"])
def test_the_solver_finds_what_plain_python_finds(excess: str, compiled: None) -> None:
    solving = import_module("rules.wohin_damit.solving")
    rules = rules_of(excess)
    first = 2000
    values = solving.solve_first(first, rules.only_if_nothing_fits)
    adviser, chance = WohinDamitAdviser(rules), random.Random(1)
    compared = 0
    for _ in range(400):
        counts = [0] * 16
        for _ in range(chance.randint(0, 3)):
            counts[chance.randint(1, 6)] += 1
        counts[0] = 10 - sum(counts)
        sheet = EMPTY._replace(counts=tuple(counts), small=chance.randint(0, 3), large=chance.randint(0, 3))
        if index(sheet) < first * FILLINGS and not adviser_needs_table(adviser, sheet):
            compared += 1
            assert values[index(sheet)] == pytest.approx(adviser.rest(sheet), abs=1e-4)
    assert compared > 20


def adviser_needs_table(adviser: WohinDamitAdviser, sheet: Any) -> bool:
    try:
        adviser.rest(sheet)
    except Unsolved:
        return True
    return False


def test_an_empty_sheet_takes_the_table() -> None:
    rules = rules_of("any")
    adviser = WohinDamitAdviser(rules)
    with pytest.raises(Unsolved, match="wohin-damit"):
        adviser.value(rules.start(1), 0, "points")
    (solution,) = adviser.solutions(rules.start(1))
    assert solution.digest != WohinDamitAdviser(rules_of("only_if_nothing_fits")).solutions()[0].digest
    assert adviser.solutions(late(rules, 2)) == ()
