"""Referee: reads what a table wrote down entry by entry, and goes on after a fault as the table would.

Wrong points are corrected. A turn with an illegal move or a wrong number of dice is void from there to its end; what
a seat does out of turn is passed over, and where the record goes on without the seat that was to move, that one has
missed its turn. One slip is one fault: what rests on a turn that does not count, such as a box that the table holds
to be filled, is judged by what the table has as well (docs/adr/0017).
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules.contract import AnyRules, Detail, Illegal, Step, TakesAsDone, TakesOver
from rules.faults import Fault
from rules.passed_over import PassedOver, Turns
from rules.transcript import Entry, Transcript


class Referee:
    """Where the game stands by what was right of a transcript, and the faults so far.

    state: what counts. believed: the same as the table has it, which took the turns that do not count as done; None
    where that is no different, or where nobody can say.
    """

    def __init__(
        self,
        rules: AnyRules,
        transcript: Transcript[Any, Any],
        paragraphs: Mapping[str, str],
        lines: Collection[int],
    ) -> None:
        self.rules = rules
        self.entries: Sequence[Entry[Any]] = transcript.entries
        self.seats = len(transcript.seats)
        self.paragraphs = paragraphs
        self.state: Any = rules.start(self.seats)
        self.believed: Any = None
        self.faults: list[Fault] = []
        self._trusting = rules if isinstance(rules, TakesAsDone) else None
        self._turns = Turns(rules, self.entries, lines)
        self._together = len(rules.to_move(self.state)) > 1
        self._passed_over: dict[int, PassedOver] = {}  # by seat
        self._voided: set[int] = set()  # seats with a turn that came to nothing
        self._doubtful: set[int] = set()  # seats that have ended a turn which does not count, as the table has it
        self._last_entry = {entry.seat: index for index, entry in enumerate(self.entries)}
        self._unknown: set[tuple[int, Any]] = (
            set()
        )  # what a seat chose in a turn of which nobody can say what it wrote
        self._last: int | None = None  # who made the last move that stands
        self._bust = False  # and whether that was a bust
        self._stands = -1  # the last entry that counts
        self._out_of_turn = False  # whether the turn before was out of turn

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
            if self._together and self._voided:
                self._leave_out_those_who_are_done(index)
            if self._passed_over and self._passes_over(index, entry):
                continue
            if not self._judge(index, entry):
                self.find(("record", index), "after_end", entries=len(self.entries) - index)
                return

    def _judge(self, index: int, entry: Entry[Any]) -> bool:
        """Judge an entry; false if the game is over."""
        seat, move = entry.seat, entry.move
        if move is None:
            return self._skipped(index, entry) if entry.skipped else self._resigns(index, seat)
        step = self._apply(self.state, entry)
        believed = None if self.believed is None else self._believed_step(entry)
        if not isinstance(step, Step):
            if not isinstance(believed, Step):
                return self._refuse(index, entry, step)
            self._take(entry, believed)
            return True
        right = step.points or 0
        if entry.points is not None and entry.points != right and not self._as_believed(entry, believed):
            rule = points_rule(self.paragraphs, move, step)
            self.faults.append(Fault(("record", index, "points"), "wrong_points", rule, entry.points, right))
        self.state = step.state
        self._stands = index
        if self.believed is not None:
            self.believed = (
                believed.state if isinstance(believed, Step) else self._done(self.believed, entry, step.points)
            )
        self._last, self._out_of_turn = seat, False
        self._bust = bool(step.events) and any(event.type == "bust" for event in step.events)
        if entry.bust and not self._bust:
            self.find(("record", index, "bust"), "wrong_bust", True, False)
            if entry.dice and seat in self.rules.to_move(self.state):
                self._void(seat)
        return True

    def _apply(self, state: Any, entry: Entry[Any]) -> Step[Any] | Illegal | None:
        """What the entry does; None for one with a wrong number of dice, or of a seat that is not there."""
        try:
            return self.rules.apply(state, entry.seat, entry.move, entry.dice)
        except ValueError:
            return None

    def _believed_step(self, entry: Entry[Any]) -> Step[Any] | Illegal | None:
        """What the entry does to what the table has, as long as that agrees on whose turn it is."""
        believed, right = self.rules.to_move(self.believed), self.rules.to_move(self.state)
        # A game that is over may go on as the table has it, where a seat has less than is right.
        if not self._together and believed != right and (right or entry.seat not in believed):
            self.believed = self._least_believed()
        return None if self.believed is None else self._apply(self.believed, entry)

    def _least_believed(self) -> Any:
        """What is left of what the table has where it would be another's turn by that: that certain seats have ended
        a turn which does not count, however. None where that tells nothing.
        """
        least = None
        if self._trusting is not None:
            for seat in self._doubtful:
                least = (
                    self._trusting.taken_as_done(self.state if least is None else least, seat, None, None) or least
                )
        return least

    def _as_believed(self, entry: Entry[Any], believed: Step[Any] | Illegal | None) -> bool:
        """Whether points are right by what the table has, or nobody can say."""
        if self._unknown and (entry.seat, getattr(entry.move, "category", None)) in self._unknown:
            return True
        return isinstance(believed, Step) and entry.points == (believed.points or 0)

    def _take(self, entry: Entry[Any], believed: Step[Any]) -> None:
        """Count a move that is right by what the table has and rests on a turn that did not count."""
        seat = entry.seat
        if self._turns.ends(entry):
            self.state = self._done(self.state, entry, believed.points) or self.state
        self.believed = believed.state
        self._last, self._bust, self._out_of_turn = seat, False, False

    def _done(self, state: Any, entry: Entry[Any], points: int | None) -> Any:
        """The state after a move that the rules refuse there, if it ended a turn; None where nobody can say."""
        seat = entry.seat
        if self._trusting is None or not self._turns.ends(entry):
            return None
        done = self._trusting.taken_as_done(state, seat, entry.move, points)
        return self.rules.void(done, seat) if done is not None and seat in self.rules.to_move(done) else done

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
            if self.believed is not None:
                on = bool(self.rules.to_move(self.believed))
                self.believed = self.rules.withdraw(self.believed, seat).state if on else None
            self._last = None
        return True

    def _skipped(self, index: int, entry: Entry[Any]) -> bool:
        """Judge that a seat's turn was skipped, which takes one that is to move; false if the game is over."""
        seat, to_move = entry.seat, self.rules.to_move(self.state)
        if not self._knows(index, seat):
            return True
        if not to_move:
            return False
        if seat in to_move:
            self._pass_turn(seat)
            self._stands, self._out_of_turn = index, False
            return True
        if self._missed(index, seat, to_move):
            return self._judge(index, entry)
        if self._breaks_off(index, entry, to_move):
            self.find(("record", index), "turn_not_ended", seat, to_move[0], seat=seat, before=to_move[0])
            self._void(to_move[0])
            return self._judge(index, entry)
        others = list(to_move)
        self.find(("record", index, "seat"), "out_of_turn", seat, others, seat=seat, to_move=others)
        return True

    def _knows(self, index: int, seat: int) -> bool:
        if 0 <= seat < self.seats:
            return True
        self.find(("record", index, "seat"), "unknown_seat", seat, None, seat=seat, seats=self.seats)
        return False

    # --- what does not stand

    def _refuse(self, index: int, entry: Entry[Any], refusal: Illegal | None) -> bool:
        """Say why a move does not stand and what becomes of the turn; false if the game is over.

        Without a refusal it was thrown with a wrong number of dice, or by a seat that is not there.
        """
        seat = entry.seat
        if not self._knows(index, seat):
            self._pass_over(index, entry)
            return True
        to_move = self.rules.to_move(self.state)
        count: Any = None
        played_on = self._bust and seat == self._last and not self._turns.begins(index)
        if not (to_move or played_on):
            return False
        if played_on:
            self.find(("record", index), "played_on", entry.move)
        elif self._missed(index, seat, to_move):
            return self._judge(index, entry)
        elif self._breaks_off(index, entry, to_move):
            self.find(("record", index), "turn_not_ended", seat, to_move[0], refusal, seat=seat, before=to_move[0])
            self._void(to_move[0])
            return self._judge(index, entry)
        elif seat not in to_move:
            place, others = ("record", index, "seat"), list(to_move)
            self.find(place, "out_of_turn", seat, others, refusal, seat=seat, to_move=others)
            self._out_of_turn = not self._together
            for other in others if self._out_of_turn else ():
                self._believe(other, None, None)
        elif refusal is not None and self._takes_over_what_does_not_count(index, entry):
            pass  # nobody can say what was left, so that this turn comes to nothing without a fault of its own
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
        if isinstance(count, int) and self._together and self._others_rest_on(entry):
            self._void_with_others(entry, count)
        elif seat in to_move and not played_on:
            self._void(seat)
        self._pass_over(index, entry, count, line=self._together and seat not in to_move)
        return True

    def _takes_over_what_does_not_count(self, index: int, entry: Entry[Any]) -> bool:
        """Whether a turn begins with what one has left that does not count."""
        if not (isinstance(self.rules, TakesOver) and self.rules.takes_over(entry.move) and index and self.seats > 1):
            return False
        before = self.entries[index - 1]
        ended = before.move is not None and not before.bust and self._turns.ends(before)
        return ended and self._stands != index - 1

    def _missed(self, index: int, seat: int, to_move: tuple[int, ...]) -> bool:
        """Whether the record goes on behind a turn that is not in it: the turn before was out of turn, and neither
        this one is that of the seat that was to move. The seats up to this one have then missed theirs.
        """
        if not self._out_of_turn or seat in to_move or not self._turns.begins(index):
            return False
        state = self.state
        for _ in range(self.seats):
            state = self.rules.void(state, self.rules.to_move(state)[0])
            if not self.rules.to_move(state):
                return False
            if seat in self.rules.to_move(state):
                break
        else:
            return False
        while seat not in self.rules.to_move(self.state):
            self._void(self.rules.to_move(self.state)[0])
        self._out_of_turn = False
        return True

    def _breaks_off(self, index: int, entry: Entry[Any], to_move: tuple[int, ...]) -> bool:
        """Whether the seat is next, once the one seat that has begun a turn has ended it.

        A seat that is next after itself must have begun a line with all the dice of a new turn.
        """
        if self._together or to_move[0] != self._last or self._bust:
            return False
        seat = entry.seat
        if seat == self._last and not (entry.dice and self._turns.begins_line(index)):
            return False
        after = self.rules.void(self.state, to_move[0])
        if seat not in self.rules.to_move(after):
            return False
        return seat != self._last or self.rules.throws(after, seat, entry.move) == len(entry.dice)

    def _void(self, seat: int) -> None:
        """The turn of a seat that is to move comes to nothing."""
        if self.believed is None and self._trusting is not None:
            self.believed = self.state
        self._pass_turn(seat)
        self._voided.add(seat)

    def _pass_turn(self, seat: int) -> None:
        """Play goes on after the turn of a seat that is to move, by what counts and by what the table has."""
        self.state = self.rules.void(self.state, seat)
        if self.believed is not None:
            if seat in self.rules.to_move(self.believed):
                self.believed = self.rules.void(self.believed, seat)
            elif not self._together:
                self.believed = self._least_believed()
        self._last, self._bust = None, False

    def _others_rest_on(self, entry: Entry[Any]) -> bool:
        """Whether a seat throws for others as well, as the blue die of a round."""
        seat, before, after = entry.seat, self.state, self.rules.void(self.state, entry.seat)
        up = self.rules.to_move(after)
        return seat not in up and any(
            self.rules.throws(after, other, entry.move) != self.rules.throws(before, other, entry.move)
            for other in up
        )

    def _void_with_others(self, entry: Entry[Any], count: int) -> None:
        """Nobody knows what a seat threw for all: what it and the others make of that comes to nothing."""
        faces = (*entry.dice, *(1,) * count)[:count]  # any will do
        for name in ("state", "believed"):
            state = getattr(self, name)
            step = None if state is None else self._apply(state, replace(entry, dice=faces))
            setattr(self, name, step.state if isinstance(step, Step) else state)
        for other in self.rules.to_move(self.state):
            self._void(other)
            if other != entry.seat:
                self._passed_over[other] = PassedOver(False, frozenset(), whole=True)

    def _leave_out_those_who_are_done(self, index: int) -> None:
        """Seats with a turn that does not count have more to do than the table knows: it goes on without them."""
        for seat in self.rules.to_move(self.state):
            if seat in self._voided and self._last_entry.get(seat, -1) < index:
                self._void(seat)

    def _believe(self, seat: int, move: Any, points: int | None) -> None:
        """Note what the table holds to be done by a turn that does not count; without a move nobody knows what."""
        if self._trusting is None:
            return
        before = self.state if self.believed is None else self.believed
        believed = self._trusting.taken_as_done(before, seat, move, points)
        if believed is not None:
            self.believed = believed
            if move is None or move.type != "roll":
                self._doubtful.add(seat)
        elif category := getattr(move, "category", None):
            self._unknown.add((seat, category))

    def _pass_over(self, index: int, entry: Entry[Any], count: int | None = None, *, line: bool = False) -> None:
        """Pass over the rest of a turn, or of a `line`, from this entry on, which should have thrown `count` dice."""
        waited = entry.seat not in self.rules.to_move(self.state)
        turn = PassedOver(waited, self._turns.thrown_before(index), line=line)
        self._turns.follow(turn, entry)
        if count:
            turn.dice |= {count}
        if self._turns.ends(entry):
            self._end(entry)
        else:
            self._passed_over[entry.seat] = turn

    def _passes_over(self, index: int, entry: Entry[Any]) -> bool:
        """Whether the entry is part of a turn that does not count."""
        turn = self._passed_over.get(entry.seat)
        if turn is None:
            return False
        known = 0 <= entry.seat < self.seats
        up = known and entry.seat in self.rules.to_move(self.state)
        if self._turns.resumes(index, turn, self.state, up=up):
            del self._passed_over[entry.seat]
            return False
        if self._turns.ends(entry):
            del self._passed_over[entry.seat]
            self._end(entry)
        else:
            self._turns.follow(turn, entry)
        return True

    def _end(self, entry: Entry[Any]) -> None:
        """A turn that does not count is over."""
        if entry.move is not None and 0 <= entry.seat < self.seats:
            self._believe(entry.seat, entry.move, entry.points)


def points_rule(paragraphs: Mapping[str, str], move: Any, step: Step[Any]) -> str | None:
    """The paragraph on what a move is worth: that of what it brought about, of its box, of its kind, or of all."""
    keys = [*(event.type for event in step.events), getattr(move, "category", None), move.type]
    found = (paragraphs.get(f"wrong_points.{key}") for key in keys)
    return next(filter(None, found), paragraphs.get("wrong_points"))
