"""Bring a database to the schema of this service, however many processes start at once."""

from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Engine, create_engine, event, make_url

import migrations

START_SECONDS = 60
"""How long a start may wait for another process that is migrating."""


def sqlite_path(database: str) -> Path:
    """The file of a `sqlite:///` address; ValueError for any other address."""
    url = make_url(database)
    if url.get_backend_name() != "sqlite":
        raise ValueError(f"only sqlite:/// addresses are served, not {url.get_backend_name()}:")
    if not url.database or url.database == ":memory:":
        raise ValueError("the store needs a file, such as sqlite:///rollwright.db")
    return Path(url.database)


def config(connection: Connection) -> Config:
    """Alembic's configuration for an open connection."""
    alembic = Config()
    alembic.set_main_option("script_location", str(Path(migrations.__file__).parent))
    alembic.attributes["connection"] = connection
    return alembic


def engine(database: str) -> Engine:
    """An engine whose transactions begin by taking SQLite's write lock, so that two migrations never overlap."""
    made = create_engine(f"sqlite:///{sqlite_path(database)}", connect_args={"timeout": START_SECONDS})

    @event.listens_for(made, "connect")
    def _manual(connection: Any, _: Any) -> None:
        connection.isolation_level = None

    @event.listens_for(made, "begin")
    def _lock(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return made


def migrate(database: str) -> None:
    """Upgrade the database to the newest schema, creating it if need be."""
    made = engine(database)
    try:
        with made.begin() as connection:
            command.upgrade(config(connection), "head")
    finally:
        made.dispose()
