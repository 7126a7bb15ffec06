"""The score sheet of solitaire dice."""

from rules.contract import Cell, Row, Sheet
from rules.solitaire_dice.state import FACES, SUMS, SolitaireDiceState
from rules.solitaire_dice.tables import VALUES, points


def sheet(state: SolitaireDiceState) -> Sheet:
    """A box for each sum with its points and its marks as note, the marks of each face as fifth die, the total."""
    sums = [
        Row(f"sum.{each}", "box", (Cell(points(value, marks), (marks,)) if marks else Cell(None),))
        for each, value, marks in zip(SUMS, VALUES, state.sums, strict=True)
    ]
    fifths = [
        Row(f"fifth.{face}", "mark", (Cell(marks or None),)) for face, marks in zip(FACES, state.fifths, strict=True)
    ]
    return Sheet((*sums, *fifths, Row("total", "total", (Cell(state.total),))))
