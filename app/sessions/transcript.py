"""The transcript of a session: what was played and stands, to be read, checked or played on elsewhere."""

import asyncio
from collections.abc import Sequence
from typing import Annotated, Any, Literal

import orjson
from fastapi import APIRouter, Header, Query, Response

from app.access import tokens
from app.contract.dependencies import ContractDep
from app.games.served_game import ServedGame
from app.http.conditional import ETAG, caching, etag, none_match
from app.http.negotiation import preferred
from app.http.openapi import openapi_route
from app.http.problem_kinds import GAME_UNAVAILABLE, INVALID_FIELDS, UNAUTHORIZED, UNKNOWN_SESSION, WAITING
from app.http.problems import Problem
from app.sessions import bot_seats, examples, record
from app.sessions.dependencies import Authorization, SessionsDep
from app.sessions.request_head import session_id
from app.store.rows import EntryRow, SessionRow, read_record
from rules.transcript import Entry, Transcript

router = APIRouter(prefix="/v1/sessions/{session}", tags=["sessions"])

MEDIA = {"json": "application/json", "text": "text/plain"}


def transcribed(served: ServedGame, row: SessionRow, entries: Sequence[EntryRow]) -> Transcript[Any, Any]:
    """A session whose seats are all named, with the entries of its record that stand, and every figure in it."""
    state = served.state.validate_json(row.state)
    return Transcript(
        row.game,
        row.rules_version,
        served.options.validate_json(row.options),
        tuple(name or "" for name in record.names_of(row)),
        tuple(_entry(served, entry) for entry in record.standing(entries)),
        served.rules(row.options).totals(state),
        tuple(bot_seats.levels_of(row)),
    )


def _entry(served: ServedGame, row: EntryRow) -> Entry[Any]:
    played = record.played(served, row)
    bust = any(event.type == "bust" for event in played.events)
    by_bot = row.by == bot_seats.BOT
    return Entry(
        played.seat, played.move, played.dice, played.points, bust, bool(row.hinted), by_bot, row.kind == "skip"
    )


@router.get(
    "/transcript",
    operation_id="getTranscript",
    summary="Write a session down",
    **openapi_route(
        answer="Transcript",
        says="What was played and stands, with points and totals.",
        example=examples.transcript(),
        also={MEDIA["text"]: ("TranscriptText", examples.TEXT)},
        problems=(UNKNOWN_SESSION, UNAUTHORIZED, INVALID_FIELDS, WAITING, GAME_UNAVAILABLE),
        headers=ETAG,
        not_modified=True,
    ),
)
async def get_transcript(
    sessions: SessionsDep,
    contract: ContractDep,
    session: str,
    form: Annotated[
        Literal["json", "text"] | None,
        Query(alias="format", description="The form of the answer; without it, what `Accept` likes best, else JSON."),
    ] = None,
    accept: Annotated[
        str | None, Header(description="`application/json` or `text/plain`, with weights (RFC 9110).")
    ] = None,
    if_none_match: Annotated[
        str | None, Header(description="The tag of a transcript already seen: 304 if it is still the one.")
    ] = None,
    authorization: Authorization = None,
) -> Response:
    """JSON, or the text notation that people type: one line a turn. What was taken back is not in it.

    It holds all that is needed to check the game by hand or at `POST /v1/games/{game}/check`, and to play it on: send
    it as `transcript` to `POST /v1/sessions`. A session has one once its seats are taken. Reading needs no token
    unless the session is private.
    """
    row = await sessions.readable(session_id(session), tokens.presented(authorization))
    served = sessions.referee.games.of(row)
    if None in record.names_of(row):
        raise Problem(WAITING)
    media = MEDIA[form] if form else preferred(accept, tuple(MEDIA.values()))
    tag = f"{row.version}.{media.partition('/')[2]}"
    headers = {"ETag": etag(tag)} | caching(private=row.visibility == "private")
    headers["Vary"] = ", ".join(filter(None, (headers.get("Vary"), "Accept")))
    if not none_match(if_none_match, tag):
        return Response(status_code=304, headers=headers)
    entries = [entry async for entry in read_record(sessions.store, row.id, row.version)]
    json_form = contract.transcripts[row.game]

    def write() -> str | bytes:
        made = transcribed(served, row, entries)
        return served.write_text(made) if media == MEDIA["text"] else orjson.dumps(json_form.write(made))

    return Response(await asyncio.to_thread(write), 200, headers, media)
