"""The production store: PostgreSQL through asyncpg, for any number of workers and machines.

What waits in one worker is committed together (`batch.Batcher`) by one statement on a connection of its own; reading
goes through a pool. Other workers are woken by NOTIFY, which carries ids only: the tables are the truth.
"""

import asyncio
import base64
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any, TypeVar

import asyncpg

from app.store.batch import Batcher, Loaded, loaded
from app.store.commit import CHANNEL, commit
from app.store.rows import (
    SCHEMA,
    ApiKey,
    Change,
    Committed,
    EntryRow,
    Full,
    Guarded,
    Job,
    Judge,
    KeyRow,
    Opening,
    PoolUse,
    SessionRow,
    Unavailable,
)

CONNECT_SECONDS = 3.0
"""How long a request may wait for a connection."""

COMMAND_SECONDS = 10.0
"""How long a statement may take."""

LISTEN_SECONDS = 15.0
"""How often the LISTEN connection is tried, so that one that is broken without a word is noticed."""

RECONNECT_SECONDS = 0.5
"""How soon a lost LISTEN connection is tried again."""

_SESSION_COLUMNS = ", ".join(SessionRow._fields)
_ENTRY_COLUMNS = ", ".join(EntryRow._fields)
_SESSION = f"SELECT {_SESSION_COLUMNS} FROM sessions WHERE id = $1"
_VALUES = ", ".join(f"${number}" for number in range(1, len(SessionRow._fields) + 1))
_CREATE = f"INSERT INTO sessions ({_SESSION_COLUMNS}) VALUES ({_VALUES})"
_CREATE_ONCE = f"""
WITH opened AS (
    INSERT INTO openings (key, fingerprint, session)
    VALUES (${len(SessionRow._fields) + 1}, ${len(SessionRow._fields) + 2}, ${len(SessionRow._fields) + 3})
    ON CONFLICT DO NOTHING RETURNING key
)
INSERT INTO sessions ({_SESSION_COLUMNS}) SELECT {_VALUES} FROM opened RETURNING id
"""
_APPEND = (
    f"INSERT INTO record (session_id, {_ENTRY_COLUMNS}) "
    f"VALUES ({', '.join(f'${number}' for number in range(1, len(EntryRow._fields) + 2))})"
)
_OPENED = "SELECT key, fingerprint, session FROM openings WHERE key = $1"
# One statement is one snapshot: between two of them another worker may change both the session and its keys.
_LOAD = (
    f"SELECT {', '.join(f'sessions.{name}' for name in SessionRow._fields)}, "
    f"{', '.join(f'retries.{name}' for name in KeyRow._fields)} "
    "FROM unnest($1::bytea[], $2::bytea[]) AS asked(session, key) JOIN sessions ON sessions.id = asked.session "
    "LEFT JOIN retries ON retries.session_id = asked.session AND retries.key = asked.key"
)
_RECORD = f"SELECT {_ENTRY_COLUMNS} FROM record WHERE session_id = $1 AND version > $2 ORDER BY version LIMIT $3"
_NOTIFY = f"SELECT pg_notify('{CHANNEL}', $1)"
_SEAT = (
    "UPDATE sessions SET names = $2, tokens = $3, invitations = $4, seeds = $5, epoch = $6, issued = $7 WHERE id = $1"
)
_REISSUE = "UPDATE retries SET issued = $4 WHERE session_id = $1 AND key = $2 AND caller = $3"
_DELETE = (
    "DELETE FROM openings WHERE key = (SELECT opening_key FROM sessions WHERE id = $1)",
    "DELETE FROM record WHERE session_id = $1",
    "DELETE FROM retries WHERE session_id = $1",
)

T = TypeVar("T")


async def _keep(_: Any) -> None:
    """Connections come back to the pool as they went: nothing here changes their settings."""


class PostgresStore:
    """Sessions in a PostgreSQL database that has been migrated. Made by `open_store`."""

    def __init__(self, connect: Callable[[], Awaitable[asyncpg.Connection]], pool: asyncpg.Pool, listen: str) -> None:
        self._connect = connect
        self._pool = pool
        self._listen_database = listen
        self._loop = asyncio.get_running_loop()
        self._writer: asyncpg.Connection | None = None
        self._committed: Committed | None = None
        self._listener: asyncio.Task[None] | None = None
        self.batcher = Batcher(self, self._tell)

    # --- the store ---

    async def create(
        self, row: SessionRow, opening: Opening | None, record: Sequence[EntryRow] = ()
    ) -> Opening | None:
        """See `Store.create`."""
        async with self._reader() as connection:
            if not record:
                return await _create(connection, row, opening)
            async with connection.transaction():
                found = await _create(connection, row, opening)
                if found is None:
                    await connection.executemany(_APPEND, [(row.id, *entry) for entry in record])
            return found

    async def session(self, session: bytes) -> SessionRow | None:
        """A session as stored last."""
        async with self._reader() as connection:
            row = await connection.fetchrow(_SESSION, session)
        return SessionRow(*row) if row else None

    def change(self, session: bytes, judge: Judge, key: bytes | None = None) -> asyncio.Future[SessionRow | None]:
        """See `Store.change`."""
        return self.batcher.change(session, judge, key)

    def submit(self, job: Job) -> None:
        """See `Store.submit`."""
        self.batcher.submit(job)

    async def delete(self, session: bytes) -> bool:
        """Delete a session with all that belongs to it; False if there is none."""
        async with self._reader() as connection, connection.transaction():
            deleted = await connection.fetchval("SELECT id FROM sessions WHERE id = $1 FOR UPDATE", session)
            for statement in _DELETE:
                await connection.execute(statement, session)
            await connection.execute("DELETE FROM sessions WHERE id = $1", session)
            await connection.execute(_NOTIFY, base64.b64encode(session).decode())
        self.batcher.forget(session)
        self._tell([session])
        return deleted is not None

    async def record(self, session: bytes, after: int, limit: int) -> list[EntryRow]:
        """At most `limit` entries with versions above `after`, ascending."""
        async with self._reader() as connection:
            rows = await connection.fetch(_RECORD, session, after, limit)
        return [EntryRow(*row) for row in rows]

    async def overdue(self, now: int, limit: int) -> list[bytes]:
        """Sessions whose deadline has passed, at most `limit`."""
        query = "SELECT id FROM sessions WHERE deadline IS NOT NULL AND deadline < $1 ORDER BY deadline LIMIT $2"
        async with self._reader() as connection:
            return [row[0] for row in await connection.fetch(query, now, limit)]

    async def untouched(self, since: int, statuses: Sequence[str], limit: int) -> list[bytes]:
        """Sessions of these statuses that were last touched before `since`, at most `limit`."""
        query = "SELECT id FROM sessions WHERE updated_at < $1 AND status = ANY($2::text[]) LIMIT $3"
        async with self._reader() as connection:
            return [row[0] for row in await connection.fetch(query, since, list(statuses), limit)]

    async def listed(self, after: bytes, limit: int) -> list[SessionRow]:
        """Sessions with ids above `after`, ascending, at most `limit`."""
        query = f"SELECT {_SESSION_COLUMNS} FROM sessions WHERE id > $1 ORDER BY id LIMIT $2"
        async with self._reader() as connection:
            return [SessionRow(*row) for row in await connection.fetch(query, after, limit)]

    async def api_key(self, key: str) -> ApiKey | None:
        """The API key of that id."""
        query = f"SELECT {', '.join(ApiKey._fields)} FROM api_keys WHERE id = $1"
        async with self._reader() as connection:
            row = await connection.fetchrow(query, key)
        return ApiKey(*row) if row else None

    async def ready(self) -> bool:
        """Whether the database answers and has the schema of this version."""
        try:
            async with self._reader() as connection:
                return bool(await connection.fetchval("SELECT version_num FROM alembic_version") == SCHEMA)
        except (Unavailable, asyncpg.UndefinedTableError):
            return False

    def pool_use(self) -> PoolUse:
        """How busy the pool is."""
        size = self._pool.get_size()
        return PoolUse(size, size - self._pool.get_idle_size())

    async def listen(self, committed: Committed) -> None:
        """See `Store.listen`. After the connection was lost and made again, everything may have changed."""
        self._committed = committed
        started = asyncio.Event()
        self._listener = self._loop.create_task(self._keep_listening(started))
        await started.wait()

    async def close(self) -> None:
        """Finish what was begun and let go of every connection."""
        if self._listener is not None:
            self._listener.cancel()
            await asyncio.wait([self._listener])
        await self.batcher.finish()
        if self._writer is not None:
            await self._writer.close(timeout=CONNECT_SECONDS)
        await self._pool.close()

    # --- the backend of the batcher ---

    async def load(self, wanted: Sequence[tuple[bytes, bytes | None]]) -> list[Loaded | None]:
        """See `Backend.load`."""
        found: dict[bytes, list[Sequence[Any]]] = defaultdict(list)
        async with self._writing() as connection:
            for row in await connection.fetch(_LOAD, *map(list, zip(*wanted, strict=True))):
                found[row[0]].append(tuple(row))
        return [loaded(found[session]) for session, _ in wanted]

    async def write(self, changes: Sequence[Guarded]) -> list[bool]:
        """See `Backend.write`. Sessions are locked in the order of their ids, so that workers do not deadlock."""
        statement, columns = commit(sorted(changes, key=lambda guarded: guarded.change.row.id))
        seated = [guarded.change for guarded in changes if guarded.change.seated]
        async with self._writing() as connection:
            if not seated:
                written = set(await connection.fetchval(statement, *columns) or ())
            else:
                async with connection.transaction():
                    written = set(await connection.fetchval(statement, *columns) or ())
                    for change in seated:
                        if change.row.id in written:
                            await _seat(connection, change)
        return [guarded.change.row.id in written for guarded in changes]

    # --- connections ---

    @asynccontextmanager
    async def _reader(self) -> AsyncIterator[Any]:
        try:
            async with self._pool.acquire(timeout=CONNECT_SECONDS) as connection:
                yield connection
        except _FAILURES as error:
            raise _translated(error) from error

    @asynccontextmanager
    async def _writing(self) -> AsyncIterator[asyncpg.Connection]:
        try:
            if self._writer is None or self._writer.is_closed():
                self._writer = await asyncio.wait_for(self._connect(), CONNECT_SECONDS)
            yield self._writer
        except _FAILURES as error:
            if self._writer is not None and not isinstance(error, asyncpg.TransactionRollbackError):
                self._writer.terminate()
                self._writer = None
            raise _translated(error) from error

    def _tell(self, sessions: Sequence[bytes]) -> None:
        if self._committed is not None:
            self._committed(sessions)

    async def _keep_listening(self, started: asyncio.Event) -> None:
        while True:
            connection: asyncpg.Connection | None = None
            lost = asyncio.Event()
            try:
                connection = await asyncpg.connect(self._listen_database, timeout=CONNECT_SECONDS)
                connection.add_termination_listener(lambda _, lost=lost: lost.set())
                await connection.add_listener(CHANNEL, self._notified)
                if started.is_set() and self._committed is not None:
                    self._committed(None)
                started.set()
                while not lost.is_set():
                    with suppress(TimeoutError):
                        await asyncio.wait_for(lost.wait(), LISTEN_SECONDS)
                    if not lost.is_set():  # a connection that is half open says nothing by itself
                        await connection.execute("SELECT 1", timeout=CONNECT_SECONDS)
            except _FAILURES:
                started.set()
            finally:
                if connection is not None and not connection.is_closed():
                    connection.terminate()
            await asyncio.sleep(RECONNECT_SECONDS)

    def _notified(self, _: Any, sender: int, __: str, payload: object) -> None:
        if self._writer is not None and not self._writer.is_closed() and sender == self._writer.get_server_pid():
            return  # told already
        text = str(payload)
        self._tell([base64.b64decode(text[at : at + 24]) for at in range(0, len(text), 24)])


async def open_store(
    database: str, *, listen_database: str | None, pool: int, prepared_statements: bool
) -> PostgresStore:
    """A store on a `postgresql://` address, whose database has been migrated; `Unavailable` if it does not answer."""
    cache = 100 if prepared_statements else 0

    async def connect() -> asyncpg.Connection:
        return await asyncpg.connect(
            database, timeout=CONNECT_SECONDS, command_timeout=COMMAND_SECONDS, statement_cache_size=cache
        )

    try:
        readers = await asyncpg.create_pool(
            database,
            min_size=1,
            max_size=pool,
            reset=_keep,
            timeout=CONNECT_SECONDS,
            command_timeout=COMMAND_SECONDS,
            statement_cache_size=cache,
        )
    except _FAILURES as error:
        raise _translated(error) from error
    return PostgresStore(connect, readers, listen_database or database)


_FAILURES = (OSError, TimeoutError, asyncpg.InterfaceError, asyncpg.PostgresError)
_TRANSIENT = ("08", "40", "53", "55", "57")  # SQLSTATE classes: connection, rollback, resources, not ready, operator


def _translated(error: Exception) -> Exception:
    """What the caller is told; an error that comes from a mistake of ours stays what it is."""
    if isinstance(error, asyncpg.DiskFullError):
        return Full()
    if isinstance(error, asyncpg.PostgresError) and (error.sqlstate or "")[:2] not in _TRANSIENT:
        return error
    return Unavailable()


async def _create(connection: Any, row: SessionRow, opening: Opening | None) -> Opening | None:
    if opening is None:
        await connection.execute(_CREATE, *row)
        return None
    while not await connection.fetchval(_CREATE_ONCE, *row, *opening):
        found = await connection.fetchrow(_OPENED, opening.key)
        if found is not None:  # else the session that it opened has been deleted meanwhile
            return Opening(*found)
    return None


async def _seat(connection: Any, change: Change) -> None:
    """Write what only changes of seats write, after the course of the session was."""
    row, again = change.row, change.reissued
    await connection.execute(_SEAT, row.id, row.names, row.tokens, row.invitations, row.seeds, row.epoch, row.issued)
    if again is not None:
        await connection.execute(_REISSUE, row.id, again.key, again.caller, again.issued)
