"""Maintenance of a database: `rollwright audit` and `purge`."""

import asyncio
import sys
from collections.abc import Awaitable, Callable
from typing import Annotated, TypeVar
from uuid import UUID

import typer

from app.contract.admission import installed
from app.dice.sealing import Sealer
from app.games.served_game import Games
from app.operation.audit import Tally, audit, orphans
from app.sessions.referee import Referee
from app.sessions.service import Sessions
from app.settings import Settings
from app.store import open_store
from app.store.migrate import Unusable, check_file, is_postgres, shown, sqlite_path
from app.store.rows import Store
from app.telemetry.metrics import Metrics

PROGRESS_SECONDS = 0.5
"""How often a terminal is told how far an audit has come."""

Database = Annotated[
    str | None,
    typer.Option(
        help="Address of the store: sqlite:///relative.db, sqlite:////absolute.db or "
        "postgresql://user:password@host/name; else ROLLWRIGHT_DATABASE, DATABASE_URL or ./rollwright.db.",
        show_default=False,
    ),
]

T = TypeVar("T")


def chosen(database: str | None) -> Settings:
    """The environment's settings, with the database of the command line."""
    settings = Settings() if database is None else Settings(database=database)
    try:
        is_postgres(settings.database)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--database") from None
    return settings


def audit_command(
    database: Database = None,
    session: Annotated[UUID | None, typer.Option(help="Look at the session of this id only.")] = None,
) -> None:
    """Replay every stored session from its record, and tell what does not fit. The service may run meanwhile.

    Takes the ROLLWRIGHT_SECRET_KEY that the service has. Ends with 1 where something does not fit.
    """
    settings = chosen(database)
    only = None if session is None else session.bytes

    async def look(store: Store, referee: Referee) -> int:
        faults, tally = 0, Tally()
        progress = asyncio.create_task(_progress(tally)) if sys.stderr.isatty() else None
        async for fault in audit(store, referee, tally, only):
            faults += 1
            at = "" if fault.version is None else f" version {fault.version}:"
            typer.echo(f"{fault.session}{at} {fault.says}")
        for stray in await orphans(settings.database):
            if only in (None, stray.session):
                faults += 1
                typer.echo(f"{UUID(bytes=stray.session)} {stray.says}")
        if progress is not None:
            progress.cancel()
        if only is not None and not tally.sessions:
            raise Unusable(f"there is no session {session}")
        for needed, count in tally.unchecked.items():
            typer.echo(f"not checked, for want of its rules: {needed} ({count})")
        typer.echo(f"{tally.sessions} sessions, {tally.entries} entries, {faults} faults")
        return faults

    if _with_store(settings, look):
        raise typer.Exit(1)


async def _progress(tally: Tally) -> None:
    try:
        while True:
            await asyncio.sleep(PROGRESS_SECONDS)
            typer.echo(f"\r{tally.sessions} sessions, {tally.entries} entries ", nl=False, err=True)
    finally:
        typer.echo(err=True)


def purge(
    database: Database = None,
    days: Annotated[
        int | None,
        typer.Option(
            help="Days untouched; else those of ROLLWRIGHT_RETENTION_DAYS.", min=1, max=36500, show_default=False
        ),
    ] = None,
) -> None:
    """Abandon sessions that nobody has touched for so many days, and delete those over for as many more."""
    settings = chosen(database)
    idle = days or settings.retention_days
    if idle is None:
        raise typer.BadParameter("say after how many, or set ROLLWRIGHT_RETENTION_DAYS", param_hint="--days")

    async def clean(store: Store, referee: Referee) -> tuple[int, int]:
        return await Sessions(store, referee, Metrics()).purge(idle)

    abandoned, deleted = _with_store(settings, clean)
    typer.echo(f"{abandoned} sessions abandoned, {deleted} deleted")


def _with_store(settings: Settings, work: Callable[[Store, Referee], Awaitable[T]]) -> T:
    """Do it on the store, which must be there with the schema of this version."""

    async def inside() -> T:
        if not is_postgres(settings.database) and not sqlite_path(settings.database).exists():
            raise Unusable(f"there is no file {sqlite_path(settings.database)}")
        if not is_postgres(settings.database):
            check_file(settings.database)
        key = settings.secret_key
        referee = Referee(Games(installed().games), Sealer(key.get_secret_value() if key else None))
        store = await open_store(settings)
        try:
            if not await store.ready():
                raise Unusable(f"{shown(settings.database)} has not this version's schema; try `rollwright migrate`")
            return await work(store, referee)
        finally:
            await store.close()

    return asyncio.run(inside())
