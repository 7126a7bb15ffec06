"""Dependencies: what the calls on sessions take from a request and from the application."""

from typing import Annotated, Literal

from fastapi import Header, Query, Request

from app.access.gate import Gate
from app.contract.contract import Contract
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


def sessions_of(request: Request) -> Sessions:
    """The sessions of the service that was asked."""
    sessions: Sessions = request.app.state.sessions
    return sessions


def contract_of(request: Request) -> Contract:
    """The contract of the service that was asked."""
    contract: Contract = request.app.state.contract
    return contract


def gate_of(request: Request) -> Gate:
    """The gate of the service that was asked."""
    gate: Gate = request.app.state.gate
    return gate
