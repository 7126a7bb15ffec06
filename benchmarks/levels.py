"""Levels: what bots lose in a game by their decisions, as the catalogue tells it.

`python -m benchmarks.levels [game ...] [--games 200] [--seed 20261201]` plays games of one seat by the default
options at each level, and prints what the decisions lost in the mean, with its standard error, in the units of the
objective. The numbers stand as `LOSSES` in the games' families.
"""

import argparse
import math
import random
import statistics
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from app.advice.shelf import Shelf
from rules.advice.advise import advise
from rules.advice.levels import ADVISED, TEMPERATURES, objective_of, pick
from rules.adviser import AnyAdviser, Level
from rules.contract import AnyRules, Illegal
from rules.playout import throw
from rules.registry import built_in

GAMES = ("yatzy", "yatzy-bg", "yahtzee", "solitaire-dice", "sand", "titusind", "farkle", "wohin-damit")
MOST_MOVES = 2000
"""A game that takes longer has no number: who rolls and banks by chance alone may never reach the target."""


def lost(rules: AnyRules, adviser: AnyAdviser, level: Level, chance: random.Random) -> float | None:
    """What the decisions of one game lose; None where it does not end in time."""
    state, total = rules.start(1), 0.0
    for _ in range(MOST_MOVES):
        if rules.outcome(state) is not None:
            return total
        legal, *others = rules.legal_moves(state, 0)
        if others:
            objective = objective_of(adviser, state, 0)
            advice = advise(rules, adviser, state, 0, objective)
            picked = pick(advice, level, adviser.spread(objective), chance.random())
            legal, total = picked.legal, total + picked.loss
        step = rules.apply(state, 0, legal.move, tuple(throw(chance, legal.throws)))
        if isinstance(step, Illegal):
            raise TypeError(f"{legal.move} is listed and refused: {step.reason}")
        state = step.state
    return None


def measured(name: str, games: int, seed: int, folder: Path) -> list[tuple[Level, float, float]]:
    """By level, what a game loses in the mean, and its standard error; without the levels whose games do not end."""
    game = built_in().games[name]
    assert game.adviser is not None  # noqa: S101 - of the games above
    options = game.options()
    rules, adviser = game.rules(options), game.adviser(options)
    shelf, state = Shelf(folder, 10**9), rules.start(1)
    for solution in adviser.solutions(state)[-1:]:
        adviser = adviser.with_table(solution, shelf.solve(solution))
    made = []
    for level in ADVISED:
        if level == "greedy" or TEMPERATURES[level] == 0:
            continue
        chance = random.Random(f"{seed} {name} {level}")
        figures: list[Any] = []
        while len(figures) < games and None not in figures:
            figures.append(lost(rules, adviser, level, chance))
        if None not in figures:
            made.append((level, statistics.fmean(figures), statistics.stdev(figures) / math.sqrt(games)))
    return made


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*", default=GAMES)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=20261201)
    asked = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        for name in asked.game:
            told = measured(name, asked.games, asked.seed, Path(folder))
            print(
                name, ", ".join(f'"{level}": {mean:.3g} (± {error:.2g})' for level, mean, error in told), flush=True
            )


if __name__ == "__main__":
    main()
