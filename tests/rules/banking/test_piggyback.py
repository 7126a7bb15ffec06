"""Riding on what the seat before has left: its points and the dice that were in its cup."""

import random
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.banking.engine import BankingRules
from rules.banking.house.game import GAME
from rules.banking.options import BankingOptions
from rules.banking.state import RIDE, Bust
from rules.contract import BANK, ROLL, SetAside
from rules.notation import NotationError, TextForm
from rules.playout import random_play
from tests.house_rules import sound_options
from tests.rules.support.banking import Session

RIDES = BankingOptions(opening=0, piggyback="anyone")


def rules_of(options: BankingOptions) -> BankingRules:
    rules = GAME.rules(options)
    assert isinstance(rules, BankingRules)
    return rules


def left_with_two_dice(options: BankingOptions, seats: int = 3) -> Session:
    """The first seat has banked 400 with two dice in its cup."""
    session = Session(GAME, seats, options)
    session.roll(2, 2, 2, 1, 1, 3)
    session.aside(2, 2, 2, 1)
    session.state = session.state._replace(points=400)
    session.bank()
    return session


def test_the_next_seat_may_go_on_with_the_points_and_the_dice() -> None:
    session = left_with_two_dice(RIDES)
    view = session.rules.view(session.state)
    assert (view["left"], view["seats"][1]["phase"]) == ({"points": 400, "dice": 2}, "ride")
    assert [(legal.move, legal.points, legal.throws) for legal in session.legal()] == [
        (ROLL, None, 6),
        (RIDE, 400, 0),
    ]
    session.ride()
    assert (session.state.points, session.state.cup, session.moves()) == (400, 2, ["roll"])
    assert session.rules.view(session.state)["left"] is None
    refusal = session.refused(BANK)
    assert (refusal.reason, refusal.rule) == ("nothing_to_bank", "4.1")
    session.roll(1, 3)
    session.aside(1)
    session.bank()
    assert session.state.totals == (400, 500, 0)
    assert session.rules.view(session.state)["left"] == {"points": 500, "dice": 1}


def test_a_bust_loses_what_was_taken_over_and_leaves_nothing() -> None:
    session = left_with_two_dice(RIDES)
    session.ride()
    assert session.roll(2, 3) == (Bust(400),)
    assert session.state.totals == (400, 0, 0)
    assert session.moves() == ["roll"]
    refusal = session.refused(RIDE)
    assert (refusal.reason, refusal.rule) == ("nothing_to_ride", "2.9")


def test_a_seat_that_rolls_all_dice_has_chosen() -> None:
    session = left_with_two_dice(RIDES)
    session.roll(1, 2, 3, 3, 4, 6)
    assert session.refused(RIDE).reason == "set_aside_first"
    session.aside(1)
    assert session.refused(RIDE).reason == "nothing_to_ride"
    assert not session.state.rides


def test_all_dice_are_left_after_hot_dice() -> None:
    session = Session(GAME, 2, RIDES)
    session.take(1, 2, 3, 4, 5, 6)
    session.bank()
    session.ride()
    assert (session.state.points, session.state.cup, session.moves()) == (1500, 6, ["roll"])


def test_only_a_seat_that_has_banked_before_where_the_table_says_so() -> None:
    session = left_with_two_dice(RIDES.model_copy(update={"piggyback": "opened"}))
    assert session.moves() == ["roll"]
    assert session.rules.view(session.state)["left"] is None
    session.state = session.state._replace(opened=(True, True, True))
    assert session.moves() == ["roll", "ride"]


def test_nobody_rides_on_itself_or_on_a_seat_that_leaves() -> None:
    assert left_with_two_dice(RIDES, seats=1).moves() == ["roll"]
    session = left_with_two_dice(RIDES)
    session.leave(1)
    assert session.moves() == ["roll"]


def test_a_bank_in_a_turn_that_others_began_has_a_minimum_of_its_own() -> None:
    options = RIDES.model_copy(update={"riding_minimum": 600, "minimum": 50})
    session = left_with_two_dice(options).having(400, 100, 100)
    session.ride()
    assert session.rules.view(session.state)["needed"] == 600
    session.roll(1, 3)
    session.aside(1)
    refusal = session.refused(BANK)
    assert (refusal.reason, refusal.rule, refusal.details) == ("below_riding", "2.9", {"points": 500, "needed": 600})
    session.roll(1)
    session.aside(1)
    session.bank()
    session.roll(1, 2, 3, 3, 4, 6)
    session.aside(1)
    session.bank()
    assert session.state.totals == (400, 700, 200)


def test_a_first_bank_takes_the_opening_also_in_such_a_turn() -> None:
    session = left_with_two_dice(RIDES)
    session.rules = rules_of(RIDES.model_copy(update={"opening": 1000, "riding_minimum": 0}))
    session.ride()
    session.roll(1, 3)
    session.aside(1)
    assert session.refused(BANK).reason == "below_opening"


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"piggyback": "opened", "riding_minimum": 300}, []),
        ({"riding_minimum": 300}, [("/riding_minimum", "riding_without_piggyback")]),
    ],
)
def test_a_minimum_for_riding_needs_somebody_who_rides(
    options: dict[str, Any], expected: list[tuple[str, str]]
) -> None:
    assert [(fault.pointer, fault.code) for fault in GAME.faults(BankingOptions(**options))] == expected


@given(options=sound_options("banking"), seed=st.integers(0, 2**32), opened=st.booleans())
def test_a_turn_begins_with_what_the_last_bank_left_or_with_nothing(
    options: BankingOptions, seed: int, opened: bool
) -> None:
    """The twin reads the record: ride is offered after a bank of another seat, for its points and dice."""
    played = options.model_copy(update={"piggyback": "opened" if opened else "anyone", "riding_minimum": None})
    rules = rules_of(played)
    banked: set[int] = set()
    turns = list(random_play(rules, rules.start(3), random.Random(seed), 120))
    for one, other in pairwise(turns):
        move, state = one.legal.move, other.before
        if move == BANK:
            banked.add(one.seat)
            kept = not any(event.type == "overshot" for event in one.step.events)
            offered = kept and other.seat != one.seat and (not opened or other.seat in banked)
            expected = (one.before.points, one.before.cup) if offered else None
            rides = [legal for legal in rules.legal_moves(state, other.seat) if legal.move == RIDE]
            assert [(legal.points, legal.throws) for legal in rides] == (
                [] if expected is None else [(expected[0], 0)]
            )
        elif move == RIDE:
            assert (state.points, state.cup) == one.before.left
            assert [legal.move for legal in rules.legal_moves(state, other.seat)] == [ROLL]
        elif isinstance(move, SetAside):
            assert RIDE not in [legal.move for legal in rules.legal_moves(state, other.seat)]


TEXT = """\
game banking
option opening 0
option piggyback "anyone"
seat Ida
seat Otto
Ida: 222113 (2221)
Ida: bank 300
Otto: > ride 300
Otto: 13 (1)
Otto: bank 400
"""


def test_a_typed_transcript_says_ride() -> None:
    form = TextForm(GAME)
    entries = form.read(TEXT).transcript.entries
    assert [entry.move.type for entry in entries if entry.move] == [
        "roll",
        "set_aside",
        "bank",
        "ride",
        "roll",
        "set_aside",
        "bank",
    ]
    assert form.read(form.write(form.read(TEXT).transcript)).transcript == form.read(TEXT).transcript
    with pytest.raises(NotationError, match="ride"):
        form.read(TEXT.replace("> ride 300", "> walk"))
