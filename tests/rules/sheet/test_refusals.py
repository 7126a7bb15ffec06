"""Every refusal: its reason, its paragraph, and the figures it speaks of."""

from typing import Any

import pytest

from rules.contract import AnyGame, SetAside
from rules.sheet import yahtzee, yatzy, yatzy_bg
from rules.sheet.state import SheetMove, SheetRoll
from rules.sheet.yatzy_bg import YatzyBgOptions
from rules.texts import paragraphs
from tests.rules.support.sheet import Session, choose

GAMES = pytest.mark.parametrize("game", [yatzy_bg.GAME, yatzy.GAME, yahtzee.GAME], ids=lambda game: game.name)
ROLL = SheetRoll()


def why(session: Session, move: SheetMove, seat: int | None = None) -> tuple[str, str, dict[str, Any]]:
    refusal = session.refused(move, seat)
    return refusal.reason, refusal.rule, dict(refusal.details)


@GAMES
def test_every_reason_has_its_paragraph_and_its_sentence(game: AnyGame) -> None:
    ruleset = Session(game).rules.ruleset
    assert set(ruleset.paragraphs.values()) <= set(paragraphs(game.texts.page["en"]))
    messages = set(game.texts.messages["en"])
    boxes = {category.id for category in ruleset.categories} | {"yatzy_bonus", "saved_throws", "bonuses", "after"}
    assert boxes - ruleset.paragraphs.keys() <= {"yatzy_bonus", "saved_throws", "bonuses", "after"}
    assert {f"reason.{reason}" for reason in ruleset.paragraphs.keys() - boxes} <= messages
    assert {"event.bonus", "event.yatzy_bonus", "outcome.sheets_full", "outcome.resignation"} <= messages


@GAMES
def test_another_seat_is_to_move(game: AnyGame) -> None:
    assert why(Session(game, 2), ROLL, 1) == ("not_your_turn", "1.3", {"seat": 0})


@GAMES
def test_the_game_is_over(game: AnyGame) -> None:
    session = Session(game, 2).leave(0)
    rule = "5.2" if game.name == "yahtzee" else "4.2"
    assert why(session, ROLL, 1) == ("finished", rule, {})
    assert why(session, choose("ones"), 0) == ("finished", rule, {})


@GAMES
def test_nothing_has_been_thrown(game: AnyGame) -> None:
    assert why(Session(game), choose("ones")) == ("nothing_thrown", "2.6", {})
    assert why(Session(game), SetAside((1,))) == ("nothing_thrown", "2.6", {})


@GAMES
def test_no_throw_is_left(game: AnyGame) -> None:
    session = Session(game).roll(1, 2, 3, 4, 6).aside(1).roll(1, 2, 3, 4).roll(1, 2, 3, 4, 6)
    for move in (ROLL, SetAside((1,)), SetAside((5,)), SetAside(())):
        assert why(session, move) == ("no_throws_left", "2.5", {"throws": 3})


@GAMES
def test_the_others_must_be_rolled(game: AnyGame) -> None:
    session = Session(game).roll(1, 2, 3, 4, 6).aside(6, 4)
    for move in (choose("ones"), choose("sixes"), SetAside((1,)), SetAside((4, 6))):
        assert why(session, move) == ("roll_the_rest", "2.4", {"kept": [4, 6], "cup": 3})


@GAMES
def test_a_selection_is_one_to_four_dice_of_the_table(game: AnyGame) -> None:
    session = Session(game).roll(6, 2, 2, 4, 1)
    thrown = {"thrown": [1, 2, 2, 4, 6]}
    assert why(session, SetAside(())) == ("nothing_selected", "2.3", thrown)
    assert why(session, SetAside((2, 1, 2, 6, 4))) == ("nothing_left_to_roll", "2.3", thrown)
    assert why(session, SetAside((2, 2, 2))) == ("not_in_throw", "2.3", {"dice": [2], **thrown})
    assert why(session, SetAside((5, 1, 3))) == ("not_in_throw", "2.3", {"dice": [3, 5], **thrown})
    assert why(session, SetAside((1, 2, 2, 4, 6, 6))) == ("not_in_throw", "2.3", {"dice": [6], **thrown})


@GAMES
def test_the_number_of_dice_is_fixed(game: AnyGame) -> None:
    session = Session(game)
    assert why(session, SheetRoll(count=5)) == ("count_fixed", "2.1", {"dice": 5})
    session.roll(1, 2, 3, 4, 6)
    assert why(session, SheetRoll(count=5)) == ("count_fixed", "2.1", {"dice": 5})
    session.aside(1, 2)
    assert why(session, SheetRoll(count=3)) == ("count_fixed", "2.1", {"dice": 5})


def test_the_number_of_dice_is_chosen_by_the_first_roll() -> None:
    session = Session(yatzy_bg.GAME, 1, YatzyBgOptions(choose_dice_count=True))
    for count in (None, 0, 6):
        assert why(session, SheetRoll(count=count)) == ("count_needed", "2.7", {"most": 5})
    session.roll(1, 2, 3, 4, count=4)
    assert why(session, SheetRoll(count=4)) == ("count_chosen", "2.7", {"dice": 4})
    session.aside(1)
    assert why(session, SheetRoll(count=3)) == ("count_chosen", "2.7", {"dice": 4})


@GAMES
def test_a_box_is_filled_once(game: AnyGame) -> None:
    session = Session(game)
    session.write("sixes", 6, 6, 1, 2, 3)
    session.write("large_straight", 6, 6, 1, 2, 3)
    session.roll(6, 6, 1, 2, 3)
    assert why(session, choose("sixes")) == ("box_filled", "3.1", {"category": "sixes", "points": 12})
    assert why(session, choose("large_straight")) == (
        "box_filled",
        "3.1",
        {"category": "large_straight", "points": 0},
    )


@pytest.mark.parametrize(
    ("game", "category"),
    [(yatzy_bg.GAME, "three_of_a_kind"), (yatzy_bg.GAME, "yatzy"), (yahtzee.GAME, "one_pair")],
)
def test_a_box_of_other_sheets_cannot_be_chosen(game: AnyGame, category: str) -> None:
    session = Session(game).roll(3, 3, 3, 3, 3)
    assert why(session, choose(category)) == ("not_on_sheet", "3.1", {"category": category})


def test_a_forced_joker_goes_into_the_matching_box() -> None:
    session = Session(yahtzee.GAME).having(yatzy=50).roll(4, 4, 4, 4, 4)
    details = {"category": "full_house", "matching": "fours"}
    assert why(session, choose("full_house")) == ("joker_matching_box", "4.3", details)
    assert why(session, choose("yatzy")) == ("box_filled", "3.1", {"category": "yatzy", "points": 50})


def test_a_forced_joker_goes_into_a_lower_box() -> None:
    session = Session(yahtzee.GAME).having(yatzy=0, fours=12).roll(4, 4, 4, 4, 4)
    assert why(session, choose("ones")) == ("joker_lower_box", "4.3", {"category": "ones"})
