"""Advice for the last round of a sheet game between two: exact, for the chance to win.

With one box left for each there is nothing to come but the totals: what a throw is worth once it is written down is
the chance to win with the total that it makes, which the other seat's own last turn decides, played to win as well.
"""

import math
from functools import lru_cache

from rules.adviser import Method, Objective
from rules.contract import SetAside
from rules.sheet.advice import MOST_ROLLS, Levels, SheetAdviser, Solved, levels
from rules.sheet.engine import SheetRules
from rules.sheet.solution import Position, lattice
from rules.sheet.state import SheetState
from rules.sheet.sums import filled, throws_left

EVEN = 1 / (2 * math.sqrt(math.pi))
"""The spread for which a loss in chances to win counts as itself: see `rules.advice.analysis.lost_chance`."""
SEATS = 2
ANSWERS = 128
"""How many totals are kept with the chance to beat them."""


class LastRoundAdviser(SheetAdviser):
    """What a sheet game knows about right play, for points and at last to win (a `rules.adviser.Adviser`)."""

    def __init__(self, rules: SheetRules, solved: tuple[Solved, ...] = ()) -> None:
        """Take the rules, and the tables that are at hand."""
        super().__init__(rules, solved)
        self._answer = lru_cache(maxsize=ANSWERS)(self._work_out_answer)
        self._last_turn = lru_cache(maxsize=SEATS)(self._work_out_last_turn)

    def objectives(self, state: SheetState, seat: int) -> tuple[Objective, ...]:
        """Points, and in the last round between two the chance to win."""
        return ("points", "win") if self._is_last_round(state) else super().objectives(state, seat)

    def method(self, state: SheetState, seat: int, objective: Objective) -> Method:
        """As the odds have it."""
        return "exact" if objective == "win" else super().method(state, seat, objective)

    def value(self, state: SheetState, seat: int, objective: Objective) -> float:
        """The seat's mean final total, or its chance to win, a shared win being half of one."""
        if objective != "win":
            return super().value(state, seat, objective)
        if state.seat is None:
            return _won(state.totals[seat], state.totals[1 - seat])
        chance = max(self.values(state, state.seat, objective))
        return chance if seat == state.seat else 1 - chance

    def values(self, state: SheetState, seat: int, objective: Objective) -> tuple[float, ...]:
        """The same after each legal move."""
        if objective != "win":
            return super().values(state, seat, objective)
        if seat != state.seat:
            raise ValueError(f"seat {seat} is not to move")
        other = 1 - seat
        total, against = state.totals[seat], state.totals[other]
        left = min(throws_left(self.rules.ruleset, state), MOST_ROLLS)
        mine, theirs = self.position(state.boxes[seat]), self.position(state.boxes[other])
        if not state.dice:
            turns = [self._last_turn(mine, total, theirs, against, count) for count in self.sheet.counts]
            return tuple(turn[-1][0] for turn in turns)
        place, turn = lattice(self.sheet.dice).place, self._last_turn(mine, total, theirs, against, len(state.dice))
        if state.kept:
            return (turn[left - 1][place[state.kept]],)
        throw = self.rules.tables.throws[state.dice]
        written = [self._chance(total + gain, theirs, against) for gain in self.writings(mine, throw)]
        if not left:
            return tuple(written)
        kept = turn[left - 1]
        keeping = [kept[place[again.move.dice] if isinstance(again.move, SetAside) else 0] for again in throw.again]
        return (*written, *keeping)

    def spread(self, objective: Objective) -> float:
        """About: a sheet of n boxes has n fifteenths of the variance of yatzy's."""
        return EVEN if objective == "win" else super().spread(objective)

    def _is_last_round(self, state: SheetState) -> bool:
        """Whether the seat to move has its last box to fill, and the other seat of two one more at most."""
        if state.seat is None or len(state.boxes) != SEATS or state.resigned or self.rules.ruleset.save_throws:
            return False
        boxes = len(self.sheet.faces)
        mine, theirs = state.boxes[state.seat], state.boxes[1 - state.seat]
        return filled(mine) == boxes - 1 and filled(theirs) >= boxes - 1

    def _chance(self, total: float, theirs: Position, against: int) -> float:
        """The chance to win with this final total."""
        return 1 - self._answer(theirs, against, round(total)) if theirs.open else _won(round(total), against)

    def _work_out_last_turn(self, mine: Position, total: int, theirs: Position, against: int, count: int) -> Levels:
        finals = self.finals(mine, count)
        chances = {gain: self._chance(total + gain, theirs, against) for gain in set(finals)}
        return levels([chances[gain] for gain in finals], count, self.sheet.throws)

    def _work_out_answer(self, position: Position, total: int, wanted: int) -> float:
        """The chance of a seat with one turn left to win against this final total."""
        best = 0.0
        for count in self.sheet.counts:
            finals = self.finals(position, count)
            turn = levels([_won(total + round(gain), wanted) for gain in finals], count, self.sheet.throws)
            best = max(best, turn[-1][0])
        return best


def _won(total: int, other: int) -> float:
    """What a seat's final total has won against the other's."""
    return 1.0 if total > other else 0.5 if total == other else 0.0
