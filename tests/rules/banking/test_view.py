"""What a page is shown of a banking game, and that all of it is data."""

import json

import pytest
from pydantic import TypeAdapter, ValidationError

from rules.banking import farkle, sand, titusind
from rules.banking.state import BankingEvent, BankingMove, BankingState, FinalRound
from rules.banking.titusind import TitusindOptions
from rules.banking.view import BankingView
from rules.contract import AnyGame, Bank, Roll, SetAside
from tests.rules.support.banking import GAMES, Session

MOVES: TypeAdapter[BankingMove] = TypeAdapter(BankingMove)


def phase(session: Session) -> str | None:
    """The phase of the seat to move; no other seat has one."""
    phases = [seat["phase"] for seat in session.rules.view(session.state)["seats"]]
    (to_move,) = session.rules.to_move(session.state)
    assert [place for place, each in enumerate(phases) if each] == [to_move]
    return phases[to_move]


def test_the_phase_says_what_the_seat_can_do() -> None:
    session = Session(titusind.GAME, 2)
    assert phase(session) == "roll"
    session.roll(1, 1, 1, 5, 2, 3)
    assert phase(session) == "set_aside"
    session.aside(1, 1, 1)
    assert phase(session) == "roll"
    session.take(5, 2, 3)
    assert phase(session) == "decide"
    session.take(1, 5)
    assert phase(session) == "roll"
    assert session.rules.view(session.state)["hot_dice"]


def test_the_view_holds_the_table() -> None:
    session = Session(titusind.GAME, 3).having(2000, 0, 0)
    session.leave(2)
    session.take(1, 5, 2, 2, 3, 4)
    session.roll(6, 6, 6, 3)
    assert session.rules.view(session.state) == {
        "round": 1,
        "throw": 2,
        "cup": 0,
        "thrown": [3, 6, 6, 6],
        "set_aside": [[1, 5]],
        "points": 150,
        "hot_dice": False,
        "needed": 350,
        "target": 10_000,
        "reached": None,
        "seats": [
            {"seat": 0, "total": 2000, "opened": True, "resigned": False, "phase": "set_aside"},
            {"seat": 1, "total": 0, "opened": False, "resigned": False, "phase": None},
            {"seat": 2, "total": 0, "opened": False, "resigned": True, "phase": None},
        ],
    }


def test_the_view_says_what_a_bank_needs() -> None:
    needed = {}
    for total in (0, 2000, 9000, 9900):
        session = Session(titusind.GAME, 1, TitusindOptions(strict_finish=True)).having(total)
        needed[total] = session.rules.view(session.state)["needed"]
    assert needed == {0: 1050, 2000: 350, 9000: 1001, 9900: 350}


def test_the_view_of_a_finished_game_has_no_turn() -> None:
    session = Session(sand.GAME, 2)
    session.leave(0)
    view = session.rules.view(session.state)
    assert (view["cup"], view["needed"], view["points"]) == (0, None, 0)
    assert [seat["phase"] for seat in view["seats"]] == [None, None]


def test_the_view_tells_who_began_the_last_turns() -> None:
    session = Session(farkle.GAME, 2).having(0, 9000)
    session.bust()
    session.take(1, 1, 1, 5, 2, 3)
    assert session.bank() == (FinalRound(1),)
    assert session.rules.view(session.state)["reached"] == 1


@GAMES
def test_states_are_compact_json(game: AnyGame) -> None:
    states: TypeAdapter[BankingState] = TypeAdapter(BankingState)
    session = Session(game, 2)
    session.take(1, 2, 2, 3, 4, 6)
    text = states.dump_json(session.state)
    assert json.loads(text) == [[0, 0], [False, False], 0, 1, 1, 5, [], [[1]], 100, None, [], [], None, 0]
    again = states.validate_json(text)
    assert again == session.state
    assert isinstance(again.aside[0], tuple)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ('{"type":"roll"}', Roll()),
        ('{"type":"roll","dice":[1,2,3]}', Roll(dice=(1, 2, 3))),
        ('{"type":"set_aside","dice":[5,1]}', SetAside((5, 1))),
        ('{"type":"bank"}', Bank()),
    ],
)
def test_moves_come_as_json(text: str, move: Roll | SetAside | Bank) -> None:
    assert MOVES.validate_json(text) == move


@pytest.mark.parametrize(
    "text",
    [
        '{"type":"set_aside","dice":[]}',
        '{"type":"set_aside","dice":[7]}',
        '{"type":"set_aside","dice":[1.0]}',
        '{"type":"set_aside","dice":[true]}',
        '{"type":"set_aside"}',
        '{"type":"bank","points":100}',
        '{"type":"choose_category","category":"ones"}',
    ],
)
def test_what_is_no_move_is_refused_by_its_type(text: str) -> None:
    with pytest.raises(ValidationError):
        MOVES.validate_json(text)


@GAMES
def test_events_have_their_sentences(game: AnyGame) -> None:
    schema = TypeAdapter[BankingEvent](BankingEvent).json_schema()
    for event in schema["discriminator"]["mapping"]:
        assert game.texts.messages["en"][f"event.{event}"]
    for reason in ("target", "resignation"):
        assert game.texts.messages["en"][f"outcome.{reason}"]


def test_the_view_has_a_schema_with_meanings() -> None:
    schema = TypeAdapter[BankingView](BankingView).json_schema()
    for part in (schema, *schema["$defs"].values()):
        assert all("description" in field for field in part["properties"].values()), part["title"]
