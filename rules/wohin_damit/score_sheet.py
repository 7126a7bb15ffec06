"""Score sheet of wohin-damit, as it is printed."""

from rules.contract import Cell, Row, Sheet
from rules.wohin_damit.boxes import LARGE, LINE, PLACES, SMALL, TARGETS, needs
from rules.wohin_damit.state import BOXES, BoxId, Entries, WohinDamitState

FEWEST = 2
"""The lowest result of a white and a blue die."""


def excess(entries: Entries, place: int) -> int | None:
    """What a row has beyond its target, None while it is open."""
    rest = needs(place, entries[place])
    return None if rest > 0 else -rest


def deductions(entries: Entries) -> int:
    """What counts against the seat: the excesses and small."""
    return sum(excess(entries, place) or 0 for place in range(len(TARGETS))) + sum(entries[SMALL])


def sheet(state: WohinDamitState) -> Sheet:
    """A row for each box: its entries as notes; the value of a row is its excess once it is closed, that of small and
    large their sum. Then what counts against the seat, and the total, which is large less that.
    """
    against = tuple(Cell(deductions(entries)) for entries in state.entries)
    totals = (Cell(total, ("resigned",) if seat in state.resigned else ()) for seat, total in enumerate(state.totals))
    return Sheet(
        (
            *(_row(box, state) for box in BOXES),
            Row("deductions", "sum", against),
            Row("total", "total", tuple(totals)),
        )
    )


def _row(box: BoxId, state: WohinDamitState) -> Row:
    place = PLACES[box]
    cells = tuple(_cell(entries, place) for entries in state.entries)
    if place in (SMALL, LARGE):
        return Row(box, "box", cells, "lines", room=LINE, hint="against" if place == SMALL else "in_favour")
    return Row(box, "box", cells, "rows", room=-(-TARGETS[place] // FEWEST))


def _cell(entries: Entries, place: int) -> Cell:
    entered = entries[place]
    if place in (SMALL, LARGE):
        return Cell(sum(entered) if entered else None, entered)
    return Cell(excess(entries, place), entered)
