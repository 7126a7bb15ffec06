"""Look-up tables: what every throw of a ruleset allows, worked out when it is thrown."""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from rules.banking.ruleset import Qualifying, Scoring, Selection
from rules.banking.splits import worth_of
from rules.banking.state import BankingMove, HotDice
from rules.contract import Faces, Legal, SetAside
from rules.dice import KEPT, parts
from rules.throws import Throws


class Placed(NamedTuple):
    """A selection set aside: its dice ascending, points, the dice in the cup after it, and the events."""

    dice: Faces
    points: int
    cup: int
    events: tuple[HotDice, ...]


class Throw(NamedTuple):
    """A throw, its dice ascending, and what may be set aside of it: as listed (ascending by faces) and by dice;
    nothing for a bust.
    """

    dice: Faces
    legal: tuple[Legal[BankingMove], ...]
    placed: Mapping[Faces, Placed]


class Tables(NamedTuple):
    """By dice in ascending order: the points of every selection that scores in full, and every throw."""

    worth: Mapping[Faces, int]
    throws: Throws[Throw]


@lru_cache(KEPT)
def tables(scoring: Scoring) -> Tables:
    """The tables of rulesets that score so, for throws of one die up to all (923 throws of up to six)."""
    worth, dice = worth_of(scoring), scoring.dice

    def work(thrown: Faces) -> Throw:
        chosen = choices(thrown, worth, scoring.selection, scoring.qualifying)
        return Throw(
            dice=thrown,
            legal=tuple(Legal(SetAside(way), worth[way], 0) for way in chosen),
            placed={way: _place(way, worth[way], len(thrown), dice) for way in chosen},
        )

    return Tables(worth, Throws(1, dice, work, lambda throw: 500 + 400 * len(throw.legal)))


def choices(
    thrown: Faces, worth: Mapping[Faces, int], selection: Selection, qualifying: Qualifying
) -> tuple[Faces, ...]:
    """The selections of a throw (ascending) that may be set aside, in ascending order."""
    if qualifying == "one_or_five" and {1, 5}.isdisjoint(thrown):
        return ()
    scoring = sorted(parts(thrown) & worth.keys())
    if selection == "best" and scoring:
        most = max(worth[way] for way in scoring)
        return tuple(way for way in scoring if worth[way] == most)
    return tuple(scoring)


def _place(way: Faces, points: int, thrown: int, dice: int) -> Placed:
    left = thrown - len(way)
    return Placed(way, points, left, ()) if left else Placed(way, points, dice, (HotDice(),))
