"""Solved sheets of wohin-damit: which positions there are, and where the value of each stands in the table.

A row matters only by what it still needs (0: closed), so ten rows are a multiset of needs, and small and large are
how many results stand there. A need of n belongs to a row with the target n that is untouched, or to one with the
target n + 2 or more. Multisets are told apart by how many rows need 15, 14, ... 1 points, and numbered in the order
of these counts: an entry takes one away and adds at most one further behind, so what follows has a lower number.
"""

from functools import cache
from hashlib import sha256
from typing import NamedTuple

from rules.adviser import Solution
from rules.wohin_damit.boxes import LINE, TARGETS

SOLVER = "rules.wohin_damit.solving"
VERSION = 1
SECONDS = 20.0
HIGHEST = TARGETS[-1]
"""The most points that a row can need."""
FILLINGS = (LINE + 1) ** 2
"""How small and large can be filled."""

Counts = tuple[int, ...]
"""How many rows need so many points, from 0 (of which nothing hangs) to 15."""


class Position(NamedTuple):
    """A sheet between two results: its needs, and the entries of small and of large."""

    counts: Counts
    small: int
    large: int


class _Rows(NamedTuple):
    """Rows that are not told off to a need yet: those that may have any need from here on, and whether the row with
    the target one above the next need is untold (it can have that need less one, but not that need).
    """

    free: int
    waiting: bool


def _takes(need: int, rows: _Rows, count: int) -> _Rows | None:
    """What is left once `count` rows have the need; None where there are not so many.

    The row with that target goes first: it is the one that cannot have the next lower need.
    """
    own = need in TARGETS
    rest = count - (own and count > 0)
    if rest > rows.free:
        return None
    return _Rows(rows.free - rest + rows.waiting, own and count == 0)


@cache
def _many(need: int, rows: _Rows) -> int:
    """How many ways there are to tell off needs from this one down."""
    if not need:
        return 1
    return sum(_many(need - 1, rest) for rest in _following(need, rows))


def _following(need: int, rows: _Rows) -> list[_Rows]:
    following: list[_Rows] = []
    while (rest := _takes(need, rows, len(following))) is not None:
        following.append(rest)
    return following


START = _Rows(0, False)
MULTISETS = _many(HIGHEST, START)
"""How many multisets of needs there are."""
EMPTY = Position((0,) * TARGETS[0] + (1,) * len(TARGETS), 0, 0)


@cache
def below(need: int, free: int, waiting: bool) -> tuple[int, ...]:
    """By how many rows have the need, how many multisets with fewer come before, the higher needs being alike.

    The last is the number of all.
    """
    sums = [0]
    for rest in _following(need, _Rows(free, waiting)):
        sums.append(sums[-1] + _many(need - 1, rest))
    return tuple(sums)


def number(counts: Counts) -> int:
    """The number of a multiset of needs."""
    rank, rows = 0, START
    for need in range(HIGHEST, 0, -1):
        count = counts[need]
        rank += below(need, *rows)[count]
        rest = _takes(need, rows, count)
        if rest is None:
            raise ValueError(f"no rows have the needs {counts}")
        rows = rest
    return rank


def index(position: Position) -> int:
    """Where the value of the position stands."""
    return number(position.counts) * FILLINGS + position.small * (LINE + 1) + position.large


def solution(only_if_nothing_fits: bool) -> Solution:
    """The table of all positions."""
    return Solution(
        name="wohin-damit",
        digest=sha256(f"only_if_nothing_fits={only_if_nothing_fits}".encode()).hexdigest(),
        solver=SOLVER,
        version=VERSION,
        task={"only_if_nothing_fits": only_if_nothing_fits},
        dtype="f4",
        shape=(MULTISETS, LINE + 1, LINE + 1),
        seconds=SECONDS,
    )
