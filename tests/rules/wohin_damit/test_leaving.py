"""Seats that leave, at every point of a round (the rules page, section 6)."""

import pytest

from rules.contract import ROLL
from rules.fold import replay
from rules.wohin_damit.game import WohinDamitOptions
from rules.wohin_damit.state import BlueDie, BlueDiePassed, NextRound
from tests.rules.support.wohin_damit import Session, box
from tests.rules.wohin_damit.test_rounds import almost_full


def test_the_holder_leaves_before_rolling_and_the_blue_die_passes_at_once() -> None:
    """Paragraph 6.2: to a seat that has not rolled either, which then throws both dice."""
    session = Session(3)
    assert session.leave(0) == (BlueDiePassed(1),)
    assert (session.to_move(), session.phases()) == ([1, 2], [None, "roll", "roll"])
    assert session.rules.view(session.state)["holder"] == 1
    assert [session.rules.throws(session.state, seat, ROLL) for seat in (1, 2)] == [2, 1]
    assert session.roll(1, 4, 6) == (BlueDie(6),)
    assert session.seat(1)["result"] == 10


def test_the_blue_die_passes_to_a_seat_that_has_rolled_and_is_thrown_alone() -> None:
    """Paragraph 6.2: a roll of one die, the blue one; the white die stays as it fell."""
    session = Session(3)
    session.roll(1, 5)
    session.roll(2, 2)
    assert session.to_move() == [0]
    assert session.leave(0) == (BlueDiePassed(1),)
    assert (session.to_move(), session.phases()) == ([1], [None, "roll", "wait"])
    (legal,) = session.rules.legal_moves(session.state, 1)
    assert (legal.move, legal.throws) == (ROLL, 1)
    refusal = session.refused(1, box("6"))
    assert (refusal.reason, refusal.details) == ("roll_first", {"throws": 1})
    assert session.roll(1, 3) == (BlueDie(3),)
    assert [session.seat(seat)["result"] for seat in (1, 2)] == [8, 5]
    assert session.seat(1)["white"] == 5
    assert session.to_move() == [1, 2]


def test_the_blue_die_may_pass_several_times_in_a_round() -> None:
    """Paragraph 6.2."""
    session = Session(4)
    session.roll(3, 6)
    for holder in (1, 2, 3):
        assert session.leave(holder - 1) == ((BlueDiePassed(holder),) if holder < 3 else ())
        if holder < 3:
            assert session.state.holder == holder
    assert session.outcome().reason == "resignation"


def test_the_blue_die_passes_by_seats_that_left_or_are_done() -> None:
    """Paragraphs 3.5 and 6.2."""
    session = almost_full(2, 0, 2, 2)
    session.leave(2)
    assert session.leave(0) == (BlueDiePassed(3),)
    session.roll(3, 1, 1)
    session.enter(3, "small")
    assert session.record[-1].events == (NextRound(2, 3),)


def test_a_blue_die_that_was_thrown_stays_for_the_round() -> None:
    """Paragraph 6.2; in the next round it goes on from the seat that threw it."""
    session = Session(4)
    session.roll(0, 2, 4)
    session.roll(2, 1)
    assert session.leave(0) == ()
    assert (session.state.blue, session.to_move(), session.phases()) == (
        4,
        [1, 2, 3],
        [None, "roll", "choose", "roll"],
    )
    assert session.seat(0)["result"] is None
    session.roll(1, 1)
    session.roll(3, 1)
    for seat in (1, 2, 3):
        session.enter(seat, "15")
    assert session.record[-1].events == (NextRound(2, 1),)


def test_the_holder_leaves_after_its_entry() -> None:
    """Paragraphs 6.1 and 6.2: the entry stays on its sheet."""
    session = Session(3)
    session.roll(0, 6, 6)
    session.enter(0, "large")
    assert session.leave(0) == ()
    assert (session.total(0), session.seat(0)["large"], session.to_move()) == (12, [12], [1, 2])


@pytest.mark.parametrize("blue_known", [False, True])
def test_a_seat_that_leaves_with_a_roll_loses_it(blue_known: bool) -> None:
    """Paragraph 6.1."""
    session = Session(3)
    session.roll(1, 6)
    if blue_known:
        session.roll(0, 1, 1)
    holder = session.state.holder
    assert session.leave(1) == ()
    assert (session.state.holder, session.seat(1)["white"], session.total(1)) == (holder, None, 0)
    assert session.to_move() == [0, 2]
    assert all(not row["entries"] for row in session.seat(1)["rows"])


def test_the_round_ends_when_the_seat_it_waits_for_leaves() -> None:
    """Paragraph 6.1."""
    session = Session(3)
    session.roll(0, 1, 1)
    session.roll(1, 1)
    session.enter(0, "small")
    session.enter(1, "small")
    assert session.to_move() == [2]
    assert session.leave(2) == (NextRound(2, 1),)
    assert session.to_move() == [0, 1]


def test_the_round_ends_when_the_last_seat_leaves_with_its_result_open() -> None:
    """Paragraph 6.1: it had rolled, and its result is dropped; the blue die goes on past it."""
    session = Session(4)
    session.state = session.state._replace(holder=1)
    session.roll(1, 3, 3)
    for seat in (0, 2, 3):
        session.roll(seat, 1)
        session.enter(seat, "small")
    assert session.leave(1) == (NextRound(2, 2),)


def test_a_seat_that_has_left_does_not_move() -> None:
    """Paragraph 6.1."""
    session = Session(3)
    session.leave(1)
    for move in (ROLL, box("6")):
        refusal = session.refused(1, move)
        assert (refusal.reason, refusal.rule) == ("not_your_turn", "6.1")
        assert refusal.details == {"phase": "left", "to_move": [0, 2]}


def test_a_seat_that_has_left_is_out_of_every_later_round() -> None:
    """Paragraph 6.1."""
    session = Session(3)
    session.leave(1)
    for holder in (0, 2, 0, 2):
        assert session.state.holder == holder
        assert session.to_move() == [0, 2]
        for seat in (0, 2):
            session.roll(seat, *((1, 1) if seat == holder else (1,)))
        for seat in (0, 2):
            session.enter(seat, "15")


@pytest.mark.parametrize("leaver", [0, 1])
def test_the_last_seat_left_has_won(leaver: int) -> None:
    """Paragraph 6.1, whatever the totals."""
    session = Session(2)
    session.roll(0, 6, 6)
    session.roll(1, 6)
    session.enter(leaver, "large")
    assert session.leave(leaver) == ()
    outcome = session.outcome()
    assert (outcome.winners, outcome.reason) == ((1 - leaver,), "resignation")
    assert session.ranks() == [(1 - leaver, 1), (leaver, 2)]
    assert [rank.total for rank in outcome.ranking] == [0, 12]
    assert (session.to_move(), session.phases()) == ([], [None, None])


def test_a_seat_that_is_done_may_leave_and_ranks_last() -> None:
    """Paragraph 6.1."""
    session = almost_full(0, 1, 1)
    session.state = session.state._replace(totals=(50, 0, 0))
    assert session.leave(0) == ()
    for seat in (1, 2):
        session.roll(seat, *((1, 1) if seat == 1 else (1,)))
    for seat in (1, 2):
        session.enter(seat, "small")
    outcome = session.outcome()
    assert (outcome.winners, outcome.reason) == ((1, 2), "sheets_full")
    assert session.ranks() == [(1, 1), (2, 1), (0, 3)]


def test_the_game_ends_when_only_seats_that_are_done_stay() -> None:
    """Paragraphs 5.1 and 6.1."""
    session = almost_full(0, 1, 0)
    assert session.leave(1) == ()
    assert (session.to_move(), session.outcome().reason) == ([], "sheets_full")
    assert session.outcome().winners == (0, 2)


def test_seats_that_left_rank_last_the_latest_first() -> None:
    """Paragraph 6.1."""
    session = Session(4)
    for seat in (2, 0, 3):
        session.leave(seat)
    assert session.ranks() == [(1, 1), (3, 2), (0, 3), (2, 4)]


def test_one_that_plays_alone_and_leaves_wins_nothing() -> None:
    """Paragraph 6.1."""
    session = Session()
    session.leave(0)
    assert (session.outcome().winners, session.outcome().reason) == ((), "resignation")
    assert session.to_move() == []


def test_a_positive_total_is_needed_for_a_win_by_leaving_too() -> None:
    """Paragraph 5.2."""
    session = Session(2, WohinDamitOptions(win_needs_positive=True))
    session.leave(0)
    assert session.outcome().winners == ()


def test_leaving_twice_or_after_the_end_is_the_callers_fault() -> None:
    session = Session(3)
    session.leave(0)
    with pytest.raises(ValueError, match="left before"):
        session.leave(0)
    session.leave(1)
    with pytest.raises(ValueError, match="over"):
        session.leave(2)


def test_a_record_with_leavings_replays() -> None:
    """Paragraphs 6.1 and 6.2, with a roll of the blue die alone."""
    session = Session(4)
    session.roll(1, 5)
    session.leave(0)
    session.roll(1, 2)
    session.roll(2, 6)
    session.enter(2, "8")
    session.leave(2)
    session.enter(1, "7")
    session.leave(3)
    assert (session.outcome().winners, session.outcome().reason) == ((1,), "resignation")
    assert replay(session.rules, 4, session.record) == session.state
