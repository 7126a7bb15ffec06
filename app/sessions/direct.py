"""The direct way of a move: from what a connection has read to what is written to it, without ASGI.

It answers moves that are accepted. What is refused or fails it hands to the application, together with the verdict,
and what is unusual it leaves alone (decision 0016).
"""

import re
from collections.abc import Sequence
from time import perf_counter
from typing import NamedTuple

from app.bodies import parse
from app.edge import BEGAN, RequestIds
from app.problems import Problem
from app.protocol import FAILURE, Exchange
from app.sessions.playing import ROUTES, VERBS, Prepared, Sent, listed, prepare, refused, written
from app.sessions.referee import Overdue, authorize
from app.sessions.table import Tables
from app.store.rows import Job, SessionRow

_MOVE = re.compile(
    rb"/v1/sessions/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/(moves|roll|set-aside|choose-category|bank)"
    rb"(?:\?legal=(all|mine|none))?"
)
_READ = frozenset({b"authorization", b"if-match", b"idempotency-key", b"origin"})


class DirectMoves:
    """Takes moves (a `protocol.Direct`), in a service that neither limits nor logs each request."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
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
        if b"origin" in sent:
            return False
        move = Sent(
            shown,
            VERBS.get(end),
            body,
            legal.decode() if legal else "all",
            sent.get(b"authorization"),
            sent.get(b"if-match"),
            sent.get(b"idempotency-key"),
        )
        try:
            value = parse(body or b"{}")
            prepared = prepare(self._tables, bytes.fromhex(shown.replace("-", "")), value, move)
        except Problem:
            return False
        request = _Request(exchange, self._ids.of(own_id), ROUTES[end], began, move.legal)
        self._tables.store.submit(_Move(self._tables, prepared, request))
        return True


class _Request(NamedTuple):
    """What is known of a request beside its move: `began` is of `perf_counter`, `legal` the address's parameter."""

    exchange: Exchange
    id: str
    route: str
    began: float
    legal: str


class _Move(Job):
    """A move that waits for its verdict and its commit."""

    __slots__ = ("_prepared", "_request", "_tables")

    def __init__(self, tables: Tables, prepared: Prepared, request: _Request) -> None:
        retry = prepared.asked.retry
        super().__init__(prepared.session, prepared.judge, retry.key if retry else None)
        self._tables = tables
        self._prepared = prepared
        self._request = request

    def settle(self, row: SessionRow | None) -> None:
        """See `Job`. That there is no such session, and what was played before, is for the application to say."""
        asked, verdict = self._prepared.asked, self._prepared.verdict
        exchange, own_id, route, began, legal = self._request
        if row is None or verdict.entry is None or verdict.kit is None:
            exchange.hand_over({BEGAN: began})
            return
        metrics = self._tables.metrics
        metrics.moved(row.game, "accepted")
        try:
            holder = authorize(asked.token, row) if legal == "mine" else None
            body = written(verdict.kit, row, verdict.entry, listed(legal, holder), verdict.state)
        except Exception as error:  # noqa: BLE001 - the application knows what to make of it
            self._fail(error)
            return
        metrics.requested("POST", route, 200, perf_counter() - began)
        exchange.answer(
            b'content-length: %d\r\ncontent-type: application/json\r\netag: "%d"\r\nx-request-id: %b\r\n\r\n%b'
            % (len(body), row.version, own_id.encode(), body)
        )

    def fail(self, error: Exception) -> None:
        """See `Job`. Nothing was written where a clock has to be heeded first, so the application begins anew."""
        if isinstance(error, Overdue):
            self._request.exchange.hand_over({BEGAN: self._request.began})
            return
        if isinstance(error, Problem):
            refused(self._tables, self._prepared.verdict, error)
        self._fail(error)

    def _fail(self, error: Exception) -> None:
        self._request.exchange.hand_over({FAILURE: error, BEGAN: self._request.began})
