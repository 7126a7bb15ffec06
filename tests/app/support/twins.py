"""Two services with the same sessions: one answers a move by a shorter way, the other the plain one, and alike."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, NamedTuple
from uuid import UUID

import httpx
import orjson
import pytest
from fastapi import FastAPI
from starlette.types import Message, Receive, Scope, Send

from app.http.request_log import ROUTE
from app.main import create_app
from app.sessions.fast import FastMoves
from app.settings import Settings
from app.store.rows import EntryRow, SessionRow
from rules.registry import built_in
from tests.app.support.house import ALL, HERE, Party, seated
from tests.app.support.wire import Answered, Headers, Worker, request

LEGAL = (b"", b"legal=all", b"legal=mine", b"legal=none")
VERBS = {"roll": "roll", "set_aside": "set-aside", "choose_category": "choose-category", "bank": "bank"}
ROLL = {"dice": [1, 1, 1, 5, 5, 2]}
KEY, MATCH = "idempotency-key", "if-match"
GONE: Message = {"type": "http.disconnect"}
SAME_ID = ((b"x-request-id", b"the-same"),)


def chunks(*bodies: bytes) -> list[Message]:
    """A request's body as a server hands it on, in pieces."""
    last = len(bodies) - 1
    return [{"type": "http.request", "body": body, "more_body": at < last} for at, body in enumerate(bodies)]


def bearer(token: str) -> tuple[bytes, bytes]:
    return b"authorization", f"Bearer {token}".encode()


class Request(NamedTuple):
    """What is sent either way; `headers` without Host."""

    path: str
    messages: Sequence[Message]
    headers: Headers
    query: bytes
    method: str

    def scope(self) -> Scope:
        return {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": self.method,
            "scheme": "http",
            "path": self.path,
            "raw_path": self.path.encode(),
            "query_string": self.query,
            "root_path": "",
            "headers": [(b"host", b"test"), *self.headers],
            "client": HERE,
            "server": ("test", 80),
            "state": {},
        }

    def written(self) -> bytes:
        target = self.path.encode() + (b"?" + self.query if self.query else b"")
        body = b"".join(message.get("body", b"") for message in self.messages)
        return request(target, [(b"host", b"test"), *self.headers], body, self.method.encode())


async def asgi(app: FastAPI, scope: Scope, messages: Sequence[Message]) -> Answered:
    coming = iter([*messages, GONE])
    sent: list[Message] = []

    async def receive() -> Message:
        return next(coming, GONE)

    async def send(message: Message) -> None:
        sent.append(message)

    await app(scope, receive, send)
    if not sent:
        return Answered(None, [], b"")
    body = b"".join(message.get("body", b"") for message in sent[1:])
    return Answered(sent[0]["status"], sorted(sent[0]["headers"]), body)


async def passed_on(self: FastMoves, scope: Scope, receive: Receive, send: Send) -> None:
    """In the place of `FastMoves.__call__`: every request goes the plain way."""
    await self._plain(scope, receive, send)


def figures(app: FastAPI) -> Counter[tuple[str, ...]]:
    """What a service has counted of its requests and moves; durations only by how many there are."""
    metrics = app.state.sessions.metrics
    counted: Counter[tuple[str, ...]] = Counter()
    for metric in (metrics._requests, metrics._moves, metrics._failures):
        for sample in metric.collect()[0].samples:
            if sample.name.endswith(("_count", "_total")):
                counted[sample.name, *sample.labels.values()] = int(sample.value)
    return counted


class Twins(ABC):
    """Two services, each with a store of its own that holds the same sessions; the first goes the `way`.

    reached: the scope in which the last request came to the first one's application, if it did.
    """

    way: str
    reached: Scope | None = None

    def __init__(self, one: FastAPI, other: FastAPI) -> None:
        self.apps = (one, other)
        transport = httpx.ASGITransport(one, client=HERE)
        self.client = httpx.AsyncClient(transport=transport, base_url="http://test")

    @abstractmethod
    async def shortly(self, sent: Request, *, short: bool) -> Answered:
        """What the first service answers, by the shorter way if it is `short`, and by the plain way if not."""

    async def plainly(self, sent: Request) -> Answered:
        """What the second service answers by the plain way."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(FastMoves, "__call__", passed_on)
            scope = sent.scope()
            answer = await asgi(self.apps[1], scope, sent.messages)
        assert ROUTE not in scope
        return answer

    async def both(
        self,
        path: str,
        messages: Sequence[Message],
        headers: Headers = (),
        *,
        query: bytes = b"",
        method: str = "POST",
        short: bool = True,
        ids: Headers = SAME_ID,
    ) -> tuple[Answered, Answered]:
        """What each answers; both count the same."""
        sent = Request(path, messages, [*ids, *headers], query, method)
        before = [figures(app) for app in self.apps]
        answers = await self.shortly(sent, short=short), await self.plainly(sent)
        one, other = (figures(app) - counted for app, counted in zip(self.apps, before, strict=True))
        assert one == other
        return answers

    async def same(self, path: str, messages: Sequence[Message], headers: Headers = (), **more: Any) -> Answered:
        """What both answer."""
        one, other = await self.both(path, messages, headers, **more)
        assert one == other
        return one

    async def move(
        self,
        party: Party,
        path: str,
        body: Any,
        token: str | None = None,
        headers: tuple[tuple[str, str], ...] = (),
        **more: Any,
    ) -> Answered:
        """A move in the usual form, by the host unless another token is given ("": none); both then hold the same."""
        sent = [(name.encode(), value.encode()) for name, value in headers]
        if token != "":
            sent.append(bearer(token or party.host))
        content = body if isinstance(body, bytes) else orjson.dumps(body)
        answer = await self.same(f"{party.address}/{path}", chunks(content), sent, **more)
        await self.agree(party)
        if answer.status == 200:
            party.session = answer.value["session"]
        return answer

    # --- sessions ---

    async def open(
        self, game: str = "titusind", names: tuple[str | None, ...] = ("Ida", "Otto"), **more: Any
    ) -> Party:
        party = await seated(self.client, game, names, **more)
        await self.share(party)
        return party

    async def share(self, party: Party) -> None:
        """Give the other service the session as the first one has it now."""
        row, record = await self.stored(0, party)
        assert row is not None
        store = self.apps[1].state.sessions.store
        await store.delete(row.id)
        await store.create(row, None, record)

    async def stored(self, app: int, party: Party) -> tuple[SessionRow | None, list[EntryRow]]:
        """A session and its record as one of the two has them."""
        store, session = self.apps[app].state.sessions.store, UUID(party.session["id"]).bytes
        return await store.session(session), await store.record(session, 0, ALL)

    async def agree(self, party: Party) -> None:
        """Both hold the same."""
        assert await self.stored(0, party) == await self.stored(1, party)


class FastTwins(Twins):
    """The first one's shorter way is `FastMoves`."""

    way = "fast"

    async def shortly(self, sent: Request, *, short: bool) -> Answered:
        scope = self.reached = sent.scope()
        answer = await asgi(self.apps[0], scope, sent.messages)
        assert (ROUTE in scope) == short, "it went the way that is meant"
        return answer


class DirectTwins(Twins):
    """The first one's shorter way is `DirectMoves`; where it is not taken, `FastMoves` may be."""

    way = "direct"

    def __init__(self, one: Worker, other: FastAPI) -> None:
        super().__init__(one.app, other)
        self.worker = one

    async def shortly(self, sent: Request, *, short: bool) -> Answered:
        return await self.written(sent.written(), short=short)

    async def written(self, sent: bytes, *, short: bool) -> Answered:
        """What the first service answers to what is written to a connection."""
        self.worker.taken.clear()
        self.worker.reached.clear()
        answer = await self.worker.answered(sent)
        assert any(self.worker.taken) == short, "it went the way that is meant"
        self.reached = next(iter(self.worker.reached), None)
        assert len(self.worker.reached) <= 1
        return answer


async def twins_on(way: str, directory: Path, stack: AsyncExitStack, **settings: Any) -> Twins:
    """Running twins of that way."""
    apps = [create_app(Settings(database=f"sqlite:///{directory}/{n}.db", **settings), built_in()) for n in "12"]
    state, _ = [await stack.enter_async_context(app.router.lifespan_context(app)) for app in apps]
    made: Twins = FastTwins(*apps) if way == "fast" else DirectTwins(Worker(apps[0], state or {}), apps[1])
    await stack.enter_async_context(made.client)
    return made
