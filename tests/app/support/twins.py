"""Two services with the same sessions: one is asked at its connection, the other plainly, and both answer alike."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from uuid import UUID

import httpx
import orjson
from fastapi import FastAPI
from starlette.types import Message, Scope
from structlog.testing import capture_logs

from app.http.rate_limit import Limit
from app.main import create_app
from app.settings import Settings
from app.store.rows import EntryRow, SessionRow
from app.telemetry.logs import request_id
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
    """What is sent either way; `headers` without Host, `target` where it is no path and query as they stand."""

    path: str
    messages: Sequence[Message]
    headers: Headers
    query: bytes = b""
    method: str = "POST"
    target: bytes | None = None

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

    def written(self) -> list[bytes]:
        """The pieces in which it is sent: what comes first goes along with the head."""
        target = self.target or self.path.encode() + (b"?" + self.query if self.query else b"")
        first, *rest = [message.get("body", b"") for message in self.messages]
        length = len(first) + sum(map(len, rest))
        return [request(target, [(b"host", b"test"), *self.headers], first, self.method.encode(), length), *rest]


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
    return Answered(sent[0]["status"], list(sent[0]["headers"]), body)


def figures(app: FastAPI) -> Counter[tuple[str, ...]]:
    """What a service has counted of its requests and moves; durations only by how many there are."""
    metrics = app.state.sessions.metrics
    counted: Counter[tuple[str, ...]] = Counter()
    for metric in (metrics._requests, metrics._moves, metrics._failures):
        for sample in metric.collect()[0].samples:
            if sample.name.endswith(("_count", "_total")):
                counted[sample.name, *sample.labels.values()] = int(sample.value)
    return counted


PUBLIC = {
    "limit_moves": "100000/hour",
    "limit_requests": "200000/hour",
    "cors_origins": "https://example.com",
    "log_requests": True,
}
"""What a public deployment sets, with limits that never bite."""


class Twins:
    """Two services, each with a store of its own that holds the same sessions; the first is asked at its connection.

    lines: what the last request was logged as. resets: whether limits begin anew with each request; else both must
    be asked the same.
    """

    def __init__(self, one: Worker, other: FastAPI, *, resets: bool = True) -> None:
        self.worker = one
        self.apps = (one.app, other)
        self.resets = resets
        self.lines: list[Any] = []
        transport = httpx.ASGITransport(one.app, client=HERE)
        self.client = httpx.AsyncClient(transport=transport, base_url="http://test")
        for limit in self._limits():
            limit._clock = lambda: 1000.0

    def _limits(self) -> list[Limit]:
        limits = [app.state.gate._limits for app in self.apps]
        return [limit for each in limits for limit in (each.moves, each.requests, each.openings) if limit]

    async def at_the_connection(self, sent: Request, *, direct: bool) -> Answered:
        """What the first service answers at its connection, `direct`ly or not."""
        self.worker.taken.clear()
        self.worker.reached.clear()
        answer = await self.worker.answered(*sent.written())
        assert any(self.worker.taken) == direct, "it went the way that is meant"
        assert len(self.worker.reached) == (not direct), "nothing is judged twice"
        return answer

    async def plainly(self, sent: Request) -> Answered:
        """What the second service answers the plain way."""
        return await asgi(self.apps[1], sent.scope(), sent.messages)

    async def both(
        self,
        path: str,
        messages: Sequence[Message],
        headers: Headers = (),
        *,
        query: bytes = b"",
        method: str = "POST",
        target: bytes | None = None,
        direct: bool = True,
        ids: Headers = SAME_ID,
    ) -> tuple[Answered, Answered]:
        """What each answers; both count the same, and log the same."""
        sent = Request(path, messages, [*ids, *headers], query, method, target)
        if self.resets:
            for limit in self._limits():
                limit._windows.clear()
        before = [figures(app) for app in self.apps]
        with noted() as lines:
            one = await self.at_the_connection(sent, direct=direct)
        with noted() as others:
            other = await self.plainly(sent)
        counted = [figures(app) - count for app, count in zip(self.apps, before, strict=True)]
        assert counted[0] == counted[1]
        if ids == SAME_ID:
            assert lines == others
        self.lines = lines
        return one, other

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


@contextmanager
def noted() -> Iterator[list[Any]]:
    """The lines that are logged meanwhile, without how long anything took."""
    lines: list[Any] = []
    with capture_logs(processors=[_with_request_id]) as captured:
        yield lines
    for line in captured:
        line.pop("milliseconds", None)
        line["exc_info"] = repr(line.get("exc_info"))
    lines += captured


def _with_request_id(_: Any, __: str, event: Any) -> Any:
    return event | {"request_id": request_id.get()}


async def twins_on(directory: Path, stack: AsyncExitStack, *, resets: bool = True, **settings: Any) -> Twins:
    """Running twins."""
    apps = [create_app(Settings(database=f"sqlite:///{directory}/{n}.db", **settings), built_in()) for n in "12"]
    state, _ = [await stack.enter_async_context(app.router.lifespan_context(app)) for app in apps]
    twins = Twins(Worker(apps[0], state or {}), apps[1], resets=resets)
    await stack.enter_async_context(twins.client)
    return twins
