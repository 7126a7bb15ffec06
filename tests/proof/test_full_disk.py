"""The disk is full under SQLite: writes are refused with a clear word, reading works, and room is all it takes."""

import random
import resource
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import pytest

from tests.proof import rounds
from tests.proof.conftest import audited
from tests.proof.players import Client, league, request, stands
from tests.proof.processes import Worker

BOTS = 8
TIMES = rounds(2, 20)
GUARD = 'read -r _; umount --lazy "$1"'
"""Waits for the end of its input, which comes when the process that holds the other end is gone in whatever way."""


class Place(Protocol):
    """Where a database is, and where there may suddenly be no more room."""

    directory: Path
    statuses: frozenset[int]
    """How refusals may be answered."""

    def fill(self, worker: Worker, /) -> None:
        """Leave no room."""

    def make_room(self, worker: Worker, /) -> None:
        """Leave room again."""


class SmallDisk:
    """A small file system, which something else fills."""

    statuses = frozenset({507})

    def __init__(self, directory: Path) -> None:
        self.directory = directory

    def fill(self, _: Worker) -> None:
        with (self.directory / "ballast").open("wb", buffering=0) as ballast:
            try:
                while True:
                    ballast.write(bytes(4096))
            except OSError:
                return

    def make_room(self, _: Worker) -> None:
        (self.directory / "ballast").unlink()


class SmallFiles:
    """A limit to the size of files that the process may write, as any user can set it."""

    statuses = frozenset({503, 507})

    def __init__(self, directory: Path) -> None:
        self.directory = directory

    def fill(self, worker: Worker) -> None:
        self._limit(worker, max(file.stat().st_size for file in self.directory.iterdir()))

    def make_room(self, worker: Worker) -> None:
        self._limit(worker, resource.RLIM_INFINITY)

    def _limit(self, worker: Worker, most: int) -> None:
        assert worker.pid is not None
        _, hard = resource.prlimit(worker.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(worker.pid, resource.RLIMIT_FSIZE, (most, hard))


@pytest.fixture(params=["disk", "files"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    directory = tmp_path / "place"
    directory.mkdir()
    if request.param == "files":
        yield SmallFiles(directory)
        return
    mount = shutil.which("mount")
    if mount is None:
        pytest.skip("there is no mount here")
    command = [mount, "-t", "tmpfs", "-o", "size=16m", "tmpfs", str(directory)]
    mounted = subprocess.run(command, capture_output=True, text=True, check=False)
    if mounted.returncode != 0:
        pytest.skip(f"a small file system cannot be mounted here: {mounted.stderr.strip()}")
    with subprocess.Popen(
        ["/bin/sh", "-c", GUARD, "guard", str(directory)], stdin=subprocess.PIPE, start_new_session=True
    ):
        yield SmallDisk(directory)


async def test_a_full_disk_is_told_and_survived(place: Place, tmp_path: Path, chance: random.Random) -> None:
    database = f"sqlite:///{place.directory}/test.db"
    worker = Worker(database, tmp_path / "log")
    try:
        await worker.start()
        process = worker.pid
        async with league([worker.port], chance, BOTS) as played, Client([worker.port]) as client:
            for _ in range(TIMES):
                await played.more(chance.randrange(20, 100))
                place.fill(worker)
                await played.unstored_more(2 * BOTS)
                for game in list(played.games):
                    answer = await client.ask(request("GET", game.path))
                    assert answer.status == 200
                    assert answer.value["version"] == len(game.played)
                    assert await client.record(answer.value["id"]) == game.played
                assert (await client.ask(request("GET", "/readyz"))).status == 200
                place.make_room(worker)
                await played.more(20)
        assert played.count("broken") == 0
        assert set(played.unstored()) <= place.statuses
        async with Client([worker.port]) as client:
            for game in played.games:
                await stands(client, game)
        assert worker.pid == process
    finally:
        worker.close()
    tally = await audited(database)
    assert tally.sessions == len(played.games)
    assert tally.entries == sum(len(game.played) for game in played.games)
