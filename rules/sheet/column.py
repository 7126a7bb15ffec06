"""What is worked out from one seat's boxes: the upper sum and the bonuses."""

from collections.abc import Iterator

from rules.sheet.ruleset import Ruleset
from rules.sheet.state import Boxes


def upper_sum(ruleset: Ruleset, boxes: Boxes) -> int:
    """The points in the upper boxes so far."""
    return sum(points or 0 for points in _upper(ruleset, boxes))


def bonus(ruleset: Ruleset, boxes: Boxes) -> int | None:
    """The bonus; 0 once the upper boxes are full without it, None while that is open."""
    if upper_sum(ruleset, boxes) >= ruleset.bonus_from:
        return ruleset.bonus
    return None if None in _upper(ruleset, boxes) else 0


def yatzy_bonus(ruleset: Ruleset, boxes: Boxes, total: int) -> int:
    """The points for further yatzys: what the boxes and the bonus leave of the total."""
    return total - sum(points or 0 for points in boxes) - (bonus(ruleset, boxes) or 0)


def filled(boxes: Boxes) -> int:
    """How many boxes are filled."""
    return len(boxes) - boxes.count(None)


def _upper(ruleset: Ruleset, boxes: Boxes) -> Iterator[int | None]:
    return (points for category, points in zip(ruleset.categories, boxes, strict=True) if category.face is not None)
