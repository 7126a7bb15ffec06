"""How a game ends: a target that is met exactly, and who plays on once it is reached."""

import random
from typing import Any

import pytest

from rules.banking.combinations import BankingEqualFlat, BankingSingle
from rules.banking.engine import BankingRules
from rules.banking.house.game import GAME
from rules.banking.options import BankingOptions, ruleset
from rules.banking.state import Bust, BustPenalty, FinalRound, LastDie, Overshot
from rules.banking.turn_points import bankable
from rules.contract import BANK, ROLL
from tests.house_rules import banking_options
from tests.rules.support.banking import Session

EXACT = BankingOptions(opening=0, overshoot="lost", last_round="at_once")
BOUNCES = EXACT.model_copy(update={"overshoot": "bounces"})
ONE_THROW = BankingOptions(opening=500, minimum=300, most_left=2, last_round="one_more_throw")


def at_risk(session: Session, points: int) -> Session:
    """The seat to move has so many turn points and two dice left."""
    session.state = session.state._replace(points=points, cup=2, throw=1)
    return session


@pytest.mark.parametrize(
    ("options", "total", "points", "after"),
    [
        (EXACT, 9800, 250, 9800),
        (EXACT, 9800, 200, 10_000),
        (EXACT, 9800, 150, 9950),
        (BOUNCES, 9800, 250, 9950),
        (BOUNCES, 9800, 400, 9800),
        (BOUNCES, 9800, 1000, 9200),
        (BOUNCES.model_copy(update={"target": 500}), 400, 3000, 0),
        (EXACT.model_copy(update={"overshoot": "counts"}), 9800, 250, 10_050),
    ],
)
def test_what_a_bank_beyond_the_target_makes_of_a_total(
    options: BankingOptions, total: int, points: int, after: int
) -> None:
    session = at_risk(Session(GAME, 2, options).having(total, 50), points)
    events = session.bank()
    assert session.state.totals == (after, 50)
    beyond = after - total - points
    assert events == ((Overshot(beyond),) if beyond else ())
    assert session.record[-1].points == points
    assert (session.state.seat is None) == (after >= options.target)


@pytest.mark.parametrize("seed", range(40))
def test_a_total_walks_to_the_target_and_back(seed: int) -> None:
    """The twin goes point by point, and turns round at the target; at 0 it stands."""
    chance = random.Random(seed)
    target, points = chance.randint(1, 60), chance.randint(1, 150)
    total = chance.randint(0, target - 1)
    made = ruleset(BOUNCES.model_copy(update={"target": target}))
    here, way = total, 1
    for _ in range(points):
        way = -1 if here == target else way
        here = max(0, here + way)
    assert made.written(total, points) == here


def test_the_exact_rest_needs_no_minimum() -> None:
    options = EXACT.model_copy(update={"minimum": 300, "opening": 500})
    session = Session(GAME, 2, options).having(9800, 0)
    assert session.rules.view(session.state)["needed"] == 200
    session.take(1, 2, 3, 3, 4, 6)
    assert session.moves() == ["roll"]
    session.take(1, 2, 3, 4, 6)
    assert session.moves() == ["roll", "bank"]
    session.bank()
    assert session.outcome().winners == (0,)


def test_a_lost_bank_is_one_of_the_busts_in_a_row() -> None:
    session = Session(GAME, 1, EXACT.model_copy(update={"bust_penalty": 500})).having(9800)
    assert session.roll(2, 2, 3, 3, 4, 6) == (Bust(0),)
    assert at_risk(session, 250).bank() == (Overshot(-250),)
    assert session.state.busts == (2,)
    assert at_risk(session, 250).bank() == (Overshot(-250), BustPenalty(-500))
    assert (session.state.totals, session.state.busts) == ((9300,), (0,))
    assert at_risk(session, 700).bank() == ()
    assert session.outcome().winners == (0,)


LAST: dict[Any, Any] = {
    "finish_round": lambda first: [*range(first + 1, 3)],
    "one_more_turn": lambda first: [*range(first + 1, 3), *range(first)],
    "one_more_throw": lambda first: [*range(first + 1, 3), *range(first)],
    "at_once": lambda _: [],
}


@pytest.mark.parametrize("last_round", LAST)
@pytest.mark.parametrize("first", range(3))
def test_who_plays_on_once_the_target_is_reached(last_round: Any, first: int) -> None:
    session = Session(GAME, 3, BankingOptions(last_round=last_round)).having(9000, 9000, 9000)
    for _ in range(first):
        session.bust()
    events = at_risk(session, 1500).bank()
    turns: list[int] = []
    assert (FinalRound(first) in events) == bool(LAST[last_round](first))
    while to_move := session.rules.to_move(session.state):
        turns.extend(to_move)
        session.bust()
    assert turns == LAST[last_round](first)
    assert session.outcome().winners == (first,)


def test_one_more_throw_is_written_down_as_it_fell() -> None:
    """Neither a minimum nor the dice left stand in the way, and there is no second throw."""
    session = at_risk(Session(GAME, 3, ONE_THROW).having(9800, 9900, 0), 300)
    session.bank()
    assert session.rules.view(session.state)["needed"] == 0
    session.roll(1, 2, 3, 3, 4, 6)
    session.aside(1)
    assert session.moves() == ["bank"]
    assert session.rules.view(session.state)["seats"][1]["phase"] == "bank"
    refusal = session.refused(ROLL)
    assert (refusal.reason, refusal.rule) == ("one_throw", "5.4")
    session.bank()
    session.take(1, 1, 1, 2, 3, 4)
    session.bank()
    assert session.state.totals == (10_100, 10_000, 1000)
    assert session.outcome().winners == (0,)


def test_hot_dice_that_must_roll_are_written_down_in_the_last_throw() -> None:
    options = ONE_THROW.model_copy(update={"hot_dice": "must_roll"})
    session = at_risk(Session(GAME, 2, options).having(9800, 9900), 300)
    session.bank()
    session.roll(1, 2, 3, 4, 5, 6)
    session.aside(1, 2, 3, 4, 5, 6)
    assert session.moves() == ["bank"]


# --- what is contradictory ---


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, []),
        ({"strict_from": 9000}, [("/strict_from", "strict_from_with_exact_target")]),
        ({"target": 300, "opening": 350}, [("/opening", "opening_above_target")]),
        ({"target": 10_020}, [("/overshoot", "target_never_met")]),
        ({"bust_penalty": 70}, [("/overshoot", "target_never_met")]),
        ({"bust_penalty": 100}, []),
        (
            {"combinations": (BankingEqualFlat(count=3, points=150), BankingSingle(face=1, points=100))},
            [("/overshoot", "target_never_met")],
        ),
        (
            {
                "combinations": (BankingEqualFlat(count=3, points=150), BankingSingle(face=1, points=100)),
                "overshoot": "bounces",
            },
            [],
        ),
    ],
)
def test_a_target_that_cannot_be_met_exactly_is_refused(
    options: dict[str, Any], expected: list[tuple[str, str]]
) -> None:
    found = GAME.faults(EXACT.model_copy(update=options))
    assert [(fault.pointer, fault.code) for fault in found] == expected
    for fault in found:
        assert GAME.texts.sentence("en", f"option_fault.{fault.code}", fault.details)


@pytest.mark.parametrize("seed", range(60))
def test_from_every_total_turns_lead_to_exactly_the_target_or_the_options_are_refused(seed: int) -> None:
    """The twin: all totals, and where every bank leads from them, until nothing new leads to the target."""
    chance = random.Random(seed)
    options = banking_options(chance, most_dice=3).model_copy(
        update={
            "overshoot": chance.choice(("lost", "bounces")),
            "strict_from": None,
            "opening": 0,
            "minimum": chance.choice((0, 0, 150, 300)),
            "refused_endings": chance.choice(((), (), ("50",), ("25", "75"))),
            "busts_in_a_row": 3,
            "target": chance.choice((300, 400, 500)),
        }
    )
    about = {"target_never_met", "target_refused", "endings_never_met"}
    codes = {fault.code for fault in GAME.faults(options)} - {"no_throw_busts", "minimum_unreachable"}
    codes -= {"riding_without_piggyback"}
    if codes - about:
        return  # nothing is banked at all, or not by these words
    rules = GAME.rules(options)
    assert isinstance(rules, BankingRules)
    made = rules.ruleset
    points = bankable(made)
    banks = [each for each in range(points.step, 3000, points.step) if each in points]
    totals = range(0, options.target, points.step)
    leads = {options.target}
    while new := {
        total
        for total in totals
        if total not in leads
        and any(
            each >= made.needed(total, opened=True)
            and made.written(total, each) in leads
            and made.ends_well(made.written(total, each))
            for each in banks
        )
    }:
        leads |= new
    penalty_off = options.bust_penalty % points.step != 0
    sound = options.target in range(0, options.target + 1, points.step) and not penalty_off
    stood = {total for total in totals if not total or options.bust_penalty or made.ends_well(total)}
    stuck = not sound or not leads >= stood or not made.ends_well(options.target)
    if options.overshoot == "lost" or not codes:
        assert bool(codes) == stuck, options


# --- endings of totals ---


REFUSED = BankingOptions(opening=0, refused_endings=("50",))


def test_no_bank_makes_a_total_that_ends_as_it_may_not() -> None:
    session = Session(GAME, 2, REFUSED).having(300, 0)
    session.roll(5, 2, 3, 3, 4, 6)
    session.aside(5)
    refusal = session.refused(BANK)
    assert (refusal.reason, refusal.rule, refusal.details) == ("refused_ending", "4.6", {"total": 350})
    session.take(5, 2, 3, 4, 6)
    session.bank()
    assert session.state.totals == (400, 0)


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"refused_endings": ("50",)}, []),
        ({"refused_endings": ("0",)}, [("/refused_endings", "endings_never_met")]),
        ({"refused_endings": ("00",), "overshoot": "lost"}, [("/refused_endings", "target_refused")]),
        ({"refused_endings": ("50",), "overshoot": "lost"}, []),
        (
            {"refused_endings": ("50",), "combinations": (BankingSingle(face=1, points=50),), "dice": 1},
            [],
        ),
        (
            {"refused_endings": ("900",), "overshoot": "lost", "combinations": (BankingSingle(face=1, points=100),)},
            [],
        ),
    ],
)
def test_endings_leave_every_seat_a_bank(options: dict[str, Any], expected: list[tuple[str, str]]) -> None:
    found = GAME.faults(BankingOptions(**{"opening": 0, **options}))
    assert [(fault.pointer, fault.code) for fault in found] == expected


# --- the last die ---


LAST_DIE = BankingOptions(opening=0, last_die_throws=3)


def one_left(options: BankingOptions, seats: int = 2) -> Session:
    session = Session(GAME, seats, options)
    session.roll(1, 1, 1, 5, 5, 2)
    session.aside(1, 1, 1, 5, 5)
    return session


def test_the_last_die_is_thrown_up_to_three_times() -> None:
    session = one_left(LAST_DIE)
    assert session.moves() == ["roll", "bank"]
    assert session.roll(2) == (LastDie(2),)
    refusal = session.refused(BANK)
    assert (refusal.reason, refusal.rule, refusal.details) == ("last_die", "2.10", {"left": 2})
    assert (session.state.points, session.state.cup, session.rules.view(session.state)["tries"]) == (1100, 1, 1)
    assert session.roll(3) == (LastDie(1),)
    assert session.roll(4) == (Bust(1100),)
    assert (session.state.seat, session.state.tries) == (1, 0)


def test_a_last_die_that_scores_in_the_end_makes_hot_dice() -> None:
    session = one_left(LAST_DIE)
    session.roll(2)
    session.roll(5)
    session.aside(5)
    assert (session.state.cup, session.state.tries, session.moves()) == (6, 0, ["roll", "bank"])
    session.roll(2, 2, 3, 3, 4, 6)
    assert session.state.seat == 1


def test_two_dice_are_not_the_last_one() -> None:
    session = Session(GAME, 2, LAST_DIE)
    session.roll(1, 1, 1, 5, 2, 3)
    session.aside(1, 1, 1, 5)
    assert session.roll(2, 3) == (Bust(1050),)


# --- penalties ---


@pytest.mark.parametrize(
    ("options", "busts", "total"),
    [
        ({"bust_penalty": 500, "busts_in_a_row": 2}, 2, 0),
        ({"bust_penalty": 500, "busts_in_a_row": 2, "penalty_floor": "none"}, 2, -200),
        ({"bust_penalty": 100, "busts_in_a_row": 1}, 2, 100),
        ({"bust_penalty": 500, "penalty_floor": "none"}, 2, 300),
        ({"bust_penalty": 500, "penalty_floor": "none"}, 6, -700),
    ],
)
def test_penalties_have_their_number_of_busts_and_their_floor(
    options: dict[str, Any], busts: int, total: int
) -> None:
    session = Session(GAME, 1, BankingOptions(**options)).having(300)
    for _ in range(busts):
        session.roll(2, 2, 3, 3, 4, 6)
    assert session.state.totals == (total,)
    column = [cell for row in session.rules.sheet(session.state, session.record).rows for cell in row.cells]
    assert sum(cell.value or 0 for cell in column[:-1]) == total - 300


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"busts_in_a_row": 2}, [("/busts_in_a_row", "without_penalty")]),
        ({"penalty_floor": "none"}, [("/penalty_floor", "without_penalty")]),
        ({"penalty_floor": "none", "bust_penalty": 50}, []),
        (
            {"dice": 1, "last_die_throws": 2, "combinations": (BankingSingle(face=1, points=100),), "opening": 0},
            [("/last_die_throws", "no_last_die")],
        ),
    ],
)
def test_what_is_said_of_nothing_is_refused(options: dict[str, Any], expected: list[tuple[str, str]]) -> None:
    found = GAME.faults(BankingOptions(**options))
    assert [(fault.pointer, fault.code) for fault in found] == expected
    for fault in found:
        assert GAME.texts.sentence("en", f"option_fault.{fault.code}", fault.details)
