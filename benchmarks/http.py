"""What the service does over HTTP: moves a second beside the floor, with a past, in long sessions, and bytes on disk.

`python -m benchmarks.http` prints Markdown tables for both stores. Server and database run on one core, the load
generator on another; servers that are compared take turns in the same run. `--quick` shows within two minutes that
everything works; its figures mean little.
"""

import argparse
import os
import platform
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir

from benchmarks import servers
from benchmarks.load import GAME, SEATS
from benchmarks.recording import Recording, play
from benchmarks.sections import SECTIONS, Bench, Scale, ceiling, tell
from benchmarks.stores import STORES, Store, sync_milliseconds
from benchmarks.turns import NOTE, Setting


def recorded(scale: Scale, store: Store) -> Recording:
    """A game that was played on the service."""
    database = store.create()
    with servers.service(scale.setting.server_core, database) as server:
        return play(server.port, database, GAME, SEATS)


def measure(scale: Scale, kinds: Sequence[str], sections: Sequence[str]) -> None:
    """Measure these sections on these stores."""
    for kind in kinds:
        with STORES[kind](scale.setting.server_core) as store, TemporaryDirectory(prefix="rollwright-") as directory:
            file = Path(directory) / "recording"
            recording = recorded(scale, store)
            recording.save(file)
            bench = Bench(scale, store, recording, file)
            if kind == kinds[0]:
                ceiling(bench)
            for section in sections:
                SECTIONS[section](bench)


def named(known: Sequence[str]) -> Callable[[str], list[str]]:
    """Reads names that are separated by commas."""

    def read(text: str) -> list[str]:
        names = text.split(",")
        if unknown := [name for name in names if name not in known]:
            raise argparse.ArgumentTypeError(f"there is no {', '.join(unknown)}, only {', '.join(known)}")
        return names

    return read


def main() -> None:
    """Measure what the command line asks for."""
    cores = sorted(os.sched_getaffinity(0))
    parser = argparse.ArgumentParser(prog="python -m benchmarks.http", description="What the service does over HTTP.")
    parser.add_argument("--quick", action="store_true", help="only show that it works")
    parser.add_argument("--seconds", type=float, help="how long each measurement takes")
    parser.add_argument("--rounds", type=int, help="how often each is repeated")
    parser.add_argument("--store", choices=STORES, help="one of them only")
    parser.add_argument("--sections", type=named([*SECTIONS]), default=[*SECTIONS], help=",".join(SECTIONS))
    options = parser.parse_args()
    if len(cores) < 2:  # noqa: PLR2004 - one for the server, one for the generator
        parser.error("two cores are needed")
    seconds = options.seconds or (1.0 if options.quick else 3.0)
    rounds = options.rounds or (1 if options.quick else 5)
    setting = Setting(cores[0], cores[1], seconds, warmup=0.3 if options.quick else 1.0, rounds=rounds)
    if options.quick:
        scale = Scale(setting, at_once=(1, 64), past=50_000, long_sessions=4, windows=5, whole_seconds=1.0)
    else:
        scale = Scale(setting, (1, 16, 64, 256), past=1_000_000, long_sessions=16, windows=20, whole_seconds=10.0)
    tell(
        f"{platform.python_implementation()} {platform.python_version()}, {time.strftime('%Y-%m-%d')}, "
        f"{len(cores)} cores, server and database on one, the load generator on another; the disk makes a page "
        f"durable in {sync_milliseconds(Path(gettempdir())):.2f} ms. {NOTE.format(rounds=rounds, seconds=seconds)}"
    )
    measure(scale, [options.store] if options.store else [*STORES], options.sections)


if __name__ == "__main__":
    main()
