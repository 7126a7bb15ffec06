"""Opening a session: from a checked request to what is stored and what is told once."""

import asyncio
import hashlib
import secrets
from collections.abc import Callable, Container, Sequence
from itertools import chain, count
from typing import Any, NamedTuple

import orjson
from fastapi import Response

from app.access import tokens
from app.dice import dice
from app.dice.sealing import Sealer
from app.games.served_game import ServedGame
from app.http.clock import now
from app.http.conditional import NO_STORE, answer_headers
from app.http.problem_kinds import KEY_REUSED, TOKEN_REPLACED
from app.http.problems import Problem, invalid
from app.sessions import bot_seats, record
from app.sessions.request_head import fingerprint
from app.sessions.service import Sessions
from app.sessions.views import every_seat, format_id, session_view
from app.store.rows import Change, EntryRow, Loaded, Opening, SessionRow
from rules.advice.levels import levels_of

OPENER_BYTES = 8


class NewSession(NamedTuple):
    """What a request asks for: the seats' names (None: open), who throws, who may look on, the clock, a label,
    who may be advised (None: as the seats have it), and how long one waits for a player.

    bots: by seat the level at which the service plays it, None for a player's; empty where it plays none. pause_ms:
    of bots before each of their moves. opener: what tells those who open sessions with bots apart.
    """

    options: Any
    names: Sequence[str | None]
    dice_source: str
    visibility: str = "public"
    turn_seconds: int | None = None
    label: str | None = None
    hints: str | None = None
    absent_seconds: int | None = None
    bots: Sequence[str | None] = ()
    pause_ms: int = 0
    opener: bytes | None = None


class Caller(NamedTuple):
    """Who opens a session, by `Gate.authenticate_opener`; the `Idempotency-Key`; and the JSON value it came with."""

    caller: str
    key: str | None
    body: Any


class Opened(NamedTuple):
    """A session that was opened, the secrets to show with it, and whether it had been opened before."""

    served: ServedGame
    row: SessionRow
    secrets: dict[str, Any]
    replayed: bool


class IssuedTokens(NamedTuple):
    """Secrets that are shown this once: the host's token, and for each seat its `token` or its `invitation`."""

    host_token: str
    seats: list[dict[str, Any]]


def new_id(at: int) -> bytes:
    """The id of a session opened at that time: a UUID of version 7 (RFC 9562, 5.7).

    48 bits of time keep those opened together side by side in the store. All 74 others are random, in place of the
    counter of which libraries make some, so that who knows a session's id knows nothing of the next one's.
    """
    value = at << 80 | secrets.randbits(80)
    return (value & ~(0xF << 76 | 0x3 << 62) | 0x7 << 76 | 0x2 << 62).to_bytes(16, "big")


def open_session(
    served: ServedGame, wanted: NewSession, sealer: Sealer, opening_key: bytes | None, at: int
) -> SessionRow:
    """A session at its start, with a fresh id and secret, and no tokens yet. `at` in milliseconds since 1970."""
    options = served.options.dump_json(wanted.options).decode()
    seats = len(wanted.names)
    session = new_id(at)
    state = served.rules(options).start(seats)
    secret = dice.new_secret()
    opened = [seat for seat, name in enumerate(wanted.names) if name is None]
    row = SessionRow(
        id=session,
        game=served.game.name,
        rules_version=served.game.version,
        options=options,
        dice_source=wanted.dice_source,
        names=record.text(list(wanted.names)),
        open_seats=record.text(opened),
        tokens=tokens.NOBODY * (seats + 1),
        invitations=tokens.NOBODY * seats if opened else b"",
        secret=sealer.seal(secret, session),
        commitment=dice.commitment(secret) if wanted.dice_source == "server" else None,
        seeds="{}",
        visibility=wanted.visibility,
        turn_seconds=wanted.turn_seconds,
        absent_seconds=wanted.absent_seconds,
        label=wanted.label,
        hints=wanted.hints or ("off" if opened else "all"),
        advised=None,
        opening_key=opening_key,
        issued=None,
        created_at=at,
        updated_at=at,
        version=0,
        epoch=0,
        bots=record.text(list(wanted.bots)) if any(wanted.bots) else None,
        pause_ms=wanted.pause_ms if any(wanted.bots) else None,
        opener=wanted.opener if any(wanted.bots) else None,
        announced=None,
        bot_due=None,
        status="waiting" if opened else "active",
        throws=record.text([0] * seats),
        state=served.state_json(state).decode(),
        clocks=None,
        deadline=None,
    )
    return record.with_clocks(served, row, state, at)


def issue(row: SessionRow, guests: Container[int] = ()) -> tuple[SessionRow, IssuedTokens]:
    """The session with fresh tokens for the host and the seats it named, and fresh invitations for open ones.

    What they replace is dead from then on; a seat that somebody has claimed keeps its token, and one of `guests` the
    invitation that it has. A bot's seat has neither.
    """
    opened = record.open_seats(row)
    host = tokens.new_token("host", row.id)
    digests, invitations = tokens.with_digest(row.tokens, 0, tokens.digest(host)), row.invitations
    seats: list[dict[str, Any]] = []
    for seat, name in enumerate(record.names_of(row)):
        if bot_seats.is_bot(row, seat):
            seats.append({"seat": seat})
        elif seat not in opened:
            token = tokens.new_token("seat", row.id)
            digests = tokens.with_digest(digests, seat + 1, tokens.digest(token))
            seats.append({"seat": seat, "token": token})
        elif name is None and seat not in guests:
            invitation = tokens.new_token("invite", row.id)
            invitations = tokens.with_digest(invitations, seat, tokens.digest(invitation))
            seats.append({"seat": seat, "invitation": invitation})
    after = row._replace(tokens=digests, invitations=invitations)
    return after._replace(issued=_issued(after)), IssuedTokens(host, seats)


def _issued(row: SessionRow) -> bytes:
    """A digest of the tokens that an opening shows, to know by whether one of them was replaced."""
    opened = record.open_seats(row)
    named = [digest for seat, digest in enumerate(tokens.seat_digests(row.tokens)) if seat not in opened]
    return hashlib.sha256(tokens.digest_at(row.tokens, 0) + b"".join(named)).digest()


Played = Callable[[SessionRow], tuple[SessionRow, Sequence[EntryRow]]]
"""What was played before a session was opened: from its start to where it stands, and the record of that."""


def wanted_of(asked: Any, options: Any, names: Sequence[str | None]) -> NewSession:
    """What a checked request asks for, with these options and names."""
    return NewSession(
        options,
        names,
        asked.dice_source,
        asked.visibility,
        asked.turn_seconds,
        asked.label,
        asked.hints,
        asked.absent_seconds,
    )


def with_bots(
    wanted: NewSession, served: ServedGame, bots: Sequence[str | None], pause_ms: int, at: str
) -> NewSession:
    """The same with these bots, whose seats are given names; `at` is where the seats stand in the request.

    Raises the problem with a level that the game has not, and with a session that nobody but bots would play.
    """
    if not any(bots):
        return wanted
    known = levels_of(served.game)
    for seat, level in enumerate(bots):
        if level is not None and level not in known:
            said = f"Bots play {served.game.name} at the levels {', '.join(known)}."
            raise invalid(f"{at}/{seat}/bot", "unknown_level", said)
    if all(bots):
        raise invalid(at, "bots_alone", "Bots play with people: at least one seat must be a player's.")
    return wanted._replace(names=_named(wanted.names, bots), bots=bots, pause_ms=pause_ms)


def _named(names: Sequence[str | None], bots: Sequence[str | None]) -> list[str | None]:
    """The seats' names, with those of bots, each of which is new at the table."""
    taken = {name for name in names if name is not None}
    named = list(names)
    for seat, level in enumerate(bots):
        if level is None or names[seat] is not None:
            continue
        plain = f"{level.capitalize()} bot"
        name = next(each for each in chain([plain], (f"{plain} {n}" for n in count(2))) if each not in taken)
        taken.add(name)
        named[seat] = name
    return named


def opener_of(caller: str) -> bytes:
    """What is stored of who opens a session with bots: enough to tell callers apart, too little to know them by."""
    return hashlib.sha256(f"rollwright opener\n{caller}".encode()).digest()[:OPENER_BYTES]


async def open_once(
    sessions: Sessions, served: ServedGame, wanted: NewSession, sender: Caller, played: Played | None = None
) -> Opened:
    """Open the session that is wanted, once for each caller and `Idempotency-Key`; `played` runs in a thread.

    Raises what hinders its bots (see `Bots.prepare`).
    """
    _, request = fingerprint(sender.key, f"open {sender.caller}", sender.body)
    wanted = wanted._replace(opener=opener_of(sender.caller))
    opening_key = hashlib.sha256(f"{sender.caller}\n{sender.key}".encode()).digest() if request else None
    row = open_session(served, wanted, sessions.referee.sealer, opening_key, now())
    if any(wanted.bots):
        await sessions.bots.prepare(served, row.options, served.state.validate_json(row.state), wanted.bots)
    entries: Sequence[EntryRow] = ()
    if played is not None:
        row, entries = await asyncio.to_thread(played, row)
    opening = Opening(opening_key, request, row.id) if request and opening_key else None
    return await _stored(sessions, served, row, opening, entries)


async def _stored(
    sessions: Sessions,
    served: ServedGame,
    row: SessionRow,
    opening: Opening | None,
    played: Sequence[EntryRow] = (),
    guests: Container[int] = (),
) -> Opened:
    """Store a new session, or find the one that was opened under the same key."""
    row, issued = issue(row, guests)
    while (found := await sessions.store.create(row, opening, played)) is not None:
        if opening is None or found.fingerprint != opening.fingerprint:
            raise Problem(KEY_REUSED)
        if (again := await _again(sessions, found.session, guests)) is not None:
            row, issued = again
            break
    if row.bot_due is not None:
        sessions.bots.wake(row, None)
    secrets = {"host_token": issued.host_token, "seats": issued.seats}
    return Opened(served, row, secrets, found is not None)


def rematch_key(session: bytes) -> bytes:
    """The key of the opening that is the session's rematch: there is one, whoever asks for it how often."""
    return hashlib.sha256(b"rematch " + session).digest()


async def open_rematch(sessions: Sessions, before: SessionRow) -> Opened:
    """Open another session of the same game, options, dice, clock and seats, once.

    The host's seats keep their names. The others are open to whoever held them: the token of the session before is
    the invitation to its seat.
    """
    served = sessions.referee.games.of(before)
    guests = record.open_seats(before)
    names = [None if seat in guests else name for seat, name in enumerate(record.names_of(before))]
    bots = bot_seats.levels_of(before)
    options = served.options.validate_json(before.options)
    wanted = NewSession(
        options,
        names,
        before.dice_source,
        before.visibility,
        before.turn_seconds,
        before.label,
        before.hints,
        before.absent_seconds,
    )
    wanted = wanted._replace(bots=bots, pause_ms=before.pause_ms or 0, opener=before.opener)
    key = rematch_key(before.id)
    row = open_session(served, wanted, sessions.referee.sealer, key, now())
    for seat in guests:
        held = tokens.seat_digests(before.tokens)[seat]
        row = row._replace(invitations=tokens.with_digest(row.invitations, seat, held))
    return await _stored(sessions, served, row, Opening(key, key, row.id), guests=guests)


async def _again(
    sessions: Sessions, session: bytes, guests: Container[int]
) -> tuple[SessionRow, IssuedTokens] | None:
    """The session that was opened before, with what was shown then replaced; None where it was deleted meanwhile."""

    def renew(loaded: Loaded) -> Change:
        if loaded.row.issued != _issued(loaded.row):
            raise Problem(TOKEN_REPLACED)
        row, issued = issue(loaded.row, guests)
        row = row._replace(epoch=row.epoch + 1)
        return Change(row, None, None, loaded.state, loaded.keyed, seated=True, issued=issued)

    verdict = await sessions.store.change(session, renew)
    return (verdict.row, verdict.issued) if isinstance(verdict, Change) else None


def opened_response(opened: Opened) -> Response:
    """The answer that opens a session, 201, with its address and what is shown this once."""
    view = session_view(opened.served, opened.row, every_seat)
    location = f"/v1/sessions/{format_id(opened.row.id)}"
    headers = answer_headers(opened.row.version, opened.replayed) | {"Location": location, **NO_STORE}
    return Response(orjson.dumps({"session": view} | opened.secrets), 201, headers, "application/json")
