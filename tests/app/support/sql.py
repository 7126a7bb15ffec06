"""SQL behind the service's back, on either store."""

import sqlite3
from contextlib import closing
from typing import Any

import asyncpg

from app.store.migrate import is_postgres, sqlite_path


async def execute(database: str, statement: str, *values: Any) -> list[tuple[Any, ...]]:
    """What the statement gives; `?` stands for the values in their order."""
    if not is_postgres(database):
        with closing(sqlite3.connect(sqlite_path(database))) as lite, lite:
            return lite.execute(statement, values).fetchall()
    for number in range(1, len(values) + 1):
        statement = statement.replace("?", f"${number}", 1)
    connection = await asyncpg.connect(database)
    try:
        return [tuple(row) for row in await connection.fetch(statement, *values)]
    finally:
        await connection.close()
