"""A worker as a client's connection meets it: uvicorn's protocol over a transport in memory."""

import asyncio
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import httptools
import orjson
from fastapi import FastAPI
from starlette.types import Receive, Scope, Send
from uvicorn import Config
from uvicorn.server import ServerState

from app.server.direct import DIRECT, Direct, Exchange, Http
from app.server.process import UVICORN
from tests.app.support.house import HERE
from tests.support.patience import PATIENCE

Headers = Iterable[tuple[bytes, bytes]]

SERVERS_OWN = {b"date", b"connection"}
"""Headers that a server adds to what an application answers."""

SECONDS = PATIENCE
"""For how long an answer may take at most."""


class Answered(NamedTuple):
    """What was answered: status, headers in their order, body; None where there was no answer at all."""

    status: int | None
    headers: list[tuple[bytes, bytes]]
    body: bytes

    @property
    def value(self) -> Any:
        return orjson.loads(self.body)

    def all_of(self, name: bytes) -> list[bytes]:
        return [value for each, value in self.headers if each == name]


def request(
    target: bytes, headers: Headers, body: bytes, method: bytes = b"POST", length: int | None = None
) -> bytes:
    """A request as it is sent (RFC 9112); of a longer body (`length`) only the beginning."""
    lines = [b"%b %b HTTP/1.1" % (method, target), *(b"%b: %b" % header for header in headers)]
    return b"\r\n".join([*lines, b"content-length: %d" % (len(body) if length is None else length), b"", body])


class _Parsed:
    """Callbacks of a parser of answers; only the last one is kept, as others are interim (RFC 9110, 15.2)."""

    def __init__(self, written: bytes) -> None:
        self.statuses: list[int] = []
        self.headers: list[tuple[bytes, bytes]] = []
        self.body = b""
        self._parser = httptools.HttpResponseParser(self)
        self._parser.feed_data(written)

    def on_message_begin(self) -> None:
        self.headers = []

    def on_header(self, name: bytes, value: bytes) -> None:
        self.headers.append((name, value))

    def on_headers_complete(self) -> None:
        self.statuses.append(self._parser.get_status_code())

    def on_body(self, body: bytes) -> None:
        self.body += body


def parsed(written: bytes) -> Answered:
    """The one answer that was written to a connection."""
    found = _Parsed(written)
    *interim, status = found.statuses
    assert set(interim) <= {100}, "one request, one answer"
    return Answered(status, [header for header in found.headers if header[0] not in SERVERS_OWN], found.body)


class Wire(asyncio.Transport):
    """A connection's end that keeps what is written to it."""

    def __init__(self) -> None:
        super().__init__({"peername": HERE, "sockname": ("test", 80)})
        self.written = b""
        self._closing = False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.written += data

    def is_closing(self) -> bool:
        return self._closing

    def close(self) -> None:
        self._closing = True

    def pause_reading(self) -> None:
        """Everything has been read."""

    def resume_reading(self) -> None:
        """Nothing more comes."""


class _Connection(Http):
    """The protocol, telling when it has answered."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.answered = asyncio.Event()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self.answered.set()

    def answer(self, *answer: Any) -> None:
        super().answer(*answer)
        self.answered.set()


class Worker:
    """A service behind uvicorn's protocol, with what its lifespan gave it.

    taken: what `Direct.take` said of each request that it was asked about. reached: the scopes of those that came to
    the application.
    """

    def __init__(self, app: FastAPI, state: Mapping[str, Any]) -> None:
        self.taken: list[bool] = []
        self.reached: list[Scope] = []
        self.app = app
        self._direct: Direct | None = state.get(DIRECT)
        self._config = Config(self._application, interface="asgi3", **UVICORN)

    async def answered(self, *pieces: bytes) -> Answered:
        """What is answered to a request on a connection of its own."""
        server = ServerState()
        server.default_headers = [(b"date", b"Thu, 01 Jan 1970 00:00:00 GMT")]
        connection = _Connection(self._config, server, {DIRECT: self} if self._direct else {})
        wire = Wire()
        connection.connection_made(wire)
        for piece in pieces:
            connection.data_received(piece)
            await asyncio.sleep(0)
        await asyncio.wait_for(connection.answered.wait(), SECONDS)
        connection.connection_lost(None)
        await asyncio.gather(*server.tasks)
        return parsed(wire.written)

    async def abandoned(self, *beginnings: bytes) -> list[bytes]:
        """What was written to clients that went away after these beginnings of requests."""
        written = []
        for sent in beginnings:
            connection = _Connection(self._config, ServerState(), {DIRECT: self} if self._direct else {})
            wire = Wire()
            connection.connection_made(wire)
            connection.data_received(sent)
            connection.connection_lost(None)
            await asyncio.sleep(0)
            written.append(wire.written)
        return written

    def take(self, exchange: Exchange) -> bool:
        """See `Direct`."""
        assert self._direct is not None
        self.taken.append(self._direct.take(exchange))
        return self.taken[-1]

    async def _application(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.reached.append(scope)
        await self.app(scope, receive, send)
