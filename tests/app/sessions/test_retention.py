"""How sessions go: the host deletes one at any time, the service those that nobody plays."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from app.cli.verify import check
from app.sessions.service import Sessions
from app.settings import Settings
from tests.app.support.house import Clock, House, Party, housed, seated

in_house = pytest.mark.asyncio(loop_scope="session")

DAY = 86_400_000
DAYS = 7
READING = ("", "/record", "/fairness")
CHANGING: tuple[tuple[str, dict[str, Any]], ...] = (
    ("roll", {}),
    ("moves", {"move": {"type": "roll"}}),
    ("resign", {}),
    ("seed", {"seed": "x"}),
    ("tokens", {}),
)


async def gone(house: House, party: Party) -> bool:
    """Whether a session is unknown at each of its addresses, to both workers."""
    answers = []
    for side in (party, party.through(house.beside)):
        answers += [await side.read(path, party.host) for path in READING]
        answers += [await side.post(path, body) for path, body in CHANGING]
        answers.append(await side.claim(1, invitation="x"))
        answers.append(await side.client.delete(party.address, headers={"Authorization": f"Bearer {party.host}"}))
    return {(answer.status_code, answer.json()["code"]) for answer in answers} == {(404, "unknown-session")}


async def delete(party: Party, token: str | None) -> tuple[int, str | None]:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    answer = await party.client.delete(party.address, headers=headers)
    return answer.status_code, answer.json()["code"] if answer.content else None


@in_house
async def test_the_host_deletes_a_session(house: House) -> None:
    party = await seated(house.client, names=("Ida", None), visibility="private")
    await party.claim(1)
    other = await seated(house.client)
    for token, refused in (
        (None, (401, "unauthorized")),
        (other.host, (401, "unauthorized")),
        (party.invitations[1], (401, "unauthorized")),
        (party.tokens[0], (403, "not-the-host")),
        (party.tokens[1], (403, "not-the-host")),
    ):
        assert await delete(party, token) == refused
    assert (await party.through(house.beside).post("roll", {}, **{"Idempotency-Key": "k"})).status_code == 200
    assert await delete(party, party.host) == (204, None)
    assert await gone(house, party)
    assert await house.stored(party) == (None, [])
    assert (await other.read()).status_code == 200


@in_house
async def test_a_session_is_deleted_whatever_its_status(house: House) -> None:
    waiting = await seated(house.client, names=("Ida", None))
    finished = await seated(house.client)
    await finished.post("resign", {"seat": 0})
    for party in (waiting, finished):
        assert await delete(party, party.host) == (204, None)
        assert await gone(house, party)


@in_house
async def test_moves_and_the_end_of_their_session_may_cross(house: House) -> None:
    for _ in range(4):
        party = await seated(house.client, "wohin-damit", tuple(map(str, range(8))))
        sides = (party, party.through(house.beside))
        moves = [sides[seat % 2].post("roll", {}, token) for seat, token in enumerate(party.tokens)]
        first, answers, second = await asyncio.gather(
            delete(party, party.host), asyncio.gather(*moves), delete(party, party.host)
        )
        assert {first, second} == {(204, None), (404, "unknown-session")}
        codes = {(answer.status_code, answer.json().get("code")) for answer in answers}
        assert codes <= {(200, None), (404, "unknown-session")}
        assert await house.stored(party) == (None, [])
        assert await gone(house, party)


@pytest.fixture
async def keeping(database: str) -> AsyncIterator[tuple[FastAPI, httpx.AsyncClient]]:
    """A service of its own: purging means all sessions of a database."""
    async with housed(Settings(database=database)) as made:
        yield made


async def is_abandoned(party: Party, version: int) -> None:
    """The session has ended without an outcome at that version: it is shown, proved, and played no more."""
    shown = await party.read()
    assert shown.headers["etag"] == f'"{version}"'
    assert (shown.json()["status"], shown.json()["version"]) == ("abandoned", version)
    assert (shown.json()["to_move"], shown.json()["legal_moves"], shown.json()["outcome"]) == ([], [], None)
    entry = (await party.record())[-1]
    assert (entry["kind"], entry["seat"], entry["by"], entry["version"]) == ("abandon", None, "service", version)
    for path, asked in (
        ("roll", {}),
        ("moves", {"move": {"type": "roll"}}),
        ("resign", {"seat": 0}),
        ("seed", {"seat": 0, "seed": "y"}),
    ):
        answer = await party.post(path, asked)
        assert (answer.status_code, answer.json()["code"]) == (409, "abandoned"), path
        assert answer.json()["session"] == shown.json()
    document = (await party.read("/fairness")).json()
    assert document["secret"]
    assert document["seeds_locked"]
    assert check(document) == []


async def test_sessions_that_nobody_plays_end_and_go(
    keeping: tuple[FastAPI, httpx.AsyncClient], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.sessions.service.LISTED", 3)
    monkeypatch.setattr("app.sessions.service.BATCH", 2)
    service, client = keeping
    sessions: Sessions = service.state.sessions
    began = clock.now
    key = {"Idempotency-Key": "k"}
    body = {"game": "sand", "seats": [{"name": "Ida"}, {"name": "Otto"}]}
    active = Party(client, (await client.post("/v1/sessions", json=body, headers=key)).json())
    await active.post("seed", {"seat": 0, "seed": "x"})
    await active.post("roll", {})
    waiting = await seated(client, names=("Ida", None))
    idle = [await seated(client) for _ in range(3)]
    finished = await seated(client)
    await finished.post("resign", {"seat": 0})
    touched = await seated(client)

    clock.now = began + DAYS * DAY
    await touched.post("roll", {})
    assert await sessions.purge(DAYS) == (0, 0), "not a moment too early"
    clock.now += 1
    assert await sessions.purge(DAYS) == (5, 0)
    assert await sessions.purge(DAYS) == (0, 0)

    for party, version in ((active, 3), (waiting, 1), (idle[0], 1)):
        await is_abandoned(party, version)
    assert len((await active.read("/fairness")).json()["throws"]) == 1
    claim = await waiting.claim(1)
    assert (claim.status_code, claim.json()["code"]) == (409, "abandoned")
    assert (await client.post("/v1/sessions", json=body, headers=key)).json()["session"]["status"] == "abandoned"
    assert [(await party.read()).json()["status"] for party in (finished, touched)] == ["finished", "active"]

    clock.now = began + 2 * DAYS * DAY
    await touched.post("resign", {"seat": 1})
    assert await sessions.purge(DAYS) == (0, 0)
    clock.now += 1
    assert await sessions.purge(DAYS) == (0, 1), "the finished one"
    assert (await finished.read()).status_code == 404
    clock.now += 1
    assert await sessions.purge(DAYS) == (0, 5)
    for party in (active, waiting, *idle, finished):
        assert (await party.read()).status_code == 404
        assert (await party.read("/record")).status_code == 404
        assert (await party.post("roll", {})).status_code == 404
    fresh = await client.post("/v1/sessions", json=body, headers=key)
    assert "idempotency-replayed" not in fresh.headers, "its key went with it"
    assert (await touched.read()).json()["status"] == "finished"


async def test_a_session_whose_end_was_taken_back_meanwhile_stays(
    keeping: tuple[FastAPI, httpx.AsyncClient], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    service, client = keeping
    sessions: Sessions = service.state.sessions
    party = await seated(client, dice_source="players")
    await party.post("resign", {"seat": 0})
    assert (await party.read()).json()["status"] == "finished"
    clock.now += 2 * DAYS * DAY + 1
    found = sessions.store.untouched

    async def untouched(since: int, statuses: tuple[str, ...], limit: int) -> list[bytes]:
        listed = await found(since, statuses, limit)
        if listed and statuses == ("finished",):
            assert (await party.post("undo", {}, **{"If-Match": '"1"'})).status_code == 200
        return listed

    monkeypatch.setattr(sessions.store, "untouched", untouched)
    assert await sessions.purge(DAYS) == (0, 0)
    assert (await party.read()).json()["status"] == "active"


async def test_a_session_that_was_touched_meanwhile_stays(
    keeping: tuple[FastAPI, httpx.AsyncClient], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    service, client = keeping
    sessions: Sessions = service.state.sessions
    party = await seated(client)
    clock.now += DAYS * DAY + 1
    found = sessions.store.untouched

    async def untouched(since: int, statuses: tuple[str, ...], limit: int) -> list[bytes]:
        listed = await found(since, statuses, limit)
        if listed:
            await party.post("roll", {})
        return listed

    monkeypatch.setattr(sessions.store, "untouched", untouched)
    await sessions.purge(DAYS)
    assert (await party.read()).json()["status"] == "active"
    assert [entry["kind"] for entry in await party.record()] == ["move"]
