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


class Throws(Mapping[Faces, T]):
    """By the dice of a throw (ascending) what a ruleset says of it, worked out when it is first asked for and kept.

    So a ruleset costs what is played by it. It holds all throws of so few to so many dice, those of few dice first.
    `size` says how many bytes what `work` made takes.

    bytes_kept: of what is kept now. asked: whether somebody came back to that since room was made the last time.
    """

    def __init__(self, fewest: int, most: int, work: Callable[[Faces], T], size: Callable[[T], int]) -> None:
        self._dice = range(fewest, most + 1)
        self._work = work
        self._size = size
        self._kept: dict[Faces, T] = {}
        self.asked = False
        self.bytes_kept = 0
        _ALL[next(_NUMBERS)] = self

    def __getitem__(self, dice: Faces) -> T:
        try:
            known = self._kept[dice]
        except KeyError:
            return self._worked_out(dice)
        self.asked = True
        return known

    def _worked_out(self, dice: Faces) -> T:
        if len(dice) not in self._dice or not EVERY_FACE.issuperset(dice) or dice != tuple(sorted(dice)):
            raise KeyError(dice)
        made = self._kept[dice] = self._work(dice)
        self.bytes_kept += self._size(made)
        _make_room()
        return made

    def forget(self) -> None:
        """Keep nothing of what was worked out."""
        self._kept, self.bytes_kept = {}, 0

    def __iter__(self) -> Iterator[Faces]:
        for number in self._dice:
            yield from combinations_with_replacement(FACES, number)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def once(self) -> Iterator[tuple[Faces, T]]:
        """All throws, for one look at each: what is worked out for it is not kept."""
        for dice in self:
            known = self._kept.get(dice)
            yield dice, self._work(dice) if known is None else known


_ALL: WeakValueDictionary[int, Throws[Any]] = WeakValueDictionary()
_NUMBERS = count()


def kept_bytes() -> int:
    """About how many bytes are kept of all rulesets."""
    return sum(throws.bytes_kept for throws in _all())


def _all() -> list[Throws[Any]]:
    return [throws for each in _ALL.valuerefs() if (throws := each()) is not None]


def _make_room() -> None:
    """Forget rulesets down to half: those first that nobody came back to since the last time, the oldest first."""
    if kept_bytes() <= MOST_BYTES:
        return
    alive = _all()
    left = sum(throws.bytes_kept for throws in alive)
    for throws in sorted(alive, key=lambda throws: throws.asked):
        if left > MOST_BYTES // 2:
            left -= throws.bytes_kept
            throws.forget()
        throws.asked = False
