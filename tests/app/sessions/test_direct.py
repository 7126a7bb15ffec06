"""The direct way of a move, where it is on its own: what comes to the application, and who has this way."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import orjson
import pytest
import pytest_asyncio

from app.http.request_log import BEGAN
from app.main import create_app
from app.server.protocol import DIRECT, FAILURE
from app.sessions.direct import DirectMoves
from app.settings import Settings
from rules.registry import built_in
from tests.app.support.house import House, seated
from tests.app.support.twins import (
    KEY,
    ROLL,
    SAME_ID,
    DirectTwins,
    Request,
    bearer,
    chunks,
    twins_on,
)
from tests.app.support.wire import Answered, Worker, request

together = pytest.mark.asyncio(loop_scope="session")
frozen = pytest.mark.usefixtures("clock")

RACERS = 12
PAGE = b"https://example.com"


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def twins(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[DirectTwins]:
    async with AsyncExitStack() as stack:
        yield await direct_twins(tmp_path_factory.mktemp("twins"), stack)


async def direct_twins(directory: Path, stack: AsyncExitStack, **settings: Any) -> DirectTwins:
    made = await twins_on("direct", directory, stack, **settings)
    assert isinstance(made, DirectTwins)
    return made


# --- what comes to the application ---


@together
@frozen
async def test_a_refused_move_comes_to_it_with_its_verdict(twins: DirectTwins) -> None:
    party = await twins.open(dice_source="players")
    answer = await twins.move(party, "bank", {}, query=b"legal=mine")
    assert answer.status == 409
    assert twins.reached is not None
    assert twins.reached[FAILURE].kind.code == answer.value["code"] == "illegal-move"
    assert twins.reached[BEGAN] > 0
    assert twins.reached["path"] == f"{party.address}/bank"
    assert twins.reached["raw_path"] == twins.reached["path"].encode()
    assert twins.reached["query_string"] == b"legal=mine"


@together
@frozen
async def test_a_retry_comes_to_it_without(twins: DirectTwins) -> None:
    party = await twins.open(dice_source="players")
    first = await twins.move(party, "roll", ROLL, headers=((KEY, "k"),))
    assert twins.reached is None
    again = await twins.move(party, "roll", ROLL, headers=((KEY, "k"),))
    assert again.body == first.body
    assert twins.reached is not None
    assert FAILURE not in twins.reached
    assert twins.reached[BEGAN] > 0


@together
@frozen
@pytest.mark.parametrize(
    "form",
    [
        "/v1/sessions/{id}/%72oll",
        "/v1/sessions/{id}/roll?",
        "/v1/sessions/{id}/roll#?legal=none",
        "http://other.example/v1/sessions/{id}/roll",
    ],
)
async def test_targets_in_other_forms_come_to_it(twins: DirectTwins, form: str) -> None:
    party = await twins.open(dice_source="players")
    headers, body = [*SAME_ID, bearer(party.host)], orjson.dumps(ROLL)
    target = form.format(id=party.session["id"]).encode()
    short = await twins.written(request(target, [(b"host", b"test"), *headers], body), short=False)
    assert short == await twins.plainly(Request(f"{party.address}/roll", chunks(body), headers, b"", "POST"))
    assert short.status == 200
    assert twins.reached is not None


# --- who has this way ---


@together
@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"cors_origins": PAGE.decode()},
        {"require_api_key": True},
        {"limit_openings": "1/hour"},
        {"limit_moves": "100/second"},
        {"limit_requests": "100/second"},
        {"log_requests": True},
    ],
    ids="-".join,
)
async def test_a_service_that_limits_or_logs_requests_has_none(
    sqlite_database: str, settings: dict[str, Any]
) -> None:
    app = create_app(Settings(database=sqlite_database, **settings), built_in())
    async with app.router.lifespan_context(app) as state:
        assert state is not None
        assert (DIRECT in state) == (not any(name.startswith(("limit", "log")) for name in settings))


@together
@frozen
async def test_pages_are_answered_alike(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        twins = await direct_twins(tmp_path, stack, cors_origins=PAGE.decode())
        party = await twins.open(dice_source="players")
        for origin, allowed in ((PAGE, [PAGE]), (b"https://example.org", []), (b"null", []), (None, [])):
            own = [] if origin is None else [(b"origin", origin)]
            for body in (orjson.dumps(ROLL), b'{"dice": [1]}', b"{"):
                short = origin is None and body != b"{"
                path = f"{party.address}/roll"
                answer = await twins.same(path, chunks(body), [bearer(party.host), *own], short=short)
                assert answer.all_of(b"access-control-allow-origin") == allowed
        await twins.agree(party)


# --- workers beside each other ---


async def raced(house: House, party: Any, headers: list[tuple[bytes, bytes]]) -> list[Answered]:
    """The answers to so many rolls at once, by two workers in turn; all took the direct way."""
    apps = house.service, house.neighbour
    workers = [Worker(app, {DIRECT: DirectMoves(app.state.sessions)}) for app in apps]
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
