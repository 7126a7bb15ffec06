"""Turns, rounds, the end and leaving: what all banking games share (shared course of a turn; resignation)."""

import pytest

from rules.banking.state import BankingState, Bust, HotDice
from rules.contract import AnyGame
from rules.fold import replay
from tests.rules.support.banking import GAMES, Session


@GAMES
def test_the_first_seat_starts_with_a_full_cup(game: AnyGame) -> None:
    assert Session(game, 2).state == BankingState(
        totals=(0, 0),
        opened=(False, False),
        seat=0,
        round=1,
        throw=0,
        cup=6,
        thrown=(),
        aside=(),
        points=0,
        reached=None,
        resigned=(),
    )


@GAMES
def test_a_bust_loses_the_points_of_the_turn_and_passes_it_on(game: AnyGame) -> None:
    """Shared course 1."""
    session = Session(game, 2)
    session.take(1, 2, 2, 3, 4, 6)
    assert session.roll(2, 2, 3, 4, 6) == (Bust(100),)
    assert session.rules.to_move(session.state) == (1,)
    assert (session.state.points, session.state.cup, session.state.aside, session.state.throw) == (0, 6, (), 0)
    assert session.state.round == 1
    session.bust()
    assert (session.state.seat, session.state.round) == (0, 2)


@GAMES
def test_a_throw_leaves_the_cup_and_what_is_left_goes_back(game: AnyGame) -> None:
    """Shared course 2 and 3."""
    session = Session(game, 2)
    session.roll(6, 4, 3, 2, 2, 1)
    assert (session.state.thrown, session.state.cup, session.state.throw) == ((1, 2, 2, 3, 4, 6), 0, 1)
    session.aside(1)
    assert (session.state.thrown, session.state.cup, session.state.aside) == ((), 5, ((1,),))
    session.take(5, 2, 2, 4, 6)
    assert (session.state.points, session.state.cup, session.state.aside, session.state.throw) == (
        150,
        4,
        ((1,), (5,)),
        2,
    )


@GAMES
def test_all_dice_set_aside_fill_the_cup_again(game: AnyGame) -> None:
    """Shared course 4, by one throw or by several."""
    session = Session(game, 2)
    session.roll(1, 1, 1, 5, 5, 2)
    session.aside(1, 1, 1, 5, 5)
    session.roll(5)
    assert session.aside(5) == (HotDice(),)
    assert (session.state.cup, session.state.aside, session.state.points, session.state.throw) == (6, (), 1150, 2)


@GAMES
@pytest.mark.parametrize("first", [0, 1, 2])
def test_every_seat_has_the_same_number_of_turns_unless_one_more_is_agreed(game: AnyGame, first: int) -> None:
    """Shared course: seats after it get their turn, seats before it do not (farkle: every other seat)."""
    session = Session(game, 3).having(9000, 9000, 9000)
    for _ in range(first):
        session.bust()
    session.state = session.state._replace(points=1500, cup=2, throw=1)
    session.bank()
    turns: list[int] = []
    while to_move := session.rules.to_move(session.state):
        turns.extend(to_move)
        session.bust()
    after = list(range(first + 1, 3))
    assert turns == (after + list(range(first)) if game.name == "farkle" else after)
    assert session.outcome().winners == (first,)
    assert session.outcome().reason == "target"
    assert session.state.cup == 0


@GAMES
def test_points_are_summed_as_recorded_and_a_record_replays(game: AnyGame) -> None:
    session = Session(game, 2)
    session.take(1, 1, 1, 5, 2, 3)
    session.bank()
    session.bust()
    assert [entry.points for entry in session.record] == [None, 1050, 1050, None]
    assert session.rules.totals(session.state) == (1050, 0)
    assert replay(session.rules, 2, session.record) == session.state


# --- leaving (paragraph 6.1) ---


@GAMES
def test_a_seat_that_leaves_in_its_turn_loses_the_points_at_risk(game: AnyGame) -> None:
    """Paragraph 6.1: the turn passes; the total stays."""
    session = Session(game, 3).having(2000, 0, 0)
    session.take(1, 1, 1, 5, 2, 3)
    assert session.leave(0) == ()
    assert session.rules.to_move(session.state) == (1,)
    assert (session.state.points, session.state.cup, session.state.totals) == (0, 6, (2000, 0, 0))


@GAMES
def test_a_throw_on_the_table_goes_with_the_seat(game: AnyGame) -> None:
    session = Session(game, 3)
    session.roll(1, 2, 2, 3, 4, 6)
    session.leave(0)
    assert (session.state.thrown, session.state.throw, session.moves()) == ((), 0, ["roll"])


@GAMES
def test_a_seat_that_leaves_out_of_turn_does_not_disturb_it(game: AnyGame) -> None:
    session = Session(game, 3)
    session.roll(1, 2, 2, 3, 4, 6)
    before = session.state
    session.leave(1)
    assert session.state == before._replace(resigned=(1,))
    session.aside(1)
    session.bust()
    assert session.rules.to_move(session.state) == (2,)
    session.bust()
    assert (session.state.seat, session.state.round) == (0, 2)


@GAMES
def test_the_last_one_left_has_won(game: AnyGame) -> None:
    """Paragraph 6.1: left seats rank last, the latest first, whatever their totals."""
    session = Session(game, 3).having(0, 5000, 3000)
    session.leave(1)
    session.leave(0)
    outcome = session.outcome()
    assert (outcome.winners, outcome.reason) == ((2,), "resignation")
    assert [(rank.seat, rank.total, rank.rank) for rank in outcome.ranking] == [
        (2, 3000, 1),
        (0, 0, 2),
        (1, 5000, 3),
    ]
    assert session.rules.to_move(session.state) == ()


@GAMES
def test_the_game_is_over_at_once_when_the_one_to_move_is_the_last(game: AnyGame) -> None:
    """It need not finish its turn, and its points at risk are not counted."""
    session = Session(game, 2)
    session.take(1, 1, 1, 5, 2, 3)
    session.leave(1)
    assert session.state.seat is None
    assert session.state.totals == (0, 0)
    assert session.outcome().winners == (0,)


@GAMES
def test_one_that_plays_alone_and_leaves_wins_nothing(game: AnyGame) -> None:
    session = Session(game, 1).having(5000)
    session.leave(0)
    outcome = session.outcome()
    assert (outcome.winners, outcome.reason) == ((), "resignation")
    assert [(rank.seat, rank.rank) for rank in outcome.ranking] == [(0, 1)]


@GAMES
def test_the_round_completes_when_the_seat_that_began_the_last_turns_leaves(game: AnyGame) -> None:
    """Paragraph 6.1: last turns that it brought about are still played."""
    session = Session(game, 3).having(9000, 500, 9000)
    session.state = session.state._replace(points=1500, cup=2, throw=1)
    session.bank()
    session.leave(0)
    session.bust()
    session.bust()
    assert session.outcome().reason == "target"
    assert session.ranks() == [(2, 1), (1, 2), (0, 3)]


@GAMES
def test_the_last_seat_of_the_last_round_may_leave(game: AnyGame) -> None:
    session = Session(game, 3).having(9000, 500, 9000)
    session.state = session.state._replace(points=1500, cup=2, throw=1)
    session.bank()
    session.bust()
    session.leave(2)
    assert session.outcome().reason == "target"
    assert session.outcome().winners == (0,)


@GAMES
def test_a_seat_leaves_once_and_only_while_the_game_is_on(game: AnyGame) -> None:
    session = Session(game, 3)
    session.leave(1)
    with pytest.raises(ValueError, match="left before"):
        session.rules.withdraw(session.state, 1)
    session.leave(0)
    with pytest.raises(ValueError, match="over"):
        session.rules.withdraw(session.state, 2)
