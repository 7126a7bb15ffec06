"""Processes of a benchmark: on which core they run, and what the kernel says they cost (Linux's /proc)."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")


@contextmanager
def on_core(core: int) -> Iterator[None]:
    """What is started meanwhile runs on this core for good."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {core})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def cpu_seconds(pid: int) -> float:
    """Processor time of a process and all below it, those that have ended included; in steps of 10 ms."""
    own, ended = _times(pid)
    return (own + ended) / TICKS + sum(cpu_seconds(child) for child in _children(pid))


def resident(pid: int) -> tuple[float, float]:
    """MiB that a process holds in memory now, and the most it ever held."""
    lines = dict(line.split(":", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines())
    return int(lines["VmRSS"].split()[0]) / 1024, int(lines["VmHWM"].split()[0]) / 1024


def _times(pid: int) -> tuple[int, int]:
    """Ticks of a process itself and of its children that were waited for; none if it has gone."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return 0, 0
    fields = stat.rpartition(")")[2].split()  # the name before may hold anything
    return int(fields[11]) + int(fields[12]), int(fields[13]) + int(fields[14])


def _children(pid: int) -> list[int]:
    try:
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except (FileNotFoundError, ProcessLookupError):
        return []
