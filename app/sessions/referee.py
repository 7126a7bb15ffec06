"""The verdict on a move: a pure decision from the session as stored, the request and the clock."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

import orjson
from pydantic import ValidationError

from app import auth, dice
from app.games import LANGUAGE, Games, Kit
from app.problems import (
    FINISHED,
    ILLEGAL_MOVE,
    NOT_YOUR_SEAT,
    NOT_YOUR_TURN,
    UNAUTHORIZED,
    VERSION_MISMATCH,
    Problem,
    invalid,
    invalid_fields,
    pointer,
)
from app.sessions.views import every_seat, session_view
from app.store.rows import Change, EntryRow, SessionRow
from rules.contract import Illegal


@dataclass(frozen=True, slots=True)
class MoveRequest:
    """A move as it arrived.

    body: the parsed JSON. verb: the move's type where the address names it, None where the body carries a `move`.
    token: of the Authorization header. versions: what `If-Match` accepts, None for anything. at: milliseconds since
    1970.
    """

    body: Any
    verb: str | None
    token: str | None
    versions: frozenset[int] | None
    at: int


@dataclass(slots=True)
class Verdict:
    """What an accepted move leaves for its answer: the state as a value and the game's kit."""

    kit: Kit | None = None
    state: Any = None
    entry: EntryRow | None = None


def judge(games: Games, request: MoveRequest, verdict: Verdict) -> Callable[[SessionRow], Change]:
    """A decision for `Store.change`: checks in the order the design fixes, fills `verdict` or raises `Problem`."""

    def decide(row: SessionRow) -> Change:
        holder = authorize(request.token, row)
        kit = games.of(row)
        seat, move = _read(kit, request, holder)
        state = kit.state.validate_json(row.state)
        rules = kit.rules(row.options)
        if request.versions is not None and row.version not in request.versions:
            raise refusal(VERSION_MISMATCH, kit, row, state, f"The session is at version {row.version}.")
        to_move = rules.to_move(state)
        if not to_move:
            raise refusal(FINISHED, kit, row, state)
        if seat is None:
            if len(to_move) > 1:
                raise invalid("/seat", "missing", f"Several seats may act now: say which of {list(to_move)}.")
            seat = to_move[0]
        if seat not in to_move:
            raise refusal(NOT_YOUR_TURN, kit, row, state, f"To move: {list(to_move)}.")
        own = move.dice if move.type == "roll" else None
        if move.type == "roll":
            _check_source(row, request, own)
            move = replace(move, dice=None)
        throws = rules.throws(state, seat, move)
        if isinstance(throws, Illegal):
            raise _illegal(throws, kit, row, state)
        counts = orjson.loads(row.throws)
        faces: tuple[int, ...] = ()
        if throws:
            counts[seat] += 1
            if own is None:
                faces = dice.faces(row.secret, str(UUID(bytes=row.id)), seat, counts[seat], throws)
            elif len(own) != throws:
                raise invalid(
                    pointer(*_prefix(request), "dice"),
                    "dice_count",
                    f"This roll throws {throws} dice, not {len(own)}.",
                )
            else:
                faces = own
        step = rules.apply(state, seat, move, faces)
        if isinstance(step, Illegal):
            raise _illegal(step, kit, row, state)
        verdict.kit = kit
        verdict.state = step.state
        verdict.entry = EntryRow(
            version=row.version + 1,
            at=request.at,
            kind="move",
            seat=seat,
            by="host" if holder == auth.HOST else "seat",
            move=kit.move_json(move).decode(),
            dice="".join(map(str, faces)),
            points=step.points,
            events=kit.events_json(step.events) if step.events else None,
        )
        return Change(
            updated_at=request.at,
            status="active" if rules.outcome(step.state) is None else "finished",
            throws=orjson.dumps(counts).decode(),
            state=kit.state.dump_json(step.state).decode(),
            entry=verdict.entry,
        )

    return decide


def authorize(token: str | None, row: SessionRow) -> int:
    """Whose token it is (`auth.HOST` or a seat), or the problem that it is none of this session's."""
    holder = auth.holder(token, row.tokens) if token else None
    if holder is None:
        raise Problem(UNAUTHORIZED)
    return holder


def refusal(kind: Any, kit: Kit, row: SessionRow, state: Any, detail: str | None = None, **members: Any) -> Problem:
    """A refusal that carries the view as it is now."""
    return Problem(kind, detail, **members, session=session_view(kit, row, every_seat, state))


def _illegal(illegal: Illegal, kit: Kit, row: SessionRow, state: Any) -> Problem:
    sentence = kit.game.texts.messages[LANGUAGE][f"reason.{illegal.reason}"].format_map(illegal.details)
    return refusal(
        ILLEGAL_MOVE,
        kit,
        row,
        state,
        sentence,
        reason=illegal.reason,
        rule=illegal.rule,
        details=dict(illegal.details),
    )


def _prefix(request: MoveRequest) -> tuple[str, ...]:
    return () if request.verb else ("move",)


def _read(kit: Kit, request: MoveRequest, holder: int) -> tuple[int | None, Any]:
    """The seat (None where a host left it out) and the move that the body holds."""
    body = request.body
    if not isinstance(body, dict):
        raise invalid("", "dict_type", "The body must be a JSON object.")
    seat = body.get("seat")
    if seat is not None and (type(seat) is not int or not 0 <= seat < kit.game.max_seats):
        raise invalid("/seat", "seat", f"A seat is a whole number from 0 to {kit.game.max_seats - 1}.")
    if holder != auth.HOST:
        if seat is not None and seat != holder:
            raise Problem(NOT_YOUR_SEAT, f"The token is of seat {holder}, the move for seat {seat}.")
        seat = holder
    return seat, _move(kit, request, body)


def _move(kit: Kit, request: MoveRequest, body: dict[str, Any]) -> Any:
    if request.verb:
        if "type" in body:
            raise invalid("/type", "extra_forbidden", "The address names the move already.")
        given = {"type": request.verb} | {name: value for name, value in body.items() if name != "seat"}
        if request.verb not in kit.game.verbs:
            raise invalid("", "verb", f"{kit.game.name} has no such move; it has {', '.join(kit.game.verbs)}.")
    else:
        for name in body:
            if name not in _LISTED:
                raise invalid(pointer(name), "extra_forbidden", "There is no such field here.")
        if "move" not in body:
            raise invalid("/move", "missing", "The move is missing.")
        given = body["move"]
    try:
        return kit.move.validate_json(orjson.dumps(given))
    except orjson.JSONEncodeError:
        raise invalid(pointer(*_prefix(request)), "too_deep", "The value is nested too deeply.") from None
    except ValidationError as error:
        raise invalid_fields(error, given, _prefix(request)) from None


_LISTED = ("seat", "move", "points", "throws")  # an entry of `legal_moves` may be sent back as it stands


def _check_source(row: SessionRow, request: MoveRequest, own: tuple[int, ...] | None) -> None:
    at = pointer(*_prefix(request), "dice")
    if row.dice_source == "players" and own is None:
        raise invalid(at, "missing", "The players throw the dice of this session: send the faces.")
    if row.dice_source == "server" and own is not None:
        raise invalid(at, "extra_forbidden", "The service throws the dice of this session: send no faces.")
