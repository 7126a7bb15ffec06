"""The score sheet of a banking game as neutral rows."""

from rules.contract import AnyGame
from tests.rules.support.banking import GAMES, Session


@GAMES
def test_the_sheet_has_a_row_for_each_turn(game: AnyGame) -> None:
    session = Session(game, 3)
    session.take(1, 1, 1, 5, 2, 3)
    session.bank()
    session.bust()
    session.leave(2)
    session.take(1, 2, 2, 3, 4, 6)
    session.bust()
    rows = session.rules.sheet(session.state, session.record).rows
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
    session = Session(game, 2)
    rows = session.rules.sheet(session.state, []).rows
    assert [row.id for row in rows] == ["total"]
