"""Driver errors: each class that a driver has, and a real PostgreSQL in each state that raises one."""

import asyncio
import inspect
import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack

import asyncpg
import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy import make_url
from structlog.testing import capture_logs

from app.main import create_app
from app.settings import Settings
from app.store import open_store
from app.store.batch import CONTENDED_TOGETHER, Batcher
from app.store.failures import POSTGRES, translated, translated_sqlite
from app.store.rows import (
    Change,
    Contended,
    Full,
    Guarded,
    Held,
    Job,
    Judge,
    Loaded,
    Unavailable,
    Unchanged,
    Untouched,
    Verdict,
)
from rules.registry import built_in
from tests.app.store.conftest import AnyStore
from tests.app.store.rows import judged, row
from tests.app.support.table import Table, open_table
from tests.postgres import Server
from tests.support.patience import PATIENCE

CLASSES = [
    error
    for _, error in inspect.getmembers(asyncpg.exceptions, inspect.isclass)
    if issubclass(error, Exception) and not issubclass(error, Warning)
]
OURS = {"21", "22", "23", "42", "54"}


@pytest.mark.parametrize("kind", [*CLASSES, ConnectionResetError, TimeoutError, asyncio.IncompleteReadError], ids=str)
def test_everything_that_asyncpg_can_raise_is_told_as_what_it_is(kind: type[Exception]) -> None:
    error = kind(b"", 1) if kind is asyncio.IncompleteReadError else kind("gone")
    assert isinstance(error, POSTGRES)
    told, state = translated(error), getattr(error, "sqlstate", None) or ""
    if state == "53100":
        assert type(told) is Full
    elif state in ("40001", "40P01"):
        assert type(told) is Contended
    elif state == "55P03":
        assert type(told) is Held
    elif kind is asyncpg.UnsupportedClientFeatureError or (
        state[:2] in OURS and state not in ("42501", "42P01", "42703", "42883", "42704")
    ):
        assert told is error
    else:
        assert type(told) is Unavailable
    assert isinstance(told, Unavailable | Full) or state[:2] in OURS or kind is asyncpg.UnsupportedClientFeatureError


def test_everything_that_sqlite_can_raise_is_told_as_what_it_is() -> None:
    ours = {"SQLITE_CONSTRAINT", "SQLITE_MISMATCH", "SQLITE_MISUSE", "SQLITE_RANGE", "SQLITE_TOOBIG"}
    codes = [name for name in dir(sqlite3) if name.startswith("SQLITE_") and type(getattr(sqlite3, name)) is int]
    primary = {getattr(sqlite3, name) for name in ours}
    errors = (sqlite3.OperationalError, sqlite3.DatabaseError, sqlite3.IntegrityError, sqlite3.InternalError)
    assert len(codes) > 50
    for name in codes:
        for kind in errors:
            error = kind("x")
            error.sqlite_errorcode = code = getattr(sqlite3, name)
            told = translated_sqlite(error)
            if code & 0xFF in primary:
                assert told is error
            else:
                assert type(told) is (Full if code & 0xFF == sqlite3.SQLITE_FULL else Unavailable)


# --- what was given up for others is judged again -----------------------------------------------------------------


class Crowded:
    """A backend of whose transactions so many are given up, and then each that carries several."""

    def __init__(self, times: int, *, reads: int = 0) -> None:
        self.times, self.reads = times, reads
        self.sizes: list[int] = []

    async def load(self, wanted: Sequence[tuple[bytes, bytes | None]], *_: object) -> list[Loaded | None]:
        if self.reads:
            self.reads -= 1
            raise Contended
        return [Loaded(row(int.from_bytes(session, "big")), {}) for session, _ in wanted]

    async def write(self, changes: Sequence[Guarded], *_: object) -> list[bool]:
        self.sizes.append(len(changes))
        if self.times:
            self.times -= 1
            raise Contended
        return [True] * len(changes)

    async def held(self, _: Sequence[bytes]) -> set[bytes]:
        return set()

    async def confirm(self) -> None:
        return


@pytest.mark.parametrize("reads", [0, 1])
@pytest.mark.parametrize("times", [0, 1, CONTENDED_TOGETHER, CONTENDED_TOGETHER + 3])
async def test_changes_are_judged_again_together_and_then_each_by_itself(times: int, reads: int) -> None:
    backend = Crowded(times, reads=reads)
    batcher = Batcher(backend, lambda _: None)
    refusals: list[Loaded] = []

    def refuse(loaded: Loaded) -> Verdict:
        refusals.append(loaded)
        raise LookupError

    waiting = [batcher.change(row(number).id, judged, None) for number in range(5)]
    refused = batcher.change(row(9).id, refuse, None)
    answers = await asyncio.gather(*waiting)
    assert [answer.row.version for answer in answers if answer] == [1] * 5
    with pytest.raises(LookupError):
        await refused
    together = max(0, CONTENDED_TOGETHER - reads)
    expected = [5] * times + [5] if times < together else [5] * together + [1] * (times - together + 5)
    assert backend.sizes == expected
    assert len(refusals) == 1  # it was told, and is not judged again


class Told(Job):
    """A job that notes what it is told, and may not bear it."""

    def __init__(self, number: int, judge: Judge, *, breaks: bool = False) -> None:
        super().__init__(row(number).id, judge, None)
        self.told: list[object] = []
        self.breaks = breaks

    def settle(self, verdict: Verdict | None) -> None:
        self._note(verdict)

    def fail(self, error: Exception) -> None:
        self._note(error)

    def _note(self, what: object) -> None:
        self.told.append(what)
        if self.breaks:
            raise RuntimeError("unforeseen")


class Failing(Crowded):
    """A backend that fails at a place, and has one session (3) that others were faster to change, once."""

    def __init__(self, place: str) -> None:
        super().__init__(0)
        self.place = place
        self.raced = False

    async def load(self, wanted: Sequence[tuple[bytes, bytes | None]], *_: object) -> list[Loaded | None]:
        if self.place == "load":
            raise RuntimeError("unforeseen")
        return [
            None if session == row(2).id else read
            for (session, _), read in zip(wanted, await super().load(wanted), strict=True)
        ]

    async def write(self, changes: Sequence[Guarded], *_: object) -> list[bool]:
        if self.place == "write":
            raise RuntimeError("unforeseen")
        lost = [guarded.before.id == row(3).id and not self.raced for guarded in changes]
        self.raced = True
        return [not each for each in lost]


@pytest.mark.parametrize("breaks", [None, *range(5)])
@pytest.mark.parametrize("place", ["load", "write", "commit", "nowhere"])
async def test_whatever_fails_each_request_is_told_once(place: str, breaks: int | None) -> None:
    def committed(_: Sequence[bytes]) -> None:
        if place == "commit":
            raise RuntimeError("unforeseen")

    def refuse(_: Loaded) -> Verdict:
        raise LookupError

    complaints: list[dict[str, object]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, complaint: complaints.append(complaint))
    batcher = Batcher(Failing(place), committed)
    judges: list[Judge] = [refuse, lambda loaded: Unchanged(loaded.row, 1), judged, judged, judged]
    jobs = [Told(number, judge, breaks=number == breaks) for number, judge in enumerate(judges)]
    for job in jobs:
        batcher.submit(job)
    await batcher.finish()
    refused, unchanged, unknown, raced, changed = ([*job.told] for job in jobs)
    failed = place in ("load", "write")
    assert [len(job.told) for job in jobs] == [1] * 5
    assert isinstance(refused[0], RuntimeError if place == "load" else LookupError)
    assert isinstance(unchanged[0], RuntimeError if place == "load" else Unchanged)
    assert isinstance(unknown[0], RuntimeError if place == "load" else type(None))
    for told in (*raced, *changed):
        assert isinstance(told, RuntimeError if failed else Change)
    unborne = breaks is not None
    assert len(complaints) == unborne + (2 if place == "commit" else 0)
    last = Told(7, judged)
    batcher.submit(last)
    await batcher.finish()
    assert len(last.told) == 1


async def test_contention_without_an_end_is_told() -> None:
    batcher = Batcher(Crowded(10_000), lambda _: None)
    waiting = [batcher.change(row(number).id, judged, None) for number in range(2)]
    for answer in await asyncio.gather(*waiting, return_exceptions=True):
        assert isinstance(answer, Unavailable)


async def test_a_deadlock_costs_nobody_a_change(postgres_database: str) -> None:
    store = await open_store(Settings(database=postgres_database))
    async with AsyncExitStack() as stack:
        stack.push_async_callback(store.close)
        for number in (1, 2):
            await store.create(row(number), None)
        other = await asyncpg.connect(postgres_database)
        stack.push_async_callback(other.close)
        watcher = await asyncpg.connect(postgres_database)
        stack.push_async_callback(watcher.close)
        await other.execute("SET deadlock_timeout = '60s'")  # so that the store's transaction is the one given up
        lock = "SELECT 1 FROM sessions WHERE id = $1 FOR UPDATE"
        transaction = other.transaction()
        await transaction.start()
        await other.execute(lock, row(2).id)
        changes = asyncio.gather(*(store.change(row(number).id, judged) for number in (1, 2)))
        async with asyncio.timeout(PATIENCE):
            while not await watcher.fetchval("SELECT count(*) FROM pg_locks WHERE NOT granted"):  # noqa: ASYNC110 - as above
                await asyncio.sleep(0.01)
        await other.execute(lock, row(1).id)  # has it once the deadlock was found
        await transaction.rollback()
        assert [changed.row.version for changed in await changes if changed] == [1, 1]
        assert [len(await store.record(row(number).id, 0, 9)) for number in (1, 2)] == [1, 1]


# --- a real PostgreSQL that cannot serve ---------------------------------------------------------------------------


class Serving:
    """A service of its own on a database, and a client of it."""

    def __init__(self, database: str) -> None:
        self.app: FastAPI = create_app(Settings(database=database), built_in())

    async def __aenter__(self) -> httpx.AsyncClient:
        self._context = self.app.router.lifespan_context(self.app)
        await self._context.__aenter__()
        transport = httpx.ASGITransport(self.app, raise_app_exceptions=False)
        self._client = httpx.AsyncClient(transport=transport, base_url="http://test")
        return self._client

    async def __aexit__(self, *error: object) -> None:
        await self._client.aclose()
        await self._context.__aexit__(None, None, None)


@pytest.fixture
async def admin(postgres: Server) -> AsyncIterator[asyncpg.Connection]:
    made = await asyncpg.connect(postgres.url)
    yield made
    await made.close()


async def _answers(client: httpx.AsyncClient, table: Table) -> tuple[httpx.Response, ...]:
    return await asyncio.gather(
        client.get(table.address),
        client.get(f"{table.address}/record"),
        table.post("roll", {}),
        client.post("/v1/sessions", json={"game": "sand", "seats": [{"name": "Ida"}]}),
        client.get("/readyz"),
    )


TERMINATE = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND pid <> pg_backend_pid()"


async def test_connections_that_end_at_any_moment_are_never_told_as_a_failure_of_the_service(
    postgres_database: str, admin: asyncpg.Connection
) -> None:
    name = make_url(postgres_database).database
    async with Serving(postgres_database) as client:
        table = await open_table(client, "sand")
        ended = asyncio.Event()

        async def terminate() -> None:
            while not ended.is_set():
                await admin.execute(TERMINATE, name)
                await asyncio.sleep(0.003)

        ending = asyncio.create_task(terminate())
        statuses: set[int] = set()
        for _ in range(30):
            for answer in await _answers(client, table):
                statuses.add(answer.status_code)
                assert (answer.status_code == 503) == ("retry-after" in answer.headers)
        ended.set()
        await ending
        assert statuses <= {200, 201, 409, 503}
        for _ in range(5):  # connections that have ended are noticed when they are used
            if {answer.status_code for answer in await _answers(client, table)} <= {200, 201, 409}:
                break
        else:
            raise AssertionError("it does not recover")


@pytest.mark.parametrize(
    ("statement", "back", "reads"),
    [
        ("ALTER DATABASE {0} SET default_transaction_read_only = on", "ALTER DATABASE {0} RESET ALL", True),
        ("ALTER DATABASE {0} RENAME TO {0}_away", "ALTER DATABASE {0}_away RENAME TO {0}", False),
        ("ALTER DATABASE {0} ALLOW_CONNECTIONS false", "ALTER DATABASE {0} ALLOW_CONNECTIONS true", False),
        ("ALTER DATABASE {0} CONNECTION LIMIT 0", "ALTER DATABASE {0} CONNECTION LIMIT -1", None),
        ("ALTER DATABASE {0} SET search_path = nowhere", "ALTER DATABASE {0} RESET ALL", False),
        ("ALTER DATABASE {0} SET statement_timeout = 1", "ALTER DATABASE {0} RESET ALL", None),
    ],
)
async def test_a_database_that_cannot_serve_is_told_as_one(
    postgres_database: str, admin: asyncpg.Connection, statement: str, back: str, reads: bool | None
) -> None:
    name = make_url(postgres_database).database
    async with Serving(postgres_database) as client:
        table = await open_table(client, "sand")
        for _ in range(100):  # the service's own connections may come back in between
            await admin.execute(TERMINATE, name)
            try:
                await admin.execute(statement.format(name))
                break
            except asyncpg.ObjectInUseError:
                await asyncio.sleep(0.01)
        await admin.execute(TERMINATE, f"{name}_away" if "RENAME" in statement else name)
        try:
            for attempt in range(2):
                shown, record, moved, opened, ready = await _answers(client, table)
                for answer in (shown, record, moved, opened, ready):
                    assert answer.status_code in (200, 201, 409, 503), answer.text
                    assert (answer.status_code == 503) == ("retry-after" in answer.headers)
                if reads is not None:
                    assert (moved.status_code, opened.status_code) == (503, 503)
                    assert not attempt or (shown.status_code == record.status_code == 200) == reads
        finally:
            await admin.execute(back.format(name))
            await admin.execute(TERMINATE, name)
        for _ in range(5):
            answers = await _answers(client, table)
            if all(answer.status_code < 500 for answer in answers):
                break
        assert all(answer.status_code < 500 for answer in answers)


async def test_a_database_that_was_read_only_for_a_while_is_told_so_and_written_again(
    postgres_database: str, admin: asyncpg.Connection
) -> None:
    """Nobody ends the connections that were made meanwhile."""
    name = make_url(postgres_database).database
    async with Serving(postgres_database) as client:
        table = await open_table(client, "sand")
        await admin.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
        await admin.execute(TERMINATE, name)
        for _ in range(3):
            shown, record, moved, opened, ready = await _answers(client, table)
        assert (shown.status_code, record.status_code) == (200, 200)
        assert (moved.status_code, opened.status_code, ready.status_code) == (503, 503, 503)
        assert ready.json()["detail"] == "The database is read-only."
        await admin.execute(f"ALTER DATABASE {name} RESET ALL")
        async with asyncio.timeout(60):
            while True:
                answers = await _answers(client, table)
                if all(answer.status_code in (200, 201, 409) for answer in answers):
                    break
                assert {answer.status_code for answer in answers} <= {200, 201, 409, 503}


@pytest.mark.parametrize(("setting", "code"), [("synchronous_commit", "synchronous-commit-off"), (None, None)])
async def test_what_may_lose_moves_is_told(
    postgres_database: str, admin: asyncpg.Connection, setting: str | None, code: str | None
) -> None:
    name = make_url(postgres_database).database
    if setting is not None:
        await admin.execute(f"ALTER DATABASE {name} SET {setting} = off")
    with capture_logs() as lines:
        async with Serving(postgres_database) as client:
            warnings = (await client.get("/readyz")).json()["warnings"]
    assert [warning for warning in warnings if warning != "fsync-off"] == [code] * (code is not None)
    assert [line["code"] for line in lines if "not as safe" in line["event"]] == warnings


async def test_a_store_that_is_lost_and_back_is_logged_once_each_and_counted(
    postgres_database: str, admin: asyncpg.Connection
) -> None:
    name = make_url(postgres_database).database
    with capture_logs() as lines:
        async with Serving(postgres_database) as client:
            table = await open_table(client, "sand")
            await admin.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
            await admin.execute(TERMINATE, name)
            for _ in range(3):
                await _answers(client, table)
            await admin.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
            async with asyncio.timeout(60):
                while (await client.get("/readyz")).status_code != 200:  # noqa: ASYNC110 - it tells nobody
                    await asyncio.sleep(0.01)
            figures = (await client.get("/metrics")).text
    told = [line["event"] for line in lines if line["event"] in ("store lost", "store back")]
    assert told == ["store lost", "store back"]
    for kind in ("lost", "reconnect", "failed_batch"):
        assert f'rollwright_store_troubles_total{{kind="{kind}"}}' in figures


# --- what is deleted is still as it was listed ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("since", "statuses", "goes"),
    [(6, ("active",), True), (6, ("finished", "active"), True), (5, ("active",), False), (6, ("finished",), False)],
)
async def test_only_what_is_still_as_it_was_listed_is_deleted(
    store: AnyStore, since: int, statuses: tuple[str, ...], goes: bool
) -> None:
    await store.create(row(), None)
    await store.change(row().id, judged)
    await store.create(row(2), None)
    assert bool(await store.delete_untouched([row(2).id], Untouched(since, statuses))) == goes
    assert (await store.session(row(2).id) is None) == goes
    assert not await store.delete_untouched([row().id], Untouched(6, ("active",)))
    assert len(await store.record(row().id, 0, 9)) == 1
