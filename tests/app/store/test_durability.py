"""What was told is kept: replays and readings after an unknown outcome, moves on a past that was taken back; and rows
that somebody holds.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator

import asyncpg
import pytest

from app.settings import Settings
from app.store import connections, open_store
from app.store.migrate import migrate
from app.store.postgres import PostgresStore
from app.store.rows import Change, KeyRow, Loaded, Unavailable, Unchanged, Verdict
from tests.app.store.conftest import AnyStore
from tests.app.store.rows import judged, row
from tests.postgres import Server, running

KEY = b"k" * 16
SECONDS = 60
"""What a test takes at most."""


def once(loaded: Loaded) -> Verdict:
    """A move under a key, or its replay."""
    if loaded.keys and (kept := loaded.keys.get(0)) is not None:
        return Unchanged(loaded.row, kept.version)
    return judged(loaded, key=KeyRow(KEY, 0, b"f", loaded.row.version + 1))


# --- a standby that does not answer -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def alone() -> Iterator[Server]:
    """A server whose settings are ours to change."""
    with running(settings={}) as server:
        yield server


@pytest.fixture
async def admin(alone: Server) -> AsyncIterator[asyncpg.Connection]:
    connection = await asyncpg.connect(alone.url)
    yield connection
    await standby(connection, None)
    await connection.close()


@pytest.fixture
async def waiting(alone: Server, admin: asyncpg.Connection) -> AsyncIterator[PostgresStore]:
    """A store on that server."""
    database = alone.create_database()
    await asyncio.to_thread(migrate, database)
    store = await open_store(Settings(database=database))
    assert isinstance(store, PostgresStore)
    yield store
    await standby(admin, None)
    await store.close()


async def standby(admin: asyncpg.Connection, name: str | None) -> None:
    """Have commits wait for a standby of that name, or for none; returns once they do."""
    await admin.execute("SET synchronous_commit = off")
    await admin.execute(f"ALTER SYSTEM SET synchronous_standby_names = '{name or ''}'")
    await admin.execute("SELECT pg_reload_conf()")
    await admin.execute("SET synchronous_commit = on")
    async with asyncio.timeout(SECONDS):
        while await _waits(admin) != (name is not None):  # noqa: ASYNC110 - it tells nobody
            await asyncio.sleep(0.01)


async def _waits(admin: asyncpg.Connection) -> bool:
    """Whether a commit waits for the standby: processes of the server hear of settings at times of their own."""
    try:
        await admin.execute("SELECT pg_logical_emit_message(true, 'test', '')", timeout=0.2)
    except TimeoutError:
        return True
    return False


async def interrupted(admin: asyncpg.Connection, how: str) -> None:
    """Interrupt a commit that waits for the standby, once there is one."""
    async with asyncio.timeout(SECONDS):
        waiting = f"SELECT {how}(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"  # noqa: S608 - of our own
        while not await admin.fetchval(waiting):  # noqa: ASYNC110 - it tells nobody
            await asyncio.sleep(0.01)


@pytest.mark.parametrize("how", ["pg_terminate_backend", "pg_cancel_backend"])
async def test_what_one_server_alone_has_is_told_to_nobody(
    waiting: PostgresStore, admin: asyncpg.Connection, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A commit was interrupted while it waited for the standby: it has taken effect, but only here."""
    await waiting.create(row(), None)
    await waiting.change(row().id, judged)
    await standby(admin, "nobody")
    moving = asyncio.ensure_future(waiting.change(row().id, once, KEY))
    await interrupted(admin, how)
    with pytest.raises(Unavailable):
        await moving
    assert await admin.fetchval("SELECT 1") == 1
    monkeypatch.setattr(connections, "CONFIRM_SECONDS", 0.2)
    for _ in range(2):
        with pytest.raises(Unavailable):
            await waiting.change(row().id, once, KEY)
        with pytest.raises(Unavailable):
            await waiting.session(row().id)
        with pytest.raises(Unavailable):
            await waiting.record(row().id, 0, 9)
    await standby(admin, None)
    assert isinstance(await waiting.change(row().id, once, KEY), Unchanged)
    assert [entry.version for entry in await waiting.record(row().id, 0, 9)] == [1, 2]


async def test_a_replay_waits_for_the_standby_whoever_made_the_move(
    waiting: PostgresStore, admin: asyncpg.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The worker that is asked again knows nothing of what went wrong at another one."""
    await waiting.create(row(), None)
    await waiting.change(row().id, once, KEY)
    await waiting.session(row().id)
    await standby(admin, "nobody")
    monkeypatch.setattr(connections, "CONFIRM_SECONDS", 0.2)
    assert (await waiting.session(row().id)) is not None
    with pytest.raises(Unavailable):
        await waiting.change(row().id, once, KEY)
    await standby(admin, None)
    assert isinstance(await waiting.change(row().id, once, KEY), Unchanged)


# --- a past that was taken back -----------------------------------------------------------------------------------


async def test_nothing_is_judged_on_a_past_that_was_taken_back(store: AnyStore, database: str) -> None:
    """Another worker has led the session to the very version that is remembered here."""
    await store.create(row(), None)
    await store.change(row().id, judged)
    at_one = await store.session(row().id)
    assert at_one is not None
    await store.change(row().id, lambda loaded: judged(loaded, "[lost]"))
    lost = store.batcher._remembered[row().id]
    await store.delete(row().id)  # the database goes back to version 1
    other = await open_store(Settings(database=database))
    entry = judged(Loaded(row())).entry
    assert entry is not None
    await other.create(at_one, None, [entry])
    await other.change(row().id, lambda loaded: judged(loaded, "[kept]"))
    store.batcher._remembered[row().id] = lost
    seen: list[str] = []

    def look(loaded: Loaded) -> Change:
        seen.append(loaded.row.state)
        return judged(loaded, f"{loaded.row.state} and on")

    await store.change(row().id, look)
    assert seen == ["[lost]", "[kept]"]
    now = await other.session(row().id)
    assert now is not None
    assert (now.version, now.state) == (3, "[kept] and on")
    await other.close()


@pytest.mark.stores("postgres")
async def test_nothing_is_remembered_beyond_a_lost_connection(store: AnyStore, database: str) -> None:
    await store.create(row(), None)
    await store.change(row().id, judged)
    assert row().id in store.batcher._remembered
    other = await asyncpg.connect(database)
    await other.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        "WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )
    async with asyncio.timeout(SECONDS):
        while row().id in store.batcher._remembered:  # noqa: ASYNC110 - it tells nobody
            await asyncio.sleep(0.01)
    await other.close()
    assert await store.change(row().id, judged) is not None


# --- rows that somebody holds -------------------------------------------------------------------------------------


@pytest.mark.stores("postgres")
async def test_a_row_that_somebody_holds_holds_up_nobody_else(store: AnyStore, database: str) -> None:
    for number in range(1, 6):
        await store.create(row(number), None)
    other = await asyncpg.connect(database)
    transaction = other.transaction()
    await transaction.start()
    await other.execute("SELECT 1 FROM sessions WHERE id = $1 FOR UPDATE", row(3).id)
    together = [asyncio.ensure_future(store.change(row(number).id, judged)) for number in range(1, 6)]
    for number in (1, 2, 4, 5):
        assert await together[number - 1] is not None
    assert not together[2].done()
    for _ in range(20):  # nobody waits for it again
        more = asyncio.ensure_future(store.change(row(3).id, judged))
        assert await store.change(row(1).id, judged) is not None
        assert not more.done()
        more.cancel()
    await transaction.rollback()
    done = await together[2]
    assert done is not None
    assert (await store.change(row(3).id, judged)) is not None
    await other.close()


@pytest.mark.stores("postgres")
async def test_who_waits_too_long_for_a_held_row_is_told_so(
    store: AnyStore, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.store.batch.PATIENCE_SECONDS", 0.1)
    await store.create(row(), None)
    other = await asyncpg.connect(database)
    transaction = other.transaction()
    await transaction.start()
    await other.execute("SELECT 1 FROM sessions WHERE id = $1 FOR UPDATE", row().id)
    with pytest.raises(Unavailable):
        await store.change(row().id, judged)
    await transaction.rollback()
    assert (await store.change(row().id, judged)) is not None
    await other.close()


async def test_what_cannot_be_written_fails_alone(store: AnyStore) -> None:
    """A value that the database refuses, among changes that it takes."""
    for number in range(1, 6):
        await store.create(row(number), None)

    def unwritable(loaded: Loaded) -> Change:
        change = judged(loaded)
        return change._replace(entry=change.entry and change.entry._replace(dice=None))  # type: ignore[arg-type]

    for _ in range(2):
        verdicts = await asyncio.gather(
            *(store.change(row(number).id, unwritable if number == 3 else judged) for number in range(1, 6)),
            return_exceptions=True,
        )
        for number, verdict in enumerate(verdicts, 1):
            assert isinstance(verdict, Exception if number == 3 else Change)
    assert (await store.change(row(3).id, judged)) is not None
