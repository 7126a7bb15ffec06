"""What operators ask the service for, and what it is deployed with."""

import asyncio
import re
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml  # type: ignore[import-untyped]  # its stubs are a package of their own
from fastapi import FastAPI

from app.cli.settings import variable
from app.contract import checks, transcripts
from app.operation.endpoints import PROBE_SECONDS, Readiness
from app.sessions.service import Sessions
from app.settings import BODY_LIMIT, HEADER_LIMIT, Settings
from app.store.migrate import is_postgres
from app.store.rows import SCHEMA, UNREACHABLE, Check
from tests.app.support.sql import execute

ROOT = Path(__file__).parents[3]
GIVEN = {
    "POSTGRES_PASSWORD": "0f1e2d3c4b5a",
    "ROLLWRIGHT_SECRET_KEY": "0123456789abcdef0123456789abcdef",
    "ROLLWRIGHT_SITE": "games.example",
}
"""What an operator writes into the file that compose reads."""


async def test_health_does_not_ask_the_store_and_readiness_does(
    client: httpx.AsyncClient, service: FastAPI, database: str
) -> None:
    shown = (await client.get("/readyz")).json()
    assert set(shown.pop("warnings")) <= {"fsync-off"}  # the tests' own server is
    assert shown == {"status": "ready", "left_out": []}
    await execute(database, "UPDATE alembic_version SET version_num = '0001'")
    answer = await client.get("/readyz")
    assert (answer.status_code, answer.json()["code"]) == (503, "not-ready")
    assert int(answer.headers["Retry-After"]) > 0
    await execute(database, "UPDATE alembic_version SET version_num = ?", SCHEMA)
    assert (await client.get("/readyz")).status_code == 200
    await execute(database, "ALTER TABLE alembic_version RENAME TO elsewhere")
    assert (await client.get("/readyz")).status_code == 503
    assert (await client.get("/healthz")).json() == {"status": "ok"}


async def test_all_who_ask_whether_it_is_ready_share_one_look_at_the_store() -> None:
    looks, free = 0, asyncio.Event()

    async def look() -> Check:
        nonlocal looks
        looks += 1
        await free.wait()
        return UNREACHABLE if looks == 2 else Check()

    readiness = Readiness(look)
    asking = [asyncio.create_task(readiness.ready()) for _ in range(100)]
    await asyncio.sleep(0)
    asking[0].cancel()
    free.set()
    assert await asyncio.gather(*asking[1:]) == [Check()] * 99
    assert await asyncio.gather(*(readiness.ready() for _ in range(100))) == [UNREACHABLE] * 100
    assert looks == 2

    async def fail() -> Check:
        raise LookupError

    failing = Readiness(fail)
    for _ in range(2):
        with pytest.raises(LookupError):
            await failing.ready()


async def test_the_store_is_not_looked_at_again_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []
    plain = asyncio.sleep

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)
        await plain(0)

    async def look() -> Check:
        return Check()

    monkeypatch.setattr(asyncio, "sleep", sleep)
    readiness = Readiness(look)
    for _ in range(3):
        await readiness.ready()
    assert pauses[0] <= 0
    assert all(0 < pause <= PROBE_SECONDS for pause in pauses[1:])


async def test_figures_are_in_the_text_format(client: httpx.AsyncClient, service: FastAPI) -> None:
    sessions: Sessions = service.state.sessions
    sessions.metrics.stream_opened()  # a figure that no timer sets meanwhile
    await client.get("/healthz")
    answer = await client.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=")
    assert re.search(r'_count{method="GET",route="/healthz",status="200"} 1\.0$', answer.text, re.MULTILINE)
    assert "rollwright_open_streams 1.0\n" in answer.text


# --- compose.yaml ---


@pytest.fixture(scope="module")
def services() -> dict[str, Any]:
    made: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]
    return made


def filled(value: str, given: dict[str, str]) -> str:
    """A value with its variables replaced as compose does it: `${NAME:-else}` and `${NAME:?complaint}`."""

    def replaced(found: re.Match[str]) -> str:
        name, kind, otherwise = found.groups()
        if kind == "?" and not given.get(name):
            raise LookupError(name)
        return given.get(name) or (otherwise if kind == "-" else "")

    return re.sub(r"\$\{(\w+):([-?])([^}]*)\}", replaced, value)


def test_compose_sets_settings_that_there_are(services: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    environment: dict[str, str] = services["service"]["environment"]
    known = {variable(name) for name in Settings.model_fields} | {"DATABASE_URL"}
    assert set(environment) <= known
    for name, value in environment.items():
        monkeypatch.setenv(name, filled(value, GIVEN))
    settings = Settings()
    assert is_postgres(settings.database)
    assert GIVEN["POSTGRES_PASSWORD"] in settings.database
    assert settings.secret_key is not None
    assert settings.require_api_key
    assert settings.limit_openings
    assert settings.limit_moves
    assert settings.limit_requests
    assert settings.cors_origins == ()


def test_compose_starts_with_no_secret_that_everybody_knows(services: dict[str, Any]) -> None:
    example = dict(
        line.split("=", 1)
        for line in (ROOT / "deploy" / "example.env").read_text().splitlines()
        if line and not line.startswith("#")
    )
    values = [value for service in services.values() for value in service["environment"].values()]
    assert set(re.findall(r"\$\{(\w+)", " ".join(values))) == set(example)
    for name in GIVEN:
        with pytest.raises(LookupError, match=name):
            filled(" ".join(values), GIVEN | {name: ""})
    assert not example["POSTGRES_PASSWORD"]
    assert not example["ROLLWRIGHT_SECRET_KEY"]


def test_the_proxy_lets_through_what_the_service_takes() -> None:
    directives = dict(
        re.findall(r"^\s*(\w+) (\d+(?:[KM]iB|[sm]))$", (ROOT / "deploy" / "Caddyfile").read_text(), re.MULTILINE)
    )
    units = {"KiB": 1024, "MiB": 1024**2, "s": 1, "m": 60}
    bounds = {
        name: int(re.sub(r"\D", "", value)) * units[re.sub(r"\d", "", value)] for name, value in directives.items()
    }
    largest = max(BODY_LIMIT, transcripts.BODY_LIMIT, checks.MOST_BYTES)
    assert largest <= bounds["max_size"] <= 2 * largest, "what is far beyond never reaches the service"
    assert HEADER_LIMIT < bounds["max_header_size"] <= 4 * HEADER_LIMIT
    assert Settings.model_fields["heartbeat_seconds"].default < bounds["idle"]


def test_compose_lets_only_the_proxy_be_reached(services: dict[str, Any]) -> None:
    assert [name for name, service in services.items() if "ports" in service] == ["proxy"]
    assert "inside" not in services["proxy"]["networks"]
    whole = yaml.safe_load((ROOT / "compose.yaml").read_text())
    [edge] = whole["networks"]["edge"]["ipam"]["config"]
    assert edge["subnet"] == services["service"]["environment"]["ROLLWRIGHT_TRUSTED_PROXIES"]
    assert whole["networks"]["inside"] == {"internal": True}
    assert "/readyz" in services["service"]["healthcheck"]["test"][-1]
    assert services["service"]["command"][:2] == ["rollwright", "serve"]
    for service in services.values():
        for volume in service.get("volumes", ()):
            source = volume.split(":")[0]
            assert (ROOT / source).exists() if source.startswith(".") else source in whole["volumes"]
