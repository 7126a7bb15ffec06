"""The games on offer, and scoring loose dice: calls that need no session."""

from collections.abc import Iterable
from operator import itemgetter
from typing import Any

import orjson
from fastapi import APIRouter, Request, Response

from app import examples
from app.agreements import agreed_options
from app.bodies import read
from app.documented import documented
from app.games import Games, Kit
from app.kinds import BODY_TOO_LARGE, INVALID_FIELDS, MALFORMED_JSON, UNKNOWN_GAME
from app.languages import Spoken, speaks
from app.problems import invalid, pointer
from app.schema import Contract
from rules.contract import AnyRules
from rules.faults import Impossible

router = APIRouter(prefix="/v1/games", tags=["games"])
SPEAKS = {"Content-Language": "The language of what a person reads in the answer."}


def _answer(value: Any, languages: Iterable[str] = ()) -> Response:
    headers = speaks(*languages) if languages else {}
    return Response(orjson.dumps(value), media_type="application/json", headers=headers)


@router.get(
    "",
    operation_id="listGames",
    summary="List the games",
    **documented(
        answer="Catalogue",
        says="Every game of this service.",
        example=examples.catalogue(),
        problems=(INVALID_FIELDS,),
        headers=SPEAKS,
    ),
)
async def list_games(request: Request, language: Spoken) -> Response:
    """The games in short: names, seats, verbs."""
    games: Games = request.app.state.games
    told = [kit.game.texts.languages(language)[0] for kit in games.kits.values()]
    return _answer({"games": [kit.summary(language) for kit in games.kits.values()]}, told)


@router.get(
    "/{game}",
    operation_id="getGame",
    summary="Show a game with its options and rules",
    **documented(
        answer="GameDetails",
        says="The game.",
        example=examples.game(),
        problems=(UNKNOWN_GAME, INVALID_FIELDS),
        headers=SPEAKS,
    ),
)
async def get_game(request: Request, game: str, language: Spoken) -> Response:
    """How to set the game up (options as JSON Schema, presets, categories), its rules page and its messages."""
    kit: Kit = request.app.state.games.named(game)
    return _answer(kit.details(language), kit.game.texts.languages(language))


@router.post(
    "/{game}/score",
    operation_id="scoreDice",
    summary="Score loose dice",
    **documented(
        answer="Score",
        says="Every way to score the dice.",
        example=examples.score(),
        request="ScoreRequest",
        request_example=examples.SCORE_REQUEST,
        problems=(UNKNOWN_GAME, MALFORMED_JSON, BODY_TOO_LARGE, INVALID_FIELDS),
    ),
)
async def score_dice(request: Request, game: str) -> Response:
    """Every way to score the dice as moves with their points; nothing is stored."""
    kit: Kit = request.app.state.games.named(game)
    contract: Contract = request.app.state.contract
    asked = await read(request, contract.scores[kit.game.name])
    options = kit.options.dump_json(agreed_options(kit, asked)).decode()
    rules, dice, sheet = kit.rules(options), tuple(asked.dice), getattr(asked, "sheet", None)
    try:
        score = rules.score(dice, sheet)
    except Impossible as error:
        raise invalid(pointer("sheet", *error.place), "impossible", str(error)) from None
    except ValueError as error:
        raise invalid(_fault(rules, dice), "cannot_be_scored", str(error)) from None
    ways: list[dict[str, Any]] = [{"move": kit.write_move(move), "points": points} for move, points in score.ways]
    best = max(ways, key=itemgetter("points"), default=None)
    return _answer({"dice": asked.dice, "bust": score.bust, "ways": ways, "best": best})


def _fault(rules: AnyRules, dice: tuple[int, ...]) -> str:
    """Where the fault lies in what cannot be scored: dice that do well on an empty sheet are not it."""
    try:
        rules.score(dice, None)
    except ValueError:
        return "/dice"
    return "/sheet"
