"""Taking back: the host's call by which the last move or resignation that stands is undone."""

import asyncio

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, TypeAdapter

from app.access import tokens
from app.contract.models import STRICT
from app.http.bodies import read
from app.http.conditional import CHANGED
from app.http.openapi import documented
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
    SERVER_DICE,
    STORE_FULL,
    UNAUTHORIZED,
    UNKNOWN_SESSION,
    VERSION_MISMATCH,
    VERSION_NEEDED,
)
from app.http.problems import Problem
from app.sessions import examples, record
from app.sessions.dependencies import Authorization, IdempotencyKey, IfMatch, gate_of, tables_of
from app.sessions.moves import answer
from app.sessions.referee import (
    Asked,
    Overdue,
    Referee,
    Verdict,
    asked_with,
    authorize,
    check_version,
    is_replay,
    kept,
    refusal,
    session_id,
)
from app.sessions.service import Tables
from app.sessions.views import every_seat
from app.store.rows import Change, EntryRow, Held, Judge, SessionRow, read_record

router = APIRouter(prefix="/v1/sessions/{session}", tags=["sessions"])


class UndoRequest(BaseModel):
    """A body is not needed; one that is sent has no fields."""

    model_config = STRICT


_request = TypeAdapter(UndoRequest)


class Unread(Exception):
    """The verdict hangs on what stood before, which has to be read from the record of this version first."""

    def __init__(self, row: SessionRow) -> None:
        super().__init__()
        self.row = row


class Past:
    """What an undoing at a version would lead to; `before` is None where nothing is left to be taken back."""

    def __init__(self, version: int, before: record.Before | None) -> None:
        self.version = version
        self.before = before


def undo(referee: Referee, asked: Asked, verdict: Verdict, past: Past | None) -> Judge:
    """The host takes back what stands last; `Unread` where `past` is not that of the session's version."""

    def decide(held: Held) -> Change | None:
        row = held.row
        holder = authorize(asked.token, row)
        if holder != tokens.HOST:
            raise Problem(NOT_THE_HOST)
        kit = referee.games.of(row)
        if is_replay(held, holder, asked, verdict):
            return None
        memo = referee.remembered(held, kit)
        if asked.versions is None:
            raise refusal(VERSION_NEEDED, kit, row, memo.state)
        check_version(kit, row, memo.state, asked)
        if row.dice_source != "players":
            raise refusal(SERVER_DICE, kit, row, memo.state)
        if row.status == "abandoned":
            raise refusal(ABANDONED, kit, row, memo.state)
        if row.deadline is not None and row.deadline < asked.at:
            raise Overdue
        if past is None or past.version != row.version:
            raise Unread(row)
        before = past.before
        if before is None:
            raise refusal(NOTHING_TO_UNDO, kit, row, memo.state)
        undoes = record.text({"undoes": before.version})
        entry = EntryRow(row.version + 1, asked.at, "undo", before.seat, "host", undoes, "", None, None)
        after = record.taken_back(kit, row, entry, before)
        verdict.kit, verdict.state, verdict.entry = kit, before.state, entry
        return Change(after, entry, kept(asked, holder, entry), memo._replace(state=before.state))

    return decide


async def _past(tables: Tables, row: SessionRow) -> Past:
    """What was before, replayed from the record as it was at the row's version, which no later entry changes."""
    entries = [entry async for entry in read_record(tables.store, row.id, row.version)]
    if len(entries) < row.version:
        raise Problem(UNKNOWN_SESSION)  # deleted meanwhile
    kit = tables.referee.games.of(row)
    before = await asyncio.to_thread(record.last_standing, kit, row, entries)
    return Past(row.version, before)


@router.post(
    "/undo",
    operation_id="undo",
    summary="Take back the last move",
    **documented(
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
            ABANDONED,
            RATE_LIMITED,
            GAME_UNAVAILABLE,
            STORE_FULL,
        ),
        secured=True,
        headers=CHANGED,
    ),
)
async def take_back(
    request: Request,
    session: str,
    if_match: IfMatch = None,
    idempotency_key: IdempotencyKey = None,
    authorization: Authorization = None,
) -> Response:
    """By the host, where the players throw the dice: the last move or resignation that stands, whoever made it.

    Any number of times, back to the beginning; a finished game is on again. `If-Match` is needed. The record keeps
    what was taken back and gains an entry of kind `undo` that names it in `undoes`. Claims stay. The seat that is to
    move again has its whole time. It takes no fields: the body is empty or an empty object.
    """
    tables, verdict = tables_of(request), Verdict()
    token = gate_of(request).mover(authorization, request.scope)
    await read(request, _request)
    asked = asked_with(token, if_match, idempotency_key, "undo", None)
    past: Past | None = None
    while True:
        try:
            row = await tables.change(session_id(session), undo(tables.referee, asked, verdict, past), asked)
        except Unread as unread:
            past = await _past(tables, unread.row)
        else:
            break
    answered = await answer(tables, row, verdict, every_seat)
    return Response(answered.body, 200, answered.headers, "application/json")
