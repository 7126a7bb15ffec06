"""What Prometheus is told, by one process and by several that share a directory."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from subprocess import PIPE
from typing import IO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from prometheus_client.parser import text_string_to_metric_families

from app.telemetry.metrics import OTHER, Metrics
from tests.support.patience import PATIENCE

MOVES = "/v1/sessions/{session}/moves"
SECONDS = st.sampled_from([0, 0.001, 0.0025, 0.0026, 0.3, 5, 5.1]) | st.floats(0, 100)
"""Durations, among them the very bounds of buckets."""


def _read(text: str) -> dict[str, float]:
    """Each sample's value by its name and the values of its labels."""
    return {
        " ".join([sample.name, *(value for _, value in sorted(sample.labels.items()))]): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def _shown(metrics: Metrics) -> dict[str, float]:
    return _read(metrics.render()[0].decode())


def test_a_fresh_service_shows_its_gauges_at_zero() -> None:
    shown = _shown(Metrics())
    for name in ("open_streams", "pool_connections", "pool_connections_in_use", "commit_batch_size_count"):
        assert shown[f"rollwright_{name}"] == 0


def test_requests_are_counted_and_timed_by_method_route_and_status() -> None:
    metrics = Metrics()
    for seconds in (0.004, 0.03, 60):
        metrics.requested("POST", MOVES, 200, seconds)
    metrics.requested("POST", MOVES, 409, 0.001)
    metrics.requested("GET", MOVES, 405, 0.001)
    name, shown = "rollwright_request_duration_seconds", _shown(metrics)
    assert shown[f"{name}_count POST {MOVES} 200"] == 3
    assert shown[f"{name}_sum POST {MOVES} 200"] == pytest.approx(60.034)
    assert [shown[f"{name}_bucket {le} POST {MOVES} 200"] for le in ("0.0025", "0.005", "0.05", "5.0", "+Inf")] == [
        0,
        1,
        2,
        2,
        3,
    ]
    assert shown[f"{name}_count POST {MOVES} 409"] == 1
    assert shown[f"{name}_count GET {MOVES} 405"] == 1


def test_strangers_methods_add_no_series() -> None:
    metrics = Metrics()
    for method in ("BREW", "brew", "get", "PROPFIND"):
        metrics.requested(method, OTHER, 405, 0.001)
    counts = {key: value for key, value in _shown(metrics).items() if "seconds_count" in key and "request" in key}
    assert counts == {"rollwright_request_duration_seconds_count other other 405": 4}


def test_moves_are_counted_by_game_and_verdict() -> None:
    metrics = Metrics()
    for verdict in ("accepted", "illegal-move", "accepted"):
        metrics.moved("sand", verdict)
    metrics.moved("titusind", "accepted")
    moves = {key: value for key, value in _shown(metrics).items() if "moves" in key}
    assert moves == {
        "rollwright_moves_total sand accepted": 2,
        "rollwright_moves_total sand illegal-move": 1,
        "rollwright_moves_total titusind accepted": 1,
    }


@given(st.lists(st.tuples(st.sampled_from(["sand", "titusind"]), st.sampled_from([MOVES, "/x"]), SECONDS)))
def test_what_is_answered_is_counted_with_its_batch_as_one_by_one(told: list[tuple[str, str, float]]) -> None:
    metrics, other = Metrics(), Metrics()
    for game, route, seconds in told:
        metrics.answered(game, route, seconds)
        other.moved(game, "accepted")
        other.requested("POST", route, 200, seconds)
    for _ in range(2):  # the second has nothing left to count
        metrics.batch(len(told))
        other.batch(len(told))
    assert _shown(metrics) == pytest.approx(_shown(other))


def test_batches_lags_streams_and_the_pool() -> None:
    metrics = Metrics()
    metrics.batch(1)
    metrics.batch(12)
    metrics.lag(0.02)
    metrics.lag(-3.0)
    metrics.stream_opened()
    metrics.stream_opened()
    metrics.stream_closed()
    metrics.pool(4, 3)
    metrics.pool(5, 1)
    shown = _shown(metrics)
    assert (shown["rollwright_commit_batch_size_count"], shown["rollwright_commit_batch_size_sum"]) == (2, 13)
    assert (shown["rollwright_commit_batch_size_bucket 8.0"], shown["rollwright_commit_batch_size_bucket 16.0"]) == (
        1,
        2,
    )
    assert shown["rollwright_event_lag_seconds_sum"] == pytest.approx(0.02)
    assert shown["rollwright_event_lag_seconds_bucket 0.001"] == 1
    assert shown["rollwright_open_streams"] == 1
    assert (shown["rollwright_pool_connections"], shown["rollwright_pool_connections_in_use"]) == (5, 1)


def test_two_services_in_one_process_count_apart() -> None:
    one, other = Metrics(), Metrics()
    one.moved("sand", "accepted")
    assert "rollwright_moves_total sand accepted" in _shown(one)
    assert "rollwright_moves_total sand accepted" not in _shown(other)


def test_nothing_is_lost_between_threads() -> None:
    metrics = Metrics()

    def play() -> None:
        for _ in range(2000):
            metrics.moved("sand", "accepted")

    with ThreadPoolExecutor(4) as threads:
        for _ in range(4):
            threads.submit(play)
    assert _shown(metrics)["rollwright_moves_total sand accepted"] == 8000


def test_the_answer_is_prometheus_text() -> None:
    metrics = Metrics()
    metrics.moved("sand", "accepted")
    body, media_type = metrics.render()
    assert media_type.startswith("text/plain; version=")
    assert b"# TYPE rollwright_moves_total counter" in body
    assert b"_created" not in body


WORKER = """
import sys
from app.telemetry.metrics import Metrics
metrics = Metrics()
for _ in range(int(sys.argv[1])):
    metrics.moved("sand", "accepted")
    metrics.requested("GET", "/v1/games", 200, 0.003)
    metrics.stream_opened()
metrics.pool(4, int(sys.argv[1]))
print("ready", flush=True)
for _ in sys.stdin:
    print(metrics.render()[0].decode() + "END", flush=True)
"""
HEIR = f"import os, sys; os.rename(sys.argv[2], f'{{sys.argv[2].rpartition(chr(95))[0]}}_{{os.getpid()}}.db'){WORKER}"


class Worker:
    """A process that counted so many moves and streams; its metrics can be read."""

    def __init__(self, directory: Path, code: str, *arguments: str) -> None:
        environment = os.environ | {"PROMETHEUS_MULTIPROC_DIR": str(directory)}
        command = [sys.executable, "-c", code, *arguments]
        self.process = subprocess.Popen(command, stdin=PIPE, stdout=PIPE, text=True, env=environment)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.asks: IO[str] = self.process.stdin
        self.tells: IO[str] = self.process.stdout
        assert self.tells.readline() == "ready\n"

    def shown(self) -> dict[str, float]:
        self.asks.write("show\n")
        self.asks.flush()
        return _read("".join(iter(self.tells.readline, "END\n")))

    def end(self, by: signal.Signals) -> None:
        self.process.send_signal(by)
        self.process.wait(PATIENCE)
        self.asks.close()
        self.tells.close()


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Worker]]:
    with ExitStack() as running:

        def begin(*arguments: str, code: str = WORKER) -> Worker:
            worker = Worker(tmp_path, code, *arguments)
            running.callback(worker.end, signal.SIGKILL)
            return worker

        yield begin


def _sums(shown: dict[str, float]) -> tuple[float, ...]:
    return (
        shown["rollwright_moves_total sand accepted"],
        shown["rollwright_request_duration_seconds_count GET /v1/games 200"],
        shown["rollwright_request_duration_seconds_bucket 0.005 GET /v1/games 200"],
        shown["rollwright_open_streams"],
        shown["rollwright_pool_connections"],
        shown["rollwright_pool_connections_in_use"],
    )


def test_any_worker_tells_the_sum_over_all(start: Callable[..., Worker]) -> None:
    three, five = start("3"), start("5")
    assert _sums(three.shown()) == _sums(five.shown()) == (8, 8, 8, 8, 8, 8)


@pytest.mark.parametrize("by", [signal.SIGKILL, signal.SIGTERM])
def test_what_a_dead_worker_counted_stays_and_what_it_held_open_goes(
    start: Callable[..., Worker], by: signal.Signals
) -> None:
    three, five = start("3"), start("5")
    three.end(by)
    assert _sums(five.shown()) == (8, 8, 8, 5, 4, 5)
    assert _sums(start("1").shown()) == (9, 9, 9, 6, 8, 6)


def test_a_worker_with_the_number_of_a_dead_one_begins_with_nothing_open(
    start: Callable[..., Worker], tmp_path: Path
) -> None:
    start("3").end(signal.SIGKILL)
    (left,) = tmp_path.glob("gauge_livesum_*.db")
    assert _sums(start("1", str(left), code=HEIR).shown()) == (4, 4, 4, 1, 4, 1)
