"""Loose dice on a loose sheet."""

from operator import itemgetter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from rules.contract import AnyGame
from rules.faults import Impossible
from rules.sheet import yahtzee, yatzy, yatzy_bg
from rules.sheet.state import SheetChoose, SheetLoose
from rules.sheet.yahtzee import YahtzeeOptions
from rules.sheet.yatzy_bg import YatzyBgOptions
from tests.rules.support.sheet import Session, choose

GAMES = pytest.mark.parametrize("game", [yatzy_bg.GAME, yatzy.GAME, yahtzee.GAME], ids=lambda game: game.name)
SHEET = TypeAdapter[SheetLoose](SheetLoose)


def struck(box: str) -> int:
    """What stands in a box that a seat has given up: chance always holds something."""
    return 5 if box == "chance" else 0


@GAMES
@given(dice=st.lists(st.integers(1, 6), min_size=5, max_size=5), data=st.data())
def test_loose_dice_score_like_a_throw(game: AnyGame, dice: list[int], data: st.DataObject) -> None:
    """In any order, on any sheet that is not full."""
    opened = data.draw(st.sets(st.sampled_from(game.categories), min_size=1))
    session = Session(game).full_but(*opened).roll(*dice)
    sheet = SHEET.validate_python({"boxes": {box: struck(box) for box in game.categories if box not in opened}})
    score = session.rules.score(tuple(dice), sheet)
    assert not score.bust
    ways = [(move, points, worth) for (move, points), worth in zip(score.ways, score.worths, strict=True)]
    assert ways == [
        (each.move, each.points, each.worth) for each in session.legal() if isinstance(each.move, SheetChoose)
    ]


def test_no_sheet_is_an_empty_one() -> None:
    rules = Session(yatzy_bg.GAME).rules
    assert rules.score((1, 2, 3, 4, 5), None) == rules.score((1, 2, 3, 4, 5), SheetLoose(boxes={}))


def test_what_completes_the_upper_bonus_brings_it() -> None:
    sheet = SheetLoose(boxes={"ones": 3, "twos": 6, "threes": 9, "fours": 12, "fives": 15})
    score = Session(yatzy.GAME).rules.score((6, 6, 6, 5, 5), sheet)
    assert (dict(score.ways)[choose("sixes")], score.worths[0]) == (68, 18)
    assert max(score.ways, key=itemgetter(1))[0] == choose("sixes")


def test_jokers_and_what_further_yatzys_bring() -> None:
    """yahtzee 4.2, 4.3: only what may be chosen is listed."""
    sheet = SheetLoose(boxes={"yatzy": 50, "fives": 20, "three_of_a_kind": 25, "four_of_a_kind": 25, "chance": 20})
    score = Session(yahtzee.GAME).rules.score((5, 5, 5, 5, 5), sheet)
    assert score.ways == (
        (choose("full_house"), 125),
        (choose("small_straight"), 130),
        (choose("large_straight"), 140),
    )
    assert score.worths == (25, 30, 40)
    free = Session(yahtzee.GAME, 1, YahtzeeOptions(joker="free")).rules.score((5, 5, 5, 5, 5), sheet).ways
    assert dict(free)[choose("ones")] == 100


@pytest.mark.parametrize(
    "sheet",
    [
        '{"boxes": {"ones": "3"}}',
        '{"boxes": {"ones": true}}',
        '{"boxes": {"ones": null}}',
        '{"boxes": {"ones": -1}}',
        '{"boxes": ["ones"]}',
        '{"boxes": {}, "total": 0}',
        "{}",
    ],
)
def test_what_is_no_sheet(sheet: str) -> None:
    with pytest.raises(ValidationError):
        SHEET.validate_json(sheet)


def test_a_sheet_arrives_as_json() -> None:
    assert SHEET.validate_json('{"boxes": {"ones": 3}}') == SheetLoose(boxes={"ones": 3})


def test_a_box_of_another_sheet() -> None:
    with pytest.raises(ValueError, match="This sheet has no box three_of_a_kind"):
        Session(yatzy_bg.GAME).rules.score((1, 2, 3, 4, 5), SheetLoose(boxes={"yatzy": 0, "three_of_a_kind": 0}))


@GAMES
def test_a_full_sheet(game: AnyGame) -> None:
    sheet = SHEET.validate_python({"boxes": {box: struck(box) for box in game.categories}})
    with pytest.raises(ValueError, match="Every box of the sheet is filled"):
        Session(game).rules.score((1, 2, 3, 4, 5), sheet)


@GAMES
@pytest.mark.parametrize("dice", [(), (1,), (1, 2, 3, 4), (1, 2, 3, 4, 5, 6)])
def test_five_dice_are_wanted(game: AnyGame, dice: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="A throw is 5 dice"):
        Session(game).rules.score(dice, None)


@pytest.mark.parametrize("face", [0, 7])
def test_a_face_that_no_die_has(face: int) -> None:
    with pytest.raises(ValueError, match="faces 1 to 6, not"):
        Session(yatzy.GAME).rules.score((1, 2, 3, 4, face), None)


def test_fewer_dice_where_their_number_is_chosen() -> None:
    """yatzy-bg 2.7."""
    rules = Session(yatzy_bg.GAME, 1, YatzyBgOptions(choose_dice_count=True)).rules
    assert yatzy_bg.GAME.score_dice == (1, 5)
    for count in range(1, 6):
        assert dict(rules.score((6,) * count, None).ways)[choose("sixes")] == 6 * count
    for dice in ((), (1, 2, 3, 4, 5, 6)):
        with pytest.raises(ValueError, match="A throw is 1 to 5 dice"):
            rules.score(dice, None)


@pytest.mark.parametrize(
    ("game", "boxes", "place"),
    [
        (yatzy.GAME, {"twos": 4, "ones": 99}, ("boxes", "ones")),
        (yatzy.GAME, {"full_house": 6}, ("boxes", "full_house")),
        (yatzy_bg.GAME, {"yatzy": 50}, ("boxes", "yatzy")),
    ],
)
def test_boxes_that_no_dice_can_fill(game: AnyGame, boxes: dict[str, int], place: tuple[str, ...]) -> None:
    with pytest.raises(Impossible) as refused:
        Session(game).rules.score((1, 2, 3, 4, 5), SHEET.validate_python({"boxes": boxes}))
    assert refused.value.place == place
