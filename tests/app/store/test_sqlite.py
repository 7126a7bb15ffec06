"""The SQLite store: durable, atomic, batched, and plain about failure."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from typing import Any

import pytest

from app.store import sqlite
from app.store.migrate import migrate, sqlite_path
from app.store.rows import Change, EntryRow, Full, SessionRow, Unavailable
from app.store.sqlite import SqliteStore

BUSY_SECONDS = 0.2


def row(number: int = 1) -> SessionRow:
    key = number.to_bytes(16, "big")
    return SessionRow(key, "sand", 1, "{}", "server", "[]", b"", b"", 5, 5, 0, "active", "[0]", "[]")


def judged(before: SessionRow, state: str = "[1]") -> Change:
    entry = EntryRow(before.version + 1, 6, "move", 0, "seat", '{"type":"bank"}', "", 50, None)
    return Change(6, "active", "[0]", state, entry)


def growing(before: SessionRow) -> Change:
    return judged(before, "x" * 300 * (before.version + 1))


@pytest.fixture
async def store(database: str) -> AsyncIterator[SqliteStore]:
    migrate(database)
    made = SqliteStore(sqlite_path(database), BUSY_SECONDS)
    yield made
    await made.close()


async def test_what_is_created_is_read_back(store: SqliteStore) -> None:
    await store.create(row())
    assert await store.session(row().id) == row()
    assert await store.session(row(2).id) is None
    assert await store.change(row(2).id, judged) is None


async def test_a_change_writes_state_and_entry_together(store: SqliteStore, database: str) -> None:
    await store.create(row())
    after = await store.change(row().id, judged)
    assert after == row()._replace(version=1, updated_at=6, state="[1]")
    assert await store.session(row().id) == after
    assert await store.record(row().id, 0, 10) == [judged(row()).entry]
    with sqlite3.connect(sqlite_path(database)) as other:
        assert other.execute("SELECT version FROM sessions").fetchall() == [(1,)]
    other.close()


async def test_a_refusal_is_passed_on_and_writes_nothing(store: SqliteStore) -> None:
    await store.create(row())

    def refuse(_: SessionRow) -> Change:
        raise LookupError("no")

    with pytest.raises(LookupError):
        await store.change(row().id, refuse)
    assert await store.session(row().id) == row()


async def test_what_waits_is_committed_together_each_with_its_own_verdict(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes: list[int] = []
    real = sqlite._commit

    def spy(connection: sqlite3.Connection, batch: Any) -> list[Any]:
        sizes.append(len(batch))
        return real(connection, batch)

    monkeypatch.setattr(sqlite, "_commit", spy)
    await store.create(row())

    def only_even(before: SessionRow) -> Change:
        if before.version >= 20:
            raise LookupError("enough")
        return judged(before)

    verdicts = await asyncio.gather(*(store.change(row().id, only_even) for _ in range(50)), return_exceptions=True)
    accepted = [verdict.version for verdict in verdicts if isinstance(verdict, SessionRow)]
    assert accepted == list(range(1, 21))
    assert sum(isinstance(verdict, LookupError) for verdict in verdicts) == 30
    assert sum(sizes) == 51
    assert max(sizes) > 1
    assert [entry.version for entry in await store.record(row().id, 0, 100)] == accepted


async def test_a_lock_held_by_another_process_is_unavailable_then_over(store: SqliteStore, database: str) -> None:
    await store.create(row())
    other = sqlite3.connect(sqlite_path(database), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(Unavailable):
        await store.change(row().id, judged)
    assert await store.session(row().id) == row()
    other.execute("ROLLBACK")
    other.close()
    assert (await store.change(row().id, judged)) is not None


async def test_a_full_disk_is_said_and_nothing_is_lost(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite's own limit on pages stands for the disk: it fails with the same code."""
    migrate(database)
    real = sqlite.connect

    def bounded(*arguments: Any) -> sqlite3.Connection:
        connection = real(*arguments)
        connection.execute("PRAGMA max_page_count = 12")
        return connection

    monkeypatch.setattr(sqlite, "connect", bounded)
    store = SqliteStore(sqlite_path(database), BUSY_SECONDS)
    await store.create(row())
    stored = 0
    verdict: SessionRow | BaseException | None = None
    while not isinstance(verdict, BaseException):
        (verdict,) = await asyncio.gather(store.change(row().id, growing), return_exceptions=True)
        stored += isinstance(verdict, SessionRow)
    assert isinstance(verdict, Full)
    after = await store.session(row().id)
    assert after is not None
    assert after.version == stored == len(await store.record(row().id, 0, 500)) > 0
    await store.close()


async def test_a_request_that_went_away_harms_no_other(store: SqliteStore) -> None:
    await store.create(row())
    gone = asyncio.ensure_future(store.change(row().id, judged))
    await asyncio.sleep(0)
    gone.cancel()
    after = await store.change(row().id, judged)
    assert after is not None
    assert after.version == 2


async def test_a_missing_schema_is_not_ready(database: str) -> None:
    empty = SqliteStore(sqlite_path(database), BUSY_SECONDS)
    assert not await empty.ready()
    migrate(database)
    assert await empty.ready()
    await empty.close()
