"""House rules of sheet games: the vocabulary of boxes, Kniffel, Maxi Yatzy."""

from collections import Counter
from itertools import combinations_with_replacement

import pytest

from rules.contract import AnyGame
from rules.sheet.boxes import SheetBox, category
from rules.sheet.categories import CATEGORIES, SheetCategory
from rules.sheet.house.game import GAME
from rules.sheet.house.presets import KNIFFEL, MAXI_YATZY, YATZY
from rules.sheet.options import SheetOptions
from rules.sheet.state import SheetBonus, SheetChoose, SheetLoose, YatzyBonus
from rules.texts import paragraphs
from tests.rules.support.sheet import Session

Dice = tuple[int, ...]
UPPER = ("ones", "twos", "threes", "fours", "fives", "sixes")
EQUAL = {"one_pair": 2, "three_of_a_kind": 3, "four_of_a_kind": 4, "five_of_a_kind": 5}
GROUPS = {"two_pairs": (2, 2), "three_pairs": (2, 2, 2), "full_house": (3, 2), "villa": (3, 3), "tower": (4, 2)}
RUNS = {"small_straight": range(1, 6), "large_straight": range(2, 7), "full_straight": range(1, 7)}


def best_groups(dice: Dice, sizes: tuple[int, ...], *, distinct: bool, used: frozenset[int] = frozenset()) -> int:
    """The greatest sum of groups of these sizes among the dice; 0 if there are none such."""
    if not sizes:
        return 0
    size, rest = sizes[0], sizes[1:]
    sums = []
    for face in set(dice):
        if dice.count(face) < size or (distinct and face in used):
            continue
        left = list(dice)
        for _ in range(size):
            left.remove(face)
        more = best_groups(tuple(left), rest, distinct=distinct, used=used | {face})
        if more or not rest:
            sums.append(size * face + more)
    return max(sums, default=0)


def group_sum(box: SheetBox, dice: Dice) -> int:
    """The sum of the dice that make the category, written from the rules page; 0 if they do not."""
    name = box.category
    if name in UPPER:
        face = UPPER.index(name) + 1
        return face * dice.count(face)
    if name == "chance":
        return sum(dice)
    if name == "yatzy":
        return sum(dice) if len(set(dice)) == 1 else 0
    if name in EQUAL:
        return best_groups(dice, (EQUAL[name],), distinct=True)
    if name in GROUPS:
        return best_groups(dice, GROUPS[name], distinct=box.faces == "distinct")
    if box.in_a_row is None:
        return sum(RUNS[name]) if set(RUNS[name]) <= set(dice) else 0
    starts = (range(low, low + box.in_a_row) for low in range(1, 8 - box.in_a_row))
    return max((sum(run) for run in starts if set(run) <= set(dice)), default=0)


def words() -> list[SheetBox]:
    made = [SheetBox(category=name) for name in CATEGORIES]
    made += [SheetBox(category=name, worth="all") for name in CATEGORIES[6:]]
    made += [SheetBox(category=name, worth=40) for name in CATEGORIES[6:]]
    made += [SheetBox(category=name, faces="any") for name in CATEGORIES if name in GROUPS]
    made += [SheetBox(category=name, in_a_row=many) for name in CATEGORIES if name in RUNS for many in (3, 4, 5, 6)]
    return made


@pytest.mark.parametrize("dice", [5, 6])
@pytest.mark.parametrize("box", words(), ids=lambda box: f"{box.category}-{box.worth}-{box.faces}-{box.in_a_row}")
def test_a_box_is_worth_what_its_words_say(box: SheetBox, dice: int) -> None:
    made = category(box, dice)
    for thrown in combinations_with_replacement(range(1, 7), dice):
        makes = group_sum(box, thrown)
        expected = makes if box.worth == "group" else sum(thrown) if box.worth == "all" else box.worth
        assert made.points(thrown) == (expected if makes else 0), thrown


def test_maxi_yatzy_has_twenty_boxes_for_six_dice() -> None:
    session = Session(GAME, 1, MAXI_YATZY)
    assert Counter(box.category for box in MAXI_YATZY.boxes) == Counter(CATEGORIES)
    session.roll(3, 3, 3, 5, 5, 5)
    worth = session.choices()
    assert (worth["villa"], worth["full_house"], worth["two_pairs"], worth["three_pairs"]) == (24, 21, 16, 0)
    assert (worth["tower"], worth["one_pair"], worth["chance"], worth["yatzy"]) == (0, 10, 24, 0)
    assert len(session.selections()) == 4 * 4 - 2
    session.aside(5, 5, 5).roll(5, 5, 5)
    assert (session.choices()["yatzy"], session.choices()["five_of_a_kind"]) == (100, 25)


def test_the_bonus_of_maxi_yatzy_begins_at_84() -> None:
    session = Session(GAME, 1, MAXI_YATZY).having(ones=4, twos=8, threes=12, fours=16, fives=20)
    assert session.write("sixes", 6, 6, 6, 6, 1, 1).events == (SheetBonus(100),)
    session = Session(GAME, 1, MAXI_YATZY).having(ones=3, twos=8, threes=12, fours=16, fives=20)
    assert session.write("sixes", 6, 6, 6, 6, 1, 1).events == ()


@pytest.mark.parametrize("first", [50, 0])
def test_a_further_kniffel_brings_50_in_the_box_of_its_face_alone(first: int) -> None:
    """Schmidt's leaflet: where the Kniffel box has an entry, if only 0, and the number box is free."""
    session = Session(GAME, 1, KNIFFEL).having(yatzy=first)
    session.roll(4, 4, 4, 4, 4)
    assert list(session.choices()) == ["fours"]
    assert session.choose("fours").events == (YatzyBonus(50),)
    session.roll(4, 4, 4, 4, 4)
    assert session.choices()["large_straight"] == 40
    assert "fives" not in session.choices()
    assert session.choose("large_straight").events == ()
    assert session.state.totals == (first + 20 + 50 + 40,)


def test_the_first_kniffel_brings_its_points_only() -> None:
    session = Session(GAME, 1, KNIFFEL)
    assert session.write("fours", 4, 4, 4, 4, 4).events == ()
    assert session.write("yatzy", 5, 5, 5, 5, 5).events == ()


def test_without_a_bonus_there_is_no_word_of_it() -> None:
    session = Session(GAME, 1, YATZY.model_copy(update={"bonus": 0})).full_but("sixes", points=20)
    assert session.write("sixes", 6, 6, 6, 6, 6).events == ()


def test_a_turn_may_be_played_with_up_to_six_dice() -> None:
    session = Session(GAME, 1, MAXI_YATZY.model_copy(update={"choose_dice_count": True}))
    assert session.rolls() == [(count, count) for count in range(1, 7)]
    session.roll(1, 2, 3, 4, 5, 6, count=6)
    assert session.choices()["full_straight"] == 21


def test_loose_dice_are_scored_by_the_options() -> None:
    score = GAME.rules(MAXI_YATZY).score((1, 2, 3, 4, 5, 6), SheetLoose(boxes={"chance": 20}))
    assert (SheetChoose("full_straight"), 21) in score.ways
    with pytest.raises(ValueError, match="A throw is 6 dice"):
        GAME.rules(MAXI_YATZY).score((1, 2, 3, 4, 5), None)


# --- contradictions ---


def faults(**options: object) -> list[tuple[str, str]]:
    found = GAME.faults(SheetOptions.model_validate(options))
    for fault in found:
        assert fault.rule in paragraphs(GAME.texts.page["en"])
        assert GAME.texts.sentence("en", f"option_fault.{fault.code}", fault.details)
    return [(fault.pointer, fault.code) for fault in found]


def boxes(*names: SheetCategory) -> tuple[SheetBox, ...]:
    return tuple(SheetBox(category=name) for name in names)


NO_BONUS = {"bonus": 0}


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, []),
        ({"boxes": boxes("chance", "one_pair", "chance"), **NO_BONUS}, [("/boxes/2", "category_twice")]),
        ({"boxes": boxes("villa", "tower", "full_straight", "three_pairs"), "dice": 6, **NO_BONUS}, []),
        (
            {"boxes": boxes("villa", "tower", "chance", "full_straight"), **NO_BONUS},
            [(f"/boxes/{place}", "box_needs_more_dice") for place in (0, 1, 3)],
        ),
        (
            {"boxes": (SheetBox(category="small_straight", in_a_row=4),), "dice": 3, **NO_BONUS},
            [("/boxes/0", "box_needs_more_dice")],
        ),
        ({"boxes": (SheetBox(category="ones", worth=5),), **NO_BONUS}, [("/boxes/0/worth", "upper_box_worth")]),
        (
            {"boxes": (SheetBox(category="one_pair", faces="any"),), **NO_BONUS},
            [("/boxes/0/faces", "faces_without_groups")],
        ),
        (
            {"boxes": (SheetBox(category="chance", in_a_row=3),), **NO_BONUS},
            [("/boxes/0/in_a_row", "in_a_row_without_straight")],
        ),
        ({"boxes": boxes("chance")}, [("/bonus", "bonus_without_upper_boxes")]),
        ({"boxes": boxes("fives", "sixes"), "bonus_from": 55}, []),
        ({"boxes": boxes("fives", "sixes"), "bonus_from": 56}, [("/bonus_from", "bonus_unreachable")]),
        ({"bonus_from": 105}, []),
        ({"bonus_from": 106}, [("/bonus_from", "bonus_unreachable")]),
        ({"boxes": boxes("chance"), "joker": "free", **NO_BONUS}, [("/joker", "joker_without_yatzy")]),
        ({"boxes": boxes("chance"), "yatzy_bonus": 50, **NO_BONUS}, [("/yatzy_bonus", "yatzy_bonus_without_yatzy")]),
        (
            {"boxes": boxes("yatzy"), "yatzy_bonus": 50, "yatzy_bonus_for": "matching_box", **NO_BONUS},
            [("/yatzy_bonus_for", "matching_box_without_upper_boxes")],
        ),
        (
            {"boxes": boxes("yatzy"), "yatzy_bonus": 50, "joker": "forced", **NO_BONUS},
            [("/joker", "joker_without_further_box"), ("/yatzy_bonus", "yatzy_bonus_without_further_box")],
        ),
        ({"boxes": boxes("yatzy", "chance"), "yatzy_bonus": 50, "joker": "forced", **NO_BONUS}, []),
    ],
)
def test_each_contradiction_is_named_at_its_place(
    options: dict[str, object], expected: list[tuple[str, str]]
) -> None:
    assert faults(**options) == expected


@pytest.mark.parametrize("dice", range(1, 7))
def test_a_box_that_no_throw_fits_is_found(dice: int) -> None:
    """The twin: every throw there is."""
    throws = list(combinations_with_replacement(range(1, 7), dice))
    for place, box in enumerate(words()):
        codes = {fault.code for fault in GAME.faults(SheetOptions(boxes=(box,), dice=dice, bonus=0))}
        fits = any(group_sum(box, thrown) for thrown in throws)
        assert ("box_needs_more_dice" in codes) == (not fits), (place, box)


@pytest.mark.parametrize("dice", [1, 2, 5, 6])
def test_the_highest_upper_sum_is_the_bound_of_the_bonus(dice: int) -> None:
    game: AnyGame = GAME
    for faces in ((1,), (2, 6), (1, 2, 3, 4, 5, 6)):
        names = [CATEGORIES[face - 1] for face in faces]
        most = sum(
            max(face * thrown.count(face) for thrown in combinations_with_replacement(faces, dice)) for face in faces
        )
        for wanted in (most, most + 1):
            if wanted <= 126:
                options = SheetOptions(boxes=boxes(*names), dice=dice, bonus_from=wanted)
                assert bool(game.faults(options)) == (wanted > most)
