"""Dice: the faces of a die, the selections of a throw, and the patterns that games score."""

from functools import lru_cache
from itertools import combinations, product

from rules.contract import Faces

KEPT = 8
"""For how many rulesets a game's tables are kept beside those that somebody holds."""

FACES: Faces = (1, 2, 3, 4, 5, 6)
EVERY_FACE = frozenset(FACES)


@lru_cache(maxsize=1024)
def parts(dice: Faces) -> frozenset[Faces]:
    """Every selection of these dice (ascending), from none to all."""
    return frozenset(part for size in range(len(dice) + 1) for part in combinations(dice, size))


def equal(count: int) -> tuple[Faces, ...]:
    """So many equal dice, of each face from 1 to 6."""
    return tuple((face,) * count for face in FACES)


def straight(first: int, last: int) -> Faces:
    """One die of each face from `first` to `last`."""
    return tuple(range(first, last + 1))


def groups(*sizes: int, distinct: bool = True) -> tuple[Faces, ...]:
    """Groups of so many equal dice each (three pairs: 2, 2, 2), all that there are, each ascending.

    distinct: whether the groups show different faces; else they may show the same.
    """
    chosen = (faces for faces in product(FACES, repeat=len(sizes)) if not distinct or len(set(faces)) == len(faces))
    return tuple(
        sorted({tuple(sorted(sum(map(_group, faces, sizes), ()))) for faces in chosen}),
    )


def _group(face: int, size: int) -> Faces:
    return (face,) * size
