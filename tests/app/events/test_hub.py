"""Hubs of live events in process: what they read, render and remember, and what they do when something fails."""

import asyncio
import random
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, asynccontextmanager
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from structlog.testing import capture_logs

from app.access.tokens import HOST, digest
from app.events import hub as module
from app.events.feeds import Feeds
from app.events.hub import Hub, TokenCheck
from app.http.sse import HEARTBEAT, Chunk, Follower
from app.main import create_app
from app.sessions import record as session_record
from app.settings import Settings
from app.store.rows import EntryRow, Unavailable
from rules.registry import built_in
from tests.app.support.table import Table, open_table
from tests.support.patience import PATIENCE

SECONDS = PATIENCE


@pytest.fixture
async def app(sqlite_database: str) -> AsyncIterator[FastAPI]:
    made = create_app(Settings(database=sqlite_database, heartbeat_seconds=300), built_in())
    async with made.router.lifespan_context(made):
        yield made


@pytest.fixture
async def table(app: FastAPI) -> AsyncIterator[Table]:
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://test") as client:
        yield await open_table(client, "yatzy")


class Following:
    """A stream without a socket, with what it waits on and its hub."""

    def __init__(self, follower: Follower, hub: Hub, chunks: AsyncGenerator[Chunk, None]) -> None:
        self.follower = follower
        self.hub = hub
        self.chunks = chunks

    async def take(self, count: int) -> list[bytes]:
        async with asyncio.timeout(SECONDS):
            return [(await anext(self.chunks)).body for _ in range(count)]

    async def rest(self) -> list[bytes]:
        async with asyncio.timeout(SECONDS):
            return [chunk.body async for chunk in self.chunks]


@asynccontextmanager
async def following(app: FastAPI, table: Table, seen: int, audience: int | None = None) -> AsyncIterator[Following]:
    of: Feeds = app.state.feeds
    with of.follower() as follower, of.following(key(table), follower) as hub:
        row = await app.state.sessions.stored(key(table))
        hub.begin(app.state.games.of(row), row)
        async with aclosing(hub.follow(follower, seen, audience, None)) as chunks:
            yield Following(follower, hub, chunks)


def key(table: Table) -> bytes:
    return bytes.fromhex(table.session["id"].replace("-", ""))


async def play(table: Table, moves: int) -> None:
    for _ in range(moves):
        move = random.Random(table.session["version"]).choice(table.session["legal_moves"])
        assert (await table.post("moves", move)).status_code == 200


def ids(events: list[bytes]) -> list[int]:
    return [int(event.partition(b"\nid: ")[2].partition(b"\n")[0]) for event in events]


class Counted:
    """Counts the calls of a function, passing them on."""

    def __init__(self, function: Any) -> None:
        self.function = function
        self.calls = 0

    def __call__(self, *given: Any) -> Any:
        self.calls += 1
        return self.function(*given)


async def test_an_entry_is_read_and_folded_once_and_rendered_once_for_each_audience(
    app: FastAPI, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with (
        following(app, table, 0) as first,
        following(app, table, 0) as second,
        following(app, table, 0, HOST) as third,
    ):
        assert first.hub is second.hub is third.hub
        reads = Counted(app.state.sessions.store.record)
        monkeypatch.setattr(app.state.sessions.store, "record", reads)
        renders = Counted(module.entry_told)
        monkeypatch.setattr(module, "entry_told", renders)
        for version in range(1, 6):
            await play(table, 1)
            (same,), (again,), (other,) = await first.take(1), await second.take(1), await third.take(1)
            assert ids([same, other]) == [version, version]
            assert same is again
            assert same != other
        assert reads.calls == 5
        assert renders.calls == 10
        for follower in (first, second, third):
            follower.follower.stop()
            assert await follower.rest() == []
    assert app.state.feeds._hubs == {}


async def test_what_is_committed_while_a_hub_begins_is_not_missed(app: FastAPI, table: Table) -> None:
    of: Feeds = app.state.feeds
    with of.follower() as follower, of.following(key(table), follower) as hub:
        row = await app.state.sessions.stored(key(table))
        await play(table, 2)  # after the row was read, before the hub knows it
        hub.begin(app.state.games.of(row), row)
        async with aclosing(hub.follow(follower, row.version, None, None)) as chunks:
            assert ids(await Following(follower, hub, chunks).take(2)) == [1, 2]


async def test_one_wake_up_is_enough_for_many_entries(
    app: FastAPI, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "PAGE", 5)
    async with following(app, table, 0) as stream:
        app.state.sessions.store._committed = None
        await play(table, 13)
        app.state.feeds.committed([key(table)])
        assert ids(await stream.take(13)) == list(range(1, 14))


async def test_a_stream_that_knows_more_than_the_hub_waits_for_it(app: FastAPI, table: Table) -> None:
    async with following(app, table, 0) as early:
        app.state.sessions.store._committed = None  # wake-ups are late
        await play(table, 3)
        async with following(app, table, 3) as late:
            assert ids(await early.take(3)) == [1, 2, 3]
            await play(table, 1)
            app.state.feeds.committed(None)
            assert ids(await early.take(1)) == ids(await late.take(1)) == [4]


async def test_no_entry_is_told_to_a_token_that_was_replaced_before_it(app: FastAPI, table: Table) -> None:
    of: Feeds = app.state.feeds
    with of.follower() as follower, of.following(key(table), follower) as hub:
        hub.guard()
        row = await app.state.sessions.stored(key(table))
        hub.begin(app.state.games.of(row), row)
        old, host = (
            hub.follow(follower, 0, None, TokenCheck(digest(token))) for token in (table.tokens[0], table.host)
        )
        async with aclosing(old), aclosing(host):
            await play(table, 1)
            for chunks in (old, host):
                assert ids(await Following(follower, hub, chunks).take(1)) == [1]
            app.state.sessions.store._committed = None  # the wake-up comes after both
            assert (await table.post("tokens", {}, table.tokens[0])).status_code == 200
            await play(table, 1)
            of.committed([key(table)])
            assert ids(await Following(follower, hub, host).take(1)) == [2]
            assert await Following(follower, hub, old).rest() == []


async def test_a_hub_remembers_what_slow_streams_need_within_bounds(
    app: FastAPI, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "BACKLOG", 30)
    async with following(app, table, 0) as slow, following(app, table, 0) as fast:
        await play(table, 1)
        assert ids(await slow.take(1)) == ids(await fast.take(1)) == [1]
        hub = slow.hub
        for version in range(2, 32):
            await play(table, 1)
            assert ids(await fast.take(1)) == [version]
        assert [moment.entry.version for moment in hub._tail] == list(range(2, 32))
        assert ids(await slow.take(1)) == [2]
        for _ in range(3):
            await play(table, 1)
            await fast.take(1)
        assert len(hub._tail) == module.RECENT  # nobody needs more, now that the slow one is given up
        assert await slow.rest() == []
        assert hub._size == sum(moment.size for moment in hub._tail)
        await play(table, 1)
        assert ids(await fast.take(1)) == [35]


async def test_a_hub_bounds_the_bytes_it_remembers(
    app: FastAPI, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "BACKLOG_BYTES", 60_000)
    async with following(app, table, 0) as slow, following(app, table, 0) as fast:
        await play(table, 1)
        await slow.take(1)
        remembered = []
        for _ in range(60):
            await fast.take(1)
            await play(table, 1)
            remembered.append((len(slow.hub._tail), slow.hub._size))
        assert module.RECENT < max(remembered)[0] < 50
        assert max(size for _, size in remembered) < 60_000 + 3_000  # and the newest event
        assert remembered[-1][0] == module.RECENT
        assert await slow.rest() == []


async def test_a_hub_waits_for_a_store_that_does_not_answer(
    app: FastAPI, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "RETRY_SECONDS", 0.01)
    store = app.state.sessions.store
    record = store.record
    fails = [Unavailable()] * 3

    async def failing(*given: Any) -> list[EntryRow]:
        if fails:
            raise fails.pop()
        found: list[EntryRow] = await record(*given)
        return found

    async with following(app, table, 0) as stream:
        monkeypatch.setattr(store, "record", failing)
        await play(table, 2)
        assert ids(await stream.take(2)) == [1, 2]
        assert not fails
    fails += [Unavailable()] * 2
    async with following(app, table, 0) as stream:
        *silent, first, second = await stream.take(4)
        assert silent == [HEARTBEAT] * 2
        assert ids([first, second]) == [1, 2]


async def test_streams_end_where_a_session_cannot_be_followed(
    app: FastAPI, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with following(app, table, 0) as stream:
        with monkeypatch.context() as broken, capture_logs() as logs:
            broken.setattr(session_record, "played", lambda *_: 1 // 0)
            await play(table, 1)
            assert await stream.rest() == []
            await asyncio.gather(*app.state.feeds._tasks, return_exceptions=True)
            await asyncio.sleep(0)
        assert [line["event"] for line in logs] == ["a session cannot be followed"]
        async with following(app, table, 0) as again:
            assert again.hub is not stream.hub
            await play(table, 1)
            assert ids(await again.take(2)) == [1, 2]


async def test_nothing_is_followed_any_more_once_the_feeds_are_finished(
    app: FastAPI, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    never = asyncio.Event()

    async def hanging(*_: Any) -> None:
        await never.wait()

    async with following(app, table, 0) as stream:
        monkeypatch.setattr(app.state.sessions.store, "record", hanging)
        await play(table, 1)
        await app.state.feeds.finish()
        assert await stream.rest() == []
    with app.state.feeds.follower() as late:
        assert late.stopped


HOUR = 3_600_000
SEED = '{"seed":"of another past"}'


@pytest.mark.parametrize("seen_before", [False, True])
@pytest.mark.parametrize("back", [0, 1, 2])
async def test_a_stream_ends_where_the_store_has_gone_back_in_time(
    app: FastAPI, table: Table, back: int, seen_before: bool
) -> None:
    """What it has told did not happen after all; its client begins anew from what is there now.

    Either the hub has read the last entry itself, or it began at it. Afterwards the session is shorter, as long as it
    was, or longer, with another past.
    """
    store, games = app.state.sessions.store, app.state.games
    await play(table, 2)
    before = await store.session(key(table))
    entries = await store.record(key(table), 0, 9)
    if not seen_before:
        await play(table, 1)
    async with following(app, table, 2 if seen_before else 3) as stream:
        if seen_before:
            await play(table, 1)
            assert ids(await stream.take(1)) == [3]
        feeds = app.state.feeds
        hubs, feeds._hubs = feeds._hubs, {}  # nobody wakes it while the store is brought back
        row, state = before, games.of(before).state.validate_json(before.state)
        for version in range(3, 3 + back):
            entries.append(entries[1]._replace(version=version, at=row.updated_at + HOUR, kind="seed", move=SEED))
            row, state = session_record.advance(games.of(row), row, state, entries[-1])
        await store.delete(key(table))
        await store.create(row, None, entries)
        feeds._hubs = hubs
        feeds.committed(None)
        assert await stream.rest() == []
    async with following(app, table, row.version) as stream:
        assert not stream.hub.failed
        assert stream.hub.row.version == 2 + back
