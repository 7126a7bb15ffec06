"""SQL on the stores of a benchmark, from outside the service: synchronous, and the same on both databases."""

import asyncio
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Protocol

import asyncpg
from sqlalchemy import make_url

Row = dict[str, Any]
"""Values by column, as the database's driver gives and takes them."""


class Connection(Protocol):
    """A connection on which every statement commits by itself."""

    def rows(self, query: str) -> list[Row]:
        """What a query finds."""

    def insert(self, table: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
        """Add rows, in the order given, in one transaction."""

    def settle(self) -> None:
        """Do now what the database would do sooner or later in the background."""

    def size(self) -> int:
        """Bytes on disk of all tables and indexes, as they are once `settle` is done; write-ahead logs are not in."""


class _Sqlite:
    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self._connection = connection
        self._path = path

    def rows(self, query: str) -> list[Row]:
        return [dict(row) for row in self._connection.execute(query)]

    def insert(self, table: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
        self._connection.execute("BEGIN IMMEDIATE")
        marks = ", ".join("?" * len(columns))
        named = ", ".join(f'"{column}"' for column in columns)
        self._connection.executemany(f"INSERT INTO {table} ({named}) VALUES ({marks})", rows)  # noqa: S608 - of columns that the service made
        self._connection.execute("COMMIT")

    def settle(self) -> None:
        (busy, _, _) = self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if busy:
            raise RuntimeError(f"{self._path} is in use, its write-ahead log cannot be taken in")

    def size(self) -> int:
        return self._path.stat().st_size


class _Postgres:
    def __init__(self, connection: asyncpg.Connection, runner: asyncio.Runner) -> None:
        self._connection = connection
        self._runner = runner

    def rows(self, query: str) -> list[Row]:
        return [dict(row) for row in self._runner.run(self._connection.fetch(query))]

    def insert(self, table: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
        self._runner.run(self._connection.copy_records_to_table(table, records=rows, columns=columns))

    def settle(self) -> None:
        for statement in ("VACUUM ANALYZE", "CHECKPOINT"):
            self._runner.run(self._connection.execute(statement))

    def size(self) -> int:
        sessions = "SELECT sum(pg_total_relation_size(relid))::bigint AS bytes FROM pg_stat_user_tables"
        size: int = self.rows(sessions)[0]["bytes"]
        return size


@contextmanager
def connected(database: str) -> Iterator[Connection]:
    """A connection to the store at an address that the service knows."""
    url = make_url(database)
    if url.drivername == "sqlite":
        path = Path(str(url.database))
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.row_factory = sqlite3.Row
            yield _Sqlite(connection, path)
    else:
        with asyncio.Runner() as runner:
            postgres = runner.run(asyncpg.connect(database))
            try:
                yield _Postgres(postgres, runner)
            finally:
                runner.run(postgres.close())
