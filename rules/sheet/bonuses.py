"""Bonuses: the words in which a table writes them down, and what a column's boxes bring by them."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Annotated, Literal, assert_never

from annotated_types import Interval
from pydantic import BaseModel, Field
from typing_extensions import TypeAliasType

from rules.seats import replaced_at
from rules.sheet.boxes import REFERS, UPPER_BOXES, WORD
from rules.sheet.categories import SheetCategory
from rules.sheet.state import Boxes, SheetBoxesBonus

Points = Annotated[int, Interval(ge=-1000, le=1000)]
BoxOnSheet = Annotated[SheetCategory, Field(json_schema_extra=dict(REFERS))]
SheetBonusBoxes = TypeAliasType(
    "SheetBonusBoxes",
    Annotated[
        Literal["upper", "lower", "all"]
        | Annotated[tuple[BoxOnSheet, ...], Field(strict=False, min_length=1, max_length=40)],
        Field(description="For which boxes: those of a section, all, or those listed."),
    ],
)


Over = Annotated[
    Literal["column", "sheet"],
    Field(
        description="On a sheet of several columns: whether each has the bonus for itself, or all have it together."
    ),
]


class SheetStep(BaseModel):
    """A step of a bonus: from so many points on it brings so many."""

    model_config = WORD

    least: Annotated[int, Field(ge=0, le=10_000, description="The sum of the boxes from which it is reached.")]
    points: Annotated[Points, Field(description="What the bonus is worth then, in place of the step before.")]


class SheetStepBonus(BaseModel):
    """A bonus for the sum of boxes, in steps."""

    model_config = WORD

    type: Literal["steps"] = "steps"
    boxes: SheetBonusBoxes
    steps: Annotated[
        tuple[SheetStep, ...],
        Field(strict=False, min_length=1, max_length=20, description="From the lowest sum to the highest."),
    ]
    over: Over = "column"


class SheetScoredBonus(BaseModel):
    """A bonus for boxes that hold points."""

    model_config = WORD

    type: Literal["scored"] = "scored"
    boxes: SheetBonusBoxes
    points: Annotated[int, Field(ge=1, le=1000)]
    each: Annotated[
        bool, Field(description="Whether every one of the boxes brings the points, or all of them together once.")
    ] = False
    over: Over = "column"


class SheetDifferenceBonus(BaseModel):
    """A bonus for how much more one box holds than another; nothing where it holds less."""

    model_config = WORD

    type: Literal["difference"] = "difference"
    more: Annotated[BoxOnSheet, Field(description="The box that is to hold more.")]
    less: Annotated[BoxOnSheet, Field(description="The box that is to hold less.")]
    times_box: Annotated[
        Annotated[str, Field(max_length=32, json_schema_extra=dict(REFERS))] | None,
        Field(description="A box whose points the difference is multiplied by; null: none."),
    ] = None


class SheetClearedBonus(BaseModel):
    """Bonuses alone count: at the end of a seat's sheet the points of all its boxes are taken off again."""

    model_config = WORD

    type: Literal["cleared"] = "cleared"


SheetBonusRule = TypeAliasType(
    "SheetBonusRule",
    Annotated[
        SheetStepBonus | SheetScoredBonus | SheetDifferenceBonus | SheetClearedBonus, Field(discriminator="type")
    ],
)


@dataclass(frozen=True, slots=True)
class Bonus:
    """A bonus of a sheet.

    places: of the boxes that it follows from. column: from 0, None for one over several columns. factor: how many
    times points count there; the bonus follows from them without it, and counts so many times itself.
    """

    rule: SheetBonusRule
    places: tuple[int, ...]
    column: int | None = 0
    factor: int = 1

    @property
    def at_once(self) -> bool:
        """Whether it is written down as soon as it is reached (it can only grow); else once its boxes are filled."""
        match self.rule:
            case SheetStepBonus():
                gained = [0, *(step.points for step in self.rule.steps)]
                return gained == sorted(gained)
            case SheetScoredBonus():
                return True
            case SheetDifferenceBonus() | SheetClearedBonus():
                return False
            case _:
                assert_never(self.rule)

    def full(self, boxes: Boxes) -> bool:
        """Whether its boxes are filled."""
        return all(boxes[place] is not None for place in self.places)

    def paid(self, boxes: Boxes) -> int:
        """What it has brought a seat with these boxes by now."""
        if not self.at_once and not self.full(boxes):
            return 0
        points = [(boxes[place] or 0) // self.factor for place in self.places]
        return self.factor * _worth(self.rule, points)

    def brings(self, boxes: Boxes) -> Callable[[int], int] | None:
        """By the points written into one of its open boxes, what the bonus brings then; None for nothing."""
        opened = [place for place in self.places if boxes[place] is None]
        last, rule, factor = len(opened) == 1, self.rule, self.factor
        if isinstance(rule, SheetStepBonus) and (last or self.at_once):
            summed = sum(boxes[place] or 0 for place in self.places) // factor
            before = _worth(rule, [summed]) if self.at_once else 0
            return lambda points: factor * (_worth(rule, [summed, points // factor]) - before)
        if isinstance(rule, SheetScoredBonus) and rule.each:
            return lambda points: factor * _worth(rule, [points])
        if last:
            return lambda points: self.paid(replaced_at(boxes, opened[0], points))
        return None

    def shown(self, boxes: Boxes) -> int | None:
        """The same for a reader: None while it is open and has brought nothing."""
        return self.paid(boxes) or (0 if self.full(boxes) else None)


def _worth(rule: SheetBonusRule, points: Sequence[int]) -> int:
    """What a bonus brings for boxes that hold these points."""
    match rule:
        case SheetStepBonus():
            total = sum(points)
            return next((step.points for step in reversed(rule.steps) if total >= step.least), 0)
        case SheetScoredBonus():
            return rule.points * (sum(map(bool, points)) if rule.each else all(points))
        case SheetDifferenceBonus():
            more, less, *times = points
            return max(0, more - less) * (times[0] if times else 1)
        case SheetClearedBonus():
            return -sum(points)
        case _:
            assert_never(rule)


def gained(bonuses: Sequence[Bonus], before: Boxes, after: Boxes) -> tuple[SheetBoxesBonus, ...]:
    """What a box that has been filled brings by these bonuses."""
    brought = [(number, each.paid(after) - each.paid(before)) for number, each in enumerate(bonuses, 1)]
    return tuple(SheetBoxesBonus(points, number) for number, points in brought if points)


def places_of(boxes: SheetBonusBoxes, sheet: Sequence[SheetCategory]) -> list[int]:
    """The places of the boxes on the sheet; those that it does not have are left out."""
    match boxes:
        case "upper":
            return [place for place, each in enumerate(sheet) if each in UPPER_BOXES]
        case "lower":
            return [place for place, each in enumerate(sheet) if each not in UPPER_BOXES]
        case "all":
            return list(range(len(sheet)))
        case _:
            return [place for place, each in enumerate(sheet) if each in boxes]


def bonuses_of(
    rules: Iterable[SheetBonusRule], sheet: Sequence[SheetCategory], factors: Sequence[int]
) -> list[Bonus]:
    """The bonuses that rules say on a sheet of these boxes, in columns that count so many times each.

    A rule for each column makes one bonus for each. The sheet has all boxes that the rules name.
    """
    made = []
    starts = [column * len(sheet) for column in range(len(factors))]
    for rule in rules:
        columns = [tuple(start + place for place in _named(rule, sheet)) for start in starts]
        if isinstance(rule, SheetClearedBonus) or (
            not isinstance(rule, SheetDifferenceBonus) and rule.over == "sheet"
        ):
            made.append(Bonus(rule, tuple(chain(*columns)), None))
        else:
            made += [Bonus(rule, columns[at], at, factor) for at, factor in enumerate(factors)]
    return made


def _named(rule: SheetBonusRule, sheet: Sequence[SheetCategory]) -> list[int]:
    """The places in a column of the boxes that a rule looks at."""
    match rule:
        case SheetDifferenceBonus():
            return list(map(sheet.index, difference_of(rule)))
        case SheetClearedBonus():
            return places_of("all", sheet)
        case _:
            return places_of(rule.boxes, sheet)


def difference_of(rule: SheetDifferenceBonus) -> tuple[SheetCategory, ...]:
    """The boxes that a difference is made of."""
    boxes = (rule.more, rule.less)
    return boxes if rule.times_box is None else (*boxes, rule.times_box)
