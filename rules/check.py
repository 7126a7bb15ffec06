"""A transcript held against the rules, as a judge would: every fault with its place, and what is right instead.

A judge goes on after a fault. Wrong points are corrected; a turn with an illegal move is void from there to its end,
and checking resumes with the next turn; what a seat does out of turn is passed over.

Where the same seat is up next, what it did says where the void turn ends (`_Judge._begins`): a turn ends with a bank,
a choice or a bust, and a new one begins with a throw of as many dice as a turn begins with, unless the void turn
could go on with so many. If it could, the throw is taken as part of it, but not where the table began a new line.
"""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rules.contract import AnyRules, Detail, Illegal, Rank, Step, ranked
from rules.faults import Fault
from rules.transcript import Entry, Transcript

_ENDS_A_TURN = frozenset({"bank", "choose_category"})
_UNKNOWN = -1
"""Of the dice that a void turn could go on with: nothing says how many."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What came of a check.

    finished: whether the game came to its end; a transcript that stops before is no fault. claimed: the totals that
    were written down, None where none were, and the ranking by them. totals, ranking: what is right, at the end or as
    it stands.
    """

    faults: tuple[Fault, ...]
    finished: bool
    claimed: tuple[int, ...] | None
    claimed_ranking: tuple[Rank, ...] | None
    totals: tuple[int, ...]
    ranking: tuple[Rank, ...]


def check(
    rules: AnyRules,
    transcript: Transcript[Any, Any],
    paragraphs: Mapping[str, str],
    lines: Container[int] = (),
) -> Checked:
    """Every fault of a transcript whose options made `rules`; `paragraphs` are those of the game (`Game.paragraphs`).

    lines: the indices of the entries with which the table began a new line, where that is known (`Reading.lines`);
    a throw there is no part of a void turn before it. ValueError for a number of seats that the game does not know.
    """
    judge = _Judge(rules, transcript, paragraphs, lines)
    judge.read()
    totals, outcome = rules.totals(judge.state), rules.outcome(judge.state)
    resigned = rules.resigned(judge.state)
    ranking = ranked(totals, resigned) if outcome is None else outcome.ranking
    claimed = transcript.totals
    for seat, (said, right) in enumerate(zip(claimed or totals, totals, strict=True)):
        if said != right:
            judge.find(("totals", seat), "wrong_total", said, right)
    claimed_ranking = None if claimed is None else ranking if claimed == totals else ranked(claimed, resigned)
    return Checked(tuple(judge.faults), outcome is not None, claimed, claimed_ranking, totals, ranking)


@dataclass(slots=True)
class _PassedOver:
    """A turn of which the rest does not count.

    waited: whether the seat was to wait for its next turn. dice: how many the turn could go on with; 0 for as many as
    a turn begins with, `_UNKNOWN` where nothing says.
    """

    waited: bool
    dice: int


class _Judge:
    """Who reads the entries one by one, and where the game stands by what was right of them."""

    def __init__(
        self,
        rules: AnyRules,
        transcript: Transcript[Any, Any],
        paragraphs: Mapping[str, str],
        lines: Container[int],
    ) -> None:
        self.rules = rules
        self.entries: Sequence[Entry[Any]] = transcript.entries
        self.seats = len(transcript.seats)
        self.paragraphs = paragraphs
        self.lines = lines
        self.state: Any = rules.start(self.seats)
        self.faults: list[Fault] = []
        self._passed_over: dict[int, _PassedOver] = {}  # by seat
        self._last: int | None = None  # who made the last move that stands
        self._bust = False  # and whether that was a bust

    def find(
        self,
        place: tuple[str | int, ...],
        code: str,
        claimed: Any = None,
        right: Any = None,
        /,
        refusal: Illegal | None = None,
        **details: Detail,
    ) -> None:
        """Note a fault; with a refusal it rests on that one's paragraph."""
        rule = self.paragraphs.get(code) if refusal is None else refusal.rule
        self.faults.append(Fault(place, code, rule, claimed, right, None, details))

    def read(self) -> None:
        """Judge the entries in order, up to the end of the game."""
        for index, entry in enumerate(self.entries):
            if self._passed_over and self._passes_over(index, entry):
                continue
            if not self._goes_on(index, entry):
                self.find(("record", index), "after_end", entries=len(self.entries) - index)
                return

    def _goes_on(self, index: int, entry: Entry[Any]) -> bool:
        """Judge an entry; false if the game is over."""
        seat, move = entry.seat, entry.move
        if move is None:
            return self._resigns(index, seat)
        try:
            step = self.rules.apply(self.state, seat, move, entry.dice)
        except ValueError:
            return self._refuses(index, entry, None)
        if isinstance(step, Illegal):
            return self._refuses(index, entry, step)
        right = step.points or 0
        if entry.points is not None and entry.points != right:
            place = ("record", index, "points")
            self.faults.append(
                Fault(place, "wrong_points", points_rule(self.paragraphs, move, step), entry.points, right)
            )
        self.state = step.state
        self._last = seat
        self._bust = bool(step.events) and _is_bust(step)
        if entry.bust and not self._bust:
            self.find(("record", index, "bust"), "wrong_bust", True, False)
            if entry.dice and seat in self.rules.to_move(self.state):
                self._void(seat)
        return True

    def _resigns(self, index: int, seat: int) -> bool:
        """Judge a resignation; false if the game is over."""
        if not self._knows(index, seat):
            return True
        if not self.rules.to_move(self.state):
            return False
        if seat in self.rules.resigned(self.state):
            self.find(("record", index), "left_before", seat, seat=seat)
        else:
            self.state = self.rules.withdraw(self.state, seat).state
            self._last = None
        return True

    def _refuses(self, index: int, entry: Entry[Any], refusal: Illegal | None) -> bool:
        """Say why a move does not stand and what becomes of the turn; false if the game is over.

        Without a refusal it was thrown with a wrong number of dice, or by a seat that is not there.
        """
        seat = entry.seat
        if not self._knows(index, seat):
            return True
        to_move = self.rules.to_move(self.state)
        if not to_move:
            return False
        played_on = self._bust and seat == self._last
        if played_on:
            self.find(("record", index), "played_on", entry.move)
        elif self._goes_on_after(index, entry, to_move):
            self.find(("record", index), "turn_not_ended", seat, to_move[0], refusal, seat=seat, before=to_move[0])
            self._void(to_move[0])
            return self._goes_on(index, entry)
        elif seat not in to_move:
            place, others = ("record", index, "seat"), list(to_move)
            self.find(place, "out_of_turn", seat, others, refusal, seat=seat, to_move=others)
        elif refusal is not None:
            legal = self.rules.legal_moves(self.state, seat)
            right = legal[0].move if len(legal) == 1 else None
            self.faults.append(
                Fault(
                    ("record", index, "move"),
                    "illegal_move",
                    refusal.rule,
                    entry.move,
                    right,
                    refusal.reason,
                    refusal.details,
                )
            )
        else:
            count = self.rules.throws(self.state, seat, entry.move)
            if count == len(entry.dice):
                raise ValueError(f"entry {index}: {entry.dice} are no faces")
            self.find(("record", index, "dice"), "wrong_dice_count", len(entry.dice), count)
        if seat in to_move and not played_on:
            self._void(seat)
        if not self._ends(entry):
            waits = seat not in self.rules.to_move(self.state)
            before = self.entries[index - 1] if index else entry
            thrown = len(before.dice) if before.seat == seat and before.dice else _UNKNOWN
            self._passed_over[seat] = _PassedOver(waits, _goes_on_with(thrown, entry))
        return True

    def _knows(self, index: int, seat: int) -> bool:
        if 0 <= seat < self.seats:
            return True
        self.find(("record", index, "seat"), "unknown_seat", seat, None, seat=seat, seats=self.seats)
        return False

    def _void(self, seat: int) -> None:
        self.state = self.rules.void(self.state, seat)
        self._last, self._bust = None, False

    def _goes_on_after(self, index: int, entry: Entry[Any], to_move: tuple[int, ...]) -> bool:
        """Whether the seat is next, once the one seat that has begun a turn has ended it.

        A seat that is next after itself must have begun a line with all the dice of a new turn.
        """
        if len(to_move) > 1 or to_move[0] != self._last or self._bust:
            return False
        seat = entry.seat
        if seat == self._last and not (entry.dice and index in self.lines):
            return False
        after = self.rules.void(self.state, to_move[0])
        if seat not in self.rules.to_move(after):
            return False
        return seat != self._last or self.rules.throws(after, seat, entry.move) == len(entry.dice)

    def _passes_over(self, index: int, entry: Entry[Any]) -> bool:
        """Whether the entry is part of a turn that does not count."""
        turn = self._passed_over.get(entry.seat)
        if turn is None:
            return False
        up = entry.seat in self.rules.to_move(self.state)
        resumes = entry.move is None or (turn.waited and up) or self._begins(index, entry, turn, up)
        if resumes or self._ends(entry):
            del self._passed_over[entry.seat]
        else:
            turn.dice = _goes_on_with(turn.dice, entry)
        return not resumes

    def _begins(self, index: int, entry: Entry[Any], turn: _PassedOver, up: bool) -> bool:
        """Whether the entry is a throw that begins a new turn after that one, of a seat that is `up` or not."""
        thrown, move = len(entry.dice), entry.move
        if not thrown or move is None or move.type == "set_aside":
            return False
        if not self._throws_again:
            return True
        first = self.rules.throws(self.state, entry.seat, move) if up else _first(self.rules, move)
        goes_on = thrown == (turn.dice or first)
        return (index in self.lines and (thrown == first or not goes_on)) or (thrown == first and not goes_on)

    @cached_property
    def _throws_again(self) -> bool:
        """Whether a turn of this game may have several throws: so it is if the first one does not have to be used."""
        state = self.rules.start(1)
        for first in self.rules.legal_moves(state, 0):
            if first.throws:
                step = self.rules.apply(state, 0, first.move, (1,) * first.throws)
                legal = () if isinstance(step, Illegal) else self.rules.legal_moves(step.state, 0)
                return any(each.throws or each.move.type == "set_aside" for each in legal)
        return False

    def _ends(self, entry: Entry[Any]) -> bool:
        """Whether a turn that does not count is over with this, as far as the move and its dice tell."""
        if entry.bust or (entry.move is not None and entry.move.type in _ENDS_A_TURN):
            return True
        if not entry.dice:
            return False
        try:
            return self.rules.score(entry.dice, None).bust
        except ValueError:
            return False


def _is_bust(step: Step[Any]) -> bool:
    return any(event.type == "bust" for event in step.events)


def points_rule(paragraphs: Mapping[str, str], move: Any, step: Step[Any]) -> str | None:
    """The paragraph on what a move is worth: that of what it brought about, of its box, of its kind, or of all."""
    keys = [*(event.type for event in step.events), getattr(move, "category", None), move.type]
    found = (paragraphs.get(f"wrong_points.{key}") for key in keys)
    return next(filter(None, found), paragraphs.get("wrong_points"))


def _first(rules: AnyRules, move: Any) -> int | Illegal:
    """How many dice the move throws at the beginning of a game."""
    return rules.throws(rules.start(1), 0, move)


def _goes_on_with(dice: int, entry: Entry[Any]) -> int:
    """How many dice a turn could go on with after the entry, `dice` having been on the table before."""
    move = entry.move
    if move is None or move.type != "set_aside":
        return len(entry.dice) or dice
    return dice if dice == _UNKNOWN else max(0, dice - len(move.dice))
