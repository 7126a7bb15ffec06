"""LISTEN and NOTIFY beside the commits: what others are told, how much at once, and what a lost connection means."""

import asyncio
from collections.abc import AsyncIterator, Sequence

import asyncpg
import pytest
from sqlalchemy import make_url

from app.settings import Settings
from app.store import open_store
from app.store.postgres import POLL_SECONDS, UNTOLD_SECONDS, PostgresStore
from app.store.waking import MOST
from tests.app.store.conftest import AnyStore
from tests.app.store.rows import judged, row
from tests.postgres import Server
from tests.support.patience import PATIENCE

pytestmark = pytest.mark.stores("postgres")

SECONDS = PATIENCE
"""What a test takes at most."""


class Told:
    """What a store was told, to be waited for."""

    def __init__(self) -> None:
        self.calls: list[Sequence[bytes] | None] = []
        self._news = asyncio.Event()

    def __call__(self, sessions: Sequence[bytes] | None) -> None:
        self.calls.append(sessions)
        self._news.set()

    async def until(self, what: bytes | None) -> None:
        """Wait until that was told."""
        async with asyncio.timeout(SECONDS):
            while not any(call is None if what is None else call and what in call for call in self.calls):
                self._news.clear()
                await self._news.wait()


@pytest.fixture
async def other(database: str) -> AsyncIterator[PostgresStore]:
    made = await open_store(Settings(database=database))
    assert isinstance(made, PostgresStore)
    yield made
    await made.close()


async def terminate_listeners(postgres: Server, database: str) -> None:
    admin = await asyncpg.connect(postgres.url)
    try:
        await admin.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND query LIKE 'LISTEN%'",
            make_url(database).database,
        )
    finally:
        await admin.close()


async def test_many_commits_are_told_in_one_message(store: AnyStore, other: PostgresStore) -> None:
    told = Told()
    await other.listen(told)
    await store.listen(lambda _: None)
    for number in range(1, 41):
        await store.create(row(number), None)
    await asyncio.gather(*(store.change(row(number).id, judged) for number in range(1, 41)))
    for number in range(1, 41):
        await told.until(row(number).id)
    assert len(told.calls) < 40
    assert sum(len(call) for call in told.calls if call) == 40


async def test_of_too_many_it_is_told_that_any_may_have_changed(store: AnyStore, other: PostgresStore) -> None:
    told = Told()
    await other.listen(told)
    await store.listen(lambda _: None)
    assert isinstance(store, PostgresStore)
    store._tell([number.to_bytes(16, "big") for number in range(MOST + 1)])
    await told.until(None)
    await store.create(row(), None)
    await store.change(row().id, judged)
    await told.until(row().id)


async def test_a_lost_connection_is_made_anew_and_anything_may_have_changed_meanwhile(
    store: AnyStore, other: PostgresStore, postgres: Server, database: str
) -> None:
    told = Told()
    await other.listen(told)
    await store.listen(lambda _: None)
    assert other.poll_seconds == POLL_SECONDS
    await terminate_listeners(postgres, database)
    await told.until(None)
    assert other.poll_seconds == POLL_SECONDS
    await store.create(row(), None)
    await store.change(row().id, judged)
    await told.until(row().id)


async def test_without_it_followed_sessions_are_asked_for_often(database: str, store: AnyStore) -> None:
    alone = await open_store(Settings(database=database, listen=False))
    told = Told()
    await alone.listen(told)
    assert alone.poll_seconds == UNTOLD_SECONDS
    await store.create(row(), None)
    await store.create(row(2), None)
    await store.change(row().id, judged)
    await alone.change(row(2).id, judged)
    assert await alone.versions([row().id, row(2).id, row(3).id]) == {row().id: (1, 0), row(2).id: (1, 0)}
    assert told.calls == [[row(2).id]]
    await alone.close()
