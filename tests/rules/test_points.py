"""What the points of a move say: what it brings to the total, whatever comes with it."""

from random import Random
from typing import Any

import pytest
from pydantic import BaseModel

from rules.conformance.law import WRITING
from rules.contract import AnyGame, AnyRules, Illegal, Legal
from rules.dice import FACES
from rules.registry import BUILT_IN
from rules.sheet.bonuses import SheetClearedBonus, SheetDifferenceBonus, SheetScoredBonus, SheetStep, SheetStepBonus
from rules.sheet.boxes import SheetColumnRule
from rules.sheet.house.game import GAME as SHEET
from rules.sheet.options import SheetOptions

MOST = 500
AGREED = [
    pytest.param(game, options, id=f"{game.name}-{name}")
    for game in BUILT_IN
    for name, options in {"default": game.options(), **game.presets}.items()
]
STEPS = (SheetStep(least=20, points=10), SheetStep(least=60, points=100))
FALLING = (SheetStep(least=0, points=30), SheetStep(least=50, points=-40))
BONUSES = (
    SheetStepBonus(boxes="all", steps=STEPS),
    SheetStepBonus(boxes="upper", steps=FALLING, over="sheet"),
    SheetScoredBonus(boxes="upper", points=7, each=True),
    SheetScoredBonus(boxes=("ones", "twos", "chance"), points=70),
    SheetDifferenceBonus(more="sixes", less="ones", times_box="twos"),
)


def lucky(chance: Random, dice: int) -> tuple[int, ...]:
    """Few different faces mostly, so that bonuses and further yatzys come, and any dice now and then."""
    few = chance.choice((1, 1, 2, 6))
    return tuple(chance.choices(chance.sample(FACES, few), k=dice))


def check_all(rules: AnyRules, state: Any, seat: int, listed: tuple[Legal[Any], ...]) -> int:
    """Hold every move that writes to what it says; how many bring something else than their worth."""
    other = 0
    for legal in listed:
        if legal.move.type in WRITING:
            done = rules.apply(state, seat, legal.move, ())
            assert not isinstance(done, Illegal)
            assert legal.points == rules.totals(done.state)[seat] - rules.totals(state)[seat], legal
            assert done.points == (legal.points if legal.worth is None else legal.worth)
            other += done.points != legal.points
    return other


def played(game: AnyGame, options: BaseModel, seed: str, most: int = MOST) -> int:
    """A game in which seats take what brings most, with some luck; how often a choice brought a bonus with it."""
    chance, rules, other = Random(seed), game.rules(options), 0
    state = rules.start(min(2, game.max_seats))
    for _ in range(most):
        to_move = rules.to_move(state)
        if not to_move:
            break
        seat = chance.choice(to_move)
        listed = rules.legal_moves(state, seat)
        other += check_all(rules, state, seat, listed)
        best = max(listed, key=lambda legal: -1 if legal.points is None else legal.points)
        legal = chance.choice((best, best, *listed))
        done = rules.apply(state, seat, legal.move, lucky(chance, legal.throws))
        assert not isinstance(done, Illegal)
        state = done.state
    return other


@pytest.mark.parametrize(("game", "options"), AGREED)
def test_points_are_what_is_added_to_the_total(game: AnyGame, options: BaseModel) -> None:
    for seed in range(3):
        played(game, options, f"{game.name} {seed}")


@pytest.mark.parametrize("columns", [(), tuple(SheetColumnRule(factor=each) for each in (1, 2, 3))])
def test_bonuses_of_a_tables_own_are_among_them(columns: tuple[SheetColumnRule, ...]) -> None:
    options = SheetOptions(columns=columns, bonuses=BONUSES, yatzy_bonus=100)
    assert sum(played(SHEET, options, f"own {seed}", 2000) for seed in range(3)) > 100


def test_what_a_cleared_sheet_takes_is_among_them() -> None:
    options = SheetOptions(bonuses=(BONUSES[0], SheetClearedBonus()))
    assert sum(played(SHEET, options, f"cleared {seed}", 2000) for seed in range(3)) > 0
