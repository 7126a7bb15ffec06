"""Endpoints for operators: is it alive, is it ready, how busy is it."""

import asyncio
from collections.abc import Awaitable, Callable

import orjson
from fastapi import APIRouter, Request, Response

from app.http.openapi import openapi_route
from app.http.problem_kinds import MALFORMED_REQUEST, NOT_READY
from app.http.problems import Problem
from app.sessions.dependencies import SessionsDep
from app.store.rows import Check

router = APIRouter(tags=["operation"])

PROBE_SECONDS = 0.05
"""How long after one look at the store the next one may begin."""


class Readiness:
    """Looks at the store once for all who ask meanwhile, and not more often than it may."""

    def __init__(self, look: Callable[[], Awaitable[Check]]) -> None:
        self._look = look
        self._task: asyncio.Task[Check] | None = None
        self._next_at = 0.0

    async def ready(self) -> Check:
        """What the look gives that is under way, or else a new one."""
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._begin())
        return await asyncio.shield(self._task)  # the others wait on where one goes away

    async def _begin(self) -> Check:
        loop = asyncio.get_running_loop()
        await asyncio.sleep(self._next_at - loop.time())
        self._next_at = loop.time() + PROBE_SECONDS
        return await self._look()


@router.get(
    "/healthz",
    operation_id="health",
    summary="Say whether the process runs",
    **openapi_route(answer="Health", says="It does.", example={"status": "ok"}, problems=(MALFORMED_REQUEST,)),
)
async def health() -> Response:
    """Answers as long as the process can; it does not look at the store."""
    return Response(orjson.dumps({"status": "ok"}), media_type="application/json")


@router.get(
    "/readyz",
    operation_id="ready",
    summary="Say whether the service can do its work",
    **openapi_route(
        answer="Readiness",
        says="The store answers, takes writes and has the schema of this version.",
        example={"status": "ready", "left_out": [], "warnings": []},
        problems=(MALFORMED_REQUEST, NOT_READY),
    ),
)
async def ready(request: Request) -> Response:
    """Looks at the store. Send requests here only while it answers 200.

    A game that cannot be loaded or offered does not make the service unready: `left_out` names it and its package.
    """
    readiness: Readiness = request.app.state.readiness
    check = await readiness.ready()
    if not check:
        raise Problem(NOT_READY, check.fault)
    shown = {"status": "ready", "left_out": request.app.state.left_out, "warnings": check.warnings}
    return Response(orjson.dumps(shown), media_type="application/json")


@router.get("/metrics", include_in_schema=False)
async def metrics(sessions: SessionsDep) -> Response:
    """Figures for Prometheus, summed over the workers of this service."""
    body, media_type = await asyncio.to_thread(sessions.metrics.render)
    return Response(body, headers={"Content-Type": media_type})
