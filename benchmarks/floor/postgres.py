"""The floor's writes on PostgreSQL: one connection, and one statement for all moves that wait."""

import asyncio
from collections.abc import Sequence

import asyncpg

from benchmarks.floor.writes import MAX_BATCH, Move, Rows, StaleVersion, names, settle


class PostgresWriter:
    """See `writes.Writer`. Made inside the event loop that uses it."""

    def __init__(self, database: str, rows: Rows) -> None:
        self._database = database
        self._rows = rows
        self._loop = asyncio.get_running_loop()
        self._waiting: list[Move] = []
        self._task: asyncio.Task[None] | None = None
        self._connection: asyncpg.Connection | None = None
        self._insert = ""
        self._move = ""

    async def write(self, session: bytes, version: int) -> None:
        """See `writes.Writer.write`."""
        done = self._loop.create_future()
        self._waiting.append(Move(session, version, done))
        if self._task is None:
            self._task = self._loop.create_task(self._run())
        await done

    async def close(self) -> None:
        """See `writes.Writer.close`."""
        if self._connection is not None:
            await self._connection.close()

    async def _run(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting[:MAX_BATCH], self._waiting[MAX_BATCH:]
            error: Exception | None = None
            try:
                if self._connection is None or self._connection.is_closed():
                    self._connection = await self._connect()
                await self._commit(self._connection, batch)
            except Exception as failure:  # noqa: BLE001 - whatever went wrong, every request gets an answer
                error = failure
            settle(batch, error)
        self._task = None

    async def _commit(self, connection: asyncpg.Connection, batch: Sequence[Move]) -> None:
        rows = self._rows
        if opened := [rows.session(move) for move in batch if not move.version]:
            await connection.executemany(self._insert, opened)
        if moved := [(*rows.entry(move), *rows.course(move)) for move in batch if move.version]:
            written = await connection.fetch(self._move, *zip(*moved, strict=True))
            if len(written) != len(moved):
                raise StaleVersion

    async def _connect(self) -> asyncpg.Connection:
        """A connection; the statements for it, since arrays need the types of their columns."""
        rows = self._rows
        connection = await asyncpg.connect(self._database)
        attributes = await connection.fetch(
            "SELECT attrelid = 'record'::regclass, attname, format_type(atttypid, atttypmod) FROM pg_attribute "
            "WHERE attnum > 0 AND attrelid IN ('record'::regclass, 'sessions'::regclass)"
        )
        types = {(bool(of_record), str(name)): str(kind) for of_record, name, kind in attributes}
        kinds = [types[True, column] for column in rows.entry_columns]
        kinds += [types[False, column] for column in rows.course_columns]
        arrays = ", ".join(f"${at}::{kind}[]" for at, kind in enumerate(kinds, 1))
        entry = names(rows.entry_columns)
        course = [f"new_{column}" for column in rows.course_columns]
        assigned = ", ".join(f'"{column}" = asked.new_{column}' for column in rows.course_columns)
        self._move = f"""
            WITH asked AS (
                SELECT * FROM unnest({arrays}) AS asked ({entry}, {names(course)})
            ), moved AS (
                UPDATE sessions SET version = asked.version, {assigned} FROM asked
                WHERE sessions.id = asked.session_id AND sessions.version = asked.version - 1 RETURNING sessions.id
            )
            INSERT INTO record ({entry}) SELECT {entry} FROM asked JOIN moved ON moved.id = asked.session_id
            RETURNING session_id
        """  # noqa: S608 - of columns that the service made
        marks = ", ".join(f"${at}" for at in range(1, len(rows.session_columns) + 1))
        self._insert = f"INSERT INTO sessions ({names(rows.session_columns)}) VALUES ({marks})"  # noqa: S608 - of columns that the service made
        return connection
