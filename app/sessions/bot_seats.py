"""Seats that the service plays: which these are, the rolls that they wait for, and when they are to move.

Where the players throw the dice, a bot that wants to roll announces it, and whoever sits at the table throws for it.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import orjson

from app.store.rows import EntryRow, SessionRow
from rules.adviser import BotLevel

BOT = "bot"
"""Who acts in a bot's entries."""

ANNOUNCE = "announce"
"""The kind of the entry by which a bot says what the table is to throw for it."""

_KEPT = 1024
_NOBODY: tuple[BotLevel | None, ...] = ()


def levels_of(row: SessionRow) -> Sequence[BotLevel | None]:
    """The bots' levels by seat, None for a player's; empty where there are no bots."""
    return _NOBODY if row.bots is None else _levels(row.bots)


@lru_cache(_KEPT)
def _levels(bots: str) -> tuple[BotLevel | None, ...]:
    return tuple(orjson.loads(bots))


def is_bot(row: SessionRow, seat: int) -> bool:
    """Whether the service plays the seat."""
    return row.bots is not None and _levels(row.bots)[seat] is not None


def bots_of(row: SessionRow) -> list[int]:
    """The seats that the service plays."""
    return [seat for seat, level in enumerate(levels_of(row)) if level is not None]


def has_players(row: SessionRow, resigned: Sequence[int]) -> bool:
    """Whether any seat that is no bot's is still in the game."""
    return any(level is None and seat not in resigned for seat, level in enumerate(levels_of(row)))


def announced(row: SessionRow) -> Mapping[int, Any]:
    """The rolls that bots wait for, by seat: each the move as JSON with how many dice it `throws`."""
    return {} if row.announced is None else _announced(row.announced)


@lru_cache(_KEPT)
def _announced(text: str) -> Mapping[int, Any]:
    return {int(seat): roll for seat, roll in orjson.loads(text).items()}


def with_announced(row: SessionRow, seat: int, roll: Any | None) -> SessionRow:
    """The session in which the seat waits for that roll, or for none."""
    waiting = {str(each): said for each, said in announced(row).items() if each != seat}
    if roll is not None:
        waiting[str(seat)] = roll
    return row._replace(announced=orjson.dumps(waiting).decode() if waiting else None)


def roll_of(entry: EntryRow) -> Any:
    """What an announcement, or a roll that was made, says as `announced` has it."""
    if entry.kind == ANNOUNCE:
        said = orjson.loads(entry.move or "")
        return {"move": said["announces"], "throws": said["throws"]}
    return {"move": orjson.loads(entry.move or ""), "throws": len(entry.dice)}


def was_thrown_for(row: SessionRow, entry: EntryRow) -> bool:
    """Whether an entry is a roll that somebody at the table made for a bot."""
    return entry.kind == "move" and entry.by != BOT and bool(entry.dice) and is_bot(row, entry.seat)


def to_decide(row: SessionRow, to_move: Sequence[int]) -> list[int]:
    """The bots among the seats to move that wait for no roll."""
    waiting = announced(row)
    return [seat for seat in to_move if is_bot(row, seat) and seat not in waiting]


def due(row: SessionRow, to_move: Sequence[int], at: int, acted: int) -> int | None:
    """From when on a bot may move: a pause after what happened, or as before if none of them has acted since."""
    if not to_decide(row, to_move):
        return None
    if row.bot_due is not None and (acted < 0 or not is_bot(row, acted)):
        return row.bot_due
    return at + (row.pause_ms or 0)
