"""Dependencies: what the calls on sessions take from a request and from the application."""

from typing import Annotated, Any, Literal, NamedTuple

from fastapi import Depends, Header, Query, Request

from app.access.gate import GateDep
from app.http.problem_kinds import (
    ABANDONED,
    BODY_TOO_LARGE,
    FINISHED,
    GAME_UNAVAILABLE,
    ILLEGAL_MOVE,
    INVALID_FIELDS,
    KEY_REUSED,
    MALFORMED_JSON,
    NOT_YOUR_SEAT,
    NOT_YOUR_TURN,
    RATE_LIMITED,
    RECORD_FULL,
    STORE_FULL,
    UNAUTHORIZED,
    UNKNOWN_SESSION,
    VERSION_MISMATCH,
    WAITING,
)
from app.sessions.request_head import RequestHead, request_head
from app.sessions.service import Sessions

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
    RECORD_FULL,
    RATE_LIMITED,
    GAME_UNAVAILABLE,
    STORE_FULL,
)


async def _sessions(request: Request) -> Sessions:
    sessions: Sessions = request.app.state.sessions
    return sessions


SessionsDep = Annotated[Sessions, Depends(_sessions)]


class ChangeHead(NamedTuple):
    """What every call that changes a session brings beside its body: a token's digest, and headers as sent."""

    token: bytes | None
    if_match: str | None
    key: str | None

    def read(self, what: str, body: Any) -> RequestHead:
        """See `request_head`."""
        return request_head(self.token, self.if_match, self.key, what, body)


async def _change(
    request: Request,
    gate: GateDep,
    if_match: IfMatch = None,
    idempotency_key: IdempotencyKey = None,
    authorization: Authorization = None,
) -> ChangeHead:
    return ChangeHead(await gate.admit_move(authorization, request.scope), if_match, idempotency_key)


async def _claim(
    request: Request, gate: GateDep, if_match: IfMatch = None, idempotency_key: IdempotencyKey = None
) -> ChangeHead:
    return await _change(request, gate, if_match, idempotency_key)


ChangeDep = Annotated[ChangeHead, Depends(_change)]
ClaimDep = Annotated[ChangeHead, Depends(_claim)]
"""The head of a claim, which needs no token and heeds none."""
