"""Look-up tables: what every throw of a ruleset allows, worked out when it is thrown."""

from collections.abc import Mapping
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import NamedTuple

from rules.banking.combinations import Combination
from rules.banking.ruleset import Qualifying, Selection
from rules.banking.state import BankingMove, HotDice
from rules.contract import Faces, Legal, SetAside
from rules.dice import FACES, KEPT, Throws, parts


class Placed(NamedTuple):
    """A selection set aside: its dice ascending, points, the dice in the cup after it, and the events."""

    dice: Faces
    points: int
    cup: int
    events: tuple[HotDice, ...]


class Throw(NamedTuple):
    """What may be set aside of a throw: as listed (ascending by faces) and by dice; nothing for a bust."""

    legal: tuple[Legal[BankingMove], ...]
    placed: Mapping[Faces, Placed]


class Tables(NamedTuple):
    """By dice in ascending order: the points of every selection that scores in full, and every throw."""

    worth: Mapping[Faces, int]
    throws: Throws[Throw]


@lru_cache(KEPT)
def tables(combos: tuple[Combination, ...], dice: int, selection: Selection, qualifying: Qualifying) -> Tables:
    """The tables of a ruleset with these parts, for throws of 1 to `dice` dice (923 throws of up to six)."""
    worth = best_splits(combos, dice)

    def work(thrown: Faces) -> Throw:
        chosen = choices(thrown, worth, selection, qualifying)
        return Throw(
            legal=tuple(Legal(SetAside(way), worth[way], 0) for way in chosen),
            placed={way: _place(way, worth[way], len(thrown), dice) for way in chosen},
        )

    return Tables(worth, Throws(1, dice, work))


def best_splits(combos: tuple[Combination, ...], dice: int) -> dict[Faces, int]:
    """The points of the best split into combinations of every selection in which each die scores."""
    worth: dict[Faces, int] = {(): 0}
    for size in range(1, dice + 1):
        for chosen in combinations_with_replacement(FACES, size):
            splits = [
                combo.points + worth[rest]
                for combo in combos
                # Some combination takes the lowest die, so looking at those alone finds every split.
                if combo.dice[0] == chosen[0] and (rest := _without(chosen, combo.dice)) in worth
            ]
            if splits:
                worth[chosen] = max(splits)
    del worth[()]
    return worth


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


def _without(dice: Faces, part: Faces) -> Faces | None:
    """The dice that are left when `part` is taken away; None if it is not all there."""
    rest = list(dice)
    for face in part:
        if face not in rest:
            return None
        rest.remove(face)
    return tuple(rest)


def _place(way: Faces, points: int, thrown: int, dice: int) -> Placed:
    left = thrown - len(way)
    return Placed(way, points, left, ()) if left else Placed(way, points, dice, (HotDice(),))
