"""Pages: the table, the docs and the problem pages; nothing is loaded from elsewhere."""

from pathlib import Path
from typing import Any

import fastapi_offline
import orjson
from fastapi import FastAPI, Request, Response
from fastapi.openapi.docs import get_swagger_ui_html
from fastapi.responses import HTMLResponse, PlainTextResponse, RedirectResponse
from fastapi.staticfiles import StaticFiles
from starlette.routing import Route

from app.http import problems
from app.http.problem_kinds import KINDS, NOT_FOUND
from app.http.problems import Problem
from app.http.sub_path import servers

FILES = Path(__file__).parent.parent / "table"
HEADERS = {
    # Nothing from elsewhere, nothing to elsewhere, no script or style within a document, in nobody's frame.
    "Content-Security-Policy": "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    # The files have no version in their names: a browser asks whether its own are still the newest (304).
    "Cache-Control": "no-cache",
}


class TableFiles(StaticFiles):
    """The files with their headers."""

    def file_response(self, *args: Any, **kwargs: Any) -> Response:
        """One file, or 304 where the browser has it."""
        answer = super().file_response(*args, **kwargs)
        answer.headers.update(HEADERS)
        return answer


def install(app: FastAPI) -> None:
    """Add the pages."""
    static = Path(fastapi_offline.__file__).parent / "static"
    app.mount("/docs/static", StaticFiles(directory=static), name="docs-static")

    @app.get("/", include_in_schema=False)
    async def front() -> RedirectResponse:
        return RedirectResponse("/table/")

    async def contract(request: Request) -> Response:
        return Response(orjson.dumps(servers(app.openapi(), request.scope)), media_type="application/json")

    app.router.routes.append(Route("/openapi.json", contract, include_in_schema=False))

    @app.get("/docs", include_in_schema=False)
    async def docs() -> HTMLResponse:
        return get_swagger_ui_html(
            openapi_url="openapi.json",
            title="Rollwright",
            swagger_js_url="docs/static/swagger-ui-bundle.js",
            swagger_css_url="docs/static/swagger-ui.css",
            swagger_favicon_url="docs/static/favicon.png",
        )

    @app.get("/problems/{code}", include_in_schema=False)
    async def problem(code: str) -> Response:
        if code not in KINDS:
            raise Problem(NOT_FOUND)
        return PlainTextResponse(problems.page(KINDS[code]), media_type="text/markdown")

    # The table lives below its own path, so that no unknown address of the API is answered with it.
    @app.get("/table", include_in_schema=False)
    async def table() -> RedirectResponse:
        return RedirectResponse("/table/")

    app.mount("/table", TableFiles(directory=FILES, html=True), name="table")
