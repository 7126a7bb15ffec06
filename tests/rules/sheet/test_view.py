"""What a page sees of a sheet game."""

from typing import Any

from pydantic import TypeAdapter

from rules.sheet import yahtzee, yatzy_bg
from rules.sheet.view import SheetView
from rules.sheet.yatzy_bg import YatzyBgOptions
from tests.rules.support.sheet import Session

VIEW = TypeAdapter[SheetView](SheetView)


def turn(session: Session) -> dict[str, Any]:
    """The turn and the phases of a view that holds to its type."""
    view = session.rules.view(session.state)
    assert VIEW.validate_json(VIEW.dump_json(view)) == view
    names = ("round", "throw", "throws_left", "dice", "set_aside", "cup")
    return {name: dict(view)[name] for name in names} | {"phases": [seat["phase"] for seat in view["seats"]]}


def test_a_turn_from_its_start_to_its_end() -> None:
    session = Session(yatzy_bg.GAME, 2)
    base: dict[str, Any] = {"round": 1, "throw": 0, "throws_left": 3, "dice": [], "set_aside": [], "cup": 5}
    assert turn(session) == base | {"phases": ["roll", None]}
    session.roll(6, 1, 4, 6, 4)
    base |= {"throw": 1, "throws_left": 2, "dice": [1, 4, 4, 6, 6], "cup": 0}
    assert turn(session) == base | {"phases": ["decide", None]}
    session.aside(6, 6)
    assert turn(session) == base | {"set_aside": [6, 6], "cup": 3, "phases": ["roll", None]}
    session.roll(6, 4, 2)
    base |= {"throw": 2, "throws_left": 1, "dice": [2, 4, 6, 6, 6]}
    assert turn(session) == base | {"phases": ["decide", None]}
    session.roll(1, 1, 2, 2, 3)
    base |= {"throw": 3, "throws_left": 0, "dice": [1, 1, 2, 2, 3]}
    assert turn(session) == base | {"phases": ["choose_category", None]}
    session.choose("ones")
    base |= {"throw": 0, "throws_left": 3, "dice": [], "cup": 5}
    assert turn(session) == base | {"phases": [None, "roll"]}
    session.write("ones", 1, 1, 2, 3, 4)
    assert turn(session) == base | {"round": 2, "phases": ["roll", None]}


def test_a_turn_whose_dice_are_still_to_be_counted() -> None:
    session = Session(yatzy_bg.GAME, 1, YatzyBgOptions(choose_dice_count=True))
    assert turn(session)["cup"] is None
    session.roll(1, 2, 3, count=3)
    assert (turn(session)["cup"], turn(session)["dice"]) == (0, [1, 2, 3])
    assert turn(session.aside(1))["cup"] == 2


def test_sums_and_bonuses_of_a_seat() -> None:
    session = Session(yahtzee.GAME, 2)
    session.having(sixes=24, fives=20, fours=16, yatzy=50)
    (seat, other) = session.rules.view(session.state)["seats"]
    assert (seat["upper_sum"], seat["bonus"], seat["yatzy_bonus"], seat["total"]) == (60, None, 0, 110)
    assert (other["upper_sum"], other["bonus"], other["total"]) == (0, None, 0)
    session.write("threes", 3, 3, 3, 3, 3)
    (seat, other) = session.rules.view(session.state)["seats"]
    assert (seat["upper_sum"], seat["bonus"], seat["yatzy_bonus"], seat["total"]) == (75, 35, 100, 260)
    assert list(seat["boxes"]) == list(yahtzee.GAME.categories)
    assert (seat["boxes"]["threes"], seat["boxes"]["ones"]) == (15, None)
    assert not other["resigned"]


def test_a_bonus_that_was_missed() -> None:
    session = Session(yatzy_bg.GAME).having(ones=0, twos=0, threes=0, fours=0, fives=0)
    session.write("sixes", 6, 6, 6, 6, 6)
    view = session.rules.view(session.state)
    assert (view["seats"][0]["bonus"], view["bonus"], view["bonus_from"]) == (0, 50, 63)


def test_a_game_that_is_over() -> None:
    session = Session(yatzy_bg.GAME, 2)
    session.write("ones", 1, 1, 2, 3, 4)
    session.leave(1)
    base: dict[str, Any] = {"round": 1, "throw": 0, "throws_left": 0, "dice": [], "set_aside": [], "cup": 0}
    assert turn(session) == base | {"phases": [None, None]}
    assert [seat["resigned"] for seat in session.rules.view(session.state)["seats"]] == [False, True]
    session = Session(yatzy_bg.GAME)
    for category in yatzy_bg.GAME.categories:
        session.write(category, 1, 2, 3, 4, 6)
    assert (turn(session)["round"], session.rules.view(session.state)["rounds"]) == (13, 13)
