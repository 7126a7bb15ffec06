"""Examples of checks, answered by the rules themselves."""

from functools import cache
from typing import Any

import orjson

from app.checks.answers import Checker
from app.contract.contract import Contract
from app.games.served_game import ServedGame
from app.http.negotiation import ENGLISH
from rules.banking import sand

TEXT = """game sand
seat Ida
seat Bo
Ida: 114466 (11)=200 4456 (5)=100 266 bust
Bo: 134456 (15)=150 1225 (15)=150 bank 300
total Ida 0
total Bo 300
"""
"""A 5 that was written down for 100 points."""

SHEETS: dict[str, Any] = {"sheets": [{"turns": [{"points": 350, "total": 350}, {"points": 100, "total": 450}]}]}
"""A turn of sand that nobody can stop at 100 points: three dice would be left."""


@cache
def _checker() -> Checker:
    return Checker(ServedGame(sand.GAME), Contract({sand.GAME.name: sand.GAME}), ENGLISH)


def checked(text: str = TEXT) -> Any:
    """What is wrong with the transcript."""
    return orjson.loads(_checker().answer_text(text.encode()))


def batch() -> str:
    """The transcript as text and the sheets, one a line."""
    return "".join(orjson.dumps(each).decode() + "\n" for each in (TEXT, SHEETS))


def batch_answers() -> str:
    """The answers to them."""
    answers = [_checker().answer(orjson.dumps(each)) for each in (TEXT, SHEETS)]
    return "".join(orjson.dumps({"line": n} | each).decode() + "\n" for n, each in enumerate(answers, 1))
