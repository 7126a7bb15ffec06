"""Categories: the boxes of score sheets worked out, which dice fit and what they are worth."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Literal, NamedTuple

from pydantic import Field
from typing_extensions import TypeAliasType

from rules.contract import Faces
from rules.dice import FACES, parts

SheetCategory = TypeAliasType(
    "SheetCategory",
    Annotated[
        str,
        Field(
            pattern=r"^[a-z][a-z0-9_]{0,29}(\.[1-8])?$",
            description="The id of a box: one of the game's categories, or one that the house rules name; on a sheet "
            "of several columns with the number of its column, such as `ones.2`.",
            examples=["full_house"],
        ),
    ],
)
CATEGORIES: tuple[SheetCategory, ...] = (
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
)
"""Every category that is known by its name, in the order of a printed sheet."""


Order = Literal["free", "down", "up"]
"""In which order the boxes of a column are filled: any, from the top, from the bottom."""


class Amount(NamedTuple):
    """What dice that fit are worth: the sum of the best group or of all dice, so many times, and points besides.

    of: `points` for the points alone.
    """

    of: Literal["group", "all", "points"]
    times: int = 1
    plus: int = 0


def fixed(points: int) -> Amount:
    """So many points, whatever the dice that fit."""
    return Amount("points", plus=points)


GROUP, ALL = Amount("group"), Amount("all")
MOST_SUM = 60
"""The sum of ten sixes, above that of any throw."""


@dataclass(frozen=True, slots=True)
class Category:
    """A box of a sheet.

    groups: the dice fit if they hold one of these (each ascending). worth: what dice that fit are worth, by throw of
    the turn, the last for all later ones. face: for an upper box, its face. lowest, highest: the bounds within which
    the sum of all dice fits. colours: where the dice that fit show one colour, the faces of each; else none.
    column, order, factor: of the sheet's columns the one it stands in, from 0, in which order that is filled, and how
    many times its points count there.
    after: the place of another box, and whether it must hold points, without which dice are worth nothing here; until
    it is filled at least they are. wins: up to which throw of a turn points here win the game at once; 0: never.
    """

    id: SheetCategory
    groups: tuple[Faces, ...]
    worth: tuple[Amount, ...] = (GROUP,)
    face: int | None = None
    lowest: int = 0
    highest: int = MOST_SUM
    colours: tuple[frozenset[int], ...] = ()
    column: int = 0
    order: Order = "free"
    factor: int = 1
    after: tuple[int, bool] | None = None
    wins: int = 0

    @property
    def box(self) -> SheetCategory:
        """Its id without that of its column."""
        return self.id.partition(".")[0]

    def points(self, dice: Faces, throw: int = 1) -> int:
        """What the dice (ascending) of this throw of the turn are worth in this box; 0 if they do not fit."""
        return self.factor * self.worth_once(dice, throw)

    def worth_once(self, dice: Faces, throw: int) -> int:
        """The same in a column where points count once."""
        made = self._made(dice)
        return 0 if made is None else _points(self._amount(throw), made, dice)

    def any_throw(self, dice: Faces) -> set[int]:
        """The same whichever throw of the turn the dice are."""
        made = self._made(dice)
        return {0} if made is None else {_points(amount, made, dice) for amount in self.worth}

    def _made(self, dice: Faces) -> int | None:
        """The sum of the best group that the dice hold; None if they do not fit."""
        if not self.lowest <= sum(dice) <= self.highest:
            return None
        held = parts(dice)
        return max(
            (sum(group) for group in self.groups if group in held and self._in_colour(group or dice)), default=None
        )

    def joker_points(self, dice: Faces, throw: int = 1) -> int:
        """What the dice (ascending) are worth as a joker: a fixed number of points counts though they do not fit."""
        of, _, plus = self._amount(throw)
        return self.factor * plus if of == "points" else self.points(dice, throw)

    def _amount(self, throw: int) -> Amount:
        return self.worth[min(throw, len(self.worth)) - 1]

    def _in_colour(self, dice: Iterable[int]) -> bool:
        return not self.colours or any(colour.issuperset(dice) for colour in self.colours)


def _points(amount: Amount, made: int, dice: Faces) -> int:
    """An amount, from the sum of the best group and all dice."""
    if amount.of == "points":
        return amount.plus
    return amount.times * (made if amount.of == "group" else sum(dice)) + amount.plus


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
