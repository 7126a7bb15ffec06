"""Boxes: the words in which a table writes down the boxes of its sheet, each with what it stands for."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Literal, assert_never

from annotated_types import Interval
from pydantic import BaseModel, ConfigDict, Field, JsonValue

from rules.contract import Face, Faces
from rules.dice import FACES, equal, groups, straight
from rules.names import Name
from rules.sheet.categories import (
    ALL,
    ANY,
    CATEGORIES,
    GROUP,
    MOST_SUM,
    UPPER,
    Amount,
    Category,
    Order,
    SheetCategory,
    fixed,
)

WORD = ConfigDict(extra="forbid", frozen=True, strict=True)
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


class SheetFitsAny(BaseModel):
    """Any dice fit."""

    model_config = WORD

    type: Literal["any"] = "any"


class SheetFitsEqual(BaseModel):
    """So many equal dice fit."""

    model_config = WORD

    type: Literal["equal"] = "equal"
    count: Annotated[int, Field(ge=2, le=6, description="How many at least.")]


class SheetFitsGroups(BaseModel):
    """Groups of equal dice fit, such as a pair and three of a kind."""

    model_config = WORD

    type: Literal["groups"] = "groups"
    sizes: Annotated[
        tuple[Annotated[int, Interval(ge=2, le=4)], ...],
        Field(strict=False, min_length=2, max_length=3, description="The dice of each group."),
    ]
    faces: Annotated[
        Literal["distinct", "any"],
        Field(description="Whether the groups show different faces (`distinct`), or may show the same (`any`)."),
    ] = "distinct"


class SheetFitsRun(BaseModel):
    """Faces in a row fit, wherever they begin."""

    model_config = WORD

    type: Literal["run"] = "run"
    length: Annotated[int, Field(ge=2, le=6, description="How many faces in a row.")]
    wraps: Annotated[bool, Field(description="Whether a 1 may follow a 6: 5-6-1.")] = False


class SheetFitsFaces(BaseModel):
    """Named faces fit, such as 1-3-5."""

    model_config = WORD

    type: Literal["faces"] = "faces"
    any_of: Annotated[
        tuple[Annotated[tuple[Face, ...], Field(strict=False, min_length=1, max_length=6)], ...],
        Field(strict=False, min_length=1, max_length=20, description="Dice that fit, any one of these throws."),
    ]


SheetFits = Annotated[
    SheetFitsAny | SheetFitsEqual | SheetFitsGroups | SheetFitsRun | SheetFitsFaces, Field(discriminator="type")
]


class SheetWorth(BaseModel):
    """A worth that is reckoned: a sum so many times, and points besides."""

    model_config = WORD

    of: Annotated[
        Literal["group", "all"],
        Field(description="The sum of the dice that make the category, or of all dice."),
    ]
    times: Annotated[int, Field(ge=1, le=100, description="How many times that sum.")] = 1
    plus: Annotated[int, Field(ge=0, le=1000, description="The points that are added.")] = 0


BoxName = Annotated[Name, Field(max_length=30, pattern="^[^{}]+$")]
"""As players are named, without the braces that stand for figures in a sentence."""
OneWorth = Literal["group", "all"] | Annotated[int, Interval(ge=1, le=1000)] | SheetWorth


REFERS: Mapping[str, JsonValue] = {"x-refers-to": "/boxes/*/category"}
"""For forms: what stands there is the category of one of the boxes in the same options."""


class SheetAfter(BaseModel):
    """Another box that comes first."""

    model_config = WORD

    category: Annotated[
        str, Field(max_length=32, description="The category of that box.", json_schema_extra=dict(REFERS))
    ]
    scored: Annotated[bool, Field(description="Whether it must hold points, or be filled at all.")] = True


class SheetBox(BaseModel):
    """A box of a sheet: which dice fit and what they are worth."""

    model_config = WORD

    category: Annotated[
        str,
        Field(
            pattern=r"^[a-z][a-z0-9_]{0,29}$",
            description="One of the known categories, or an id of one's own, which needs `fits`.",
            examples=[*CATEGORIES],
        ),
    ]
    worth: Annotated[
        OneWorth | Annotated[tuple[OneWorth, ...], Field(strict=False, min_length=2, max_length=10)],
        Field(
            description="What dice that fit are worth: `group`: the sum of those that make the category, the best of "
            "them; `all`: the sum of all dice; a number of points; or one of these sums so many times and with "
            "points added. A list says it by throw of the turn, the last for all later throws."
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
    fits: Annotated[
        SheetFits | None,
        Field(description="Which dice fit, in place of what the category says of itself."),
    ] = None
    lowest: Annotated[
        Annotated[int, Interval(ge=1, le=MOST_SUM)] | None,
        Field(description="The lowest sum of all dice that fits; null: any."),
    ] = None
    highest: Annotated[
        Annotated[int, Interval(ge=1, le=MOST_SUM)] | None,
        Field(description="The highest sum of all dice that fits; null: any."),
    ] = None
    one_colour: Annotated[
        bool,
        Field(
            description="Whether the dice that make the category (all dice where any fit) must show one of `colours`."
        ),
    ] = False
    after: Annotated[
        SheetAfter | None,
        Field(description="A box that must be filled before dice are worth anything in this one; null: none."),
    ] = None
    wins: Annotated[
        Literal["never", "first_throw", "any_throw"],
        Field(description="Whether points in this box win the game at once: with dice of the first throw, or any."),
    ] = "never"
    name: Annotated[
        BoxName | None,
        Field(description="What the box is called at this table; null: as the category is."),
    ] = None


WINS = {"never": 0, "first_throw": 1, "any_throw": 1_000}
"""Up to which throw of a turn; there are not so many throws, even saved ones."""
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


class SheetColumnRule(BaseModel):
    """One of several columns of the same boxes."""

    model_config = WORD

    factor: Annotated[int, Field(ge=1, le=10, description="How many times points count in it.")] = 1
    order: Annotated[
        Order,
        Field(description="In which order it is filled: any (`free`), from the top (`down`), or the bottom (`up`)."),
    ] = "free"


def category(box: SheetBox, dice: int, colours: Sequence[Faces] = ()) -> Category:
    """The box in a game of so many dice, whose faces have these colours."""
    name = box.category
    wins = WINS[box.wins]
    if name in UPPER_BOXES:
        return replace(UPPER_BOXES[name], wins=wins)
    made = _groups(box, dice)
    words = box.worth if isinstance(box.worth, tuple) else (box.worth,)
    return Category(
        name,
        made,
        tuple(_amount(word, any_dice=made == ANY) for word in words),
        lowest=box.lowest or 0,
        highest=box.highest or MOST_SUM,
        colours=tuple(map(frozenset, colours)) if box.one_colour else (),
        wins=wins,
    )


def _amount(word: OneWorth, *, any_dice: bool) -> Amount:
    """The worth that a word stands for; where any dice fit it is all of them that make the category."""
    if isinstance(word, int):
        return fixed(word)
    if isinstance(word, str):
        return ALL if word == "all" or any_dice else GROUP
    return Amount("all" if any_dice else word.of, word.times, word.plus)


def _groups(box: SheetBox, dice: int) -> tuple[Faces, ...]:
    """The dice that make the category; none for an id of one's own of which nothing is said."""
    if box.fits is not None:
        return fitting(box.fits)
    name = box.category
    if name == "chance":
        return ANY
    if name in EQUAL:
        return equal(EQUAL[name])
    if name in GROUPS:
        return groups(*GROUPS[name], distinct=box.faces == "distinct")
    if name in STRAIGHTS:
        return (straight(*STRAIGHTS[name]),) if box.in_a_row is None else _runs(box.in_a_row, wraps=False)
    return equal(dice) if name == "yatzy" else ()


def fitting(fits: SheetFits) -> tuple[Faces, ...]:
    """The groups of which dice that fit hold one."""
    match fits:
        case SheetFitsAny():
            return ANY
        case SheetFitsEqual():
            return equal(fits.count)
        case SheetFitsGroups():
            return groups(*fits.sizes, distinct=fits.faces == "distinct")
        case SheetFitsRun():
            return _runs(fits.length, wraps=fits.wraps)
        case SheetFitsFaces():
            return tuple(sorted({tuple(sorted(throw)) for throw in fits.any_of}))
        case _:
            assert_never(fits)


def _runs(length: int, *, wraps: bool) -> tuple[Faces, ...]:
    """So many faces in a row, from every face that may begin them."""
    starts = FACES if wraps else FACES[: len(FACES) - length + 1]
    runs = {tuple(sorted(FACES[(low - 1 + step) % len(FACES)] for step in range(length))) for low in starts}
    return tuple(sorted(runs))
