"""Bots' levels: how well a bot plays, as noise on the values of its moves.

A level picks a move by a softmax over the values: a move that is worth d less than the best is picked exp(-d / t)
times as often, t being the level's temperature in points of a game of yatzy, scaled by the game's spread.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Literal, TypeVar

from rules.advice.advise import Advice, MoveValue

M = TypeVar("M")

Level = Literal["random", "novice", "casual", "strong", "best"]

TEMPERATURES: Mapping[Level, float] = {
    "random": math.inf,
    "novice": 2.0,
    "casual": 1.0,
    "strong": 0.35,
    "best": 0.0,
}
"""In points of a game of yatzy, from the weakest level to the one that always plays the best move."""
YATZY_SPREAD = 38.5
"""The standard deviation, in points, of the game that temperatures are meant for."""


def pick(advice: Advice[M], level: Level, spread: float, chance: float) -> MoveValue[M]:
    """The move that a bot of the level makes; `chance` (from 0, below 1) decides among them.

    `spread` is `Adviser.spread` for the objective of the advice.
    """
    return pick_at(advice.moves, TEMPERATURES[level] * spread / YATZY_SPREAD, chance)


def pick_at(moves: Sequence[MoveValue[M]], temperature: float, chance: float) -> MoveValue[M]:
    """The same of moves with the best first, at a temperature in the units of their values (infinity: any move)."""
    if not temperature:
        return moves[0]
    weights = [math.exp(-move.loss / temperature) for move in moves]
    left = chance * sum(weights)
    for move, weight in zip(moves, weights, strict=True):
        left -= weight
        if left < 0:
            return move
    return moves[-1]  # rounding has left a trace
