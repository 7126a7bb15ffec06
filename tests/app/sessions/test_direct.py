"""Moves at the connection, where that is on its own: who has this way, what it settles, and workers in a race."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any

import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI
from structlog.testing import capture_logs

from app.http.rate_limit import Limits
from app.http.request_log import RequestLog
from app.main import create_app
from app.server.direct import DIRECT
from app.sessions.direct import DirectMoves
from app.settings import Settings
from app.store.rows import Job
from rules.registry import built_in
from tests.app.support.connections import until
from tests.app.support.house import House, seated
from tests.app.support.twins import (
    KEY,
    ROLL,
    Twins,
    bearer,
    twins_on,
)
from tests.app.support.wire import Answered, Worker, request

together = pytest.mark.asyncio(loop_scope="session")
frozen = pytest.mark.usefixtures("clock")

RACERS = 12


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def twins(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Twins]:
    async with AsyncExitStack() as stack:
        yield await twins_on(tmp_path_factory.mktemp("twins"), stack)


# --- what is settled at the connection ---


@together
@frozen
async def test_nothing_that_is_usual_comes_to_the_application(twins: Twins) -> None:
    party = await twins.open(dice_source="players")
    usual: list[tuple[str, Any, int]] = [("bank", {}, 409), ("roll", ROLL, 200), ("roll", ROLL, 200)]
    usual += [("roll", {"dice": [7]}, 422), ("roll", b"{", 400)]
    for number, (path, body, status) in enumerate(usual):
        answer = await twins.move(party, path, body, headers=((KEY, f"k{number}" if status != 200 else "k"),))
        assert answer.status == status
        assert twins.worker.reached == []


# --- who has this way ---


@together
@frozen
@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"cors_origins": "https://example.com"},
        {"require_api_key": True},
        {"limit_openings": "1/hour"},
        {"limit_moves": "100/second"},
        {"limit_requests": "100/second"},
        {"log_requests": True},
    ],
    ids="-".join,
)
async def test_every_service_has_this_way(sqlite_database: str, settings: dict[str, Any]) -> None:
    app = create_app(Settings(database=sqlite_database, **settings), built_in())
    async with app.router.lifespan_context(app) as state:
        assert state is not None
        assert DIRECT in state


@together
async def test_what_waits_when_the_time_to_stop_is_over_is_told_so(
    sqlite_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = create_app(Settings(database=sqlite_database), built_in())
    async with app.router.lifespan_context(app) as state:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
            party = await seated(client)
        submitted: list[Job] = []
        monkeypatch.setattr(app.state.sessions.store, "submit", submitted.append)
        sent = request(f"{party.address}/roll".encode(), [(b"host", b"test"), bearer(party.host)], b"{}")
        waiting = asyncio.create_task(Worker(app, state or {}).answered(sent))
        await until(lambda: submitted)
        assert state is not None
        with capture_logs() as lines:
            state[DIRECT].stop()
        answer = await waiting
        assert (answer.status, answer.value["code"]) == (503, "store-unavailable")
        assert [line["event"] for line in lines] == ["request failed"]
        submitted[0].fail(RuntimeError("too late"))  # which is of no account


# --- workers beside each other ---


def direct_of(app: FastAPI) -> DirectMoves:
    limits = Limits(Settings())
    log = RequestLog(app.state.sessions.metrics, log_requests=False)
    return DirectMoves(app.state.sessions, app.state.gate, limits, log, None)


async def raced(house: House, party: Any, headers: list[tuple[bytes, bytes]]) -> list[Answered]:
    """The answers to so many rolls at once, by two workers in turn; all took the direct way."""
    apps = house.service, house.neighbour
    workers = [Worker(app, {DIRECT: direct_of(app)}) for app in apps]
    sent = request(f"{party.address}/roll".encode(), [(b"host", b"test"), bearer(party.host), *headers], b"{}")
    answers = await asyncio.gather(*(workers[racer % 2].answered(sent) for racer in range(RACERS)))
    assert [worker.taken for worker in workers] == [[True] * (RACERS // 2)] * 2
    return answers


@together
async def test_one_of_many_for_a_version_wins(house: House) -> None:
    party = await seated(house.client, "yatzy", ("Ida",))
    for version in range(3):
        answers = await raced(house, party, [(b"if-match", b'"%d"' % version)])
        assert Counter(answer.status for answer in answers) == {200: 1, 412: RACERS - 1}
        assert {answer.value["session"]["version"] for answer in answers} == {version + 1}
    assert [entry["version"] for entry in await party.record()] == [1, 2, 3]


@together
async def test_one_of_many_retries_is_played(house: House) -> None:
    party = await seated(house.client, "yatzy", ("Ida",))
    answers = await raced(house, party, [(b"idempotency-key", b"k")])
    assert {answer.status for answer in answers} == {200}
    assert Counter(len(answer.all_of(b"idempotency-replayed")) for answer in answers) == {0: 1, 1: RACERS - 1}
    assert len({answer.body for answer in answers}) == 1
    assert [entry["version"] for entry in await party.record()] == [1]
