"""The service whose mouth for moves is behind ASGI instead of at the connection: what the latter is worth.

`python -m benchmarks.behind_asgi --port 8000` is `rollwright serve` otherwise, with the same settings from the same
environment. The mouth is the same object; it stands before all layers, as the first thing that uvicorn calls.
"""

import argparse
import asyncio
from typing import Any, cast

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.cli.main import application as service
from app.server import process
from app.server.direct import DIRECT, Direct, Exchange, Fields
from app.server.listening import listen
from app.settings import Settings


class Relayed:
    """A request as `app.server.direct.Exchange` has it, whose answer is waited for."""

    def __init__(self, scope: Scope, body: bytes) -> None:
        query = scope["query_string"]
        self.target = scope["raw_path"] + (b"?" + query if query else b"")
        self.headers: Fields = scope["headers"]
        self.body = body
        self.keep_alive = True
        self.client = scope["client"]
        self.answered: asyncio.Future[tuple[int, Fields, bytes]] = asyncio.get_running_loop().create_future()

    def answer(self, status: int, headers: Fields, body: bytes) -> None:
        """See `Exchange.answer`."""
        if not self.answered.done():
            self.answered.set_result((status, headers, body))


class BehindAsgi:
    """The app, with its mouth for moves taken from the server and put before it."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._direct: Direct

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request (ASGI 3)."""
        if scope["type"] == "lifespan":
            await self._live(scope, receive, send)
            return
        if scope["type"] != "http" or scope["method"] != "POST":
            await self._app(scope, receive, send)
            return
        message = await receive()
        body: bytes = message["body"]
        while message["more_body"]:
            message = await receive()
            body += message["body"]
        relayed = Relayed(scope, body)
        if self._direct.take(cast(Exchange, relayed)):
            status, headers, answer = await relayed.answered
            await send({"type": "http.response.start", "status": status, "headers": headers})
            await send({"type": "http.response.body", "body": answer})
            return
        read = iter([{"type": "http.request", "body": body, "more_body": False}])

        async def again() -> Message:
            return next(read, None) or await receive()

        await self._app(scope, again, send)

    async def _live(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def take_over(message: Message) -> None:
            if message["type"] == "lifespan.startup.complete":
                state: dict[str, Any] = scope["state"]
                self._direct = state.pop(DIRECT)
            await send(message)

        await self._app(scope, receive, take_over)


def application() -> BehindAsgi:
    """What the server serves."""
    return BehindAsgi(service())


def main() -> None:
    """Serve until stopped."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.behind_asgi", description="Moves behind ASGI.")
    parser.add_argument("--port", type=int, required=True)
    port: int = parser.parse_args().port
    process.run("benchmarks.behind_asgi:application", Settings(), listen("127.0.0.1", port), 1, lambda: None)


if __name__ == "__main__":
    main()
