"""Backup and restore of a SQLite database: `rollwright backup` and `restore`. PostgreSQL has programs of its own."""

import fcntl
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Annotated

import typer

from app.cli.database import Database, chosen
from app.store.migrate import Unusable, check_place, is_postgres, migrate, sqlite_path, why

_BESIDE = ("-wal", "-shm", "-journal")
"""What SQLite keeps in files beside a database."""

_LOCKS = 0x40000000
_LOCKED = 512
"""Where SQLite has its locks in a file; a connection in WAL mode holds one as long as it is open."""


def backup(
    file: Annotated[Path, typer.Argument(help="The copy to make; it must not exist yet.")],
    database: Database = None,
) -> None:
    """Copy a SQLite database as it is at one moment, while it may be in use. PostgreSQL has pg_dump for this."""
    settings = chosen(database)
    if is_postgres(settings.database):
        raise typer.BadParameter("this is for SQLite; PostgreSQL has pg_dump", param_hint="--database")
    source = sqlite_path(settings.database)
    if not source.exists():
        raise Unusable(f"there is no file {source}")
    if file.exists():
        raise typer.BadParameter(f"{file} is there already", param_hint="FILE")
    unfinished = file.with_name(f"{file.name}.unfinished")
    unfinished.unlink(missing_ok=True)
    with closing(sqlite3.connect(source, timeout=settings.busy_seconds)) as connection:
        connection.execute("VACUUM INTO ?", (str(unfinished),))
    _sync(unfinished)
    unfinished.rename(file)
    _sync(file.parent)
    typer.echo(f"{file} holds what {source} held when this began")


def restore(
    file: Annotated[Path, typer.Argument(help="The copy that `rollwright backup` made.")],
    database: Database = None,
) -> None:
    """Put a copy in place of a SQLite database that nobody uses. PostgreSQL has pg_restore for this.

    The copy is checked and brought to the schema of this version first; what was there is kept under another name.
    """
    settings = chosen(database)
    if is_postgres(settings.database):
        raise typer.BadParameter("this is for SQLite; PostgreSQL has pg_restore", param_hint="--database")
    target = sqlite_path(settings.database)
    if not file.is_file():
        raise Unusable(f"there is no file {file}")
    check_place(settings.database)  # the log of another database is moved away below
    if target.exists() and file.samefile(target):
        raise typer.BadParameter(f"{file} is the database itself", param_hint="FILE")
    unfinished = target.with_name(f"{target.name}.unfinished")
    _remove(unfinished)
    try:
        with _unused(target):  # before the work as well, which may be long
            pass
        sessions, entries = _checked_copy(file, unfinished)
        with _unused(target):
            kept = _put_in_place(unfinished, target)
    finally:
        _remove(unfinished)
    typer.echo(f"{target} holds {sessions} sessions with {entries} entries")
    if kept is not None:
        typer.echo(f"what was there before is {kept}")


def _checked_copy(file: Path, copy: Path) -> tuple[int, int]:
    """Copy a database, and see that the copy is whole and can be served; how many sessions and entries it has."""
    try:
        counted = _copied(file, copy)
    except Exception as error:
        reason = str(error) if isinstance(error, Unusable) else why(error)
        if reason is None:
            raise
        raise Unusable(f"{file} cannot be restored: {reason}") from None
    _sync(copy)
    return counted


def _copied(file: Path, copy: Path) -> tuple[int, int]:
    with (
        closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as source,
        closing(sqlite3.connect(copy)) as made,
    ):
        source.backup(made)
        made.execute("PRAGMA journal_mode = DELETE")
        faults = [row[0] for row in made.execute("PRAGMA integrity_check(1)")]
        tables = {row[0] for row in made.execute("SELECT name FROM sqlite_schema")}
    if faults != ["ok"]:
        raise Unusable(f"it is damaged: {' '.join(faults[0].split())}")
    if "alembic_version" not in tables:
        raise Unusable("it is no database of Rollwright")
    migrate(f"sqlite:///{copy}")
    with closing(sqlite3.connect(copy)) as made:
        sessions, entries = made.execute(
            "SELECT (SELECT count(*) FROM sessions), (SELECT count(*) FROM record)"
        ).fetchone()
    return sessions, entries


@contextmanager
def _unused(target: Path) -> Iterator[None]:
    """Hold SQLite's locks on a file, damaged or not; `Unusable` where somebody has one."""
    if not target.exists():
        yield
        return
    with target.open("r+b") as held:
        try:
            fcntl.lockf(held, fcntl.LOCK_EX | fcntl.LOCK_NB, _LOCKED, _LOCKS)
        except OSError:
            raise Unusable(f"{target} is in use: stop the service first") from None
        yield


def _put_in_place(new: Path, target: Path) -> Path | None:
    """Replace a database in one step; the name under which the old one is kept, if there was one.

    What SQLite has kept beside the old one goes with it: beside the new one it would be taken for part of that.
    """
    kept = target.with_name(f"{target.name}.before-{time.strftime('%Y%m%dT%H%M%SZ', time.gmtime())}")
    there = target.exists()
    moved: list[str] = []
    try:
        if there:
            os.link(target, kept)
        for part in _BESIDE:
            with suppress(FileNotFoundError):
                _named(target, part).rename(_named(kept, part))
                moved.append(part)
        new.replace(target)
    except OSError as error:
        for part in moved:
            _named(kept, part).rename(_named(target, part))
        if there and not isinstance(error, FileExistsError):
            kept.unlink(missing_ok=True)
        raise Unusable(f"{target} cannot be replaced, and is as it was: {error.strerror}") from None
    _sync(target.parent)
    return kept if there or moved else None


def _named(database: Path, part: str) -> Path:
    return database.with_name(database.name + part)


def _remove(database: Path) -> None:
    for part in ("", *_BESIDE):
        _named(database, part).unlink(missing_ok=True)


def _sync(path: Path) -> None:
    """Wait until a file or a directory is on disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
