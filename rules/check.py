"""A transcript held against the rules, as a judge would: every fault with its place, and what is right instead.

A judge goes on after a fault. Wrong points are corrected; a turn with an illegal move is void from there to its end,
and checking resumes with the next turn; what a seat does out of turn is passed over.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.contract import AnyRules, Detail, Illegal, Rank, Step, ranked
from rules.faults import Fault
from rules.transcript import Entry, Transcript

_ENDS_A_TURN = frozenset({"bank", "choose_category"})


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


def check(rules: AnyRules, transcript: Transcript[Any, Any], paragraphs: Mapping[str, str]) -> Checked:
    """Every fault of a transcript whose options made `rules`; `paragraphs` are those of the game (`Game.paragraphs`).

    ValueError for a number of seats that the game does not know.
    """
    judge = _Judge(rules, len(transcript.seats), paragraphs)
    judge.read(transcript.entries)
    totals, outcome = rules.totals(judge.state), rules.outcome(judge.state)
    resigned = rules.resigned(judge.state)
    ranking = ranked(totals, resigned) if outcome is None else outcome.ranking
    claimed = transcript.totals
    for seat, (said, right) in enumerate(zip(claimed or totals, totals, strict=True)):
        if said != right:
            judge.find(("totals", seat), "wrong_total", said, right)
    claimed_ranking = None if claimed is None else ranking if claimed == totals else ranked(claimed, resigned)
    return Checked(tuple(judge.faults), outcome is not None, claimed, claimed_ranking, totals, ranking)


class _Judge:
    """Who reads the entries one by one, and where the game stands by what was right of them."""

    def __init__(self, rules: AnyRules, seats: int, paragraphs: Mapping[str, str]) -> None:
        self.rules = rules
        self.seats = seats
        self.paragraphs = paragraphs
        self.state: Any = rules.start(seats)
        self.faults: list[Fault] = []
        # Seats of which entries are passed over to the end of a turn, and whether they were to wait for their next.
        self._passed_over: dict[int, bool] = {}
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

    def read(self, entries: Sequence[Entry[Any]]) -> None:
        """Judge the entries in order, up to the end of the game."""
        for index, entry in enumerate(entries):
            if self._passed_over and self._passes_over(entry):
                continue
            if not self._goes_on(index, entry):
                self.find(("record", index), "after_end", entries=len(entries) - index)
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
            rule = self.paragraphs.get(f"wrong_points.{move.type}", self.paragraphs.get("wrong_points"))
            place = ("record", index, "points")
            self.faults.append(Fault(place, "wrong_points", rule, entry.points, right))
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
        elif seat not in to_move:
            if self._goes_on_after(seat, to_move):
                self.find(
                    ("record", index), "turn_not_ended", seat, to_move[0], refusal, seat=seat, before=to_move[0]
                )
                self._void(to_move[0])
                return self._goes_on(index, entry)
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
            self._passed_over[seat] = seat not in self.rules.to_move(self.state)
        return True

    def _knows(self, index: int, seat: int) -> bool:
        if 0 <= seat < self.seats:
            return True
        self.find(("record", index, "seat"), "unknown_seat", seat, None, seat=seat, seats=self.seats)
        return False

    def _void(self, seat: int) -> None:
        self.state = self.rules.void(self.state, seat)
        self._last, self._bust = None, False

    def _goes_on_after(self, seat: int, to_move: tuple[int, ...]) -> bool:
        """Whether the seat is next, once the one seat that has begun a turn has ended it."""
        if len(to_move) > 1 or to_move[0] != self._last or self._bust:
            return False
        return seat in self.rules.to_move(self.rules.void(self.state, to_move[0]))

    def _passes_over(self, entry: Entry[Any]) -> bool:
        """Whether the entry is part of a turn that does not count."""
        waited = self._passed_over.get(entry.seat)
        if waited is None:
            return False
        resumes = entry.move is None or (waited and entry.seat in self.rules.to_move(self.state))
        if resumes or self._ends(entry):
            del self._passed_over[entry.seat]
        return not resumes

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
