"""The last round between two, played to win: as a recursion over the referee's own moves and throws has it."""

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from rules.odds import throws
from rules.playout import random_play
from rules.sheet.boxes import SheetBox
from rules.sheet.house.game import GAME
from rules.sheet.last_round import LastRoundAdviser
from rules.sheet.options import SheetOptions

BOXES = (SheetBox(category="twos"), SheetBox(category="chance"))
PAIRS = (SheetBox(category="one_pair"), SheetBox(category="sixes"))
GAMES = {
    "plain": SheetOptions(boxes=BOXES, dice=2, throws=2, bonus=0),
    "bonus": SheetOptions(boxes=PAIRS, dice=2, throws=2, bonus=20, bonus_from=6),
    "one throw": SheetOptions(boxes=PAIRS, dice=3, throws=1, bonus=0),
    "chosen dice": SheetOptions(boxes=BOXES, dice=2, throws=2, bonus=0, choose_dice_count=True),
    "further yatzys": SheetOptions(
        boxes=(SheetBox(category="yatzy"), SheetBox(category="chance")), dice=2, throws=2, bonus=0, yatzy_bonus=30
    ),
}


def played(options: SheetOptions) -> tuple[Any, LastRoundAdviser]:
    adviser = GAME.adviser(options) if GAME.adviser else None
    assert isinstance(adviser, LastRoundAdviser)
    return GAME.rules(options), adviser


def last_rounds(rules: Any, adviser: LastRoundAdviser, games: int) -> Iterator[Any]:
    for seed in range(games):
        for turn in random_play(rules, rules.start(2), random.Random(seed), 60):
            if "win" in adviser.objectives(turn.before, turn.seat):
                yield turn.before


@pytest.mark.parametrize("name", GAMES)
def test_chances_are_those_of_the_recursion(name: str) -> None:
    rules, adviser = played(GAMES[name])

    @cache
    def chance(state: Any) -> float:
        """Of the seat 0."""
        if state.seat is None:
            mine, other = state.totals
            return 1.0 if mine > other else 0.5 if mine == other else 0.0
        worth = moves(state)
        return max(worth) if state.seat == 0 else min(worth)

    def moves(state: Any) -> list[float]:
        return [
            sum(
                ways * chance(rules.apply(state, state.seat, legal.move, faces).state)
                for faces, ways in throws(legal.throws)
            )
            / 6**legal.throws
            for legal in rules.legal_moves(state, state.seat)
        ]

    seen = 0
    for state in last_rounds(rules, adviser, 12):
        right = moves(state) if state.seat == 0 else [1 - each for each in moves(state)]
        assert adviser.values(state, state.seat, "win") == pytest.approx(right, abs=1e-12), state
        assert adviser.value(state, 0, "win") == pytest.approx(chance(state), abs=1e-12)
        assert adviser.value(state, 0, "win") + adviser.value(state, 1, "win") == pytest.approx(1)
        assert adviser.method(state, state.seat, "win") == "exact"
        seen += 1
    assert seen > 20


def test_before_the_last_round_and_with_others_points_alone_are_played_for() -> None:
    rules, adviser = played(GAMES["plain"])
    assert adviser.objectives(rules.start(2), 0) == ("points",)
    for turn in random_play(rules, rules.start(3), random.Random(1), 60):
        assert adviser.objectives(turn.before, turn.seat) == ("points",)
    state = next(last_rounds(rules, adviser, 1))
    assert adviser.objectives(state._replace(resigned=(1 - state.seat,)), state.seat) == ("points",)
    with pytest.raises(ValueError, match="not to move"):
        adviser.values(state, 1 - state.seat, "win")


def test_the_leader_plays_safe_and_the_other_one_bold() -> None:
    game = SheetOptions(boxes=(SheetBox(category="yatzy"), SheetBox(category="chance")), dice=3, throws=2, bonus=0)
    rules, adviser = played(game)
    ahead = rules.start(2)._replace(boxes=((50, None), (0, 10)), totals=(50, 10), throw=1, dice=(4, 4, 5))
    assert set(adviser.values(ahead, 0, "win")) == {1.0}
    behind = ahead._replace(boxes=((0, None), (0, 16)), totals=(0, 16))
    by_points, to_win = adviser.values(behind, 0, "points"), adviser.values(behind, 0, "win")
    assert max(to_win) < 0.5
    assert by_points.index(max(by_points)) != to_win.index(max(to_win))
