"""`rollwright keys`: who may open sessions, kept in the database."""

import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Annotated, TypeVar

import typer
from sqlalchemy import Connection
from sqlmodel import Session, col, select

from app.access.api_keys import new_key
from app.settings import Settings
from app.store.migrate import in_transaction, migrate
from app.store.tables import ApiKeyTable

LONGEST_NAME = 100
"""Characters that a key's name may have."""

keys = typer.Typer(no_args_is_help=True, help="API keys, for opening sessions where the service asks for one.")
Database = Annotated[
    str | None, typer.Option(help="Address of the store; else that of the environment, or ./rollwright.db.")
]


@keys.command()
def add(
    name: Annotated[str, typer.Argument(help="Whose key it is, for the list; several may have the same.")],
    database: Database = None,
) -> None:
    """Make a key. Standard output is the key alone; it is shown this once."""
    if not 0 < len(name) <= LONGEST_NAME or not name.isprintable():
        raise typer.BadParameter(f"1 to {LONGEST_NAME} printable characters are needed", param_hint="NAME")
    made = new_key()

    def store(session: Session) -> None:
        session.add(ApiKeyTable(id=made.id, name=name, digest=made.digest, created_at=_now(), revoked_at=None))

    run(_address(database), store)
    typer.echo(made.text)
    typer.echo("This key is shown this once: only its hash is stored. Send it as `Authorization: Bearer`.", err=True)


@keys.command("list")
def list_keys(database: Database = None) -> None:
    """List all keys, oldest first: id, when it was made, when it was revoked (- if it was not), name."""

    def rows(session: Session) -> list[str]:
        stored = session.exec(select(ApiKeyTable).order_by(col(ApiKeyTable.created_at), col(ApiKeyTable.id)))
        return [f"{key.id}  {_shown(key.created_at)}  {_shown(key.revoked_at):20}  {key.name}" for key in stored]

    for row in run(_address(database), rows):
        typer.echo(row)


@keys.command()
def revoke(
    key_id: Annotated[str, typer.Argument(metavar="ID", help="The key's id, as `keys list` shows it.")],
    database: Database = None,
) -> None:
    """Make a key worthless from now on. Sessions that it opened go on."""

    def mark(session: Session) -> int | None:
        key = session.get(ApiKeyTable, key_id)
        if key is None:
            return None
        if key.revoked_at is None:
            key.revoked_at = _now()
        return key.revoked_at

    revoked_at = run(_address(database), mark)
    if revoked_at is None:
        typer.echo(f"There is no key with the id {key_id}.", err=True)
        raise typer.Exit(1)
    typer.echo(f"{key_id} is revoked since {_shown(revoked_at)}")


def _address(database: str | None) -> str:
    return Settings().database if database is None else database


def _now() -> int:
    return time.time_ns() // 1_000_000


def _shown(at: int | None) -> str:
    """A time in UTC to the second (RFC 3339)."""
    return "-" if at is None else datetime.fromtimestamp(at // 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


T = TypeVar("T")


def run(database: str, work: Callable[[Session], T]) -> T:
    """Do it in one transaction on the migrated database, and commit."""
    migrate(database)

    def inside(connection: Connection) -> T:
        with Session(connection) as session:
            done = work(session)
            session.flush()
            return done

    return in_transaction(database, inside)
