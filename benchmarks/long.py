"""What a move costs early and late in its session.

`python -m benchmarks.long --port 8000` plays some sessions of a game that does not end up to their 2,000th move. Then
the moves around the 10th of new sessions and those around the 2,000th of the old ones are measured in turns, and what
each of these windows took is printed as JSON. In a window there are only early or only late moves: in all sessions
at once, in each one after the other.
"""

import argparse
import asyncio
import gc
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from statistics import median

import orjson
import uvloop

from benchmarks.load import (
    CREATED,
    ENDLESS,
    GAME,
    OK,
    SEATS,
    Answer,
    choose,
    move_request,
    moves_head,
    opening,
    read_answer,
)
from benchmarks.processes import Clocks

EARLY = 10
LATE = 2000
AROUND = 5
"""A window begins so many moves before the one it is about, and ends as many after it."""

CHUNK = 65536
"""Bytes that are read at once at most."""


@dataclass
class Window:
    """What the moves of one window took: the median in milliseconds, and processor seconds of each process."""

    moves: int
    seconds: float
    p50: float
    cpu_seconds: list[float]


@dataclass
class Windows:
    """Windows in the order in which they were measured; each late one right after its early one."""

    early: list[Window]
    late: list[Window]


class Session:
    """A session on a connection of its own."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self._head = b""
        self._legal_moves: list[dict[str, object]] = []

    @classmethod
    async def open(cls, port: int) -> "Session":
        """A new one at version 0."""
        session = cls(*await asyncio.open_connection("127.0.0.1", port))
        host = f"127.0.0.1:{port}"
        opened = orjson.loads((await session._ask(opening(host, GAME, SEATS), CREATED)).body)
        session._head = moves_head(host, opened)
        session._legal_moves = opened["session"]["legal_moves"]
        return session

    async def play(self, moves: int) -> list[float]:
        """Make so many moves; how many milliseconds each took."""
        took = list[float]()
        for _ in range(moves):
            request = move_request(self._head, choose(self._legal_moves, ENDLESS))
            sent = time.perf_counter()
            answer = await self._ask(request, OK)
            took.append((time.perf_counter() - sent) * 1000)
            self._legal_moves = orjson.loads(answer.body)["session"]["legal_moves"]
        return took

    async def _ask(self, request: bytes, expected: int) -> Answer:
        self._writer.write(request)
        data = await self._reader.read(CHUNK)
        while (answer := read_answer(data)) is None:
            more = await self._reader.read(CHUNK)
            if not more:
                raise RuntimeError("the connection was closed")
            data += more
        if answer.status != expected:
            raise RuntimeError(f"the service answered {answer.status}: {answer.body.decode()}")
        return answer

    def close(self) -> None:
        """Let go of the connection."""
        self._writer.close()


async def play(sessions: Sequence[Session], moves: int, watch: Sequence[int]) -> Window:
    """Make so many moves in each session."""
    before = Clocks.read(watch, ())
    took = [took for each in await asyncio.gather(*(session.play(moves) for session in sessions)) for took in each]
    spent = Clocks.read(watch, ()).since(before)
    return Window(len(took), spent.wall, median(took), spent.processes)


async def run(options: argparse.Namespace) -> Windows:
    """What the command line asks for."""

    async def opened() -> list[Session]:
        return [await Session.open(options.port) for _ in range(options.sessions)]

    old = await opened()
    await play(old, LATE - AROUND - 1, ())
    windows = Windows([], [])
    for _ in range(options.rounds):
        new = await opened()
        await play(new, EARLY - AROUND - 1, ())
        windows.early.append(await play(new, 2 * AROUND + 1, options.watch))
        windows.late.append(await play(old, 2 * AROUND + 1, options.watch))
        for session in new:
            session.close()
    for session in old:
        session.close()
    return windows


def main() -> None:
    """Play against a service and print what the windows took."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.long", description="Early and late moves.")
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--sessions", type=int, default=16, help="how many are played at once, each on a connection")
    parser.add_argument("--rounds", type=int, default=20, help="windows of each kind")
    parser.add_argument("--watch", type=int, nargs="*", default=[], metavar="PID", help="report their CPU time")
    options = parser.parse_args()
    gc.disable()  # nothing here is cyclic, and a collection would count as latency
    windows = uvloop.run(run(options))
    sys.stdout.write(orjson.dumps(asdict(windows), option=orjson.OPT_INDENT_2).decode() + "\n")


if __name__ == "__main__":
    main()
