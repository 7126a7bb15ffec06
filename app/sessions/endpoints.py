"""Endpoints of sessions: open, show, read the record, delete."""

import asyncio
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Header, Query, Request, Response

from app.access import tokens
from app.access.gate import GateDep
from app.contract.dependencies import ContractDep
from app.contract.transcripts import BODY_LIMIT as TRANSCRIPT_LIMIT
from app.games.options import resolve_options
from app.http.bodies import parse, read_body, validated
from app.http.conditional import CHANGED, ETAG, caching, etag, none_match
from app.http.negotiation import SPEAKS, Spoken, speaks
from app.http.openapi import openapi_route
from app.http.problem_kinds import (
    ADVICE_PREPARING,
    ADVICE_UNAVAILABLE,
    API_KEY_NEEDED,
    BODY_TOO_LARGE,
    GAME_UNAVAILABLE,
    INVALID_FIELDS,
    KEY_REUSED,
    MALFORMED_JSON,
    NOT_THE_HOST,
    RATE_LIMITED,
    STORE_FULL,
    TOKEN_REPLACED,
    UNAUTHORIZED,
    UNKNOWN_SESSION,
    UNPLAYABLE_TRANSCRIPT,
)
from app.http.problems import Problem
from app.sessions import bot_seats, examples
from app.sessions.dependencies import (
    Authorization,
    IdempotencyKey,
    Listing,
    SessionsDep,
)
from app.sessions.from_transcript import open_transcript
from app.sessions.opening import Caller, open_once, opened_response, wanted_of, with_bots
from app.sessions.referee import authorize
from app.sessions.request_head import session_id
from app.sessions.views import listed, played_view, session_json, with_last
from app.settings import BODY_LIMIT, MAX_PAGE

router = APIRouter(prefix="/v1/sessions", tags=["sessions"])


def _answer(value: Any, version: int, headers: dict[str, str]) -> Response:
    return Response(orjson.dumps(value), 200, {"ETag": etag(version)} | headers, "application/json")


@router.post(
    "",
    operation_id="openSession",
    summary="Open a session",
    **openapi_route(
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
            ADVICE_PREPARING,
            ADVICE_UNAVAILABLE,
        ),
        headers=CHANGED | {"Location": "The session's address."},
    ),
)
async def create(
    request: Request,
    sessions: SessionsDep,
    contract: ContractDep,
    gate: GateDep,
    idempotency_key: IdempotencyKey = None,
    authorization: Authorization = None,
) -> Response:
    """Seat the players, agree on the options and say who throws the dice.

    A seat has a `name`, is `open` to whoever brings its invitation, or is a `bot`, which the service plays. With a
    `transcript` the session opens where that ends, and is played on with the players' dice; nothing else is needed
    then. One player at least must be no bot; each bot counts as one more session for the limit on openings.

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
    caller = await gate.authenticate_opener(authorization, request.scope)
    if transcribed:
        opened = await open_transcript(sessions, contract, body, value, Caller(caller, idempotency_key, value))
    else:
        asked = validated(contract.session_request, body, value)
        served = sessions.referee.games.named(asked.game)
        sender = Caller(caller, idempotency_key, asked.model_dump(mode="json"))
        names = [getattr(seat, "name", None) for seat in asked.seats]
        options = await asyncio.to_thread(resolve_options, served, asked)
        bots = [getattr(seat, "bot", None) for seat in asked.seats]
        wanted = with_bots(wanted_of(asked, options, names), served, bots, asked.pause_ms, "/seats")
        opened = await open_once(sessions, served, wanted, sender)
    if not opened.replayed:
        gate.count_bots(caller, request.scope, len(bot_seats.bots_of(opened.row)))
    return opened_response(opened)


@router.get(
    "/{session}",
    operation_id="getSession",
    summary="Show a session",
    **openapi_route(
        answer="Session",
        says="The session as it is now.",
        example=examples.session(),
        problems=(UNKNOWN_SESSION, UNAUTHORIZED, INVALID_FIELDS, GAME_UNAVAILABLE),
        headers=ETAG,
        not_modified=True,
    ),
)
async def get_session(
    sessions: SessionsDep,
    session: str,
    legal: Listing = "all",
    *,
    last: Annotated[bool, Query(description="Whether to show the record's last entry as well, as `last`.")] = False,
    if_none_match: Annotated[
        str | None, Header(description="A version already seen: 304 if it is still the one.")
    ] = None,
    authorization: Authorization = None,
) -> Response:
    """The whole view. Reading needs no token unless the session is private, but `legal=mine` does."""
    token = tokens.presented(authorization)
    row = await sessions.readable(session_id(session), token)
    holder = authorize(token, row) if legal == "mine" else None
    if not none_match(if_none_match, row.version):
        return Response(
            status_code=304,
            headers={"ETag": etag(row.version)} | caching(private=row.visibility == "private" or holder is not None),
        )
    view = session_json(sessions.referee.games.of(row), row, listed(legal, holder))
    if last:
        entries = await sessions.store.record(row.id, row.version - 1, 1)
        view = with_last(view, entries[0] if entries else None)
    headers = caching(private=row.visibility == "private" or holder is not None)
    return _answer(orjson.Fragment(view), row.version, headers)


@router.get(
    "/{session}/rules",
    operation_id="getRules",
    summary="Show the rules of a session",
    **openapi_route(
        answer="TableRules",
        says="The rules page.",
        example=examples.rules_page(),
        problems=(UNKNOWN_SESSION, UNAUTHORIZED, INVALID_FIELDS, GAME_UNAVAILABLE),
        headers=SPEAKS,
    ),
)
async def get_rules(
    sessions: SessionsDep, session: str, language: Spoken, authorization: Authorization = None
) -> Response:
    """The rules page that refusals of this session cite: the game's, or of house rules what the table agreed on."""
    row = await sessions.readable(session_id(session), tokens.presented(authorization))
    served = sessions.referee.games.of(row)
    page = await asyncio.to_thread(served.rules_page, row.options, language)
    headers, spoken = caching(private=row.visibility == "private"), speaks(*served.game.texts.languages(language))
    headers |= spoken | {"Vary": ", ".join(filter(None, (headers.get("Vary"), spoken["Vary"])))}
    value = {"game": row.game, "rules_version": row.rules_version, "rules": page}
    return Response(orjson.dumps(value), 200, headers, "application/json")


@router.delete(
    "/{session}",
    operation_id="deleteSession",
    summary="Delete a session",
    **openapi_route(
        answer=None,
        status=204,
        says="The session is gone, with its record.",
        problems=(UNKNOWN_SESSION, UNAUTHORIZED, NOT_THE_HOST, RATE_LIMITED),
        secured=True,
    ),
)
async def delete_session(
    request: Request, sessions: SessionsDep, gate: GateDep, session: str, authorization: Authorization = None
) -> Response:
    """The host's to do, at any time. Nothing of it is kept."""
    token = await gate.admit_move(authorization, request.scope)
    row = await sessions.stored(session_id(session))
    if authorize(token, row) != tokens.HOST:
        raise Problem(NOT_THE_HOST)
    if not await sessions.store.delete(row.id):
        raise Problem(UNKNOWN_SESSION)
    return Response(status_code=204)


@router.get(
    "/{session}/record",
    operation_id="getRecord",
    summary="Read what happened",
    **openapi_route(
        answer="RecordPage",
        says="Entries after the version asked for, ascending.",
        example=examples.record_page(),
        problems=(UNKNOWN_SESSION, UNAUTHORIZED, INVALID_FIELDS),
    ),
)
async def get_record(
    sessions: SessionsDep,
    session: str,
    after: Annotated[int, Query(ge=0, le=2**53, description="Only entries with a greater version.")] = 0,
    limit: Annotated[int, Query(ge=1, le=MAX_PAGE, description="How many entries at most.")] = 100,
    authorization: Authorization = None,
) -> Response:
    """The append-only record: moves with their faces, points and events, and whatever else changed the session."""
    row = await sessions.readable(session_id(session), tokens.presented(authorization))
    entries = await sessions.store.record(row.id, after, limit)
    version = max(row.version, entries[-1].version if entries else 0)
    last = entries[-1].version if entries else version
    page = {
        "entries": [played_view(entry) for entry in entries],
        "version": version,
        "next": last if last < version else None,
    }
    return _answer(page, version, caching(private=row.visibility == "private"))
