"""`rollwright restore`: what it refuses, and that nothing is lost where it fails."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from typer.testing import CliRunner

from app.cli.main import main
from app.store.migrate import migrate


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A backup."""
    file = tmp_path / "backups" / "copy.db"
    file.parent.mkdir()
    migrate(f"sqlite:///{file}")
    return file


@pytest.fixture
def target(tmp_path: Path) -> Path:
    """A database in use until now, with something beside it."""
    file = tmp_path / "data" / "games.db"
    file.parent.mkdir()
    migrate(f"sqlite:///{file}")
    file.with_name("games.db-wal").write_bytes(b"its log")
    return file


def restored(file: Path, target: Path) -> tuple[int, str]:
    done = CliRunner().invoke(main, ["restore", str(file), "--database", f"sqlite:///{target}"])
    return done.exit_code, done.output


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def held(database: Path) -> list[str]:
    """All that a database holds."""
    with closing(sqlite3.connect(database)) as connection:
        return list(connection.iterdump())


def damaged(copy: Path) -> str:
    whole = copy.read_bytes()
    copy.write_bytes(whole[:8192] + b"\xff" * 4096 + whole[12288:])
    return "cannot be restored"


def cut(copy: Path) -> str:
    copy.write_bytes(copy.read_bytes()[:10_000])
    return "cannot be restored"


def text(copy: Path) -> str:
    copy.write_text("no database at all, but long enough to look like one" * 40)
    return "file is not a database"


def empty(copy: Path) -> str:
    copy.write_bytes(b"")
    return "it is no database of Rollwright"


def of_others(copy: Path) -> str:
    copy.unlink()
    with closing(sqlite3.connect(copy)) as connection:
        connection.execute("CREATE TABLE cakes (name TEXT)")
    return "it is no database of Rollwright"


def of_another_version(copy: Path) -> str:
    with closing(sqlite3.connect(copy)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = 'ffff'")
    return "its schema is of another version of Rollwright"


def missing(copy: Path) -> str:
    copy.unlink()
    return "there is no file"


@pytest.mark.parametrize("spoil", [damaged, cut, text, empty, of_others, of_another_version, missing])
def test_what_is_no_sound_backup_replaces_nothing(copy: Path, target: Path, spoil: object) -> None:
    assert callable(spoil)
    said = spoil(copy)
    before = files(target.parent)
    status, told = restored(copy, target)
    assert status == 1
    assert said in told
    assert told.count("\n") == 1, "one line"
    assert files(target.parent) == before


def test_what_was_there_is_kept_with_its_log(copy: Path, target: Path) -> None:
    before = files(target.parent)
    status, told = restored(copy, target)
    assert status == 0, told
    kept = Path(told.splitlines()[1].removeprefix("what was there before is "))
    after = files(target.parent)
    after.pop("games.db")
    assert held(target) == held(copy)
    assert after == {kept.name: before["games.db"], f"{kept.name}-wal": b"its log"}


def test_a_damaged_database_is_replaced_too(copy: Path, target: Path) -> None:
    target.write_bytes(b"a disk has died here")
    assert restored(copy, target)[0] == 0
    assert held(target) == held(copy)
    assert b"a disk has died here" in files(target.parent).values()


def test_into_an_empty_place(copy: Path, tmp_path: Path) -> None:
    status, told = restored(copy, tmp_path / "new.db")
    assert (status, told) == (0, f"{tmp_path}/new.db holds 0 sessions with 0 entries\n")
    assert restored(copy, tmp_path / "nowhere" / "new.db")[0] == 1


@pytest.mark.parametrize("call", ["replace", "link", "rename"])
def test_where_replacing_fails_all_is_as_it_was(
    copy: Path, target: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    before = files(target.parent)

    def fails(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, call, fails)
    status, told = restored(copy, target)
    assert status == 1
    assert "is as it was" in told
    assert files(target.parent) == before


def test_it_takes_a_copy_and_a_sqlite_file(copy: Path, target: Path) -> None:
    before = files(target.parent)
    assert restored(target, target)[0] == 2
    status = CliRunner().invoke(main, ["restore", str(copy), "--database", "postgresql://host/games"])
    assert (status.exit_code, "pg_restore" in status.output) == (2, True)
    assert files(target.parent) == before
