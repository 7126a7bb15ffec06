"""What the store hands out and takes: plain rows, without the ORM."""

from collections.abc import Callable
from typing import NamedTuple, Protocol


class SessionRow(NamedTuple):
    """A stored session, column by column as in `tables.SessionTable`."""

    id: bytes
    game: str
    rules_version: int
    options: str
    dice_source: str
    names: str
    tokens: bytes
    secret: bytes
    created_at: int
    updated_at: int
    version: int
    status: str
    throws: str
    state: str


class EntryRow(NamedTuple):
    """A stored record entry, column by column as in `tables.RecordTable` without the session's id."""

    version: int
    at: int
    kind: str
    seat: int
    by: str
    move: str | None
    dice: str
    points: int | None
    events: str | None


class Change(NamedTuple):
    """What an accepted request writes: the session's new values and the entry that tells what happened."""

    updated_at: int
    status: str
    throws: str
    state: str
    entry: EntryRow

    def applied_to(self, row: SessionRow) -> SessionRow:
        """The session as it is once this change is written."""
        return row._replace(
            updated_at=self.updated_at,
            status=self.status,
            throws=self.throws,
            state=self.state,
            version=self.entry.version,
        )


Judge = Callable[[SessionRow], Change]
"""Decides on a request from the session as stored; raises to refuse it, and then nothing is written."""


class Unavailable(Exception):
    """The store could not be reached or was busy for too long; nothing was written."""


class Full(Exception):
    """The store has no room; nothing was written."""


class Store(Protocol):
    """Where sessions live. What is answered has been committed durably before."""

    async def create(self, row: SessionRow) -> None:
        """Store a new session."""

    async def session(self, session: bytes) -> SessionRow | None:
        """A session as stored last."""

    async def change(self, session: bytes, judge: Judge) -> SessionRow | None:
        """Let `judge` decide on the session as stored now and write what it returns, all in one transaction.

        Returns the session as it is then, None if there is none; what `judge` raises is passed on.
        """

    async def record(self, session: bytes, after: int, limit: int) -> list[EntryRow]:
        """At most `limit` entries with versions above `after`, ascending."""

    async def ready(self) -> bool:
        """Whether the store answers and has the schema this service needs."""

    async def close(self) -> None:
        """Finish what was begun and let go."""
