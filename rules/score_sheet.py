"""Score sheets: a session's sheet as a neutral table, from which every form of it is made."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal


@dataclass(frozen=True, slots=True)
class Cell:
    """One seat's entry in a row: what is written there (None: nothing yet), and what stands beside it.

    `notes` are codes or numbers in the order they were written, such as the down payments of a row, or "bust" (its
    words under "note.<code>"). `marks` is how many strokes were made there. `total` is the seat's total after the
    entry, where players write it down turn by turn. `columns` is what stands in each, where a seat's sheet has
    several columns of such boxes; `value` is their sum then.
    """

    value: int | None
    notes: tuple[int | str, ...] = ()
    marks: int = 0
    total: int | None = None
    columns: tuple[int | None, ...] = ()


EMPTY_CELL = Cell(None)


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a sheet: its id (a category, "bonus", "total", "turn.3"), its kind, and a cell for each seat.

    Its label stands under "row.<id>", else "category.<id>"; that of a numbered row such as "turn.3" under "row.turn",
    with {n}. `section`: the part of the sheet it belongs to (label under "section.<id>"), None for one that stands by
    itself. `room`: how many small boxes for notes or marks a printed sheet has in each cell. `hint`: a code for what
    is printed beside the label (under "hint.<code>"). `figures`: the fields of label and hint.
    """

    id: str
    kind: Literal["box", "turn", "sum", "bonus", "total", "mark"]
    cells: tuple[Cell, ...]
    section: str | None = None
    room: int = 0
    hint: str | None = None
    figures: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A score sheet as a neutral table: rows in printing order, columns are the seats.

    `grows` is the stem of the numbered rows that a longer game has more of ("turn" for "turn.1", "turn.2", ...), None
    where every row is there from the start.
    """

    rows: tuple[Row, ...]
    grows: str | None = None
