"""A store with a past: as many moves as wanted, copied from a game that was really played."""

from collections.abc import Iterator
from itertools import count, islice

import uuid_utils

from benchmarks.recording import Recording
from benchmarks.sql import connected

AT_ONCE = 64
"""How many games are played at once. Each begins a little after the one before, so that they never end together."""

CHUNK = 50_000
"""Moves that are stored in one transaction."""


def fill(database: str, recording: Recording, moves: int) -> None:
    """Store so many moves as if games like the recorded one had been played, many at once, one after the other.

    The rows are the recorded ones but for the sessions' ids, which are new (UUID version 7, RFC 9562) and ascend with
    the games' beginnings. The last games are left where they are when the moves are used up.
    """
    reached = dict[bytes, int]()

    def entries() -> Iterator[tuple[object, ...]]:
        for session, version in islice(played, CHUNK):
            reached[session] = version
            copied = {**recording.entries[version - 1], "session_id": session, "version": version}
            yield tuple(copied.values())

    played = islice(_played(len(recording.entries)), moves)
    columns = list(recording.entries[0])
    with connected(database) as store:
        for _ in range(0, moves, CHUNK):
            store.insert("record", columns, entries())
        sessions = ({**recording.sessions[version], "id": session} for session, version in reached.items())
        store.insert("sessions", list(recording.sessions[0]), (tuple(row.values()) for row in sessions))
        store.settle()


def _played(length: int) -> Iterator[tuple[bytes, int]]:
    """Moves in the order of their times, as session and version, of games that have so many each; without end."""
    sessions = [b""] * AT_ONCE
    for time in count():
        for place in range(AT_ONCE):
            since_first = time - place * length // AT_ONCE
            if since_first < 0:
                break
            if since_first % length == 0:
                sessions[place] = uuid_utils.uuid7().bytes
            yield sessions[place], since_first % length + 1
