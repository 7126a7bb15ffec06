"""What a failing store means to a client."""

from fastapi import FastAPI, Request, Response

from app.problems import INTERNAL, STORE_FULL, STORE_UNAVAILABLE, Problem, render
from app.store.rows import Full, Unavailable


def as_problem(error: Exception) -> Problem | None:
    """The problem that a request is refused with; None for a failure that nobody foresaw."""
    if isinstance(error, Problem):
        return error
    if isinstance(error, Full):
        return Problem(STORE_FULL)
    return Problem(STORE_UNAVAILABLE) if isinstance(error, Unavailable) else None


def install(app: FastAPI) -> None:
    """Answer the store's failures with problem details."""

    @app.exception_handler(Unavailable)
    @app.exception_handler(Full)
    async def on_store(_: Request, error: Exception) -> Response:
        return render(as_problem(error) or Problem(INTERNAL))
