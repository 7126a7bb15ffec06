"""Refusals: why a sheet game refuses a move."""

from collections import Counter

from rules.contract import Detail, Faces, Illegal, SetAside
from rules.sheet.jokers import matching_boxes, may_be_filled, next_in_order
from rules.sheet.ruleset import Ruleset
from rules.sheet.state import SheetChoose, SheetMove, SheetRoll, SheetState
from rules.sheet.sums import throws_left
from rules.sheet.tables import Tables

_Why = tuple[str, dict[str, Detail]]


def refuse(ruleset: Ruleset, tables: Tables, state: SheetState, seat: int, move: SheetMove) -> Illegal:
    """The refusal of a move that is not legal for the seat."""
    reason, details = _why(ruleset, tables, state, seat, move)
    return Illegal(reason, ruleset.paragraphs[reason], details)


def _why(ruleset: Ruleset, tables: Tables, state: SheetState, seat: int, move: SheetMove) -> _Why:
    if state.seat is None:
        return "finished", {}
    if seat != state.seat:
        return "not_your_turn", {"seat": state.seat}
    if isinstance(move, SheetRoll):
        return _roll(ruleset, state)
    if not state.dice:
        return "nothing_thrown", {}
    if state.kept:
        return "roll_the_rest", {"kept": list(state.kept), "cup": len(state.dice) - len(state.kept)}
    if isinstance(move, SetAside):
        return _set_aside(ruleset, state, move.dice)
    return _choose(ruleset, tables, state, seat, move)


def _roll(ruleset: Ruleset, state: SheetState) -> _Why:
    if not throws_left(ruleset, state):
        return "no_throws_left", {"throws": state.throw}
    if not ruleset.choose_dice_count:
        return "count_fixed", {"dice": ruleset.dice}
    if state.dice:
        return "count_chosen", {"dice": len(state.dice)}
    return "count_needed", {"most": ruleset.dice}


def _set_aside(ruleset: Ruleset, state: SheetState, dice: Faces) -> _Why:
    thrown = list(state.dice)
    if not throws_left(ruleset, state):
        return "no_throws_left", {"throws": state.throw}
    if missing := Counter(dice) - Counter(thrown):
        return "not_in_throw", {"dice": sorted(missing.elements()), "thrown": thrown}
    return ("nothing_left_to_roll" if dice else "nothing_selected"), {"thrown": thrown}


def _choose(ruleset: Ruleset, tables: Tables, state: SheetState, seat: int, move: SheetChoose) -> _Why:
    category, boxes = move.category, state.boxes[seat]
    place = tables.places.get(category)
    if place is None:
        return "not_on_sheet", {"category": category}
    points = boxes[place]
    if points is not None:
        return "box_filled", {"category": category, "points": points}
    for column in tables.ordered:
        following = next_in_order(column, boxes)
        if place in column and following is not None and place != following:
            return "box_out_of_order", {"category": category, "next": ruleset.categories[following].id}
    opened = may_be_filled(tables, boxes)
    matching = [each for each in matching_boxes(tables, tables.throws[state.dice], boxes) if opened[each]]
    if matching:
        return "joker_matching_box", {"category": category, "matching": ruleset.categories[matching[0]].id}
    return "joker_lower_box", {"category": category}
