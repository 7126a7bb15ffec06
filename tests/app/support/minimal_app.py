"""An app with nothing but what the tests of serving need; a worker that ends in peace leaves a file in `TINY`."""

import os
import time
from asyncio import Event, get_running_loop, sleep
from pathlib import Path

from starlette.types import ASGIApp, Receive, Scope, Send

from app.server import process

HASTE = 0.1
"""How long a `hasty` worker has for its end."""


class Tiny:
    """Every answer begins with the worker's number and its directory for figures; the path says how it goes on."""

    def __init__(self) -> None:
        self.stopping = Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.live(receive, send)
            return
        while (await receive())["more_body"]:
            pass

        async def say(text: str, *, more: bool) -> None:
            await send({"type": "http.response.body", "body": text.encode(), "more_body": more})

        path = scope["path"]
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await say(f"{os.getpid()} {os.environ.get(process.MULTIPROCESS)}\n", more=path != "/")
        if path == "/stream":
            await self.stopping.wait()
            await say("bye\n", more=False)
        elif path == "/slow":
            await self.stopping.wait()
            await sleep(0.5)
            await say("done\n", more=False)
        elif path == "/hang":
            time.sleep(600)  # noqa: ASYNC251 - a worker that hangs is what is wanted

    async def live(self, receive: Receive, send: Send) -> None:
        await receive()
        process.on_stop(get_running_loop(), self.stopping.set)
        await send({"type": "lifespan.startup.complete"})
        await receive()
        (Path(os.environ["TINY"]) / str(os.getpid())).touch()
        await send({"type": "lifespan.shutdown.complete"})


def patient() -> ASGIApp:
    """The app as the service's own is made."""
    process.end_in_time()
    return Tiny()


def hasty() -> ASGIApp:
    """The same in a worker that hardly gets time to end."""
    process.GRACE_SECONDS = process.SUPERVISOR_SECONDS + HASTE  # type: ignore[attr-defined, assignment]
    return patient()


def sluggish() -> ASGIApp:
    """The same in a worker that takes long to start."""
    (Path(os.environ["TINY"]) / f"starting-{os.getpid()}").touch()
    time.sleep(600)
    return patient()
