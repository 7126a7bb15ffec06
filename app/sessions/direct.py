"""Moves at the connection: the mouth that reads a move as it arrives and writes its answer, past the framework.

It says what the plain way says (`app.sessions.move_endpoints` behind the service's layers), byte for byte: answers,
replays and refusals, with the headers of limits and for pages, and the line of the request log. What comes in an
unusual form it leaves to that way (decision 0018).
"""

import asyncio
from collections.abc import Coroutine
from time import perf_counter
from typing import Any

from starlette.requests import HTTPConnection
from starlette.types import Scope

from app.access.gate import Gate
from app.access.tokens import bearer, digest
from app.games.external.failures import as_problem, tell
from app.games.external.guard import GameFailed
from app.http.cors import Cors
from app.http.negotiation import chosen
from app.http.problem_kinds import INTERNAL, STORE_UNAVAILABLE, UNKNOWN_SESSION
from app.http.problems import Problem, render
from app.http.rate_limit import Limits, Told, limit_fields, network
from app.http.request_log import RequestLog
from app.server.direct import Exchange
from app.sessions.moves import (
    ADDRESS,
    HEADERS,
    ROUTES,
    VERBS,
    Answer,
    MoveRequest,
    accepted,
    answer,
    move_request,
    refused,
)
from app.sessions.referee import Overdue
from app.sessions.service import Sessions
from app.sessions.views import format_id
from app.store.rows import Change, Job, Verdict
from app.telemetry.logs import request_id
from app.telemetry.metrics import OTHER

_READ = frozenset({*HEADERS, b"origin", b"content-encoding"})
_OK = 200
_JSON = (b"content-type", b"application/json")
_REPLAYED = (b"idempotency-replayed", b"true")


class DirectMoves:
    """Takes moves at the connection (a `server.direct.Direct`); `cors` is None where no page may call."""

    def __init__(self, sessions: Sessions, gate: Gate, limits: Limits, log: RequestLog, cors: Cors | None) -> None:
        self.sessions = sessions
        self.gate = gate
        self.limits = limits
        self.log = log
        self.cors = cors
        self.waiting: set[_Move] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    def take(self, exchange: Exchange) -> bool:
        """See `server.direct.Direct`."""
        began = perf_counter()
        address = ADDRESS.fullmatch(exchange.target)
        if address is None:
            return False
        sent: dict[bytes, str] = {}
        own_id = ""
        for name, value in exchange.headers:
            if name in _READ:
                sent.setdefault(name, value.decode("latin-1"))
            elif name == b"x-request-id":
                own_id = value.decode("latin-1")
        if b"content-encoding" in sent:
            return False
        path, session, end, _, legal = address.groups()
        move = _Move(self, exchange, sent, path, end.decode())
        move.began = began
        move.own_id = self.log.id_of(own_id)
        self.waiting.add(move)
        move.admit(session.decode(), legal)
        return True

    def go_on(self, work: Coroutine[Any, Any, None]) -> None:
        """Do what cannot be done at once."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def stop(self) -> None:
        """The time to stop is over: what still waits for the store is not waited for."""
        for move in list(self.waiting):
            move.refuse(Problem(STORE_UNAVAILABLE))


class _Move(Job):
    """A move from its arrival to its answer, waiting meanwhile for its verdict and its commit.

    began: by `perf_counter`. own_id: the request's id.
    """

    __slots__ = ("_end", "_exchange", "_mover", "_path", "_request", "_route", "_sent", "_told", "began", "own_id")
    _request: MoveRequest
    began: float
    own_id: str

    def __init__(self, mover: DirectMoves, exchange: Exchange, sent: dict[bytes, str], path: bytes, end: str) -> None:
        self._mover = mover
        self._exchange = exchange
        self._sent = sent
        self._end = end
        self._route = OTHER  # as in the plain way, where a refused address has not been looked at
        self._path = path
        self._told: Told = []

    # --- from arriving to the batch ---

    def admit(self, session: str, legal: bytes | None) -> None:
        """Count the move, and have it judged."""
        mover, address = self._mover, ""
        try:
            if mover.limits.any:
                address = network(self._exchange.client)
                mover.limits.admit_from(address, self._told)
            self._route = ROUTES[self._end]
            token = bearer(self._sent.get(b"authorization"))
            mine = None if token is None else digest(token)
            if mover.limits.moves is None or mover.gate.admit_known(mine, address, self._told, token):
                self._submit(session, legal, mine)
            else:
                mover.go_on(self._verified(token, mine, address, session, legal))
        except Exception as error:  # noqa: BLE001 - whatever it is, it is answered
            self.refuse(error)

    async def _verified(
        self, token: str | None, mine: bytes | None, address: str, session: str, legal: bytes | None
    ) -> None:
        try:
            await self._mover.gate.verify(token)
            self._mover.gate.admit_known(mine, address, self._told)
            self._submit(session, legal, mine)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is answered
            self.refuse(error)

    def _submit(self, session: str, legal: bytes | None, token: bytes | None) -> None:
        sent = self._sent.get
        if_match, key = sent(b"if-match"), sent(b"idempotency-key")
        shown = legal.decode() if legal else "all"
        body, verb, sessions = self._exchange.body, VERBS.get(self._end), self._mover.sessions
        request = self._request = move_request(session, verb, shown, body, token, if_match, key)
        super().__init__(request.session, request.judge(sessions), request.head.key)
        sessions.store.submit(self)

    # --- from the batch to the answer ---

    def settle(self, verdict: Verdict | None) -> None:
        """See `Job`."""
        if verdict is None:
            self.fail(Problem(UNKNOWN_SESSION))
        elif isinstance(verdict, Change) and verdict.entry is not None:
            self._accept(verdict)
        else:
            self._mover.go_on(self._replay(verdict))

    def _accept(self, verdict: Change) -> None:
        sessions = self._mover.sessions
        game = verdict.row.game
        try:
            answered = accepted(sessions, verdict, self._request.listed(verdict.row))
        except Exception as error:  # noqa: BLE001 - whatever it is, it is answered
            sessions.metrics.moved(game, "accepted")
            self.refuse(error)
        else:
            self._answer(answered, game)

    async def _replay(self, verdict: Verdict) -> None:
        sessions = self._mover.sessions
        try:
            sessions.metrics.moved(verdict.row.game, "replayed")
            self._answer(await answer(sessions, verdict, self._request.listed(verdict.row)))
        except Exception as error:  # noqa: BLE001 - whatever it is, it is answered
            self.refuse(error)

    def fail(self, error: Exception) -> None:
        """See `Job`."""
        if isinstance(error, Overdue):
            self._mover.go_on(self._heeded())
            return
        if isinstance(error, Problem):
            refused(self._mover.sessions, error)
        self.refuse(error)

    async def _heeded(self) -> None:
        """The seats whose time was over have left; then it is the move's turn."""
        sessions = self._mover.sessions
        try:
            await sessions.heed(self._request.session, self._request.head.at)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is answered
            self.fail(error)
        else:
            sessions.store.submit(self)

    # --- answering ---

    def _scope(self) -> Scope:
        """The request as ASGI has it."""
        exchange = self._exchange
        return {
            "type": "http",
            "method": "POST",
            "path": self._path.decode(),
            "query_string": b"",
            "headers": exchange.headers,
            "client": exchange.client,
        }

    def _answer(self, answered: Answer, game: str | None = None) -> None:
        """Answer an accepted move; of one that is stored now (`game`), the batch counts the figures."""
        body, version, replayed = answered
        tag, length = (b"etag", b'"%d"' % version), (b"content-length", b"%d" % len(body))
        headers = [tag, _REPLAYED, length, _JSON] if replayed else [tag, length, _JSON]
        self._finish(_OK, headers, body, None, game)

    def refuse(self, error: Exception) -> None:
        """Answer with the problem that it is, and log what is nobody's fault but ours."""
        problem = as_problem(error)
        before = request_id.set(self.own_id)
        if isinstance(problem, GameFailed):
            tell(problem, self._mover.sessions.metrics, format_id(self._request.session))
        rendered = render(problem or Problem(INTERNAL), chosen(HTTPConnection(self._scope())))
        failure = error if problem is None else None
        self._finish(rendered.status_code, rendered.raw_headers, bytes(rendered.body), failure)
        request_id.reset(before)

    def _finish(
        self,
        status: int,
        headers: list[tuple[bytes, bytes]],
        body: bytes,
        failure: Exception | None = None,
        game: str | None = None,
    ) -> None:
        mover = self._mover
        if self not in mover.waiting:
            return  # the server has stopped waiting for it
        mover.waiting.remove(self)
        told = limit_fields(self._told) if self._told else ()
        headers = [*headers, *told, (b"x-request-id", self.own_id.encode())]
        marked = headers if mover.cors is None else mover.cors.marked(headers, self._sent.get(b"origin"))
        self._exchange.answer(status, marked, body)
        seconds = perf_counter() - self.began
        route = self._route
        if game is not None:
            mover.sessions.metrics.answered(game, route, seconds)
            if not mover.log.log_requests:
                return
        before = request_id.set(self.own_id)
        if game is None:
            mover.log.note(self._scope(), route, status, headers, seconds, failure)
        else:
            mover.log.write(self._scope(), route, status, headers, seconds)
        request_id.reset(before)
