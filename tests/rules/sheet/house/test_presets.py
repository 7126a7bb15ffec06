"""Presets of sheets: worked examples of what their sources say (docs/house-rules.md)."""

from collections.abc import Mapping
from typing import Any

import pytest

from rules.sheet.engine import SheetRules
from rules.sheet.house.game import GAME
from rules.sheet.options import SheetOptions
from rules.sheet.state import SheetBoxesBonus
from rules.texts import LANGUAGES
from tests.rules.support.sheet import Session

Dice = tuple[int, ...]


def rules_of(preset: str) -> SheetRules:
    rules = table(preset).rules
    assert isinstance(rules, SheetRules)
    return rules


def table(preset: str) -> Session:
    return Session(GAME, 1, GAME.presets[preset])


EXAMPLES: list[tuple[str, Dice, Mapping[str, int]]] = [
    ("kismet", (2, 2, 5, 5, 5), {"full_house": 34, "full_house_same_colour": 39, "flush": 35, "two_pairs": 19}),
    ("kismet", (5, 5, 5, 5, 2), {"flush": 35, "four_of_a_kind": 47, "full_house": 0, "chance": 22, "yatzy": 0}),
    ("kismet", (2, 3, 4, 5, 6), {"straight": 30, "two_pairs": 0, "flush": 0}),
    ("kismet", (1, 1, 6, 6, 3), {"two_pairs": 17, "three_of_a_kind": 0}),
    ("kismet", (1, 1, 2, 2, 3), {"two_pairs": 0}),
    ("kismet", (4, 4, 4, 4, 4), {"yatzy": 70, "fours": 20, "flush": 35, "full_house": 35}),
    ("yacht", (1, 2, 3, 4, 5), {"small_straight": 30, "large_straight": 0, "chance": 15}),
    ("yacht", (6, 6, 6, 5, 5), {"full_house": 28, "four_of_a_kind": 0, "yatzy": 0}),
    ("yacht", (6, 6, 6, 6, 5), {"four_of_a_kind": 24, "full_house": 0}),
    ("yacht", (2, 2, 2, 2, 2), {"yatzy": 50, "chance": 10}),
    ("cameroon", (1, 2, 3, 4, 5), {"small_straight": 21, "large_straight": 0}),
    ("cameroon", (2, 3, 4, 5, 6), {"small_straight": 0, "large_straight": 30}),
    ("cameroon", (6, 6, 6, 5, 5), {"full_house": 28, "sixes": 18, "yatzy": 0}),
    ("crag", (1, 6, 6), {"crag": 50, "thirteen": 26, "sixes": 12, "three_of_a_kind": 0}),
    ("crag", (2, 5, 6), {"crag": 0, "thirteen": 26}),
    ("crag", (4, 4, 5), {"crag": 50, "thirteen": 26}),
    ("crag", (1, 3, 5), {"odd_straight": 20, "low_straight": 0, "thirteen": 0}),
    ("crag", (2, 4, 6), {"even_straight": 20, "high_straight": 0}),
    ("crag", (4, 5, 6), {"high_straight": 20, "even_straight": 0}),
    ("crag", (5, 5, 5), {"three_of_a_kind": 25, "fives": 15, "crag": 0}),
    ("icelandic-yatsy", (1, 2, 3, 4, 4), {"small_straight": 30, "large_straight": 0, "chance": 14}),
    ("icelandic-yatsy", (3, 3, 3, 6, 6), {"full_house": 25, "three_of_a_kind": 21}),
    ("swedish-yatzy", (3, 3, 3, 6, 6), {"full_house": 21, "three_of_a_kind": 9, "one_pair": 12}),
    ("balut", (4, 4, 4, 4, 4), {"yatzy.1": 40, "fours.4": 20, "full_house.2": 0, "chance.3": 20}),
    ("balut", (1, 2, 3, 4, 5), {"straight.1": 15, "yatzy.1": 0, "fives.2": 5}),
    ("balut", (2, 3, 4, 5, 6), {"straight.4": 20}),
    ("balut", (6, 6, 6, 5, 5), {"full_house.1": 28, "straight.1": 0}),
    ("triple-yahtzee", (2, 3, 4, 5, 6), {"large_straight.1": 40, "large_straight.2": 80, "large_straight.3": 120}),
    ("generala", (1, 2, 3, 4, 5), {"escalera": 25, "full_house": 0}),
    ("generala", (3, 4, 5, 6, 1), {"escalera": 0}),
    ("generala", (5, 5, 5, 3, 3), {"full_house": 35, "four_of_a_kind": 0, "fives": 15}),
    ("generala", (2, 2, 2, 2, 6), {"four_of_a_kind": 45, "yatzy": 0, "sixes": 6}),
    ("yamb", (1, 2, 3, 4, 5), {"kenta.2": 66, "ones.1": 1, "minimum.2": 15}),
    ("yamb", (6, 6, 6, 5, 5), {"full_house.2": 58, "maximum.2": 28}),
    ("yamb", (5, 5, 5, 5, 1), {"four_of_a_kind.2": 61, "yatzy.3": 0}),
    ("yamb", (5, 5, 5, 5, 5), {"yatzy.2": 75, "yatzy.3": 75}),
    ("finnish-yatzy", (2, 3, 4, 5, 6), {"large_straight": 20, "small_straight": 0}),
]


@pytest.mark.parametrize(("preset", "dice", "worth"), EXAMPLES, ids=str)
def test_dice_are_worth_what_the_source_says(preset: str, dice: Dice, worth: Mapping[str, int]) -> None:
    choices = table(preset).roll(*dice).choices()
    assert {name: choices[name] for name in worth} == worth


@pytest.mark.parametrize(
    ("preset", "boxes"), [("kismet", 15), ("crag", 13), ("yacht", 12), ("cameroon", 10), ("balut", 28)]
)
def test_how_many_boxes(preset: str, boxes: int) -> None:
    assert len(rules_of(preset).ruleset.categories) == boxes


@pytest.mark.parametrize(
    ("upper", "bonus"),
    [
        ((3, 6, 9, 12, 15, 17), None),
        ((3, 6, 9, 12, 15, 18), 35),
        ((5, 8, 12, 16, 15, 18), 55),
        ((5, 10, 12, 16, 15, 18), 55),
        ((3, 8, 12, 16, 15, 24), 75),
    ],
)
def test_the_bonus_of_kismet_goes_by_steps(upper: Dice, bonus: int | None) -> None:
    rules = rules_of("kismet")
    columns = (*upper, *(None,) * 9)
    shown = [each.shown(columns) for each in rules.ruleset.bonuses]
    assert shown == [bonus or 0]


def test_a_bonus_of_71_in_kismet() -> None:
    session = table("kismet").having(ones=3, twos=8, threes=9, fours=16, fives=15)
    assert session.write("sixes", 6, 6, 6, 1, 1).events == (SheetBoxesBonus(35, 1),)
    session = table("kismet").having(ones=3, twos=8, threes=9, fours=12, fives=15)
    assert session.write("sixes", 6, 6, 6, 6, 1).events == (SheetBoxesBonus(55, 1),)


def test_crag_has_two_throws_and_at_most_244_points() -> None:
    session = table("crag").roll(1, 2, 3).aside(1).roll(6, 6)
    assert set(session.types()) == {"choose_category"}
    assert sum(max(each) for each in session.rules.possible) == 244


@pytest.mark.parametrize(
    ("boxes", "points"),
    [
        ({}, 29),
        ({"yatzy": 0}, 29 - 8 - 3),  # 544 in place of 744
        ({"yatzy": 0, "straight": 0}, 29 - 8 - 4 - 4),  # 464
        (dict.fromkeys(("yatzy", "straight", "full_house", "chance"), 0), 2 + 2 + 2 - 2),
        (dict.fromkeys(("fours", "fives", "sixes", "straight", "full_house", "yatzy"), 0), 2 - 2),
        (dict.fromkeys(("yatzy", "straight", "full_house", "chance", "fours", "fives", "sixes"), 0), -2),
    ],
)
def test_points_of_balut(boxes: Mapping[str, int], points: int) -> None:
    """29 points are the most that the table allows; the dice themselves decide nothing."""
    most = {"fours": 16, "fives": 20, "sixes": 24, "straight": 20, "full_house": 28, "chance": 28, "yatzy": 50}
    session = table("balut")
    names = [category.id for category in session.rules.ruleset.categories]
    full = {name: {**most, **boxes}[name.partition(".")[0]] for name in names}
    last = "chance.4"
    session.having(**{name: held for name, held in full.items() if name != last})
    before = sum(bonus.paid(session.state.boxes[0]) for bonus in session.rules.ruleset.bonuses)
    session.state = session.state._replace(totals=(session.state.totals[0] + before,))
    session.write(last, *((6, 6, 6, 5, 5) if full[last] else (1, 1, 1, 1, 1)))
    assert session.state.totals == (points,)
    assert session.outcome().ranking[0].total == points


def test_boxes_have_the_names_of_their_sheet() -> None:
    for language in LANGUAGES:
        said = GAME.texts_of(GAME.presets["swedish-yatzy"]).messages[language]
        assert (said["category.full_house"], said["category.twos"]) == ("Kåk", "Tvåor")


def test_presets_come_back_from_json() -> None:
    for preset in GAME.presets.values():
        made: Any = preset
        assert SheetOptions.model_validate_json(made.model_dump_json()) == preset
