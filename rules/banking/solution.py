"""Solved banking games: a ruleset in units of points, every throw by what it lets a seat do, and the tables of it.

Within a turn only the points at risk and the dice in the cup matter, never what was set aside earlier; all points are
multiples of one unit. A throw matters by the choices that it gives: the points and the dice left of each; where more
points are never worse, of choices that leave as many dice the one with the most.
"""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from math import gcd
from typing import Any

from rules.adviser import Solution
from rules.banking.ruleset import LastRound, Ruleset, Ties
from rules.banking.tables import Tables
from rules.odds import throws

SOLVER = "rules.banking.solving"
VERSION = 1
MOST_UNITS = 500
"""The highest target, in units, that whole games are solved for."""
LEAD_UNITS = 120
"""How far above the target, in units, totals are told apart in a duel."""
PASSES_A_SECOND = 2_000
"""How many turns one core works out in a second for a target of 200 units, as a rough guide."""

Choices = tuple[tuple[int, int], ...]
"""What a throw lets a seat do: units of points, and the dice in the cup after it."""


@dataclass(frozen=True, slots=True)
class Race:
    """A banking game in units of points.

    unit: the points of one. dice: that fill the cup. target: the least total that reaches it. needs: by total below
    the target, the least turn points with which a seat may bank (a seat at 0 has not banked before). stops: by the
    dice in the cup, from 0, whether a turn may end. throws: by the dice in the cup, from 1, how many of
    `6 ** dice` throws give which choices (in the mean, where the last die is thrown again); the rest are busts.
    """

    unit: int
    dice: int
    target: int
    needs: tuple[int, ...]
    stops: tuple[bool, ...]
    throws: tuple[tuple[tuple[float, Choices], ...], ...]
    last_round: LastRound
    ties: Ties


def is_plain(ruleset: Ruleset) -> bool:
    """Whether the tables are of such games: no total falls, no bank is in vain, and all turns begin alike."""
    return (
        not ruleset.bust_penalty
        and ruleset.overshoot == "counts"
        and ruleset.last_round != "one_more_throw"
        and ruleset.piggyback == "never"
        and ruleset.last_die_throws == 1
        and not ruleset.endings
    )


def unit_of(tables: Tables) -> int:
    """The greatest number that all points of the game are multiples of."""
    return gcd(*tables.worth.values())


def choices_of(
    tables: Tables, dice: int, unit: int, *, more_is_better: bool = True
) -> tuple[tuple[tuple[int, Choices], ...], ...]:
    """By the dice in the cup, from 1, how many throws give which choices.

    more_is_better: whether of choices that leave as many dice the one with the most points stands for all.
    """
    by_cup = []
    for cup in range(1, dice + 1):
        many: Counter[Choices] = Counter()
        for thrown, ways in throws(cup):
            found = {(placed.points // unit, placed.cup) for placed in tables.throws[thrown].placed.values()}
            if more_is_better:
                most = {left: gain for gain, left in sorted(found)}
                found = {(gain, left) for left, gain in most.items()}
            if found:
                many[tuple(sorted(found))] += ways
        by_cup.append(tuple(sorted((ways, choices) for choices, ways in many.items())))
    return tuple(by_cup)


def repeated(throws: Sequence[tuple[float, Choices]], times: int) -> tuple[tuple[float, Choices], ...]:
    """The throws of the last die where it may be thrown so often: as many of 6 lead to each choice in the mean."""
    if times == 1:
        return tuple(throws)
    chances = tries_worth(1 - sum(ways for ways, _ in throws) / 6, times)
    return tuple((ways * chances, choices) for ways, choices in throws)


def tries_worth(miss: float, times: int) -> float:
    """How many throws of the last die there are in the mean, if each but the last of so many follows a miss."""
    return sum(miss**tries for tries in range(times))


def race(ruleset: Ruleset, tables: Tables) -> Race:
    """The ruleset in units."""
    unit = unit_of(tables)
    target = -(-ruleset.target // unit)
    throws = choices_of(tables, ruleset.dice, unit, more_is_better=ruleset.overshoot == "counts")
    return Race(
        unit=unit,
        dice=ruleset.dice,
        target=target,
        needs=tuple(
            max(1, -(-ruleset.needed(total * unit, total > 0) // unit))
            for total in range(min(target, MOST_UNITS + 1))
        ),
        stops=tuple(cup > 0 and ruleset.stops(cup) for cup in range(ruleset.dice + 1)),
        throws=(repeated(throws[0], ruleset.last_die_throws), *throws[1:]),
        last_round=ruleset.last_round,
        ties=ruleset.ties,
    )


def turns_solution(game: Race) -> Solution:
    """By total below the target, the fewest turns that a seat needs in the mean."""
    return _solution(game, "banking-turns", (game.target,), 2.0 + 4 * game.target / PASSES_A_SECOND)


def duel_solution(game: Race) -> Solution:
    """The chance to win between two seats: see `duel_size`."""
    passes = 6 * game.target**2 * game.target / 200
    return _solution(game, "banking-duel", (duel_size(game.target),), 4.0 + passes / PASSES_A_SECOND)


def duel_size(target: int) -> int:
    """How many numbers the table of a duel has.

    First the chance of the seat to move, by its role (0: it began the game), by its total, by the other's total. Then
    the chance of a seat whose turn is the game's last, by its total, by how far the other is above the target.
    """
    return 2 * target * target + target * (LEAD_UNITS + 1)


def _solution(game: Race, name: str, shape: tuple[int, ...], seconds: float) -> Solution:
    task = asdict(game)
    text = json.dumps(task, sort_keys=True, separators=(",", ":"))
    return Solution(
        name=name,
        digest=sha256(text.encode()).hexdigest(),
        solver=SOLVER,
        version=VERSION,
        task={"game": task, "wanted": name},
        dtype="f8",
        shape=shape,
        seconds=round(seconds, 1),
    )


def from_task(task: Mapping[str, Any]) -> Race:
    """The game of a solution's task, whose lists JSON has made of tuples."""
    return Race(**{name: _tuples(value) for name, value in task["game"].items()})


def _tuples(value: Any) -> Any:
    return tuple(map(_tuples, value)) if isinstance(value, list | tuple) else value
