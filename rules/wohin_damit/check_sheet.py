"""Check of a filled sheet of wohin-damit: what a table wrote down, held against the rules."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from rules.faults import Claim, Fault, SheetFindings
from rules.wohin_damit.boxes import LARGE, LEAST, LINE, MOST, SMALL, TARGETS
from rules.wohin_damit.state import BOXES, ROWS, BoxId, RowId

Results = Annotated[tuple[Claim, ...], Field(max_length=100)]

PARAGRAPHS: Mapping[str, str] = {
    "after_end": "5.3",
    "left_before": "6.1",
    "wrong_dice_count": "2.2",
    "wrong_points": "4.2",
    "wrong_total": "4.1",
    "impossible_result": "2.3",
    "closed_early": "3.2",
    "entry_after_close": "3.2",
    "line_overfull": "3.3",
    "excess_avoidable": "3.4",
    "wrong_result": "3.2",
    "wrong_deductions": "4.1",
}
"""By code of a fault, the paragraph of `wohin-damit.md`."""


class FilledWohinDamitSheet(BaseModel):
    """One seat's sheet as it was written down; what is left out is empty, or was not reckoned up."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    rows: dict[RowId, Results] = Field(
        default={},
        description="By row, the results in the order they were entered.",
        examples=[{"6": [8], "12": [7]}],
    )
    small: Results = Field(default=(), description="Up to three results.", examples=[[3]])
    large: Results = Field(default=(), description="Up to three results.", examples=[[11, 10]])
    results: dict[BoxId, Claim] = Field(
        default={},
        description="What stands in the result boxes: the excess of a row, which counts as closed by that, and the "
        "sums of small and large.",
        examples=[{"6": 2, "large": 21}],
    )
    deductions: Claim | None = Field(None, description="The excesses and small, as they count against the seat.")
    total: Claim | None = Field(None, description="The total.")


def check(filled: FilledWohinDamitSheet, *, only_if_nothing_fits: bool) -> SheetFindings:
    """Results that two dice cannot show, rows that were closed too early or written on after that, lines with too
    many results, excesses that the table's rules forbid, and wrong results, deductions and total.

    Results and total are reckoned from the entries as they stand, those that come too late left out. One that two
    dice cannot show may have been any that they can: what would be right then is no fault.
    """
    found = _check(filled, only_if_nothing_fits)
    impossible = [fault for fault in found.faults if fault.code == "impossible_result"]
    if len(impossible) != 1 or len(found.faults) == 1:
        return found
    readings = (_with(filled, impossible[0].place, result) for result in range(LEAST, MOST + 1))
    best = min((_check(each, only_if_nothing_fits).faults for each in readings), key=len)
    places = {fault.place for fault in best}
    kept = tuple(fault for fault in found.faults if fault in impossible or fault.place in places)
    return replace(found, faults=kept)


def _with(filled: FilledWohinDamitSheet, place: tuple[str | int, ...], result: int) -> FilledWohinDamitSheet:
    """The sheet with another result at the place of an entry."""
    *path, index = place
    part = str(path[0])
    entries = [*(filled.small if part == "small" else filled.large)]
    row = next((each for each in ROWS if part == "rows" and each == path[1]), None)
    if row is not None:
        entries = [*filled.rows[row]]
    entries[int(index)] = result
    changed: object = tuple(entries) if row is None else {**filled.rows, row: tuple(entries)}
    return filled.model_copy(update={part: changed})


def _check(filled: FilledWohinDamitSheet, only_if_nothing_fits: bool) -> SheetFindings:
    counted = {box: _counted(filled, box) for box in BOXES}
    entries = [*_entries(filled)]
    if only_if_nothing_fits:
        entries += _avoidable(counted)
    right = {box: _result(box, counted[box]) for box in BOXES}
    faults = [*entries, *_results(filled, counted, right)]
    deductions = sum(right[box] or 0 for box in BOXES if box != "large")
    total = (right["large"] or 0) - deductions
    for name, claimed, sound in (("deductions", filled.deductions, deductions), ("total", filled.total, total)):
        if claimed is not None and claimed != sound:
            faults.append(_fault((name,), f"wrong_{name}", claimed, sound))
    full = all(_closed(box, counted[box]) for box in BOXES)
    return SheetFindings(tuple(faults), None if entries else total, filled.total, full)


def _written(filled: FilledWohinDamitSheet, box: BoxId) -> tuple[int, ...]:
    if box == "small":
        return filled.small
    return filled.large if box == "large" else filled.rows.get(box, ())


def _counted(filled: FilledWohinDamitSheet, box: BoxId) -> tuple[int, ...]:
    """The entries of a box up to the one that fills it."""
    counted: tuple[int, ...] = ()
    for result in _written(filled, box):
        if _closed(box, counted):
            break
        counted += (result,)
    return counted


def _closed(box: BoxId, entries: tuple[int, ...]) -> bool:
    if box in ("small", "large"):
        return len(entries) >= LINE
    return sum(entries) >= int(box)


def _result(box: BoxId, entries: tuple[int, ...]) -> int | None:
    """What belongs into a result box; None while a row is open."""
    if box in ("small", "large"):
        return sum(entries)
    return sum(entries) - int(box) if _closed(box, entries) else None


def _path(box: BoxId) -> tuple[str | int, ...]:
    return (box,) if box in ("small", "large") else ("rows", box)


def _entries(filled: FilledWohinDamitSheet) -> Iterator[Fault]:
    for box in BOXES:
        written, counted = _written(filled, box), len(_counted(filled, box))
        for index, result in enumerate(written):
            if not LEAST <= result <= MOST:
                yield _fault((*_path(box), index), "impossible_result", result, None, least=LEAST, most=MOST)
        if len(written) > counted:
            place, late = (*_path(box), counted), list(written[counted:])
            if box in ("small", "large"):
                yield _fault(place, "line_overfull", late, None, most=LINE)
            else:
                yield _fault(place, "entry_after_close", late, None, row=box)


def _avoidable(counted: Mapping[BoxId, tuple[int, ...]]) -> Iterator[Fault]:
    """Excesses that went into a row while another box, open to this day, took the result without one."""
    for row in ROWS:
        entries = counted[row]
        excess = _result(row, entries)
        if not excess:
            continue
        last = entries[-1]
        lines = [line for line in (BOXES[SMALL], BOXES[LARGE]) if not _closed(line, counted[line])]
        rows = [other for other in ROWS if int(other) - sum(counted[other]) >= last]
        if lines or rows:
            fitting = [*rows, *lines]
            place = ("rows", row, len(entries) - 1)
            yield _fault(place, "excess_avoidable", last, None, row=row, fitting=fitting)


def _results(
    filled: FilledWohinDamitSheet, counted: Mapping[BoxId, tuple[int, ...]], right: Mapping[BoxId, int | None]
) -> Iterator[Fault]:
    for box, claimed in filled.results.items():
        result = right[box]
        if result is None:
            needs = TARGETS[BOXES.index(box)] - sum(counted[box])
            yield _fault(("results", box), "closed_early", claimed, None, row=box, needs=needs)
        elif claimed != result:
            yield _fault(("results", box), "wrong_result", claimed, result)


def _fault(place: tuple[str | int, ...], code: str, claimed: object, right: object, **details: object) -> Fault:
    return Fault(place, code, PARAGRAPHS[code], claimed, right, None, details)
