"""The game that the contract's examples are of."""

from typing import Any

import orjson

from app.games.kit import Kit
from rules.banking import titusind

KIT = Kit(titusind.GAME)


def plain(value: Any) -> Any:
    """A value as it reads in JSON."""
    return orjson.loads(orjson.dumps(value))
