"""Transcripts of random games, as a table that plays and reckons by the rules writes them down."""

import random
from typing import Any

from hypothesis import strategies as st

from rules.contract import AnyGame
from rules.playout import Turn, random_play
from rules.transcript import Entry, Transcript
from tests.playing import options_of


def entry(turn: Turn[Any, Any]) -> Entry[Any]:
    bust = any(event.type == "bust" for event in turn.step.events)
    return Entry(turn.seat, turn.legal.move, turn.faces, turn.step.points, bust)


def random_transcript(
    game: AnyGame, options: Any, chance: random.Random, most: int, leave: bool = False
) -> Transcript[Any, Any]:
    """A game of up to four seats after at most so many moves, with a seat that leaves midway where asked."""
    rules = game.rules(options)
    seats = chance.randint(game.min_seats, min(game.max_seats, 4))
    state, entries = rules.start(seats), list[Entry[Any]]()
    gone = chance.randrange(most) if leave else most
    for turn in random_play(rules, state, chance, gone):
        state = turn.step.state
        entries.append(entry(turn))
    if leave and rules.to_move(state):
        seat = chance.randrange(seats)
        state = rules.withdraw(state, seat).state
        entries.append(Entry(seat, None))
        for turn in random_play(rules, state, chance, most - gone):
            state = turn.step.state
            entries.append(entry(turn))
    names = tuple(["Ida", "Otto", "Bo", "Cy"][:seats])
    return Transcript(game.name, game.version, options, names, tuple(entries), rules.totals(state))


@st.composite
def transcripts(draw: st.DrawFn, game: AnyGame, most: int = 120) -> Transcript[Any, Any]:
    """Transcripts of random games under random options."""
    options = draw(options_of(game))
    return random_transcript(game, options, random.Random(draw(st.integers(0, 2**32))), most, draw(st.booleans()))
