"""farkle: the common rules on the same engine (last section of the rules page of the banking games)."""

import pytest
from pydantic import ValidationError

from rules.banking.farkle import GAME, FarkleOptions
from rules.banking.state import FinalRound, HotDice, Opened
from rules.contract import BANK
from tests.rules.banking.table import Table


@pytest.mark.parametrize(
    ("dice", "points"),
    [
        ((1,), 100),
        ((5,), 50),
        ((1, 1, 1), 1000),
        ((4, 4, 4), 400),
        ((1, 1, 1, 1), 1100),
        ((3, 3, 3, 3), 1000),
        ((3, 3, 3, 3, 3), 2000),
        ((3, 3, 3, 3, 3, 3), 3000),
        ((1, 1, 1, 1, 1, 1), 3000),
        ((1, 2, 3, 4, 5, 6), 1500),
        ((2, 2, 3, 3, 6, 6), 1500),
        ((2, 2, 2, 2, 6, 6), 1500),
        ((2, 2, 2, 6, 6, 6), 2500),
        ((1, 1, 1, 5, 5, 5), 2500),
        ((1, 1, 1, 1, 5, 5), 1500),
    ],
)
def test_combinations_are_worth_what_the_page_says(dice: tuple[int, ...], points: int) -> None:
    ways = GAME.rules(FarkleOptions()).score(dice, None).ways
    assert max(worth for _, worth in ways) == points


def test_the_first_bank_takes_500_and_later_ones_nothing() -> None:
    table = Table(GAME, 1)
    table.roll(1, 1, 2, 2, 3, 4)
    table.aside(1)
    refusal = table.refused(BANK)
    assert (refusal.reason, refusal.rule) == ("below_opening", "4.2")
    assert refusal.details == {"points": 100, "needed": 500}
    table.take(4, 4, 4, 2, 3)
    assert table.bank() == (Opened(),)
    table.roll(5, 2, 2, 3, 4, 6)
    table.aside(5)
    assert table.moves() == ["roll", "bank"]
    assert table.bank() == ()
    assert table.state.totals == (550,)


def test_hot_dice_may_bank() -> None:
    table = Table(GAME, 1)
    table.roll(1, 2, 3, 4, 5, 6)
    assert table.aside(1, 2, 3, 4, 5, 6) == (HotDice(),)
    assert table.moves() == ["roll", "bank"]


def test_hot_dice_below_the_opening_must_roll() -> None:
    table = Table(GAME, 1, FarkleOptions(opening=1000))
    table.roll(1, 1, 5, 5, 2, 3)
    table.aside(1, 1, 5, 5)
    table.roll(5, 5)
    table.aside(5, 5)
    assert (table.state.cup, table.state.points) == (6, 400)
    assert table.moves() == ["roll"]


def test_without_an_opening_any_points_open() -> None:
    table = Table(GAME, 1, FarkleOptions(opening=0))
    table.take(5, 2, 2, 3, 4, 6)
    assert table.bank() == ()
    assert table.state.totals == (50,)


def bank(table: Table, points: int) -> tuple[object, ...]:
    table.state = table.state._replace(points=points, cup=3, throw=1)
    return table.bank()


@pytest.mark.parametrize("first", [0, 1, 2])
def test_every_other_seat_has_exactly_one_more_turn(first: int) -> None:
    """`last_round: one_more_turn`, wherever in the round the target is reached."""
    table = Table(GAME, 3).having(9000, 9000, 9000)
    for _ in range(first):
        table.bust()
    assert bank(table, 1000) == (FinalRound(first),)
    turns: list[int] = []
    while to_move := table.rules.to_move(table.state):
        turns.extend(to_move)
        bank(table, 1500)
    assert turns == [(first + step) % 3 for step in (1, 2)]
    assert table.outcome().reason == "target"
    assert table.outcome().winners == tuple(seat for seat in range(3) if seat != first)


def test_a_seat_alone_is_done_at_once() -> None:
    table = Table(GAME, 1).having(9000)
    assert bank(table, 1000) == ()
    assert table.outcome().winners == (0,)


def test_equal_totals_share() -> None:
    table = Table(GAME, 2).having(9000, 9000)
    bank(table, 1000)
    bank(table, 1000)
    assert table.outcome().winners == (0, 1)
    assert table.ranks() == [(0, 1), (1, 1)]


def test_the_last_turns_are_played_without_the_seat_that_began_them() -> None:
    table = Table(GAME, 3).having(9000, 100, 9000)
    table.bust()
    bank(table, 9900)
    table.leave(1)
    assert table.rules.to_move(table.state) == (2,)
    bank(table, 500)
    assert table.rules.to_move(table.state) == (0,)
    bank(table, 600)
    assert table.ranks() == [(0, 1), (2, 2), (1, 3)]


def test_one_that_leaves_in_the_last_turns_is_skipped() -> None:
    table = Table(GAME, 3).having(9000, 9000, 9000)
    bank(table, 1000)
    table.leave(2)
    bank(table, 500)
    assert table.outcome().reason == "target"
    assert table.ranks() == [(0, 1), (1, 2), (2, 3)]


@pytest.mark.parametrize(
    "options",
    [{"opening": 1050}, {"opening": -50}, {"opening": 510}, {"target": 0}, {"hot_dice": "must_roll"}],
)
def test_options_have_bounds(options: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        FarkleOptions.model_validate(options)
