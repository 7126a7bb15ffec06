"""The servers that a benchmark starts and stops: the service, the floor, and the canned answers."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from types import MappingProxyType
from typing import NamedTuple

import orjson

from app.cli.main import ALLOCATIONS
from app.server.process import UVICORN
from benchmarks.processes import ROOT, on_core

COMMAND = (sys.executable, "-c", "from app.cli.main import main; main()")
SERVICE = (*COMMAND, "serve")
START_SECONDS = 30
STOP_SECONDS = 15
TOLD = 4000
"""Characters of a server's last words."""


class Server(NamedTuple):
    """A server that runs; `name` is how tables call it."""

    name: str
    port: int
    process: int
    options: Sequence[str] = ()
    """What `benchmarks.load` has to be told of it."""


@contextmanager
def service(
    core: int, database: str, name: str = "bare", settings: Mapping[str, str] = MappingProxyType({})
) -> Iterator[Server]:
    """The service as `rollwright serve` starts it, with one worker."""
    with _serving(core, name, *SERVICE, "--database", database, settings=settings) as server:
        yield server


PUBLIC = {
    "ROLLWRIGHT_REQUIRE_API_KEY": "true",
    "ROLLWRIGHT_LIMIT_OPENINGS": "1000000/minute",
    "ROLLWRIGHT_LIMIT_MOVES": "1000000/second",
    "ROLLWRIGHT_LIMIT_REQUESTS": "1000000/second",
    "ROLLWRIGHT_RETENTION_DAYS": "90",
    "ROLLWRIGHT_CORS_ORIGINS": "https://dice.example",
    "ROLLWRIGHT_TRUSTED_PROXIES": "127.0.0.1",
}
"""What compose.yaml sets, with limits so wide that none is reached: they count all the same."""


@contextmanager
def public(core: int, database: str) -> Iterator[Server]:
    """The service with the settings of `PUBLIC`, behind a proxy that tells the clients' addresses."""
    with _public(core, "public", database, *SERVICE) as server:
        yield server


@contextmanager
def behind_asgi(core: int, database: str) -> Iterator[Server]:
    """As `public`, see `benchmarks.behind_asgi`."""
    with _public(
        core, "public, moves behind ASGI", database, sys.executable, "-m", "benchmarks.behind_asgi"
    ) as server:
        yield server


@contextmanager
def _public(core: int, name: str, database: str, *command: str) -> Iterator[Server]:
    adding = [*COMMAND, "keys", "add", "benchmark", "--database", database]
    key = subprocess.run(adding, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()  # noqa: S603 - our own
    with _serving(core, name, *command, settings=PUBLIC | {"DATABASE_URL": database}) as server:
        yield server._replace(options=("--api-key", key, "--forwarded"))


@contextmanager
def floor(core: int, database: str, recording: Path) -> Iterator[Server]:
    """See `benchmarks.floor`; its process and its server have the settings of the service's."""
    command = (sys.executable, "-m", "benchmarks.floor", "--recording", str(recording), "--database", database)
    settings = (
        "--allocations",
        str(ALLOCATIONS),
        "--uvicorn",
        orjson.dumps({**UVICORN, "proxy_headers": False}).decode(),
    )
    with _serving(core, "floor", *command, *settings) as server:
        yield server


@contextmanager
def canned(core: int, recording: Path) -> Iterator[Server]:
    """See `benchmarks.canned`."""
    with _serving(core, "canned", sys.executable, "-m", "benchmarks.canned", "--recording", str(recording)) as server:
        yield server


@contextmanager
def _serving(
    core: int, name: str, *command: str, settings: Mapping[str, str] = MappingProxyType({})
) -> Iterator[Server]:
    """A server on a free port and on one core, stopped at the end; RuntimeError, with its last words, where it does
    not start or stop, or ends by itself.
    """
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
    ours = ("ROLLWRIGHT_", "DATABASE_URL", "PROMETHEUS_")
    environment = {key: value for key, value in os.environ.items() if not key.startswith(ours)} | dict(settings)
    with TemporaryFile() as log:
        with on_core(core):
            process = subprocess.Popen(  # noqa: S603 - our own
                [*command, "--port", str(port)], cwd=ROOT, env=environment, stdout=log, stderr=subprocess.STDOUT
            )

        def failed(what: str) -> RuntimeError:
            log.seek(0)
            return RuntimeError(f"{name} {what}:\n{log.read().decode(errors='replace')[-TOLD:]}")

        try:
            deadline = time.monotonic() + START_SECONDS
            while not _answers(port):
                if process.poll() is not None or time.monotonic() > deadline:
                    raise failed("does not start")
                time.sleep(0.02)
            try:
                yield Server(name, port, process.pid)
            finally:
                if process.poll() is not None:
                    raise failed("has ended by itself")
            process.terminate()
            try:
                process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                raise failed("does not stop") from None
        finally:
            process.kill()
            process.wait()


def _answers(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True
