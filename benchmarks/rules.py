"""Random playouts of every registered game in process: moves and playouts a second.

`python -m benchmarks.rules [game ...]` prints a Markdown table. At every step all legal moves of the seat are
listed, one of them is picked, its dice are thrown, and it is applied. Seeds are fixed, so every run plays the same
games. A bare loop of the same length that only draws (a move, its dice) is timed beside each game; how many times
as long the rules take as that loop is the figure to compare between machines. Times are the processor's, so that
other work on the machine disturbs them less.
"""

import argparse
import platform
import random
import time
from collections.abc import Sequence
from typing import NamedTuple

from rules.contract import AnyGame, Illegal
from rules.registry import built_in

SEED = 20261130
SEATS = 2
MOVES = 60_000
"""Moves a round plays at least; a playout that has begun is played to its end."""
ROUNDS = 5
"""Rounds a game is timed, each from the same seed; the fastest counts."""


class Draw(NamedTuple):
    """What chance was asked for in one step: one of so many moves, and so many dice."""

    moves: int
    dice: int


class Figures(NamedTuple):
    """What one round did and how long it took."""

    playouts: int
    moves: int
    seconds: float
    bare_seconds: float


def play(game: AnyGame, least: int) -> tuple[int, list[Draw], float]:
    """Whole random games of at least `least` moves together: how many, what they drew, and the seconds."""
    rules = game.rules(game.options())
    seats = min(SEATS, game.max_seats)
    chance = random.Random(SEED)
    playouts, draws = 0, list[Draw]()
    begun = time.process_time()
    while len(draws) < least:
        state = rules.start(seats)
        while to_move := rules.to_move(state):
            seat = to_move[0]
            listed = rules.legal_moves(state, seat)
            legal = listed[int(chance.random() * len(listed))]
            faces = tuple([int(chance.random() * 6) + 1 for _ in range(legal.throws)])
            step = rules.apply(state, seat, legal.move, faces)
            if isinstance(step, Illegal):
                raise ValueError(f"{game.name} refuses {legal.move}, which it listed: {step.reason}")
            state = step.state
            draws.append(Draw(len(listed), legal.throws))
        playouts += 1
    return playouts, draws, time.process_time() - begun


def bare(draws: Sequence[Draw]) -> float:
    """The seconds that the same draws take without any rules."""
    chance = random.Random(SEED)
    drawn = list[tuple[int, tuple[int, ...]]]()
    begun = time.process_time()
    for draw in draws:
        move = int(chance.random() * draw.moves)
        drawn.append((move, tuple([int(chance.random() * 6) + 1 for _ in range(draw.dice)])))
    return time.process_time() - begun


def measure(game: AnyGame, least: int = MOVES, rounds: int = ROUNDS) -> Figures:
    """The fastest of some rounds, after a short one that fills the game's tables."""
    play(game, min(least, 2_000))
    timed = list[Figures]()
    for _ in range(rounds):
        playouts, draws, seconds = play(game, least)
        timed.append(Figures(playouts, len(draws), seconds, bare(draws)))
    return Figures(
        timed[0].playouts,
        timed[0].moves,
        min(each.seconds for each in timed),
        min(each.bare_seconds for each in timed),
    )


def row(game: AnyGame, figures: Figures) -> str:
    """A game's line of the table."""
    cells = (
        f"`{game.name}`",
        str(min(SEATS, game.max_seats)),
        f"{figures.moves / figures.seconds:,.0f}",
        f"{figures.playouts / figures.seconds:,.0f}",
        f"{figures.moves / figures.playouts:,.1f}",
        f"{figures.seconds / figures.bare_seconds:.1f}",
    )
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Measure the games that are named, or all."""
    games = built_in().games
    parser = argparse.ArgumentParser(prog="python -m benchmarks.rules", description="Random playouts in process.")
    parser.add_argument("games", nargs="*", metavar="game", help=f"of {', '.join(games)}")
    named: list[str] = parser.parse_args().games
    if unknown := [name for name in named if name not in games]:
        parser.error(f"there is no game named {', '.join(unknown)}")
    print(f"{platform.python_implementation()} {platform.python_version()}, one core, {MOVES:,} moves a game or more")
    print()
    print("| game | seats | moves a second | playouts a second | moves a playout | times the bare loop |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    for game in (games[name] for name in named or games):
        print(row(game, measure(game)), flush=True)


if __name__ == "__main__":
    main()
