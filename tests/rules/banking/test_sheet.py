"""The score sheet of a banking game as neutral rows."""

from rules.contract import AnyGame
from tests.rules.banking.table import GAMES, Table


@GAMES
def test_the_sheet_has_a_row_for_each_turn(game: AnyGame) -> None:
    table = Table(game, 3)
    table.take(1, 1, 1, 5, 2, 3)
    table.bank()
    table.bust()
    table.leave(2)
    table.take(1, 2, 2, 3, 4, 6)
    table.bust()
    rows = table.rules.sheet(table.state, table.record).rows
    assert [(row.id, row.kind) for row in rows] == [
        ("turn.1", "turn"),
        ("turn.2", "turn"),
        ("total", "total"),
    ]
    assert [[(cell.value, cell.notes, cell.total) for cell in row.cells] for row in rows] == [
        [(1050, (), 1050), (0, ("bust",), 0), (None, ("resigned",), 0)],
        [(0, ("bust",), 1050), (None, (), None), (None, (), None)],
        [(1050, (), None), (0, (), None), (0, ("resigned",), None)],
    ]


@GAMES
def test_the_sheet_of_a_game_not_yet_begun_has_totals_only(game: AnyGame) -> None:
    table = Table(game, 2)
    rows = table.rules.sheet(table.state, []).rows
    assert [row.id for row in rows] == ["total"]
