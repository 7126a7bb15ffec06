"""Sub-path: the service below a path of a site, such as https://example.org/dice/, behind a proxy.

Within the service addresses begin at `/`. What leaves it and names an address begins with the path that the operator
set (`ROLLWRIGHT_ROOT_PATH`), or with the one in `X-Forwarded-Prefix`, which the server passes on from trusted proxies
alone.
"""

from collections.abc import Mapping
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.settings import ROOT_PATH

FORWARDED = b"x-forwarded-prefix"
_KEY = "rollwright.prefix"


def prefix(scope: Scope) -> str:
    """The path that the service stands below for this request; empty where it has a site to itself."""
    found: str = scope.get(_KEY, "")
    return found


def servers(document: Mapping[str, Any], scope: Scope) -> dict[str, Any]:
    """An OpenAPI document whose server is the one that the request came to."""
    [server] = document["servers"]
    return {**document, "servers": [server | {"url": prefix(scope) or server["url"]}]}


class SubPath:
    """The app below a path (ASGI 3). Proxies may take the path off the requests or leave it there.

    root_path: as set, empty for none. forwarded: whether proxies are trusted to tell it.
    """

    def __init__(self, app: ASGIApp, root_path: str, *, forwarded: bool) -> None:
        self.app = app
        self._root = root_path
        self._forwarded = forwarded

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        below = self._root if scope["type"] == "http" else ""
        if scope["type"] == "http" and self._forwarded:
            told = Headers(scope=scope).get(FORWARDED.decode(), "").rstrip("/")
            below = told if ROOT_PATH.fullmatch(told) else below
        if not below:
            await self.app(scope, receive, send)
            return

        async def send_below(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                if (location := headers.get("location", "")).startswith("/"):
                    headers["location"] = below + location
            await send(message)

        path: str = scope["path"]
        within = path.removeprefix(below) if path.startswith(f"{below}/") else path
        await self.app({**scope, "path": within, _KEY: below}, receive, send_below)
