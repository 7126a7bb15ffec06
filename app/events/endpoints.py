"""Endpoints of live events: those of a session, and those of a player's seats."""

import re
from collections.abc import AsyncGenerator, Sequence
from contextlib import ExitStack, aclosing, suppress
from http import HTTPStatus
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Depends, Header, Query, Request, Response

from app.access import tickets, tokens
from app.contract.dependencies import ContractDep
from app.events.feeds import Feeds
from app.events.hub import Hub, TokenCheck, session_told
from app.events.quota import StreamQuota
from app.games.external.failures import tell
from app.games.external.guard import GameFailed
from app.http.bodies import read
from app.http.clock import now
from app.http.conditional import NO_STORE
from app.http.openapi import openapi_route
from app.http.problem_kinds import (
    BODY_TOO_LARGE,
    GAME_UNAVAILABLE,
    INVALID_FIELDS,
    MALFORMED_JSON,
    TOO_MANY_STREAMS,
    UNAUTHORIZED,
    UNKNOWN_SESSION,
)
from app.http.problems import Problem, pointer
from app.http.rate_limit import client
from app.http.sse import HEARTBEAT, MEDIA_TYPE, RETRY, Chunk, EventStream, Follower, event
from app.sessions import examples, record
from app.sessions.dependencies import Authorization, Listing, SessionsDep
from app.sessions.referee import authorize, may_act_for
from app.sessions.request_head import session_id
from app.sessions.service import Sessions
from app.sessions.views import format_id, timestamp
from app.store.rows import SessionRow
from app.telemetry.metrics import Metrics

router = APIRouter(prefix="/v1", tags=["sessions"])

_VERSION = re.compile("0|[1-9][0-9]{0,17}")
_FOLLOWED = openapi_route(
    answer="SessionEvent",
    says="A stream of events; each has this shape, with `data` as one line of JSON.",
    example=examples.session_event(),
    problems=(UNKNOWN_SESSION, UNAUTHORIZED, INVALID_FIELDS, TOO_MANY_STREAMS, GAME_UNAVAILABLE),
    media=MEDIA_TYPE,
)
_FOLLOWED["responses"][204] = {
    "description": "The session is over, and `Last-Event-ID` is its last: do not come again."
}


async def _feeds(request: Request) -> Feeds:
    feeds: Feeds = request.app.state.feeds
    return feeds


FeedsDep = Annotated[Feeds, Depends(_feeds)]


def _stream(request: Request, feeds: Feeds, held: ExitStack) -> Follower:
    """Take one of the client's streams, until `held` is let go."""
    streams: StreamQuota = request.app.state.streams
    held.enter_context(streams.held(client(request.scope)))
    return held.enter_context(feeds.follower())


def _seen(header: str | None, version: int) -> int | None:
    """The version after which a `Last-Event-ID` resumes; None for none, and for one that the session never had."""
    if header is None or not _VERSION.fullmatch(header) or int(header) > version:
        return None
    return int(header)


@router.get(
    "/sessions/{session}/events",
    operation_id="followSession",
    summary="Follow a session live",
    **_FOLLOWED,
)
async def follow_session(
    request: Request,
    sessions: SessionsDep,
    feeds: FeedsDep,
    session: str,
    legal: Listing = "none",
    last_event_id: Annotated[
        str | None, Header(description="The id of the last event that was seen: what came after it follows.")
    ] = None,
    ticket: Annotated[
        str | None,
        Query(
            max_length=128,
            description="In place of `Authorization`, for `EventSource`, which sends no headers; from `ticket`.",
        ),
    ] = None,
    authorization: Authorization = None,
) -> Response:
    """Server-Sent Events. Ids are versions.

    The stream begins with `session`, the view as it is. Then comes each entry of the record as soon as it is stored,
    as an event named by its kind (`move`, `resign`, `skip`, `undo`, `claim`, `seed`, `abandon`) that holds the entry
    and the view after it. After the last one comes `end`, and the stream is closed; so it is where the session is
    deleted. A finished game whose end is taken back is followed by a new stream.

    With `Last-Event-ID` the stream begins with the entries after that version, none missing and none twice; if the
    session never had that version, with `session`. A stream whose reader falls far behind is closed, and so is one on
    a private session when its token is replaced. Comments keep a silent stream alive.
    """
    token = tokens.presented(authorization)
    key = session_id(session)
    with ExitStack() as held:
        follower = _stream(request, feeds, held)
        hub = held.enter_context(feeds.following(key, follower))
        if ticket is not None:
            token = tickets.redeemed(ticket, key, (await sessions.stored(key)).tokens, now())
        row = await sessions.readable(key, token)
        holder = authorize(token, row) if legal == "mine" else None
        audience = {"all": tokens.HOST, "none": None}.get(legal, holder)
        served = sessions.referee.games.of(row)
        seen = _seen(last_event_id, row.version)
        answer = Response(status_code=HTTPStatus.NO_CONTENT)
        if not record.over(row) or seen != row.version:
            hub.begin(served, row)
            first = RETRY if seen is not None else RETRY + session_told(served, row, audience)
            guard = TokenCheck(token) if token and row.visibility == "private" else None
            chunks = hub.follow(follower, row.version if seen is None else seen, audience, guard)
            ending = _to_the_end(chunks, sessions, row)
            answer = EventStream(first, ending, follower, held.pop_all(), sessions.metrics)
    return answer


@router.post(
    "/sessions/{session}/ticket",
    operation_id="openTicket",
    summary="Get a ticket for a stream",
    **openapi_route(
        answer="Ticket",
        says="The ticket, good for some seconds.",
        example={"ticket": examples.TOKEN.format(kind="ticket")[:66], "expires": timestamp(examples.AT)},
        problems=(UNKNOWN_SESSION, UNAUTHORIZED),
        secured=True,
        headers={"Cache-Control": "`no-store`."},
    ),
)
async def open_ticket(sessions: SessionsDep, session: str, authorization: Authorization = None) -> Response:
    """For browsers, whose `EventSource` sends no headers: `events?ticket=` begins a stream as the token's holder.

    It is good for 30 seconds, so get one right before each stream, and again where the stream comes to no more than
    a 401. It stands for the token in that address alone, and dies with it. Nothing is stored. Whoever can send
    headers needs none.
    """
    key = session_id(session)
    row = await sessions.stored(key)
    ticket, until = tickets.new_ticket(key, authorize(tokens.presented(authorization), row), row.tokens, now())
    shown = {"ticket": ticket, "expires": timestamp(until)}
    return Response(orjson.dumps(shown), 200, NO_STORE, "application/json")


async def _to_the_end(
    chunks: AsyncGenerator[Chunk, None], sessions: Sessions, row: SessionRow
) -> AsyncGenerator[Chunk, None]:
    """The chunks; where the game fails, an end that says so."""
    try:
        async with aclosing(chunks):
            async for chunk in chunks:
                yield chunk
    except GameFailed as failure:
        tell(failure, sessions.metrics, format_id(row.id))
        yield Chunk(event("end", {"status": "failed", "outcome": None}))


class _Watch:
    """One seat on a stream of seats: tells how it is with it whenever that is news."""

    def __init__(self, hub: Hub, seat: int, token: TokenCheck, least: int) -> None:
        self.hub = hub
        self.over = False
        self._seat = seat
        self._token = token
        self._least = least  # the version that was seen: the hub may not be there yet
        self._version = -1
        self._told = b""

    def good(self) -> bool:
        """Whether its token still is one of the session's."""
        return self._token.good(self.hub.tokens)

    def failed(self) -> Chunk:
        """That nothing more can be told about it, because its game fails."""
        self.over = True
        place = {"session": format_id(self.hub.session), "seat": self._seat}
        return Chunk(event("end", place | {"status": "failed", "outcome": None}))

    def news(self) -> Chunk | None:
        """An event about the seat: at first, when anything but the version has changed, and after what it did."""
        if self.hub.failure is not None:
            raise self.hub.failure
        hub, row = self.hub, self.hub.row
        place = {"session": format_id(row.id), "seat": self._seat}
        if hub.deleted:
            self.over = True
            return Chunk(event("end", place | {"status": "deleted", "outcome": None}))
        if row.version == self._version or row.version < self._least:
            return None
        happened = hub.since(self._version)
        rules = hub.served.rules(row.options)
        to_move = row.status == "active" and self._seat in rules.to_move(hub.state)
        shown = {
            "label": row.label,
            "hints": row.hints,
            "status": row.status,
            "to_move": to_move,
            "legal_moves": [
                orjson.Fragment(hub.served.legal_json(self._seat, legal))
                for legal in (rules.legal_moves(hub.state, self._seat) if to_move else ())
            ],
            "outcome": rules.outcome(hub.state),
        }
        told = orjson.dumps(shown)
        acted = happened is None or any(moment.entry.seat == self._seat for moment in happened)
        at = row.updated_at if self._version >= 0 else None
        self._version = row.version
        if told == self._told and not acted:
            return None
        self._told = told
        body = event("seat", place | {"version": row.version} | shown)
        if record.over(row):
            self.over = True
            body += event("end", place | {"status": row.status, "outcome": shown["outcome"]})
        return Chunk(body, at)


async def _seats(watches: Sequence[_Watch], follower: Follower, metrics: Metrics) -> AsyncGenerator[Chunk, None]:
    """What is new about the seats, until all their sessions are over or a token was replaced.

    A seat whose game fails comes to an end that says so, and the others are followed on.
    """
    while watches:
        for watch in watches:
            hub = watch.hub
            if follower.stopped or (hub.failed and hub.failure is None) or not watch.good():
                return
            try:
                chunk = watch.news()
            except GameFailed as failure:
                tell(failure, metrics, format_id(hub.session))
                chunk = watch.failed()
            if chunk is not None:
                yield chunk
        watches = [watch for watch in watches if not watch.over]
        if watches and not await follower.news():
            yield Chunk(HEARTBEAT)


async def _place(sessions: Sessions, token: str) -> tuple[SessionRow, int] | None:
    """The session that a token belongs to, and whose it is (`tokens.HOST` or a seat)."""
    session = tokens.session_of(token)
    if session is None:
        return None
    try:
        row = await sessions.stored(session)
    except Problem as problem:
        if problem.kind is UNKNOWN_SESSION:
            return None
        raise
    holder = tokens.holder(tokens.digest(token), row.tokens)
    return None if holder is None else (row, holder)


@router.post(
    "/seats/events",
    operation_id="followSeats",
    summary="Follow seats live",
    **openapi_route(
        answer="SeatEvent",
        says="A stream of events; each has this shape, with `data` as one line of JSON.",
        example=examples.seat_event(),
        request="SeatsRequest",
        request_example={"tokens": [examples.TOKEN.format(kind="seat")]},
        problems=(BODY_TOO_LARGE, MALFORMED_JSON, INVALID_FIELDS, TOO_MANY_STREAMS, GAME_UNAVAILABLE),
        media=MEDIA_TYPE,
    ),
)
async def follow_seats(request: Request, sessions: SessionsDep, feeds: FeedsDep, contract: ContractDep) -> Response:
    """Server-Sent Events for bots: one stream for all the seats that the tokens act for, in any sessions.

    It begins with a `seat` event for each. Another one comes after each entry of the seat's own, and whenever
    anything about it but the version has changed: whether it is to move, with its legal moves. What happens in quick
    succession may be told at once. `end` says that a seat's session is over or was deleted; after the last of them
    the stream is closed, as it is when one of the tokens is replaced. There is nothing to resume: a new stream tells
    how it is then.
    """
    wanted = await read(request, contract.seats_request)
    faults: list[dict[str, Any]] = []
    hubs: dict[bytes, Hub] = {}
    watches: dict[tuple[bytes, int], _Watch] = {}
    with ExitStack() as held:
        follower = _stream(request, feeds, held)
        for index, token in enumerate(wanted.tokens):
            session = tokens.session_of(token)
            if session is not None and session not in hubs:
                hubs[session] = held.enter_context(feeds.following(session, follower))
                hubs[session].guard()
            found = await _place(sessions, token)
            if found is None or session is None:
                detail = "It is no token of a session that is here."
                faults.append({"pointer": pointer("tokens", index), "code": "unknown_token", "detail": detail})
                continue
            row, holder = found
            hub = hubs[session]
            with suppress(GameFailed):  # the stream tells of it, and of the other seats
                hub.begin(sessions.referee.games.of(row), row)
            for seat in range(tokens.seats(row.tokens)):
                if may_act_for(holder, seat, row):
                    watches.setdefault(
                        (session, seat), _Watch(hub, seat, TokenCheck(tokens.digest(token)), row.version)
                    )
        if faults:
            raise Problem(INVALID_FIELDS, errors=faults)
        kept = held.pop_all()
    chunks = _seats(list(watches.values()), follower, sessions.metrics)
    return EventStream(RETRY, chunks, follower, kept, sessions.metrics)


@router.get(
    "/seats/me",
    operation_id="getMySeat",
    summary="Tell whose a token is",
    **openapi_route(
        answer="MySeat",
        says="The token's session and seat.",
        example=examples.my_seat(),
        problems=(UNAUTHORIZED, GAME_UNAVAILABLE),
        secured=True,
    ),
)
async def my_seat(sessions: SessionsDep, authorization: Authorization = None) -> Response:
    """For whoever holds a token and nothing else: where it plays, and whether it is to move."""
    token = tokens.bearer(authorization)
    if token is None:
        raise Problem(UNAUTHORIZED)
    place = await _place(sessions, token)
    if place is None:
        raise Problem(UNAUTHORIZED, "It is no token of a session that is here.")
    row, holder = place
    served = sessions.referee.games.of(row)
    to_move = (
        served.rules(row.options).to_move(served.state.validate_json(row.state)) if row.status == "active" else ()
    )
    mine = [seat for seat in range(tokens.seats(row.tokens)) if may_act_for(holder, seat, row)]
    shown = {
        "session": format_id(row.id),
        "seat": None if holder == tokens.HOST else holder,
        "seats": mine,
        "to_move": [seat for seat in mine if seat in to_move],
        "status": row.status,
        "version": row.version,
    }
    return Response(orjson.dumps(shown), media_type="application/json")
