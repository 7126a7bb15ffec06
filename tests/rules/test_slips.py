"""The law of slips: of a right record with slips at independent places exactly those are found, each as one fault.

`ROLLWRIGHT_SLIPS` says how many cases a game has (40 by default, a second or two a game), `ROLLWRIGHT_SLIPS_SEED`
from which seed on; else the day is it, so that seeds rotate. A failure names its seed, by which it is found again:

    ROLLWRIGHT_SLIPS=20000 python -m pytest tests/rules/test_slips.py
"""

import os
import random
import time
from collections import Counter
from typing import Any

import pytest

from rules.check import check
from rules.contract import AnyGame
from rules.registry import BUILT_IN
from tests.rules.support.filled_sheets import findings
from tests.rules.support.slips import played, with_slips
from tests.rules.support.slips_on_sheets import sheet_with_slips

CASES = int(os.environ.get("ROLLWRIGHT_SLIPS", "40"))
FIRST = int(os.environ.get("ROLLWRIGHT_SLIPS_SEED", int(time.time() // 86_400) * 100_000))
EVERY = pytest.mark.parametrize("game", BUILT_IN, ids=lambda game: game.name)


def agreed(game: AnyGame, chance: random.Random) -> Any:
    """The default options, or a preset's.

    Not those by which a turn begins with what another has left: a slip in that one changes this one too, so that they
    are not independent of each other (what a judge makes of them stands in test_referee.py).
    """
    every = [game.options(), *game.presets.values()]
    return chance.choice([options for options in every if getattr(options, "piggyback", "never") == "never"])


def hold_record(game: AnyGame, seed: int) -> set[str]:
    """Hold the slips of one record to the law; their kinds."""
    chance = random.Random(seed)
    options = agreed(game, chance)
    play = played(game, options, chance, chance.randint(game.min_seats, min(game.max_seats, 4)))
    made, lines, expected, slips = with_slips(play, chance, chance.randint(1, 3))
    for known in (lines, frozenset[int]()):
        found = check(play.rules, made, game.paragraphs, known).faults
        assert [(fault.place, fault.code, fault.claimed, fault.right) for fault in found] == [
            (each.part, each.code, each.claimed, each.right) for each in expected
        ], f"{game.name}, seed {seed}, {'with' if known else 'without'} lines: {slips}"
    return slips


@EVERY
def test_exactly_the_slips_of_a_record_are_found(game: AnyGame) -> None:
    kinds = Counter[str]()
    for seed in range(FIRST, FIRST + CASES):
        kinds.update(hold_record(game, seed))
    assert len(kinds) > 3  # that slips were made at all


@EVERY
def test_exactly_the_slips_of_a_filled_sheet_are_found(game: AnyGame) -> None:
    kinds = Counter[str]()
    for seed in range(FIRST, FIRST + CASES):
        chance = random.Random(seed)
        options = agreed(game, chance)
        play = played(game, options, chance, chance.randint(game.min_seats, min(game.max_seats, 3)))
        sheet, expected = sheet_with_slips(play, chance, chance.randint(1, 3))
        kinds.update(each.code for each in expected)
        found = findings(game, sheet, play.rules).faults
        assert sorted((str(fault.place), fault.code, fault.claimed) for fault in found) == sorted(
            (str(each.part), each.code, each.claimed) for each in expected
        ), f"{game.name}, seed {seed}: {sheet}"
        right = {fault.place: fault.right for fault in found}
        assert all(each.right in (..., right[each.part]) for each in expected), f"{game.name}, seed {seed}: {sheet}"
    assert len(kinds) > 1  # that slips were made at all
