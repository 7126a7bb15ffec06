"""The embedded store: SQLite in WAL mode, one writer thread, readers beside it.

What waits for the writer is committed together (group commit): each change is judged on the session as it is inside
the transaction, and every answer leaves after the durable commit.
"""

import asyncio
import queue
import sqlite3
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from app.store.rows import EntryRow, Full, Judge, SessionRow, Unavailable

MAX_BATCH = 256
READERS = 2

_SESSION_COLUMNS = ", ".join(SessionRow._fields)
_ENTRY_COLUMNS = ", ".join(EntryRow._fields)
_SESSION = f"SELECT {_SESSION_COLUMNS} FROM sessions WHERE id = ?"
_CREATE = f"INSERT INTO sessions ({_SESSION_COLUMNS}) VALUES ({', '.join('?' * len(SessionRow._fields))})"
_UPDATE = "UPDATE sessions SET updated_at = ?, status = ?, throws = ?, state = ?, version = ? WHERE id = ?"
_APPEND = f"INSERT INTO record (session_id, {_ENTRY_COLUMNS}) VALUES (?, {', '.join('?' * len(EntryRow._fields))})"
_RECORD = f"SELECT {_ENTRY_COLUMNS} FROM record WHERE session_id = ? AND version > ? ORDER BY version LIMIT ?"

T = TypeVar("T")


class _Job(NamedTuple):
    """Something to do inside a writing transaction; refuses by raising before it writes anything."""

    run: Callable[[sqlite3.Connection], Any]
    future: asyncio.Future[Any]


def connect(path: Path, busy_seconds: float) -> sqlite3.Connection:
    """A connection without implicit transactions, waiting for others as long as told, with durable commits."""
    connection = sqlite3.connect(path, timeout=busy_seconds, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    return connection


class SqliteStore:
    """Sessions in one SQLite file that has been migrated. Made inside the event loop that uses it."""

    def __init__(self, path: Path, busy_seconds: float) -> None:
        self._path = path
        self._busy_seconds = busy_seconds
        self._loop = asyncio.get_running_loop()
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._local = threading.local()
        self._opened: list[sqlite3.Connection] = []
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="sqlite-reader")
        self._writer = threading.Thread(target=self._write, name="sqlite-writer", daemon=True)
        self._writer.start()

    async def create(self, row: SessionRow) -> None:
        """Store a new session."""
        await self._submit(lambda connection: connection.execute(_CREATE, row))

    async def session(self, session: bytes) -> SessionRow | None:
        """A session as stored last."""
        return await self._read(lambda connection: _session(connection, session))

    async def change(self, session: bytes, judge: Judge) -> SessionRow | None:
        """See `Store.change`."""

        def run(connection: sqlite3.Connection) -> SessionRow | None:
            row = _session(connection, session)
            if row is None:
                return None
            change = judge(row)
            after = change.applied_to(row)
            connection.execute(
                _UPDATE, (after.updated_at, after.status, after.throws, after.state, after.version, session)
            )
            connection.execute(_APPEND, (session, *change.entry))
            return after

        changed: SessionRow | None = await self._submit(run)
        return changed

    async def record(self, session: bytes, after: int, limit: int) -> list[EntryRow]:
        """At most `limit` entries with versions above `after`, ascending."""
        rows = await self._read(lambda connection: connection.execute(_RECORD, (session, after, limit)).fetchall())
        return [EntryRow(*row) for row in rows]

    async def ready(self) -> bool:
        """Whether the file can be read and holds the tables."""
        try:
            await self._read(lambda connection: connection.execute("SELECT 1 FROM sessions LIMIT 1").fetchall())
        except Unavailable:
            return False
        return True

    async def close(self) -> None:
        """Commit what was accepted for writing, then close every connection."""
        self._jobs.put(None)
        await asyncio.to_thread(self._writer.join)
        await asyncio.to_thread(self._readers.shutdown)
        for connection in self._opened:
            connection.close()

    async def _submit(self, run: Callable[[sqlite3.Connection], Any]) -> Any:
        job = _Job(run, self._loop.create_future())
        self._jobs.put(job)
        return await job.future

    async def _read(self, query: Callable[[sqlite3.Connection], T]) -> T:
        return await self._loop.run_in_executor(self._readers, self._on_reader, query)

    def _on_reader(self, query: Callable[[sqlite3.Connection], T]) -> T:
        try:
            if not hasattr(self._local, "connection"):
                self._local.connection = connect(self._path, self._busy_seconds)
                self._opened.append(self._local.connection)
            return query(self._local.connection)
        except sqlite3.Error as error:
            raise _translated(error) from error

    def _write(self) -> None:
        connection: sqlite3.Connection | None = None
        going_on = True
        while going_on:
            batch, going_on = self._next_batch()
            if not batch:
                continue
            answers: Sequence[Any]
            try:
                connection = connection or connect(self._path, self._busy_seconds)
                answers = _commit(connection, batch)
            except sqlite3.Error as error:
                answers = [_translated(error)] * len(batch)
            self._loop.call_soon_threadsafe(_deliver, batch, answers)
        if connection is not None:
            connection.close()

    def _next_batch(self) -> tuple[list[_Job], bool]:
        """Wait for a job and take what waits with it; False once the store is being closed."""
        batch: list[_Job] = []
        job = self._jobs.get()
        while job is not None:
            batch.append(job)
            if len(batch) == MAX_BATCH:
                return batch, True
            try:
                job = self._jobs.get_nowait()
            except queue.Empty:
                return batch, True
        return batch, False


def _session(connection: sqlite3.Connection, session: bytes) -> SessionRow | None:
    row = connection.execute(_SESSION, (session,)).fetchone()
    return SessionRow(*row) if row else None


def _commit(connection: sqlite3.Connection, batch: Sequence[_Job]) -> list[Any]:
    """Run the jobs in one transaction; the answers (results or refusals) are good once this returns."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        answers = [_run(connection, job) for job in batch]
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    return answers


def _run(connection: sqlite3.Connection, job: _Job) -> Any:
    try:
        return job.run(connection)
    except sqlite3.Error:
        raise  # the transaction is broken for the whole batch
    except Exception as refusal:  # noqa: BLE001 - each job has its own verdict, whatever it is
        return refusal


def _deliver(batch: Sequence[_Job], answers: Sequence[Any]) -> None:
    for job, answer in zip(batch, answers, strict=True):
        if job.future.done():  # its request was cancelled meanwhile
            continue
        if isinstance(answer, Exception):
            job.future.set_exception(answer)
        else:
            job.future.set_result(answer)


def _translated(error: sqlite3.Error) -> Exception:
    full = getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL
    return Full() if full else Unavailable()
