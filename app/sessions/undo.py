"""Undo: the host's call by which the last move or resignation that stands is taken back."""

import asyncio

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, TypeAdapter

from app.access import tokens
from app.contract.models import STRICT
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
from app.sessions import examples, record
from app.sessions.dependencies import ChangeDep, SessionsDep
from app.sessions.moves import answer
from app.sessions.referee import Overdue, Referee, authorize, check_room, check_version, kept, refusal, stored_key
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


class History:
    """What an undoing at a version would lead to; `before` is None where nothing is left to be taken back."""

    def __init__(self, version: int, before: record.Before | None) -> None:
        self.version = version
        self.before = before


def undo(referee: Referee, head: RequestHead, past: History | None) -> Judge:
    """The host takes back what stands last; `HistoryNeeded` where `past` is not that of the session's version."""

    def decide(loaded: Loaded) -> Verdict:
        row = loaded.row
        holder = authorize(head.token, row)
        if holder != tokens.HOST:
            raise Problem(NOT_THE_HOST)
        served = referee.games.of(row)
        if (stored := stored_key(loaded, holder, head)) is not None:
            return Unchanged(row, stored.version)
        state, keyed = referee.read(loaded, served)
        if head.versions is None:
            raise refusal(VERSION_NEEDED, served, row, state)
        check_version(served, row, state, head)
        if row.dice_source != "players":
            raise refusal(SERVER_DICE, served, row, state)
        if row.status == "abandoned":
            raise refusal(ABANDONED, served, row, state)
        if row.deadline is not None and row.deadline < head.at:
            raise Overdue
        check_room(served, row, state)
        if past is None or past.version != row.version:
            raise HistoryNeeded(row)
        before = past.before
        if before is None:
            raise refusal(NOTHING_TO_UNDO, served, row, state)
        undoes = record.text({"undoes": before.version})
        entry = EntryRow(row.version + 1, head.at, "undo", before.seat, "host", undoes, "", None, None)
        after = record.taken_back(served, row, entry, before)
        return Change(after, entry, kept(head, holder, entry), before.state, keyed)

    return decide


async def _past(sessions: Sessions, row: SessionRow) -> History:
    """What was before, replayed from the record as it was at the row's version, which no later entry changes."""
    entries = [entry async for entry in read_record(sessions.store, row.id, row.version)]
    if len(entries) < row.version:
        raise Problem(UNKNOWN_SESSION)  # deleted meanwhile
    served = sessions.referee.games.of(row)
    before = await asyncio.to_thread(record.last_standing, served, row, entries)
    return History(row.version, before)


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
    """By the host, where the players throw the dice: the last move or resignation that stands, whoever made it.

    What a bot did by itself goes with what a player did before it; a throw that was made for a bot is a player's.
    Any number of times, back to the beginning; a finished game is on again. `If-Match` is needed. The record keeps
    what was taken back and gains an entry of kind `undo` that names it in `undoes`. Claims stay. The seat that is to
    move again has its whole time. It takes no fields: the body is empty or an empty object.
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
