"""Compression: what is sent to who takes gzip, by its size and type."""

import gzip

import httpx
import pytest

from app.service import COMPRESSED_FROM
from tests.app.support.table import open_table

TRANSCRIPTS = b'{"transcript": "game sand"}\n' * 40


async def fetched(client: httpx.AsyncClient, path: str, encoding: str) -> httpx.Response:
    return await client.get(path, headers={"Accept-Encoding": encoding})


@pytest.mark.parametrize(
    "path", ["/v1/games", "/v1/games/sand", "/openapi.json", "/table/main.js", "/table/texts/de.json"]
)
async def test_a_long_text_is_compressed_for_who_takes_it(client: httpx.AsyncClient, path: str) -> None:
    plain, small = await fetched(client, path, "identity"), await fetched(client, path, "gzip")
    assert "content-encoding" not in plain.headers
    assert small.headers["content-encoding"] == "gzip"
    assert "accept-encoding" in small.headers["vary"].lower()
    assert small.content == plain.content
    assert len(gzip.compress(plain.content, 6)) < len(plain.content) * 0.7


async def test_what_is_short_is_sent_as_it_is(client: httpx.AsyncClient) -> None:
    answer = await fetched(client, "/healthz", "gzip")
    assert len(answer.content) < COMPRESSED_FROM
    assert "content-encoding" not in answer.headers


async def test_a_compressed_view_keeps_its_version(client: httpx.AsyncClient) -> None:
    table = await open_table(client, "wohin-damit", tuple("ABCDEFGHIJKL"))
    answer = await fetched(client, table.address, "gzip")
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["etag"] == '"0"'
    again = await client.get(table.address, headers={"Accept-Encoding": "gzip", "If-None-Match": '"0"'})
    assert (again.status_code, again.content) == (304, b"")


async def test_lines_that_come_one_by_one_are_sent_as_they_are(client: httpx.AsyncClient) -> None:
    headers = {"Accept-Encoding": "gzip", "Content-Type": "application/x-ndjson"}
    answer = await client.post("/v1/games/sand/check", content=TRANSCRIPTS, headers=headers)
    assert answer.headers["content-type"].startswith("application/x-ndjson")
    assert len(answer.content) > COMPRESSED_FROM
    assert "content-encoding" not in answer.headers
