"""The embedded store: SQLite in WAL mode, one writer thread, readers beside it.

What waits is committed together (`batch.Batcher`) in one transaction of the writer thread; every answer leaves after
the durable commit. Other processes may use the file (the command line does); one process should serve from it.
"""

import asyncio
import os
import sqlite3
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import Any, TypeVar

from app.store import mounts
from app.store.batch import Batcher, loaded
from app.store.failures import translated_sqlite
from app.store.health import Health
from app.store.rows import (
    COURSE,
    FULL,
    MOST_DELETED,
    OTHER_SCHEMA,
    SCHEMA,
    UNREACHABLE,
    ApiKey,
    Change,
    Check,
    Committed,
    EntryRow,
    Full,
    Guarded,
    Job,
    Judge,
    KeyRow,
    Loaded,
    Opening,
    PoolUse,
    SessionRow,
    Unavailable,
    Untouched,
    Verdict,
    course,
)
from app.store.sqlite_file import connect, data_version, identity, in_transaction, make_durable
from app.store.statements import SQLITE as SQL
from app.store.statements import Statement, numbered

READERS = 2
POLL_SECONDS = 0.1
"""How often a process asks whether others have committed, while it has somebody to tell."""

PART = 32
"""How many rows one statement writes at most."""

_ENTRY_COLUMNS = ", ".join(EntryRow._fields)
_KEY_COLUMNS = ", ".join(KeyRow._fields)
# One statement is one snapshot: between two of them another process may change both the session and its keys.
_LOAD = (
    f"SELECT {', '.join(f'sessions.{name}' for name in SessionRow._fields)}, "
    f"{', '.join(f'retries.{name}' for name in KeyRow._fields)}, sessions.tag "
    "FROM sessions LEFT JOIN retries ON retries.session_id = sessions.id AND retries.key = ? WHERE sessions.id = ?"
)
_KNOWN = "SELECT 1 FROM retries WHERE session_id = ? AND key = ? AND caller = ?"

T = TypeVar("T")


# The thread gives up the interpreter at every step of a statement and has to wait for it again, so what a batch
# writes to a table is one statement for every `PART` rows. Its text depends on how many it has; each that SQLite has
# prepared is kept, and those of hundreds of rows would take tens of megabytes.


def _marks(columns: int, rows: int) -> str:
    return ", ".join([f"({', '.join('?' * columns)})"] * rows)


@lru_cache
def _play(rows: int) -> str:
    """Bring so many sessions to where their moves lead, if they are where those were judged; gives their ids."""
    assigned = ", ".join(f"{name} = asked.column{at}" for at, name in enumerate(COURSE, 5))
    return (
        f"UPDATE sessions SET {assigned}, tag = ? FROM (VALUES {_marks(4 + len(COURSE), rows)}) AS asked "
        "WHERE id = asked.column1 AND sessions.version = asked.column2 AND epoch = asked.column3 "
        "AND sessions.tag = asked.column4 RETURNING id"
    )


@lru_cache
def _append(rows: int) -> str:
    return f"INSERT INTO record (session_id, {_ENTRY_COLUMNS}) VALUES {_marks(1 + len(EntryRow._fields), rows)}"


@lru_cache
def _keep(rows: int) -> str:
    return f"INSERT INTO retries (session_id, {_KEY_COLUMNS}) VALUES {_marks(1 + len(KeyRow._fields), rows)}"


class SqliteStore:
    """Sessions in one SQLite file that has been migrated. Made inside the event loop that uses it."""

    def __init__(self, path: Path, busy_seconds: float) -> None:
        self._path = path
        self._busy_seconds = busy_seconds
        self._file = identity(path)
        self._warnings = mounts.warnings(path)
        self._loop = asyncio.get_running_loop()
        self._local = threading.local()
        self._opened: list[sqlite3.Connection] = []
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="sqlite-reader")
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="sqlite-writer")
        self._reading = 0
        self._committed: Committed | None = None
        self._watch: asyncio.Task[None] | None = None
        self.batcher = Batcher(self, self._tell)
        self.health = Health()
        self.batcher.failed = self.health.count

    # --- the store ---

    async def create(
        self, row: SessionRow, opening: Opening | None, record: Sequence[EntryRow] = ()
    ) -> Opening | None:
        """See `Store.create`."""
        before = await self._write(lambda connection: _create(connection, row, opening, record))
        if before is None:
            self.batcher.begin(row)
        return before

    async def session(self, session: bytes) -> SessionRow | None:
        """A session as stored last."""
        return await self._read(lambda connection: _session(connection, session))

    def recalled(self, session: bytes) -> SessionRow | None:
        """See `Store.recalled`."""
        return self.batcher.recalled(session)

    def change(self, session: bytes, judge: Judge, key: bytes | None = None) -> asyncio.Future[Verdict | None]:
        """See `Store.change`."""
        return self.batcher.change(session, judge, key)

    def submit(self, job: Job) -> None:
        """See `Store.submit`."""
        self.batcher.submit(job)

    async def delete(self, session: bytes) -> bool:
        """See `Store.delete`."""
        deleted = await self._write(lambda connection: _delete(connection, session, None) is not None)
        self._forget([session])
        return deleted

    async def delete_untouched(self, sessions: Sequence[bytes], untouched: Untouched) -> list[bytes]:
        """See `Store.delete_untouched`."""
        deleted = await self._write(lambda connection: _delete_first(connection, sessions, untouched))
        self._forget(deleted)
        return deleted

    async def opened(self, key: bytes) -> bytes | None:
        """See `Store.opened`."""
        rows = await self._rows(SQL.opened, key=key)
        return Opening(*rows[0]).session if rows else None

    async def record(self, session: bytes, after: int, limit: int) -> list[EntryRow]:
        """At most `limit` entries with versions above `after`, ascending."""
        rows = await self._rows(SQL.record, session=session, after=after, limit=limit)
        return [EntryRow(*row) for row in rows]

    async def overdue(self, now: int, limit: int) -> list[bytes]:
        """Sessions whose deadline has passed, at most `limit`."""
        return [row[0] for row in await self._rows(SQL.overdue, now=now, limit=limit)]

    async def bots_due(self, now: int, limit: int) -> list[bytes]:
        """See `Store.bots_due`."""
        return [row[0] for row in await self._rows(SQL.bots_due, now=now, limit=limit)]

    async def untouched(self, since: int, statuses: Sequence[str], limit: int) -> list[bytes]:
        """Sessions of these statuses that were last touched before `since`, at most `limit`."""
        query = SQL.untouched(len(statuses))
        return [row[0] for row in await self._rows(query, since=since, limit=limit, **numbered(statuses))]

    async def listed(self, after: bytes, limit: int) -> list[SessionRow]:
        """Sessions with ids above `after`, ascending, at most `limit`."""
        return [SessionRow(*row) for row in await self._rows(SQL.listed, after=after, limit=limit)]

    async def api_key(self, key: str) -> ApiKey | None:
        """The API key of that id."""
        rows = await self._rows(SQL.api_key, key=key)
        return ApiKey(*rows[0]) if rows else None

    async def ready(self) -> Check:
        """See `Store.ready`; the file must also be the one that was opened yet."""
        if not self._in_place():
            return Check("The SQLite file was deleted or replaced while in use: put it back, or restart.")
        try:
            rows = await self._rows(SQL.schema_version)
        except Unavailable:
            return UNREACHABLE
        if rows != [(SCHEMA,)]:
            return OTHER_SCHEMA
        if self._file is not None and not os.access(self._path, os.W_OK):
            return Check("The SQLite file is read-only.")
        return Check(None, (*self._warnings, *((FULL,) if self.batcher.full else ())))

    def pool_use(self) -> PoolUse:
        """How busy the readers are."""
        return PoolUse(READERS, self._reading)

    async def listen(self, committed: Committed) -> None:
        """See `Store.listen`. Commits of other processes are noticed by SQLite's change counter."""
        self._committed = committed
        with suppress(Unavailable, Full):  # a full disk can be read from
            await self._on_writer(make_durable)
        seen = await self._on_writer(data_version)
        self._watch = self._loop.create_task(self._watch_others(seen))

    poll_seconds = None
    """See `Store.poll_seconds`: SQLite's counter misses nothing."""

    async def versions(self, sessions: Sequence[bytes]) -> Mapping[bytes, tuple[int, int]]:
        """See `Store.versions`."""
        rows = [await self.session(session) for session in sessions]
        return {row.id: (row.version, row.epoch) for row in rows if row is not None}

    async def close(self) -> None:
        """Commit what was accepted for writing, then close every connection."""
        if self._watch is not None:
            self._watch.cancel()
        await self.batcher.finish()
        await asyncio.to_thread(self._writer.shutdown)
        await asyncio.to_thread(self._readers.shutdown)
        for connection in self._opened:
            connection.close()

    # --- the backend of the batcher ---

    async def load(
        self,
        wanted: Sequence[tuple[bytes, bytes | None]],
        apart: bool = False,  # noqa: ARG002 - as in `write`
    ) -> list[Loaded | None]:
        """See `Backend.load`."""
        return await self._on_writer(lambda connection: [_load(connection, *each) for each in wanted])

    async def write(self, changes: Sequence[Guarded], tag: int, apart: bool = False) -> list[bool]:  # noqa: ARG002
        """See `Backend.write`; there is one writer, and nobody holds a row from it."""
        written = await self._write(lambda connection: _apply(connection, changes, tag))
        return [guarded.before.id in written for guarded in changes]

    async def held(self, _: Sequence[bytes]) -> set[bytes]:
        """See `Backend.held`."""
        return set()

    async def confirm(self) -> None:
        """See `Backend.confirm`: what can be read here was made durable by its commit, or by `listen`."""

    # --- threads ---

    def _forget(self, sessions: Sequence[bytes]) -> None:
        for session in sessions:
            self.batcher.forget(session)
        self._tell(sessions)

    def _tell(self, sessions: Sequence[bytes]) -> None:
        if self._committed is not None:
            self._committed(sessions)

    async def _watch_others(self, seen: int) -> None:
        """Asked of the writer's connection, the counter stands still for its own commits."""
        while True:
            await asyncio.sleep(POLL_SECONDS)
            try:
                now = await self._on_writer(data_version)
            except Unavailable:
                continue
            if now != seen and self._committed is not None:
                self._committed(None)
            seen = now

    async def _read(self, query: Callable[[sqlite3.Connection], T]) -> T:
        self._reading += 1
        try:
            return await self._loop.run_in_executor(self._readers, self._connected, query)
        finally:
            self._reading -= 1

    async def _rows(self, statement: Statement, **values: Any) -> list[Any]:
        arguments = statement.arguments(**values)
        return await self._read(lambda connection: connection.execute(statement.text, arguments).fetchall())

    async def _on_writer(self, work: Callable[[sqlite3.Connection], T]) -> T:
        return await self._loop.run_in_executor(self._writer, self._connected, work)

    async def _write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        def commit(connection: sqlite3.Connection) -> T:
            if not self._in_place():
                raise Unavailable
            return in_transaction(connection, work)

        return await self._on_writer(commit)

    def _in_place(self) -> bool:
        """Whether the file has its name yet: what is written into one that was deleted or replaced is lost."""
        return self._file is None or identity(self._path) == self._file

    def _connected(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run it on this thread's own connection."""
        try:
            if not hasattr(self._local, "connection"):
                self._local.connection = connect(self._path, self._busy_seconds, self._file)
                self._opened.append(self._local.connection)
            done = work(self._local.connection)
        except sqlite3.Error as error:
            told = translated_sqlite(error)
            if type(told) is Unavailable:
                self.health.failed(error)
            raise told from error
        if self.health.lost:
            self.health.worked()
        return done


def _session(connection: sqlite3.Connection, session: bytes) -> SessionRow | None:
    row = connection.execute(SQL.session.text, (session,)).fetchone()
    return SessionRow(*row) if row else None


def _create(
    connection: sqlite3.Connection, row: SessionRow, opening: Opening | None, record: Sequence[EntryRow]
) -> Opening | None:
    if opening is not None and not connection.execute(SQL.open.text, opening).fetchone():
        return Opening(*connection.execute(SQL.opened.text, (opening.key,)).fetchone())
    connection.execute(SQL.create.text, row)
    connection.executemany(SQL.append.text, [(row.id, *entry) for entry in record])
    return None


def _delete(connection: sqlite3.Connection, session: bytes, untouched: Untouched | None) -> int | None:
    """How many rows the session had that was deleted."""
    found = connection.execute(SQL.lock.text, (session,)).fetchone()
    if found is None or not (untouched is None or untouched.includes(*found)):
        return None
    return sum(connection.execute(statement.text, (session,)).rowcount for statement in SQL.delete)


def _delete_first(connection: sqlite3.Connection, sessions: Sequence[bytes], untouched: Untouched) -> list[bytes]:
    deleted, rows = [], 0
    for session in sessions:
        if rows >= MOST_DELETED:
            break
        if (count := _delete(connection, session, untouched)) is not None:
            deleted.append(session)
            rows += count
    return deleted


def _load(connection: sqlite3.Connection, session: bytes, key: bytes | None) -> Loaded | None:
    return loaded(connection.execute(_LOAD, (key, session)).fetchall())


def _apply(connection: sqlite3.Connection, changes: Sequence[Guarded], tag: int) -> set[bytes]:
    """Write the changes whose sessions are as they were judged and whose keys are not there yet; their ids."""
    asked = [guarded for guarded in changes if not _known(connection, guarded.change)]
    if not asked:
        return set()
    asked.sort(key=lambda guarded: guarded.before.id)  # neighbours in their trees, so that less of these is walked
    written = {row[0] for row in _written(connection, _play, list(map(course, asked)), tag)}
    done = [guarded.change for guarded in asked if guarded.before.id in written]
    _written(connection, _append, [(change.row.id, *change.first) for change in done if change.first is not None])
    _written(connection, _append, [(change.row.id, *change.entry) for change in done if change.entry is not None])
    _written(connection, _keep, [(change.row.id, *change.key) for change in done if change.key is not None])
    for change in done:
        if change.seats_too:
            connection.execute(SQL.seat.text, SQL.seat.arguments(session=change.row.id, **change.row._asdict()))
        if (again := change.reissued) is not None:
            values = SQL.reissue.arguments(
                session=change.row.id, issued=again.issued, used=again.key, whose=again.caller
            )
            connection.execute(SQL.reissue.text, values)
    return written


def _written(
    connection: sqlite3.Connection, statement: Callable[[int], str], rows: Sequence[Sequence[Any]], *first: Any
) -> list[Any]:
    """Write the rows by the statement for so many, whose `first` parameters come before them; what it returns."""
    returned = []
    for at in range(0, len(rows), PART):
        part = rows[at : at + PART]
        returned += connection.execute(statement(len(part)), [*first, *chain.from_iterable(part)]).fetchall()
    return returned


def _known(connection: sqlite3.Connection, change: Change) -> bool:
    key = change.key
    return key is not None and bool(connection.execute(_KNOWN, (change.row.id, key.key, key.caller)).fetchone())
