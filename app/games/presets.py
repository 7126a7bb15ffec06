"""Presets: what games have as named options, found by name, number of dice and kind."""

import re
import unicodedata
from collections.abc import Iterator
from typing import Any

from app.games.scores import dice_of
from app.games.served_game import Games, ServedGame
from app.http.negotiation import LANGUAGES

_KINDS = {"bank": "banking", "choose_category": "sheet"}
"""By a verb that only games of the kind have, the kind."""
_PLAIN = str.maketrans({"ø": "o", "æ": "ae", "œ": "oe", "đ": "d", "ł": "l"})
"""Letters that Unicode does not take apart into a plain one and a mark."""


def find_presets(
    games: Games, text: str = "", language: str | None = None, dice: int | None = None, kind: str | None = None
) -> list[dict[str, Any]]:
    """The presets that fit all that is given, in the order of the games.

    text: words that its id and its name in one language have between them, or parts of such words, whatever their
    case and accents. language: the one in which they are looked for; None: any.
    """
    words = _folded(text).split()
    spoken = LANGUAGES if language is None else (language,)
    return [
        preset
        for served in games.served_games.values()
        for preset in _presets(served)
        if dice in (None, preset["dice"])
        and kind in (None, preset["kind"])
        and any(_has(words, f"{preset['preset']} {preset['names'][each]}") for each in spoken)
    ]


def _presets(served: ServedGame) -> Iterator[dict[str, Any]]:
    game = served.game
    if not game.presets:
        return
    kind = next((_KINDS[verb] for verb in game.verbs if verb in _KINDS), None)
    spoken = {language: game.texts.spoken(language) for language in LANGUAGES}
    for name, options in game.presets.items():
        yield {
            "game": game.name,
            "preset": name,
            "kind": kind,
            "dice": dice_of(served, options),
            "names": {language: said.get(f"preset.{name}", name) for language, said in spoken.items()},
        }


def _has(words: list[str], name: str) -> bool:
    folded = _folded(name)
    return all(word in folded for word in words)


def _folded(text: str) -> str:
    """The text's letters and digits without case and accents, with a space in place of anything else."""
    parts = unicodedata.normalize("NFKD", text.casefold())
    bare = "".join(part for part in parts if not unicodedata.combining(part)).translate(_PLAIN)
    return re.sub(r"[\W_]+", " ", bare)
