"""The shelf of solved tables: a folder with a bound in bytes, filled by one solver process at a time.

Tables are read by memory map and checked once when they are opened. The longest unused go first when the folder would
grow beyond its bound. A process that solves holds the lock file, so that several workers do not solve the same.
"""

import fcntl
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path

from app.settings import Settings
from app.store.migrate import is_postgres, sqlite_path
from rules.advice import solve, tables
from rules.adviser import AnyAdviser, Solution, Values

FOLDER = "rollwright-tables"
COMPILED = "compiled"
"""The folder, within that of the tables, of what numba has compiled."""


class Unsolvable(RuntimeError):
    """A table that cannot be worked out here, and why."""


def folder_of(settings: Settings) -> Path:
    """Where tables are kept: as set, else beside the SQLite file, else in the current directory."""
    if settings.tables is not None:
        return settings.tables
    path = None if is_postgres(settings.database) else sqlite_path(settings.database)
    return Path(FOLDER) if path is None else Path(path).parent / FOLDER


class Shelf:
    """The tables of one folder."""

    def __init__(self, folder: Path, limit: int) -> None:
        """`limit` is the bytes that the tables may take together; the folder is made when it is needed."""
        self.folder = folder
        self.limit = limit

    def find(self, solution: Solution) -> Values | None:
        """The table's numbers, None where it is not there or is not what it should be."""
        path = self._path(solution)
        try:
            values = tables.read(path, solution)
        except (FileNotFoundError, tables.Unreadable):
            return None
        os.utime(path)
        return values

    def solve(self, solution: Solution) -> Values:
        """The table's numbers, worked out in a process of their own unless they are there.

        Raises `Unsolvable`: for want of the extra `advice` or of room, or where the process fails.
        """
        values = self.find(solution)
        if values is not None:
            return values
        size = tables.size(solution)
        if size > self.limit:
            raise Unsolvable(
                f"the table takes {size:,} bytes, and ROLLWRIGHT_TABLES_BYTES allows {self.limit:,} for all of them"
            )
        self.folder.mkdir(parents=True, exist_ok=True)
        with self._lock():
            values = self.find(solution)
            if values is None:
                self._make_room(size)
                run_solver(solution, self._path(solution), self.folder / COMPILED)
                values = tables.read(self._path(solution), solution)
        return values

    def equip(self, adviser: AnyAdviser) -> AnyAdviser:
        """The adviser with those of its tables that are here."""
        for solution in adviser.solutions():
            values = self.find(solution)
            if values is not None:
                adviser = adviser.with_table(solution, values)
        return adviser

    def _path(self, solution: Solution) -> Path:
        return self.folder / tables.file_name(solution)

    def _make_room(self, size: int) -> None:
        """Remove the tables that were not used for longest, until one more of so many bytes fits."""
        kept = sorted(self.folder.glob(f"*{tables.SUFFIX}"), key=lambda path: path.stat().st_mtime)
        taken = sum(path.stat().st_size for path in kept)
        for path in kept:
            if taken + size <= self.limit:
                return
            taken -= path.stat().st_size
            path.unlink()

    @contextmanager
    def _lock(self) -> Iterator[None]:
        """Hold the folder's lock; it is gone with the process that held it."""
        with (self.folder / ".lock").open("w") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield


def run_solver(solution: Solution, path: Path, compiled: Path) -> None:
    """Run the solver process, which writes the table to `path` and keeps what it compiles in `compiled`."""
    done = subprocess.run(  # noqa: S603 - this package's own module
        [sys.executable, "-m", solve.__name__, str(path)],
        input=json.dumps(asdict(solution)).encode(),
        capture_output=True,
        env={"NUMBA_CACHE_DIR": str(compiled), **os.environ},
        check=False,
    )
    if done.returncode == solve.LACKING:
        raise Unsolvable("solving takes the extra `advice`: pip install 'rollwright[advice]'")
    if done.returncode:
        last = done.stderr.decode(errors="replace").strip().splitlines()[-1:]
        raise Unsolvable(f"the solver process ended with status {done.returncode}: {' '.join(last)}")
