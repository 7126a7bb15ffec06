"""Endpoints for operators: is it alive, is it ready, how busy is it."""

import asyncio

import orjson
from fastapi import APIRouter, Request, Response

from app.http.openapi import openapi_route
from app.http.problem_kinds import NOT_READY
from app.http.problems import Problem
from app.sessions.service import Sessions

router = APIRouter(tags=["operation"])


@router.get(
    "/healthz",
    operation_id="health",
    summary="Say whether the process runs",
    **openapi_route(answer="Health", says="It does.", example={"status": "ok"}),
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
        says="The store answers and has the schema of this version.",
        example={"status": "ready", "left_out": []},
        problems=(NOT_READY,),
    ),
)
async def ready(request: Request) -> Response:
    """Looks at the store. Send requests here only while it answers 200.

    A game that cannot be loaded or offered does not make the service unready: `left_out` names it and its package.
    """
    sessions: Sessions = request.app.state.sessions
    if not await sessions.store.ready():
        raise Problem(NOT_READY)
    shown = {"status": "ready", "left_out": request.app.state.left_out}
    return Response(orjson.dumps(shown), media_type="application/json")


@router.get("/metrics", include_in_schema=False)
async def metrics(request: Request) -> Response:
    """Figures for Prometheus, summed over the workers of this service."""
    sessions: Sessions = request.app.state.sessions
    body, media_type = await asyncio.to_thread(sessions.metrics.render)
    return Response(body, headers={"Content-Type": media_type})
