"""Players who can be relied on: they write down what they were told, and ask again what was not answered."""

import asyncio
import random
import secrets
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Self

import orjson

from app.cli.verify import check
from tests.proof import rounds
from tests.support.patience import PATIENCE

SECONDS = rounds(PATIENCE, 3600)
"""What a test takes at most; far more than it needs."""

PAUSE = 0.05
"""Seconds between a request that came to nothing and its repetition."""

AGAIN = 0.1
"""How often a move that was answered is sent again all the same."""

UNSTORED = {503: ("store-unavailable", "not-ready"), 507: ("store-full",)}
"""What is answered while the store fails: status and codes."""

OPENINGS: tuple[Any, ...] = (
    {"game": "yatzy", "seats": [{"name": "Ida"}, {"open": True}]},
    {"game": "sand", "seats": [{"name": "Ida"}]},
    {"game": "wohin-damit", "seats": [{"name": "Ida"}]},
    {"game": "solitaire-dice", "seats": [{"name": "Ida"}]},
)
RANKS = {"bank": 2, "choose_category": 2, "set_aside": 1}
"""What ends a turn is done as soon as it is allowed, so that games end."""


class Broken(Exception):
    """There was no connection, or it ended before the whole answer was there; `torn` if a part of it was."""

    def __init__(self, torn: bool = False) -> None:
        super().__init__()
        self.torn = torn


class Answer(NamedTuple):
    """An answer over HTTP; the names of its headers are in lower case."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def value(self) -> Any:
        """Its JSON."""
        return orjson.loads(self.body)


def request(method: str, path: str, token: str | None = None, body: Any = None, **headers: str) -> bytes:
    """The bytes of a request; the name of a header is written with underscores for its hyphens."""
    data = b"" if body is None else orjson.dumps(body)
    lines = [f"{method} {path} HTTP/1.1", "Host: test", f"Content-Length: {len(data)}"]
    if token is not None:
        lines.append(f"Authorization: Bearer {token}")
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, "", ""]).encode() + data


def keyed(path: str, token: str | None, body: Any, **headers: str) -> bytes:
    """A POST with an `Idempotency-Key` of its own."""
    return request("POST", path, token, body, Idempotency_Key=secrets.token_urlsafe(12), **headers)


class Connection:
    """One connection that is kept alive, for one request after the other.

    HTTP client libraries would take longer than the service does, so that what should race would queue in the test,
    and they hide at which byte a connection broke.
    """

    def __init__(self, port: int) -> None:
        self._port = port
        self._reader: asyncio.StreamReader
        self._writer: asyncio.StreamWriter

    async def __aenter__(self) -> Self:
        try:
            self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
        except OSError:
            raise Broken from None
        return self

    async def __aexit__(self, *_: object) -> None:
        self._writer.close()
        with suppress(OSError):
            await self._writer.wait_closed()

    def send(self, data: bytes) -> None:
        """Send a request's bytes and do not wait."""
        self._writer.write(data)

    async def answer(self) -> Answer:
        """The answer to what was sent."""
        head = b""
        try:
            head = await self._reader.readuntil(b"\r\n\r\n")
            status, *lines = head.decode("latin-1").splitlines()[:-1]
            headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
            body = await self._reader.readexactly(int(headers.get("content-length", "0")))
        except asyncio.IncompleteReadError as error:
            raise Broken(torn=bool(head or error.partial)) from None
        except OSError:
            raise Broken(torn=bool(head)) from None
        return Answer(int(status.split()[1]), headers, body)

    async def ask(self, data: bytes) -> Answer:
        """Send a request and wait for its answer."""
        self.send(data)
        return await self.answer()


@dataclass
class Client:
    """Somebody with a connection to one of several workers, who goes to the next one when it breaks.

    It counts how often that was, and how often in the middle of an answer, and how often the store failed, by status.
    `news` is set whenever one of them has changed.
    """

    ports: Sequence[int]
    broken: int = 0
    torn: int = 0
    unstored: Counter[int] = field(default_factory=Counter)
    news: asyncio.Event = field(default_factory=asyncio.Event)
    _connection: Connection | None = None
    _at: int = 0

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._leave()

    async def ask(self, data: bytes) -> Answer:
        """Send a request and wait for its answer; `Broken` if there is none."""
        try:
            if self._connection is None:
                self._connection = await Connection(self.ports[self._at % len(self.ports)]).__aenter__()
            return await self._connection.ask(data)
        except Broken as error:
            self.broken += 1
            self.torn += error.torn
            self.news.set()
            self._at += 1
            await self._leave()
            raise

    async def insist(self, data: bytes) -> Answer:
        """Send the very same request until it is answered."""
        while True:
            with suppress(Broken):
                answer = await self.ask(data)
                if answer.status not in UNSTORED:
                    return answer
                assert answer.value["code"] in UNSTORED[answer.status], answer
                assert answer.status != 503 or int(answer.headers["retry-after"]) > 0, answer
                self.unstored[answer.status] += 1
                self.news.set()
            await asyncio.sleep(PAUSE)

    async def get(self, path: str) -> Any:
        """What is there."""
        answer = await self.insist(request("GET", path))
        assert answer.status == 200, answer
        return answer.value

    async def record(self, session: str) -> list[Any]:
        """The whole record of a session."""
        entries: list[Any] = []
        after: int | None = 0
        while after is not None:
            page = await self.get(f"/v1/sessions/{session}/record?limit=500&after={after}")
            entries += page["entries"]
            after = page["next"]
        return entries

    async def _leave(self) -> None:
        if self._connection is not None:
            await self._connection.__aexit__()
            self._connection = None


@dataclass
class Game:
    """A session as its players saw it: the last view, and what they were told was played, with what asked for it."""

    view: Any
    tokens: list[str]
    played: list[Any] = field(default_factory=list)
    requests: list[bytes] = field(default_factory=list)

    @property
    def path(self) -> str:
        """The session's address."""
        return f"/v1/sessions/{self.view['id']}"


class League:
    """Bots that play one whole game after the other, each move under a key of its own, until told to come to an end.

    games: all of them. told: how many entries of records they were told of. clients: one of each bot.
    """

    def __init__(self, ports: Sequence[int], chance: random.Random, bots: int) -> None:
        self.games: list[Game] = []
        self.told = 0
        self.closing = False
        self._news = asyncio.Event()
        self.clients = [Client(ports, news=self._news, _at=bot) for bot in range(bots)]
        self._chance = chance

    async def more(self, entries: int) -> None:
        """Wait until they have been told of so many more entries."""
        enough = self.told + entries
        await self._until(lambda: self.told >= enough)

    async def unstored_more(self, times: int) -> None:
        """Wait until the store has failed for them so many times more."""
        enough = self.unstored().total() + times
        await self._until(lambda: self.unstored().total() >= enough)

    def count(self, what: str) -> int:
        """What all clients have counted of it."""
        return sum(getattr(client, what) for client in self.clients)

    def unstored(self) -> Counter[int]:
        """How often the store failed, by status."""
        return sum((client.unstored for client in self.clients), Counter[int]())

    async def _until(self, reached: Callable[[], bool]) -> None:
        while not reached():
            self._news.clear()
            await self._news.wait()

    async def play(self, client: Client, opening: Any) -> None:
        """Play until told to come to an end; one game at least."""
        async with client:
            while True:
                game = await self._open(client, opening)
                while game.view["outcome"] is None:
                    await self._move(client, game)
                if self.closing:
                    return

    async def _open(self, client: Client, opening: Any) -> Game:
        answer = await client.insist(keyed("/v1/sessions", None, opening))
        assert answer.status == 201, answer
        opened = answer.value
        game = Game(opened["session"], [seat.get("token") for seat in opened["seats"]])
        self.games.append(game)
        for seat in opened["seats"]:
            if "invitation" in seat:
                body = {"name": "Otto", "invitation": seat["invitation"]}
                claimed = await self._act(client, game, keyed(f"{game.path}/seats/{seat['seat']}/claim", None, body))
                game.tokens[seat["seat"]] = claimed["token"]
        for seat, token in enumerate(game.tokens):
            await self._act(client, game, keyed(f"{game.path}/seed", token, {"seed": f"of seat {seat}"}))
        return game

    async def _move(self, client: Client, game: Game) -> None:
        legal = self._chance.sample(game.view["legal_moves"], len(game.view["legal_moves"]))
        entry = max(legal, key=lambda each: RANKS.get(each["move"]["type"], 0))
        asked = keyed(f"{game.path}/moves", game.tokens[entry["seat"]], entry)
        await self._act(client, game, asked)
        if self._chance.random() < AGAIN:
            await replayed(client, asked, game.played[-1])

    async def _act(self, client: Client, game: Game, asked: bytes) -> Any:
        """Nobody else acts in this session, so that it must be accepted, as what comes next."""
        answer = await client.insist(asked)
        assert answer.status == 200, answer
        told = answer.value
        game.view = told["session"]
        game.played.append(told["played"])
        game.requests.append(asked)
        self.told += 1
        self._news.set()
        assert told["played"]["version"] == game.view["version"] == len(game.played)
        return told


class Board:
    """What many players of one session have seen of it: at one version all of them the same."""

    def __init__(self, view: Any) -> None:
        self.view = view
        """The newest view."""
        self._seen = {view["version"]: view}
        self._newer = asyncio.Condition()

    async def show(self, view: Any) -> None:
        """Put up what a player has seen."""
        assert self._seen.setdefault(view["version"], view) == view
        async with self._newer:
            if view["version"] > self.view["version"]:
                self.view = view
                self._newer.notify_all()

    async def reaches(self, version: int) -> None:
        """Wait for that version or a later one."""
        await self.until(lambda view: view["version"] >= version)

    async def until(self, reached: Callable[[Any], bool]) -> Any:
        """The newest view, once it is so."""
        async with self._newer:
            await self._newer.wait_for(lambda: reached(self.view))
            return self.view


@asynccontextmanager
async def league(ports: Sequence[int], chance: random.Random, bots: int) -> AsyncIterator[League]:
    """Bots that play meanwhile at these workers; in the end they have played their games to an end."""
    made = League(ports, chance, bots)
    async with asyncio.timeout(SECONDS), asyncio.TaskGroup() as group:
        for bot, client in enumerate(made.clients):
            group.create_task(made.play(client, OPENINGS[bot % len(OPENINGS)]))
        yield made
        made.closing = True


async def replayed(client: Client, asked: bytes, played: Any) -> None:
    """A request that was answered before is answered with what was played then, and the view as it is now."""
    again = await client.insist(asked)
    assert again.status == 200, again
    assert again.headers["idempotency-replayed"] == "true"
    assert again.value["played"] == played
    assert again.value["session"]["version"] >= played["version"]


async def stands(client: Client, game: Game) -> None:
    """What is stored of a game is, no more and no less, what its players were told, and its dice were fair."""
    view = await client.get(game.path)
    assert view == game.view
    assert view["status"] == "finished"
    assert await client.record(view["id"]) == game.played
    fairness = await client.get(f"{game.path}/fairness")
    assert check(fairness) == []
    assert fairness["secret"] is not None
    assert fairness["commitment"] == game.view["commitment"]
    assert fairness["seeds"] == [f"of seat {seat}" for seat in range(len(game.tokens))]
    assert [(thrown["version"], thrown["dice"]) for thrown in fairness["throws"]] == [
        (played["version"], played["dice"]) for played in game.played if played["dice"]
    ]
