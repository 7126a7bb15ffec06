"""Examples of checked options, made by the rules themselves."""

from typing import Any

import orjson

from app.agreements import findings
from app.games import Kit
from app.languages import ENGLISH
from rules.banking.house.game import GAME

REQUEST: dict[str, Any] = {
    "options": {
        "combinations": [{"type": "straight", "first": 1, "last": 5, "points": 2000}],
        "opening": 2500,
    }
}
"""A banking game in which only five of six dice can score, once a turn, and a first bank that takes more."""


def found() -> Any:
    """What is wrong with it."""
    kit = Kit(GAME)
    options = kit.options.validate_json(orjson.dumps(REQUEST["options"]))
    return findings(kit, options, ENGLISH)
