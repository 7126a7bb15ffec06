"""A real service for the clients, a way to it that can be cut, and servers that misbehave on purpose."""

import asyncio
import fcntl
import os
import shutil
import subprocess
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator, Sequence
from contextlib import aclosing, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from rollwright_client import AsyncClient, Client, Patience
from tests.app.conftest import serving
from tests.support.patience import PATIENCE

ROOT = Path(__file__).parent.parent.parent
QUICK = Patience(attempts=4, first_seconds=0.01, longest_seconds=1)
"""Waits that do not hold a test up."""

END = object()
TYPESCRIPT = (ROOT / "openapi" / "typescript", ROOT / "examples" / "bots" / "typescript")
"""The client, and what is built on it."""


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(f"sqlite:///{tmp_path_factory.mktemp('clients') / 'games.db'}") as found:
        yield found


class Threaded:
    """What is synchronous as if it were not, each call in a thread: the same tests hold both."""

    def __init__(self, inner: Any) -> None:
        self.inner = inner

    def __getattr__(self, name: str) -> Any:
        found = getattr(self.inner, name)
        if name == "table":
            return lambda *given: Threaded(found(*given))
        if name in {"events", "seat_events"}:
            return lambda *given, **named: self.stream(found(*given, **named))
        return (lambda *given, **named: asyncio.to_thread(found, *given, **named)) if callable(found) else found

    async def aclose(self) -> None:
        await asyncio.to_thread(self.inner.close)

    @staticmethod
    async def stream(events: Any) -> AsyncGenerator[Any, None]:
        try:
            while (event := await asyncio.to_thread(next, events, END)) is not END:
                yield event
        finally:
            await asyncio.to_thread(events.close)


Connect = Callable[..., AsyncClient]


@pytest.fixture(params=[AsyncClient, Client], ids=["async", "sync"])
async def connect(request: pytest.FixtureRequest) -> AsyncIterator[Connect]:
    """Makes clients of either kind, which are closed in the end."""
    made: list[Any] = []

    def new(address: str, **options: Any) -> Any:
        plain = request.param(address, patience=QUICK, **options)
        made.append(plain if request.param is AsyncClient else Threaded(plain))
        return made[-1]

    yield new
    for client in made:
        await client.aclose()


@pytest.fixture
def client(connect: Connect, address: str) -> AsyncClient:
    return connect(address)


class Way:
    """A way to the service that can be cut: what is under way is lost, and nobody gets through until it is mended."""

    def __init__(self, outer: str) -> None:
        self.address = ""
        self._outer = outer.removeprefix("http://").split(":")
        self._open = True
        self._writers: set[asyncio.StreamWriter] = set()

    def cut(self) -> None:
        self._open = False
        for writer in self._writers:
            writer.transport.abort()

    def mend(self) -> None:
        self._open = True

    async def pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if not self._open:
            writer.transport.abort()
            return
        outer_reader, outer_writer = await asyncio.open_connection(self._outer[0], int(self._outer[1]))
        both = {writer, outer_writer}
        self._writers |= both
        await asyncio.gather(_pump(reader, outer_writer), _pump(outer_reader, writer))
        self._writers -= both


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while part := await reader.read(65536):
            writer.write(part)
            await writer.drain()
    except ConnectionError:
        pass
    finally:
        writer.transport.abort()


@pytest.fixture
async def way(address: str) -> AsyncIterator[Way]:
    made = Way(address)
    server = await asyncio.start_server(made.pass_on, "127.0.0.1", 0)
    made.address = "http://{}:{}".format(*server.sockets[0].getsockname())
    yield made
    made.cut()
    server.close()


class Held(bytes):
    """An answer after which the server says nothing more, but does not hang up."""


@asynccontextmanager
async def misbehaving(answers: Sequence[bytes]) -> AsyncIterator[tuple[str, list[dict[str, str]]]]:
    """A server that gives these answers, one a connection, and hangs up; its address, and the headers so far."""
    requests: list[dict[str, str]] = []

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        pairs = (line.partition(": ") for line in head.splitlines()[1:-1])
        requests.append({name.lower(): value for name, _, value in pairs})
        said = answers[len(requests) - 1]
        writer.write(said)
        if isinstance(said, Held):
            await reader.read()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    async with server:
        yield "http://{}:{}".format(*server.sockets[0].getsockname()), requests


async def take(events: AsyncGenerator[Any, None], count: int | None = None) -> list[Any]:
    """The first so many of what comes, or all of it."""
    taken: list[Any] = []
    async with aclosing(events), asyncio.timeout(PATIENCE):
        async for event in events:
            taken.append(event)
            if len(taken) == count:
                break
    return taken


@pytest.fixture(scope="session")
def typescript() -> None:
    """The TypeScript client and its bots, compiled. Skips where that is not possible; fails where CI asks for it."""
    missing = [tool for tool in ("node", "npm") if shutil.which(tool) is None]
    missing += [str(package.relative_to(ROOT)) for package in TYPESCRIPT if not (package / "node_modules").exists()]
    if missing and os.environ.get("CI"):
        pytest.fail(f"the TypeScript client cannot be tested without {', '.join(missing)} (make clients)")
    if missing:
        pytest.skip(f"the TypeScript client is not tested: no {', '.join(missing)} (make clients)")
    with (TYPESCRIPT[0] / "node_modules" / ".compiling").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # another worker may be at it
        for package in TYPESCRIPT:
            subprocess.run(["/usr/bin/env", "npm", "run", "--silent", "build"], cwd=package, check=True)
