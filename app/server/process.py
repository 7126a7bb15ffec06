"""Server processes: uvicorn's options, its worker processes, waiting for the database, and stopping in time.

Nothing here knows the application; the command names it, and the application's lifespan uses `prepare` and `on_stop`.
"""

import asyncio
import multiprocessing
import os
import signal
import socket
import threading
import time
from asyncio import AbstractEventLoop
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from multiprocessing.connection import wait
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Any

import structlog
import uvicorn
from uvicorn.config import STARTUP_FAILURE
from uvicorn.supervisors import Multiprocess, multiprocess

from app.server.forwarded import Config
from app.server.listening import BACKLOG
from app.settings import GRACE_SECONDS, Settings
from app.stopping import Stopped
from app.store.hosts import Dialer
from app.store.migrate import Unusable, _passing, check_file, is_postgres, migrate, shown, why

SUPERVISOR_SECONDS = 0.6
"""How long uvicorn's supervisor of several workers may take to pass a signal on."""

CLOSING_SECONDS = 1
"""What is left for closing the store and the like after the last request."""

WAIT_SECONDS = 30
"""How long a start waits for a database that does not answer."""

RETRY_SECONDS = 1.0
"""How often it is tried."""

PROBE_SECONDS = 5.0
"""How long one attempt to reach it may take."""

MULTIPROCESS = "PROMETHEUS_MULTIPROC_DIR"
"""The environment variable with the directory in which workers share their figures (see `app.telemetry.metrics`)."""

_log = structlog.stdlib.get_logger(__name__)
UVICORN: Mapping[str, Any] = {
    "loop": "auto",  # uvloop where it is installed
    "http": "app.server.direct:Http",
    "ws": "none",
    "lifespan": "on",
    "log_config": None,  # app.telemetry.logs has configured it
    "access_log": False,
    "server_header": False,
    # Longer than proxies keep unused connections, so that it is not us who close one as a request comes in.
    "timeout_keep_alive": 75,
    "timeout_graceful_shutdown": GRACE_SECONDS - CLOSING_SECONDS - 1,
    # A worker answers once it has imported its modules, which may take long on a machine that is busy.
    "timeout_worker_healthcheck": 30,
    "backlog": BACKLOG,
}
"""uvicorn's options for the service, without those that come from the command line and the settings."""


def run(
    app: str, settings: Settings, sockets: Sequence[socket.socket], workers: int, serving: Callable[[], None]
) -> int:
    """Serve until told to stop by SIGTERM or SIGINT; returns the process's exit status.

    `app` names a function that makes the application, such as `app.cli:application`; each worker calls it, in a
    process of its own where there are several. sockets: see `listen`. serving: called once the application has
    started, or, where several workers start it, before they do.
    """
    config = Config(
        app,
        factory=True,
        workers=workers,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=settings.trusted_proxies,
        **UVICORN,
    )

    def up() -> None:
        _log.info(f"running on {_address(sockets[0])}")
        serving()

    with _shared_figures(workers):
        try:
            return _serve(config, list(sockets), up)
        except SystemExit as end:
            return int(bool(end.code))


def _address(listening: socket.socket) -> str:
    name = listening.getsockname()
    if listening.family == socket.AF_UNIX:
        return f"unix:{name}"
    return f"http://[{name[0]}]:{name[1]}" if listening.family == socket.AF_INET6 else f"http://{name[0]}:{name[1]}"


def _serve(config: Config, sockets: list[socket.socket], serving: Callable[[], None]) -> int:
    if config.workers > 1:
        supervisor = Supervisor(config, sockets)
        serving()
        supervisor.run()
        return int(any(process.exitcode == STARTUP_FAILURE for process in supervisor.processes))
    server = _Server(config, serving)
    end_on_signals()  # once it has stopped uvicorn sends itself the signal again
    server.run(sockets)
    return int(not server.started)


class _Server(uvicorn.Server):
    """uvicorn's server, which says when it serves."""

    def __init__(self, config: Config, serving: Callable[[], None]) -> None:
        super().__init__(config)
        self._serving = serving

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start the application and listen."""
        await super().startup(sockets)
        if self.started:
            self._serving()


class _Process(multiprocess.Process):
    """uvicorn's worker process, as its supervisor sees it: one that dies is not waited for."""

    def _healthcheck(self, timeout: float) -> bool | None:
        """Whether it has started; None where it does not answer in time, or has ended meanwhile.

        uvicorn's own waits for the answer alone, the whole time even of a worker that died as it started.
        """
        with suppress(OSError, EOFError):
            self.parent_conn.send(b"ping")
            if self.parent_conn in wait([self.parent_conn, self.process.sentinel], timeout):
                return bool(self.parent_conn.recv())
        return None


multiprocess.Process = _Process  # type: ignore[misc]  # the name by which the supervisor makes its workers


class Supervisor(Multiprocess):
    """uvicorn's supervisor of several workers, which stops in time even while workers are starting.

    uvicorn's own looks at what signals have come between its rounds of asking the workers how they are, and each
    round waits for the answer of a worker that may still be importing its modules. Such a worker heeds no signal
    either; one that has not ended after `GRACE_SECONDS` is killed.
    """

    class Stop(BaseException):
        """Leave the round; no failure, and nothing that a round may handle."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._stop)

    def run(self) -> None:
        """Supervise until a signal comes, then end the workers and wait for them."""
        try:
            super().run()
        except Supervisor.Stop:
            deadline = time.monotonic() + GRACE_SECONDS - SUPERVISOR_SECONDS / 2
            self.terminate_all()
            for worker in self.processes:
                worker.process.join(max(0, deadline - time.monotonic()))
                worker.process.kill()
            self.join_all()

    def _stop(self, number: int, _: FrameType | None) -> None:
        for each in (signal.SIGINT, signal.SIGTERM):
            signal.signal(each, signal.SIG_IGN)  # one of them is enough
        _log.info("stopping", signal=signal.Signals(number).name)
        raise Supervisor.Stop


def end_on_signals() -> None:
    """Let SIGTERM and SIGINT end this process with status 0. By itself the first one of a container ignores them."""

    def end(_: int, __: FrameType | None) -> None:
        raise Stopped(0)

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, end)


@contextmanager
def _shared_figures(workers: int) -> Iterator[None]:
    """A directory for the figures of several workers, empty at first: the operator's own, or one for this run."""
    given = os.environ.get(MULTIPROCESS)
    if given:
        Path(given).mkdir(parents=True, exist_ok=True)
        for file in Path(given).glob("*.db"):
            file.unlink()
        yield
    elif workers > 1:
        with TemporaryDirectory(prefix="rollwright-") as directory:
            os.environ[MULTIPROCESS] = directory
            yield
    else:
        yield


def end_in_time() -> None:
    """See to it that this process, a worker, has ended `GRACE_SECONDS` after the service was told to stop.

    It ends by force what hangs, and of itself where the process that supervises the workers was killed. To be called
    in the main thread, under uvicorn.
    """

    def by_force() -> None:
        time.sleep(GRACE_SECONDS - SUPERVISOR_SECONDS)
        os._exit(1)

    _before_uvicorn(lambda: threading.Thread(target=by_force, daemon=True).start())
    supervisor = multiprocessing.parent_process()
    if supervisor is not None:

        def follow() -> None:
            supervisor.join()
            os.kill(os.getpid(), signal.SIGTERM)

        threading.Thread(target=follow, daemon=True).start()


def on_stop(loop: AbstractEventLoop, callback: Callable[[], object]) -> None:
    """Have `callback` called on `loop` as soon as this process is told to stop by SIGTERM or SIGINT.

    uvicorn waits for requests that are under way before the application's lifespan ends; what goes on by itself,
    such as an event stream, has to be ended by this. To be called in the main thread once uvicorn runs, best in the
    lifespan; anywhere else nothing stops by signals, and nothing is called.
    """
    _before_uvicorn(lambda: loop.call_soon_threadsafe(callback))


class _Before:
    """A signal handler that first does what is to do once, whichever signal comes, and then what was done before."""

    def __init__(self, todo: list[Callable[[], object]], then: Callable[[int, FrameType | None], Any]) -> None:
        self._todo = todo
        self._then = then

    def __call__(self, number: int, frame: FrameType | None) -> None:
        while self._todo:
            self._todo.pop()()
        self._then(number, frame)


def _before_uvicorn(first: Callable[[], object]) -> None:
    """Do it when the first signal comes that uvicorn is going to handle."""
    if threading.current_thread() is not threading.main_thread():
        return
    todo = [first]
    for number in (signal.SIGINT, signal.SIGTERM):
        then = signal.getsignal(number)
        if isinstance(then, _Before) or isinstance(getattr(then, "__self__", None), uvicorn.Server):
            assert callable(then)  # noqa: S101 - as both are
            signal.signal(number, _Before(todo, then))


async def prepare(database: str, patience: float = float("inf")) -> None:
    """Bring the database to the schema of this version, once it answers.

    Waits `patience` seconds for one that does not answer, and logs each attempt. Raises `Unusable` if that was not
    enough, if waiting would not help, or if the process is told to stop meanwhile.
    """
    stopping = asyncio.Event()
    on_stop(asyncio.get_running_loop(), stopping.set)
    deadline = time.monotonic() + patience
    while True:
        try:
            await _migrate(database)
        except Exception as error:
            reason = why(error)
            if reason is None:
                raise
            if not _passing(error) or time.monotonic() + RETRY_SECONDS > deadline or stopping.is_set():
                raise Unusable(f"{shown(database)} cannot be used: {reason}") from None
            _log.warning("waiting for the database", database=shown(database), reason=reason)
        else:
            return
        with suppress(TimeoutError):
            await asyncio.wait_for(stopping.wait(), RETRY_SECONDS)


async def _migrate(database: str) -> None:
    if is_postgres(database):
        connection = await Dialer(database).dial(PROBE_SECONDS, statement_cache_size=0)
        await connection.close(timeout=PROBE_SECONDS)
    else:
        check_file(database)
    await asyncio.to_thread(migrate, database)
