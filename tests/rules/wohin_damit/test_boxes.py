"""What an entry does, where it may go, and what it is worth (the rules page, sections 3 and 4)."""

import json
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from rules.wohin_damit import GAME
from rules.wohin_damit.game import WohinDamitOptions
from rules.wohin_damit.state import BOXES, RowClosed, SheetFull
from tests.rules.support.wohin_damit import DICE, Session, box, loose, scored

CASES = json.loads((Path(__file__).parents[1] / "cases" / "wohin-damit.json").read_text())["cases"]
LINES = [("small", 2)] * 3 + [("large", 12)] * 3
ADVICE = WohinDamitOptions(excess="only_if_nothing_fits")


def full_but(*rows: str) -> list[tuple[str, int]]:
    """Entries that fill a sheet but for these rows, each row with 0."""
    exact = {13: (6, 7), 14: (7, 7), 15: (8, 7)}
    return LINES + [
        (str(row), part) for row in range(6, 16) if str(row) not in rows for part in exact.get(row, (row,))
    ]


def after(entries: list[tuple[str, int]], result: int, options: WohinDamitOptions | None = None) -> Session:
    """One seat with these entries and a result to enter."""
    session = Session(options=options)
    session.play(entries)
    session.roll(0, *DICE[result])
    return session


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["total"]))
def test_whole_sheets_come_to_the_handed_totals(case: dict[str, Any]) -> None:
    """Section 4."""
    session = Session()
    session.play(case["entries"])
    assert session.total() == case["total"]
    seat = session.seat(0)
    rows = {row["row"]: {"entries": row["entries"], "result": row["excess"]} for row in seat["rows"]}
    assert (rows, seat["small"], seat["large"]) == (case["rows"], case["small"], case["large"])
    assert session.outcome().winners == (0,)
    assert sum(entry.points or 0 for entry in session.record) == case["total"]
    sheet = {row.id: row.cells[0] for row in session.rules.sheet(session.state, session.record).rows}
    for row, held in case["rows"].items():
        assert (sheet[row].value, list(sheet[row].notes)) == (held["result"], held["entries"])
    assert (sheet["large"].value or 0) - (sheet["deductions"].value or 0) == sheet["total"].value == case["total"]


def test_the_sheet_has_room_for_every_entry_a_row_may_need() -> None:
    """Twos alone fill the small boxes of a row exactly; small and large have three."""
    rooms = {row.id: row.room for row in Session().rules.sheet(Session().state, []).rows}
    assert [rooms[str(target)] for target in range(6, 16)] == [3, 4, 4, 5, 5, 6, 6, 7, 7, 8]
    assert (rooms["small"], rooms["large"], rooms["deductions"], rooms["total"]) == (3, 3, 0, 0)


@pytest.mark.parametrize(
    ("row", "held", "result", "excess"),
    [
        ("6", [], 8, 2),
        ("15", [8, 5], 7, 5),
        ("11", [], 11, 0),
        ("11", [6], 5, 0),
        ("12", [5], 7, 0),
        ("6", [5], 12, 11),
    ],
)
def test_the_sources_examples_of_a_row(row: str, held: list[int], result: int, excess: int) -> None:
    """Paragraph 3.2."""
    session = after([(row, entry) for entry in held], result)
    assert session.legal()[row] == -excess
    assert session.enter(0, row)[0] == RowClosed(row, excess)  # type: ignore[arg-type]
    assert session.total() == -excess


def test_the_last_open_row_must_take_whatever_comes() -> None:
    """Paragraphs 2.5 and 3.2: row 11 holding 6, nothing else open, takes a 12 with an excess of 7."""
    session = after([*full_but("11"), ("11", 6)], 12)
    assert session.legal() == {"11": -7}
    before = session.total()
    assert session.enter(0, "11") == (RowClosed("11", 7), SheetFull())
    assert session.total() == before - 7 == 36 - 6 - 7


def test_below_its_number_a_row_stays_open_for_any_number_of_entries() -> None:
    """Paragraph 3.2."""
    session = Session()
    session.play([("15", 2)] * 7)
    row = session.seat(0)["rows"][-1]
    assert row == {"row": "15", "entries": [2] * 7, "needs": 1, "closed": False, "excess": None}
    session.play([("15", 2)])
    row = session.seat(0)["rows"][-1]
    assert row == {"row": "15", "entries": [2] * 8, "needs": 0, "closed": True, "excess": 1}


def test_a_closed_row_takes_nothing_more() -> None:
    """Paragraph 3.2."""
    session = after([("6", 4), ("6", 2)], 3)
    refusal = session.refused(0, box("6"))
    assert (refusal.reason, refusal.rule, refusal.details) == ("row_closed", "3.2", {"row": "6", "entries": [4, 2]})


@pytest.mark.parametrize("line", ["small", "large"])
def test_a_line_takes_three(line: str) -> None:
    """Paragraph 3.3."""
    session = after([(line, 4)] * 3, 5)
    refusal = session.refused(0, box(line))
    assert (refusal.reason, refusal.rule) == ("line_full", "3.3")
    assert refusal.details == {"line": line, "entries": [4, 4, 4]}
    assert session.total() == (12 if line == "large" else -12)


def test_every_open_box_is_listed_in_the_order_of_the_sheet() -> None:
    """Paragraph 3.1."""
    session = after([("9", 9)], 7)
    assert list(session.legal()) == [name for name in BOXES if name != "9"]
    assert session.legal() == {name: 0 for name in BOXES if name != "9"} | {"6": -1, "small": -7, "large": 7}


def test_an_excess_that_is_certain_is_still_the_seats_choice() -> None:
    """Paragraph 3.1: row 6 holding 5."""
    session = after([("6", 5)], 2)
    assert session.legal()["6"] == -1


def test_with_the_option_an_excess_needs_that_nothing_fits() -> None:
    """Paragraph 3.4."""
    session = after([("small", 2)] * 3 + [("large", 12)] * 3, 12, ADVICE)
    assert list(session.legal()) == ["12", "13", "14", "15"]
    refusal = session.refused(0, box("6"))
    assert (refusal.reason, refusal.rule) == ("something_fits", "3.4")
    assert refusal.details == {"box": "6", "result": 12, "excess": 6, "fitting": ["12", "13", "14", "15"]}


def test_with_the_option_a_line_with_room_takes_every_result() -> None:
    """Paragraph 3.4: small and large count among what fits."""
    for open_line in ("small", "large"):
        lines = [entry for entry in LINES if entry[0] != open_line]
        session = after([*lines, *(entry for entry in full_but("6") if entry not in LINES)], 12, ADVICE)
        assert list(session.legal()) == [open_line]


def test_with_the_option_all_open_rows_take_what_fits_nowhere() -> None:
    """Paragraph 3.4."""
    session = after([*full_but("11", "15"), ("11", 6), ("15", 10)], 12, ADVICE)
    assert session.legal() == {"11": -7, "15": -7}


def test_a_full_sheet_plays_no_further_round() -> None:
    """Paragraphs 3.5 and 5.1."""
    session = Session()
    session.play(full_but("6"))
    assert session.rules.outcome(session.state) is None
    session.roll(0, 3, 3)
    assert session.enter(0, "6") == (RowClosed("6", 0), SheetFull())
    assert session.phases() == ["done"]
    assert (session.total(), session.outcome().reason) == (30, "sheets_full")


def fillings(target: int, most: int = 3) -> Iterator[tuple[int, ...]]:
    """Every way to fill a row with up to `most` results below its target, and the empty row."""
    for size in range(most + 1):
        yield from (held for held in product(range(2, 13), repeat=size) if sum(held) < target)


@pytest.mark.parametrize("option", ["any", "only_if_nothing_fits"])
def test_rows_against_a_twin_that_only_adds(option: Any) -> None:
    """Sections 3 and 4: three rows, everything they may hold, every result, with small full or empty."""
    options = WohinDamitOptions(excess=option)
    closed = {str(row): [row - 2, 12] if row < 15 else [12, 12] for row in range(6, 16)}
    for row, small in product((6, 11, 15), ([], [2, 2, 2])):
        for held in fillings(row):
            sheet = loose({"rows": closed | {str(row): held}, "small": small, "large": [9, 9, 9]})
            for result in range(2, 13):
                excess = max(0, sum(held) + result - row)
                twin = {} if excess and not small and option != "any" else {str(row): -excess}
                if not small:
                    twin["small"] = -result
                assert scored(DICE[result], sheet, options) == twin


def test_loose_dice_go_into_every_open_box() -> None:
    """Section 3; an empty sheet where none is given."""
    ways = scored((6, 5), None, WohinDamitOptions())
    assert list(ways) == list(BOXES)
    assert list(ways.values()) == [-5, -4, -3, -2, -1, 0, 0, 0, 0, 0, -11, 11]


@pytest.mark.parametrize("dice", [(), (1,), (1, 2, 3), (0, 1), (1, 7)])
def test_loose_dice_are_two(dice: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"A result is of two dice, white and blue, with faces 1 to 6"):
        scored(dice, None, WohinDamitOptions())


def test_a_full_sheet_takes_no_loose_dice() -> None:
    rows = {str(row): [12, 12][: 1 if row <= 12 else 2] for row in range(6, 16)}
    with pytest.raises(ValueError, match="Every box of the sheet is filled"):
        scored((1, 1), loose({"rows": rows, "small": [2, 2, 2], "large": [2, 2, 2]}), WohinDamitOptions())


IMPOSSIBLE: list[Any] = [
    {"rows": {"5": [2]}},
    {"rows": {"16": [2]}},
    {"rows": {"6": [1]}},
    {"rows": {"6": [13]}},
    {"rows": {"6": [True]}},
    {"rows": {"6": ["5"]}},
    {"rows": {"6": [5.0]}},
    {"rows": {"6": 5}},
    {"rows": {"6": [6, 2]}},
    {"rows": {"6": [4, 4, 2]}},
    {"rows": {"15": [12, 12, 12]}},
    {"small": [2, 2, 2, 2]},
    {"large": [2, 2, 2, 2]},
    {"small": [1]},
    {"large": [13]},
    {"middle": [2]},
]


@pytest.mark.parametrize("sheet", IMPOSSIBLE, ids=str)
def test_a_sheet_that_cannot_be_is_refused(sheet: Any) -> None:
    """Section 3: results of 2 to 12, nothing after the close of a row, three in a line."""
    with pytest.raises(ValidationError):
        loose(sheet)


@pytest.mark.parametrize(
    ("sheet", "held"),
    [
        ({}, {}),
        ({"rows": {"6": []}}, {}),
        (
            {"rows": {"6": [5], "15": [8, 5, 7]}, "large": [12, 2, 7]},
            {"6": (5,), "15": (8, 5, 7), "large": (12, 2, 7)},
        ),
    ],
)
def test_a_sheet_that_can_be_is_taken(sheet: Any, held: dict[str, tuple[int, ...]]) -> None:
    entries = zip(BOXES, loose(sheet).entries(), strict=True)
    assert {name: entered for name, entered in entries if entered} == held


@pytest.mark.parametrize(
    "move", [{"type": "choose_category", "category": each} for each in ("5", "16", 6, "chance", None, "Small")]
)
def test_a_box_that_is_on_no_sheet_is_no_move(move: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        TypeAdapter(GAME.move).validate_json(json.dumps(move))


def test_options_are_strict_and_documented() -> None:
    for wrong in ({"win_needs_positive": 1}, {"excess": "never"}, {"other": True}):
        with pytest.raises(ValidationError):
            WohinDamitOptions.model_validate(wrong)
    assert all(field.description for field in WohinDamitOptions.model_fields.values())
