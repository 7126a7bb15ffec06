"""Endpoints of a session's advice, where the table has agreed to hints, and of the analysis once it is over."""

import asyncio
from typing import Annotated, NamedTuple

import orjson
from fastapi import APIRouter, Depends, Header, Query, Request, Response

from app.access import tokens
from app.access.gate import GateDep
from app.advice import examples
from app.advice.advisers import AdvisersDep
from app.advice.analyses import analysis
from app.advice.played import Game
from app.advice.questions import Question, advice, check_objective
from app.contract.advice import MOST_MOVES, ObjectiveField, Top
from app.games.served_game import ServedGame
from app.http.conditional import ETAG, NO_STORE, caching, etag, none_match
from app.http.openapi import openapi_route
from app.http.problem_kinds import (
    ABANDONED,
    ADVICE_PREPARING,
    ADVICE_UNAVAILABLE,
    FINISHED,
    GAME_UNAVAILABLE,
    HINTS_OFF,
    INVALID_FIELDS,
    NO_ADVICE,
    NOT_OVER,
    NOT_YOUR_SEAT,
    NOT_YOUR_TURN,
    RATE_LIMITED,
    STORE_FULL,
    UNAUTHORIZED,
    UNKNOWN_SESSION,
    VERSION_MISMATCH,
    WAITING,
)
from app.http.problems import Problem, invalid_parameter
from app.http.texts import whose_turn
from app.sessions import record
from app.sessions.dependencies import Authorization, SessionsDep
from app.sessions.referee import authorize, may_act_for
from app.sessions.request_head import session_id
from app.sessions.service import Sessions
from app.sessions.views import format_id
from app.store.rows import Change, Loaded, SessionRow, Unchanged, Verdict, read_record
from rules.adviser import Objective

router = APIRouter(prefix="/v1/sessions/{session}", tags=["sessions"])


class Asked(NamedTuple):
    """What the address asks for."""

    seat: int | None
    objective: Objective | None
    top: int


async def _asked(
    seat: Annotated[
        int | None, Query(ge=0, description="Whose moves; left out: those of the token's seat that is to move.")
    ] = None,
    objective: Annotated[
        ObjectiveField | None, Query(description="Left out: what the game is first played for.")
    ] = None,
    top: Annotated[Top, Query()] = MOST_MOVES,
) -> Asked:
    return Asked(seat, objective, top)


class AnalysisAsked(NamedTuple):
    """What an address of an analysis asks for."""

    objective: Objective | None
    if_none_match: str | None


async def _analysis_asked(
    objective: Annotated[
        ObjectiveField | None, Query(description="Left out: what the game is first played for.")
    ] = None,
    if_none_match: Annotated[
        str | None, Header(description="The tag of an analysis already seen: 304 if it is still the one.")
    ] = None,
) -> AnalysisAsked:
    return AnalysisAsked(objective, if_none_match)


TRIES = 3
"""How often a question is asked anew because somebody has moved meanwhile."""
_STATUS = {"waiting": WAITING, "finished": FINISHED, "abandoned": ABANDONED}


@router.get(
    "/advice",
    operation_id="getAdvice",
    summary="Ask what a seat's moves are worth",
    **openapi_route(
        answer="SessionAdvice",
        says="The seat's legal moves, the best first.",
        example=examples.session_advice(),
        problems=(
            UNKNOWN_SESSION,
            UNAUTHORIZED,
            HINTS_OFF,
            NOT_YOUR_SEAT,
            INVALID_FIELDS,
            WAITING,
            NOT_YOUR_TURN,
            FINISHED,
            ABANDONED,
            VERSION_MISMATCH,
            NO_ADVICE,
            RATE_LIMITED,
            ADVICE_PREPARING,
            ADVICE_UNAVAILABLE,
            GAME_UNAVAILABLE,
            STORE_FULL,
        ),
        secured=True,
    ),
)
async def get_advice(
    request: Request,
    sessions: SessionsDep,
    gate: GateDep,
    advisers: AdvisersDep,
    session: str,
    asked: Annotated[Asked, Depends(_asked)],
    authorization: Authorization = None,
) -> Response:
    """For holders of a token of the session: with `hints: own` on their own seats, with `all` on any.

    The seat's next move is marked `hinted` on the record if the token acts for the seat. Advice knows nothing of the
    dice to come.
    """
    token = await gate.admit_move(authorization, request.scope)
    for _ in range(TRIES):
        row = await sessions.stored(session_id(session))
        holder = authorize(token, row)
        served = sessions.referee.games.of(row)
        question = _question(served, row, holder, asked)
        adviser = await advisers.adviser(served, row.options, question.state, asked.objective)
        chosen = check_objective(adviser, question, "objective")
        if not may_act_for(holder, question.seat, row) or await _noted(sessions, row, question.seat):
            more = {"session": format_id(row.id), "version": row.version}
            answer = await asyncio.to_thread(advice, served, adviser, question, chosen, **more)
            return Response(answer, 200, {"ETag": etag(row.version), **NO_STORE}, "application/json")
    raise Problem(VERSION_MISMATCH)


def _question(served: ServedGame, row: SessionRow, holder: int, asked: Asked) -> Question:
    """What is asked about, if the holder of a token may ask it."""
    if row.hints == "off":
        raise Problem(HINTS_OFF)
    if row.status in _STATUS:
        raise Problem(_STATUS[row.status])
    rules, state = served.rules(row.options), served.state.validate_json(row.state)
    to_move = rules.to_move(state)
    own = [each for each in to_move if may_act_for(holder, each, row)]
    seat = asked.seat
    if seat is None:
        may = own or (list(to_move) if row.hints == "all" else [])
        if not may:
            raise Problem(NOT_YOUR_TURN, whose_turn(to_move, orjson.loads(row.names)))
        if len(may) > 1:
            raise invalid_parameter("seat", "missing", f"Several seats may act now: say which of {may}.")
        seat = may[0]
    elif seat >= tokens.seats(row.tokens):
        raise invalid_parameter("seat", "seat", f"A seat is a whole number from 0 to {tokens.seats(row.tokens) - 1}.")
    elif row.hints != "all" and not may_act_for(holder, seat, row):
        raise Problem(NOT_YOUR_SEAT, "Each seat is advised on its own moves alone.")
    if seat not in to_move:
        raise Problem(NOT_YOUR_TURN, whose_turn(to_move, orjson.loads(row.names)))
    return Question(row.options, rules, state, seat, asked.objective, asked.top)


async def _noted(sessions: Sessions, row: SessionRow, seat: int) -> bool:
    """Note that the seat has advice for its next move; False where somebody has moved meanwhile.

    It is stored before the advice is told, in the session itself, so that whoever judges the move knows of it.
    """
    if row.advised is not None and seat in orjson.loads(row.advised):
        return True

    def note(loaded: Loaded) -> Verdict:
        now = loaded.row
        advised = orjson.loads(now.advised) if now.advised else []
        if now.version != row.version or seat in advised:
            return Unchanged(now)
        after = now._replace(advised=record.text(sorted([*advised, seat])), epoch=now.epoch + 1)
        return Change(after, None, None, loaded.state, loaded.keyed, seated=True)

    verdict = await sessions.store.change(row.id, note)
    return verdict is not None and verdict.row.version == row.version


@router.get(
    "/analysis",
    operation_id="getAnalysis",
    summary="Tell luck from skill in a session that is over",
    **openapi_route(
        answer="Analysis",
        says="Luck and skill by seat and by entry.",
        example=examples.analysed(),
        problems=(
            UNKNOWN_SESSION,
            UNAUTHORIZED,
            NOT_OVER,
            INVALID_FIELDS,
            NO_ADVICE,
            RATE_LIMITED,
            ADVICE_PREPARING,
            ADVICE_UNAVAILABLE,
            GAME_UNAVAILABLE,
        ),
        headers=ETAG,
        not_modified=True,
    ),
)
async def get_analysis(
    request: Request,
    sessions: SessionsDep,
    gate: GateDep,
    advisers: AdvisersDep,
    session: str,
    asked: Annotated[AnalysisAsked, Depends(_analysis_asked)],
    authorization: Authorization = None,
) -> Response:
    """As `POST /v1/games/{game}/analyse` of its transcript, whatever was agreed about hints: the game is over.

    Reading needs no token unless the session is private.
    """
    row = await sessions.readable(session_id(session), tokens.presented(authorization))
    if not record.over(row):
        raise Problem(NOT_OVER)
    gate.admit_check(request.scope)
    served = sessions.referee.games.of(row)
    headers = {"ETag": etag(row.version)} | caching(private=row.visibility == "private")
    if not none_match(asked.if_none_match, row.version):
        return Response(status_code=304, headers=headers)
    entries = record.standing([entry async for entry in read_record(sessions.store, row.id, row.version)])
    rules = served.rules(row.options)
    names = tuple(name or "" for name in record.names_of(row))
    adviser = await advisers.adviser(served, row.options, rules.start(len(names)), asked.objective, whole=True)

    def judged() -> bytes:
        game = Game(row.options, rules, names, [record.played(served, entry) for entry in entries])
        hinted, versions = [bool(entry.hinted) for entry in entries], [entry.version for entry in entries]
        return orjson.dumps(analysis(served, adviser, game, asked.objective, hinted, versions))

    return Response(await asyncio.to_thread(judged), 200, headers, "application/json")
