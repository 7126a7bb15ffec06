"""Endpoints of advice without a session: `POST /v1/games/{game}/advise` and `/analyse`."""

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request, Response

from app.access.gate import limited
from app.advice import examples
from app.advice.advisers import AdvisersDep
from app.advice.analyses import Analyser
from app.advice.questions import advice, check_objective, read_question
from app.checks.sent import answered, with_bodies
from app.contract.advice import ObjectiveField
from app.contract.checks import NDJSON
from app.contract.dependencies import ContractDep, GamesDep
from app.contract.transcripts import BODY_LIMIT
from app.http.bodies import read_body
from app.http.negotiation import Spoken
from app.http.openapi import openapi_route
from app.http.problem_kinds import (
    ADVICE_PREPARING,
    ADVICE_UNAVAILABLE,
    BATCH_TOO_LARGE,
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


def _analysed() -> dict[str, Any]:
    made = openapi_route(
        answer="Analysis",
        says="Luck and skill by seat and by entry; an answer a line where a batch was sent.",
        example=examples.analysed(),
        also={NDJSON: ("AnalysedBatch", examples.batch_answers())},
        request="AnalyseRequest",
        request_example=examples.TEXT,
        problems=(
            UNKNOWN_GAME,
            NO_ADVICE,
            MALFORMED_JSON,
            BODY_TOO_LARGE,
            BATCH_TOO_LARGE,
            INVALID_FIELDS,
            UNPLAYABLE_TRANSCRIPT,
            RATE_LIMITED,
            ADVICE_PREPARING,
            ADVICE_UNAVAILABLE,
            GAME_FAILED,
        ),
    )
    return with_bodies(made, examples.TEXT, ("AnalyseBatch", examples.batch()))


@router.post(
    "/{game}/analyse",
    operation_id="analyseGame",
    summary="Tell luck from skill in a transcript",
    dependencies=[Depends(limited)],
    **_analysed(),
)
async def analyse_game(
    request: Request,
    games: GamesDep,
    contract: ContractDep,
    advisers: AdvisersDep,
    game: str,
    language: Spoken,
    objective: Annotated[
        ObjectiveField | None, Query(description="Left out: what the game is first played for.")
    ] = None,
) -> Response:
    """What every decision gave away and what every throw brought; nothing is stored.

    Send a transcript as to `check`: as a JSON object, as its text in a JSON string, as the text itself
    (`text/plain`), or many as `application/x-ndjson`, one a line. One that is against the rules is refused; wrong
    points and totals in it do not matter. A game that is not over is judged as far as it has come. By seat
    `result - start = luck - loss + others`, exactly.
    """
    served = games.named(game)
    analyser = Analyser(served, contract, advisers, objective)
    return await answered(request, analyser, language, {})
