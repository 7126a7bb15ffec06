"""Levels: from any move to the best, decided by what chance is handed in."""

import math
import random

import pytest

from rules.advice.advise import Advice, MoveValue, advise
from rules.advice.levels import TEMPERATURES, pick, pick_at
from rules.contract import Legal
from tests.rules.support.small_sheets import SMALL_SHEET, adviser_of, rules_of

ADVICE = Advice(0, "points", "exact", 10.0, tuple(MoveValue(Legal(n, None, 0), 10.0 - n, float(n)) for n in range(4)))


def test_the_best_level_takes_the_best_move_whatever_chance_says() -> None:
    assert {pick(ADVICE, "best", 38.5, chance).loss for chance in (0.0, 0.5, 0.999)} == {0}


def test_the_random_level_takes_all_moves_alike() -> None:
    picked = [pick(ADVICE, "random", 38.5, chance).loss for chance in (0.1, 0.3, 0.6, 0.9)]
    assert picked == [0, 1, 2, 3]


def test_a_move_is_picked_as_often_as_the_softmax_has_it() -> None:
    border = 1 / sum(math.exp(-loss / 2) for loss in range(4))
    assert pick_at(ADVICE.moves, 2, border - 1e-9).loss == 0
    assert pick_at(ADVICE.moves, 2, border + 1e-9).loss == 1
    assert pick_at(ADVICE.moves, 2, math.nextafter(1, 0)).loss == 3


def test_a_wider_game_makes_wider_noise() -> None:
    assert pick(ADVICE, "novice", 38.5, 0.9).loss <= pick(ADVICE, "novice", 385, 0.9).loss


def test_levels_are_ordered_by_what_they_lose() -> None:
    rules, adviser = rules_of(SMALL_SHEET), adviser_of(SMALL_SHEET)
    advice = [
        advise(rules, adviser, rules.start(1)._replace(throw=1, dice=(low, high)), 0)
        for low in range(1, 7)
        for high in range(low, 7)
    ]
    mean = []
    for level in TEMPERATURES:
        chance = random.Random(1)
        losses = [pick(each, level, adviser.spread("points"), chance.random()).loss for each in advice * 20]
        mean.append(sum(losses))
    assert mean == sorted(mean, reverse=True)
    assert mean[-1] == pytest.approx(0)
