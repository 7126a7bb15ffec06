"""Turns, rounds, the end and leaving: what all banking games share (shared course of a turn; resignation)."""

import pytest

from rules.banking.state import BankingState, Bust, HotDice
from rules.contract import AnyGame
from rules.fold import replay
from tests.rules.banking.table import GAMES, Table


@GAMES
def test_the_first_seat_starts_with_a_full_cup(game: AnyGame) -> None:
    assert Table(game, 2).state == BankingState(
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
    table = Table(game, 2)
    table.take(1, 2, 2, 3, 4, 6)
    assert table.roll(2, 2, 3, 4, 6) == (Bust(100),)
    assert table.rules.to_move(table.state) == (1,)
    assert (table.state.points, table.state.cup, table.state.aside, table.state.throw) == (0, 6, (), 0)
    assert table.state.round == 1
    table.bust()
    assert (table.state.seat, table.state.round) == (0, 2)


@GAMES
def test_a_throw_leaves_the_cup_and_what_is_left_goes_back(game: AnyGame) -> None:
    """Shared course 2 and 3."""
    table = Table(game, 2)
    table.roll(6, 4, 3, 2, 2, 1)
    assert (table.state.thrown, table.state.cup, table.state.throw) == ((1, 2, 2, 3, 4, 6), 0, 1)
    table.aside(1)
    assert (table.state.thrown, table.state.cup, table.state.aside) == ((), 5, ((1,),))
    table.take(5, 2, 2, 4, 6)
    assert (table.state.points, table.state.cup, table.state.aside, table.state.throw) == (
        150,
        4,
        ((1,), (5,)),
        2,
    )


@GAMES
def test_all_dice_set_aside_fill_the_cup_again(game: AnyGame) -> None:
    """Shared course 4, by one throw or by several."""
    table = Table(game, 2)
    table.roll(1, 1, 1, 5, 5, 2)
    table.aside(1, 1, 1, 5, 5)
    table.roll(5)
    assert table.aside(5) == (HotDice(),)
    assert (table.state.cup, table.state.aside, table.state.points, table.state.throw) == (6, (), 1150, 2)


@GAMES
@pytest.mark.parametrize("first", [0, 1, 2])
def test_every_seat_has_the_same_number_of_turns_unless_one_more_is_agreed(game: AnyGame, first: int) -> None:
    """Shared course: seats after it get their turn, seats before it do not (farkle: every other seat)."""
    table = Table(game, 3).having(9000, 9000, 9000)
    for _ in range(first):
        table.bust()
    table.state = table.state._replace(points=1500, cup=2, throw=1)
    table.bank()
    turns: list[int] = []
    while to_move := table.rules.to_move(table.state):
        turns.extend(to_move)
        table.bust()
    after = list(range(first + 1, 3))
    assert turns == (after + list(range(first)) if game.name == "farkle" else after)
    assert table.outcome().winners == (first,)
    assert table.outcome().reason == "target"
    assert table.state.cup == 0


@GAMES
def test_points_are_summed_as_recorded_and_a_record_replays(game: AnyGame) -> None:
    table = Table(game, 2)
    table.take(1, 1, 1, 5, 2, 3)
    table.bank()
    table.bust()
    assert [entry.points for entry in table.record] == [None, 1050, 1050, None]
    assert table.rules.totals(table.state) == (1050, 0)
    assert replay(table.rules, 2, table.record) == table.state


# --- leaving (paragraph 6.1) ---


@GAMES
def test_a_seat_that_leaves_in_its_turn_loses_the_points_at_risk(game: AnyGame) -> None:
    """Paragraph 6.1: the turn passes; the total stays."""
    table = Table(game, 3).having(2000, 0, 0)
    table.take(1, 1, 1, 5, 2, 3)
    assert table.leave(0) == ()
    assert table.rules.to_move(table.state) == (1,)
    assert (table.state.points, table.state.cup, table.state.totals) == (0, 6, (2000, 0, 0))


@GAMES
def test_a_throw_on_the_table_goes_with_the_seat(game: AnyGame) -> None:
    table = Table(game, 3)
    table.roll(1, 2, 2, 3, 4, 6)
    table.leave(0)
    assert (table.state.thrown, table.state.throw, table.moves()) == ((), 0, ["roll"])


@GAMES
def test_a_seat_that_leaves_out_of_turn_does_not_disturb_it(game: AnyGame) -> None:
    table = Table(game, 3)
    table.roll(1, 2, 2, 3, 4, 6)
    before = table.state
    table.leave(1)
    assert table.state == before._replace(resigned=(1,))
    table.aside(1)
    table.bust()
    assert table.rules.to_move(table.state) == (2,)
    table.bust()
    assert (table.state.seat, table.state.round) == (0, 2)


@GAMES
def test_the_last_one_left_has_won(game: AnyGame) -> None:
    """Paragraph 6.1: left seats rank last, the latest first, whatever their totals."""
    table = Table(game, 3).having(0, 5000, 3000)
    table.leave(1)
    table.leave(0)
    outcome = table.outcome()
    assert (outcome.winners, outcome.reason) == ((2,), "resignation")
    assert [(rank.seat, rank.total, rank.rank) for rank in outcome.ranking] == [
        (2, 3000, 1),
        (0, 0, 2),
        (1, 5000, 3),
    ]
    assert table.rules.to_move(table.state) == ()


@GAMES
def test_the_game_is_over_at_once_when_the_one_to_move_is_the_last(game: AnyGame) -> None:
    """It need not finish its turn, and its points at risk are not counted."""
    table = Table(game, 2)
    table.take(1, 1, 1, 5, 2, 3)
    table.leave(1)
    assert table.state.seat is None
    assert table.state.totals == (0, 0)
    assert table.outcome().winners == (0,)


@GAMES
def test_one_that_plays_alone_and_leaves_wins_nothing(game: AnyGame) -> None:
    table = Table(game, 1).having(5000)
    table.leave(0)
    outcome = table.outcome()
    assert (outcome.winners, outcome.reason) == ((), "resignation")
    assert [(rank.seat, rank.rank) for rank in outcome.ranking] == [(0, 1)]


@GAMES
def test_the_round_completes_when_the_seat_that_began_the_last_turns_leaves(game: AnyGame) -> None:
    """Paragraph 6.1: last turns that it brought about are still played."""
    table = Table(game, 3).having(9000, 500, 9000)
    table.state = table.state._replace(points=1500, cup=2, throw=1)
    table.bank()
    table.leave(0)
    table.bust()
    table.bust()
    assert table.outcome().reason == "target"
    assert table.ranks() == [(2, 1), (1, 2), (0, 3)]


@GAMES
def test_the_last_seat_of_the_last_round_may_leave(game: AnyGame) -> None:
    table = Table(game, 3).having(9000, 500, 9000)
    table.state = table.state._replace(points=1500, cup=2, throw=1)
    table.bank()
    table.bust()
    table.leave(2)
    assert table.outcome().reason == "target"
    assert table.outcome().winners == (0,)


@GAMES
def test_a_seat_leaves_once_and_only_while_the_game_is_on(game: AnyGame) -> None:
    table = Table(game, 3)
    table.leave(1)
    with pytest.raises(ValueError, match="left before"):
        table.rules.withdraw(table.state, 1)
    table.leave(0)
    with pytest.raises(ValueError, match="over"):
        table.rules.withdraw(table.state, 2)
