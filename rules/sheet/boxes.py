"""Boxes: the words in which a table writes down the boxes of its sheet, each with what it stands for."""

from collections.abc import Mapping
from typing import Annotated, Literal

from annotated_types import Interval
from pydantic import BaseModel, ConfigDict, Field

from rules.contract import Faces
from rules.dice import equal, groups, straight
from rules.sheet.categories import ANY, UPPER, Category, SheetCategory

UPPER_BOXES: Mapping[SheetCategory, Category] = {category.id: category for category in UPPER}
EQUAL: Mapping[SheetCategory, int] = {
    "one_pair": 2,
    "three_of_a_kind": 3,
    "four_of_a_kind": 4,
    "five_of_a_kind": 5,
}
"""So many equal dice."""
GROUPS: Mapping[SheetCategory, tuple[int, ...]] = {
    "two_pairs": (2, 2),
    "three_pairs": (2, 2, 2),
    "full_house": (2, 3),
    "villa": (3, 3),
    "tower": (2, 4),
}
"""Several groups of so many equal dice."""
STRAIGHTS: Mapping[SheetCategory, tuple[int, int]] = {
    "small_straight": (1, 5),
    "large_straight": (2, 6),
    "full_straight": (1, 6),
}
"""One die of each face from the first to the last."""


class SheetBox(BaseModel):
    """A box of a sheet: which dice fit and what they are worth."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    category: SheetCategory
    worth: Annotated[
        Literal["group", "all"] | Annotated[int, Interval(ge=1, le=1000)],
        Field(
            description="What dice that fit are worth: `group`: the sum of those that make the category, the best of "
            "them; `all`: the sum of all dice; or a number of points."
        ),
    ] = "group"
    faces: Annotated[
        Literal["distinct", "any"],
        Field(
            description="For two and three pairs, full house, villa and tower: whether the groups show different "
            "faces (`distinct`), or may show the same (`any`), so that four equal dice are two pairs."
        ),
    ] = "distinct"
    in_a_row: Annotated[
        Annotated[int, Interval(ge=3, le=6)] | None,
        Field(
            description="For straights: how many faces in a row are needed, wherever they begin; null: the small one "
            "is 1 to 5, the large one 2 to 6, the full one 1 to 6."
        ),
    ] = None


UPPER_SECTION = tuple(SheetBox(category=name) for name in UPPER_BOXES)


def scandinavian(*, two_pairs_of_four: bool = False, full_house_of_five: bool = False) -> tuple[SheetBox, ...]:
    """The boxes of the Scandinavian sheet, whose pairs and full house show different faces unless told otherwise."""
    return (
        *UPPER_SECTION,
        SheetBox(category="one_pair"),
        SheetBox(category="two_pairs", faces="any" if two_pairs_of_four else "distinct"),
        SheetBox(category="three_of_a_kind"),
        SheetBox(category="four_of_a_kind"),
        SheetBox(category="small_straight", worth=15),
        SheetBox(category="large_straight", worth=20),
        SheetBox(category="full_house", faces="any" if full_house_of_five else "distinct"),
        SheetBox(category="chance"),
        SheetBox(category="yatzy", worth=50),
    )


def category(box: SheetBox, dice: int) -> Category:
    """The box in a game of so many dice."""
    name = box.category
    if name in UPPER_BOXES:
        return UPPER_BOXES[name]
    if name == "chance":
        return Category(name, ANY, "all" if box.worth == "group" else box.worth)
    return Category(name, _groups(box, dice), box.worth)


def _groups(box: SheetBox, dice: int) -> tuple[Faces, ...]:
    name = box.category
    if name in EQUAL:
        return equal(EQUAL[name])
    if name in GROUPS:
        return groups(*GROUPS[name], distinct=box.faces == "distinct")
    if name in STRAIGHTS:
        if box.in_a_row is None:
            return (straight(*STRAIGHTS[name]),)
        length = box.in_a_row
        return tuple(straight(low, low + length - 1) for low in range(1, 8 - length))
    return equal(dice)  # yatzy
