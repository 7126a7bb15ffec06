"""A server with the protocol around an application that tells what it was asked, and raw connections to it."""

import asyncio
import json
import socket
import struct
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

import uvicorn
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from app.server.direct import DIRECT, Exchange, Http
from app.server.protocol import DEADLINES, Deadlines
from tests.support.patience import PATIENCE

WAIT = PATIENCE

MANNERS = ("closes", "resets", "has just closed")
"""How a client goes away; of the last the server does not know yet."""

LARGE = 32 * 1024 * 1024
"""How much is answered at `/large`: more than the sockets of a connection hold."""


async def until(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(WAIT):
        while not condition():  # noqa: ASYNC110 - what is waited for knows nothing of it
            await asyncio.sleep(0.001)


def say(exchange: Exchange, text: str) -> None:
    """Answer directly."""
    exchange.answer(200, [(b"content-length", b"%d" % len(text)), (b"x-way", b"direct")], text.encode())


def answer(exchange: Exchange) -> None:
    """As the application would, in short."""
    query = exchange.target.partition(b"?")[2].decode()
    say(exchange, json.dumps({"query": query, "body": exchange.body.decode()}))


class Stub:
    """A `Direct` that takes what begins with `takes`, and settles it as `soon` says (or even `now`), or the test."""

    def __init__(self) -> None:
        self.offers: list[Exchange] = []
        self.takes = b"/taken"
        self.soon: Callable[[Exchange], None] | None = None
        self.now = False

    def take(self, exchange: Exchange) -> bool:
        self.offers.append(exchange)
        taken = exchange.target.startswith(self.takes)
        if taken and self.soon and self.now:
            self.soon(exchange)
        elif taken and self.soon:
            asyncio.get_running_loop().call_soon(self.soon, exchange)
        return taken


class App:
    """Tells what it was asked, when it may; raises the failure it is given."""

    def __init__(self, direct: Stub, deadlines: Deadlines) -> None:
        self.direct = direct
        self.deadlines = deadlines
        self.scopes: list[Scope] = []
        self.gone = 0
        self.may = asyncio.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await receive()
            scope["state"] |= {DIRECT: self.direct, DEADLINES: self.deadlines}
            await send({"type": "lifespan.startup.complete"})
            await receive()
            await send({"type": "lifespan.shutdown.complete"})
            return
        self.scopes.append(scope)
        response = await self.told(scope, receive)
        if response is not None:
            await response(scope, receive, send)

    async def told(self, scope: Scope, receive: Receive) -> Response | None:
        body = b""
        messages = 0
        more = scope["path"] != "/deaf"
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                self.gone += 1
                return None
            body += message["body"]
            messages += 1
            more = message["more_body"]
        await self.may.wait()
        if scope["path"] == "/stream":
            return StreamingResponse(self.streamed())
        if scope["path"] == "/large":
            return Response(b"x" * LARGE)
        told = {"method": scope["method"], "path": scope["path"], "query": scope["query_string"].decode()}
        return JSONResponse(told | {"body": body.decode(), "messages": messages})

    async def streamed(self) -> AsyncIterator[bytes]:
        """A stream without an end."""
        try:
            while True:
                yield b"dice\n"
                await asyncio.sleep(0.01)
        finally:
            self.gone += 1


class Counting(Http):
    """The protocol; the test knows what has been read."""

    read = 0

    def data_received(self, data: bytes) -> None:
        Counting.read += len(data)
        super().data_received(data)


class Answer(NamedTuple):
    status: int
    fields: dict[str, str]
    body: bytes

    @property
    def told(self) -> Any:
        return json.loads(self.body)

    @property
    def direct(self) -> bool:
        return "x-way" in self.fields


class Client:
    """One connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    async def send(self, *pieces: bytes) -> None:
        """The server has read each piece before the next is sent."""
        for piece in pieces:
            expected = Counting.read + len(piece)
            self.writer.write(piece)
            await until(lambda expected=expected: Counting.read == expected)  # type: ignore[misc]

    async def head(self) -> bytes:
        async with asyncio.timeout(WAIT):
            return await self.reader.readuntil(b"\r\n\r\n")

    async def answer(self) -> Answer:
        """The next one that is final."""
        first, *lines = (await self.head()).decode().split("\r\n")[:-2]
        status = int(first.split()[1])
        if status == 100:
            return await self.answer()
        fields = dict(line.split(": ", 1) for line in lines)
        async with asyncio.timeout(WAIT):
            return Answer(status, fields, await self.reader.readexactly(int(fields["content-length"])))

    async def answer_in_text(self) -> str:
        """All that comes until the connection ends."""
        async with asyncio.timeout(WAIT):
            return (await self.reader.read()).decode()

    async def ended(self) -> bool:
        """Waits for the end; whether nothing came before it."""
        async with asyncio.timeout(WAIT):
            return await self.reader.read() == b""


class House:
    """The server, its application and its clients."""

    def __init__(self, server: uvicorn.Server, task: asyncio.Task[None], app: App, port: int) -> None:
        self.server = server
        self.state = server.server_state
        self.task = task
        self.app = app
        self.direct = app.direct
        self.offers = app.direct.offers
        self._port = port
        self._clients: list[Client] = []
        self._renew()

    async def client(self) -> Client:
        client = Client(*await asyncio.open_connection("127.0.0.1", self._port))
        self._clients.append(client)
        return client

    async def waiting(self) -> tuple[Client, Exchange]:
        """A client whose request was taken."""
        client = await self.client()
        await client.send(post("/taken?waiting"))
        return client, self.offers[-1]

    async def used(self, client: Client, kind: str = "taken") -> None:
        """The client's connection, for a whole request of one of `KINDS`."""
        self.direct.soon = answer
        await client.send(KINDS[kind]("/taken?used"))
        assert (await client.answer()).status == 200
        self.direct.soon = None

    async def gone(self, client: Client, manner: str, *, owed: bool = False) -> None:
        """The client, the only one, goes away in one of `MANNERS`.

        Where it is owed an answer, who closes may have closed its half alone.
        """
        if manner == "resets":
            own = client.writer.get_extra_info("socket")
            own.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        client.writer.transport.abort()
        if manner == "resets" or (manner == "closes" and not owed):
            await until(lambda: not self.state.connections)

    async def left(self) -> None:
        """Every client goes away, nothing is left of any, and the next test may come."""
        while self._clients:
            self._clients.pop().writer.close()
        await until(lambda: not self.state.connections and not self.state.tasks)
        self._renew()

    def _renew(self) -> None:
        self.offers.clear()
        self.app.scopes.clear()
        self.app.gone = 0
        self.app.may.set()
        self.direct.takes = b"/taken"
        self.direct.soon = None
        self.direct.now = False


@asynccontextmanager
async def served(deadlines: Deadlines | None = None, **options: Any) -> AsyncIterator[House]:
    """A server in this process, with these options of uvicorn's."""
    app = App(Stub(), deadlines or Deadlines())
    with socket.socket(proto=socket.IPPROTO_TCP) as own:  # where asyncio is told so it does not delay what is short
        own.bind(("127.0.0.1", 0))
        options |= {"lifespan": "on", "log_config": None, "access_log": False, "ws": "none"}
        server = uvicorn.Server(uvicorn.Config(app, http=Counting, **options))
        task = asyncio.create_task(server.serve([own]))
        port = own.getsockname()[1]
        await until(lambda: server.started or task.done())
        house = House(server, task, app, port)
        try:
            yield house
            await house.left()
        finally:
            server.should_exit = True
            await asyncio.wait_for(task, WAIT)


def request(line: str, *fields: str, body: str = "") -> bytes:
    return "\r\n".join([line, "host: house", *fields, "", body]).encode()


def post(target: str = "/taken", body: str = "", *fields: str) -> bytes:
    return request(f"POST {target} HTTP/1.1", f"content-length: {len(body)}", *fields, body=body)


def chunked(target: str, chunks: str = "2\r\ndi\r\n2\r\nce\r\n0\r\n\r\n") -> bytes:
    return request(f"POST {target} HTTP/1.1", "transfer-encoding: chunked", body=chunks)


KINDS: dict[str, Callable[[str], bytes]] = {
    "taken": post,
    "refused": lambda target: post(target.replace("taken", "other")),
    "upgrading": lambda target: post(target, "", "Connection: upgrade", "Upgrade: h2c"),
    "plain": lambda target: request(f"GET {target} HTTP/1.1"),
}
"""Requests for a target that is taken, if it is a POST's."""
