"""The calls on sessions as games: open, show, move, read the record, delete."""

import asyncio
from typing import Annotated, Any, Literal

import orjson
from fastapi import APIRouter, Header, Query, Request, Response

from app import auth, examples
from app.bodies import parse, read_body, validated
from app.documented import documented
from app.games import Games
from app.gate import Gate
from app.kinds import (
    ABANDONED,
    API_KEY_NEEDED,
    BODY_TOO_LARGE,
    FINISHED,
    GAME_UNAVAILABLE,
    ILLEGAL_MOVE,
    INVALID_FIELDS,
    KEY_REUSED,
    MALFORMED_JSON,
    NOT_THE_HOST,
    NOT_YOUR_SEAT,
    NOT_YOUR_TURN,
    RATE_LIMITED,
    STORE_FULL,
    TOKEN_REPLACED,
    UNAUTHORIZED,
    UNKNOWN_SESSION,
    UNPLAYABLE_TRANSCRIPT,
    VERSION_MISMATCH,
    WAITING,
)
from app.problems import Problem
from app.schema import Contract
from app.sessions.opening import Sender, open_once, wanted_of
from app.sessions.playing import Sent, answer_headers, listed, play
from app.sessions.referee import authorize
from app.sessions.replaying import open_transcript
from app.sessions.table import Tables, session_id
from app.sessions.views import every_seat, played_view, session_view, shown_id
from app.settings import BODY_LIMIT, MAX_PAGE
from app.store.rows import SessionRow
from app.transcribed import BODY_LIMIT as TRANSCRIPT_LIMIT
from rules.reserved import verb_type

router = APIRouter(prefix="/v1/sessions", tags=["sessions"])

Listing = Annotated[
    Literal["all", "mine", "none"],
    Query(
        description="Whose legal moves to list: of all seats to move, of the token's own (a host's: of all), or none."
    ),
]
Authorization = Annotated[str | None, Header(include_in_schema=False)]
IfMatch = Annotated[
    str | None, Header(description='The version the move is meant for, such as "7"; refused if it is past.')
]
IdempotencyKey = Annotated[
    str | None,
    Header(
        description="1 to 128 visible ASCII characters, new and not to be guessed for each request (a random UUID): "
        "sent again with the same body, the request has its effect once and is answered as the first time."
    ),
]
ETAG = {"ETag": "The session's version, quoted."}
NO_STORE = {"Cache-Control": "no-store"}
"""For answers that show a token."""

CHANGED = ETAG | {"Idempotency-Replayed": "`true` where the request had its effect before; else absent."}
MOVE_PROBLEMS = (
    BODY_TOO_LARGE,
    MALFORMED_JSON,
    UNKNOWN_SESSION,
    UNAUTHORIZED,
    NOT_YOUR_SEAT,
    INVALID_FIELDS,
    VERSION_MISMATCH,
    KEY_REUSED,
    WAITING,
    NOT_YOUR_TURN,
    ILLEGAL_MOVE,
    FINISHED,
    ABANDONED,
    RATE_LIMITED,
    GAME_UNAVAILABLE,
    STORE_FULL,
)


def etag(version: int | str) -> str:
    """The entity tag of a version, or of one of several forms of it."""
    return f'"{version}"'


def none_match(header: str | None, version: int | str) -> bool:
    """Whether an `If-None-Match` header lets the session of that version be sent (RFC 9110, 13.1.2)."""
    if header is None:
        return True
    tags = {tag.strip().removeprefix("W/") for tag in header.split(",")}
    return "*" not in tags and etag(version) not in tags


def caching(row: SessionRow, holder: int | None = None) -> dict[str, str]:
    """The headers by which caches ask again each time, and keep what depends on a token to its holder."""
    if row.visibility == "private" or holder is not None:
        return {"Cache-Control": "private, no-cache", "Vary": "Authorization"}
    return {"Cache-Control": "no-cache"}


def _answer(value: Any, version: int, headers: dict[str, str]) -> Response:
    return Response(orjson.dumps(value), 200, {"ETag": etag(version)} | headers, "application/json")


def tables_of(request: Request) -> Tables:
    """The sessions of the service that was asked."""
    tables: Tables = request.app.state.tables
    return tables


def contract_of(request: Request) -> Contract:
    """The contract of the service that was asked."""
    contract: Contract = request.app.state.contract
    return contract


def gate_of(request: Request) -> Gate:
    """The gate of the service that was asked."""
    gate: Gate = request.app.state.gate
    return gate


@router.post(
    "",
    operation_id="openSession",
    summary="Open a session",
    **documented(
        answer="OpenedSession",
        status=201,
        says="The session, and the tokens and invitations that are shown this once.",
        example=examples.opened(),
        request="OpeningRequest",
        request_example=examples.SESSION_REQUEST,
        problems=(
            BODY_TOO_LARGE,
            MALFORMED_JSON,
            API_KEY_NEEDED,
            INVALID_FIELDS,
            UNPLAYABLE_TRANSCRIPT,
            KEY_REUSED,
            TOKEN_REPLACED,
            RATE_LIMITED,
            STORE_FULL,
        ),
        headers=CHANGED | {"Location": "The session's address."},
    ),
)
async def create(
    request: Request, idempotency_key: IdempotencyKey = None, authorization: Authorization = None
) -> Response:
    """Seat the players, agree on the options and say who throws the dice.

    A seat has a `name`, or is `open` to whoever brings its invitation. With a `transcript` the session opens where
    that ends, and is played on with the players' dice; nothing else is needed then.

    Sent again with its `Idempotency-Key`, the request answers with the same session and fresh tokens; those of the
    first answer are dead then.
    """
    body = await read_body(request, TRANSCRIPT_LIMIT)
    long = len(body) > BODY_LIMIT
    if long and b'"transcript"' not in body:
        raise Problem(BODY_TOO_LARGE)
    value = parse(body)
    transcribed = isinstance(value, dict) and "transcript" in value
    if long and not transcribed:
        raise Problem(BODY_TOO_LARGE)
    caller = await gate_of(request).opener(authorization, request.scope)
    tables, contract = tables_of(request), contract_of(request)
    if transcribed:
        asked = await asyncio.to_thread(validated, contract.transcript_request, body, value)
        opened = await open_transcript(tables, contract, asked, Sender(caller, idempotency_key, value))
    else:
        asked = validated(contract.session_request, body, value)
        kit = tables.referee.games.named(asked.game)
        sender = Sender(caller, idempotency_key, asked.model_dump(mode="json"))
        opened = await open_once(tables, kit, wanted_of(kit, asked), sender)
    view = session_view(opened.kit, opened.row, every_seat)
    location = f"/v1/sessions/{shown_id(opened.row.id)}"
    headers = answer_headers(opened.row.version, opened.replayed) | {"Location": location, **NO_STORE}
    return Response(orjson.dumps({"session": view} | opened.secrets), 201, headers, "application/json")


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
    """The whole view. Reading needs no token unless the session is private, but `legal=mine` does."""
    token = auth.bearer(authorization)
    row = await tables_of(request).readable(session_id(session), token)
    holder = authorize(token, row) if legal == "mine" else None
    if not none_match(if_none_match, row.version):
        return Response(status_code=304, headers={"ETag": etag(row.version)} | caching(row, holder))
    games: Games = request.app.state.games
    view = session_view(games.of(row), row, listed(legal, holder))
    return _answer(view, row.version, caching(row, holder))


@router.delete(
    "/{session}",
    operation_id="deleteSession",
    summary="Delete a session",
    **documented(
        answer=None,
        status=204,
        says="The session is gone, with its record.",
        problems=(UNKNOWN_SESSION, UNAUTHORIZED, NOT_THE_HOST, RATE_LIMITED),
        secured=True,
    ),
)
async def delete_session(request: Request, session: str, authorization: Authorization = None) -> Response:
    """The host's to do, at any time. Nothing of it is kept."""
    tables = tables_of(request)
    token = gate_of(request).mover(authorization, request.scope)
    row = await tables.stored(session_id(session))
    if authorize(token, row) != auth.HOST:
        raise Problem(NOT_THE_HOST)
    if not await tables.store.delete(row.id):
        raise Problem(UNKNOWN_SESSION)
    return Response(status_code=204)


@router.get(
    "/{session}/record",
    operation_id="getRecord",
    summary="Read what happened",
    **documented(
        answer="RecordPage",
        says="Entries after the version asked for, ascending.",
        example=examples.record(),
        problems=(UNKNOWN_SESSION, UNAUTHORIZED, INVALID_FIELDS),
    ),
)
async def get_record(
    request: Request,
    session: str,
    after: Annotated[int, Query(ge=0, le=2**53, description="Only entries with a greater version.")] = 0,
    limit: Annotated[int, Query(ge=1, le=MAX_PAGE, description="How many entries at most.")] = 100,
    authorization: Authorization = None,
) -> Response:
    """The append-only record: moves with their faces, points and events, and whatever else changed the session."""
    tables = tables_of(request)
    row = await tables.readable(session_id(session), auth.bearer(authorization))
    entries = await tables.store.record(row.id, after, limit)
    version = max(row.version, entries[-1].version if entries else 0)
    last = entries[-1].version if entries else version
    page = {
        "entries": [played_view(entry) for entry in entries],
        "version": version,
        "next": last if last < version else None,
    }
    return _answer(page, version, caching(row))


async def _play(request: Request, sent: Sent) -> Response:
    gate_of(request).mover(sent.authorization, request.scope)
    played = await play(tables_of(request), sent._replace(body=await read_body(request)))
    return Response(played.body, 200, played.headers, "application/json")


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
            headers=CHANGED,
        ),
    )
    async def play_verb(
        request: Request,
        session: str,
        legal: Listing = "all",
        if_match: IfMatch = None,
        idempotency_key: IdempotencyKey = None,
        authorization: Authorization = None,
    ) -> Response:
        return await _play(request, Sent(session, verb, b"", legal, authorization, if_match, idempotency_key))


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
        headers=CHANGED,
    ),
)
async def play_move(
    request: Request,
    session: str,
    legal: Listing = "all",
    if_match: IfMatch = None,
    idempotency_key: IdempotencyKey = None,
    authorization: Authorization = None,
) -> Response:
    """Send an entry of `legal_moves` as it stands (with players' dice, add the faces to a roll's `dice`)."""
    return await _play(request, Sent(session, None, b"", legal, authorization, if_match, idempotency_key))
