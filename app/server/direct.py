"""Direct answers: requests that an application answers at their connection, past uvicorn's cycle and past ASGI.

A cycle, a task, a scope and messages cost more than many an answer; see decision 0018. Nothing here knows the
application, which offers this way in the state of its lifespan.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Protocol

from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.httptools_impl import STATUS_LINE

from app.server.protocol import HttpProtocol
from app.settings import HEADER_LIMIT

DIRECT = "rollwright.direct"
"""The name under which the state of the application's lifespan holds its `Direct`, if it has one."""

_USUAL = re.compile(rb"/[^%#]*")
"""Targets that are a path and a query as they stand; others have to be parsed, which may fail."""

SHORT = 64
"""Bytes of an `X-Forwarded-For` that is worth remembering."""

Fields = Sequence[tuple[bytes, bytes]]


class Direct(Protocol):
    """The part of an application that answers requests without ASGI."""

    def take(self, exchange: "Exchange") -> bool:
        """Take a POST that has arrived as a whole, or leave it to the application (False).

        What is taken is answered once, now or later, by `Exchange.answer`.
        """


class Exchange:
    """A request that has arrived as a whole, while nothing else of its connection is to be answered.

    target: as it was sent. headers: in their order, with names in lower case.
    """

    __slots__ = ("_http", "body", "headers", "keep_alive", "target")

    def __init__(self, http: "Http", target: bytes, headers: Fields, body: bytes, *, keep_alive: bool) -> None:
        self._http = http
        self.target = target
        self.headers = headers
        self.body = body
        self.keep_alive = keep_alive

    @property
    def client(self) -> tuple[str, int] | None:
        """The client's address, as a trusted proxy forwards it."""
        return self._http.forwarded(self.headers)

    def answer(self, status: int, headers: Fields, body: bytes) -> None:
        """Answer; `headers` are those beside the server's own. Without effect where nobody waits any more."""
        self._http.answer(self, status, headers, body)


class Http(HttpProtocol):
    """The protocol of this service's server: `HttpProtocol`, and what its application answers directly.

    A POST of HTTP/1.1 in the usual form is held until it is there as a whole, and then offered. What follows on its
    connection is not looked at before it is answered; what came along with it in one piece is left to uvicorn.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._direct: Direct | None = self.app_state.get(DIRECT)
        outermost = self.config.loaded_app
        self._proxies = outermost.trusted_hosts if isinstance(outermost, ProxyHeadersMiddleware) else None
        self._proxied = False  # whether the other end is one of them
        self._held: bytes | None = None  # the body, as far as it has come, of a request that may be taken
        self._head = 0  # how long its head was
        self._size = 0  # how many bytes have come since it began
        self._exchange: Exchange | None = None  # that is to be answered
        self._later = b""  # what has come meanwhile
        self._fields: Fields = ()
        self._start = b""

    def data_received(self, data: bytes) -> None:
        """See `asyncio.Protocol`."""
        if self._exchange is not None:
            self._later += data
            self.flow.pause_reading()
            return
        if not self._in_head and not self._in_body:
            self._head = data.find(b"\r\n\r\n") + 4  # 3 where the head goes on: nothing is as short as that
            self._size = 0
        self._size += len(data)
        super().data_received(data)
        if self._held is not None and (self.expect_100_continue or self._size > HEADER_LIMIT):
            self._release()

    def begin(self) -> None:
        """Hold the request if it may be taken, or begin its cycle."""
        if (
            self._direct is not None
            and (self.cycle is None or self.cycle.response_complete)
            and self._size <= HEADER_LIMIT
            and self.parser.get_method() == b"POST"
            and self.parser.get_http_version() == "1.1"
            and _USUAL.fullmatch(self.url)
            and not self.flow.write_paused
        ):
            self._held = b""
        else:
            super().begin()

    def add(self, body: bytes) -> None:
        """Keep a part of its body, or hand it on."""
        if self._held is None:
            super().add(body)
        else:
            self._held += body

    def complete(self) -> None:
        """Offer the request, if it is all that has come."""
        if self._held is not None and self._direct is not None:
            if self._size == self._head + len(self._held):
                keep_alive = self.parser.should_keep_alive()
                exchange = Exchange(self, self.url, self.headers, self._held, keep_alive=keep_alive)
                self._held, self._exchange = None, exchange
                if self._direct.take(exchange):
                    return
                self._held, self._exchange = exchange.body, None
            self._release()
        super().complete()

    def _release(self) -> None:
        """Leave a request that was held to uvicorn, as far as it has come."""
        body, self._held = self._held, None
        super().begin()
        if body:
            super().add(body)

    def answer(self, exchange: Exchange, status: int, headers: Fields, body: bytes) -> None:
        """See `Exchange.answer`."""
        if self._exchange is not exchange:
            return
        self._exchange = None
        if self.transport.is_closing():
            return
        fields = self.server_state.default_headers
        if fields is not self._fields:  # the date, once a second
            self._fields = fields
            self._start = b"".join([b"%b: %b\r\n" % field for field in fields])
        lines = b"\r\n".join(map(b": ".join, headers))
        end = b"\r\n\r\n" if exchange.keep_alive else b"\r\nconnection: close\r\n\r\n"
        self.transport.write(b"".join((STATUS_LINE[status], self._start, lines, end, body)))
        self.server_state.total_requests += 1
        if not exchange.keep_alive:
            self.transport.close()
            return
        self.wait_for("request")
        if self._later and not self.transport.is_closing():
            self.flow.resume_reading()
            later, self._later = self._later, b""
            self.data_received(later)

    def forwarded(self, headers: Fields) -> tuple[str, int] | None:
        """The client's address: what trusted proxies forward, or else the other end of the connection."""
        if not self._proxied:
            return self.client
        told: bytes | None = None
        for name, value in headers:
            if name == b"x-forwarded-for":
                told = value if told is None else told + b", " + value
        if told is None:
            return self.client
        return (_forwarded if len(told) <= SHORT else _forwarded.__wrapped__)(self._proxies, told) or self.client

    # --- what uvicorn asks of a connection ---

    def connection_made(self, transport: Any) -> None:
        """See `asyncio.Protocol`."""
        super().connection_made(transport)
        self._proxied = self._proxies is not None and (self.client[0] if self.client else None) in self._proxies

    def owes(self) -> bool:
        """Whether a request is still to be answered."""
        return self._exchange is not None or super().owes()

    def eof_received(self) -> bool:  # type: ignore[override]
        """See `HttpProtocol`."""
        if self._exchange is None:
            return super().eof_received()
        self._exchange.keep_alive = False
        return True

    def shutdown(self) -> None:
        """The server stops: what is under way is answered, and then the connection ends."""
        if self._held is not None:
            self._release()
        if self._exchange is None:
            super().shutdown()
        else:
            self._exchange.keep_alive = False

    def connection_lost(self, exc: Exception | None) -> None:
        """See `asyncio.Protocol`."""
        self._exchange, self._held, self._later = None, None, b""
        super().connection_lost(exc)


@lru_cache(4096)
def _forwarded(proxies: Any, value: bytes) -> tuple[str, int] | None:
    """Whom trusted proxies tell of, as uvicorn reads it; None where it is nobody."""
    host, port = proxies.get_trusted_client_address(value.decode("latin-1"))
    return (host, port) if host else None
