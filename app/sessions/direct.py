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
from app.sessions.referee import Overdue, RequestHead, authorize, request_head
from app.sessions.service import Sessions
from app.sessions.views import listed
from app.store.rows import Change, Job, Verdict

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
            head = request_head(bearer(authorization), if_match, key, verb or "moves", value)
        except Problem:
            return False
        move = _Move(self._sessions, bytes.fromhex(shown.replace("-", "")), head, value, verb)
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

    __slots__ = ("_head", "_sessions", "began", "exchange", "legal", "own_id", "route")
    exchange: Exchange
    own_id: str
    route: str
    began: float
    legal: str

    def __init__(self, sessions: Sessions, session: bytes, head: RequestHead, body: Any, verb: str | None) -> None:
        self._sessions = sessions
        self._head = head
        super().__init__(session, sessions.referee.move(head, body, verb), head.key)

    def settle(self, verdict: Verdict | None) -> None:
        """See `Job`. That there is no such session, and what was played before, is for the application to say."""
        if not isinstance(verdict, Change):
            self.exchange.hand_over({BEGAN: self.began})
            return
        row = verdict.row
        metrics = self._sessions.metrics
        try:
            served = self._sessions.referee.games.of(row)
            holder = authorize(self._head.token, row) if self.legal == "mine" else None
            seats = listed(self.legal, holder)
            body = written(served, row, verdict.entry, seats, verdict.state, verdict.first)
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
            refused(self._sessions, error)
        self._fail(error)

    def _fail(self, error: Exception) -> None:
        self.exchange.hand_over({FAILURE: error, BEGAN: self.began})
