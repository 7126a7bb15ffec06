"""Advisers: what every legal move of a position is worth.

An adviser is an immutable value made from a game's options. It answers in plain Python, from tables that a solver has
worked out beforehand (`rules.advice.tables`) or from the position alone. Chance is reckoned, never drawn.

Values are in the units of the objective: points for `points`, chances from 0 to 1 for `win` (a shared win counts as
its share), turns for `turns`. More is better but for `turns`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Literal, Protocol, TypeVar

from pydantic import BaseModel

S_contra = TypeVar("S_contra", contravariant=True)
S_co = TypeVar("S_co", covariant=True)

Objective = Literal["points", "win", "turns"]
"""What is played for: the most points, to win, or to reach the target in the fewest turns."""
Level = Literal["random", "novice", "casual", "strong", "best"]
"""How well a bot plays a game with an adviser, from the weakest (`rules.advice.levels`)."""
BotLevel = Level | Literal["greedy"]
"""The same of any game: one without an adviser has `random` and `greedy`."""


@dataclass(frozen=True, slots=True)
class LevelLosses:
    """What bots lose in the mean of a whole game of one seat by their decisions, in the units of the objective.

    `best` loses nothing. A level that is missing was not measured.
    """

    objective: Objective
    by_level: Mapping[BotLevel, float]


Method = Literal["exact", "model", "learned"]
"""How values come about: as the odds have it, by a model that comes near, or by weights that were learned in play."""


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


class Adviser(Protocol[S_contra]):
    """What a game knows about right play with its options decided."""

    def objectives(self, state: S_contra, seat: int) -> tuple[Objective, ...]:
        """What the seat may be advised for in this state, the default first."""

    def method(self, state: S_contra, seat: int, objective: Objective) -> Method:
        """How the values of this state come about."""

    def value(self, state: S_contra, seat: int, objective: Objective) -> float:
        """What the state is worth to the seat, whoever is to move, if every seat plays on by best moves.

        At the end of the game it is the result. Raises `Unsolved`.
        """

    def values(self, state: S_contra, seat: int, objective: Objective) -> tuple[float, ...]:
        """What each legal move of the seat is worth to it, in the order of `Rules.legal_moves`.

        Of a move that throws it is the mean over the throws, of any other the value of the state that follows.
        Raises `Unsolved`; ValueError where the seat is not to move.
        """

    def spread(self, objective: Objective) -> float:
        """The standard deviation of a whole game's result by best play: the scale of what counts as a small loss."""

    def solutions(self, state: S_contra | None = None, objective: Objective | None = None) -> tuple[Solution, ...]:
        """The tables that are not at hand and would be used: without a state all that answer for every state.

        Of a state those of which any answers for the objective (or for the default one), the smallest first. Empty
        where none is needed.
        """

    def with_table(self, solution: Solution, values: Values) -> "Adviser[S_contra]":
        """The same adviser with one more table at hand."""


@dataclass(frozen=True, slots=True)
class Positions(Generic[S_co]):
    """How positions of a game are written by hand, small enough for somebody who asks about one.

    form: their pydantic model (frozen, extra forbidden). state: `Rules` and a position to the state it is, in which
    one seat is to move; `rules.faults.Impossible` for what no game leads to.
    """

    form: type[BaseModel]
    state: Callable[[Any, Any], S_co]


AnyAdviser = Adviser[Any]
