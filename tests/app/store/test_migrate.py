"""Migrations: they make the declared tables, run once however many start, keep what is stored, can be taken back."""

import asyncio
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, text
from sqlmodel import SQLModel

from app.settings import Settings
from app.store import open_store
from app.store.migrate import config, in_transaction, is_postgres, migrate, sqlite_path
from app.store.rows import SCHEMA
from tests.app.store.rows import row as stored_row
from tests.postgres import Server
from tests.support.patience import PATIENCE


@pytest.fixture(params=["sqlite", "postgres"])
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database without tables."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/test.db"
    server: Server = request.getfixturevalue("postgres")
    return server.create_database()


def test_the_migrations_make_the_declared_tables(empty: str) -> None:
    migrate(empty)

    def differences(connection: Connection) -> Any:
        return compare_metadata(MigrationContext.configure(connection), SQLModel.metadata)

    assert in_transaction(empty, differences) == []
    assert set(SQLModel.metadata.tables) == {"sessions", "record", "retries", "openings", "api_keys"}


def test_migrations_can_be_taken_back_and_repeated(empty: str) -> None:
    migrate(empty)
    migrate(empty)
    in_transaction(empty, lambda connection: command.downgrade(config(connection), "base"))
    migrate(empty)

    def left(connection: Connection) -> list[Any]:
        command.downgrade(config(connection), "base")
        names = "sqlite_master WHERE type = 'table'" if connection.dialect.name == "sqlite" else "pg_tables"
        column = "name" if connection.dialect.name == "sqlite" else "tablename"
        where = "" if connection.dialect.name == "sqlite" else " WHERE schemaname = 'public'"
        return [row[0] for row in connection.execute(text(f"SELECT {column} FROM {names}{where}"))]  # noqa: S608

    assert in_transaction(empty, left) == ["alembic_version"]


def test_the_code_names_the_last_migration() -> None:
    made = create_engine("sqlite://")
    with made.connect() as connection:
        assert ScriptDirectory.from_config(config(connection)).get_current_head() == SCHEMA
    made.dispose()


def test_many_processes_may_start_at_once(empty: str) -> None:
    code = f"from app.store.migrate import migrate; migrate({empty!r})"
    running = [subprocess.Popen([sys.executable, "-c", code]) for _ in range(4)]
    assert [process.wait(PATIENCE) for process in running] == [0, 0, 0, 0]


def test_what_is_up_to_date_needs_no_alembic(database: str) -> None:
    """It takes a tenth of a worker's memory."""
    code = (
        f"from app.store.migrate import migrate; migrate({database!r}); import sys; print('alembic' in sys.modules)"
    )
    assert (
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"
    )


async def test_a_session_of_the_first_schema_goes_on(empty_database: str) -> None:
    """What 0.1.0 has stored is read as a public session of named seats whose dice cannot be proved."""

    def old(connection: Connection) -> None:
        command.upgrade(config(connection), "0001")
        connection.execute(
            text(
                "INSERT INTO sessions VALUES (:id, 'sand', 1, '{}', 'server', '[\"Ida\"]', :tokens, :secret, 5, 6, "
                "2, 'active', '[1]', '[]')"
            ),
            {"id": b"i" * 16, "tokens": b"t" * 64, "secret": b"s" * 32},
        )

    await asyncio.to_thread(in_transaction, empty_database, old)
    await asyncio.to_thread(migrate, empty_database)
    store = await open_store(Settings(database=empty_database))
    row = await store.session(b"i" * 16)
    await store.close()
    assert row is not None
    assert row == stored_row()._replace(
        id=b"i" * 16,
        tokens=b"t" * 64,
        invitations=row.invitations,
        secret=b"s" * 32,
        commitment=None,
        created_at=5,
        updated_at=6,
        version=2,
        throws="[1]",
    )
    assert not row.invitations


@pytest.mark.parametrize("address", ["mysql://x/y", "sqlite://", "sqlite:///:memory:", "nothing"])
def test_an_address_that_cannot_be_served_is_refused(address: str) -> None:
    with pytest.raises(ValueError, match=r"sqlite:///"):
        is_postgres(address)


def test_addresses_are_told_apart() -> None:
    assert is_postgres("postgresql://user:secret@host/name")
    assert is_postgres("postgres://host/name")
    assert not is_postgres("sqlite:///a/b.db")
    assert sqlite_path("sqlite:///a/b.db") == Path("a/b.db")
    assert sqlite_path("sqlite:////a/b.db") == Path("/a/b.db")
