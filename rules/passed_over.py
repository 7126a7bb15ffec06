"""Turns that do not count: where one ends and the next begins, as far as what was written down tells.

Where a table's lines are known a line is one turn. Where they are not, a turn ends with a bank, a choice or a bust
that was called, and what a seat that is up next after itself did says where an unended turn stops: a new one begins
with a throw of as many dice as a turn begins with, unless the turn could go on with so many.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rules.contract import AnyRules, Illegal
from rules.transcript import Entry

UNKNOWN = -1
"""Of the dice that a turn could go on with: nothing says how many."""

_ENDS_A_TURN = frozenset({"bank", "choose_category"})


@dataclass(slots=True)
class PassedOver:
    """A turn of which the rest does not count.

    waited: whether the seat was to wait for its next turn. dice: how many it could go on with, as was written or as
    was right; 0 for as many as a turn begins with. bust: whether its last throw reads as a bust. whole: whether it is
    passed over to its end, whatever is thrown. line: whether it is no more than what its seat did together.
    """

    waited: bool
    dice: frozenset[int]
    bust: bool = False
    whole: bool = False
    line: bool = False


class Turns:
    """The turns of a transcript; `lines` are the indices of the entries that begin a line, if they are known."""

    def __init__(self, rules: AnyRules, entries: Sequence[Entry[Any]], lines: Collection[int]) -> None:
        self._rules = rules
        self._entries = entries
        self._lines = lines

    def begins_line(self, index: int) -> bool:
        """Whether the table is known to have begun a line with that entry."""
        return index in self._lines

    def begins(self, index: int) -> bool:
        """Whether a turn begins with that entry, or goes on in another line, as far as its form tells."""
        if self._lines:
            return index in self._lines
        before = self._entries[index - 1] if index else None
        return before is None or before.seat != self._entries[index].seat or self.ends(before)

    def ends(self, entry: Entry[Any]) -> bool:
        """Whether a turn is over with that entry, whatever came before."""
        return entry.bust or entry.move is None or entry.move.type in _ENDS_A_TURN

    def thrown_before(self, index: int) -> frozenset[int]:
        """How many dice the entry before shows, if it is of the same seat."""
        before = self._entries[index - 1] if index else None
        shown = before is not None and before.dice and before.seat == self._entries[index].seat
        return frozenset({len(before.dice) if before is not None and shown else UNKNOWN})

    def follow(self, turn: PassedOver, entry: Entry[Any]) -> None:
        """Note what an entry of the turn leaves it to go on with."""
        move = entry.move
        if move is None:
            return
        if move.type == "set_aside":
            shown = {self._all} if self._throws_all_again else turn.dice
            turn.dice = frozenset(dice if dice == UNKNOWN else max(0, dice - len(move.dice)) for dice in shown)
            turn.bust = False
        elif entry.dice:
            turn.dice = frozenset({0, len(entry.dice)} if self._throws_all_again else {len(entry.dice)})
            turn.bust = self._is_bust(entry)

    def resumes(self, index: int, turn: PassedOver, state: Any, *, up: bool) -> bool:
        """Whether judging goes on with that entry, of a seat that is `up` or not: the turn was over before it."""
        entry, lines = self._entries[index], self._lines
        move, thrown = entry.move, len(entry.dice)
        if move is None or (turn.line and self.begins(index)):
            return True
        if turn.whole or (lines and index not in lines) or not thrown or move.type == "set_aside":
            return False
        if (turn.waited and up) or not self._throws_again:
            return True
        first = self._rules.throws(state, entry.seat, move) if up else self._rules.throws(self._start, 0, move)
        goes_on = thrown in turn.dice or (0 in turn.dice and thrown == first)
        if lines:
            return thrown == first or not goes_on
        return thrown == first and (turn.bust or not goes_on)

    def _is_bust(self, entry: Entry[Any]) -> bool:
        try:
            return self._rules.score(entry.dice, None).bust
        except ValueError:
            return False

    @cached_property
    def _start(self) -> Any:
        return self._rules.start(1)

    @cached_property
    def _all(self) -> int:
        """How many dice a turn begins with."""
        return max(legal.throws for legal in self._rules.legal_moves(self._start, 0))

    @cached_property
    def _second(self) -> tuple[Any, ...]:
        """What may follow the first throw of a turn."""
        first = next(legal for legal in self._rules.legal_moves(self._start, 0) if legal.throws)
        step = self._rules.apply(self._start, 0, first.move, (1,) * first.throws)
        return () if isinstance(step, Illegal) else self._rules.legal_moves(step.state, 0)

    @property
    def _throws_again(self) -> bool:
        """Whether a turn of this game may have several throws: so it is if the first one does not have to be used."""
        return any(each.throws or each.move.type == "set_aside" for each in self._second)

    @property
    def _throws_all_again(self) -> bool:
        """Whether all dice may be thrown again without any of them set aside."""
        return any(each.throws for each in self._second)
