"""The parts of the HTTP benchmark, each with its table."""

from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

import orjson

from benchmarks import servers
from benchmarks.fill import fill
from benchmarks.load import GAME
from benchmarks.long import EARLY, LATE, Window
from benchmarks.processes import output_of
from benchmarks.recording import Recording
from benchmarks.sql import connected
from benchmarks.stores import Store
from benchmarks.turns import HEADER, Setting, errors, lines, load, take_turns

USUAL = 64
"""Sessions at once where only one number of them is measured."""


class Scale(NamedTuple):
    """How much is measured."""

    setting: Setting
    at_once: Sequence[int]
    """Sessions that are played at once."""
    past: int
    """Moves that a store with a past holds."""
    long_sessions: int
    """Sessions that are played on and on."""
    windows: int
    """Of early and of late moves, in long sessions."""
    whole_seconds: float
    """How long games are begun whose bytes on disk are counted."""


class Bench(NamedTuple):
    """What a section measures on."""

    scale: Scale
    store: Store
    recording: Recording
    file: Path
    """Where the recording is saved."""

    @property
    def core(self) -> int:
        """Where servers run."""
        return self.scale.setting.server_core


def tell(*texts: str) -> None:
    """Print lines at once."""
    print(*texts, sep="\n", flush=True)


def ceiling(bench: Bench) -> None:
    """What the generator can do at most: its answers come from memory."""
    tell("", "## The load generator against answers from memory (one round)", "", HEADER)
    with servers.canned(bench.core, bench.file) as server:
        for sessions in bench.scale.at_once:
            setting = bench.scale.setting._replace(rounds=1)
            tell(*lines(str(sessions), [server], take_turns(setting, [server], (), sessions)))


def table(bench: Bench) -> None:
    """The service beside the floor: bare, and with the settings of a public deployment."""
    store, setting = bench.store, bench.scale.setting
    tell("", f"## {store.name}: bots play whole games of {GAME}", "", HEADER)
    with (
        servers.floor(bench.core, store.create(), bench.file) as floor,
        servers.service(bench.core, store.create()) as bare,
        servers.public(bench.core, store.create()) as public,
    ):
        all_three = [floor, bare, public]
        for sessions in bench.scale.at_once:
            tell(*lines(str(sessions), all_three, take_turns(setting, all_three, store.processes, sessions)))
        keyed = take_turns(setting, all_three, store.processes, USUAL, "--keys")
        tell(*lines(f"{USUAL}, with keys", all_three, keyed))
    tell("", "With keys: an Idempotency-Key on each move, which the floor does not store.")


def mouths(bench: Bench) -> None:
    """The service that takes moves at the connection beside one that takes them behind ASGI."""
    store = bench.store
    tell("", f"## {store.name}: what taking moves at the connection is worth", "", HEADER)
    with (
        servers.behind_asgi(bench.core, store.create()) as behind,
        servers.public(bench.core, store.create()) as public,
    ):
        both = [behind, public]
        tell(*lines(str(USUAL), both, take_turns(bench.scale.setting, both, store.processes, USUAL)))


def million(bench: Bench) -> None:
    """The service on a store with a past beside the service on a new one."""
    store, past = bench.store, bench.scale.past
    tell("", f"## {store.name}: after {past:,} stored moves", "", HEADER)
    full = store.create()
    fill(full, bench.recording, past)
    with (
        servers.service(bench.core, store.create(), "new store") as fresh,
        servers.service(bench.core, full, f"after {past:,} moves") as old,
    ):
        both = [fresh, old]
        tell(*lines(str(USUAL), both, take_turns(bench.scale.setting, both, store.processes, USUAL)))


def long(bench: Bench) -> None:
    """Late moves of sessions beside early ones."""
    store = bench.store
    tell(
        "",
        f"## {store.name}: late moves of a session",
        "",
        "| move | moves/s | p50 ms | CPU µs a move, server and database |",
        "| --- | ---: | ---: | ---: |",
    )
    with servers.service(bench.core, store.create()) as server:
        printed = output_of(
            bench.scale.setting.generator_core,
            "benchmarks.long",
            *("--port", server.port),
            *("--sessions", bench.scale.long_sessions),
            *("--rounds", bench.scale.windows),
            *("--watch", server.process, *store.processes),
        )
    early, late = ([figures(Window(**window)) for window in taken] for taken in orjson.loads(printed).values())
    for name, taken in ((f"{EARLY}th", early), (f"{LATE:,}th", late)):
        rate, p50, cpu = map(median, zip(*taken, strict=True))
        tell(f"| {name} | {rate:,.0f} | {p50:.2f} | {cpu:.0f} |")
    ratios = [
        [after / before for before, after in zip(*windows, strict=True)] for windows in zip(early, late, strict=True)
    ]
    tell(f"| ratio | {' | '.join(f'{median(each):.2f}' for each in zip(*ratios, strict=True))} |")


def figures(window: Window) -> tuple[float, float, float]:
    """Moves a second, the median in milliseconds, and microseconds of processor time a move."""
    return window.moves / window.seconds, window.p50, 1e6 * sum(window.cpu_seconds) / window.moves


def disk(bench: Bench) -> None:
    """What stored moves take on disk."""
    store, setting = bench.store, bench.scale.setting._replace(seconds=bench.scale.whole_seconds, warmup=0)
    tell(
        "",
        f"## {store.name}: bytes on disk",
        "",
        "| moves sent | games | moves | bytes | bytes a move | errors |",
        "| --- | ---: | ---: | ---: | ---: | --- |",
    )
    for kind, options in (("plain", ()), ("with keys", ("--keys",))):
        database = store.create()
        with connected(database) as connection:
            connection.settle()
            empty = connection.size()
        with servers.service(bench.core, database) as server:
            report = load(setting, server, store.processes, USUAL, "--whole", *options)
        with connected(database) as connection:
            connection.settle()
            size = connection.size() - empty
            (rows,) = connection.rows(
                "SELECT (SELECT count(*) FROM record) AS moves, (SELECT count(*) FROM sessions) AS games"
            )
        cells = kind, f"{rows['games']:,}", f"{rows['moves']:,}", f"{size:,}", f"{size / rows['moves']:.1f}"
        tell(f"| {' | '.join(cells)} | {errors([report])} |")


SECTIONS: dict[str, Callable[[Bench], None]] = {
    "table": table,
    "mouths": mouths,
    "million": million,
    "long": long,
    "disk": disk,
}
