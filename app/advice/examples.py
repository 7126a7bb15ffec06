"""Examples of advice, worked out by the advisers themselves."""

from functools import cache
from typing import Any

import orjson

from app.advice.analyses import analysis
from app.advice.played import played
from app.advice.questions import advice as answer
from app.advice.questions import check_objective, read_question
from app.contract.contract import Contract
from app.contract.transcript_reader import read_sent
from app.games.served_game import ServedGame
from rules.sheet.house.game import GAME as SHEET
from rules.sheet.yatzy import GAME

BOXES = {
    "ones": 3,
    "twos": 6,
    "threes": 9,
    "fours": 12,
    "fives": 15,
    "sixes": 18,
    "one_pair": 12,
    "two_pairs": 22,
    "three_of_a_kind": 18,
    "four_of_a_kind": 0,
    "small_straight": 15,
    "large_straight": 20,
    "chance": 22,
}
REQUEST: dict[str, Any] = {"position": {"boxes": BOXES, "dice": [3, 3, 3, 5, 5], "throws_left": 2}, "top": 3}
"""Full house and yatzy are open."""


@cache
def _asked() -> Any:
    served = ServedGame(GAME)
    question = read_question(served, Contract({GAME.name: GAME}), orjson.dumps(REQUEST))
    assert GAME.adviser is not None  # noqa: S101 - it has one
    adviser = GAME.adviser(GAME.options())
    return orjson.loads(answer(served, adviser, question, check_objective(adviser, question)))


TEXT = """game sheet
option boxes [{"category":"sixes"},{"category":"chance"}]
option bonus 0
seat Ida
Ida: 11246 > chance
Ida: 66666 > sixes
total Ida 44
"""
"""A sheet of two boxes; to write 11246 down at once is a blunder."""


def batch() -> str:
    """The game, a line as JSON."""
    return orjson.dumps(TEXT).decode() + "\n"


def batch_answers() -> str:
    """The answer to it."""
    return orjson.dumps({"line": 1} | analysed()).decode() + "\n"


@cache
def _analysed() -> bytes:
    served = ServedGame(SHEET)
    game = played(served, read_sent(served, Contract({SHEET.name: SHEET}), b"", TEXT))
    assert SHEET.adviser is not None  # noqa: S101 - it has one
    adviser = SHEET.adviser(served.options.validate_json(game.options))
    return orjson.dumps(analysis(served, adviser, game, None, [False] * len(game.record)))


def analysed() -> Any:
    """What was luck in it, and what was skill."""
    return orjson.loads(_analysed())


def session_advice() -> Any:
    """The same of a session that has come to it."""
    return {"session": "0193e4a8-5c1f-7a3b-9d2e-6f4b8c0a1d35", "version": 81} | _asked()


def advice() -> Any:
    """What the moves there are worth."""
    return _asked()
