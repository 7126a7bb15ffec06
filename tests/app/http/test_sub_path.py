"""Sub-path: below a path of a site, every address that leaves the service begins with it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest

from app.main import create_app
from app.settings import Settings
from rules.registry import built_in

OPENING = {"game": "titusind", "seats": [{"name": "A"}]}


@asynccontextmanager
async def client(tmp_path: Path, **settings: str) -> AsyncIterator[httpx.AsyncClient]:
    app = create_app(Settings(database=f"sqlite:///{tmp_path / 'games.db'}", **settings), built_in())  # type: ignore[arg-type]
    transport = httpx.ASGITransport(app)
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=transport, base_url="http://dice.test") as made,
    ):
        yield made


CASES = [
    pytest.param({"root_path": "/dice"}, "", {}, id="set, and taken off by the proxy"),
    pytest.param({"root_path": "/dice"}, "/dice", {}, id="set, and left on"),
    pytest.param({"trusted_proxies": "*"}, "", {"X-Forwarded-Prefix": "/dice"}, id="told by a proxy"),
    pytest.param({"trusted_proxies": "*"}, "/dice", {"X-Forwarded-Prefix": "/dice/"}, id="told, and left on"),
]


@pytest.mark.parametrize(("settings", "on", "headers"), CASES)
async def test_addresses_that_leave_begin_with_it(
    tmp_path: Path, settings: dict[str, str], on: str, headers: dict[str, str]
) -> None:
    async with client(tmp_path, **settings) as here:
        here.headers.update(headers)
        opened = await here.post(f"{on}/v1/sessions", json=OPENING)
        assert opened.headers["location"] == f"/dice/v1/sessions/{opened.json()['session']['id']}"
        assert (await here.get(f"{on}/table")).headers["location"] == "/dice/table/"
        assert (await here.get(f"{on}/")).headers["location"] == "/dice/table/"
        assert (await here.get(f"{on}/openapi.json")).json()["servers"][0]["url"] == "/dice"
        docs = (await here.get(f"{on}/docs")).text
        assert '"docs/static/swagger-ui-bundle.js"' in docs
        assert "'openapi.json'" in docs
        assert (await here.get(f"{on}/docs/static/swagger-ui.css")).status_code == 200
        assert (await here.get(f"{on}/table/")).status_code == 200
        read = f"{on}/v1/sessions/{opened.json()['session']['id']}"
        assert (await here.get(read)).status_code == 200


@pytest.mark.parametrize("told", ["dice", "//evil.example", "/a b", "/" + "x" * 200, "/dice?x", "/%2e"])
async def test_what_is_no_path_is_not_believed(tmp_path: Path, told: str) -> None:
    async with client(tmp_path, trusted_proxies="*") as here:
        opened = await here.post("/v1/sessions", json=OPENING, headers={"X-Forwarded-Prefix": told})
        assert opened.headers["location"].startswith("/v1/sessions/")


async def test_without_a_trusted_proxy_nobody_says_it(tmp_path: Path) -> None:
    async with client(tmp_path) as here:
        opened = await here.post("/v1/sessions", json=OPENING, headers={"X-Forwarded-Prefix": "/evil"})
        assert opened.headers["location"].startswith("/v1/sessions/")


@pytest.mark.parametrize("path", ["dice", "/dice/", "/a//b", "/dice?", "https://example.org/dice"])
def test_a_setting_that_is_no_path_is_refused(path: str) -> None:
    with pytest.raises(ValueError, match="a path is needed"):
        Settings(root_path=path)
