"""Processes of a benchmark: on which core they run, and what the kernel says they cost (Linux's /proc)."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent

TICKS = os.sysconf("SC_CLK_TCK")
SCHEDULED = 2
"""The kind of a process's clock that counts all its time on a core (Linux's CPUCLOCK_SCHED)."""


@contextmanager
def on_core(core: int) -> Iterator[None]:
    """What is started meanwhile runs on this core for good."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {core})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def output_of(core: int, module: str, *arguments: object) -> str:
    """What a module of the benchmarks prints, run on this core; RuntimeError with its complaint if it fails."""
    command = [sys.executable, "-m", module, *map(str, arguments)]
    with on_core(core):
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603 - our own
    if done.returncode:
        raise RuntimeError(f"{' '.join(command[1:])} failed:\n{done.stderr}")
    return done.stdout


def cpu_seconds(pid: int) -> float:
    """Processor time of a process and all below it; none of one that has gone.

    Those that still run are counted by the nanosecond, those that have ended in steps of 10 ms.
    """
    try:
        running = time.clock_gettime((~pid << 3) | SCHEDULED)
        stat = Path(f"/proc/{pid}/stat").read_text()
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return 0.0
    fields = stat.rpartition(")")[2].split()  # the name before may hold anything
    ended = (int(fields[13]) + int(fields[14])) / TICKS
    return running + ended + sum(cpu_seconds(int(child)) for child in children)


def busy_seconds(core: int) -> float:
    """Time in which a core was not idle, what the host of a virtual machine took away included; in steps of 10 ms."""
    for line in Path("/proc/stat").read_text().splitlines():
        name, *ticks = line.split()
        if name == f"cpu{core}":
            user, nice, system, _, _, irq, softirq, stolen = map(int, ticks[:8])
            return (user + nice + system + irq + softirq + stolen) / TICKS
    raise ValueError(f"there is no core {core}")


class Clocks(NamedTuple):
    """Seconds that have passed: on the wall, in this process, in each watched process, and busy ones of each core."""

    wall: float
    own: float
    processes: list[float]
    cores: list[float]

    @classmethod
    def read(cls, processes: Sequence[int], cores: Sequence[int]) -> "Clocks":
        """What the clocks say now."""
        watched = [cpu_seconds(pid) for pid in processes], [busy_seconds(core) for core in cores]
        return cls(time.perf_counter(), time.process_time(), *watched)

    def since(self, before: "Clocks") -> "Clocks":
        """What has passed since an earlier reading."""
        return Clocks(
            self.wall - before.wall,
            self.own - before.own,
            [now - then for now, then in zip(self.processes, before.processes, strict=True)],
            [now - then for now, then in zip(self.cores, before.cores, strict=True)],
        )


def resident(pid: int) -> float:
    """MiB that a process holds in memory now."""
    lines = dict(line.split(":", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines())
    return int(lines["VmRSS"].split()[0]) / 1024
