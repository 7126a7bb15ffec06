"""Exact odds: everything that a throw may do, each with its probability as a fraction."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from math import factorial, prod
from typing import Generic, NamedTuple, TypeVar

from rules.contract import Faces, Illegal, Rules, Step
from rules.dice import FACES

S = TypeVar("S")
M = TypeVar("M")


class Throw(NamedTuple):
    """What so many dice that are alike may show: the faces ascending, and in how many ways of `6 ** dice`."""

    faces: Faces
    ways: int


class Chance(NamedTuple, Generic[S]):
    """One thing that a move may do: how likely it is, the least of the throws that do it, and what it does."""

    probability: Fraction
    faces: Faces
    step: Step[S]


@cache
def throws(dice: int) -> tuple[Throw, ...]:
    """All that so many dice may show, in ascending order; their ways add up to `6 ** dice`."""
    return tuple(
        Throw(faces, factorial(dice) // prod(factorial(faces.count(face)) for face in set(faces)))
        for faces in combinations_with_replacement(FACES, dice)
    )


def outcomes(
    rules: Rules[S, M], state: S, seat: int, move: M, *, alike: bool = False
) -> tuple[Chance[S], ...] | Illegal:
    """All that the seat's move may do, or why it is refused. The probabilities add up to 1.

    Throws that do the same are one outcome. The outcomes stand in the order of their least throws; a move that throws
    nothing has one, with no faces. `alike` promises that the order of the faces says nothing (`Game.alike` tells), so
    that 462 throws of six dice are looked at and not 46656; the answer is the same.
    """
    count = rules.throws(state, seat, move)
    if isinstance(count, Illegal):
        return count
    found: dict[Step[S], tuple[Faces, int]] = {}
    for faces, ways in throws(count) if alike else _ordered(count):
        step = rules.apply(state, seat, move, faces)
        if isinstance(step, Illegal):
            return step
        least, before = found.get(step, (faces, 0))
        found[step] = (least, before + ways)
    whole = len(FACES) ** count
    return tuple(Chance(Fraction(ways, whole), faces, step) for step, (faces, ways) in found.items())


def _ordered(count: int) -> Iterator[Throw]:
    return (Throw(faces, 1) for faces in product(FACES, repeat=count))
