"""Endpoints of moves: the documented, plain way of a move, through the framework."""

from fastapi import APIRouter, Request, Response

from app.contract.names import verb_type
from app.http.bodies import read_body
from app.http.conditional import CHANGED
from app.http.openapi import openapi_route
from app.sessions import examples
from app.sessions.dependencies import (
    MOVE_PROBLEMS,
    Authorization,
    IdempotencyKey,
    IfMatch,
    Listing,
    gate_of,
    sessions_of,
)
from app.sessions.moves import VERBS, move_request, play
from app.settings import BODY_LIMIT

router = APIRouter(prefix="/v1/sessions/{session}", tags=["sessions"])


async def _play(
    request: Request,
    session: str,
    verb: str | None,
    legal: str,
    authorization: str | None,
    if_match: str | None,
    key: str | None,
) -> Response:
    await gate_of(request).admit_move(authorization, request.scope)
    body = await read_body(request, BODY_LIMIT)
    move = move_request(session, verb, legal, body, authorization, if_match, key)
    played = await play(sessions_of(request), move)
    return Response(played.body, 200, played.headers, "application/json")


def _verb(end: str, summary: str) -> None:
    """Add the address of one verb."""
    verb = VERBS[end]

    @router.post(
        f"/{end}",
        operation_id="".join(part.capitalize() if index else part for index, part in enumerate(verb.split("_"))),
        summary=summary,
        **openapi_route(
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
        return await _play(request, session, verb, legal, authorization, if_match, idempotency_key)


_verb("roll", "Roll the dice in the cup")


_verb("set-aside", "Set dice aside")


_verb("choose-category", "Choose a category")


_verb("bank", "Bank the turn points")


@router.post(
    "/moves",
    operation_id="playMove",
    summary="Play any move",
    **openapi_route(
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
    return await _play(request, session, None, legal, authorization, if_match, idempotency_key)
