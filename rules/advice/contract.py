"""Advisers: what every legal move of a position is worth.

An adviser is an immutable value made from a game's options. It answers in plain Python, from tables that a solver has
worked out beforehand (`rules.advice.tables`) or from the position alone. Chance is reckoned, never drawn.

Values are in the units of the objective: points for `points`, chances from 0 to 1 for `win` (a shared win counts as
its share), turns for `turns`. More is better but for `turns`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, Literal, NamedTuple, Protocol, TypeVar

from rules.contract import Legal, Rules

S = TypeVar("S")
S_contra = TypeVar("S_contra", contravariant=True)
M = TypeVar("M")
M_co = TypeVar("M_co", covariant=True)

Objective = Literal["points", "win", "turns"]
"""What is played for: the most points, to win, or to reach the target in the fewest turns."""
Method = Literal["exact", "model", "learned"]
"""How values come about: as the odds have it, by a model that comes near, or by weights that were learned in play."""
Label = Literal["best", "fine", "doubtful", "bad", "blunder"]


@dataclass(frozen=True, slots=True)
class Solution:
    """A table that a solver can work out.

    name: what it holds, as a word for its file. digest: of everything it follows from, in hexadecimal; two games with
    one digest share the table. solver: the module whose `solve(task)` returns the numbers. version: of that solver.
    task: what the solver takes, as JSON has it. dtype, shape: of the numbers, little-endian. seconds: about how long
    one core takes.
    """

    name: str
    digest: str
    solver: str
    version: int
    task: Mapping[str, Any]
    dtype: Literal["f4", "f8"]
    shape: tuple[int, ...]
    seconds: float


class Values(Protocol):
    """Numbers by their place, as a memory-mapped table gives them."""

    def __getitem__(self, place: int, /) -> float:
        """The number at this place of the table, which is read as one row."""


class Unsolved(LookupError):
    """A question that takes a table which is not at hand. Any of `solutions` answers it, the smallest first."""

    def __init__(self, solutions: tuple[Solution, ...]) -> None:
        super().__init__(f"not solved yet: {', '.join(each.name for each in solutions)}")
        self.solutions = solutions


class Adviser(Protocol[S, M_co]):
    """What a game knows about right play with its options decided."""

    def objectives(self, state: S, seat: int) -> tuple[Objective, ...]:
        """What the seat may be advised for in this state, the default first."""

    def method(self, state: S, seat: int, objective: Objective) -> Method:
        """How the values of this state come about."""

    def value(self, state: S, seat: int, objective: Objective) -> float:
        """What the state is worth to the seat, whoever is to move, if every seat plays on by best moves.

        At the end of the game it is the result. Raises `Unsolved`.
        """

    def values(self, state: S, seat: int, objective: Objective) -> tuple[float, ...]:
        """What each legal move of the seat is worth to it, in the order of `Rules.legal_moves`.

        Of a move that throws it is the mean over the throws, of any other the value of the state that follows.
        Raises `Unsolved`; ValueError where the seat is not to move.
        """

    def spread(self, objective: Objective) -> float:
        """The standard deviation of a whole game's result by best play: the scale of what counts as a small loss."""

    def solutions(self, state: S | None = None) -> tuple[Solution, ...]:
        """The tables of which any answers for this state, the smallest first; without a state those for all states.

        Empty where none is needed.
        """

    def with_table(self, solution: Solution, values: Values) -> "Adviser[S, M_co]":
        """The same adviser with one more table at hand."""


AnyAdviser = Adviser[Any, Any]


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
    rules: Rules[S, M], adviser: Adviser[S, M], state: S, seat: int, objective: Objective | None = None
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


def chosen_objective(adviser: Adviser[S, M], state: S, seat: int, objective: Objective | None) -> Objective:
    """The objective, or the default one; ValueError for one that the state does not have."""
    possible = adviser.objectives(state, seat)
    if objective is None:
        return possible[0]
    if objective not in possible:
        raise ValueError(f"{objective} is no objective here; {', '.join(possible)} can be")
    return objective
