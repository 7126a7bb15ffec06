"""Batches: one line in, one line out, while the rest is still on its way."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from app.checks import batch
from app.checks.batch import Line, Lines
from app.contract.checks import MOST_BYTES
from tests.app.support.event_streams import on_a_socket
from tests.support.patience import PATIENCE

NDJSON = {"Content-Type": "application/x-ndjson"}
GOOD = json.dumps({"sheets": [{"turns": [{"points": 350}]}]}).encode()
WRONG = json.dumps({"sheets": [{"turns": [{"points": 351}]}]}).encode()
TEXT = json.dumps("game sand\nseat Ida\nIda: 114466 (11)=200").encode()


async def send(client: httpx.AsyncClient, body: Any) -> list[Any]:
    answer = await client.post("/v1/games/sand/check", content=body, headers=NDJSON)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/x-ndjson"
    return [json.loads(line) for line in answer.text.splitlines()]


async def test_each_line_is_answered_by_a_line(client: httpx.AsyncClient) -> None:
    answers = await send(client, b"\n".join([GOOD, b"", WRONG, b"  \r", b"{", TEXT, b'{"sheets": 1}', GOOD]))
    assert [answer["line"] for answer in answers] == [1, 3, 5, 6, 7, 8]
    assert [answer.get("valid") for answer in answers] == [True, False, None, True, None, True]
    assert answers[2]["problem"]["code"] == "malformed-json"
    assert answers[4]["problem"]["errors"][0]["pointer"] == "/sheets"


async def test_an_empty_batch_has_no_answers(client: httpx.AsyncClient) -> None:
    assert await send(client, b"") == []
    assert await send(client, b"\n\n") == []


async def test_a_line_that_is_too_long_does_not_end_the_batch(
    client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batch, "BODY_LIMIT", 100)
    answers = await send(client, b"\n".join([GOOD, b" " * 101, GOOD]))
    assert [answer.get("valid") for answer in answers] == [True, None, True]
    assert answers[1]["problem"]["code"] == "body-too-large"


async def test_too_many_lines_end_the_batch(client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "MOST_LINES", 3)
    assert len(await send(client, GOOD + b"\n" + GOOD + b"\n" + GOOD + b"\n")) == 3
    answers = await send(client, b"\n".join([GOOD] * 5))
    assert [answer.get("valid") for answer in answers] == [True, True, True, None]
    assert answers[3]["line"] is None
    assert answers[3]["problem"]["code"] == "batch-too-large"


async def test_too_many_bytes_end_the_batch(client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "MOST_BYTES", 1000)

    async def body() -> AsyncIterator[bytes]:
        for _ in range(1000):
            yield GOOD + b"\n"

    answers = await send(client, body())
    assert [answer.get("valid") for answer in answers] == [True] * (len(answers) - 1) + [None]
    assert answers[-1]["problem"]["code"] == "batch-too-large"
    assert len(answers) == 1000 // (len(GOOD) + 1) + 1


async def test_what_says_that_it_is_too_large_is_refused_at_once(client: httpx.AsyncClient) -> None:
    headers = NDJSON | {"Content-Length": str(MOST_BYTES + 1)}
    answer = await client.post("/v1/games/sand/check", content=b"{}", headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (413, "batch-too-large")


async def test_a_failure_is_one_lines(client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def answer(self: Any, body: bytes) -> Any:
        if body == WRONG:
            raise RuntimeError("a defect")
        return {"valid": True}

    monkeypatch.setattr("app.checks.answers.Checker.answer", answer)
    answers = await send(client, b"\n".join([GOOD, WRONG, GOOD]))
    assert [answer.get("valid") for answer in answers] == [True, None, True]
    assert answers[1]["problem"]["code"] == "internal"


async def test_answers_leave_while_the_batch_arrives(service: FastAPI) -> None:
    """Each line is sent only once the one before has been answered."""
    answered = asyncio.Queue[Any]()
    before: list[Any] = []

    async def body() -> AsyncIterator[bytes]:
        for line in (GOOD, WRONG, TEXT):
            yield line + b"\n"
            async with asyncio.timeout(PATIENCE):
                before.append(await answered.get())
        yield GOOD

    async with on_a_socket(service) as client:
        host, port = client.base_url.host, client.base_url.port
        assert (await client.get("/healthz")).is_success  # it listens
        reader, writer = await asyncio.open_connection(host, port)
        head = (
            "POST /v1/games/sand/check HTTP/1.1",
            f"Host: {host}",
            "Content-Type: application/x-ndjson",
            "Transfer-Encoding: chunked",
            "Connection: close",
        )
        writer.write("\r\n".join((*head, "", "")).encode())

        async def read() -> list[Any]:
            found = []
            while line := await reader.readline():
                if line.startswith(b"{"):
                    found.append(json.loads(line))
                    answered.put_nowait(found[-1])
            return found

        reading = asyncio.create_task(read())
        async for part in body():
            writer.write(b"%x\r\n%b\r\n" % (len(part), part))
            await writer.drain()
        writer.write(b"0\r\n\r\n")
        found = await asyncio.wait_for(reading, PATIENCE)
        writer.close()
        await writer.wait_closed()
    assert [answer["valid"] for answer in found] == [True, False, True, True]
    assert before == found[:3]


def cut(parts: list[bytes]) -> Iterator[Line]:
    lines = Lines()
    for part in parts:
        yield from lines.feed(part)
    yield from lines.end()


@pytest.mark.parametrize("size", [1, 2, 3, 7, 100])
def test_lines_do_not_depend_on_how_they_arrive(size: int) -> None:
    body = b"one\ntwo\r\n\n" + b"four" * 5 + b"\nfive"
    parts = [body[at : at + size] for at in range(0, len(body), size)]
    assert list(cut(parts)) == [
        Line(1, b"one"),
        Line(2, b"two\r"),
        Line(3, b""),
        Line(4, b"four" * 5),
        Line(5, b"five"),
    ]


def test_no_more_is_kept_than_a_line_may_have(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "BODY_LIMIT", 4)
    assert list(cut([b"1234\n12", b"345", b"6\n1234"])) == [Line(1, b"1234"), Line(2, None), Line(3, b"1234")]
    lines = Lines()
    for _ in range(100):
        assert list(lines.feed(b"123")) == []
        assert len(lines._pending) <= 4
    assert list(lines.end()) == [Line(1, None)]
