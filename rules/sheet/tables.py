"""Look-up tables: what every throw of a ruleset is worth and allows, worked out when it is thrown."""

from collections.abc import Mapping
from functools import cache, lru_cache, partial
from typing import NamedTuple

from rules.contract import Faces, Legal, SetAside
from rules.dice import KEPT, parts
from rules.sheet.categories import Category, SheetCategory
from rules.sheet.state import SheetChoose, SheetMove, SheetRoll
from rules.throws import Throws

_Moves = tuple[Legal[SheetMove], ...]


class Throw(NamedTuple):
    """One throw.

    choices: for each box in sheet order, the move that fills it and its worth, bonuses left out. jokers: of a yatzy,
    the same as a joker.
    again: the moves that go on with the turn: roll all dice, then what may be set aside, ascending by faces.
    selections: the dice (ascending) of those.
    yatzy: the face that all dice show, where the throw is a yatzy and the sheet has a box for it.
    upper: the most that it is worth in an upper box.
    """

    choices: _Moves
    jokers: _Moves
    again: _Moves
    selections: frozenset[Faces]
    yatzy: int | None
    upper: int


class Tables(NamedTuple):
    """places: each category's place on the sheet. upper: by face, the places of its upper boxes. yatzys: those of the
    yatzy boxes. ordered: by column that is not filled in any order, its places in their order. after: by place of a
    box that comes after another, as `Category.after`. independent: whether there is neither, so that what a throw is
    worth in a box rests on no other, but for further yatzys.

    by_throw: by throw of the turn, the last for all later ones, by dice in ascending order. rolls: the roll of so
    many dice, on its own. first: the rolls that may begin a turn.
    """

    places: Mapping[SheetCategory, int]
    upper: Mapping[int, tuple[int, ...]]
    yatzys: tuple[int, ...]
    ordered: tuple[tuple[int, ...], ...]
    after: Mapping[int, tuple[int, bool]]
    independent: bool
    by_throw: tuple[Throws[Throw], ...]
    rolls: Mapping[int, _Moves]
    first: _Moves

    @property
    def throws(self) -> Throws[Throw]:
        """What throws are worth that are late in their turn."""
        return self.by_throw[-1]

    def of(self, throw: int) -> Throws[Throw]:
        """What the throw of this number in its turn is worth."""
        return self.by_throw[min(throw, len(self.by_throw)) - 1]

    def in_any_order(self) -> "Tables":
        """The same for a seat whose columns have no order left."""
        return self._replace(ordered=(), independent=not self.after)


@lru_cache(KEPT)
def tables(categories: tuple[Category, ...], dice: int, choose_dice_count: bool) -> Tables:
    """The tables of a ruleset with these parts, for throws of `dice` dice (252 of five) and, where a seat may choose
    their number, of fewer.
    """
    places = {category.id: place for place, category in enumerate(categories)}
    rolls = {count: _roll(count) for count in range(1, dice + 1)}
    first: _Moves = tuple(Legal(SheetRoll(count=count), None, count) for count in rolls)
    columns = [[each for each in categories if each.column == column] for column in range(categories[-1].column + 1)]
    height = len(columns[0])
    upper: dict[int, tuple[int, ...]] = {}
    for category in categories:
        if category.face is not None:
            upper[category.face] = (*upper.get(category.face, ()), places[category.id])
    yatzys = tuple(places[category.id] for category in categories if category.box == "yatzy")
    distinct = max(len(category.worth) for category in categories)
    moves = [SheetChoose(category.id) for category in categories]

    def work(throw: int, thrown: Faces) -> Throw:
        again, selections = _going_on(thrown)
        yatzy = bool(yatzys) and len(thrown) == dice and thrown[0] == thrown[-1]
        once = [category.worth_once(thrown, throw) for category in categories[:height]]  # columns have the same boxes
        worths = [category.factor * once[place % height] for place, category in enumerate(categories)]
        jokers = [category.joker_points(thrown, throw) for category in categories] if yatzy else []
        uppers = [place for places in upper.values() for place in places]
        return Throw(
            choices=tuple(map(_choice, moves, worths)),
            jokers=tuple(map(_choice, moves, jokers)),
            again=again,
            selections=selections,
            yatzy=thrown[0] if yatzy else None,
            upper=max((each[place] for each in (worths, jokers) if each for place in uppers), default=0),
        )

    ordered = tuple(
        tuple(places[each.id] for each in (column if column[0].order == "down" else reversed(column)))
        for column in columns
        if column[0].order != "free"
    )
    after = {places[category.id]: category.after for category in categories if category.after is not None}
    return Tables(
        places=places,
        upper=upper,
        yatzys=yatzys,
        ordered=ordered,
        after=after,
        independent=not ordered and not after,
        by_throw=tuple(
            Throws(1 if choose_dice_count else dice, dice, partial(work, throw), _bytes)
            for throw in range(1, distinct + 1)
        ),
        rolls=rolls,
        first=first if choose_dice_count else rolls[dice],
    )


def _choice(move: SheetMove, worth: int) -> Legal[SheetMove]:
    return Legal(move, worth, 0, worth)


def _bytes(throw: Throw) -> int:
    return 600 + 100 * len(throw.choices + throw.jokers)  # the rest is the same on every sheet


@cache
def _roll(count: int) -> _Moves:
    """The roll of so many dice."""
    return (Legal(SheetRoll(), None, count),)


@cache
def _aside(part: Faces) -> Legal[SheetMove]:
    return Legal(SetAside(part), None, 0)


@cache
def _going_on(thrown: Faces) -> tuple[_Moves, frozenset[Faces]]:
    """What goes on with the turn after a throw, and the dice that may be set aside: the same on every sheet."""
    selections = parts(thrown) - {(), thrown}
    return (*_roll(len(thrown)), *map(_aside, sorted(selections))), selections
