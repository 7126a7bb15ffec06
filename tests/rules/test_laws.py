"""The laws every game must hold, over every registered game, random options and random play."""

import random
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from rules.contract import AnyGame, Illegal, Played
from rules.fold import Unplayable, replay, step
from rules.registry import BUILT_IN
from rules.texts import LANGUAGES, paragraphs
from tests.playing import Turn, options_of, random_play, throw

GAMES = pytest.mark.parametrize("game", BUILT_IN, ids=lambda game: game.name)
SEEDS = st.integers(0, 2**32)
MOVES = 120
"""How far most laws play: long enough for several turns of several seats."""


def seats_of(game: AnyGame, chance: random.Random) -> int:
    return chance.randint(game.min_seats, min(game.max_seats, 4))


def begun(game: AnyGame, data: st.DataObject, most: int = MOVES) -> tuple[Any, int, list[Turn]]:
    """Rules with random options, a number of seats, and random play."""
    rules = game.rules(data.draw(options_of(game), "options"))
    chance = random.Random(data.draw(SEEDS, "seed"))
    seats = seats_of(game, chance)
    return rules, seats, list(random_play(rules, rules.start(seats), chance, most))


def known_moves(turns: list[Turn], rules: Any) -> set[Any]:
    """Every move that was legal anywhere in the play: candidates that are mostly illegal elsewhere."""
    return {legal.move for turn in turns for legal in rules.legal_moves(turn.before, turn.seat)}


@GAMES
@given(data=st.data())
def test_every_listed_move_is_accepted_and_no_other(game: AnyGame, data: st.DataObject) -> None:
    rules, seats, turns = begun(game, data, 40)
    chance = random.Random(1)
    pool = sorted(known_moves(turns, rules), key=repr)
    for turn in turns[-12:]:
        for seat in range(seats):
            listed = rules.legal_moves(turn.before, seat)
            assert bool(listed) == (seat in rules.to_move(turn.before))
            assert len({legal.move for legal in listed}) == len(listed)
            for legal in listed:
                assert rules.throws(turn.before, seat, legal.move) == legal.throws
                done = rules.apply(turn.before, seat, legal.move, throw(chance, legal.throws))
                assert not isinstance(done, Illegal), (legal, done)
                if legal.points is not None and not legal.throws:
                    assert done.points == legal.points
            for move in set(chance.sample(pool, min(len(pool), 30))) - {legal.move for legal in listed}:
                refused = rules.apply(turn.before, seat, move, ())
                assert isinstance(refused, Illegal), (move, listed)
                assert rules.throws(turn.before, seat, move) == refused
                assert refused.rule in paragraphs(game.texts.page["en"]), refused
                assert game.texts.messages["en"][f"reason.{refused.reason}"].format_map(refused.details)


@GAMES
@given(data=st.data())
def test_states_moves_and_events_survive_json(game: AnyGame, data: st.DataObject) -> None:
    _, _, turns = begun(game, data)
    state, move, event = (TypeAdapter[Any](each) for each in (game.state, game.move, game.event))
    for turn in turns:
        assert state.validate_json(state.dump_json(turn.step.state)) == turn.step.state
        assert hash(turn.step.state) == hash(state.validate_json(state.dump_json(turn.step.state)))
        assert move.validate_json(move.dump_json(turn.legal.move)) == turn.legal.move
        for each in turn.step.events:
            assert event.validate_json(event.dump_json(each)) == each


@GAMES
@given(data=st.data())
def test_the_view_is_what_the_contract_says(game: AnyGame, data: st.DataObject) -> None:
    rules, _, turns = begun(game, data)
    view = TypeAdapter[Any](game.view)
    for turn in turns:
        shown = rules.view(turn.step.state)
        assert view.validate_json(view.dump_json(view.validate_python(shown))) == view.validate_python(shown)
        assert set(shown) == set(game.view.__annotations__)


@GAMES
@given(data=st.data())
def test_replaying_the_record_gives_the_state(game: AnyGame, data: st.DataObject) -> None:
    rules, seats, turns = begun(game, data)
    record = [turn.played for turn in turns]
    assert replay(rules, seats, record) == (turns[-1].step.state if turns else rules.start(seats))


@GAMES
@given(data=st.data())
def test_totals_are_the_sum_of_what_was_recorded(game: AnyGame, data: st.DataObject) -> None:
    rules, seats, turns = begun(game, data)
    sums = [0] * seats
    for turn in turns:
        if turn.legal.move.type in {"bank", "choose_category"}:
            sums[turn.seat] += turn.step.points or 0
        for event in turn.step.events:
            sums[turn.seat] += getattr(event, "points", 0)
        assert rules.totals(turn.step.state) == tuple(sums)


@GAMES
@given(data=st.data())
def test_nothing_given_is_changed(game: AnyGame, data: st.DataObject) -> None:
    rules, _, turns = begun(game, data, 40)
    for turn in turns:
        kept = deepcopy(turn.before)
        again = rules.apply(turn.before, turn.seat, turn.legal.move, turn.faces)
        assert turn.before == kept
        assert again == turn.step


@GAMES
@given(data=st.data())
def test_wrong_faces_are_the_callers_fault(game: AnyGame, data: st.DataObject) -> None:
    rules, _, turns = begun(game, data, 40)
    for turn in turns:
        with pytest.raises(ValueError, match=r"."):
            rules.apply(turn.before, turn.seat, turn.legal.move, (*turn.faces, 1))
        if turn.faces:
            for wrong in (turn.faces[:-1], (*turn.faces[:-1], 7), (*turn.faces[:-1], 0)):
                with pytest.raises(ValueError, match=r"."):
                    rules.apply(turn.before, turn.seat, turn.legal.move, wrong)


@GAMES
@pytest.mark.parametrize("seed", range(3))
def test_random_legal_play_ends_within_the_stated_bound(game: AnyGame, seed: int) -> None:
    rules = game.rules(game.options())
    seats = game.min_seats if game.max_seats == 1 else max(2, game.min_seats)
    turns = list(random_play(rules, rules.start(seats), random.Random(seed), game.random_play_moves * seats))
    last = turns[-1].step.state
    outcome = rules.outcome(last)
    assert outcome is not None
    assert rules.to_move(last) == ()
    assert all(rules.legal_moves(last, seat) == () for seat in range(seats))
    assert sorted(rank.seat for rank in outcome.ranking) == list(range(seats))
    assert {rank.seat: rank.total for rank in outcome.ranking} == dict(enumerate(rules.totals(last)))
    assert game.texts.messages["en"][f"outcome.{outcome.reason}"]
    assert all(rules.outcome(turn.before) is None for turn in turns)
    refused = rules.apply(last, 0, turns[-1].legal.move, turns[-1].faces)
    assert isinstance(refused, Illegal)
    assert refused.reason == "finished"


@GAMES
@given(data=st.data())
def test_seats_may_leave_at_any_time(game: AnyGame, data: st.DataObject) -> None:
    rules, seats, turns = begun(game, data, 60)
    state = turns[-1].step.state
    record = [turn.played for turn in turns]
    left: list[int] = []
    chance = random.Random(data.draw(SEEDS, "seed of leaving"))
    while rules.outcome(state) is None:
        seat = chance.choice([seat for seat in range(seats) if seat not in left])
        totals = rules.totals(state)
        done = rules.withdraw(state, seat)
        assert rules.totals(done.state) == totals
        assert seat not in rules.to_move(done.state)
        left.append(seat)
        record.append(Played("resign", seat))
        state = done.state
        if rules.outcome(state) is None:
            with pytest.raises(ValueError, match=r"."):
                rules.withdraw(state, seat)
            for turn in random_play(rules, state, chance, 15):
                assert turn.seat not in left
                record.append(turn.played)
                state = turn.step.state
    outcome = rules.outcome(state)
    assert outcome is not None
    assert [rank.seat for rank in outcome.ranking][seats - len(left) :] == left[::-1]
    assert not set(outcome.winners) & set(left)
    assert replay(rules, seats, record) == state


@GAMES
@given(data=st.data())
def test_the_sheet_ends_in_the_totals(game: AnyGame, data: st.DataObject) -> None:
    rules, seats, turns = begun(game, data)
    sheet = rules.sheet(turns[-1].step.state, [turn.played for turn in turns])
    assert all(len(row.cells) == seats for row in sheet.rows)
    assert len({row.id for row in sheet.rows}) == len(sheet.rows)
    totals = [row for row in sheet.rows if row.kind == "total"]
    assert [tuple(cell.value for cell in row.cells) for row in totals] == [rules.totals(turns[-1].step.state)]


@GAMES
def test_a_record_that_breaks_the_rules_is_refused_with_its_place(game: AnyGame) -> None:
    rules = game.rules(game.options())
    turn = next(random_play(rules, rules.start(game.min_seats), random.Random(1), 1))
    entry = Played("move", turn.seat, turn.legal.move, turn.faces)
    assert step(rules, turn.before, entry) == turn.step
    with pytest.raises(Unplayable) as refused:  # no game lets a seat throw the same dice forty times
        replay(rules, game.min_seats, [entry] * 40)
    assert 0 < refused.value.index < 40
    assert refused.value.refusal.rule in paragraphs(game.texts.page["en"])


@GAMES
def test_texts_are_complete(game: AnyGame) -> None:
    for language in LANGUAGES:
        messages = game.texts.messages[language]
        needed = {"title", "summary", *(f"category.{category}" for category in game.categories)}
        needed |= {f"option.{name}" for name in game.options.model_fields}
        assert needed <= set(messages)
        numbers = paragraphs(game.texts.page[language])
        assert numbers
        assert len(set(numbers)) == len(numbers)
