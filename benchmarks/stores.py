"""Where the databases of a benchmark are: a directory for SQLite's files, or a PostgreSQL server of its own."""

import os
import secrets
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol

from app.store.migrate import migrate
from benchmarks.processes import on_core
from tests import postgres


class Store(Protocol):
    """A kind of store that the service runs on."""

    name: str
    processes: Sequence[int]
    """Those whose time is the database's; none where it has no process of its own, or the server is not ours."""

    def create(self) -> str:
        """The address of a new database with the service's schema."""


class _Sqlite:
    name = "SQLite"
    processes: Sequence[int] = ()

    def __init__(self, directory: Path) -> None:
        self._directory = directory

    def create(self) -> str:
        url = f"sqlite:///{self._directory / secrets.token_hex(4)}.db"
        migrate(url)
        return url


class _Postgres:
    name = "PostgreSQL"

    def __init__(self, server: postgres.Server) -> None:
        self._server = server
        self.processes: Sequence[int] = () if server.pid is None else (server.pid,)

    def create(self) -> str:
        url = self._server.create_database()
        migrate(url)
        return url


@contextmanager
def sqlite(_: int) -> Iterator[Store]:
    """SQLite files below TMPDIR."""
    with TemporaryDirectory(prefix="rollwright-") as directory:
        yield _Sqlite(Path(directory))


@contextmanager
def postgresql(core: int) -> Iterator[Store]:
    """A PostgreSQL server that runs on one core and waits for the disk, with its data below TMPDIR."""
    with ExitStack() as stack:
        with on_core(core):
            server = stack.enter_context(postgres.running(durable=True))
        yield _Postgres(server)


STORES = {"sqlite": sqlite, "postgres": postgresql}


def sync_milliseconds(directory: Path, times: int = 50) -> float:
    """How long the disk below a directory takes to make a page durable, the median of some."""
    path = directory / f"rollwright-{secrets.token_hex(4)}"
    took = list[float]()
    with path.open("wb", buffering=0) as file:
        path.unlink()
        for _ in range(times):
            file.write(bytes(4096))
            begun = time.perf_counter()
            os.fdatasync(file.fileno())
            took.append((time.perf_counter() - begun) * 1000)
    return sorted(took)[times // 2]
