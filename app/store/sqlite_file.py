"""The file of the SQLite store: connections to it, and whether it is still the one that was opened."""

import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from app.store.rows import Unavailable

BUSY_PAUSE = 0.01
"""Seconds until a connection asks again for what SQLite does not wait for."""

CACHED_STATEMENTS = 128
"""How many statements a connection keeps prepared: those of `sqlite`, for each number of rows."""

_PRIMARY = 0xFF  # the part of an extended result code that is the primary one

FileIdentity = tuple[int, int]
"""The device and the inode of a file."""

T = TypeVar("T")

_MAGIC = b"SQLite format 3\0"
_WAL_MODE = b"\2\2"  # bytes 18 and 19 of a database whose log is to be read with it


def identity(path: Path) -> FileIdentity | None:
    """The device and the inode of the file of that name, if there is one."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def stale_log(path: Path) -> Path | None:
    """The log beside the file where it is another one's, which SQLite would take for its own and so spoil the file.

    The file then is new, empty, or was written last without a log, as a copy is that was put in place of another.
    """
    log = path.with_name(f"{path.name}-wal")
    if not log.exists() or not log.stat().st_size:
        return None
    head = b""
    if path.exists():
        with path.open("rb") as file:
            head = file.read(20)
    return log if not head or (head.startswith(_MAGIC) and head[18:20] != _WAL_MODE) else None


def connect(path: Path, busy_seconds: float, known: FileIdentity | None = None) -> sqlite3.Connection:
    """A connection without implicit transactions, waiting for others as long as told, with durable commits.

    known: the file that it must be; `Unavailable` for another one, whose log beside it would be taken for its own.
    """
    mode = "rwc" if known is None else "rw"
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode={mode}",
        uri=True,
        timeout=busy_seconds,
        isolation_level=None,
        check_same_thread=False,
        cached_statements=CACHED_STATEMENTS,
    )
    if known is not None and identity(path) != known:
        connection.close()
        raise Unavailable
    try:
        _write_ahead(connection, busy_seconds)
        connection.execute("PRAGMA synchronous = FULL")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _write_ahead(connection: sqlite3.Connection, busy_seconds: float) -> None:
    """Turn a file to WAL that is not yet. While another connection does so SQLite itself does not wait."""
    deadline = time.monotonic() + busy_seconds
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & _PRIMARY != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(BUSY_PAUSE)
        else:
            return


def in_transaction(connection: sqlite3.Connection, work: Callable[[sqlite3.Connection], T]) -> T:
    """Do it in one transaction; what it gives is good once this returns."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        done = work(connection)
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    return done


def data_version(connection: sqlite3.Connection) -> int:
    """SQLite's counter of commits of others."""
    version: int = connection.execute("PRAGMA data_version").fetchone()[0]
    return version


def make_durable(connection: sqlite3.Connection) -> None:
    """Put on disk what can be read: a process that was killed before it flushed a commit leaves it visible.

    A transaction that writes one page flushes the whole log.
    """
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    in_transaction(connection, lambda within: within.execute(f"PRAGMA user_version = {version}"))
