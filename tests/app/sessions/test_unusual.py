"""Moves in unusual forms: the shorter ways answer them as the plain one does, or leave them to it."""

import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import orjson
import pytest
import pytest_asyncio

from tests.app.support.twins import ROLL, Twins, bearer, chunks, twins_on
from tests.app.support.wire import Headers

together = pytest.mark.asyncio(loop_scope="session")
pytestmark = pytest.mark.usefixtures("clock")

NEW_ID = re.compile(rb"[0-9a-f]{12}-[1-9][0-9]*")


@pytest_asyncio.fixture(scope="module", loop_scope="session", params=["fast", "direct"])
async def twins(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Twins]:
    async with AsyncExitStack() as stack:
        yield await twins_on(request.param, tmp_path_factory.mktemp("twins"), stack)


@together
@pytest.mark.parametrize("method", ["GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS"])
async def test_other_methods_are_answered_alike(twins: Twins, method: str) -> None:
    party = await twins.open()
    answer = await twins.same(f"{party.address}/roll", chunks(b"{}"), method=method, short=False)
    assert answer.status == 405


@together
@pytest.mark.parametrize(
    ("path", "ways", "status"),
    [
        ("/v1/sessions/{id}/roll", "fast direct", 200),
        ("/v1/sessions/{id}/roll/", "", 404),
        ("/v1/sessions/{id}//roll", "", 404),
        ("//v1/sessions/{id}/roll", "", 404),
        ("/v1/sessions/{id}/Roll", "", 404),
        ("/v1/sessions/{id}/set_aside", "", 404),
        ("/v1/sessions/{id}/steal", "", 404),
        ("/V1/sessions/{id}/roll", "", 404),
        ("/v1/sessions/{ID}/roll", "", 404),
        ("/v1/sessions/{hex}/roll", "", 404),
        ("/v1/sessions/{braces}/roll", "", 404),
        ("/v1/sessions/------------------------------------/roll", "fast", 404),
        ("/v1/sessions/" + "0" * 36 + "/roll", "fast", 404),
    ],
)
async def test_other_paths_are_answered_alike(twins: Twins, path: str, ways: str, status: int) -> None:
    party = await twins.open()
    shown = party.session["id"]
    forms = {"id": shown, "ID": shown.upper(), "hex": shown.replace("-", ""), "braces": "{" + shown + "}"}
    short = twins.way in ways
    answer = await twins.same(path.format(**forms), chunks(b"{}"), [bearer(party.host)], short=short)
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
    answer = await twins.same(f"{party.address}/roll", chunks(b"{}"), [bearer(party.host)], query=query, short=False)
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
        answer = await twins.same(path, wrong, headers, short=twins.way == "fast")
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
