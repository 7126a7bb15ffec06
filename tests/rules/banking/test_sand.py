"""sand: its rulings and options (rules page of the banking games, column and rulings of sand)."""

from collections.abc import Iterable

import pytest
from pydantic import ValidationError

from rules.banking.sand import GAME, SandOptions
from rules.banking.state import Bust, FinalRound, HotDice
from rules.contract import BANK, ROLL, SetAside
from tests.rules.support.banking import Session


def thrown(dice: Iterable[int], options: SandOptions | None = None) -> Session:
    session = Session(GAME, 2, options)
    session.roll(*dice)
    return session


@pytest.mark.parametrize(
    ("dice", "chosen", "points", "left"),
    [
        ((1, 1, 1, 1, 2, 3), (1, 1, 1, 1), 10_000, 2),
        ((2, 2, 2, 2, 3, 4), (2, 2, 2, 2), 2000, 2),
        ((1, 2, 3, 4, 5, 6), (1, 2, 3, 4, 5, 6), 5000, 0),
        ((2, 2, 2, 2, 2, 2), (2, 2, 2, 2), 2000, 2),
        ((1, 1, 1, 1, 1, 1), (1, 1, 1, 1, 1, 1), 10_200, 0),
        ((5, 5, 5, 5, 5, 2), (5, 5, 5, 5, 5), 5050, 1),
        ((1, 2, 3, 4, 5, 5), (1, 2, 3, 4, 5, 5), 2050, 0),
        ((2, 3, 4, 5, 6, 6), (2, 3, 4, 5, 6), 2000, 1),
        ((2, 2, 2, 3, 3, 3), (2, 2, 2, 3, 3, 3), 500, 0),
        ((2, 2, 2, 3, 4, 6), (2, 2, 2), 200, 3),
        ((4, 4, 4, 4, 4, 1), (1, 4, 4, 4, 4), 4100, 1),
    ],
)
def test_all_scoring_dice_go_in_their_best_split(
    dice: tuple[int, ...], chosen: tuple[int, ...], points: int, left: int
) -> None:
    """Points, rulings 'five or six equal' and 'is 2050 and hot dice'."""
    session = thrown(dice)
    assert session.selections() == {chosen: points}
    assert session.aside(*chosen) == (() if left else (HotDice(),))
    assert (session.state.points, session.state.cup) == (points, left or 6)


def test_less_than_the_best_is_refused() -> None:
    """'what must be set aside': all scoring dice; paragraph 2.5."""
    session = thrown((1, 5, 2, 2, 4, 6))
    refusal = session.refused(SetAside((5,)))
    assert (refusal.reason, refusal.rule) == ("not_the_best", "2.5")
    assert refusal.details == {"points": 50, "best": [1, 5], "best_points": 150}
    six = thrown((2,) * 6)
    refusal = six.refused(SetAside((2,) * 6))
    assert refusal.details == {"points": 400, "best": [2, 2, 2, 2], "best_points": 2000}


def test_with_free_selection_the_seat_chooses() -> None:
    """'variant': selection free lets the seat choose as in titusind."""
    session = thrown((1, 2, 2, 2, 5, 6), SandOptions(selection="free"))
    assert session.selections() == {
        (1,): 100,
        (1, 2, 2, 2): 300,
        (1, 2, 2, 2, 5): 350,
        (1, 5): 150,
        (2, 2, 2): 200,
        (2, 2, 2, 5): 250,
        (5,): 50,
    }
    six = thrown((2,) * 6, SandOptions(selection="free"))
    assert six.selections() == {(2, 2, 2): 200, (2, 2, 2, 2): 2000, (2, 2, 2, 2, 2, 2): 400}


def test_one_or_five_holds_for_every_roll() -> None:
    """Ruling 'mindestens eine 1 oder 5': the option holds for the first roll and for later ones."""
    options = SandOptions(qualifying="one_or_five")
    session = Session(GAME, 2, options)
    assert session.roll(2, 2, 2, 3, 4, 6) == (Bust(0),)
    session.roll(1, 5, 2, 2, 4, 6)
    session.aside(1, 5)
    assert session.roll(2, 2, 2, 2) == (Bust(150),)
    assert thrown((1, 2, 2, 2, 3, 4), options).selections() == {(1, 2, 2, 2): 300}
    assert session.rules.score((3, 3, 3), None).bust


def test_one_or_five_asks_nothing_of_a_free_selection() -> None:
    """The throw must show a 1 or a 5; it need not be the die that is set aside."""
    session = thrown((1, 2, 2, 2, 3, 4), SandOptions(qualifying="one_or_five", selection="free"))
    assert session.selections() == {(1,): 100, (1, 2, 2, 2): 300, (2, 2, 2): 200}


@pytest.mark.parametrize(
    ("dice", "may_bank"),
    [
        ((1, 2, 2, 3, 4, 6), False),
        ((1, 1, 5, 3, 4, 6), False),
        ((1, 1, 5, 5, 4, 6), True),
        ((1, 1, 1, 5, 5, 6), True),
    ],
)
def test_a_seat_banks_with_at_most_two_dice_left(dice: tuple[int, ...], may_bank: bool) -> None:
    """'when banking is legal'; ruling: after the first roll as after later ones."""
    session = Session(GAME, 2)
    session.take(*dice)
    assert session.moves() == (["roll", "bank"] if may_bank else ["roll"])
    if not may_bank:
        refusal = session.refused(BANK)
        assert (refusal.reason, refusal.rule) == ("too_many_left", "4.2")
        assert refusal.details == {"left": session.state.cup, "most": 2}


def test_dice_left_are_counted_over_the_whole_turn() -> None:
    session = Session(GAME, 2)
    session.take(1, 2, 3, 3, 4, 6)
    session.take(5, 2, 2, 4, 6)
    assert session.moves() == ["roll"]
    session.take(1, 5, 3, 3)
    assert session.moves() == ["roll", "bank"]
    assert session.legal()[1].points == 300
    assert session.bank() == ()
    assert session.rules.totals(session.state) == (300, 0)


def test_hot_dice_must_be_rolled_even_with_enough_to_win() -> None:
    """Ruling on hot dice, option must_roll."""
    session = Session(GAME, 1)
    session.roll(1, 1, 1, 1, 1, 1)
    assert session.aside(1, 1, 1, 1, 1, 1) == (HotDice(),)
    refusal = session.refused(BANK)
    assert (refusal.reason, refusal.rule, refusal.details) == ("hot_dice", "4.3", {"points": 10_200})
    assert [(legal.move, legal.throws) for legal in session.legal()] == [(ROLL, 6)]
    assert session.roll(2, 2, 3, 3, 4, 6) == (Bust(10_200),)


def test_hot_dice_may_be_banked_where_the_table_agreed() -> None:
    """Option hot_dice: may_bank; no die is left, which is at most two."""
    session = Session(GAME, 1, SandOptions(hot_dice="may_bank"))
    session.take(1, 1, 1, 1, 1, 1)
    assert session.moves() == ["roll", "bank"]
    session.bank()
    assert session.outcome().winners == (0,)


def test_after_hot_dice_points_go_on_and_the_cup_is_counted_anew() -> None:
    """Shared course 4."""
    session = Session(GAME, 2)
    session.take(1, 2, 3, 4, 5, 5)
    session.take(1, 2, 2, 3, 4, 6)
    assert (session.state.points, session.state.cup, session.state.aside) == (2150, 5, ((1,),))
    assert session.moves() == ["roll"]


@pytest.mark.parametrize("target", [0, -50, 49, 75, 100_050, True, "500", 500.0])
def test_the_target_is_a_positive_multiple_of_50(target: object) -> None:
    """'target': agreed before the game."""
    with pytest.raises(ValidationError):
        SandOptions.model_validate({"target": target})
    assert SandOptions().target == 10_000
    assert SandOptions(target=50).target == 50


def test_the_last_turns_begin_at_the_agreed_target() -> None:
    """Shared course: once a total reaches the target the round is played to its end."""
    session = Session(GAME, 2, SandOptions(target=300))
    session.take(1, 1, 5, 5, 2, 3)
    assert session.bank() == (FinalRound(0),)
    session.take(1, 1, 5, 5, 2, 3)
    assert session.bank() == ()
    assert session.outcome().winners == (0, 1)
    assert session.ranks() == [(0, 1), (1, 1)]


def test_sand_knows_no_opening() -> None:
    session = Session(GAME, 1)
    session.take(1, 5, 5, 5, 2, 2)
    assert session.bank() == ()
    assert session.state.opened == (True,)
