"""Transcripts of random games checked in process: moves a second of every registered game.

`python -m benchmarks.checking [game ...]` prints a Markdown table: the check of a transcript that is in memory, and
the same with reading it from JSON. Seeds are fixed, so that every run checks the same games; times are the
processor's, and the fastest of several rounds counts.
"""

import argparse
import platform
import random
import time
from collections.abc import Callable, Sequence
from typing import Any

import orjson

from rules.check import check
from rules.contract import AnyGame, Illegal
from rules.registry import built_in
from rules.transcript import Entry, JsonForm, Transcript

SEED = 20261130
SEATS = 2
MOVES = 20_000
ROUNDS = 5


def transcript(game: AnyGame, chance: random.Random) -> Transcript[Any, Any]:
    """A whole random game, with all that an exported transcript claims."""
    options = game.options()
    rules = game.rules(options)
    seats = min(SEATS, game.max_seats)
    state, entries = rules.start(seats), list[Entry[Any]]()
    while to_move := rules.to_move(state):
        seat = to_move[0]
        legal = chance.choice(rules.legal_moves(state, seat))
        faces = tuple(chance.choices(range(1, 7), k=legal.throws))
        step = rules.apply(state, seat, legal.move, faces)
        if isinstance(step, Illegal):
            raise ValueError(f"{game.name} refuses {legal.move}, which it listed: {step.reason}")
        bust = any(event.type == "bust" for event in step.events)
        entries.append(Entry(seat, legal.move, faces, step.points, bust))
        state = step.state
    names = tuple(f"seat {seat}" for seat in range(seats))
    return Transcript(game.name, game.version, options, names, tuple(entries), rules.totals(state))


def fastest(work: Callable[[], None]) -> float:
    """The processor seconds of the fastest of several rounds."""
    rounds = []
    for _ in range(ROUNDS):
        begun = time.process_time()
        work()
        rounds.append(time.process_time() - begun)
    return min(rounds)


def row(game: AnyGame, least: int) -> str:
    """A game's line of the table."""
    chance = random.Random(SEED)
    played = list[Transcript[Any, Any]]()
    while sum(len(each.entries) for each in played) < least:
        played.append(transcript(game, chance))
    form, rules = JsonForm(game), game.rules(game.options())
    texts = [orjson.dumps(form.write(each)) for each in played]

    def check_all() -> None:
        for each in played:
            if check(rules, each, game.paragraphs).faults:
                raise ValueError(f"{game.name}: a correct game was found at fault")

    def read_and_check_all() -> None:
        for text in texts:
            check(rules, form.read(text), game.paragraphs)

    moves = sum(len(each.entries) for each in played)
    rates = moves / fastest(check_all), moves / fastest(read_and_check_all)
    return f"| {game.name} | {len(played):,} | {moves:,} | {rates[0]:,.0f} | {rates[1]:,.0f} |"


def main(arguments: Sequence[str] | None = None) -> None:
    """Time the games that are named, or all."""
    parser = argparse.ArgumentParser(description="Checked moves a second in process.")
    parser.add_argument("games", nargs="*", help="names of games; all when left out")
    parser.add_argument("--moves", type=int, default=MOVES, help="moves checked a round, at least")
    options = parser.parse_args(arguments)
    games = built_in().games
    unknown = sorted(set(options.games) - games.keys())
    if unknown:
        parser.error(f"no game named {', '.join(unknown)}; there are {', '.join(games)}")
    print(f"Python {platform.python_version()}, {platform.machine()}, the fastest of {ROUNDS} rounds a game")
    print()
    print("| game | transcripts | moves | checked moves/s | with reading JSON |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for name in options.games or games:
        print(row(games[name], options.moves))


if __name__ == "__main__":
    main()
