"""Dice: the faces of a die, the selections of a throw, and the patterns that games score."""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, product
from typing import TypeVar

from rules.contract import Faces

T = TypeVar("T")
KEPT = 8
"""For how many rulesets a game's tables are kept beside those that somebody holds."""

FACES: Faces = (1, 2, 3, 4, 5, 6)
EVERY_FACE = frozenset(FACES)


@lru_cache(maxsize=1024)
def parts(dice: Faces) -> frozenset[Faces]:
    """Every selection of these dice (ascending), from none to all."""
    return frozenset(part for size in range(len(dice) + 1) for part in combinations(dice, size))


class Throws(Mapping[Faces, T]):
    """By the dice of a throw (ascending) what a ruleset says of it, worked out when it is first asked for and kept.

    So a ruleset costs what is played by it. It holds all throws of so few to so many dice, those of few dice first.
    """

    def __init__(self, fewest: int, most: int, work: Callable[[Faces], T]) -> None:
        self._dice = range(fewest, most + 1)
        self._work = work
        self._kept: dict[Faces, T] = {}

    def __getitem__(self, dice: Faces) -> T:
        try:
            return self._kept[dice]
        except KeyError:
            if len(dice) not in self._dice or not EVERY_FACE.issuperset(dice) or dice != tuple(sorted(dice)):
                raise
        worked_out = self._kept[dice] = self._work(dice)
        return worked_out

    def __iter__(self) -> Iterator[Faces]:
        for count in self._dice:
            yield from combinations_with_replacement(FACES, count)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def once(self) -> Iterator[tuple[Faces, T]]:
        """All throws, for one look at each: what is worked out for it is not kept."""
        for dice in self:
            yield dice, self._kept[dice] if dice in self._kept else self._work(dice)


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
