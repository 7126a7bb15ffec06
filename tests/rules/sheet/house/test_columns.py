"""Columns: the same boxes several times, each with its factor and order; the twin reckons each for itself."""

import json
import random
from itertools import chain
from typing import Any

import pytest

from rules.check import check
from rules.notation import TextForm
from rules.sheet.boxes import SheetColumnRule
from rules.sheet.engine import SheetRules
from rules.sheet.house.game import GAME
from rules.sheet.house.presets import KNIFFEL, TRIPLE_YAHTZEE, YATZY
from rules.sheet.options import SheetOptions
from rules.sheet.state import SheetBoxesBonus, SheetChoose, YatzyBonus
from rules.texts import LANGUAGES, paragraphs
from tests.rules.support.filled_sheets import findings
from tests.rules.support.sheet import Session

BOXES: list[dict[str, Any]] = [
    *({"category": name} for name in ("ones", "sixes")),
    {"category": "full_house", "worth": {"of": "all", "plus": 15}},
    {"category": "chance"},
]


def columns(*orders: str, **more: Any) -> SheetOptions:
    """Columns in these orders, that count once, twice, three times."""
    made = [{"factor": factor, "order": order} for factor, order in enumerate(orders, 1)]
    return SheetOptions.model_validate({"boxes": BOXES, "bonus": 35, "bonus_from": 20, "columns": made, **more})


def fives_and_sixes(session: Session) -> dict[str, int | None]:
    return session.roll(6, 6, 6, 5, 5).choices()


def test_a_column_counts_so_many_times() -> None:
    session = Session(GAME, 1, columns("free", "free"))
    assert fives_and_sixes(session) == {
        "ones.1": 0,
        "sixes.1": 18,
        "full_house.1": 43,
        "chance.1": 28,
        "ones.2": 0,
        "sixes.2": 36,
        "full_house.2": 86,
        "chance.2": 56,
    }
    assert session.choose("full_house.2").points == 86
    assert session.state.totals == (86,)
    assert "full_house.2" not in fives_and_sixes(session)


def test_a_column_is_filled_from_the_top_or_from_the_bottom() -> None:
    session = Session(GAME, 1, columns("down", "up", "free"))
    assert [*fives_and_sixes(session)] == ["ones.1", "chance.2", "ones.3", "sixes.3", "full_house.3", "chance.3"]
    refused = session.refused(SheetChoose("sixes.1"))
    assert (refused.reason, refused.rule, refused.details) == (
        "box_out_of_order",
        "3.13",
        {"category": "sixes.1", "next": "ones.1"},
    )
    session.choose("chance.2")
    assert [*fives_and_sixes(session)][:2] == ["ones.1", "full_house.2"]
    assert session.refused(SheetChoose("chance.2")).reason == "box_filled"
    assert session.refused(SheetChoose("chance")).reason == "not_on_sheet"
    assert session.refused(SheetChoose("ones.2")).details == {"category": "ones.2", "next": "full_house.2"}


def test_one_column_may_have_an_order_and_plain_ids() -> None:
    """Forced yatzy (pakkoyatzy): the sheet is filled from the top."""
    session = Session(GAME, 1, YATZY.model_copy(update={"columns": (SheetColumnRule(order="down"),)}))
    assert [*fives_and_sixes(session)] == ["ones"]
    session.choose("ones")
    assert [*fives_and_sixes(session)] == ["twos"]
    assert GAME.adviser is not None
    assert GAME.adviser(GAME.options()).method(session.state, 0, "points") == "exact"
    ordered = GAME.adviser(YATZY.model_copy(update={"columns": (SheetColumnRule(order="down"),)}))
    assert ordered.method(session.state, 0, "points") == "model"


def test_each_column_has_its_bonus_which_counts_as_often() -> None:
    session = Session(GAME, 1, columns("free", "free"))
    assert session.write("sixes.2", 6, 6, 6, 1, 2).events == ()
    assert session.write("ones.2", 1, 1, 2, 3, 4).events == (SheetBoxesBonus(70, 2),)
    view = session.rules.view(session.state)
    assert (view["bonus"], view["seats"][0]["bonuses"]) == (0, [None, 70])
    assert view["seats"][0]["columns"] == [{"upper_sum": 0, "total": 0}, {"upper_sum": 40, "total": 110}]
    assert (view["seats"][0]["upper_sum"], view["seats"][0]["total"]) == (40, 110)


def reckoned(boxes: list[int], factor: int) -> int:
    """A full column: its boxes as they were thrown and the bonus, times its factor."""
    return factor * (sum(boxes) + (35 if sum(boxes[:2]) >= 20 else 0))


@pytest.mark.parametrize("seed", range(12))
def test_the_total_is_that_of_all_columns(seed: int) -> None:
    chance = random.Random(seed)
    session = Session(GAME, 2, columns("down", "free", "up"))
    written: dict[tuple[int, str], int] = {}
    while session.rules.to_move(session.state):
        seat = session.seat()
        dice = [chance.choice((1, 5, 6, 6)) for _ in range(5)]
        box = chance.choice([*session.roll(*dice).choices()])
        session.choose(box)
        full = sorted(map(dice.count, set(dice))) == [2, 3]
        makes = {"ones": dice.count(1), "sixes": 6 * dice.count(6), "chance": sum(dice)}
        written[seat, box] = makes.get(box[:-2], sum(dice) + 15 if full else 0)
    for seat in (0, 1):
        names = [[f"{box['category']}.{number}" for box in BOXES] for number in (1, 2, 3)]
        sums = [reckoned([written[seat, name] for name in column], at) for at, column in enumerate(names, 1)]
        assert session.state.totals[seat] == sum(sums)
        view = session.rules.view(session.state)["seats"][seat]
        assert [column["total"] for column in view["columns"]] == sums
        assert [*view["boxes"]] == [*chain(*names)]
        sheet: dict[str, Any] = {
            "boxes": {name: view["boxes"][name] for name in chain(*names)},
            "bonuses": view["bonuses"],
            "upper_sum": view["upper_sum"],
            "total": sum(sums),
        }
        assert findings(GAME, sheet, session.rules).faults == ()
        (fault,) = findings(GAME, {**sheet, "total": sum(sums) + 1}, session.rules).faults
        assert (fault.place, fault.right) == (("total",), sum(sums))
        wrong = {**sheet, "boxes": {**sheet["boxes"], "sixes.2": 6}}
        (fault, *_) = findings(GAME, wrong, session.rules).faults
        assert (fault.place, fault.code, fault.rule) == (("boxes", "sixes.2"), "impossible_points", "3.2")


def test_a_printed_sheet_has_a_line_for_each_box_and_its_columns_beside_each_other() -> None:
    session = Session(GAME, 2, columns("free", "free")).having(**{"sixes.2": 36, "ones.2": 4, "chance.1": 20})
    rows = {row.id: row.cells[0] for row in session.rules.sheet(session.state, []).rows}
    assert [*rows] == ["ones", "sixes", "upper_sum", "bonuses.1", "full_house", "chance", "column_sum", "total"]
    assert (rows["sixes"].columns, rows["sixes"].value) == ((None, 36), 36)
    assert rows["full_house"].columns == (None, None)
    assert (rows["upper_sum"].columns, rows["bonuses.1"].columns) == ((0, 40), (None, 70))
    assert rows["column_sum"].columns == (20, 110)
    assert rows["total"].columns == ()


def test_large_straight_in_the_third_column_of_triple_yahtzee() -> None:
    rules = GAME.rules(TRIPLE_YAHTZEE)
    assert isinstance(rules, SheetRules)
    assert len(rules.ruleset.categories) == 39
    assert (SheetChoose("large_straight.3"), 120) in rules.score((2, 3, 4, 5, 6), None).ways


def test_a_further_yahtzee_needs_all_yahtzee_boxes() -> None:
    """Joker and bonus: once all three boxes hold points, a hundred times the column it is scored in."""
    filled = {"yatzy.1": 50, "yatzy.2": 100}
    session = Session(GAME, 1, TRIPLE_YAHTZEE).having(**filled).roll(4, 4, 4, 4, 4)
    assert {"fours.1", "yatzy.3", "chance.2", "ones.1"} <= session.choices().keys()
    session = Session(GAME, 1, TRIPLE_YAHTZEE).having(**filled, **{"yatzy.3": 150}).roll(4, 4, 4, 4, 4)
    assert session.choices() == {"fours.1": 20, "fours.2": 40, "fours.3": 60}
    full = {**filled, "yatzy.3": 150, "fours.1": 0, "fours.2": 0, "fours.3": 0}
    session = Session(GAME, 1, TRIPLE_YAHTZEE).having(**full).roll(4, 4, 4, 4, 4)
    assert session.choices()["large_straight.3"] == 120
    assert "fives.1" not in session.choices()
    refused = session.refused(SheetChoose("fives.1"))
    assert refused.reason == "joker_lower_box"
    played = session.choose("large_straight.3")
    assert (played.points, played.events) == (120, (YatzyBonus(300),))
    boxes = {**full, "large_straight.3": 120}
    sheet = {"boxes": boxes, "yatzy_bonus": 300, "total": sum(boxes.values()) + 300}
    assert findings(GAME, sheet, session.rules).faults == ()
    (fault, *_) = findings(GAME, {**sheet, "yatzy_bonus": 350}, session.rules).faults
    assert fault.code == "wrong_yatzy_bonus"


def test_the_matching_box_of_an_ordered_column_is_the_next_one() -> None:
    """A joker goes where it may: the column's order comes first."""
    options = KNIFFEL.model_copy(update={"columns": (SheetColumnRule(order="down"), SheetColumnRule())})
    filled = {"yatzy.1": 0, "yatzy.2": 0}
    session = Session(GAME, 1, options).having(**filled).roll(4, 4, 4, 4, 4)
    assert session.choices() == {"fours.2": 20}
    refused = session.refused(SheetChoose("fours.1"))
    assert (refused.reason, refused.details["next"]) == ("box_out_of_order", "ones.1")


def test_boxes_are_called_with_the_number_of_their_column() -> None:
    for language in LANGUAGES:
        texts = GAME.texts_of(TRIPLE_YAHTZEE)
        usual = texts.messages[language]["category.chance"]
        assert usual == GAME.texts.messages[language]["category.chance"]
        assert texts.messages[language]["category.chance.2"] == f"{usual} (2)"
        assert texts.messages[language]["category.yatzy.3"].endswith(" (3)")


@pytest.mark.parametrize(("height", "width", "faults"), [(40, 3, []), (40, 4, ["sheet_too_large"]), (15, 8, [])])
def test_a_sheet_has_120_boxes_at_most(height: int, width: int, faults: list[str]) -> None:
    boxes = [{"category": f"box_{at}", "fits": {"type": "any"}} for at in range(height)]
    options = SheetOptions.model_validate({"boxes": boxes, "bonus": 0, "columns": [{}] * width})
    found = GAME.faults(options)
    assert [fault.code for fault in found] == faults
    for fault in found:
        for language in LANGUAGES:
            assert fault.rule in paragraphs(GAME.texts.page[language])
            assert "160" in (GAME.texts.sentence(language, f"option_fault.{fault.code}", fault.details) or "")


def test_bonuses_for_all_columns_together() -> None:
    rule = {"type": "scored", "boxes": ["full_house"], "points": 4, "over": "sheet"}
    options = columns("free", "free", bonuses=[rule], bonus=0)
    session = Session(GAME, 1, options)
    assert session.write("full_house.2", 6, 6, 6, 5, 5).events == ()
    assert session.write("full_house.1", 6, 6, 6, 5, 5).events == (SheetBoxesBonus(4, 1),)
    for least, codes in ((90, []), (91, ["bonus_sum_unreachable"])):  # 30 once and 30 twice
        step = {"type": "steps", "boxes": ["chance"], "steps": [{"least": least, "points": 1}], "over": "sheet"}
        assert [fault.code for fault in GAME.faults(columns("free", "free", bonuses=[step]))] == codes


def test_a_turn_that_is_missing_is_one_fault_in_columns_with_an_order() -> None:
    """Which box it filled nobody knows, so that no later one is out of order."""
    rows = (("Ida", 0, "ones"), ("Otto", 0, "ones"), ("Ida", 0, "sixes"), ("Otto", 0, "sixes"), ("Ida", 15, "chance"))
    lines = [f"{name}: 22344 > {box} {points}" for name, points, box in rows]
    options = SheetOptions.model_validate(
        {
            "boxes": [{"category": name} for name in ("ones", "sixes", "chance")],
            "bonus": 0,
            "columns": [{"order": "down"}],
        }
    )
    form = TextForm(GAME)
    agreed = "\n".join(f"option {name} {json.dumps(value)}" for name, value in changed(options).items())
    for missing in (1, 2):
        kept = [line for at, line in enumerate(lines) if at != missing]
        text = "\n".join(("game sheet", agreed, "seat Ida", "seat Otto", *kept, ""))
        found = check(GAME.rules(options), form.read(text).transcript, GAME.paragraphs).faults
        assert [fault.code for fault in found] == ["out_of_turn"], (missing, found)


def changed(options: SheetOptions) -> dict[str, Any]:
    """The options that are not the usual ones."""
    usual = SheetOptions().model_dump(mode="json")
    return {name: value for name, value in options.model_dump(mode="json").items() if value != usual[name]}
