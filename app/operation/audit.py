"""Audit: replays every stored session page by page, and tells what does not follow from its record."""

import sqlite3
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import closing
from dataclasses import dataclass, field
from typing import NamedTuple
from uuid import UUID

import orjson

from app.dice import dice
from app.dice.sealing import Sealed
from app.games.served_game import ServedGame
from app.http.problems import Problem
from app.sessions import record
from app.sessions.referee import Referee
from app.store.hosts import Dialer
from app.store.migrate import is_postgres, sqlite_path
from app.store.rows import EntryRow, SessionRow, Store, read_record
from app.store.statements import POSTGRES, SQLITE, Statement, Statements
from rules import fold

SESSIONS = 100
"""How many sessions are read at once."""

GIVEN = ("updated_at", "version", "status", "names", "seeds", "throws", "clocks", "deadline", "announced", "bot_due")
"""What the record gives of a session besides its state, column by column; tokens, tags and the like are not in it."""


class Fault(NamedTuple):
    """Something that does not fit: in which session, at which entry (None: the session as a whole), a sentence."""

    session: UUID
    version: int | None
    says: str


@dataclass
class Tally:
    """How much has been looked at. `unchecked` counts sessions by the rules that they need and nobody installed."""

    sessions: int = 0
    entries: int = 0
    unchecked: Counter[str] = field(default_factory=Counter)


async def audit(store: Store, referee: Referee, tally: Tally, only: bytes | None = None) -> AsyncIterator[Fault]:
    """Replay all sessions of a store, or the `only` one of that id, and count them in `tally`.

    A session with a fault in its record has only its first told. The service may go on meanwhile.
    """
    async for row in _sessions(store, only):
        tally.sessions += 1
        try:
            served = referee.games.of(row)
        except Problem:
            tally.unchecked[f"{row.game} with rules version {row.rules_version}"] += 1
            continue
        fault = await _first_fault(store, referee, served, row, tally)
        if fault is not None and await store.session(row.id) is not None:  # else it was deleted under our hands
            yield fault


async def _sessions(store: Store, only: bytes | None) -> AsyncIterator[SessionRow]:
    if only is not None:
        row = await store.session(only)
        if row is not None:
            yield row
        return
    after = b""
    while page := await store.listed(after, SESSIONS):
        for row in page:
            yield row
        after = page[-1].id


async def _first_fault(
    store: Store, referee: Referee, served: ServedGame, row: SessionRow, tally: Tally
) -> Fault | None:
    session = UUID(bytes=row.id)
    try:
        secret = _secret(referee, row)
        now = record.Fold(served, row)
    except Exception as error:  # noqa: BLE001 - a damaged row may raise anything
        return Fault(session, None, str(error) if isinstance(error, Sealed) else f"It cannot be read: {_told(error)}")
    if secret is not None and dice.commitment(secret) != row.commitment:
        return Fault(session, None, "Its secret is not the one that was committed to.")
    async for entry in read_record(store, row.id):
        tally.entries += 1
        if entry.version > row.version:  # written after the row was read, or never by the service
            later = await store.session(row.id)
            if later is not None and later.version < entry.version:
                return Fault(session, entry.version, f"The session is at version {later.version} only.")
            break
        if entry.version != now.row.version + 1:
            return Fault(session, entry.version, f"It follows version {now.row.version}.")
        try:
            if secret is not None and entry.dice and not _fair(secret, now.row, entry):
                return Fault(session, entry.version, "Its dice are not those that secret and seeds give.")
            fits = _replayed(served, now, entry)
        except Exception as error:  # noqa: BLE001 - a damaged entry may raise anything
            return Fault(session, entry.version, f"It cannot be replayed: {_told(error)}")
        if not fits:
            return Fault(session, entry.version, "Its points or events are not those that the rules give.")
    differing = [name for name in GIVEN if getattr(now.row, name) != getattr(row, name)]
    if not _same_state(served, now.row.state, row.state):
        differing.append("state")
    if differing:
        return Fault(session, None, f"The record does not give its {', '.join(differing)}.")
    return None


def _secret(referee: Referee, row: SessionRow) -> bytes | None:
    """What the session's dice come from; None where the players throw, or where they were never promised."""
    if row.dice_source != "server" or row.commitment is None:
        return None
    return referee.sealer.open(row.secret, row.id)


def _fair(secret: bytes, now: SessionRow, entry: EntryRow) -> bool:
    table = dice.canonical(str(UUID(bytes=now.id)), record.seeds_of(now))
    throw = orjson.loads(now.throws)[entry.seat] + 1
    faces = dice.faces(secret, table, entry.seat, throw, len(entry.dice))
    return entry.dice == "".join(map(str, faces))


def _replayed(served: ServedGame, now: record.Fold, entry: EntryRow) -> bool:
    """Go on by the entry; whether it tells the points and events it has."""
    if entry.kind not in fold.PLAYED:
        now.take(entry)
        return True
    rules = served.rules(now.row.options)
    if now.row.status != "active" or (entry.kind != "resign" and entry.seat not in rules.to_move(now.state)):
        raise ValueError(f"the session was {now.row.status}, and to move were {list(rules.to_move(now.state))}")
    played = record.played(served, entry)
    done = fold.step(rules, now.state, played, entry.version)
    points = done.points if entry.kind == "move" else None
    fits = points == entry.points and served.events_json(done.events) == served.events_json(played.events)
    now.take(entry, done)
    return fits


def _same_state(served: ServedGame, replayed: str, stored: str) -> bool:
    """Whether two stored states are the same value, however they are written."""
    if replayed == stored:
        return True
    try:
        return bool(served.state.validate_json(replayed) == served.state.validate_json(stored))
    except ValueError:
        return False


def _told(error: Exception) -> str:
    """An error in one line."""
    return " ".join(f"{type(error).__name__}: {error}".split())[:200]


MOST = 1000
"""How many are told of each kind."""


def _queries(statements: Statements) -> dict[str, Statement]:
    """What finds orphans, by what is to be said of them."""
    return {
        "A record belongs to no session.": statements.orphaned_records,
        "A key for retries belongs to no session, or to an entry that is not there.": statements.orphaned_retries,
        "A key that opened a session leads to none.": statements.orphaned_openings,
    }


class Orphan(NamedTuple):
    """A session's id that rows carry which do not fit to it, and a sentence about them."""

    session: bytes
    says: str


async def orphans(database: str) -> list[Orphan]:
    """What is stray in a database, at most `MOST` of each kind. Each query sees one moment, so others may write."""
    if is_postgres(database):
        connection = await Dialer(database).dial(60.0, statement_cache_size=0)
        try:
            return [
                Orphan(row[0], says)
                for says, query in _queries(POSTGRES).items()
                for row in await connection.fetch(query.text, *query.arguments(limit=MOST))
            ]
        finally:
            await connection.close()
    with closing(sqlite3.connect(sqlite_path(database))) as lite:
        return [
            Orphan(row[0], says)
            for says, query in _queries(SQLITE).items()
            for row in lite.execute(query.text, query.arguments(limit=MOST))
        ]
