"""`rollwright solve` and the shelf: a table is solved once, in a process of its own, and bounded in bytes."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from app.advice import shelf as shelves
from app.advice.shelf import Shelf, Unsolvable, folder_of
from app.cli.main import main
from app.settings import Settings
from rules.advice import tables
from rules.adviser import Solution
from rules.sheet.house.game import GAME as SHEET
from rules.sheet.options import SheetOptions

OPTIONS = {
    "boxes": [{"category": name} for name in ("ones", "twos", "threes", "fours", "chance", "one_pair")],
    "dice": 2,
    "throws": 2,
    "bonus": 10,
    "bonus_from": 12,
}


def called(*words: str, status: int = 0) -> str:
    done = CliRunner().invoke(main, ["solve", *words])
    assert done.exit_code == status, (done.output, done.exception)
    return " ".join(done.output.replace("│", " ").split())


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ROLLWRIGHT_TABLES", str(tmp_path / "tables"))
    return tmp_path / "tables"


@pytest.fixture
def options(tmp_path: Path) -> Path:
    path = tmp_path / "options.json"
    path.write_text(json.dumps(OPTIONS))
    return path


def solution_of(options: Path) -> Solution:
    assert SHEET.adviser is not None
    (solution,) = SHEET.adviser(SheetOptions.model_validate_json(options.read_bytes())).solutions()
    return solution


def test_a_table_is_solved_once_and_answers(compiled: None, folder: Path, options: Path) -> None:
    assert "sheet solved in" in called("sheet", "--options", str(options))
    assert "is there" in called("sheet", "--options", str(options))
    agreed = SheetOptions.model_validate_json(options.read_bytes())
    assert SHEET.adviser is not None
    adviser = Shelf(folder, 10**9).equip(SHEET.adviser(agreed))
    rules = SHEET.rules(agreed)
    assert adviser.solutions() == ()
    assert 20 < adviser.value(rules.start(1), 0, "points") < 60


def test_the_service_never_imports_numba_or_numpy() -> None:
    code = "import sys, app.cli.main; sys.exit(bool({'numba', 'numpy', 'llvmlite'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_what_cannot_be_solved_is_said(options: Path, folder: Path) -> None:
    assert "there is no game chess" in called("chess", status=2)
    assert "name a game, or take --all" in called(status=2)
    assert "sheet has no preset chess" in called("sheet", "--preset", "chess", status=2)
    assert "not both" in called("sheet", "--preset", "yatzy", "--options", str(options), status=2)
    assert "goes without" in called("sheet", "--preset", "yatzy", "--all", status=2)
    options.write_text('{"dice": 7}')
    assert "dice" in called("sheet", "--options", str(options), status=2)
    options.write_text(json.dumps({"boxes": [{"category": "ones"}] * 2}))
    assert "--options" in called("sheet", "--options", str(options), status=2)
    assert not folder.exists()


def test_a_sheet_that_is_small_needs_no_table(options: Path) -> None:
    options.write_text(json.dumps({"boxes": [{"category": "ones"}], "bonus": 0}))
    assert "needs no table" in called("sheet", "--options", str(options))


def test_a_table_beyond_the_bound_is_refused(tmp_path: Path, options: Path) -> None:
    with pytest.raises(Unsolvable, match="ROLLWRIGHT_TABLES_BYTES allows 100"):
        Shelf(tmp_path, 100).solve(solution_of(options))


def test_the_longest_unused_make_room(tmp_path: Path, options: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = solution_of(options)
    size = tables.size(wanted)

    def solved(solution: Solution, path: Path, compiled: Path) -> None:
        tables.write(path, solution, bytes(tables.size(solution)))

    monkeypatch.setattr(shelves, "run_solver", solved)
    for age, name in enumerate(("new", "old", "oldest")):
        path = tmp_path / f"{name}{tables.SUFFIX}"
        path.write_bytes(bytes(size))
        os.utime(path, (1_000_000 - age, 1_000_000 - age))
    Shelf(tmp_path, 3 * size).solve(wanted)
    assert sorted(path.stem for path in tmp_path.glob("*.table") if path.stem.isalpha()) == ["new", "old"]


def test_a_damaged_table_is_solved_anew(tmp_path: Path, options: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = solution_of(options)
    path = tmp_path / tables.file_name(wanted)
    path.write_bytes(b"nonsense")
    shelf = Shelf(tmp_path, 10**9)
    assert shelf.find(wanted) is None
    monkeypatch.setattr(
        shelves, "run_solver", lambda solution, path, _: tables.write(path, solution, bytes(tables.size(solution)))
    )
    assert shelf.solve(wanted)[0] == 0


@pytest.mark.parametrize(
    ("status", "answer", "says"),
    [
        (0, b'{"lacking": true}', "the extra `advice`"),
        (0, b'{"failed": "MemoryError: no room"}', "failed: MemoryError: no room"),
        (7, b"", "status 7: last"),
        (0, b"", "status 0"),
    ],
)
def test_a_solver_process_that_fails_is_told(
    status: int, answer: bytes, says: str, tmp_path: Path, options: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        subprocess, "run", lambda *_, **__: subprocess.CompletedProcess([], status, answer, b"first\nlast")
    )
    with pytest.raises(Unsolvable, match=says):
        Shelf(tmp_path, 10**9).solve(solution_of(options))


def test_what_a_killed_solver_left_is_cleared_away(tmp_path: Path, options: Path) -> None:
    left = tmp_path / ".sheet-0123-1-abc"
    left.write_bytes(b"half a table")
    Shelf(tmp_path, 10**9).make_room(1)
    assert not left.exists()


def test_tables_stand_beside_the_database() -> None:
    assert folder_of(Settings(database="sqlite:////var/lib/game.db")) == Path("/var/lib/rollwright-tables")
    assert folder_of(Settings(database="postgresql://there/name")) == Path("rollwright-tables")
    assert folder_of(Settings(tables=Path("/srv/tables"))) == Path("/srv/tables")
