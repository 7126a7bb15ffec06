"""Streams see what is taken back: of a session and of seats, from memory and from the record, and past an end."""

import random
from collections.abc import AsyncIterator

import httpx
import pytest
from fastapi import FastAPI

from tests.app.support.event_streams import on_a_socket, streaming
from tests.app.support.undo import play, shown, table, undo


@pytest.fixture
async def web(service: FastAPI) -> AsyncIterator[httpx.AsyncClient]:
    """A client over real sockets."""
    async with on_a_socket(service) as client:
        yield client


async def test_a_stream_sees_it(web: httpx.AsyncClient) -> None:
    party = await table(web)
    async with streaming(web, f"{party.address}/events") as stream:
        assert (await stream.next()).name == "session"
        await party.post("roll", {"dice": [1, 1, 1, 5, 5, 2]})
        before = party.session
        await party.post("set-aside", {"dice": [1, 1, 1]})
        await undo(party)
        told = await stream.take(3)
        assert [(event.name, event.id) for event in told] == [("move", "1"), ("move", "2"), ("undo", "3")]
        assert told[2].data["played"]["undoes"] == 2
        assert shown(told[2].data["session"]) == shown(before | {"legal_moves": []})
        await undo(party)
        assert (await stream.next()).data["session"]["state"] == (await party.view())["state"]
    for seen in range(4):
        async with streaming(web, f"{party.address}/events", after=seen) as stream:
            rest = await stream.take(4 - seen)
            assert [event.id for event in rest] == [str(version) for version in range(seen + 1, 5)]
            assert shown(rest[-1].data["session"]) == shown(party.session | {"legal_moves": []})


async def test_a_stream_sees_what_was_played_before_it_taken_back(web: httpx.AsyncClient) -> None:
    party, views = await table(web), []
    for seed in range(6):
        views.append(party.session)
        await play(party, random.Random(seed), 1)
    async with streaming(web, f"{party.address}/events") as stream:
        await stream.next()
        for before in reversed(views):
            await undo(party)
            told = await stream.next()
            assert shown(told.data["session"]) == shown(before | {"legal_moves": []})


async def test_an_end_that_is_taken_back_ended_its_streams(web: httpx.AsyncClient) -> None:
    party = await table(web)
    mine = {"tokens": [party.tokens[0]]}
    await play(party, random.Random(2), 3)
    async with (
        streaming(web, f"{party.address}/events") as stream,
        streaming(web, "/v1/seats/events", body=mine) as seat,
    ):
        await party.post("resign", {"seat": 1})
        assert [event.name for event in await stream.rest()] == ["session", "resign", "end"]
        assert [event.name for event in await seat.rest()][-1] == "end"
    over = party.session["version"]
    gone = await web.get(f"{party.address}/events", headers={"Last-Event-ID": str(over)})
    assert gone.status_code == 204
    await undo(party)
    async with streaming(web, f"{party.address}/events", after=over - 1) as stream:
        assert [event.name for event in await stream.take(2)] == ["resign", "undo"]
    async with streaming(web, "/v1/seats/events", body=mine) as seat:
        assert (await seat.next()).data["status"] == "active"
    async with streaming(web, f"{party.address}/events", after=over) as stream:
        assert (await stream.next()).name == "undo"
        await party.post("resign", {"seat": 1})
        assert [event.name for event in await stream.rest()] == ["resign", "end"]


async def test_a_stream_of_seats_tells_that_a_seat_is_to_move_again(web: httpx.AsyncClient) -> None:
    party = await table(web)
    async with streaming(web, "/v1/seats/events", body={"tokens": [party.tokens[0]]}) as seat:
        assert (await seat.next()).data["to_move"]
        await party.post("roll", {"dice": [2, 2, 3, 3, 4, 6]})
        assert not (await seat.next()).data["to_move"]
        await undo(party)
        told = (await seat.next()).data
        assert (told["to_move"], told["version"]) == (True, 2)
