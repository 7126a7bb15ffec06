"""farkle: the common rules on the same engine (last section of the rules page of the banking games)."""

import pytest
from pydantic import ValidationError

from rules.banking.farkle import GAME, FarkleOptions
from rules.banking.state import FinalRound, HotDice, Opened
from rules.contract import BANK
from tests.rules.support.banking import Session


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
    session = Session(GAME, 1)
    session.roll(1, 1, 2, 2, 3, 4)
    session.aside(1)
    refusal = session.refused(BANK)
    assert (refusal.reason, refusal.rule) == ("below_opening", "4.2")
    assert refusal.details == {"points": 100, "needed": 500}
    session.take(4, 4, 4, 2, 3)
    assert session.bank() == (Opened(),)
    session.roll(5, 2, 2, 3, 4, 6)
    session.aside(5)
    assert session.moves() == ["roll", "bank"]
    assert session.bank() == ()
    assert session.state.totals == (550,)


def test_hot_dice_may_bank() -> None:
    session = Session(GAME, 1)
    session.roll(1, 2, 3, 4, 5, 6)
    assert session.aside(1, 2, 3, 4, 5, 6) == (HotDice(),)
    assert session.moves() == ["roll", "bank"]


def test_hot_dice_below_the_opening_must_roll() -> None:
    session = Session(GAME, 1, FarkleOptions(opening=1000))
    session.roll(1, 1, 5, 5, 2, 3)
    session.aside(1, 1, 5, 5)
    session.roll(5, 5)
    session.aside(5, 5)
    assert (session.state.cup, session.state.points) == (6, 400)
    assert session.moves() == ["roll"]


def test_without_an_opening_any_points_open() -> None:
    session = Session(GAME, 1, FarkleOptions(opening=0))
    session.take(5, 2, 2, 3, 4, 6)
    assert session.bank() == ()
    assert session.state.totals == (50,)


def bank(session: Session, points: int) -> tuple[object, ...]:
    session.state = session.state._replace(points=points, cup=3, throw=1)
    return session.bank()


@pytest.mark.parametrize("first", [0, 1, 2])
def test_every_other_seat_has_exactly_one_more_turn(first: int) -> None:
    """`last_round: one_more_turn`, wherever in the round the target is reached."""
    session = Session(GAME, 3).having(9000, 9000, 9000)
    for _ in range(first):
        session.bust()
    assert bank(session, 1000) == (FinalRound(first),)
    turns: list[int] = []
    while to_move := session.rules.to_move(session.state):
        turns.extend(to_move)
        bank(session, 1500)
    assert turns == [(first + step) % 3 for step in (1, 2)]
    assert session.outcome().reason == "target"
    assert session.outcome().winners == tuple(seat for seat in range(3) if seat != first)


def test_a_seat_alone_is_done_at_once() -> None:
    session = Session(GAME, 1).having(9000)
    assert bank(session, 1000) == ()
    assert session.outcome().winners == (0,)


def test_equal_totals_share() -> None:
    session = Session(GAME, 2).having(9000, 9000)
    bank(session, 1000)
    bank(session, 1000)
    assert session.outcome().winners == (0, 1)
    assert session.ranks() == [(0, 1), (1, 1)]


def test_the_last_turns_are_played_without_the_seat_that_began_them() -> None:
    session = Session(GAME, 3).having(9000, 100, 9000)
    session.bust()
    bank(session, 9900)
    session.leave(1)
    assert session.rules.to_move(session.state) == (2,)
    bank(session, 500)
    assert session.rules.to_move(session.state) == (0,)
    bank(session, 600)
    assert session.ranks() == [(0, 1), (2, 2), (1, 3)]


def test_one_that_leaves_in_the_last_turns_is_skipped() -> None:
    session = Session(GAME, 3).having(9000, 9000, 9000)
    bank(session, 1000)
    session.leave(2)
    bank(session, 500)
    assert session.outcome().reason == "target"
    assert session.ranks() == [(0, 1), (1, 2), (2, 3)]


@pytest.mark.parametrize(
    "options",
    [{"opening": 1050}, {"opening": -50}, {"opening": 510}, {"target": 0}, {"hot_dice": "must_roll"}],
)
def test_options_have_bounds(options: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        FarkleOptions.model_validate(options)
