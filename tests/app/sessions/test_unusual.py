"""Moves in unusual forms: the connection answers them as the plain way does, or leaves them to it."""

import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import orjson
import pytest
import pytest_asyncio
from starlette.types import Message

from app.sessions.moves import ROUTES
from app.settings import BODY_LIMIT
from tests.app.support.twins import GONE, PUBLIC, ROLL, Request, Twins, asgi, bearer, chunks, figures, twins_on
from tests.app.support.wire import Headers

together = pytest.mark.asyncio(loop_scope="session")
pytestmark = pytest.mark.usefixtures("clock")

NEW_ID = re.compile(rb"[0-9a-f]{12}-[1-9][0-9]*")


@pytest_asyncio.fixture(scope="module", loop_scope="session", params=[{}, PUBLIC], ids=["bare", "public"])
async def twins(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Twins]:
    async with AsyncExitStack() as stack:
        yield await twins_on(tmp_path_factory.mktemp("twins"), stack, **request.param)


@together
@pytest.mark.parametrize("method", ["GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS"])
async def test_other_methods_are_answered_alike(twins: Twins, method: str) -> None:
    party = await twins.open()
    answer = await twins.same(f"{party.address}/roll", chunks(b"{}"), method=method, direct=False)
    assert answer.status == 405


@together
@pytest.mark.parametrize(
    ("path", "direct", "status"),
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
        ("/v1/sessions/------------------------------------/roll", False, 404),
        ("/v1/sessions/" + "0" * 36 + "/roll", False, 404),
    ],
)
async def test_other_paths_are_answered_alike(twins: Twins, path: str, direct: bool, status: int) -> None:
    party = await twins.open()
    shown = party.session["id"]
    forms = {"id": shown, "ID": shown.upper(), "hex": shown.replace("-", ""), "braces": "{" + shown + "}"}
    answer = await twins.same(path.format(**forms), chunks(b"{}"), [bearer(party.host)], direct=direct)
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
    ],
)
async def test_other_queries_are_answered_alike(twins: Twins, query: bytes, status: int) -> None:
    party = await twins.open()
    answer = await twins.same(f"{party.address}/roll", chunks(b"{}"), [bearer(party.host)], query=query, direct=False)
    assert answer.status == status
    await twins.agree(party)


def all_of(name: bytes, *values: bytes) -> list[tuple[bytes, bytes]]:
    return [(name, value) for value in values]


@together
async def test_headers_in_unusual_forms_are_read_alike(twins: Twins) -> None:
    party = await twins.open(dice_source="players")
    host, seat, dead = (f"Bearer {token}".encode() for token in (party.host, party.tokens[0], "x"))
    path, wrong = f"{party.address}/roll", chunks(b'{"dice": [1]}')
    by_seat = all_of(b"authorization", seat)
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
        ([*by_seat, *all_of(b"if-match", b'"0"', b'"9"')], 422),
        ([*by_seat, *all_of(b"if-match", b"\xff")], 412),
        ([*by_seat, *all_of(b"idempotency-key", b"k", b"")], 422),
        ([*by_seat, *all_of(b"content-type", b"text/plain", b"\xff")], 422),
        ([*by_seat, *all_of(b"expect", b"100-continue")], 422),
    ):
        answer = await twins.same(path, wrong, headers)
        assert answer.status == status, headers
    for headers in (
        [*by_seat, *all_of(b"idempotency-key", b"", b"k")],
        [*by_seat, *all_of(b"origin", b"https://example.com")],
    ):
        answer = await twins.same(path, wrong, headers)
        assert answer.status == 422, headers
    right = chunks(orjson.dumps(ROLL))
    twice = [*all_of(b"authorization", seat, dead), *all_of(b"if-match", b'"0"', b'"9"')]
    assert (await twins.same(path, right, [*twice, *all_of(b"idempotency-key", b"k", b"l")])).status == 200
    replay = [*by_seat, *all_of(b"idempotency-key", b"k")]
    assert (await twins.same(path, right, replay)).all_of(b"idempotency-replayed") == [b"true"]
    await twins.agree(party)


@together
@pytest.mark.parametrize(
    ("sent", "echoed"),
    [
        ([], None),
        ([b""], None),
        ([b"one two"], None),
        ([b"\xff"], None),
        ([b"x" * 65], None),
        ([b"x" * 64], b"x" * 64),
        ([b"first", b"last"], b"last"),
        ([b"first", b"in sane"], None),
    ],
)
async def test_ids_of_requests_are_echoed_or_made_alike(
    twins: Twins, sent: list[bytes], echoed: bytes | None
) -> None:
    party = await twins.open(dice_source="players")
    ids: Headers = all_of(b"x-request-id", *sent)
    for body, status in ((b'{"dice": [1]}', 422), (orjson.dumps(ROLL), 200)):
        answers = await twins.both(f"{party.address}/roll", chunks(body), [bearer(party.host)], ids=ids)
        one, other = (answer.all_of(b"x-request-id") for answer in answers)
        if echoed is None:
            assert one != other
            assert all(len(own) == 1 and NEW_ID.fullmatch(own[0]) for own in (one, other))
        else:
            assert one == other == [echoed]
        names = [[name for name, _ in answer.headers] for answer in answers]
        assert (answers[0].status, answers[0].body, names[0]) == (status, answers[1].body, names[1])


# --- bodies in pieces ---


@together
async def test_bodies_may_come_in_pieces(twins: Twins) -> None:
    party = await twins.open(dice_source="players")
    large = b" " * (BODY_LIMIT // 2 + 1)
    cases: list[tuple[list[Message], int, bool]] = [
        (chunks(large, large), 413, False),
        (chunks(large, large, b"{}"), 413, False),
        (chunks(b" " * BODY_LIMIT, b""), 400, False),
        (chunks(b" " * 1000, b" " * 1000), 400, True),
        (chunks(b"", b""), 422, True),
        (chunks(b'{"dice": [1, 1, 1, ', b"", b"5, 5, 2", b"]}"), 200, True),
        ([{"type": "http.request"}], 422, True),
    ]
    for messages, status, direct in cases:
        answer = await twins.same(f"{party.address}/roll", messages, [bearer(party.host)], direct=direct)
        assert answer.status == status
    await twins.agree(party)


@together
@pytest.mark.parametrize("came", [[], chunks(b'{"dice": ', b"")[:1], chunks(b"{}", b"")[:1]], ids=len)
async def test_a_client_that_goes_away_plays_nothing(twins: Twins, came: list[Message]) -> None:
    party = await twins.open()
    sent = Request(f"{party.address}/roll", [*came, *chunks(b"{}")], [bearer(party.host)])
    await asgi(twins.apps[1], sent.scope(), [*came, GONE])  # it may say what it will
    assert figures(twins.apps[1])["rollwright_request_duration_seconds_count", "POST", ROUTES["roll"], "499"] > 0
    whole = b"".join(sent.written())
    assert await twins.worker.abandoned(*(whole[:end] for end in (20, -1))) == [b"", b""]
    await twins.agree(party)
    row, record = await twins.stored(0, party)
    assert row is not None
    assert (row.version, record) == (0, [])


# --- what only ASGI carries ---


@together
@pytest.mark.parametrize(
    ("path", "query", "method", "status"),
    [
        ("{}/roll", b"", "post", 405),
        ("{}/roll", b"", "BREW", 405),
        ("{} /roll", b"", "POST", 404),
        ("/v1/sessions/\u0661/roll", b"", "POST", 404),
        ("{}/roll", b"\xff", "POST", 200),
    ],
)
async def test_what_no_connection_carries_is_answered_too(
    twins: Twins, path: str, query: bytes, method: str, status: int
) -> None:
    party = await twins.open()
    sent = Request(path.format(party.address), chunks(b"{}"), [bearer(party.host)], query, method)
    assert (await twins.plainly(sent)).status == status


@together
async def test_a_length_that_is_none_is_of_no_account_there(twins: Twins) -> None:
    party = await twins.open(dice_source="players")
    headers = [bearer(party.host), (b"content-length", b"x")]
    assert (await twins.plainly(Request(f"{party.address}/roll", chunks(b'{"dice": [1]}'), headers))).status == 422
