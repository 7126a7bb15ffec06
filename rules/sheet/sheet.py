"""A sheet game's score sheet, as it is printed."""

from rules.contract import Cell, Row, Sheet
from rules.sheet.column import column
from rules.sheet.ruleset import Ruleset
from rules.sheet.state import SheetState


def sheet(ruleset: Ruleset, state: SheetState) -> Sheet:
    """The upper boxes, their sum and the bonus, the other boxes, the bonus for further yatzys where the game has one,
    and the totals, with the note "resigned" for a seat that left.
    """
    upper: list[Row] = []
    lower: list[Row] = []
    for place, category in enumerate(ruleset.categories):
        cells = tuple(Cell(boxes[place]) for boxes in state.boxes)
        (lower if category.face is None else upper).append(Row(category.id, "box", cells))
    columns = [column(ruleset, boxes, total) for boxes, total in zip(state.boxes, state.totals, strict=True)]
    upper.append(Row("upper_sum", "sum", tuple(Cell(sums.upper_sum) for sums in columns)))
    upper.append(Row("bonus", "bonus", tuple(Cell(sums.bonus) for sums in columns)))
    if ruleset.yatzy_bonus:
        lower.append(Row("yatzy_bonus", "bonus", tuple(Cell(sums.yatzy_bonus) for sums in columns)))
    totals = (Cell(total, ("resigned",) if seat in state.resigned else ()) for seat, total in enumerate(state.totals))
    return Sheet((*upper, *lower, Row("total", "total", tuple(totals))))
