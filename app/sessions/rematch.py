"""Rematches: another session of the players of one that is over, opened by its host and found by the others."""

import orjson
from fastapi import APIRouter, Request, Response

from app.access import tokens
from app.access.gate import GateDep
from app.http.conditional import CHANGED, caching
from app.http.openapi import openapi_route
from app.http.problem_kinds import (
    GAME_UNAVAILABLE,
    INVALID_FIELDS,
    NOT_OVER,
    NOT_THE_HOST,
    RATE_LIMITED,
    STORE_FULL,
    TOKEN_REPLACED,
    UNAUTHORIZED,
    UNKNOWN_SESSION,
)
from app.http.problems import Problem
from app.sessions import examples
from app.sessions.dependencies import Authorization, SessionsDep
from app.sessions.opening import open_rematch, opened_response, rematch_key
from app.sessions.referee import authorize
from app.sessions.request_head import session_id
from app.sessions.views import format_id

router = APIRouter(prefix="/v1/sessions/{session}/rematch", tags=["sessions"])


@router.post(
    "",
    operation_id="openRematch",
    summary="Open a rematch",
    **openapi_route(
        answer="OpenedSession",
        status=201,
        says="The new session, and what the host needs for it, shown this once.",
        example=examples.opened(),
        problems=(
            UNKNOWN_SESSION,
            UNAUTHORIZED,
            NOT_THE_HOST,
            NOT_OVER,
            TOKEN_REPLACED,
            GAME_UNAVAILABLE,
            RATE_LIMITED,
            STORE_FULL,
        ),
        secured=True,
        headers=CHANGED | {"Location": "The new session's address."},
    ),
)
async def create_rematch(
    request: Request, sessions: SessionsDep, gate: GateDep, session: str, authorization: Authorization = None
) -> Response:
    """The host's to do, once the game is over. Game, options, seats, dice, clock and the rest stay as they were.

    Seats that the host named keep their names and get new tokens. Those that others had claimed are open to them
    alone: they claim theirs with the token of the session before as the `invitation`. The host can replace that by
    another (`POST .../tokens`). A session has one rematch: asked for again, it is answered with fresh tokens, and
    those of the first answer are dead then.
    """
    token = await gate.admit_move(authorization, request.scope)
    row = await sessions.stored(session_id(session))
    if authorize(token, row) != tokens.HOST:
        raise Problem(NOT_THE_HOST)
    if row.status not in ("finished", "abandoned"):
        raise Problem(NOT_OVER)
    opened = await open_rematch(sessions, row)
    return opened_response(opened)


@router.get(
    "",
    operation_id="getRematch",
    summary="Find the rematch",
    **openapi_route(
        answer="Rematch",
        says="The session in which the players go on, if there is one yet.",
        example=examples.rematch(),
        problems=(UNKNOWN_SESSION, UNAUTHORIZED, INVALID_FIELDS),
    ),
)
async def get_rematch(sessions: SessionsDep, session: str, authorization: Authorization = None) -> Response:
    """For those who were at the table, to follow the host. Reading needs no token unless the session is private."""
    row = await sessions.readable(session_id(session), tokens.presented(authorization))
    rematch = await sessions.store.opened(rematch_key(row.id))
    headers = caching(private=row.visibility == "private")
    return Response(
        orjson.dumps({"session": None if rematch is None else format_id(rematch)}), 200, headers, "application/json"
    )
