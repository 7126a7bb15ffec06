"""A reader of Server-Sent Events as a client of the service writes it, and a server on a real socket to read from."""

import asyncio
import json
import socket
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, NamedTuple

import httpx
import uvicorn
from fastapi import FastAPI

from tests.support.patience import PATIENCE

COMMENT = ":"
SECONDS = PATIENCE
"""How long a test waits for an event before it fails."""

SEND_BUFFER = 32 * 1024
"""What the system keeps for a client that does not read; left to itself it takes megabytes."""


class Event(NamedTuple):
    """An event; `id` is what a browser would send as Last-Event-ID after it. A comment's name is `COMMENT`."""

    name: str
    id: str | None
    data: Any


class Stream:
    """An open stream, read event by event; without comments unless they are asked for."""

    def __init__(self, response: httpx.Response, comments: bool) -> None:
        self.response = response
        self._events = _events(response, comments)

    def __aiter__(self) -> AsyncIterator[Event]:
        return self._events

    async def next(self) -> Event:
        """The next event; StopAsyncIteration at the stream's proper end."""
        async with asyncio.timeout(SECONDS):
            return await anext(self._events)

    async def take(self, count: int) -> list[Event]:
        """So many events."""
        return [await self.next() for _ in range(count)]

    async def rest(self) -> list[Event]:
        """Every event up to the stream's proper end."""
        found = []
        async with asyncio.timeout(SECONDS):
            async for event in self._events:
                found.append(event)  # noqa: PERF401 - what was found shows where it stopped
        return found


async def _events(response: httpx.Response, comments: bool) -> AsyncIterator[Event]:
    """Parse by the WHATWG's rules, as far as the service uses them; anything else is a failure."""
    pending, name, last, data = b"", "", None, None
    async for part in response.aiter_raw():
        *lines, pending = (pending + part).split(b"\n")
        for line in lines:
            field, _, value = line.decode().partition(": ")
            match field:
                case "event":
                    name = value
                case "id":
                    last = value
                case "data":
                    assert data is None
                    data = json.loads(value)
                case "":
                    if value and comments:
                        yield Event(COMMENT, last, value)
                    elif not value and data is not None:
                        yield Event(name, last, data)
                        name, data = "", None
                case "retry":
                    assert value.isdigit()
                case _:
                    raise AssertionError(f"what is {line!r}?")
    assert not pending
    assert data is None


@asynccontextmanager
async def streaming(
    client: httpx.AsyncClient,
    address: str,
    *,
    token: str | None = None,
    after: str | int | None = None,
    body: Any = None,
    comments: bool = False,
) -> AsyncIterator[Stream]:
    """The stream at an address, which has to be answered with one; POST where there is a body."""
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    if after is not None:
        headers["Last-Event-ID"] = str(after)
    method = "GET" if body is None else "POST"
    timeout = httpx.Timeout(SECONDS, read=SECONDS)
    async with client.stream(method, address, json=body, headers=headers, timeout=timeout) as response:
        assert response.status_code == 200, await response.aread()
        assert response.headers["content-type"].startswith("text/event-stream")
        yield Stream(response, comments)


@asynccontextmanager
async def on_a_socket(app: FastAPI) -> AsyncIterator[httpx.AsyncClient]:
    """A client of an app, whose lifespan has begun, behind a real uvicorn."""
    config = uvicorn.Config(app, lifespan="off", log_config=None, ws="none", timeout_graceful_shutdown=2)
    server = uvicorn.Server(config)
    async with AsyncExitStack() as stack:
        # With its protocol named, asyncio does without Nagle's algorithm, which would delay every answer by 40 ms.
        listening = stack.enter_context(socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP))
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        listening.bind(("127.0.0.1", 0))
        running = asyncio.create_task(server.serve([listening]))
        address = f"http://127.0.0.1:{listening.getsockname()[1]}"
        limits = httpx.Limits(max_connections=None)
        try:
            yield await stack.enter_async_context(httpx.AsyncClient(base_url=address, limits=limits, timeout=SECONDS))
        finally:
            app.state.feeds.close()
            server.should_exit = True
            await running
