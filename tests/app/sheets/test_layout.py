"""Where a sheet stands on its page: everything fits, whatever the number of seats and turns."""

from typing import Any
from unittest.mock import Mock

import pytest

from app.contract.sheets import ScoreSheet
from app.games.served_game import ServedGame
from app.sheets import layout as page_layout
from app.sheets.layout import BOXES, LARGEST, PAGES, PARTS, SMALLEST, Layout, layout
from app.sheets.sheet import empty_sheet
from rules.contract import AnyGame
from rules.registry import BUILT_IN

GAMES = pytest.mark.parametrize("game", BUILT_IN, ids=lambda game: game.name)


def pad(game: AnyGame, seats: int, **changed: Any) -> ScoreSheet:
    served = ServedGame(game)
    options = served.options.dump_json(game.options()).decode()
    return empty_sheet(served, options, ["Ida"] * seats, "en").model_copy(update=changed)


def named(name: str) -> AnyGame:
    return next(game for game in BUILT_IN if game.name == name)


def long(seats: int, turns: int) -> ScoreSheet:
    """A sheet of sand with so many turns of five figures each."""
    sheet = pad(named("sand"), seats)
    cell = sheet.rows[0].cells[0].model_copy(update={"value": 1050, "total": 10_000})
    rows = [
        sheet.rows[0].model_copy(update={"id": f"turn.{turn}", "label": f"Turn {turn}", "cells": [cell] * seats})
        for turn in range(1, turns + 1)
    ]
    return sheet.model_copy(update={"rows": [*rows, sheet.rows[-1]]})


def fits(plan: Layout, seats: int) -> bool:
    width, height = next((width, height) for name, width, height in PAGES if name == plan.orientation)
    wide = len(plan.parts) * (plan.label + seats * plan.column)
    high = max(plan.head + sum(map(plan.row_height, part)) for part in plan.parts)
    return wide <= width + 0.01 and high <= height + 0.01


@GAMES
def test_a_pad_for_a_family_is_upright_and_large(game: AnyGame) -> None:
    seats = min(4, game.max_seats)
    plan = layout(pad(game, seats))
    assert plan.orientation == "portrait"
    assert plan.size == LARGEST / 10
    assert len(plan.parts) == 1
    assert fits(plan, seats)


@GAMES
def test_every_number_of_seats_fits(game: AnyGame) -> None:
    sizes = []
    for seats in range(game.min_seats, game.max_seats + 1):
        sheet = pad(game, seats)
        plan = layout(sheet)
        assert fits(plan, seats)
        assert [row.id for part in plan.parts for row in part] == [row.id for row in sheet.rows]
        sizes.append(plan.size)
    assert sizes[:8] == [size for size in sizes[:8] if size >= 2.4]  # some 7 points


@pytest.mark.parametrize(("seats", "turns"), [(2, 60), (2, 150), (4, 80), (6, 200), (12, 60), (32, 100)])
def test_long_games_stand_in_parts_side_by_side(seats: int, turns: int) -> None:
    sheet = long(seats, turns)
    plan = layout(sheet)
    assert fits(plan, seats)
    assert [row.id for part in plan.parts for row in part] == [row.id for row in sheet.rows]
    assert (len(plan.parts) > 1) == (seats <= 6)


def test_what_no_page_holds_takes_several() -> None:
    plan = layout(long(32, 2000))
    assert (plan.orientation, len(plan.parts)) == ("landscape", 1)


@pytest.mark.parametrize("turns", [40, 400, 4000])
def test_a_size_is_tried_with_the_same_work_however_long_the_sheet_is(
    turns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A row is measured once for each way to split the sheet; a size looks at the two kinds of rows alone."""
    sheet = long(4, turns)
    measured, tried = Mock(wraps=page_layout._shape), Mock(wraps=page_layout._row_height)
    monkeypatch.setattr(page_layout, "_shape", measured)
    monkeypatch.setattr(page_layout, "_row_height", tried)
    layout(sheet)
    assert measured.call_count <= 2 * PARTS * len(sheet.rows)
    sizes = (LARGEST - SMALLEST + 1) * len(BOXES) * len(PAGES)
    assert tried.call_count <= 2 * 2 * sizes * sum(range(1, PARTS + 1)) + 4


def test_long_names_are_written_upwards_in_narrow_columns() -> None:
    sheet = pad(named("yatzy"), 20)
    for name, upright in ((None, False), ("Maximiliane", True)):
        columns = [column.model_copy(update={"name": name}) for column in sheet.columns]
        assert layout(sheet.model_copy(update={"columns": columns})).upright is upright


def test_at_a_crowded_table_points_stand_above_the_totals() -> None:
    assert [layout(long(seats, 20)).stacked for seats in (4, 8, 32)] == [False, False, True]
    assert layout(long(32, 20)).size >= 1.9
