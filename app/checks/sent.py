"""What is sent to be looked at: a JSON body, a text or a batch, answered in threads by whoever looks at it."""

import asyncio
from typing import Any

from fastapi import Request, Response

from app.checks.batch import Answerer, Batch
from app.contract.checks import MOST_BYTES, NDJSON
from app.contract.transcripts import BODY_LIMIT
from app.http.bodies import charset, read_body
from app.http.openapi import REF
from app.http.problem_kinds import BATCH_TOO_LARGE
from app.http.problems import Problem

TEXT = "text/plain"
STREAMED = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


def with_bodies(documented: dict[str, Any], text: str, batch: tuple[str, str]) -> dict[str, Any]:
    """What a route tells of itself, with the bodies that are no JSON: a text, and a batch (schema, example)."""
    bodies = documented["openapi_extra"]["requestBody"]["content"]
    for media, name, example in ((TEXT, "TranscriptText", text), (NDJSON, *batch)):
        bodies[media] = {"schema": {"$ref": REF.format(model=name)}, "example": example}
    return documented


async def answered(request: Request, answerer: Answerer, language: str, headers: dict[str, str]) -> Response:
    """The answer to whatever the request holds; what is looked at ends soon once nobody waits for it."""
    media = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media == NDJSON:
        if int(request.headers.get("content-length", 0)) > MOST_BYTES:
            raise Problem(BATCH_TOO_LARGE)
        return Batch(answerer, language, headers | STREAMED, request.app.state.sessions.metrics)
    body = await read_body(request, BODY_LIMIT)
    watching = asyncio.create_task(_until_gone(request, answerer))
    try:
        if media == TEXT:
            answer = await asyncio.to_thread(answerer.answer_text, body, charset(request))
        else:
            answer = await asyncio.to_thread(answerer.answer_json, body)
    finally:
        watching.cancel()
    return Response(answer, headers=headers, media_type="application/json")


async def _until_gone(request: Request, answerer: Answerer) -> None:
    """Tell the answerer, which works in a thread, when nobody waits for it any more."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
    answerer.stop()
