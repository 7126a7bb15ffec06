"""Turn points: what turns of a banking game can come to, after any throws and any choices."""

from bisect import bisect_left
from functools import lru_cache
from math import gcd
from typing import NamedTuple

from rules.banking.ruleset import Ruleset, Scoring
from rules.banking.tables import tables
from rules.dice import KEPT

BOUND = 20_000
MULTIPLES = 2000
"""Up to `BOUND`, or so many multiples of the step, the points of a turn are worked out one by one; beyond, hot dice
make all of these.
"""


class Reached(NamedTuple):
    """The turn points that a bank can have: all of `points` up to `bound`, above it every multiple of `step`."""

    points: frozenset[int]
    step: int
    bound: int

    def __contains__(self, points: object) -> bool:
        """Whether some turn can bank them."""
        if not isinstance(points, int):
            return False
        return points in self.points if points <= self.bound else points % self.step == 0

    def near(self, points: int) -> list[int]:
        """The next points below and above that can be banked."""
        if points > self.bound:
            below = points - points % self.step
            return [below, below + self.step]
        listed = _listed(self.points)
        at = bisect_left(listed, points)
        return [*listed[max(0, at - 1) : at], *listed[at : at + 1]]


@lru_cache(maxsize=64)
def _listed(points: frozenset[int]) -> list[int]:
    return sorted(points)


def bankable(ruleset: Ruleset) -> Reached:
    """The points that a turn can have where its dice allow a bank."""
    return reached(ruleset.scoring, tuple(cup for cup in range(1, ruleset.dice + 1) if ruleset.stops(cup)))


@lru_cache(KEPT)
def reached(scoring: Scoring, stops: tuple[int, ...]) -> Reached:
    """What a turn can come to with `stops` dice in the cup, after any throws and any choices."""
    made, dice = tables(scoring), scoring.dice
    ways: dict[int, set[tuple[int, int]]] = {cup: set() for cup in range(1, dice + 1)}
    for thrown, throw in made.throws.once():
        ways[len(thrown)].update((placed.points, placed.cup) for placed in throw.placed.values())
    step = gcd(*(points for found in ways.values() for points, _ in found))
    if not step:
        return Reached(frozenset(), 1, BOUND)
    most = min(BOUND // step, MULTIPLES)
    mask = (1 << (most + 1)) - 1
    # By the dice in the cup, a bit for each multiple of the step that the turn points can be there.
    held = dict.fromkeys(range(1, dice + 1), 0)
    held[dice] = 1
    waiting = {dice: 1}  # those that were added since their cup was last thrown
    while waiting:
        cup, added = waiting.popitem()
        for points, left in ways[cup]:
            new = (added << (points // step)) & mask & ~held[left]
            if new:
                held[left] |= new
                waiting[left] = waiting.get(left, 0) | new
    found = 0
    for cup in stops:
        found |= held[cup]
    return Reached(frozenset(n * step for n in range(1, most + 1) if found >> n & 1), step, most * step)
