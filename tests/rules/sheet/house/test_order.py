"""Boxes that come after others, and boxes that win at once."""

from typing import Any

import pytest
from pydantic import TypeAdapter

from rules.check import check
from rules.contract import Rank
from rules.notation import TextForm
from rules.sheet.house.game import GAME
from rules.sheet.house.presets import GENERALA
from rules.sheet.options import SheetOptions
from rules.sheet.state import SheetBoxesBonus, SheetState, SheetWon
from rules.texts import LANGUAGES, paragraphs
from tests.rules.support.filled_sheets import findings
from tests.rules.support.sheet import Session

STATES: TypeAdapter[SheetState] = TypeAdapter(SheetState)
FIVE = (4, 4, 4, 4, 4)
OTHER = (1, 2, 3, 5, 6)


def late(session: Session) -> Session:
    """A yatzy with the second throw."""
    return session.roll(*OTHER).roll(*FIVE)


def test_a_double_generala_needs_the_first() -> None:
    session = late(Session(GAME, 1, GENERALA))
    assert (session.choices()["yatzy"], session.choices()["doble_generala"]) == (50, 0)
    session.choose("yatzy")
    assert late(session).choices()["doble_generala"] == 100
    assert session.choose("doble_generala").points == 100
    assert session.state.totals == (150,)


def test_a_generala_that_was_struck_leaves_no_double() -> None:
    session = late(Session(GAME, 1, GENERALA).having(yatzy=0))
    assert session.choices()["doble_generala"] == 0
    assert session.choose("doble_generala").points == 0


def options(*boxes: dict[str, Any], **more: Any) -> SheetOptions:
    return SheetOptions.model_validate({"boxes": boxes, "bonus": 0, **more})


def test_a_box_may_wait_for_another_to_be_filled_at_all() -> None:
    boxes = ({"category": "ones"}, {"category": "chance", "after": {"category": "ones", "scored": False}})
    session = Session(GAME, 1, options(*boxes)).roll(*OTHER)
    assert session.choices() == {"ones": 1, "chance": 0}
    session = Session(GAME, 1, options(*boxes)).having(ones=0).roll(*OTHER)
    assert session.choices() == {"chance": 17}


def test_each_column_has_its_own_order() -> None:
    boxes = ({"category": "ones"}, {"category": "chance", "after": {"category": "ones"}})
    session = Session(GAME, 1, options(*boxes, columns=[{}, {"factor": 2}])).having(**{"ones.2": 2}).roll(*OTHER)
    assert session.choices() == {"ones.1": 1, "chance.1": 0, "chance.2": 34}


def test_points_on_a_sheet_before_their_time_are_a_fault() -> None:
    rules = GAME.rules(GENERALA)
    (fault,) = findings(GAME, {"boxes": {"doble_generala": 100, "yatzy": 0}}, rules).faults
    assert (fault.place, fault.code, fault.rule, fault.right) == (
        ("boxes", "doble_generala"),
        "impossible_points",
        "3.14",
        [0],
    )
    assert findings(GAME, {"boxes": {"doble_generala": 100, "yatzy": 50}}, rules).faults == ()
    assert findings(GAME, {"boxes": {"doble_generala": 0}}, rules).faults == ()


def test_a_generala_of_the_first_throw_wins_at_once() -> None:
    session = Session(GAME, 3, GENERALA)
    session.write("sixes", 6, 6, 6, 6, 1)
    assert session.roll(*FIVE).choose("yatzy").events == (SheetWon(),)
    assert session.rules.to_move(session.state) == ()
    outcome = session.outcome()
    assert (outcome.winners, outcome.reason) == ((1,), "instant_win")
    assert outcome.ranking == (Rank(1, 50, 1), Rank(0, 24, 2), Rank(2, 0, 3))
    assert STATES.validate_json(STATES.dump_json(session.state)) == session.state
    assert session.rules.view(session.state)["throws_left"] == 0


def test_who_wins_at_once_is_before_those_with_more_points() -> None:
    session = Session(GAME, 3, GENERALA)
    session.write("sixes", 6, 6, 6, 6, 6)
    session.state = session.state._replace(totals=(80, 0, 80))
    session.roll(*FIVE).choose("yatzy")
    assert session.outcome().ranking == (Rank(1, 50, 1), Rank(0, 80, 2), Rank(2, 80, 2))


def test_later_throws_and_other_boxes_do_not_win() -> None:
    session = late(Session(GAME, 2, GENERALA))
    assert session.choose("yatzy").events == ()
    assert session.roll(*FIVE).choose("four_of_a_kind").events == ()
    assert session.rules.outcome(session.state) is None


def test_any_throw_may_win_and_nothing_does_not() -> None:
    box = {"category": "straight", "fits": {"type": "run", "length": 5}, "worth": 9, "wins": "any_throw"}
    rules = options(box, {"category": "chance"}, bonuses=[{"type": "scored", "boxes": ["straight"], "points": 5}])
    session = Session(GAME, 2, rules).roll(*OTHER)
    assert session.choose("straight").events == ()
    session.roll(*OTHER).roll(2, 3, 4, 5, 6)
    assert session.choose("straight").events == (SheetBoxesBonus(5, 1), SheetWon())
    assert session.outcome().winners == (1,)


def test_a_game_that_was_won_at_once_is_checked_and_written() -> None:
    """A transcript ends there; what follows is after the end."""
    session = Session(GAME, 2, GENERALA)
    session.write("sixes", *OTHER)
    session.roll(*FIVE).choose("yatzy")
    text = "game sheet\npreset generala\nseat Ida\nseat Otto\nIda: 12356 > sixes 6\nOtto: 44444 > yatzy 50\n"
    read = TextForm(GAME).read(text).transcript
    assert check(session.rules, read, GAME.paragraphs).faults == ()
    more = TextForm(GAME).read(f"{text}Ida: 12356 > ones 1\n").transcript
    assert [fault.code for fault in check(session.rules, more, GAME.paragraphs).faults] == ["after_end"]


def test_old_states_are_read_as_before() -> None:
    """A state that was stored before there were winners: without the last two fields."""
    session = Session(GAME, 2)
    session.write("ones", *OTHER)
    session.roll(*FIVE).aside(4, 4)
    stored = STATES.dump_python(session.state, mode="json")
    assert stored[-2:] == [None, []]
    assert STATES.validate_python(stored[:-2], strict=False) == session.state


@pytest.mark.parametrize(
    ("boxes", "expected"),
    [
        ([{"category": "ones", "after": {"category": "twos"}}], [("/boxes/0/after/category", "box_after_none")]),
        ([{"category": "ones", "after": {"category": "ones"}}], [("/boxes/0/after/category", "box_after_none")]),
        (
            [
                {"category": "ones", "after": {"category": "twos"}},
                {"category": "twos", "after": {"category": "ones"}},
            ],
            [("/boxes/0/after", "box_never_opens"), ("/boxes/1/after", "box_never_opens")],
        ),
        ([{"category": "ones"}, {"category": "twos", "after": {"category": "ones"}}], []),
    ],
)
def test_each_contradiction_is_named_at_its_place(boxes: list[dict[str, Any]], expected: list[Any]) -> None:
    found = GAME.faults(options(*boxes))
    assert [(fault.pointer, fault.code) for fault in found] == expected
    for fault in found:
        for language in LANGUAGES:
            assert fault.rule in paragraphs(GAME.texts.page[language])
            assert GAME.texts.sentence(language, f"option_fault.{fault.code}", fault.details)
