"""yahtzee: every ruling of its rules page; section 4, further yahtzees and jokers, against a twin."""

from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.sheet import yahtzee
from rules.sheet.state import SheetBonus, YatzyBonus
from rules.sheet.yahtzee import YahtzeeOptions
from tests.rules.support.sheet import Session, choose

GAME = yahtzee.GAME
UPPER, LOWER = GAME.categories[:6], GAME.categories[6:]
Joker = Literal["forced", "free", "none"]
JOKERS = pytest.mark.parametrize("joker", ["forced", "free", "none"])


def playing(joker: Joker = "forced") -> Session:
    return Session(GAME, 1, YahtzeeOptions(joker=joker))


@pytest.mark.parametrize(
    ("category", "dice", "worth"),
    [
        ("ones", (1, 1, 1, 1, 6), 4),  # 3.2
        ("twos", (2, 2, 2, 4, 5), 6),
        ("three_of_a_kind", (4, 4, 4, 4, 6), 22),  # 3.4
        ("four_of_a_kind", (4, 4, 4, 4, 6), 22),
        ("four_of_a_kind", (4, 4, 4, 5, 6), 0),
        ("full_house", (4, 4, 4, 6, 6), 25),  # 3.5
        ("full_house", (4, 4, 4, 4, 4), 0),
        ("small_straight", (1, 2, 3, 4, 6), 30),  # 3.6
        ("small_straight", (3, 4, 5, 6, 3), 30),
        ("small_straight", (1, 2, 3, 4, 5), 30),
        ("small_straight", (1, 2, 3, 5, 6), 0),
        ("large_straight", (2, 3, 4, 5, 6), 40),
        ("large_straight", (1, 2, 3, 4, 6), 0),
        ("yatzy", (3, 3, 3, 3, 3), 50),  # 3.7
        ("chance", (1, 2, 2, 5, 6), 16),  # 3.8
    ],
)
def test_a_box_takes(category: str, dice: tuple[int, ...], worth: int) -> None:
    assert dict(playing().rules.score(dice, None).ways)[choose(category)] == worth


def test_the_bonus_is_35_at_63() -> None:
    """3.3."""
    session = playing().having(sixes=24, fives=20, fours=16)
    assert session.write("ones", 1, 1, 1, 4, 4).events == (SheetBonus(35),)
    assert session.state.totals == (98,)


@JOKERS
def test_a_further_yahtzee_after_50_brings_100(joker: Joker) -> None:
    """4.1, 4.5: each time, with every option."""
    session = playing(joker)
    assert session.write("yatzy", 2, 2, 2, 2, 2).events == ()
    done = session.write("fours", 4, 4, 4, 4, 4)
    assert (done.points, done.events) == (20, (YatzyBonus(100),))
    assert session.write("fives", 5, 5, 5, 5, 5).events == (YatzyBonus(100),)
    assert session.write("chance", 5, 5, 5, 5, 4).events == ()
    assert session.state.totals == (50 + 120 + 125 + 24,)


@JOKERS
def test_no_100_while_the_yahtzee_box_is_open_or_holds_0(joker: Joker) -> None:
    """4.1."""
    session = playing(joker)
    assert session.write("chance", 2, 2, 2, 2, 2).events == ()
    assert session.write("yatzy", 1, 2, 2, 2, 2).events == ()
    assert session.write("sixes", 6, 6, 6, 6, 6).events == ()


def test_the_100_may_come_with_a_box_that_takes_0() -> None:
    """4.1, 4.3."""
    session = playing().full_but("ones", points=50).roll(6, 6, 6, 6, 6)
    done = session.choose("ones")
    assert (done.points, done.events) == (0, (YatzyBonus(100),))


def test_both_bonuses_at_once() -> None:
    """3.3, 4.1: in the order in which they are told of, both in the total."""
    session = playing().having(yatzy=50, sixes=24, fives=20).roll(4, 4, 4, 4, 4)
    assert session.choose("fours").events == (YatzyBonus(100), SheetBonus(35))
    assert session.state.totals == (50 + 44 + 20 + 135,)


def test_a_seat_with_a_joker_may_still_roll() -> None:
    """4.2."""
    session = playing().having(yatzy=50).roll(4, 4, 4, 4, 4)
    assert session.types() == ["choose_category", "roll", "set_aside"]
    assert session.selections() == [(4,), (4, 4), (4, 4, 4), (4, 4, 4, 4)]


@pytest.mark.parametrize("held", [0, 50])
class TestForced:
    """4.2 and 4.3: whether the yahtzee box holds 50 or 0."""

    def test_the_matching_upper_box_if_it_is_open(self, held: int) -> None:
        assert playing().having(yatzy=held).roll(5, 5, 5, 5, 5).choices() == {"fives": 25}

    def test_else_any_lower_box_in_full(self, held: int) -> None:
        session = playing().having(yatzy=held, fives=10).roll(5, 5, 5, 5, 5)
        assert session.choices() == {
            "three_of_a_kind": 25,
            "four_of_a_kind": 25,
            "full_house": 25,
            "small_straight": 30,
            "large_straight": 40,
            "chance": 25,
        }
        assert session.choose("large_straight").points == 40

    def test_else_an_upper_box_for_0(self, held: int) -> None:
        lower = dict.fromkeys(LOWER, 0) | {"yatzy": held}
        session = playing().having(**lower, fives=10, ones=2).roll(5, 5, 5, 5, 5)
        assert session.choices() == {"twos": 0, "threes": 0, "fours": 0, "sixes": 0}


def test_a_free_joker_goes_anywhere_but_counts_in_full_only_if_the_matching_box_is_filled() -> None:
    """4.4."""
    session = playing("free").having(yatzy=0).roll(5, 5, 5, 5, 5)
    sums = {"fives": 25, "three_of_a_kind": 25, "four_of_a_kind": 25, "chance": 25}
    assert session.choices() == {c: sums.get(c, 0) for c in GAME.categories if c != "yatzy"}
    session = playing("free").having(yatzy=0, fives=10).roll(5, 5, 5, 5, 5)
    full = sums | {"full_house": 25, "small_straight": 30, "large_straight": 40}
    assert session.choices() == {c: full.get(c, 0) for c in GAME.categories if c not in {"yatzy", "fives"}}
    assert session.choose("small_straight").points == 30


def test_without_jokers_the_dice_count_as_they_are() -> None:
    """4.5."""
    session = playing("none").having(yatzy=50, fives=10).roll(5, 5, 5, 5, 5)
    sums = {"three_of_a_kind": 25, "four_of_a_kind": 25, "chance": 25}
    assert session.choices() == {c: sums.get(c, 0) for c in GAME.categories if c not in {"yatzy", "fives"}}


def test_other_dice_are_no_joker() -> None:
    """4.2."""
    session = playing().having(yatzy=50, fives=10).roll(5, 5, 5, 5, 4)
    assert (session.choices()["large_straight"], session.choices()["ones"]) == (0, 0)


def twin(joker: Joker, face: int, opened: set[str]) -> dict[str, int]:
    """Section 4 for five equal dice, written from the page."""
    made = {"three_of_a_kind": 5 * face, "four_of_a_kind": 5 * face, "chance": 5 * face, "yatzy": 50}
    made[UPPER[face - 1]] = 5 * face
    full = made | {"full_house": 25, "small_straight": 30, "large_straight": 40}
    if "yatzy" in opened or joker == "none":
        return {box: made.get(box, 0) for box in opened}
    matching = UPPER[face - 1] in opened
    if joker == "free":
        return {box: (made if matching else full).get(box, 0) for box in opened}
    if matching:
        return {UPPER[face - 1]: 5 * face}
    if lower := opened & set(LOWER):
        return {box: full[box] for box in lower}
    return dict.fromkeys(opened, 0)


@JOKERS
@given(face=st.integers(1, 6), opened=st.sets(st.sampled_from(GAME.categories), min_size=1))
def test_placing_five_equal_dice(joker: Joker, face: int, opened: set[str]) -> None:
    """Section 4 on any sheet: what is listed is what is accepted."""
    session = playing(joker).full_but(*opened, points=50).roll(*(face,) * 5)
    wanted = twin(joker, face, opened)
    assert session.choices() == wanted
    for category in GAME.categories:
        if category not in wanted:
            session.refused(choose(category))


def test_the_best_game_there_is() -> None:
    """3.2 to 4.3: thirteen yahtzees, 1575 points."""
    session = playing()
    session.write("yatzy", 6, 6, 6, 6, 6)
    for face, category in enumerate(UPPER, 1):
        session.write(category, *(face,) * 5)
    for category in LOWER:
        if category != "yatzy":
            session.write(category, 6, 6, 6, 6, 6)
    assert session.state.totals == (1575,)
    assert session.outcome().winners == (0,)
