"""The production store: PostgreSQL through asyncpg, for any number of workers and machines.

What waits in one worker is committed together (`batch.Batcher`) by one statement on a connection of its own; reading
goes through a pool. Other workers are woken after the commit (`waking.Waking`).
"""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

import asyncpg

from app.store.batch import Batcher, again_if_contended, loaded
from app.store.commit import commit
from app.store.failures import POSTGRES, translated
from app.store.rows import (
    MOST_DELETED,
    SCHEMA,
    ApiKey,
    Change,
    Committed,
    EntryRow,
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
)
from app.store.statements import POSTGRES as SQL
from app.store.statements import numbered
from app.store.waking import Waking

CONNECT_SECONDS = 3.0
"""How long a request may wait for a connection."""

COMMAND_SECONDS = 10.0
"""How long a statement may take."""

POLL_SECONDS = 5.0
"""How often followed sessions are asked for though NOTIFY tells of them: what it carries may be lost."""

UNTOLD_SECONDS = 0.25
"""How often they are where nothing tells of them."""

# One statement is one snapshot: between two of them another worker may change both the session and its keys.
_LOAD = (
    f"SELECT {', '.join(f'sessions.{name}' for name in SessionRow._fields)}, "
    f"{', '.join(f'retries.{name}' for name in KeyRow._fields)} "
    "FROM unnest($1::bytea[], $2::bytea[]) AS asked(session, key) JOIN sessions ON sessions.id = asked.session "
    "LEFT JOIN retries ON retries.session_id = asked.session AND retries.key = asked.key"
)
_VERSIONS = "SELECT id, version, epoch FROM sessions WHERE id = ANY($1::bytea[])"


async def _keep(_: Any) -> None:
    """Connections come back to the pool as they went: nothing here changes their settings."""


class PostgresStore:
    """Sessions in a PostgreSQL database that has been migrated. Made by `open_store`."""

    def __init__(
        self,
        connect: Callable[[], Awaitable[asyncpg.Connection]],
        pool: asyncpg.Pool,
        connect_to_listen: Callable[[], Awaitable[asyncpg.Connection]] | None,
    ) -> None:
        self._connect = connect
        self._pool = pool
        self._connect_to_listen = connect_to_listen
        self._writer: asyncpg.Connection | None = None
        self._committed: Committed | None = None
        self._waking: Waking | None = None
        self.batcher = Batcher(self, self._tell)

    # --- the store ---

    async def create(
        self, row: SessionRow, opening: Opening | None, record: Sequence[EntryRow] = ()
    ) -> Opening | None:
        """See `Store.create`."""
        return await again_if_contended(lambda: self._create(row, opening, record))

    async def _create(self, row: SessionRow, opening: Opening | None, record: Sequence[EntryRow]) -> Opening | None:
        async with self._reader() as connection:
            async with connection.transaction():
                found = await _create(connection, row, opening)
                if found is None:
                    await connection.executemany(SQL.append.text, [(row.id, *entry) for entry in record])
            return found

    async def opened(self, key: bytes) -> bytes | None:
        """See `Store.opened`."""
        async with self._reader() as connection:
            row = await connection.fetchrow(SQL.opened.text, key)
        return Opening(*row).session if row else None

    async def session(self, session: bytes) -> SessionRow | None:
        """A session as stored last."""
        async with self._reader() as connection:
            row = await connection.fetchrow(SQL.session.text, session)
        return SessionRow(*row) if row else None

    def change(self, session: bytes, judge: Judge, key: bytes | None = None) -> asyncio.Future[Verdict | None]:
        """See `Store.change`."""
        return self.batcher.change(session, judge, key)

    def submit(self, job: Job) -> None:
        """See `Store.submit`."""
        self.batcher.submit(job)

    async def delete(self, session: bytes) -> bool:
        """See `Store.delete`."""
        return bool(await self._delete_first([session], None))

    async def delete_untouched(self, sessions: Sequence[bytes], untouched: Untouched) -> list[bytes]:
        """See `Store.delete_untouched`."""
        return await self._delete_first(
            sorted(sessions), untouched
        )  # in one order, or two workers might wait in a ring

    async def _delete_first(self, sessions: Sequence[bytes], untouched: Untouched | None) -> list[bytes]:
        deleted = await again_if_contended(lambda: self._delete(sessions, untouched))
        for session in sessions:
            self.batcher.forget(session)
        self._tell(deleted)
        return deleted

    async def _delete(self, sessions: Sequence[bytes], untouched: Untouched | None) -> list[bytes]:
        deleted, rows = [], 0
        async with self._reader() as connection, connection.transaction():
            for session in sessions:
                if rows >= MOST_DELETED:
                    break
                found = await connection.fetchrow(SQL.lock.text, session)
                if found is None or not (untouched is None or untouched.includes(*found)):
                    continue
                for statement in SQL.delete:
                    tag = await connection.execute(statement.text, session)
                    rows += int(tag.rpartition(" ")[2])
                deleted.append(session)
        return deleted

    async def record(self, session: bytes, after: int, limit: int) -> list[EntryRow]:
        """At most `limit` entries with versions above `after`, ascending."""
        async with self._reader() as connection:
            rows = await connection.fetch(
                SQL.record.text, *SQL.record.arguments(session=session, after=after, limit=limit)
            )
        return [EntryRow(*row) for row in rows]

    async def overdue(self, now: int, limit: int) -> list[bytes]:
        """Sessions whose deadline has passed, at most `limit`."""
        async with self._reader() as connection:
            rows = await connection.fetch(SQL.overdue.text, *SQL.overdue.arguments(now=now, limit=limit))
        return [row[0] for row in rows]

    async def bots_due(self, now: int, limit: int) -> list[bytes]:
        """See `Store.bots_due`."""
        async with self._reader() as connection:
            rows = await connection.fetch(SQL.bots_due.text, *SQL.bots_due.arguments(now=now, limit=limit))
        return [row[0] for row in rows]

    async def untouched(self, since: int, statuses: Sequence[str], limit: int) -> list[bytes]:
        """Sessions of these statuses that were last touched before `since`, at most `limit`."""
        query = SQL.untouched(len(statuses))
        async with self._reader() as connection:
            rows = await connection.fetch(
                query.text, *query.arguments(since=since, limit=limit, **numbered(statuses))
            )
        return [row[0] for row in rows]

    async def listed(self, after: bytes, limit: int) -> list[SessionRow]:
        """Sessions with ids above `after`, ascending, at most `limit`."""
        async with self._reader() as connection:
            rows = await connection.fetch(SQL.listed.text, *SQL.listed.arguments(after=after, limit=limit))
        return [SessionRow(*row) for row in rows]

    async def api_key(self, key: str) -> ApiKey | None:
        """The API key of that id."""
        async with self._reader() as connection:
            row = await connection.fetchrow(SQL.api_key.text, key)
        return ApiKey(*row) if row else None

    async def ready(self) -> bool:
        """Whether the database answers and has the schema of this version."""
        try:
            async with self._reader() as connection:
                return bool(await connection.fetchval(SQL.schema_version.text) == SCHEMA)
        except Unavailable:
            return False

    def pool_use(self) -> PoolUse:
        """How busy the pool is."""
        size = self._pool.get_size()
        return PoolUse(size, size - self._pool.get_idle_size())

    async def listen(self, committed: Committed) -> None:
        """See `Store.listen`."""
        self._committed = committed
        if self._connect_to_listen is not None:
            self._waking = Waking(self._connect_to_listen, committed)
            await self._waking.start()

    @property
    def poll_seconds(self) -> float:
        """See `Store.poll_seconds`."""
        return POLL_SECONDS if self._waking is not None and self._waking.listening else UNTOLD_SECONDS

    async def versions(self, sessions: Sequence[bytes]) -> Mapping[bytes, tuple[int, int]]:
        """See `Store.versions`."""
        async with self._reader() as connection:
            return {row[0]: (row[1], row[2]) for row in await connection.fetch(_VERSIONS, sessions)}

    async def close(self) -> None:
        """Finish what was begun and let go of every connection."""
        await self.batcher.finish()
        if self._waking is not None:
            await self._waking.stop()
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
        seated = [guarded.change for guarded in changes if guarded.change.seats_too]
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
                try:
                    yield connection
                except asyncpg.InternalClientError:
                    connection.terminate()  # nobody knows what it still waits for
                    raise
        except POSTGRES as error:
            raise translated(error) from error

    @asynccontextmanager
    async def _writing(self) -> AsyncIterator[asyncpg.Connection]:
        try:
            if self._writer is None or self._writer.is_closed():
                self._writer = await asyncio.wait_for(self._connect(), CONNECT_SECONDS)
            yield self._writer
        except POSTGRES as error:
            if self._writer is not None and not isinstance(error, asyncpg.TransactionRollbackError):
                self._writer.terminate()
                self._writer = None
            raise translated(error) from error

    def _tell(self, sessions: Sequence[bytes]) -> None:
        if self._committed is not None:
            self._committed(sessions)
        if self._waking is not None:
            self._waking.tell(sessions)


async def open_store(
    database: str, *, listen: bool, listen_database: str | None, pool: int, prepared_statements: bool
) -> PostgresStore:
    """A store on a `postgresql://` address, whose database has been migrated; `Unavailable` if it does not answer."""
    cache = 100 if prepared_statements else 0

    async def connect() -> asyncpg.Connection:
        return await asyncpg.connect(
            database, timeout=CONNECT_SECONDS, command_timeout=COMMAND_SECONDS, statement_cache_size=cache
        )

    async def connect_to_listen() -> asyncpg.Connection:
        return await asyncpg.connect(listen_database or database, timeout=CONNECT_SECONDS)

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
    except POSTGRES as error:
        raise translated(error) from error
    return PostgresStore(connect, readers, connect_to_listen if listen else None)


async def _create(connection: Any, row: SessionRow, opening: Opening | None) -> Opening | None:
    while opening is not None and not await connection.fetchval(SQL.open.text, *opening):
        found = await connection.fetchrow(SQL.opened.text, opening.key)
        if found is not None:  # else the session that it opened has been deleted meanwhile
            return Opening(*found)
    await connection.execute(SQL.create.text, *row)
    return None


async def _seat(connection: Any, change: Change) -> None:
    """Write what only changes of seats write, after the course of the session was."""
    row, again = change.row, change.reissued
    await connection.execute(SQL.seat.text, *SQL.seat.arguments(session=row.id, **row._asdict()))
    if again is not None:
        values = SQL.reissue.arguments(session=row.id, issued=again.issued, used=again.key, whose=again.caller)
        await connection.execute(SQL.reissue.text, *values)
