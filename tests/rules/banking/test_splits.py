"""What selections are worth, against a twin that tries every way to put the dice into groups."""

import random
from collections.abc import Iterator
from itertools import chain, combinations, combinations_with_replacement
from typing import Any

import pytest

from rules.banking.combinations import (
    BankingCombination,
    BankingEqual,
    BankingEqualFlat,
    BankingExact,
    BankingFurtherAdd,
    BankingNothing,
    BankingSingle,
    BankingStraight,
    expand,
)
from rules.banking.engine import BankingRules
from rules.banking.house.game import GAME
from rules.banking.options import FARKLE, BankingOptions, ruleset
from rules.banking.splits import worth_of
from rules.banking.state import Bust, HotDice
from rules.contract import SetAside
from tests.house_rules import banking_word
from tests.rules.support.banking import Session

Dice = tuple[int, ...]
SINGLES = (BankingSingle(face=1, points=100), BankingSingle(face=5, points=50))


def groupings(dice: Dice) -> Iterator[tuple[Dice, ...]]:
    """Every way to put the dice into groups, die by die."""
    if not dice:
        yield ()
        return
    for rest in groupings(dice[1:]):
        yield (dice[:1], *rest)
        for at, group in enumerate(rest):
            yield (*rest[:at], dice[:1] + group, *rest[at + 1 :])


def makes_one(groups: tuple[Dice, ...], points: dict[Dice, int]) -> bool:
    """Whether several of the groups are equal dice that the list has an entry for, taken together."""
    several = chain.from_iterable(combinations(groups, size) for size in range(2, len(groups) + 1))
    joined = (sum(some, ()) for some in several)
    return any(len(set(dice)) == 1 and dice in points for dice in joined)


def worth(words: tuple[BankingCombination, ...], most: int, *, together: bool) -> dict[Dice, int]:
    """What every selection is worth in which each die scores, by the rules page."""
    points: dict[Dice, int] = {}
    for word in words:
        for made in expand(word, most):
            points[made.dice] = max(points.get(made.dice, 0), made.points)
    found: dict[Dice, int] = {}
    for size in range(1, most + 1):
        for dice in combinations_with_replacement(range(1, 7), size):
            sums = [
                sum(points[group] for group in groups)
                for groups in set(map(tuple, map(sorted, groupings(dice))))
                if all(group in points for group in groups) and not (together and makes_one(groups, points))
            ]
            if sums:
                found[dice] = max(sums)
    nothing = [word.points for word in words if isinstance(word, BankingNothing)]
    for dice in combinations_with_replacement(range(1, 7), most) if nothing else ():
        some = chain.from_iterable(combinations(dice, size) for size in range(1, most + 1))
        if not any(part in found for part in some):
            found[dice] = max(nothing)
    return found


@pytest.mark.parametrize("together", [False, True])
@pytest.mark.parametrize("seed", range(25))
def test_selections_are_worth_what_the_twin_finds(seed: int, together: bool) -> None:
    chance = random.Random(seed)
    words = (*SINGLES, *(banking_word(chance) for _ in range(3))) if seed % 2 else (banking_word(chance),) * 2
    most = chance.choice((3, 4, 5))
    options = BankingOptions(combinations=words, dice=most, equal_dice="together" if together else "best_split")
    assert worth_of(ruleset(options).scoring) == worth(words, most, together=together)


@pytest.mark.parametrize("seed", range(25))
def test_equal_dice_together_never_bring_more_and_score_as_often(seed: int) -> None:
    chance = random.Random(seed)
    options = BankingOptions(combinations=tuple(banking_word(chance) for _ in range(5)))
    split = worth_of(ruleset(options).scoring)
    together = worth_of(ruleset(options.model_copy(update={"equal_dice": "together"})).scoring)
    assert together.keys() == split.keys()
    assert all(together[dice] <= split[dice] for dice in split)


HUNDRED_MORE = BankingOptions(
    combinations=(
        *SINGLES,
        BankingEqual(count=3, times_face=100, ones=1000, further=BankingFurtherAdd(add=100)),
        BankingStraight(first=1, last=6, points=1000),
    ),
    opening=750,
    equal_dice="together",
)


@pytest.mark.parametrize(
    ("options", "dice", "points"),
    [
        (HUNDRED_MORE, (6, 6, 6, 6, 2, 3), 700),
        (HUNDRED_MORE, (6, 6, 6, 6, 6, 6), 900),
        (HUNDRED_MORE, (1, 1, 1, 1, 5, 5), 1200),
        (HUNDRED_MORE.model_copy(update={"equal_dice": "best_split"}), (6, 6, 6, 6, 6, 6), 1200),
    ],
)
def test_a_hundred_more_for_each_further_die(options: BankingOptions, dice: Dice, points: int) -> None:
    assert GAME.faults(options) == ()
    assert max(way for _, way in GAME.rules(options).score(dice, None).ways) == points


def test_what_is_never_split_has_its_place_in_the_list() -> None:
    words = (*SINGLES, BankingEqual(count=3, times_face=100), BankingExact(dice=(6,) * 6, points=900))
    options = BankingOptions(combinations=words)
    assert [fault.code for fault in GAME.faults(options)] == ["combination_never_counts"]
    options = options.model_copy(update={"equal_dice": "together"})
    assert GAME.faults(options) == ()
    assert max(way for _, way in GAME.rules(options).score((6,) * 6, None).ways) == 900


def test_dice_of_other_faces_are_split_as_ever() -> None:
    words = (*SINGLES, BankingEqualFlat(count=2, points=10), BankingStraight(first=1, last=3, points=500))
    options = BankingOptions(combinations=words, dice=5, equal_dice="together")
    ways = {
        way[0].dice: way[1]
        for way in rules_of(options).score((1, 1, 1, 2, 3), None).ways
        if way[0].type == "set_aside"
    }
    assert ways == {(1,): 100, (1, 1): 10, (1, 1, 1): 110, (1, 2, 3): 500, (1, 1, 2, 3): 600, (1, 1, 1, 2, 3): 510}


def rules_of(options: BankingOptions) -> BankingRules:
    rules = GAME.rules(options)
    assert isinstance(rules, BankingRules)
    return rules


NOTHING = BankingOptions(combinations=(*FARKLE, BankingNothing(points=500)), opening=300)


def test_a_throw_of_all_dice_that_holds_nothing_is_worth_something_and_makes_hot_dice() -> None:
    session = Session(GAME, 2, NOTHING)
    session.roll(2, 2, 3, 3, 4, 6)
    assert session.selections() == {(2, 2, 3, 3, 4, 6): 500}
    assert session.refused(SetAside((2, 2))).reason == "does_not_score"
    assert session.aside(2, 2, 3, 3, 4, 6) == (HotDice(),)
    assert (session.state.cup, session.state.points, session.moves()) == (6, 500, ["roll", "bank"])
    session.take(1, 2, 3, 3, 4, 6)
    assert session.roll(2, 2, 3, 3, 4) == (Bust(600),)


@pytest.mark.parametrize(
    ("options", "codes"),
    [
        ({"combinations": (*FARKLE, BankingNothing(points=1), BankingNothing(points=2))}, ["combination_twice"]),
        (
            {"combinations": (*SINGLES, BankingNothing(points=500)), "qualifying": "one_or_five"},
            ["nothing_never_thrown"],
        ),
        ({"combinations": (BankingSingle(face=1, points=100), BankingNothing(points=500)), "dice": 1}, []),
        (
            {
                "combinations": (BankingEqualFlat(count=2, points=1), BankingNothing(points=5)),
                "qualifying": "one_or_five",
            },
            [],
        ),
        (
            {
                "combinations": (
                    *(BankingSingle(face=face, points=10) for face in range(1, 7)),
                    BankingNothing(points=5),
                )
            },
            ["nothing_never_thrown"],
        ),
    ],
)
def test_a_throw_of_nothing_is_said_once_and_can_be_thrown(options: dict[str, Any], codes: list[str]) -> None:
    assert [fault.code for fault in GAME.faults(BankingOptions(**{"opening": 0, **options}))] == codes
