"""Advisers in a worker: kept by game and options, with tables that one process solves while others wait."""

import asyncio
import fcntl
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from app.advice import advisers as module
from app.advice import solver as solving
from app.advice.advisers import MOST_ADVISERS, MOST_CONES, Advisers
from app.advice.shelf import Shelf
from app.advice.solver import Crowded, Solver
from app.games.served_game import ServedGame
from app.http.problems import Problem
from rules.advice import tables
from rules.adviser import Solution
from rules.registry import built_in
from rules.sheet import advice as sheets
from rules.sheet.boxes import SheetBox
from rules.sheet.options import SheetOptions
from tests.support.patience import PATIENCE

SHEET = ServedGame(built_in().games["sheet"])
BOXES = ("ones", "twos", "threes", "fours", "chance", "one_pair")


def options_of(*boxes: str, **more: Any) -> str:
    """Options of a sheet with two dice and two throws, as JSON."""
    listed = [SheetBox(category=name) for name in boxes or BOXES]
    made = SheetOptions(boxes=tuple(listed), dice=2, throws=2, **{"bonus": 10, "bonus_from": 12, **more})
    return SHEET.options.dump_json(made).decode()


OPTIONS = options_of()


def start(options: str = OPTIONS, boxes: tuple[int | None, ...] | None = None) -> Any:
    state = SHEET.rules(options).start(1)
    return state if boxes is None else state._replace(boxes=(boxes,), totals=(sum(p or 0 for p in boxes),))


@pytest_asyncio.fixture
async def advisers(compiled: None, tmp_path: Path) -> AsyncIterator[Advisers]:
    made = Advisers(Shelf(tmp_path / "tables", 10**7))
    yield made
    await made.stop()


async def test_a_whole_table_is_solved_once_and_kept_by_file(advisers: Advisers) -> None:
    assert advisers.ready(SHEET, OPTIONS, start()) is None
    both = await asyncio.gather(
        *(advisers.adviser(SHEET, OPTIONS, start(), whole=True, patience=PATIENCE) for _ in range(2))
    )
    assert [round(each.value(start(), 0, "points"), 9) for each in both] == [
        round(both[0].value(start(), 0, "points"), 9)
    ] * 2
    assert advisers.ready(SHEET, OPTIONS, start()) is await advisers.adviser(SHEET, OPTIONS, start())
    (file,) = advisers.shelf.folder.glob("*.table")
    again = Advisers(advisers.shelf)
    found = await again.adviser(SHEET, OPTIONS, start(), patience=0)  # no process is asked
    assert found.value(start(), 0, "points") == both[0].value(start(), 0, "points")
    assert file.exists()


async def test_a_position_has_a_table_of_its_own_without_a_file(advisers: Advisers) -> None:
    later = start(boxes=(None, None, None, None, None, 4))
    adviser = await advisers.adviser(SHEET, OPTIONS, later, patience=PATIENCE)
    assert not list(advisers.shelf.folder.glob("*.table"))
    whole = await advisers.adviser(SHEET, OPTIONS, start(), whole=True, patience=PATIENCE)
    assert adviser.value(later, 0, "points") == pytest.approx(whole.value(later, 0, "points"), abs=1e-9)
    assert len(list(advisers.shelf.folder.glob("*.table"))) == 1
    assert not list(advisers.shelf.folder.glob(".cone*"))


async def test_so_many_advisers_and_tables_of_positions_are_kept(
    advisers: Advisers, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def solved(_: Any, solution: Solution, patience: float, *, kept: bool) -> Any:
        return [1.0] * tables.size(solution)

    monkeypatch.setattr(Advisers, "_solved", solved)
    for bonus in range(MOST_ADVISERS + 3):
        await advisers.adviser(SHEET, options_of(bonus=bonus), start())
    assert len(advisers._kept) == MOST_ADVISERS
    monkeypatch.setattr(sheets, "SMALL", 0)
    for place in range(MOST_CONES + 2):
        boxes = tuple(0 if place == other else None for other in range(len(BOXES)))
        await advisers.adviser(SHEET, OPTIONS, start(boxes=boxes))
    kept = advisers._kept["sheet", OPTIONS]
    assert len(kept.cones) == MOST_CONES


async def test_who_is_not_patient_is_told_to_come_again(advisers: Advisers) -> None:
    advisers.shelf.folder.mkdir()
    with advisers.shelf.lock_file() as other:
        fcntl.flock(other, fcntl.LOCK_EX)  # another worker solves
        with pytest.raises(Problem) as refused:
            await advisers.adviser(SHEET, OPTIONS, start(), whole=True, patience=0)
    assert refused.value.kind.code == "advice-preparing"
    assert refused.value.members == {"progress": 0.0}
    assert 1 <= int(refused.value.headers["Retry-After"]) < 10
    await advisers.adviser(SHEET, OPTIONS, start(), whole=True, patience=PATIENCE)  # the lock is free by now


async def test_another_workers_table_is_taken(advisers: Advisers, compiled: None, tmp_path: Path) -> None:
    solution = start_solution()
    with advisers.shelf.lock_file() as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        waiting = asyncio.create_task(advisers.adviser(SHEET, OPTIONS, start(), whole=True, patience=PATIENCE))
        await asyncio.sleep(0.05)
        tables.write(advisers.shelf.path(solution), solution, bytes(tables.size(solution)))
        adviser = await waiting
    assert adviser.value(start(), 0, "points") == 0  # what the other one wrote


def start_solution() -> Solution:
    assert SHEET.game.adviser is not None
    (solution,) = SHEET.game.adviser(SHEET.options.validate_json(OPTIONS)).solutions()
    return solution


async def test_what_takes_long_or_much_room_is_not_solved_for_whoever_asks(
    advisers: Advisers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_SECONDS", 0.0)
    with pytest.raises(Problem) as refused:
        await advisers.adviser(SHEET, OPTIONS, start())
    assert refused.value.kind.code == "advice-unavailable"
    assert "rollwright solve" in str(refused.value.detail)
    monkeypatch.undo()
    small = Advisers(Shelf(advisers.shelf.folder, 100))
    with pytest.raises(Problem, match="advice-unavailable"):
        await small.adviser(SHEET, OPTIONS, start())


async def test_what_could_not_be_solved_is_not_tried_again_at_once(
    advisers: Advisers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solving, "SOLVER", ["python3", "-c", "print('{\"lacking\": true}')"])
    with pytest.raises(Problem, match="advice-unavailable"):
        await advisers.adviser(SHEET, OPTIONS, start(), whole=True, patience=PATIENCE)
    monkeypatch.setattr(solving, "SOLVER", ["/nowhere"])
    with pytest.raises(Problem) as refused:
        await advisers.adviser(SHEET, OPTIONS, start(), whole=True, patience=PATIENCE)
    assert "the extra `advice`" in str(refused.value.detail)


async def test_a_solver_that_dies_is_started_anew_once(advisers: Advisers, monkeypatch: pytest.MonkeyPatch) -> None:
    await advisers.adviser(SHEET, OPTIONS, start(), whole=True, patience=PATIENCE)
    process = advisers.solver._process
    assert process is not None
    process.kill()
    await process.wait()
    other = options_of(bonus=11)
    await advisers.adviser(SHEET, other, start(other), whole=True, patience=PATIENCE)
    monkeypatch.setattr(solving, "SOLVER", ["false"])
    process = advisers.solver._process
    assert process is not None
    process.kill()
    await process.wait()
    with pytest.raises(Problem) as refused:
        await advisers.adviser(SHEET, options_of(bonus=12), start(), whole=True, patience=PATIENCE)
    assert "ended without an answer" in str(refused.value.detail)


async def test_the_queue_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "MOST_WAITING", 2)
    shelf = Shelf(tmp_path / "tables", 10**7)
    solver = Solver(shelf)
    with shelf.lock_file() as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        first, second, third = (start_solution_of(bonus) for bonus in (1, 2, 3))
        job = solver.want(first, kept=True)
        assert solver.want(first, kept=True) is job
        last = solver.want(second, kept=True)
        with pytest.raises(Crowded) as crowded:
            solver.want(third, kept=True)
        assert crowded.value.seconds == solver.wait_of(last) == first.seconds + second.seconds
        await solver.stop()
    assert job.done.cancelled()


def start_solution_of(bonus: int) -> Solution:
    assert SHEET.game.adviser is not None
    (solution,) = SHEET.game.adviser(SHEET.options.validate_json(options_of(bonus=bonus))).solutions()
    return solution


async def test_a_game_without_an_adviser_says_so(advisers: Advisers) -> None:
    served = ServedGame(replace(built_in().games["sheet"], adviser=None))
    with pytest.raises(Problem, match="no-advice"):
        await advisers.adviser(served, OPTIONS, start())
