"""How many further yatzys the boxes of a sheet can hold: exactly as many as some game leaves there.

Every box but those of further yatzys may have been filled before the yatzy box, by any throw; so what counts is in
which boxes further yatzys can have gone after it, and in which order. Any fewer can have been as well: the box of one
that was none was filled before.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations

from rules.sheet.categories import FACES
from rules.sheet.ruleset import Ruleset
from rules.sheet.tables import Tables, Throw


def most_further(ruleset: Ruleset, made: Tables, written: Sequence[int | None]) -> int:
    """The most further yatzys that brought their bonus, by the points of the boxes in sheet order (None: open)."""
    own = made.places.get("yatzy")
    if not ruleset.yatzy_bonus or own is None or written[own] is None:
        return 0
    matching = sum(written[place] == ruleset.dice * face for face, place in made.upper.items())
    if ruleset.yatzy_bonus_for == "matching_box":
        return matching
    if not written[own]:
        return 0
    throws = {face: made.throws[(face,) * ruleset.dice] for face in FACES}
    others = [place for place, points in enumerate(written) if points is not None and place != own]
    match ruleset.joker:
        case "none":
            return sum(_holds(written, place, throws.values(), jokers=False) for place in others)
        case "free":
            return sum(_free(made, written, place, throws) for place in others)
        case "forced":
            return matching + _forced(ruleset, made, written, others, throws)


def _holds(written: Sequence[int | None], place: int, throws: Iterable[Throw], *, jokers: bool) -> bool:
    """Whether one of the throws makes what is written there, as a joker or without."""
    return any((each.jokers if jokers else each.choices)[place].points == written[place] for each in throws)


def _free(made: Tables, written: Sequence[int | None], place: int, throws: dict[int, Throw]) -> bool:
    """Whether a further yatzy fills the box: a joker after the upper box of its face, another one before that."""
    before = [throws[face] for face in FACES if face in made.upper]
    after = [throws[face] for face in FACES if face not in made.upper or written[made.upper[face]] is not None]
    return _holds(written, place, before, jokers=False) or _holds(written, place, after, jokers=True)


def _forced(
    ruleset: Ruleset, made: Tables, written: Sequence[int | None], others: Sequence[int], throws: dict[int, Throw]
) -> int:
    """The most further yatzys outside the upper boxes of their faces.

    They go into lower boxes, each after the upper box of its face; once all lower boxes are filled, into the other
    upper boxes for 0. Of those that hold 0 every set is tried: what is filled so is filled too late for the others.
    """
    upper = made.upper
    lower = [place for place in others if place not in upper.values()]
    zeros = [face for face, place in upper.items() if written[place] == 0]
    settled = [face for face in FACES if face not in upper or written[upper[face]]]
    full = len(lower) + 1 == len(ruleset.categories) - len(upper)
    best = 0
    for late in range(len(zeros) + 1 if full else 1):
        for chosen in combinations(zeros, late):
            faces = [throws[face] for face in (*settled, *(face for face in zeros if face not in chosen))]
            if faces or not late:
                best = max(best, late + sum(_holds(written, place, faces, jokers=True) for place in lower))
    return best
