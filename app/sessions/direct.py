"""The direct way of a move: from what a connection has read to what is written to it, without ASGI.

It answers moves that are accepted. What is refused or fails it hands to the application, together with the verdict,
and what is unusual it leaves alone (decision 0016).
"""

import re
from collections.abc import Sequence
from time import perf_counter
from typing import Any

from app.access.tokens import bearer
from app.http.bodies import parse
from app.http.problems import Problem
from app.http.request_log import BEGAN, RequestIds
from app.server.protocol import FAILURE, Exchange
from app.sessions.moves import HEADERS, ROUTES, VERBS, refused, written
from app.sessions.referee import Asked, Overdue, Verdict, asked_with, authorize
from app.sessions.service import Sessions
from app.sessions.views import listed
from app.store.rows import Job, SessionRow

_MOVE = re.compile(
    rb"/v1/sessions/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/(moves|roll|set-aside|choose-category|bank)"
    rb"(?:\?legal=(all|mine|none))?"
)
_READ = frozenset({*HEADERS, b"origin", b"content-encoding"})


class DirectMoves:
    """Takes moves (a `protocol.Direct`), in a service that neither limits nor logs each request."""

    def __init__(self, sessions: Sessions) -> None:
        self._sessions = sessions
        self._ids = RequestIds()

    def take(self, target: bytes, headers: Sequence[tuple[bytes, bytes]], body: bytes, exchange: Exchange) -> bool:
        """See `protocol.Direct`; a page's request is left to the layer that knows about origins."""
        began = perf_counter()
        found = _MOVE.fullmatch(target)
        if found is None:
            return False
        session, verb, legal = found.groups()
        shown, end = session.decode(), verb.decode()
        sent: dict[bytes, str] = {}
        own_id = ""
        for name, value in headers:
            if name in _READ:
                sent.setdefault(name, value.decode("latin-1"))
            elif name == b"x-request-id":
                own_id = value.decode("latin-1")
        if b"origin" in sent or b"content-encoding" in sent:
            return False
        verb = VERBS.get(end)
        authorization, if_match, key = map(sent.get, HEADERS)
        try:
            value = parse(body or b"{}")
            asked = asked_with(bearer(authorization), if_match, key, verb or "moves", value)
        except Problem:
            return False
        move = _Move(self._sessions, bytes.fromhex(shown.replace("-", "")), asked, value, verb)
        move.exchange = exchange
        move.own_id = self._ids.of(own_id)
        move.route = ROUTES[end]
        move.began = began
        move.legal = legal.decode() if legal else "all"
        self._sessions.store.submit(move)
        return True


class _Move(Job):
    """A move that waits for its verdict and its commit.

    Of its request: `own_id` is its id, `began` of `perf_counter`, `legal` the address's parameter.
    """

    __slots__ = ("_asked", "_sessions", "_verdict", "began", "exchange", "legal", "own_id", "route")
    exchange: Exchange
    own_id: str
    route: str
    began: float
    legal: str

    def __init__(self, sessions: Sessions, session: bytes, asked: Asked, body: Any, verb: str | None) -> None:
        self._sessions = sessions
        self._asked = asked
        self._verdict = Verdict()
        judge = sessions.referee.move(asked, body, verb, self._verdict)
        super().__init__(session, judge, asked.key)

    def settle(self, row: SessionRow | None) -> None:
        """See `Job`. That there is no such session, and what was played before, is for the application to say."""
        verdict = self._verdict
        if row is None or verdict.entry is None or verdict.served is None:
            self.exchange.hand_over({BEGAN: self.began})
            return
        metrics = self._sessions.metrics
        try:
            holder = authorize(self._asked.token, row) if self.legal == "mine" else None
            seats = listed(self.legal, holder)
            body = written(verdict.served, row, verdict.entry, seats, verdict.state, verdict.first)
        except Exception as error:  # noqa: BLE001 - the application knows what to make of it
            metrics.moved(row.game, "accepted")
            self._fail(error)
            return
        metrics.answered(row.game, self.route, perf_counter() - self.began)
        self.exchange.answer(
            b'content-length: %d\r\ncontent-type: application/json\r\netag: "%d"\r\nx-request-id: %b\r\n\r\n%b'
            % (len(body), row.version, self.own_id.encode(), body)
        )

    def fail(self, error: Exception) -> None:
        """See `Job`. Nothing was written where a clock has to be heeded first, so the application begins anew."""
        if isinstance(error, Overdue):
            self.exchange.hand_over({BEGAN: self.began})
            return
        if isinstance(error, Problem):
            refused(self._sessions, self._verdict, error)
        self._fail(error)

    def _fail(self, error: Exception) -> None:
        self.exchange.hand_over({FAILURE: error, BEGAN: self.began})
