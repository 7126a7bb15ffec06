"""The application: `create_app(settings)` makes one; nothing is global."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any

import fastapi_offline
import orjson
from fastapi import FastAPI, Request, Response
from fastapi.openapi.docs import get_swagger_ui_html
from fastapi.openapi.utils import get_openapi
from fastapi.responses import HTMLResponse, PlainTextResponse, RedirectResponse
from fastapi.routing import APIRoute
from fastapi.staticfiles import StaticFiles
from starlette.types import ASGIApp

from app import catalogue, problems
from app.documented import SECURITY, documented
from app.doors import Limits, cors
from app.edge import Edge
from app.games import Games
from app.gate import Gate
from app.metrics import Metrics
from app.problems import INTERNAL, KINDS, NOT_FOUND, STORE_FULL, STORE_UNAVAILABLE, Problem
from app.schema import Contract
from app.sealing import Sealer
from app.sessions import endpoints as sessions
from app.sessions import seating
from app.sessions.fast import FastMoves
from app.sessions.referee import Referee
from app.sessions.table import Tables
from app.settings import Settings
from app.store.migrate import migrate
from app.store.opened import open_store
from app.store.rows import Full, Unavailable
from rules import registry

DESCRIPTION = """A referee for dice games: it rolls (or takes the players' own rolls), knows every legal move,
applies it, keeps the score and stores each move for good.

Open a session, then post moves; every answer carries the view with all legal moves.
Errors have one shape (RFC 9457)."""


class Service(FastAPI):
    """A FastAPI application with what stands around all of it, outermost last."""

    def __init__(self, around: Callable[[ASGIApp], ASGIApp], **settings: Any) -> None:
        super().__init__(**settings)
        self._around = around

    def build_middleware_stack(self) -> ASGIApp:
        """The framework's layers behind the short way of a move and the service's own layers."""
        return self._around(FastMoves(super().build_middleware_stack(), self.state))


def create_app(settings: Settings, games: registry.Registry | None = None) -> FastAPI:
    """The service over one store. `games` defaults to the built-in ones and those of installed packages."""
    known = registry.load() if games is None else games

    metrics = Metrics()
    limits = Limits(settings)
    names = Games(known.games)
    key = settings.secret_key
    referee = Referee(names, Sealer(key.get_secret_value() if key else None))

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await asyncio.to_thread(migrate, settings.database)
        store = await open_store(settings)
        store.batcher.observe = metrics.batch
        app.state.tables = Tables(store, referee, metrics)
        app.state.gate = Gate(store, limits, require_api_key=settings.require_api_key)
        try:
            yield
        finally:
            await store.close()

    def around(app: ASGIApp) -> ASGIApp:
        return Edge(cors(limits.around(app), settings.cors_origins), metrics, log_requests=settings.log_requests)

    app = Service(
        around,
        title="Rollwright",
        version=version("rollwright"),
        description=DESCRIPTION,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        redirect_slashes=False,
    )
    app.state.games = names
    app.state.contract = Contract(dict(known.games))
    app.include_router(catalogue.router)
    app.include_router(sessions.router)
    app.include_router(seating.router)
    problems.install(app)
    _install_store_problems(app)
    _install_operation(app)
    _install_pages(app)
    return app


def openapi(app: FastAPI) -> dict[str, Any]:
    """The contract of the app as an OpenAPI 3.1 document."""
    if app.openapi_schema is None:
        document = get_openapi(
            title=app.title,
            version=app.version,
            description=app.description,
            routes=app.routes,
            tags=[
                {"name": "games", "description": "The games, their rules, and scoring loose dice."},
                {"name": "sessions", "description": "Games being played."},
                {"name": "operation", "description": "For operators."},
            ],
        )
        _restore_answers(document, app)
        document["info"]["license"] = {"name": "MIT", "identifier": "MIT"}
        document["servers"] = [{"url": "/", "description": "The service that serves this document."}]
        document["components"] = {
            "schemas": app.state.contract.components(),
            "securitySchemes": {
                SECURITY: {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "A host's or a seat's token, from the answer that opened the session.",
                }
            },
        }
        app.openapi_schema = document
    return app.openapi_schema


def _restore_answers(document: dict[str, Any], app: FastAPI) -> None:
    """Put the endpoints' own answers back: FastAPI drops every null from examples and adds answers it guesses."""
    for route in (*catalogue.router.routes, *sessions.router.routes, *app.routes):
        if isinstance(route, APIRoute) and route.include_in_schema:
            for method in route.methods or ():
                operation = document["paths"][route.path_format][method.lower()]
                operation["responses"] = {str(status): answer for status, answer in route.responses.items()}


def as_problem(error: Exception) -> Problem | None:
    """What a failing store means to a client; None for any other failure."""
    if isinstance(error, Full):
        return Problem(STORE_FULL)
    return Problem(STORE_UNAVAILABLE) if isinstance(error, Unavailable) else None


def _install_store_problems(app: FastAPI) -> None:
    app.state.as_problem = as_problem

    @app.exception_handler(Unavailable)
    @app.exception_handler(Full)
    async def on_store(_: Request, error: Exception) -> Response:
        return problems.render(as_problem(error) or Problem(INTERNAL))


def _install_operation(app: FastAPI) -> None:
    @app.get(
        "/healthz",
        tags=["operation"],
        operation_id="health",
        summary="Say whether the process runs",
        **documented(answer="Health", says="It does.", example={"status": "ok"}),
    )
    async def health() -> Response:
        """Answers as long as the process can; it does not look at the store."""
        return Response(orjson.dumps({"status": "ok"}), media_type="application/json")


def _install_pages(app: FastAPI) -> None:
    """What a person opens in a browser; nothing is loaded from elsewhere."""
    static = Path(fastapi_offline.__file__).parent / "static"
    app.mount("/docs/static", StaticFiles(directory=static), name="docs-static")

    @app.get("/", include_in_schema=False)
    async def front(request: Request) -> RedirectResponse:
        return RedirectResponse(f"{request.scope.get('root_path', '')}/docs")

    @app.get("/openapi.json", include_in_schema=False)
    async def contract() -> Response:
        return Response(orjson.dumps(openapi(app)), media_type="application/json")

    @app.get("/docs", include_in_schema=False)
    async def docs(request: Request) -> HTMLResponse:
        root = request.scope.get("root_path", "")
        return get_swagger_ui_html(
            openapi_url=f"{root}/openapi.json",
            title="Rollwright",
            swagger_js_url=f"{root}/docs/static/swagger-ui-bundle.js",
            swagger_css_url=f"{root}/docs/static/swagger-ui.css",
            swagger_favicon_url=f"{root}/docs/static/favicon.png",
        )

    @app.get("/problems/{code}", include_in_schema=False)
    async def problem(code: str) -> Response:
        if code not in KINDS:
            raise Problem(NOT_FOUND)
        return PlainTextResponse(problems.page(KINDS[code]), media_type="text/markdown")
