"""Throws: what a ruleset says of each, worked out when it is asked for, and kept within a bound in bytes.

Anybody may ask for house rules of one's own, and whoever plays or has checked many throws by them makes many of them
worked out; so the bound is one for all rulesets of a process, and what was not asked for lately goes first.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations_with_replacement, count
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from rules.contract import Faces
from rules.dice import EVERY_FACE, FACES

T = TypeVar("T")
MOST_BYTES = 32 * 1024 * 1024
"""For what is kept of all rulesets: the largest that there is takes 23 MiB if every throw is asked for, with
120 boxes and a worth for each of ten throws; most take far less, and what is played of them less again.
"""


class _Kept(dict[Faces, T]):
    """What is kept; what is missing is worked out, so that what is there costs no more than in any dict."""

    def __init__(self, missing: Callable[[Faces], T]) -> None:
        super().__init__()
        self._missing = missing

    def __missing__(self, dice: Faces) -> T:
        return self._missing(dice)


class Throws(Mapping[Faces, T]):
    """By the dice of a throw (ascending) what a ruleset says of it, worked out when it is first asked for and kept.

    So a ruleset costs what is played by it. It holds all throws of so few to so many dice, those of few dice first.
    `size` says how many bytes what `work` made takes.

    at: the same as `throws[dice]`, for those who ask often.
    """

    def __init__(self, fewest: int, most: int, work: Callable[[Faces], T], size: Callable[[T], int]) -> None:
        self._dice = range(fewest, most + 1)
        self._work = work
        self._size = size
        self._kept = _Kept(self._missing)
        self._aged: dict[Faces, T] = {}  # what nobody has come back to since it was put there
        self.at: Callable[[Faces], T] = self._kept.__getitem__
        self.bytes_kept = 0
        self.bytes_aged = 0
        _ALL[next(_NUMBERS)] = self

    def __getitem__(self, dice: Faces) -> T:
        return self._kept[dice]

    def _missing(self, dice: Faces) -> T:
        if dice in self._aged:
            made = self._aged.pop(dice)
            self.bytes_aged -= self._size(made)
        elif len(dice) not in self._dice or not EVERY_FACE.issuperset(dice) or dice != tuple(sorted(dice)):
            raise KeyError(dice)
        else:
            made = self._work(dice)
        size = self._size(made)
        ROOM.take(size)
        self._kept[dice] = made
        self.bytes_kept += size
        return made

    def age(self) -> None:
        """Forget what nobody has come back to since this was called last."""
        self._aged = dict(self._kept)
        self._kept.clear()
        self.bytes_kept, self.bytes_aged = 0, sum(map(self._size, self._aged.values()))

    def __iter__(self) -> Iterator[Faces]:
        for number in self._dice:
            yield from combinations_with_replacement(FACES, number)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def once(self) -> Iterator[tuple[Faces, T]]:
        """All throws, for one look at each: what is worked out for it is not kept."""
        for dice in self:
            known = self._kept.get(dice, self._aged.get(dice))
            yield dice, self._work(dice) if known is None else known


class Room:
    """The room for what is kept of all rulesets.

    What is free is counted down from when all were asked last, and all are asked again only where that is used up: so
    it costs nothing to speak of, and nothing drifts where rulesets end or several threads take at once.
    """

    def __init__(self, most: int) -> None:
        """For `most` bytes."""
        self._most = most
        self._free = 0

    def take(self, size: int) -> None:
        """Let all age before half of the room is full, so that the other half holds what was asked for before."""
        if size > self._free:
            everybody = _everybody()
            while size > (free := self._found_free(everybody)) and any(throws.bytes_kept for throws in everybody):
                for throws in everybody:
                    throws.age()
            self._free = free
        self._free -= size

    def _found_free(self, everybody: list[Throws[Any]]) -> int:
        kept = sum(throws.bytes_kept for throws in everybody)
        aged = sum(throws.bytes_aged for throws in everybody)
        return min(self._most // 2 - kept, self._most - kept - aged)


ROOM = Room(MOST_BYTES)
_ALL: WeakValueDictionary[int, Throws[Any]] = WeakValueDictionary()
_NUMBERS = count()


def kept_bytes() -> int:
    """About how many bytes are kept of all rulesets."""
    return sum(throws.bytes_kept + throws.bytes_aged for throws in _everybody())


def _everybody() -> list[Throws[Any]]:
    return [throws for each in _ALL.valuerefs() if (throws := each()) is not None]
