"""Check of a filled sheet: what a table has written down, held against what dice can make."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, reduce
from itertools import chain, combinations
from operator import or_
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from rules.dice import FACES, KEPT
from rules.faults import Claim, Fault, SheetFindings
from rules.sheet.categories import CATEGORIES, Category, SheetCategory
from rules.sheet.ruleset import Ruleset
from rules.sheet.tables import Tables, Throw, tables

Possible = tuple[frozenset[int], ...]
"""By box in sheet order, every number of points that some throw makes in it."""


class FilledSheet(BaseModel):
    """One seat's column as it was written down; what is left out is open, or was not reckoned up."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    boxes: dict[SheetCategory, Claim] = Field(
        description="The points of every box that is filled; a box left out is open.",
        examples=[{"ones": 3, "full_house": 24}],
    )
    upper_sum: Claim | None = Field(None, description="The sum of the upper boxes.")
    bonus: Claim | None = Field(None, description="The bonus for it.")
    bonuses: tuple[Claim | None, ...] | None = Field(
        None,
        max_length=20,
        strict=False,
        description="What each of the option `bonuses` has brought, in their order.",
    )
    yatzy_bonus: Claim | None = Field(None, description="The points for further yatzys; left out: none.")
    saved_throws: Claim | None = Field(None, description="The throws saved for later turns.")
    total: Claim | None = Field(None, description="The total.")


def fault_paragraphs(ruleset: Ruleset) -> dict[str, str]:
    """By code of a fault, the paragraph of the game's rules page; what follows the end there is on leaving."""
    end, jokers = ruleset.paragraphs["finished"], ruleset.paragraphs.get("joker_matching_box")
    boxes = {name: ruleset.paragraphs[name] for name in CATEGORIES if name in ruleset.paragraphs}
    further = {} if jokers is None else {"wrong_points.yatzy_bonus": jokers}
    return {
        **{f"{code}.{name}": rule for code in ("wrong_points", "impossible_points") for name, rule in boxes.items()},
        **further,
        "after_end": end,
        "left_before": f"{_section(end) + 1}.1",
        "wrong_dice_count": "2.1",
        "wrong_points": "3.1",
        "not_on_sheet": "3.1",
        "impossible_points": "3.1",
        "wrong_upper_sum": "3.3",
        "wrong_bonus": "3.3",
        "wrong_bonuses": ruleset.paragraphs["bonuses"],
        "no_such_bonus": ruleset.paragraphs["bonuses"],
        "wrong_yatzy_bonus": ruleset.paragraphs["yatzy_bonus"],
        "wrong_total": "1.2",
        "impossible_saved_throws": ruleset.paragraphs["saved_throws"],
    }


def _section(paragraph: str) -> int:
    return int(paragraph.partition(".")[0])


@lru_cache(KEPT)
def possible(categories: tuple[Category, ...], dice: int, choose_dice_count: bool) -> Possible:
    """What every box can hold after some throw: worked out over all throws, once for a ruleset with these parts."""
    throws = tuple(tables(categories, dice, choose_dice_count).throws)
    column = [category for category in categories if not category.column]
    once = [frozenset(chain.from_iterable(map(category.any_throw, throws))) for category in column]
    factors = [category.factor for category in categories[:: len(column)]]
    return tuple(
        points if factor == 1 else frozenset(factor * each for each in points)
        for factor in factors
        for points in once
    )


def check(ruleset: Ruleset, made: Tables, filled: FilledSheet) -> SheetFindings:
    """Points that no dice can make, and sums, bonuses and a total that do not follow from the boxes as written.

    What stands in a box that cannot be may have been anything that can: sums that follow from that are right as well.
    """
    rules = fault_paragraphs(ruleset)
    faults = [*_boxes(ruleset, rules, filled)]
    sound = not faults
    written = [filled.boxes.get(category.id) for category in ruleset.categories]
    most = _most_further(ruleset, made, written)
    further = filled.yatzy_bonus or 0
    paid = [times * ruleset.yatzy_bonus for times in range(most + 1)]
    follows = _Sums(ruleset, filled, written, paid)
    if further not in paid:
        faults.append(Fault(("yatzy_bonus",), "wrong_yatzy_bonus", rules["wrong_yatzy_bonus"], further, paid))
        sound = sound and not most
    faults += _bonuses(ruleset, rules, filled, written)
    claims: list[tuple[Literal["upper_sum", "bonus", "total"], int | None, int, bool]] = [
        ("upper_sum", filled.upper_sum, follows.upper, filled.upper_sum in follows.uppers),
        ("bonus", filled.bonus, follows.bonus, filled.bonus in {*map(follows.bonus_of, follows.uppers)}),
        ("total", filled.total, follows.total, follows.may_total(filled.total)),
    ]
    for name, claimed, right, may_be in claims:
        if claimed is not None and claimed != right and not may_be:
            details = {"upper_sum": follows.upper} if name == "bonus" else {}
            faults.append(Fault((name,), f"wrong_{name}", rules[f"wrong_{name}"], claimed, right, None, details))
    faults += _saved_throws(ruleset, rules, filled)
    return SheetFindings(tuple(faults), follows.total if sound else None, filled.total, None not in written)


class _Sums:
    """What follows from the boxes, given what further yatzys can have `paid`.

    upper, bonus, total: as they stand. uppers: what the upper boxes may sum up to, where some hold what cannot be.
    """

    def __init__(
        self, ruleset: Ruleset, filled: FilledSheet, written: Sequence[int | None], paid: Sequence[int]
    ) -> None:
        self._ruleset = ruleset
        upper, lower, boxes = {0}, 1, 0
        self.upper = 0
        for points, category, can in zip(written, ruleset.categories, _possible(ruleset), strict=True):
            if points is None:
                continue
            boxes += points
            may = {points} if points in can else can
            if category.face is not None:
                self.upper += points
                upper = {before + each for before in upper for each in may}
            else:
                lower = reduce(or_, (lower << each for each in may))
        self.bonus = self.bonus_of(self.upper)
        self.uppers = upper | {self.upper}
        self._lower = lower  # by bit, what the other boxes may sum up to
        further, unsure = filled.yatzy_bonus or 0, len(paid) > 1
        self._further = {further} if further in paid else {*paid, further} if unsure else {*paid}
        brought, self._sure = _paid(ruleset, written)
        self._own = own = sum(brought)
        self.total = boxes + self.bonus + own + (further if unsure or further in paid else 0)
        strange = sum(filled.boxes.values()) - boxes  # in boxes that are not on the sheet
        self._stands = {boxes + self.bonus + own, boxes + self.bonus + own + strange}

    def bonus_of(self, upper: int) -> int:
        """The bonus for a sum of the upper boxes."""
        return self._ruleset.bonus if upper >= self._ruleset.bonus_from else 0

    def may_total(self, total: int | None) -> bool:
        """Whether the total follows from the boxes, whatever stood in those that cannot be."""
        if total is None:
            return False
        if not self._sure:
            return True  # what other bonuses bring hangs on what stood where it cannot
        for further in self._further:
            if total - further in self._stands:
                return True
            for upper in self.uppers:
                rest = total - self._own - further - upper - self.bonus_of(upper)
                if rest >= 0 and self._lower >> rest & 1:
                    return True
        return False


def _boxes(ruleset: Ruleset, rules: Mapping[str, str], filled: FilledSheet) -> Iterator[Fault]:
    can = dict(zip((category.id for category in ruleset.categories), _possible(ruleset), strict=True))
    for category, points in filled.boxes.items():
        place = ("boxes", category)
        if category not in can:
            yield Fault(place, "not_on_sheet", rules["not_on_sheet"], points, None, None, {"category": category})
        elif points not in can[category]:
            rule = ruleset.paragraphs[category.partition(".")[0]]
            yield Fault(place, "impossible_points", rule, points, sorted(can[category]))
        elif points and _is_too_early(ruleset, filled, category):
            yield Fault(place, "impossible_points", ruleset.paragraphs["after"], points, [0])


def _is_too_early(ruleset: Ruleset, filled: FilledSheet, category: str) -> bool:
    """Whether nothing can have been scored in the box, as the one that comes first is open or holds nothing."""
    after = next(each.after for each in ruleset.categories if each.id == category)
    if after is None:
        return False
    first = filled.boxes.get(ruleset.categories[after[0]].id)
    return not first if after[1] else first is None


def _paid(ruleset: Ruleset, written: Sequence[int | None]) -> tuple[tuple[int, ...], bool]:
    """What the table's own bonuses bring by the boxes as written, and whether that is sure.

    It is not where a box holds what cannot be, and what it can hold instead would bring something else (or where
    several do).
    """
    right = tuple(each.paid(tuple(written)) for each in ruleset.bonuses)
    doubtful = [
        (place, can)
        for place, (points, can) in enumerate(zip(written, _possible(ruleset), strict=True))
        if points is not None and points not in can
    ]
    if not doubtful or not right:
        return right, True
    place, can = doubtful[0]
    variants = [(*written[:place], other, *written[place + 1 :]) for other in can]
    alike = all(tuple(each.paid(boxes) for each in ruleset.bonuses) == right for boxes in variants)
    return right, alike and len(doubtful) == 1


def _bonuses(
    ruleset: Ruleset, rules: Mapping[str, str], filled: FilledSheet, written: Sequence[int | None]
) -> Iterator[Fault]:
    """Each of the table's own bonuses that does not follow from its boxes; there is no other."""
    right, sure = _paid(ruleset, written)
    for place, claimed in enumerate(filled.bonuses or ()):
        if place >= len(right):
            yield Fault(
                ("bonuses", place), "no_such_bonus", rules["no_such_bonus"], claimed, details={"bonus": place + 1}
            )
        elif claimed is not None and claimed != right[place] and sure:
            rule = rules["wrong_bonuses"]
            yield Fault(
                ("bonuses", place), "wrong_bonuses", rule, claimed, right[place], details={"bonus": place + 1}
            )


def _saved_throws(ruleset: Ruleset, rules: Mapping[str, str], filled: FilledSheet) -> Iterator[Fault]:
    """A turn leaves all its throws but one at most, and later ones may have used any of them."""
    claimed = filled.saved_throws
    most = (ruleset.throws - 1) * len(filled.boxes) if ruleset.save_throws else 0
    if claimed is not None and not 0 <= claimed <= most:
        rule = rules["impossible_saved_throws"]
        yield Fault(("saved_throws",), "impossible_saved_throws", rule, claimed, None, None, {"most": most})


def _possible(ruleset: Ruleset) -> Possible:
    return possible(ruleset.categories, ruleset.dice, ruleset.choose_dice_count)


def _most_further(ruleset: Ruleset, made: Tables, written: Sequence[int | None]) -> int:
    """The same where boxes hold what cannot be: the most that any points there may have brought."""
    doubtful = [
        place
        for place, (points, can) in enumerate(zip(written, _possible(ruleset), strict=True))
        if points is not None and points not in can
    ]
    if not doubtful or not ruleset.yatzy_bonus or not made.yatzys:
        return most_further(ruleset, made, written)
    if len(made.yatzys) > 1 or made.ordered:
        return sum(
            each.factor for each, points in zip(ruleset.categories, written, strict=True) if points is not None
        )
    if len(doubtful) > 1:
        return max(0, sum(points is not None for points in written) - 1)
    place = doubtful[0]
    throws = [throw for each in _yatzys(ruleset, made).values() for throw in each]
    may = {throw.choices[place].points for throw in throws} | {throw.jokers[place].points for throw in throws} | {0}
    return max(most_further(ruleset, made, [*written[:place], points, *written[place + 1 :]]) for points in may)


def most_further(ruleset: Ruleset, made: Tables, written: Sequence[int | None]) -> int:
    """The most further yatzys that brought their bonus, by the points of the boxes in sheet order (None: open).

    Exactly as many as some game leaves there. Every box but those of further yatzys may have been filled before the
    yatzy box, by any throw; so what counts is in which boxes further yatzys can have gone after it, and in which
    order. Any fewer can have been as well: the box of one that was none was filled before.
    """
    if not ruleset.yatzy_bonus or not made.yatzys or None in (first := [written[place] for place in made.yatzys]):
        return 0
    if len(made.yatzys) > 1 or made.ordered:
        return _most_in_columns(ruleset, made, written) if all(first) or not _for_scored(ruleset) else 0
    (own,) = made.yatzys
    matching = sum(written[place] == ruleset.dice * face for face, (place,) in made.upper.items())
    if ruleset.yatzy_bonus_for == "matching_box":
        return matching
    if not written[own]:
        return 0
    throws = _yatzys(ruleset, made)
    others = [place for place, points in enumerate(written) if points is not None and place != own]
    match ruleset.joker:
        case "none":
            every = [throw for each in throws.values() for throw in each]
            return sum(_holds(written, place, every, jokers=False) for place in others)
        case "free":
            return sum(_free(made, written, place, throws) for place in others)
        case "forced":
            return matching + _forced(ruleset, made, written, others, throws)


def _for_scored(ruleset: Ruleset) -> bool:
    return ruleset.yatzy_bonus_for == "scored"


def _most_in_columns(ruleset: Ruleset, made: Tables, written: Sequence[int | None]) -> int:
    """At most so many, a box counting as often as its column; in which order boxes were filled is not looked at."""
    upper = {place for places in made.upper.values() for place in places}
    may = [
        place
        for place in range(len(written))
        if (place in upper or _for_scored(ruleset)) and place not in made.yatzys
    ]
    return sum(ruleset.categories[place].factor for place in may if written[place] is not None)


def _yatzys(ruleset: Ruleset, made: Tables) -> dict[int, list[Throw]]:
    """By face its yatzy, once for each throw of a turn that it may be."""
    return {face: [throws[(face,) * ruleset.dice] for throws in made.by_throw] for face in FACES}


def _holds(written: Sequence[int | None], place: int, throws: Iterable[Throw], *, jokers: bool) -> bool:
    """Whether one of the throws makes what is written there, as a joker or without."""
    return any((each.jokers if jokers else each.choices)[place].points == written[place] for each in throws)


def _free(made: Tables, written: Sequence[int | None], place: int, throws: dict[int, list[Throw]]) -> bool:
    """Whether a further yatzy fills the box: a joker after the upper box of its face, another one before that."""
    before = [throw for face in FACES if face in made.upper for throw in throws[face]]
    settled = [face for face in FACES if face not in made.upper or written[made.upper[face][0]] is not None]
    after = [throw for face in settled for throw in throws[face]]
    return _holds(written, place, before, jokers=False) or _holds(written, place, after, jokers=True)


def _forced(
    ruleset: Ruleset,
    made: Tables,
    written: Sequence[int | None],
    others: Sequence[int],
    throws: dict[int, list[Throw]],
) -> int:
    """The most further yatzys outside the upper boxes of their faces.

    They go into lower boxes, each after the upper box of its face; once all lower boxes are filled, into the other
    upper boxes for 0. Of those that hold 0 every set is tried: what is filled so is filled too late for the others.
    """
    upper = {face: place for face, (place,) in made.upper.items()}
    lower = [place for place in others if place not in upper.values()]
    zeros = [face for face, place in upper.items() if written[place] == 0]
    settled = [face for face in FACES if face not in upper or written[upper[face]]]
    full = len(lower) + 1 == len(ruleset.categories) - len(upper)
    best = 0
    for late in range(len(zeros) + 1 if full else 1):
        for chosen in combinations(zeros, late):
            free = (*settled, *(face for face in zeros if face not in chosen))
            faces = [throw for face in free for throw in throws[face]]
            if faces or not late:
                best = max(best, late + sum(_holds(written, place, faces, jokers=True) for place in lower))
    return best
