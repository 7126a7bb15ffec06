"""Score sheet of solitaire dice."""

from rules.contract import Cell, Row, Sheet
from rules.dice import FACES
from rules.solitaire_dice.state import LAST_MARK, SUMS, SolitaireDiceState
from rules.solitaire_dice.tables import FULL, VALUES, points


def sheet(state: SolitaireDiceState) -> Sheet:
    """A box for each sum with its marks and points, a line for each face with its marks as fifth die, the total."""
    sums = [
        Row(
            f"sum.{each}",
            "box",
            (Cell(points(value, marks) if marks else None, marks=marks),),
            "sums",
            room=FULL,
            hint="mark",
            figures={"points": value},
        )
        for each, value, marks in zip(SUMS, VALUES, state.sums, strict=True)
    ]
    fifths = [
        Row(f"fifth.{face}", "mark", (Cell(None, marks=marks),), "fifths", room=LAST_MARK)
        for face, marks in zip(FACES, state.fifths, strict=True)
    ]
    total = Cell(state.total, ("resigned",) if state.resigned else ())
    return Sheet((*sums, *fifths, Row("total", "total", (total,))))
