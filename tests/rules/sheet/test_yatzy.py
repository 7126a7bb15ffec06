"""yatzy: every example of its rules page, and its options."""

import pytest

from rules.sheet import yatzy
from rules.sheet.state import SheetBonus
from rules.sheet.yatzy import YatzyOptions
from tests.rules.support.sheet import Session, choose

GAME = yatzy.GAME


@pytest.mark.parametrize(
    ("category", "dice", "worth"),
    [
        ("ones", (1, 1, 1, 1, 6), 4),  # 3.2
        ("twos", (2, 2, 2, 4, 5), 6),
        ("one_pair", (3, 3, 3, 3, 1), 6),  # 3.4
        ("one_pair", (6, 6, 6, 6, 6), 12),
        ("two_pairs", (2, 2, 3, 3, 3), 10),  # 3.5
        ("two_pairs", (6, 6, 6, 6, 1), 0),
        ("three_of_a_kind", (5, 5, 5, 5, 1), 15),  # 3.6
        ("four_of_a_kind", (4, 4, 4, 4, 6), 16),  # 3.7
        ("small_straight", (1, 2, 3, 4, 5), 15),  # 3.8
        ("large_straight", (2, 3, 4, 5, 6), 20),
        ("full_house", (4, 4, 4, 6, 6), 24),  # 3.9
        ("full_house", (5, 5, 5, 5, 5), 0),
        ("chance", (1, 2, 2, 5, 6), 16),  # 3.10
        ("yatzy", (1, 1, 1, 1, 1), 50),  # 3.11
        ("yatzy", (1, 1, 1, 1, 2), 0),
    ],
)
def test_a_box_takes(category: str, dice: tuple[int, ...], worth: int) -> None:
    assert dict(Session(GAME).rules.score(dice, None).ways)[choose(category)] == worth


def test_options() -> None:
    """3.5 and 3.9."""
    session = Session(GAME, 1, YatzyOptions(two_pairs_of_four=True, full_house_of_five=True)).roll(5, 5, 5, 5, 5)
    assert (session.choices()["two_pairs"], session.choices()["full_house"]) == (20, 25)


def test_the_bonus_is_50_at_63() -> None:
    """3.3."""
    session = Session(GAME).having(sixes=24, fives=20, fours=16)
    assert session.write("ones", 1, 1, 1, 4, 4).events == (SheetBonus(50),)
    assert session.state.totals == (113,)


def test_a_further_yatzy_brings_nothing_extra() -> None:
    """3.11: and no joker."""
    session = Session(GAME).having(yatzy=50).roll(4, 4, 4, 4, 4)
    assert list(session.choices()) == [category for category in GAME.categories if category != "yatzy"]
    assert (session.choices()["small_straight"], session.choices()["full_house"]) == (0, 0)
    assert session.choose("chance").events == ()


def test_the_best_game_there_is() -> None:
    """3.2 to 3.11."""
    session = Session(GAME)
    for face, category in enumerate(GAME.categories[:6], 1):
        session.write(category, *(face,) * 5)
    for category in ("one_pair", "three_of_a_kind", "four_of_a_kind", "chance", "yatzy"):
        session.write(category, 6, 6, 6, 6, 6)
    session.write("two_pairs", 6, 6, 5, 5, 1)
    session.write("small_straight", 1, 2, 3, 4, 5)
    session.write("large_straight", 2, 3, 4, 5, 6)
    session.write("full_house", 6, 6, 6, 5, 5)
    assert session.state.totals == (374,)
