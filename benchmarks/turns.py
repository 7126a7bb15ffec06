"""Servers measured in turns under the same load, and the table of what came out."""

from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import median
from typing import NamedTuple

import orjson

from benchmarks.load import Report
from benchmarks.processes import output_of, resident
from benchmarks.servers import Server

HEADER = (
    "| sessions | server | moves/s | p50 ms | p95 ms | p99 ms | CPU µs a move: server | database | times the first "
    "| generator | others | MiB | errors |\n"
    "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |"
)
NOTE = (
    "Figures are medians over the rounds ({rounds}, of {seconds:g} s each). Times the first: moves/s by those of the "
    "first server in the same round, with the least and the most. Generator: the share of its core that the load "
    "generator took. Others: the shares of the server's core and of the generator's that no process of the benchmark "
    "took, but the kernel's threads for the disk or somebody else; much of it says that the run was disturbed. "
    "MiB: the most that the server's process held in memory after a round. Errors: what else came back than accepted "
    "moves, by status, in all rounds."
)


class Setting(NamedTuple):
    """Where and how long each measurement runs."""

    server_core: int
    generator_core: int
    seconds: float
    warmup: float
    rounds: int


class Turn(NamedTuple):
    """What one server did in one round."""

    report: Report
    mebibytes: float

    @property
    def others(self) -> tuple[float, float]:
        """The shares of the server's core and of the generator's that went to processes outside of the benchmark."""
        report = self.report
        own = sum(report.cpu_seconds), report.generator_cpu_seconds
        server, generator = (
            max(0.0, busy - used) / report.seconds for busy, used in zip(report.busy_seconds, own, strict=True)
        )
        return server, generator


def load(setting: Setting, server: Server, database: Sequence[int], sessions: int, *options: str) -> Report:
    """Play for once; RuntimeError where no move was accepted."""
    printed = output_of(
        setting.generator_core,
        "benchmarks.load",
        *("--port", server.port),
        *("--sessions", sessions),
        *("--seconds", setting.seconds),
        *("--warmup", setting.warmup),
        *("--watch", server.process, *database),
        *("--cores", setting.server_core, setting.generator_core),
        *server.options,
        *options,
    )
    return Report(**orjson.loads(printed))


def take_turns(
    setting: Setting, servers: Sequence[Server], database: Sequence[int], sessions: int, *options: str
) -> list[list[Turn]]:
    """What each server did, round by round; every other round goes through them backwards."""
    turns: list[list[Turn]] = [[] for _ in servers]
    for number in range(setting.rounds):
        order = list(zip(servers, turns, strict=True))
        for server, taken in order if number % 2 == 0 else reversed(order):
            report = load(setting, server, database, sessions, *options)
            taken.append(Turn(report, resident(server.process)))
    return turns


def lines(kind: str, servers: Sequence[Server], turns: Sequence[Sequence[Turn]]) -> list[str]:
    """One line of the table for each server."""
    rates = [[turn.report.moves_per_second for turn in taken] for taken in turns]
    listed = list[str]()
    for server, taken, own in zip(servers, turns, rates, strict=True):
        reports = [turn.report for turn in taken]
        server_us, *database_us = (
            1e6 * median(report.cpu_seconds[at] / report.moves for report in reports)
            for at in range(len(reports[0].cpu_seconds))
        )
        ratios = sorted(mine / first for mine, first in zip(own, rates[0], strict=True))
        cells = (
            kind,
            server.name,
            f"{median(own):,.0f}",
            *(f"{median(getattr(report, share) for report in reports):.1f}" for share in ("p50", "p95", "p99")),
            f"{server_us:.0f}",
            f"{sum(database_us):.0f}" if database_us else "",
            "" if own is rates[0] else f"{median(ratios):.2f} ({ratios[0]:.2f}-{ratios[-1]:.2f})",
            f"{median(report.generator_cpu_seconds / report.seconds for report in reports):.0%}",
            " + ".join(f"{median(shares):.0%}" for shares in zip(*(turn.others for turn in taken), strict=True)),
            f"{max(turn.mebibytes for turn in taken):.0f}",
            errors(reports),
        )
        listed.append(f"| {' | '.join(cells)} |")
    return listed


def errors(reports: Iterable[Report]) -> str:
    """How often what came back instead of an accepted move."""
    total = sum((Counter(report.errors) for report in reports), Counter[str]())
    return ", ".join(f"{status}: {times:,}" for status, times in total.items())
