"""Random play in process."""

import random
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from rules.contract import BANK, AnyGame, Legal
from rules.fold import replay
from rules.playout import random_play, throw
from rules.registry import BUILT_IN, built_in

SAND = built_in().games["sand"]


@pytest.mark.parametrize("game", BUILT_IN, ids=lambda game: game.name)
def test_a_seed_repeats_the_play_and_the_record_leads_there(game: AnyGame) -> None:
    rules = game.rules(game.options())
    first, again, other = (
        list(random_play(rules, rules.start(game.min_seats), random.Random(seed), 60)) for seed in (5, 5, 6)
    )
    assert first == again != other
    assert replay(rules, game.min_seats, [turn.played for turn in first]) == first[-1].step.state
    assert all(turn.step.state == following.before for turn, following in pairwise(first))


def test_it_stops_after_so_many_moves_and_at_the_end() -> None:
    rules = SAND.rules(SAND.options(target=500))
    assert len(list(random_play(rules, rules.start(2), random.Random(1), 7))) == 7
    *_, last = random_play(rules, rules.start(2), random.Random(1), 10**6)
    assert rules.outcome(last.step.state) is not None
    assert list(random_play(rules, last.step.state, random.Random(1), 10)) == []


def test_a_throw_shows_all_faces() -> None:
    chance = random.Random(1)
    assert throw(chance, 0) == ()
    assert set(throw(chance, 200)) == set(range(1, 7))


def test_a_game_that_refuses_what_it_lists_is_found() -> None:
    class Lists:
        def __getattr__(self, name: str) -> Any:
            return getattr(SAND.rules(SAND.options()), name)

        def legal_moves(self, *_: Any) -> Any:
            return (Legal(BANK, None, 0),)

    def lists(_: Any) -> Any:
        return Lists()

    rules = replace(SAND, rules=lists).rules(SAND.options())
    with pytest.raises(ValueError, match="is listed for seat 0 and refused"):
        list(random_play(rules, rules.start(2), random.Random(1), 1))
