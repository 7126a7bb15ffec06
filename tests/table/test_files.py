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


IMPORT = re.compile(r'^(?:import|export) [^"]*?from "(\./|\.\./)([^"]+)";$', re.MULTILINE)
LAZY = re.compile(r'import\("\./([^"]+)"\)')


def imported(module: str) -> set[str]:
    """The module and all that comes with it before it runs, by path from the page's folder."""
    known, left = set(), [module]
    while left:
        at = left.pop()
        if at not in known:
            known.add(at)
            path = FILES / at
            left += [
                (path.parent / f"{up}{to}").resolve().relative_to(FILES.resolve()).as_posix()
                for up, to in IMPORT.findall(path.read_text())
            ]
    return known


def test_the_document_asks_at_once_for_what_every_view_needs() -> None:
    asked = re.findall(r'rel="modulepreload" href="([^"]+)"', (FILES / "index.html").read_text())
    assert len(set(asked)) == len(asked)
    assert {"main.js", *asked} == imported("main.js")


def test_each_view_asks_at_once_for_all_that_it_needs() -> None:
    text = (FILES / "loading.js").read_text()
    for name, modules in re.findall(r"^const (\w+) = \[(.*?)\];", text, re.MULTILINE | re.DOTALL):
        text = text.replace(f"...{name}", modules)
    listed = {}
    for view in re.split(r"^  (?=\w+: \{$)", text, flags=re.MULTILINE)[1:]:
        modules = view[view.index("modules:") : view.index("styles:")]
        listed[view[: view.index(":")]] = set(re.findall(r'"([^"]+\.js)"', modules))
        listed[view[: view.index(":")]] |= set(LAZY.findall(view))
    shared = imported("main.js")
    boards = [imported(f"boards/{name}") for name in LAZY.findall((FILES / "boards/boards.js").read_text())]
    session = imported("views/session.js") | set.intersection(*boards)
    dialogs = [imported(f"views/{name}") for name in LAZY.findall((FILES / "views/table.js").read_text())]
    assert listed == {
        "start": imported("views/start.js") - shared,
        "new": imported("views/setup.js") - shared,
        "session": session - shared,
        "gone": imported("views/gone.js") - shared,
        "check": imported("views/check.js") - shared,
        "points": imported("views/points.js") - shared,
        "analysis": imported("views/analysis.js") - shared - session,
        "dialogs": (set.union(*dialogs) | {"vendor/lean-qr.js"}) - shared - session,
    }
