"""Backups as docs/operations.md has them, made while games are played, and games that go on from them."""

import asyncio
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from uuid import UUID

import httpx
import pytest
from fastapi import FastAPI
from typer.testing import CliRunner

from app.cli.main import main
from app.main import create_app
from app.operation.audit import Tally, audit, orphans
from app.sessions.service import Sessions
from app.settings import Settings
from app.store.migrate import migrate
from rules.registry import built_in
from tests import postgres as servers
from tests.app.support.table import Table, open_table
from tests.postgres import Server
from tests.support.patience import PATIENCE

GAMES = ("titusind", "yatzy", "wohin-damit", "farkle") * 2
ROLLWRIGHT = (sys.executable, "-c", "from app.cli.main import main; main()")


async def run(*command: str | Path) -> None:
    """Run a program beside the event loop; it must succeed."""
    done = await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True, check=False)
    if "server version mismatch" in done.stderr:
        pytest.skip(done.stderr)
    assert done.returncode == 0, done.stderr


@pytest.fixture
def sqlite_copy(sqlite_database: str, tmp_path: Path) -> Callable[[], Awaitable[str]]:
    async def copy() -> str:
        file = tmp_path / "copy.db"
        await run(*ROLLWRIGHT, "backup", file, "--database", sqlite_database)
        return f"sqlite:///{file}"

    return copy


@pytest.fixture
def postgres_copy(postgres: Server, postgres_database: str, tmp_path: Path) -> Iterator[Callable[[], Awaitable[str]]]:
    """With the programs that came with the server, or those of the system where the server is not ours."""
    found = servers._binaries() if postgres.data is not None else Path(shutil.which("pg_dump") or "").parent
    if not (found / "pg_dump").is_file():
        pytest.skip("there is no pg_dump")
    restored = postgres.create_database()

    async def copy() -> str:
        file = tmp_path / "games.dump"
        await run(found / "pg_dump", "--format=custom", f"--file={file}", f"--dbname={postgres_database}")
        await run(found / "pg_restore", "--no-owner", "--exit-on-error", f"--dbname={restored}", file)
        return restored

    yield copy
    postgres.drop_database(restored)


@pytest.fixture
def copy(request: pytest.FixtureRequest, database: str) -> Callable[[], Awaitable[str]]:
    """Makes a backup of the test's database and restores it; the value is the address of what was restored."""
    made: Callable[[], Awaitable[str]] = request.getfixturevalue(
        "sqlite_copy" if database.startswith("sqlite") else "postgres_copy"
    )
    return made


async def play(table: Table, moves: int) -> None:
    """Play on by the last of the legal moves."""
    for _ in range(moves):
        if table.session["outcome"] is not None:
            return
        legal = table.session["legal_moves"][-1]
        answer = await table.post("moves", {"seat": legal["seat"], "move": legal["move"]})
        assert answer.status_code == 200, answer.text


@asynccontextmanager
async def bots(client: httpx.AsyncClient) -> AsyncIterator[list[Table]]:
    """Bots that play meanwhile; the value are their tables, of which there are more and more."""
    sessions: list[Table] = []

    async def bot(game: str) -> None:
        while True:
            table = await open_table(client, game)
            sessions.append(table)
            await play(table, 40)

    playing = [asyncio.create_task(bot(game)) for game in GAMES]
    try:
        yield sessions
    finally:
        for each in playing:
            each.cancel()
        ended = await asyncio.gather(*playing, return_exceptions=True)
    assert all(isinstance(end, asyncio.CancelledError) for end in ended), ended


async def versions(sessions: Sessions, of: list[Table]) -> list[int]:
    """What the store has come to; -1 for a session that it does not hold."""
    rows = [await sessions.store.session(UUID(table.session["id"]).bytes) for table in of]
    return [-1 if row is None else row.version for row in rows]


async def faults(database: str, sessions: Sessions) -> list[object]:
    """What an audit finds."""
    found = [fault async for fault in audit(sessions.store, sessions.referee, Tally())]
    return [*found, *await orphans(database)]


async def test_games_go_on_from_a_backup_made_under_load(
    client: httpx.AsyncClient, service: FastAPI, copy: Callable[[], Awaitable[str]]
) -> None:
    async with bots(client) as sessions:
        async with asyncio.timeout(PATIENCE):
            while sum(table.session["version"] for table in sessions) < 40:  # noqa: ASYNC110 - nobody tells
                await asyncio.sleep(0.01)
        known = list(sessions)
        acknowledged = [table.session["version"] for table in known]
        restored = await copy()
    stored = await versions(service.state.sessions, known)
    assert sum(stored) > sum(acknowledged) > 0, "they have played on meanwhile"

    app = create_app(Settings(database=restored), built_in())
    transport = httpx.ASGITransport(app)
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=transport, base_url="http://test") as second,
    ):
        held = await versions(app.state.sessions, known)
        assert all(told <= now <= last for told, now, last in zip(acknowledged, held, stored, strict=True))
        assert await faults(restored, app.state.sessions) == []
        for table in known:
            table.client = second
            table.session = await table.view()
            await play(table, 10)
        await play(await open_table(second, "yatzy"), 10)
        assert sum(await versions(app.state.sessions, known)) > sum(held), "games go on"
        assert await faults(restored, app.state.sessions) == []


def test_a_backup_replaces_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database = f"sqlite:///{tmp_path}/games.db"
    monkeypatch.setenv("ROLLWRIGHT_DATABASE", database)
    copy = tmp_path / "copy.db"

    def made(file: Path) -> tuple[int, str]:
        done = CliRunner().invoke(main, ["backup", str(file)])
        return done.exit_code, done.output

    assert made(copy) == (1, f"there is no file {tmp_path}/games.db\n")
    migrate(database)
    copy.with_name("copy.db.unfinished").write_text("of one that was broken off")
    assert made(copy)[0] == 0
    assert sorted(path.name for path in tmp_path.glob("copy*")) == ["copy.db"]
    before = copy.read_bytes()
    status, said = made(copy)
    assert status == 2
    assert "already" in said
    assert copy.read_bytes() == before
    monkeypatch.setenv("ROLLWRIGHT_DATABASE", "postgresql://host/games")
    status, said = made(tmp_path / "other.db")
    assert status == 2
    assert "pg_dump" in said
