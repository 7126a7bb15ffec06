"""Driver errors: all that asyncpg and sqlite3 can raise, and what each means for a request.

What our own statement or its arguments did wrong stays what it is and is answered as a failure of the service; so a
mistake is noticed. Everything else is the database's state at present: `Unavailable`, which tells a client to come
again. `tests/app/store/test_failures.py` goes through every class of both drivers.
"""

import sqlite3

import asyncpg

from app.store.rows import Contended, Full, Held, Unavailable

POSTGRES = (
    OSError,
    TimeoutError,
    EOFError,
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
)
"""All that asyncpg raises; where a connection ends at a bad moment, `InternalClientError` too."""

_OURS = ("21", "22", "23", "42", "54")
"""SQLSTATE classes (PostgreSQL, appendix A) of faults of our own: cardinality, data, integrity, syntax, size."""

_SCHEMA = ("42501", "42P01", "42703", "42883", "42704")
"""Of those, the ones by which a database is not, or no longer, the one that was migrated, or does not let us in."""

_CONTENDED = ("40001", "40P01")
"""A serialization failure and a deadlock: the transaction was given up for others', and nothing of it was written."""

_HELD = "55P03"
"""Somebody else has held a row for longer than `lock_timeout`."""

_PART = ("08001", "58", "F0", "HV", "XX")
"""Failures of a part of the database, such as a page or another server behind this one, where the rest may work."""

_PRIMARY = 0xFF  # the part of an extended result code that is the primary one
_SQLITE_OURS = frozenset(
    {
        sqlite3.SQLITE_CONSTRAINT,
        sqlite3.SQLITE_MISMATCH,
        sqlite3.SQLITE_MISUSE,
        sqlite3.SQLITE_RANGE,
        sqlite3.SQLITE_TOOBIG,
    }
)


def translated(error: Exception) -> Exception:
    """What the caller is told of an error of `POSTGRES`."""
    if isinstance(error, asyncpg.PostgresError):
        state = error.sqlstate or ""
        if state == asyncpg.DiskFullError.sqlstate:
            return Full()
        if state in _CONTENDED:
            return Contended()
        if state == _HELD:
            return Held()
        return error if state.startswith(_OURS) and state not in _SCHEMA else Unavailable()
    return error if isinstance(error, asyncpg.UnsupportedClientFeatureError) else Unavailable()


def drops(error: BaseException) -> bool:
    """Whether a connection that has seen this error of `POSTGRES` is not to be used again.

    One may be bound for good to a server that is read-only now, or to a database that is gone; where nobody knows
    what it still waits for it is of no use either.
    """
    if isinstance(error, asyncpg.PostgresError):
        state = error.sqlstate or ""
        return not (state.startswith((*_OURS, "53")) or state in (*_CONTENDED, _HELD))
    return True


def splits(error: BaseException) -> bool:
    """Whether what was not written together, for this error or its cause, may be written in parts.

    The database has refused the transaction for something in it, and not for the state that all of it is in.
    """
    reason = error.__cause__ or error
    if isinstance(reason, sqlite3.Error):
        return getattr(reason, "sqlite_errorcode", 0) & _PRIMARY in _SQLITE_OURS
    state = reason.sqlstate or "" if isinstance(reason, asyncpg.PostgresError) else ""
    return state.startswith((*_OURS, *_PART)) and state not in _SCHEMA


def translated_sqlite(error: sqlite3.Error) -> Exception:
    """What the caller is told of an error of sqlite3's."""
    code = getattr(error, "sqlite_errorcode", None)
    if code is None:  # raised by the module itself, which was called wrongly
        return Unavailable() if isinstance(error, sqlite3.OperationalError) else error
    if code & _PRIMARY == sqlite3.SQLITE_FULL:
        return Full()
    return error if code & _PRIMARY in _SQLITE_OURS else Unavailable()
