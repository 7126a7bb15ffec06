"""Solving banking games: the fewest turns, and the chance to win between two seats, compiled with numba.

Only the solver process imports this module (`rules.advice.solve`). A turn is one pass over the points at risk, from
many to few, that gives its value and the slope of that in the value of a bust; so what depends on itself (a bust
leaves a seat where it was) is solved by Newton's method in few passes. For two seats that is T. Neller's and C.
Presser's value iteration (*Optimal Play of the Dice Game Pig*, 2004), by totals from high to low.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from rules.banking.solution import LEAD_UNITS, Race, duel_size, from_task

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
NEVER = -1e9
"""The worth of a bank that is not allowed."""
CLOSE = 1e-13
"""Newton's method ends with a step below."""
NEWTON_PASSES = 100
"""It takes three or four; where the best play of a turn changes with every step it may take none that ends it."""
PASSES = 100_000
"""Of value iteration then, which comes near by the chance of a bust with every pass."""


class _Game(NamedTuple):
    """A game as compiled code takes it.

    first: by the dice in the cup, its first throw. ways: by throw, its chance. begin: by throw, its first choice.
    gains, cups: by choice. stops, needs: as in `Race`.
    """

    dice: int
    target: int
    first: Ints
    ways: Floats
    begin: Ints
    gains: Ints
    cups: Ints
    stops: Ints
    needs: Ints
    share: float
    first_ends: bool
    second_ends: bool


def solve(task: Mapping[str, Any]) -> Floats:
    """The table that the task wants."""
    race = from_task(task)
    game = _compiled(race)
    if task["wanted"] == "banking-turns":
        turns = np.zeros(race.target)
        _solve_turns(game, turns)
        return turns
    values = np.zeros(duel_size(race.target))
    chances = values[: 2 * race.target**2].reshape(2, race.target, race.target)
    last = values[2 * race.target**2 :].reshape(race.target, LEAD_UNITS + 1)
    _solve_last(game, last)
    _solve_duel(game, chances, last)
    return values


def _compiled(race: Race) -> _Game:
    first, begin = [0, 0], [0]
    ways, gains, cups = list[float](), list[int](), list[int]()
    for cup, thrown in enumerate(race.throws, 1):
        for many, choices in thrown:
            ways.append(many / 6**cup)
            for gain, left in choices:
                gains.append(gain)
                cups.append(left)
            begin.append(len(gains))
        first.append(len(ways))
    return _Game(
        dice=race.dice,
        target=race.target,
        first=np.array(first, np.int64),
        ways=np.array(ways),
        begin=np.array(begin, np.int64),
        gains=np.array(gains, np.int64),
        cups=np.array(cups, np.int64),
        stops=np.array(race.stops, np.int64),
        needs=np.array(race.needs, np.int64),
        share=0.5 if race.ties == "share" else 0.0,
        first_ends=race.last_round == "at_once",
        second_ends=race.last_round in ("finish_round", "at_once"),
    )


@njit(cache=True, error_model="numpy")
def _turn(game: _Game, banks: Floats, top: int, bust: float, value: Floats, slope: Floats) -> None:
    """The value of a turn, and its slope in the value of a bust, by points at risk and dice in the cup.

    banks: by points up to `top`, what a bank is worth, NEVER where none is allowed; from `top` on all are alike.
    `value` and `slope` are those of the seat's best: a bank where the dice allow it, or a roll.
    """
    for cup in range(game.dice + 1):
        value[top, cup] = banks[top] if game.stops[cup] else bust
        slope[top, cup] = 0.0 if game.stops[cup] else 1.0
    for _ in range(1000):  # hot dice may have to roll whatever is at risk
        change = 0.0
        for cup in range(1, game.dice + 1):
            change = max(change, _roll(game, banks, top, top, cup, bust, value, slope))
        if change < CLOSE:
            break
    for points in range(top - 1, -1, -1):
        for cup in range(1, game.dice + 1):
            _roll(game, banks, top, points, cup, bust, value, slope)


@njit(cache=True, error_model="numpy")
def _roll(
    game: _Game, banks: Floats, top: int, points: int, cup: int, bust: float, value: Floats, slope: Floats
) -> float:
    """Work out one position, and say by how much it has changed."""
    worth, steep, alive = 0.0, 0.0, 0.0
    for throw in range(game.first[cup], game.first[cup + 1]):
        best, rise = -1e18, 0.0
        for choice in range(game.begin[throw], game.begin[throw + 1]):
            after = min(points + game.gains[choice], top)
            if value[after, game.cups[choice]] > best:
                best, rise = value[after, game.cups[choice]], slope[after, game.cups[choice]]
        worth += game.ways[throw] * best
        steep += game.ways[throw] * rise
        alive += game.ways[throw]
    worth += (1 - alive) * bust
    steep += 1 - alive
    if game.stops[cup] and banks[points] >= worth:
        worth, steep = banks[points], 0.0
    change: float = abs(worth - value[points, cup])
    value[points, cup], slope[points, cup] = worth, steep
    return change


@njit(cache=True, error_model="numpy")
def _solve_turns(game: _Game, turns: Floats) -> None:
    """The fewest turns by total, from the highest; values are turns below 0."""
    value = np.empty((2 * game.target + 2, game.dice + 1))
    slope = np.empty_like(value)
    banks = np.empty(2 * game.target + 2)
    for total in range(game.target - 1, -1, -1):
        top = max(game.target - total, game.needs[total])
        for points in range(top + 1):
            if points < game.needs[total]:
                banks[points] = NEVER
            else:
                banks[points] = 0.0 if total + points >= game.target else -turns[total + points]
        rest = -1.0 if total + 1 >= game.target else -turns[total + 1] - 1.0
        settled = False
        for at in range(NEWTON_PASSES + PASSES):
            _turn(game, banks, top, rest, value, slope)
            step = value[0, game.dice] - 1.0 - rest
            if at < NEWTON_PASSES:
                step /= 1.0 - slope[0, game.dice]
            rest += step
            if abs(step) < CLOSE * max(1.0, abs(rest)):
                settled = True
                break
        if not settled:
            raise ArithmeticError("the turns from a total do not settle")
        turns[total] = -rest


@njit(cache=True, error_model="numpy")
def _solve_last(game: _Game, last: Floats) -> None:
    """The chance of a seat whose turn is the game's last, by its total and by the other's lead above the target."""
    value = np.empty((2 * game.target + LEAD_UNITS + 2, game.dice + 1))
    slope = np.empty_like(value)
    banks = np.empty(2 * game.target + LEAD_UNITS + 2)
    known = np.full((2 * game.target + 2, game.target + LEAD_UNITS + 2), -1.0)  # by need and by the lead
    for total in range(game.target):
        need = game.needs[total]
        for above in range(LEAD_UNITS + 1):
            lead = game.target + above - total
            if known[need, lead] < 0:
                top = max(lead + 1, need)
                for points in range(top + 1):
                    if points < need:
                        banks[points] = NEVER
                    else:
                        banks[points] = 1.0 if points > lead else game.share if points == lead else 0.0
                _turn(game, banks, top, 0.0, value, slope)
                known[need, lead] = value[0, game.dice]
            last[total, above] = known[need, lead]


@njit(cache=True, error_model="numpy")
def _set_banks(game: _Game, chances: Floats, last: Floats, banks: Floats, role: int, own: int, other: int) -> int:
    """What a bank is worth to a seat of this role, by turn points, and how many points are told apart."""
    need = game.needs[own]
    ends = game.second_ends if role == 1 else game.first_ends
    top: int = max(game.target - own + (0 if ends else LEAD_UNITS), need)
    for points in range(top + 1):
        after = own + points
        if points < need:
            banks[points] = NEVER
        elif after < game.target:
            banks[points] = 1.0 - chances[1 - role, other, after]
        else:
            banks[points] = 1.0 if ends else 1.0 - last[other, min(after - game.target, LEAD_UNITS)]
    return top


@njit(cache=True, error_model="numpy")
def _solve_duel(game: _Game, chances: Floats, last: Floats) -> None:
    """The chance of the seat to move, by its role, its total and the other's, from the highest totals."""
    size = game.target + LEAD_UNITS + 2 + game.target
    value = np.empty((size, game.dice + 1))
    slope = np.empty_like(value)
    banks, others = np.empty(size), np.empty(size)
    for both in range(2 * game.target - 2, -1, -1):
        mine, theirs = 0.5, 0.5  # then the chances of the totals before: they are close
        for own in range(max(0, both - game.target + 1), min(both, game.target - 1) + 1):
            other = both - own
            # The seat that began has `own` and is to move, or has it and the other one is.
            top = _set_banks(game, chances, last, banks, 0, own, other)
            other_top = _set_banks(game, chances, last, others, 1, other, own)
            settled = False
            for at in range(NEWTON_PASSES + PASSES):
                _turn(game, banks, top, 1.0 - theirs, value, slope)
                first, rise = value[0, game.dice], slope[0, game.dice]
                _turn(game, others, other_top, 1.0 - mine, value, slope)
                second, climb = value[0, game.dice], slope[0, game.dice]
                # mine + rise * (theirs' step) = first, and the same the other way round
                step, other_step = first - mine, second - theirs
                if at < NEWTON_PASSES:
                    step = (step - rise * other_step) / (1.0 - rise * climb)
                    other_step -= climb * step
                mine, theirs = mine + step, theirs + other_step
                if abs(step) + abs(other_step) < CLOSE * 100:
                    settled = True
                    break
            if not settled:
                raise ArithmeticError("the chances of two totals do not settle")
            chances[0, own, other], chances[1, other, own] = mine, theirs
