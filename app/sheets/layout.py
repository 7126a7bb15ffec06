"""Layout of a sheet on one page of A4: which way up, in how many parts side by side, and how large.

Lengths without a unit are in em of the sheet's type, so that one number, the size of the type, fits all of it.
"""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from app.contract.sheets import ScoreSheet, SheetCell, SheetRow

LARGEST, SMALLEST = 42, 8
"""Sizes of the type that are tried, in tenths of a millimetre."""
ENOUGH, LEGIBLE = 30, 24
"""Sizes, in tenths of a millimetre: so good that no other layout is looked for, and still good enough to read."""
PAGES = (("portrait", 190.0, 248.0), ("landscape", 277.0, 161.0))
"""Width and height for the table in millimetres: A4 less margins, and less title and foot in the height."""
PARTS = 4
"""How many parts a long list of turns is split into at most."""
ROOMY = 1.9
"""Rows grow with the space there is, but not beyond so many times their height."""
GAP = 2.0
"""Between parts that stand side by side."""
LETTER, FIGURE = 0.6, 0.6
"""Widths of an average letter and of a figure."""
SMALL_PRINT = 0.72
BOXES = (2.0, 1.7, 1.4)
"""Sizes of a small box."""
BETWEEN = 0.2
"""Between small boxes."""
HEAD, UPRIGHT, NARROW = 2.8, 9.0, 5.0
"""Heights of a head, and of one with names written upwards: in a column narrower than its name and than this."""
SECTION, PLACES = 1.5, 1.6
"""Heights of the heading of a section and of the row that ranks the seats."""


class Layout(NamedTuple):
    """A sheet on its page.

    orientation: of the page. parts: the rows of each of the tables side by side. size: of the type in mm. label,
    column, value: widths in mm, of the labels, of a seat's column, and of the value beside small boxes. head: height
    in mm. height: what 1 em of a row's height is in mm. box: the size of a small box in em; slots: how many of them
    stand in a line. upright: whether names are written upwards. stacked: whether the points of a turn stand above the
    total after it, not beside.
    """

    orientation: str
    parts: list[list[SheetRow]]
    size: float
    label: float
    column: float
    value: float
    head: float
    height: float
    box: float
    slots: int
    upright: bool
    stacked: bool

    def row_height(self, row: SheetRow) -> float:
        """A row's height in mm."""
        return _row_height(_shape(row), self.box, self.slots, self.stacked) * self.height


def layout(sheet: ScoreSheet) -> Layout:
    """The largest type with which everything is on one page, upright where that does not make it much smaller.

    A sheet that no page holds gets the smallest type and takes as many pages as it must.
    """
    plan = _planned(sheet, False)
    if plan.size * 10 >= LEGIBLE or all(cell.total is None for row in sheet.rows for cell in row.cells):
        return plan
    return max(plan, _planned(sheet, True), key=lambda each: each.size)


def _planned(sheet: ScoreSheet, stacked: bool) -> Layout:
    best: Layout | None = None
    needs = _Needs(sheet, stacked)
    splits = [list(map(_Part, parts)) for parts in _splits(sheet.rows)]
    for orientation, width, height in PAGES:
        for parts in splits:
            made = _largest(needs, orientation, parts, (width, height))
            if made is not None and made.size * 10 >= ENOUGH:
                return made
            if made is not None and (best is None or made.size > best.size * 1.15):
                best = made
    if best is None:
        orientation, width, _ = PAGES[-1]
        best = _fitting(needs, orientation, splits[0], (width, float("inf")), SMALLEST / 10, BOXES[-1])
    return best or _overflowing(needs, sheet.rows)


class _Shape(NamedTuple):
    """What a row's height hangs on."""

    room: int
    hint: bool
    turn: bool


class _Part:
    """Rows that stand below each other.

    shapes: how many of each there are, so that a size is tried on them in the same time however many they are.
    headings: how many sections they belong to.
    """

    def __init__(self, rows: list[SheetRow]) -> None:
        self.rows = rows
        self.shapes = Counter(map(_shape, rows))
        self.headings = len({row.section for row in rows} - {None})

    def height(self, box: float, slots: int, stacked: bool) -> float:
        """The height of the rows in em."""
        return sum(count * _row_height(shape, box, slots, stacked) for shape, count in self.shapes.items())


class _Needs:
    """What a sheet asks of a layout, whatever the size of the type.

    label, value: the widths of labels and of values beside small boxes. column: by the size of a small box the least
    width of a seat's column. seats: how many there are. name: the width of the longest name. ranked: whether a row
    ranks the seats. stacked: as in `Layout`.
    """

    def __init__(self, sheet: ScoreSheet, stacked: bool) -> None:
        self.label = max(map(_label_width, sheet.rows))
        self.value = _value_width(sheet)
        self.column = {box: _least_column(sheet, self.value, box, stacked) for box in BOXES}
        self.seats = len(sheet.columns)
        self.name = max(len(column.name or "") for column in sheet.columns) * LETTER + 0.6
        self.ranked = sheet.outcome is not None
        self.stacked = stacked


def _largest(needs: _Needs, orientation: str, parts: Sequence[_Part], page: tuple[float, float]) -> Layout | None:
    for tenths in range(LARGEST, SMALLEST - 1, -1):
        for box in BOXES:
            made = _fitting(needs, orientation, parts, page, tenths / 10, box)
            if made is not None:
                return made
    return None


def _fitting(
    needs: _Needs,
    orientation: str,
    parts: Sequence[_Part],
    page: tuple[float, float],
    size: float,
    box: float,
) -> Layout | None:
    """The layout with type and small boxes of these sizes, None if it takes more than the page."""
    width, height = page
    column = ((width / size - GAP * (len(parts) - 1)) / len(parts) - needs.label) / needs.seats
    if column < needs.column[box]:
        return None
    slots = max(1, int((column - needs.value - 0.8 + BETWEEN) / (box + BETWEEN)))
    upright = column < min(NARROW, needs.name)
    head = UPRIGHT if upright else HEAD
    fixed = head + (PLACES if needs.ranked else 0)
    stretched = min(
        (height / size - fixed - SECTION * part.headings) / part.height(box, slots, needs.stacked) for part in parts
    )
    if stretched < 1:
        return None
    widths = (needs.label * size, column * size, needs.value * size)
    return Layout(
        orientation,
        [part.rows for part in parts],
        size,
        *widths,
        head * size,
        min(stretched, ROOMY) * size,
        box,
        slots,
        upright,
        needs.stacked,
    )


def _overflowing(needs: _Needs, rows: list[SheetRow]) -> Layout:
    """For a sheet that is wider than any page."""
    size, box = SMALLEST / 10, BOXES[-1]
    widths = (needs.label * size, needs.column[box] * size, needs.value * size)
    return Layout(PAGES[-1][0], [rows], size, *widths, UPRIGHT * size, size, box, 3, True, needs.stacked)


def _splits(rows: list[SheetRow]) -> list[list[list[SheetRow]]]:
    """The rows in one part, and rows of turns in 2, 3 ... parts of equal length, the last with all that follows."""
    turns = [row for row in rows if row.kind == "turn"]
    others = [row for row in rows if row.kind != "turn"]
    found = [[rows]]
    for count in range(2, min(PARTS, len(turns)) + 1):
        length = -(-len(turns) // count)
        parts = [turns[start : start + length] for start in range(0, len(turns), length)]
        parts[-1] += others
        found.append(parts)
    return found


def _shape(row: SheetRow) -> _Shape:
    return _Shape(row.room, bool(row.hint), row.kind == "turn")


def _row_height(row: _Shape, box: float, slots: int, stacked: bool) -> float:
    boxes = -(-row.room // slots) * (box + BETWEEN) + 0.2 if row.room else 0
    return max(1.45, 2.15 if row.hint or (stacked and row.turn) else 0, boxes)


def _label_width(row: SheetRow) -> float:
    return max(len(row.label) * LETTER, len(row.hint or "") * LETTER * SMALL_PRINT) + 1.2


def _figures(number: int | None) -> float:
    return 0 if number is None else len(str(number)) * FIGURE


def _value_width(sheet: ScoreSheet) -> float:
    """The widest value beside small boxes, and room to write one."""
    values = (_figures(cell.value) for row in sheet.rows if row.room for cell in row.cells)
    return max(2.2, *values, 0) + 0.4


def _least_column(sheet: ScoreSheet, value: float, box: float, stacked: bool) -> float:
    least = max((value + 0.8 + min(row.room, 3) * (box + BETWEEN) for row in sheet.rows if row.room), default=2.2)
    return max(
        least, *(_cell_width(sheet, row, cell, stacked) for row in sheet.rows if not row.room for cell in row.cells)
    )


def _cell_width(sheet: ScoreSheet, row: SheetRow, cell: SheetCell, stacked: bool) -> float:
    notes = sum(_figures(note) if isinstance(note, int) else len(sheet.notes[note]) * LETTER for note in cell.notes)
    if row.kind == "total":
        return max(_figures(cell.value) * 1.1, notes * SMALL_PRINT) + 0.8
    if cell.columns:
        widest = max(_figures(each) for each in (*cell.columns, 100))
        return len(cell.columns) * (widest + 0.8)
    if cell.total is None:
        return (4.0 if row.kind == "turn" else _figures(cell.value) + notes * SMALL_PRINT) + 0.8
    change = _figures(cell.value) + FIGURE if cell.value else 0
    beside = (change + notes) * SMALL_PRINT
    return max(_figures(cell.total), beside) + 0.8 if stacked else _figures(cell.total) + beside + 1.2
