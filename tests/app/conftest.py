"""The service in process on a migrated database of its own, and real processes where a test needs them.

What asks for `database` or `house_database` (or for what builds on them) runs on SQLite and on PostgreSQL, unless it
has nothing to do with the store: all in the folders `ON_ONE_STORE`, and what is marked `stores("sqlite")`. Live
events run on PostgreSQL once more, where no worker tells another of its commits ("untold").
"""

import random
import shutil
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace

import httpx
import pytest
import pytest_asyncio
import structlog
from fastapi import FastAPI

from app.dice import dice
from app.games.served_game import ServedGame
from app.main import create_app
from app.operation import timers
from app.sessions import opening
from app.settings import Settings
from app.store.migrate import migrate
from rules.contract import AnyGame
from rules.registry import built_in, is_built_in
from tests.app.support.house import Clock, House, housed
from tests.postgres import Server, running
from tests.proof.processes import Worker

ON_ONE_STORE = ("catalogue", "checks", "contract", "games", "http", "sheets", "telemetry")
"""Folders whose tests are of what stands before the store or after it, which for them is one like the other."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    folder = metafunc.definition.path.relative_to(Path(__file__).parent).parts[0]
    marked = metafunc.definition.get_closest_marker("stores")
    usual = ("sqlite", "postgres", "untold") if folder == "events" else ("sqlite", "postgres")
    stores = marked.args if marked else ("sqlite",) if folder in ON_ONE_STORE else usual
    if "database" in metafunc.fixturenames:
        metafunc.parametrize("database", stores, indirect=True)
    if "house_database" in metafunc.fixturenames:
        metafunc.parametrize("house_database", stores, indirect=True, scope="session")


@pytest.fixture(autouse=True)
def repeatable(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let what sessions in process draw follow from the test's name: its dice fall in every run as before."""
    chance = random.Random(request.node.nodeid)

    def drawn_id(_: int) -> bytes:
        return ((chance.getrandbits(128) & ~(0xF << 76) & ~(0x3 << 62)) | 0x7 << 76 | 0x2 << 62).to_bytes(16, "big")

    monkeypatch.setattr(dice, "new_secret", lambda: chance.randbytes(dice.SECRET_BYTES))
    monkeypatch.setattr(opening, "new_id", drawn_id)


@pytest.fixture(scope="session", autouse=True)
def unhurried() -> Iterator[None]:
    """Services in process sweep clocks only where a test has them do it: no timer runs between what a test does."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(timers, "SWEEP_SECONDS", 1e6)
        yield


@pytest.fixture(scope="session", autouse=True)
def told_plainly() -> Iterator[None]:
    """Where a test leaves the log as it is, tracebacks are plain: structlog's own are drawn, for seconds each."""
    before = structlog.get_config()
    plain = structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)
    structlog.configure(processors=[structlog.processors.add_log_level, plain])
    yield
    structlog.configure(**before)


@pytest.fixture(scope="session", autouse=True)
def described_once() -> Iterator[None]:
    """Services in process share what is made of each game alone: its types' adapters, two thirds of their start."""
    made: dict[int, ServedGame] = {}

    def served(game: AnyGame) -> ServedGame:
        if not is_built_in(game):
            return ServedGame(game)
        if id(game) not in made:
            made[id(game)] = ServedGame(game)
        return made[id(game)]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("app.games.served_game.ServedGame", served)
        yield


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    with running() as server:
        yield server


@pytest.fixture(scope="session")
def migrated(postgres: Server) -> str:
    """The address of a migrated PostgreSQL database that others are copied from."""
    made = postgres.create_database()
    migrate(made)
    return made


@pytest.fixture(scope="session")
def migrated_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A migrated SQLite file that others are copied from."""
    made = tmp_path_factory.mktemp("migrated") / "test.db"
    migrate(f"sqlite:///{made}")
    return made


@pytest.fixture
def empty_database(tmp_path: Path) -> str:
    """The address of a SQLite file that is not there yet."""
    return f"sqlite:///{tmp_path}/empty.db"


@pytest.fixture
def sqlite_database(tmp_path: Path, migrated_file: Path) -> str:
    return f"sqlite:///{shutil.copy(migrated_file, tmp_path)}"


@pytest.fixture
def postgres_database(postgres: Server, migrated: str) -> Iterator[str]:
    made = postgres.create_database(migrated)
    yield made
    postgres.drop_database(made)


@pytest.fixture
def untold_database(postgres_database: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """A PostgreSQL database for services that neither LISTEN nor NOTIFY."""
    monkeypatch.setenv("ROLLWRIGHT_LISTEN", "false")
    return postgres_database


@pytest.fixture
def database(request: pytest.FixtureRequest) -> str:
    made: str = request.getfixturevalue(f"{request.param}_database")
    return made


@pytest.fixture
async def service(database: str) -> AsyncIterator[FastAPI]:
    app = create_app(Settings(database=database), built_in())
    async with app.router.lifespan_context(app):
        yield app


@pytest.fixture
async def client(service: FastAPI) -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(service, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://test") as made:
        yield made


@contextmanager
def serving(database: str) -> Iterator[str]:
    """A real server process on the database, ended afterwards; the value is its address."""
    with TemporaryDirectory() as place:
        worker = Worker(database, Path(place) / "log")
        try:
            worker.begin()
            yield f"http://127.0.0.1:{worker.port}"
        finally:
            worker.end()


@pytest.fixture
def start_server(database: str) -> Iterator[Callable[[], str]]:
    """Start real server processes on the test's database; each call returns the address of one more."""
    with ExitStack() as running:
        yield lambda: running.enter_context(serving(database))


@pytest.fixture(scope="session")
def house_database(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path_factory.mktemp('house')}/test.db"
    server: Server = request.getfixturevalue("postgres")
    return server.create_database(request.getfixturevalue("migrated"))


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def house(house_database: str) -> AsyncIterator[House]:
    """Shared by all tests of a run, on each store: a test opens sessions of its own."""
    settings = Settings(database=house_database)
    async with housed(settings) as (service, client), housed(settings) as (neighbour, beside):
        yield House(service, client, neighbour, beside)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr("app.http.clock.time", SimpleNamespace(time_ns=made.time_ns))
    return made
