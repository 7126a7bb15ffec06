"""Checking a table's house rules before anything is played by them."""

from typing import Any

import orjson
from fastapi import APIRouter, Request, Response

from app import options_examples
from app.agreements import OPTIONS, findings, named_options
from app.bodies import read
from app.documented import documented
from app.games import Kit
from app.kinds import BODY_TOO_LARGE, INVALID_FIELDS, MALFORMED_JSON, UNKNOWN_GAME
from app.languages import Spoken, speaks
from app.problems import Problem
from app.schema import Contract

router = APIRouter(prefix="/v1/games", tags=["games"])


@router.post(
    "/{game}/options",
    operation_id="checkOptions",
    summary="Check options",
    **documented(
        answer="OptionsFindings",
        says="What is wrong with the options, and the options in full.",
        example=options_examples.found(),
        request="OptionsRequest",
        request_example=options_examples.REQUEST,
        problems=(UNKNOWN_GAME, MALFORMED_JSON, BODY_TOO_LARGE, INVALID_FIELDS),
        headers={"Content-Language": "The language of what a person reads in the answer."},
    ),
)
async def check_options(request: Request, game: str, language: Spoken) -> Response:
    """Every field of the options that is not what it should be, else every contradiction; nothing is stored."""
    kit: Kit = request.app.state.games.named(game)
    contract: Contract = request.app.state.contract
    try:
        asked = await read(request, contract.options[kit.game.name])
    except Problem as problem:
        found = {"valid": False, "faults": _in_options(problem), "options": None}
    else:
        found = findings(kit, named_options(kit, asked), language)
    headers = speaks(*kit.game.texts.languages(language))
    return Response(orjson.dumps(found), media_type="application/json", headers=headers)


def _in_options(problem: Problem) -> list[dict[str, Any]]:
    """The fields at fault, where all of them are options; a request that is wrong elsewhere is refused."""
    faults: list[dict[str, Any]] = problem.members.get("errors", [])
    if not faults or not all(_is_in_options(fault["pointer"]) for fault in faults):
        raise problem
    return [{**fault, "rule": None} for fault in faults]


def _is_in_options(pointer: str) -> bool:
    return pointer == OPTIONS or pointer.startswith(f"{OPTIONS}/")
