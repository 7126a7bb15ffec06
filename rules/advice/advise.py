"""Advice: the legal moves of a seat, the best first, each with what it is worth and what it gives away."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from rules.adviser import Adviser, Method, Objective
from rules.contract import Legal, Rules

S = TypeVar("S")
M = TypeVar("M")


class MoveValue(NamedTuple, Generic[M]):
    """A legal move as it is listed, what it is worth, and what it gives away against the best (0 or more)."""

    legal: Legal[M]
    value: float
    loss: float


@dataclass(frozen=True, slots=True)
class Advice(Generic[M]):
    """What the moves of a seat are worth, the best first, moves of one value in the order of their listing.

    value: of the best.
    """

    seat: int
    objective: Objective
    method: Method
    value: float
    moves: tuple[MoveValue[M], ...]


SIGNS: Mapping[Objective, int] = {"points": 1, "win": 1, "turns": -1}
"""Whether more is better."""


def advise(
    rules: Rules[S, M], adviser: Adviser[S], state: S, seat: int, objective: Objective | None = None
) -> Advice[M]:
    """Advice to the seat for the objective, or for the default one.

    Raises `Unsolved`; ValueError where the seat is not to move or the objective is none of this state.
    """
    legal = rules.legal_moves(state, seat)
    if not legal:
        raise ValueError(f"seat {seat} is not to move")
    objective = chosen_objective(adviser, state, seat, objective)
    values = adviser.values(state, seat, objective)
    sign = SIGNS[objective]
    best = max(values) if sign > 0 else min(values)
    moves = [
        MoveValue(move, value, max(0.0, sign * (best - value))) for move, value in zip(legal, values, strict=True)
    ]
    moves.sort(key=lambda move: move.loss)
    return Advice(seat, objective, adviser.method(state, seat, objective), best, tuple(moves))


def chosen_objective(adviser: Adviser[S], state: S, seat: int, objective: Objective | None) -> Objective:
    """The objective, or the default one; ValueError for one that the state does not have."""
    possible = adviser.objectives(state, seat)
    if objective is None:
        return possible[0]
    if objective not in possible:
        raise ValueError(f"{objective} is no objective here; {', '.join(possible)} can be")
    return objective
