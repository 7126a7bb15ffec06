"""Metrics for Prometheus: what the service counts; right with several workers that share a directory.

With `PROMETHEUS_MULTIPROC_DIR` set before this module is imported, every process keeps its values in files of that
directory, and the metrics of any one of them tell the sum over all. The directory belongs to one run of the service:
it has to be empty when that starts.
"""

import os
from bisect import bisect_left
from collections import Counter as Tally
from collections import defaultdict
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
    values,
)
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

OTHER = "other"
"""Stands for every route and method that is none of the service's own: what strangers send adds no series."""

_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5)
_MOVES_AT_ONCE = (1, 2, 4, 8, 16, 32, 64, 128, 256)

# A further series for each, which the sum over several workers does not have anyway.
disable_created_metrics()  # type: ignore[no-untyped-call]


class _Durations(Histogram):
    """A histogram that takes many values at once for little more than the price of one."""

    def observe_all(self, amounts: Sequence[float]) -> None:
        """As `observe` for each."""
        self._sum.inc(sum(amounts))
        for place, count in Tally(bisect_left(self._upper_bounds, amount) for amount in amounts).items():
            self._buckets[place].inc(count)


class Metrics:
    """The figures of one service. All but `render` take few microseconds.

    All but `answered` and `batch`, which belong to an event loop, may be called from any thread.
    """

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._shared: Path | None = None
        if values.ValueClass is not values.MutexValue:  # which one was decided when the library was imported
            self._shared = Path(os.environ["PROMETHEUS_MULTIPROC_DIR"])
            MultiProcessCollector(self._registry, str(self._shared))  # type: ignore[no-untyped-call]
        own = None if self._shared else self._registry
        self._requests = _Durations(
            "rollwright_request_duration_seconds",
            "How long requests took, streams until their end. The _count is the number of requests.",
            ("method", "route", "status"),
            buckets=_SECONDS,
            registry=own,
        )
        self._moves = Counter(
            "rollwright_moves_total",
            "Moves by verdict: accepted, or the code of the refusal.",
            ("game", "verdict"),
            registry=own,
        )
        self._failures = Counter(
            "rollwright_game_failures_total",
            "Calls that the code of a game from outside failed in.",
            ("game",),
            registry=own,
        )
        self._troubles = Counter(
            "rollwright_store_troubles_total",
            "What went wrong with the database: lost, failed_batch (a commit that failed), reconnect.",
            ("kind",),
            registry=own,
        )
        self._batches = Histogram(
            "rollwright_commit_batch_size", "Moves in one commit.", buckets=_MOVES_AT_ONCE, registry=own
        )
        self._lags = Histogram(
            "rollwright_event_lag_seconds",
            "Time from a commit until its event was handed to a stream's socket.",
            buckets=_SECONDS,
            registry=own,
        )
        self._streams = _gauge("rollwright_open_streams", "Event streams that are open.", own)
        self._pool_size = _gauge("rollwright_pool_connections", "Connections to the database.", own)
        self._pool_in_use = _gauge("rollwright_pool_connections_in_use", "Those of them that are in use.", own)
        # The library looks a series up by its labels for more than counting costs; these remember them.
        self._request_series: dict[tuple[str, str, int], _Durations] = {}
        self._move_series: dict[tuple[str, str], Counter] = {}
        self._accepted: Tally[str] = Tally()  # moves of the present batch, by game
        self._answered: defaultdict[str, list[float]] = defaultdict(list)  # and how long they took, by route

    def requested(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request and its duration. `route` is a template such as `/v1/sessions/{session}`, or `OTHER`."""
        self._of_requests(method, route, status).observe(seconds)

    def _of_requests(self, method: str, route: str, status: int) -> _Durations:
        series = self._request_series.get((method, route, status))
        if series is None:
            known = method in _METHODS
            series = self._requests.labels(method if known else OTHER, route, status)
            if known:
                self._request_series[method, route, status] = series
        return series

    def moved(self, game: str, verdict: str) -> None:
        """Count a move by its verdict: `accepted`, or the code of the problem that refused it."""
        self._of_moves(game, verdict).inc()

    def _of_moves(self, game: str, verdict: str) -> Counter:
        series = self._move_series.get((game, verdict))
        if series is None:
            series = self._move_series[game, verdict] = self._moves.labels(game, verdict)
        return series

    def failed(self, game: str) -> None:
        """Count one failure of a game's own code."""
        self._failures.labels(game).inc()

    def trouble(self, kind: str) -> None:
        """Count one trouble with the store."""
        self._troubles.labels(kind).inc()

    def answered(self, game: str, route: str, seconds: float) -> None:
        """Count an accepted move and its request, once the batch that it belongs to is told (`batch`)."""
        self._accepted[game] += 1
        self._answered[route].append(seconds)

    def batch(self, size: int) -> None:
        """Count one commit of so many moves, and what was `answered` since the one before."""
        self._batches.observe(size)
        for game, count in self._accepted.items():
            self._of_moves(game, "accepted").inc(count)
        for route, seconds in self._answered.items():
            self._of_requests("POST", route, 200).observe_all(seconds)
        self._accepted.clear()
        self._answered.clear()

    def lag(self, seconds: float) -> None:
        """Count one event by the time since its commit; below zero, which two machines' clocks may give, is zero."""
        self._lags.observe(max(0.0, seconds))

    def stream_opened(self) -> None:
        """Count one event stream more."""
        self._streams.inc()

    def stream_closed(self) -> None:
        """Count one event stream less."""
        self._streams.dec()

    def pool(self, size: int, in_use: int) -> None:
        """Set how many connections to the database this worker has, and how many of them are in use."""
        self._pool_size.set(size)
        self._pool_in_use.set(in_use)

    def render(self) -> tuple[bytes, str]:
        """The figures of all workers in Prometheus' text format, and its media type. Reads every worker's files."""
        if self._shared:
            _forget_the_dead(self._shared)
        return generate_latest(self._registry), CONTENT_TYPE_LATEST


def _gauge(name: str, meaning: str, registry: CollectorRegistry | None) -> Gauge:
    """A gauge that is summed over the workers that are alive."""
    gauge = Gauge(name, meaning, multiprocess_mode="livesum", registry=registry)
    gauge.set(0)  # a dead worker that had this process's number may have left a value
    return gauge


def _forget_the_dead(directory: Path) -> None:
    """Remove the gauges of workers that ended however they ended; what they counted stays counted."""
    for file in directory.glob("gauge_live*_*.db"):
        pid = int(file.stem.rpartition("_")[2])
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            with suppress(FileNotFoundError):  # another worker that is read at this moment may be faster
                mark_process_dead(pid, str(directory))  # type: ignore[no-untyped-call]
        except PermissionError:
            continue  # it is alive, as another user
