"""Request log: ids of requests, a bound on their headers, figures and log lines; and HEAD wherever there is GET."""

import asyncio
import re
import secrets
from collections.abc import Awaitable, Sequence
from itertools import count
from time import perf_counter
from typing import Any

import structlog
from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.http.negotiation import chosen
from app.http.problem_kinds import HEADERS_TOO_LARGE, INTERNAL, STORE_UNAVAILABLE, UNSUPPORTED_ENCODING
from app.http.problems import NO_FAILURE, Problem, render
from app.settings import HEADER_LIMIT
from app.telemetry.logs import request_id
from app.telemetry.metrics import OTHER, Metrics

PLAIN = frozenset({b"", b"identity"})
"""What `Content-Encoding` may say of a request's body: nothing, or that it is as it is (RFC 9110, 8.4.1)."""

CLIENT_GONE = 499
"""The status under which a request is counted and logged that nobody waited for (as nginx has it)."""

_FAILED = 500  # and above (RFC 9110, 15.6); a plain number, as members of HTTPStatus are slow to look up
_SANE_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
_SESSION = re.compile(r"/v1/sessions/([0-9a-f-]{36})(?:/|$)")
_VERSION_TAG = re.compile(rb'"([0-9]{1,18})"')


class RequestLog:
    """What is noted of requests, whichever way they are answered: ids, figures, and lines in the log.

    Every request is counted by method, route and status; it is logged if `log_requests`, or if it failed.
    """

    def __init__(self, metrics: Metrics, *, log_requests: bool) -> None:
        self.metrics = metrics
        self.log_requests = log_requests
        self._log = structlog.get_logger().bind(logger=__name__)
        self._prefix = f"{secrets.token_hex(6)}-"
        self._numbers = count(1)

    def id_of(self, sent: str) -> str:
        """The id of a request that sent this in `X-Request-ID` ("": nothing): its own if it is sane, or a new one."""
        return sent if sent and _SANE_ID.fullmatch(sent) else f"{self._prefix}{next(self._numbers)}"

    def note(
        self,
        scope: Scope,
        route: str,
        status: int,
        headers: Sequence[tuple[bytes, bytes]],
        seconds: float,
        failure: Exception | None = None,
    ) -> None:
        """Count a request, and log it where it is to be logged."""
        self.metrics.requested(scope["method"], route, status, seconds)
        if self.log_requests or failure is not None or _failed(scope, status):
            self.write(scope, route, status, headers, seconds, failure)

    def write(
        self,
        scope: Scope,
        route: str,
        status: int,
        headers: Sequence[tuple[bytes, bytes]],
        seconds: float,
        failure: Exception | None = None,
    ) -> None:
        """Log one request, as an error if it failed."""
        line: dict[str, Any] = {
            "method": scope["method"],
            "route": route,
            "path": scope["path"],
            "status": status,
            "milliseconds": round(seconds * 1000, 3),
        }
        if scope.get("client"):
            line["client"] = scope["client"][0]
        if session := _SESSION.search(scope["path"]):
            line["session"] = session[1]
        for name, value in headers:
            if name == b"etag" and (version := _VERSION_TAG.fullmatch(value)):
                line["version"] = int(version[1])
        if failure is not None or _failed(scope, status):
            self._log.error("request failed", **line, exc_info=failure)
        else:
            self._log.info("request", **line)


def _failed(scope: Scope, status: int) -> bool:
    """Whether an answer tells of a failure."""
    return status >= _FAILED and NO_FAILURE not in scope


class RequestLogMiddleware:
    """ASGI middleware around the whole service.

    Each request has an id, its own `X-Request-ID` or a new one; the answer and what is logged meanwhile carry it.
    Requests whose target and headers exceed `HEADER_LIMIT` are refused, as are those with an encoded body. An
    exception ends here: it is logged, once, and answered with the `internal` problem unless an answer was begun; what
    is cancelled is answered with `store-unavailable`. It passes messages on as they come.
    """

    def __init__(self, app: ASGIApp, log: RequestLog) -> None:
        self._app = app
        self._log = log

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request (ASGI 3); connections of other types pass through untouched."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began = perf_counter()
        size = len(scope.get("raw_path") or scope["path"])
        if scope["query_string"]:
            size += len(scope["query_string"]) + 1
        own_id, encoded = "", False
        for name, value in scope["headers"]:
            size += len(name) + len(value)
            if name == b"x-request-id":
                own_id = value.decode("latin-1")
            elif name == b"content-encoding":
                encoded = value.strip().lower() not in PLAIN and scope["method"] == "POST"
        own_id = self._log.id_of(own_id)
        id_header = (b"x-request-id", own_id.encode())
        status = CLIENT_GONE
        headers: list[tuple[bytes, bytes]] = []  # none as long as no answer was begun

        # Not a coroutine function: handing on what `send` gives saves a coroutine a message.
        def answer(message: Message) -> Awaitable[None]:
            nonlocal status, headers
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = [*message.get("headers", ()), id_header]
                message = {**message, "headers": headers}  # a new one, as what was given may serve many answers
            return send(message)

        failure: Exception | None = None
        id_before = request_id.set(own_id)
        try:
            app = self._app if size <= HEADER_LIMIT and not encoded else _refusal(scope, size)
            await app(scope, receive, answer)
        except ClientDisconnect:
            status = CLIENT_GONE
        except asyncio.CancelledError:
            # The server cancels what is still waiting for the store when its time to stop is over.
            if not headers:
                await render(Problem(STORE_UNAVAILABLE), chosen(HTTPConnection(scope)))(scope, receive, answer)
            raise
        except Exception as error:  # noqa: BLE001 - outside of this nobody knows the request
            failure = error
            if not headers:
                await render(Problem(INTERNAL), chosen(HTTPConnection(scope)))(scope, receive, answer)
        finally:
            route: str = getattr(scope.get("route"), "path_format", OTHER)
            self._log.note(scope, route, status, headers, perf_counter() - began, failure)
            request_id.reset(id_before)


def _refusal(scope: Scope, size: int) -> ASGIApp:
    """The answer to a request of which nothing is read: its headers have `size` bytes, or its body is encoded."""
    if size > HEADER_LIMIT:
        return render(Problem(HEADERS_TOO_LARGE))
    return render(Problem(UNSUPPORTED_ENCODING), chosen(HTTPConnection(scope)))


class HeadMiddleware:
    """ASGI middleware: asks the app with GET, and keeps the content back. A stream is told that nobody listens."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a HEAD request, or pass the request on."""
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self._app(scope, receive, send)
            return
        begun = False

        async def gone() -> Message:
            return {"type": "http.disconnect"} if begun else await receive()

        async def only_headers(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start" and not begun:
                begun = True
                await send(message)
                await send({"type": "http.response.body", "body": b""})

        await self._app({**scope, "method": "GET"}, gone, only_headers)
