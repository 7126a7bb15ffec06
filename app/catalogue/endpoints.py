"""Endpoints of the catalogue: games and presets, scoring loose dice, checking options; no call needs a session."""

import asyncio
from collections.abc import Iterable
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Depends, Query, Request, Response

from app.access.gate import limited
from app.catalogue import examples
from app.contract.dependencies import ContractDep, GamesDep
from app.contract.models import PresetKind
from app.games import presets
from app.games.options import OPTIONS, findings, named_options, resolve_options
from app.games.scores import scored
from app.games.served_game import ServedGame
from app.http.bodies import read
from app.http.negotiation import SPEAKS, Language, Spoken, speaks
from app.http.openapi import openapi_route
from app.http.problem_kinds import BODY_TOO_LARGE, INVALID_FIELDS, MALFORMED_JSON, RATE_LIMITED, UNKNOWN_GAME
from app.http.problems import Problem, invalid, pointer
from rules.contract import AnyRules
from rules.faults import Impossible

router = APIRouter(prefix="/v1", tags=["games"])


def _answer(value: Any, languages: Iterable[str] = ()) -> Response:
    headers = speaks(*languages) if languages else {}
    return Response(orjson.dumps(value), media_type="application/json", headers=headers)


@router.get(
    "/games",
    operation_id="listGames",
    summary="List the games",
    **openapi_route(
        answer="Catalogue",
        says="Every game of this service.",
        example=examples.catalogue(),
        problems=(INVALID_FIELDS,),
        headers=SPEAKS,
    ),
)
async def list_games(games: GamesDep, language: Spoken) -> Response:
    """The games in short: names, seats, verbs."""
    languages = [served.game.texts.languages(language)[0] for served in games.served_games.values()]
    return _answer({"games": [served.summary(language) for served in games.served_games.values()]}, languages)


@router.get(
    "/games/{game}",
    operation_id="getGame",
    summary="Show a game with its options and rules",
    **openapi_route(
        answer="GameDetails",
        says="The game.",
        example=examples.game(),
        problems=(UNKNOWN_GAME, INVALID_FIELDS),
        headers=SPEAKS,
    ),
)
async def get_game(games: GamesDep, game: str, language: Spoken) -> Response:
    """How to set the game up (options as JSON Schema, presets, categories), its rules page and its messages."""
    served = games.named(game)
    return _answer(served.details(language), served.game.texts.languages(language))


@router.get(
    "/presets",
    operation_id="findPresets",
    summary="Find presets",
    dependencies=[Depends(limited)],
    **openapi_route(
        answer="PresetList",
        says="The presets that fit.",
        example=examples.presets(),
        problems=(INVALID_FIELDS, RATE_LIMITED),
    ),
)
async def find_presets(
    games: GamesDep,
    *,
    q: Annotated[
        str,
        Query(
            max_length=100, description="Words of its name or id, or parts of them; case and accents do not count."
        ),
    ] = "",
    language: Annotated[
        Language | None, Query(description="The language whose names `q` is looked for in; left out: any.")
    ] = None,
    dice: Annotated[int | None, Query(ge=1, le=100, description="With how many dice it is played.")] = None,
    kind: Annotated[PresetKind | None, Query(description="What kind of game it is.")] = None,
) -> Response:
    """Published games and sheets as named options, of all games; without parameters all there are."""
    return _answer({"presets": presets.find_presets(games, q, language, dice, kind)})


@router.post(
    "/games/{game}/score",
    operation_id="scoreDice",
    summary="Score loose dice",
    dependencies=[Depends(limited)],
    **openapi_route(
        answer="Score",
        says="Every way to score the dice.",
        example=examples.score(),
        request="ScoreRequest",
        request_example=examples.SCORE_REQUEST,
        problems=(UNKNOWN_GAME, MALFORMED_JSON, BODY_TOO_LARGE, INVALID_FIELDS, RATE_LIMITED),
    ),
)
async def score_dice(request: Request, games: GamesDep, contract: ContractDep, game: str) -> Response:
    """Every way to score the dice as moves with their points; nothing is stored."""
    served = games.named(game)
    asked = await read(request, contract.scores[served.game.name])
    return _answer(await asyncio.to_thread(_scored, served, asked))


def _scored(served: ServedGame, asked: Any) -> dict[str, Any]:
    options = served.options.dump_json(resolve_options(served, asked)).decode()
    rules, dice, sheet = served.loose_rules(options), tuple(asked.dice), getattr(asked, "sheet", None)
    try:
        return scored(served, rules, dice, sheet)
    except Impossible as error:
        raise invalid(pointer("sheet", *error.place), "impossible", str(error)) from None
    except ValueError as error:
        raise invalid(_fault(rules, dice), "cannot_be_scored", str(error)) from None


def _fault(rules: AnyRules, dice: tuple[int, ...]) -> str:
    """Where the fault lies in what cannot be scored: dice that do well on an empty sheet are not it."""
    try:
        rules.score(dice, None)
    except ValueError:
        return "/dice"
    return "/sheet"


@router.post(
    "/games/{game}/options",
    operation_id="checkOptions",
    summary="Check options",
    dependencies=[Depends(limited)],
    **openapi_route(
        answer="OptionsFindings",
        says="What is wrong with the options, or what example throws are worth, and the options in full.",
        example=examples.found(),
        request="OptionsRequest",
        request_example=examples.REQUEST,
        problems=(UNKNOWN_GAME, MALFORMED_JSON, BODY_TOO_LARGE, INVALID_FIELDS, RATE_LIMITED),
        headers=SPEAKS,
    ),
)
async def check_options(
    request: Request, games: GamesDep, contract: ContractDep, game: str, language: Spoken
) -> Response:
    """Every field of the options that is not what it should be, else every contradiction; nothing is stored.

    With `packed` the options that an address holds are shown in full, and a text that holds none is refused.
    """
    served = games.named(game)
    try:
        asked = await read(request, contract.options[served.game.name])
    except Problem as problem:
        nothing = dict.fromkeys(("options", "rules", "packed"))
        answer = {"valid": False, "faults": _in_options(problem), "examples": [], **nothing}
    else:
        answer = await asyncio.to_thread(findings, served, named_options(served, asked), language)
    headers = speaks(*served.game.texts.languages(language))
    return Response(orjson.dumps(answer), media_type="application/json", headers=headers)


def _in_options(problem: Problem) -> list[dict[str, Any]]:
    """The fields at fault, where all of them are options; a request that is wrong elsewhere is refused."""
    faults: list[dict[str, Any]] = problem.members.get("errors", [])
    if not faults or not all(_is_in_options(fault["pointer"]) for fault in faults):
        raise problem
    return [{**fault, "rule": None} for fault in faults]


def _is_in_options(pointer: str) -> bool:
    return pointer == OPTIONS or pointer.startswith(f"{OPTIONS}/")
