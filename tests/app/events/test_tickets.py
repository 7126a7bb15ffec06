"""Streams begun with a ticket, as a browser's `EventSource` has to: the same as with the token, for a short time."""

import httpx
import pytest
from fastapi import FastAPI

from tests.app.support.event_streams import on_a_socket, streaming
from tests.app.support.house import Clock
from tests.app.support.table import Table, open_table


async def ticket_of(table: Table, token: str) -> str:
    answer = await table.client.post(f"{table.address}/ticket", headers={"Authorization": f"Bearer {token}"})
    assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-store")
    ticket: str = answer.json()["ticket"]
    return ticket


async def test_a_private_session_is_followed_without_a_header(service: FastAPI, client: httpx.AsyncClient) -> None:
    table = await open_table(client, "yatzy", visibility="private")
    async with on_a_socket(service) as web:
        address = f"{table.address}/events"
        mine, hosts = await ticket_of(table, table.tokens[0]), await ticket_of(table, table.host)
        async with (
            streaming(web, f"{address}?legal=mine&ticket={mine}") as seat,
            streaming(web, f"{address}?legal=mine&ticket={hosts}") as host,
            streaming(web, f"{address}?legal=mine", token=table.tokens[0]) as known,
        ):
            first = await seat.next()
            assert first == await known.next() == await host.next()
            assert first.data["legal_moves"]
            await table.post("tokens", {}, table.tokens[0])
            assert await seat.rest() == []
            await table.post("roll", {})
            assert (await host.next()).name == "move"
        assert (await web.get(f"{address}?ticket={mine}")).status_code == 401, "it has died with its token"


async def test_a_ticket_is_for_one_session_and_some_seconds(client: httpx.AsyncClient, clock: Clock) -> None:
    table = await open_table(client, "yatzy", visibility="private")
    other = await open_table(client, "yatzy", visibility="private")
    ticket = await ticket_of(table, table.host)
    assert (await client.get(f"{other.address}/events?ticket={ticket}")).status_code == 401
    for path in ("", "/record", "/events"):
        answer = await client.get(f"{table.address}{path}?ticket={ticket}x")
        assert answer.status_code == 401
    for path in ("", "/record", "/transcript", "/sheet"):
        assert (await client.get(f"{table.address}{path}?ticket={ticket}")).status_code == 401, path
    clock.now += 30_001
    assert (await client.get(f"{table.address}/events?ticket={ticket}")).status_code == 401


@pytest.mark.parametrize("token", ["", "rw_seat_x", "another"])
async def test_only_holders_get_one(client: httpx.AsyncClient, token: str) -> None:
    table = await open_table(client, "yatzy")
    sent = (await open_table(client, "yatzy")).host if token == "another" else token
    answer = await client.post(f"{table.address}/ticket", headers={"Authorization": f"Bearer {sent}"})
    assert (answer.status_code, answer.json()["code"]) == (401, "unauthorized")
