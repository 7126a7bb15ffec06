"""Advice for wohin-damit: exact, for the mean final total.

Seats share nothing but the blue die, so that a seat's points depend on its own sheet alone. Before a result the value
of a sheet is the mean over both dice of its best entry; with one die known, the mean over the other.
"""

from functools import lru_cache
from math import prod

from rules.adviser import Method, Objective, Solution, Unsolved, Values
from rules.dice import FACES
from rules.wohin_damit import rounds
from rules.wohin_damit.boxes import LINE, PLACES, SMALL, TARGETS, Way, needs, ways
from rules.wohin_damit.engine import WohinDamitRules
from rules.wohin_damit.solution import HIGHEST, Position, index, solution
from rules.wohin_damit.state import Entries, WohinDamitState

SMALL_CONE = 2000
"""How many positions, at most, are worked out here in about 0.1 ms each; more take the table."""
WORKED = 20_000
"""The most values that are kept once they are worked out here."""
SPREAD = 5.3
"""About the standard deviation of a total by best play."""
RESULTS = range(2, 13)
WAYS = {result: 6 - abs(result - 7) for result in RESULTS}
"""In how many ways of 36 two dice make a result."""


class WohinDamitAdviser:
    """What is known about right play of wohin-damit (a `rules.adviser.Adviser`)."""

    def __init__(self, rules: WohinDamitRules, table: Values | None = None) -> None:
        """Take the rules, and the table if it is at hand."""
        self.rules = rules
        self.table = table
        self._worked: dict[Position, float] = {}
        self._after = lru_cache(maxsize=1024)(self._look_up)

    def objectives(self, state: WohinDamitState, seat: int) -> tuple[Objective, ...]:  # noqa: ARG002 - the same for all
        """Points alone."""
        return ("points",)

    def method(self, state: WohinDamitState, seat: int, objective: Objective) -> Method:  # noqa: ARG002 - the same for all
        """As the odds have it."""
        return "exact"

    def value(self, state: WohinDamitState, seat: int, objective: Objective) -> float:  # noqa: ARG002 - points
        """The seat's mean final total."""
        total = state.totals[seat]
        if state.holder is None or seat in state.resigned or not state.open[seat]:
            return float(total)
        if not state.pending[seat]:
            return total + self.rest(position(state.entries[seat]))
        return total + self._with_dice(state, seat)

    def values(self, state: WohinDamitState, seat: int, objective: Objective) -> tuple[float, ...]:  # noqa: ARG002 - points
        """The seat's mean final total after each legal move."""
        if seat not in self.rules.to_move(state):
            raise ValueError(f"seat {seat} is not to move")
        total = state.totals[seat]
        if rounds.phase(state, seat) == "roll":
            return (total + self._with_dice(state, seat),)
        entries, result = state.entries[seat], state.whites[seat] + state.blue
        return tuple(total + self._way(entries, way, result) for way in self._ways(entries, result))

    def spread(self, objective: Objective) -> float:  # noqa: ARG002 - points
        """About the standard deviation of a total by best play."""
        return SPREAD

    def solutions(
        self,
        state: WohinDamitState | None = None,
        objective: Objective | None = None,  # noqa: ARG002 - points
    ) -> tuple[Solution, ...]:
        """The table of all sheets, unless so few positions are left that they are worked out here."""
        if self.table is not None:
            return ()
        if state is not None and all(_cone(position(entries)) <= SMALL_CONE for entries in state.entries):
            return ()
        return (solution(self.rules.only_if_nothing_fits),)

    def with_table(self, solution: Solution, values: Values) -> "WohinDamitAdviser":  # noqa: ARG002 - there is but one
        """The same with the table of all sheets."""
        return WohinDamitAdviser(self.rules, values)

    def rest(self, sheet: Position) -> float:
        """The mean of what is still to come on a sheet, before a result."""
        if self.table is not None:
            return self.table[index(sheet)]
        known = self._worked.get(sheet)
        if known is None:
            if _cone(sheet) > SMALL_CONE:
                raise Unsolved((solution(self.rules.only_if_nothing_fits),))
            if len(self._worked) >= WORKED:
                self._worked.clear()
            known = self._work_out(sheet)
            self._worked[sheet] = known
        return known

    def _work_out(self, sheet: Position) -> float:
        if sheet.small == sheet.large == LINE and not any(sheet.counts[1:]):
            return 0.0
        return sum(many * self._best(sheet, result) for result, many in WAYS.items()) / 36

    def _best(self, sheet: Position, result: int) -> float:
        """The best entry of a result, with what comes after it."""
        fits, exceeds = [], []
        for need in range(1, HIGHEST + 1):
            if sheet.counts[need]:
                entered = self.rest(_entered(sheet, need, max(0, need - result)))
                if result <= need:
                    fits.append(entered)
                else:
                    exceeds.append(entered - (result - need))
        if sheet.small < LINE:
            fits.append(self.rest(sheet._replace(small=sheet.small + 1)) - result)
        if sheet.large < LINE:
            fits.append(self.rest(sheet._replace(large=sheet.large + 1)) + result)
        if self.rules.only_if_nothing_fits and fits:
            exceeds = []
        return max((*fits, *exceeds))

    def _with_dice(self, state: WohinDamitState, seat: int) -> float:
        """The mean of what is to come for a seat with a result to enter, by what it knows of its dice."""
        entries, white, blue = state.entries[seat], state.whites[seat], state.blue
        if white and blue:
            return self._after(entries, white + blue)
        known = white or blue
        if known:
            return sum(self._after(entries, known + face) for face in FACES) / len(FACES)
        return sum(many * self._after(entries, result) for result, many in WAYS.items()) / 36

    def _look_up(self, entries: Entries, result: int) -> float:
        return max(self._way(entries, way, result) for way in self._ways(entries, result))

    def _ways(self, entries: Entries, result: int) -> list[Way]:
        return ways(entries, result, self.rules.only_if_nothing_fits)

    def _way(self, entries: Entries, way: Way, result: int) -> float:
        place = PLACES[way.box]
        after = (*entries[:place], (*entries[place], result), *entries[place + 1 :])
        return (way.legal.points or 0) + self.rest(position(after))


def position(entries: Entries) -> Position:
    """A sheet as its further points depend on it."""
    counts = [0] * (HIGHEST + 1)
    for place in range(len(TARGETS)):
        counts[max(0, needs(place, entries[place]))] += 1
    return Position(tuple(counts), len(entries[SMALL]), len(entries[SMALL + 1]))


def _entered(sheet: Position, need: int, less: int) -> Position:
    counts = list(sheet.counts)
    counts[need] -= 1
    counts[less] += 1
    return sheet._replace(counts=tuple(counts))


def _cone(sheet: Position) -> int:
    """A bound on the positions that can follow."""
    rows: int = prod((need + 1) ** many for need, many in enumerate(sheet.counts))
    return rows * (LINE + 1 - sheet.small) * (LINE + 1 - sheet.large)
