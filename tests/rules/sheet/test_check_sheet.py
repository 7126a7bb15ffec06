"""Filled sheets of sheet games: the points that dice make, further yatzys and jokers, by brute force."""

import random
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.contract import AnyGame, Faces
from rules.registry import BUILT_IN
from rules.sheet.check_sheet import most_further, possible
from tests.playing import options_of
from tests.rules.support.filled_sheets import GAMES, defaults, findings

SHEET_CATEGORIES = GAMES["yahtzee"].categories
SHEETS = [game for game in BUILT_IN if game.state.__name__ == "SheetState"]


def all_throws(dice: int, fewest: int) -> Iterator[Faces]:
    for count in range(fewest, dice + 1):
        yield from product(range(1, 7), repeat=count)


@pytest.mark.parametrize("game", SHEETS, ids=lambda game: game.name)
@given(data=st.data())
def test_possible_points_are_those_of_all_throws(game: AnyGame, data: st.DataObject) -> None:
    rules: Any = game.rules(data.draw(options_of(game)))
    ruleset = rules.ruleset
    made = possible(ruleset.categories, ruleset.dice, ruleset.choose_dice_count)
    throws = {
        tuple(sorted(dice)) for dice in all_throws(ruleset.dice, 1 if ruleset.choose_dice_count else ruleset.dice)
    }
    for category, points in zip(ruleset.categories, made, strict=True):
        assert points == {category.points(dice, throw) for throw in range(1, 11) for dice in throws}


def bonuses_of_games(rules: Any) -> dict[Any, set[int]]:
    """By boxes, how many bonuses for further yatzys the games that fill them so have brought: all are played."""
    ruleset = rules.ruleset
    start = rules.start(1)
    brought: dict[Any, set[int]] = {start.boxes[0]: {0}}
    for filled in range(len(ruleset.categories)):
        for boxes, counts in [each for each in brought.items() if sum(box is not None for box in each[0]) == filled]:
            for dice in rules.tables.throws:
                state = start._replace(boxes=(boxes,), throw=ruleset.throws, dice=dice)
                for legal in rules.legal_moves(state, 0):
                    step = rules.apply(state, 0, legal.move, ())
                    more = sum(each.type == "yatzy_bonus" for each in step.events)
                    brought.setdefault(step.state.boxes[0], set()).update(count + more for count in counts)
    return brought


@pytest.mark.parametrize(
    ("boxes", "dice"),
    [
        (("ones", "twos", "yatzy", "chance"), 2),
        (("ones", "twos", "yatzy", "small_straight"), 3),
        (("twos", "yatzy", "one_pair", "small_straight"), 3),
        (("ones", "twos", "yatzy", "chance"), 1),
        (("yatzy", "chance", "one_pair"), 2),
    ],
)
@pytest.mark.parametrize("joker", ["none", "free", "forced"])
@pytest.mark.parametrize("bonus_for", ["scored", "matching_box"])
def test_further_yatzys_are_those_that_a_game_can_bring(boxes: Any, dice: int, joker: str, bonus_for: str) -> None:
    straight = {"category": "small_straight", "worth": 30, "in_a_row": 3}
    words = [straight if box == "small_straight" else {"category": box} for box in boxes]
    game = GAMES["sheet"]
    options = {"boxes": words, "dice": dice, "bonus": 0, "joker": joker, "yatzy_bonus": 50}
    rules: Any = game.rules(game.options.model_validate(options | {"yatzy_bonus_for": bonus_for}))
    ids = [category.id for category in rules.ruleset.categories]
    chance = random.Random(1)
    brought = [*bonuses_of_games(rules).items()]
    for written_boxes, counts in chance.sample(brought, min(len(brought), 3000)):
        assert counts == set(range(most_further(rules.ruleset, rules.tables, written_boxes) + 1)), dict(
            zip(ids, written_boxes, strict=True)
        )


@pytest.mark.parametrize(
    ("boxes", "most"),
    [
        ({"yatzy": 50, "full_house": 0, "ones": 2}, 0),
        ({"yatzy": 50, "ones": 0, "chance": 10}, 0),
        ({"yatzy": 50, "ones": 5, "chance": 20}, 1),
        ({"yatzy": 50, "ones": 5, "chance": 5, "full_house": 25}, 3),
        ({"yatzy": 50, "ones": 0, "chance": 5, "full_house": 25}, 2),
        # The lower boxes are full, and one upper box is filled before a yatzy can go into another for 0.
        ({**dict.fromkeys(SHEET_CATEGORIES, 0), "yatzy": 50, "chance": 6}, 5),
    ],
)
def test_jokers_go_where_the_rules_force_them(boxes: dict[str, int], most: int) -> None:
    rules = defaults("yahtzee")
    found = findings(GAMES["yahtzee"], {"boxes": boxes, "yatzy_bonus": 100 * most}, rules)
    assert found.faults == ()
    found = findings(GAMES["yahtzee"], {"boxes": boxes, "yatzy_bonus": 100 * (most + 1)}, rules)
    assert [fault.code for fault in found.faults] == ["wrong_yatzy_bonus"]
    assert found.faults[0].rule == "4.1"


def test_points_of_a_box_rest_on_its_paragraph() -> None:
    def rule(name: str, category: str) -> str | None:
        return findings(GAMES[name], {"boxes": {category: 999}}, defaults(name)).faults[0].rule

    assert [rule("yatzy", each) for each in ("ones", "one_pair", "yatzy")] == ["3.2", "3.4", "3.11"]
    assert [rule("yatzy-bg", each) for each in ("sixes", "chance")] == ["3.2", "3.9"]
    assert [rule("yahtzee", each) for each in ("full_house", "chance")] == ["3.5", "3.8"]
    assert [rule("sheet", each) for each in ("full_house", "chance")] == ["3.6", "3.8"]
    further = findings(GAMES["yatzy"], {"boxes": {}, "yatzy_bonus": 100}, defaults("yatzy"))
    assert further.faults[0].rule == "3.11"
