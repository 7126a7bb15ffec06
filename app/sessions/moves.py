"""Moves: from the bytes that arrived to the bytes that are answered, whichever way they came."""

from typing import Any, NamedTuple

import orjson

from app.access import tokens
from app.games.served_game import ServedGame
from app.http.bodies import parse
from app.http.conditional import answer_headers
from app.http.problem_kinds import UNKNOWN_SESSION
from app.http.problems import Problem
from app.sessions.referee import authorize, request_head, session_id
from app.sessions.service import Sessions
from app.sessions.views import SeatFilter, listed, played_json, session_json
from app.store.rows import Change, EntryRow, SessionRow, Unchanged, Verdict
from app.telemetry.metrics import OTHER

VERBS = {"roll": "roll", "set-aside": "set_aside", "choose-category": "choose_category", "bank": "bank"}
"""The moves that have an address of their own, by the end of it."""

ROUTES = {end: f"/v1/sessions/{{session}}/{end}" for end in (*VERBS, "moves")}
"""The templates of all addresses of moves, by their ends."""

HEADERS = (b"authorization", b"if-match", b"idempotency-key")
"""The headers that a move heeds."""


class MoveRequest(NamedTuple):
    """A move's request as HTTP carries it; `verb` is None at `moves`, `legal` is the parameter of the address."""

    session: str
    verb: str | None
    body: bytes
    legal: str
    authorization: str | None
    if_match: str | None
    key: str | None


class Answer(NamedTuple):
    """An accepted move's answer: the JSON, the session's version, and whether the move had been made before."""

    body: bytes
    version: int
    replayed: bool

    @property
    def headers(self) -> dict[str, str]:
        """The headers that go with it."""
        return answer_headers(self.version, self.replayed)


def refused(sessions: Sessions, problem: Problem) -> None:
    """Count a move that was refused."""
    sessions.metrics.moved(problem.session_game or OTHER, problem.kind.code)


async def play(sessions: Sessions, sent: MoveRequest) -> Answer:
    """Judge a move, store it if it is accepted, and answer with what was played and the view after it."""
    value = parse(sent.body or b"{}")
    session = session_id(sent.session)
    head = request_head(tokens.bearer(sent.authorization), sent.if_match, sent.key, sent.verb or "moves", value)
    try:
        verdict = await sessions.change(session, sessions.referee.move(head, value, sent.verb), head)
    except Problem as problem:
        refused(sessions, problem)
        raise
    sessions.metrics.moved(verdict.row.game, "accepted" if verdict.replayed is None else "replayed")
    holder = authorize(head.token, verdict.row) if sent.legal == "mine" else None
    return await answer(sessions, verdict, listed(sent.legal, holder))


async def answer(sessions: Sessions, verdict: Verdict, seats: SeatFilter, **more: Any) -> Answer:
    """The answer to a request that changed a session; a retry is told what the first one played."""
    row = verdict.row
    entry, first, state = None, None, None
    if isinstance(verdict, Change):
        entry, first, state = verdict.entry, verdict.first, verdict.state
    if entry is None and verdict.replayed:
        *firsts, entry = await _replayed(sessions, verdict)
        first = firsts[0] if firsts else None
    body = written(sessions.referee.games.of(row), row, entry, seats, state, first, **more)
    return Answer(body, row.version, verdict.replayed is not None)


async def _replayed(sessions: Sessions, verdict: Verdict) -> list[EntryRow]:
    """What the first of several like requests put on the record."""
    count = verdict.entries if isinstance(verdict, Unchanged) else 1
    entries = await sessions.store.record(verdict.row.id, (verdict.replayed or 0) - count, count)
    if not entries:
        raise Problem(UNKNOWN_SESSION)  # deleted meanwhile
    return entries


def written(
    served: ServedGame,
    row: SessionRow,
    entry: EntryRow | None,
    seats: SeatFilter,
    state: Any,
    first: EntryRow | None = None,
    **more: Any,
) -> bytes:
    """The JSON of an answer to a request that changed a session."""
    told = b"" if entry is None else b'"played":%b,' % played_json(entry)
    if first is not None:
        told = b'"before":%b,%b' % (played_json(first), told)
    said = orjson.dumps(more)[1:-1] + b"," if more else b""
    return b'{%b%b"session":%b}' % (said, told, session_json(served, row, seats, state))
