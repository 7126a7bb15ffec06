"""Advice by a model, for sheets whose whole game no table solves.

Every open box is taken to be worth what a turn brings that is played for it alone, so that boxes compete for a throw
by what it brings beyond that. Within the turn the odds are reckoned in full. What bonuses are still to come, and what
an order of filling costs, is left out.
"""

import math
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache

from rules.adviser import Method, Objective, Solution, Values
from rules.contract import SetAside
from rules.sheet.advice import MOST_ROLLS, TURNS, YATZY_BOXES, YATZY_SPREAD, Levels
from rules.sheet.engine import SheetRules
from rules.sheet.jokers import choices
from rules.sheet.solution import lattice, throws
from rules.sheet.state import Boxes, SheetChoose, SheetState
from rules.sheet.sums import throws_left
from rules.sheet.tables import Throw


def levels(finals: Sequence[Sequence[float]], dice: int) -> Levels:
    """By throws left, what keeping each selection is worth, from what the throws are worth once written down.

    finals: by throws left, the worth of each throw of so many dice, 0 throws left first. The last list belongs to the
    first throw, and its value at 0 to the turn.
    """
    grid = lattice(dice)
    begin, end = grid.first[dice], grid.first[dice + 1]
    kept = [0.0] * begin + list(finals[0])
    worked: Levels = []
    for left, following in enumerate((*finals[1:], None)):
        for place in range(begin - 1, -1, -1):
            kept[place] = sum(kept[each] for each in grid.more[place]) / 6
        worked.append(kept)
        if following is None:
            break
        best = kept[:begin]
        for place in range(1, begin):
            best[place] = max(best[place], *(best[less] for less in grid.fewer[place]))
        thrown = [
            max(finals[left + 1][place - begin], *(best[less] for less in grid.fewer[place]))
            for place in range(begin, end)
        ]
        kept = [0.0] * begin + thrown
    return worked


class SheetModel:
    """What is known about right play of a sheet that is not solved (a `rules.adviser.Adviser`)."""

    def __init__(self, rules: SheetRules) -> None:
        self.rules = rules
        self._turn = lru_cache(maxsize=TURNS)(self._work_out)

    def objectives(self, state: SheetState, seat: int) -> tuple[Objective, ...]:  # noqa: ARG002 - the same for all
        """Points alone."""
        return ("points",)

    def method(self, state: SheetState, seat: int, objective: Objective) -> Method:  # noqa: ARG002 - the same for all
        """A model throughout."""
        return "model"

    def value(self, state: SheetState, seat: int, objective: Objective) -> float:
        """The seat's final total, about."""
        if seat == state.seat:
            return max(self.values(state, seat, objective))
        open_boxes = () if state.seat is None or seat in state.resigned else state.boxes[seat]
        return float(state.totals[seat] + self._still(open_boxes))

    def values(self, state: SheetState, seat: int, objective: Objective) -> tuple[float, ...]:  # noqa: ARG002 - points
        """The same after each legal move."""
        if seat != state.seat:
            raise ValueError(f"seat {seat} is not to move")
        left = min(throws_left(self.rules.ruleset, state), MOST_ROLLS)
        return tuple(self._after(state, seat, legal.move, left) for legal in self.rules.legal_moves(state, seat))

    def spread(self, objective: Objective) -> float:  # noqa: ARG002 - points
        """About: a sheet of n boxes has n fifteenths of the variance of yatzy's."""
        return YATZY_SPREAD * math.sqrt(len(self.rules.ruleset.categories) / YATZY_BOXES)

    def solutions(
        self,
        state: SheetState | None = None,  # noqa: ARG002 - none for any
        objective: Objective | None = None,  # noqa: ARG002 - points
    ) -> tuple[Solution, ...]:
        """None: the model needs no table."""
        return ()

    def with_table(self, solution: Solution, values: Values) -> "SheetModel":  # noqa: ARG002 - none is used
        """The same."""
        return self

    @cached_property
    def alone(self) -> tuple[float, ...]:
        """By box what a turn brings on average that is played for it alone."""
        ruleset, tables = self.rules.ruleset, self.rules.tables
        listed = [
            tuple(
                zip(
                    *([way.points or 0 for way in each[faces].choices] for faces in throws(ruleset.dice)), strict=True
                )
            )
            for each in tables.by_throw
        ]
        late = range(ruleset.throws - 1, -1, -1)
        return tuple(
            levels([listed[min(throw, len(listed) - 1)][place] for throw in late], ruleset.dice)[-1][0]
            for place in range(len(ruleset.categories))
        )

    def _still(self, boxes: Boxes) -> float:
        return sum(alone for alone, points in zip(self.alone, boxes, strict=True) if points is None) if boxes else 0.0

    def _after(self, state: SheetState, seat: int, move: object, left: int) -> float:
        total, boxes = state.totals[seat], state.boxes[seat]
        if isinstance(move, SheetChoose):
            done = self.rules.apply(state, seat, move, ())
            written = done.state  # type: ignore[union-attr]  # legal moves are not refused
            return written.totals[seat] + self._still(written.boxes[seat])
        first = not state.dice
        dice = (getattr(move, "count", None) or self.rules.ruleset.dice) if first else len(state.dice)
        kept = move.dice if isinstance(move, SetAside) else state.kept
        turn = self._turn(boxes, state.throw, dice, left)
        return total + turn[-1][lattice(dice).place[tuple(sorted(kept))]]

    def _work_out(self, boxes: Boxes, thrown: int, dice: int, left: int) -> Levels:
        """The rest of a turn that has had so many throws, with so many left, from the next throw on."""
        tables, still = self.rules.tables, self._still(boxes)
        late = [tables.of(thrown + left - later) for later in range(left)]
        worth = {id(each): [still + self._best(boxes, each[faces]) for faces in throws(dice)] for each in late}
        return levels([worth[id(each)] for each in late], dice)

    def _best(self, boxes: Boxes, throw: Throw) -> float:
        """The most that the throw brings beyond what its box is worth alone."""
        places: Mapping[str, int] = self.rules.tables.places
        ways = choices(self.rules.tables, self.rules.ruleset.joker, throw, boxes)
        return max((way.points or 0) - self.alone[places[way.move.category]] for way in ways)  # type: ignore[union-attr]
