"""Work on a database from the command line, with the ORM: no hot path leads through here."""

from collections.abc import Callable
from typing import TypeVar

from sqlalchemy import Connection
from sqlmodel import Session

from app.store.migrate import in_transaction, migrate

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
