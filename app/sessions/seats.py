"""Seats: verdicts on claiming, leaving, seeds, tokens, and on sessions that nobody plays."""

import hmac
from typing import Any, NamedTuple

import orjson
from pydantic import TypeAdapter

from app.access import tokens
from app.games.served_game import ServedGame
from app.http.bodies import validated
from app.http.problem_kinds import (
    ABANDONED,
    NOT_ABSENT,
    NOT_THE_HOST,
    NOT_YOUR_SEAT,
    RESIGNED,
    SEAT_TAKEN,
    SEED_LOCKED,
    TOKEN_REPLACED,
    UNKNOWN_SEAT,
    WRONG_INVITATION,
)
from app.http.problems import Problem, invalid
from app.sessions import bot_seats, record
from app.sessions.referee import (
    Referee,
    actor,
    authorize,
    check_on,
    check_room,
    check_version,
    kept,
    may_act_for,
    read_seat,
    refusal,
    stored_key,
)
from app.sessions.request_head import RequestHead
from app.sessions.views import timestamp
from app.store.rows import Change, EntryRow, Judge, KeyRow, Loaded, SessionRow, Unchanged, Verdict


class UncheckedBody(NamedTuple):
    """A body as it arrived, its JSON value, and the adapter of what it should be.

    It is checked by the verdict, after the token: whoever has none learns nothing of a session from refused fields.
    """

    adapter: TypeAdapter[Any]
    body: bytes
    value: Any

    def read(self) -> Any:
        """The body as the contract has it, or the problem that it is not."""
        return validated(self.adapter, self.body, self.value)

    def seat(self, row: SessionRow) -> int | None:
        """The seat that the body names, before its other fields are looked at; None where it names none."""
        if not isinstance(self.value, dict):
            raise invalid("", "dict_type", "The body must be a JSON object.")
        return read_seat(self.value, len(record.names_of(row)))


def _entry(row: SessionRow, kind: str, seat: int, by: str, at: int, says: Any = None) -> EntryRow:
    move = None if says is None else record.text(says)
    return EntryRow(row.version + 1, at, kind, seat, by, move, "", None, None)


def _mine(row: SessionRow, holder: int, seat: int | None) -> int:
    """The seat a request is for: the token's own, or as the host one that it named."""
    if seat is None:
        mine = [each for each in range(len(record.names_of(row))) if may_act_for(holder, each, row)]
        if not mine:
            raise Problem(NOT_YOUR_SEAT, "The host named none of the seats.")
        if len(mine) > 1:
            raise invalid("/seat", "missing", f"Several seats may be meant: say which of {mine}.")
        return mine[0]
    if not may_act_for(holder, seat, row):
        raise Problem(NOT_YOUR_SEAT)
    return seat


# --- leaving ---


def left(loaded: Loaded, served: ServedGame, seat: int, by: str, at: int, referee: Referee) -> Change:
    """The change by which a seat leaves a game that is on."""
    row = loaded.row
    before, keyed = referee.read(loaded, served)
    step = served.rules(row.options).withdraw(before, seat)
    events = served.events_json(step.events) if step.events else None
    entry = _entry(row, "resign", seat, by, at)._replace(events=events)
    after, state = record.advance(served, row, before, entry, step)
    return Change(after, entry, None, state, keyed)


def resign(sent: UncheckedBody, referee: Referee, head: RequestHead) -> Judge:
    """A seat leaves by its own token, or by the host that named it, left it to a bot or has waited for it."""

    def decide(loaded: Loaded) -> Verdict:
        row = loaded.row
        holder = authorize(head.token, row)
        served = referee.games.of(row)
        named = sent.seat(row)
        if (
            named is not None
            and holder == tokens.HOST
            and (bot_seats.is_bot(row, named) or row.absent_seconds is not None)
        ):
            leaving = named
        else:
            leaving = _mine(row, holder, named)
        sent.read()
        if (stored := stored_key(loaded, holder, head)) is not None:
            return Unchanged(row, stored.version)
        state, _ = referee.read(loaded, served)
        check_version(served, row, state, head)
        check_on(served, row, state, head)
        if leaving in served.rules(row.options).resigned(state):
            raise refusal(RESIGNED, served, row, state)
        if not may_act_for(holder, leaving, row) and not bot_seats.is_bot(row, leaving):
            _check_absent(served, row, state, leaving, head.at)
        change = left(loaded, served, leaving, actor(holder), head.at, referee)
        assert change.entry is not None  # noqa: S101 - leaving is always on the record
        return change._replace(key=kept(head, holder, change.entry))

    return decide


def skip(sent: UncheckedBody, referee: Referee, head: RequestHead) -> Judge:
    """The host goes on after the turn of a seat for which the table has waited as long as it agreed to."""

    def decide(loaded: Loaded) -> Verdict:
        row = loaded.row
        holder = authorize(head.token, row)
        if holder != tokens.HOST:
            raise Problem(NOT_THE_HOST)
        served = referee.games.of(row)
        seat = sent.seat(row)
        sent.read()
        if (stored := stored_key(loaded, holder, head)) is not None:
            return Unchanged(row, stored.version)
        state, keyed = referee.read(loaded, served)
        check_version(served, row, state, head)
        check_on(served, row, state, head)
        check_room(served, row, state)
        if seat is None:
            to_move = served.rules(row.options).to_move(state)
            away = [each for each in to_move if record.is_absent(row, each, head.at)]
            if len(away) > 1:
                raise invalid("/seat", "missing", f"Several seats may be meant: say which of {away}.")
            seat = (away or to_move)[0]
        _check_absent(served, row, state, seat, head.at)
        entry = _entry(row, "skip", seat, "host", head.at)
        after, following = record.advance(served, row, state, entry)
        after = after._replace(advised=record.without(orjson.loads(row.advised or "[]"), seat))
        return Change(after, entry, kept(head, holder, entry), following, keyed, seated=row.advised is not None)

    return decide


def _check_absent(served: ServedGame, row: SessionRow, state: Any, seat: int, at: int) -> None:
    """Refuse what may be done for a seat only once the table has waited for it."""
    since = record.absent_from(record.clocks_of(row)[seat], row.turn_seconds, row.absent_seconds)
    if since is not None and since <= at:
        return
    if row.absent_seconds is None:
        said = "The table has agreed on no `absent_seconds`."
    elif since is None:
        said = f"Nobody waits for seat {seat}."
    else:
        said = f"The table waits for seat {seat} until {timestamp(since)}."
    raise refusal(NOT_ABSENT, served, row, state, said)


def timed_out(referee: Referee, at: int) -> Judge:
    """The seat whose time was over first leaves, if there is one."""

    def decide(loaded: Loaded) -> Verdict:
        row = loaded.row
        if row.deadline is None or row.deadline >= at:
            return Unchanged(row)
        served = referee.games.of(row)
        seat = min((clock, seat) for seat, clock in enumerate(record.clocks_of(row)) if clock)[1]
        return left(loaded, served, seat, "service", at, referee)

    return decide


def abandoned(since: int, at: int) -> Judge:
    """A session that is not over ends without an outcome, if nobody has touched it since then."""

    def decide(loaded: Loaded) -> Verdict:
        row = loaded.row
        if row.updated_at >= since or row.status not in ("waiting", "active"):
            return Unchanged(row)
        return given_up(row, at)

    return decide


def given_up(row: SessionRow, at: int) -> Change:
    """The change by which a session ends without an outcome."""
    entry = _entry(row, "abandon", record.NOBODY, "service", at)
    return Change(record.abandoned(row, entry), entry)


# --- seeds ---


def seed(sent: UncheckedBody, referee: Referee, head: RequestHead) -> Judge:
    """A seat adds its seed to the dice, once, before the session's first throw."""

    def decide(loaded: Loaded) -> Verdict:
        row = loaded.row
        holder = authorize(head.token, row)
        served = referee.games.of(row)
        whose = _mine(row, holder, sent.seat(row))
        text = sent.read().seed
        if (stored := stored_key(loaded, holder, head)) is not None:
            return Unchanged(row, stored.version)
        state, _ = referee.read(loaded, served)
        check_version(served, row, state, head)
        if row.status != "waiting":
            check_on(served, row, state, head)
        if row.dice_source != "server":
            raise refusal(SEED_LOCKED, served, row, state, "The players throw the dice of this session.")
        if row.throws.strip("[0,]"):
            raise refusal(SEED_LOCKED, served, row, state, "The first throw has been made.")
        if record.seeds_of(row)[whose] is not None:
            raise refusal(SEED_LOCKED, served, row, state, f"Seat {whose} has its seed already.")
        entry = _entry(row, "seed", whose, actor(holder), head.at, {"seed": text})
        after, _ = record.advance(served, row, state, entry)
        return Change(after, entry, kept(head, holder, entry), seated=True)

    return decide


# --- claiming and tokens ---


def claim(seat: int | None, sent: UncheckedBody, referee: Referee, head: RequestHead) -> Judge:
    """Whoever holds an open seat's invitation takes the seat and gets a token for it; None: no number of a seat."""

    def decide(loaded: Loaded) -> Verdict:
        row = loaded.row
        names = record.names_of(row)
        if seat is None or seat >= len(names):
            raise Problem(UNKNOWN_SEAT)
        served = referee.games.of(row)
        wanted = sent.read()
        mine = tokens.digest(wanted.invitation)
        if not hmac.compare_digest(mine, tokens.digest_at(row.invitations, seat)):
            raise Problem(WRONG_INVITATION)
        state, _ = referee.read(loaded, served)
        again = stored_key(loaded, seat, head)
        if again is not None:
            _check_issued(again, tokens.seat_digests(row.tokens)[seat])
        else:
            check_version(served, row, state, head)
            if names[seat] is not None:
                raise refusal(SEAT_TAKEN, served, row, state)
            if row.status != "waiting":
                raise refusal(ABANDONED, served, row, state)
        token = tokens.new_token("seat", row.id)
        issued = tokens.digest(token)
        after = row._replace(tokens=tokens.with_digest(row.tokens, seat + 1, issued), epoch=row.epoch + 1)
        if again is not None:
            return Change(after, None, seated=True, reissued=again._replace(issued=issued), issued=token)
        entry = _entry(row, "claim", seat, "seat", head.at, {"name": wanted.name})
        after, _ = record.advance(served, after, state, entry)
        key = kept(head, seat, entry)
        return Change(after, entry, key and key._replace(issued=issued), seated=True, issued=token)

    return decide


def replace_token(sent: UncheckedBody, referee: Referee, head: RequestHead) -> Judge:
    """A token is replaced by its holder, or one of a seat that the host named by the host; so is an invitation.

    A retry under the same key is known by the token that it replaced: whoever lost the answer is not locked out.
    """

    def decide(loaded: Loaded) -> Verdict:
        row = loaded.row
        again = None
        if loaded.keys:
            again = next((key for key in loaded.keys.values() if key.fingerprint == head.fingerprint), None)
        holder = again.caller if again is not None else authorize(head.token, row)
        served = referee.games.of(row)
        place = _place(row, holder, sent.seat(row))
        sent.read()
        after = row._replace(epoch=row.epoch + 1)
        if place == tokens.HOST or record.names_of(row)[place] is not None:
            shown, token = "token", tokens.new_token("host" if place == tokens.HOST else "seat", row.id)
            now = tokens.digest_at(row.tokens, place + 1)
            after = after._replace(tokens=tokens.with_digest(row.tokens, place + 1, tokens.digest(token)))
        else:
            shown, token = "invitation", tokens.new_token("invite", row.id)
            now = tokens.digest_at(row.invitations, place)
            after = after._replace(invitations=tokens.with_digest(row.invitations, place, tokens.digest(token)))
        if again is not None:
            _check_issued(again, now)
        else:
            stored_key(loaded, holder, head)
            check_version(served, row, referee.read(loaded, served)[0], head)
        issued = tokens.digest(token)
        change = Change(after, None, None, loaded.state, loaded.keyed, seated=True)
        change = change._replace(issued={"seat": None if place == tokens.HOST else place, shown: token})
        if again is not None:
            return change._replace(reissued=again._replace(issued=issued))
        if head.key is None or head.fingerprint is None:
            return change
        return change._replace(key=KeyRow(head.key, holder, head.fingerprint, row.version, issued))

    return decide


def _check_issued(key: KeyRow, now: bytes) -> None:
    """Refuse a retry whose token was replaced since: whoever did so must not lose the seat to a late duplicate."""
    if key.issued != now:
        raise Problem(TOKEN_REPLACED)


def _place(row: SessionRow, holder: int, seat: int | None) -> int:
    """Whose token is replaced: a seat's or the host's (`tokens.HOST`)."""
    if seat is None:
        return holder
    unclaimed = holder == tokens.HOST and record.names_of(row)[seat] is None
    if not unclaimed and not may_act_for(holder, seat, row):
        raise Problem(NOT_YOUR_SEAT)
    return seat
