"""What the turns of a banking game can come to at all."""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from rules.banking.combinations import Combination
from rules.banking.ruleset import Qualifying, Ruleset, Selection
from rules.banking.tables import tables


class Reach(NamedTuple):
    """What is possible within a turn, however unlikely.

    scores: whether a throw of all dice can score. busts: whether a throw of the turn can be a bust. leaves: whether
    dice can be left in the cup. stops: whether a turn can come to where the dice allow a bank. most: the most points
    it can have there; None where hot dice may follow hot dice without end.
    """

    scores: bool
    busts: bool
    leaves: bool
    stops: bool
    most: int | None


def reach(ruleset: Ruleset) -> Reach:
    """What the turns of this ruleset can come to."""
    throws = _throws(ruleset.combinations, ruleset.dice, ruleset.selection, ruleset.qualifying)
    most = {ruleset.dice: 0}  # by the dice in the cup, the most points so far
    busts = endless = False
    for cup in range(ruleset.dice, 0, -1):
        if cup in most:
            busts = busts or throws[cup].busts
            endless = endless or throws[cup].hot
            for rest, points in throws[cup].left.items():
                most[rest] = max(most.get(rest, 0), most[cup] + points)
    left = [cup for cup in most if cup < ruleset.dice]
    stops = [cup for cup in (*left, *([ruleset.dice] if endless else [])) if ruleset.stops(cup)]
    return Reach(
        scores=bool(left) or endless,
        busts=busts,
        leaves=bool(left),
        stops=bool(stops),
        most=None if endless else max((most[cup] for cup in stops), default=0),
    )


class _Throws(NamedTuple):
    """All throws of so many dice: whether one is a bust, whether one may be set aside whole, and by the number of
    dice left in the cup the most points of a selection that leaves them.
    """

    busts: bool
    hot: bool
    left: Mapping[int, int]


@lru_cache(maxsize=64)
def _throws(
    combos: tuple[Combination, ...], dice: int, selection: Selection, qualifying: Qualifying
) -> Mapping[int, _Throws]:
    """By the number of dice, all throws of them."""
    by_cup: dict[int, _Throws] = {}
    thrown = tables(combos, dice, selection, qualifying).throws
    for cup in range(1, dice + 1):
        throws = [throw for faces, throw in thrown.items() if len(faces) == cup]
        ways = [placed for throw in throws for placed in throw.placed.values()]
        left: dict[int, int] = {}
        for placed in ways:
            if not placed.events:
                left[placed.cup] = max(left.get(placed.cup, 0), placed.points)
        by_cup[cup] = _Throws(not all(throw.legal for throw in throws), any(placed.events for placed in ways), left)
    return by_cup
