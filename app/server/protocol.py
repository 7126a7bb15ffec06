"""HTTP/1.1 protocol: uvicorn's on httptools, with bounds on what a connection may send and how long it may take.

Everything here and in `app.server.direct` leans on uvicorn's own class; `READ_AGAINST` says on which versions.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import httptools
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle

from app.http.problem_kinds import HEADERS_TOO_LARGE, MALFORMED_REQUEST, REQUEST_TIMEOUT
from app.http.problems import Problem, render
from app.settings import HEADER_LIMIT

READ_AGAINST = {"uvicorn": "0.54", "httptools": "0.9"}
"""The versions whose insides this folder was read against; a test asks for another reading when they change."""

DEADLINES = "rollwright.deadlines"
"""The name under which the state of the application's lifespan holds its `Deadlines`."""

PART = 64 * 1024
"""How many bytes of a body have to come within its deadline, so that a long one may take longer."""


class Deadlines(NamedTuple):
    """Seconds that a client has: `head` for a request's head, `body` for its body or each `PART` of that."""

    head: float = 20
    body: float = 60


class HttpProtocol(HttpToolsProtocol):
    """uvicorn's HTTP/1.1 on httptools, for clients that may be slow, careless or hostile.

    * Nobody sends headers or trailers without end. httptools keeps what it has read of either until that is complete,
      however long it gets. Here they may go on for `HEADER_LIMIT` bytes after the chunk they began in; then the
      request is refused with 431 (RFC 6585, 5). Complete heads are measured by `app.http.request_log`, trailers are
      dropped (RFC 9110, 6.5.1).
    * Nobody keeps a connection by sending nothing, or half a request: see `Deadlines`; 408 (RFC 9110, 15.5.9).
    * What is no HTTP, and a request of HTTP/1.1 that does not name one host (RFC 9112, 3.2), is 400.
    * A refusal of this kind is a problem document like all others, comes after the answers to what was sent before,
      and ends the connection.
    * Who has sent all it wants to say may close that half of the connection (RFC 9112, 9.6) and gets its answers.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        state: Mapping[str, Any] = self.app_state
        self._deadlines: Deadlines = state.get(DEADLINES, Deadlines())
        self._hosts = 0  # fields of that name in the head that is being read
        self._in_head = False
        self._in_body = False
        self._advanced = False  # whether a request began, had a part of its body, or ended in what was just read
        self._unread = 0  # bytes since then
        self._part = 0  # bytes of the present part of a body
        self._wrong: Problem | None = None  # why nothing more is read, to be told after the answers before it
        self._running: RequestResponseCycle | None = None
        self._upgrade = False  # whether its head asks for another protocol
        self._since = 0.0  # since when this goes on:
        self._awaited: str | None = "head"  # what the client has to send now; None while it waits for us

    # --- reading ---

    def data_received(self, data: bytes) -> None:
        """See `asyncio.Protocol`."""
        if self._wrong is not None:
            return
        self._advanced = False
        self._feed(data)
        self._unread = 0 if self._advanced else self._unread + len(data)
        if self._unread > HEADER_LIMIT and self._wrong is None and not self.transport.is_closing():
            self._refuse(Problem(HEADERS_TOO_LARGE))
        if self._awaited is not None or self._in_head or self._in_body:
            self._wait_for_more()

    def _feed(self, data: bytes) -> None:
        while data:
            try:
                self.parser.feed_data(data)
            except httptools.HttpParserUpgrade as upgrade:
                data = self._plain_head() + data[upgrade.args[0] :] if self._upgrade else b""
                continue
            except httptools.HttpParserError:
                self.logger.warning("Invalid HTTP request received.")
                self._refuse(Problem(MALFORMED_REQUEST))
            return

    def on_message_begin(self) -> None:
        """A request begins; its scope is made when its head is known."""
        self._in_head = self._advanced = True
        self._hosts = 0
        self.expect_100_continue = False
        self.url = b""
        self.headers = []

    def on_header(self, name: bytes, value: bytes) -> None:
        """A field of its head has been read, or of its trailer."""
        if self._in_head:
            name = name.lower()
            if name == b"host":
                self._hosts += 1
            elif name == b"expect" and value.lower() == b"100-continue":
                self.expect_100_continue = True
            self.headers.append((name, value))

    def on_headers_complete(self) -> None:
        """Its head has been read."""
        if self._hosts != 1 and (self._hosts or self.parser.get_http_version() != "1.0"):
            raise httptools.HttpParserError
        self._in_head = False
        self._in_body = True
        self._part = 0
        self._awaited = None
        self._upgrade = self.parser.should_upgrade() and any(name == b"upgrade" for name, _ in self.headers)
        if not self._upgrade:
            self.begin()

    def on_body(self, body: bytes) -> None:
        """A part of its body has been read."""
        self._advanced = True
        self._part += len(body)
        if self._part >= PART:
            self._part = 0
            self._since = self.loop.time()
        self.add(body)

    def on_message_complete(self) -> None:
        """All of it has been read."""
        self._in_body = False
        self._advanced = True
        if not self._upgrade:
            self.complete()

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

    # --- a request that ASGI carries ---

    def begin(self) -> None:
        """Begin uvicorn's cycle for the request whose head has been read."""
        reading = self.url, self.headers, self.expect_100_continue
        super().on_message_begin()  # which begins all of them anew
        self.url, self.headers, self.expect_100_continue = reading
        self.scope["headers"] = self.headers
        super().on_headers_complete()

    def add(self, body: bytes) -> None:
        """Hand a part of its body on."""
        super().on_body(body)

    def complete(self) -> None:
        """Its body is complete."""
        super().on_message_complete()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._running = cycle
        super()._start_asgi_task(cycle, app)

    def on_response_complete(self) -> None:
        """An answer has been written: the next request in line is begun, or the connection is idle."""
        self.server_state.total_requests += 1
        if self.transport.is_closing():
            return
        self.flow.resume_reading()
        if self.pipeline:
            self._start_asgi_task(*self.pipeline.pop())
        elif self._wrong is not None:
            self._tell(self._wrong)
        else:
            self._wait_for_more()

    # --- refusing ---

    def owes(self) -> bool:
        """Whether a request that was read as a whole is still to be answered."""
        unanswered = self.cycle is not None and not self.cycle.response_complete
        return unanswered and not (self._in_body and not self.pipeline)

    def _refuse(self, problem: Problem) -> None:
        """Read nothing more, and say why as soon as everything before it is answered."""
        self._wrong = problem
        if self._in_body and self.pipeline:  # the request at fault waits in line itself
            self.pipeline.popleft()
            self.cycle = self.pipeline[0][0] if self.pipeline else self._running  # type: ignore[assignment]
            self._in_body = False
        if self.owes():
            self.flow.pause_reading()
        else:
            self._tell(problem)

    def _tell(self, problem: Problem) -> None:
        """Answer with a problem and end the connection; in the midst of an answer only end it."""
        cycle = self.cycle
        if not self.transport.is_closing() and (
            cycle is None or cycle.response_complete or not cycle.response_started
        ):
            answer = render(problem)
            fields = [*self.server_state.default_headers, *answer.raw_headers, (b"connection", b"close")]
            self.transport.write(
                b"".join([STATUS_LINE[answer.status_code], *(b"%b: %b\r\n" % field for field in fields), b"\r\n"])
                + bytes(answer.body)
            )
        if cycle is not None and not cycle.response_complete:  # whoever answers it hears that nobody waits
            cycle.disconnected = True
            cycle.message_event.set()
        self.transport.close()

    # --- waiting for a client ---

    # uvicorn sets a timer up after each answer and takes it down with each request. Here one goes on, and looks.

    def connection_made(self, transport: Any) -> None:
        """See `asyncio.Protocol`."""
        super().connection_made(transport)
        self._since = self.loop.time()
        self._look_after(self._deadlines.head)

    def connection_lost(self, exc: Exception | None) -> None:
        """See `asyncio.Protocol`."""
        super().connection_lost(exc)
        for cycle in (self._running, *(waiting for waiting, _ in self.pipeline)):
            if cycle is not None:  # uvicorn tells the last one only
                cycle.disconnected = True
                cycle.message_event.set()
        if self.timeout_keep_alive_task is not None:
            self.timeout_keep_alive_task.cancel()

    def eof_received(self) -> bool:  # type: ignore[override]
        """See `asyncio.Protocol`: true to keep the other half of the connection until all is answered.

        What is streamed without an end ends here: whoever reads a stream does not close its own half before.
        """
        cycle = self.cycle
        if self._in_head or self._in_body or cycle is None or cycle.response_complete:
            return False
        if cycle.response_started and cycle.chunked_encoding:
            return False
        cycle.keep_alive = False
        return True

    def _wait_for_more(self) -> None:
        """Note whether it is the client's turn, and how long it has."""
        if self._in_body:
            awaited: str | None = "body"
        elif self._in_head:
            awaited = "head"
        else:
            awaited = None if self.owes() else "request"
        if awaited != self._awaited:
            self.wait_for(awaited)

    def wait_for(self, awaited: str | None) -> None:
        """From now on the client has to send this."""
        self._awaited = awaited
        self._since = self.loop.time()

    def _unset_keepalive_if_required(self) -> None:
        """Leave the timer alone."""

    def _look_after(self, seconds: float) -> None:
        self.timeout_keep_alive_task = self.loop.call_later(seconds, self.timeout_keep_alive_handler)

    def timeout_keep_alive_handler(self) -> None:
        """Close the connection if the client has had its time, with 408 if it has begun a request."""
        if self.transport.is_closing():
            return
        limits = {**self._deadlines._asdict(), "request": self.timeout_keep_alive}
        if self._awaited is None or self.flow.read_paused:
            self._look_after(min(limits.values()))
            return
        left = self._since + limits[self._awaited] - self.loop.time()
        if left > 0:
            self._look_after(left)
        elif self._in_head or self._in_body:
            self._refuse(Problem(REQUEST_TIMEOUT))
        else:
            self.transport.close()
