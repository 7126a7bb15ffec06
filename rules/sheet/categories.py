"""Categories: the boxes of score sheets worked out, which dice fit and what they are worth."""

from dataclasses import dataclass
from typing import Literal, get_args

from typing_extensions import TypeAliasType

from rules.contract import Faces
from rules.dice import FACES, parts

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


ANY: tuple[Faces, ...] = ((),)
"""The group that all dice hold."""


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
