"""A service that tests share, with another worker beside it, and tables whose seats may be open."""

import time
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from copy import copy
from typing import Any, NamedTuple, Self
from uuid import UUID

import httpx
from fastapi import FastAPI

from app.main import create_app
from app.settings import Settings
from app.store.rows import EntryRow, SessionRow
from rules.registry import built_in
from tests.app.support.table import Table

ALL = 10_000
HERE = ("203.0.113.7", 4711)


class House(NamedTuple):
    """A service on a database of its own, and a second one on the same, as another worker has it."""

    service: FastAPI
    client: httpx.AsyncClient
    neighbour: FastAPI
    beside: httpx.AsyncClient

    async def stored(self, table: Table) -> tuple[SessionRow | None, list[EntryRow]]:
        """A session and its record as they lie in the database."""
        store = self.service.state.sessions.store
        session = UUID(table.session["id"]).bytes
        return await store.session(session), await store.record(session, 0, ALL)

    async def refused(self, table: Table, asked: Coroutine[Any, Any, httpx.Response]) -> tuple[int, str]:
        """Status and code of a request that is refused and changes nothing; its view, if any, is the present one."""
        before = await self.stored(table)
        answer = await asked
        problem = answer.json()
        assert answer.headers["content-type"] == "application/problem+json", answer.text
        assert await self.stored(table) == before
        assert before[0] is not None
        if "session" in problem:
            assert problem["session"]["version"] == before[0].version
            assert answer.headers["etag"] == f'"{before[0].version}"'
        return answer.status_code, problem["code"]


class Party(Table):
    """A table where strangers may sit: `tokens` hold "" for a seat until it is claimed, `invitations` for others."""

    def __init__(self, client: httpx.AsyncClient, opened: dict[str, Any]) -> None:
        self.client = client
        self.session: dict[str, Any] = opened["session"]
        self.address = f"/v1/sessions/{self.session['id']}"
        self.host: str = opened["host_token"]
        self.tokens: list[str] = [seat.get("token", "") for seat in opened["seats"]]
        self.invitations: list[str] = [seat.get("invitation", "") for seat in opened["seats"]]

    def through(self, client: httpx.AsyncClient) -> Self:
        """The same table as another client's user sees it."""
        other = copy(self)
        other.client = client
        return other

    async def claim(
        self, seat: int | str, name: str = "Otto", invitation: str | None = None, **headers: str
    ) -> httpx.Response:
        """Claim a seat, by its own invitation unless another is given."""
        body = {"name": name, "invitation": self.invitations[int(seat)] if invitation is None else invitation}
        answer = await self.client.post(f"{self.address}/seats/{seat}/claim", json=body, headers=headers)
        if answer.is_success:
            self.tokens[answer.json()["seat"]] = answer.json()["token"]
            self.session = answer.json()["session"]
        return answer

    async def read(self, path: str = "", token: str | None = None, **headers: str) -> httpx.Response:
        """What a holder of the token sees; nobody's without one."""
        sent = headers | ({"Authorization": f"Bearer {token}"} if token else {})
        return await self.client.get(f"{self.address}{path}", headers=sent)

    async def record(self) -> list[dict[str, Any]]:
        """The first entries of the record, by the host's token."""
        entries: list[dict[str, Any]] = (await self.read("/record?limit=500", self.host)).json()["entries"]
        return entries


async def seated(
    client: httpx.AsyncClient, game: str = "titusind", names: tuple[str | None, ...] = ("Ida", "Otto"), **more: Any
) -> Party:
    """A new session; where a name is None the seat is open."""
    seats = [{"open": True} if name is None else {"name": name} for name in names]
    answer = await client.post("/v1/sessions", json={"game": game, "seats": seats} | more)
    assert answer.status_code == 201, answer.text
    return Party(client, answer.json())


@asynccontextmanager
async def housed(settings: Settings) -> AsyncIterator[tuple[FastAPI, httpx.AsyncClient]]:
    """A running service with a client."""
    app = create_app(settings, built_in())
    transport = httpx.ASGITransport(app, raise_app_exceptions=False, client=HERE)
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=transport, base_url="http://test") as client,
    ):
        yield app, client


class Clock:
    """The service's time in milliseconds since 1970, standing still unless the test moves it."""

    def __init__(self) -> None:
        self.now = time.time_ns() // 1_000_000

    def time_ns(self) -> int:
        return self.now * 1_000_000
