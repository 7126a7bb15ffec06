"""The score sheet as it is printed."""

from rules.contract import Cell
from rules.sheet import yahtzee, yatzy, yatzy_bg
from tests.rules.sheet.table import Table


def column(table: Table, seat: int = 0) -> dict[str, int | None]:
    return {row.id: row.cells[seat].value for row in table.rules.sheet(table.state, table.record).rows}


def test_rows_in_the_order_of_the_sheet() -> None:
    """The upper boxes, their sum, the bonus, the others, the total."""
    for game in (yatzy_bg.GAME, yatzy.GAME):
        assert list(column(Table(game))) == [
            *game.categories[:6],
            "upper_sum",
            "bonus",
            *game.categories[6:],
            "total",
        ]
    categories = yahtzee.GAME.categories
    rows = [*categories[:6], "upper_sum", "bonus", *categories[6:], "yatzy_bonus", "total"]
    assert list(column(Table(yahtzee.GAME))) == rows


def test_kinds_of_rows() -> None:
    table = Table(yahtzee.GAME)
    kinds = {row.id: row.kind for row in table.rules.sheet(table.state, table.record).rows}
    assert {kinds.pop(category) for category in yahtzee.GAME.categories} == {"box"}
    assert kinds == {"upper_sum": "sum", "bonus": "bonus", "yatzy_bonus": "bonus", "total": "total"}


def test_an_empty_sheet() -> None:
    empty = column(Table(yatzy_bg.GAME))
    assert {row for row, value in empty.items() if value is not None} == {"upper_sum", "total"}


def test_what_was_written() -> None:
    table = Table(yahtzee.GAME, 2)
    table.write("yatzy", 6, 6, 6, 6, 6)
    table.write("yatzy", 6, 6, 6, 6, 5)
    table.write("sixes", 6, 6, 6, 6, 6)
    table.write("sixes", 6, 6, 6, 6, 6)
    one, two = column(table, 0), column(table, 1)
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
    table = Table(yatzy_bg.GAME).having(sixes=24, fives=20, fours=16)
    table.write("threes", 3, 3, 3, 1, 1)
    assert (column(table)["upper_sum"], column(table)["bonus"], column(table)["total"]) == (69, 50, 119)
    table = Table(yatzy_bg.GAME).having(ones=0, twos=0, threes=0, fours=0, fives=0)
    table.write("sixes", 6, 6, 6, 6, 6)
    assert (column(table)["bonus"], column(table)["total"]) == (0, 30)


def test_a_seat_that_left_is_marked() -> None:
    table = Table(yatzy_bg.GAME, 3)
    table.write("chance", 6, 6, 6, 6, 5)
    table.leave(0)
    (*_, totals) = table.rules.sheet(table.state, table.record).rows
    assert totals.cells == (Cell(29, ("resigned",)), Cell(0), Cell(0))


def test_what_is_printed_beside_the_boxes() -> None:
    """The points of boxes that are worth one number only, and what it takes for the bonus."""
    rows = Table(yahtzee.GAME).rules.sheet(Table(yahtzee.GAME).state, []).rows
    printed = {row.id: (row.hint, dict(row.figures)) for row in rows if row.hint}
    assert printed == {
        "bonus": ("bonus", {"points": 35, "least": 63}),
        "full_house": ("fixed", {"points": 25}),
        "small_straight": ("fixed", {"points": 30}),
        "large_straight": ("fixed", {"points": 40}),
        "yatzy": ("fixed", {"points": 50}),
        "yatzy_bonus": ("each_further", {"points": 100}),
    }
    straights = {row.id: dict(row.figures) for row in Table(yatzy.GAME).rules.sheet(Table(yatzy.GAME).state, []).rows}
    assert (straights["small_straight"], straights["large_straight"]) == ({"points": 15}, {"points": 20})
    assert straights["one_pair"] == {}
