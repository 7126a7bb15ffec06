"""Failures: what a failing store or a failing game means to a client, and who else hears of it."""

import structlog
from fastapi import FastAPI, Request, Response

from app.dice.sealing import Sealed
from app.games.external.guard import GameFailed
from app.http.negotiation import chosen
from app.http.problem_kinds import INTERNAL, SECRET_UNAVAILABLE, STORE_FULL, STORE_UNAVAILABLE
from app.http.problems import Problem, render
from app.store.rows import Full, Unavailable
from app.telemetry.metrics import Metrics


def as_problem(error: Exception) -> Problem | None:
    """The problem that a request is refused with; None for a failure that nobody foresaw."""
    if isinstance(error, Problem):
        return error
    if isinstance(error, Full):
        return Problem(STORE_FULL)
    if isinstance(error, Sealed):
        return Problem(SECRET_UNAVAILABLE)
    return Problem(STORE_UNAVAILABLE) if isinstance(error, Unavailable) else None


def tell(failure: GameFailed, metrics: Metrics, session: str | None) -> None:
    """Log and count the failure of a game from outside, once; `session` is None where it was in none."""
    if failure.told:
        return
    failure.told = True
    metrics.failed(failure.game)
    where = {"game": failure.game, "call": failure.call, "session": session}
    structlog.get_logger().error("game failed", logger=__name__, **where, exc_info=failure)


def install(app: FastAPI) -> None:
    """Answer failures of the store and of games with problem details."""

    @app.exception_handler(GameFailed)
    async def on_game(request: Request, failure: GameFailed) -> Response:
        tell(failure, request.app.state.sessions.metrics, request.path_params.get("session"))
        return render(failure, chosen(request))

    @app.exception_handler(Sealed)
    @app.exception_handler(Unavailable)
    @app.exception_handler(Full)
    async def on_store(request: Request, error: Exception) -> Response:
        return render(as_problem(error) or Problem(INTERNAL), chosen(request))
