"""The shelf of solved tables: a folder with a bound in bytes, filled by one solver process at a time.

Tables are read by memory map and checked once when they are opened. The longest unused go first when the folder would
grow beyond its bound. A process that solves holds the lock file, so that several workers do not solve the same.
"""

import fcntl
import json
import os
import subprocess
import sys
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import BinaryIO

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

    def path(self, solution: Solution) -> Path:
        """Where the table is, or would be."""
        return self.folder / tables.file_name(solution)

    def find(self, solution: Solution) -> Values | None:
        """The table's numbers, None where it is not there or is not what it should be."""
        try:
            values = tables.read(self.path(solution), solution)
        except (FileNotFoundError, tables.Unreadable):
            return None
        self.touch(solution)
        return values

    def touch(self, solution: Solution) -> None:
        """Note that the table is in use, so that others make room before it does."""
        with suppress(OSError):  # its file is gone, or is another user's
            os.utime(self.path(solution))

    def solve(self, solution: Solution) -> Values:
        """The table's numbers, worked out in a process of their own unless they are there.

        Raises `Unsolvable`: for want of the extra `advice` or of room, or where the process fails.
        """
        values = self.find(solution)
        if values is not None:
            return values
        self.check_room(solution)
        with self.lock_file() as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            values = self.find(solution)
            if values is None:
                self.make_room(tables.size(solution))
                run_solver(solution, self.path(solution), self.folder / COMPILED)
                values = tables.read(self.path(solution), solution)
        return values

    def equip(self, adviser: AnyAdviser) -> AnyAdviser:
        """The adviser with those of its tables that are here."""
        for solution in adviser.solutions():
            values = self.find(solution)
            if values is not None:
                adviser = adviser.with_table(solution, values)
        return adviser

    def check_room(self, solution: Solution) -> None:
        """Refuse a table that is larger than all may be together: `Unsolvable`."""
        size = tables.size(solution)
        if size > self.limit:
            raise Unsolvable(
                f"the table takes {size:,} bytes, and ROLLWRIGHT_TABLES_BYTES allows {self.limit:,} for all of them"
            )

    def lock_file(self) -> BinaryIO:
        """The file that is locked (`flock`) by the process that solves; a lock is gone with those that held it."""
        self.folder.mkdir(parents=True, exist_ok=True)
        return (self.folder / ".lock").open("wb")

    def make_room(self, size: int) -> None:
        """Remove the tables that were not used for longest, until one more of so many bytes fits.

        To be called under the lock. What a process that was killed has left half written goes first.
        """
        for path in self.folder.glob(".*-*"):
            path.unlink(missing_ok=True)
        kept = sorted(self.folder.glob(f"*{tables.SUFFIX}"), key=lambda path: path.stat().st_mtime)
        taken = sum(path.stat().st_size for path in kept)
        for path in kept:
            if taken + size <= self.limit:
                return
            taken -= path.stat().st_size
            path.unlink(missing_ok=True)


def run_solver(solution: Solution, path: Path, compiled: Path) -> None:
    """Run a solver process for this table alone, which it writes to `path`; what it compiles goes to `compiled`."""
    done = subprocess.run(  # noqa: S603 - this package's own module
        SOLVER,
        input=question(solution, path),
        capture_output=True,
        env=solver_environment(compiled),
        check=False,
    )
    if done.returncode or not done.stdout:
        last = done.stderr.decode(errors="replace").strip().splitlines()[-1:]
        raise Unsolvable(f"the solver process ended with status {done.returncode}: {' '.join(last)}")
    heed(done.stdout)


SOLVER = [sys.executable, "-m", solve.__name__]
"""The command of the solver process."""


def solver_environment(compiled: Path) -> dict[str, str]:
    """The environment of a solver process that keeps what it compiles in this folder."""
    return {"NUMBA_CACHE_DIR": str(compiled), **os.environ}


def question(solution: Solution, path: Path) -> bytes:
    """The line that asks a solver process for a table."""
    return json.dumps({"path": str(path), "solution": asdict(solution)}).encode() + b"\n"


def heed(answer: bytes) -> None:
    """Raise `Unsolvable` where the solver process has answered that it could not."""
    said = json.loads(answer)
    if "lacking" in said:
        raise Unsolvable("solving takes the extra `advice`: pip install 'rollwright[advice]'")
    if "failed" in said:
        raise Unsolvable(f"the solver failed: {said['failed']}")
