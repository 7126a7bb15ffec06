"""Score sheet of a banking game: a line for each round, as players write it on paper."""

from collections.abc import Iterable

from rules.banking.state import BankingMove, BankingState, Bust, Overshot
from rules.contract import EMPTY_CELL, Bank, Cell, Played, Row, Sheet


def sheet(state: BankingState, played: Iterable[Played[BankingMove]]) -> Sheet:
    """A row for each turn with its points and the total after them, with the note "bust", "skipped" or "resigned"
    where it came to nothing, "overshot" where it went beyond a target that is met exactly, and the totals.
    """
    columns: list[list[Cell]] = [[] for _ in state.totals]
    for entry in played:
        column = columns[entry.seat]
        before = column[-1].total or 0 if column else 0
        if cell := _end_of_turn(entry, before):
            column.append(cell)
    rows = [
        Row(f"turn.{turn + 1}", "turn", tuple(_at(column, turn) for column in columns))
        for turn in range(max(map(len, columns)))
    ]
    totals = (Cell(total, ("resigned",) if seat in state.resigned else ()) for seat, total in enumerate(state.totals))
    return Sheet((*rows, Row("total", "total", tuple(totals))), grows="turn")


def _end_of_turn(entry: Played[BankingMove], before: int) -> Cell | None:
    """What the entry writes on the sheet below the total `before`, None if the turn goes on."""
    if entry.kind != "move":
        return Cell(None, ("resigned" if entry.kind == "resign" else "skipped",), total=before)
    points = sum(getattr(event, "points", 0) for event in entry.events)
    if isinstance(entry.move, Bank):
        points += entry.points or 0
        beyond = any(isinstance(event, Overshot) for event in entry.events)
        return Cell(points, ("overshot",) if beyond else (), total=before + points)
    if any(isinstance(event, Bust) for event in entry.events):
        return Cell(points, ("bust",), total=before + points)
    return None


def _at(column: list[Cell], turn: int) -> Cell:
    return column[turn] if turn < len(column) else EMPTY_CELL
