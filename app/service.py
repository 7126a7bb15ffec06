"""The application's type: FastAPI with layers of its own around it and its own OpenAPI document."""

import re
from collections.abc import Callable, Iterator
from importlib.metadata import version
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute
from starlette.middleware.gzip import DEFAULT_EXCLUDED_CONTENT_TYPES, GZipMiddleware
from starlette.routing import BaseRoute, Match
from starlette.types import ASGIApp, Lifespan, Receive, Scope, Send

from app.advice import endpoints as advice
from app.advice import session_endpoints as session_advice
from app.catalogue import endpoints as catalogue
from app.checks import endpoints as checks
from app.contract.checks import NDJSON
from app.events import endpoints as events
from app.http.document import with_patterns, without_unused
from app.http.openapi import SECURITY
from app.http.request_log import HeadMiddleware
from app.operation import endpoints as operation
from app.sessions import endpoints, move_endpoints, rematch, seat_endpoints, transcript, undo
from app.sessions.moves import ROUTES
from app.sheets import endpoints as sheets

ROUTERS = (
    catalogue.router,
    checks.router,
    advice.router,
    endpoints.router,
    move_endpoints.router,
    seat_endpoints.router,
    rematch.router,
    undo.router,
    transcript.router,
    events.router,
    sheets.router,
    session_advice.router,
    operation.router,
)
COMPRESSED_FROM = 1024
"""Bytes from which an answer is compressed for who takes gzip. Moves are answered as they are: their answers are
small and many. Streams stay as they are too, as each of their events or lines is to come at once."""

_MOVE = re.compile(f"/v1/sessions/[^/]*/(?:{'|'.join(ROUTES)})")

DESCRIPTION = """A referee for dice games: it rolls (or takes the players' own rolls), knows every legal move,
applies it, keeps the score and stores each move for good.

Open a session, then post moves; every answer carries the view with all legal moves.
Errors have one shape (RFC 9457)."""


class _Compression(GZipMiddleware):
    """Compresses answers, but not those to moves."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request (ASGI 3)."""
        move = scope["type"] == "http" and scope["method"] == "POST" and _MOVE.fullmatch(scope["path"])
        await (self.app if move else super().__call__)(scope, receive, send)


class Service(FastAPI):
    """A FastAPI application with what stands around all of it, outermost last."""

    def __init__(self, around: Callable[[ASGIApp], ASGIApp], lifespan: Lifespan[Any]) -> None:
        super().__init__(
            title="Rollwright",
            version=version("rollwright"),
            description=DESCRIPTION,
            lifespan=lifespan,
            docs_url=None,
            redoc_url=None,
            openapi_url=None,
            redirect_slashes=False,
        )
        compressed = _Compression(
            super().__call__,
            COMPRESSED_FROM,
            compresslevel=6,
            exclude_content_types=(*DEFAULT_EXCLUDED_CONTENT_TYPES, NDJSON),
        )
        self.whole = around(HeadMiddleware(compressed))
        for router in ROUTERS:
            self.include_router(router)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """The framework stands behind the service's own layers."""
        await self.whole(scope, receive, send)

    def allowed(self, scope: Scope) -> set[str]:
        """The methods that the path of a request takes, whichever came; none for what is no endpoint."""
        methods: set[str] = set()
        for route in _routes(self):
            if isinstance(route, APIRoute) and route.matches(scope)[0] is not Match.NONE:
                methods |= set(route.methods or ())
        return methods | {"HEAD"} if "GET" in methods else methods

    def openapi(self) -> dict[str, Any]:
        """The contract of the app as an OpenAPI 3.1 document."""
        if self.openapi_schema is None:
            document = get_openapi(
                title=self.title,
                version=self.version,
                description=self.description,
                routes=self.routes,
                tags=[
                    {"name": "games", "description": "The games, their rules, and scoring loose dice."},
                    {"name": "sessions", "description": "Games being played."},
                    {"name": "operation", "description": "For operators."},
                ],
            )
            _restore_answers(document, self)
            document["info"]["contact"] = {"name": "The maintainers of Rollwright"}
            document["info"]["license"] = {"name": "MIT", "identifier": "MIT"}
            document["servers"] = [{"url": "/", "description": "The service that serves this document."}]
            document["components"] = {
                "schemas": self.state.contract.components(),
                "securitySchemes": {
                    SECURITY: {
                        "type": "http",
                        "scheme": "bearer",
                        "description": "A host's or a seat's token, from the answer that opened the session.",
                    }
                },
            }
            without_unused(document)
            with_patterns(document)
            self.openapi_schema = document
        return self.openapi_schema


def _routes(app: FastAPI) -> Iterator[BaseRoute]:
    for router in (*ROUTERS, app.router):
        yield from router.routes


def _restore_answers(document: dict[str, Any], app: FastAPI) -> None:
    """Put the endpoints' own answers back: FastAPI drops every null from examples and adds answers it guesses."""
    for route in _routes(app):
        if isinstance(route, APIRoute) and route.include_in_schema:
            for method in route.methods or ():
                operation = document["paths"][route.path_format][method.lower()]
                operation["responses"] = {str(status): answer for status, answer in route.responses.items()}
