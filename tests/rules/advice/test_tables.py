"""Tables as files: what is read is what was written, or it is refused."""

from array import array
from dataclasses import replace
from pathlib import Path

import pytest

from rules.advice import tables
from rules.adviser import Solution

SOLUTION = Solution("sheet", "ab" * 32, "rules.sheet.solving", 1, {}, "f8", (2, 3), 1.0)
NUMBERS = array("d", [0.5, 1.5, -2.0, 3.0, 4.0, 1e300])


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / tables.file_name(SOLUTION)
    tables.write(path, SOLUTION, NUMBERS)
    return path


def test_what_was_written_is_read(path: Path) -> None:
    values = tables.read(path, SOLUTION)
    assert [values[place] for place in range(6)] == list(NUMBERS)


def test_numbers_begin_at_a_multiple_of_64_bytes_and_nothing_is_left_beside(path: Path) -> None:
    assert (path.stat().st_size - 48) % 64 == 0
    assert [each.name for each in path.parent.iterdir()] == [path.name]


def test_single_precision(tmp_path: Path) -> None:
    single = replace(SOLUTION, dtype="f4")
    tables.write(tmp_path / "t", single, array("f", [1, 2, 3, 4, 5, 0.25]))
    assert tables.read(tmp_path / "t", single)[5] == 0.25


def test_a_wrong_number_of_numbers_is_not_written(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="40 bytes, not 48"):
        tables.write(tmp_path / "t", SOLUTION, NUMBERS[:5])
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize(
    "other",
    [
        replace(SOLUTION, digest="cd" * 32),
        replace(SOLUTION, version=2),
        replace(SOLUTION, shape=(3, 2)),
        replace(SOLUTION, dtype="f4"),
        replace(SOLUTION, solver="rules.banking.solving"),
    ],
)
def test_another_table_is_refused(path: Path, other: Solution) -> None:
    with pytest.raises(tables.Unreadable, match="another table"):
        tables.read(path, other)


def test_damage_is_found(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    path.write_bytes(data)
    with pytest.raises(tables.Unreadable, match="damaged"):
        tables.read(path, SOLUTION)


@pytest.mark.parametrize(
    ("cut", "why"), [(-1, "cut off"), (-48, "cut off"), (40, "no header"), (10, "no table"), (0, "no table")]
)
def test_half_a_file_is_refused(path: Path, cut: int, why: str) -> None:
    path.write_bytes(path.read_bytes()[:cut])
    with pytest.raises(tables.Unreadable, match=why):
        tables.read(path, SOLUTION)


def test_a_header_that_is_none_is_refused(path: Path) -> None:
    path.write_bytes(tables.MAGIC + b"[1]\n")
    with pytest.raises(tables.Unreadable, match="no header"):
        tables.read(path, SOLUTION)


def test_a_file_that_is_not_there_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        tables.read(tmp_path / "nothing", SOLUTION)
