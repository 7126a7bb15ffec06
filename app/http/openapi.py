"""OpenAPI: how an endpoint tells the document what it takes and answers."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from app.http.problem_kinds import (
    GAME_FAILED,
    GAME_UNAVAILABLE,
    INTERNAL,
    STORE_UNAVAILABLE,
    UNSUPPORTED_ENCODING,
    ProblemKind,
)
from app.http.problems import MEDIA_TYPE

SECURITY = "token"


def openapi_route(
    *,
    answer: str | None,
    status: int = 200,
    example: Any = None,
    says: str,
    request: str | None = None,
    request_example: Any = None,
    problems: tuple[ProblemKind, ...] = (),
    secured: bool = False,
    headers: dict[str, str] | None = None,
    not_modified: bool = False,
    media: str = "application/json",
    also: Mapping[str, tuple[str, Any]] = MappingProxyType({}),
) -> dict[str, Any]:
    """Arguments for a route decorator.

    answer, request: names of schemas of `schema.Contract`; without an answer there is no body. example: an answer, or
    a function's result made from real values. problems: the kinds the endpoint raises besides a failing service or
    store, or a failing game where it may be unavailable. not_modified: whether it may answer 304. media: the answer's
    type. also: further types of the answer, each with the name of its schema and an example.
    """
    responses: dict[int | str, dict[str, Any]] = {
        status: {
            "description": says,
            "headers": {name: _header(meaning) for name, meaning in (headers or {}).items()},
        }
    }
    if answer is not None:
        responses[status]["content"] = {media: {"schema": _ref(answer), "example": example}}
        for other, (schema, shown) in also.items():
            responses[status]["content"][other] = {"schema": _ref(schema), "example": shown}
    if not_modified:
        responses[304] = {"description": "The version named in If-None-Match is still the one."}
    failed = (GAME_FAILED,) if GAME_UNAVAILABLE in problems and GAME_FAILED not in problems else ()
    encoded = (UNSUPPORTED_ENCODING,) if request is not None else ()
    for kind in (*problems, *encoded, *failed, INTERNAL, STORE_UNAVAILABLE):
        shown = responses.setdefault(
            kind.status,
            {"description": "", "content": {MEDIA_TYPE: {"schema": _ref("ProblemDetails"), "examples": {}}}},
        )
        shown["description"] += f"{' / ' if shown['description'] else ''}`{kind.code}`: {kind.title}"
        shown["content"][MEDIA_TYPE]["examples"][kind.code] = {"value": _problem(kind)}
    extra: dict[str, Any] = {"security": [{SECURITY: []}] if secured else []}
    if request is not None:
        body = {"schema": _ref(request), "example": request_example}
        extra["requestBody"] = {"required": True, "content": {"application/json": body}}
    return {"status_code": status, "responses": responses, "openapi_extra": extra}


def _ref(name: str) -> dict[str, str]:
    return {"$ref": REF.format(model=name)}


def _header(meaning: str) -> dict[str, Any]:
    return {"description": meaning, "schema": {"type": "string"}}


def _problem(kind: ProblemKind) -> dict[str, Any]:
    return {"type": f"/problems/{kind.code}", "title": kind.title, "status": kind.status, "code": kind.code}


REF = "#/components/schemas/{model}"
