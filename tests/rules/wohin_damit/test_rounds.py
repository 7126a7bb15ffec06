"""Who may act when, and how rounds follow each other (the rules page, sections 2 and 5)."""

import random
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.contract import ROLL, Rank
from rules.wohin_damit import GAME
from rules.wohin_damit.game import WohinDamitOptions
from rules.wohin_damit.state import BlueDie, NextRound, WohinDamitState
from tests.rules.support.wohin_damit import Session, box


def test_all_seats_may_roll_at_once_the_holder_two_dice() -> None:
    """Paragraphs 2.1 and 2.2."""
    session = Session(3)
    assert session.to_move() == [0, 1, 2]
    assert session.phases() == ["roll"] * 3
    assert [session.rules.throws(session.state, seat, ROLL) for seat in range(3)] == [2, 1, 1]
    assert [session.rules.legal_moves(session.state, seat)[0].throws for seat in range(3)] == [2, 1, 1]


def test_the_white_die_comes_first_then_the_blue() -> None:
    """Paragraphs 2.2 and 2.3: a result is the own white die and the blue one."""
    session = Session(2)
    assert session.roll(0, 2, 6) == (BlueDie(6),)
    assert session.roll(1, 3) == ()
    assert [(session.seat(seat)["white"], session.seat(seat)["result"]) for seat in (0, 1)] == [(2, 8), (3, 9)]
    assert session.rules.view(session.state)["blue"] == 6


def test_before_the_blue_die_is_known_a_seat_that_rolled_waits() -> None:
    """Paragraph 2.4."""
    session = Session(3)
    session.roll(2, 4)
    assert (session.to_move(), session.phases()) == ([0, 1], ["roll", "roll", "wait"])
    assert session.seat(2)["white"] == 4
    assert session.seat(2)["result"] is None
    assert session.rules.legal_moves(session.state, 2) == ()
    for move in (ROLL, box("12")):
        refusal = session.refused(2, move)
        assert (refusal.reason, refusal.rule) == ("not_your_turn", "2.4")
        assert refusal.details == {"phase": "wait", "to_move": [0, 1]}
    session.roll(0, 1, 1)
    assert (session.to_move(), session.phases()) == ([0, 1, 2], ["choose", "roll", "choose"])


def test_a_seat_may_enter_while_others_still_roll() -> None:
    """Paragraph 2.4."""
    session = Session(2)
    session.roll(0, 1, 1)
    session.enter(0, "small")
    assert (session.to_move(), session.phases(), session.total(0)) == ([1], ["entered", "roll"], -2)


def test_one_roll_a_round() -> None:
    """Paragraph 2.1."""
    session = Session(2)
    session.roll(0, 5, 6)
    refusal = session.refused(0, ROLL)
    assert (refusal.reason, refusal.rule, refusal.details) == ("rolled_already", "2.1", {"result": 11})


def test_one_entry_a_round() -> None:
    """Paragraph 2.5."""
    session = Session(2)
    session.roll(0, 5, 6)
    session.enter(0, "11")
    for move in (ROLL, box("12")):
        refusal = session.refused(0, move)
        assert (refusal.reason, refusal.rule) == ("not_your_turn", "2.5")
        assert refusal.details == {"phase": "entered", "to_move": [1]}


@pytest.mark.parametrize(("seat", "dice"), [(0, 2), (1, 1)])
def test_no_entry_before_the_roll(seat: int, dice: int) -> None:
    """Paragraph 2.4."""
    session = Session(2)
    refusal = session.refused(seat, box("6"))
    assert (refusal.reason, refusal.rule, refusal.details) == ("roll_first", "2.4", {"throws": dice})


def test_a_round_follows_when_all_have_entered_and_the_blue_die_passes() -> None:
    """Paragraphs 2.2 and 2.5."""
    session = Session(3)
    for number, holder in ((1, 0), (2, 1), (3, 2), (4, 0)):
        view = session.rules.view(session.state)
        assert (view["round"], view["holder"], view["blue"]) == (number, holder, None)
        for seat in range(3):
            session.roll(seat, *((1, 1) if seat == holder else (1,)))
        for seat in range(2):
            assert session.enter(seat, "15") == ()
        following = (holder + 1) % 3
        assert session.enter(2, "14")[-1] == NextRound(number + 1, following)


def played(order: tuple[tuple[int, str], ...]) -> WohinDamitState:
    """A round of three seats whose acts come in this order; the blue die is a 3."""
    session = Session(3)
    boxes = {0: "6", 1: "small", 2: "15"}
    for seat, act in order:
        if act == "roll":
            session.roll(seat, *((4, 3) if seat == 0 else (seat + 1,)))
        else:
            session.enter(seat, boxes[seat])
    return session.state


def test_the_order_within_a_round_changes_nothing() -> None:
    """Paragraph 1.3: every order of three rolls and three entries that the rules allow."""
    acts = [(seat, act) for seat in range(3) for act in ("roll", "enter")]
    results = set()
    count = 0
    for order in permutations(acts):
        place = {act: index for index, act in enumerate(order)}
        if all(place[seat, "enter"] > max(place[seat, "roll"], place[0, "roll"]) for seat in range(3)):
            count += 1
            results.add(played(order))
    assert count == 66
    assert len(results) == 1


@given(seed=st.integers(0, 2**32), seats=st.integers(2, 32))
def test_acting_seats_do_not_disturb_each_other(seed: int, seats: int) -> None:
    """Paragraph 1.3: whatever a seat may do it may still do, at the same points, after another has acted."""
    chance = random.Random(seed)
    session = Session(seats)
    for _ in range(30):
        before = {seat: session.rules.legal_moves(session.state, seat) for seat in session.to_move()}
        number, actor = session.state.round, chance.choice(list(before))
        legal = chance.choice(before[actor])
        if legal.throws:
            session.roll(actor, *chance.choices(range(1, 7), k=legal.throws))
        else:
            session._do(actor, legal.move, ())
        if session.state.round == number:
            for seat in before.keys() - {actor}:
                assert session.rules.legal_moves(session.state, seat) == before[seat]


def ended(*totals: int, options: WohinDamitOptions | None = None) -> Session:
    """A game that is over with these totals."""
    session = Session(len(totals), options)
    none = (0,) * len(totals)
    session.state = session.state._replace(
        totals=totals, open=none, pending=(False,) * len(totals), holder=None, whites=none
    )
    return session


def test_the_highest_total_wins_and_equal_totals_share() -> None:
    """Paragraph 5.2."""
    outcome = ended(3, -7, 3, 1).outcome()
    assert outcome.ranking == (Rank(0, 3, 1), Rank(2, 3, 1), Rank(3, 1, 3), Rank(1, -7, 4))
    assert (outcome.winners, outcome.reason, outcome.rating) == ((0, 2), "sheets_full", None)


@pytest.mark.parametrize(
    ("totals", "wins", "wins_positive"),
    [((-3, -5), (0,), ()), ((0, 0), (0, 1), ()), ((1, 0), (0,), (0,)), ((-9,), (0,), ()), ((4,), (0,), (0,))],
)
def test_a_positive_total_may_be_needed(
    totals: tuple[int, ...], wins: tuple[int, ...], wins_positive: tuple[int, ...]
) -> None:
    """Paragraph 5.2."""
    assert ended(*totals).outcome().winners == wins
    outcome = ended(*totals, options=WohinDamitOptions(win_needs_positive=True)).outcome()
    assert outcome.winners == wins_positive
    assert outcome.ranking == ended(*totals).outcome().ranking


@pytest.mark.parametrize("move", [ROLL, box("6")])
def test_after_the_end_nothing_moves(move: Any) -> None:
    """Paragraph 5.3."""
    session = ended(1, 2)
    for seat in (0, 1):
        refusal = session.refused(seat, move)
        assert (refusal.reason, refusal.rule) == ("finished", "5.3")


def almost_full(*open_boxes: int) -> Session:
    """Seats that each need this many 2s in small yet, everything else being full (0: the seat is done)."""
    session = Session(len(open_boxes))
    rows = tuple((12,) if row <= 12 else (12, 12) for row in range(6, 16))
    session.state = session.state._replace(
        entries=tuple((*rows, (2,) * (3 - missing), (2, 2, 2)) for missing in open_boxes),
        open=tuple(min(1, missing) for missing in open_boxes),
        pending=tuple(missing > 0 for missing in open_boxes),
        holder=next(seat for seat, missing in enumerate(open_boxes) if missing),
    )
    return session


def test_a_seat_that_is_done_rolls_no_more_and_passes_the_blue_die_on() -> None:
    """Paragraphs 2.2 and 3.5."""
    session = almost_full(2, 1, 2, 1)
    for seat in range(4):
        session.roll(seat, *((1, 1) if seat == 0 else (1,)))
    for seat in range(4):
        session.enter(seat, "small")
    assert session.record[-1].events[-1] == NextRound(2, 2)
    assert (session.to_move(), session.phases()) == ([0, 2], ["roll", "done", "roll", "done"])
    for move in (ROLL, box("small")):
        refusal = session.refused(1, move)
        assert (refusal.reason, refusal.rule) == ("not_your_turn", "3.5")
        assert refusal.details == {"phase": "done", "to_move": [0, 2]}


def test_the_last_seat_playing_throws_both_dice_every_round() -> None:
    """Paragraph 2.2."""
    session = almost_full(0, 3, 0)
    for number in range(1, 4):
        assert session.state.round == number
        assert session.state.holder == 1
        session.roll(1, 1, 1)
        session.enter(1, "small")
    assert session.outcome().reason == "sheets_full"
    assert session.phases() == ["done"] * 3


def test_all_sheets_may_fill_in_one_round() -> None:
    """Paragraph 5.1."""
    session = almost_full(1, 1)
    session.roll(0, 1, 1)
    session.roll(1, 1)
    session.enter(1, "small")
    assert session.rules.outcome(session.state) is None
    session.enter(0, "small")
    assert (session.to_move(), session.outcome().reason) == ([], "sheets_full")
    assert session.rules.view(session.state)["holder"] is None


def test_random_play_stays_within_the_stated_bound() -> None:
    """A sheet of nothing but 2s takes the most moves there can be."""
    session = Session()
    while session.to_move():
        session.roll(0, 1, 1)
        session.enter(0, next(iter(session.legal())))
    assert len(session.record) == 2 * (sum(-(-row // 2) for row in range(6, 16)) + 6) == 122
    assert len(session.record) + 31 < GAME.random_play_moves


def test_the_number_of_seats_has_bounds() -> None:
    """Paragraph 1.1."""
    assert (GAME.min_seats, GAME.max_seats) == (1, 32)
    for seats in (0, -1, 33):
        with pytest.raises(ValueError, match="seats"):
            Session(seats)


def test_a_seat_that_does_not_exist_is_the_callers_fault() -> None:
    session = Session(2)
    for seat in (-1, 2):
        for ask in (
            lambda seat=seat: session.rules.apply(session.state, seat, ROLL, (1, 1)),
            lambda seat=seat: session.rules.throws(session.state, seat, ROLL),
            lambda seat=seat: session.rules.apply(session.state, seat, box("6"), ()),
            lambda seat=seat: session.rules.withdraw(session.state, seat),
        ):
            with pytest.raises(ValueError, match="no seat"):
                ask()


@pytest.mark.parametrize("faces", [(), (1,), (1, 2, 3), (0, 1), (1, 7)])
def test_wrong_faces_are_the_callers_fault(faces: tuple[int, ...]) -> None:
    session = Session(2)
    with pytest.raises(ValueError, match="faces"):
        session.rules.apply(session.state, 0, ROLL, faces)


def test_an_entry_throws_nothing() -> None:
    session = Session()
    session.roll(0, 1, 1)
    with pytest.raises(ValueError, match="faces"):
        session.rules.apply(session.state, 0, box("6"), (1,))
