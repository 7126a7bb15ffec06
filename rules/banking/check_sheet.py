"""Check of a filled sheet of a banking game: what a table wrote turn by turn, held against what turns can make."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import gcd
from typing import Annotated, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from rules.banking.ruleset import BUSTS_IN_A_ROW, Ruleset, Scoring
from rules.banking.tables import tables
from rules.banking.turns import first_to_target
from rules.contract import Rank, ranked
from rules.dice import KEPT
from rules.faults import Claim, Fault, SheetFindings, TableFindings

MOST_TURNS = 1000
MOST_GAPS = 64
"""How many ways a table's total may differ from the right one before no more of them are followed."""

BOUND = 20_000
MULTIPLES = 2000
"""Up to `BOUND`, or so many multiples of the step, the points of a turn are worked out one by one; beyond, hot dice
make all of these.
"""


PARAGRAPHS: Mapping[str, str] = {
    "after_end": "5.3",
    "left_before": "6.1",
    "wrong_dice_count": "2.1",
    "wrong_bust": "2.2",
    "played_on": "2.2",
    "wrong_points": "2.5",
    "wrong_points.bank": "4.1",
    "impossible_points": "2.6",
    "wrong_running_total": "4.1",
    "wrong_penalty": "5.3",
    "wrong_total": "4.1",
}
"""By code of a fault, its paragraph: the rules pages of all banking games number these alike."""


class BankingTurn(BaseModel):
    """What a seat wrote down for one of its turns."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    points: Claim = Field(description="What it banked; 0 for a bust, less for the penalty of a table that has one.")
    total: Claim | None = Field(None, description="The total after it.")


class FilledBankingSheet(BaseModel):
    """One seat's column as it was written down."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    turns: Annotated[tuple[BankingTurn, ...], Field(max_length=MOST_TURNS)] = Field(
        description="Its turns, in order.",
        examples=[[{"points": 1050}, {"points": 0}, {"points": 400, "total": 1450}]],
    )
    total: Claim | None = Field(None, description="The total at last.")


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


def fault_paragraphs(ruleset: Ruleset) -> dict[str, str]:
    """By code of a fault, the paragraph of the game's rules page."""
    penalty = ruleset.paragraphs.get("bust_penalty")
    return {**PARAGRAPHS} if penalty is None else {**PARAGRAPHS, "wrong_penalty": penalty}


def check(ruleset: Ruleset, filled: FilledBankingSheet) -> SheetFindings:
    """Points that no turn can bank, or not then; turns after the end; running totals and a total that do not follow.

    A bank that cannot be is void, as a judge takes it: the right totals go on without it.
    """
    return _read(ruleset, filled, None).found(filled)


def check_all(ruleset: Ruleset, table: Sequence[FilledBankingSheet]) -> TableFindings[Rank]:
    """The same for the sheets of all seats, in their order, where one seat's total ends the turns of the others.

    A seat may have fewer turns than the order of play demands: it may have left, which no sheet tells.
    """
    columns = [_read(ruleset, filled, None) for filled in table]
    reached = min(
        ((column.reached, seat) for seat, column in enumerate(columns) if column.reached is not None), default=None
    )
    if reached is not None:
        last = [_last_turn(ruleset, *reached, seat) for seat in range(len(table))]
        columns = [_read(ruleset, filled, most) for filled, most in zip(table, last, strict=True)]
    ranking = ranked([column.total for column in columns])
    if reached is not None and ruleset.ties == "first_to_target":
        ranking = first_to_target(ranking, reached[1], ruleset.target)
    found = tuple(column.found(filled) for column, filled in zip(columns, table, strict=True))
    return TableFindings(found, ranking)


def _last_turn(ruleset: Ruleset, turn: int, first: int, seat: int) -> int:
    """How many turns a seat has had at the end; seat `first` reached the target with its turn of that index."""
    if ruleset.last_round == "one_more_turn" and seat < first:
        return turn + 2
    return turn + 1


def _read(ruleset: Ruleset, filled: FilledBankingSheet, most: int | None) -> "_Column":
    """The column, read up to the end of the game: at the turn that reaches the target, or after `most` turns."""
    column = _Column(ruleset)
    for index, turn in enumerate(filled.turns):
        if column.reached is not None or index == most:
            left = len(filled.turns) - index
            column.find(("turns", index), "after_end", entries=left)
            break
        column.write(index, turn)
    column.full = column.reached is not None if most is None else len(filled.turns) >= most
    return column


class _Column:
    """A column read from the top: where it really stands, and what it says.

    A bank that cannot be counts 0. What the table has beyond the right total because of such banks are `_gaps`: as it
    was written down, or as a later running total tells, which settles it.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.points = reached(ruleset.scoring, tuple(cup for cup in range(1, ruleset.dice + 1) if ruleset.stops(cup)))
        self.faults: list[Fault] = []
        self.total = 0
        self.reached: int | None = None  # the index of the turn that reached the target
        self.full = False
        self._paragraphs = fault_paragraphs(ruleset)
        self._said = 0  # the running total by the last one that is written
        self._gaps = {0}
        self._unsettled = 0  # how many turns that cannot be stand behind the last running total
        self._opened = False
        self._busts = 0

    def find(
        self,
        place: tuple[str | int, ...],
        code: str,
        claimed: int | None = None,
        right: object = None,
        **details: int,
    ) -> None:
        """Note a fault."""
        self.faults.append(Fault(place, code, self._paragraphs[code], claimed, right, None, details))

    def found(self, filled: FilledBankingSheet) -> SheetFindings:
        """What is wrong with the sheet of this column, its total included."""
        if filled.total is not None and not self._follows(filled.total):
            self.find(("total",), "wrong_total", filled.total, self.total)
        return SheetFindings(tuple(self.faults), self.total, filled.total, self.full)

    def write(self, index: int, turn: BankingTurn) -> None:
        """Judge one turn."""
        if turn.points > 0:
            self._banked(index, turn.points)
            self._busts, self._opened = 0, True
        else:
            self._bust(index, turn.points)
        self._said += turn.points
        if turn.total is not None:
            if self._follows(turn.total):
                self._gaps, self._unsettled = {turn.total - self.total}, 0
            elif turn.total != self._said:  # reckoned from what stands above, so that one slip is one fault
                self.find(("turns", index, "total"), "wrong_running_total", turn.total, self.total)
            self._said = turn.total
        if self.total >= self.ruleset.target:
            self.reached = index

    def _follows(self, total: int) -> bool:
        """Whether it is the total, given what the table has beyond the right one."""
        gap = total - self.total
        if gap in self._gaps:
            return True
        if self._unsettled == 1:
            return any(gap - before in self.points for before in self._gaps)
        return self._unsettled > 1 and gap > 0 and gap % self.points.step == 0

    def _doubt(self, points: int) -> None:
        """Nobody knows what should stand for points that cannot be."""
        self._gaps |= {gap + points for gap in self._gaps} if len(self._gaps) < MOST_GAPS else set()
        self._unsettled += 1

    def _banked(self, index: int, points: int) -> None:
        ruleset, place = self.ruleset, ("turns", index, "points")
        needed = ruleset.needed(self.total, self._opened)
        if self._unsettled or self._gaps != {0}:
            totals = {self.total + gap for gap in self._gaps} | ({ruleset.target} if self._unsettled else set())
            needed = min(ruleset.needed(total, self._opened) for total in totals)
        if points not in self.points:
            self.find(place, "impossible_points", points, self.points.near(points))
            self._doubt(points)
        elif points < needed:
            least = ruleset.minimum if self._opened else ruleset.opening
            reason = "not_above_target" if points >= least else "below_minimum" if self._opened else "below_opening"
            details = {"points": points, "needed": needed, "total": self.total, "target": ruleset.target}
            rule = ruleset.paragraphs[reason]
            self.faults.append(Fault(place, "illegal_bank", rule, points, 0, reason, details))
            self._doubt(points)
        else:
            self.total += points

    def _bust(self, index: int, points: int) -> None:
        self._busts += 1
        fined = self.ruleset.bust_penalty if self._busts == BUSTS_IN_A_ROW else 0
        if fined:
            self._busts = 0
        before, self.total = self.total, self.total - min(fined, self.total)
        right = self.total - before
        # What the table has beyond the right total may be taken as well.
        fines = {before + gap: -min(fined, max(0, before + gap)) for gap in self._gaps}
        self._gaps = {has + fine - self.total for has, fine in fines.items()}
        if points not in fines.values():
            self.find(("turns", index, "points"), "wrong_penalty", points, right)
            self._doubt(points - right)


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
