"""What a connection bears: heads, trailers and pipelines in any pieces, and clients that send nonsense or go away."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from app.settings import HEADER_LIMIT
from tests.app.support.connections import House, answer, post, request, served, until

pytestmark = pytest.mark.asyncio(loop_scope="module")

NONSENSE = b"nonsense\r\n\r\n"
SMALL = request("GET /other HTTP/1.1", "x-long: " + "x" * 80)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared() -> AsyncIterator[House]:
    async with served(timeout_graceful_shutdown=1) as house:
        yield house


@pytest_asyncio.fixture(loop_scope="module")
async def house(shared: House) -> AsyncIterator[House]:
    """One for all, on whose loop nothing goes wrong unseen."""
    unhandled: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: unhandled.append(context))
    yield shared
    await shared.left()
    assert unhandled == []


async def test_heads_may_be_cut_anywhere_in_a_long_pipeline(house: House) -> None:
    client = await house.client()
    many = HEADER_LIMIT // len(SMALL) + 10
    await client.send(SMALL + SMALL[:40], SMALL[40:] + SMALL * many + SMALL[:40], SMALL[40:])
    for _ in range(many + 3):
        assert (await client.answer()).status == 200


async def test_requests_that_all_ask_to_upgrade_are_answered(house: House) -> None:
    client = await house.client()
    asking = request("GET /other HTTP/1.1", "Connection: upgrade", "Upgrade: x")
    await client.send(asking * 2000)
    for _ in range(2000):
        assert (await client.answer()).status == 200


@pytest.mark.parametrize("endless", [b"x1: y\r\n" * 500, b"y" * 4000], ids=["fields", "a value"])
async def test_trailers_without_end_are_refused(house: House, endless: bytes) -> None:
    client = await house.client()
    head = request("POST /other HTTP/1.1", "transfer-encoding: chunked")
    await client.send(head + b"2\r\n{}\r\n0\r\nx0: ")
    for _ in range(HEADER_LIMIT // len(endless) + 1):
        await client.send(endless)
    assert (await client.answer()).status == 431
    assert await client.ended()


async def test_trailers_are_no_headers(house: House) -> None:
    client = await house.client()
    for target in ("/other", "/taken"):
        head = request(f"POST {target} HTTP/1.1", "transfer-encoding: chunked")
        house.direct.soon = answer
        await client.send(head + b"2\r\n{}\r\n0\r\nAuthorization: Bearer x\r\n\r\n")
        assert (await client.answer()).told["body"] == "{}"
    fields = [name for offer in house.offers for name, _ in offer.headers]
    fields += [name for scope in house.app.scopes for name, _ in scope["headers"]]
    assert b"transfer-encoding" in fields
    assert b"authorization" not in fields


@pytest.mark.parametrize("together", [True, False])
@pytest.mark.parametrize("target", ["/taken?1", "/other?1"])
async def test_nonsense_after_a_request_does_not_cost_its_answer(
    house: House, target: str, together: bool, caplog: pytest.LogCaptureFixture
) -> None:
    house.app.may.clear()
    client = await house.client()
    for sent in [post(target, "dice") + NONSENSE] if together else [post(target, "dice"), NONSENSE]:
        await client.send(sent)
    for exchange in house.offers:
        answer(exchange)
    house.app.may.set()
    said = await client.answer()
    assert (said.status, said.told["body"]) == (200, "dice")
    assert (await client.answer()).status == 400
    assert await client.ended()
    assert [record.getMessage() for record in caplog.records] == ["Invalid HTTP request received."]


@pytest.mark.parametrize("target", ["/taken?1", "/other?1"])
@pytest.mark.parametrize("wrong", ["431 in a head", "431 in a trailer", "400 in a body", "400 without a host"])
async def test_a_refusal_never_takes_the_place_of_an_answer(house: House, target: str, wrong: str) -> None:
    """Two requests are to be answered; what is wrong with the third comes after both."""
    house.app.may.clear()
    head = request("POST /other HTTP/1.1", "transfer-encoding: chunked")
    refused, *more = {
        "431 in a head": [SMALL[:-2], *[b"x" * 4000] * 5],
        "431 in a trailer": [head + b"2\r\n{}\r\n0\r\nx0: ", *[b"y" * 4000] * 5],
        "400 in a body": [head + b"nine\r\n"],
        "400 without a host": [SMALL.replace(b"host", b"hose")],
    }[wrong]
    client = await house.client()
    await client.send(post(target, "one"))
    client.writer.write(post("/other?2", "two") + refused)
    for exchange in house.offers:
        answer(exchange)
    for piece in more:
        await asyncio.sleep(0.01)
        client.writer.write(piece)
    await asyncio.sleep(0.01)
    house.app.may.set()
    assert [(await client.answer()).told["body"] for _ in range(2)] == ["one", "two"]
    last = await client.answer()
    assert (str(last.status), last.fields["connection"]) == (wrong[:3], "close")
    assert last.fields["content-type"] == "application/problem+json"
    assert await client.ended()


async def test_a_stream_is_ended_and_nothing_written_into_it(house: House) -> None:
    client = await house.client()
    head = request("POST /stream HTTP/1.1", "transfer-encoding: chunked")
    house.direct.takes = b"/none"
    await client.send(head + b"2\r\n{}\r\n0\r\n\r\n")
    await client.head()
    client.writer.write(NONSENSE)
    await asyncio.sleep(0.05)
    client.writer.close()
    await until(lambda: house.app.gone)


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"GET /other HTTP/1.1\r\n\r\n", 400),
        (b"POST /taken HTTP/1.1\r\ncontent-length: 0\r\n\r\n", 400),
        (b"GET /other HTTP/1.1\r\nhost: a\r\nhost: a\r\n\r\n", 400),
        (b"GET /other HTTP/1.0\r\nhost: a\r\nhost: b\r\n\r\n", 400),
        (b"GET /other HTTP/1.1\r\nhost: \r\n\r\n", 200),
        (b"GET /other HTTP/1.0\r\n\r\n", 200),
    ],
)
async def test_a_request_names_one_host(house: House, sent: bytes, status: int) -> None:
    client = await house.client()
    await client.send(sent)
    said = await client.answer()
    assert said.status == status
    if status == 400:
        assert (said.told["code"], said.fields["content-type"]) == ("malformed-request", "application/problem+json")
        assert "date" in said.fields
        assert await client.ended()


@pytest.mark.parametrize(
    ("first", "manner"), [("/other", "closes"), ("/other", "resets"), ("/taken", "has just closed")]
)
async def test_who_goes_away_in_the_middle_of_a_pipeline_is_nobodys_fault(
    house: House, first: str, manner: str, caplog: pytest.LogCaptureFixture
) -> None:
    house.app.may.clear()
    client = await house.client()
    await client.send(post(first, "dice") + post("/other", "dice") * 3)
    await house.gone(client, manner, owed=True)
    house.app.may.set()
    for exchange in house.offers:
        answer(exchange)
    await house.left()
    assert [record.getMessage() for record in caplog.records] == []
