"""The score sheet as it is printed."""

from rules.contract import Cell
from rules.sheet import yahtzee, yatzy, yatzy_bg
from tests.rules.support.sheet import Session


def column(session: Session, seat: int = 0) -> dict[str, int | None]:
    return {row.id: row.cells[seat].value for row in session.rules.sheet(session.state, session.record).rows}


def test_rows_in_the_order_of_the_sheet() -> None:
    """The upper boxes, their sum, the bonus, the others, the total."""
    for game in (yatzy_bg.GAME, yatzy.GAME):
        assert list(column(Session(game))) == [
            *game.categories[:6],
            "upper_sum",
            "bonus",
            *game.categories[6:],
            "total",
        ]
    categories = yahtzee.GAME.categories
    rows = [*categories[:6], "upper_sum", "bonus", *categories[6:], "yatzy_bonus", "total"]
    assert list(column(Session(yahtzee.GAME))) == rows


def test_kinds_of_rows() -> None:
    session = Session(yahtzee.GAME)
    kinds = {row.id: row.kind for row in session.rules.sheet(session.state, session.record).rows}
    assert {kinds.pop(category) for category in yahtzee.GAME.categories} == {"box"}
    assert kinds == {"upper_sum": "sum", "bonus": "bonus", "yatzy_bonus": "bonus", "total": "total"}


def test_an_empty_sheet() -> None:
    empty = column(Session(yatzy_bg.GAME))
    assert {row for row, value in empty.items() if value is not None} == {"upper_sum", "total"}


def test_what_was_written() -> None:
    session = Session(yahtzee.GAME, 2)
    session.write("yatzy", 6, 6, 6, 6, 6)
    session.write("yatzy", 6, 6, 6, 6, 5)
    session.write("sixes", 6, 6, 6, 6, 6)
    session.write("sixes", 6, 6, 6, 6, 6)
    one, two = column(session, 0), column(session, 1)
    assert (one["yatzy"], one["sixes"], one["upper_sum"], one["bonus"], one["yatzy_bonus"], one["total"]) == (
        50,
        30,
        30,
        None,
        100,
        180,
    )
    assert (two["yatzy"], two["yatzy_bonus"], two["total"], two["ones"]) == (0, 0, 30, None)


def test_a_bonus_reached_and_one_missed() -> None:
    session = Session(yatzy_bg.GAME).having(sixes=24, fives=20, fours=16)
    session.write("threes", 3, 3, 3, 1, 1)
    assert (column(session)["upper_sum"], column(session)["bonus"], column(session)["total"]) == (69, 50, 119)
    session = Session(yatzy_bg.GAME).having(ones=0, twos=0, threes=0, fours=0, fives=0)
    session.write("sixes", 6, 6, 6, 6, 6)
    assert (column(session)["bonus"], column(session)["total"]) == (0, 30)


def test_a_seat_that_left_is_marked() -> None:
    session = Session(yatzy_bg.GAME, 3)
    session.write("chance", 6, 6, 6, 6, 5)
    session.leave(0)
    (*_, totals) = session.rules.sheet(session.state, session.record).rows
    assert totals.cells == (Cell(29, ("resigned",)), Cell(0), Cell(0))


def test_what_is_printed_beside_the_boxes() -> None:
    """The points of boxes that are worth one number only, and what it takes for the bonus."""
    rows = Session(yahtzee.GAME).rules.sheet(Session(yahtzee.GAME).state, []).rows
    printed = {row.id: (row.hint, dict(row.figures)) for row in rows if row.hint}
    assert printed == {
        "bonus": ("bonus", {"points": 35, "least": 63}),
        "full_house": ("fixed", {"points": 25}),
        "small_straight": ("fixed", {"points": 30}),
        "large_straight": ("fixed", {"points": 40}),
        "yatzy": ("fixed", {"points": 50}),
        "yatzy_bonus": ("each_further", {"points": 100}),
    }
    straights = {
        row.id: dict(row.figures) for row in Session(yatzy.GAME).rules.sheet(Session(yatzy.GAME).state, []).rows
    }
    assert (straights["small_straight"], straights["large_straight"]) == ({"points": 15}, {"points": 20})
    assert straights["one_pair"] == {}
