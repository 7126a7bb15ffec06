"""Endpoints of seats: claiming, leaving, tokens; and of the dice: seeds and the proof."""

import re
from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Path, Request, Response
from pydantic import TypeAdapter, WithJsonSchema

from app.access import tokens
from app.contract import fairness
from app.contract.dependencies import ContractDep
from app.http.bodies import parse, read_body
from app.http.conditional import CHANGED, answer_headers
from app.http.openapi import openapi_route
from app.http.problem_kinds import (
    GAME_UNAVAILABLE,
    NOT_ABSENT,
    NOT_PROVABLE,
    NOT_THE_HOST,
    NOT_YOUR_SEAT,
    RECORD_FULL,
    RESIGNED,
    SEAT_TAKEN,
    SEED_LOCKED,
    TOKEN_REPLACED,
    UNAUTHORIZED,
    UNKNOWN_SEAT,
    UNKNOWN_SESSION,
    WRONG_INVITATION,
)
from app.http.problems import Problem
from app.sessions import bot_seats, examples, record, seats
from app.sessions.dependencies import (
    MOVE_PROBLEMS,
    Authorization,
    ChangeDep,
    ClaimDep,
    SessionsDep,
)
from app.sessions.moves import Answer, answer
from app.sessions.referee import Referee
from app.sessions.request_head import RequestHead, session_id
from app.sessions.service import Sessions
from app.sessions.views import every_seat, format_id
from app.settings import MAX_PAGE
from app.store.rows import Change, EntryRow, Judge, Verdict

router = APIRouter(prefix="/v1/sessions/{session}", tags=["sessions"])

_NOT_OF_MOVES = {"not-your-turn", "illegal-move", "record-full"}
SEAT_PROBLEMS = tuple(kind for kind in MOVE_PROBLEMS if kind.code not in _NOT_OF_MOVES)
_CLAIM = {"name": "Otto", "invitation": examples.TOKEN.format(kind="invite")}
_SEAT_NUMBER = "The seat's number."
_SEAT = re.compile("0|[1-9][0-9]{0,3}")


def _response(answered: Answer) -> Response:
    return Response(answered.body, 200, answered.headers, "application/json")


async def _decided(
    sessions: Sessions, session: str, head: RequestHead, judge: Callable[[Referee, RequestHead], Judge]
) -> Verdict:
    """The verdict on the request, stored."""
    return await sessions.change(session_id(session), judge(sessions.referee, head), head)


def _issued(verdict: Verdict) -> Any:
    """What is shown this once."""
    return verdict.issued if isinstance(verdict, Change) else None


async def _sent(request: Request, adapter: TypeAdapter[Any]) -> seats.UncheckedBody:
    """The request's body, still to be checked; no body at all is an empty object."""
    body = await read_body(request) or b"{}"
    return seats.UncheckedBody(adapter, body, parse(body))


@router.post(
    "/resign",
    operation_id="resign",
    summary="Leave the game",
    **openapi_route(
        answer="MoveAnswer",
        says="The seat has left.",
        example=examples.resigned(),
        request="SeatChoice",
        request_example={},
        problems=(*SEAT_PROBLEMS, RESIGNED, NOT_ABSENT),
        secured=True,
        headers=CHANGED,
    ),
)
async def resign(
    request: Request, sessions: SessionsDep, contract: ContractDep, session: str, change: ChangeDep
) -> Response:
    """By the seat itself, or by the host for a seat that it named. The others play on; the last one left has won.

    The host may let a seat leave that somebody claimed once it may skip its turn as well.
    """
    sent = await _sent(request, contract.seat_choice)
    head = change.read("resign", sent.value)
    verdict = await _decided(sessions, session, head, partial(seats.resign, sent))
    return _response(await answer(sessions, verdict, every_seat))


@router.post(
    "/skip",
    operation_id="skipTurn",
    summary="Skip the turn of a player who is away",
    **openapi_route(
        answer="MoveAnswer",
        says="The turn is over; nothing was written.",
        example=examples.skipped(),
        request="SeatChoice",
        request_example={"seat": 1},
        problems=(*SEAT_PROBLEMS, NOT_THE_HOST, NOT_ABSENT, RECORD_FULL),
        secured=True,
        headers=CHANGED,
    ),
)
async def skip(
    request: Request, sessions: SessionsDep, contract: ContractDep, session: str, change: ChangeDep
) -> Response:
    """By the host, of a seat that is to move and has let pass the time that the table agreed on (`absent_seconds`).

    What is at risk is lost, on a sheet the box stays open; the seat is to move again when its next turn comes.
    """
    sent = await _sent(request, contract.seat_choice)
    head = change.read("skip", sent.value)
    verdict = await _decided(sessions, session, head, partial(seats.skip, sent))
    return _response(await answer(sessions, verdict, every_seat))


@router.post(
    "/seed",
    operation_id="addSeed",
    summary="Add a seed to the dice",
    **openapi_route(
        answer="MoveAnswer",
        says="The seed counts for every throw of the session.",
        example=examples.seeded(),
        request="SeedRequest",
        request_example={"seed": "correct horse battery staple"},
        problems=(*SEAT_PROBLEMS, SEED_LOCKED),
        secured=True,
        headers=CHANGED,
    ),
)
async def add_seed(
    request: Request, sessions: SessionsDep, contract: ContractDep, session: str, change: ChangeDep
) -> Response:
    """Once for each seat, before the session's first throw: so the service cannot have chosen its secret to fit."""
    sent = await _sent(request, contract.seed_request)
    head = change.read("seed", sent.value)
    verdict = await _decided(sessions, session, head, partial(seats.seed, sent))
    return _response(await answer(sessions, verdict, every_seat))


@router.post(
    "/seats/{seat}/claim",
    operation_id="claimSeat",
    summary="Claim an open seat",
    **openapi_route(
        answer="ClaimedSeat",
        says="The seat is taken; its token is shown this once.",
        example=examples.claimed(),
        request="ClaimRequest",
        request_example=_CLAIM,
        problems=(
            *(kind for kind in SEAT_PROBLEMS if kind not in (UNAUTHORIZED, NOT_YOUR_SEAT) and kind.code != "waiting"),
            UNKNOWN_SEAT,
            WRONG_INVITATION,
            SEAT_TAKEN,
            TOKEN_REPLACED,
        ),
        headers=CHANGED,
    ),
)
async def claim(
    request: Request,
    sessions: SessionsDep,
    contract: ContractDep,
    session: str,
    seat: Annotated[
        str,
        Path(description=_SEAT_NUMBER),
        WithJsonSchema({"type": "integer", "minimum": 0, "maximum": 1000, "description": _SEAT_NUMBER}),
    ],
    change: ClaimDep,
) -> Response:
    """With the invitation that the host got for the seat. Play starts when every open seat is claimed.

    Sent again with its `Idempotency-Key`, the claim answers with a fresh token; the first one is dead then.
    """
    sent = await _sent(request, contract.claim_request)
    head = change.read(f"claim {seat}", sent.value)
    number = int(seat) if _SEAT.fullmatch(seat) else None
    verdict = await _decided(sessions, session, head, partial(seats.claim, number, sent))
    issued = {"seat": number, "token": _issued(verdict)}
    return _response(await answer(sessions, verdict, every_seat, **issued))


@router.post(
    "/tokens",
    operation_id="replaceToken",
    summary="Replace a token",
    **openapi_route(
        answer="NewToken",
        says="The old one is dead; the new one is shown this once.",
        example={"seat": 1, "token": examples.TOKEN.format(kind="seat")},
        request="TokenRequest",
        request_example={},
        problems=(*(kind for kind in SEAT_PROBLEMS if kind.status != HTTPStatus.CONFLICT), TOKEN_REPLACED),
        secured=True,
        headers=CHANGED,
    ),
)
async def replace_token(
    request: Request, sessions: SessionsDep, contract: ContractDep, session: str, change: ChangeDep
) -> Response:
    """A holder replaces its own token; a host that of a seat it named, or the invitation of an open seat.

    Send an `Idempotency-Key`: where the answer is lost, the same request with the old token gives another new one.
    """
    sent = await _sent(request, contract.token_request)
    what = f"tokens {(change.token or tokens.digest('')).hex()}"
    head = change.read(what, sent.value)
    verdict = await _decided(sessions, session, head, partial(seats.replace_token, sent))
    headers = answer_headers(verdict.row.version, verdict.replayed is not None)
    return Response(orjson.dumps(_issued(verdict)), 200, headers, "application/json")


@router.get(
    "/fairness",
    operation_id="getFairness",
    summary="Prove the dice",
    **openapi_route(
        answer="Fairness",
        says="What the dice come from, and every throw.",
        example=examples.fairness_document(),
        problems=(UNKNOWN_SESSION, UNAUTHORIZED, NOT_PROVABLE, GAME_UNAVAILABLE),
    ),
)
async def get_fairness(sessions: SessionsDep, session: str, authorization: Authorization = None) -> Response:
    """The commitment, the seeds and the throws; once the session is over also the secret.

    `rollwright verify` recomputes every throw from it, and so can anyone.
    """
    row = await sessions.readable(session_id(session), tokens.presented(authorization))
    if row.commitment is None:
        raise Problem(NOT_PROVABLE)
    told: list[EntryRow] = []
    seen = 0
    while entries := await sessions.store.record(row.id, seen, MAX_PAGE):
        told += [
            entry for entry in entries if (entry.dice or entry.by == bot_seats.BOT) and entry.version <= row.version
        ]
        seen = entries[-1].version
    document = fairness.document(
        format_id(row.id),
        row.commitment,
        record.seeds_of(row),
        ((entry.version, entry.seat, entry.dice) for entry in told if entry.dice),
        sessions.referee.sealer.open(row.secret, row.id) if record.over(row) else None,
        ((entry.version, entry.seat) for entry in told if entry.by == bot_seats.BOT and entry.kind == "move"),
    )
    return Response(document.model_dump_json(), media_type="application/json")
