"""Solved sheets: what the values follow from, as numbers, and where each position's value stands in the table.

The value of a position (some boxes open, an upper sum, no throw yet) is the mean of the points still to come under
best play. It does not depend on the points written down, so a table of these values solves a seat's whole game. A
*cone* is the table of what can follow from one position: a sheet of its open boxes alone.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property, lru_cache
from hashlib import sha256
from itertools import combinations_with_replacement
from math import comb
from typing import Any, NamedTuple

from rules.adviser import Solution
from rules.contract import Faces
from rules.dice import FACES
from rules.sheet.ruleset import Joker, Ruleset
from rules.sheet.tables import Tables

SOLVER = "rules.sheet.solving"
VERSION = 1
POSITIONS_A_SECOND = 350_000
"""How many positions of five dice and three throws one core solves in a second, as a rough guide."""


class Position(NamedTuple):
    """What a seat's further points depend on between turns.

    open: a bit for each box that is open, by its place. upper: the upper sum. scored: whether the yatzy box holds
    points.
    """

    open: int
    upper: int
    scored: bool


@dataclass(frozen=True, slots=True)
class Numbers:
    """A sheet with its boxes worked out.

    dice, throws, bonus, bonus_from, joker, yatzy_bonus: as in `Ruleset`. counts: with how many dice a turn may be
    played. bonus_for_match: whether `yatzy_bonus` is for the matching upper box alone. faces: by box, its face, 0 for
    a lower one. yatzy: the place of the yatzy box, -1 where the sheet has none or it is filled. filled_yatzy: whether
    it was filled before; filled_scored: with points. points: by number of dice (as in `counts`), by throw in
    ascending order, by box. jokers: by the face of a further yatzy, by box.
    """

    dice: int
    throws: int
    counts: tuple[int, ...]
    bonus: int
    bonus_from: int
    joker: Joker
    yatzy_bonus: int
    bonus_for_match: bool
    faces: tuple[int, ...]
    yatzy: int
    filled_yatzy: bool
    filled_scored: bool
    points: tuple[tuple[tuple[int, ...], ...], ...]
    jokers: tuple[tuple[int, ...], ...]


def solvable(ruleset: Ruleset, tables: Tables) -> bool:
    """Whether a sheet's values follow from its open boxes and its upper sum.

    Not where worths hang on the throw or bonuses on other sums, where columns stand side by side or have an order, or
    where boxes come after others or win at once.
    """
    one_column = ruleset.columns == 1 and not tables.ordered
    alone = not tables.after and not any(category.wins for category in ruleset.categories)
    return len(tables.by_throw) == 1 and not ruleset.bonuses and one_column and alone


def numbers(ruleset: Ruleset, tables: Tables) -> Numbers:
    """The whole sheet of a ruleset."""
    counts = tuple(range(1, ruleset.dice + 1)) if ruleset.choose_dice_count else (ruleset.dice,)
    yatzy = tables.places.get("yatzy", -1)
    yatzys = [tables.throws[(face,) * ruleset.dice] for face in FACES] if yatzy >= 0 else []
    return Numbers(
        dice=ruleset.dice,
        throws=ruleset.throws,
        counts=counts,
        bonus=ruleset.bonus,
        bonus_from=ruleset.bonus_from if ruleset.bonus else 0,
        joker=ruleset.joker if yatzys else "none",
        yatzy_bonus=ruleset.yatzy_bonus if yatzys else 0,
        bonus_for_match=ruleset.yatzy_bonus_for == "matching_box",
        faces=tuple(category.face or 0 for category in ruleset.categories),
        yatzy=yatzy,
        filled_yatzy=False,
        filled_scored=False,
        points=tuple(
            tuple(tuple(way.points or 0 for way in tables.throws[thrown].choices) for thrown in throws(count))
            for count in counts
        ),
        jokers=tuple(tuple(way.points or 0 for way in throw.jokers) for throw in yatzys),
    )


def cone(whole: Numbers, position: Position) -> Numbers:
    """The sheet of a position's open boxes alone."""
    places = [place for place in range(len(whole.faces)) if position.open >> place & 1]
    left = max(0, whole.bonus_from - position.upper)
    further = whole.yatzy >= 0 and whole.yatzy not in places
    return Numbers(
        dice=whole.dice,
        throws=whole.throws,
        counts=whole.counts,
        bonus=whole.bonus if left else 0,
        bonus_from=left,
        joker=whole.joker,
        yatzy_bonus=whole.yatzy_bonus,
        bonus_for_match=whole.bonus_for_match,
        faces=tuple(whole.faces[place] for place in places),
        yatzy=-1 if whole.yatzy not in places else places.index(whole.yatzy),
        filled_yatzy=whole.filled_yatzy or further,
        filled_scored=whole.filled_scored or (further and position.scored and tells_scored(whole)),
        points=tuple(tuple(tuple(row[place] for place in places) for row in rows) for rows in whole.points),
        jokers=tuple(tuple(row[place] for place in places) for row in whole.jokers),
    )


def tells_scored(sheet: Numbers) -> bool:
    """Whether it matters in this sheet that the yatzy box holds points."""
    return bool(sheet.yatzy_bonus) and not sheet.bonus_for_match


@lru_cache(maxsize=6)
def throws(dice: int) -> tuple[Faces, ...]:
    """All throws of so many dice that are alike, ascending."""
    return tuple(combinations_with_replacement(FACES, dice))


class Lattice(NamedTuple):
    """All selections of up to so many dice, fewer dice first, each size ascending.

    first: by size, the place of its first selection (and behind the last size their number). more: by place, those
    with one more die of each face; () for the largest. fewer: by place, those with one die less. place: of each
    selection.
    """

    first: tuple[int, ...]
    more: tuple[tuple[int, ...], ...]
    fewer: tuple[tuple[int, ...], ...]
    place: Mapping[Faces, int]


@lru_cache(maxsize=6)
def lattice(dice: int) -> Lattice:
    """The selections of up to `dice` dice: 462 for five, 924 for six."""
    nodes = [kept for size in range(dice + 1) for kept in combinations_with_replacement(FACES, size)]
    place = {kept: index for index, kept in enumerate(nodes)}
    first = (0, *(comb(size + len(FACES), len(FACES)) for size in range(dice + 1)))
    return Lattice(
        first=first,
        more=tuple(
            tuple(place[tuple(sorted((*kept, face)))] for face in FACES) if len(kept) < dice else () for kept in nodes
        ),
        fewer=tuple(tuple(sorted({place[kept[:at] + kept[at + 1 :]] for at in range(len(kept))})) for kept in nodes),
        place=place,
    )


@dataclass(frozen=True)
class Layout:
    """Where the values of a sheet's positions stand: by flag, by open lower boxes, by open upper boxes, by upper sum.

    Of the sums only those are kept that the bonus can still depend on: one for all that are too low for it by now,
    one for all that have reached it.
    """

    sheet: Numbers

    @cached_property
    def upper(self) -> tuple[int, ...]:
        """The places of the upper boxes."""
        return tuple(place for place, face in enumerate(self.sheet.faces) if face)

    @cached_property
    def lower(self) -> tuple[int, ...]:
        """The places of the lower boxes."""
        return tuple(place for place, face in enumerate(self.sheet.faces) if not face)

    @cached_property
    def flags(self) -> int:
        """2 where positions with an empty and with a scored yatzy box differ, else 1."""
        return 2 if self.sheet.yatzy >= 0 and tells_scored(self.sheet) else 1

    @cached_property
    def sums(self) -> tuple[tuple[int, int], ...]:
        """By open upper boxes, the lowest and the highest upper sum that are kept."""
        return tuple(self._sums(opened) for opened in range(1 << len(self.upper)))

    @cached_property
    def offsets(self) -> tuple[int, ...]:
        """By open upper boxes, where their sums begin; behind the last how many there are of all."""
        offsets = [0]
        for low, high in self.sums:
            offsets.append(offsets[-1] + high - low + 1)
        return tuple(offsets)

    @cached_property
    def size(self) -> int:
        """How many positions there are."""
        return self.flags * self.offsets[-1] << len(self.lower)

    def index(self, position: Position) -> int:
        """Where the position's value stands."""
        opened, lower = _gather(position.open, self.upper), _gather(position.open, self.lower)
        low, high = self.sums[opened]
        flagged = self.flags == 2 and position.scored  # noqa: PLR2004 - see `flags`
        block = (flagged << len(self.lower) | lower) * self.offsets[-1]
        return block + self.offsets[opened] + min(max(position.upper, low), high) - low

    def _sums(self, opened: int) -> tuple[int, int]:
        faces = [self.sheet.faces[place] for place in self.upper]
        coming = self.sheet.dice * sum(face for bit, face in enumerate(faces) if opened >> bit & 1)
        most = self.sheet.dice * sum(faces) - coming
        low = max(0, self.sheet.bonus_from - coming - 1)
        return low, max(low, min(self.sheet.bonus_from, most))


def _gather(bits: int, places: Sequence[int]) -> int:
    """The bits at these places, as one number."""
    return sum((bits >> place & 1) << bit for bit, place in enumerate(places))


def solution(sheet: Numbers, layout: Layout, origin: Position) -> Solution:
    """The table of a sheet's values; `sheet` is the cone of `origin`."""
    task = asdict(sheet)
    text = json.dumps(task, sort_keys=True, separators=(",", ":"))
    work = layout.size * sum(comb(count + 6, 6) for count in sheet.counts) / 924 * 2 * sheet.throws / 3
    return Solution(
        name="sheet" if origin.open + 1 == 1 << len(sheet.faces) else "sheet-cone",
        digest=sha256(text.encode()).hexdigest(),
        solver=SOLVER,
        version=VERSION,
        task={"sheet": task, "origin": list(origin)},
        dtype="f8",
        shape=(layout.size,),
        seconds=round(2.0 + work / POSITIONS_A_SECOND, 1),
    )


def from_task(task: Mapping[str, Any]) -> Numbers:
    """The sheet of a solution's task, whose lists JSON has made of tuples."""
    return Numbers(**{name: _tuples(value) for name, value in task["sheet"].items()})


def _tuples(value: Any) -> Any:
    return tuple(map(_tuples, value)) if isinstance(value, list | tuple) else value
