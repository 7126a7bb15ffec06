"""What a connection bears: heads, trailers and pipelines in any pieces, and clients that send nonsense or go away."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from app.settings import HEADER_LIMIT
from tests.app.support.connections import House, Offer, post, request, served

pytestmark = pytest.mark.asyncio(loop_scope="module")

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
        house.direct.soon = Offer.answer
        await client.send(head + b"2\r\n{}\r\n0\r\nAuthorization: Bearer x\r\n\r\n")
        assert (await client.answer()).told["body"] == "{}"
    fields = [name for offer in house.offers for name, _ in offer.headers]
    fields += [name for scope in house.app.scopes for name, _ in scope["headers"]]
    assert b"transfer-encoding" in fields
    assert b"authorization" not in fields


@pytest.mark.parametrize("settle", [Offer.answer, Offer.hand_over])
async def test_nonsense_after_a_request_does_not_cost_its_answer(
    house: House, settle: Any, caplog: pytest.LogCaptureFixture
) -> None:
    client = await house.client()
    await client.send(post("/taken?1", "dice") + b"nonsense\r\n\r\n")
    settle(house.offers[-1])
    answer = await client.answer()
    assert (answer.status, answer.told["body"]) == (200, "dice")
    assert (await client.answer_in_text()).startswith("HTTP/1.1 400 ")
    assert [record.getMessage() for record in caplog.records] == ["Invalid HTTP request received."]


@pytest.mark.parametrize(
    ("first", "manner"), [("/other", "closes"), ("/other", "resets"), ("/taken", "has just closed")]
)
async def test_who_goes_away_in_the_middle_of_a_pipeline_is_nobodys_fault(
    house: House, first: str, manner: str, caplog: pytest.LogCaptureFixture
) -> None:
    house.app.may.clear()
    client = await house.client()
    await client.send(post(first, "dice") + post("/other", "dice") * 3)
    await house.gone(client, manner)
    house.app.may.set()
    for offer in house.offers:
        offer.answer()
    await house.left()
    assert [record.getMessage() for record in caplog.records] == []
