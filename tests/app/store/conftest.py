"""A store on a migrated database, SQLite and PostgreSQL in turn."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from app.settings import Settings
from app.store import open_store
from app.store.migrate import migrate
from app.store.postgres import PostgresStore
from app.store.sqlite import SqliteStore

AnyStore = SqliteStore | PostgresStore


@pytest.fixture
async def store(database: str) -> AsyncIterator[AnyStore]:
    await asyncio.to_thread(migrate, database)
    made = await open_store(Settings(database=database, busy_seconds=0.3))
    yield made
    await made.close()
