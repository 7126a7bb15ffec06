"""Processes that serve: they start when the database is there, and stop in time."""

import asyncio
import json
import multiprocessing
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

import httpx
import pytest
import uvicorn
from structlog.testing import capture_logs
from uvicorn.supervisors import multiprocess

from app.server import process as server
from app.settings import BODY_LIMIT, HEADER_LIMIT
from app.store.migrate import Unusable
from tests.app.support.sql import execute
from tests.postgres import Server, Unavailable
from tests.support.patience import PATIENCE

ROOT = Path(__file__).parents[3]
SERVE = """
import sys
from app.server import process
from app.server.listening import listen
from app.telemetry import logs
from app.settings import Settings
logs.configure("info")
sockets = listen("127.0.0.1", 0)
sys.exit(process.run("tests.app.support.minimal_app:{app}", Settings(), sockets, {workers}, lambda: None))
"""
WAIT = PATIENCE


@contextmanager
def started(
    directory: Path, workers: int = 1, app: str = "patient", figures: Path | None = None
) -> Iterator[tuple[Any, str]]:
    """The process and its address."""
    variables = {"TINY": str(directory)} | ({server.MULTIPROCESS: str(figures)} if figures else {})
    process = subprocess.Popen(
        [sys.executable, "-c", SERVE.format(app=app, workers=workers)],
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env=os.environ | variables,
    )
    assert process.stderr is not None
    with process:
        try:
            found = next(
                filter(None, (re.search(r"running on http://([\d.]+:\d+)", line) for line in process.stderr))
            )
            until_up(found[1], workers)
            yield process, found[1]
        finally:
            process.kill()


def until_up(address: str, workers: int) -> None:
    """Until every worker has answered."""
    deadline = time.monotonic() + WAIT
    seen = set[str]()
    while len(seen) < workers:
        assert time.monotonic() < deadline
        time.sleep(0.02)
        with suppress(URLError):
            seen.add(asked(address))


def asked(address: str) -> str:
    """What is answered on a new connection."""
    with urlopen(f"http://{address}", timeout=WAIT) as answer:
        text: str = answer.read().decode()
        return text


def until_down(address: str) -> None:
    """Until nobody listens any longer."""
    host, port = address.split(":")
    deadline = time.monotonic() + WAIT
    with suppress(ConnectionRefusedError):
        while True:
            socket.create_connection((host, int(port))).close()
            assert time.monotonic() < deadline, "somebody still listens"
            time.sleep(0.05)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("workers", [1, 2])
async def test_a_stop_ends_streams_at_once_and_lets_requests_finish(
    workers: int, number: signal.Signals, tmp_path: Path
) -> None:
    with started(tmp_path, workers) as (process, address):
        async with httpx.AsyncClient(base_url=f"http://{address}", timeout=WAIT) as client:
            heard: dict[str, list[str]] = {"/stream": [], "/slow": []}
            greetings = set[str]()

            async def listen(path: str, opened: asyncio.Event) -> None:
                async with client.stream("GET", path) as answer:
                    lines = answer.aiter_lines()
                    greetings.add(await anext(lines))
                    opened.set()
                    heard[path] += [line async for line in lines]

            listeners: list[asyncio.Task[None]] = []
            while len(greetings) < workers or len(listeners) < 4:
                assert len(listeners) < 60, "one worker got every connection"
                opened = asyncio.Event()
                path = "/slow" if len(listeners) % 2 else "/stream"
                listeners.append(asyncio.create_task(listen(path, opened)))
                await opened.wait()
            process.send_signal(number)
            await asyncio.gather(*listeners)
        assert process.wait(WAIT) == 0
        log = process.stderr.read()
    assert set(heard["/stream"]) == {"bye"}
    assert set(heard["/slow"]) == {"done"}
    assert len(heard["/stream"]) + len(heard["/slow"]) == len(listeners)
    assert "Cancel" not in log
    assert "Traceback" not in log
    ended_well(greetings, tmp_path, workers)


def ended_well(greetings: set[str], directory: Path, workers: int) -> None:
    """Every worker has ended its lifespan, and the figures that several shared are gone."""
    pids, figures = zip(*(greeting.split(" ", 1) for greeting in greetings), strict=True)
    assert {path.name for path in directory.iterdir()} == set(pids)
    assert len(set(figures)) == 1
    assert (figures[0] == "None") == (workers == 1)
    assert not Path(figures[0]).exists()


def test_a_worker_that_hangs_is_ended_by_force(tmp_path: Path) -> None:
    with (
        started(tmp_path, app="hasty") as (process, address),
        httpx.stream("GET", f"http://{address}/hang", timeout=WAIT) as answer,
    ):
        assert next(answer.iter_lines())
        process.terminate()
        assert process.wait(WAIT) == 1


def test_workers_end_when_their_supervisor_is_killed(tmp_path: Path) -> None:
    with started(tmp_path, 2) as (process, address):
        process.kill()
        process.wait(WAIT)
        until_down(address)
        deadline = time.monotonic() + WAIT
        while len(list(tmp_path.iterdir())) < 2:
            assert time.monotonic() < deadline, "they do not end gracefully"
            time.sleep(0.05)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_is_heeded_while_workers_are_starting(number: signal.Signals, tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", SERVE.format(app="sluggish", workers=2)],
        stderr=subprocess.DEVNULL,
        cwd=ROOT,
        env=os.environ | {"TINY": str(tmp_path)},
    )
    with process:
        try:
            deadline = time.monotonic() + WAIT
            while len(list(tmp_path.iterdir())) < 2:
                assert time.monotonic() < deadline, "the workers do not start"
                time.sleep(0.05)
            process.send_signal(number)
            assert process.wait(server.UVICORN["timeout_worker_healthcheck"] / 2) == 0
        finally:
            process.kill()
    for started_by in tmp_path.iterdir():
        with pytest.raises(ProcessLookupError):
            os.kill(int(started_by.name.partition("-")[2]), 0)


def test_a_directory_of_the_operator_is_emptied_of_old_figures_only(tmp_path: Path) -> None:
    own = tmp_path / "figures"
    own.mkdir()
    for name in ("counter_1.db", "gauge_livesum_2.db", "notes.txt"):
        (own / name).touch()
    with started(tmp_path, figures=own) as (_, address):
        assert asked(address).split()[1] == str(own)
        assert [path.name for path in own.iterdir()] == ["notes.txt"]


# --- what is read ---


def test_headers_without_end_are_refused_and_what_is_within_the_limits_is_not(tmp_path: Path) -> None:
    with started(tmp_path) as (_, address):
        whole = httpx.post(
            f"http://{address}", content=b"x" * BODY_LIMIT, headers={"X-Long": "x" * (HEADER_LIMIT - 500)}
        )
        assert whole.status_code == 200
        host, port = address.split(":")
        with socket.create_connection((host, int(port))) as connection:
            connection.settimeout(0.05)
            connection.sendall(b"GET / HTTP/1.1\r\nX-Long: ")
            answer = b""
            sent = 0
            while not answer:
                assert sent < 10 * HEADER_LIMIT
                sent += connection.send(b"x" * 1024)
                try:
                    answer = connection.recv(65536)
                except TimeoutError:
                    continue
            assert answer.startswith(b"HTTP/1.1 431 ")
            assert b'"code":"headers-too-large"' in answer
            assert sent > HEADER_LIMIT


# --- the database ---


def test_a_service_waits_for_its_database(postgres: Server, postgres_database: str) -> None:
    database = postgres_database.replace("postgres@", "postgres:sesame@")
    try:
        postgres.stop()
    except Unavailable as reason:
        pytest.skip(str(reason))
    command = [sys.executable, "-c", "from app.cli.main import main; main()", "serve", "--port", "0"]
    with subprocess.Popen([*command, "--database", database], stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        try:
            first = process.stderr.readline()
        finally:
            postgres.start()
        said = first + next(line for line in process.stderr if "startup complete" in line)
        process.terminate()
        said += process.stderr.read()
        assert process.wait(WAIT) == 0
    assert "waiting for the database" in first
    assert "sesame" not in said
    assert all(json.loads(line)["event"] for line in said.splitlines())


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "RETRY_SECONDS", 0.01)


async def test_one_that_stays_away_is_given_up(impatient: None) -> None:
    with capture_logs() as lines, pytest.raises(Unusable) as given_up:
        await server.prepare("postgresql://ida:sesame@127.0.0.1:9/games", patience=1)
    assert len(lines) > 1
    assert all(line["event"] == "waiting for the database" for line in lines)
    assert "127.0.0.1" in str(given_up.value)
    assert "sesame" not in f"{given_up.value}{lines}"


async def test_what_waiting_does_not_mend_is_told_at_once(
    postgres_database: str, tmp_path: Path, impatient: None
) -> None:
    (tmp_path / "letter.db").write_text("Dear Otto, " * 100)
    for database, reason in (
        (f"sqlite:///{tmp_path}/nowhere/games.db", "no directory"),
        (f"sqlite:///{tmp_path}/letter.db", "not a database"),
        (f"sqlite:///{tmp_path}", "unable to open"),
        (postgres_database.replace("/rollwright_", "/nobodys_"), "does not exist"),
        (postgres_database.replace("postgres@", "otto:sesame@"), "otto"),
    ):
        with capture_logs() as lines, pytest.raises(Unusable, match=reason) as told:
            await server.prepare(database)
        assert not lines
        assert "sesame" not in str(told.value)


async def test_a_schema_of_another_version_is_told_at_once(database: str, impatient: None) -> None:
    await execute(database, "UPDATE alembic_version SET version_num = 'f00d'")
    with capture_logs() as lines, pytest.raises(Unusable, match=r"another version of Rollwright .*f00d"):
        await server.prepare(database)
    assert not lines


def test_a_worker_that_dies_as_it_starts_is_not_waited_for() -> None:
    """uvicorn's own supervisor waits the whole time for its answer; here that would be the test's end."""
    worker = multiprocess.Process(uvicorn.Config("app.cli.main:application", log_config=None), [])
    worker.process = multiprocessing.get_context("spawn").Process(target=os._exit, args=(3,))
    worker.start()
    assert not worker.is_alive(timeout=3600)
    worker.join()
    assert worker.exitcode == 3


def test_a_worker_that_answers_is_alive() -> None:
    worker = multiprocess.Process(uvicorn.Config("app.cli.main:application", log_config=None), [])
    worker.process = multiprocessing.get_context("spawn").Process(target=time.sleep, args=(3600,))
    worker.start()
    try:
        worker.child_conn.send(False)
        assert (worker.is_alive(timeout=3600), worker.child_conn.recv()) == (True, b"ping")
        assert not worker.is_alive(timeout=0.01), "it says nothing"
    finally:
        worker.kill()
        worker.join()
