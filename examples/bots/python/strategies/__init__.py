"""One rule of thumb for each family of games: the state as the view shows it, the seat and its legal moves, to one of
these moves.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from rollwright_client.contract import GameName, LegalMove
from strategies import banking, sheet, solitaire_dice, wohin_damit

STRATEGIES: dict[GameName, Callable[[Any, int, Any], LegalMove]] = {
    "sand": banking.choose,
    "titusind": banking.choose,
    "farkle": banking.choose,
    "banking": banking.choose,
    "yatzy-bg": sheet.choose,
    "yatzy": sheet.choose,
    "sheet": sheet.choose,
    "yahtzee": partial(sheet.choose, average=sheet.AVERAGE | sheet.OF_YAHTZEE),
    "solitaire-dice": solitaire_dice.choose,
    "wohin-damit": wohin_damit.choose,
}
