"""Choices and jokers: which boxes a throw may be written into, and for how much."""

from itertools import compress

from rules.contract import Legal
from rules.sheet.ruleset import Joker
from rules.sheet.state import Boxes, SheetMove
from rules.sheet.tables import Tables, Throw


def choices(tables: Tables, joker: Joker, throw: Throw, boxes: Boxes) -> tuple[Legal[SheetMove], ...]:
    """What a seat with these boxes may choose for the throw, in sheet order."""
    opened = [points is None for points in boxes]
    if throw.yatzy is None or not is_joker(tables, joker, throw, boxes):
        return tuple(compress(throw.choices, opened))
    matching = matching_box(tables, throw, boxes)
    if joker == "free":
        return tuple(compress(throw.jokers if matching is None else throw.choices, opened))
    if matching is not None:
        return (throw.choices[matching],)
    upper = tables.upper.values()
    lower = [is_open and place not in upper for place, is_open in enumerate(opened)]
    return tuple(compress(throw.jokers, lower if any(lower) else opened))


def choice(tables: Tables, joker: Joker, throw: Throw, boxes: Boxes, place: int) -> int | None:
    """The points that a seat with these boxes may write into the box at `place`; None if it may not choose that."""
    if boxes[place] is not None:
        return None
    wanted = throw.choices[place]
    if throw.yatzy is None or not is_joker(tables, joker, throw, boxes):
        return wanted.points
    ways = choices(tables, joker, throw, boxes)
    return next((way.points for way in ways if way.move == wanted.move), None)


def is_joker(tables: Tables, joker: Joker, throw: Throw, boxes: Boxes) -> bool:
    """Whether the throw is a further yatzy, the box for it being filled, in a game with jokers."""
    return throw.yatzy is not None and joker != "none" and boxes[tables.places["yatzy"]] is not None


def matching_box(tables: Tables, throw: Throw, boxes: Boxes) -> int | None:
    """The place of the upper box of a yatzy's face, if there is one and it is open."""
    place = None if throw.yatzy is None else tables.upper.get(throw.yatzy)
    return place if place is not None and boxes[place] is None else None
