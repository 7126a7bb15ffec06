"""Check of a filled sheet of a banking game: what a table wrote turn by turn, held against what turns can make."""

from collections.abc import Mapping, Sequence
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from rules.banking.ruleset import Ruleset
from rules.banking.turn_points import Reached, bankable, reached
from rules.banking.turns import first_to_target
from rules.contract import Rank, ranked
from rules.faults import Claim, Fault, SheetFindings, TableFindings

MOST_TURNS = 1000
MOST_GAPS = 64
"""How many ways a table's total may differ from the right one before no more of them are followed."""

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


def fault_paragraphs(ruleset: Ruleset) -> dict[str, str]:
    """By code of a fault, the paragraph of the game's rules page."""
    penalty = ruleset.paragraphs.get("bust_penalty")
    return {**PARAGRAPHS} if penalty is None else {**PARAGRAPHS, "wrong_penalty": penalty}


def check(ruleset: Ruleset, filled: FilledBankingSheet) -> SheetFindings:
    """Points that no turn can bank, or not then; turns after the end; running totals and a total that do not follow.

    A bank that cannot be is void, as a judge takes it: the right totals go on without it.
    """
    return _read(ruleset, filled, None, may_end=True).found(filled)


def check_all(ruleset: Ruleset, table: Sequence[FilledBankingSheet]) -> TableFindings[Rank]:
    """The same for the sheets of all seats, in their order, where one seat's total ends the turns of the others.

    A seat may have fewer turns than the order of play demands: it may have left, which no sheet tells.
    """
    columns = [_read(ruleset, filled, None) for filled in table]
    reached = min(
        ((column.reached, seat) for seat, column in enumerate(columns) if column.reached is not None), default=None
    )
    if reached is not None:
        first = reached[1]
        columns = [
            _read(ruleset, filled, _last_turn(ruleset, *reached, seat), may_end=seat != first)
            for seat, filled in enumerate(table)
        ]
    ranking = ranked([column.total for column in columns])
    if reached is not None and ruleset.ties == "first_to_target":
        ranking = first_to_target(ranking, reached[1], ruleset.target)
    found = tuple(column.found(filled) for column, filled in zip(columns, table, strict=True))
    return TableFindings(found, ranking)


def _last_turn(ruleset: Ruleset, turn: int, first: int, seat: int) -> int:
    """How many turns a seat has had at the end; seat `first` reached the target with its turn of that index."""
    if ruleset.last_round == "at_once":
        return turn + (seat <= first)
    if ruleset.last_round != "finish_round" and seat < first:
        return turn + 2
    return turn + 1


def _read(ruleset: Ruleset, filled: FilledBankingSheet, most: int | None, *, may_end: bool = False) -> "_Column":
    """The column, read up to the end of the game: at the turn that reaches the target, or after `most` turns.

    may_end: whether its last turn may be the one throw that a seat has once another has reached the target.
    """
    column = _Column(ruleset)
    last = (len(filled.turns) if most is None else most) - 1
    for index, turn in enumerate(filled.turns):
        column.one_throw = may_end and ruleset.last_round == "one_more_throw" and index == last
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
        self.one_throw = False

    @property
    def points(self) -> Reached:
        """What a turn can bank; one of a single throw may end wherever it comes to."""
        if self.one_throw:
            return reached(self.ruleset.scoring, tuple(range(1, self.ruleset.dice + 1)))
        return bankable(self.ruleset)

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
        if self._bounced(turn.points):
            self.total += turn.points
            self._busts, self._opened = 0, True
        elif turn.points > 0:
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

    def _totals(self) -> set[int]:
        """The totals that the turn may have begun with, as the table has them."""
        totals = {self.total + gap for gap in self._gaps}
        return totals | {self.ruleset.target} if self._unsettled else totals

    def _bounced(self, change: int) -> bool:
        """Whether the total may have changed so by a bank that went beyond the target and came back."""
        target = self.ruleset.target
        return (
            self.ruleset.overshoot == "bounces"
            and change != 0
            and any(
                change == -total or (change < target - total and 2 * (target - total) - change in self.points)
                for total in self._totals()
            )
        )

    def _least(self, total: int) -> int:
        """The least points of a bank on this total; no sheet tells whether another seat began the turn."""
        ridden = (False, True) if self.ruleset.piggyback != "never" else (False,)
        return min(self.ruleset.needed(total, self._opened, rides) for rides in ridden)

    def _banked(self, index: int, points: int) -> None:
        ruleset, place = self.ruleset, ("turns", index, "points")
        needed = 0 if self.one_throw else min(map(self._least, self._totals()))
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
        elif not self.one_throw and not any(ruleset.ends_well(total + points) for total in self._totals()):
            rule, details = ruleset.paragraphs["refused_ending"], {"total": self.total + points}
            self.faults.append(Fault(place, "illegal_bank", rule, points, 0, "refused_ending", details))
            self._doubt(points)
        elif self.total + points != (total := ruleset.written(self.total, points)):
            right = total - self.total
            if all(total + points > ruleset.target for total in self._totals()):
                rule, details = ruleset.paragraphs["overshot"], {"points": points, "total": self.total}
                self.faults.append(Fault(place, "illegal_bank", rule, points, right, "overshot", details))
            self.total = total
            self._doubt(points - right)
        else:
            self.total += points

    def _bust(self, index: int, points: int) -> None:
        self._busts += 1
        fined = bool(self.ruleset.bust_penalty) and self._busts == self.ruleset.busts_in_a_row
        if fined:
            self._busts = 0
        before, self.total = self.total, self.total - (self.ruleset.penalty(self.total) if fined else 0)
        right = self.total - before
        # What the table has beyond the right total may be taken as well.
        stood = [before + gap for gap in self._gaps]
        fines = {total: -max(0, self.ruleset.penalty(total)) if fined else 0 for total in stood}
        self._gaps = {has + fine - self.total for has, fine in fines.items()}
        if points not in fines.values():
            self.find(("turns", index, "points"), "wrong_penalty", points, right)
            self._doubt(points - right)
