"""Server-Sent Events (WHATWG HTML, 9.2): how they are written, and the answer that sends them as they come."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import ExitStack, aclosing
from typing import Any, NamedTuple

import orjson
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from app.http.clock import now
from app.telemetry.metrics import Metrics

MEDIA_TYPE = "text/event-stream"
RETRY = b"retry: 1000\n\n"
"""Tells a client to come back a second after it was cut off."""

HEARTBEAT = b": hb\n\n"
"""A comment, which shows to everybody between here and the client that the stream is alive."""

_HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


def event(name: str, data: Any, version: int | None = None) -> bytes:
    """One event with its data as JSON, which has no line breaks; `version` becomes its id."""
    id_line = b"" if version is None else b"id: %d\n" % version
    return b"event: %s\n%sdata: %s\n\n" % (name.encode(), id_line, orjson.dumps(data))


class Chunk(NamedTuple):
    """What is sent at once: whole events or a comment.

    at: when what it tells was done, in milliseconds since 1970; None where that says nothing about delays.
    """

    body: bytes
    at: int | None = None


class Follower:
    """What a stream waits on: wakes it when there may be news, when it has been silent for long, and when it has to
    end. `close` it in the end.
    """

    def __init__(self, silence_seconds: float) -> None:
        self.stopped = False
        self._silence_seconds = silence_seconds
        self._silent = False
        self._woken = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        self._sent_at = self._loop.time()
        self._timer = self._loop.call_later(silence_seconds, self._listen)

    def wake(self) -> None:
        """There may be news."""
        self._woken.set()

    def stop(self) -> None:
        """The stream has to end."""
        self.stopped = True
        self._woken.set()

    def sent(self) -> None:
        """Something was sent, so that the stream is not silent."""
        self._sent_at = self._loop.time()

    async def news(self) -> bool:
        """Wait until there may be news; False where it is time for a heartbeat first."""
        await self._woken.wait()
        if self._silent:
            self._silent = False
            return False
        self._woken.clear()
        return True

    def close(self) -> None:
        """Listen no longer."""
        self._timer.cancel()

    def _listen(self) -> None:
        # One timer for the whole stream: setting one anew for each event would cost more than all else about it.
        left = self._sent_at + self._silence_seconds - self._loop.time()
        if left <= 0:
            self._silent = True
            self._woken.set()
            left = self._silence_seconds
        self._timer = self._loop.call_later(left, self._listen)


class EventStream(Response):
    """An answer that sends events until `chunks` ends, which it does soon after its follower was stopped.

    first: sent with the headers. held: what is let go once the stream has ended, however it does. `send` waits while
    the client does not read, so that no more than one chunk and the server's own buffer is held for it here.
    """

    media_type = MEDIA_TYPE

    def __init__(
        self,
        first: bytes,
        chunks: AsyncGenerator[Chunk, None],
        follower: Follower,
        held: ExitStack,
        metrics: Metrics,
    ) -> None:
        self.status_code = 200
        self.background = None
        self.init_headers(_HEADERS)
        self._first = first
        self._chunks = chunks
        self._follower = follower
        self._held = held
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002 - ASGI 3
        """Send it."""
        self._metrics.stream_opened()
        watch = asyncio.create_task(self._stop_when_gone(receive))
        try:
            with self._held:
                await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
                await self._send_all(send)
        finally:
            watch.cancel()
            self._metrics.stream_closed()

    async def _send_all(self, send: Send) -> None:
        follower = self._follower
        async with aclosing(self._chunks) as chunks:
            await send({"type": "http.response.body", "body": self._first, "more_body": True})
            follower.sent()
            async for body, at in chunks:
                await send({"type": "http.response.body", "body": body, "more_body": True})
                follower.sent()
                if at is not None:
                    self._metrics.lag((now() - at) / 1000)
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _stop_when_gone(self, receive: Receive) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        self._follower.stop()
