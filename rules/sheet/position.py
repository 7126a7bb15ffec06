"""Positions of sheet games, written by hand: what is on the sheets, and the dice of the turn."""

from typing import Annotated

from pydantic import ConfigDict, Field

from rules.contract import Face
from rules.faults import Impossible
from rules.seats import MAX_SEATS
from rules.sheet.check_sheet import most_further
from rules.sheet.engine import SheetRules
from rules.sheet.state import Boxes, SheetBoxes, SheetState
from rules.sheet.sums import filled, upper_sum

MOST_DICE = 6


class SheetColumn(SheetBoxes):
    """What a seat has written down."""

    yatzy_bonus: int = Field(0, ge=0, le=100_000, description="The points for further yatzys.")


class SheetPosition(SheetColumn):
    """The sheet of the seat to move, and its turn as far as it is."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    dice: Annotated[tuple[Face, ...], Field(max_length=MOST_DICE)] = Field(
        default=(),
        description="The dice as they lie after the last throw; none before the first.",
        examples=[[3, 3, 3, 5, 6]],
    )
    throws_left: Annotated[int, Field(ge=0, le=1000)] | None = Field(
        default=None,
        description="How many more throws the turn may have. Needed with dice; before the first throw as many as a "
        "turn has, or more where throws were saved.",
    )
    others: Annotated[tuple[SheetColumn, ...], Field(max_length=MAX_SEATS - 1)] = Field(
        default=(), description="The other seats' sheets, in the order in which they follow; they matter to `win`."
    )


def sheet_state(rules: SheetRules, position: SheetPosition) -> SheetState:
    """The state with the seat to move as seat 0; `Impossible` for what no game leads to."""
    own, total = _column(rules, position)
    if None not in own:
        raise Impossible("Every box of the sheet is filled.", "boxes")
    columns = [(own, total)]
    for index, other in enumerate(position.others):
        try:
            columns.append(_column(rules, other))
        except Impossible as error:
            raise Impossible(str(error), "others", index, *error.place) from None
    dice = tuple(sorted(position.dice))
    if dice and dice not in rules.tables.throws:
        wanted = f"1 to {rules.ruleset.dice}" if rules.ruleset.choose_dice_count else str(rules.ruleset.dice)
        raise Impossible(f"A throw is {wanted} dice, not {len(dice)}.", "dice")
    throw, saved = _throws(rules, position, filled(own))
    return SheetState(
        boxes=tuple(boxes for boxes, _ in columns),
        totals=tuple(total for _, total in columns),
        seat=0,
        throw=throw,
        dice=dice,
        kept=(),
        resigned=(),
        saved=(saved, *(0 for _ in position.others)) if rules.ruleset.save_throws else (),
    )


def _throws(rules: SheetRules, position: SheetPosition, turns: int) -> tuple[int, int]:
    """How many throws the turn has had, and how many were saved before it."""
    most, left = rules.ruleset.throws, position.throws_left
    if position.dice:
        if left is None:
            raise Impossible("With dice it takes how many throws the turn may still have.", "throws_left")
        most -= 1
    elif left is None:
        return 0, 0
    elif left < most:
        raise Impossible(f"Before its first throw a turn has {most}, not {left}.", "throws_left")
    saved = max(0, left - most)
    may = turns * (rules.ruleset.throws - 1) if rules.ruleset.save_throws else 0
    if saved > may:
        raise Impossible(f"At most {most + may} throws can be left here, not {left}.", "throws_left")
    return rules.ruleset.throws + saved - left, saved


def _column(rules: SheetRules, column: SheetColumn) -> tuple[Boxes, int]:
    """A seat's boxes and its total."""
    boxes, ruleset = rules.written(column.boxes), rules.ruleset
    most = most_further(ruleset, rules.tables, boxes)
    bonus = column.yatzy_bonus
    if bonus and (not ruleset.yatzy_bonus or bonus % ruleset.yatzy_bonus or bonus // ruleset.yatzy_bonus > most):
        each = ruleset.yatzy_bonus
        said = f"at most {most} times {each}" if each and most else "nothing"
        raise Impossible(f"Further yatzys have brought {said} on this sheet, not {bonus}.", "yatzy_bonus")
    reached = ruleset.bonus and upper_sum(ruleset, boxes) >= ruleset.bonus_from
    further = sum(each.paid(boxes) for each in ruleset.bonuses)
    return boxes, sum(filter(None, boxes)) + (ruleset.bonus if reached else 0) + further + bonus
