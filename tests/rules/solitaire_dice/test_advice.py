"""Advice for solitaire dice: the weights that come with the package play well, and can be learned anew."""

import random
from importlib import import_module
from typing import Any

import numpy as np
import pytest

from rules.advice.advise import advise
from rules.playout import random_play, throw
from rules.solitaire_dice.advice import SolitaireDiceAdviser
from rules.solitaire_dice.engine import SolitaireDiceRules
from rules.solitaire_dice.weights import ENTRIES, SIZE, places, weights

RULES = SolitaireDiceRules()
ADVISER = SolitaireDiceAdviser(RULES)


def test_there_is_a_weight_for_every_entry() -> None:
    assert len(weights()) == SIZE


def test_games_by_the_weights_end_far_above_0() -> None:
    totals = []
    for seed in range(60):
        chance, state = random.Random(seed), RULES.start(1)
        while RULES.to_move(state):
            best = advise(RULES, ADVISER, state, 0).moves[0].legal
            step: Any = RULES.apply(state, 0, best.move, throw(chance, best.throws))
            state = step.state
        totals.append(state.total)
    assert sum(totals) / len(totals) > 200


def test_a_choice_is_worth_what_follows_it() -> None:
    for seed in range(5):
        for turn in random_play(RULES, RULES.start(1), random.Random(seed), 200):
            worth = ADVISER.values(turn.before, 0, "points")
            assert len(worth) == len(RULES.legal_moves(turn.before, 0))
            assert ADVISER.value(turn.before, 0, "points") == max(worth)
            if not turn.legal.throws:
                at = [legal.move for legal in RULES.legal_moves(turn.before, 0)].index(turn.legal.move)
                assert worth[at] == pytest.approx(ADVISER.value(turn.step.state, 0, "points"))


def test_advice_says_that_it_is_learned() -> None:
    assert advise(RULES, ADVISER, RULES.start(1), 0).method == "learned"
    with pytest.raises(ValueError, match="not to move"):
        ADVISER.values(RULES.start(1)._replace(resigned=True), 0, "points")


def test_what_learns_looks_at_the_same_entries(compiled: None) -> None:
    learning = import_module("rules.solitaire_dice.learning")
    chance, found = random.Random(3), np.empty(ENTRIES, np.int64)
    for _ in range(200):
        sums = tuple(chance.randrange(13) for _ in range(11))
        used = chance.sample(range(6), chance.randrange(4))
        fifths = tuple(chance.randint(1, 7) if face in used else 0 for face in range(6))
        learning.entries(np.array(sums), np.array(fifths), found)
        assert found.tolist() == places(sums, fifths)


def test_the_same_seed_learns_the_same(compiled: None) -> None:
    learning = import_module("rules.solitaire_dice.learning")
    learned = []
    for seed in (1, 1, 2):
        fresh = np.zeros(SIZE)
        learning.learn(fresh, 30, seed)
        learned.append(fresh)
    assert (learned[0] == learned[1]).all()
    assert (learned[0] != learned[2]).any()
