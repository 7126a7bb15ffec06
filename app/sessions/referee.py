"""The referee: the verdict on a move, a pure decision from the stored session, the request and the clock."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import orjson
from cryptography.hazmat.primitives.hmac import HMAC
from pydantic import ValidationError

from app.access import tokens
from app.dice import dice
from app.dice.sealing import Sealer
from app.games.served_game import Games, ServedGame
from app.http.cldr import figures
from app.http.problem_kinds import (
    ABANDONED,
    FINISHED,
    ILLEGAL_MOVE,
    KEY_REUSED,
    NOT_YOUR_SEAT,
    NOT_YOUR_TURN,
    RECORD_FULL,
    UNAUTHORIZED,
    VERSION_MISMATCH,
    WAITING,
    ProblemKind,
)
from app.http.problems import Problem, Sentence, invalid, invalid_fields, pointer
from app.http.texts import whose_turn
from app.sessions import bot_seats, record
from app.sessions.request_head import RequestHead
from app.sessions.views import every_seat, format_id, session_view
from app.store.rows import Change, EntryRow, Judge, KeyRow, Loaded, SessionRow, Unchanged, Verdict
from rules.contract import Illegal, Step
from rules.transcript import MOST_ENTRIES


class Overdue(Exception):
    """A seat has let its time pass, so that it has to leave before anything else is judged."""


class Referee:
    """Judges requests on the sessions of a deployment's games; `sealer` opens the secrets of their dice."""

    def __init__(self, games: Games, sealer: Sealer) -> None:
        self.games = games
        self.sealer = sealer

    def read(self, loaded: Loaded, served: ServedGame) -> tuple[Any, HMAC | None]:
        """The state and the dice of a session (None: the players'), read where they are not remembered."""
        if loaded.state is not None:
            return loaded.state, loaded.keyed
        row = loaded.row
        state = served.state.validate_json(row.state)
        if row.dice_source != "server":
            return state, None
        prefix = dice.canonical(format_id(row.id), record.seeds_of(row))
        return state, dice.keyed(self.sealer.open(row.secret, row.id), prefix)

    def move(self, head: RequestHead, body: Any, verb: str | None) -> Judge:
        """The judge of a move: checks in the documented order; a `Problem` names the game as soon as that is known.

        `body` is the parsed JSON, `verb` the move's type where the address names it (None: `moves`).
        """

        def decide(loaded: Loaded) -> Verdict:
            holder = authorize(head.token, loaded.row)
            served = self.games.of(loaded.row)
            try:
                return self._judged(loaded, served, holder, head, body, verb)
            except Problem as problem:
                problem.session_game = served.game.name
                raise

        return decide

    def _judged(
        self, loaded: Loaded, served: ServedGame, holder: int, head: RequestHead, body: Any, verb: str | None
    ) -> Verdict:
        row = loaded.row
        seat, move = _read(served, body, verb, holder, row)
        aside = _set_aside(served, body) if move.type == "roll" and _names_aside(served, body, verb) else None
        entries = 1 if aside is None else 2
        if loaded.keys and (stored := stored_key(loaded, holder, head)) is not None:
            return Unchanged(row, stored.version, entries)
        state, keyed = self.read(loaded, served)
        check_version(served, row, state, head)
        check_on(served, row, state, head)
        check_room(served, row, state, entries)
        rules = served.rules(row.options)
        to_move = rules.to_move(state)
        seat = _seat_to_move(served, row, state, to_move, seat)
        own = move.dice if move.type == "roll" else None
        if move.type == "roll":
            if (own is None) == (row.dice_source == "players"):
                raise _wrong_source(row, verb)
            move = replace(move, dice=None) if own else move
        if row.bots is not None and bot_seats.is_bot(row, seat):
            _check_announced(served, row, state, seat, None if aside is not None else move)
        first: EntryRow | None = None
        thrown_row, thrown_state = row, state
        if aside is not None:
            done = rules.apply(state, seat, aside, ())
            if isinstance(done, Illegal):
                raise _illegal(done, served, row, state)
            first = _entry(served, row, head, seat, holder, aside, (), done)
            thrown_row, thrown_state = record.advance(served, row, state, first, done)
            if seat not in rules.to_move(thrown_state):
                raise refusal(NOT_YOUR_TURN, served, row, state, "Setting these dice aside ends the turn.")
        throws = rules.throws(thrown_state, seat, move)
        if isinstance(throws, Illegal):
            raise _illegal(throws, served, row, state)
        faces = self._faces(row, keyed, seat, throws, own, verb) if throws else ()
        step = rules.apply(thrown_state, seat, move, faces)
        if isinstance(step, Illegal):
            raise _illegal(step, served, row, state)
        entry = _entry(served, thrown_row, head, seat, holder, move, faces, step)
        after, _ = record.advance(served, thrown_row, thrown_state, entry, step)
        if row.advised is not None and seat in (advised := orjson.loads(row.advised)):
            first, entry = _hinted(first, entry)
            after = after._replace(advised=record.without(advised, seat))
            return Change(after, entry, kept(head, holder, entry), step.state, keyed, seated=True, first=first)
        return Change(after, entry, kept(head, holder, entry), step.state, keyed, first=first)

    def _faces(
        self,
        row: SessionRow,
        keyed: HMAC | None,
        seat: int,
        throws: int,
        own: tuple[int, ...] | None,
        verb: str | None,
    ) -> tuple[int, ...]:
        """What a move that throws throws: the next faces of the session's dice, or the players' own."""
        if own is None:
            assert keyed is not None  # noqa: S101 - the service throws in this session
            return dice.thrown(keyed, seat, orjson.loads(row.throws)[seat] + 1, throws)
        if len(own) != throws:
            at = pointer(*_prefix(verb), "dice")
            raise invalid(at, "dice_count", f"This roll throws {throws} dice, not {len(own)}.")
        return own


def _entry(
    served: ServedGame,
    row: SessionRow,
    head: RequestHead,
    seat: int,
    holder: int,
    move: Any,
    faces: Sequence[int],
    step: Step[Any],
) -> EntryRow:
    """The record's entry of a move on the session as it is in `row`."""
    written, events = served.move_json(move).decode(), served.events_json(step.events) if step.events else None
    thrown = "".join(map(str, faces))
    return EntryRow(row.version + 1, head.at, "move", seat, actor(holder), written, thrown, step.points, events)


def _hinted(first: EntryRow | None, entry: EntryRow) -> tuple[EntryRow | None, EntryRow]:
    """The entries of a request whose seat had advice, with the decision marked: the first of them."""
    if first is None:
        return None, entry._replace(hinted=1)
    return first._replace(hinted=1), entry


def actor(holder: int) -> str:
    """Who acted, as the record says it."""
    return "host" if holder == tokens.HOST else "seat"


def kept(head: RequestHead, caller: int, entry: EntryRow) -> KeyRow | None:
    """The request's key as it is stored with its effect."""
    if head.key is None or head.fingerprint is None:
        return None
    return KeyRow(head.key, caller, head.fingerprint, entry.version)


def stored_key(loaded: Loaded, caller: int, head: RequestHead) -> KeyRow | None:
    """The request's key where it took effect before; its key with another request is a problem."""
    stored = loaded.keys.get(caller) if loaded.keys and head.key else None
    if stored is not None and stored.fingerprint != head.fingerprint:
        raise Problem(KEY_REUSED)
    return stored


def check_version(served: ServedGame, row: SessionRow, state: Any, head: RequestHead) -> None:
    """Refuse a request that was meant for another version."""
    if head.versions is not None and row.version not in head.versions:
        said = f"The session is at version {row.version}."
        if not head.versions:
            said += f' If-Match takes versions in quotes, such as "{row.version}".'
        raise refusal(VERSION_MISMATCH, served, row, state, said)


def check_on(served: ServedGame, row: SessionRow, state: Any, head: RequestHead) -> None:
    """Refuse what takes a game that is on; `Overdue` where the clock comes first."""
    if row.status == "active":
        if row.deadline is not None and row.deadline < head.at:
            raise Overdue
        return
    raise refusal({"waiting": WAITING, "abandoned": ABANDONED}.get(row.status, FINISHED), served, row, state)


def check_room(served: ServedGame, row: SessionRow, state: Any, more: int = 1) -> None:
    """Refuse what would make a record too long; seats may leave a session all the same, so that it can end."""
    if row.version + more > MOST_ENTRIES:
        raise refusal(RECORD_FULL, served, row, state)


def may_act_for(holder: int, seat: int, row: SessionRow) -> bool:
    """Whether a token acts for a seat: its own, or as the host one that the host named."""
    return holder == seat or (
        holder == tokens.HOST
        and (row.open_seats == "[]" or seat not in record.open_seats(row))
        and (row.bots is None or not bot_seats.is_bot(row, seat))
    )


def _may_throw_for(seat: int, row: SessionRow) -> bool:
    """Whether the seat is one for which everybody at the table may throw: a bot's, with the players' dice."""
    return row.dice_source == "players" and bot_seats.is_bot(row, seat)


def authorize(token: bytes | None, row: SessionRow) -> int:
    """Whose token has this digest (`tokens.HOST` or a seat), or the problem that it is none of this session's."""
    holder = tokens.holder(token, row.tokens) if token else None
    if holder is None:
        raise Problem(UNAUTHORIZED)
    return holder


def refusal(
    kind: ProblemKind,
    served: ServedGame,
    row: SessionRow,
    state: Any,
    detail: str | Sentence | None = None,
    **members: Any,
) -> Problem:
    """A refusal that carries the view as it is now."""
    view = session_view(served, row, every_seat, state)
    return Problem(kind, detail, {"ETag": f'"{row.version}"'}, **members, session=view)


def _check_announced(served: ServedGame, row: SessionRow, state: Any, seat: int, move: Any | None) -> None:
    """Refuse what is done for a bot, unless it is the roll that it has announced."""
    roll = bot_seats.announced(row).get(seat)
    if roll is None:
        said = f"Seat {seat} is a bot's, and it has not said yet what it does."
        raise refusal(NOT_YOUR_TURN, served, row, state, said)
    if move is None or orjson.loads(served.move_json(move)) != roll["move"]:
        throws = "1 die" if roll["throws"] == 1 else f"{roll['throws']} dice"
        raise Problem(NOT_YOUR_SEAT, f"Seat {seat} is a bot's: the table throws {throws} for it, and no more.")


def _illegal(illegal: Illegal, served: ServedGame, row: SessionRow, state: Any) -> Problem:
    def sentence(language: str) -> str | None:
        texts = served.game.texts_of(served.options.validate_json(row.options))
        return texts.sentence(language, f"reason.{illegal.reason}", illegal.details, (), figures(language))

    return refusal(
        ILLEGAL_MOVE,
        served,
        row,
        state,
        sentence,
        reason=illegal.reason,
        rule=illegal.rule,
        details=dict(illegal.details),
    )


def _prefix(verb: str | None) -> tuple[str, ...]:
    return () if verb else ("move",)


def _read(served: ServedGame, body: Any, verb: str | None, holder: int, row: SessionRow) -> tuple[int | None, Any]:
    """The seat (None where a host left it out) and the move that the body holds."""
    if not isinstance(body, dict):
        raise invalid("", "dict_type", "The body must be a JSON object.")
    seat = read_seat(body, tokens.seats(row.tokens))
    throws = row.bots is not None and seat is not None and _may_throw_for(seat, row)
    if seat is not None and not throws and not may_act_for(holder, seat, row):
        raise Problem(NOT_YOUR_SEAT, _why_not(holder, seat, row))
    if holder != tokens.HOST and not throws:
        seat = holder
    return seat, _move(served, body, verb)


def _why_not(holder: int, seat: int, row: SessionRow) -> str:
    """Why a token does not act for a seat."""
    if bot_seats.is_bot(row, seat):
        return f"Seat {seat} is played by the service."
    if holder == tokens.HOST:
        return f"Seat {seat} was left to whoever claims it."
    return f"The token is of seat {holder}, the move for seat {seat}."


def read_seat(body: dict[str, Any], seats: int) -> int | None:
    """The body's `seat`, None where it was left out."""
    seat = body.get("seat")
    if seat is not None and (type(seat) is not int or not 0 <= seat < seats):
        raise invalid("/seat", "seat", f"A seat is a whole number from 0 to {seats - 1}.")
    return seat


def _seat_to_move(served: ServedGame, row: SessionRow, state: Any, to_move: tuple[int, ...], seat: int | None) -> int:
    """The seat that moves; a host may leave it out where only one of its seats can be meant."""
    if seat is None:
        waiting = bot_seats.announced(row)
        mine = [each for each in to_move if each in waiting or may_act_for(tokens.HOST, each, row)]
        if len(mine) > 1:
            raise invalid("/seat", "missing", f"Several seats may act now: say which of {mine}.")
        seat = mine[0] if mine else None
    if seat not in to_move:
        raise refusal(NOT_YOUR_TURN, served, row, state, whose_turn(to_move, orjson.loads(row.names)))
    return seat


def _move(served: ServedGame, body: dict[str, Any], verb: str | None) -> Any:
    if verb:
        if "type" in body:
            raise invalid("/type", "extra_forbidden", "The address names the move already.")
        beside = ("seat", ASIDE) if _names_aside(served, body, verb) else ("seat",)
        given = {"type": verb} | {name: value for name, value in body.items() if name not in beside}
        if verb not in served.game.verbs:
            raise invalid("", "verb", f"{served.game.name} has no such move; it has {', '.join(served.game.verbs)}.")
    else:
        for name in body:
            if name not in _LISTED:
                raise invalid(pointer(name), "extra_forbidden", "There is no such field here.")
        if "move" not in body:
            raise invalid("/move", "missing", "The move is missing.")
        given = body["move"]
    try:
        return served.read_move(orjson.dumps(given))
    except orjson.JSONEncodeError:
        raise invalid(pointer(*_prefix(verb)), "too_deep", "The value is nested too deeply.") from None
    except ValidationError as error:
        raise invalid_fields(error, given, _prefix(verb)) from None


def _names_aside(served: ServedGame, body: dict[str, Any], verb: str | None) -> bool:
    """Whether a roll has the field that says what to set aside first, in a game that knows that."""
    return verb == "roll" and ASIDE in body and ASIDE in served.game.verbs


def _set_aside(served: ServedGame, body: dict[str, Any]) -> Any:
    """The move of setting aside that a roll names; None where it names none after all."""
    given = body[ASIDE]
    if given is None:
        return None
    try:
        return served.read_move(orjson.dumps({"type": ASIDE, "dice": given}))
    except orjson.JSONEncodeError:
        raise invalid(pointer(ASIDE), "too_deep", "The value is nested too deeply.") from None
    except ValidationError as error:
        raise invalid_fields(error, given if isinstance(given, list) else None, (ASIDE,)) from None


ASIDE = "set_aside"
"""The move, and the field of a roll that says what to set aside first."""

_LISTED = ("seat", "move", "points", "worth", "throws")  # an entry of `legal_moves` may be sent back as it stands


def _wrong_source(row: SessionRow, verb: str | None) -> Problem:
    at = pointer(*_prefix(verb), "dice")
    if row.dice_source == "players":
        return invalid(at, "missing", "The players throw the dice of this session: send the faces.")
    return invalid(at, "extra_forbidden", "The service throws the dice of this session: send no faces.")
