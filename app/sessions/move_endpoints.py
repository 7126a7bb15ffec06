"""Endpoints of moves: the documented, plain way of a move, through the framework."""

from fastapi import APIRouter, Request, Response

from app.contract.names import verb_type
from app.http.bodies import read_body
from app.http.conditional import CHANGED
from app.http.openapi import openapi_route
from app.sessions import examples
from app.sessions.dependencies import (
    MOVE_PROBLEMS,
    ChangeDep,
    ChangeHead,
    Listing,
    SessionsDep,
)
from app.sessions.moves import VERBS, move_request, play
from app.sessions.service import Sessions
from app.settings import BODY_LIMIT

router = APIRouter(prefix="/v1/sessions/{session}", tags=["sessions"])


async def _play(
    request: Request, sessions: Sessions, session: str, verb: str | None, legal: str, head: ChangeHead
) -> Response:
    body = await read_body(request, BODY_LIMIT)
    played = await play(sessions, move_request(session, verb, legal, body, *head))
    return Response(played.body, 200, played.headers, "application/json")


def _verb(end: str, summary: str, description: str) -> None:
    """Add the address of one verb."""
    verb = VERBS[end]

    @router.post(
        f"/{end}",
        operation_id="".join(part.capitalize() if index else part for index, part in enumerate(verb.split("_"))),
        summary=summary,
        description=description,
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
        request: Request, sessions: SessionsDep, session: str, head: ChangeDep, legal: Listing = "all"
    ) -> Response:
        return await _play(request, sessions, session, verb, legal, head)


_verb(
    "roll",
    "Roll the dice in the cup",
    "The service throws, or the body carries the faces that the players threw. A turn may set dice aside with it.",
)


_verb("set-aside", "Set dice aside", "The dice by their faces, in any order.")


_verb("choose-category", "Choose a category", "What was thrown is written into the box, and the turn ends.")


_verb("bank", "Bank the turn points", "They are written into the total, and the turn ends.")


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
    request: Request, sessions: SessionsDep, session: str, head: ChangeDep, legal: Listing = "all"
) -> Response:
    """Send an entry of `legal_moves` as it stands (with players' dice, add the faces to a roll's `dice`)."""
    return await _play(request, sessions, session, None, legal, head)
