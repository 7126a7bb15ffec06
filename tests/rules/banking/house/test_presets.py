"""Presets of banking games: what their sources say, played and scored."""

from typing import Any

import pytest

from rules.banking.house.game import GAME
from rules.banking.house.presets import PRESETS
from rules.banking.state import Bust, BustPenalty, HotDice, Overshot
from rules.contract import BANK
from tests.rules.support.banking import Session

Dice = tuple[int, ...]
SCORED: dict[str, list[tuple[Dice, int]]] = {
    "farkle": [((2, 2, 2, 2, 3, 4), 1000), ((4, 4, 4, 4, 5, 5), 1500), ((2, 2, 2, 3, 3, 3), 2500)],
    "farkle-300": [
        ((1, 1, 1, 2, 3, 4), 300),
        ((6, 6, 6, 2, 3, 4), 600),
        ((3, 3, 3, 3, 2, 2), 1500),
        ((2, 2, 3, 3, 4, 4), 1500),
        ((2, 2, 2, 4, 4, 4), 2500),
        ((4, 4, 4, 4, 4, 4), 3000),
    ],
    "farkle-one-throw": [((1, 1, 1, 2, 3, 4), 1000), ((2, 2, 3, 3, 4, 4), 1000), ((1, 2, 3, 4, 5, 6), 1000)],
    "farkle-penalty": [((2, 2, 2, 3, 4, 6), 200)],
    "greed": [((1, 1, 1, 3, 1), 1100), ((2, 4, 4, 5, 4), 450), ((1, 3, 4, 1, 5), 250)],
    "greedy-dice": [((2, 2, 2, 2, 3, 4), 400), ((6,) * 6, 4800), ((2, 2, 3, 3, 4, 4), 1000)],
    "hot-dice": [((1, 1, 1, 2, 3, 4), 1000), ((3, 3, 3, 3, 2, 4), 600), ((1, 2, 3, 4, 5, 6), 2000)],
    "quinze-mille": [((1, 2, 3, 4, 5, 6), 3000), ((2, 2, 2, 2, 2, 2), 1600), ((1, 1, 1, 1, 1, 3), 4000)],
    "sand": [((1, 2, 3, 4, 5, 6), 5000)],
    "ten-thousand": [((2, 2, 2, 3, 4, 6), 200), ((1, 1, 1, 3, 4, 6), 1000), ((1, 2, 3, 4, 5, 6), 1500)],
    "ten-thousand-riding": [((1, 2, 3, 4, 5, 6), 1500), ((2, 2, 3, 3, 4, 4), 750), ((3, 3, 3, 3, 2, 4), 600)],
    "tiotusen": [((2, 2, 2, 2, 3, 4), 400), ((2,) * 6, 1600), ((1, 1, 2, 2, 3, 3), 1500)],
    "titusen": [
        ((3, 3, 3, 3, 2, 4), 600),
        ((3, 3, 3, 3, 3, 4), 900),
        ((3,) * 6, 1200),
        ((2, 2, 3, 3, 4, 4), 750),
        ((2, 2, 2, 2, 4, 4), 1500),
    ],
    "titusind": [((2, 2, 2, 2, 3, 4), 400)],
    "titusind-doubled": [((1,) * 6, 10_000), ((1,) * 5 + (2,), 4000), ((6,) * 6, 4800), ((1, 2, 3, 4, 5, 6), 2000)],
    "zehntausend": [
        ((5, 5, 5, 5, 2, 3), 1500),
        ((3, 3, 3, 3, 3, 2), 2300),
        ((1,) * 6, 4000),
        ((2, 2, 3, 3, 4, 4), 1500),
    ],
    "zilch": [
        ((2, 2, 2, 2, 3, 4), 400),
        ((2, 2, 2, 2, 2, 4), 800),
        ((3,) * 6, 2400),
        ((2, 2, 3, 3, 4, 6), 500),
        ((2, 2, 3, 3, 4, 4), 1500),
    ],
    "zilch-250": [((2, 3, 4, 5, 6, 6), 1000), ((1, 1, 2, 3, 4, 5), 1100), ((2, 2, 3, 3, 4, 4), 1000)],
    "zilch-hundred-more": [((6, 6, 6, 6, 2, 3), 700), ((6,) * 6, 900), ((1, 2, 3, 4, 5, 6), 1000)],
    "zilch-thousands": [((2, 2, 2, 2, 3, 4), 4000), ((2,) * 6, 6000), ((2, 2, 2, 3, 3, 3), 3000)],
}
"""By preset, throws and what the best selection of each is worth."""


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_sound_and_scores_as_its_source_says(name: str) -> None:
    assert GAME.faults(PRESETS[name]) == ()
    for dice, points in SCORED[name]:
        assert max(way for _, way in GAME.rules(PRESETS[name]).score(dice, None).ways) == points, dice


def session(name: str, *totals: int, **turn: Any) -> Session:
    played = Session(GAME, len(totals), PRESETS[name]).having(*totals)
    played.state = played.state._replace(**turn)
    return played


def test_three_zilches_in_a_row_cost_500_and_a_throw_of_nothing_is_none() -> None:
    played = session("zilch", 200)
    played.roll(2, 2, 3, 3, 4, 6)
    assert played.aside(2, 2, 3, 3, 4, 6) == (HotDice(),)
    played.bank()
    for _ in range(3):
        played.roll(5, 2, 2, 3, 3, 4)
        played.aside(5)
        events = played.roll(2, 2, 3, 3, 4)
    assert events == (Bust(50), BustPenalty(-500))
    assert played.state.totals == (200,)


def test_fifteen_thousand_is_met_exactly() -> None:
    played = session("quinze-mille", 14_800, 0, points=250, cup=2, throw=1)
    assert played.bank() == (Overshot(-250),)
    played = session("quinze-mille", 14_800, 0, points=200, cup=2, throw=1)
    played.bank()
    assert played.outcome().winners == (0,)


def test_a_farkle_of_more_than_500_and_one_more_throw() -> None:
    played = session("farkle-one-throw", 9800, 9900, points=500, cup=2, throw=1)
    assert played.refused(BANK).details == {"points": 500, "needed": 550}
    played = session("farkle-one-throw", 9800, 9900, points=550, cup=2, throw=1)
    played.bank()
    played.take(1, 2, 3, 3, 4, 6)
    played.bank()
    assert played.outcome().winners == (0,)


def test_who_is_on_the_table_rides_on_the_dice_of_the_player_before() -> None:
    played = session("ten-thousand-riding", 1000, 1000, 0, points=1200, cup=2, throw=1)
    played.bank()
    assert played.moves() == ["roll", "ride"]
    played.bust()
    played.state = played.state._replace(points=1200, cup=2, throw=1)
    played.bank()
    played.state = played.state._replace(opened=(True, True, False), seat=2, left=(300, 2))
    assert played.moves() == ["roll"]


@pytest.mark.parametrize(
    ("name", "opening", "later"),
    [
        ("hot-dice", 350, 350),
        ("zehntausend", 500, 500),
        ("zilch", 300, 300),
        ("zilch-250", 500, 250),
        ("zilch-hundred-more", 750, 0),
        ("zilch-thousands", 500, 350),
        ("titusind-doubled", 1000, 0),
        ("ten-thousand-riding", 1000, 0),
    ],
)
def test_what_a_bank_takes(name: str, opening: int, later: int) -> None:
    rules = session(name, 0).rules
    assert (rules.ruleset.needed(0, opened=False), rules.ruleset.needed(0, opened=True)) == (opening, later)
