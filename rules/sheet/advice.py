"""Advice for sheet games: exact, for the mean final total.

Within a turn the plain-Python twin of `rules.sheet.solving` works out what every selection is worth, from what each
throw is worth once it is written down; what comes after that stands in a solved table, or is worked out here where
few boxes are open.
"""

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from rules.adviser import Method, Objective, Solution, Unsolved, Values
from rules.contract import SetAside
from rules.dice import FACES
from rules.sheet.engine import SheetRules
from rules.sheet.jokers import choices
from rules.sheet.solution import Layout, Position, cone, lattice, numbers, solution, tells_scored
from rules.sheet.state import Boxes, SheetState
from rules.sheet.sums import throws_left, upper_sum
from rules.sheet.tables import Throw

SMALL = 160
"""The most positions that are worked out in plain Python, at about a millisecond each."""
TURNS = 32
"""How many turns are kept, of 10 to 100 kB each: the questions of one turn come one after the other."""
YATZY_SPREAD = 38.5
"""The standard deviation of a game of yatzy by best play, 15 boxes, measured over its exact distribution."""
YATZY_BOXES = 15
SOLUTIONS = 4
"""Of how many tables it is kept what they are, at 100 kB each."""
WORKED = 10_000
"""The most values of positions that are kept once they are worked out here."""

MOST_ROLLS = 10
"""How many throws of a turn are looked at, where more have been saved."""

Levels = list[list[float]]
"""By throws left after it, what keeping each selection of the lattice is worth before the dice fall."""


def levels(finals: Sequence[float], dice: int, rolls: int) -> Levels:
    """What every selection is worth, from what each throw of so many dice is worth when it is written down.

    `rolls` is how many throws there may be. The last list belongs to the first throw, and its value at 0 to the turn.
    """
    grid = lattice(dice)
    begin, end = grid.first[dice], grid.first[dice + 1]
    more, fewer = grid.more, grid.fewer
    kept = [0.0] * begin + list(finals)
    worked: Levels = []
    for left in range(rolls):
        for place in range(begin - 1, -1, -1):
            a, b, c, d, e, f = more[place]
            kept[place] = (kept[a] + kept[b] + kept[c] + kept[d] + kept[e] + kept[f]) / 6
        worked.append(kept)
        if left + 1 < rolls:
            best = kept[:begin]
            for place in range(1, begin):
                for less in fewer[place]:
                    best[place] = max(best[place], best[less])
            following = kept[:end]
            for place in range(begin, end):
                most = kept[place]
                for less in fewer[place]:
                    most = max(most, best[less])
                following[place] = most
            kept = following
    return worked


class Solved(NamedTuple):
    """A table at hand: of which position it is the cone, the places of that one's boxes, and what it holds."""

    origin: Position
    places: tuple[int, ...]
    layout: Layout
    values: Values


class SheetAdviser:
    """What a sheet game knows about right play (a `rules.adviser.Adviser`)."""

    def __init__(self, rules: SheetRules, solved: tuple[Solved, ...] = ()) -> None:
        """Take the rules, and the tables that are at hand."""
        self.rules = rules
        self.solved = solved
        self.sheet = numbers(rules.ruleset, rules.tables)
        self.whole = Layout(self.sheet)
        self._boxes = range(len(self.sheet.faces))
        self._columns = {
            count: tuple(zip(*rows, strict=True))
            for count, rows in zip(self.sheet.counts, self.sheet.points, strict=True)
        }
        self.start = Position((1 << len(self.sheet.faces)) - 1, 0, False)
        self._worked: dict[int, float] = {}
        self._turn = lru_cache(maxsize=TURNS)(self._work_out)
        self._solution = lru_cache(maxsize=SOLUTIONS)(self.solution_of)
        self._cone = lru_cache(maxsize=TURNS)(lambda position: Layout(cone(self.sheet, position)))

    def objectives(self, state: SheetState, seat: int) -> tuple[Objective, ...]:  # noqa: ARG002 - the same for all
        """Points alone: the other seats' sheets change nothing about one's own."""
        return ("points",)

    def method(self, state: SheetState, seat: int, objective: Objective) -> Method:  # noqa: ARG002 - the same for all
        """As the odds have it; where throws are saved, without what those that are left over are worth later."""
        return "model" if self.rules.ruleset.save_throws else "exact"

    def value(self, state: SheetState, seat: int, objective: Objective) -> float:
        """The seat's mean final total."""
        if state.seat is None or seat in state.resigned:
            return float(state.totals[seat])
        if seat == state.seat and state.dice:
            return max(self.values(state, seat, objective))
        return state.totals[seat] + self.rest(self.position(state.boxes[seat]))

    def values(self, state: SheetState, seat: int, objective: Objective) -> tuple[float, ...]:  # noqa: ARG002 - points
        """The seat's mean final total after each legal move."""
        if seat != state.seat:
            raise ValueError(f"seat {seat} is not to move")
        total, left = state.totals[seat], min(throws_left(self.rules.ruleset, state), MOST_ROLLS)
        rolls = max(left, self.sheet.throws)
        position = self.position(state.boxes[seat])
        self._check_solved(position)
        if not state.dice:
            return tuple(total + self._turn(position, count, rolls)[-1][0] for count in self.sheet.counts)
        place = lattice(self.sheet.dice).place
        if state.kept:
            return (total + self._turn(position, len(state.dice), rolls)[left - 1][place[state.kept]],)
        throw = self.rules.tables.throws[state.dice]
        written = [total + gain for gain in self.writings(position, throw)]
        if not left:
            return tuple(written)
        kept = self._turn(position, len(state.dice), rolls)[left - 1]
        keeping = [
            total + kept[place[again.move.dice] if isinstance(again.move, SetAside) else 0] for again in throw.again
        ]
        return (*written, *keeping)

    def spread(self, objective: Objective) -> float:  # noqa: ARG002 - points
        """About: a sheet of n boxes has n fifteenths of the variance of yatzy's."""
        return YATZY_SPREAD * math.sqrt(len(self.sheet.faces) / YATZY_BOXES)

    def solutions(
        self,
        state: SheetState | None = None,
        objective: Objective | None = None,  # noqa: ARG002 - points
    ) -> tuple[Solution, ...]:
        """The whole sheet, and of a state the cone of the seat that is to move if that is smaller."""
        if state is not None and state.seat is None:
            return ()
        position = self.start if state is None else self.position(state.boxes[state.seat or 0])
        return () if self._is_solved(position) else self._wanted(position)

    def with_table(self, solution: Solution, values: Values) -> "SheetAdviser":
        """The same with this table at hand."""
        origin = Position(*solution.task["origin"])
        places = tuple(place for place in self._boxes if origin.open >> place & 1)
        layout = Layout(cone(self.sheet, origin))
        return type(self)(self.rules, (*self.solved, Solved(origin, places, layout, values)))

    def position(self, boxes: Boxes) -> Position:
        """What a seat's further points depend on."""
        opened = sum(1 << place for place, points in enumerate(boxes) if points is None)
        own = self.sheet.yatzy
        scored = own >= 0 and bool(boxes[own]) and tells_scored(self.sheet)
        return Position(opened, upper_sum(self.rules.ruleset, boxes) if self.sheet.bonus else 0, scored)

    def rest(self, position: Position) -> float:
        """The mean of what is still to come, before the next turn."""
        if not position.open:
            return 0.0
        solved = self._find(position)
        if solved:
            inside = Position(
                _inside(position.open, solved.places), position.upper - solved.origin.upper, position.scored
            )
            return solved.values[solved.layout.index(inside)]
        index = self.whole.index(position)
        known = self._worked.get(index)
        if known is None:
            self._check_solved(position)
            if len(self._worked) >= WORKED:
                self._worked.clear()
            known = max(self._turn(position, count, self.sheet.throws)[-1][0] for count in self.sheet.counts)
            self._worked[index] = known
        return known

    def _find(self, position: Position) -> Solved | None:
        """A table that holds the position."""
        return next(
            (known for known in self.solved if known.origin == self.start or self._covers(known.origin, position)),
            None,
        )

    def _is_solved(self, position: Position) -> bool:
        """Whether a table holds the position, or it takes none."""
        return self._find(position) is not None or self._cone(position).size <= SMALL

    def _check_solved(self, position: Position) -> None:
        if not self._is_solved(position):
            raise Unsolved(self._wanted(position))

    def is_possible(self, position: Position) -> bool:
        """Whether a seat can come to the position: its upper sum from its filled boxes, a scored yatzy box filled."""
        return self._covers(self.start, position)

    def _covers(self, origin: Position, position: Position) -> bool:
        """Whether the position can follow from the other, so that it stands in that one's cone."""
        if position.open & ~origin.open:
            return False
        if position.scored != origin.scored and not self._may_score(origin, position):
            return False
        filled = origin.open & ~position.open
        most = self.sheet.dice * sum(face for place, face in enumerate(self.sheet.faces) if filled >> place & 1)
        return 0 <= position.upper - origin.upper <= (most if self.sheet.bonus else 0)

    def _may_score(self, origin: Position, position: Position) -> bool:
        """Whether the yatzy box was filled in between, in a game where it matters with what."""
        own = self.sheet.yatzy
        filled = own >= 0 and bool((origin.open & ~position.open) >> own & 1)
        return filled and position.scored and tells_scored(self.sheet)

    def solution_of(self, position: Position) -> Solution:
        """The table of the position's cone; of `start`, the whole sheet."""
        part = self._cone(position)
        return solution(part.sheet, part, position)

    def _wanted(self, position: Position) -> tuple[Solution, ...]:
        whole = self._solution(self.start)
        part = self._solution(position)
        return (part, whole) if part.shape < whole.shape else (whole,)

    def _work_out(self, position: Position, count: int, rolls: int) -> Levels:
        """A turn with so many dice and throws."""
        return levels(self.finals(position, count), count, rolls)

    def finals(self, position: Position, count: int) -> list[float]:
        """By throw of so many dice, ascending, what it is worth once it is written down, with what comes after."""
        boxes = [place for place in self._boxes if position.open >> place & 1]
        columns = [self._column(position, place, self._columns[count][place]) for place in boxes]
        finals = list(map(max, *columns)) if len(columns) > 1 else columns[0]
        if count == self.sheet.dice and self._further(position):
            order = lattice(count)
            for face in FACES:
                thrown = (face,) * count
                throw = self.rules.tables.throws[thrown]
                finals[order.place[thrown] - order.first[count]] = max(self.writings(position, throw))
        return finals

    def _column(self, position: Position, place: int, points: tuple[int, ...]) -> list[float]:
        """By throw, what it is worth in this box with what comes after."""
        worth = {gain: gain + self._after(position, place, gain) for gain in set(points)}
        return [worth[gain] for gain in points]

    def writings(self, position: Position, throw: Throw) -> list[float]:
        """What the throw is worth in each box that it may be written into, in sheet order, with what comes after."""
        ruleset, tables = self.rules.ruleset, self.rules.tables
        boxes = tuple(None if position.open >> place & 1 else 0 for place in self._boxes)
        further = throw.yatzy is not None and self._further(position)
        worth = []
        for way in choices(tables, ruleset.joker, throw, boxes):
            place = tables.places[way.move.category]  # type: ignore[union-attr]  # choices alone are listed
            gain = way.points or 0
            value = gain + self._after(position, place, gain)
            if further and (
                place in tables.upper.get(throw.yatzy or 0, ()) if self.sheet.bonus_for_match else position.scored
            ):
                value += self.sheet.yatzy_bonus
            worth.append(value)
        return worth

    def _after(self, position: Position, place: int, gain: int) -> float:
        """The bonus that this entry brings, and what comes after it."""
        sheet, upper = self.sheet, position.upper
        bonus = 0
        if sheet.faces[place] and sheet.bonus:
            upper += gain
            bonus = sheet.bonus if position.upper < sheet.bonus_from <= upper else 0
        scored = position.scored or (place == sheet.yatzy and gain > 0 and tells_scored(sheet))
        return bonus + self.rest(Position(position.open & ~(1 << place), upper, scored))

    def _further(self, position: Position) -> bool:
        """Whether a yatzy is a further one, for which there are rules of their own."""
        sheet = self.sheet
        ruled = sheet.joker != "none" or sheet.yatzy_bonus > 0
        return ruled and sheet.yatzy >= 0 and not position.open >> sheet.yatzy & 1


def _inside(opened: int, places: Sequence[int]) -> int:
    """The open boxes as a cone counts them."""
    return sum((opened >> place & 1) << at for at, place in enumerate(places))
