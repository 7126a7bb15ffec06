"""The production store: PostgreSQL through asyncpg, for any number of workers and machines.

What waits in one worker is committed together (`batch.Batcher`) by one statement on a connection of its own; reading
goes through a pool. Other workers are woken after the commit (`waking.Waking`).
"""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, TypeVar

import asyncpg

from app.store.batch import Batcher, loaded
from app.store.commit import commit
from app.store.connections import Connecting, Connections
from app.store.rows import (
    FULL,
    MOST_DELETED,
    OTHER_SCHEMA,
    SCHEMA,
    UNREACHABLE,
    ApiKey,
    Check,
    Committed,
    Contended,
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

POLL_SECONDS = 5.0
"""How often followed sessions are asked for though NOTIFY tells of them: what it carries may be lost."""

UNTOLD_SECONDS = 0.25
"""How often they are where nothing tells of them."""

CONTENDED_ATTEMPTS = 10
"""How often a transaction that stands alone is tried."""

# One statement is one snapshot: between two of them another worker may change both the session and its keys.
_LOAD = (
    f"SELECT {', '.join(f'sessions.{name}' for name in SessionRow._fields)}, "
    f"{', '.join(f'retries.{name}' for name in KeyRow._fields)}, sessions.tag "
    "FROM unnest($1::bytea[], $2::bytea[]) AS asked(session, key) JOIN sessions ON sessions.id = asked.session "
    "LEFT JOIN retries ON retries.session_id = asked.session AND retries.key = asked.key"
)
_FREE = "SELECT id FROM sessions WHERE id = ANY($1::bytea[]) FOR UPDATE SKIP LOCKED"
_READY = (
    "SELECT version_num, pg_is_in_recovery(), current_setting('transaction_read_only'), current_setting('fsync'), "
    "current_setting('synchronous_commit') FROM alembic_version"
)
_VERSIONS = "SELECT id, version, epoch FROM sessions WHERE id = ANY($1::bytea[])"


T = TypeVar("T")


async def _again_if_contended(work: Callable[[], Awaitable[T]]) -> T:
    """What `work` gives, which is one transaction, tried again where it was given up for others'."""
    for _ in range(CONTENDED_ATTEMPTS - 1):
        try:
            return await work()
        except Contended:
            await asyncio.sleep(0)
    return await work()


class PostgresStore:
    """Sessions in a PostgreSQL database that has been migrated. Made by `open_store`."""

    def __init__(
        self, connections: Connections, connect_to_listen: Callable[[], Awaitable[asyncpg.Connection]] | None
    ) -> None:
        self._connections = connections
        self._connect_to_listen = connect_to_listen
        self._committed: Committed | None = None
        self._waking: Waking | None = None
        self.batcher = Batcher(self, self._tell)
        self.health = connections.health
        self.batcher.failed = self.health.count
        connections.lost = self.batcher.forget_all

    # --- the store ---

    async def create(
        self, row: SessionRow, opening: Opening | None, record: Sequence[EntryRow] = ()
    ) -> Opening | None:
        """See `Store.create`."""
        before = await _again_if_contended(lambda: self._create(row, opening, record))
        if before is None:
            self.batcher.begin(row)
        return before

    async def _create(self, row: SessionRow, opening: Opening | None, record: Sequence[EntryRow]) -> Opening | None:
        async with self._connections.transaction() as connection:
            found = await _create(connection, row, opening)
            if found is None:
                await connection.executemany(SQL.append.text, [(row.id, *entry) for entry in record])
            return found

    async def opened(self, key: bytes) -> bytes | None:
        """See `Store.opened`."""
        async with self._connections.reading() as connection:
            row = await connection.fetchrow(SQL.opened.text, key)
        return Opening(*row).session if row else None

    async def session(self, session: bytes) -> SessionRow | None:
        """A session as stored last."""
        async with self._connections.reading() as connection:
            row = await connection.fetchrow(SQL.session.text, session)
        return SessionRow(*row) if row else None

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
        return bool(await self._delete_first([session], None))

    async def delete_untouched(self, sessions: Sequence[bytes], untouched: Untouched) -> list[bytes]:
        """See `Store.delete_untouched`."""
        return await self._delete_first(
            sorted(sessions), untouched
        )  # in one order, or two workers might wait in a ring

    async def _delete_first(self, sessions: Sequence[bytes], untouched: Untouched | None) -> list[bytes]:
        deleted = await _again_if_contended(lambda: self._delete(sessions, untouched))
        for session in sessions:
            self.batcher.forget(session)
        self._tell(deleted)
        return deleted

    async def _delete(self, sessions: Sequence[bytes], untouched: Untouched | None) -> list[bytes]:
        deleted, rows = [], 0
        async with self._connections.transaction() as connection:
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
        async with self._connections.reading() as connection:
            rows = await connection.fetch(
                SQL.record.text, *SQL.record.arguments(session=session, after=after, limit=limit)
            )
        return [EntryRow(*row) for row in rows]

    async def overdue(self, now: int, limit: int) -> list[bytes]:
        """Sessions whose deadline has passed, at most `limit`."""
        async with self._connections.reading() as connection:
            rows = await connection.fetch(SQL.overdue.text, *SQL.overdue.arguments(now=now, limit=limit))
        return [row[0] for row in rows]

    async def bots_due(self, now: int, limit: int) -> list[bytes]:
        """See `Store.bots_due`."""
        async with self._connections.reading() as connection:
            rows = await connection.fetch(SQL.bots_due.text, *SQL.bots_due.arguments(now=now, limit=limit))
        return [row[0] for row in rows]

    async def untouched(self, since: int, statuses: Sequence[str], limit: int) -> list[bytes]:
        """Sessions of these statuses that were last touched before `since`, at most `limit`."""
        query = SQL.untouched(len(statuses))
        async with self._connections.reading() as connection:
            rows = await connection.fetch(
                query.text, *query.arguments(since=since, limit=limit, **numbered(statuses))
            )
        return [row[0] for row in rows]

    async def listed(self, after: bytes, limit: int) -> list[SessionRow]:
        """Sessions with ids above `after`, ascending, at most `limit`."""
        async with self._connections.reading() as connection:
            rows = await connection.fetch(SQL.listed.text, *SQL.listed.arguments(after=after, limit=limit))
        return [SessionRow(*row) for row in rows]

    async def api_key(self, key: str) -> ApiKey | None:
        """The API key of that id."""
        async with self._connections.reading() as connection:
            row = await connection.fetchrow(SQL.api_key.text, key)
        return ApiKey(*row) if row else None

    async def ready(self) -> Check:
        """See `Store.ready`."""
        try:
            async with self._connections.reading() as connection:
                found = await connection.fetchrow(_READY)
        except Unavailable:
            return UNREACHABLE
        if found is None or found[0] != SCHEMA:
            return OTHER_SCHEMA
        _, standby, read_only, fsync, durable = found
        if standby:
            return Check("The database is a standby, which takes no writes.")
        if read_only == "on":
            return Check("The database is read-only.")
        off = {"fsync-off": fsync == "off", "synchronous-commit-off": durable == "off", FULL: self.batcher.full}
        return Check(None, tuple(code for code, is_so in off.items() if is_so))

    def pool_use(self) -> PoolUse:
        """How busy the pool is."""
        return self._connections.use()

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
        async with self._connections.reading() as connection:
            return {row[0]: (row[1], row[2]) for row in await connection.fetch(_VERSIONS, sessions)}

    async def close(self) -> None:
        """Finish what was begun and let go of every connection."""
        await self.batcher.finish()
        if self._waking is not None:
            await self._waking.stop()
        await self._connections.close()

    # --- the backend of the batcher ---

    async def load(self, wanted: Sequence[tuple[bytes, bytes | None]], apart: bool = False) -> list[Loaded | None]:
        """See `Backend.load`."""
        found: dict[bytes, list[Sequence[Any]]] = defaultdict(list)
        async with self._connections.writing(apart) as connection:
            for row in await connection.fetch(_LOAD, *map(list, zip(*wanted, strict=True))):
                found[row[0]].append(tuple(row))
            await self._connections.settle(connection)
        return [loaded(found[session]) for session, _ in wanted]

    async def write(self, changes: Sequence[Guarded], tag: int, apart: bool = False) -> list[bool]:
        """See `Backend.write`. Sessions are locked in the order of their ids, so that workers do not deadlock."""
        statement, values = commit(sorted(changes, key=lambda guarded: guarded.change.row.id), tag)
        async with self._connections.writing(apart) as connection:
            written = set(await connection.fetchval(statement, *values) or ())
        return [guarded.change.row.id in written for guarded in changes]

    async def held(self, sessions: Sequence[bytes]) -> set[bytes]:
        """See `Backend.held`."""
        async with self._connections.writing(apart=True) as connection:
            trying = connection.transaction()
            await trying.start()
            try:
                free = await connection.fetch(_FREE, sessions)
            finally:
                await trying.rollback()  # a commit would wait for disk and standby
        return set(sessions) - {row[0] for row in free}

    async def confirm(self) -> None:
        """See `Backend.confirm`."""
        async with self._connections.writing(apart=True) as connection:
            await self._connections.confirm(connection)

    def _tell(self, sessions: Sequence[bytes]) -> None:
        if self._committed is not None:
            self._committed(sessions)
        if self._waking is not None:
            self._waking.tell(sessions)


async def open_store(
    database: str, *, listen: bool, listen_database: str | None, pool: int, prepared_statements: bool
) -> PostgresStore:
    """A store on a `postgresql://` address, whose database has been migrated; `Unavailable` if it does not answer."""
    connections = await Connections.open(Connecting(database, prepared=prepared_statements), pool)
    direct = connections.connected if listen_database is None else Connecting(listen_database, prepared=True)
    return PostgresStore(connections, direct if listen else None)


async def _create(connection: Any, row: SessionRow, opening: Opening | None) -> Opening | None:
    while opening is not None and not await connection.fetchval(SQL.open.text, *opening):
        found = await connection.fetchrow(SQL.opened.text, opening.key)
        if found is not None:  # else the session that it opened has been deleted meanwhile
            return Opening(*found)
    await connection.execute(SQL.create.text, *row)
    return None
