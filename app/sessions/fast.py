"""The short way of a move: the same verdict and the same bytes as the endpoint's, without the framework around it.

A service spends its time on moves, and the framework's part of one costs more than everything else about it (decision
0007). So moves that are sent in the usual form are answered here; whatever else comes goes the plain way. A test
holds both ways to the same answers.
"""

import re
from typing import Any

from starlette.datastructures import State
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from app.access.gate import Gate
from app.games.external.failures import as_problem, tell
from app.games.external.guard import GameFailed
from app.http.negotiation import chosen
from app.http.problem_kinds import BODY_TOO_LARGE
from app.http.problems import Problem, render
from app.http.request_log import ROUTE
from app.server.protocol import FAILURE
from app.sessions.moves import HEADERS, ROUTES, VERBS, MoveRequest, play
from app.settings import BODY_LIMIT

_MOVE = re.compile(r"/v1/sessions/([0-9a-f-]{36})/(moves|roll|set-aside|choose-category|bank)")
_LEGAL = {b"": "all", b"legal=all": "all", b"legal=mine": "mine", b"legal=none": "none"}
_GONE = "http.disconnect"


class FastMoves:
    """ASGI middleware that answers moves; `state` is the application's, filled before the first request."""

    def __init__(self, plain: ASGIApp, state: State) -> None:
        self._plain = plain
        self._state = state

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a move, or pass the request on."""
        if scope["type"] != "http" or scope["method"] != "POST":
            await self._plain(scope, receive, send)
            return
        found = _MOVE.fullmatch(scope["path"])
        legal = _LEGAL.get(scope["query_string"])
        if found is None or legal is None:
            await self._plain(scope, receive, send)
            return
        session, verb = found.groups()
        scope[ROUTE] = ROUTES[verb]
        sent: dict[bytes, str] = {}
        for name, value in scope["headers"]:
            if name in HEADERS:
                sent.setdefault(name, value.decode("latin-1"))
        gate: Gate = self._state.gate
        try:
            authorization = sent.get(b"authorization")
            gate.admit_move(authorization, scope)
            _raise_given(scope)
            body = await _body(receive)
            if body is None:
                return
            asked = MoveRequest(
                session,
                VERBS.get(verb),
                body,
                legal,
                authorization,
                sent.get(b"if-match"),
                sent.get(b"idempotency-key"),
            )
            answer = await play(self._state.sessions, asked)
        except Exception as error:
            problem = as_problem(error)
            if problem is None:
                raise
            if isinstance(problem, GameFailed):
                tell(problem, self._state.sessions.metrics, session)
            await render(problem, chosen(HTTPConnection(scope)))(scope, receive, send)
            return
        headers: list[Any] = [
            (b"content-length", b"%d" % len(answer.body)),
            (b"content-type", b"application/json"),
            (b"etag", b'"%d"' % answer.version),
        ]
        if answer.replayed:
            headers.append((b"idempotency-replayed", b"true"))
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": answer.body})


def _raise_given(scope: Scope) -> None:
    """Where the move took the direct way first, its verdict has been given there."""
    if FAILURE in scope:
        raise scope[FAILURE]


async def _body(receive: Receive) -> bytes | None:
    """The whole body, refused as soon as it is known to be too large; None where the client went away."""
    message = await receive()
    if not message.get("more_body", False) and message["type"] != _GONE:
        body: bytes = message.get("body", b"")
        if len(body) > BODY_LIMIT:
            raise Problem(BODY_TOO_LARGE)
        return body
    parts = bytearray()
    while message["type"] != _GONE:
        parts += message.get("body", b"")
        if len(parts) > BODY_LIMIT:
            raise Problem(BODY_TOO_LARGE)
        if not message.get("more_body", False):
            return bytes(parts)
        message = await receive()
    return None
