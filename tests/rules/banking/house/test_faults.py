"""Contradictions of banking house rules, and a twin that plays every turn there is."""

import random
from itertools import combinations_with_replacement
from typing import Any

import pytest

from rules.banking.combinations import (
    BankingEqual,
    BankingEqualFlat,
    BankingExact,
    BankingGroups,
    BankingSingle,
    BankingStraight,
    expand,
)
from rules.banking.engine import BankingRules
from rules.banking.house.game import GAME
from rules.banking.options import BankingOptions, ruleset
from rules.banking.state import BankingState, Bust
from rules.banking.tables import tables
from rules.contract import BANK, ROLL, Illegal
from rules.texts import paragraphs
from tests.house_rules import banking_options

ONE = BankingSingle(face=1, points=100)
FIVE = BankingSingle(face=5, points=50)
CAP = 1100
"""More points than any threshold of these options: what is above them is all the same."""


def faults(**options: Any) -> list[tuple[str, str]]:
    """(pointer, code) of each fault, its sentence and its paragraph looked up."""
    found = GAME.faults(BankingOptions(**options))
    for fault in found:
        assert fault.rule in paragraphs(GAME.texts.page["en"])
        assert GAME.texts.sentence("en", f"option_fault.{fault.code}", fault.details)
    return [(fault.pointer, fault.code) for fault in found]


SINGLES = tuple(BankingSingle(face=face, points=10) for face in range(1, 7))
FIVE_OF_SIX = (BankingStraight(first=1, last=5, points=2000),)


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, []),
        ({"combinations": (ONE, FIVE)}, []),
        ({"combinations": (ONE, ONE)}, [("/combinations/1", "combination_twice")]),
        (
            {
                "combinations": (ONE, ONE),
                "strict_from": 20_000,
                "riding_minimum": 100,
                "overshoot": "bounces",
                "opening": 10_050,
                "busts_in_a_row": 2,
            },
            [
                ("/combinations/1", "combination_twice"),
                ("/riding_minimum", "riding_without_piggyback"),
                ("/strict_from", "strict_from_above_target"),
                ("/strict_from", "strict_from_with_exact_target"),
                ("/opening", "opening_above_target"),
                ("/busts_in_a_row", "without_penalty"),
            ],
        ),
        (
            {
                "combinations": (
                    BankingEqual(count=3, times_face=100, further="step"),
                    BankingEqualFlat(count=5, points=1),
                )
            },
            [("/combinations/1", "combination_twice")],
        ),
        ({"combinations": (BankingEqual(count=3, times_face=100), BankingEqualFlat(count=5, points=9000))}, []),
        (
            {"combinations": (ONE, BankingGroups(sizes=(4, 2), points=9), BankingGroups(sizes=(2, 4), points=9))},
            [("/combinations/2", "combination_twice")],
        ),
        (
            {"combinations": (*FIVE_OF_SIX, BankingExact(dice=(5, 4, 3, 2, 1), points=1))},
            [("/combinations/1", "combination_twice")],
        ),
        (
            {"combinations": (ONE, BankingStraight(first=4, last=4, points=1))},
            [("/combinations/1", "straight_backwards")],
        ),
        ({"combinations": (ONE, *FIVE_OF_SIX), "dice": 4}, [("/combinations/1", "combination_too_large")]),
        (
            {"combinations": (ONE, BankingGroups(sizes=(4, 4), points=1))},
            [("/combinations/1", "combination_too_large")],
        ),
        (
            {"combinations": (ONE, BankingExact(dice=(1, 1, 1), points=200))},
            [("/combinations/1", "combination_never_counts")],
        ),
        ({"combinations": (ONE, BankingExact(dice=(1, 1, 1), points=300))}, []),
        (
            {"combinations": (BankingSingle(face=2, points=50),), "dice": 1, "qualifying": "one_or_five"},
            [("/qualifying", "no_throw_scores")],
        ),
        ({"combinations": (ONE,), "dice": 1, "hot_dice": "must_roll"}, [("/hot_dice", "no_turn_can_bank")]),
        (
            {"combinations": SINGLES, "selection": "best", "hot_dice": "must_roll", "opening": 0},
            [("/hot_dice", "no_turn_can_bank")],
        ),
        ({"combinations": (ONE,), "most_left": 0, "hot_dice": "must_roll"}, [("/most_left", "no_turn_can_bank")]),
        ({"combinations": (ONE,), "most_left": 0, "hot_dice": "may_bank"}, []),
        ({"combinations": FIVE_OF_SIX, "opening": 2000}, []),
        ({"combinations": FIVE_OF_SIX, "opening": 2001}, [("/opening", "opening_unreachable")]),
        ({"combinations": FIVE_OF_SIX, "minimum": 2001}, [("/minimum", "minimum_unreachable")]),
        ({"strict_from": 10_000}, [("/strict_from", "strict_from_above_target")]),
        ({"combinations": FIVE_OF_SIX, "strict_from": 8000}, [("/strict_from", "finish_unreachable")]),
        ({"combinations": FIVE_OF_SIX, "strict_from": 8001}, []),
        (
            {"combinations": SINGLES, "bust_penalty": 500, "opening": 0},
            [("/bust_penalty", "no_throw_busts")],
        ),
    ],
)
def test_each_contradiction_is_named_at_its_place(options: dict[str, Any], expected: list[tuple[str, str]]) -> None:
    assert faults(**options) == expected


# --- the twin: every turn, played through the engine ---


def turns(options: BankingOptions, total: int, opened: bool) -> tuple[bool, bool, bool]:
    """Of all turns of a seat: whether one may bank, whether a throw busts, whether the first throw can score."""
    rules = GAME.rules(options)
    assert isinstance(rules, BankingRules)
    first = rules.start(1)._replace(totals=(total,), opened=(opened,))
    banks = busts = scores = False
    seen: set[BankingState] = set()
    open_states = [first]
    while open_states:
        state = open_states.pop()
        for faces in combinations_with_replacement(range(1, 7), state.cup):
            done = rules.apply(state, 0, ROLL, faces)
            assert not isinstance(done, Illegal)
            if any(isinstance(event, Bust) for event in done.events):
                busts = True
                continue
            scores = scores or state == first
            for legal in rules.legal_moves(done.state, 0):
                placed = rules.apply(done.state, 0, legal.move, ())
                assert not isinstance(placed, Illegal)
                after = placed.state._replace(aside=(), throw=1, points=min(placed.state.points, CAP))
                if after not in seen:
                    seen.add(after)
                    banks = banks or BANK in [each.move for each in rules.legal_moves(after, 0)]
                    open_states.append(after)
    return banks, busts, scores


def small(seed: int) -> BankingOptions:
    """Random house rules for a few dice, each of their combinations sound.

    In some every throw scores; in some a combination takes two of three dice, so that hot dice never come.
    """
    chance = random.Random(seed)
    options = banking_options(chance, most_dice=2 + (seed % 5 == 0))
    options = options.model_copy(update={"riding_minimum": None, "last_die_throws": 1, "refused_endings": ()})
    if seed % 3 == 1:
        pair = BankingExact(dice=tuple(chance.choices(range(1, 7), k=2)), points=chance.choice((100, 150, 300)))
        options = options.model_copy(update={"combinations": (pair,), "dice": 3})
    elif seed % 9 == 0:
        options = options.model_copy(update={"combinations": SINGLES, "hot_dice": "may_bank"})
    while True:
        wrong = {fault.pointer for fault in GAME.faults(options) if fault.pointer.startswith("/combinations/")}
        words = [word for place, word in enumerate(options.combinations) if f"/combinations/{place}" not in wrong]
        if not wrong:
            return options
        words = words or [BankingSingle(face=chance.randint(1, 6), points=50)]
        options = options.model_copy(update={"combinations": tuple(words)})


@pytest.mark.parametrize("seed", range(120))
def test_what_no_turn_can_come_to_is_found(seed: int) -> None:
    options = small(seed)
    codes = [fault.code for fault in GAME.faults(options)]
    free = options.model_copy(update={"opening": 0, "minimum": 0, "strict_from": None})
    banks, busts, scores = turns(free, 0, opened=False)
    assert ("no_throw_scores" in codes) == (not scores)
    assert ("no_turn_can_bank" in codes) == (scores and not banks)
    if not banks:
        return
    assert ("no_throw_busts" in codes) == (bool(options.bust_penalty) and not busts)
    loose = options.model_copy(update={"strict_from": None})
    assert ("opening_unreachable" in codes) == (not turns(loose, 0, opened=False)[0])
    assert ("minimum_unreachable" in codes) == (not turns(loose, 0, opened=True)[0])
    if options.strict_from is not None and options.strict_from < options.target:
        stuck = not turns(options, options.strict_from, opened=True)[0]
        assert stuck == (not {"finish_unreachable", "minimum_unreachable"}.isdisjoint(codes))


def test_the_twin_has_seen_all_of_it() -> None:
    codes = {fault.code for seed in range(120) for fault in GAME.faults(small(seed))}
    assert codes == {
        "no_throw_scores",
        "no_turn_can_bank",
        "opening_unreachable",
        "minimum_unreachable",
        "strict_from_above_target",
        "finish_unreachable",
        "no_throw_busts",
        "strict_from_with_exact_target",
        "opening_above_target",
        "target_never_met",
        "without_penalty",
    }


@pytest.mark.parametrize("seed", range(40))
def test_a_combination_that_never_counts_changes_nothing(seed: int) -> None:
    """The twin: without it every selection is worth the same."""
    chance = random.Random(seed)
    options = banking_options(chance, most_dice=6)
    fitting = tuple(word for word in options.combinations if expand(word, options.dice))
    options = options.model_copy(update={"combinations": (ONE, FIVE, *fitting)})
    worth = tables(ruleset(options).scoring).worth
    for fault in GAME.faults(options):
        if fault.code == "combination_never_counts":
            at = int(fault.pointer.rsplit("/", 1)[1])
            left = options.combinations[:at] + options.combinations[at + 1 :]
            less = ruleset(options.model_copy(update={"combinations": left}))
            assert tables(less.scoring).worth == worth
