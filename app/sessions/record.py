"""The record: what each entry makes of a session, as a fold from its opening."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import orjson

from app.access import tokens
from app.games.served_game import ServedGame
from app.sessions import bot_seats
from app.store.rows import EntryRow, SessionRow
from rules import fold
from rules.contract import Played, Step
from rules.fold import replay
from rules.fold import step as rules_step

NOBODY = -1
"""The seat of an entry that concerns none."""


def names_of(row: SessionRow) -> list[str | None]:
    """The seats' names; None where nobody has taken an open seat yet."""
    names: list[str | None] = orjson.loads(row.names)
    return names


def open_seats(row: SessionRow) -> list[int]:
    """The seats that the host left to whoever claims them, claimed or not."""
    seats: list[int] = orjson.loads(row.open_seats)
    return seats


def seeds_of(row: SessionRow) -> list[str | None]:
    """The seeds by seat."""
    seeds = orjson.loads(row.seeds)
    return [seeds.get(str(seat)) for seat in range(tokens.seats(row.tokens))]


def clocks_of(row: SessionRow) -> list[int | None]:
    """Until when each seat must act, or is waited for where the table has no clock, in milliseconds since 1970; None
    for a seat that need not.
    """
    clocks: list[int | None] = orjson.loads(row.clocks) if row.clocks else [None] * len(names_of(row))
    return clocks


def over(row: SessionRow) -> bool:
    """Whether nothing will happen in the session any more."""
    return row.status in ("finished", "abandoned")


def without(advised: Sequence[int], seat: int) -> str | None:
    """Seats that had advice, as they are stored, without that one."""
    left = [each for each in advised if each != seat]
    return text(left) if left else None


def text(value: Any) -> str:
    """A value as it is stored: compact JSON."""
    return orjson.dumps(value).decode()


def first(served: ServedGame, row: SessionRow) -> tuple[SessionRow, Any]:
    """The session as it was opened, and its state, from the session as it is now."""
    opened = open_seats(row)
    names = [None if seat in opened else name for seat, name in enumerate(names_of(row))]
    state = served.rules(row.options).start(len(names))
    start = row._replace(
        names=text(names),
        seeds="{}",
        announced=None,
        bot_due=None,
        updated_at=row.created_at,
        version=0,
        status="waiting" if opened else "active",
        throws=text([0] * len(names)),
        state=served.state_json(state).decode(),
    )
    return with_clocks(served, start, state, row.created_at), state


def advance(
    served: ServedGame, row: SessionRow, state: Any, entry: EntryRow, done: Step[Any] | None = None
) -> tuple[SessionRow, Any]:
    """The session and its state after an entry of its record.

    `done` saves applying the entry where that was done already. Raises `rules.fold.Unplayable` for a move that the
    rules refuse, ValueError for an entry that nothing can be made of. An undoing needs what stood before: see
    `taken_back`, and `Fold` for a whole record.
    """
    if entry.kind in fold.PLAYED:
        if done is None:
            done = rules_step(served.rules(row.options), state, played(served, entry), entry.version)
        return _played(served, row, done, entry), done.state
    after = row._replace(version=entry.version, updated_at=entry.at)
    if entry.kind == "claim":
        names = names_of(row)
        names[entry.seat] = orjson.loads(entry.move or "")["name"]
        after = after._replace(names=text(names), status="waiting" if None in names else "active")
    elif entry.kind == "seed":
        seeds = orjson.loads(row.seeds) | {str(entry.seat): orjson.loads(entry.move or "")["seed"]}
        after = after._replace(seeds=text(seeds))
    elif entry.kind == bot_seats.ANNOUNCE:
        after = bot_seats.with_announced(after, entry.seat, bot_seats.roll_of(entry))
    elif entry.kind == "abandon":
        return abandoned(row, entry), state
    else:
        raise ValueError(f"a record has no entry of kind {entry.kind!r}")
    return with_clocks(served, after, state, entry.at), state


def _played(served: ServedGame, row: SessionRow, done: Step[Any], entry: EntryRow) -> SessionRow:
    throws = row.throws
    if entry.dice:
        counts = orjson.loads(throws)
        counts[entry.seat] += 1
        throws = text(counts)
    over = served.rules(row.options).outcome(done.state) is not None
    state = served.state_json(done.state).decode()
    after = row.played_on(entry.at, entry.version, "finished" if over else "active", throws, state)
    if row.announced is not None:
        after = bot_seats.with_announced(after, entry.seat, None)
    return with_clocks(served, after, done.state, entry.at, entry.seat)


class Before(NamedTuple):
    """What stood before a move, a resignation or a skipped turn of a seat: its version, the throws made until then,
    the state, and the rolls that bots waited for.
    """

    version: int
    seat: int
    throws: str
    state: Any
    announced: str | None = None


def undone(entry: EntryRow) -> int:
    """The version of the entry that an undoing takes back, with all that stands after it."""
    version: int = orjson.loads(entry.move or "")["undoes"]
    return version


def standing(record: Iterable[EntryRow]) -> list[EntryRow]:
    """The moves, resignations and skipped turns of a record that stand."""
    return fold.standing(record, lambda undoing, taken: taken.version > undone(undoing))


def taken_back(served: ServedGame, row: SessionRow, entry: EntryRow, before: Before) -> SessionRow:
    """The session after an undoing, which is an entry of its own: as before what it takes back, but for the clocks.

    The seat that is to move again has its whole time for it; ValueError for a session that was abandoned.
    """
    if row.status == "abandoned" or before[:2] != (undone(entry), entry.seat):
        raise ValueError(f"version {undone(entry)} cannot be taken back")
    after = row._replace(
        version=entry.version,
        updated_at=entry.at,
        status="active",
        announced=before.announced,
        bot_due=None,
        throws=before.throws,
        state=served.state_json(before.state).decode(),
    )
    return with_clocks(served, after, before.state, entry.at, entry.seat)


def last_standing(
    served: ServedGame, row: SessionRow, record: Sequence[EntryRow], version: int | None = None
) -> Before | None:
    """What stood before that which an undoing takes back of a session with this record; None where nothing stands.

    That is the last entry that stands and is no bot's, or the one of that version, with all that came after it.
    """
    stand = standing(record)
    last: EntryRow | None = None
    while stand and (last is None or (last.by == bot_seats.BOT if version is None else last.version > version)):
        last = stand.pop()
    if last is None or (version is None and last.by == bot_seats.BOT):
        return None
    throws = [0] * len(names_of(row))
    for entry in stand:
        throws[entry.seat] += bool(entry.dice)
    state = replay(served.rules(row.options), len(throws), (played(served, entry) for entry in stand))
    return Before(last.version, last.seat, text(throws), state, _announced_before(row, record, last.version))


def _announced_before(row: SessionRow, record: Sequence[EntryRow], version: int) -> str | None:
    """The rolls that bots waited for before the entry of that version, which stands."""
    if row.bots is None:
        return None
    now, before = row._replace(announced=None), list[tuple[int, SessionRow]]()
    for entry in record:
        if entry.kind in fold.PLAYED:
            before.append((entry.version, now))
            now = bot_seats.with_announced(now, entry.seat, None)
        elif entry.kind == bot_seats.ANNOUNCE:
            now = bot_seats.with_announced(now, entry.seat, bot_seats.roll_of(entry))
        elif entry.kind == "undo":
            while before and before[-1][0] > undone(entry):
                before.pop()
            now = before.pop()[1]
    return next(row.announced for at, row in before if at == version)


class Fold:
    """A session folded from its opening along its record, and what stood before each entry that may be taken back."""

    def __init__(self, served: ServedGame, row: SessionRow) -> None:
        """`row` is the session as it is now."""
        self.row, self.state = first(served, row)
        self._served = served
        self._before: list[Before] = []

    def take(self, entry: EntryRow, done: Step[Any] | None = None) -> None:
        """Go on by the next entry; `done` and what is raised as in `advance`."""
        if entry.kind == "undo":
            if not self._before:
                raise ValueError("nothing is left to be taken back")
            before = self._before.pop()
            while self._before and before.version > undone(entry):
                before = self._before.pop()
            self.row, self.state = taken_back(self._served, self.row, entry, before), before.state
            return
        before = Before(entry.version, entry.seat, self.row.throws, self.state, self.row.announced)
        self.row, self.state = advance(self._served, self.row, self.state, entry, done)
        if entry.kind in fold.PLAYED:
            if entry.dice and self.row.dice_source != "players":
                self._before.clear()  # the service's throws stand, and so does what was before
            else:
                self._before.append(before)


def abandoned(row: SessionRow, entry: EntryRow) -> SessionRow:
    """The session once it has ended without an outcome."""
    clocks = None if row.clocks is None else text([None] * len(names_of(row)))
    over = row._replace(version=entry.version, updated_at=entry.at, status="abandoned")
    return over._replace(clocks=clocks, deadline=None, announced=None, bot_due=None)


def with_clocks(served: ServedGame, row: SessionRow, state: Any, at: int, acted: int = NOBODY) -> SessionRow:
    """The session with its clocks set: a seat's begins when it is to move, and anew with each of its moves.

    Bots have none; from when on they may move is set with them.
    """
    seconds = row.absent_seconds if row.turn_seconds is None else row.turn_seconds
    if seconds is None and row.bots is None:
        return row
    running = served.rules(row.options).to_move(state) if row.status == "active" else ()
    if row.bots is not None:
        row = row._replace(bot_due=bot_seats.due(row, running, at, acted))
        running = tuple(seat for seat in running if not bot_seats.is_bot(row, seat))
    if seconds is None:
        return row
    due = at + seconds * 1000
    before = clocks_of(row) if row.version else [None] * len(names_of(row))
    clocks = [
        (due if clock is None or seat == acted else clock) if seat in running else None
        for seat, clock in enumerate(before)
    ]
    first = None if row.turn_seconds is None else min((clock for clock in clocks if clock), default=None)
    return row._replace(clocks=text(clocks), deadline=first)


def absent_from(clock: int | None, turn_seconds: int | None, absent_seconds: int | None) -> int | None:
    """From when on a seat with this clock counts as absent; None where it need not act, or nothing was agreed on."""
    if clock is None or absent_seconds is None:
        return None
    return clock if turn_seconds is None else clock + (absent_seconds - turn_seconds) * 1000


def is_absent(row: SessionRow, seat: int, at: int) -> bool:
    """Whether the seat, which is to move, has let the wait pass that the table agreed on."""
    since = absent_from(clocks_of(row)[seat], row.turn_seconds, row.absent_seconds)
    return since is not None and since <= at


def played(served: ServedGame, entry: EntryRow) -> Played[Any]:
    """A stored move, resignation or skipped turn as the rules know it."""
    kind: Any = entry.kind  # one of `fold.PLAYED`
    return Played(
        kind,
        entry.seat,
        served.move.validate_json(entry.move) if entry.move else None,
        tuple(map(int, entry.dice)),
        entry.points,
        served.events.validate_json(entry.events) if entry.events else (),
    )
