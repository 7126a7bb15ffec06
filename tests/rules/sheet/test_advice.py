"""Advice for sheets: against brute force on small sheets of every kind of rule."""

import json
import random
from importlib import import_module

import pytest

from rules.advice.advise import advise
from rules.playout import random_play
from rules.sheet.boxes import SheetBox
from rules.sheet.options import SheetOptions
from rules.sheet.solution import Position
from tests.rules.support.small_sheets import SMALL_SHEET, Twin, adviser_of, rules_of

ONES, TWOS, SIXES = (SheetBox(category=name) for name in ("ones", "twos", "sixes"))
PAIR, CHANCE = SheetBox(category="one_pair"), SheetBox(category="chance")
YATZY = SheetBox(category="yatzy", worth=10)
SHEETS = {
    "bonus": SMALL_SHEET,
    "three throws": SheetOptions(boxes=(ONES, CHANCE), dice=2, throws=3, bonus=0),
    "one throw": SheetOptions(boxes=(ONES, PAIR, CHANCE), dice=2, throws=1, bonus=3, bonus_from=2),
    "count chosen": SheetOptions(boxes=(ONES, PAIR), dice=2, throws=2, bonus=4, bonus_from=2, choose_dice_count=True),
    "forced joker": SheetOptions(
        boxes=(SIXES, SheetBox(category="full_straight", worth=9, in_a_row=3), YATZY),
        dice=2,
        throws=2,
        bonus=6,
        bonus_from=8,
        joker="forced",
        yatzy_bonus=11,
    ),
    "free joker": SheetOptions(
        boxes=(SIXES, SheetBox(category="full_straight", worth=9, in_a_row=3), YATZY),
        dice=2,
        throws=2,
        bonus=0,
        joker="free",
        yatzy_bonus=11,
    ),
    "matching box": SheetOptions(
        boxes=(SIXES, PAIR, YATZY),
        dice=2,
        throws=2,
        bonus=6,
        bonus_from=8,
        yatzy_bonus=11,
        yatzy_bonus_for="matching_box",
    ),
}


@pytest.mark.parametrize("name", SHEETS)
def test_every_move_of_a_random_game_is_worth_what_brute_force_finds(name: str) -> None:
    rules, adviser = rules_of(SHEETS[name]), adviser_of(SHEETS[name])
    twin = Twin(rules)
    assert not adviser.solutions()
    assert adviser.value(rules.start(1), 0, "points") == pytest.approx(float(twin.value(rules.start(1))), abs=1e-9)
    for seed in range(3):
        for turn in random_play(rules, rules.start(1), random.Random(seed), 100):
            total = turn.before.totals[0]
            bare = turn.before._replace(totals=(0,))
            right = [total + float(value) for value in twin.moves(bare)]
            assert adviser.values(turn.before, 0, "points") == pytest.approx(right, abs=1e-9), turn.before


def test_one_box_is_worth_what_can_be_reckoned_by_hand() -> None:
    ones = adviser_of(SheetOptions(boxes=(ONES,), bonus=0))
    assert ones.value(ones.rules.start(1), 0, "points") == pytest.approx(2.1064814815, abs=1e-10)
    yatzy = adviser_of(SheetOptions(boxes=(SheetBox(category="yatzy", worth=50),)))
    assert yatzy.value(yatzy.rules.start(1), 0, "points") == pytest.approx(2.301432126285, abs=1e-12)


def test_other_seats_and_points_written_down_change_no_loss() -> None:
    rules, adviser = rules_of(SMALL_SHEET), adviser_of(SMALL_SHEET)
    alone = rules.start(1)._replace(throw=1, dice=(1, 6))
    among = rules.start(3)._replace(throw=1, dice=(1, 6), totals=(40, 7, 0))
    assert [move.loss for move in advise(rules, adviser, alone, 0).moves] == pytest.approx(
        [move.loss for move in advise(rules, adviser, among, 0).moves]
    )


def test_a_seat_that_has_left_keeps_its_total() -> None:
    rules, adviser = rules_of(SMALL_SHEET), adviser_of(SMALL_SHEET)
    state = rules.withdraw(rules.start(3)._replace(totals=(4, 5, 6)), 1).state
    assert adviser.value(state, 1, "points") == 5
    assert adviser.value(state, 2, "points") > 6


def test_the_solver_finds_what_plain_python_finds(compiled: None) -> None:
    solving = import_module("rules.sheet.solving")
    for name, options in SHEETS.items():
        adviser = adviser_of(options)
        solution = adviser.solution_of(adviser.start)
        values = solving.solve(json.loads(json.dumps(solution.task)))
        solved = adviser.with_table(solution, values)
        for opened in range(1, adviser.start.open + 1):
            for upper in range(options.bonus_from + 2):
                for scored in (False, True):
                    position = Position(opened, upper, scored)
                    if adviser.is_possible(position):
                        assert solved.rest(position) == pytest.approx(adviser.rest(position), abs=1e-12), name
