"""The calls on sessions: open, show, move, read the record."""

import re
import time
from typing import Annotated, Any, Literal
from uuid import UUID

import orjson
from fastapi import APIRouter, Header, Query, Request, Response

from app import auth, examples
from app.agreements import agreed_options
from app.bodies import read, read_json
from app.documented import documented
from app.games import Games
from app.problems import (
    BODY_TOO_LARGE,
    FINISHED,
    GAME_UNAVAILABLE,
    ILLEGAL_MOVE,
    INVALID_FIELDS,
    MALFORMED_JSON,
    NOT_YOUR_SEAT,
    NOT_YOUR_TURN,
    STORE_FULL,
    UNAUTHORIZED,
    UNKNOWN_SESSION,
    VERSION_MISMATCH,
    Problem,
)
from app.schema import Contract, verb_type
from app.sessions.opening import open_session
from app.sessions.referee import MoveRequest, Verdict, authorize, judge
from app.sessions.views import SeatFilter, every_seat, no_seat, played_view, session_view
from app.settings import MAX_PAGE
from app.store.rows import SessionRow, Store

router = APIRouter(prefix="/v1/sessions", tags=["sessions"])

Listing = Annotated[
    Literal["all", "mine", "none"],
    Query(description="Whose legal moves to list: of all seats to move, of the token's own, or none."),
]
Authorization = Annotated[str | None, Header(include_in_schema=False)]
IfMatch = Annotated[
    str | None, Header(description='The version the move is meant for, such as "7"; refused if it is past.')
]
ETAG = {"ETag": "The session's version, quoted."}
MOVE_PROBLEMS = (
    BODY_TOO_LARGE,
    MALFORMED_JSON,
    UNKNOWN_SESSION,
    UNAUTHORIZED,
    NOT_YOUR_SEAT,
    INVALID_FIELDS,
    VERSION_MISMATCH,
    NOT_YOUR_TURN,
    ILLEGAL_MOVE,
    FINISHED,
    GAME_UNAVAILABLE,
    STORE_FULL,
)


_VERSION_TAG = re.compile('"(0|[1-9][0-9]{0,17})"')


def _now() -> int:
    return time.time_ns() // 1_000_000


def session_id(text: str) -> bytes:
    """The key of a session's id as it stands in an address."""
    try:
        return UUID(text).bytes
    except ValueError:
        raise Problem(UNKNOWN_SESSION) from None


async def stored(request: Request, session: str) -> SessionRow:
    """The session of that id, or the problem that there is none."""
    store: Store = request.app.state.store
    row = await store.session(session_id(session))
    if row is None:
        raise Problem(UNKNOWN_SESSION)
    return row


def etag(version: int) -> str:
    """The entity tag of a version."""
    return f'"{version}"'


def matched_versions(header: str | None) -> frozenset[int] | None:
    """The versions that an `If-Match` header names (RFC 9110, 13.1.1); None where any will do.

    Weak tags never match, and what is no version matches none.
    """
    if header is None or header.strip() == "*":
        return None
    tags = (_VERSION_TAG.fullmatch(tag.strip()) for tag in header.split(","))
    return frozenset(int(tag[1]) for tag in tags if tag)


def none_match(header: str | None, version: int) -> bool:
    """Whether an `If-None-Match` header lets the session of that version be sent (RFC 9110, 13.1.2)."""
    if header is None:
        return True
    tags = {tag.strip().removeprefix("W/") for tag in header.split(",")}
    return "*" not in tags and etag(version) not in tags


def _listed(listing: str, holder: int | None) -> SeatFilter:
    if listing == "none":
        return no_seat
    if listing == "all" or holder == auth.HOST:
        return every_seat
    return lambda seat: seat == holder


def _answer(value: Any, version: int, status: int = 200, **headers: str) -> Response:
    body = orjson.dumps(value)
    return Response(body, status, {"ETag": etag(version)} | headers, "application/json")


@router.post(
    "",
    operation_id="openSession",
    summary="Open a session",
    **documented(
        answer="OpenedSession",
        status=201,
        says="The session, and the tokens that are shown this once.",
        example=examples.opened(),
        request="SessionRequest",
        request_example=examples.SESSION_REQUEST,
        problems=(BODY_TOO_LARGE, MALFORMED_JSON, INVALID_FIELDS, STORE_FULL),
        headers=ETAG | {"Location": "The session's address."},
    ),
)
async def create(request: Request) -> Response:
    """Seat the players, agree on the options and say who throws the dice."""
    contract: Contract = request.app.state.contract
    store: Store = request.app.state.store
    asked = await read(request, contract.session_request)
    kit = request.app.state.games.named(asked.game)
    options = agreed_options(kit, asked)
    opened = open_session(kit, options, [seat.name for seat in asked.seats], asked.dice_source, _now())
    await store.create(opened.row)
    view = session_view(kit, opened.row, every_seat)
    tokens = [{"seat": seat, "token": token} for seat, token in enumerate(opened.seat_tokens)]
    answer = {"session": view, "host_token": opened.host_token, "seats": tokens}
    return _answer(answer, opened.row.version, 201, Location=f"/v1/sessions/{view['id']}")


@router.get(
    "/{session}",
    operation_id="getSession",
    summary="Show a session",
    **documented(
        answer="Session",
        says="The session as it is now.",
        example=examples.session(),
        problems=(UNKNOWN_SESSION, UNAUTHORIZED, INVALID_FIELDS, GAME_UNAVAILABLE),
        headers=ETAG,
        not_modified=True,
    ),
)
async def get_session(
    request: Request,
    session: str,
    legal: Listing = "all",
    if_none_match: Annotated[
        str | None, Header(description="A version already seen: 304 if it is still the one.")
    ] = None,
    authorization: Authorization = None,
) -> Response:
    """The whole view. Reading needs no token, but `legal=mine` does."""
    row = await stored(request, session)
    holder = authorize(auth.bearer(authorization), row) if legal == "mine" else None
    if not none_match(if_none_match, row.version):
        return Response(status_code=304, headers={"ETag": etag(row.version)})
    games: Games = request.app.state.games
    return _answer(session_view(games.of(row), row, _listed(legal, holder)), row.version)


@router.get(
    "/{session}/record",
    operation_id="getRecord",
    summary="Read what happened",
    **documented(
        answer="RecordPage",
        says="Entries after the version asked for, ascending.",
        example=examples.record(),
        problems=(UNKNOWN_SESSION, INVALID_FIELDS),
    ),
)
async def get_record(
    request: Request,
    session: str,
    after: Annotated[int, Query(ge=0, le=2**53, description="Only entries with a greater version.")] = 0,
    limit: Annotated[int, Query(ge=1, le=MAX_PAGE, description="How many entries at most.")] = 100,
) -> Response:
    """The append-only record: moves with their faces, points and events."""
    row = await stored(request, session)
    store: Store = request.app.state.store
    entries = await store.record(row.id, after, limit)
    version = max(row.version, entries[-1].version if entries else 0)
    last = entries[-1].version if entries else version
    page = {
        "entries": [played_view(entry) for entry in entries],
        "version": version,
        "next": last if last < version else None,
    }
    return _answer(page, version)


async def _play(
    request: Request, session: str, verb: str | None, listing: str, headers: tuple[str | None, str | None]
) -> Response:
    """Judge a move, store it if it is accepted, and answer with what was played and the view after it."""
    authorization, if_match = headers
    body = await read_json(request)
    store: Store = request.app.state.store
    asked = MoveRequest(body, verb, auth.bearer(authorization), matched_versions(if_match), _now())
    verdict = Verdict()
    row = await store.change(session_id(session), judge(request.app.state.games, asked, verdict))
    if row is None:
        raise Problem(UNKNOWN_SESSION)
    holder = authorize(asked.token, row) if listing == "mine" else None
    assert verdict.kit is not None and verdict.entry is not None  # noqa: S101, PT018 - an accepted move fills both
    view = session_view(verdict.kit, row, _listed(listing, holder), verdict.state)
    return _answer({"played": played_view(verdict.entry), "session": view}, row.version)


def _verb(verb: str, summary: str) -> None:
    """Add the address of one verb."""

    @router.post(
        f"/{{session}}/{verb.replace('_', '-')}",
        operation_id="".join(part.capitalize() if index else part for index, part in enumerate(verb.split("_"))),
        summary=summary,
        **documented(
            answer="MoveAnswer",
            says="The move was accepted and stored.",
            example=examples.move_answer(verb),
            request=verb_type(verb),
            request_example=examples.VERB_REQUESTS[verb],
            problems=MOVE_PROBLEMS,
            secured=True,
            headers=ETAG,
        ),
    )
    async def play_verb(
        request: Request,
        session: str,
        legal: Listing = "all",
        if_match: IfMatch = None,
        authorization: Authorization = None,
    ) -> Response:
        return await _play(request, session, verb, legal, (authorization, if_match))


_verb("roll", "Roll the dice in the cup")
_verb("set_aside", "Set dice aside")
_verb("choose_category", "Choose a category")
_verb("bank", "Bank the turn points")


@router.post(
    "/{session}/moves",
    operation_id="playMove",
    summary="Play any move",
    **documented(
        answer="MoveAnswer",
        says="The move was accepted and stored.",
        example=examples.move_answer("roll"),
        request="MoveRequest",
        request_example={"move": {"type": "roll"}},
        problems=MOVE_PROBLEMS,
        secured=True,
        headers=ETAG,
    ),
)
async def play_move(
    request: Request,
    session: str,
    legal: Listing = "all",
    if_match: IfMatch = None,
    authorization: Authorization = None,
) -> Response:
    """Send an entry of `legal_moves` as it stands (with players' dice, add the faces to a roll's `dice`)."""
    return await _play(request, session, None, legal, (authorization, if_match))
