"""CSV (RFC 4180): a score sheet that is safe to open in a spreadsheet."""

import csv
import io
import re
from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

from app.contract.sheets import ScoreSheet, SheetCell
from rules.texts.labels import Labels

MEDIA = "text/csv"
# Also where another separator would end a cell. The blanks before it are no separators, or each would be tried anew.
_FORMULA = re.compile(r"(^|[;,|\t\r\n])([^\S\t\r\n]*)(?=[=+\-@\t\r＝＋－＠])")

Separator = Literal["comma", "semicolon", "tab", "language"]
_SEPARATORS: Mapping[str, str] = {"comma": ",", "semicolon": ";", "tab": "\t"}
_COMMA_IS_DECIMAL = {"de", "da", "bg"}
"""The languages whose spreadsheets take a comma for the decimal sign, and so a semicolon between cells."""
_MARK = "\ufeff"


class Dialect(NamedTuple):
    """How a spreadsheet wants its CSV: a byte order mark in front or none, and what stands between cells.

    Cells hold texts and whole numbers only, so that no decimal sign and no grouping comes into it.
    """

    bom: bool = False
    separator: Separator = "comma"

    def between(self, language: str) -> str:
        """The separator, in the language of the sheet."""
        if self.separator == "language":
            return ";" if language in _COMMA_IS_DECIMAL else ","
        return _SEPARATORS[self.separator]


RFC_4180 = Dialect()


def as_csv(sheet: ScoreSheet, labels: Labels, dialect: Dialect = RFC_4180) -> str:
    """A line for each row: its id, its label, and for each seat its value, then its entries, marks and total after it
    in a sheet that has such.
    """
    columns = _columns(sheet)
    named = [column.name or labels.say("pad", "seat", n=column.seat + 1) for column in sheet.columns]
    written = io.StringIO()
    written.write(_MARK if dialect.bom else "")
    writer = csv.writer(written, delimiter=dialect.between(sheet.language), quoting=csv.QUOTE_NONNUMERIC)
    heads = [
        name if part == "value" else f"{name} ({part if part.isdigit() else labels.say('pad', part)})"
        for name in named
        for part in columns
    ]
    writer.writerow(["row", harmless(labels.say("pad", "row")), *map(harmless, heads)])
    for row in sheet.rows:
        cells = [value for cell in row.cells for value in _parts(cell, columns, sheet.notes)]
        writer.writerow([harmless(row.id), harmless(row.label), *cells])
    return written.getvalue()


def harmless(text: str) -> str:
    """The text with an apostrophe before whatever a spreadsheet would take for the beginning of a formula."""
    return _FORMULA.sub(r"\1'\2", text)


def _columns(sheet: ScoreSheet) -> list[str]:
    """The parts of a cell that the sheet makes use of."""
    cells = [cell for row in sheet.rows for cell in row.cells]
    columns = max(len(cell.columns) for cell in cells)
    used = {
        "entries": any(cell.notes for cell in cells),
        "marks": any(cell.marks for cell in cells),
        "total": any(cell.total is not None for cell in cells),
    }
    return [*map(str, range(1, columns + 1)), "value", *(part for part, use in used.items() if use)]


def _parts(cell: SheetCell, columns: list[str], words: dict[str, str]) -> Iterator[int | str]:
    for part in columns:
        match part:
            case number if number.isdigit():
                here = cell.columns[int(number) - 1] if cell.columns else None
                yield "" if here is None else here
            case "entries":
                notes = (str(note) if isinstance(note, int) else words[note] for note in cell.notes)
                yield harmless(" ".join(notes))
            case "marks":
                yield cell.marks or ""
            case "total":
                yield "" if cell.total is None else cell.total
            case _:
                yield "" if cell.value is None else cell.value
