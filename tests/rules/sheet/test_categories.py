"""Every category of every game over all rolls of 1 to 6 dice, against twins that pick dice by their places."""

from collections.abc import Callable
from itertools import combinations, combinations_with_replacement, product

import pytest
from pydantic import BaseModel

from rules.contract import AnyGame
from rules.sheet import yahtzee, yatzy, yatzy_bg
from rules.sheet.categories import Category
from rules.sheet.engine import SheetRules
from rules.sheet.yahtzee import YahtzeeOptions
from rules.sheet.yatzy import YatzyOptions
from rules.sheet.yatzy_bg import YatzyBgOptions

Dice = tuple[int, ...]
Twin = Callable[[Dice], int]
BOTH = list(product((False, True), repeat=2))
ROLLS = [dice for size in range(1, 7) for dice in combinations_with_replacement(range(1, 7), size)]

# --- the twins, written from the rules pages ---------------------------------------------------------------------


def best(dice: Dice, count: int, fits: Callable[[Dice], bool]) -> int:
    """The highest sum of so many dice that fit."""
    return max((sum(pick) for pick in combinations(dice, count) if fits(pick)), default=0)


def alike(pick: Dice) -> bool:
    return len(set(pick)) == 1


def upper(face: int) -> Twin:
    return lambda dice: sum(die for die in dice if die == face)


def kind(count: int) -> Twin:
    return lambda dice: best(dice, count, alike)


def kind_of_all(count: int) -> Twin:
    return lambda dice: sum(dice) if best(dice, count, alike) else 0


def two_pairs(of_four: bool) -> Twin:
    def fits(pick: Dice) -> bool:
        counts = sorted(map(pick.count, set(pick)))
        return counts == [2, 2] or (of_four and counts == [4])

    return lambda dice: best(dice, 4, fits)


def house(of_five: bool) -> Twin:
    def fits(pick: Dice) -> bool:
        counts = sorted(map(pick.count, set(pick)))
        return counts == [2, 3] or (of_five and counts == [5])

    return lambda dice: best(dice, 5, fits)


def worth(points: int, twin: Twin) -> Twin:
    return lambda dice: points if twin(dice) else 0


def straight(count: int, *lows: int) -> Twin:
    wanted = [set(range(low, low + count)) for low in lows]
    return lambda dice: best(dice, count, lambda pick: set(pick) in wanted)


UPPER = {name: upper(1 + i) for i, name in enumerate(("ones", "twos", "threes", "fours", "fives", "sixes"))}


def scandinavian(of_four: bool, of_five: bool) -> dict[str, Twin]:
    return {
        **UPPER,
        "one_pair": kind(2),
        "two_pairs": two_pairs(of_four),
        "three_of_a_kind": kind(3),
        "four_of_a_kind": kind(4),
        "small_straight": worth(15, straight(5, 1)),
        "large_straight": worth(20, straight(5, 2)),
        "full_house": house(of_five),
        "chance": sum,
        "yatzy": worth(50, kind(5)),
    }


def bulgarian(of_four: bool, of_five: bool) -> dict[str, Twin]:
    return {
        name: twin
        for name, twin in scandinavian(of_four, of_five).items()
        if name not in {"three_of_a_kind", "yatzy"}
    }


AMERICAN: dict[str, Twin] = {
    **UPPER,
    "three_of_a_kind": kind_of_all(3),
    "four_of_a_kind": kind_of_all(4),
    "full_house": worth(25, house(of_five=False)),
    "small_straight": worth(30, straight(4, 1, 2, 3)),
    "large_straight": worth(40, straight(5, 1, 2)),
    "yatzy": worth(50, kind(5)),
    "chance": sum,
}


def same(categories: tuple[Category, ...], twins: dict[str, Twin]) -> None:
    assert [category.id for category in categories] == list(twins)
    for category in categories:
        twin = twins[category.id]
        assert [category.points(dice) for dice in ROLLS] == [twin(dice) for dice in ROLLS], category.id


def categories_of(game: AnyGame, options: BaseModel) -> tuple[Category, ...]:
    rules = game.rules(options)
    assert isinstance(rules, SheetRules)
    return rules.ruleset.categories


@pytest.mark.parametrize(("of_four", "of_five"), BOTH)
def test_the_bulgarian_sheet(of_four: bool, of_five: bool) -> None:
    """yatzy-bg 3.2 and 3.4 to 3.9, in sheet order."""
    options = YatzyBgOptions(two_pairs_of_four=of_four, full_house_of_five=of_five)
    same(categories_of(yatzy_bg.GAME, options), bulgarian(of_four, of_five))


@pytest.mark.parametrize(("of_four", "of_five"), BOTH)
def test_the_scandinavian_sheet(of_four: bool, of_five: bool) -> None:
    """yatzy 3.2 and 3.4 to 3.11, in sheet order."""
    options = YatzyOptions(two_pairs_of_four=of_four, full_house_of_five=of_five)
    same(categories_of(yatzy.GAME, options), scandinavian(of_four, of_five))


def test_the_american_sheet() -> None:
    """yahtzee 3.2 and 3.4 to 3.8, in sheet order."""
    same(categories_of(yahtzee.GAME, YahtzeeOptions()), AMERICAN)


def test_a_joker_counts_fixed_points_in_full() -> None:
    """yahtzee 4.3: full house and straights in full, the others what the dice make."""
    full = {"full_house": 25, "small_straight": 30, "large_straight": 40, "yatzy": 50}
    for category in categories_of(yahtzee.GAME, YahtzeeOptions()):
        for face in range(1, 7):
            dice = (face,) * 5
            assert category.joker_points(dice) == full.get(category.id, AMERICAN[category.id](dice))
