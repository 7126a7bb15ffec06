"""Advice over HTTP: what an answer takes from a running worker, and by how much that worker grows.

The service runs on one core with a solved table of yatzy. Positions are those of random games, each asked about once,
so that no turn is remembered.
"""

import http.client
import json
import random
import statistics
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from app.store.migrate import migrate
from benchmarks.processes import cpu_seconds
from benchmarks.servers import Server, service
from rules.contract import AnyGame
from rules.playout import random_play
from rules.sheet.sums import throws_left
from rules.transcript import Entry, JsonForm, Transcript

CLIENTS = 4
QUESTIONS = 600


class Advising(NamedTuple):
    """Milliseconds of an answer (median) with one client, answers a second with several and what the worker spent on
    each, milliseconds of an analysis of a game for two, and bytes by which the worker grew (file pages apart).
    """

    median: float
    again: float
    rate: float
    spent: float
    analysis: float
    grown: int


def advising(game: AnyGame, tables: Path, folder: Path, seed: int) -> Advising:
    """Measure a worker whose tables are there."""
    database = f"sqlite:///{folder / 'advising.db'}"
    migrate(database)
    settings = {"ROLLWRIGHT_TABLES": str(tables), "ROLLWRIGHT_LIMIT_CHECKS": ""}
    questions = [json.dumps({"position": position}).encode() for position in positions(game, seed)]
    with service(0, database, settings=settings) as server:
        path = f"/v1/games/{game.name}/advise"
        _ask(server, "/v1/games/sand/score", [b'{"dice": [1, 2, 3, 4, 5, 6]}'] * 10)  # what any call loads
        before = _private(server.process)
        alone = _ask(server, path, questions[:QUESTIONS])
        known = _ask(server, path, questions[QUESTIONS - 1 : QUESTIONS] * 100)
        rest = questions[QUESTIONS : 2 * QUESTIONS]
        begun, used = time.perf_counter(), cpu_seconds(server.process)
        clients = [threading.Thread(target=_ask, args=(server, path, rest[at::CLIENTS])) for at in range(CLIENTS)]
        for client in clients:
            client.start()
        for client in clients:
            client.join()
        seconds = time.perf_counter() - begun
        spent = (cpu_seconds(server.process) - used) / len(rest)
        analysis = _ask(server, f"/v1/games/{game.name}/analyse", [transcript(game, seed)] * 5)
        grown = _private(server.process) - before
    return Advising(
        statistics.median(alone),
        statistics.median(known),
        len(rest) / seconds,
        1000 * spent,
        statistics.median(analysis),
        grown,
    )


def positions(game: AnyGame, seed: int) -> list[dict[str, Any]]:
    """Positions of random games of a sheet, as somebody would write them."""
    rules, chance = game.rules(game.options()), random.Random(seed)
    found: list[dict[str, Any]] = []
    while len(found) < 2 * QUESTIONS:
        for turn in random_play(rules, rules.start(1), chance, 1000):
            state: Any = turn.before
            if state.dice and not state.kept:
                filled = zip(game.categories, state.boxes[0], strict=True)
                boxes = {category: points for category, points in filled if points is not None}
                left = throws_left(rules.ruleset, state)  # type: ignore[attr-defined]  # a sheet has one
                found.append({"boxes": boxes, "dice": list(state.dice), "throws_left": left})
    return found


def transcript(game: AnyGame, seed: int) -> bytes:
    """A random game for two, written down as JSON."""
    rules = game.rules(game.options())
    turns = random_play(rules, rules.start(2), random.Random(seed), 1000)
    entries = tuple(Entry(turn.seat, turn.legal.move, turn.faces) for turn in turns)
    made = Transcript(game.name, None, game.options(), ("Ida", "Otto"), entries)
    return json.dumps(JsonForm(game).write(made)).encode()


def _ask(server: Server, path: str, bodies: Sequence[bytes]) -> list[float]:
    """Ask one after the other; the milliseconds of each."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    taken = []
    for body in bodies:
        begun = time.perf_counter()
        connection.request("POST", path, body, {"Content-Type": "application/json"})
        answer = connection.getresponse()
        said = answer.read()
        taken.append(1000 * (time.perf_counter() - begun))
        if answer.status != http.client.OK:
            raise RuntimeError(f"{answer.status}: {said.decode()}")
    connection.close()
    return taken


def _private(pid: int) -> int:
    """Bytes of memory that are the process's own."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("RssAnon:"):
            return int(line.split()[1]) * 1024
    return 0
