"""Sums of a seat's columns, as they follow from its boxes and its total, and what is left: throws, and turns."""

from itertools import chain
from typing import NamedTuple

from rules.seats import deserted
from rules.sheet.ruleset import Ruleset
from rules.sheet.state import Boxes, SheetState


class Column(NamedTuple):
    """One seat's sums.

    upper_sum: the points in the upper boxes so far. bonus: None while it is open, 0 once the upper boxes are full
    without it. bonuses: the same of each further bonus. yatzy_bonus: the points for further yatzys.
    """

    upper_sum: int
    bonus: int | None
    bonuses: tuple[int | None, ...]
    yatzy_bonus: int


def column(ruleset: Ruleset, boxes: Boxes, total: int) -> Column:
    """The sums of a seat with these boxes; what boxes and bonus leave of its total came from further yatzys."""
    upper = _upper(ruleset, boxes)
    summed = sum(filter(None, upper))
    if summed >= ruleset.bonus_from:
        bonus: int | None = ruleset.bonus
    else:
        bonus = None if None in upper else 0
    bonuses = tuple(each.shown(boxes) for each in ruleset.bonuses)
    further = total - sum(filter(None, boxes)) - (bonus or 0) - sum(filter(None, bonuses))
    return Column(summed, bonus, bonuses, further)


class ColumnSums(NamedTuple):
    """The sums of one of several columns: of its upper boxes, and of all its boxes with the bonuses of its own."""

    upper_sum: int
    total: int


def column_sums(ruleset: Ruleset, boxes: Boxes) -> tuple[ColumnSums, ...]:
    """The sums of a seat's columns, in their order."""
    uppers, totals = [0] * ruleset.columns, [0] * ruleset.columns
    for category, points in zip(ruleset.categories, boxes, strict=True):
        totals[category.column] += points or 0
        uppers[category.column] += (points or 0) if category.face is not None else 0
    for bonus in ruleset.bonuses:
        if bonus.column is not None:
            totals[bonus.column] += bonus.paid(boxes)
    return tuple(map(ColumnSums, uppers, totals))


def upper_sum(ruleset: Ruleset, boxes: Boxes) -> int:
    """The points in the upper boxes so far."""
    return sum(filter(None, _upper(ruleset, boxes)))


def may_throw(ruleset: Ruleset, state: SheetState) -> bool:
    """Whether the turn of the seat to move may have another throw."""
    return state.throw < ruleset.throws or (bool(state.saved) and throws_left(ruleset, state) > 0)


def throws_left(ruleset: Ruleset, state: SheetState) -> int:
    """How many more throws the turn may have, those saved before among them; 0 when the game is over."""
    if state.seat is None:
        return 0
    return ruleset.throws - state.throw + (state.saved[state.seat] if state.saved else 0)


def next_seat(boxes: tuple[Boxes, ...], resigned: tuple[int, ...], seat: int) -> int | None:
    """The seat whose turn follows that of `seat`: the next that stays and has a box open. None: the game is over."""
    seats = len(boxes)
    if deserted(seats, resigned):
        return None
    for each in chain(range(seat + 1, seats), range(seat + 1)):
        if None in boxes[each] and each not in resigned:
            return each
    return None


def filled(boxes: Boxes) -> int:
    """How many boxes are filled."""
    return len(boxes) - boxes.count(None)


def _upper(ruleset: Ruleset, boxes: Boxes) -> list[int | None]:
    return [boxes[place] for place in ruleset.upper]
