"""What a service does without being asked."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from uuid import UUID

import httpx
import pytest
from fastapi import FastAPI
from structlog.testing import capture_logs

from app.http.clock import now
from app.operation import timers
from app.sessions.service import DAY, Sessions
from app.settings import Settings
from app.store import open_store
from app.store.rows import Full, SessionRow, Store, Unavailable
from tests.app.support.sql import execute
from tests.app.support.table import open_table
from tests.support.patience import PATIENCE

WAIT = PATIENCE


@asynccontextmanager
async def beside(database: str) -> AsyncIterator[Store]:
    """The test's own look at the store, which heeds no clocks."""
    store = await open_store(Settings(database=database))
    try:
        yield store
    finally:
        await store.close()


async def until(holds: Callable[[], Awaitable[bool]]) -> None:
    """Until it holds."""
    deadline = time.monotonic() + WAIT
    while True:
        if await holds():
            return
        assert time.monotonic() < deadline
        await asyncio.sleep(0.02)


async def until_row(store: Store, session: bytes, holds: Callable[[SessionRow | None], bool]) -> SessionRow | None:
    """The session as stored once it is so."""

    async def check() -> bool:
        return holds(await store.session(session))

    await until(check)
    return await store.session(session)


async def no_bots() -> None:
    """Where nobody asks for any."""


@asynccontextmanager
async def timing(sessions: Sessions, retention_days: int | None = None) -> AsyncIterator[None]:
    """Timers that run meanwhile."""
    running = timers.start(sessions, no_bots, retention_days)
    try:
        yield
    finally:
        for timer in running:
            timer.cancel()
        await asyncio.wait(running)


async def test_a_seat_that_lets_its_time_pass_leaves_without_a_request(
    client: httpx.AsyncClient, service: FastAPI, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await open_table(client, "farkle", ("Ida", "Otto", "Eva"), turn_seconds=3600)
    session = UUID(table.session["id"]).bytes
    passed = now() - 1000
    await execute(
        database,
        "UPDATE sessions SET clocks = ?, deadline = ? WHERE id = ?",
        f"[{passed},null,null]",
        passed,
        session,
    )
    monkeypatch.setattr(timers, "SWEEP_SECONDS", 0.01)
    async with timing(service.state.sessions), beside(database) as store:
        row = await until_row(store, session, lambda row: row is not None and row.version > 0)
        [entry] = await store.record(session, 0, 10)
    assert (entry.kind, entry.seat, entry.by) == ("resign", 0, "service")
    assert row is not None
    assert row.status == "active"
    assert row.deadline is not None
    assert row.deadline > now(), "the next one has its own time"


async def test_two_processes_let_each_seat_leave_exactly_once(start_server: Callable[[], str], database: str) -> None:
    async with httpx.AsyncClient(base_url=start_server(), timeout=PATIENCE) as client:
        start_server()
        sessions = [await open_table(client, "titusind", turn_seconds=1) for _ in range(20)]
    async with beside(database) as store:
        for table in sessions:
            session = UUID(table.session["id"]).bytes
            row = await until_row(store, session, lambda row: row is not None and row.status == "finished")
            entries = await store.record(session, 0, 10)
            assert [(entry.kind, entry.seat, entry.by) for entry in entries] == [("resign", 0, "service")]
            assert row is not None
            assert row.version == 1


async def test_idle_sessions_are_abandoned_and_deleted(
    client: httpx.AsyncClient, service: FastAPI, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    idle, fresh = [await open_table(client, "farkle") for _ in range(2)]
    long_over = await open_table(client, "farkle")
    await long_over.post("resign", {"seat": 1})
    for table, days in ((idle, 31), (long_over, 61)):
        moved = now() - days * DAY
        session = UUID(table.session["id"]).bytes
        await execute(database, "UPDATE sessions SET updated_at = ? WHERE id = ?", moved, session)
    monkeypatch.setattr(timers, "PURGE_SECONDS", 0.01)
    async with timing(service.state.sessions, 30), beside(database) as store:
        await until_row(store, UUID(long_over.session["id"]).bytes, lambda row: row is None)
        await until_row(
            store, UUID(idle.session["id"]).bytes, lambda row: row is not None and row.status == "abandoned"
        )
        row = await store.session(UUID(fresh.session["id"]).bytes)
    assert row is not None
    assert row.status == "active"


async def test_connections_are_counted(service: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    sessions: Sessions = service.state.sessions
    monkeypatch.setattr(timers, "POOL_SECONDS", 0.01)

    async def counted() -> bool:
        size = sessions.store.pool_use().size
        return size > 0 and f"rollwright_pool_connections {size}.0" in sessions.metrics.render()[0].decode()

    async with timing(sessions):
        await until(counted)


async def test_a_timer_goes_on_after_whatever_went_wrong() -> None:
    failures = [Unavailable(), Full(), RuntimeError("a mistake")]
    done = asyncio.Event()

    async def work() -> None:
        if failures:
            raise failures.pop(0)
        done.set()

    with capture_logs() as lines:
        timer = asyncio.create_task(timers._every(0.001, "trying", work))
        await asyncio.wait_for(done.wait(), WAIT)
        timer.cancel()
    assert [line["log_level"] for line in lines] == ["warning", "warning", "error"]
    assert all(line["timer"] == "trying" for line in lines)
