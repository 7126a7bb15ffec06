"""Score sheet of a sheet game, as it is printed."""

from collections.abc import Iterator, Sequence

from rules.contract import Cell, Row, Sheet
from rules.sheet.categories import Category
from rules.sheet.ruleset import Ruleset
from rules.sheet.state import SheetState
from rules.sheet.sums import column, column_sums


def sheet(ruleset: Ruleset, state: SheetState) -> Sheet:
    """The upper boxes, their sum and the bonus, the other boxes, the bonus for further yatzys and saved throws where
    the game has them, and the totals, with the note "resigned" for a seat that left.
    """
    upper: list[Row] = []
    lower: list[Row] = []
    height = len(ruleset.categories) // ruleset.columns
    for place, category in enumerate(ruleset.categories[:height]):
        cells = tuple(_cell(boxes[place::height]) for boxes in state.boxes)
        (lower if category.face is None else upper).append(_box(category, cells))
    columns = [column(ruleset, boxes, total) for boxes, total in zip(state.boxes, state.totals, strict=True)]
    side_by_side = [column_sums(ruleset, boxes) for boxes in state.boxes]
    if upper:
        cells = tuple(_cell([each.upper_sum for each in sums]) for sums in side_by_side)
        upper.append(Row("upper_sum", "sum", cells, "upper"))
    if upper and ruleset.bonus:
        figures = {"points": ruleset.bonus, "least": ruleset.bonus_from}
        cells = tuple(Cell(sums.bonus) for sums in columns)
        upper.append(Row("bonus", "bonus", cells, "upper", hint="bonus", figures=figures))
    for row in _bonuses(ruleset, [sums.bonuses for sums in columns]):
        (lower if row.section == "lower" else upper).append(row)
    if ruleset.columns > 1:
        cells = tuple(_cell([each.total for each in sums]) for sums in side_by_side)
        lower.append(Row("column_sum", "sum", cells, "lower"))
    if ruleset.yatzy_bonus:
        cells = tuple(Cell(sums.yatzy_bonus) for sums in columns)
        figures = {"points": ruleset.yatzy_bonus}
        lower.append(Row("yatzy_bonus", "bonus", cells, "lower", hint="each_further", figures=figures))
    saved: tuple[Row, ...] = ()
    if ruleset.save_throws:
        saved = (Row("saved_throws", "sum", tuple(map(Cell, state.saved))),)
    totals = (Cell(total, ("resigned",) if seat in state.resigned else ()) for seat, total in enumerate(state.totals))
    return Sheet((*upper, *lower, *saved, Row("total", "total", tuple(totals))))


def _bonuses(ruleset: Ruleset, shown: Sequence[tuple[int | None, ...]]) -> Iterator[Row]:
    """A row for each rule of a bonus, with what it brings in each column; `shown` by seat, by bonus."""
    at = 0
    while at < len(ruleset.bonuses):
        bonus = ruleset.bonuses[at]
        width = 1 if bonus.column is None else ruleset.columns
        cells = tuple(_cell(values[at : at + width]) for values in shown)
        lower = any(ruleset.categories[place].face is None for place in bonus.places)
        yield Row(f"bonuses.{at + 1}", "bonus", cells, "lower" if lower else "upper")
        at += width


def _cell(points: Sequence[int | None]) -> Cell:
    """A seat's points in a box, in all its columns."""
    if len(points) == 1:
        return Cell(points[0])
    written = [each for each in points if each is not None]
    return Cell(sum(written) if written else None, columns=tuple(points))


def _box(category: Category, cells: tuple[Cell, ...]) -> Row:
    section = "lower" if category.face is None else "upper"
    points = _only_points(category)
    if points is None:
        return Row(category.box, "box", cells, section)
    return Row(category.box, "box", cells, section, hint="fixed", figures={"points": points})


def _only_points(category: Category) -> int | None:
    """What a box is worth if it is worth anything, None where that depends on the dice."""
    if len(category.worth) > 1:
        return None
    of, times, plus = category.worth[0]
    sums = {0} if of == "points" else set(map(sum, category.groups)) if of == "group" else set()
    return times * sums.pop() + plus if len(sums) == 1 else None
