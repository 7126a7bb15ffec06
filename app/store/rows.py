"""Rows: what the store hands out and takes, without the ORM."""

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from app.store import tables
from app.store.tables import API_KEYS, OPENINGS, RECORD, RETRIES, SESSIONS, columns, hold


class ApiKey(NamedTuple):
    """A key as stored: public id, whose it is, SHA-256 of its text, times in milliseconds since 1970 (UTC)."""

    id: str
    name: str
    digest: bytes
    created_at: int
    revoked_at: int | None


SCHEMA = "0007"
"""The migration that this version needs."""


class SessionRow(NamedTuple):
    """A stored session, column by column as in `tables.SessionTable`."""

    id: bytes
    game: str
    rules_version: int
    options: str
    dice_source: str
    names: str
    open_seats: str
    tokens: bytes
    invitations: bytes
    secret: bytes
    commitment: bytes | None
    seeds: str
    visibility: str
    turn_seconds: int | None
    absent_seconds: int | None
    label: str | None
    hints: str
    advised: str | None
    opening_key: bytes | None
    issued: bytes | None
    epoch: int
    bots: str | None
    pause_ms: int | None
    opener: bytes | None
    announced: str | None
    bot_due: int | None
    created_at: int
    updated_at: int
    version: int
    status: str
    throws: str
    state: str
    clocks: str | None
    deadline: int | None

    def played_on(self, updated_at: int, version: int, status: str, throws: str, state: str) -> "SessionRow":
        """The session with another course of its game; `_replace` takes twice as long, which moves would feel."""
        course = (updated_at, version, status, throws, state, self.clocks, self.deadline)
        return SessionRow._make(self[:_BEFORE_COURSE] + course)


class EntryRow(NamedTuple):
    """A stored record entry, column by column as in `tables.RecordTable` without the session's id."""

    version: int
    at: int
    kind: str
    seat: int
    by: str
    move: str | None
    dice: str
    points: int | None
    events: str | None
    hinted: int | None = None


class KeyRow(NamedTuple):
    """An `Idempotency-Key` that took effect: digests of the key and of its request, whose it was, what it made.

    `caller` is a seat or `auth.HOST`. `issued` is the digest of the token that it brought, None if it brought none.
    """

    key: bytes
    caller: int
    fingerprint: bytes
    version: int
    issued: bytes | None = None


class Opening(NamedTuple):
    """An `Idempotency-Key` that opened a session: digests of caller with key and of the request."""

    key: bytes
    fingerprint: bytes
    session: bytes


class Loaded(NamedTuple):
    """A session as a request is judged on it.

    keys: the stored keys by caller that equal the request's, None where they were not looked up; a change is then
    written only if there is none. state, keyed: what the last change left beside the row (see `Change`); None where
    the row was just read. tag: of the commit that left the row so.
    """

    row: SessionRow
    keys: Mapping[int, KeyRow] | None = None
    state: Any = None
    keyed: Any = None
    tag: int = 0


class Change(NamedTuple):
    """The verdict on an accepted request: what is written, if nobody has written to the session in between.

    row: the session as it is then. entry: what is appended to the record, if anything. key: kept for retries. state:
    of the game, as a value, and `keyed`: what its dice are made from; both are handed back with the row at the next
    request. seated: whether more than the course of the game changes (names, tokens, invitations, seeds, epoch), as
    it always may in a session with bots.
    reissued: a stored key whose retry was given another token. issued: what is shown this once; it is not
    stored. first: what is appended before `entry`, by the same request.
    """

    row: SessionRow
    entry: EntryRow | None
    key: KeyRow | None = None
    state: Any = None
    keyed: Any = None
    seated: bool = False
    reissued: KeyRow | None = None
    issued: Any = None
    first: EntryRow | None = None

    @property
    def seats_too(self) -> bool:
        """Whether more than the course of the game is written."""
        return self.seated or self.row.bots is not None

    @property
    def replayed(self) -> int | None:
        """The version that the same request led to before, where it is answered with another token."""
        return None if self.reissued is None else self.reissued.version


class Unchanged(NamedTuple):
    """The verdict that nothing is to be written: the session as it is.

    replayed: the version that the same request led to before, None where it never had an effect; `entries`: how many
    it put on the record.
    """

    row: SessionRow
    replayed: int | None = None
    entries: int = 1


Verdict = Change | Unchanged


class Guarded(NamedTuple):
    """A change and the row it was judged on: it is written only while version, epoch and tag are still those."""

    before: SessionRow
    change: Change
    tag: int = 0


Judge = Callable[[Loaded], Verdict]
"""Decides on a request from the session as stored; raises to refuse it, and then nothing is written.

It may be asked several times, since what it decided may have come too late.
"""


class Job(ABC):
    """A request for a change of a session: judged, perhaps several times, and told once how it ended.

    key: the digest of its `Idempotency-Key`, if it came with one.
    """

    __slots__ = ("attempts", "contended", "fresh", "judge", "key", "session", "waits_until")

    def __init__(self, session: bytes, judge: Judge, key: bytes | None) -> None:
        self.session = session
        self.judge = judge
        self.key = key
        self.fresh = False  # whether it must be judged on what is read from the store
        self.attempts = 0
        self.contended = 0  # how often the transaction that it was in was given up
        self.waits_until: float | None = None  # until when it waits for a session that somebody else holds

    @abstractmethod
    def settle(self, verdict: Verdict | None) -> None:
        """The verdict, of which everything is stored; None if there is no session of that id."""

    @abstractmethod
    def fail(self, error: Exception) -> None:
        """Refused with that, by its judge on the session as stored now or by the store."""


COURSE = columns(SESSIONS, tables.COURSE)
"""The columns that the course of a game changes, the last ones of a session."""

_BEFORE_COURSE = len(SessionRow._fields) - len(COURSE)

hold(SessionRow, columns(SESSIONS, but=tables.FENCE))
hold(EntryRow, columns(RECORD)[1:])
hold(KeyRow, columns(RETRIES)[1:])
hold(Opening, columns(OPENINGS))
hold(ApiKey, columns(API_KEYS))
if SessionRow._fields[_BEFORE_COURSE:] != COURSE:
    raise TypeError(f"the last columns of sessions are not those of its course: {', '.join(COURSE)}")


def course(guarded: Guarded) -> tuple[Any, ...]:
    """What brings a session on: its id; the version, epoch and tag it must still have; and the values of `COURSE`."""
    before = guarded.before
    return before.id, before.version, before.epoch, guarded.tag, *guarded.change.row[_BEFORE_COURSE:]


class Unavailable(Exception):
    """The store could not be reached or was busy for too long; what was asked for was not acknowledged."""


class Contended(Unavailable):
    """The transaction was given up for those of others, and nothing of it was written: it may be tried again."""


class Held(Unavailable):
    """Somebody else holds a row for longer than one waits, and nothing was written."""


class Full(Exception):
    """The store has no room; nothing was written."""


Committed = Callable[[Sequence[bytes] | None], None]
"""Told which sessions have changed; None where it is not known which."""


class PoolUse(NamedTuple):
    """Connections of this process to its store, and how many of them are at work."""

    size: int
    used: int


class Check(NamedTuple):
    """Whether a store can serve, which is its truth: `fault` says why not, in a sentence.

    warnings: what else an operator should know, by codes (`fsync-off`, `synchronous-commit-off`, `store-full`,
    `network-filesystem`).
    """

    fault: str | None = None
    warnings: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return self.fault is None


UNREACHABLE = Check("The database cannot be reached.")
OTHER_SCHEMA = Check("The database has the schema of another version.")
FULL = "store-full"


class Untouched(NamedTuple):
    """Which sessions are meant: those of these statuses that were last touched before `since`."""

    since: int
    statuses: Sequence[str]

    def includes(self, updated_at: int, status: str) -> bool:
        """Whether it means a session that is like that."""
        return updated_at < self.since and status in self.statuses


MOST_DELETED = 2_000
"""How many entries of records retention deletes in one commit, but for the last session's."""


class Store(Protocol):
    """Where sessions live. What is answered has been committed durably before."""

    async def create(
        self, row: SessionRow, opening: Opening | None, record: Sequence[EntryRow] = ()
    ) -> Opening | None:
        """Store a new session, with what is on its record already; where `opening` has been used before nothing is
        stored, and what it was used for is the answer.
        """

    async def opened(self, key: bytes) -> bytes | None:
        """The id of the session that was opened under this key (see `Opening`)."""

    async def session(self, session: bytes) -> SessionRow | None:
        """A session as stored last."""

    def recalled(self, session: bytes) -> SessionRow | None:
        """A session as this process committed it last, if it remembers: others may have changed it since."""

    def change(self, session: bytes, judge: Judge, key: bytes | None = None) -> Awaitable[Verdict | None]:
        """Let `judge` decide on the session, write what it decides, and return it; None if there is no session.

        `key` is the digest of the request's `Idempotency-Key`. What `judge` raises on the session as stored now is
        passed on.
        """

    def submit(self, job: Job) -> None:
        """As `change`, for a job that is told itself; at a later time, and on the event loop."""

    async def delete(self, session: bytes) -> bool:
        """Delete a session with all that belongs to it; False if there is none such."""

    async def delete_untouched(self, sessions: Sequence[bytes], untouched: Untouched) -> list[bytes]:
        """Delete the first of the sessions, those that are still `untouched`, in one commit; which were deleted.

        It ends with the one by which `MOST_DELETED` entries are reached, so that others do not wait long.
        """

    async def record(self, session: bytes, after: int, limit: int) -> list[EntryRow]:
        """At most `limit` entries with versions above `after`, ascending."""

    async def overdue(self, now: int, limit: int) -> list[bytes]:
        """Sessions whose deadline has passed, at most `limit`."""

    async def bots_due(self, now: int, limit: int) -> list[bytes]:
        """Sessions in which a bot has been to move since before `now`, the longest first, at most `limit`."""

    async def untouched(self, since: int, statuses: Sequence[str], limit: int) -> list[bytes]:
        """Sessions that are `Untouched` so, at most `limit`."""

    async def listed(self, after: bytes, limit: int) -> list[SessionRow]:
        """Sessions with ids above `after`, ascending, at most `limit`."""

    async def api_key(self, key: str) -> ApiKey | None:
        """The API key of that id."""

    async def ready(self) -> Check:
        """Whether the store answers, takes writes and has the schema this service needs."""

    def pool_use(self) -> PoolUse:
        """How busy its connections are."""

    async def listen(self, committed: Committed) -> None:
        """Call `committed` after each commit of any process, from now on; a call for those of others may be lost
        where `poll_seconds` is not None.
        """

    @property
    def poll_seconds(self) -> float | None:
        """How often to ask for the `versions` of sessions of which nothing is to be missed; None: never."""

    async def versions(self, sessions: Sequence[bytes]) -> Mapping[bytes, tuple[int, int]]:
        """Version and epoch of those of these sessions that there are."""

    async def close(self) -> None:
        """Finish what was begun and let go."""


ENTRIES = 500
"""How many entries of a record are read at once."""


async def read_record(store: Store, session: bytes, last: int | None = None) -> AsyncIterator[EntryRow]:
    """A session's entries, ascending, as far as version `last` (None: all); none where there is no such session."""
    seen = 0
    while page := await store.record(session, seen, ENTRIES):
        for entry in page:
            if last is not None and entry.version > last:
                return
            yield entry
        if len(page) < ENTRIES:
            return
        seen = page[-1].version
