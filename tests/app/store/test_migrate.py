"""Migrations: they make the declared tables, run once however many start, and can be taken back."""

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlmodel import SQLModel

from app.store import tables
from app.store.migrate import config, engine, migrate, sqlite_path


def test_the_migrations_make_the_declared_tables(database: str) -> None:
    migrate(database)
    made = engine(database)
    with made.begin() as connection:
        assert compare_metadata(MigrationContext.configure(connection), SQLModel.metadata) == []
    made.dispose()
    assert {tables.SessionTable.__tablename__, tables.RecordTable.__tablename__} == set(SQLModel.metadata.tables)


def test_migrations_can_be_taken_back_and_repeated(database: str) -> None:
    migrate(database)
    migrate(database)
    made = engine(database)
    with made.begin() as connection:
        command.downgrade(config(connection), "base")
    made.dispose()
    with sqlite3.connect(sqlite_path(database)) as left:
        assert left.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall() == [
            ("alembic_version",)
        ]
    left.close()


def test_many_processes_may_start_at_once(database: str) -> None:
    code = f"from app.store.migrate import migrate; migrate({database!r})"
    running = [subprocess.Popen([sys.executable, "-c", code]) for _ in range(4)]
    assert [process.wait(60) for process in running] == [0, 0, 0, 0]


@pytest.mark.parametrize("address", ["postgresql://x/y", "sqlite://", "sqlite:///:memory:"])
def test_an_address_that_cannot_be_served_is_refused(address: str) -> None:
    with pytest.raises(ValueError, match=r"sqlite:///"):
        sqlite_path(address)


def test_paths_are_as_sqlalchemy_reads_them() -> None:
    assert sqlite_path("sqlite:///a/b.db") == Path("a/b.db")
    assert sqlite_path("sqlite:////a/b.db") == Path("/a/b.db")
