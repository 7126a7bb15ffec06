"""Bots that play whole games over HTTP as fast as one core can: the load of the benchmarks.

`python -m benchmarks.load --port 8000 --sessions 64` plays that many sessions at once, each on a connection of its
own, picks every move from the `legal_moves` of the answer before it, and opens the next session when a game is over.
What happened within the measured seconds is printed as JSON. An HTTP client library would take several times as
long as the service does; so requests are bytes put together here, and answers are read by their Content-Length.
"""

import argparse
import asyncio
import gc
import math
import sys
import time
from array import array
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from typing import Any, NamedTuple, cast

import orjson
import uvloop

from benchmarks.processes import Clocks

OK = 200
CREATED = 201
PAUSE = 0.1
"""Seconds until a bot whose move was refused opens another session."""
OPENING = 20
"""Seconds that opening the first sessions may take."""
FINISHING = 60
"""Seconds that games under way may take to finish."""

GAME = "titusind"
SEATS = 2

Move = Mapping[str, Any]
"""An entry of `legal_moves`."""

TO_THE_END = {"bank": 2, "choose_category": 2, "set_aside": 1}
"""Ranks of verbs: what ends a turn is done as soon as it is allowed, so that games end."""
FORWARDED = "198.18.{}.{}"
"""Addresses of those set aside for benchmarks (RFC 2544)."""
ENDLESS = {"set_aside": 1, "bank": -1}
"""Ranks of verbs by which a banking game goes on for ever: every turn goes on until it is a bust."""


class Answer(NamedTuple):
    """An HTTP answer: its status and body."""

    status: int
    body: bytes


@dataclass
class Report:
    """What the bots saw within the measured seconds. Latencies are milliseconds from sending to the whole answer."""

    sessions: int
    moves: int
    games: int
    seconds: float
    moves_per_second: float
    p50: float
    p95: float
    p99: float
    max: float
    bytes_per_answer: float
    errors: dict[str, int] = field(default_factory=dict)
    """How often something else than an accepted move came back since the start: by status, or `lost`."""
    generator_cpu_seconds: float = 0.0
    """Of this process; near `seconds` it is the generator that limits."""
    cpu_seconds: list[float] = field(default_factory=list)
    """Of each watched process together with its children."""
    busy_seconds: list[float] = field(default_factory=list)
    """How long each watched core was not idle, whoever kept it busy."""


def read_answer(data: bytes) -> Answer | None:
    """The one answer that the data hold; None while some of it is still to come."""
    end = data.find(b"\r\n\r\n")
    if end < 0:
        return None
    length = data[:end].lower().partition(b"content-length:")[2].partition(b"\r")[0]
    body = data[end + 4 :]
    return Answer(int(data[9:12]), body) if len(body) >= int(length) else None


def opening_body(game: str, seats: int) -> bytes:
    """What opens a session with the server's dice."""
    return orjson.dumps({"game": game, "seats": [{"name": f"Bot {seat}"} for seat in range(seats)]})


def opening(host: str, game: str, seats: int, key: str | None = None, address: str | None = None) -> bytes:
    """The request that opens a session, with an API key if one is given; `address` as in `request_head`."""
    body = opening_body(game, seats)
    return request_head(host, "/v1/sessions", key, address) + b"Content-Length: %d\r\n\r\n" % len(body) + body


def request_head(host: str, path: str, token: str | None = None, address: str | None = None) -> bytes:
    """The lines of a POST that stay the same.

    token: an API key, or the token of the session's host, who acts for every seat. address: for whom a proxy, if it
    is one that sends this, forwards it.
    """
    lines = [f"POST {path} HTTP/1.1", f"Host: {host}", "Content-Type: application/json"]
    if token is not None:
        lines.append(f"Authorization: Bearer {token}")
    if address is not None:
        lines.append(f"X-Forwarded-For: {address}")
    return ("\r\n".join(lines) + "\r\n").encode()


def moves_head(host: str, opened: Mapping[str, Any], address: str | None = None) -> bytes:
    """The head of a session's moves, from the answer that opened it; `address` as in `request_head`."""
    return request_head(host, f"/v1/sessions/{opened['session']['id']}/moves", opened["host_token"], address)


def choose(legal_moves: Sequence[Move], ranks: Mapping[str, int]) -> Move:
    """The first of the moves that rank highest by their verb, and of those have the most points."""
    if len(legal_moves) == 1:
        return legal_moves[0]
    return max(legal_moves, key=lambda entry: (ranks.get(entry["move"]["type"], 0), entry["points"] or 0))


def move_request(head: bytes, entry: Move, key: int | None = None) -> bytes:
    """The request that makes a move, with an Idempotency-Key if one is given."""
    body = orjson.dumps(entry)
    if key is None:
        return b"%bContent-Length: %d\r\n\r\n%b" % (head, len(body), body)
    return b"%bIdempotency-Key: move-%d\r\nContent-Length: %d\r\n\r\n%b" % (head, key, len(body), body)


class Load:
    """All bots together, and what they have seen."""

    def __init__(self, host: str, options: argparse.Namespace) -> None:
        self.sessions: int = options.sessions
        self.host = host
        self.opening = options.game, options.seats, options.api_key
        self.forwarded: bool = options.forwarded
        self.keys: bool = options.keys
        self.ranks = ENDLESS if options.endless else TO_THE_END
        self.latencies = array("d")
        self.bytes = 0
        self.games = 0
        self.errors = Counter[str]()
        self.stopping = False
        self.opened = 0
        self.playing = 0
        self.all_opened = asyncio.Event()
        self.done = asyncio.Event()

    def reset(self) -> None:
        """Forget what was counted, except errors."""
        self.latencies = array("d")
        self.bytes = self.games = 0

    def begin(self) -> None:
        """A bot has opened a session."""
        self.opened += 1
        if self.opened == self.sessions:
            self.all_opened.set()

    def leave(self) -> None:
        """A bot has stopped playing."""
        self.playing -= 1
        if not self.playing:
            self.done.set()


class Bot(asyncio.Protocol):
    """Plays one session after the other on one connection, one request at a time."""

    def __init__(self, load: Load) -> None:
        self.load = load
        self.transport: asyncio.Transport
        self.partial = b""
        self.address: str | None = None
        self.head: bytes | None = None
        self.key = 0
        self.sent = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin with a first session."""
        self.transport = cast(asyncio.Transport, transport)
        if self.load.forwarded:
            self.address = FORWARDED.format(*divmod(self.load.playing, 256))
        self.load.playing += 1
        self.open()

    def connection_lost(self, _: Exception | None) -> None:
        """Only this side should close it."""
        if not self.load.stopping:
            self.load.errors["lost"] += 1
        self.load.leave()

    def open(self) -> None:
        """Ask for a new session."""
        self.head = None
        if self.load.stopping:
            self.transport.close()
        else:
            self.transport.write(opening(self.load.host, *self.load.opening, self.address))

    def data_received(self, data: bytes) -> None:
        """Play on once an answer is complete."""
        answer = read_answer(self.partial + data if self.partial else data)
        if answer is None:
            self.partial += data
            return
        self.partial = b""
        load = self.load
        if self.head is not None and answer.status == OK:
            load.latencies.append(time.perf_counter() - self.sent)
            load.bytes += len(answer.body)
            view = orjson.loads(answer.body)["session"]
            if view["outcome"] is None:
                self.move(self.head, view["legal_moves"])
            else:
                load.games += 1
                self.open()
        elif self.head is None and answer.status == CREATED:
            load.begin()
            opened = orjson.loads(answer.body)
            self.head = moves_head(load.host, opened, self.address)
            self.move(self.head, opened["session"]["legal_moves"])
        else:
            load.errors[str(answer.status)] += 1
            asyncio.get_running_loop().call_later(PAUSE, self.open)

    def move(self, head: bytes, legal_moves: Sequence[Move]) -> None:
        """Send one of the moves."""
        load = self.load
        key = None
        if load.keys:
            key = self.key = self.key + 1
        request = move_request(head, choose(legal_moves, load.ranks), key)
        self.sent = time.perf_counter()
        self.transport.write(request)


async def drive(load: Load, options: argparse.Namespace) -> Report:
    """Play, measure between warm-up and end, and report; games are played to their ends if `whole`.

    The warm-up begins when there are as many sessions as bots.
    """
    loop = asyncio.get_running_loop()
    address = options.host, options.port
    bots = [await loop.create_connection(lambda: Bot(load), *address) for _ in range(options.sessions)]
    with suppress(TimeoutError):  # the report tells why
        await asyncio.wait_for(load.all_opened.wait(), OPENING)
    await asyncio.sleep(options.warmup)
    load.reset()
    before = Clocks.read(options.watch, options.cores)
    await asyncio.sleep(options.seconds)
    report = measured(load, Clocks.read(options.watch, options.cores).since(before))
    load.stopping = True
    if options.whole:
        await asyncio.wait_for(load.done.wait(), FINISHING)
        report.errors = dict(load.errors)
    for transport, _ in bots:
        transport.abort()
    return report


def measured(load: Load, spent: Clocks) -> Report:
    """The report on what has been counted so far."""
    milliseconds = sorted(latency * 1000 for latency in load.latencies) or [math.nan]

    def percentile(share: float) -> float:
        return milliseconds[min(len(milliseconds) - 1, int(share * len(milliseconds)))]

    moves = len(load.latencies)
    return Report(
        sessions=load.sessions,
        moves=moves,
        games=load.games,
        seconds=spent.wall,
        moves_per_second=moves / spent.wall,
        p50=percentile(0.50),
        p95=percentile(0.95),
        p99=percentile(0.99),
        max=milliseconds[-1],
        bytes_per_answer=load.bytes / max(moves, 1),
        errors=dict(load.errors),
        generator_cpu_seconds=spent.own,
        cpu_seconds=spent.processes,
        busy_seconds=spent.cores,
    )


async def run(options: argparse.Namespace) -> Report:
    """What the command line asks for."""
    return await drive(Load(f"{options.host}:{options.port}", options), options)


def main() -> None:
    """Play against a service and print the report."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load", description="Bots that play over HTTP.")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--sessions", type=int, default=64, help="how many are played at once, each on a connection")
    parser.add_argument("--seconds", type=float, default=5.0, help="how long is measured")
    parser.add_argument("--warmup", type=float, default=1.0, help="seconds that are played before, unmeasured")
    parser.add_argument("--game", default=GAME)
    parser.add_argument("--seats", type=int, default=SEATS)
    parser.add_argument("--keys", action="store_true", help="send an Idempotency-Key with every move")
    parser.add_argument("--api-key", help="open sessions with it")
    parser.add_argument("--forwarded", action="store_true", help="as a proxy does, name an address for each session")
    parser.add_argument("--whole", action="store_true", help="play the games to their ends when the time is up")
    parser.add_argument("--endless", action="store_true", help="never bank, so that a banking game never ends")
    parser.add_argument("--watch", type=int, nargs="*", default=[], metavar="PID", help="report their CPU time")
    parser.add_argument("--cores", type=int, nargs="*", default=[], metavar="CORE", help="report how busy they are")
    options = parser.parse_args()
    gc.disable()  # nothing here is cyclic, and a collection would count as latency
    report = uvloop.run(run(options))
    if not report.moves:
        sys.exit(f"no move was made; errors by status: {report.errors}")
    sys.stdout.write(orjson.dumps(asdict(report), option=orjson.OPT_INDENT_2).decode() + "\n")


if __name__ == "__main__":
    main()
