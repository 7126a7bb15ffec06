"""Bots' levels: how well a bot plays, as noise on the values of its moves.

A level picks a move by a softmax over the values: a move that is worth d less than the best is picked exp(-d / t)
times as often, t being the level's temperature in points of a game of yatzy, scaled by the game's spread. Where
nobody knows what moves are worth, a bot takes any move or the one with the most points.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar, get_args

from rules.advice.advise import Advice, MoveValue, advise
from rules.adviser import AnyAdviser, BotLevel, Level, Objective
from rules.contract import AnyGame, AnyRules, Legal

M = TypeVar("M")


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


ADVISED: tuple[BotLevel, ...] = get_args(Level)
"""The levels of a game with an adviser, from the weakest."""
UNADVISED: tuple[BotLevel, ...] = ("random", "greedy")
"""Those of a game without one."""


def levels_of(game: AnyGame) -> tuple[BotLevel, ...]:
    """The levels at which bots play the game, from the weakest."""
    return UNADVISED if game.adviser is None else ADVISED


def asks_adviser(game: AnyGame, level: str) -> bool:
    """Whether a bot of this level asks what the game's moves are worth."""
    return game.adviser is not None and TEMPERATURES.get(level, math.inf) < math.inf  # type: ignore[call-overload]


def chosen(
    rules: AnyRules, adviser: AnyAdviser | None, state: Any, seat: int, level: BotLevel, chance: float
) -> Legal[Any]:
    """The move that a bot of the level makes in this state; `chance` (from 0, below 1) decides where it hesitates.

    It plays for the first objective whose tables are at hand. Raises `Unsolved` where those of none are; ValueError
    where the seat is not to move, or the level takes an adviser and there is none.
    """
    legal = rules.legal_moves(state, seat)
    if not legal:
        raise ValueError(f"seat {seat} is not to move")
    if len(legal) == 1:
        return legal[0]
    if level == "random":
        return legal[int(chance * len(legal))]
    if level == "greedy":
        return max(legal, key=lambda each: each.points or 0)
    if adviser is None:
        raise ValueError(f"the level {level} takes an adviser")
    objective = objective_of(adviser, state, seat)
    return pick(advise(rules, adviser, state, seat, objective), level, adviser.spread(objective), chance).legal


def objective_of(adviser: AnyAdviser, state: Any, seat: int) -> Objective:
    """What a bot plays for: the first objective of the state whose tables are at hand, else the first of all."""
    possible = adviser.objectives(state, seat)
    return next((each for each in possible if not adviser.solutions(state, each)), possible[0])


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
