"""Matches between two players in process: pairs of games with the same dice and swapped seats, luck set apart.

The difference of two players is told by their results, and, where an adviser knows what moves are worth, by what
their decisions lost: the luck-adjusted difference, whose mean is the same where the adviser is exact and which
varies far less. Dice are a function of the pair, the seat, its turn, its throw and the die, so that both games of a
pair have the same as long as they can.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from rules.advice.advise import SIGNS
from rules.adviser import AnyAdviser, Objective
from rules.contract import AnyRules, Illegal, Legal
from rules.dice import FACES

CONFIDENT = 1.96
"""Half the width of an interval that holds the mean in 95 of 100 cases, in standard errors."""
SIDES = len(FACES)


class Numbers(Protocol):
    """Where the faces of dice come from: a number from 0 up to but not including `below`, by its key."""

    def __call__(self, below: int, *key: int | str) -> int:
        """The number with this key; the same whenever it is asked for."""


class Turn(NamedTuple):
    """What a player decides on: the state, its seat, its legal moves with their values (None where nobody knows
    them), and a number that chance gives it, from 0 and below 1.
    """

    state: Any
    seat: int
    legal: Sequence[Legal[Any]]
    values: Sequence[float] | None
    chance: float


Player = Callable[[Turn], int]
"""Decides on the place of a move among the legal ones."""


class Mistake(NamedTuple):
    """A decision that lost something: of which player, in which game of which pair, at which entry."""

    loss: float
    player: int
    pair: int
    game: int
    entry: int
    move: Any
    best: Any


@dataclass(frozen=True, slots=True)
class Pair:
    """Two games with the same dice, from the first player's view.

    difference: of the totals, in the mean of both games. wins: of 2. adjusted: what the other lost by its decisions
    less what it lost itself, in the units of the objective, in the mean of both games; None without values. mistakes:
    the worst of both players.
    """

    difference: float
    wins: float
    adjusted: float | None
    mistakes: tuple[Mistake, ...]


class Summary(NamedTuple):
    """The mean of a figure, half the width of its 95 % interval, and how many more pairs it would take until the
    interval leaves 0 out (0: it does; None: nobody can say yet).
    """

    mean: float
    interval: float
    more: int | None


def play_pair(
    rules: AnyRules,
    adviser: AnyAdviser | None,
    objective: Objective,
    players: tuple[Player, Player],
    numbers: Numbers,
    pair: int,
    keep: int = 5,
) -> Pair:
    """Play both games of a pair; of each player the `keep` worst decisions are kept."""
    difference = wins = lost = 0.0
    mistakes: list[Mistake] = []
    for game in (0, 1):
        seats = (players[game], players[1 - game])  # by seat; in the second game they are swapped
        state, losses, made = _play(rules, adviser, objective, seats, numbers, pair)
        own = game  # the seat of the first player
        totals = rules.totals(state)
        difference += (totals[own] - totals[1 - own]) / 2
        outcome = rules.outcome(state)
        winners = outcome.winners if outcome else ()
        wins += 1 / len(winners) if own in winners else 0 if winners else 0.5
        lost += (losses[1 - own] - losses[own]) / 2
        mistakes += [each._replace(player=each.player ^ game, game=game) for each in made]
    mistakes.sort(key=lambda mistake: -mistake.loss)
    worst = [mistake for player in (0, 1) for mistake in [each for each in mistakes if each.player == player][:keep]]
    return Pair(difference, wins, None if adviser is None else lost, tuple(worst))


def _play(
    rules: AnyRules,
    adviser: AnyAdviser | None,
    objective: Objective,
    players: Sequence[Player],
    numbers: Numbers,
    pair: int,
) -> tuple[Any, list[float], list[Mistake]]:
    """One game: its last state, what each seat's decisions lost, and the decisions that did."""
    state, losses, mistakes = rules.start(len(players)), [0.0] * len(players), list[Mistake]()
    turns, thrown, last, entry = [0] * len(players), [0] * len(players), -1, 0
    while to_move := rules.to_move(state):
        seat = to_move[0]
        if seat != last:
            turns[seat], thrown[seat], last = turns[seat] + 1, 0, seat
        legal = rules.legal_moves(state, seat)
        values = None if adviser is None else adviser.values(state, seat, objective)
        chance = numbers(1 << 53, "move", pair, seat, entry) / (1 << 53)
        at = players[seat](Turn(state, seat, legal, values, chance))
        if values is not None and len(legal) > 1:
            sign = SIGNS[objective]
            best = max(values) if sign > 0 else min(values)
            loss = sign * (best - values[at])
            losses[seat] += loss
            if loss > 0:
                better = legal[values.index(best)].move
                mistakes.append(Mistake(loss, seat, pair, 0, entry, legal[at].move, better))
        count = legal[at].throws
        faces = tuple(1 + numbers(SIDES, "die", pair, seat, turns[seat], thrown[seat], die) for die in range(count))
        thrown[seat] += count > 0
        step = rules.apply(state, seat, legal[at].move, faces)
        if isinstance(step, Illegal):
            raise ValueError(f"{legal[at].move} is listed and refused: {step.reason}")
        state, entry = step.state, entry + 1
    return state, losses, mistakes


def summary(figures: Sequence[float]) -> Summary:
    """The mean of some figures with its interval."""
    count = len(figures)
    mean = sum(figures) / count
    if count == 1:
        return Summary(mean, math.inf, None)
    spread = math.sqrt(sum((figure - mean) ** 2 for figure in figures) / (count - 1))
    interval = CONFIDENT * spread / math.sqrt(count)
    if not mean:
        return Summary(mean, interval, None)
    return Summary(mean, interval, max(0, math.ceil((CONFIDENT * spread / mean) ** 2) - count))
