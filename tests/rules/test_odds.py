"""Exact odds against plain enumeration of every throw."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.contract import BANK, ROLL, AnyGame, Illegal
from rules.odds import outcomes, throws
from rules.playout import random_play
from rules.registry import BUILT_IN, built_in


@pytest.mark.parametrize("dice", range(6))
def test_every_throw_is_told_with_its_ways(dice: int) -> None:
    counted = Counter(tuple(sorted(faces)) for faces in product(range(1, 7), repeat=dice))
    assert [tuple(each) for each in throws(dice)] == sorted(counted.items())
    assert sum(each.ways for each in throws(dice)) == 6**dice


def brute(rules: Any, state: Any, seat: int, move: Any, dice: int) -> dict[Any, Fraction]:
    found: dict[Any, Fraction] = {}
    for faces in product(range(1, 7), repeat=dice):
        step = rules.apply(state, seat, move, faces)
        found[step] = found.get(step, Fraction(0)) + Fraction(1, 6**dice)
    return found


@pytest.mark.parametrize("game", BUILT_IN, ids=lambda game: game.name)
@given(data=st.data())
def test_outcomes_are_those_of_plain_enumeration(game: AnyGame, data: st.DataObject) -> None:
    rules = game.rules(game.options())
    state = rules.start(game.min_seats)
    chance = data.draw(st.randoms(use_true_random=True), "chance")
    for turn in random_play(rules, state, chance, data.draw(st.integers(0, 40), "moves")):
        state = turn.step.state
    for seat in rules.to_move(state):
        for legal in rules.legal_moves(state, seat)[:3]:
            if legal.throws > 3:
                continue
            expected = brute(rules, state, seat, legal.move, legal.throws)
            for alike in {False, game.alike}:
                told = outcomes(rules, state, seat, legal.move, alike=alike)
                assert not isinstance(told, Illegal)
                assert {way.step: way.probability for way in told} == expected
                assert sum(way.probability for way in told) == 1
                assert all(rules.apply(state, seat, legal.move, way.faces) == way.step for way in told)
                assert [way.faces for way in told] == sorted(way.faces for way in told)


@pytest.mark.parametrize("name", ["farkle", "yatzy"])
def test_the_short_way_gives_the_same_for_all_dice(name: str) -> None:
    game = built_in().games[name]
    rules = game.rules(game.options())
    state = rules.start(1)
    [legal] = rules.legal_moves(state, 0)
    assert outcomes(rules, state, 0, legal.move, alike=True) == outcomes(rules, state, 0, legal.move)


def test_what_is_refused_is_told() -> None:
    rules = built_in().games["sand"].rules(built_in().games["sand"].options())
    refused = outcomes(rules, rules.start(1), 0, BANK)
    assert isinstance(refused, Illegal)
    assert isinstance(outcomes(rules, rules.start(2), 1, ROLL), Illegal)


def test_six_dice_of_farkle_bust_once_in_43_throws() -> None:
    game = built_in().games["farkle"]
    rules = game.rules(game.options())
    ways = outcomes(rules, rules.start(1), 0, ROLL, alike=game.alike)
    assert not isinstance(ways, Illegal)
    bust = sum(way.probability for way in ways if way.step.events)
    assert bust == Fraction(5, 216)
