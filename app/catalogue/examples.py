"""Examples of the catalogue, of scores and of checked options, made by the rules themselves."""

from typing import Any

import orjson

from app.games.example import SERVED, plain
from app.games.options import findings
from app.games.presets import find_presets
from app.games.scores import scored
from app.games.served_game import Games, ServedGame
from app.http.negotiation import ENGLISH
from rules.banking import titusind
from rules.banking.house.game import GAME
from rules.registry import built_in

SCORE_REQUEST = {"dice": [1, 2, 2, 2, 5, 6]}


def score() -> Any:
    """Loose dice scored."""
    rules = SERVED.rules(SERVED.options.dump_json(titusind.GAME.options()).decode())
    return plain(scored(SERVED, rules, tuple(SCORE_REQUEST["dice"])))


def catalogue() -> Any:
    """The built-in games in short."""
    return {
        "games": [
            plain(Games({name: game}).served_games[name].summary(ENGLISH)) for name, game in built_in().games.items()
        ]
    }


def game() -> Any:
    """A game's details, with the rules page and the messages cut short."""
    details = plain(SERVED.details(ENGLISH))
    shown = ("reason.nothing_thrown", "event.bust", "outcome.target")
    messages = {key: details["messages"][key] for key in shown}
    return details | {"rules": details["rules"].split("\n\n")[0] + "\n", "messages": messages}


def presets() -> Any:
    """The presets that have to do with one word."""
    return {"presets": find_presets(Games(built_in().games), "kniffel")}


REQUEST: dict[str, Any] = {
    "options": {
        "combinations": [{"type": "straight", "first": 1, "last": 5, "points": 2000}],
        "opening": 2500,
    }
}
"""A banking game in which only five of six dice can score, once a turn, and a first bank that takes more."""


def found() -> Any:
    """What is wrong with it."""
    served = ServedGame(GAME)
    options = served.options.validate_json(orjson.dumps(REQUEST["options"]))
    return findings(served, options, ENGLISH)
