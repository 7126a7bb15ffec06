"""Workers as processes of their own, to be killed and started again."""

import asyncio
import multiprocessing
import os
import socket
import sys
import time
from collections.abc import Sequence
from multiprocessing.process import BaseProcess
from pathlib import Path

from tests.proof.players import Broken, Connection, request
from tests.support.patience import PATIENCE

START_SECONDS = PATIENCE
STOP_SECONDS = PATIENCE
"""More than the service takes for itself, by which it has ended by force, and then its status tells."""

OURS = ("ROLLWRIGHT_", "DATABASE_URL", "PROMETHEUS_")
"""What begins the names of variables that steer the service."""

STARTED = "Application startup complete"
"""What a process logs once it has come up."""

TOLD = 4000
"""Characters of a worker's last words."""

# Each worker is forked from a process that has done nothing but import the service: that takes ten times as long as
# all the rest of a start.
_forks = multiprocessing.get_context("forkserver")
_forks.set_forkserver_preload(["pytest", "app.cli.main", __name__])


def _serve(arguments: Sequence[str], log: Path) -> None:
    """Be `rollwright serve` with these arguments."""
    from app.cli.main import main  # noqa: PLC0415 - the tests themselves do without

    for name in [name for name in os.environ if name.startswith(OURS)]:
        del os.environ[name]
    with Path(os.devnull).open("rb") as nothing, log.open("ab") as file:
        for number, kept in enumerate((nothing, file, file)):
            os.dup2(kept.fileno(), number)
    sys.stdin = os.fdopen(0)  # uvicorn hands it on to each of several workers
    main(["serve", *arguments])


class Worker:
    """`rollwright serve` on a port that is its own for good; what it logs goes to a file."""

    def __init__(self, database: str, log: Path, workers: int = 1) -> None:
        # Bound but not listening, this keeps others off the port while the worker is down: even the kernel, which
        # might take it for the client's end of a connection and so connect that to itself.
        self._place = socket.socket()
        self._place.bind(("127.0.0.1", 0))
        self._place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.port: int = self._place.getsockname()[1]
        self._log = log
        self._begins = 0
        self._workers = workers
        self._arguments = ["--port", str(self.port), "--database", database, "--workers", str(workers)]
        self._process: BaseProcess | None = None

    @property
    def pid(self) -> int | None:
        """Its process id; None while it does not run."""
        return self._process.pid if self._process is not None and self._process.is_alive() else None

    def launch(self) -> None:
        """Start the process if it does not run, and do not wait."""
        if self.pid is None:
            self._begins = self._log.stat().st_size if self._log.exists() else 0
            self._process = _forks.Process(target=_serve, args=(self._arguments, self._log))
            self._process.start()

    async def start(self) -> None:
        """Start it if it does not run, and wait until it is ready; RuntimeError with its last words if it ends."""
        self.launch()
        async with asyncio.timeout(START_SECONDS):
            while not await self._ready():
                if self.pid is None:
                    raise RuntimeError(f"a worker does not start:\n{self._said()[-TOLD:]}")
                await asyncio.sleep(0.02)

    def begin(self) -> None:
        """Start it if it does not run, and wait until it takes connections; RuntimeError with its last words if it
        ends before.
        """
        self.launch()
        deadline = time.monotonic() + PATIENCE
        while self._said().count(STARTED) < self._workers or not self._listens():
            if self.pid is None or time.monotonic() > deadline:
                raise RuntimeError(f"a worker does not start:\n{self._said()[-TOLD:]}")
            time.sleep(0.02)

    def kill(self) -> None:
        """End it at once, wherever it is (SIGKILL)."""
        if self._process is not None:
            self._process.kill()
            self._process.join()

    async def stop(self) -> int | None:
        """Ask it to stop (SIGTERM); its exit status."""
        assert self._process is not None
        self._process.terminate()
        await asyncio.to_thread(self._process.join, STOP_SECONDS)
        return self._process.exitcode

    def end(self) -> None:
        """Have it stop (SIGTERM), and end it for good."""
        assert self._process is not None
        self._process.terminate()
        self._process.join(PATIENCE)
        self.close()

    async def refuses(self) -> None:
        """Wait until it takes no more connections."""
        while True:
            try:
                async with Connection(self.port):
                    await asyncio.sleep(0.01)
            except Broken:
                return

    def close(self) -> None:
        """End it for good."""
        self.kill()
        self._place.close()

    def _said(self) -> str:
        """What it has logged since it was started last."""
        return self._log.read_bytes()[self._begins :].decode("utf-8", "replace") if self._log.exists() else ""

    def _listens(self) -> bool:
        with socket.socket() as connection:
            return connection.connect_ex(("127.0.0.1", self.port)) == 0

    async def _ready(self) -> bool:
        if self._said().count(STARTED) < self._workers:
            return False
        try:
            async with Connection(self.port) as connection:
                return (await connection.ask(request("GET", "/readyz"))).status == 200
        except Broken:
            return False
