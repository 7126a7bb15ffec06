"""Score sheet of a sheet game, as it is printed."""

from rules.contract import Cell, Row, Sheet
from rules.sheet.categories import Category
from rules.sheet.ruleset import Ruleset
from rules.sheet.state import SheetState
from rules.sheet.sums import column


def sheet(ruleset: Ruleset, state: SheetState) -> Sheet:
    """The upper boxes, their sum and the bonus, the other boxes, the bonus for further yatzys and saved throws where
    the game has them, and the totals, with the note "resigned" for a seat that left.
    """
    upper: list[Row] = []
    lower: list[Row] = []
    for place, category in enumerate(ruleset.categories):
        cells = tuple(Cell(boxes[place]) for boxes in state.boxes)
        (lower if category.face is None else upper).append(_box(category, cells))
    columns = [column(ruleset, boxes, total) for boxes, total in zip(state.boxes, state.totals, strict=True)]
    if upper:
        upper.append(Row("upper_sum", "sum", tuple(Cell(sums.upper_sum) for sums in columns), "upper"))
    if upper and ruleset.bonus:
        figures = {"points": ruleset.bonus, "least": ruleset.bonus_from}
        cells = tuple(Cell(sums.bonus) for sums in columns)
        upper.append(Row("bonus", "bonus", cells, "upper", hint="bonus", figures=figures))
    for number, bonus in enumerate(ruleset.bonuses):
        own = {ruleset.categories[place].face is None for place in bonus.places}
        cells = tuple(Cell(sums.bonuses[number]) for sums in columns)
        row = Row(f"bonuses.{number + 1}", "bonus", cells, "lower" if own - {False} else "upper")
        (lower if row.section == "lower" else upper).append(row)
    if ruleset.yatzy_bonus:
        cells = tuple(Cell(sums.yatzy_bonus) for sums in columns)
        figures = {"points": ruleset.yatzy_bonus}
        lower.append(Row("yatzy_bonus", "bonus", cells, "lower", hint="each_further", figures=figures))
    saved: tuple[Row, ...] = ()
    if ruleset.save_throws:
        saved = (Row("saved_throws", "sum", tuple(map(Cell, state.saved))),)
    totals = (Cell(total, ("resigned",) if seat in state.resigned else ()) for seat, total in enumerate(state.totals))
    return Sheet((*upper, *lower, *saved, Row("total", "total", tuple(totals))))


def _box(category: Category, cells: tuple[Cell, ...]) -> Row:
    section = "lower" if category.face is None else "upper"
    points = _only_points(category)
    if points is None:
        return Row(category.id, "box", cells, section)
    return Row(category.id, "box", cells, section, hint="fixed", figures={"points": points})


def _only_points(category: Category) -> int | None:
    """What a box is worth if it is worth anything, None where that depends on the dice."""
    if len(category.worth) > 1:
        return None
    of, times, plus = category.worth[0]
    sums = {0} if of == "points" else set(map(sum, category.groups)) if of == "group" else set()
    return times * sums.pop() + plus if len(sums) == 1 else None
