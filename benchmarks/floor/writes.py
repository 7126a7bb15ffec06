"""What the floor writes: the rows that a recorded game wrote, in any session and at any version."""

import asyncio
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, Protocol

from benchmarks.recording import Recording

MAX_BATCH = 256
"""How many moves one commit carries at most."""


class Move(NamedTuple):
    """A write that waits: the session, the version it gets (0: it is new), and who wants to know."""

    session: bytes
    version: int
    done: asyncio.Future[None]


class Writer(Protocol):
    """A store that commits together what waits, durably."""

    async def write(self, session: bytes, version: int) -> None:
        """Store that a session has come to this version; raises whatever the database says where it has not."""

    async def close(self) -> None:
        """Let go of the database."""


class StaleVersion(Exception):
    """A session is not at the version before the one that was to be stored."""


class Rows:
    """The rows of a recorded game. A session that goes on for longer writes them once more."""

    def __init__(self, recording: Recording) -> None:
        first, *later = recording.sessions
        self.session_columns = list(first)
        others = [column for column in recording.entries[0] if column not in ("session_id", "version")]
        self.entry_columns = ["session_id", "version", *others]
        changed = [column for column in first if any(row[column] != first[column] for row in later)]
        self.course_columns = [column for column in changed if column != "version"]
        """What a move changes in the session's row besides its version."""
        self._first = first
        self._entries = [tuple(entry[column] for column in others) for entry in recording.entries]
        self._courses = [tuple(row[column] for column in self.course_columns) for row in later]

    def session(self, move: Move) -> tuple[Any, ...]:
        """A new session's values, by `session_columns`."""
        return tuple({**self._first, "id": move.session}.values())

    def entry(self, move: Move) -> tuple[Any, ...]:
        """The record entry's values, by `entry_columns`."""
        return move.session, move.version, *self._entries[(move.version - 1) % len(self._entries)]

    def course(self, move: Move) -> tuple[Any, ...]:
        """The values that the move gives the session's row, by `course_columns`."""
        return self._courses[(move.version - 1) % len(self._courses)]


def names(columns: Iterable[str]) -> str:
    """Columns as SQL lists them."""
    return ", ".join(f'"{column}"' for column in columns)


def settle(batch: Sequence[Move], error: Exception | None) -> None:
    """Tell everybody who waits for the batch how it went."""
    for move in batch:
        if move.done.done():  # its request may have been cancelled meanwhile
            continue
        if error is None:
            move.done.set_result(None)
        else:
            move.done.set_exception(error)
