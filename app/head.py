"""HEAD wherever there is GET (RFC 9110, 9.3.2): the same answer without its content."""

from starlette.types import ASGIApp, Message, Receive, Scope, Send


class Head:
    """ASGI middleware: asks the app with GET, and keeps the content back. A stream is told that nobody listens."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a HEAD request, or pass the request on."""
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self._app(scope, receive, send)
            return
        begun = False

        async def gone() -> Message:
            return {"type": "http.disconnect"} if begun else await receive()

        async def only_headers(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start" and not begun:
                begun = True
                await send(message)
                await send({"type": "http.response.body", "body": b""})

        await self._app({**scope, "method": "GET"}, gone, only_headers)
