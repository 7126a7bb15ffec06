"""Rows that belong to nothing, which the service never leaves behind; for `rollwright audit`."""

import sqlite3
from contextlib import closing
from typing import NamedTuple

import asyncpg

from app.store.migrate import is_postgres, sqlite_path

MOST = 1000
"""How many are told of each kind."""

QUERIES = {
    "A record belongs to no session.": "SELECT DISTINCT session_id FROM record "
    "WHERE NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.id = record.session_id)",
    "A key for retries belongs to no session, or to an entry that is not there.": "SELECT DISTINCT session_id "
    "FROM retries LEFT JOIN sessions ON sessions.id = retries.session_id "
    "WHERE sessions.id IS NULL OR retries.version > sessions.version OR retries.version < 0",
    "A key that opened a session leads to none.": "SELECT session FROM openings "
    "WHERE NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.id = openings.session)",
}


class Stray(NamedTuple):
    """A session's id that rows carry which do not fit to it, and a sentence about them."""

    session: bytes
    says: str


async def strays(database: str) -> list[Stray]:
    """What is stray in a database, at most `MOST` of each kind. Each query sees one moment, so others may write."""
    if is_postgres(database):
        connection = await asyncpg.connect(database, statement_cache_size=0)
        try:
            return [
                Stray(row[0], says)
                for says, query in QUERIES.items()
                for row in await connection.fetch(f"{query} LIMIT {MOST}")
            ]
        finally:
            await connection.close()
    with closing(sqlite3.connect(sqlite_path(database))) as lite:
        return [
            Stray(row[0], says) for says, query in QUERIES.items() for row in lite.execute(f"{query} LIMIT {MOST}")
        ]
