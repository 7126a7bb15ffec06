"""The commit of a batch on PostgreSQL: one statement over arrays, with a column for each value of a move."""

from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import Any

from sqlalchemy import Table
from sqlalchemy.dialects import postgresql

from app.store.rows import COURSE, EntryRow, Guarded, KeyRow, SessionRow, course
from app.store.tables import RECORD, RETRIES, SEATED, SESSIONS, columns

_PLAYED = columns(RECORD)[2:]  # what a batch brings of an entry; its version is the session's
_KEPT = ("key", "caller", "fingerprint", "issued")  # and of a key
_SEATED = columns(SESSIONS, SEATED)


def _typed(table: Table, names: Iterable[str], prefix: str = "") -> tuple[tuple[str, str], ...]:
    """Columns with their types in PostgreSQL's words."""
    dialect = postgresql.dialect()  # type: ignore[no-untyped-call]
    return tuple((f"{prefix}{name}", table.c[name].type.compile(dialect=dialect)) for name in names)


_BATCH = (
    *_typed(SESSIONS, ("id",)),
    *_typed(SESSIONS, ("version", "epoch", "tag"), "expected_"),
    *_typed(SESSIONS, COURSE),
    *_typed(RECORD, _PLAYED),
)
_KEYED = _typed(RETRIES, _KEPT)
_MORE = (
    *_typed(RECORD, ("version", *_PLAYED), "first_"),
    *_typed(SESSIONS, _SEATED, "now_"),
    *_typed(RETRIES, ("key", "caller", "issued"), "again_"),
)


def _asked(columns: Sequence[tuple[str, str]]) -> str:
    """The batch as a table, from arrays that follow the first parameter, the tag."""
    arrays = ", ".join(f"${number}::{kind}[]" for number, (_, kind) in enumerate(columns, 2))
    return f"asked AS (SELECT * FROM unnest({arrays}) AS asked({', '.join(name for name, _ in columns)}))"


def _written(*more: str) -> str:
    assigned = ", ".join((*(f"{name} = asked.{name}" for name in COURSE), *more))
    return f"""
written AS (
    UPDATE sessions SET tag = $1::bigint, {assigned}
    FROM asked
    WHERE sessions.id = asked.id AND sessions.version = asked.expected_version
        AND sessions.epoch = asked.expected_epoch AND sessions.tag = asked.expected_tag
"""


_APPENDED = f"""
    RETURNING asked.*
), appended AS (
    INSERT INTO record (session_id, version, {", ".join(_PLAYED)})
    SELECT id, version, {", ".join(_PLAYED)} FROM written WHERE kind IS NOT NULL"""
_FIRST_APPENDED = f"""
    UNION ALL SELECT id, first_version, {", ".join(f"first_{name}" for name in _PLAYED)}
    FROM written WHERE first_kind IS NOT NULL"""
_DONE = "SELECT array_agg(id) FROM written"
# With NOT EXISTS the planner would rather read all keys once than look a few up, while it takes the table for small.
_UNKNOWN = """
        AND (asked.key IS NULL OR (
            SELECT true FROM retries WHERE retries.session_id = asked.id AND retries.key = asked.key
                AND retries.caller = asked.caller) IS NULL)
"""
_RETRIED = f""", kept AS (
    INSERT INTO retries (session_id, version, {", ".join(_KEPT)})
    SELECT id, version, {", ".join(_KEPT)} FROM written WHERE key IS NOT NULL
)"""
_REISSUED = """, reissued AS (
    UPDATE retries SET issued = written.again_issued FROM written
    WHERE retries.session_id = written.id AND retries.key = written.again_key
        AND retries.caller = written.again_caller
)"""
_MOVED = _written()
_MOVED_AND_SEATED = _written(*(f"{name} = asked.now_{name}" for name in _SEATED))
_COMMIT = f"WITH {_asked(_BATCH)}, {_MOVED} {_APPENDED}) {_DONE}"
_COMMIT_KEYED = f"WITH {_asked(_BATCH + _KEYED)}, {_MOVED} {_UNKNOWN} {_APPENDED}) {_RETRIED} {_DONE}"
_COMMIT_ALL = (
    f"WITH {_asked(_BATCH + _KEYED + _MORE)}, {_MOVED_AND_SEATED} {_UNKNOWN} {_APPENDED} {_FIRST_APPENDED}) "
    f"{_RETRIED} {_REISSUED} {_DONE}"
)
_seated = attrgetter(*_SEATED)


def commit(changes: Sequence[Guarded], tag: int) -> tuple[str, list[Any]]:
    """The statement for these changes of different sessions, and its arguments; what it writes gets the tag.

    It writes the session's course, the record and the keys of each change whose session is as it was judged and whose
    key is not there yet, and gives the ids of what was written. Where one of them changes seats or appends two
    entries it writes that as well, of all; without these, or without keys, it is a shorter one: what a statement
    might do costs even where it does nothing.
    """
    if any(guarded.change.first is not None or guarded.change.seats_too for guarded in changes):
        rows = ((*_values(guarded), *_key_values(guarded.change.key), *_more_values(guarded)) for guarded in changes)
        return _COMMIT_ALL, [tag, *_columns(rows)]
    if all(guarded.change.key is None for guarded in changes):
        return _COMMIT, [tag, *_columns(map(_values, changes))]
    rows = ((*_values(guarded), *_key_values(guarded.change.key)) for guarded in changes)
    return _COMMIT_KEYED, [tag, *_columns(rows)]


def _columns(rows: Iterable[Sequence[Any]]) -> list[list[Any]]:
    return [list(column) for column in zip(*rows, strict=True)]


def _values(guarded: Guarded) -> tuple[Any, ...]:
    """One row of the batch, in the order of `_BATCH`."""
    entry = guarded.change.entry
    return *course(guarded), *(entry[1:] if entry is not None else (None,) * len(_PLAYED))


def _key_values(key: KeyRow | None) -> tuple[Any, ...]:
    return (None,) * len(_KEYED) if key is None else (key.key, key.caller, key.fingerprint, key.issued)


def _more_values(guarded: Guarded) -> tuple[Any, ...]:
    """The rest of a row, in the order of `_MORE`. What leaves the seats alone was judged on them."""
    change = guarded.change
    first: Sequence[Any] = (None,) * len(EntryRow._fields) if change.first is None else change.first
    row: SessionRow = change.row if change.seats_too else guarded.before
    again = change.reissued
    return *first, *_seated(row), *((None,) * 3 if again is None else (again.key, again.caller, again.issued))
