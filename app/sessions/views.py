"""Stored sessions and entries as the JSON that the contract shows, written piece by piece: most stays the same."""

import time
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import orjson

from app.games import Kit
from app.store.rows import EntryRow, SessionRow

SeatFilter = Callable[[int], bool]
_HEADS = 4096


def every_seat(_: int) -> bool:
    """List the legal moves of all seats."""
    return True


def no_seat(_: int) -> bool:
    """List no legal moves."""
    return False


def shown_id(session: bytes) -> str:
    """A session's id as it stands in addresses (RFC 9562)."""
    text = session.hex()
    return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"


def session_view(kit: Kit, row: SessionRow, listed: SeatFilter, state: Any = None) -> orjson.Fragment:
    """The view of a session, with the legal moves of the seats that `listed` accepts.

    `state` saves reading the stored one where the caller holds it as a value.
    """
    rules = kit.rules(row.options)
    if state is None:
        state = kit.state.validate_json(row.state)
    to_move = rules.to_move(state) if row.status == "active" else ()
    resigned = rules.resigned(state)
    clocks = orjson.loads(row.clocks) if row.clocks else None
    seats = [
        b'{"seat":%d,"name":%b,"total":%d,"open":%b,"resigned":%b,"due":%b}'
        % (
            seat,
            name,
            total,
            b"true" if name == b"null" else b"false",
            b"true" if seat in resigned else b"false",
            b'"%b"' % timestamp(clocks[seat]).encode() if clocks and clocks[seat] else b"null",
        )
        for seat, (name, total) in enumerate(zip(_names(row.names), rules.totals(state), strict=True))
    ]
    moves = [
        kit.legal_json(seat, legal) for seat in to_move if listed(seat) for legal in rules.legal_moves(state, seat)
    ]
    outcome = rules.outcome(state)
    return orjson.Fragment(
        b'%b"version":%d,"status":"%b","seats":[%b],"to_move":%b,"state":%b,"legal_moves":[%b],"outcome":%b}'
        % (
            _head(row.id, row.game, row.options, row.dice_source, row.visibility, row.turn_seconds, row.commitment),
            row.version,
            row.status.encode(),
            b",".join(seats),
            orjson.dumps(to_move),
            orjson.dumps(rules.view(state)),
            b",".join(moves),
            b"null" if outcome is None else orjson.dumps(outcome),
        )
    )


@lru_cache(_HEADS)
def _names(names: str) -> tuple[bytes, ...]:
    """The seats' names as JSON, one by one."""
    return tuple(map(orjson.dumps, orjson.loads(names)))


@lru_cache(_HEADS)
def _head(
    session: bytes,
    game: str,
    options: str,
    dice_source: str,
    visibility: str,
    turn_seconds: int | None,
    commitment: bytes | None,
) -> bytes:
    """What no move changes, up to the comma after it."""
    head = {
        "id": shown_id(session),
        "game": game,
        "options": orjson.Fragment(options),
        "dice_source": dice_source,
        "visibility": visibility,
        "turn_seconds": turn_seconds,
        "commitment": commitment.hex() if commitment else None,
    }
    return orjson.dumps(head)[:-1] + b","


def played_view(entry: EntryRow) -> orjson.Fragment:
    """A record entry as it is shown."""
    shown = {
        "version": entry.version,
        "kind": entry.kind,
        "seat": entry.seat if entry.seat >= 0 else None,
        "by": entry.by,
        "move": orjson.Fragment(entry.move) if entry.kind == "move" and entry.move else None,
        "dice": list(map(int, entry.dice)),
        "points": entry.points,
        "events": [] if entry.events is None else orjson.Fragment(entry.events),
        "at": timestamp(entry.at),
    }
    if entry.kind != "move" and entry.move:
        shown |= orjson.loads(entry.move)  # what an undoing, a claim or a seed says
    return orjson.Fragment(orjson.dumps(shown))


def timestamp(milliseconds: int) -> str:
    """RFC 3339 in UTC with milliseconds."""
    seconds, rest = divmod(milliseconds, 1000)
    return f"{_second(seconds)}.{rest:03}Z"


@lru_cache(64)
def _second(seconds: int) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(seconds))
