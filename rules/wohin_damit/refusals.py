"""Refusals: why wohin-damit refuses a move."""

from rules.contract import Detail, Illegal, Roll
from rules.wohin_damit import rounds
from rules.wohin_damit.boxes import PLACES, SMALL, way, ways
from rules.wohin_damit.state import BoxId, WohinDamitMove, WohinDamitState

_NOT_TO_MOVE = {"wait": "2.4", "entered": "2.5", "done": "3.5", None: "6.1"}
"""By what a seat is at, the paragraph by which it may not act."""


def refuse(state: WohinDamitState, seat: int, move: WohinDamitMove) -> Illegal:
    """The refusal of a move that is not legal for the seat."""
    if state.holder is None:
        return Illegal("finished", "5.3")
    match rounds.phase(state, seat):
        case "roll":
            return Illegal("roll_first", "2.4", {"throws": rounds.throws(state, seat)})
        case "choose" if isinstance(move, Roll):
            result = state.whites[seat] + state.blue
            return Illegal("rolled_already", "2.1", {"result": result})
        case "choose" if not isinstance(move, Roll):
            return _box(state, seat, move.category)
        case phase:
            details = {"phase": phase or "left", "to_move": list(rounds.to_move(state))}
            return Illegal("not_your_turn", _NOT_TO_MOVE[phase], details)


def _box(state: WohinDamitState, seat: int, box: BoxId) -> Illegal:
    """Why the box does not take the seat's result."""
    entries, result = state.entries[seat], state.whites[seat] + state.blue
    entered = entries[PLACES[box]]
    chosen = way(entries, PLACES[box], result)
    if chosen:
        fitting = [each.box for each in ways(entries, result, True)]
        details: dict[str, Detail] = {
            "box": box,
            "result": result,
            "excess": chosen.excess,
            "fitting": list[str](fitting),
        }
        return Illegal("something_fits", "3.4", details)
    if PLACES[box] < SMALL:
        return Illegal("row_closed", "3.2", {"row": box, "entries": list(entered)})
    return Illegal("line_full", "3.3", {"line": box, "entries": list(entered)})
