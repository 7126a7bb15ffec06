"""uvicorn's protocol for HTTP/1.1, with a bound on heads and a way past ASGI for requests that need none of it.

Nothing here knows the application, which offers that way in the state of its lifespan.
"""

import asyncio
import re
from collections.abc import Mapping, Sequence
from typing import Any, Protocol, cast

import httptools
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from app.http.problem_kinds import HEADERS_TOO_LARGE, STORE_UNAVAILABLE
from app.http.problems import Problem, render
from app.settings import HEADER_LIMIT

DIRECT = "direct"
"""The name under which the state of the application's lifespan holds its `Direct`, if it has one."""

FAILURE = "rollwright.failure"
"""Where the scope of a request that was handed over holds what the application is to raise."""

_USUAL = re.compile(rb"/[^%#]*")
"""Targets that are a path and a query as they stand; others have to be parsed, which may fail."""


class Direct(Protocol):
    """The part of an application that answers requests without ASGI."""

    def take(self, target: bytes, headers: Sequence[tuple[bytes, bytes]], body: bytes, exchange: "Exchange") -> bool:
        """Take a POST that has arrived as a whole, or leave it to the application (False).

        `target` is as it was sent, `headers` in their order with names in lower case. What is taken is answered once,
        at any time after this has returned, by one of the methods of `exchange`.
        """


class Exchange:
    """A request that was taken, and for uvicorn its cycle and its task."""

    __slots__ = ("_body", "_headers", "_http", "_target", "disconnected", "keep_alive", "response_complete")
    message_event = asyncio.Event()  # uvicorn sets it when a client goes away; nobody waits for it

    def __init__(self, http: "Http", body: bytes) -> None:
        self._http = http
        self._target = http.url
        self._headers = http.headers
        self._body = body
        self.keep_alive: bool = http.parser.should_keep_alive()
        self.disconnected = False
        self.response_complete = False

    def answer(self, rest: bytes) -> None:
        """Answer with status 200: `rest` is what follows the server's own fields, the body included."""
        self._http.answer(self, rest)

    def hand_over(self, members: Mapping[str, Any]) -> None:
        """Let the application answer after all; its scope gets these members."""
        self._http.hand_over(self, self._target, self._headers, self._body, members)

    def cancel(self, msg: str | None = None) -> None:  # noqa: ARG002 - of asyncio.Task, as uvicorn calls it
        """The time to stop is over: what this still waits for may never come."""
        late = {FAILURE: Problem(STORE_UNAVAILABLE)}
        self._http.loop.call_soon(self.hand_over, late)  # not now, as uvicorn is walking through its tasks


class Http(HttpToolsProtocol):
    """uvicorn's HTTP/1.1 on httptools.

    It lets nobody send headers or trailers without end. httptools keeps what it has read of either until that is
    complete, however long it gets. Here they may go on for `HEADER_LIMIT` bytes after the chunk they began in; then
    the request is refused with 431 (RFC 6585, 5), and the connection is closed. Complete heads are measured by
    `app.http.request_log`, trailers are dropped (RFC 9110, 6.5.1).

    A POST that arrives as a whole, in the usual form and while nothing else of its connection is to be answered, is
    offered to the application's `Direct`: uvicorn's cycle and task and ASGI's messages cost more than many an answer.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._direct: Direct | None = self.app_state.get(DIRECT)
        self._in_head = False
        self._in_body = False
        self._advanced = False  # whether a request began, had a part of its body, or ended in what was just read
        self._unread = 0  # bytes since then
        self._malformed = False  # whether something else than a request has come after the last one
        self._running: RequestResponseCycle | None = None
        self._upgrade = False  # whether its head asks for another protocol
        self._whole = False  # whether what is being read began in this chunk, and is short
        self._held: bytes | None = None  # the body, as far as it has come, of a request that may be taken
        self._idle = False
        self._idle_since = 0.0
        self._fields: Sequence[tuple[bytes, bytes]] = ()
        self._start = b""

    # --- reading ---

    def data_received(self, data: bytes) -> None:
        """See `asyncio.Protocol`."""
        self._idle = False
        self._advanced = False
        self._whole = not self._in_head and len(data) <= HEADER_LIMIT
        self._feed(data)
        if self._held is not None:
            self._release()
        self._unread = 0 if self._advanced else self._unread + len(data)
        if self._unread > HEADER_LIMIT and not self.transport.is_closing():
            self._refuse()

    def _feed(self, data: bytes) -> None:
        while data:
            try:
                self.parser.feed_data(data)
            except httptools.HttpParserUpgrade as upgrade:
                data = self._plain_head() + data[upgrade.args[0] :] if self._upgrade else b""
                continue
            except httptools.HttpParserError:
                if self._in_body or self.cycle is None or self.cycle.response_complete:
                    self._complain()
                else:  # what came before is answered first
                    self._malformed = True
                    self.flow.pause_reading()
            return

    def _complain(self) -> None:
        message = "Invalid HTTP request received."
        self.logger.warning(message)
        self.send_400_response(message)

    def on_message_begin(self) -> None:
        """A request begins; its scope is made when it is known to need one."""
        self._in_head = self._advanced = True
        self.url = b""
        self.headers = []

    def on_header(self, name: bytes, value: bytes) -> None:
        """A field of its head has been read, or of its trailer."""
        if self._in_head:
            self.headers.append((name.lower(), value))

    def on_headers_complete(self) -> None:
        """Its head has been read."""
        self._in_head = False
        self._in_body = True
        self._upgrade = self.parser.should_upgrade() and any(name == b"upgrade" for name, _ in self.headers)
        if self._upgrade:
            return
        if (
            self._direct is not None
            and self._whole
            and (self.cycle is None or self.cycle.response_complete)
            and self.parser.get_method() == b"POST"
            and self.parser.get_http_version() == "1.1"
            and _USUAL.fullmatch(self.url)
            and not self.flow.write_paused
        ):
            self._held = b""
        else:
            self._begin()

    def on_body(self, body: bytes) -> None:
        """A part of its body has been read."""
        self._advanced = True
        if self._held is None:
            super().on_body(body)
        else:
            self._held += body

    def on_message_complete(self) -> None:
        """All of it has been read."""
        self._in_body = False
        self._advanced = True
        if self._upgrade:
            return
        if self._held is not None and self._direct is not None:
            exchange = Exchange(self, self._held)
            if self._direct.take(self.url, self.headers, self._held, exchange):
                self._held = None
                self.cycle = cast("RequestResponseCycle", exchange)
                self.tasks.add(cast("asyncio.Task[None]", exchange))
                return
            self._release()
        super().on_message_complete()

    def _plain_head(self) -> bytes:
        """The head that was read, without its wish for another protocol, for a new parser.

        Such a wish is not heeded (RFC 9110, 7.8), and what follows is read as HTTP/1.1: httptools would drop the body
        of a request such as Java's HttpClient sends unless it is told otherwise.
        """
        lines = [b"%b %b HTTP/%b" % (self.parser.get_method(), self.url, self.parser.get_http_version().encode())]
        lines += [b"%b: %b" % field for field in self.headers if field[0] != b"upgrade"]
        self.parser = httptools.HttpRequestParser(self)
        self.parser.set_dangerous_leniencies(lenient_data_after_close=True)  # as uvicorn's own
        return b"\r\n".join([*lines, b"", b""])

    def _release(self) -> None:
        """Leave a request that was held to uvicorn, as far as it has come."""
        body, self._held = self._held, None
        self._begin()
        if body:
            super().on_body(body)

    def _begin(self) -> None:
        self.scope = self._scope(self.headers)
        self.expect_100_continue = any(
            name == b"expect" and value.lower() == b"100-continue" for name, value in self.headers
        )
        super().on_headers_complete()

    def _scope(self, headers: list[tuple[bytes, bytes]]) -> Any:
        """The beginning of a request's scope, as uvicorn makes it."""
        reading = self.url, self.headers
        super().on_message_begin()
        self.url, self.headers = reading
        self.scope["headers"] = headers
        return self.scope

    def _refuse(self) -> None:
        answer = render(Problem(HEADERS_TOO_LARGE))
        lines = [b"HTTP/1.1 431 Request Header Fields Too Large", b"connection: close"]
        lines += [b"%b: %b" % header for header in answer.raw_headers]
        self.transport.write(b"\r\n".join([*lines, b"", bytes(answer.body)]))
        self.transport.close()

    # --- answering what was taken ---

    def answer(self, exchange: Exchange, rest: bytes) -> None:
        """See `Exchange.answer`."""
        if self._settled(exchange) or self.transport.is_closing():
            return
        fields = self.server_state.default_headers
        if fields is not self._fields:  # the date, once a second
            self._fields = fields
            self._start = b"".join([b"HTTP/1.1 200 OK\r\n", *(b"%b: %b\r\n" % field for field in fields)])
        if exchange.keep_alive:
            self.transport.write(self._start + rest)
        else:
            self.transport.write(b"%bconnection: close\r\n%b" % (self._start, rest))
            self.transport.close()
        self.on_response_complete()

    def hand_over(
        self,
        exchange: Exchange,
        target: bytes,
        headers: list[tuple[bytes, bytes]],
        body: bytes,
        members: Mapping[str, Any],
    ) -> None:
        """See `Exchange.hand_over`."""
        if self._settled(exchange):
            return
        scope = self._scope(headers)
        path, _, query = target.partition(b"?")
        scope |= {"method": "POST", "path": path.decode("ascii"), "raw_path": path, "query_string": query, **members}
        cycle = RequestResponseCycle(
            scope=scope,
            transport=self.transport,
            flow=self.flow,
            logger=self.logger,
            access_logger=self.access_logger,
            access_log=self.access_log,
            default_headers=self.server_state.default_headers,
            message_event=asyncio.Event(),
            expect_100_continue=False,
            keep_alive=exchange.keep_alive,
            on_response=self.on_response_complete,
        )
        cycle.body = bytearray(body)
        cycle.more_body = False
        cycle.message_event.set()
        cycle.disconnected = self.transport.is_closing()
        if cast("Exchange", self.cycle) is exchange:
            self.cycle = cycle
        self._start_asgi_task(cycle, self.app)

    def _settled(self, exchange: Exchange) -> bool:
        """Settle it; whether it was before."""
        self.tasks.discard(cast("asyncio.Task[None]", exchange))
        before = exchange.response_complete
        exchange.response_complete = True
        return before

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._running = cycle
        super()._start_asgi_task(cycle, app)

    # --- idle connections ---

    # uvicorn sets a timer up after each answer and takes it down with each request. Here one goes on, and looks.

    def connection_lost(self, exc: Exception | None) -> None:
        """See `asyncio.Protocol`."""
        super().connection_lost(exc)
        for cycle in (self._running, *(waiting for waiting, _ in self.pipeline)):
            if cycle is not None:  # uvicorn tells the last one only
                cycle.disconnected = True
                cycle.message_event.set()
        if self.timeout_keep_alive_task is not None:
            self.timeout_keep_alive_task.cancel()

    def _unset_keepalive_if_required(self) -> None:
        """Leave the timer alone."""

    def on_response_complete(self) -> None:
        """An answer has been written: the next request in line is begun, or the connection is idle."""
        self.server_state.total_requests += 1
        if self.transport.is_closing():
            return
        self.flow.resume_reading()
        if self.pipeline:
            self._start_asgi_task(*self.pipeline.pop())
            return
        if self._malformed:
            self._complain()
            return
        self._idle = True
        self._idle_since = self.loop.time()
        if self.timeout_keep_alive_task is None:
            self._look_after(self.timeout_keep_alive)

    def _look_after(self, seconds: float) -> None:
        self.timeout_keep_alive_task = self.loop.call_later(seconds, self.timeout_keep_alive_handler)

    def timeout_keep_alive_handler(self) -> None:
        """Close the connection if it has been idle for long enough."""
        self.timeout_keep_alive_task = None
        if not self._idle:
            return  # the next answer sets the timer up again
        left = self._idle_since + self.timeout_keep_alive - self.loop.time()
        if left > 0:
            self._look_after(left)
        else:
            super().timeout_keep_alive_handler()
