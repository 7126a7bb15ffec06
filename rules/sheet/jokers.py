"""Choices and jokers: which boxes a throw may be written into, and for how much."""

from itertools import compress, repeat
from operator import is_

from rules.contract import Legal
from rules.sheet.ruleset import Joker
from rules.sheet.state import Boxes, SheetMove
from rules.sheet.tables import Tables, Throw

_OPEN = repeat(None)
"""What each open box holds."""


def choices(tables: Tables, joker: Joker, throw: Throw, boxes: Boxes) -> tuple[Legal[SheetMove], ...]:
    """What a seat with these boxes may choose for the throw, in sheet order, for its worth without bonuses."""
    if throw.yatzy is None and tables.independent:
        return tuple(compress(throw.choices, map(is_, boxes, _OPEN)))
    ways = _ways(tables, joker, throw, boxes)
    if not tables.after:
        return ways
    too_early = {throw.choices[place].move for place in tables.after if is_too_early(tables, boxes, place)}
    return tuple(Legal(way.move, 0, 0, 0) if way.move in too_early else way for way in ways)


def _ways(tables: Tables, joker: Joker, throw: Throw, boxes: Boxes) -> tuple[Legal[SheetMove], ...]:
    """The same as if no box had to come first."""
    opened = may_be_filled(tables, boxes) if tables.ordered else [points is None for points in boxes]
    if throw.yatzy is None or not is_joker(tables, joker, throw, boxes):
        return tuple(compress(throw.choices, opened))
    matching = [place for place in matching_boxes(tables, throw, boxes) if opened[place]]
    if joker == "free":
        return tuple(compress(throw.choices if matching else throw.jokers, opened))
    if matching:
        return tuple(throw.choices[place] for place in matching)
    upper = {place for places in tables.upper.values() for place in places}
    lower = [is_open and place not in upper for place, is_open in enumerate(opened)]
    return tuple(compress(throw.jokers, lower if any(lower) else opened))


def choice(tables: Tables, joker: Joker, throw: Throw, boxes: Boxes, place: int) -> int | None:
    """The points that a seat with these boxes may write into the box at `place`; None if it may not choose that."""
    if boxes[place] is not None or (tables.ordered and not may_be_filled(tables, boxes)[place]):
        return None
    wanted = throw.choices[place]
    if throw.yatzy is None and tables.independent:
        return wanted.points
    if throw.yatzy is None or not is_joker(tables, joker, throw, boxes):
        return 0 if tables.after and is_too_early(tables, boxes, place) else wanted.points
    ways = choices(tables, joker, throw, boxes)
    return next((way.points for way in ways if way.move == wanted.move), None)


def is_too_early(tables: Tables, boxes: Boxes, place: int) -> bool:
    """Whether dice are worth nothing in the box, as another that comes first is open or holds nothing."""
    if place not in tables.after:
        return False
    first, scored = tables.after[place]
    return not boxes[first] if scored else boxes[first] is None


def may_be_filled(tables: Tables, boxes: Boxes) -> list[bool]:
    """By box whether it is open and next in its column's order."""
    opened = [points is None for points in boxes]
    for column in tables.ordered:
        following = next_in_order(column, boxes)
        for place in column:
            opened[place] = place == following
    return opened


def next_in_order(column: tuple[int, ...], boxes: Boxes) -> int | None:
    """The first open box of a column with an order; None once it is full."""
    return next((place for place in column if boxes[place] is None), None)


def is_joker(tables: Tables, joker: Joker, throw: Throw, boxes: Boxes) -> bool:
    """Whether the throw is a further yatzy, all boxes for it being filled, in a game with jokers."""
    return throw.yatzy is not None and joker != "none" and None not in [boxes[place] for place in tables.yatzys]


def matching_boxes(tables: Tables, throw: Throw, boxes: Boxes) -> list[int]:
    """The places of the upper boxes of a yatzy's face that are open."""
    places = () if throw.yatzy is None else tables.upper.get(throw.yatzy, ())
    return [place for place in places if boxes[place] is None]
