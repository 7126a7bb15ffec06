"""Analysis: luck and loss add up to the result exactly, on random records, whoever leaves."""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.advice.advise import advise
from rules.advice.analysis import Judged, accuracy, analyse, label
from rules.contract import Played, SetAside
from rules.fold import Unplayable, replay
from rules.playout import random_play
from rules.sheet.boxes import SheetBox
from rules.sheet.options import SheetOptions
from rules.sheet.state import SheetChoose, SheetRoll
from tests.rules.support.small_sheets import SMALL_SHEET, adviser_of, rules_of

THREE_DICE = SheetOptions(boxes=(SheetBox(category="chance"),), dice=3, throws=2)
RULES, ADVISER = rules_of(SMALL_SHEET), adviser_of(SMALL_SHEET)


def record_of(seats: int, chance: random.Random, most: int = 200, leaving: float = 0.0) -> Iterator[Played[Any]]:
    """A random game, in which seats may leave, and as many turns be skipped."""
    state = RULES.start(seats)
    while RULES.to_move(state) and most:
        if chance.random() < leaving:
            seat = chance.choice([each for each in range(seats) if each not in state.resigned])
            yield Played("resign", seat)
            state = RULES.withdraw(state, seat).state
            continue
        if chance.random() < leaving:
            seat = chance.choice(RULES.to_move(state))
            yield Played("skip", seat)
            state, most = RULES.void(state, seat), most - 1
            continue
        (turn,) = random_play(RULES, state, chance, 1)
        yield turn.played
        state, most = turn.step.state, most - 1


@given(
    seed=st.integers(0, 2**32),
    seats=st.integers(1, 3),
    most=st.integers(0, 40),
    leaving=st.sampled_from([0.0, 0.05]),
)
def test_result_less_start_is_luck_less_loss(seed: int, seats: int, most: int, leaving: float) -> None:
    record = [*record_of(seats, random.Random(seed), most, leaving)]
    analysis = analyse(RULES, ADVISER, seats, record)
    end = replay(RULES, seats, record)
    for each in analysis.seats:
        assert each.result == pytest.approx(ADVISER.value(end, each.seat, "points"), abs=1e-12)
        assert each.result - each.start == pytest.approx(each.luck - each.loss + each.others, abs=1e-10)
        assert each.adjusted == pytest.approx(each.start - each.loss)
        assert each.loss >= 0
        assert sum(each.labels.values()) == each.decisions
        if not leaving:
            assert each.others == pytest.approx(0, abs=1e-10)
    for judged in analysis.entries:
        after = replay(RULES, seats, record[: judged.entry + 1])
        assert judged.values == pytest.approx([ADVISER.value(after, each, "points") for each in range(seats)])
        assert judged.after == judged.values[judged.seat]


def test_best_play_loses_nothing_and_luck_is_what_is_left() -> None:
    chance, state, record = random.Random(5), RULES.start(1), list[Played[Any]]()
    while RULES.to_move(state):
        best = advise(RULES, ADVISER, state, 0).moves[0].legal
        faces = tuple(chance.choices(range(1, 7), k=best.throws))
        step: Any = RULES.apply(state, 0, best.move, faces)
        record.append(Played("move", 0, best.move, faces, step.points, step.events))
        state = step.state
    (seat,) = analyse(RULES, ADVISER, 1, record).seats
    assert seat.loss == 0
    assert seat.accuracy == 100
    assert seat.labels["best"] == seat.decisions
    assert seat.result == pytest.approx(seat.start + seat.luck)


def test_the_dearest_decision_is_named_with_what_would_have_been_better() -> None:
    record: list[Played[Any]] = [
        Played("move", 0, SheetRoll(), (6, 6)),
        Played("move", 0, SheetChoose("ones")),
        Played("move", 0, SheetRoll(), (1, 6)),
        Played("move", 0, SetAside((6,))),
    ]
    analysis = analyse(RULES, ADVISER, 1, record)
    (dearest,) = analysis.dearest(0, 1)
    assert dearest.entry == 1
    assert dearest.best in (SheetChoose("yatzy"), SheetChoose("sixes"))
    assert dearest.loss > 5
    assert dearest.label not in ("best", None)
    assert analysis.entries[0].label is None  # there was but one thing to do
    assert [each.luck != 0 for each in analysis.entries] == [True, False, True, False]


def test_a_move_may_name_its_dice_in_another_order() -> None:
    rules, adviser = rules_of(THREE_DICE), adviser_of(THREE_DICE)

    def judged(dice: tuple[int, ...]) -> Judged[Any]:
        record: list[Played[Any]] = [Played("move", 0, SheetRoll(), (3, 1, 2)), Played("move", 0, SetAside(dice))]
        return analyse(rules, adviser, 1, record).entries[1]

    assert judged((2, 1)).loss == judged((1, 2)).loss


def test_what_the_rules_refuse_is_not_analysed() -> None:
    record: list[Played[Any]] = [Played("move", 0, SheetChoose("ones"))]
    with pytest.raises(Unplayable):
        analyse(RULES, ADVISER, 1, record)


def test_an_objective_that_the_game_does_not_have_is_refused() -> None:
    with pytest.raises(ValueError, match="turns is no objective"):
        analyse(RULES, ADVISER, 1, [], "turns")


def test_labels_go_by_the_chance_that_was_lost() -> None:
    assert [label(loss, "win", 1) for loss in (0, 0.01, 0.03, 0.05, 0.09)] == [
        "best",
        "fine",
        "doubtful",
        "bad",
        "blunder",
    ]
    assert label(1, "points", 38.5) == "fine"
    assert label(20, "points", 38.5) == "blunder"


def test_accuracy_is_that_of_the_curve() -> None:
    assert accuracy(0) == 100
    assert accuracy(100) == 0
    assert accuracy(10) == pytest.approx(63.6, abs=0.1)
