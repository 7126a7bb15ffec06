"""Both mouths of a move, at the connection and behind FastAPI: one table of requests, byte by byte the same."""

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, NamedTuple
from uuid import UUID

import orjson
import pytest
import pytest_asyncio

from app.games.external.guard import GameFailed
from app.sessions.dependencies import MOVE_PROBLEMS
from app.settings import BODY_LIMIT
from app.store.rows import Full, Job, Unavailable
from rules.contract import AnyGame
from rules.playout import throw
from rules.registry import BUILT_IN
from rules.transcript import MOST_ENTRIES
from tests.app.support.house import Clock, Party
from tests.app.support.twins import KEY, LEGAL, MATCH, PUBLIC, ROLL, VERBS, Twins, bearer, chunks, twins_on

together = pytest.mark.asyncio(loop_scope="session")
pytestmark = pytest.mark.usefixtures("clock")

UNKNOWN = "01a22b18-ea0d-72c0-90ab-890c20f8d1c8"
PROFILES: dict[str, dict[str, Any]] = {"bare": {}, "public": PUBLIC}
PAGE = ("origin", "https://example.com")
STRANGER = ("origin", "https://example.org")


@pytest_asyncio.fixture(scope="module", loop_scope="session", params=PROFILES)
async def twins(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Twins]:
    async with AsyncExitStack() as stack:
        yield await twins_on(tmp_path_factory.mktemp("twins"), stack, **PROFILES[request.param])


# --- moves that are accepted ---


@together
@pytest.mark.parametrize("source", ["server", "players"])
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
        first = [name for name, _ in answer.headers][:3]
        assert first == [b"etag", b"content-length", b"content-type"]
        listed = {move["seat"] for move in party.session["legal_moves"]}
        mine = set(range(len(names))) if token == party.host else {pick["seat"]}
        to_move = set(party.session["to_move"])
        assert listed == {b"legal=none": set(), b"legal=mine": mine & to_move}.get(LEGAL[number % 4], to_move)
        kept = (await party.read()).json()["legal_moves"]
        if not kept:
            break  # the service's dice have ended the game


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


# --- the table ---


class Case(NamedTuple):
    """A request: the code of the problem it gets, or its status; its path and body, and what is special about it.

    sender: "" for nobody, a seat's number, None for the host. direct: whether the connection answers it itself.
    """

    outcome: str | int
    path: str
    body: Any
    sender: str | None = None
    headers: tuple[tuple[str, str], ...] = ()
    session: str = "new"
    direct: bool = True
    method: str = "POST"
    target: str = ""


USUAL = (
    Case(200, "roll", ROLL),
    Case(200, "roll", ROLL, headers=(PAGE,)),
    Case(200, "roll", ROLL, headers=(STRANGER,)),
    Case(200, "roll", ROLL, headers=(PAGE, ("cookie", "a=b"))),
    Case(200, "roll", ROLL, headers=((KEY, "k"), (MATCH, '"0"'))),
    Case(200, "roll", ROLL, headers=((KEY, "used"),), session="used"),
    Case(200, "roll", ROLL, headers=((KEY, "used"), PAGE), session="used"),
    Case(200, "moves", {"seat": 0, "move": {"type": "roll", **ROLL}}),
    Case(200, "moves", {"seat": 0, "move": {"type": "roll", **ROLL}, "points": None, "throws": 6}, sender="0"),
    Case(200, "roll", ROLL, headers=(("x-forwarded-for", "198.51.100.9"),)),
    Case(200, "roll", ROLL, headers=(("expect", "100-continue"),)),
    Case(200, "roll", ROLL, headers=(("accept-encoding", "gzip"),)),
    Case("illegal-move", "bank", {}, headers=(("accept-encoding", "gzip"),)),
)
REFUSED = (
    Case("body-too-large", "roll", b" " * (BODY_LIMIT + 1), direct=False),
    Case("malformed-json", "roll", b"{"),
    Case("malformed-json", "roll", b"\xff"),
    Case("malformed-json", "moves", b"\xef\xbb{}"),
    Case("invalid-fields", "moves", b"\xef\xbb\xbf{}"),
    Case("malformed-json", "moves", b'{"move": NaN}'),
    Case("malformed-json", "moves", b"[" * 2000),
    Case("unknown-session", "roll", {}, session="unknown"),
    Case("unknown-session", "roll", {"x": 1}, sender="", session="unknown"),
    Case("unauthorized", "roll", ROLL, sender=""),
    Case("unauthorized", "roll", ROLL, sender="strange"),
    Case("unauthorized", "roll", {"x": 1}, sender="rw_seat_\u017d"),
    Case("not-your-seat", "roll", ROLL | {"seat": 0}, sender="1"),
    Case("not-your-seat", "roll", ROLL | {"seat": 2}, session="claimed"),
    Case("invalid-fields", "roll", {}),
    Case("invalid-fields", "roll", {"dice": [7, True]}),
    Case("invalid-fields", "roll", b""),
    Case("invalid-fields", "moves", b""),
    Case("invalid-fields", "moves", b"null"),
    Case("invalid-fields", "moves", []),
    Case("invalid-fields", "moves", {"move": {"type": "\u017d"}, "seat": True}),
    Case("invalid-fields", "choose-category", {"category": "chance"}),
    Case("invalid-fields", "roll", b'{"seat":1180591620717411303424}'),
    Case("invalid-fields", "roll", b'{"dice":%b}' % (b"[" * 300 + b"]" * 300)),
    Case("invalid-fields", "roll", b'{"dice":%b}' % (b"[" * 300 + b"]" * 300), headers=((KEY, "k"),)),
    Case("invalid-fields", "roll", ROLL, headers=((KEY, ""),)),
    Case("invalid-fields", "roll", ROLL, headers=((KEY, "x" * 129),)),
    Case("invalid-fields", "roll", ROLL, headers=((KEY, "\u017d"),)),
    Case("version-mismatch", "roll", ROLL, headers=((MATCH, '"1"'),)),
    Case("version-mismatch", "roll", ROLL, headers=((MATCH, ""),)),
    Case("version-mismatch", "roll", ROLL, headers=((MATCH, "\u017d"),)),
    Case("key-reused", "bank", {}, headers=((KEY, "used"),), session="used"),
    Case("waiting", "roll", ROLL, session="waiting"),
    Case("not-your-turn", "roll", ROLL, sender="1"),
    Case("illegal-move", "bank", {}),
    Case("illegal-move", "bank", {}, headers=(("accept-language", "de"),)),
    Case("illegal-move", "moves", {"seat": 0, "move": {"type": "set_aside", "dice": [3]}}),
    Case("finished", "roll", ROLL, session="finished"),
    Case("finished", "roll", ROLL, sender="1", session="late"),
    Case("abandoned", "roll", ROLL, session="abandoned"),
    Case("game-unavailable", "roll", ROLL, session="gone"),
    Case("record-full", "roll", ROLL, session="full"),
    Case("invalid-fields", "roll", b'{"dice": [1]}', headers=(PAGE,)),
    Case("malformed-json", "roll", b"{", headers=(PAGE, ("accept-language", "da;q=0.1, bg"))),
    Case("unauthorized", "roll", ROLL, sender="", headers=(STRANGER, ("accept-language", "bg"))),
)
UNUSUAL = (
    Case("secret-unavailable", "roll", {}, session="sealed"),
    Case("unsupported-encoding", "roll", ROLL, headers=(("content-encoding", "gzip"),), direct=False),
    Case(200, "roll", ROLL, headers=(("content-encoding", "identity"),), direct=False),
    Case("method-not-allowed", "roll", {}, method="GET", direct=False),
    Case("method-not-allowed", "moves", {}, method="PUT", direct=False),
    Case("method-not-allowed", "bank", {}, method="DELETE", direct=False),
    Case("method-not-allowed", "bank", {}, method="OPTIONS", direct=False),
    Case(405, "roll", b"", method="HEAD", direct=False),
    Case(200, "roll", ROLL, direct=False, target="/v1/sessions/{id}/%72oll"),
    Case(200, "roll", ROLL, direct=False, target="/v1/sessions/{id}/roll?"),
    Case(200, "roll", ROLL, direct=False, target="/v1/sessions/{id}/roll#?legal=none"),
    Case(200, "roll", ROLL, direct=False, target="http://other.example/v1/sessions/{id}/roll"),
)
ELSEWHERE = {"rate-limited", "store-full"}
"""What other tests of this file bring about."""


CHANGED: dict[str, dict[str, Any]] = {
    "abandoned": {"status": "abandoned"},
    "gone": {"game": "gone"},
    "full": {"version": MOST_ENTRIES},
    "sealed": {"dice_source": "server", "secret": b"\1" * 61},
}
"""Columns that are as no call makes them."""


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
    elif session in CHANGED:
        for app in twins.apps:
            store = app.state.sessions.store
            row = await store.session(UUID(party.session["id"]).bytes)
            await store.delete(row.id)
            await store.create(row._replace(**CHANGED[session]), None)
    elif session == "unknown":
        party.session = party.session | {"id": UNKNOWN}
        party.address = f"/v1/sessions/{UNKNOWN}"
    return party


@together
@pytest.mark.parametrize(
    "case", USUAL + REFUSED + UNUSUAL, ids=lambda case: f"{case.method}-{case.outcome}-{case.path}-{case.session}"
)
async def test_both_mouths_answer_alike(twins: Twins, clock: Clock, case: Case) -> None:
    party = await prepared(twins, case.session, clock)
    sender = {"0": party.tokens[0], "1": party.tokens[1], "": "", None: party.host}.get(case.sender, case.sender)
    sent = [(name.encode(), value.encode()) for name, value in case.headers]
    if sender:
        sent.append(bearer(sender))
    body = case.body if isinstance(case.body, bytes) else orjson.dumps(case.body)
    for query in (b"",) if case.outcome == 200 or case.target else LEGAL[:3]:
        target = case.target.format(id=party.session["id"]).encode() or None
        path = f"{party.address}/{case.path}"
        more: dict[str, Any] = {"query": query, "method": case.method, "target": target, "direct": case.direct}
        answer = await twins.same(path, chunks(body), sent, **more)
        await twins.agree(party)
        if isinstance(case.outcome, int):
            assert answer.status == case.outcome
        else:
            assert answer.value["code"] == case.outcome
            assert (b"content-type", b"application/problem+json") in answer.headers


@together
async def test_preflight_is_answered_alike(twins: Twins) -> None:
    party = await twins.open()
    for origin in (PAGE, STRANGER):
        asking = [(b"origin", origin[1].encode()), (b"access-control-request-method", b"POST")]
        asking.append((b"access-control-request-headers", b"authorization,if-match"))
        await twins.same(f"{party.address}/roll", chunks(b""), asking, method="OPTIONS", direct=False)


def test_every_documented_refusal_is_among_them() -> None:
    assert {case.outcome for case in REFUSED} | ELSEWHERE == {kind.code for kind in MOVE_PROBLEMS}


@together
@pytest.mark.parametrize("limit", ["limit_moves", "limit_requests"])
async def test_limits_are_alike(tmp_path: Path, limit: str) -> None:
    async with AsyncExitStack() as stack:
        twins = await twins_on(tmp_path, stack, resets=False, log_requests=True, **{limit: "3/hour"})
        party = await twins.open(dice_source="players")
        for each in twins._limits():
            each._windows.clear()  # opening asked the first one only
        moves = [await twins.move(party, "roll", ROLL, query=query) for query in LEGAL]
        assert [move.status for move in moves] == [200, 409, 409, 429]
        assert moves[-1].value["code"] == "rate-limited"
        assert {b"retry-after", b"ratelimit", b"ratelimit-policy"} <= {name for name, _ in moves[-1].headers}
        made_up = [
            await twins.move(party, "roll", ROLL, "rw_seat_" + "x" * 64 + str(n), direct=True) for n in range(4)
        ]
        spent = limit == "limit_requests"
        assert [move.status for move in made_up] == ([429] * 4 if spent else [401, 401, 401, 429])


@together
async def test_a_seat_whose_time_is_over_leaves_alike(twins: Twins, clock: Clock) -> None:
    party = await twins.open(names=("Ida", "Otto", "Eva"), dice_source="players", turn_seconds=60)
    clock.now += 60_001
    answer = await twins.move(party, "roll", ROLL, party.tokens[1], ((KEY, "k"),))
    assert answer.status == 200
    assert [seat["resigned"] for seat in party.session["seats"]] == [True, False, False]
    assert [entry.kind for entry in (await twins.stored(0, party))[1]] == ["resign", "move"]


FAILURES = pytest.mark.parametrize(
    ("failure", "status", "code"),
    [
        (Full, 507, "store-full"),
        (Unavailable, 503, "store-unavailable"),
        (lambda: RuntimeError("s3cret"), 500, "internal"),
        (lambda: GameFailed("titusind", "apply"), 500, "game-failed"),
    ],
    ids=["full", "unavailable", "a mistake", "a game"],
)
Failure = Callable[[], Exception]


async def fails_alike(twins: Twins, party: Party, status: int, code: str) -> None:
    """A roll fails with that, and is logged once by each."""
    answer = await twins.move(party, "roll", ROLL)
    assert (answer.status, answer.value["code"]) == (status, code)
    assert b"s3cret" not in answer.body
    assert ((b"retry-after", b"1") in answer.headers) == (status == 503)
    events = [line["event"] for line in twins.lines]
    assert events == ["game failed"] * (code == "game-failed") + ["request failed"]


@together
@FAILURES
async def test_failures_are_alike(
    twins: Twins, monkeypatch: pytest.MonkeyPatch, failure: Failure, status: int, code: str
) -> None:
    party = await twins.open(dice_source="players")

    async def change(*_: Any) -> None:
        raise failure()

    def submit(job: Job) -> None:
        asyncio.get_running_loop().call_soon(job.fail, failure())

    for app in twins.apps:
        monkeypatch.setattr(app.state.sessions.store, "change", change)
        monkeypatch.setattr(app.state.sessions.store, "submit", submit)
    await fails_alike(twins, party, status, code)
    assert (await twins.stored(0, party))[1] == []


@together
@FAILURES
async def test_failures_after_the_commit_are_alike(
    twins: Twins, monkeypatch: pytest.MonkeyPatch, failure: Failure, status: int, code: str
) -> None:
    party = await twins.open(dice_source="players")
    row, _ = await twins.stored(0, party)
    assert row is not None

    def legal_json(*_: Any) -> bytes:
        raise failure()

    for app in twins.apps:
        monkeypatch.setattr(app.state.sessions.referee.games.of(row), "legal_json", legal_json)
    await fails_alike(twins, party, status, code)
    row, record = await twins.stored(0, party)
    assert row is not None
    assert (row.version, len(record)) == (1, 1)
