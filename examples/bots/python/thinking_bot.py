"""Plays every built-in game by a rule of thumb: python thinking_bot.py http://127.0.0.1:8000 TOKEN..."""

import sys

from random_bot import play
from rollwright_client import Table
from rollwright_client.contract import LegalMove
from strategies import STRATEGIES


def choose(table: Table, seat: int, legal: list[LegalMove]) -> LegalMove:
    """What the strategy of the table's game makes of the view."""
    view = table.view(legal="none")
    return STRATEGIES[view["game"]](view["state"], seat, legal)


if __name__ == "__main__":
    play(sys.argv[1], sys.argv[2:], choose)
