"""Playouts: random play in process. Chance comes from the caller, so that a seed repeats every game."""

from collections.abc import Iterator, Sequence
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from rules.contract import Faces, Illegal, Legal, Played, Rules, Step
from rules.dice import FACES

S = TypeVar("S")
M = TypeVar("M")
T = TypeVar("T")


class Chance(Protocol):
    """What picks and throws. A `random.Random` is one: its seed then fixes every choice and every die."""

    def choice(self, seq: Sequence[T], /) -> T:
        """One of these, each as likely as the others."""

    def choices(self, population: Sequence[T], /, *, k: int) -> list[T]:
        """`k` of these one after the other, each as likely as the others each time."""


class Turn(NamedTuple, Generic[S, M]):
    """One step of a game: the state before, who moved, what was picked of what was listed, its faces, what it did."""

    before: S
    seat: int
    legal: Legal[M]
    faces: Faces
    step: Step[S]

    @property
    def played(self) -> Played[M]:
        """The entry of the record."""
        return Played("move", self.seat, self.legal.move, self.faces, self.step.points, self.step.events)


def throw(chance: Chance, count: int) -> Faces:
    """The faces of so many dice."""
    return tuple(chance.choices(FACES, k=count))


def random_play(rules: Rules[S, M], state: S, chance: Chance, most: int) -> Iterator[Turn[S, M]]:
    """Play on from a state by random legal moves of random seats, `most` moves or to the end.

    ValueError where the rules refuse a move that they list.
    """
    for _ in range(most):
        to_move = rules.to_move(state)
        if not to_move:
            return
        seat = chance.choice(to_move)
        legal = chance.choice(rules.legal_moves(state, seat))
        faces = throw(chance, legal.throws)
        step: Any = rules.apply(state, seat, legal.move, faces)
        if isinstance(step, Illegal):
            raise ValueError(f"{legal.move!r} is listed for seat {seat} and refused: {step}")
        yield Turn(state, seat, legal, faces, step)
        state = step.state
