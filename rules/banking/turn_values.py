"""Turns of a banking game worked out in plain Python, from what a bank and a bust are worth."""

from collections.abc import Callable, Sequence
from functools import cached_property
from operator import itemgetter, mul
from typing import Any, NamedTuple

from rules.banking.solution import Choices, Race

CLOSE = 1e-14
SAME = 1e-9
"""How near to 1 a slope is 1."""
RARE = 1 / 500
"""The least part of each point that a roll risks where the points from which on a bank is best are few."""
FAR = 1e9
"""More units than anything in a turn is worth."""


class Turn(NamedTuple):
    """A turn worked out: by units at risk, what a bank is worth; by units and dice in the cup (`width` numbers for
    each number of units), what a roll is worth and what the better of both is. From `top` units on the two rise by
    `roll_slopes` and by `slopes` a unit, by dice in the cup, and a bank by the first of `slopes`.
    """

    unit: int
    width: int
    top: int
    banks: Sequence[float]
    rolls: Sequence[float]
    best: Sequence[float]
    roll_slopes: Sequence[float]
    slopes: Sequence[float]

    def roll(self, points: int, cup: int) -> float:
        """What rolling so many dice is worth."""
        return self._at(self.rolls, self.roll_slopes, points, cup)

    def better(self, points: int, cup: int) -> float:
        """What the position is worth before the decision to roll or to bank."""
        return self._at(self.best, self.slopes, points, cup)

    def bank(self, points: int) -> float:
        """What a bank is worth."""
        units = points // self.unit
        return self.banks[min(units, self.top)] + self.slopes[0] * max(0, units - self.top)

    def _at(self, values: Sequence[float], slopes: Sequence[float], points: int, cup: int) -> float:
        units = points // self.unit
        inside = min(units, self.top)
        return values[inside * self.width + cup] + slopes[cup] * (units - inside)


class _Throws(NamedTuple):
    """All throws of so many dice: of those with as many choices, their chances and where each choice leads; busts."""

    groups: tuple[tuple[tuple[float, ...], tuple[Callable[[Any], Any], ...]], ...]
    bust: float


class Turns:
    """The throws of a game, and what turns of them are worth."""

    def __init__(self, race: Race) -> None:
        self.race = race
        self.width = race.dice + 1
        self._reach = 1 + max((gain for throws in race.throws for _, ways in throws for gain, _ in ways), default=0)
        self._throws = tuple(self._grouped(cup, throws) for cup, throws in enumerate(race.throws, 1))

    @cached_property
    def endless(self) -> bool:
        """Whether a turn can go on for ever without a bust, or for so long that nobody looks at all its points."""
        if self._never_ends():
            return True
        risks = (1 - slope for slope in self._tail(FAR, 0.0, 1.0)[1])
        return any(stops and SAME < risk < RARE for stops, risk in zip(self.race.stops, risks, strict=True))

    def _never_ends(self) -> bool:
        safe, before = set(range(1, self.width)), 0
        while len(safe) != before:
            before = len(safe)
            safe = {cup for cup in safe if self._stays(cup, safe)}
        return bool(safe)

    def _stays(self, cup: int, safe: set[int]) -> bool:
        throws = self.race.throws[cup - 1]
        never_busts = self._throws[cup - 1].bust < CLOSE
        return never_busts and all(any(left in safe for _, left in choices) for _, choices in throws)

    def work_out(self, banks: list[float], bust: float, slope: float, *, once: bool = False) -> Turn:
        """A turn from what banks and a bust are worth; above the highest bank given it rises by `slope` a unit.

        once: whether it ends with its first throw.
        """
        width, top = self.width, len(banks) - 1
        if once:
            return self._single_throw(banks, bust, slope)
        tail, roll_slopes, slopes = self._tail(banks[top], bust, slope)
        best = [0.0] * (top * width)
        for units in range(self._reach + 1):
            best += [value + units * rise for value, rise in zip(tail, slopes, strict=True)]
        rolls = [0.0] * (top * width) + tail
        for cup in range(1, width):
            rolls[top * width + cup] = self._roll(best[top * width :], cup, bust)
        for units in range(top - 1, -1, -1):
            begin = units * width
            window = best[begin : begin + (self._reach + 1) * width]
            for cup in range(1, width):
                worth = self._roll(window, cup, bust)
                rolls[begin + cup] = worth
                best[begin + cup] = max(worth, banks[units]) if self.race.stops[cup] else worth
        return Turn(self.race.unit, width, top, banks, rolls, best[: (top + 1) * width], roll_slopes, slopes)

    def _single_throw(self, banks: list[float], bust: float, slope: float) -> Turn:
        """The same of a turn that is banked after its first throw, whatever dice are left."""
        width, top = self.width, len(banks) - 1
        worth = [*banks, *(banks[top] + units * slope for units in range(1, self._reach + 1))]
        best = [value for value in worth for _ in range(width)]
        rolls = [0.0] * len(banks) * width
        for units in range(top + 1):
            window = best[units * width : (units + self._reach + 1) * width]
            for cup in range(1, width):
                rolls[units * width + cup] = self._roll(window, cup, bust)
        rises = [0.0, *(slope * (1 - throws.bust) for throws in self._throws)]
        return Turn(self.race.unit, width, top, banks, rolls, best[: (top + 1) * width], rises, [slope] * width)

    def _roll(self, window: Sequence[float], cup: int, bust: float) -> float:
        """What a roll is worth, from the values at its points and above."""
        throws = self._throws[cup - 1]
        worth = throws.bust * bust
        for chances, choices in throws.groups:
            columns = [choice(window) for choice in choices]
            worth += sum(map(mul, chances, map(max, *columns) if len(columns) > 1 else columns[0]))
        return worth

    def _tail(self, bank: float, bust: float, slope: float) -> tuple[list[float], list[float], list[float]]:
        """At the highest bank given, by dice in the cup: the value, the slope of a roll's value, and its own slope.

        Hot dice may have to roll on whatever is at risk, so the numbers depend on each other.
        """
        roll_slopes = [0.0] * self.width
        values, slopes = [bank] * self.width, [slope] * self.width
        while True:
            change = 0.0
            for cup, throws in enumerate(self.race.throws, 1):
                worth, rise = self._throws[cup - 1].bust * bust, 0.0
                for ways, choices in throws:
                    gain, left = max(choices, key=lambda choice: values[choice[1]] + choice[0] * slopes[choice[1]])
                    worth += ways / 6**cup * (values[left] + gain * slopes[left])
                    rise += ways / 6**cup * slopes[left]
                roll_slopes[cup] = rise
                if self.race.stops[cup] and bank >= worth:
                    worth, rise = bank, slope
                change = max(change, abs(worth - values[cup]), abs(rise - slopes[cup]))
                values[cup], slopes[cup] = worth, rise
            if change <= CLOSE * max(1.0, abs(bank)):
                return values, roll_slopes, slopes

    def _grouped(self, cup: int, throws: Sequence[tuple[float, Choices]]) -> _Throws:
        groups: dict[int, list[tuple[float, Choices]]] = {}
        for ways, choices in throws:
            groups.setdefault(len(choices), []).append((ways / 6**cup, choices))
        alive = sum(ways for ways, _ in throws)
        return _Throws(
            tuple(
                (
                    tuple(chance for chance, _ in group),
                    tuple(
                        _getter([choices[at][0] * self.width + choices[at][1] for _, choices in group])
                        for at in range(many)
                    ),
                )
                for many, group in groups.items()
            ),
            1 - alive / 6**cup,
        )


def _getter(places: list[int]) -> Callable[[Any], Any]:
    """Takes the numbers at these places, as a tuple even of one."""
    if len(places) == 1:
        return lambda values: (values[places[0]],)
    return itemgetter(*places)
