"""Slips: right records of random play with slips of known kinds at independent places, and the faults they are.

What is right comes from the rules (`Rules.apply` on the states of the play that was right); nothing here knows how a
check goes about it. Turns with slips are so far apart that what one does to the order of seats is over before the
next, and none is made where another rests on: a box that is filled twice, the end of the game. Where seats act in any
order no turn is missing, since it could still come, and none is doubled by a seat that is done, which could have one
more to do.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from rules.contract import AnyGame, AnyRules, Illegal, Step
from rules.playout import throw
from rules.transcript import Entry, Transcript

Place = tuple[str | int, ...]
MOST_MOVES = 400
MOST_SLIPS = 3


@dataclass(frozen=True)
class Expected:
    """A fault: its place (in a record by the entry that it is in), its code, what was claimed and what is right."""

    part: Place
    code: str
    claimed: Any
    right: Any


@dataclass
class Noted:
    """An entry, the state before it, and the fault that it is with its slip."""

    entry: Entry[Any]
    before: Any
    fault: Expected | None = None


@dataclass
class Line:
    """What one seat did in one turn, and the state after it; `kept` where another slip rests on that it was right."""

    seat: int
    notes: list[Noted]
    after: Any
    kept: bool = False

    def entries(self) -> Iterator[tuple[int, Entry[Any]]]:
        return enumerate(note.entry for note in self.notes)

    def slip(
        self, at: int, entry: Entry[Any], part: str, code: str, claimed: Any, right: Any, fault_at: int = -1
    ) -> None:
        """Put an entry in the place of another, which makes that fault there or in a later entry of the turn."""
        self.notes[at].entry = entry
        self.notes[at if fault_at < 0 else fault_at].fault = Expected((part,) if part else (), code, claimed, right)


@dataclass
class Play:
    """A game that was played by the rules."""

    game: AnyGame
    rules: AnyRules
    seats: int
    lines: list[Line]
    state: Any

    @property
    def together(self) -> bool:
        """Whether seats act in any order, so that nobody can say which of them should have come next."""
        return len(self.rules.to_move(self.rules.start(self.seats))) > 1

    def next_seat(self, index: int) -> int | None:
        """Whose line follows."""
        return self.lines[index + 1].seat if index + 1 < len(self.lines) else None


def played(game: AnyGame, options: Any, chance: random.Random, seats: int, most: int = MOST_MOVES) -> Play:
    """Random play that banks and chooses often enough for games to come to their end."""
    rules = game.rules(options)
    state = rules.start(seats)
    lines: list[Line] = []
    noted: list[Noted] = []
    for _ in range(most):
        to_move = rules.to_move(state)
        if not to_move:
            break
        seat = noted[-1].entry.seat if noted and noted[-1].entry.seat in to_move else chance.choice(to_move)
        legal = rules.legal_moves(state, seat)
        ending = [each for each in legal if each.move.type in ("bank", "choose_category")]
        chosen = chance.choice(ending if ending and chance.random() < 0.5 else legal)
        faces = throw(chance, chosen.throws)
        step = rules.apply(state, seat, chosen.move, faces)
        assert isinstance(step, Step)
        if noted and noted[-1].entry.seat != seat:
            lines.append(Line(noted[-1].entry.seat, noted, state))
            noted = []
        bust = any(event.type == "bust" for event in step.events)
        noted.append(Noted(Entry(seat, chosen.move, faces, step.points, bust), state))
        state = step.state
        if bust or chosen.move.type in ("bank", "choose_category"):
            lines.append(Line(seat, noted, state))
            noted = []
    return Play(game, rules, seats, lines, lines[-1].after if lines else state)


# --- slips in a record: each a function that makes one in a line, or answers False where it cannot ------------------

Slip = Callable[[Play, int, random.Random], bool]


def _one_of(chance: random.Random, found: list[int]) -> int | None:
    return chance.choice(found) if found else None


def _throws(line: Line) -> list[int]:
    return [at for at, entry in line.entries() if entry.dice]


def die_lost(play: Play, index: int, chance: random.Random) -> bool:
    line = play.lines[index]
    at = _one_of(chance, [at for at in _throws(line) if len(line.notes[at].entry.dice) > 1])
    if at is None:
        return False
    entry = line.notes[at].entry
    dice = list(entry.dice)
    del dice[chance.randrange(len(dice))]
    line.slip(at, replace(entry, dice=tuple(dice)), "dice", "wrong_dice_count", len(dice), len(dice) + 1)
    return True


def die_added(play: Play, index: int, chance: random.Random) -> bool:
    line = play.lines[index]
    at = _one_of(chance, _throws(line))
    if at is None:
        return False
    entry = line.notes[at].entry
    dice = list(entry.dice)
    dice.insert(chance.randrange(len(dice) + 1), chance.randint(1, 6))
    line.slip(at, replace(entry, dice=tuple(dice)), "dice", "wrong_dice_count", len(dice), len(dice) - 1)
    return True


def die_changed(play: Play, index: int, chance: random.Random) -> bool:
    """The first contradiction that the changed throw leads to within its turn, if it leads to one at all."""
    line, rules = play.lines[index], play.rules
    at = _one_of(chance, _throws(line))
    if at is None:
        return False
    note = line.notes[at]
    dice = list(note.entry.dice)
    which = 0 if play.game.name == "wohin-damit" else chance.randrange(len(dice))
    dice[which] = chance.choice([face for face in range(1, 7) if face != dice[which]])
    changed = replace(note.entry, dice=tuple(dice))
    step = rules.apply(note.before, line.seat, changed.move, changed.dice)
    assert isinstance(step, Step)
    bust = any(event.type == "bust" for event in step.events)
    if changed.bust:
        if not bust:
            line.slip(at, changed, "bust", "wrong_bust", True, False)
        return not bust
    if at + 1 == len(line.notes):
        return False
    if bust:
        line.slip(at, changed, "", "played_on", line.notes[at + 1].entry.move, None, at + 1)
        return True
    state = step.state
    for later in range(at + 1, len(line.notes)):
        entry = line.notes[later].entry
        step = rules.apply(state, line.seat, entry.move, entry.dice)
        if isinstance(step, Illegal):
            legal = rules.legal_moves(state, line.seat)
            if len(legal) <= 2 and play.game.name not in ONLY_DICE_DECIDE:
                return False
            right = legal[0].move if len(legal) == 1 else None
            line.slip(at, changed, "move", "illegal_move", entry.move, right, later)
            return True
        if (step.points or 0) != (entry.points or 0):
            if play.game.name in ("banking", "sand", "titusind", "farkle") or not _stands_alone(play, entry):
                return False
            line.slip(at, changed, "points", "wrong_points", entry.points, step.points or 0, later)
            return True
        state = step.state
    return False


ONLY_DICE_DECIDE = {"sand", "titusind", "farkle", "banking"}
"""Games in which what may be set aside rests on nothing but the throw."""


def _stands_alone(play: Play, entry: Entry[Any]) -> bool:
    """Whether no points of later entries rest on what this one wrote."""
    category = getattr(entry.move, "category", None)
    return category in ("small", "large") or (category != "yatzy" and play.game.state.__name__ == "SheetState")


def points_wrong(play: Play, index: int, chance: random.Random) -> bool:
    line = play.lines[index]
    at = _one_of(chance, [at for at, entry in line.entries() if entry.points is not None])
    if at is None:
        return False
    entry = line.notes[at].entry
    right = entry.points or 0
    wrong = right + chance.choice([-100, -50, -10, -1, 1, 5, 10, 50, 900])
    line.slip(at, replace(entry, points=wrong), "points", "wrong_points", wrong, right)
    return True


def turn_missing(play: Play, index: int, chance: random.Random) -> bool:
    line, following = play.lines[index], play.next_seat(index)
    if play.together or following is None or following == line.seat or play.rules.to_move(line.after) != (following,):
        return False
    if play.lines[index + 1].kept:
        return False
    play.lines[index + 1].notes[0].fault = Expected(("seat",), "out_of_turn", following, [line.seat])
    line.notes.clear()
    return True


def turn_doubled(play: Play, index: int, chance: random.Random) -> bool:
    line = play.lines[index]
    to_move = play.rules.to_move(line.after)
    again = [replace(note) for note in line.notes]
    if not to_move:
        again[0].fault = Expected((), "after_end", None, None)
    elif line.seat not in to_move and (
        not play.together or {line.seat, *to_move} <= {each.seat for each in play.lines[index + 1 :]}
    ):
        again[0].fault = Expected(("seat",), "out_of_turn", line.seat, list(to_move))
    else:
        return False
    play.lines.insert(index + 1, Line(line.seat, again, line.after))
    return True


def seat_wrong(play: Play, index: int, chance: random.Random) -> bool:
    line = play.lines[index]
    others = [seat for seat in range(play.seats) if seat != line.seat]
    if not others or play.together:
        return False
    seat = chance.choice(others)
    for note in line.notes:
        note.entry = replace(note.entry, seat=seat)
    line.notes[0].fault = Expected(("seat",), "out_of_turn", seat, [line.seat])
    return True


def box_twice(play: Play, index: int, chance: random.Random) -> bool:
    line = play.lines[index]
    note = line.notes[-1]
    if getattr(note.entry.move, "category", None) is None:
        return False
    filled = dict[Any, Line]()
    for other in play.lines[:index]:
        move = other.notes[-1].entry.move
        if other.seat == line.seat and getattr(move, "category", None) is not None:
            step = play.rules.apply(note.before, line.seat, move, ())
            if isinstance(step, Illegal) and step.reason in ("box_filled", "box_closed"):
                filled[move] = other
    if not filled or len(play.rules.legal_moves(note.before, line.seat)) <= MOST_SLIPS:
        return False
    move = chance.choice([*filled])
    filled[move].kept = True
    line.slip(len(line.notes) - 1, replace(note.entry, move=move), "move", "illegal_move", move, None)
    return True


def _a_yatzy_follows(play: Play, index: int) -> bool:
    """Whether the seat writes a yatzy later: whether that is a joker rests on the boxes filled before."""
    return play.game.state.__name__ == "SheetState" and any(
        line.seat == play.lines[index].seat and len(set(line.notes[-1].before.dice)) == 1
        for line in play.lines[index + 1 :]
        if line.notes
    )


VOIDING: tuple[Slip, ...] = (die_lost, die_added, die_changed, turn_missing, turn_doubled, seat_wrong, box_twice)


class Slipped(NamedTuple):
    """A transcript with slips, the entries that begin a line, the faults that they are in order, and their kinds."""

    transcript: Transcript[Any, Any]
    lines: frozenset[int]
    expected: list[Expected]
    kinds: set[str]


def with_slips(play: Play, chance: random.Random, count: int) -> Slipped:
    """The transcript of a play with up to so many slips."""
    kinds = set[str]()
    apart = 2 * play.seats + 2
    places = list(range(len(play.lines)))
    chance.shuffle(places)
    taken = list[int]()
    void = chance.random() < 0.8
    for place in sorted(places[: 4 * count], reverse=True):  # from the end, so that places before stay
        if len(taken) == count or any(abs(place - other) < apart for other in taken) or play.lines[place].kept:
            continue
        if _a_yatzy_follows(play, place):
            continue
        slip = chance.choice(VOIDING if void else (points_wrong,))
        if slip(play, place, chance):
            taken.append(place)
            kinds.add(slip.__name__)
            if not play.rules.to_move(play.lines[place].after):
                break  # whether the game is over after this turn rests on all of those before
    totals = None if void else list(play.rules.totals(play.state))
    entries, expected, begun = list[Entry[Any]](), list[Expected](), set[int]()
    for line in play.lines:
        begun.add(len(entries))
        for note in line.notes:
            if note.fault is not None:
                expected.append(replace(note.fault, part=("record", len(entries), *note.fault.part)))
            entries.append(note.entry)
    if totals is not None and chance.random() < 0.3:
        seat = chance.randrange(play.seats)
        right = totals[seat]
        totals[seat] += chance.choice([-100, -1, 1, 50, 1000])
        expected.append(Expected(("totals", seat), "wrong_total", totals[seat], right))
        kinds.add("total_wrong")
    names = tuple(f"seat {seat}" for seat in range(play.seats))
    made: Transcript[Any, Any] = Transcript(
        play.game.name, None, play.game.options(), names, tuple(entries), None if totals is None else tuple(totals)
    )
    return Slipped(made, frozenset(begun), expected, kinds)
