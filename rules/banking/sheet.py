"""A banking game's score sheet: a line for each round, as players write it on paper."""

from collections.abc import Iterable

from rules.banking.state import BankingMove, BankingState, Bust
from rules.contract import Bank, Cell, Played, Row, Sheet


def sheet(state: BankingState, played: Iterable[Played[BankingMove]]) -> Sheet:
    """A row for each turn with what was banked, or the note "bust" or "resigned", and the totals."""
    columns: list[list[Cell]] = [[] for _ in state.totals]
    for entry in played:
        if cell := _end_of_turn(entry):
            columns[entry.seat].append(cell)
    rows = [
        Row(f"turn.{turn + 1}", "turn", tuple(_at(column, turn) for column in columns))
        for turn in range(max(map(len, columns)))
    ]
    return Sheet((*rows, Row("total", "total", tuple(map(Cell, state.totals)))))


def _end_of_turn(entry: Played[BankingMove]) -> Cell | None:
    """What the entry writes on the sheet, None if the turn goes on."""
    if entry.kind == "resign":
        return Cell(None, ("resigned",))
    if isinstance(entry.move, Bank):
        return Cell(entry.points)
    if any(isinstance(event, Bust) for event in entry.events):
        return Cell(None, ("bust",))
    return None


def _at(column: list[Cell], turn: int) -> Cell:
    return column[turn] if turn < len(column) else Cell(None)
