"""Endpoints of checks: `POST /v1/games/{game}/check`."""

from typing import Any

from fastapi import APIRouter, Depends, Request, Response

from app.access.gate import limited
from app.checks import examples
from app.checks.answers import Checker
from app.checks.sent import answered, with_bodies
from app.contract.checks import NDJSON
from app.contract.dependencies import ContractDep, GamesDep
from app.http.negotiation import Spoken, speaks
from app.http.openapi import openapi_route
from app.http.problem_kinds import (
    BATCH_TOO_LARGE,
    BODY_TOO_LARGE,
    GAME_FAILED,
    INVALID_FIELDS,
    MALFORMED_JSON,
    RATE_LIMITED,
    UNKNOWN_GAME,
)

router = APIRouter(prefix="/v1/games", tags=["games"])


def _documented() -> dict[str, Any]:
    route = openapi_route(
        answer="Checked",
        says="Every fault, and what is right; an answer a line where a batch was sent.",
        example=examples.checked(),
        also={NDJSON: ("CheckedBatch", examples.batch_answers())},
        request="CheckRequest",
        request_example=examples.TEXT,
        problems=(
            UNKNOWN_GAME,
            MALFORMED_JSON,
            BODY_TOO_LARGE,
            BATCH_TOO_LARGE,
            INVALID_FIELDS,
            RATE_LIMITED,
            GAME_FAILED,
        ),
        headers={"Content-Language": "The language of what a person reads in the answer."},
    )
    return with_bodies(route, examples.TEXT, ("CheckBatch", examples.batch()))


@router.post(
    "/{game}/check",
    operation_id="checkGame",
    summary="Check a transcript, or filled sheets",
    dependencies=[Depends(limited)],
    **_documented(),
)
async def check_game(
    request: Request, games: GamesDep, contract: ContractDep, game: str, language: Spoken
) -> Response:
    """Every fault of what a table wrote down, as a judge finds it; nothing is stored.

    Send a transcript, as a JSON object, as its text in a JSON string, or as the text itself (`text/plain`); or send
    filled `sheets` with the options that they were played with. Points and totals in it are claims. The judge goes
    on after a fault: wrong points are corrected, a turn with an illegal move is void from there to its end, what a
    seat does out of turn is passed over, and the right totals stand beside the claimed ones. A game that was not
    played to its end is no fault.

    As `application/x-ndjson` a batch is sent: a transcript, a text or sheets a line, each answered by a line as soon
    as it has arrived, so read while you send. A line that cannot be checked is answered by its problem, and the batch
    goes on.
    """
    served = games.named(game)
    checker = Checker(served, contract, language)
    headers = speaks(*served.game.texts.languages(language))
    return await answered(request, checker, language, headers)
