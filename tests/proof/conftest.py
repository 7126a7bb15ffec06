"""The service as its operators run it: real processes on real stores, for tests that harm it.

With ROLLWRIGHT_PROOF=long in the environment each test goes on for many more rounds. ROLLWRIGHT_PROOF_SEED repeats
the choices of a run that failed, as far as the machine lets itself be repeated.
"""

import asyncio
import os
import random
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from app.dice.sealing import Sealer
from app.games.served_game import Games
from app.operation.audit import Tally, audit, orphans
from app.sessions.referee import Referee
from app.settings import Settings
from app.store import open_store
from rules.registry import built_in
from tests.postgres import Server, running
from tests.proof.processes import Worker


@pytest.fixture
def chance() -> random.Random:
    seed = os.environ.get("ROLLWRIGHT_PROOF_SEED") or secrets.token_hex(4)
    print(f"ROLLWRIGHT_PROOF_SEED={seed}")  # noqa: T201 - shown where the test fails
    return random.Random(seed)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    with running() as server:
        yield server


@dataclass
class Deployment:
    """Two workers, each on a port of its own, on one database; `server` is that of PostgreSQL."""

    database: str
    workers: tuple[Worker, Worker]
    server: Server | None

    @property
    def ports(self) -> list[int]:
        """Where the workers are."""
        return [worker.port for worker in self.workers]

    @property
    def at_work(self) -> tuple[Worker, ...]:
        """Those that serve where nothing else is tried: two on PostgreSQL, but on a SQLite file one."""
        return self.workers if self.server else self.workers[:1]


@pytest.fixture(scope="session", params=["sqlite", "postgres"])
def deployed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Deployment]:
    directory: Path = tmp_path_factory.mktemp("deployed")
    server: Server | None = request.getfixturevalue("postgres") if request.param == "postgres" else None
    database = server.create_database() if server else f"sqlite:///{directory}/test.db"
    workers = Worker(database, directory / "first.log"), Worker(database, directory / "second.log")
    try:
        yield Deployment(database, workers, server)
    finally:
        for worker in workers:
            worker.close()


@pytest.fixture
async def deployment(deployed: Deployment) -> Deployment:
    """All of it up, whatever the test before has left."""
    if deployed.server and deployed.server.data:
        await asyncio.to_thread(deployed.server.start)
    for worker in deployed.workers:
        worker.launch()
    for worker in deployed.workers:
        await worker.start()
    return deployed


async def audited(database: str) -> Tally:
    """How much is stored, all of which follows from the records."""
    tally = Tally()
    store = await open_store(Settings(database=database))
    try:
        referee = Referee(Games(built_in().games), Sealer(None))
        assert [fault async for fault in audit(store, referee, tally)] == []
    finally:
        await store.close()
    assert await orphans(database) == []
    assert not tally.unchecked
    return tally
