"""Advice: how long solving, asking and analysing take, against the figures they are meant to reach.

`python -m benchmarks.advice [part ...]` prints a Markdown table; without parts those that end within some minutes.
Parts: sheets, banking, solitaire, analysis, http, and by name alone wohin-damit (a table of 117 MB), duel (the
chance to win of every pair of totals) and maxi-yatzy (a table of 301 MB). Times are the processor's, of the solver
process where one solves, so that other work on the machine disturbs them less.
"""

import argparse
import platform
import random
import resource
import tempfile
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from app.advice.shelf import Shelf
from benchmarks.advising import CLIENTS, advising
from rules.advice import tables
from rules.advice.advise import advise
from rules.advice.analysis import analyse
from rules.adviser import AnyAdviser, Objective
from rules.contract import AnyGame, AnyRules
from rules.playout import random_play, throw
from rules.registry import built_in
from rules.solitaire_dice.weights import weights

SEED = 20261201
GAMES = built_in().games
ROUNDS = 20


class Figure(NamedTuple):
    """What was measured, how it came out, and what it is meant to be."""

    what: str
    measured: str
    aim: str


def spent(work: Callable[[], Any], *, children: bool = False) -> tuple[float, Any]:
    """The processor's seconds that some work takes, in this process or in those it starts, and what comes of it."""
    who = resource.RUSAGE_CHILDREN if children else resource.RUSAGE_SELF
    before = resource.getrusage(who)
    done = work()
    after = resource.getrusage(who)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done


def seated(game: AnyGame, shelf: Shelf, options: Any = None, objective: Objective | None = None) -> Any:
    """The rules and the adviser of a game, with the tables that an objective takes, and the seconds of solving."""
    agreed = game.options() if options is None else options
    rules = game.rules(agreed)
    if game.adviser is None:
        raise ValueError(f"{game.name} has no adviser")
    adviser: AnyAdviser = game.adviser(agreed)
    seconds, solution = 0.0, None
    for solution in adviser.solutions(rules.start(1), objective)[-1:]:
        seconds, values = spent(lambda wanted=solution: shelf.solve(wanted), children=True)  # type: ignore[misc]
        adviser = adviser.with_table(solution, values)
    return rules, adviser, seconds, solution


def sheets(shelf: Shelf) -> Iterator[Figure]:
    """Yatzy solved and asked about."""
    yatzy = GAMES["yatzy"]
    _, _, cold, _ = seated(yatzy, shelf)
    for path in shelf.folder.glob(f"*{tables.SUFFIX}"):
        path.unlink()
    rules, adviser, warm, solution = seated(yatzy, shelf)
    yield Figure("yatzy, first table on a machine (numba compiles)", f"{cold:.1f} s", "30 s")
    yield Figure("yatzy, a table later", f"{warm:.1f} s, {tables.size(solution) / 1e6:.1f} MB", "4 s")
    value = adviser.value(rules.start(1), 0, "points")
    yield Figure("its value", f"{value:.10f}", "248.43998937785")
    seconds, _ = spent(lambda: shelf.find(solution))
    yield Figure("its table opened after a restart", f"{seconds:.3f} s", "0.1 s")
    states = [turn.before for turn in random_play(rules, rules.start(1), random.Random(SEED), 60) if turn.before.dice]
    first, again = 0.0, 0.0
    for state in states:
        fresh = adviser.with_table(solution, adviser.solved[0].values)
        seconds, _ = spent(lambda at=state, by=fresh: advise(rules, by, at, 0))  # type: ignore[misc]
        first += seconds
        seconds, _ = spent(lambda at=state, by=fresh: advise(rules, by, at, 0))  # type: ignore[misc]
        again += seconds
    yield Figure("advice, first question of a turn", f"{1000 * first / len(states):.2f} ms", "3 ms")
    yield Figure("advice, later ones", f"{1000 * again / len(states):.2f} ms", "3 ms")
    boxes = (3, 6, 9, 12, 15, *(None,) * 10)
    bare = yatzy.adviser(yatzy.options()) if yatzy.adviser else adviser
    state = rules.start(1)._replace(boxes=(boxes,), totals=(45,), throw=1, dice=(1, 2, 3, 5, 6))
    cone = bare.solutions(state)[0]
    seconds, values = spent(lambda: shelf.solve(cone), children=True)
    advise(rules, bare.with_table(cone, values), state, 0)
    yield Figure("ten boxes open and no table: the cone, with the start of its process", f"{seconds:.2f} s", "0.3 s")
    for joker, right in (("forced", "254.5877287"), ("free", "254.5896095")):
        options = GAMES["yahtzee"].options(joker=joker)
        rules, adviser, seconds, _ = seated(GAMES["yahtzee"], shelf, options)
        value = adviser.value(rules.start(1), 0, "points")
        yield Figure(f"yahtzee, {joker} joker: its value, in {seconds:.1f} s", f"{value:.7f}", right)


def banking(shelf: Shelf) -> Iterator[Figure]:
    """The fewest turns of every preset, and a turn asked about."""
    game = GAMES["banking"]
    for name, options in game.presets.items():
        _, adviser, seconds, solution = seated(game, shelf, options, "turns")
        if solution is None:
            continue
        rules = game.rules(options)
        first, _ = spent(lambda by=adviser, on=rules: by.values(on.start(1), 0, "turns"))  # type: ignore[misc]
        again, _ = spent(lambda by=adviser, on=rules: by.values(on.start(1), 0, "turns"))  # type: ignore[misc]
        value = adviser.value(rules.start(1), 0, "turns")
        told = (
            f"{value:.3f} in {seconds:.1f} s; a turn's first question {1000 * first:.0f} ms, then {1000 * again:.2f}"
        )
        yield Figure(f"{name}: fewest turns", told, "1 s warm; 60 ms, then 5")


def duel(shelf: Shelf) -> Iterator[Figure]:
    """The chance to win of every pair of totals."""
    game = GAMES["titusind"]
    rules, adviser, seconds, solution = seated_duel(game, shelf)
    value = adviser.value(rules.start(2), 0, "win")
    size = tables.size(solution) / 1e3
    yield Figure(
        "titusind between two: the beginner wins", f"{value:.4f}, in {seconds:.0f} s, {size:.0f} kB", "180 s"
    )
    first, _ = spent(lambda: adviser.values(rules.start(2), 0, "win"))
    yield Figure("its turn's first question", f"{1000 * first:.0f} ms", "60 ms")


def seated_duel(game: AnyGame, shelf: Shelf) -> Any:
    """The rules and the adviser of a game for two, with the table of their duel."""
    rules = game.rules(game.options())
    adviser: AnyAdviser = game.adviser(game.options())  # type: ignore[misc]
    (solution,) = adviser.solutions(rules.start(2), "win")
    seconds, values = spent(lambda: shelf.solve(solution), children=True)
    return rules, adviser.with_table(solution, values), seconds, solution


def solitaire(shelf: Shelf) -> Iterator[Figure]:  # noqa: ARG001 - it takes no table
    """How well the shipped weights play, and how fast they are asked."""
    learning = import_module("rules.solitaire_dice.learning")
    played = learning.results(np.array(weights(), np.float64), 20_000, SEED)
    error = played.std() / len(played) ** 0.5
    told = f"{played.mean():+.1f} (se {error:.1f}), above 0: {(played > 0).mean():.2f}"
    yield Figure("solitaire-dice, best, 20,000 games", told, "+290")
    game = GAMES["solitaire-dice"]
    rules = game.rules(game.options())
    adviser: AnyAdviser = game.adviser(game.options())  # type: ignore[misc]
    states = [
        turn.before for turn in random_play(rules, rules.start(1), random.Random(SEED), 60) if turn.legal.throws == 0
    ]
    seconds, _ = spent(lambda: [adviser.values(state, 0, "points") for state in states])
    yield Figure("its advice", f"{1000 * seconds / len(states):.2f} ms a move", "1 ms")


def analysis(shelf: Shelf) -> Iterator[Figure]:
    """A two-seat game of yatzy analysed."""
    rules, adviser, _, _ = seated(GAMES["yatzy"], shelf)
    record = [turn.played for turn in random_play(rules, rules.start(2), random.Random(SEED), 1000)]
    seconds, _ = spent(lambda: analyse(rules, adviser, 2, record))
    yield Figure(f"yatzy for two analysed, {len(record)} entries", f"{1000 * seconds:.0f} ms", "150 ms")
    chance = random.Random(SEED)
    totals = [best_game(rules, adviser, chance) for _ in range(ROUNDS)]
    told = f"{sum(totals) / len(totals):.1f} over {ROUNDS} games"
    yield Figure("yatzy by best play", told, "248.4 in the mean (sd 38.5)")


def best_game(rules: AnyRules, adviser: AnyAdviser, chance: random.Random) -> int:
    """The total of one seat's game by best play."""
    state = rules.start(1)
    while rules.to_move(state):
        legal = advise(rules, adviser, state, 0).moves[0].legal
        step: Any = rules.apply(state, 0, legal.move, throw(chance, legal.throws))
        state = step.state
    return rules.totals(state)[0]


def over_http(shelf: Shelf) -> Iterator[Figure]:
    """Advice on yatzy from a running worker; times by the clock."""
    game = GAMES["yatzy"]
    seated(game, shelf)
    with tempfile.TemporaryDirectory() as folder:
        found = advising(game, shelf.folder, Path(folder), SEED)
    yield Figure("advice over HTTP, a turn's first question, median", f"{found.median:.1f} ms", "3 ms")
    yield Figure("advice over HTTP, later questions, median", f"{found.again:.1f} ms", "3 ms")
    told = f"{found.rate:.0f} a second; {found.spent:.1f} ms of the worker's processor each"
    yield Figure(f"first questions of turns by {CLIENTS} clients at once", told, "300 a second")
    yield Figure("yatzy for two analysed over HTTP, median", f"{found.analysis:.0f} ms", "150 ms")
    yield Figure("the worker grew by", f"{found.grown / 1e6:.1f} MB", "25 MB")


def wohin_damit(shelf: Shelf) -> Iterator[Figure]:
    """Every sheet of wohin-damit."""
    rules, adviser, seconds, solution = seated(GAMES["wohin-damit"], shelf)
    value = adviser.value(rules.start(1), 0, "points")
    told = f"{value:.4f}, in {seconds:.0f} s, {tables.size(solution) / 1e6:.0f} MB"
    yield Figure("wohin-damit: its value", told, "40 s, 125 MB")


def maxi_yatzy(shelf: Shelf) -> Iterator[Figure]:
    """Six dice and twenty boxes."""
    game = GAMES["sheet"]
    rules, adviser, seconds, solution = seated(game, shelf, game.presets["maxi-yatzy"])
    value = adviser.value(rules.start(1), 0, "points")
    told = f"{value:.4f}, in {seconds:.0f} s, {tables.size(solution) / 1e6:.0f} MB"
    yield Figure("Maxi Yatzy: its value", told, "minutes, 310 MB")


PARTS: dict[str, Callable[[Shelf], Iterator[Figure]]] = {
    "sheets": sheets,
    "banking": banking,
    "solitaire": solitaire,
    "analysis": analysis,
    "http": over_http,
    "wohin-damit": wohin_damit,
    "duel": duel,
    "maxi-yatzy": maxi_yatzy,
}
QUICK = ("sheets", "banking", "solitaire", "analysis", "http")


def main() -> None:
    """Measure the parts that are named, or the quick ones."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.advice", description="What advice takes.")
    parser.add_argument("parts", nargs="*", metavar="part", help=f"of {', '.join(PARTS)}")
    named: list[str] = parser.parse_args().parts
    if unknown := [name for name in named if name not in PARTS]:
        parser.error(f"there is no part named {', '.join(unknown)}")
    print(f"{platform.python_implementation()} {platform.python_version()}, processor time on one core")
    print()
    print("| what | measured | aim |")
    print("| --- | --- | --- |")
    with tempfile.TemporaryDirectory() as folder:
        shelf = Shelf(Path(folder), 10**9)
        for name in named or QUICK:
            for figure in PARTS[name](shelf):
                print(f"| {figure.what} | {figure.measured} | {figure.aim} |", flush=True)


if __name__ == "__main__":
    main()
