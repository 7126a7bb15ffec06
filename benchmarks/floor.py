"""The floor: the least that a durable service on uvicorn costs, to measure the real one against.

`python -m benchmarks.floor --port 8001 --database sqlite:////tmp/floor.db --recording FILE` serves a bare ASGI app
without a framework. It parses each body, makes the write that a move takes (the session's row if it is at the version
expected, and one entry of the record), together with all that waits, durably, and answers with a recorded answer. It
has no rules, checks no token, validates nothing. The database is one that the service has migrated, so that rows,
keys and indexes are the service's.
"""

import argparse
import asyncio
import queue
import sqlite3
import threading
from collections.abc import Awaitable, Callable, Iterable, MutableMapping, Sequence
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, Protocol
from uuid import UUID

import asyncpg
import orjson
import uuid_utils
import uvicorn
from sqlalchemy import make_url

from benchmarks.recording import Recording, Row

MAX_BATCH = 256
OPEN = "/v1/sessions"
ID = slice(len(OPEN) + 1, len(OPEN) + 37)
"""Where the session's id stands in the path of a move."""

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]


class Move(NamedTuple):
    """A write that waits: the session, the version it gets, and who wants to know."""

    session: bytes
    version: int
    done: asyncio.Future[None]


class Writer(Protocol):
    """A store that commits together what waits."""

    async def open(self, session: bytes) -> None:
        """Store a new session at version 0."""

    async def move(self, session: bytes, version: int) -> None:
        """Store that a session has come to this version."""


class SqliteWriter:
    """One thread that writes; WAL, and every commit reaches the disk."""

    def __init__(self, database: str, recording: Recording) -> None:
        self._path = str(make_url(database).database)
        self._recording = recording
        self._loop = asyncio.get_running_loop()
        self._moves: queue.SimpleQueue[Move] = queue.SimpleQueue()
        threading.Thread(target=self._write, daemon=True).start()

    async def open(self, session: bytes) -> None:
        """See `Writer`."""
        await self.move(session, 0)

    async def move(self, session: bytes, version: int) -> None:
        """See `Writer`."""
        done = self._loop.create_future()
        self._moves.put(Move(session, version, done))
        await done

    def _write(self) -> None:
        row, entries = self._recording.session, self._recording.entries
        opening = _insert("sessions", tuple(row), 1)
        columns = tuple(entries[0])
        connection = sqlite3.connect(self._path, isolation_level=None, cached_statements=2 * MAX_BATCH)
        with closing(connection):
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            while True:
                batch = self._next_batch()
                opened = [_row(row, move.session) for move in batch if not move.version]
                moved = [move for move in batch if move.version]
                connection.execute("BEGIN IMMEDIATE")
                connection.executemany(opening, opened)
                # One statement for all of them: the thread gives up the interpreter with every step of a statement,
                # and has to wait for it again.
                if moved:
                    values = [value for move in moved for value in (move.session, move.version, row["state"])]
                    if connection.execute(_update(len(moved)), values).rowcount != len(moved):
                        raise RuntimeError("a session is not at the version expected")
                    values = [value for move in moved for value in _entry(entries, move)]
                    connection.execute(_insert("record", columns, len(moved)), values)
                connection.execute("COMMIT")
                self._loop.call_soon_threadsafe(_settle, batch)

    def _next_batch(self) -> list[Move]:
        batch = [self._moves.get()]
        while len(batch) < MAX_BATCH:
            try:
                batch.append(self._moves.get_nowait())
            except queue.Empty:
                break
        return batch


class PostgresWriter:
    """One connection, and one statement for all moves that wait."""

    def __init__(self, database: str, recording: Recording) -> None:
        self._database = database
        self._recording = recording
        self._waiting: list[Move] = []
        self._task: asyncio.Task[None] | None = None
        self._connection: asyncpg.Connection[asyncpg.Record] | None = None
        self._statement: Any = None

    async def open(self, session: bytes) -> None:
        """See `Writer`."""
        await self.move(session, 0)

    async def move(self, session: bytes, version: int) -> None:
        """See `Writer`."""
        done = asyncio.get_running_loop().create_future()
        self._waiting.append(Move(session, version, done))
        if self._task is None:
            self._task = asyncio.create_task(self._write())
        await done

    async def _write(self) -> None:
        connection = self._connection or await self._connect()
        while self._waiting:
            batch, self._waiting = self._waiting[:MAX_BATCH], self._waiting[MAX_BATCH:]
            opened = [_row(self._recording.session, move.session) for move in batch if move.version == 0]
            if opened:
                await connection.executemany(self._insert, opened)
            moved = [move for move in batch if move.version]
            if moved:
                state = self._recording.session["state"]
                entries = [_entry(self._recording.entries, move) for move in moved]
                written = await self._statement.fetch(*zip(*entries, strict=True), [state] * len(moved))
                if len(written) != len(moved):
                    raise RuntimeError("a session is not at the version expected")
            _settle(batch)
        self._task = None

    async def _connect(self) -> "asyncpg.Connection[asyncpg.Record]":
        connection = self._connection = await asyncpg.connect(self._database)
        attributes = await connection.fetch(
            "SELECT attname, format_type(atttypid, atttypmod) FROM pg_attribute WHERE attnum > 0 AND"
            " (attrelid = 'record'::regclass OR attrelid = 'sessions'::regclass AND attname = 'state')"
        )
        types = {str(name): str(kind) for name, kind in attributes}
        columns = [*self._recording.entries[0], "state"]
        arrays = ", ".join(f"${at}::{types[column]}[]" for at, column in enumerate(columns, 1))
        names = _names(columns[:-1])
        self._statement = await connection.prepare(f"""
            WITH entry AS (
                SELECT * FROM unnest({arrays}) AS entry ({names}, state)
            ), moved AS (
                UPDATE sessions SET version = entry.version, state = entry.state FROM entry
                WHERE sessions.id = entry.session_id AND sessions.version = entry.version - 1 RETURNING sessions.id
            )
            INSERT INTO record ({names}) SELECT {names} FROM entry JOIN moved ON moved.id = entry.session_id
            RETURNING session_id
        """)  # noqa: S608 - of columns that the service made
        row = self._recording.session
        parameters = ", ".join(f"${at}" for at in range(1, len(row) + 1))
        self._insert = f"INSERT INTO sessions ({_names(row)}) VALUES ({parameters})"  # noqa: S608 - of columns that the service made
        return connection


class Floor:
    """The ASGI app."""

    def __init__(self, database: str, recording: Recording) -> None:
        self._database = database
        self._recording = recording
        self._opening = recording.opening.encode()
        self._id = recording.id.encode()
        self._answers = [answer.encode() for answer in recording.answers]
        self._versions: dict[str, int] = {}
        self._writer: Writer

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Serve one request, or the app's life."""
        if scope["type"] == "lifespan":
            await self._live(receive, send)
            return
        message = await receive()
        body: bytes = message["body"]
        while message["more_body"]:
            message = await receive()
            body += message["body"]
        orjson.loads(body)
        path: str = scope["path"]
        if path == OPEN:
            status, answer = 201, await self._open()
        else:
            status, answer = 200, await self._move(path[ID])
        headers = [
            (b"content-length", b"%d" % len(answer)),
            (b"content-type", b"application/json"),
            (b"etag", b'"100"'),
        ]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": answer})

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        kind = SqliteWriter if self._database.startswith("sqlite:") else PostgresWriter
        self._writer = kind(self._database, self._recording)
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await send({"type": "lifespan.shutdown.complete"})

    async def _open(self) -> bytes:
        session = uuid_utils.uuid7()
        await self._writer.open(session.bytes)
        self._versions[str(session)] = 0
        return self._opening.replace(self._id, str(session).encode(), 1)

    async def _move(self, session: str) -> bytes:
        version = self._versions[session]
        await self._writer.move(UUID(session).bytes, version + 1)
        self._versions[session] = version + 1
        return self._answers[version % len(self._answers)]


@cache
def _insert(table: str, columns: tuple[str, ...], count: int) -> str:
    """SQLite's statement that inserts so many rows."""
    row = f"({', '.join('?' * len(columns))})"
    return f"INSERT INTO {table} ({_names(columns)}) VALUES {', '.join([row] * count)}"  # noqa: S608 - of columns that the service made


@cache
def _update(count: int) -> str:
    """SQLite's statement that brings so many sessions to new versions, if they are at those before."""
    return (
        "UPDATE sessions SET version = moved.column2, state = moved.column3"  # noqa: S608 - the count is a number
        f" FROM (VALUES {', '.join(['(?, ?, ?)'] * count)}) AS moved"
        " WHERE sessions.id = moved.column1 AND sessions.version = moved.column2 - 1"
    )


def _row(row: Row, session: bytes) -> list[Any]:
    """The recorded session's values with another id, at its beginning."""
    return list({**row, "id": session, "version": 0}.values())


def _entry(entries: Sequence[Row], move: Move) -> list[Any]:
    """The values of a recorded entry in another session."""
    entry = entries[(move.version - 1) % len(entries)]
    return list({**entry, "session_id": move.session, "version": move.version}.values())


def _names(columns: Iterable[str]) -> str:
    return ", ".join(f'"{column}"' for column in columns)


def _settle(batch: Sequence[Move]) -> None:
    for move in batch:
        move.done.set_result(None)


def main() -> None:
    """Serve until stopped, by the same server with the same settings as the service."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.floor", description="The least that could be served.")
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--database", required=True, help="one that the service has migrated")
    parser.add_argument("--recording", type=Path, required=True)
    options = parser.parse_args()
    floor = Floor(options.database, Recording.load(options.recording))
    uvicorn.run(floor, port=options.port, access_log=False, log_level="warning")


if __name__ == "__main__":
    main()
