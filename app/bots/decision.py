"""A bot's decision: what it does in a session as it stands, from nothing but the state, its level and its chance.

The chance follows from the session's secret, the seat and the version, by HMAC. So whoever decides, however often,
decides the same, and once the secret is told anybody can repeat it (docs/fairness.md).
"""

from typing import Any, NamedTuple

import orjson

from app.dice import dice
from app.games.served_game import ServedGame
from app.http.clock import now
from app.sessions import bot_seats, record, seats
from app.sessions.referee import Referee
from app.sessions.views import format_id
from app.store.rows import Change, EntryRow, Judge, Loaded, SessionRow, Unchanged, Verdict
from rules.advice.levels import chosen
from rules.adviser import AnyAdviser
from rules.contract import Illegal, Legal
from rules.transcript import MOST_ENTRIES


class Decision(NamedTuple):
    """What a bot does at a version of its session; None for the move: it stops, as no player is left to play with."""

    version: int
    seat: int
    legal: Legal[Any] | None


def decided(served: ServedGame, row: SessionRow, state: Any, secret: bytes, adviser: AnyAdviser | None) -> Decision:
    """What the first bot that is to move does. It takes some time, and touches nothing: for a thread.

    Raises `rules.adviser.Unsolved` where a table is missing.
    """
    rules = served.rules(row.options)
    seat = bot_seats.to_decide(row, rules.to_move(state))[0]
    level = bot_seats.levels_of(row)[seat]
    if not bot_seats.has_players(row, rules.resigned(state)) or level is None:
        return Decision(row.version, seat, None)
    chance = dice.bots_chance(secret, format_id(row.id), seat, row.version)
    return Decision(row.version, seat, chosen(rules, adviser, state, seat, level, chance))


def carried_out(referee: Referee, decision: Decision) -> Judge:
    """The judge of a bot's decision, which takes effect once: at the version that it was made for."""

    def decide(loaded: Loaded) -> Verdict:
        row, seat = loaded.row, decision.seat
        if row.version != decision.version or row.status != "active" or row.bot_due is None:
            return Unchanged(row)
        if decision.legal is None:
            return seats.given_up(row, now())
        served = referee.games.of(row)
        if row.version >= MOST_ENTRIES:
            return seats.left(loaded, served, seat, bot_seats.BOT, now(), referee)
        return _played(referee, served, loaded, seat, decision.legal)

    return decide


def _played(referee: Referee, served: ServedGame, loaded: Loaded, seat: int, legal: Legal[Any]) -> Change:
    """The change by which a bot moves, or says what the table is to throw for it."""
    row = loaded.row
    state, keyed = referee.read(loaded, served)
    at, version, written = now(), row.version + 1, served.move_json(legal.move).decode()
    if legal.throws and row.dice_source == "players":
        said = record.text({"announces": orjson.Fragment(written), "throws": legal.throws})
        entry = EntryRow(version, at, bot_seats.ANNOUNCE, seat, bot_seats.BOT, said, "", None, None)
        after, _ = record.advance(served, row, state, entry)
        return Change(after, entry, None, state, keyed)
    faces: tuple[int, ...] = ()
    if legal.throws:
        assert keyed is not None  # noqa: S101 - the service throws in this session
        faces = dice.thrown(keyed, seat, orjson.loads(row.throws)[seat] + 1, legal.throws)
    step = served.rules(row.options).apply(state, seat, legal.move, faces)
    if isinstance(step, Illegal):
        raise ValueError(f"{served.game.name} lists a move of seat {seat} and refuses it: {step.reason}")
    events = served.events_json(step.events) if step.events else None
    thrown = "".join(map(str, faces))
    entry = EntryRow(version, at, "move", seat, bot_seats.BOT, written, thrown, step.points, events)
    after, _ = record.advance(served, row, state, entry, step)
    return Change(after, entry, None, step.state, keyed)
