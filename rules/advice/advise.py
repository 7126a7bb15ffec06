"""Advice: the legal moves of a seat, the best first, each with what it is worth and what it gives away."""

from collections.abc import Mapping, Sequence
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
    moves = ranked_moves(legal, adviser.values(state, seat, objective), objective)
    return Advice(seat, objective, adviser.method(state, seat, objective), moves[0].value, moves)


def ranked_moves(
    legal: Sequence[Legal[M]], values: Sequence[float], objective: Objective
) -> tuple[MoveValue[M], ...]:
    """Legal moves with their values, the best first, moves of one value in the order of their listing."""
    sign = SIGNS[objective]
    best = max(values) if sign > 0 else min(values)
    moves = [MoveValue(move, value, sign * (best - value)) for move, value in zip(legal, values, strict=True)]
    return tuple(sorted(moves, key=lambda move: move.loss))


def chosen_objective(adviser: Adviser[S], state: S, seat: int, objective: Objective | None) -> Objective:
    """The objective, or the default one; ValueError for one that the state does not have."""
    possible = adviser.objectives(state, seat)
    if objective is None:
        return possible[0]
    if objective not in possible:
        raise ValueError(f"{objective} is no objective here; {', '.join(possible)} can be")
    return objective
