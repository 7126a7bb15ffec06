"""The shorter ways of a move and the plain one through the framework: the same answers, byte by byte."""

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, NamedTuple
from uuid import UUID

import pytest
import pytest_asyncio
from structlog.testing import capture_logs

from app.games.external.guard import GameFailed
from app.sessions.dependencies import MOVE_PROBLEMS
from app.settings import BODY_LIMIT
from app.store.rows import Full, Job, Unavailable
from rules.contract import AnyGame
from rules.playout import throw
from rules.registry import BUILT_IN
from tests.app.support.house import Clock, Party
from tests.app.support.twins import KEY, LEGAL, MATCH, ROLL, VERBS, Twins, twins_on

together = pytest.mark.asyncio(loop_scope="session")
pytestmark = pytest.mark.usefixtures("clock")

UNKNOWN = "01a22b18-ea0d-72c0-90ab-890c20f8d1c8"
WAYS = ["fast", "direct"]


@pytest_asyncio.fixture(scope="module", loop_scope="session", params=WAYS)
async def twins(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Twins]:
    async with AsyncExitStack() as stack:
        yield await twins_on(request.param, tmp_path_factory.mktemp("twins"), stack)


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
        assert (twins.reached is None) == (twins.way == "direct")
        assert [name for name, _ in answer.headers] == [b"content-length", b"content-type", b"etag", b"x-request-id"]
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


# --- moves that are refused ---


class Refused(NamedTuple):
    """A refused move: its problem, path and body, what is special about it or its session, and who judges it.

    What cannot be a move whatever the session is left alone by the direct way.
    """

    code: str
    path: str
    body: Any
    sender: str | None = None  # "": nobody; a seat's number; None: the host
    headers: tuple[tuple[str, str], ...] = ()
    session: str = "new"
    ways: str = "fast direct"


REFUSED = (
    Refused("body-too-large", "roll", b" " * (BODY_LIMIT + 1), ways="fast"),
    Refused("malformed-json", "roll", b"{", ways="fast"),
    Refused("malformed-json", "roll", b"\xff", ways="fast"),
    Refused("malformed-json", "moves", b"\xef\xbb\xbf{}", ways="fast"),
    Refused("malformed-json", "moves", b'{"move": NaN}', ways="fast"),
    Refused("malformed-json", "moves", b"[" * 2000, ways="fast"),
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
    Refused("invalid-fields", "roll", b'{"dice":%b}' % (b"[" * 300 + b"]" * 300), headers=((KEY, "k"),), ways="fast"),
    Refused("invalid-fields", "roll", ROLL, headers=((KEY, ""),), ways="fast"),
    Refused("invalid-fields", "roll", ROLL, headers=((KEY, "x" * 129),), ways="fast"),
    Refused("invalid-fields", "roll", ROLL, headers=((KEY, "\u017d"),), ways="fast"),
    Refused("version-mismatch", "roll", ROLL, headers=((MATCH, '"1"'),)),
    Refused("version-mismatch", "roll", ROLL, headers=((MATCH, ""),)),
    Refused("version-mismatch", "roll", ROLL, headers=((MATCH, "\u017d"),)),
    Refused("key-reused", "bank", {}, headers=((KEY, "used"),), session="used"),
    Refused("waiting", "roll", ROLL, session="waiting"),
    Refused("not-your-turn", "roll", ROLL, sender="1"),
    Refused("illegal-move", "bank", {}),
    Refused("illegal-move", "bank", {}, headers=(("accept-language", "de"),)),
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
            store = app.state.sessions.store
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
        short = twins.way in case.ways
        answer = await twins.move(party, case.path, case.body, token, case.headers, query=query, short=short)
        assert answer.value["code"] == case.code
        assert (b"content-type", b"application/problem+json") in answer.headers


def test_every_documented_refusal_is_among_them() -> None:
    assert {case.code for case in REFUSED} | ELSEWHERE == {kind.code for kind in MOVE_PROBLEMS}


@together
@pytest.mark.parametrize("way", WAYS)
async def test_limits_are_alike(tmp_path: Path, way: str) -> None:
    async with AsyncExitStack() as stack:
        twins = await twins_on(way, tmp_path, stack, limit_moves="2/hour")
        party = await twins.open(dice_source="players")
        moves = [await twins.move(party, "roll", ROLL, query=query, short=way == "fast") for query in LEGAL]
        statuses = [answer.status for answer in moves]
        assert statuses == [200, 409, 429, 429]


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
    with capture_logs() as lines:
        answer = await twins.move(party, "roll", ROLL)
    assert (answer.status, answer.value["code"]) == (status, code)
    assert b"s3cret" not in answer.body
    assert ((b"retry-after", b"1") in answer.headers) == (status == 503)
    failed = [line for line in lines if line["event"] in ("game failed", "request failed")]
    for line in failed:
        line.pop("milliseconds", None)
        line["exc_info"] = repr(line["exc_info"])
    half = len(failed) // 2
    assert failed[:half] == failed[half:]
    events = [line["event"] for line in failed[:half]]
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
