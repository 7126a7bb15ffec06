"""Moves: address, verbs, headers, the bound of the body, the verdict and the answer, whichever mouth takes them.

Two mouths rest on this: `app.sessions.direct` at the connection, `app.sessions.move_endpoints` behind FastAPI.
"""

import re
from typing import Any, NamedTuple

import orjson

from app.http.bodies import parse
from app.http.conditional import answer_headers
from app.http.problem_kinds import BODY_TOO_LARGE, UNKNOWN_SESSION
from app.http.problems import Problem
from app.sessions.referee import authorize
from app.sessions.request_head import RequestHead, request_head, session_id
from app.sessions.service import Sessions
from app.sessions.views import SeatFilter, every_seat, listed, played_json, session_json
from app.settings import BODY_LIMIT
from app.store.rows import Change, EntryRow, Judge, SessionRow, Unchanged, Verdict
from app.telemetry.metrics import OTHER

VERBS = {"roll": "roll", "set-aside": "set_aside", "choose-category": "choose_category", "bank": "bank"}
"""The moves that have an address of their own, by the end of it."""

ROUTES = {end: f"/v1/sessions/{{session}}/{end}" for end in (*VERBS, "moves")}
"""The templates of all addresses of moves, by their ends."""

ADDRESS = re.compile(
    rb"(/v1/sessions/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/(%b))(?:\?(legal=(all|mine|none)))?"
    % "|".join(ROUTES).encode()
)
"""An address of moves in its usual form: path, session, end, query, whose legal moves to list."""

HEADERS = (b"authorization", b"if-match", b"idempotency-key")
"""The headers that a move heeds."""


class MoveRequest(NamedTuple):
    """A move's request, read as far as that goes without its session.

    verb: the move's type where the address names it (None: `moves`). legal: whose legal moves to list. body: the JSON
    value, in which the judge looks for the move and its seat (`Referee.move`).
    """

    session: bytes
    verb: str | None
    legal: str
    head: RequestHead
    body: Any

    def judge(self, sessions: Sessions) -> Judge:
        """Who decides on it."""
        return sessions.referee.move(self.head, self.body, self.verb)

    def listed(self, row: SessionRow) -> SeatFilter:
        """Whose legal moves its answer lists."""
        if self.legal == "all":
            return every_seat
        return listed(self.legal, authorize(self.head.token, row) if self.legal == "mine" else None)


def move_request(
    session: str,
    verb: str | None,
    legal: str,
    body: bytes,
    token: bytes | None,
    if_match: str | None,
    key: str | None,
) -> MoveRequest:
    """Read a move's request from what HTTP carries, of the token its digest; no body at all is an empty object."""
    if len(body) > BODY_LIMIT:
        raise Problem(BODY_TOO_LARGE)
    value = parse(body or b"{}")
    target = session_id(session)
    head = request_head(token, if_match, key, verb or "moves", value)
    return MoveRequest(target, verb, legal, head, value)


class Answer(NamedTuple):
    """An accepted request's answer: the JSON, the session's version, and whether it had its effect before."""

    body: bytes
    version: int
    replayed: bool

    @property
    def headers(self) -> dict[str, str]:
        """The headers that go with it, beside the content's."""
        return answer_headers(self.version, self.replayed)


def refused(sessions: Sessions, problem: Problem) -> None:
    """Count a move that was refused."""
    sessions.metrics.moved(problem.session_game or OTHER, problem.kind.code)


async def play(sessions: Sessions, request: MoveRequest) -> Answer:
    """Judge a move, store it if it is accepted, and answer with what was played and the view after it."""
    try:
        verdict = await sessions.change(request.session, request.judge(sessions), request.head)
    except Problem as problem:
        refused(sessions, problem)
        raise
    sessions.metrics.moved(verdict.row.game, "accepted" if verdict.replayed is None else "replayed")
    return await answer(sessions, verdict, request.listed(verdict.row))


async def answer(sessions: Sessions, verdict: Verdict, seats: SeatFilter, **more: Any) -> Answer:
    """The answer to a request that changed a session; a retry is told what the first one played."""
    if isinstance(verdict, Change) and verdict.entry is not None:
        return accepted(sessions, verdict, seats, **more)
    first: EntryRow | None = None
    entry: EntryRow | None = None
    if verdict.replayed:
        count = verdict.entries if isinstance(verdict, Unchanged) else 1
        entries = await sessions.store.record(verdict.row.id, verdict.replayed - count, count)
        if not entries:
            raise Problem(UNKNOWN_SESSION)  # deleted meanwhile
        *firsts, entry = entries
        first = firsts[0] if firsts else None
    body = _written(sessions, verdict.row, (first, entry), seats, None, more)
    return Answer(body, verdict.row.version, verdict.replayed is not None)


def accepted(sessions: Sessions, change: Change, seats: SeatFilter, **more: Any) -> Answer:
    """The answer to a request whose change has just been stored."""
    body = _written(sessions, change.row, (change.first, change.entry), seats, change.state, more)
    return Answer(body, change.row.version, change.reissued is not None)


def _written(
    sessions: Sessions,
    row: SessionRow,
    entries: tuple[EntryRow | None, EntryRow | None],
    seats: SeatFilter,
    state: Any,
    more: dict[str, Any],
) -> bytes:
    """The JSON: what was appended before, what was played, and the view."""
    first, entry = entries
    played = b"" if entry is None else b'"played":%b,' % played_json(entry)
    if first is not None:
        played = b'"before":%b,%b' % (played_json(first), played)
    members = orjson.dumps(more)[1:-1] + b"," if more else b""
    shown = session_json(sessions.referee.games.of(row), row, seats, state)
    return b'{%b%b"session":%b}' % (members, played, shown)
