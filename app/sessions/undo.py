"""Undo: the call by which what stands last is taken back: by the host what players threw, by a seat its last tap."""

import asyncio
from typing import Any, NamedTuple

import orjson
from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, TypeAdapter

from app.access import tokens
from app.contract.models import STRICT
from app.games.served_game import ServedGame
from app.http.bodies import read
from app.http.conditional import CHANGED
from app.http.openapi import openapi_route
from app.http.problem_kinds import (
    ABANDONED,
    BODY_TOO_LARGE,
    GAME_UNAVAILABLE,
    INVALID_FIELDS,
    KEY_REUSED,
    MALFORMED_JSON,
    NOT_THE_HOST,
    NOT_YOUR_SEAT,
    NOTHING_TO_UNDO,
    RATE_LIMITED,
    RECORD_FULL,
    SERVER_DICE,
    STORE_FULL,
    UNAUTHORIZED,
    UNKNOWN_SESSION,
    VERSION_MISMATCH,
    VERSION_NEEDED,
)
from app.http.problems import Problem
from app.sessions import bot_seats, examples, record
from app.sessions.dependencies import ChangeDep, SessionsDep
from app.sessions.moves import answer
from app.sessions.referee import (
    Overdue,
    Referee,
    actor,
    authorize,
    check_room,
    check_version,
    kept,
    may_act_for,
    refusal,
    stored_key,
)
from app.sessions.request_head import RequestHead, session_id
from app.sessions.service import Sessions
from app.sessions.views import every_seat
from app.store.rows import Change, EntryRow, Judge, Loaded, SessionRow, Unchanged, Verdict, read_record

router = APIRouter(prefix="/v1/sessions/{session}", tags=["sessions"])


class UndoRequest(BaseModel):
    """A body is not needed; one that is sent has no fields."""

    model_config = STRICT


_request = TypeAdapter(UndoRequest)


class HistoryNeeded(Exception):
    """The verdict hangs on what stood before, which has to be read from the record of this version first."""

    def __init__(self, row: SessionRow) -> None:
        super().__init__()
        self.row = row


TAKES = 3
"""How often a seat may take back between two throws, so that none has time without end or fills the record."""


class History(NamedTuple):
    """What an undoing at a version would lead to; `before` is None where nothing is left to be taken back.

    last: what stands last. hinted: whether the seat had advice before the move that is taken back. taken: how often
    the seat of `last` was taken back since the last throw.
    """

    version: int
    before: record.Before | None
    last: EntryRow | None
    hinted: bool
    taken: int


def undo(referee: Referee, head: RequestHead, past: History | None) -> Judge:
    """What stands last is taken back; `HistoryNeeded` where `past` is not that of the session's version."""

    def decide(loaded: Loaded) -> Verdict:
        row = loaded.row
        holder = authorize(head.token, row)
        served = referee.games.of(row)
        if (stored := stored_key(loaded, holder, head)) is not None:
            return Unchanged(row, stored.version)
        state, keyed = referee.read(loaded, served)
        if head.versions is None:
            raise refusal(VERSION_NEEDED, served, row, state)
        check_version(served, row, state, head)
        if row.dice_source != "players" and row.status == "finished":
            raise refusal(SERVER_DICE, served, row, state, "The game is over, and what its dice come from is told.")
        if row.status == "abandoned":
            raise refusal(ABANDONED, served, row, state)
        if row.deadline is not None and row.deadline < head.at:
            raise Overdue
        check_room(served, row, state)
        if past is None or past.version != row.version:
            raise HistoryNeeded(row)
        before = past.before
        if before is None or past.last is None:
            raise refusal(NOTHING_TO_UNDO, served, row, state)
        if holder != tokens.HOST or row.dice_source != "players":
            _check_own(served, row, state, holder, past.last, past.taken)
        undoes = record.text({"undoes": before.version})
        entry = EntryRow(row.version + 1, head.at, "undo", before.seat, actor(holder), undoes, "", None, None)
        after = record.taken_back(served, row, entry, before)
        if past.hinted:
            advised = {*orjson.loads(row.advised or "[]"), before.seat}
            after = after._replace(advised=record.text(sorted(advised)))
        return Change(after, entry, kept(head, holder, entry), before.state, keyed, seated=past.hinted)

    return decide


def _check_own(served: ServedGame, row: SessionRow, state: Any, holder: int, last: EntryRow, taken: int) -> None:
    """Refuse all but what shows no face anew: the holder's own move, nothing thrown by it or since; a host's skip."""
    if last.dice:
        if row.dice_source == "players":
            raise Problem(NOT_THE_HOST, "A throw is the host's to take back.")
        raise refusal(SERVER_DICE, served, row, state)
    if last.kind == "skip" and holder == tokens.HOST:
        return
    if last.kind != "move" or last.by == bot_seats.BOT or not may_act_for(holder, last.seat, row):
        whose = f"What stands last is a {last.kind} of seat {last.seat}."
        raise Problem(NOT_YOUR_SEAT if holder == tokens.HOST else NOT_THE_HOST, whose)
    if taken >= TAKES:
        said = f"Since the last throw seat {last.seat} was taken back {TAKES} times, and may be no more."
        raise refusal(NOTHING_TO_UNDO, served, row, state, said)


async def _past(sessions: Sessions, row: SessionRow) -> History:
    """What was before, replayed from the record as it was at the row's version, which no later entry changes."""
    entries = [entry async for entry in read_record(sessions.store, row.id, row.version)]
    if len(entries) < row.version:
        raise Problem(UNKNOWN_SESSION)  # deleted meanwhile
    served = sessions.referee.games.of(row)
    before = await asyncio.to_thread(record.last_standing, served, row, entries)
    last = next(reversed(record.standing(entries)), None)
    taken = 0
    for entry in reversed(entries):
        if entry.dice:
            break
        taken += entry.kind == "undo" and last is not None and entry.seat == last.seat
    hinted = before is not None and bool(entries[before.version - 1].hinted)
    return History(row.version, before, last, hinted, taken)


@router.post(
    "/undo",
    operation_id="undo",
    summary="Take back the last move",
    **openapi_route(
        answer="MoveAnswer",
        says="What stood last is taken back.",
        example=examples.undone(),
        problems=(
            UNKNOWN_SESSION,
            UNAUTHORIZED,
            NOT_THE_HOST,
            NOT_YOUR_SEAT,
            MALFORMED_JSON,
            BODY_TOO_LARGE,
            INVALID_FIELDS,
            KEY_REUSED,
            VERSION_NEEDED,
            VERSION_MISMATCH,
            SERVER_DICE,
            NOTHING_TO_UNDO,
            RECORD_FULL,
            ABANDONED,
            RATE_LIMITED,
            GAME_UNAVAILABLE,
            STORE_FULL,
        ),
        secured=True,
        headers=CHANGED,
    ),
)
async def take_back(request: Request, sessions: SessionsDep, session: str, change: ChangeDep) -> Response:
    """By the host, where the players throw the dice: what stands last, whoever made it. By a seat its own last move,
    until the next throw.

    A seat takes back what threw nothing (a choice of a box, setting aside, banking) while it stands last, with the
    service's dice too, as no face is shown anew; at most three times between two throws, and there not once the game
    is over. The host does so for seats that it named, and takes back a turn that it skipped.

    What a bot did by itself goes with what a player did before it; a throw that was made for a bot is a player's.
    Where the players throw, the host does so any number of times, back to the beginning; a finished game is on again.
    `If-Match` is needed. The record keeps what was taken back and gains an entry of kind `undo` that names it in
    `undoes`. Claims stay. The seat that is to move again has its whole time. It takes no fields: the body is empty or
    an empty object.
    """
    await read(request, _request)
    head = change.read("undo", None)
    past: History | None = None
    while True:
        try:
            verdict = await sessions.change(session_id(session), undo(sessions.referee, head, past), head)
        except HistoryNeeded as unread:
            past = await _past(sessions, unread.row)
        else:
            break
    answered = await answer(sessions, verdict, every_seat)
    return Response(answered.body, 200, answered.headers, "application/json")
