"""Which games a service can offer: one from outside that cannot be described is left out, and no other suffers."""

from collections.abc import Sequence
from functools import cache
from typing import Any

import orjson
import structlog
from pydantic import TypeAdapter

from app.games import Kit
from app.languages import LANGUAGES
from app.schema import Contract, verb_type
from rules.contract import AnyGame
from rules.described import flaws
from rules.registry import BUILT_IN, Registry, is_built_in


class Unfit(Exception):
    """A game cannot be offered; the text says why."""


def vetted(known: Registry) -> Registry:
    """The games that can be listed and documented; every other one is named in `failed` and in the log.

    Built-in games are not looked at. Of two games whose types share a name, the first stays.
    """
    games = {name: game for name, game in known.games.items() if is_built_in(game)}
    failed = dict(known.failed)
    for name, game in known.games.items():
        if name in games:
            continue
        try:
            _look(name, game, games)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - a stranger's values may raise anything
            failed[name] = str(error) if isinstance(error, Unfit) else f"{type(error).__name__}: {error}"
            structlog.get_logger().error("game is left out", logger=__name__, game=name, reason=failed[name])
        else:
            games[name] = game
    return Registry(games, failed)


def _look(name: str, game: AnyGame, beside: dict[str, AnyGame]) -> None:
    """Raise `Unfit`, or whatever the game's values raise, where it cannot be offered beside these."""
    for flaw in flaws(game):
        raise Unfit(flaw)
    if name != game.name:
        raise Unfit(f"it is registered as {name} and named {game.name}")
    kit = Kit(game)
    for language in LANGUAGES:
        orjson.dumps(kit.details(language))
    Contract({name: game}).components()
    others = list(beside.values())
    verbs = {verb_type(verb) for verb in set(game.verbs).difference(*(other.verbs for other in BUILT_IN))}
    taken = (_type_names(others) - _type_names([*others, game])) | (verbs & _of_the_service())
    if taken:
        raise Unfit(f"its types take the names {sorted(taken)}, which others have")


@cache
def _of_the_service() -> set[str]:
    """The names of types in every contract, and those of some game."""
    return set(Contract({BUILT_IN[0].name: BUILT_IN[0]}).components())


def _type_names(games: Sequence[AnyGame]) -> set[str]:
    """The names under which the types of games stand in a contract."""
    types = [
        each
        for game in games
        for each in (game.options, game.view, game.move, game.event, game.loose_sheet, game.filled_sheet)
        if each is not None
    ]
    adapters = [TypeAdapter(each) for each in types]
    inputs: list[Any] = [(index, "serialization", each) for index, each in enumerate(adapters)]
    return set(TypeAdapter.json_schemas(inputs)[1].get("$defs", ()))
