"""The boxes of score sheets, as data: which dice fit and what they are worth."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product
from typing import Literal, get_args

from typing_extensions import TypeAliasType

from rules.contract import Faces

FACES = (1, 2, 3, 4, 5, 6)

SheetCategory = TypeAliasType(
    "SheetCategory",
    Literal[
        "ones",
        "twos",
        "threes",
        "fours",
        "fives",
        "sixes",
        "one_pair",
        "two_pairs",
        "three_pairs",
        "three_of_a_kind",
        "four_of_a_kind",
        "five_of_a_kind",
        "small_straight",
        "large_straight",
        "full_straight",
        "full_house",
        "villa",
        "tower",
        "chance",
        "yatzy",
    ],
)
CATEGORIES: tuple[SheetCategory, ...] = get_args(SheetCategory.__value__)
"""Every category, in the order of a printed sheet."""
Worth = int | Literal["group", "all"]


@dataclass(frozen=True, slots=True)
class Category:
    """A box of a sheet.

    groups: the dice fit if they hold one of these (each ascending). worth: what dice that fit are worth: the sum of
    the best such group, the sum of all dice, or a fixed number of points. face: for an upper box, its face.
    """

    id: SheetCategory
    groups: tuple[Faces, ...]
    worth: Worth = "group"
    face: int | None = None

    def points(self, dice: Faces) -> int:
        """What the dice (ascending) are worth in this box; 0 if they do not fit."""
        held = parts(dice)
        fitting = [sum(group) for group in self.groups if group in held]
        if not fitting:
            return 0
        if self.worth == "group":
            return max(fitting)
        return sum(dice) if self.worth == "all" else self.worth

    def joker_points(self, dice: Faces) -> int:
        """What the dice (ascending) are worth as a joker: a fixed number of points counts though they do not fit."""
        return self.worth if isinstance(self.worth, int) else self.points(dice)


@lru_cache(maxsize=1024)
def parts(dice: Faces) -> frozenset[Faces]:
    """Every selection of these dice (ascending), from none to all."""
    return frozenset(part for size in range(len(dice) + 1) for part in combinations(dice, size))


ANY: tuple[Faces, ...] = ((),)
"""The group that all dice hold."""


def equal(count: int) -> tuple[Faces, ...]:
    """So many equal dice, of every face."""
    return tuple((face,) * count for face in FACES)


def groups(*sizes: int, same_face: bool = False) -> tuple[Faces, ...]:
    """Groups of so many equal dice each, of different faces; with `same_face` they may show the same."""
    chosen = (faces for faces in product(FACES, repeat=len(sizes)) if same_face or len(set(faces)) == len(faces))
    dice = {
        tuple(sorted(sum(((face,) * size for face, size in zip(faces, sizes, strict=True)), ()))) for faces in chosen
    }
    return tuple(sorted(dice))


def two_pairs(*, of_four: bool = False) -> tuple[Faces, ...]:
    """Two pairs of different faces; with `of_four` four equal dice are two pairs as well."""
    return groups(2, 2, same_face=of_four)


def full_house(*, of_five: bool = False) -> tuple[Faces, ...]:
    """A pair and a triple of different faces; with `of_five` five equal dice are a full house as well."""
    return groups(2, 3, same_face=of_five)


def run(low: int, high: int) -> tuple[Faces, ...]:
    """One die of every face from `low` to `high`."""
    return (tuple(range(low, high + 1)),)


def _upper(name: SheetCategory, face: int) -> Category:
    return Category(name, tuple((face,) * count for count in FACES), face=face)


UPPER = (
    _upper("ones", 1),
    _upper("twos", 2),
    _upper("threes", 3),
    _upper("fours", 4),
    _upper("fives", 5),
    _upper("sixes", 6),
)
"""The six upper boxes: the sum of the dice of one face."""
