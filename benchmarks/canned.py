"""The least a server can do, for the load generator's ceiling: recorded answers straight from memory.

`python -m benchmarks.canned --port 8001 --recording FILE` reads no request beyond its length and keeps nothing but
how far each connection has come.
"""

import argparse
import asyncio
import gc
from pathlib import Path
from typing import cast

import uvloop

from benchmarks.recording import Recording


def answer(status: str, text: str) -> bytes:
    """The bytes of an answer, with the headers that uvicorn and the service would send."""
    body = text.encode()
    return (
        f'HTTP/1.1 {status}\r\ndate: Mon, 30 Nov 2026 08:01:09 GMT\r\nserver: canned\r\netag: "100"\r\n'
        f"content-length: {len(body)}\r\ncontent-type: application/json\r\n\r\n"
    ).encode() + body


class Canned(asyncio.Protocol):
    """Gives one answer after the other, again and again."""

    def __init__(self, answers: list[bytes]) -> None:
        self.answers = answers
        self.next = 0
        self.partial = b""
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Wait for requests."""
        self.transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        """Answer once the request is complete."""
        if self.partial:
            data = self.partial + data
        head, end, body = data.partition(b"\r\n\r\n")
        if not end or len(body) < int(head.partition(b"Content-Length:")[2].partition(b"\r")[0]):
            self.partial = data
            return
        self.partial = b""
        self.transport.write(self.answers[self.next])
        self.next = (self.next + 1) % len(self.answers)


async def serve(port: int, recording: Recording) -> None:
    """Serve until stopped."""
    answers = [answer("201 Created", recording.opening), *(answer("200 OK", text) for text in recording.answers)]
    server = await asyncio.get_running_loop().create_server(lambda: Canned(answers), "127.0.0.1", port)
    await server.serve_forever()


def main() -> None:
    """Serve what was recorded."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.canned", description="Recorded answers from memory.")
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--recording", type=Path, required=True)
    options = parser.parse_args()
    gc.disable()
    uvloop.run(serve(options.port, Recording.load(options.recording)))


if __name__ == "__main__":
    main()
