"""yatzy-bg: every example and ruling of its rules page, and its options."""

import pytest

from rules.sheet import yatzy_bg
from rules.sheet.state import SheetBonus
from rules.sheet.yatzy_bg import YatzyBgOptions
from tests.rules.support.sheet import Session, choose

GAME = yatzy_bg.GAME
CHOOSING = YatzyBgOptions(choose_dice_count=True)


def points(category: str, *dice: int, options: YatzyBgOptions | None = None) -> int:
    score = Session(GAME, 1, options).rules.score(dice, None)
    return dict(score.ways)[choose(category)]


def test_the_example_of_the_source() -> None:
    """3.11."""
    session = Session(GAME).roll(1, 4, 4, 6, 6).aside(6, 6).roll(6, 4, 2).aside(6, 6, 6).roll(5, 5)
    done = session.choose("full_house")
    assert (done.points, session.state.totals) == (28, (28,))


@pytest.mark.parametrize(
    ("category", "dice", "worth"),
    [
        ("ones", (1, 1, 1, 1, 6), 4),  # 3.2
        ("twos", (2, 2, 2, 4, 5), 6),
        ("one_pair", (3, 3, 3, 3, 1), 6),  # 3.4
        ("one_pair", (6, 6, 6, 6, 6), 12),
        ("one_pair", (2, 2, 5, 5, 1), 10),
        ("two_pairs", (2, 2, 3, 3, 3), 10),  # 3.5
        ("two_pairs", (6, 6, 6, 6, 1), 0),
        ("two_pairs", (6, 6, 6, 6, 6), 0),
        ("four_of_a_kind", (4, 4, 4, 4, 6), 16),  # 3.6
        ("four_of_a_kind", (5, 5, 5, 5, 5), 20),
        ("small_straight", (5, 3, 1, 2, 4), 15),  # 3.7
        ("small_straight", (2, 3, 4, 5, 6), 0),
        ("small_straight", (1, 2, 3, 4, 4), 0),
        ("large_straight", (6, 2, 5, 3, 4), 20),
        ("large_straight", (1, 2, 3, 4, 5), 0),
        ("full_house", (4, 4, 4, 6, 6), 24),  # 3.8
        ("full_house", (5, 5, 5, 5, 5), 0),
        ("chance", (1, 2, 2, 5, 6), 16),  # 3.9
    ],
)
def test_a_box_takes(category: str, dice: tuple[int, ...], worth: int) -> None:
    assert points(category, *dice) == worth


def test_four_equal_dice_as_two_pairs() -> None:
    """3.5, option two_pairs_of_four."""
    options = YatzyBgOptions(two_pairs_of_four=True)
    assert points("two_pairs", 6, 6, 6, 6, 1, options=options) == 24
    assert points("two_pairs", 6, 6, 6, 6, 6, options=options) == 24
    assert points("full_house", 6, 6, 6, 6, 6, options=options) == 0


def test_five_equal_dice_as_a_full_house() -> None:
    """3.8, option full_house_of_five."""
    options = YatzyBgOptions(full_house_of_five=True)
    assert points("full_house", 5, 5, 5, 5, 5, options=options) == 25
    assert points("two_pairs", 5, 5, 5, 5, 5, options=options) == 0


def test_the_sheet_has_no_box_for_three_or_five_equal_dice() -> None:
    """3.10."""
    assert not {"three_of_a_kind", "yatzy", "bonus"} & set(GAME.categories)
    assert len(GAME.categories) == 13


def test_exactly_63_brings_the_bonus() -> None:
    """3.3: as soon as it is reached, even with upper boxes open."""
    session = Session(GAME).having(sixes=24, fives=20, fours=16)
    done = session.write("ones", 1, 1, 1, 4, 4)
    assert (done.points, done.events, session.state.totals) == (3, (SheetBonus(50),), (113,))


def test_62_does_not() -> None:
    """3.3."""
    session = Session(GAME).having(sixes=24, fives=20, fours=16)
    done = session.write("ones", 1, 1, 4, 4, 4)
    assert (done.points, done.events, session.state.totals) == (2, (), (62,))


def test_the_bonus_comes_once() -> None:
    """3.3: neither further upper boxes nor lower ones bring it again."""
    session = Session(GAME).having(sixes=24, fives=20, fours=16)
    session.write("threes", 3, 3, 3, 1, 1)
    assert session.write("ones", 1, 1, 1, 4, 4).events == ()
    assert session.write("chance", 6, 6, 6, 6, 6).events == ()
    assert session.state.totals == (69 + 50 + 3 + 30,)


def test_lower_boxes_do_not_count_towards_the_bonus() -> None:
    """3.3."""
    session = Session(GAME).having(sixes=30, fives=25)
    assert session.write("chance", 6, 6, 6, 6, 6).events == ()


def test_the_best_game_there_is() -> None:
    """3.2 to 3.9."""
    session = Session(GAME)
    for face, category in enumerate(GAME.categories[:6], 1):
        session.write(category, *(face,) * 5)
    session.write("one_pair", 6, 6, 1, 2, 3)
    session.write("two_pairs", 6, 6, 5, 5, 1)
    session.write("four_of_a_kind", 6, 6, 6, 6, 1)
    session.write("small_straight", 1, 2, 3, 4, 5)
    session.write("large_straight", 2, 3, 4, 5, 6)
    session.write("full_house", 6, 6, 6, 5, 5)
    session.write("chance", 6, 6, 6, 6, 6)
    assert session.state.totals == (306,)


# --- 2.7, option choose_dice_count -------------------------------------------------------------------------------


def test_the_first_roll_says_how_many_dice() -> None:
    session = Session(GAME, 2, CHOOSING)
    assert session.rolls() == [(count, count) for count in (1, 2, 3, 4, 5)]
    assert session.types() == ["roll"]
    session.roll(4, 4, 1, count=3)
    assert session.rolls() == [(None, 3)]
    assert session.selections() == [(1,), (1, 4), (4,), (4, 4)]
    session.aside(4, 4).roll(4).roll(6, 6, 6)
    assert session.choose("sixes").points == 18
    assert (session.seat(), session.rolls()[-1]) == (1, (5, 5))


def test_a_box_that_needs_more_dice_takes_0() -> None:
    session = Session(GAME, 1, CHOOSING).roll(5, 5, 5, count=3)
    worth = {"fives": 15, "one_pair": 10, "chance": 15}
    assert session.choices() == {category: worth.get(category, 0) for category in GAME.categories}
    session = Session(GAME, 1, CHOOSING).roll(1, 2, 3, 4, count=4)
    assert session.choices()["small_straight"] == 0


def test_one_die_has_nothing_to_set_aside() -> None:
    session = Session(GAME, 1, CHOOSING).roll(6, count=1)
    assert session.types() == ["choose_category", "roll"]
    assert session.roll(5).rolls() == [(None, 1)]
    assert session.roll(4).choose("fours").points == 4


def test_a_turn_of_five_is_as_ever() -> None:
    plain = Session(GAME).roll(1, 4, 4, 6, 6)
    chosen = Session(GAME, 1, CHOOSING).roll(1, 4, 4, 6, 6, count=5)
    assert (plain.legal(), plain.state) == (chosen.legal(), chosen.state)
