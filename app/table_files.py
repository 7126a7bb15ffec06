"""The page at /table/: files of this package, for a browser that talks to nobody but this service."""

from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.responses import RedirectResponse
from fastapi.staticfiles import StaticFiles

FILES = Path(__file__).parent / "table"
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
    """Serve the page. It lives below its own path, so that no unknown address of the API is answered with it."""

    @app.get("/table", include_in_schema=False)
    async def table(request: Request) -> RedirectResponse:
        return RedirectResponse(f"{request.scope.get('root_path', '')}/table/")

    app.mount("/table", TableFiles(directory=FILES, html=True), name="table")
