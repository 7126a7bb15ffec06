"""Migration: a database brought to the schema of this service, however many processes start at once."""

import asyncio
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import asyncpg
from sqlalchemy import Connection, Engine, create_engine, event, inspect, make_url, text
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

import migrations
from app.store.failures import POSTGRES
from app.store.hosts import Dialer, with_all_hosts, with_one_host
from app.store.rows import SCHEMA
from app.store.sqlite_file import stale_log
from app.store.statements import SCHEMA_VERSION


class Unusable(Exception):
    """The database cannot be used; the sentence says why, without secrets."""


def shown(database: str) -> str:
    """The address of a database without its password."""
    url = make_url(with_one_host(database))
    if "password" in url.query:
        url = url.update_query_dict({"password": "hidden"})
    return with_all_hosts(url.render_as_string(hide_password=True), database)


def why(error: Exception) -> str | None:
    """What is wrong, in one line, where it is the database that failed and not the program."""
    cause = _cause(error)
    if isinstance(cause, TimeoutError):
        return "it does not answer in time"
    if isinstance(cause, UnknownSchema):
        return f"its schema is of another version of Rollwright ({cause})"
    if isinstance(cause, OSError):
        return cause.strerror or str(cause)
    if isinstance(error, DBAPIError) or isinstance(cause, (sqlite3.Error, *POSTGRES)):
        return str(cause).partition("\n")[0]
    return None


def _cause(error: BaseException) -> BaseException:
    """The driver's own error."""
    if isinstance(error, DBAPIError) and error.orig is not None:
        return error.orig
    return error


def _passing(error: BaseException) -> bool:
    """Whether it may help to wait: nobody answers, or PostgreSQL is starting, stopping or out of connections."""
    cause = _cause(error)
    sqlstate = getattr(cause, "sqlstate", None) or ""
    return isinstance(cause, (OSError, asyncpg.TargetServerAttributeNotMatched)) or sqlstate[:2] in ("08", "53", "57")


if TYPE_CHECKING:
    from alembic.config import Config


START_SECONDS = 60
"""How long a start may wait for another process that is migrating."""

_LOCK = 0x526F6C6C  # an advisory lock of this service's own
T = TypeVar("T")


class UnknownSchema(Exception):
    """The database was brought to a schema that this version does not know; the sentence is Alembic's."""


def is_postgres(database: str) -> bool:
    """Whether the address is PostgreSQL's; ValueError where it is neither that nor a SQLite file's."""
    try:
        url = make_url(with_one_host(database))
    except (ArgumentError, ValueError):
        raise ValueError("an address is needed, such as sqlite:///rollwright.db or postgresql://host/name") from None
    if url.drivername in ("postgresql", "postgres"):
        return True
    if url.drivername != "sqlite":
        raise ValueError(f"only sqlite:/// and postgresql:// addresses are served, not {url.drivername}:")
    if not url.database or url.database == ":memory:":
        raise ValueError("the store needs a file, such as sqlite:///rollwright.db")
    return False


def sqlite_path(database: str) -> Path:
    """The file of a `sqlite:///` address."""
    return Path(make_url(database).database or "")


def check_place(database: str) -> None:
    """Raise `Unusable` where SQLite could not write: it keeps files beside that of the database."""
    path = sqlite_path(database)
    if not path.parent.is_dir():
        raise Unusable(f"{shown(database)} cannot be used: there is no directory {path.parent}")
    for needed in (path.parent, path):
        if needed.exists() and not os.access(needed, os.W_OK):
            raise Unusable(f"{shown(database)} cannot be used: {needed} cannot be written")


def check_file(database: str) -> None:
    """The same, and where the log of another database lies beside the file."""
    check_place(database)
    if (log := stale_log(sqlite_path(database))) is not None:
        raise Unusable(
            f"{shown(database)} cannot be used: {log.name} beside it is the log of another database; "
            "move it away, or put back the database that it belongs to"
        )


def config(connection: Connection) -> "Config":
    """Alembic's configuration for an open connection."""
    from alembic.config import Config  # noqa: PLC0415 - as in _upgrade

    alembic = Config()
    alembic.set_main_option("script_location", str(Path(migrations.__file__).parent))
    alembic.attributes["connection"] = connection
    return alembic


def engine(database: str) -> Engine:
    """An engine for a SQLite file whose transactions begin by taking its write lock, so that two migrations never
    overlap.
    """
    made = create_engine(f"sqlite:///{sqlite_path(database)}", connect_args={"timeout": START_SECONDS})

    @event.listens_for(made, "connect")
    def _manual(connection: Any, _: Any) -> None:
        connection.isolation_level = None

    @event.listens_for(made, "begin")
    def _lock(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return made


def in_transaction(database: str, work: Callable[[Connection], T]) -> T:
    """Do it in one transaction that no other migration overlaps, and commit. Not to be called on an event loop."""
    if is_postgres(database):
        return asyncio.run(_in_postgres(database, work))
    made = engine(database)
    try:
        with made.begin() as connection:
            return work(connection)
    finally:
        made.dispose()


async def _in_postgres(database: str, work: Callable[[Connection], T]) -> T:
    async def connect() -> asyncpg.Connection:
        return await Dialer(database).dial(START_SECONDS, statement_cache_size=0)

    made = create_async_engine("postgresql+asyncpg://", async_creator=connect, poolclass=NullPool)
    try:
        async with made.begin() as connection:
            await connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
            return await connection.run_sync(work)
    finally:
        await made.dispose()


def migrate(database: str) -> None:
    """Upgrade the database to the newest schema, creating its tables if need be; or `UnknownSchema`."""
    in_transaction(database, _upgrade)


def _upgrade(connection: Connection) -> None:
    if _is_current(connection):
        return
    # Alembic takes time and 10 MiB, which are spared where nothing is to be done.
    from alembic import command  # noqa: PLC0415
    from alembic.util import CommandError  # noqa: PLC0415

    try:
        command.upgrade(config(connection), "head")
    except CommandError as error:
        raise UnknownSchema(str(error)) from None


def _is_current(connection: Connection) -> bool:
    if not inspect(connection).has_table("alembic_version"):
        return False
    return connection.scalars(SCHEMA_VERSION).all() == [SCHEMA]
