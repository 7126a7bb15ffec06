"""Look-up tables: what marks are worth, and every choice of every throw, worked out once."""

from collections.abc import Iterable, Mapping
from functools import cache
from operator import getitem
from typing import NamedTuple

from rules.contract import Faces, Legal
from rules.dice import FACES
from rules.solitaire_dice.state import (
    LAST_MARK,
    MOST_FIFTHS,
    SUMS,
    ChooseSums,
    EighthMark,
    FifthDie,
    SolitaireDiceEvent,
    SolitaireDiceMove,
)

VALUES = (100, 70, 60, 50, 40, 30, 40, 50, 60, 70, 100)
"""What a mark above the fifth is worth, for the sums 2 to 12."""
BEGUN = -200
"""For a sum with one to four marks."""
NEUTRAL = 5
"""The mark that takes the loss away again."""
FULL = 10
"""The last mark that earns points."""


def points(value: int, marks: int) -> int:
    """The points of a sum with so many marks (paragraphs 4.1 and 4.2)."""
    if not marks:
        return 0
    return BEGUN if marks < NEUTRAL else (min(marks, FULL) - NEUTRAL) * value


def total(sums: tuple[int, ...]) -> int:
    """The points of all marks, from the sum 2 to 12."""
    return sum(map(points, VALUES, sums))


class Gains(NamedTuple):
    """What marking a sum changes, by the marks it has (10 stands for more): once, and twice in one turn."""

    once: tuple[int, ...]
    twice: tuple[int, ...]


def _gains(value: int) -> Gains:
    once, twice = (
        tuple(points(value, marks + more) - points(value, marks) for marks in range(FULL + 1)) for more in (1, 2)
    )
    return Gains(once, twice)


GAINS = tuple(map(_gains, VALUES))
_ONCE = tuple(gains.once for gains in GAINS)
_FULL = (FULL,) * len(VALUES)


class Choice(NamedTuple):
    """Two sums and the die left out.

    low, high: the places of the sums in `SolitaireDiceState.sums`. fifth: the place of the die in its `fifths`.
    legal: the listing of the choice by what it changes in the total.
    """

    low: int
    high: int
    fifth: int
    legal: Mapping[int, Legal[SolitaireDiceMove]]


def gain(low: int, high: int, sums: tuple[int, ...]) -> int:
    """What a mark for each of two sums, given by their places, changes in the total of these marks."""
    if low == high:
        return GAINS[low].twice[min(sums[low], FULL)]
    return GAINS[low].once[min(sums[low], FULL)] + GAINS[high].once[min(sums[high], FULL)]


def listed(choices: Iterable[Choice], sums: tuple[int, ...]) -> tuple[Legal[SolitaireDiceMove], ...]:
    """The choices with what each changes in the total of these marks."""
    once = tuple(map(getitem, _ONCE, map(min, sums, _FULL)))
    return tuple(
        [legal[once[low] + once[high] if low != high else gain(low, low, sums)] for low, high, _, legal in choices]
    )


@cache
def _choice(low: int, high: int, fifth: int) -> Choice:
    if low == high:
        changes = set(GAINS[low - SUMS[0]].twice)
    else:
        changes = {a + b for a in GAINS[low - SUMS[0]].once for b in GAINS[high - SUMS[0]].once}
    move = ChooseSums((low, high), fifth)
    return Choice(
        low - SUMS[0], high - SUMS[0], fifth - FACES[0], {change: Legal(move, change, 0) for change in changes}
    )


Choices = Mapping[tuple[int, int, int], Choice]
"""By the lower sum, the higher sum and the fifth die, ascending."""


@cache
def _all_choices(thrown: Faces) -> Choices:
    found: set[tuple[int, int, int]] = set()
    for out in range(5):
        a, b, c, d = thrown[:out] + thrown[out + 1 :]
        for pairs in ((a + b, c + d), (a + c, b + d), (a + d, b + c)):
            found.add((min(pairs), max(pairs), thrown[out]))
    return {key: _choice(*key) for key in sorted(found)}


class Throw(NamedTuple):
    """A throw with certain fifth dice in use: its legal choices, and whether it is a free throw (section 3)."""

    choices: Choices
    free: bool


@cache
def _throw(thrown: Faces, used: tuple[bool, ...]) -> Throw:
    possible = _all_choices(thrown)
    if sum(used) < MOST_FIFTHS:
        return Throw(possible, False)
    bound = {key: choice for key, choice in possible.items() if used[choice.fifth]}
    return Throw(bound or possible, not bound)


def throw(thrown: Faces, fifths: tuple[int, ...]) -> Throw:
    """An ascending throw where the fifth dice have these marks, from 1 to 6."""
    return _throw(thrown, tuple(map(bool, fifths)))


def _marked(face: int, marks: int) -> tuple[SolitaireDiceEvent, ...]:
    event = FifthDie(face, marks, marks == 1)
    return (event, EighthMark(face)) if marks == LAST_MARK else (event,)


MARKED = tuple(tuple(_marked(face, marks) for marks in range(LAST_MARK + 1)) for face in FACES)
"""What happens when a face gets a mark as fifth die, by the face's place and the marks it has then."""
