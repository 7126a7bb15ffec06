"""Boxes of a table's own: which dice fit, what they are worth and when; the twins pick dice by their places."""

from collections.abc import Iterator
from itertools import chain, combinations, combinations_with_replacement, pairwise, permutations
from typing import Any

import pytest
from pydantic import ValidationError

from rules.sheet.boxes import SheetBox, SheetWorth, category
from rules.sheet.check_sheet import FilledSheet
from rules.sheet.house.game import GAME
from rules.sheet.options import SheetOptions
from rules.sheet.state import SheetChoose, SheetLoose
from rules.texts import LANGUAGES, paragraphs
from tests.rules.support.sheet import Session
from tests.rules.support.small_sheets import Twin

Dice = tuple[int, ...]
COLOURS = ((1, 6), (2, 5), (3, 4))
RED_AND_BLACK = ((1, 3, 5), (2, 4, 6))
FITS: list[dict[str, Any]] = [
    {"type": "any"},
    *({"type": "equal", "count": count} for count in (2, 3, 5)),
    *(
        {"type": "groups", "sizes": sizes, "faces": faces}
        for sizes in ([2, 2], [2, 3], [2, 2, 2])
        for faces in ("distinct", "any")
    ),
    *({"type": "run", "length": length, "wraps": wraps} for length in (2, 4, 5, 6) for wraps in (False, True)),
    {"type": "faces", "any_of": [[5, 3, 1], [2, 4, 6]]},
    {"type": "faces", "any_of": [[6, 6, 6], [1]]},
]
BOUNDS: list[dict[str, Any]] = [{}, {"lowest": 13, "highest": 13}, {"highest": 9}, {"lowest": 21}]


def splits(pick: Dice, sizes: list[int], *, distinct: bool) -> bool:
    """Whether the dice can be laid out in groups of equal ones, whose faces differ if they must."""
    for laid in permutations(pick):
        starts = [sum(sizes[:at]) for at in range(len(sizes))]
        shown = [set(laid[at : at + size]) for at, size in zip(starts, sizes, strict=True)]
        faces = [next(iter(each)) for each in shown if len(each) == 1]
        if len(faces) == len(sizes) and (not distinct or len(set(faces)) == len(faces)):
            return True
    return False


def follows(pick: Dice, *, wraps: bool) -> bool:
    """Whether the dice can be laid out so that each shows one more than the last, a 1 after a 6 if that counts."""
    after = {face: face + 1 for face in range(1, 6)} | ({6: 1} if wraps else {})
    return any(all(after.get(one) == other for one, other in pairwise(laid)) for laid in permutations(pick))


def picks(fits: dict[str, Any], dice: Dice) -> Iterator[Dice]:
    """The dice of a throw that make the category, in every way there is."""
    match fits:
        case {"type": "any"}:
            yield dice
        case {"type": "equal", "count": count}:
            yield from (pick for pick in combinations(dice, count) if len(set(pick)) == 1)
        case {"type": "groups", "sizes": sizes, "faces": faces}:
            some = set(combinations(dice, sum(sizes)))
            yield from (pick for pick in some if splits(pick, sizes, distinct=faces == "distinct"))
        case {"type": "run", "length": length, "wraps": wraps}:
            yield from (pick for pick in set(combinations(dice, length)) if follows(pick, wraps=wraps))
        case {"any_of": named}:
            for throw in named:
                yield from (pick for pick in combinations(dice, len(throw)) if sorted(pick) == sorted(throw))


def making(said: dict[str, Any], dice: Dice, colours: tuple[Dice, ...] = ()) -> list[int]:
    """The sums of the dice that make the box, in every way there is."""
    if not said.get("lowest", 0) <= sum(dice) <= said.get("highest", 99):
        return []
    ways = picks(said["fits"], dice)
    if said.get("one_colour"):
        ways = (pick for pick in ways if any(set(pick) <= set(colour) for colour in colours))
    return list(map(sum, ways))


def worth(word: Any, makes: list[int], dice: Dice) -> int:
    if not makes:
        return 0
    match word:
        case int():
            return word
        case "group":
            return max(makes)
        case "all":
            return sum(dice)
        case _:
            return int(
                word.get("times", 1) * (max(makes) if word["of"] == "group" else sum(dice)) + word.get("plus", 0)
            )


WORTHS: list[Any] = ["group", "all", 7, {"of": "all", "plus": 15}, {"of": "group", "times": 3}]


@pytest.mark.parametrize("colours", [(), COLOURS, RED_AND_BLACK], ids=["plain", "three-colours", "two-colours"])
@pytest.mark.parametrize("fits", FITS, ids=str)
def test_a_box_is_worth_what_its_words_say(fits: dict[str, Any], colours: tuple[Dice, ...]) -> None:
    for bounds in BOUNDS:
        said = {"category": "own", "fits": fits, "one_colour": bool(colours), **bounds}
        boxes = [category(SheetBox.model_validate({**said, "worth": word}), 5, colours) for word in WORTHS]
        for dice in combinations_with_replacement(range(1, 7), 5):
            makes = making(said, dice, colours)
            assert [box.points(dice) for box in boxes] == [worth(word, makes, dice) for word in WORTHS], (said, dice)


@pytest.mark.parametrize("choosing", [False, True])
def test_a_box_that_no_throw_fits_is_found(choosing: bool) -> None:
    """The twin: every throw there is."""
    for dice, colours, fits, bounds in (
        (dice, colours, fits, bounds)
        for dice in (2, 5)
        for colours in ((), COLOURS)
        for fits in FITS
        for bounds in (*BOUNDS, {"highest": 4}, {"lowest": 29}, {"lowest": 31})
    ):
        said = {"category": "own", "fits": fits, "one_colour": bool(colours), **bounds}
        options = SheetOptions.model_validate(
            {"boxes": [said], "dice": dice, "bonus": 0, "colours": colours, "choose_dice_count": choosing}
        )
        counts = range(1, dice + 1) if choosing else (dice,)
        throws = chain(*(combinations_with_replacement(range(1, 7), count) for count in counts))
        fitted = any(making(said, thrown, colours) for thrown in throws)
        codes = [fault.code for fault in GAME.faults(options)]
        assert codes == ([] if fitted else codes[:1]), said
        assert fitted or codes[0] in ("box_never_fits", "box_needs_more_dice"), said


def kismet_like(**more: Any) -> SheetOptions:
    full = {"type": "groups", "sizes": [2, 3]}
    return SheetOptions.model_validate(
        {
            "boxes": [
                {"category": "sixes"},
                {"category": "full_house", "worth": {"of": "all", "plus": 15}},
                {"category": "full_red", "fits": full, "one_colour": True, "worth": {"of": "all", "plus": 20}},
                {
                    "category": "flush",
                    "fits": {"type": "any"},
                    "one_colour": True,
                    "worth": 35,
                    "name": "Farbe {}"[:5],
                },
                {"category": "street", "fits": {"type": "run", "length": 5}, "worth": [66, 56, 46]},
            ],
            "bonus": 0,
            "colours": COLOURS,
            **more,
        }
    )


def test_sums_with_points_added_and_dice_of_one_colour() -> None:
    worth = Session(GAME, 1, kismet_like()).roll(2, 2, 5, 5, 5).choices()
    assert worth == {"sixes": 0, "full_house": 34, "full_red": 39, "flush": 35, "street": 0}
    worth = Session(GAME, 1, kismet_like()).roll(2, 2, 6, 6, 6).choices()
    assert worth == {"sixes": 18, "full_house": 37, "full_red": 0, "flush": 0, "street": 0}


def test_a_worth_falls_by_throw() -> None:
    for throws, points in ((1, 66), (2, 56), (3, 46)):
        session = Session(GAME, 1, kismet_like())
        for _ in range(throws):
            session.roll(1, 2, 3, 4, 5)
        assert session.choices()["street"] == points
        assert session.choose("street").points == points
        assert session.state.totals == (points,)
        assert session.rules.possible[4] == {0, 66, 56, 46}


def test_saved_throws_are_late_ones() -> None:
    session = Session(GAME, 1, kismet_like(save_throws=True)).write("sixes", 1, 1, 1, 1, 1)
    table = Session(GAME, 1, kismet_like(save_throws=True))
    table.write("sixes", 1, 1, 1, 1, 1)
    for _ in range(5):
        table.roll(2, 3, 4, 5, 6)
    assert table.choices()["street"] == 46
    assert session.points == 0


def test_loose_dice_may_say_which_throw_they_are() -> None:
    rules = GAME.rules(kismet_like())
    for throw, points in ((1, 66), (2, 56), (3, 46), (9, 46), (None, 46)):
        ways = rules.score((1, 2, 3, 4, 5), SheetLoose(boxes={"flush": 35}, throw=throw)).ways
        assert (SheetChoose("street"), points) in ways
    assert (SheetChoose("street"), 46) in rules.score((1, 2, 3, 4, 5), None).ways


def test_a_filled_sheet_may_hold_what_any_throw_brings() -> None:
    rules = GAME.rules(kismet_like())
    assert GAME.check_sheet is not None
    found = GAME.check_sheet(rules, FilledSheet(boxes={"street": 56, "flush": 35}, total=91))
    assert (found.faults, found.total) == ((), 91)
    (fault,) = GAME.check_sheet(rules, FilledSheet(boxes={"flush": 30})).faults
    assert (fault.code, fault.rule, fault.right) == ("impossible_points", "3.9", [0, 35])
    (fault,) = GAME.check_sheet(rules, FilledSheet(boxes={"poker": 30})).faults
    assert (fault.code, fault.rule) == ("not_on_sheet", "3.1")


def test_boxes_are_called_as_the_table_names_them() -> None:
    texts = GAME.texts_of(kismet_like())
    for language in LANGUAGES:
        said = texts.sentence(language, "reason.box_filled", {"category": "flush", "points": 35}) or ""
        assert "Farbe" in said
        assert "Full red" in (texts.sentence(language, "reason.not_on_sheet", {"category": "full_red"}) or "")
        own = texts.messages[language]
        assert own["category.sixes"] == GAME.texts.messages[language]["category.sixes"]
    with pytest.raises(ValidationError):
        SheetBox(category="flush", name="{seat}")


def test_the_adviser_is_a_model_where_worths_fall_by_throw() -> None:
    """With one box it is exact: the twin asks the referee about every move and every throw."""
    assert GAME.adviser is not None
    options = SheetOptions.model_validate(
        {
            "boxes": [
                {"category": "pair", "fits": {"type": "equal", "count": 2}, "worth": [5, {"of": "all", "plus": 1}, 3]}
            ],
            "dice": 2,
            "bonus": 0,
        }
    )
    session, adviser = Session(GAME, 1, options), GAME.adviser(options)
    twin = Twin(session.rules)
    for _ in range(3):
        state = session.state
        assert adviser.method(state, 0, "points") == "model"
        assert adviser.values(state, 0, "points") == pytest.approx([float(each) for each in twin.moves(state)])
        session.roll(2, 2) if not state.dice else session.aside(2).roll(5)
    state = session.state
    assert adviser.values(state, 0, "points") == pytest.approx([float(each) for each in twin.moves(state)])
    assert adviser.value(state, 0, "points") == 0
    assert adviser.solutions(state) == ()


def test_a_box_of_its_own_is_advised_on_exactly() -> None:
    assert GAME.adviser is not None
    options = SheetOptions.model_validate(
        {
            "boxes": [
                {"category": "low", "fits": {"type": "any"}, "highest": 4, "worth": {"of": "all", "times": 3}},
                {"category": "ends", "fits": {"type": "faces", "any_of": [[1, 6]]}, "worth": 9},
            ],
            "dice": 2,
            "throws": 2,
            "bonus": 0,
        }
    )
    session, adviser = Session(GAME, 1, options).roll(1, 4), GAME.adviser(options)
    values = [float(each) for each in Twin(session.rules).moves(session.state)]
    assert adviser.method(session.state, 0, "points") == "exact"
    assert adviser.values(session.state, 0, "points") == pytest.approx(values)


OWN: dict[str, Any] = {"category": "own", "fits": {"type": "any"}}


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"boxes": [OWN]}, []),
        ({"boxes": [{"category": "own"}]}, [("/boxes/0/fits", "own_box_without_fits")]),
        ({"boxes": [OWN, OWN]}, [("/boxes/1", "category_twice")]),
        ({"boxes": [{**OWN, "category": "sixes"}]}, [("/boxes/0/fits", "dice_of_box_fixed")]),
        ({"boxes": [{"category": "yatzy", "lowest": 10}]}, [("/boxes/0/lowest", "dice_of_box_fixed")]),
        ({"boxes": [{"category": "sixes", "one_colour": True}]}, [("/boxes/0/one_colour", "dice_of_box_fixed")]),
        (
            {"boxes": [{**OWN, "category": "small_straight", "in_a_row": 4}]},
            [("/boxes/0/in_a_row", "fits_said_twice")],
        ),
        ({"boxes": [{**OWN, "category": "villa", "faces": "any"}]}, [("/boxes/0/faces", "fits_said_twice")]),
        ({"boxes": [{**OWN, "one_colour": True}]}, [("/boxes/0/one_colour", "one_colour_without_colours")]),
        ({"boxes": [OWN], "colours": [[1, 2, 3, 4, 5]]}, [("/colours", "colours_no_partition")]),
        ({"boxes": [OWN], "colours": [[1, 2, 3], [3, 4, 5, 6]]}, [("/colours", "colours_no_partition")]),
        ({"boxes": [{**OWN, "lowest": 20, "highest": 19}]}, [("/boxes/0", "box_never_fits")]),
        ({"boxes": [{**OWN, "worth": [4, 3, 2, 1]}]}, [("/boxes/0/worth", "worth_of_no_throw")]),
        ({"boxes": [{**OWN, "worth": [4, 3, 2, 1]}], "save_throws": True}, []),
        ({"boxes": [{**OWN, "fits": {"type": "equal", "count": 6}}]}, [("/boxes/0", "box_needs_more_dice")]),
    ],
    ids=str,
)
def test_each_contradiction_is_named_at_its_place(options: dict[str, Any], expected: list[tuple[str, str]]) -> None:
    found = GAME.faults(SheetOptions.model_validate({"bonus": 0, **options}))
    assert [(fault.pointer, fault.code) for fault in found] == expected
    for fault in found:
        for language in LANGUAGES:
            assert fault.rule in paragraphs(GAME.texts.page[language])
            assert f"option_fault.{fault.code}" in GAME.texts.messages[language]
            assert GAME.texts.sentence(language, f"option_fault.{fault.code}", fault.details)


def test_words_are_json_that_comes_back() -> None:
    made = kismet_like()
    assert SheetOptions.model_validate_json(made.model_dump_json()) == made
    assert made.boxes[1].worth == SheetWorth(of="all", plus=15)
