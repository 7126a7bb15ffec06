"""The queue of tables to be solved, one at a time, in a solver process that stays for a while.

Of all workers one solves at a time: a worker's solver process shares its lock (`flock` belongs to the open file), so
that the lock outlives a worker that is killed for as long as its solver still works.
"""

import asyncio
import fcntl
import os
import time
from asyncio.subprocess import DEVNULL, PIPE, Process
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from app.advice.shelf import COMPILED, SOLVER, Shelf, Unsolvable, heed, question, solver_environment
from rules.advice import tables
from rules.adviser import Solution, Values

MOST_WAITING = 16
"""How many tables a worker's queue holds, each of some 100 kB of what the solver is told."""
LOOK_AGAIN = 0.1
"""Seconds between two looks whether another worker is done."""


class Crowded(Exception):
    """The queue is full: in so many seconds there may be room."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"{MOST_WAITING} tables are waiting")
        self.seconds = seconds


class Job:
    """A table that is to be solved. kept: whether its file stays. done: its numbers, or `Unsolvable`."""

    def __init__(self, solution: Solution, *, kept: bool) -> None:
        self.solution = solution
        self.kept = kept
        self.done: asyncio.Future[Values] = asyncio.get_running_loop().create_future()
        self.begun: float | None = None

    @property
    def progress(self) -> float:
        """How much of it is done, about: from 0 to 0.99."""
        if self.begun is None:
            return 0.0
        return min(0.99, (time.monotonic() - self.begun) / self.solution.seconds)

    @property
    def left(self) -> float:
        """About how many seconds it still takes once it is its turn."""
        return self.solution.seconds * (1 - self.progress)


class Solver:
    """Works out tables for one worker."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf
        self._jobs: dict[str, Job] = {}  # by the names of their files; the first is being solved
        self._task: asyncio.Task[None] | None = None
        self._process: Process | None = None
        self._lock: BinaryIO | None = None

    def want(self, solution: Solution, *, kept: bool) -> Job:
        """The job that solves the table, perhaps one that is under way; `Crowded` where too many wait."""
        name = tables.file_name(solution)
        job = self._jobs.get(name)
        if job is None:
            if len(self._jobs) >= MOST_WAITING:
                raise Crowded(sum(each.left for each in self._jobs.values()))
            job = self._jobs[name] = Job(solution, kept=kept)
            if self._task is None or self._task.done():
                self._task = asyncio.create_task(self._work())
        return job

    def wait_of(self, job: Job) -> float:
        """About how many seconds it takes until the job is done, those before it among them."""
        seconds = 0.0
        for each in self._jobs.values():
            seconds += each.left
            if each is job:
                break
        return seconds

    async def stop(self) -> None:
        """Stop solving; what has not been solved is given up."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
        for job in self._jobs.values():
            job.done.cancel()
        self._jobs.clear()
        await self._end()
        if self._lock is not None:
            self._lock.close()

    async def _work(self) -> None:
        while self._jobs:
            name, job = next(iter(self._jobs.items()))
            try:
                values = await self._solved(job)
            except (Unsolvable, OSError) as error:
                failure = error if isinstance(error, Unsolvable) else Unsolvable(error.strerror or str(error))
                job.done.set_exception(failure)
                job.done.exception()  # it may be that nobody waits for it any more
            else:
                job.done.set_result(values)
            del self._jobs[name]

    async def _solved(self, job: Job) -> Values:
        shelf, solution = self._shelf, job.solution
        if self._lock is None:
            self._lock = await asyncio.to_thread(shelf.lock_file)
        while not _locked(self._lock):
            if job.kept and (values := await asyncio.to_thread(shelf.find, solution)) is not None:
                return values
            await asyncio.sleep(LOOK_AGAIN)
        try:
            if job.kept and (values := await asyncio.to_thread(shelf.find, solution)) is not None:
                return values
            path = shelf.path(solution) if job.kept else shelf.folder / f".cone-{os.getpid()}"
            await asyncio.to_thread(shelf.make_room, tables.size(solution))
            job.begun = time.monotonic()
            await self._ask(solution, path, self._lock)
            values = await asyncio.to_thread(tables.read, path, solution)
            if not job.kept:
                path.unlink()
            return values
        finally:
            fcntl.flock(self._lock, fcntl.LOCK_UN)

    async def _ask(self, solution: Solution, path: Path, lock: BinaryIO) -> None:
        """Let a solver process write the table: the one that is here, unless it has ended meanwhile."""
        line = question(solution, path)
        try:
            answer = await self._answered(self._process, line) if self._process is not None else b""
            if not answer:
                await self._end()
                self._process = await asyncio.create_subprocess_exec(
                    *SOLVER,
                    stdin=PIPE,
                    stdout=PIPE,
                    stderr=DEVNULL,
                    env=solver_environment(self._shelf.folder / COMPILED),
                    pass_fds=(lock.fileno(),),
                )
                answer = await self._answered(self._process, line)
        except asyncio.CancelledError:
            await self._end()  # before the lock is given up
            raise
        if not answer:
            raise Unsolvable("the solver process ended without an answer")
        heed(answer)

    async def _answered(self, process: Process, line: bytes) -> bytes:
        assert process.stdin is not None  # noqa: S101 - a pipe
        assert process.stdout is not None  # noqa: S101 - a pipe
        with suppress(ConnectionError):
            process.stdin.write(line)
            await process.stdin.drain()
        return await process.stdout.readline()

    async def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        with suppress(ProcessLookupError):
            process.kill()
        if process.stdin is not None:
            process.stdin.close()
        await process.wait()


def _locked(file: BinaryIO) -> bool:
    """Take the lock if nobody has it."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
