"""The `rollwright` command and its terminal client."""

import asyncio
import json
import os
import random
import re
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from typer.testing import CliRunner

from app.cli.main import main
from app.cli.play import drawn, told
from app.main import create_app
from app.settings import Settings
from tests.app.conftest import serving
from tests.app.support.sql import execute
from tests.app.support.table import open_table
from tests.postgres import VARIABLE as TEST_SERVER
from tests.support.patience import PATIENCE

COMMAND = [sys.executable, "-c", "from app.cli.main import main; main()"]
PLAY = [sys.executable, "-c", "import typer; from app.cli.play import play; typer.run(play)"]
"""`rollwright play` without the time that the other commands take to be read."""


def test_dice_are_drawn_side_by_side() -> None:
    assert drawn([1, 6]).splitlines() == [
        "+-------+  +-------+",
        "|       |  | o   o |",
        "|   o   |  | o   o |",
        "|       |  | o   o |",
        "+-------+  +-------+",
    ]
    assert all(drawn([face]).count("o") == face for face in range(1, 7))


def test_moves_are_told_in_words() -> None:
    assert told({"type": "set_aside", "dice": [1, 5]}) == "set aside [1 5]"
    assert told({"type": "bank"}) == "bank"


def called(*words: str, status: int = 0) -> str:
    """What the command says, on whatever."""
    done = CliRunner().invoke(main, words)
    assert done.exit_code == status, (done.output, done.exception)
    assert "Traceback" not in done.output
    return " ".join(done.output.replace("│", " ").split())


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """None of the service's variables is set."""
    for name in [*os.environ]:
        if name == "DATABASE_URL" or (name.startswith("ROLLWRIGHT_") and name != TEST_SERVER):
            monkeypatch.delenv(name)


def test_migrate_makes_the_database(empty_database: str, tmp_path: Path) -> None:
    assert called("migrate", "--database", empty_database) == f"sqlite:///{tmp_path}/empty.db is up to date"
    assert called("audit", "--database", empty_database) == "0 sessions, 0 entries, 0 faults"


def test_what_cannot_be_used_is_told_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    nobody = "postgresql://ida:sesame@127.0.0.1:9/games"
    for command in (("migrate",), ("keys", "list"), ("audit",), ("purge", "--days", "1")):
        done = CliRunner().invoke(main, [*command, "--database", nobody])
        assert done.exit_code == 1, done.output
        assert len(done.output.splitlines()) == 1
        assert re.search("127.0.0.1|does not answer", done.output)
        assert "sesame" not in done.output
    assert called("audit", status=1) == "there is no file rollwright.db"
    assert called("purge", "--days", "1", status=1) == "there is no file rollwright.db"
    assert "--days" in called("purge", status=2)
    (tmp_path / "rollwright.db").touch()
    assert called("audit", status=1).endswith("try `rollwright migrate`")
    assert "mysql:" in called("serve", "--database", "mysql://x/y", status=2)
    assert "one server process" in called("serve", "--workers", "2", status=2)


def test_a_service_that_cannot_start_ends_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "letter.db").write_text("Dear Otto, " * 100)
    done = subprocess.run(
        [*COMMAND, "serve", "--database", f"sqlite:///{tmp_path}/letter.db"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"sqlite:///{tmp_path}/letter.db cannot be used: file is not a database\n"


def test_a_service_that_waits_can_be_stopped() -> None:
    command = [*COMMAND, "serve", "--database", "postgresql://ida:sesame@127.0.0.1:9/games"]
    variables = os.environ | {"ROLLWRIGHT_LIMIT_MOVE": "5/second"}
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=variables) as process:
        assert process.stderr is not None
        said = process.stderr.readline() + process.stderr.readline()
        process.terminate()
        said += process.stderr.read()
        assert process.wait() == 0
    misspelt, *waits = map(json.loads, said.splitlines())
    assert (misspelt["event"], misspelt["variable"]) == ("no such setting", "ROLLWRIGHT_LIMIT_MOVE")
    assert {line["event"] for line in waits} == {"waiting for the database"}
    assert "sesame" not in said


async def test_several_workers_serve_from_one_database(postgres_database: str) -> None:
    command = [*COMMAND, "serve", "--port", "0", "--workers", "2", "--database", postgres_database]
    process = await asyncio.create_subprocess_exec(*command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL)
    assert process.stderr is not None
    log: list[dict[str, Any]] = []

    async def until(event: str, times: int = 1) -> re.Match[str]:
        found = None
        while times:
            assert process.stderr is not None
            log.append(json.loads(await process.stderr.readline()))
            if match := re.search(event, log[-1]["event"]):
                found, times = match, times - 1
        assert found is not None
        return found

    try:
        address = (await until(r"running on (http://[\d.]+:\d+)"))[1]
        await until("startup complete", 2)
        ids = set[str]()
        opened = 0
        unkept = httpx.Limits(max_keepalive_connections=0)  # so that either worker takes each request
        async with httpx.AsyncClient(base_url=address, limits=unkept, timeout=PATIENCE) as client:
            while len(ids) < 2:
                table = await open_table(client, "farkle")
                opened += 1
                answer = await table.post("roll", {})
                assert answer.status_code == 200
                ids.add(answer.headers["x-request-id"].partition("-")[0])
                figures = (await client.get("/metrics")).text
                [counted] = re.findall(r'^rollwright_moves_total{.*"accepted"} (.*)$', figures, re.MULTILINE)
                assert float(counted) == opened
                assert (await client.get("/readyz")).status_code == 200
        process.terminate()
        rest = (await process.stderr.read()).decode()
        assert await process.wait() == 0
    finally:
        if process.returncode is None:
            process.kill()
    assert "Traceback" not in rest
    assert all(json.loads(line)["level"] == "info" for line in rest.splitlines())


def test_settings_are_listed_without_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://ida:sesame@host/games?password=sesame")
    monkeypatch.setenv("ROLLWRIGHT_LISTEN_DATABASE", "postgresql://ida:sesame@direct/games")
    monkeypatch.setenv("ROLLWRIGHT_SECRET_KEY", "sesame" * 6)
    monkeypatch.setenv("ROLLWRIGHT_CORS_ORIGINS", "https://a.example, https://b.example")
    listed = called("settings")
    assert "sesame" not in listed
    assert (
        "ROLLWRIGHT_DATABASE = postgresql://ida:***@host/games?password=hidden [set] Address of the store" in listed
    )
    assert "ROLLWRIGHT_SECRET_KEY = (not shown) [set]" in listed
    assert "ROLLWRIGHT_CORS_ORIGINS = https://a.example,https://b.example [set]" in listed
    assert "ROLLWRIGHT_RETENTION_DAYS = none [default]" in listed
    monkeypatch.delenv("ROLLWRIGHT_SECRET_KEY")
    assert "ROLLWRIGHT_SECRET_KEY = none [default]" in called("settings")
    assert len(re.findall(r"ROLLWRIGHT_\w+ = ", listed)) == len(Settings.model_fields)


def test_a_setting_that_cannot_be_is_named_and_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROLLWRIGHT_SECRET_KEY", "sesame")
    monkeypatch.setenv("ROLLWRIGHT_POOL", "many")
    said = called("settings", status=1)
    assert "ROLLWRIGHT_POOL: " in said
    assert "ROLLWRIGHT_SECRET_KEY: " in said
    assert "sesame" not in said


def test_idle_sessions_are_purged(sqlite_database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def leave_one() -> None:
        app = create_app(Settings(database=sqlite_database))
        transport = httpx.ASGITransport(app)
        async with (
            app.router.lifespan_context(app),
            httpx.AsyncClient(transport=transport, base_url="http://t") as client,
        ):
            await open_table(client, "farkle")
        await execute(sqlite_database, "UPDATE sessions SET updated_at = 0")

    asyncio.run(leave_one())
    monkeypatch.setenv("ROLLWRIGHT_RETENTION_DAYS", "30")
    assert called("purge", "--database", sqlite_database) == "1 sessions abandoned, 0 deleted"
    assert called("purge", "--database", sqlite_database) == "0 sessions abandoned, 0 deleted"


def test_keys_and_verify_are_commands_too(sqlite_database: str, tmp_path: Path) -> None:
    assert called("keys", "add", "Ida", "--database", sqlite_database).startswith("rw_key_")
    assert called("verify", str(tmp_path / "nothing.json"), status=1)


@pytest.mark.parametrize("call", ["openapi", "pages"])
def test_generated_files_are_up_to_date_and_a_stale_one_is_named(
    call: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert CliRunner().invoke(main, [call, "--check"]).exit_code == 0
    monkeypatch.chdir(tmp_path)
    stale = CliRunner().invoke(main, [call, "--check"])
    assert stale.exit_code == 1
    assert ".json" in stale.output or ".md" in stale.output
    assert not list(tmp_path.iterdir())
    assert CliRunner().invoke(main, [call]).exit_code == 0
    assert CliRunner().invoke(main, [call, "--check"]).exit_code == 0


def played(address: str, game: str, *more: str) -> str:
    """A game in the terminal to its end: bank where offered, else the last move; own dice are thrown at random."""
    chance = random.Random(11)
    command = [*PLAY, game, "--url", address, *more]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        shown = asked = ""
        while piece := os.read(process.stdout.fileno(), 65536).decode():
            shown += piece
            asked += piece
            if asked.endswith("Your move: "):
                offered = re.findall(r"^(\d+) .*?(roll|set aside|choose category|bank)", asked, re.MULTILINE)
                answer = next((number for number, move in offered if move == "bank"), offered[-1][0])
            elif faces := re.search(r"Faces of your (\d+) dice: $", asked):
                answer = " ".join(str(chance.randint(1, 6)) for _ in range(int(faces[1])))
            else:
                continue
            asked = ""
            process.stdin.write(f"{answer}\n".encode())
            process.stdin.flush()
    assert process.returncode == 0, shown[-2000:]
    return shown


@pytest.mark.parametrize("source", [[], ["--own-dice"]], ids=["server-dice", "own-dice"])
def test_the_source_games_are_played_to_their_ends_in_the_terminal(sqlite_database: str, source: list[str]) -> None:
    games = ("sand", "titusind", "yatzy-bg", "solitaire-dice", "wohin-damit")
    with serving(sqlite_database) as address, ThreadPoolExecutor(2) as players:
        for shown in players.map(lambda game: played(address, game, "--name", "Ida", *source), games):
            assert "The game is over." in shown
            assert "* 1. Ida" in shown


def test_the_client_says_what_is_wrong(sqlite_database: str) -> None:
    with serving(sqlite_database) as address:
        for command, url, game, sentence in (
            (PLAY, address, "poker", "titusind"),
            ([*COMMAND, "play"], "http://127.0.0.1:9", "titusind", "rollwright serve"),
        ):
            done = subprocess.run([*command, game, "--url", url], capture_output=True, text=True, check=False)
            assert done.returncode == 1
            assert sentence in done.stdout
            assert "Traceback" not in done.stdout + done.stderr


def test_nothing_says_that_it_serves_where_it_cannot(tmp_path: Path) -> None:
    store = f"sqlite:///{tmp_path / 'games.db'}"
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = subprocess.run(
            [*COMMAND, "serve", "--port", port, "--database", store],
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.splitlines()[-1] == f"cannot listen at 127.0.0.1:{port}: address already in use"
    assert "Traceback" not in done.stderr
