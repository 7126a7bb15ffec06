"""The short way of a move and the plain way through the framework: the same answers, byte by byte."""

import random
from collections.abc import AsyncIterator, Iterable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, NamedTuple
from uuid import UUID

import httpx
import orjson
import pytest
import pytest_asyncio
from fastapi import FastAPI
from starlette.types import Message, Receive, Scope, Send
from structlog.testing import capture_logs

from app.edge import ROUTE
from app.main import create_app
from app.sessions.endpoints import MOVE_PROBLEMS
from app.sessions.fast import FastMoves
from app.settings import BODY_LIMIT, Settings
from app.store.rows import Full, SessionRow, Unavailable
from rules.contract import AnyGame
from rules.playout import throw
from rules.registry import BUILT_IN, built_in
from tests.app.sessions.conftest import HERE, Clock, Party, seated

together = pytest.mark.asyncio(loop_scope="session")
pytestmark = pytest.mark.usefixtures("clock")

LEGAL = (b"", b"legal=all", b"legal=mine", b"legal=none")
VERBS = {"roll": "roll", "set_aside": "set-aside", "choose_category": "choose-category", "bank": "bank"}
ROLL = {"dice": [1, 1, 1, 5, 5, 2]}
KEY, MATCH = "idempotency-key", "if-match"
UNKNOWN = "01a22b18-ea0d-72c0-90ab-890c20f8d1c8"
GONE: Message = {"type": "http.disconnect"}

Headers = Iterable[tuple[bytes, bytes]]


class Answered(NamedTuple):
    """What an application sent: status, headers in order of their names, body; None where it sent nothing at all."""

    status: int | None
    headers: list[tuple[bytes, bytes]]
    body: bytes

    @property
    def value(self) -> Any:
        return orjson.loads(self.body)


def chunks(*bodies: bytes) -> list[Message]:
    """A request's body as a server hands it on, in pieces."""
    last = len(bodies) - 1
    return [{"type": "http.request", "body": body, "more_body": at < last} for at, body in enumerate(bodies)]


async def answered(app: FastAPI, scope: Scope, messages: list[Message]) -> Answered:
    coming = iter([*messages, GONE])
    sent: list[Message] = []

    async def receive() -> Message:
        return next(coming, GONE)

    async def send(message: Message) -> None:
        sent.append(message)

    await app(scope, receive, send)
    if not sent:
        return Answered(None, [], b"")
    body = b"".join(message.get("body", b"") for message in sent[1:])
    return Answered(sent[0]["status"], sorted(sent[0]["headers"]), body)


async def passed_on(self: FastMoves, scope: Scope, receive: Receive, send: Send) -> None:
    """In the place of `FastMoves.__call__`: every request goes the plain way."""
    await self._plain(scope, receive, send)


class Twins:
    """Two services, each with a store of its own that holds the same sessions."""

    def __init__(self, one: FastAPI, other: FastAPI) -> None:
        self.apps = (one, other)
        transport = httpx.ASGITransport(one, client=HERE)
        self.client = httpx.AsyncClient(transport=transport, base_url="http://test")

    async def open(
        self, game: str = "titusind", names: tuple[str | None, ...] = ("Ida", "Otto"), **more: Any
    ) -> Party:
        party = await seated(self.client, game, names, **more)
        await self.share(party)
        return party

    async def share(self, party: Party) -> None:
        """Give the other service the session as the first one has it now."""
        row = await self.stored(0, party)
        assert row is not None
        store = self.apps[1].state.tables.store
        await store.delete(row.id)
        await store.create(row, None)

    async def stored(self, app: int, party: Party) -> SessionRow | None:
        found: SessionRow | None = await self.apps[app].state.tables.store.session(UUID(party.session["id"]).bytes)
        return found

    async def same(
        self,
        path: str,
        messages: list[Message],
        headers: Headers = (),
        *,
        query: bytes = b"",
        method: str = "POST",
        fast: bool = True,
    ) -> Answered:
        """The answer that both give, one the short way if it is `fast`, the other the plain way."""
        one, other = await self.both(path, messages, headers, query=query, method=method, fast=fast)
        assert one == other
        return one

    async def both(
        self,
        path: str,
        messages: list[Message],
        headers: Headers = (),
        *,
        query: bytes = b"",
        method: str = "POST",
        fast: bool = True,
    ) -> list[Answered]:
        answers = []
        with pytest.MonkeyPatch.context() as patch:
            for app in self.apps:
                scope: Scope = {
                    "type": "http",
                    "asgi": {"version": "3.0"},
                    "http_version": "1.1",
                    "method": method,
                    "scheme": "http",
                    "path": path,
                    "raw_path": path.encode(),
                    "query_string": query,
                    "root_path": "",
                    "headers": [(b"host", b"test"), (b"x-request-id", b"the-same"), *headers],
                    "client": HERE,
                    "server": ("test", 80),
                    "state": {},
                }
                answers.append(await answered(app, scope, messages))
                assert (ROUTE in scope) == (fast and app is self.apps[0]), "it went the way that is meant"
                patch.setattr(FastMoves, "__call__", passed_on)
        return answers

    async def move(
        self,
        party: Party,
        path: str,
        body: Any,
        token: str | None = None,
        headers: tuple[tuple[str, str], ...] = (),
        query: bytes = b"",
    ) -> Answered:
        """A move in the usual form; both services then hold the same."""
        sent = [(name.encode(), value.encode()) for name, value in headers]
        if token != "":
            sent.append((b"authorization", f"Bearer {token or party.host}".encode()))
        content = body if isinstance(body, bytes) else orjson.dumps(body)
        answer = await self.same(f"{party.address}/{path}", chunks(content), sent, query=query)
        assert await self.stored(0, party) == await self.stored(1, party)
        if answer.status == 200:
            party.session = answer.value["session"]
        return answer


async def twins_on(directory: Path, stack: AsyncExitStack, **settings: Any) -> Twins:
    apps = [create_app(Settings(database=f"sqlite:///{directory}/{n}.db", **settings), built_in()) for n in "12"]
    for app in apps:
        await stack.enter_async_context(app.router.lifespan_context(app))
    made = Twins(*apps)
    await stack.enter_async_context(made.client)
    return made


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def twins(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Twins]:
    async with AsyncExitStack() as stack:
        yield await twins_on(tmp_path_factory.mktemp("twins"), stack)


# --- moves that are accepted ---


@together
@pytest.mark.parametrize("source", ["server", "players"])
@together
@pytest.mark.parametrize("game", BUILT_IN, ids=lambda game: game.name)
async def test_accepted_moves_are_answered_alike(twins: Twins, game: AnyGame, source: str) -> None:
    chance = random.Random(game.name)
    names = ("Ida", "Otto", "Žofie")[: game.max_seats]
    party = await twins.open(game.name, names, dice_source=source, turn_seconds=60)
    kept = party.session["legal_moves"]
    for number in range(24):
        pick = chance.choice(kept)
        move = dict(pick["move"])
        if source == "players" and pick["throws"]:
            move["dice"] = throw(chance, pick["throws"])
        path, body = "moves", {"seat": pick["seat"], "move": move}
        if number % 2:
            path, body = VERBS[move.pop("type")], {"seat": pick["seat"], **move}
        token = chance.choice([party.host, party.tokens[pick["seat"]]])
        answer = await twins.move(party, path, body, token, query=LEGAL[number % 4])
        assert answer.status == 200, answer.body
        assert [name for name, _ in answer.headers] == [b"content-length", b"content-type", b"etag", b"x-request-id"]
        listed = {move["seat"] for move in party.session["legal_moves"]}
        mine = set(range(len(names))) if token == party.host else {pick["seat"]}
        to_move = set(party.session["to_move"])
        assert listed == {b"legal=none": set(), b"legal=mine": mine & to_move}.get(LEGAL[number % 4], to_move)
        kept = (await party.read()).json()["legal_moves"]


@together
@pytest.mark.parametrize("again", LEGAL)
async def test_keys_are_answered_alike(twins: Twins, again: bytes) -> None:
    party = await twins.open(dice_source="players")
    first = await twins.move(party, "roll", ROLL, headers=((KEY, "k"),))
    await twins.move(party, "set-aside", {"dice": [1]}, headers=((KEY, "other"), (MATCH, '"1"')))
    replay = await twins.move(party, "roll", ROLL, headers=((KEY, "k"), (MATCH, '"0"')), query=again)
    assert replay.value["played"] == first.value["played"]
    assert (b"idempotency-replayed", b"true") in replay.headers
    assert (b"etag", b'"2"') in replay.headers


# --- moves that are refused ---


class Refused(NamedTuple):
    """A refused move: its problem, its path and body, and what is special about the request or its session."""

    code: str
    path: str
    body: Any
    sender: str | None = None  # "": nobody; a seat's number; None: the host
    headers: tuple[tuple[str, str], ...] = ()
    session: str = "new"


REFUSED = (
    Refused("body-too-large", "roll", b" " * (BODY_LIMIT + 1)),
    Refused("malformed-json", "roll", b"{"),
    Refused("malformed-json", "roll", b"\xff"),
    Refused("malformed-json", "moves", b"\xef\xbb\xbf{}"),
    Refused("malformed-json", "moves", b'{"move": NaN}'),
    Refused("malformed-json", "moves", b"[" * 2000),
    Refused("unknown-session", "roll", {}, session="unknown"),
    Refused("unknown-session", "roll", {"x": 1}, sender="", session="unknown"),
    Refused("unauthorized", "roll", ROLL, sender=""),
    Refused("unauthorized", "roll", ROLL, sender="strange"),
    Refused("unauthorized", "roll", {"x": 1}, sender="rw_seat_\u017d"),
    Refused("not-your-seat", "roll", ROLL | {"seat": 0}, sender="1"),
    Refused("not-your-seat", "roll", ROLL | {"seat": 2}, session="claimed"),
    Refused("invalid-fields", "roll", {}),
    Refused("invalid-fields", "roll", {"dice": [7, True]}),
    Refused("invalid-fields", "roll", b""),
    Refused("invalid-fields", "moves", b""),
    Refused("invalid-fields", "moves", b"null"),
    Refused("invalid-fields", "moves", []),
    Refused("invalid-fields", "moves", {"move": {"type": "\u017d"}, "seat": True}),
    Refused("invalid-fields", "choose-category", {"category": "chance"}),
    Refused("invalid-fields", "roll", b'{"seat":1180591620717411303424}'),
    Refused("invalid-fields", "roll", b'{"dice":%b}' % (b"[" * 300 + b"]" * 300)),
    Refused("invalid-fields", "roll", b'{"dice":%b}' % (b"[" * 300 + b"]" * 300), headers=((KEY, "k"),)),
    Refused("invalid-fields", "roll", ROLL, headers=((KEY, ""),)),
    Refused("invalid-fields", "roll", ROLL, headers=((KEY, "x" * 129),)),
    Refused("invalid-fields", "roll", ROLL, headers=((KEY, "\u017d"),)),
    Refused("version-mismatch", "roll", ROLL, headers=((MATCH, '"1"'),)),
    Refused("version-mismatch", "roll", ROLL, headers=((MATCH, ""),)),
    Refused("version-mismatch", "roll", ROLL, headers=((MATCH, "\u017d"),)),
    Refused("key-reused", "bank", {}, headers=((KEY, "used"),), session="used"),
    Refused("waiting", "roll", ROLL, session="waiting"),
    Refused("not-your-turn", "roll", ROLL, sender="1"),
    Refused("illegal-move", "bank", {}),
    Refused("illegal-move", "moves", {"seat": 0, "move": {"type": "set_aside", "dice": [3]}}),
    Refused("finished", "roll", ROLL, session="finished"),
    Refused("finished", "roll", ROLL, sender="1", session="late"),
    Refused("abandoned", "roll", ROLL, session="abandoned"),
    Refused("game-unavailable", "roll", ROLL, session="gone"),
)
ELSEWHERE = {"rate-limited", "store-full"}
"""What other tests of this file bring about."""


async def prepared(twins: Twins, session: str, clock: Clock) -> Party:
    """A session of the players' dice in such a state, the same in both stores."""
    names = ("Ida", "Otto", None) if session in ("waiting", "claimed") else ("Ida", "Otto")
    party = await twins.open(names=names, dice_source="players", turn_seconds=60 if session == "late" else None)
    if session == "used":
        await twins.move(party, "roll", ROLL, headers=((KEY, "used"),))
    elif session == "claimed":
        await party.claim(2)
        await twins.share(party)
    elif session == "finished":
        await party.post("resign", {"seat": 1})
        await twins.share(party)
    elif session == "late":
        clock.now += 60_001
    elif session in ("abandoned", "gone"):
        for app in twins.apps:
            store = app.state.tables.store
            row = await store.session(UUID(party.session["id"]).bytes)
            await store.delete(row.id)
            changed = {"status": "abandoned"} if session == "abandoned" else {"game": "gone"}
            await store.create(row._replace(**changed), None)
    elif session == "unknown":
        party.session = party.session | {"id": UNKNOWN}
        party.address = f"/v1/sessions/{UNKNOWN}"
    return party


@together
@pytest.mark.parametrize("case", REFUSED, ids=lambda case: f"{case.code}-{case.session}")
async def test_refusals_are_alike(twins: Twins, clock: Clock, case: Refused) -> None:
    party = await prepared(twins, case.session, clock)
    token = party.tokens[1] if case.sender == "1" else case.sender
    for query in LEGAL[:3]:
        answer = await twins.move(party, case.path, case.body, token, case.headers, query)
        assert answer.value["code"] == case.code
        assert (b"content-type", b"application/problem+json") in answer.headers


def test_every_documented_refusal_is_among_them() -> None:
    assert {case.code for case in REFUSED} | ELSEWHERE == {kind.code for kind in MOVE_PROBLEMS}


@together
async def test_limits_are_alike(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        twins = await twins_on(tmp_path, stack, limit_moves="2/hour")
        party = await twins.open(dice_source="players")
        statuses = [(await twins.move(party, "roll", ROLL, query=query)).status for query in LEGAL]
        assert statuses == [200, 409, 429, 429]


@together
@pytest.mark.parametrize(
    ("failure", "status", "code"),
    [
        (Full(), 507, "store-full"),
        (Unavailable(), 503, "store-unavailable"),
        (RuntimeError("s3cret"), 500, "internal"),
    ],
    ids=["full", "unavailable", "a mistake"],
)
async def test_failures_are_alike(
    twins: Twins, monkeypatch: pytest.MonkeyPatch, failure: Exception, status: int, code: str
) -> None:
    party = await twins.open(dice_source="players")

    async def fails(*_: Any) -> None:
        raise failure

    for app in twins.apps:
        monkeypatch.setattr(app.state.tables.store, "change", fails)
    with capture_logs():
        answer = await twins.move(party, "roll", ROLL)
    assert (answer.status, answer.value["code"]) == (status, code)
    assert b"s3cret" not in answer.body
    assert ((b"retry-after", b"1") in answer.headers) == (status == 503)


# --- requests in unusual forms ---


@together
async def test_bodies_may_come_in_pieces(twins: Twins) -> None:
    party = await twins.open(dice_source="players")
    path, bearer = f"{party.address}/roll", [(b"authorization", f"Bearer {party.host}".encode())]
    large = b" " * (BODY_LIMIT // 2 + 1)
    cases: list[tuple[list[Message], int]] = [
        (chunks(large, large), 413),
        (chunks(large, large, b"{}"), 413),
        (chunks(b" " * BODY_LIMIT, b""), 400),
        (chunks(b"", b""), 422),
        (chunks(b'{"dice": [1, 1, 1, ', b"", b"5, 5, 2", b"]}"), 200),
        ([{"type": "http.request"}], 422),
    ]
    for messages, status in cases:
        assert (await twins.same(path, messages, bearer)).status == status
    assert await twins.stored(0, party) == await twins.stored(1, party)


@together
@pytest.mark.parametrize("came", [[], chunks(b'{"dice": ', b"")[:1], chunks(b"{}", b"")[:1]], ids=len)
async def test_a_client_that_goes_away_plays_nothing(twins: Twins, came: list[Message]) -> None:
    party = await twins.open()
    bearer = [(b"authorization", f"Bearer {party.host}".encode())]
    short, _ = await twins.both(f"{party.address}/roll", [*came, GONE], bearer)
    assert short == Answered(None, [], b"")
    for app in (0, 1):
        row = await twins.stored(app, party)
        assert row is not None
        assert row.version == 0


@together
@pytest.mark.parametrize("method", ["GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "post", "BREW"])
async def test_other_methods_are_answered_alike(twins: Twins, method: str) -> None:
    party = await twins.open()
    answer = await twins.same(f"{party.address}/roll", chunks(b"{}"), method=method, fast=False)
    assert answer.status == 405


@together
@pytest.mark.parametrize(
    ("path", "fast", "status"),
    [
        ("/v1/sessions/{id}/roll", True, 200),
        ("/v1/sessions/{id}/roll/", False, 404),
        ("/v1/sessions/{id}//roll", False, 404),
        ("//v1/sessions/{id}/roll", False, 404),
        ("/v1/sessions/{id}/Roll", False, 404),
        ("/v1/sessions/{id}/set_aside", False, 404),
        ("/v1/sessions/{id}/steal", False, 404),
        ("/V1/sessions/{id}/roll", False, 404),
        ("/v1/sessions/{ID}/roll", False, 404),
        ("/v1/sessions/{hex}/roll", False, 404),
        ("/v1/sessions/{braces}/roll", False, 404),
        ("/v1/sessions/------------------------------------/roll", True, 404),
        ("/v1/sessions/" + "0" * 36 + "/roll", True, 404),
        ("/v1/sessions/{id} /roll", False, 404),
        ("/v1/sessions/\u0661/roll", False, 404),
    ],
)
async def test_other_paths_are_answered_alike(twins: Twins, path: str, fast: bool, status: int) -> None:
    party = await twins.open()
    shown = party.session["id"]
    forms = {"id": shown, "ID": shown.upper(), "hex": shown.replace("-", ""), "braces": "{" + shown + "}"}
    bearer = [(b"authorization", f"Bearer {party.host}".encode())]
    answer = await twins.same(path.format(**forms), chunks(b"{}"), bearer, fast=fast)
    assert answer.status == status


@together
@pytest.mark.parametrize(
    ("query", "status"),
    [
        (b"legal=some", 422),
        (b"legal=", 422),
        (b"legal=ALL", 422),
        (b"legal=%61ll", 200),
        (b"legal=none&legal=all", 200),
        (b"legal=all&x=1", 200),
        (b"x=1", 200),
        (b"&", 200),
        (b"Legal=none", 200),
        (b"\xff", 200),
    ],
)
async def test_other_queries_are_answered_alike(twins: Twins, query: bytes, status: int) -> None:
    party = await twins.open()
    bearer = [(b"authorization", f"Bearer {party.host}".encode())]
    answer = await twins.same(f"{party.address}/roll", chunks(b"{}"), bearer, query=query, fast=False)
    assert answer.status == status
    assert await twins.stored(0, party) == await twins.stored(1, party)


@together
async def test_headers_in_unusual_forms_are_read_alike(twins: Twins) -> None:
    party = await twins.open(dice_source="players")
    host, seat, dead = (f"Bearer {token}".encode() for token in (party.host, party.tokens[0], "x"))
    path, wrong = f"{party.address}/roll", chunks(b'{"dice": [1]}')

    def all_of(name: bytes, *values: bytes) -> list[tuple[bytes, bytes]]:
        return [(name, value) for value in values]

    for headers, status in (
        (all_of(b"authorization", host, dead), 422),
        (all_of(b"authorization", dead, host), 401),
        (all_of(b"authorization", b"", host), 401),
        (all_of(b"authorization", host.lower()), 401),
        (all_of(b"authorization", b"bearer" + host[6:]), 422),
        (all_of(b"authorization", b"BEARER  " + host[7:] + b"  "), 422),
        (all_of(b"authorization", host[7:]), 401),
        (all_of(b"authorization", b"Bearer"), 401),
        (all_of(b"authorization", b"Bearer \xff\xfe"), 401),
        (all_of(b"authorization", b"\xff"), 401),
        (all_of(b"authorization", b"Basic " + host[7:]), 401),
        ([*all_of(b"authorization", seat), *all_of(b"if-match", b'"0"', b'"9"')], 422),
        ([*all_of(b"authorization", seat), *all_of(b"if-match", b"\xff")], 412),
        ([*all_of(b"authorization", seat), *all_of(b"idempotency-key", b"k", b"")], 422),
        ([*all_of(b"authorization", seat), *all_of(b"idempotency-key", b"", b"k")], 422),
        ([*all_of(b"authorization", seat), *all_of(b"content-type", b"text/plain", b"\xff")], 422),
        ([*all_of(b"authorization", seat), *all_of(b"content-length", b"x")], 422),
        ([*all_of(b"authorization", seat), *all_of(b"expect", b"100-continue")], 422),
    ):
        answer = await twins.same(path, wrong, headers)
        assert answer.status == status, headers
    right = chunks(orjson.dumps(ROLL))
    twice = [*all_of(b"authorization", seat, dead), *all_of(b"if-match", b'"0"', b'"9"')]
    assert (await twins.same(path, right, [*twice, *all_of(b"idempotency-key", b"k", b"l")])).status == 200
    replay = [*all_of(b"authorization", seat), *all_of(b"idempotency-key", b"k")]
    assert (b"idempotency-replayed", b"true") in (await twins.same(path, right, replay)).headers
