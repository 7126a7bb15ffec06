"""Live events over real sockets: everything once and in order, wherever a stream begins and however it is cut."""

import asyncio
import random
import re
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from app.events import hub
from app.main import create_app
from app.settings import Settings
from rules.playout import throw
from rules.registry import built_in
from tests.app.contract.test_contract import validator
from tests.app.support.event_streams import COMMENT, SECONDS, Event, on_a_socket, streaming
from tests.app.support.table import Table, open_table
from tests.postgres import Server, Unavailable
from tests.support.patience import PATIENCE

STRANGE_IDS = ["", "x", "-1", "01", "1.0", "+1", "999999", "9" * 30, "0x1"]


@pytest.fixture
async def web(service: FastAPI) -> AsyncIterator[httpx.AsyncClient]:
    """A client over real sockets."""
    async with on_a_socket(service) as client:
        yield client


@asynccontextmanager
async def set_up(database: str, **settings: Any) -> AsyncIterator[httpx.AsyncClient]:
    """A client of a service with settings of its own."""
    app = create_app(Settings(database=database, **settings), built_in())
    async with app.router.lifespan_context(app), on_a_socket(app) as client:
        yield client


async def play(table: Table, chance: random.Random, most: int = 10_000) -> list[Any]:
    """Play random legal moves, so many or to the end, mostly bank where that is possible; the answers."""
    answers: list[Any] = []
    while not table.session["outcome"] and len(answers) < most:
        legal = table.session["legal_moves"]
        banks = [move for move in legal if move["move"]["type"] == "bank"]
        pick = chance.choice(banks or legal)
        body = {"seat": pick["seat"], "move": dict(pick["move"])}
        if table.session["dice_source"] == "players" and pick["throws"]:
            body["move"]["dice"] = throw(chance, pick["throws"])
        answer = await table.post("moves", body, table.tokens[pick["seat"]])
        assert answer.status_code == 200, answer.text
        answers.append(answer.json())
    return answers


async def record(table: Table) -> list[Any]:
    entries: list[Any] = []
    after = 0
    while after is not None:
        page = (await table.client.get(f"{table.address}/record", params={"after": after, "limit": 500})).json()
        entries += page["entries"]
        after = page["next"]
    return entries


def told(answer: Any) -> Event:
    """The event that tells what an answer said."""
    shown = {"played": answer["played"], "session": without_moves(answer["session"])}
    return Event(answer["played"]["kind"], str(answer["session"]["version"]), shown)


def end(session: Any) -> Event:
    return Event("end", str(session["version"]), {"status": session["status"], "outcome": session["outcome"]})


def without_moves(session: Any) -> Any:
    return session | {"legal_moves": []}


async def eventful(client: httpx.AsyncClient) -> tuple[Table, list[Event]]:
    """A game with a claim, seeds, clocks, a resignation and an outcome, and what its stream tells from version 0."""
    body = {"game": "yatzy", "seats": [{"name": "Ida"}, {"open": True}, {"name": "Uwe"}], "turn_seconds": 3600}
    opened = (await client.post("/v1/sessions", json=body)).json()
    invitation = opened["seats"][1].pop("invitation")
    table = Table(client, opened | {"seats": [opened["seats"][0], {"token": ""}, opened["seats"][2]]})
    expected = [Event("session", "0", without_moves(table.session))]
    answers = [await table.post("seed", {"seed": "\u2028 Glück \u2029\x7e"}, table.tokens[0])]
    answers.append(await table.post("seats/1/claim", {"name": "Otto ñ", "invitation": invitation}))
    table.tokens[1] = answers[-1].json()["token"]
    answers.append(await table.post("seed", {"seed": "s"}, table.tokens[1]))
    expected += [told(answer.json()) for answer in answers]
    chance = random.Random(3)
    expected += map(told, await play(table, chance, 20))
    expected.append(told((await table.post("resign", {}, table.tokens[2])).json()))
    expected += map(told, await play(table, chance, 5))
    expected.append(told((await table.post("resign", {}, table.tokens[0])).json()))
    assert table.session["status"] == "finished"
    return table, [*expected, end(table.session)]


# --- a session's stream ---


@pytest.mark.parametrize("source", ["server", "players"])
@pytest.mark.parametrize("game", ["titusind", "wohin-damit"])
async def test_a_stream_tells_the_session_and_then_each_entry_and_the_end(
    web: httpx.AsyncClient, client: httpx.AsyncClient, game: str, source: str
) -> None:
    table = await open_table(client, game, dice_source=source)
    async with streaming(web, f"{table.address}/events") as stream:
        assert stream.response.headers["cache-control"] == "no-store"
        assert stream.response.headers["x-accel-buffering"] == "no"
        assert await stream.next() == ("session", "0", without_moves(table.session))
        answers: list[Any] = []
        while not table.session["outcome"]:  # in parts: who is too far behind is cut off
            moves = await play(table, random.Random(len(answers)), 50)
            assert await stream.take(len(moves)) == list(map(told, moves))
            answers += moves
        assert await stream.rest() == [end(table.session)]
    assert [answer["played"] for answer in answers] == await record(table)


async def test_an_event_comes_without_anything_after_it(web: httpx.AsyncClient, client: httpx.AsyncClient) -> None:
    table = await open_table(client, "titusind")
    async with streaming(web, f"{table.address}/events") as stream:
        await stream.next()
        for _ in range(3):
            (answer,) = await play(table, random.Random(1), 1)
            assert await stream.next() == told(answer)


async def test_every_kind_of_entry_is_told_and_every_id_resumes(
    web: httpx.AsyncClient, client: httpx.AsyncClient
) -> None:
    table, expected = await eventful(client)
    assert [each.name for each in expected[1:5]] == ["seed", "claim", "seed", "move"]
    version = table.session["version"]
    for seen in range(version):
        async with streaming(web, f"{table.address}/events", after=seen) as stream:
            assert await stream.rest() == expected[seen + 1 :]
    assert [each.data["played"] for each in expected[1:-1]] == await record(table)
    types = {"session": "Session", "end": "SessionEnd"}
    for event in {each.name: each for each in expected}.values():
        validator(types.get(event.name, "MoveAnswer")).validate(event.data)


async def test_a_finished_session_is_told_once_and_never_again(
    web: httpx.AsyncClient, client: httpx.AsyncClient
) -> None:
    table, expected = await eventful(client)
    final = Event("session", expected[-1].id, expected[-2].data["session"])
    async with streaming(web, f"{table.address}/events") as stream:
        assert await stream.rest() == [final, expected[-1]]
    headers = {"Last-Event-ID": str(table.session["version"])}
    answer = await web.get(f"{table.address}/events", headers=headers)
    assert (answer.status_code, answer.content) == (204, b"")
    for strange in STRANGE_IDS:
        async with streaming(web, f"{table.address}/events", after=strange) as stream:
            assert await stream.rest() == [final, expected[-1]]


async def test_a_stream_that_resumes_goes_on_live(web: httpx.AsyncClient, client: httpx.AsyncClient) -> None:
    table = await open_table(client, "farkle", options={"target": 100_000})
    chance = random.Random(5)
    past = await play(table, chance, 150)  # more than a page, and than what a hub remembers
    async with streaming(web, f"{table.address}/events", after=40) as stream:
        assert await stream.take(110) == list(map(told, past[40:]))
        news = list(map(told, await play(table, chance, 5)))
        assert await stream.take(5) == news
        async with streaming(web, f"{table.address}/events", after=152) as short:  # still remembered
            assert await short.take(3) == news[2:]


@pytest.mark.parametrize("seed", range(3))
async def test_streams_that_are_cut_anywhere_give_the_record_in_the_end(
    web: httpx.AsyncClient, client: httpx.AsyncClient, seed: int
) -> None:
    table = await open_table(client, "titusind")
    chance = random.Random(seed)
    bots = asyncio.create_task(play(table, random.Random(seed)))
    found: list[Event] = []
    while not found or found[-1].name != "end":
        after = found[-1].id if found else 0
        async with streaming(web, f"{table.address}/events", after=after) as stream:
            for _ in range(chance.choice([1, 1, 2, 10, 100])):
                try:
                    found.append(await stream.next())
                except StopAsyncIteration:
                    break
            if found and found[-1].name != "end" and found[-1].data["session"]["status"] == "finished":
                found.append(await stream.next())  # whoever comes again after the last entry is told nothing: 204
    answers = await bots
    assert found == [*map(told, answers), end(table.session)]
    assert [each.data["played"] for each in found[:-1]] == await record(table)


async def test_each_stream_lists_the_moves_it_asked_for(web: httpx.AsyncClient, client: httpx.AsyncClient) -> None:
    table = await open_table(client, "wohin-damit", visibility="private")
    address = f"{table.address}/events"
    everyone = streaming(web, f"{address}?legal=all", token=table.host)
    host = streaming(web, f"{address}?legal=mine", token=table.host)
    mine = streaming(web, f"{address}?legal=mine", token=table.tokens[1])
    nobody = streaming(web, address, token=table.tokens[0])
    async with everyone as all_of, host as hosts, mine as one, nobody as none:
        for count in range(6):
            views = []
            for stream in (all_of, hosts, one, none):
                event = await stream.next()
                views.append(event.data if count == 0 else event.data["session"])
            legal = views[0]["legal_moves"]
            assert {move["seat"] for move in legal} == set(views[0]["to_move"])
            assert views[1] == views[0] == table.session
            assert views[2] == views[0] | {"legal_moves": [move for move in legal if move["seat"] == 1]}
            assert views[3] == without_moves(views[0])
            move = random.Random(count).choice(legal)
            assert (await table.post("moves", move, table.tokens[move["seat"]])).status_code == 200


async def test_a_silent_stream_is_kept_alive(database: str) -> None:
    async with set_up(database, heartbeat_seconds=0.05) as web:
        table = await open_table(web, "yatzy")
        async with streaming(web, f"{table.address}/events", comments=True) as stream:
            assert [each.name for each in await stream.take(4)] == ["session", COMMENT, COMMENT, COMMENT]
        body = {"tokens": table.tokens}
        async with streaming(web, "/v1/seats/events", body=body, comments=True) as stream:
            assert [each.name for each in await stream.take(4)] == ["seat", "seat", COMMENT, COMMENT]


async def test_a_client_holds_so_many_streams_and_gets_closed_ones_back(database: str) -> None:
    async with set_up(database, max_streams=2) as web:
        table = await open_table(web, "yatzy")
        address = f"{table.address}/events"
        async with streaming(web, address) as first:
            await first.next()
            async with streaming(web, "/v1/seats/events", body={"tokens": table.tokens}) as second:
                await second.next()
                refused = await web.get(address)
                assert (refused.status_code, refused.json()["code"]) == (429, "too-many-streams")
        async with asyncio.timeout(SECONDS):
            while await figure(web, "rollwright_open_streams") > 0:  # noqa: ASYNC110 - seen from outside
                await asyncio.sleep(0.02)
        for _ in range(3):  # what is refused holds nothing
            assert (await web.get(f"{address}?legal=mine")).status_code == 401
        async with streaming(web, address) as first, streaming(web, address) as second:
            assert await first.next() == await second.next()
            assert await figure(web, "rollwright_open_streams") == 2
            await play(table, random.Random(1), 3)
            assert await first.take(3) == await second.take(3)
            assert await figure(web, "rollwright_event_lag_seconds_count") == 6


async def figure(web: httpx.AsyncClient, name: str) -> float:
    """A metric without labels."""
    lines = (await web.get("/metrics")).text.splitlines()
    return float(next(line for line in lines if line.startswith(f"{name} ")).split()[1])


# --- ends before the game's ---


async def test_a_private_session_is_told_to_holders_only(web: httpx.AsyncClient, client: httpx.AsyncClient) -> None:
    table = await open_table(client, "yatzy", visibility="private")
    address = f"{table.address}/events"
    for headers in ({}, {"Authorization": "Bearer rw_seat_x"}, {"Last-Event-ID": "0"}):
        assert (await web.get(address, headers=headers)).status_code == 401
    assert (await web.get(f"{address}?token={table.host}")).status_code == 401
    async with (
        streaming(web, address, token=table.tokens[0]) as seat,
        streaming(web, address, token=table.host) as host,
    ):
        assert await seat.next() == await host.next()
        answer = await table.post("tokens", {}, table.tokens[0])
        assert await seat.rest() == []
        table.tokens[0] = answer.json()["token"]
        await play(table, random.Random(1), 2)
        assert len(await host.take(2)) == 2
    async with streaming(web, address, token=table.tokens[0], after=1) as seat:
        assert (await seat.next()).id == "2"


async def test_a_stream_ends_where_its_session_is_deleted(web: httpx.AsyncClient, client: httpx.AsyncClient) -> None:
    table = await open_table(client, "yatzy")
    async with streaming(web, f"{table.address}/events") as stream:
        await stream.next()
        answers = await play(table, random.Random(1), 2)
        assert await stream.take(2) == list(map(told, answers))  # what is deleted before it is read is told to nobody
        await web.delete(table.address, headers={"Authorization": f"Bearer {table.host}"})
        assert await stream.rest() == [Event("end", "2", {"status": "deleted", "outcome": None})]
    assert (await web.get(f"{table.address}/events", headers={"Last-Event-ID": "2"})).status_code == 404


async def test_an_abandoned_session_ends_without_an_outcome(
    web: httpx.AsyncClient, client: httpx.AsyncClient, service: FastAPI
) -> None:
    table = await open_table(client, "yatzy")
    async with streaming(web, f"{table.address}/events") as stream:
        await stream.next()
        await play(table, random.Random(1), 1)
        await asyncio.sleep(0.01)
        assert await service.state.sessions.purge(0) == (1, 0)
        move, abandon, over = await stream.rest()
    assert (move.name, abandon.name, abandon.id) == ("move", "abandon", "2")
    assert abandon.data["session"] == without_moves(await table.view())
    assert over == ("end", "2", {"status": "abandoned", "outcome": None})
    assert (await web.get(f"{table.address}/events", headers={"Last-Event-ID": "2"})).status_code == 204


async def test_a_stream_that_is_not_read_is_cut_off_and_resumes(
    web: httpx.AsyncClient, client: httpx.AsyncClient, service: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "BACKLOG", 32)
    table = await open_table(client, "yatzy", ("Ida", "Otto", "Uwe"))
    hub_of = service.state.feeds._hubs
    with socket.socket() as slow:
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        slow.setblocking(False)
        loop = asyncio.get_running_loop()
        await loop.sock_connect(slow, (web.base_url.host, web.base_url.port))
        await loop.sock_sendall(slow, f"GET {table.address}/events?legal=all HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        async with streaming(web, f"{table.address}/events") as reader:
            assert (await reader.next()).name == "session"
            remembered = []
            answers: list[Any] = []
            while not table.session["outcome"]:
                moves = await play(table, random.Random(len(answers)), 10)
                # Who reads is waited for, so that it is no further behind, whatever keeps the hub from the record.
                assert await reader.take(len(moves)) == list(map(told, moves))
                answers += moves
                remembered += [len(hub._tail) for hub in hub_of.values()]
            assert await reader.rest() == [end(table.session)]
        assert hub.RECENT < max(remembered) <= hub.BACKLOG
        received = b""
        while not received.endswith(b"\r\n0\r\n\r\n"):
            part = await asyncio.wait_for(loop.sock_recv(slow, 2**20), PATIENCE)
            assert part
            received += part
    last = int(received.rpartition(b"\nid: ")[2].partition(b"\n")[0])
    assert last < table.session["version"] - hub.RECENT
    first = int(received.partition(b"\nid: ")[2].partition(b"\n")[0])  # it may have begun after some moves
    assert received.count(b"\nid: ") == last - first + 1
    async with streaming(web, f"{table.address}/events", after=last) as stream:
        assert await stream.rest() == [*map(told, answers[last:]), end(table.session)]


# --- a stream of seats ---


async def follow_and_play(web: httpx.AsyncClient, body: Any, bots: dict[tuple[str, int], Table]) -> list[Event]:
    """Play whatever a stream of seats says that they may, until it closes; what it said."""
    chance = random.Random(11)
    found = []
    async with streaming(web, "/v1/seats/events", body=body) as stream:
        async with asyncio.timeout(PATIENCE):
            async for event in stream:
                found.append(event)
                if event.name == "seat" and event.data["to_move"]:
                    legal = event.data["legal_moves"]
                    move = chance.choice([move for move in legal if move["move"]["type"] == "bank"] or legal)
                    table = bots[event.data["session"], event.data["seat"]]
                    answer = await table.post("moves", move, table.tokens[event.data["seat"]])
                    assert answer.status_code in (200, 409), answer.text  # the table may have moved on
    return found


async def test_bots_play_whole_games_by_one_stream(web: httpx.AsyncClient, client: httpx.AsyncClient) -> None:
    crowd = await open_table(client, "wohin-damit", ("a", "b", "c", "d"))
    pair = await open_table(client, "yatzy")
    alone = await open_table(client, "sand", ("Ida",), options={"target": 2000})
    sessions = {crowd: 4, pair: 2, alone: 1}
    bots = {(table.session["id"], seat): table for table, seats in sessions.items() for seat in range(seats)}
    body = {"tokens": [*crowd.tokens, pair.tokens[0], pair.host, pair.tokens[1], pair.tokens[1], alone.host]}
    found = await follow_and_play(web, body, bots)
    assert [event.name for event in found[:7]] == ["seat"] * 7
    assert sorted((event.data["session"], event.data["seat"]) for event in found[:7]) == sorted(bots)
    for (session, seat), table in bots.items():
        mine = [event for event in found if (event.data["session"], event.data["seat"]) == (session, seat)]
        *_, last, over = mine
        now = await table.view()
        outcome = {"session": session, "seat": seat, "status": "finished", "outcome": now["outcome"]}
        assert now["outcome"] is not None
        assert over == ("end", None, outcome)
        validator("SeatState").validate(mine[0].data)
        validator("SeatEnd").validate(outcome)
        assert last.name == "seat"
        shown = {"version": now["version"], "label": None, "hints": now["hints"], "to_move": False, "legal_moves": []}
        assert last.data == outcome | shown
        assert [event.name for event in mine].count("end") == 1
        versions = [event.data["version"] for event in mine[:-1]]
        assert versions == sorted(set(versions))


async def test_a_seat_is_told_of_when_something_about_it_changes(
    web: httpx.AsyncClient, client: httpx.AsyncClient
) -> None:
    table = await open_table(client, "titusind", dice_source="players")
    session = table.session["id"]
    one, other = ({"tokens": [token]} for token in table.tokens)
    async with (
        streaming(web, "/v1/seats/events", body=one) as ida,
        streaming(web, "/v1/seats/events", body=other) as otto,
    ):
        at_first = {
            "session": session,
            "version": 0,
            "label": None,
            "hints": "all",
            "status": "active",
            "outcome": None,
        }
        roll = {"seat": 0, "move": {"type": "roll"}, "points": None, "throws": 6}
        shown = (await ida.next()).data
        assert shown == at_first | {"seat": 0, "to_move": True, "legal_moves": [roll]}
        assert (await otto.next()).data == at_first | {"seat": 1, "to_move": False, "legal_moves": []}
        await table.post("roll", {"dice": [1, 1, 1, 5, 2, 2]}, table.tokens[0])
        shown = (await ida.next()).data
        assert (shown["version"], shown["legal_moves"]) == (1, table.session["legal_moves"])
        await table.post("set-aside", {"dice": [1, 1, 1, 5]}, table.tokens[0])
        assert (await ida.next()).data["version"] == 2
        await table.post("bank", {}, table.tokens[0])
        shown = (await ida.next()).data
        assert (shown["version"], shown["to_move"]) == (3, False)
        shown = (await otto.next()).data  # nothing about the other seat changed before
        assert (shown["version"], shown["to_move"]) == (3, True)
        await table.post("resign", {}, table.tokens[1])
        for stream in (ida, otto):
            assert [event.name for event in await stream.rest()] == ["seat", "end"]


async def test_a_throw_that_leaves_a_lone_seat_where_it_was_is_told(
    web: httpx.AsyncClient, client: httpx.AsyncClient
) -> None:
    table = await open_table(client, "titusind", ("Ida",), dice_source="players")
    async with streaming(web, "/v1/seats/events", body={"tokens": table.tokens}) as stream:
        first = await stream.next()
        await table.post("roll", {"dice": [2, 3, 3, 4, 6, 6]})  # a bust: the next turn begins
        second = await stream.next()
        assert second.data == first.data | {"version": 1}


async def test_a_stream_of_seats_ends_with_a_token_and_with_a_session(
    web: httpx.AsyncClient, client: httpx.AsyncClient, service: FastAPI
) -> None:
    sessions = [await open_table(client, "yatzy") for _ in range(2)]
    body = {"tokens": [sessions[0].tokens[0], sessions[1].host]}
    async with streaming(web, "/v1/seats/events", body=body) as stream:
        await stream.take(3)
        await client.delete(sessions[1].address, headers={"Authorization": f"Bearer {sessions[1].host}"})
        gone = {"session": sessions[1].session["id"], "status": "deleted", "outcome": None}
        assert await stream.take(2) == [Event("end", None, gone | {"seat": seat}) for seat in (0, 1)]
        service.state.sessions.store._committed = None  # the wake-up comes after both
        answer = await sessions[0].post("tokens", {}, sessions[0].tokens[0])
        sessions[0].tokens[0] = answer.json()["token"]
        await play(sessions[0], random.Random(1), 1)
        service.state.feeds.committed(None)
        assert await stream.rest() == []


async def test_a_host_follows_the_seats_that_it_named(web: httpx.AsyncClient, client: httpx.AsyncClient) -> None:
    body = {"game": "yatzy", "seats": [{"open": True}, {"name": "Ida"}], "visibility": "private"}
    opened = (await client.post("/v1/sessions", json=body)).json()
    address = f"/v1/sessions/{opened['session']['id']}"
    async with streaming(web, "/v1/seats/events", body={"tokens": [opened["host_token"]]}) as host:
        waiting = (await host.next()).data
        assert (waiting["seat"], waiting["status"], waiting["to_move"]) == (1, "waiting", False)
        claim = {"name": "Otto", "invitation": opened["seats"][0]["invitation"]}
        token = (await client.post(f"{address}/seats/0/claim", json=claim)).json()["token"]
        assert (await host.next()).data == waiting | {"status": "active", "version": 1}
        async with streaming(web, "/v1/seats/events", body={"tokens": [token]}) as other:
            assert (await other.next()).data["to_move"]


async def test_a_stream_of_seats_begins_with_how_it_is_now(
    web: httpx.AsyncClient, client: httpx.AsyncClient, service: FastAPI
) -> None:
    table = await open_table(client, "yatzy")
    async with streaming(web, f"{table.address}/events") as stream:
        await stream.next()
        service.state.sessions.store._committed = None  # what follows the session already learns of news late
        await play(table, random.Random(1), 2)
        async with streaming(web, "/v1/seats/events", body={"tokens": table.tokens}) as seats:
            assert [event.data["version"] for event in await seats.take(2)] == [2, 2]
        assert len(await stream.take(2)) == 2


async def test_a_stream_of_seats_takes_tokens_that_are_good(client: httpx.AsyncClient) -> None:
    table = await open_table(client, "yatzy")
    strange = ["rw_seat_x", table.tokens[1][:-1] + "~", "rw_host_" + "A" * 65, ""]
    answer = await client.post("/v1/seats/events", json={"tokens": [table.host, *strange, table.tokens[0]]})
    assert answer.status_code == 422
    assert [fault["pointer"] for fault in answer.json()["errors"]] == [f"/tokens/{at}" for at in range(1, 5)]
    assert table.host not in answer.text
    for tokens in ([], [table.host] * 65, "x", [1], None):
        assert (await client.post("/v1/seats/events", json={"tokens": tokens})).status_code == 422


async def test_a_token_tells_its_place(client: httpx.AsyncClient) -> None:
    body = {"game": "yatzy", "seats": [{"name": "Ida"}, {"name": "Otto"}, {"open": True}], "visibility": "private"}
    opened = (await client.post("/v1/sessions", json=body)).json()
    session, invitation = opened["session"]["id"], opened["seats"][2]["invitation"]

    async def place(token: str) -> Any:
        return (await client.get("/v1/seats/me", headers={"Authorization": f"Bearer {token}"})).json()

    host = {"session": session, "seat": None, "seats": [0, 1], "to_move": [], "status": "waiting", "version": 0}
    assert await place(opened["host_token"]) == host
    claim = {"name": "Uwe", "invitation": invitation}
    claimed = (await client.post(f"/v1/sessions/{session}/seats/2/claim", json=claim)).json()["token"]
    host |= {"status": "active", "version": 1}
    assert await place(opened["host_token"]) == host | {"to_move": [0]}
    assert await place(opened["seats"][0]["token"]) == host | {"seat": 0, "seats": [0], "to_move": [0]}
    assert await place(claimed) == host | {"seat": 2, "seats": [2]}
    for none in ("x", invitation, claimed[:-1], f"{claimed}x"):
        assert (await place(none))["code"] == "unauthorized"
    assert (await client.get("/v1/seats/me")).status_code == 401
    await client.delete(f"/v1/sessions/{session}", headers={"Authorization": f"Bearer {opened['host_token']}"})
    assert (await place(claimed))["code"] == "unauthorized"


# --- several processes, and stores and services that stop ---


async def test_a_stream_of_one_process_tells_what_another_did(start_server: Callable[[], str]) -> None:
    here, there = start_server(), start_server()
    async with (
        httpx.AsyncClient(base_url=here, timeout=PATIENCE) as web,
        httpx.AsyncClient(base_url=there, timeout=PATIENCE) as client,
    ):
        table = await open_table(client, "yatzy", visibility="private")
        address = f"{table.address}/events"
        async with (
            streaming(web, address, token=table.host) as stream,
            streaming(web, address, token=table.tokens[1]) as replaced,
            streaming(web, "/v1/seats/events", body={"tokens": table.tokens[:1]}) as seat,
        ):
            assert (await stream.next()).name == (await replaced.next()).name == "session"
            assert (await seat.next()).data["to_move"]
            expected = list(map(told, await play(table, random.Random(2), 30)))
            assert await stream.take(30) == expected
            assert await replaced.take(30) == expected
            while (await seat.next()).data["version"] < 25:
                pass
            await table.post("tokens", {}, table.tokens[1])
            assert await replaced.rest() == []
            async with streaming(web, address, token=table.host, after=10) as resumed:
                assert await resumed.take(20) == expected[10:]
                await client.delete(table.address, headers={"Authorization": f"Bearer {table.host}"})
                deleted = Event("end", "30", {"status": "deleted", "outcome": None})
                assert await resumed.rest() == [deleted]
            assert await stream.rest() == [deleted]
            assert (await seat.rest())[-1].name == "end"


async def test_a_stream_outlives_a_stop_of_the_database(postgres: Server, postgres_database: str) -> None:
    async with set_up(postgres_database, heartbeat_seconds=0.1) as web:
        table = await open_table(web, "titusind")
        address = f"{table.address}/events"
        async with streaming(web, address) as stream, streaming(web, address, comments=True) as noisy:
            await stream.next()
            before = await play(table, random.Random(1), 3)
            assert await stream.take(3) == list(map(told, before))
            try:
                postgres.stop()
            except Unavailable as reason:
                pytest.skip(str(reason))
            try:
                assert (await web.get(table.address)).status_code == 503
                while (await noisy.next()).name != COMMENT:
                    pass
            finally:
                postgres.start()
            async with asyncio.timeout(SECONDS):
                while (await web.get(table.address)).status_code != 200:  # noqa: ASYNC110 - seen from outside
                    await asyncio.sleep(0.05)
            after = list(map(told, await play(table, random.Random(1), 3)))
            assert await stream.take(3) == after


def started(database: str, workers: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", "from app.cli.main import main; main()", "serve", "--port", "0"]
    command += ["--database", database, "--workers", str(workers)]
    return subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)


async def open_table_soon(web: httpx.AsyncClient) -> Table:
    """A table of a service whose workers may still be starting."""
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                return await open_table(web, "yatzy")
            except httpx.ConnectError:
                await asyncio.sleep(0.1)


@pytest.mark.parametrize("workers", [1, 2])
async def test_a_service_that_is_told_to_stop_ends_its_streams(postgres_database: str, workers: int) -> None:
    process = started(postgres_database, workers)
    assert process.stderr is not None
    try:
        lines = iter(process.stderr.readline, "")
        address = next(filter(None, (re.search(r"running on (http://[\d.]+:\d+)", line) for line in lines)))[1]
        async with httpx.AsyncClient(base_url=address, timeout=PATIENCE) as web, AsyncExitStack() as stack:
            table = await open_table_soon(web)
            opened = [streaming(web, f"{table.address}/events") for _ in range(2)]
            opened.append(streaming(web, "/v1/seats/events", body={"tokens": table.tokens[:1]}))
            streams = [await stack.enter_async_context(each) for each in opened]
            for stream in streams:
                await stream.next()
            process.terminate()
            for stream in streams:
                assert await stream.rest() == []
        assert await asyncio.to_thread(process.wait, 30) == 0
        assert "timeout graceful shutdown exceeded" not in "".join(lines)
    finally:
        process.kill()
        process.wait()
        process.stderr.close()
