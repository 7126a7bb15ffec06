"""What only the SQLite store has to say: a file that others lock, a full disk, a schema that is not there."""

import asyncio
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from app.store import sqlite, sqlite_file
from app.store.migrate import Unusable, check_file, migrate, sqlite_path
from app.store.rows import Change, Full, Unavailable, Verdict
from app.store.sqlite import SqliteStore
from tests.app.store.rows import growing, judged, row

BUSY_SECONDS = 0.2


@pytest.fixture
def database(sqlite_database: str) -> str:
    migrate(sqlite_database)
    return sqlite_database


async def test_a_lock_held_by_another_process_is_unavailable_then_over(database: str) -> None:
    store = SqliteStore(sqlite_path(database), BUSY_SECONDS)
    await store.create(row(), None)
    other = sqlite3.connect(sqlite_path(database), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(Unavailable):
        await store.change(row().id, judged)
    assert await store.session(row().id) == row()
    other.execute("ROLLBACK")
    other.close()
    assert (await store.change(row().id, judged)) is not None
    await store.close()


@pytest.fixture
def held(tmp_path: Path) -> Iterator[tuple[Path, sqlite3.Connection]]:
    """A new file, and another connection that keeps it from being turned to WAL."""
    path = tmp_path / "new.db"
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as other:
        other.execute("BEGIN EXCLUSIVE")
        yield path, other


def test_a_file_that_another_connection_turns_to_wal_is_waited_for(held: tuple[Path, sqlite3.Connection]) -> None:
    path, other = held
    release = threading.Timer(0.1, other.rollback)
    release.start()
    try:
        with closing(sqlite_file.connect(path, 3.0)) as connection:
            assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    finally:
        release.join()


def test_without_patience_it_is_not(held: tuple[Path, sqlite3.Connection]) -> None:
    with pytest.raises(sqlite3.OperationalError):
        sqlite_file.connect(held[0], 0.0)


async def test_a_full_disk_is_said_and_nothing_is_lost(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite's own limit on pages stands for the disk: it fails with the same code."""
    real = sqlite_file.connect

    def bounded(*arguments: Any) -> sqlite3.Connection:
        connection = real(*arguments)
        connection.execute("PRAGMA max_page_count = 24")
        return connection

    monkeypatch.setattr(sqlite, "connect", bounded)
    store = SqliteStore(sqlite_path(database), BUSY_SECONDS)
    await store.create(row(), None)
    stored = 0
    verdict: Verdict | BaseException | None = None
    while not isinstance(verdict, BaseException):
        (verdict,) = await asyncio.gather(store.change(row().id, growing), return_exceptions=True)
        stored += isinstance(verdict, Change)
    assert isinstance(verdict, Full)
    after = await store.session(row().id)
    assert after is not None
    assert after.version == stored == len(await store.record(row().id, 0, 500)) > 0
    await store.close()


async def test_a_missing_schema_is_not_ready(empty_database: str) -> None:
    empty = SqliteStore(sqlite_path(empty_database), BUSY_SECONDS)
    assert not await empty.ready()
    migrate(empty_database)
    assert await empty.ready()
    await empty.close()


async def test_reading_makes_no_file_where_there_is_none(database: str) -> None:
    path = sqlite_path(database)
    store = SqliteStore(path, BUSY_SECONDS)
    await store.create(row(), None)
    aside = path.rename(path.with_name("aside.db"))
    with pytest.raises(Unavailable):
        await store.session(row().id)  # by the first connection that reads
    assert not path.exists()
    aside.rename(path)
    assert await store.session(row().id) == row()
    await store.close()


@pytest.mark.parametrize("replaced", [False, True], ids=["deleted", "replaced"])
async def test_nothing_is_written_into_a_file_that_lost_its_name(
    database: str, replaced: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "READERS", 1)  # whose connection is open before
    path = sqlite_path(database)
    store = SqliteStore(path, BUSY_SECONDS)
    await store.create(row(), None)
    assert await store.ready()
    aside = path.rename(path.with_name("aside.db"))
    if replaced:
        path.write_bytes(aside.read_bytes())
    for _ in range(20):  # also on connections that are only made now
        seen = await asyncio.gather(store.ready(), store.session(row().id), return_exceptions=True)
        assert not seen[0]
        assert seen[1] == row() or isinstance(seen[1], Unavailable)
    assert path.exists() == replaced
    with pytest.raises(Unavailable):
        await store.change(row().id, judged)
    aside.replace(path)
    assert await store.ready()
    assert (await store.change(row().id, judged)) is not None
    await store.close()


@pytest.mark.parametrize("instead", ["copy", "nothing", "empty"])
async def test_the_log_of_another_database_is_refused_and_spoils_nothing(
    database: str, tmp_path: Path, instead: str
) -> None:
    """A copy was put in place of a database whose log was left beside it."""
    path = sqlite_path(database)
    copy, log = tmp_path / "copy.db", path.with_name(f"{path.name}-wal")
    store = SqliteStore(path, BUSY_SECONDS)
    await store.create(row(), None)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("VACUUM INTO ?", (str(copy),))
    await store.change(row().id, judged)
    left = log.read_bytes()
    await store.close()
    path.unlink()
    log.write_bytes(left)
    if instead == "copy":
        path.write_bytes(copy.read_bytes())
    elif instead == "empty":
        path.touch()
    with pytest.raises(Unusable, match="is the log of another database"):
        check_file(database)
    assert log.read_bytes() == left
    log.unlink()
    check_file(database)
    if instead == "copy":
        again = SqliteStore(path, BUSY_SECONDS)
        assert await again.session(row().id) == row()
        await again.close()


async def test_what_an_earlier_process_left_is_flushed_before_it_is_told(database: str) -> None:
    """It may have been killed between writing its last commit and flushing it."""
    with closing(sqlite3.connect(sqlite_path(database))) as other:
        before = sqlite_file.data_version(other)
        store = SqliteStore(sqlite_path(database), BUSY_SECONDS)
        await store.listen(lambda _: None)
        assert sqlite_file.data_version(other) != before
        assert other.execute("PRAGMA user_version").fetchone() == (0,)
        await store.close()
