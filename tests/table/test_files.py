"""How the page's files are served."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from app.http.pages import FILES
from app.main import create_app
from app.settings import Settings

MOST_LINES = 300


@pytest.fixture
async def client(tmp_path: Path) -> AsyncIterator[httpx.AsyncClient]:
    app = create_app(Settings(database=f"sqlite:///{tmp_path}/table.db"))
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://test") as made:
        yield made


async def test_the_page_may_load_only_what_the_service_serves(client: httpx.AsyncClient) -> None:
    page = await client.get("/table/")
    assert page.status_code == 200
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert page.headers["content-security-policy"].startswith("default-src 'self';")
    assert page.headers["x-content-type-options"] == "nosniff"
    assert page.headers["referrer-policy"] == "no-referrer"
    assert not re.search(r"<script(?![^>]*src)|<style|\son\w+=", page.text)


async def test_files_are_asked_about_and_sent_once(client: httpx.AsyncClient) -> None:
    first = await client.get("/table/main.js")
    assert first.headers["content-type"].startswith("text/javascript")
    assert first.headers["cache-control"] == "no-cache"
    again = await client.get("/table/main.js", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


async def test_the_address_without_a_slash_leads_there(client: httpx.AsyncClient) -> None:
    assert (await client.get("/table")).headers["location"] == "/table/"


@pytest.mark.parametrize("path", ["/table/nothing.js", "/table/../app/main.py", "/v1/nothing", "/nothing"])
async def test_what_is_not_there_is_no_page(client: httpx.AsyncClient, path: str) -> None:
    answer = await client.get(path)
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/problem+json"


def test_modules_are_small_and_name_no_other_place() -> None:
    for path in FILES.rglob("*.*"):
        if path.parent.name == "vendor":
            continue
        text = path.read_text()
        assert text.count("\n") < MOST_LINES, path
        assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", text), path
