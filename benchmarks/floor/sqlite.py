"""The floor's writes on SQLite: one thread that writes in WAL mode, and every commit reaches the disk."""

import asyncio
import queue
import sqlite3
import threading
from collections.abc import Iterable, Sequence
from contextlib import closing
from itertools import chain
from typing import Any

from sqlalchemy import make_url

from benchmarks.floor.writes import MAX_BATCH, Move, Rows, StaleVersion, names, settle


class SqliteWriter:
    """See `writes.Writer`. Made inside the event loop that uses it."""

    def __init__(self, database: str, rows: Rows) -> None:
        self._path = str(make_url(database).database)
        self._rows = rows
        self._loop = asyncio.get_running_loop()
        self._moves: queue.SimpleQueue[Move | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    async def write(self, session: bytes, version: int) -> None:
        """See `writes.Writer.write`."""
        done = self._loop.create_future()
        self._moves.put(Move(session, version, done))
        await done

    async def close(self) -> None:
        """See `writes.Writer.close`."""
        self._moves.put(None)
        await asyncio.to_thread(self._thread.join)

    def _run(self) -> None:
        connection = sqlite3.connect(self._path, isolation_level=None, cached_statements=2 * MAX_BATCH)
        with closing(connection):
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            while batch := self._next_batch():
                error: Exception | None = None
                try:
                    self._commit(connection, batch)
                except Exception as failure:  # noqa: BLE001 - whatever went wrong, every request gets an answer
                    error = failure
                    if connection.in_transaction:
                        connection.execute("ROLLBACK")
                self._loop.call_soon_threadsafe(settle, batch, error)

    def _next_batch(self) -> list[Move]:
        """All that waits; nothing once the writer is closed."""
        batch = list[Move]()
        move = self._moves.get()
        while move is not None:
            batch.append(move)
            if len(batch) == MAX_BATCH:
                break
            try:
                move = self._moves.get_nowait()
            except queue.Empty:
                break
        else:
            if batch:
                self._moves.put(None)
        return batch

    def _commit(self, connection: sqlite3.Connection, batch: Sequence[Move]) -> None:
        """One statement for the same rows of all moves: the thread gives up the interpreter with every step of a
        statement, and has to wait for it again.
        """
        rows = self._rows
        opened = [move for move in batch if not move.version]
        moved = [move for move in batch if move.version]
        connection.execute("BEGIN IMMEDIATE")
        if opened:
            statement = _insert("sessions", rows.session_columns, len(opened))
            connection.execute(statement, _flat(map(rows.session, opened)))
        if moved:
            values = _flat((move.session, move.version, *rows.course(move)) for move in moved)
            if connection.execute(_update(rows.course_columns, len(moved)), values).rowcount != len(moved):
                raise StaleVersion
            statement = _insert("record", rows.entry_columns, len(moved))
            connection.execute(statement, _flat(map(rows.entry, moved)))
        connection.execute("COMMIT")


def _insert(table: str, columns: Sequence[str], count: int) -> str:
    """The statement that inserts so many rows."""
    return f"INSERT INTO {table} ({names(columns)}) VALUES {_marks(len(columns), count)}"  # noqa: S608 - of columns that the service made


def _update(course: Sequence[str], count: int) -> str:
    """The statement that brings so many sessions to new versions, if they are at those before."""
    assigned = ", ".join(f'"{column}" = moved.column{at}' for at, column in enumerate(course, 3))
    return (
        f"UPDATE sessions SET version = moved.column2, {assigned} "  # noqa: S608 - of columns that the service made
        f"FROM (VALUES {_marks(2 + len(course), count)}) AS moved "
        "WHERE sessions.id = moved.column1 AND sessions.version = moved.column2 - 1"
    )


def _marks(columns: int, count: int) -> str:
    row = f"({', '.join('?' * columns)})"
    return ", ".join([row] * count)


def _flat(rows: Iterable[Sequence[Any]]) -> list[Any]:
    return list(chain.from_iterable(rows))
