"""A bare ASGI app without a framework, on the same server with the same settings as the service.

`python -m benchmarks.floor`, which `benchmarks.http` starts, parses each body, makes the write that a move takes (the
session's row if it is at the version before, and one entry of the record) together with all that waits, durably, and
answers with a recorded answer; 500 where the write fails. It has no rules, checks no token, validates nothing, and
imports nothing of the service but what the server's options name. The database is one that the service has migrated,
so that rows, keys and indexes are the service's.
"""

import argparse
import gc
from collections.abc import Awaitable, Callable, MutableMapping
from pathlib import Path
from typing import Any
from uuid import UUID

import orjson
import uuid_utils
import uvicorn

from benchmarks.floor.postgres import PostgresWriter
from benchmarks.floor.sqlite import SqliteWriter
from benchmarks.floor.writes import Rows, Writer
from benchmarks.recording import Recording

OPEN = "/v1/sessions"
ID = slice(len(OPEN) + 1, len(OPEN) + 37)
"""Where the session's id stands in the path of a move."""

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]


class Floor:
    """The ASGI app."""

    def __init__(self, database: str, recording: Recording) -> None:
        self._database = database
        self._recording = recording
        self._opening = recording.opening.encode()
        self._id = recording.id.encode()
        self._answers = [answer.encode() for answer in recording.answers]
        self._versions: dict[str, int] = {}
        self._writer: Writer

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Serve one request, or the app's life. What the write raises is uvicorn's to log and to answer with 500."""
        if scope["type"] == "lifespan":
            await self._live(receive, send)
            return
        message = await receive()
        body: bytes = message["body"]
        while message["more_body"]:
            message = await receive()
            body += message["body"]
        orjson.loads(body)
        path: str = scope["path"]
        if path == OPEN:
            status, answer = 201, await self._open()
        else:
            status, answer = 200, await self._move(path[ID])
        headers = [
            (b"content-length", b"%d" % len(answer)),
            (b"content-type", b"application/json"),
            (b"etag", b'"100"'),
        ]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": answer})

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        kind = SqliteWriter if self._database.startswith("sqlite:") else PostgresWriter
        self._writer = kind(self._database, Rows(self._recording))
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await self._writer.close()
        await send({"type": "lifespan.shutdown.complete"})

    async def _open(self) -> bytes:
        session = uuid_utils.uuid7()
        await self._writer.write(session.bytes, 0)
        self._versions[str(session)] = 0
        return self._opening.replace(self._id, str(session).encode(), 1)

    async def _move(self, session: str) -> bytes:
        version = self._versions[session]
        await self._writer.write(UUID(session).bytes, version + 1)
        self._versions[session] = version + 1
        return self._answers[version % len(self._answers)]


def main() -> None:
    """Serve until stopped."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.floor", description="The least that could be served.")
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--database", required=True, help="one that the service has migrated")
    parser.add_argument("--recording", type=Path, required=True)
    parser.add_argument("--allocations", type=int, required=True, help="how many until garbage is looked for")
    parser.add_argument("--uvicorn", type=orjson.loads, required=True, help="the server's options as JSON")
    options = parser.parse_args()
    floor = Floor(options.database, Recording.load(options.recording))
    gc.collect()
    gc.freeze()
    gc.set_threshold(options.allocations)
    uvicorn.run(floor, port=options.port, **options.uvicorn)


if __name__ == "__main__":
    main()
