"""The commit of a batch on PostgreSQL: one statement over arrays, with a column for each value of a move."""

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Table
from sqlalchemy.dialects import postgresql

from app.store.rows import COURSE, EntryRow, Guarded, KeyRow, course
from app.store.tables import RECORD, RETRIES, SESSIONS, columns

_PLAYED = columns(RECORD)[2:]  # what a batch brings of an entry; its version is the session's
_KEPT = ("key", "caller", "fingerprint", "issued")  # and of a key


def _typed(table: Table, names: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Columns with their types in PostgreSQL's words."""
    dialect = postgresql.dialect()  # type: ignore[no-untyped-call]
    return tuple((name, table.c[name].type.compile(dialect=dialect)) for name in names)


_IDENTIFIED = _typed(SESSIONS, ("id", "version", "epoch"))
_BATCH = (
    *zip(("id", "expected_version", "expected_epoch"), (kind for _, kind in _IDENTIFIED), strict=True),
    *_typed(SESSIONS, COURSE),
    *_typed(RECORD, _PLAYED),
)
_KEYED = _typed(RETRIES, _KEPT)
_FIRST = tuple((f"first_{name}", kind) for name, kind in _typed(RECORD, ("version", *_PLAYED)))


def _asked(columns: Sequence[tuple[str, str]]) -> str:
    arrays = ", ".join(f"${number}::{kind}[]" for number, (_, kind) in enumerate(columns, 1))
    return f"asked AS (SELECT * FROM unnest({arrays}) AS asked({', '.join(name for name, _ in columns)}))"


_WRITTEN = f"""
written AS (
    UPDATE sessions SET {", ".join(f"{name} = asked.{name}" for name in COURSE)}
    FROM asked
    WHERE sessions.id = asked.id AND sessions.version = asked.expected_version
        AND sessions.epoch = asked.expected_epoch
"""
_APPENDED = f"""
    RETURNING asked.*
), appended AS (
    INSERT INTO record (session_id, version, {", ".join(_PLAYED)})
    SELECT id, version, {", ".join(_PLAYED)} FROM written WHERE kind IS NOT NULL"""
_FIRST_APPENDED = f"""
    UNION ALL SELECT id, {", ".join(name for name, _ in _FIRST)} FROM written WHERE first_kind IS NOT NULL"""
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
_COMMIT = f"WITH {_asked(_BATCH)}, {_WRITTEN} {_APPENDED}) {_DONE}"
_COMMIT_KEYED = f"WITH {_asked(_BATCH + _KEYED)}, {_WRITTEN} {_UNKNOWN} {_APPENDED}) {_RETRIED} {_DONE}"
_BOTH_APPENDED = f"{_APPENDED} {_FIRST_APPENDED}"
_COMMIT_ALL = f"WITH {_asked(_BATCH + _KEYED + _FIRST)}, {_WRITTEN} {_UNKNOWN} {_BOTH_APPENDED}) {_RETRIED} {_DONE}"


def commit(changes: Sequence[Guarded]) -> tuple[str, list[list[Any]]]:
    """The statement for these changes of different sessions, and its arguments.

    It writes the session's course, the record and the keys of each change whose session is as it was judged and whose
    key is not there yet, and gives the ids of what was written. Without keys, or requests that append two entries, it
    is a shorter one: what a statement might do costs even where it does nothing.
    """
    if any(guarded.change.first is not None for guarded in changes):
        return _COMMIT_ALL, _columns(
            (*_values(guarded), *_key_values(guarded.change.key), *_first_values(guarded.change.first))
            for guarded in changes
        )
    if all(guarded.change.key is None for guarded in changes):
        return _COMMIT, _columns(map(_values, changes))
    return _COMMIT_KEYED, _columns((*_values(guarded), *_key_values(guarded.change.key)) for guarded in changes)


def _columns(rows: Iterable[Sequence[Any]]) -> list[list[Any]]:
    return [list(column) for column in zip(*rows, strict=True)]


def _key_values(key: KeyRow | None) -> tuple[Any, ...]:
    return (None,) * len(_KEYED) if key is None else (key.key, key.caller, key.fingerprint, key.issued)


def _first_values(first: EntryRow | None) -> tuple[Any, ...]:
    return (None,) * len(_FIRST) if first is None else first


def _values(guarded: Guarded) -> tuple[Any, ...]:
    """One row of the batch, in the order of `_BATCH`."""
    entry = guarded.change.entry
    return *course(guarded), *(entry[1:] if entry is not None else (None,) * len(_PLAYED))
