"""Stored sessions and entries as the JSON values that the contract shows."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import orjson

from app.games import Kit
from app.store.rows import EntryRow, SessionRow

SeatFilter = Callable[[int], bool]


def every_seat(_: int) -> bool:
    """List the legal moves of all seats."""
    return True


def no_seat(_: int) -> bool:
    """List no legal moves."""
    return False


def session_view(kit: Kit, row: SessionRow, listed: SeatFilter, state: Any = None) -> dict[str, Any]:
    """The view of a session, with the legal moves of the seats that `listed` accepts.

    `state` saves reading the stored one where the caller holds it as a value.
    """
    rules = kit.rules(row.options)
    if state is None:
        state = kit.state.validate_json(row.state)
    names = orjson.loads(row.names)
    to_move = rules.to_move(state) if row.status == "active" else ()
    resigned = rules.resigned(state)
    clocks = orjson.loads(row.clocks) if row.clocks else ()
    return {
        "id": str(UUID(bytes=row.id)),
        "game": row.game,
        "options": orjson.Fragment(row.options),
        "dice_source": row.dice_source,
        "visibility": row.visibility,
        "turn_seconds": row.turn_seconds,
        "commitment": row.commitment.hex() if row.commitment else None,
        "version": row.version,
        "status": row.status,
        "seats": [
            {
                "seat": seat,
                "name": name,
                "total": total,
                "open": name is None,
                "resigned": seat in resigned,
                "due": timestamp(clocks[seat]) if clocks and clocks[seat] else None,
            }
            for seat, (name, total) in enumerate(zip(names, rules.totals(state), strict=True))
        ],
        "to_move": to_move,
        "state": rules.view(state),
        "legal_moves": [
            {"seat": seat, "move": kit.write_move(legal.move), "points": legal.points, "throws": legal.throws}
            for seat in to_move
            if listed(seat)
            for legal in rules.legal_moves(state, seat)
        ],
        "outcome": rules.outcome(state),
    }


def played_view(entry: EntryRow) -> dict[str, Any]:
    """A record entry as it is shown."""
    shown = {
        "version": entry.version,
        "kind": entry.kind,
        "seat": entry.seat if entry.seat >= 0 else None,
        "by": entry.by,
        "move": orjson.Fragment(entry.move) if entry.kind == "move" and entry.move else None,
        "dice": [int(face) for face in entry.dice],
        "points": entry.points,
        "events": [] if entry.events is None else orjson.Fragment(entry.events),
        "at": timestamp(entry.at),
    }
    if entry.kind != "move" and entry.move:
        shown |= orjson.loads(entry.move)  # what a claim or a seed says
    return shown


def timestamp(milliseconds: int) -> str:
    """RFC 3339 in UTC with milliseconds."""
    moment = datetime.fromtimestamp(milliseconds / 1000, UTC)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
