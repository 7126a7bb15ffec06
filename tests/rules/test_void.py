"""The law of voided turns, over every registered game: nothing is written, and play goes on after the turn."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from rules.contract import AnyGame
from rules.playout import random_play
from rules.registry import BUILT_IN
from tests.playing import options_of

GAMES = pytest.mark.parametrize("game", BUILT_IN, ids=lambda game: game.name)


def begun(game: AnyGame, data: st.DataObject) -> tuple[Any, int, Any, random.Random]:
    """Rules with random options, a number of seats, and a state of random play in which some may have left."""
    rules = game.rules(data.draw(options_of(game), "options"))
    chance = random.Random(data.draw(st.integers(0, 2**32), "seed"))
    seats = data.draw(st.integers(game.min_seats, min(game.max_seats, 4)), "seats")
    state = rules.start(seats)
    for turn in random_play(rules, state, chance, data.draw(st.integers(0, 80), "moves")):
        state = turn.step.state
    if seats > 2 and data.draw(st.booleans(), "somebody leaves") and rules.to_move(state):
        state = rules.withdraw(state, chance.randrange(seats)).state
    return rules, seats, state, chance


@GAMES
@given(data=st.data())
def test_a_voided_turn_writes_nothing_and_passes(game: AnyGame, data: st.DataObject) -> None:
    rules, seats, state, chance = begun(game, data)
    for seat in set(range(seats)) - set(rules.to_move(state)):
        with pytest.raises(ValueError, match=r"."):
            rules.void(state, seat)
    if not rules.to_move(state):
        return
    seat = chance.choice(rules.to_move(state))
    after = rules.void(state, seat)
    assert rules.totals(after) == rules.totals(state)
    assert rules.resigned(after) == rules.resigned(state)
    adapter = TypeAdapter[Any](game.state)
    assert adapter.validate_json(adapter.dump_json(after)) == after
    assert rules.view(after) is not None
    if seat in rules.to_move(after):  # its next turn, which begins with a roll
        assert {legal.move.type for legal in rules.legal_moves(after, seat)} == {"roll"}


@GAMES
@given(data=st.data())
def test_a_game_with_voided_turns_comes_to_its_end(game: AnyGame, data: st.DataObject) -> None:
    rules, seats, state, chance = begun(game, data)
    for _ in range(data.draw(st.integers(1, 12), "voided turns")):
        for turn in random_play(rules, state, chance, chance.randrange(5)):
            state = turn.step.state
        if rules.to_move(state):
            state = rules.void(state, chance.choice(rules.to_move(state)))
    if game.random_play_moves < 1000:
        for turn in random_play(rules, state, chance, game.random_play_moves * (seats + 1)):
            state = turn.step.state
        outcome = rules.outcome(state)
        assert outcome is not None
        assert {rank.seat: rank.total for rank in outcome.ranking} == dict(enumerate(rules.totals(state)))
