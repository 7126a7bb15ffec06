"""Views: stored sessions and entries as the contract's JSON, written piece by piece, as most stays the same."""

import time
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import orjson

from app.access import tokens
from app.games.served_game import ServedGame
from app.sessions import bot_seats, record
from app.store.rows import EntryRow, SessionRow

SeatFilter = Callable[[int], bool]
_HEADS = 2048
_SHORT = 512
"""Characters of the names of a session's seats that are worth keeping, or strangers could have 80 MiB kept."""


def every_seat(_: int) -> bool:
    """List the legal moves of all seats."""
    return True


def no_seat(_: int) -> bool:
    """List no legal moves."""
    return False


def format_id(session: bytes) -> str:
    """A session's id as it stands in addresses (RFC 9562)."""
    text = session.hex()
    return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"


def session_view(served: ServedGame, row: SessionRow, listed: SeatFilter, state: Any = None) -> orjson.Fragment:
    """`session_json`, ready to be set into an answer."""
    return orjson.Fragment(session_json(served, row, listed, state))


def with_last(view: bytes, entry: EntryRow | None) -> bytes:
    """The view of a session and with it the last entry of its record."""
    return b'%b,"last":%b}' % (view[:-1], b"null" if entry is None else played_json(entry))


def played_view(entry: EntryRow) -> orjson.Fragment:
    """`played_json`, ready to be set into an answer."""
    return orjson.Fragment(played_json(entry))


def session_json(served: ServedGame, row: SessionRow, listed: SeatFilter, state: Any = None) -> bytes:
    """The view of a session, with the legal moves of the seats that `listed` accepts.

    `state` saves reading the stored one where the caller holds it as a value.
    """
    rules = served.rules(row.options)
    if state is None:
        state = served.state.validate_json(row.state)
    to_move = rules.to_move(state) if row.status == "active" else ()
    shown = filter(listed, to_move)
    if row.bots is None:
        moves = [served.legal_json(seat, legal) for seat in shown for legal in rules.legal_moves(state, seat)]
    else:
        moves = [move for seat in shown for move in playable(served, row, state, seat)]
    outcome = rules.outcome(state)
    return b'%b"version":%d,"status":"%b","seats":[%b],"to_move":%b,"state":%b,"legal_moves":[%b],"outcome":%b}' % (
        _head(
            row.id,
            row.game,
            row.options,
            row.dice_source,
            row.visibility,
            (row.turn_seconds, row.absent_seconds, row.pause_ms),
            (row.label, row.hints),
            row.commitment,
        ),
        row.version,
        row.status.encode(),
        (_kept_seats if len(row.names) <= _SHORT else _seats)(
            row.names,
            tuple(rules.totals(state)),
            tuple(rules.resigned(state)),
            row.clocks,
            row.bots,
            row.turn_seconds,
            row.absent_seconds,
        ),
        orjson.dumps(to_move),
        orjson.dumps(rules.view(state)),
        b",".join(moves),
        b"null" if outcome is None else orjson.dumps(outcome),
    )


def playable(served: ServedGame, row: SessionRow, state: Any, seat: int) -> list[bytes]:
    """What somebody at the table may play for a seat that is to move, in a session with bots.

    For a bot that is the roll that it has announced, for a player every legal move.
    """
    if not bot_seats.is_bot(row, seat):
        legal_moves = served.rules(row.options).legal_moves(state, seat)
        return [served.legal_json(seat, legal) for legal in legal_moves]
    roll = bot_seats.announced(row).get(seat)
    return (
        []
        if roll is None
        else [orjson.dumps({"seat": seat, "move": roll["move"], "points": None, "throws": roll["throws"]})]
    )


def _seats(
    names: str,
    totals: tuple[int, ...],
    resigned: tuple[int, ...],
    clocks: str | None,
    bots: str | None,
    turn_seconds: int | None,
    absent_seconds: int | None,
) -> bytes:
    """What few moves change: the seats, with commas between them."""
    dues = orjson.loads(clocks) if clocks else [None] * len(totals)
    levels = orjson.loads(bots) if bots else [None] * len(totals)
    seats = [
        {
            "seat": seat,
            "name": name,
            "total": total,
            "open": name is None,
            "resigned": seat in resigned,
            "due": _timestamp(None if turn_seconds is None else due),
            "bot": level,
            "absent_from": _timestamp(record.absent_from(due, turn_seconds, absent_seconds)),
        }
        for seat, (name, level, total, due) in enumerate(zip(orjson.loads(names), levels, totals, dues, strict=True))
    ]
    return orjson.dumps(seats)[1:-1]


_kept_seats = lru_cache(_HEADS)(_seats)


@lru_cache(_HEADS)
def _head(
    session: bytes,
    game: str,
    options: str,
    dice_source: str,
    visibility: str,
    pace: tuple[int | None, int | None, int | None],
    said: tuple[str | None, str],
    commitment: bytes | None,
) -> bytes:
    """What no move changes, up to the comma after it."""
    head = {
        "id": format_id(session),
        "game": game,
        "options": orjson.Fragment(options),
        "dice_source": dice_source,
        "visibility": visibility,
        "turn_seconds": pace[0],
        "absent_seconds": pace[1],
        "label": said[0],
        "hints": said[1],
        "commitment": commitment.hex() if commitment else None,
        "pause_ms": pace[2],
    }
    return orjson.dumps(head)[:-1] + b","


def played_json(entry: EntryRow) -> bytes:
    """A record entry as it is shown."""
    move = entry.kind == "move"
    hinted = b',"hinted":true' if entry.hinted else b""
    said = hinted if move or not entry.move else b"," + entry.move.encode()[1:-1]  # of an undoing, a claim or a seed
    return (
        b'{"version":%d,"kind":"%b","seat":%b,"by":"%b","move":%b,"dice":[%b],"points":%b,"events":%b,"at":"%b"%b}'
        % (
            entry.version,
            entry.kind.encode(),
            b"null" if entry.seat < 0 else b"%d" % entry.seat,
            entry.by.encode(),
            entry.move.encode() if move and entry.move else b"null",
            ",".join(entry.dice).encode(),
            b"null" if entry.points is None else b"%d" % entry.points,
            b"[]" if entry.events is None else entry.events.encode(),
            timestamp(entry.at).encode(),
            said,
        )
    )


def _timestamp(milliseconds: int | None) -> str | None:
    return None if milliseconds is None else timestamp(milliseconds)


def timestamp(milliseconds: int) -> str:
    """RFC 3339 in UTC with milliseconds."""
    seconds, rest = divmod(milliseconds, 1000)
    return f"{_second(seconds)}.{rest:03}Z"


@lru_cache(64)
def _second(seconds: int) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(seconds))


def listed(legal: str, holder: int | None) -> SeatFilter:
    """Whose legal moves to list, by the parameter `legal` and the token's holder."""
    if legal == "none":
        return no_seat
    if legal == "all" or holder == tokens.HOST:
        return every_seat
    return lambda seat: seat == holder
