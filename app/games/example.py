"""The game that the contract's examples are of."""

from typing import Any

import orjson

from app.games.served_game import ServedGame
from rules.banking import titusind

SERVED = ServedGame(titusind.GAME)


def plain(value: Any) -> Any:
    """A value as it reads in JSON."""
    return orjson.loads(orjson.dumps(value))
