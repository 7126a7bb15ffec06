"""Endpoints of advice without a session: `POST /v1/games/{game}/advise`."""

import asyncio

from fastapi import APIRouter, Depends, Request, Response

from app.access.gate import limited
from app.advice import examples
from app.advice.advisers import AdvisersDep
from app.advice.questions import advice, check_objective, read_question
from app.contract.dependencies import ContractDep, GamesDep
from app.contract.transcripts import BODY_LIMIT
from app.http.bodies import read_body
from app.http.openapi import openapi_route
from app.http.problem_kinds import (
    ADVICE_PREPARING,
    ADVICE_UNAVAILABLE,
    BODY_TOO_LARGE,
    GAME_FAILED,
    INVALID_FIELDS,
    MALFORMED_JSON,
    NO_ADVICE,
    POSITION_IMPOSSIBLE,
    RATE_LIMITED,
    UNKNOWN_GAME,
    UNPLAYABLE_TRANSCRIPT,
)

router = APIRouter(prefix="/v1/games", tags=["games"])


@router.post(
    "/{game}/advise",
    operation_id="adviseGame",
    summary="Ask what the moves of a position are worth",
    dependencies=[Depends(limited)],
    **openapi_route(
        answer="Advice",
        says="The legal moves, the best first.",
        example=examples.advice(),
        request="AdviseRequest",
        request_example=examples.REQUEST,
        problems=(
            UNKNOWN_GAME,
            NO_ADVICE,
            MALFORMED_JSON,
            BODY_TOO_LARGE,
            INVALID_FIELDS,
            POSITION_IMPOSSIBLE,
            UNPLAYABLE_TRANSCRIPT,
            RATE_LIMITED,
            ADVICE_PREPARING,
            ADVICE_UNAVAILABLE,
            GAME_FAILED,
        ),
    ),
)
async def advise_game(
    request: Request, games: GamesDep, contract: ContractDep, advisers: AdvisersDep, game: str
) -> Response:
    """Every legal move with its value and what it gives away; nothing is stored.

    A position is written by hand, or a transcript leads to it. The first question about some options may take a table
    that is solved then (`advice-preparing`).
    """
    served = games.named(game)
    body = await read_body(request, BODY_LIMIT)
    question = await asyncio.to_thread(read_question, served, contract, body)
    adviser = await advisers.adviser(served, question.options, question.state, question.objective)
    objective = check_objective(adviser, question)
    answer = await asyncio.to_thread(advice, served, adviser, question, objective)
    return Response(answer, media_type="application/json")
