"""`rollwright audit`: what follows from its record passes, whatever was changed behind the service's back is told."""

import asyncio
import re
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any
from uuid import UUID

import httpx
import pytest
from fastapi import FastAPI
from typer.testing import CliRunner

from app.cli.main import main
from app.dice.sealing import Sealer
from app.main import create_app
from app.operation import audit as module
from app.operation.audit import Tally, audit, orphans
from app.sessions.referee import Referee
from app.sessions.service import Sessions
from app.settings import Settings
from app.store import rows
from rules.registry import built_in
from tests.app.support.sql import execute
from tests.app.support.table import Table, open_table

KEY = "0123456789abcdef0123456789abcdef"


@pytest.fixture
async def service(database: str) -> AsyncIterator[FastAPI]:
    app = create_app(Settings(database=database, secret_key=KEY), built_in())
    async with app.router.lifespan_context(app):
        yield app


def session_of(table: Table) -> bytes:
    return UUID(table.session["id"]).bytes


async def play(table: Table, moves: int = 1000) -> Table:
    """Play on: score as much as can be, else bank, else the last move."""
    for number in range(moves):
        if table.session["outcome"] is not None:
            break
        legal = table.session["legal_moves"]
        scoring = [each for each in legal if each["move"]["type"] in ("bank", "choose_category")]
        entry = max(scoring, key=lambda each: each["points"] or 0) if scoring else legal[-1]
        body = {"seat": entry["seat"], "move": entry["move"]}
        if entry["throws"] and table.session["dice_source"] == "players":
            body["move"] |= {"dice": [1, 5, 2, 3, 4, 1][: entry["throws"]]}
        answer = await table.post("moves", body, table.tokens[entry["seat"]], **{"Idempotency-Key": f"move-{number}"})
        assert answer.status_code == 200, answer.text
    return table


async def opened_seat(client: httpx.AsyncClient) -> Table:
    """A session whose second seat was claimed; both have given seeds."""
    seats = {"game": "yatzy", "seats": [{"name": "Ida"}, {"open": True}], "turn_seconds": 3600}
    answer = (await client.post("/v1/sessions", json=seats)).json()
    address = f"/v1/sessions/{answer['session']['id']}"
    claim = {"name": "Otto", "invitation": answer["seats"][1]["invitation"]}
    claimed = (await client.post(f"{address}/seats/1/claim", json=claim)).json()
    answer["session"] = claimed["session"]
    answer["seats"] = [answer["seats"][0], {"token": claimed["token"]}]
    table = Table(client, answer)
    for token in table.tokens:
        await table.post("seed", {"seed": f"from {token[-5:]}"}, token)
    return table


@pytest.fixture
async def told(service: FastAPI, database: str) -> Callable[[], Awaitable[dict[bytes, str]]]:
    """What an audit says of each session."""
    sessions: Sessions = service.state.sessions

    async def look() -> dict[bytes, str]:
        found = audit(sessions.store, sessions.referee, Tally())
        said = defaultdict[bytes, str](str)
        async for fault in found:
            said[fault.session.bytes] += fault.says
        for stray in await orphans(database):
            said[stray.session] += stray.says
        return said

    return look


async def test_what_was_played_passes(
    client: httpx.AsyncClient, service: FastAPI, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "SESSIONS", 3)
    monkeypatch.setattr(rows, "ENTRIES", 7)
    for game in built_in().games:
        names = ("Ida",) if game == "solitaire-dice" else ("Ida", "Otto")
        await play(await open_table(client, game, names, turn_seconds=60))
    await play(await open_table(client, "farkle", dice_source="players"), 30)
    seated = await opened_seat(client)
    replaced = await seated.post("tokens", {}, seated.tokens[0])
    seated.tokens[0] = replaced.json()["token"]
    await play(seated, 7)
    await seated.post("resign", {}, seated.tokens[1])
    await client.post("/v1/sessions", json={"game": "yatzy", "seats": [{"name": "Ida"}, {"open": True}]})
    left = await open_table(client, "yatzy", ("Ida", "Otto", "Eva"))
    await left.post("resign", {"seat": 1})
    idle = await play(await open_table(client, "yatzy", turn_seconds=60), 3)
    await execute(database, "UPDATE sessions SET updated_at = 0 WHERE id = ?", session_of(idle))
    assert await service.state.sessions.purge(1) == (1, 0)

    tally = Tally()
    sessions: Sessions = service.state.sessions
    assert [fault async for fault in audit(sessions.store, sessions.referee, tally)] == []
    assert await orphans(database) == []
    [(stored, entries)] = await execute(
        database, "SELECT (SELECT count(*) FROM sessions), (SELECT count(*) FROM record)"
    )
    assert (tally.sessions, tally.entries) == (stored, entries)
    assert not tally.unchecked
    assert entries > 500


# On sessions of `opened_seat` in which nine moves were played: a claim, two seeds, then rolls at even versions, each
# with a box chosen after it but the last.
TAMPERINGS: list[tuple[str, str]] = [
    ("UPDATE sessions SET version = version + 1 WHERE id = ?", "does not give its version"),
    ("UPDATE sessions SET version = version - 1 WHERE id = ?", "at version 11 only"),
    ("UPDATE sessions SET status = 'abandoned' WHERE id = ?", "does not give its status"),
    ("UPDATE sessions SET throws = '[9,9]' WHERE id = ?", "does not give its throws"),
    ("UPDATE sessions SET updated_at = updated_at + 1 WHERE id = ?", "does not give its updated_at"),
    (
        "UPDATE sessions SET clocks = '[9000000000000,9000000000001]', deadline = 9000000000000 WHERE id = ?",
        "does not give its clocks, deadline",
    ),
    ('UPDATE sessions SET names = \'["Ida","Eva"]\' WHERE id = ?', "does not give its names"),
    ("UPDATE sessions SET seeds = '{}' WHERE id = ?", "does not give its seeds"),
    ("UPDATE sessions SET state = replace(state, ',null,', ',77,') WHERE id = ?", "does not give its state"),
    ("UPDATE sessions SET state = '{' WHERE id = ?", "does not give its state"),
    ("UPDATE sessions SET options = '[' WHERE id = ?", "cannot be read"),
    ("UPDATE sessions SET commitment = secret WHERE id = ?", "committed to"),
    ("UPDATE sessions SET secret = commitment WHERE id = ?", "committed to"),
    ("UPDATE sessions SET secret = tokens WHERE id = ?", "secret of a session"),
    ("DELETE FROM record WHERE session_id = ?", "does not give its updated_at, version"),
    ("DELETE FROM record WHERE version = 5 AND session_id = ?", "It follows version 4"),
    ("DELETE FROM record WHERE version = 12 AND session_id = ?", "does not give its updated_at, version"),
    ("UPDATE record SET dice = '111111' WHERE version = 4 AND session_id = ?", "dice are not those"),
    ("UPDATE record SET seat = 1 WHERE version = 4 AND session_id = ?", "cannot be replayed|dice are not those"),
    ("UPDATE record SET seat = 1 - seat WHERE dice = '' AND version > 4 AND session_id = ?", "cannot be replayed"),
    ("UPDATE record SET move = '{' WHERE version = 5 AND session_id = ?", "cannot be replayed"),
    ("UPDATE record SET kind = 'resign', move = NULL WHERE version = 4 AND session_id = ?", "cannot be replayed"),
    ("UPDATE record SET kind = 'wish' WHERE version = 5 AND session_id = ?", "cannot be replayed"),
    ("UPDATE record SET points = points + 1 WHERE points > 0 AND session_id = ?", "points or events"),
    (
        'UPDATE record SET events = \'[{"type":"bonus","points":50}]\' WHERE version = 4 AND session_id = ?',
        "points or events",
    ),
    ("UPDATE record SET move = replace(move, 'from', 'FROM') WHERE version = 2 AND session_id = ?", "dice|seeds"),
    ("UPDATE record SET move = replace(move, 'Otto', 'Eva') WHERE version = 1 AND session_id = ?", "its names"),
    ("UPDATE record SET at = at + 1 WHERE version = 12 AND session_id = ?", "does not give its updated_at"),
    ("UPDATE retries SET version = 13 WHERE version = 12 AND session_id = ?", "key for retries"),
]


async def test_each_tampering_is_told_of_the_session_it_was_done_to(
    client: httpx.AsyncClient, database: str, told: Callable[[], Awaitable[dict[bytes, str]]]
) -> None:
    sessions = [await play(await opened_seat(client), 9) for _ in (*TAMPERINGS, None)]
    assert all(table.session["version"] == 12 for table in sessions)
    assert await told() == {}
    for table, (statement, _) in zip(sessions, TAMPERINGS, strict=False):
        await execute(database, statement, session_of(table))
    said = await told()
    missed = [
        (statement, said.get(session_of(table)))
        for table, (statement, says) in zip(sessions, TAMPERINGS, strict=False)
        if not re.search(says, said.get(session_of(table), ""))
    ]
    assert not missed
    assert len(said) == len(TAMPERINGS), "the last one is as it was"


async def test_rows_that_belong_to_no_session_are_told(
    client: httpx.AsyncClient, database: str, told: Callable[[], Awaitable[dict[bytes, str]]]
) -> None:
    seats = {"game": "yatzy", "seats": [{"name": "Ida"}, {"name": "Otto"}]}
    opened = (await client.post("/v1/sessions", json=seats, headers={"Idempotency-Key": "k"})).json()
    first, second = await play(Table(client, opened), 2), await play(await open_table(client, "yatzy"), 2)
    await execute(database, "DELETE FROM sessions")
    assert set(await told()) == {session_of(first), session_of(second)}
    await execute(database, "DELETE FROM record")
    assert all("key for retries" in says or "opened" in says for says in (await told()).values())
    await execute(database, "DELETE FROM retries")
    assert {session: "opened" in says for session, says in (await told()).items()} == {session_of(first): True}


async def test_what_is_deleted_meanwhile_is_no_fault(client: httpx.AsyncClient, service: FastAPI) -> None:
    table = await play(await open_table(client, "yatzy"), 2)
    sessions: Sessions = service.state.sessions
    row = await sessions.store.session(session_of(table))
    await sessions.store.delete(session_of(table))

    class Before(type(sessions.store)):  # type: ignore[misc]
        """The store as it was when the audit read its first page."""

        def __init__(self) -> None:
            pass

        async def listed(self, after: bytes, limit: int) -> list[Any]:  # noqa: ARG002 - one page is all
            return [] if after else [row]

        def __getattribute__(self, name: str) -> Any:
            return super().__getattribute__(name) if name == "listed" else getattr(sessions.store, name)

    tally = Tally()
    assert [fault async for fault in audit(Before(), sessions.referee, tally)] == []
    assert tally.sessions == 1


async def test_rules_that_are_not_installed_are_counted(
    client: httpx.AsyncClient, service: FastAPI, database: str
) -> None:
    sessions: Sessions = service.state.sessions
    other, known = await play(await open_table(client, "yatzy"), 2), await play(await open_table(client, "yatzy"), 2)
    await execute(database, "UPDATE sessions SET rules_version = 9 WHERE id = ?", session_of(other))
    tally = Tally()
    assert [fault async for fault in audit(sessions.store, sessions.referee, tally)] == []
    assert (tally.sessions, tally.entries) == (2, known.session["version"])
    assert tally.unchecked == {"yatzy with rules version 9": 1}


async def test_secrets_need_the_services_key(client: httpx.AsyncClient, service: FastAPI) -> None:
    sessions: Sessions = service.state.sessions
    await open_table(client, "yatzy")
    keyless = Referee(sessions.referee.games, Sealer(None))
    [fault] = [fault async for fault in audit(sessions.store, keyless, Tally())]
    assert "ROLLWRIGHT_SECRET_KEY is not set" in fault.says


async def test_the_command_says_what_it_found(
    client: httpx.AsyncClient, service: FastAPI, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROLLWRIGHT_DATABASE", database)
    monkeypatch.setenv("ROLLWRIGHT_SECRET_KEY", KEY)
    sound, broken = await play(await open_table(client, "yatzy"), 3), await play(await open_table(client, "yatzy"), 3)

    async def called(*words: str) -> tuple[int, str]:
        done = await asyncio.to_thread(CliRunner().invoke, main, ["audit", *words])
        return done.exit_code, done.output

    assert await called() == (0, "2 sessions, 6 entries, 0 faults\n")
    await execute(database, "UPDATE record SET dice = '' WHERE version = 3 AND session_id = ?", session_of(broken))
    status, said = await called()
    assert status == 1
    assert said.startswith(f"{broken.session['id']} version 3: ")
    assert said.endswith("\n2 sessions, 6 entries, 1 faults\n")
    assert await called("--session", sound.session["id"]) == (0, "1 sessions, 3 entries, 0 faults\n")
    status, said = await called("--session", "00000000-0000-7000-8000-000000000000")
    assert status == 1
    assert "no session" in said
