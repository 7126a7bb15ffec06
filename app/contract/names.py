"""Names of the contract's types: those made for each game, verb and move, and those that no game's own may take."""

import re
from collections.abc import Iterable, Mapping, Set
from typing import Literal

from pydantic import TypeAdapter

from rules.contract import AnyGame
from rules.flaws import names_of_types

OF_A_GAME = (
    *("LegalMove", "OptionsFindings", "OptionsRequest", "Played", "Score", "ScoreRequest", "Session"),
    *("SessionRequest", "SheetsRequest", "Transcript", "TranscriptMove", "Way"),
)
"""What the service makes for each game, after the game's name."""
PATTERNS = (*(f"{{game}}{kind}" for kind in OF_A_GAME), "{verb}Request", "{move}Body")


def type_name(game: AnyGame) -> str:
    """The prefix of a game's types: `yatzy-bg` -> `YatzyBg`."""
    return "".join(part.capitalize() for part in game.name.split("-"))


def verb_type(verb: str) -> str:
    """The name of the type of a verb's body: `set_aside` -> `SetAsideRequest`."""
    return "".join(part.capitalize() for part in verb.split("_")) + "Request"


def reserved(games: Iterable[AnyGame], components: Set[str]) -> Mapping[str, list[str]]:
    """What the laws for games from outside (`rules.conformance`) are told of the contract of these games.

    names: of the types in every contract, which are those of its `components` that come from no game. patterns: of
    the names that come from one, as `names_of_types` takes them.
    """
    games = list(games)
    made = {name for game in games for name in names_of_types(game, PATTERNS)}
    return {"names": sorted(components - made - _own(games)), "patterns": list(PATTERNS)}


def _own(games: Iterable[AnyGame]) -> set[str]:
    """The names of the games' own types, as pydantic writes them in the contract."""
    modes: tuple[Literal["validation", "serialization"], ...] = ("validation", "serialization")
    types = [
        TypeAdapter(kind)
        for game in games
        for kind in (game.options, game.view, game.move, game.event, game.loose_sheet, game.filled_sheet)
        if kind is not None
    ]
    inputs = [((index, mode), mode, adapter) for index, adapter in enumerate(types) for mode in modes]
    names = {re.sub("-(Input|Output)$", "", name) for name in TypeAdapter.json_schemas(inputs)[1]["$defs"]}
    return names | {f"{name}Complete" for name in names}
