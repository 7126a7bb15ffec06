"""Errors: one shape, declared once, each with a page."""

from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from app.http.problem_kinds import KINDS
from app.http.problems import page
from app.settings import BODY_LIMIT
from app.store.rows import Full, Unavailable
from tests.app.support.table import open_table

PAGES = {path.stem: path.read_text() for path in Path("docs/problems").glob("*.md")}


async def test_every_kind_has_its_page_in_the_docs_and_in_the_service(client: httpx.AsyncClient) -> None:
    assert set(PAGES) == set(KINDS)
    for code, kind in KINDS.items():
        answer = await client.get(f"/problems/{code}")
        assert answer.text == page(kind) == PAGES[code]


async def test_an_address_that_is_none(client: httpx.AsyncClient) -> None:
    for answer in [await client.get(path) for path in ("/v1/nothing", "/problems/nothing", "/v1/games/")]:
        assert answer.status_code == 404
        assert answer.json()["code"] == "not-found"


async def test_a_method_that_is_not_taken_is_told_those_that_are(client: httpx.AsyncClient) -> None:
    paths = (await client.get("/openapi.json")).json()["paths"]
    assert set(paths["/v1/sessions/{session}"]) == {"get", "delete"}
    for path, operations in paths.items():
        taken = {method.upper() for method in operations} | ({"HEAD"} if "get" in operations else set())
        for method in ("BREW", *{"PUT", "POST"} - taken):
            answer = await client.request(method, path.replace("{", "").replace("}", ""))
            assert (answer.status_code, answer.json()["code"]) == (405, "method-not-allowed"), path
            assert answer.headers["allow"] == ", ".join(sorted(taken)), path


@pytest.mark.parametrize("body", [b"", b"{", b'{"game":', b"nonsense", b"\xff\xfe", b"[" * 5000, b'{"dice":[NaN]}'])
async def test_malformed_json_is_400(client: httpx.AsyncClient, body: bytes) -> None:
    answer = await client.post("/v1/sessions", content=body)
    assert answer.status_code == 400
    assert answer.json()["code"] == "malformed-json"


@pytest.mark.parametrize("path", ["/v1/sessions", "/v1/games/sand/score", "/v1/sessions/unknown/moves"])
async def test_a_body_above_the_limit_is_413_before_anything_else(client: httpx.AsyncClient, path: str) -> None:
    for body in (b"{" + b" " * BODY_LIMIT, _pieces()):
        answer = await client.post(path, content=body)
        assert answer.status_code == 413
        assert answer.json()["code"] == "body-too-large"
    allowed = await client.post("/v1/sessions", content=b" " * BODY_LIMIT)
    assert allowed.status_code == 400


async def _pieces() -> AsyncIterator[bytes]:
    for _ in range(BODY_LIMIT // 1000 + 1):
        yield b" " * 1000


@pytest.mark.parametrize(
    ("failure", "status", "code"),
    [
        (Unavailable(), 503, "store-unavailable"),
        (Full(), 507, "store-full"),
        (RuntimeError("s3cret"), 500, "internal"),
    ],
)
async def test_a_failing_store_is_said_plainly_and_tells_nothing(
    client: httpx.AsyncClient,
    service: FastAPI,
    monkeypatch: pytest.MonkeyPatch,
    failure: Exception,
    status: int,
    code: str,
) -> None:
    table = await open_table(client, "titusind")

    async def fail(*_: object) -> None:
        raise failure

    monkeypatch.setattr(service.state.sessions.store, "change", fail)
    answer = await table.post("roll", {})
    assert answer.status_code == status
    assert answer.json()["code"] == code
    assert "s3cret" not in answer.text
    assert ("retry-after" in answer.headers) == (status == 503)


@pytest.mark.parametrize(
    ("body", "pointer", "detail"),
    [
        ({"seats": []}, "/seats", "At least 1 must be given, not 0."),
        (
            {"seats": [{"name": " "}]},
            "/seats/0/name",
            "The text is blank, or has characters that are not allowed here.",
        ),
        ({"seats": [{"name": "Ida", "open": True}]}, "/seats/0/name", "There is no such field here."),
        ({"seats": [{"open": False}]}, "/seats/0/open", "One of these is needed: true."),
        ({"seats": [{}]}, "/seats/0/name", "The field is missing."),
        ({"seats": [7]}, "/seats/0", "An object is needed."),
        ({"seats": [{"name": "Ida"}], "turn_seconds": 0}, "/turn_seconds", "The number must be at least 1."),
        ({"seats": [{"name": "Ida"}], "turn_seconds": "9"}, "/turn_seconds", "A whole number is needed."),
    ],
)
async def test_faults_are_told_plainly_at_their_place(
    client: httpx.AsyncClient, body: dict[str, object], pointer: str, detail: str
) -> None:
    answer = await client.post("/v1/sessions", json={"game": "sand"} | body)
    assert answer.status_code == 422
    assert [(fault["pointer"], fault["detail"]) for fault in answer.json()["errors"]] == [(pointer, detail)]
