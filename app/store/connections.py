"""Connections of a worker to PostgreSQL: how they are made, when one is dropped, and when a commit is in doubt.

A commit that waits for a synchronous standby and is interrupted has taken effect on one server only. Whoever reads it
then reads what may be gone after the next failover. So what is read after an outcome became unknown, or a connection
was lost, is made as durable as a commit before it is told (`Connections.reading`); decision 0023.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, cast
from weakref import WeakSet

import asyncpg

from app.store.failures import POSTGRES, drops, translated
from app.store.health import RECONNECT, Health
from app.store.hosts import CONNECT_SECONDS, Dialer
from app.store.rows import PoolUse, Unavailable

COMMAND_SECONDS = 10.0
"""How long a statement may take."""

CONFIRM_SECONDS = 3.0
"""How long a reading may wait until it is durable what it shows."""

_SETTINGS = "; ".join(
    f"SET {name} = '{value}'"
    for name, value in {
        "lock_timeout": "500ms",  # a row that somebody else holds; see `batch.Batcher`
        "idle_in_transaction_session_timeout": "5s",  # a worker that is frozen or cut off holds rows no longer
        "tcp_keepalives_idle": "10",
        "tcp_keepalives_interval": "5",
        "tcp_keepalives_count": "3",
    }.items()
)
"""What a session is set to; behind a pooler in transaction mode its role has to be (docs/scaling.md)."""

# A transaction that writes this much to the log and nothing else: its commit waits for all that was committed before.
_CONFIRM = "SELECT pg_logical_emit_message(true, 'rollwright', '')"
_INTERRUPTED = "SyncRepWaitForLSN"
"""Where in PostgreSQL a commit is told that it did not wait for the standby to its end."""

PAUSE_SECONDS = 0.2
"""How soon the servers are asked again where none took it over."""

WATCH_SECONDS = 1.0
"""How often it is looked whether the server still answers, where another one may take over."""


class Connecting:
    """Makes connections to an address, set as they are to be."""

    def __init__(self, address: str, *, prepared: bool) -> None:
        self.dialer = Dialer(address)
        self._prepared = prepared

    async def __call__(self, **options: Any) -> asyncpg.Connection:
        """A connection; what asyncpg raises where there is none."""
        connection = await self.dialer.dial(
            command_timeout=COMMAND_SECONDS,
            statement_cache_size=100 if self._prepared else 0,
            server_settings={"application_name": "rollwright"},
            **options,
        )
        try:
            if self._prepared:
                await connection.execute(_SETTINGS)
        except BaseException:
            connection.terminate()
            raise
        return connection


async def _keep(_: Any) -> None:
    """Connections come back to the pool as they went: nothing here changes their settings."""


class Connections:
    """One connection that writes, and a pool of others. Made by `Connections.open`.

    `lost` is called when one of them has ended: what was known of the database may be so no longer.
    """

    def __init__(self, connect: Connecting) -> None:
        self._connect = connect
        self._pool: asyncpg.Pool
        self._writer: asyncpg.Connection | None = None
        self._interrupted: set[int] = set()  # processes of the server that have told so
        self._doubts = 1  # as a start is one: who wrote before may have been interrupted
        self._settled = 0
        self._closing = False
        self._made: WeakSet[asyncpg.Connection] = WeakSet()
        self._watch: asyncio.Task[None] | None = None
        self.lost: Callable[[], None] = lambda: None
        self.health = Health()

    @classmethod
    async def open(cls, connect: Connecting, size: int) -> "Connections":
        """Connections of which so many read; `Unavailable` if the database does not answer."""
        made = cls(connect)
        try:
            made._pool = await asyncpg.create_pool(
                min_size=1,
                max_size=size,
                reset=_keep,
                connect=cast(Any, made.connected),  # its stubs know no options
                max_inactive_connection_lifetime=0,
            )
        except POSTGRES as error:
            raise translated(error) from error
        if connect.dialer.several:
            made._watch = asyncio.create_task(made._watching())
        return made

    def use(self) -> PoolUse:
        """How busy the pool is."""
        size = self._pool.get_size()
        return PoolUse(size, size - self._pool.get_idle_size())

    async def close(self) -> None:
        """Let go of all of them."""
        self._closing = True
        if self._watch is not None:
            self._watch.cancel()
            await asyncio.wait([self._watch])
        if self._writer is not None:
            await self._writer.close(timeout=CONNECT_SECONDS)
        await self._pool.close()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Any]:
        """A connection of the pool; what was read on it is durable once this is left."""
        async with self._pooled() as connection:
            yield connection
            await self.settle(connection)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Any]:
        """A connection of the pool inside of a transaction, which is committed once this is left."""
        async with self._pooled() as connection, self._heeding(connection), connection.transaction():
            yield connection

    @asynccontextmanager
    async def writing(self, apart: bool = False) -> AsyncIterator[Any]:
        """The connection that writes, or one `apart` from it, for one statement that is a transaction of its own."""
        if apart:
            async with self._pooled() as connection, self._heeding(connection):
                yield connection
            return
        try:
            if self._writer is None or self._writer.is_closed():
                self._writer = await asyncio.wait_for(self.connected(), CONNECT_SECONDS)
                self._writer.add_log_listener(self._told)
            yield self._writer
            self._heed(self._writer)
            if self.health.lost:
                self.health.worked()
        except POSTGRES as error:
            if self._writer is not None and drops(error):
                self._writer.terminate()
                self._writer = None
            raise self._told_as(error) from error

    @asynccontextmanager
    async def _pooled(self) -> AsyncIterator[Any]:
        try:
            async with self._pool.acquire(timeout=CONNECT_SECONDS) as connection:
                try:
                    yield connection
                except POSTGRES as error:
                    if drops(error):
                        connection.terminate()
                    raise
            if self.health.lost:
                self.health.worked()
        except POSTGRES as error:
            raise self._told_as(error) from error

    def _told_as(self, error: Exception) -> Exception:
        told = translated(error)
        if type(told) is Unavailable:
            self.health.failed(error)
        return told

    @asynccontextmanager
    async def _heeding(self, connection: Any) -> AsyncIterator[None]:
        """Raise `Unavailable` where the server says meanwhile that a commit on it was interrupted."""
        listens = connection is self._writer  # it does so all the time
        if not listens:
            connection.add_log_listener(self._told)
        try:
            yield
        finally:
            if not listens and not connection.is_closed():
                connection.remove_log_listener(self._told)
        self._heed(connection)

    async def settle(self, connection: Any) -> None:
        """Where there is doubt, wait until what was read on this connection is durable.

        Where nothing can be written at present, what is there is shown as it is.
        """
        seen = self._doubts
        if seen == self._settled:
            return
        try:
            await self.confirm(connection)
        except (asyncpg.ReadOnlySQLTransactionError, asyncpg.DiskFullError):
            return
        self._settled = max(self._settled, seen)

    async def confirm(self, connection: Any) -> None:
        """Wait until everything that could be read before on this connection is as durable as a commit."""
        try:
            async with self._heeding(connection):
                await connection.execute(_CONFIRM, timeout=CONFIRM_SECONDS)
        except asyncpg.UndefinedFunctionError:
            return  # no PostgreSQL, but an engine on which no commit exists on one server alone

    async def connected(self, _: object = None, **options: Any) -> asyncpg.Connection:
        """One more connection, for who closes it."""
        connection = await self._connect(**options)
        connection.add_termination_listener(self._ended)
        self._made.add(connection)
        return connection

    async def _watching(self) -> None:
        """Leave a server that answers no more once another one has taken over; what waits for it would wait on."""
        dialer, connection = self._connect.dialer, None
        at = dialer.found
        while True:
            try:
                if connection is None:
                    connection = await dialer.dial(server_settings={"application_name": "rollwright"})
                    if dialer.found != at:
                        at = dialer.found
                        for each in list(self._made):
                            each.terminate()
                await asyncio.sleep(WATCH_SECONDS)
                await connection.execute("SELECT 1", timeout=WATCH_SECONDS)
            except POSTGRES:
                if connection is not None:
                    connection.terminate()
                    connection = None
                await asyncio.sleep(PAUSE_SECONDS)
            except asyncio.CancelledError:
                if connection is not None:
                    connection.terminate()
                raise

    def _ended(self, _: Any) -> None:
        if not self._closing:
            self.health.count(RECONNECT)
            self._doubts += 1
            self.lost()

    def _told(self, connection: Any, message: asyncpg.PostgresLogMessage) -> None:
        if getattr(message, "server_source_function", None) == _INTERRUPTED:
            self._interrupted.add(connection.get_server_pid())

    def _heed(self, connection: Any) -> None:
        """Take no commit for done whose waiting for the standby was interrupted."""
        if self._interrupted and (process := connection.get_server_pid()) in self._interrupted:
            self._interrupted.discard(process)
            self._doubts += 1
            raise Unavailable
