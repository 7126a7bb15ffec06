"""What of a sheet game meets JSON: moves, events, states and options."""

from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from rules.contract import AnyGame, SetAside
from rules.sheet import yahtzee, yatzy, yatzy_bg
from rules.sheet.state import SheetBonus, SheetChoose, SheetEvent, SheetMove, SheetRoll, SheetState, YatzyBonus
from tests.rules.support.sheet import Session

GAMES = pytest.mark.parametrize("game", [yatzy_bg.GAME, yatzy.GAME, yahtzee.GAME], ids=lambda game: game.name)
MOVE = TypeAdapter[Any](SheetMove)
EVENT = TypeAdapter[Any](SheetEvent)
STATE = TypeAdapter[SheetState](SheetState)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ('{"type": "roll"}', SheetRoll()),
        ('{"type": "roll", "dice": [6, 1]}', SheetRoll(dice=(6, 1))),
        ('{"type": "roll", "count": 3}', SheetRoll(count=3)),
        ('{"type": "set_aside", "dice": [6, 1]}', SetAside((6, 1))),
        ('{"type": "choose_category", "category": "full_house"}', SheetChoose("full_house")),
    ],
)
def test_moves(text: str, move: SheetMove) -> None:
    assert MOVE.validate_json(text) == move
    assert MOVE.validate_json(MOVE.dump_json(move)) == move


@pytest.mark.parametrize(
    "text",
    [
        "{}",
        '{"type": "bank"}',
        '{"type": "roll", "count": 0}',
        '{"type": "roll", "count": 7}',
        '{"type": "roll", "count": "3"}',
        '{"type": "roll", "count": true}',
        '{"type": "roll", "dice": [7]}',
        '{"type": "roll", "times": 1}',
        '{"type": "set_aside", "dice": []}',
        '{"type": "choose_category", "category": "Bonus!"}',
        '{"type": "choose_category", "category": "ones", "points": 3}',
    ],
)
def test_what_is_no_move(text: str) -> None:
    with pytest.raises(ValidationError):
        MOVE.validate_json(text)


@pytest.mark.parametrize("event", [SheetBonus(50), YatzyBonus(100)])
def test_events(event: SheetBonus | YatzyBonus) -> None:
    assert EVENT.validate_json(EVENT.dump_json(event)) == event


@GAMES
def test_states(game: AnyGame) -> None:
    session = Session(game, 3).leave(2)
    session.write("ones", 1, 1, 2, 3, 4)
    session.roll(6, 6, 1, 2, 3).aside(6, 6)
    assert STATE.validate_json(STATE.dump_json(session.state)) == session.state


@GAMES
def test_options_are_strict(game: AnyGame) -> None:
    assert not any(value is True for value in game.options().model_dump().values())
    for wrong in ({"six_dice": True}, *({name: 1} for name in game.options.model_fields)):
        with pytest.raises(ValidationError):
            game.options.model_validate(wrong)
