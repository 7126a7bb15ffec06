"""A game from outside that fails costs its own sessions a clear problem, and nothing else."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from functools import partial
from types import SimpleNamespace
from typing import Any
from uuid import UUID

import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI

from app.http import clock
from app.main import create_app
from app.sessions import service as session_service
from app.sessions.service import Sessions
from app.settings import Settings
from rules.contract import BANK, Illegal, Legal, Rank, Step
from rules.faults import Fault, SheetFindings
from rules.registry import Registry, built_in
from tests.app.support.event_streams import on_a_socket, streaming
from tests.app.support.house import ALL
from tests.app.support.log_lines import ReadLines, logging_as_configured
from tests.app.support.rogue_game import Deed, changes, gives, raises, rogue, with_rogue
from tests.app.support.table import Table, open_table

pytestmark = pytest.mark.asyncio(loop_scope="session")

OOPS = RuntimeError("the dog ate the dice")
NOT_JSON = {"phase": object()}
TOO_MANY = 2**70
MANY: Any = "many"
UNTOLD: Any = ({"lacking": object()}, {})
FAILED = {"status": "failed", "outcome": None}


MISCHIEF: dict[str, Deed] = {}


@pytest.fixture(autouse=True)
def lines() -> Iterator[ReadLines]:
    """The log."""
    with logging_as_configured("info") as read:
        yield read


@pytest.fixture
def mischief() -> Iterator[dict[str, Deed]]:
    """What the rogue does at present; nothing after the test."""
    yield MISCHIEF
    MISCHIEF.clear()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def service(house_database: str) -> AsyncIterator[FastAPI]:
    """Shared by the tests, on each store."""
    async with running(house_database, MISCHIEF) as app:
        yield app


@asynccontextmanager
async def running(database: str, mischief: dict[str, Deed]) -> AsyncIterator[FastAPI]:
    app = create_app(Settings(database=database), with_rogue(mischief))
    async with app.router.lifespan_context(app):
        yield app


def transported(app: FastAPI) -> httpx.AsyncClient:
    return httpx.AsyncClient(transport=httpx.ASGITransport(app, raise_app_exceptions=False), base_url="http://test")


def failed(answer: httpx.Response) -> bool:
    assert (answer.status_code, answer.json()["code"]) == (500, "game-failed"), answer.text
    assert "rogue" in answer.json()["detail"]
    assert "dog" not in answer.text
    return True


def bearer(table: Table) -> dict[str, str]:
    return {"Authorization": f"Bearer {table.host}"}


def figure(figures: str, series: str) -> float:
    found = re.search(rf"^rollwright_{re.escape(series)} (\S+)$", figures, re.MULTILINE)
    return float(found[1]) if found else 0.0


async def stored(service: FastAPI) -> dict[bytes, int]:
    sessions: Sessions = service.state.sessions
    return {row.id: row.version for row in await sessions.store.listed(b"", ALL)}


AT_CREATION = [
    ("rules", raises(OOPS)),
    ("start", raises(OOPS)),
    ("start", raises(SystemExit(3))),
    ("start", gives(None)),
    ("start", gives("a state")),
    ("start", changes(lambda state: state._replace(totals=(0,)))),
    ("start", changes(lambda state: state._replace(totals=(0, object())))),
    ("to_move", raises(OOPS)),
    ("to_move", gives(None)),
    ("to_move", gives(())),
    ("to_move", gives((7,))),
    ("to_move", gives((1, 0))),
    ("legal_moves", raises(OOPS)),
    ("legal_moves", gives(())),
    ("legal_moves", gives([Legal(BANK, None, 0)])),
    ("legal_moves", gives((Legal("bank", None, 0),))),
    ("legal_moves", gives((Legal[Any](BANK, MANY, 0),))),
    ("legal_moves", gives((Legal(BANK, TOO_MANY, 0),))),
    ("legal_moves", gives((Legal(BANK, None, 3),))),
    ("totals", raises(OOPS)),
    ("totals", gives(("0", "0"))),
    ("resigned", gives(None)),
    ("outcome", raises(OOPS)),
    ("outcome", gives("Ida")),
    ("view", raises(OOPS)),
    ("view", gives(None)),
    ("view", gives(NOT_JSON)),
    ("view", changes(lambda view: {**view, "round": "first"})),
]


@pytest.mark.parametrize(("call", "deed"), AT_CREATION)
async def test_a_session_that_cannot_begin_is_not_opened(
    service: FastAPI, mischief: dict[str, Deed], call: str, deed: Deed
) -> None:
    mischief[call] = deed
    async with transported(service) as client:
        before = await stored(service)
        body = {"game": "rogue", "seats": [{"name": "Ida"}, {"name": "Otto"}]}
        assert failed(await client.post("/v1/sessions", json=body))
        assert await stored(service) == before
        await open_table(client, "titusind")


def bad_step(**junk: Any) -> Deed:
    return changes(lambda step: step._replace(**junk))


AT_A_MOVE = [
    ("to_move", raises(OOPS)),
    ("throws", raises(OOPS)),
    ("throws", gives(None)),
    ("throws", gives(-1)),
    ("throws", gives(10**9)),
    ("throws", gives(5)),
    ("apply", raises(OOPS)),
    ("apply", raises(ValueError("not these faces"))),
    ("apply", raises(KeyError("seat"))),
    ("apply", raises(GeneratorExit())),
    ("apply", gives(None)),
    ("apply", gives(Step(None, None, ()))),
    ("apply", bad_step(state="done")),
    ("apply", bad_step(points=TOO_MANY)),
    ("apply", bad_step(points=1.5)),
    ("apply", bad_step(events=None)),
    ("apply", bad_step(events=("bust",))),
    ("outcome", changes(lambda outcome: outcome or "nobody")),
    ("view", raises(OOPS)),
    ("view", gives(NOT_JSON)),
    ("totals", raises(OOPS)),
]


@pytest.mark.parametrize(("call", "deed"), AT_A_MOVE)
async def test_a_move_that_fails_is_not_stored_and_its_batch_goes_on(
    service: FastAPI, mischief: dict[str, Deed], call: str, deed: Deed
) -> None:
    async with transported(service) as client:
        others = [await open_table(client, "titusind") for _ in range(3)]
        mine = await open_table(client, "rogue")
        mischief[call] = deed
        answers = await asyncio.gather(*(each.post("roll", {}) for each in [others[0], mine, *others[1:]]))
        assert failed(answers.pop(1))
        assert [answer.status_code for answer in answers] == [200] * 3
        versions = await stored(service)
        assert [versions[UUID(each.session["id"]).bytes] for each in (mine, *others)] == [0, 1, 1, 1]
        mischief.clear()
        assert (await mine.post("roll", {})).status_code == 200


async def test_a_listed_move_that_is_refused_is_the_games_failure(
    service: FastAPI, mischief: dict[str, Deed]
) -> None:
    mischief["legal_moves"] = changes(lambda listed: (*listed, Legal(BANK, 50, 0)) if listed else listed)
    async with transported(service) as client:
        mine = await open_table(client, "rogue")
        listed = [legal["move"] for legal in mine.session["legal_moves"]]
        assert listed == [{"type": "roll"}, {"type": "bank"}]
        assert failed(await mine.post("moves", {"move": listed[1]}))
        assert (await mine.post("moves", {"move": listed[0]})).status_code == 200


def untold(refusal: Illegal, found: Any) -> Any:
    return found if found == 6 else refusal


async def test_a_refusal_that_cannot_be_told_is_the_games_failure(
    service: FastAPI, mischief: dict[str, Deed]
) -> None:
    async with transported(service) as client:
        mine = await open_table(client, "rogue")
        for details in UNTOLD:
            refusal = Illegal("below_opening", "4.1", details)
            mischief["throws"] = changes(partial(untold, refusal))
            assert failed(await mine.post("bank", {}))
        mischief.clear()
        assert (await mine.post("bank", {})).status_code == 409


@pytest.mark.parametrize("call", ["view", "totals", "to_move", "legal_moves", "resigned", "outcome"])
async def test_a_session_that_cannot_be_shown_is_a_problem_and_others_are_shown(
    service: FastAPI, mischief: dict[str, Deed], call: str
) -> None:
    async with transported(service) as client:
        mine, other = await open_table(client, "rogue"), await open_table(client, "sand")
        mischief[call] = raises(OOPS)
        assert failed(await client.get(mine.address))
        assert failed(await client.get(f"{mine.address}/events?legal=all"))
        assert (await client.get(f"{mine.address}/record")).status_code == 200
        assert (await other.view())["status"] == "active"
        gone = await client.delete(mine.address, headers=bearer(mine))
        assert gone.status_code == 204


async def test_it_is_counted_and_logged_with_its_session_and_no_secrets(
    service: FastAPI, mischief: dict[str, Deed], lines: ReadLines
) -> None:
    async with transported(service) as client:
        mine = await open_table(client, "rogue")
        mischief["apply"] = raises(OOPS)
        before = (await client.get("/metrics")).text
        assert failed(await mine.post("roll", {}))
        assert failed(await client.post(f"{mine.address}/roll?legal=all&lang=en", headers=bearer(mine)))
        line, again = (line for line in lines() if line["event"] == "game failed")
        assert again["session"] == line["session"]
        assert (line["game"], line["call"], line["session"]) == ("rogue", "apply", mine.session["id"])
        assert "the dog ate the dice" in json.dumps(line["exception"])
        assert mine.host not in json.dumps(line)
        after = (await client.get("/metrics")).text
        for series in ('game_failures_total{game="rogue"}', 'moves_total{game="rogue",verdict="game-failed"}'):
            assert figure(after, series) == figure(before, series) + 2


async def test_loose_dice_and_options(service: FastAPI, mischief: dict[str, Deed]) -> None:
    async with transported(service) as client:
        for deed in (raises(OOPS), gives(None), changes(lambda score: score._replace(ways=(("bank", 1),)))):
            mischief["score"] = deed
            assert failed(await client.post("/v1/games/rogue/score", json={"dice": [1, 1, 5]}))
        mischief.clear()
        assert (await client.post("/v1/games/rogue/score", json={"dice": [1, 1, 5]})).status_code == 200
        unlucky = {"options": {"luck": 13}}
        assert failed(await client.post("/v1/games/rogue/score", json={"dice": [1]} | unlucky))
        assert failed(await client.post("/v1/sessions", json={"game": "rogue", "seats": [{"name": "Ida"}]} | unlucky))
        assert (await client.get("/v1/games/rogue")).status_code == 200


WRONG = Fault(("total",), "wrong_total", None, 5, 0)
SHEETS = [
    ("check_sheet", raises(OOPS)),
    ("check_sheet", gives(None)),
    ("check_sheet", gives(SheetFindings((), TOO_MANY, None, full=False))),
    ("check_sheet", gives(SheetFindings((), 0, MANY, full=False))),
    ("check_sheet", changes(lambda found: replace(found, faults=None))),
    ("check_sheet", changes(lambda found: replace(found, faults=(replace(WRONG, details={"claimed": object()}),)))),
    ("check_sheet", changes(lambda found: replace(found, faults=(replace(WRONG, right=object()),)))),
    ("check_sheet", changes(lambda found: replace(found, faults=(replace(WRONG, right=TOO_MANY),)))),
    ("check_sheet", changes(lambda found: replace(found, faults=(replace(WRONG, place=MANY),)))),
    ("check_sheets", raises(OOPS)),
    ("check_sheets", gives(None)),
    ("check_sheets", changes(lambda found: found.sheets)),
    ("check_sheets", changes(lambda found: replace(found, sheets=found.sheets[:1]))),
    ("check_sheets", changes(lambda found: replace(found, sheets=(*found.sheets[:1], None)))),
    ("check_sheets", changes(lambda found: replace(found, ranking=found.ranking[:1]))),
    ("check_sheets", changes(lambda found: replace(found, ranking=[Rank(0, 0, 1), Rank(1, MANY, 1)]))),
]


@pytest.mark.parametrize(("call", "deed"), SHEETS)
async def test_sheets(sqlite_database: str, call: str, deed: Deed) -> None:
    """Of a game that looks at them together, and of one that looks at each."""
    mischief: dict[str, Deed] = {}
    game = rogue(mischief)
    if call == "check_sheet":
        game = replace(game, check_sheets=None)
    app = create_app(Settings(database=sqlite_database), Registry({"rogue": game}))
    sheets = {"sheets": [{"turns": [{"points": 1050}, {"points": 7}], "total": 5}, {"turns": [], "total": 0}]}
    async with app.router.lifespan_context(app), transported(app) as client:
        found = (await client.post("/v1/games/rogue/check", json=sheets)).json()
        assert [fault["code"] for fault in found["faults"]] == ["impossible_points", "wrong_total"]
        mischief[call] = deed
        assert failed(await client.post("/v1/games/rogue/check", json=sheets))


async def test_options_in_transcripts(service: FastAPI) -> None:
    unlucky: dict[str, Any] = {"game": "rogue", "options": {"luck": 13}, "seats": [{"name": "Ida"}], "record": []}
    unlucky["format"] = "rollwright-transcript-1"
    lucky, text = {"options": {"luck": 12}}, "game rogue\noption luck 13\nseat Ida\n"
    async with transported(service) as client:
        for sent in (unlucky, text):
            assert failed(await client.post("/v1/games/rogue/check", json=sent))
            assert failed(await client.post("/v1/sessions", json={"transcript": sent}))
        answer = await client.post("/v1/games/rogue/check", json=unlucky | lucky)
        assert answer.status_code == 200, answer.text


async def healthy(stack: AsyncExitStack, database: str) -> httpx.AsyncClient:
    """A worker beside on the same store, whose rogue behaves."""
    return await stack.enter_async_context(transported(await stack.enter_async_context(running(database, {}))))


def through(client: httpx.AsyncClient, of: Table) -> Table:
    opened = {"session": of.session, "host_token": of.host, "seats": [{"token": token} for token in of.tokens]}
    return Table(client, opened)


async def test_a_stream_ends_and_the_others_go_on(mischief: dict[str, Deed], house_database: str) -> None:
    async with AsyncExitStack() as stack:
        own = await stack.enter_async_context(running(house_database, mischief))
        client = await stack.enter_async_context(on_a_socket(own))
        beside = await healthy(stack, house_database)
        mine, other = await open_table(client, "rogue"), await open_table(client, "sand")
        streams = [
            await stack.enter_async_context(streaming(client, f"{each.address}/events")) for each in (mine, other)
        ]
        for stream in streams:
            assert (await stream.next()).name == "session"
        mischief["apply"] = raises(OOPS)
        assert (await through(beside, mine).post("roll", {})).status_code == 200
        assert (await other.post("roll", {})).status_code == 200
        assert [(event.name, event.data) for event in await streams[0].rest()] == [("end", FAILED)]
        assert (await streams[1].next()).name == "move"
        mischief.clear()
        again = await stack.enter_async_context(streaming(client, f"{mine.address}/events", after=0))
        assert (await again.next()).name == "move"


async def test_a_stream_of_seats_tells_of_the_failing_one_and_goes_on(
    mischief: dict[str, Deed], house_database: str
) -> None:
    async with AsyncExitStack() as stack:
        own = await stack.enter_async_context(running(house_database, mischief))
        client = await stack.enter_async_context(on_a_socket(own))
        beside = await healthy(stack, house_database)
        mine, other = await open_table(client, "rogue"), await open_table(client, "sand")
        wanted = {"tokens": [mine.tokens[0], other.tokens[0]]}
        stream = await stack.enter_async_context(streaming(client, "/v1/seats/events", body=wanted))
        assert {event.name for event in await stream.take(2)} == {"seat"}
        mischief["apply"] = raises(OOPS)
        assert (await through(beside, mine).post("roll", {})).status_code == 200
        ended = await stream.next()
        assert (ended.name, ended.data) == ("end", {"session": mine.session["id"], "seat": 0} | FAILED)
        assert (await other.post("roll", {})).status_code == 200
        assert (await stream.next()).data["session"] == other.session["id"]
        mischief["to_move"] = raises(OOPS)
        again = await stack.enter_async_context(streaming(client, "/v1/seats/events", body=wanted))
        assert {event.name for event in await again.take(2)} == {"seat", "end"}


async def test_clocks_of_others_are_heeded(
    service: FastAPI, mischief: dict[str, Deed], lines: ReadLines, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session_service, "SWEEP", 2)
    sessions: Sessions = service.state.sessions
    async with transported(service) as client:
        mine = [await open_table(client, "rogue", turn_seconds=1) for _ in range(3)]
        other = await open_table(client, "titusind", turn_seconds=2)
        later = clock.now() + 60_000
        monkeypatch.setattr(clock, "time", SimpleNamespace(time_ns=lambda: later * 1_000_000))
        mischief["withdraw"] = raises(OOPS)
        for _ in range(4):
            await sessions.sweep()
        told = [line["session"] for line in lines() if line["event"] == "game failed"]
        assert sorted(told) == sorted(each.session["id"] for each in mine)
        row = await sessions.store.session(UUID(other.session["id"]).bytes)
        assert row is not None
        assert row.status == "finished"
        assert (await mine[0].view())["status"] == "active"
        assert failed(await mine[0].post("roll", {}))


async def test_built_in_games_are_asked_directly(service: FastAPI) -> None:
    served_games = service.state.games.served_games
    assert {name for name, served in served_games.items() if served.game is not built_in().games.get(name)} == {
        "rogue"
    }
