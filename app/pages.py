"""What a person opens in a browser; nothing is loaded from elsewhere."""

from pathlib import Path

import fastapi_offline
import orjson
from fastapi import FastAPI, Request, Response
from fastapi.openapi.docs import get_swagger_ui_html
from fastapi.responses import HTMLResponse, PlainTextResponse, RedirectResponse
from fastapi.staticfiles import StaticFiles
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Route

from app import problems
from app.kinds import KINDS, NOT_FOUND
from app.problems import Problem


def install(app: FastAPI) -> None:
    """Add the pages."""
    static = Path(fastapi_offline.__file__).parent / "static"
    app.mount("/docs/static", StaticFiles(directory=static), name="docs-static")

    @app.get("/", include_in_schema=False)
    async def front(request: Request) -> RedirectResponse:
        return RedirectResponse(f"{request.scope.get('root_path', '')}/table/")

    async def contract(_: Request) -> Response:
        return Response(orjson.dumps(app.openapi()), media_type="application/json")

    # Types for every game make it large, and it is read over telephone networks too.
    packed = Middleware(GZipMiddleware)
    app.router.routes.append(Route("/openapi.json", contract, include_in_schema=False, middleware=[packed]))

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
