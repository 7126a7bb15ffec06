"""Combinations of a banking game: dice that score together in one throw, each written out with its points.

They are plain data, so a rule such as "each further die doubles the points" is a function that writes them.
"""

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

from rules.contract import Faces

FACES = (1, 2, 3, 4, 5, 6)
TRIPLETS = (1000, 200, 300, 400, 500, 600)
"""What three equal dice are worth in every game of the family, by face from 1 to 6."""


class Combination(NamedTuple):
    """The faces it takes, ascending, and the points it is worth (more than 0)."""

    dice: Faces
    points: int


def singles(ones: int = 100, fives: int = 50) -> tuple[Combination, ...]:
    """A single 1 and a single 5."""
    return Combination((1,), ones), Combination((5,), fives)


def equal(count: int, points: Sequence[int]) -> tuple[Combination, ...]:
    """`count` equal dice, with the points for each face from 1 to 6."""
    return tuple(Combination((face,) * count, worth) for face, worth in zip(FACES, points, strict=True))


def straight(first: int, last: int, points: int) -> tuple[Combination, ...]:
    """One die of each face from `first` to `last`."""
    return (Combination(tuple(range(first, last + 1)), points),)


def groups(sizes: Sequence[int], points: int, *, distinct: bool) -> tuple[Combination, ...]:
    """Groups of so many equal dice each (three pairs: 2, 2, 2), of different faces where `distinct`."""
    chosen = (faces for faces in product(FACES, repeat=len(sizes)) if not distinct or len(set(faces)) == len(faces))
    dice = {
        tuple(sorted(sum(((face,) * size for face, size in zip(faces, sizes, strict=True)), ()))) for faces in chosen
    }
    return tuple(Combination(each, points) for each in sorted(dice))
