"""Bonuses of a table's own: in steps, for boxes that score, for a difference; the twin reckons them from the end."""

import random
from typing import Any

import pytest
from pydantic import TypeAdapter

from rules.contract import Step
from rules.sheet.check_sheet import FilledSheet
from rules.sheet.engine import SheetRules
from rules.sheet.house.game import GAME
from rules.sheet.options import SheetOptions
from rules.sheet.state import SheetBoxesBonus, SheetEvent, SheetState
from rules.texts import LANGUAGES, paragraphs
from tests.rules.support.filled_sheets import findings
from tests.rules.support.sheet import Session
from tests.rules.support.small_sheets import Twin

BOXES: list[dict[str, Any]] = [
    *({"category": name} for name in ("ones", "fours", "sixes", "one_pair")),
    {"category": "maximum", "fits": {"type": "any"}},
    {"category": "minimum", "fits": {"type": "any"}},
]
STEPS = {"type": "steps", "boxes": "upper", "steps": [{"least": 20, "points": 35}, {"least": 30, "points": 55}]}
TABLE = {
    "type": "steps",
    "boxes": "all",
    "steps": [{"least": 0, "points": -2}, {"least": 60, "points": 0}, {"least": 80, "points": 3}],
}
SCORED = {"type": "scored", "boxes": ["ones", "one_pair"], "points": 4}
EACH = {"type": "scored", "boxes": ["fours", "sixes"], "points": 2, "each": True}
DIFFERENCE = {"type": "difference", "more": "maximum", "less": "minimum", "times_box": "ones"}
BONUSES: list[dict[str, Any]] = [STEPS, TABLE, SCORED, EACH, DIFFERENCE]


def table(*bonuses: dict[str, Any], **more: Any) -> SheetOptions:
    return SheetOptions.model_validate({"boxes": BOXES, "bonus": 0, "bonuses": bonuses, **more})


def test_steps_are_written_down_as_they_are_reached() -> None:
    session = Session(GAME, 1, table(STEPS))
    assert session.write("sixes", 6, 6, 6, 1, 1).events == ()
    assert session.rules.view(session.state)["seats"][0]["bonuses"] == [None]
    assert session.write("ones", 1, 1, 2, 3, 3).events == (SheetBoxesBonus(35, 1),)
    assert session.write("fours", 4, 4, 4, 4, 1).events == (SheetBoxesBonus(20, 1),)
    assert session.state.totals == (18 + 2 + 16 + 55,)
    assert session.rules.view(session.state)["seats"][0]["bonuses"] == [55]


def test_what_may_take_points_waits_until_its_boxes_are_filled() -> None:
    session = Session(GAME, 1, table(TABLE)).full_but("ones")
    assert session.write("ones", 1, 1, 1, 2, 2).events == (SheetBoxesBonus(-2, 1),)
    assert session.state.totals == (3 - 2,)
    session = Session(GAME, 1, table(TABLE)).full_but("ones", points=20)
    assert session.write("ones", 2, 2, 3, 3, 4).events == (SheetBoxesBonus(3, 1),)


def test_a_difference_is_multiplied_by_another_box() -> None:
    session = Session(GAME, 1, table(DIFFERENCE))
    session.write("maximum", 6, 6, 6, 5, 5)
    session.write("ones", 1, 1, 1, 4, 4)
    assert session.write("minimum", 1, 1, 1, 2, 2).events == (SheetBoxesBonus((28 - 7) * 3, 1),)
    session = Session(GAME, 1, table(DIFFERENCE)).having(maximum=7, minimum=28)
    assert session.write("ones", 1, 1, 1, 1, 1).events == ()
    assert session.rules.view(session.state)["seats"][0]["bonuses"] == [0]


def reckoned(rule: dict[str, Any], boxes: dict[str, int]) -> int:
    """What a rule brings on a full sheet, from its paragraph."""
    sections = {"upper": ["ones", "fours", "sixes"], "lower": ["one_pair", "maximum", "minimum"], "all": [*boxes]}
    match rule:
        case {"type": "difference"}:
            return max(boxes["maximum"] - boxes["minimum"], 0) * boxes["ones"]
        case {"type": "scored", "boxes": names, "points": points, **rest}:
            held = [boxes[name] > 0 for name in names]
            return points * held.count(True) if rest.get("each") else points if all(held) else 0
        case {"boxes": names, "steps": steps}:
            total = sum(boxes[name] for name in sections[names])
            reached = [step["points"] for step in steps if total >= step["least"]]
            return reached[-1] if reached else 0
    raise AssertionError(rule)


@pytest.mark.parametrize("seed", range(20))
def test_at_the_end_each_bonus_is_what_its_paragraph_says(seed: int) -> None:
    chance = random.Random(seed)
    session = Session(GAME, 2, table(*BONUSES))
    paid = {(seat, number): 0 for seat in (0, 1) for number in range(1, 6)}
    while session.rules.to_move(session.state):
        seat = session.seat()
        session.roll(*(chance.choice((1, 4, 6, 6)) for _ in range(5)))
        played = session.choose(chance.choice([*session.choices()]))
        for event in played.events:
            assert isinstance(event, SheetBoxesBonus)
            paid[seat, event.bonus] += event.points
    for seat in (0, 1):
        boxes = dict(zip((box["category"] for box in BOXES), session.state.boxes[seat], strict=True))
        full = {str(name): points or 0 for name, points in boxes.items()}
        right = [reckoned(rule, full) for rule in BONUSES]
        assert [paid[seat, number] for number in range(1, 6)] == right
        assert session.state.totals[seat] == sum(full.values()) + sum(right)
        view = session.rules.view(session.state)["seats"][seat]
        assert (view["bonuses"], view["yatzy_bonus"]) == (right, 0)
        found = findings(GAME, {"boxes": full, "bonuses": right, "total": session.state.totals[seat]}, session.rules)
        assert (found.faults, found.total, found.full) == ((), session.state.totals[seat], True)
        wrong = {"boxes": full, "bonuses": [each + 1 for each in right], "total": session.state.totals[seat] + 1}
        faults = findings(GAME, wrong, session.rules).faults
        assert [(fault.place, fault.right) for fault in faults] == [
            *((("bonuses", number), points) for number, points in enumerate(right)),
            (("total",), session.state.totals[seat]),
        ]


def test_bonuses_of_a_box_that_cannot_be_are_open() -> None:
    """What follows from anything that can have stood there is no fault of its own."""
    rules = GAME.rules(table(STEPS))
    boxes = {"sixes": 18, "ones": 2, "fours": 17}
    assert GAME.check_sheet is not None
    for bonus, total in ((35, 71), (55, 91)):
        found = GAME.check_sheet(rules, FilledSheet(boxes=boxes, bonuses=(bonus,), total=total))
        assert [fault.place for fault in found.faults] == [("boxes", "fours")]
        assert found.total is None


def test_a_bonus_that_is_not_agreed_on_is_a_fault() -> None:
    assert GAME.check_sheet is not None
    (fault,) = GAME.check_sheet(GAME.rules(table(STEPS)), FilledSheet(boxes={}, bonuses=(None, 3))).faults
    assert (fault.place, fault.code, fault.rule) == (("bonuses", 1), "no_such_bonus", "3.12")


def test_a_printed_sheet_has_a_row_for_each() -> None:
    session = Session(GAME, 1, table(*BONUSES)).having(sixes=24)
    rows = [row for row in session.rules.sheet(session.state, []).rows if row.kind == "bonus"]
    assert [(row.id, row.section) for row in rows] == [
        ("bonuses.1", "upper"),
        ("bonuses.4", "upper"),
        ("bonuses.2", "lower"),
        ("bonuses.3", "lower"),
        ("bonuses.5", "lower"),
    ]
    assert rows[0].cells[0].value == 35


def test_the_adviser_is_a_model_that_ends_at_the_total() -> None:
    assert GAME.adviser is not None
    options = SheetOptions.model_validate(
        {
            "boxes": [{"category": "ones"}, {"category": "sixes"}],
            "dice": 1,
            "throws": 1,
            "bonus": 0,
            "bonuses": [{"type": "scored", "boxes": "all", "points": 50}],
        }
    )
    session, adviser = Session(GAME, 1, options).having(sixes=6).roll(1), GAME.adviser(options)
    assert adviser.method(session.state, 0, "points") == "model"
    assert adviser.values(session.state, 0, "points") == (6 + 1 + 50,)
    session.choose("ones")
    assert adviser.value(session.state, 0, "points") == session.state.totals[0] == 57
    assert Twin(session.rules).value(session.state) == 57


def test_events_and_options_come_back_from_json() -> None:
    events: TypeAdapter[Any] = TypeAdapter(SheetEvent)
    event = SheetBoxesBonus(-2, 1)
    assert events.validate_json(events.dump_json(event)) == event
    made = table(*BONUSES)
    assert SheetOptions.model_validate_json(made.model_dump_json()) == made
    states: TypeAdapter[SheetState] = TypeAdapter(SheetState)
    rules = GAME.rules(made)
    assert isinstance(rules, SheetRules)
    step = rules.apply(rules.start(1), 0, rules.legal_moves(rules.start(1), 0)[0].move, (1, 2, 3, 4, 5))
    assert isinstance(step, Step)
    assert states.validate_json(states.dump_json(step.state)) == step.state


@pytest.mark.parametrize(
    ("bonus", "expected"),
    [
        ({**STEPS, "boxes": ["ones", "villa"]}, [("/bonuses/0/boxes/1", "bonus_box_not_on_sheet")]),
        ({**DIFFERENCE, "less": "villa"}, [("/bonuses/0/less", "bonus_box_not_on_sheet")]),
        ({**DIFFERENCE, "times_box": "villa"}, [("/bonuses/0/times_box", "bonus_box_not_on_sheet")]),
        ({**DIFFERENCE, "less": "maximum"}, [("/bonuses/0/less", "bonus_of_one_box")]),
        (
            {**STEPS, "steps": [{"least": 20, "points": 1}, {"least": 20, "points": 2}]},
            [("/bonuses/0/steps", "bonus_steps_unordered")],
        ),
        ({**STEPS, "steps": [{"least": 55, "points": 1}]}, []),
        ({**STEPS, "steps": [{"least": 56, "points": 1}]}, [("/bonuses/0/steps/0", "bonus_sum_unreachable")]),
    ],
    ids=str,
)
def test_each_contradiction_is_named_at_its_place(bonus: dict[str, Any], expected: list[tuple[str, str]]) -> None:
    found = GAME.faults(table(bonus))
    assert [(fault.pointer, fault.code) for fault in found] == expected
    for fault in found:
        for language in LANGUAGES:
            assert fault.rule in paragraphs(GAME.texts.page[language])
            assert GAME.texts.sentence(language, f"option_fault.{fault.code}", fault.details)
    lower = SheetOptions.model_validate({"boxes": BOXES[3:], "bonus": 0, "bonuses": [STEPS]})
    assert [fault.code for fault in GAME.faults(lower)] == ["bonus_without_boxes"]
