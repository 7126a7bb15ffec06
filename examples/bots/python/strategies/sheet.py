"""Sheet games: keep what there is most of, or what runs; fill the box that beats its average by the most."""

from collections import Counter
from collections.abc import Mapping, Sequence

from rollwright_client.contract import SheetView, YatzyLegalMove

UPPER = {"ones": 1, "twos": 2, "threes": 3, "fours": 4, "fives": 5, "sixes": 6}
KINDS = {"three_of_a_kind", "four_of_a_kind", "yatzy"}
STRAIGHTS = {"small_straight", "large_straight"}

AVERAGE: dict[str, float] = {
    **{box: 3 * face - 1 for box, face in UPPER.items()},
    "one_pair": 9.5,
    "two_pairs": 14,
    "three_pairs": 17,
    "three_of_a_kind": 13,
    "four_of_a_kind": 11,
    "five_of_a_kind": 10,
    "full_house": 14,
    "villa": 12,
    "tower": 12,
    "small_straight": 6,
    "large_straight": 8,
    "full_straight": 8,
    "chance": 22,
    "yatzy": 14,
}
"""What a box brings on average when one plays for it."""

OF_YAHTZEE: dict[str, float] = {"three_of_a_kind": 21, "full_house": 18, "small_straight": 23, "large_straight": 22}
"""The same where the boxes are worth more."""


def choose(
    state: SheetView, _seat: int, legal: Sequence[YatzyLegalMove], average: Mapping[str, float] = AVERAGE
) -> YatzyLegalMove:
    """To roll with the best dice kept, or to fill a box."""
    boxes = {each["move"]["category"]: each for each in legal if each["move"]["type"] == "choose_category"}
    rolls = [each for each in legal if each["move"]["type"] == "roll"]
    if not boxes:
        return max(rolls, key=lambda each: each["throws"])
    kept = keep(state["dice"], {box.partition(".")[0] for box in boxes})  # "fours.1" is the second column's
    for each in legal:
        if each["move"]["type"] == "set_aside" and sorted(each["move"]["dice"]) == kept:
            return each
    if rolls and not kept:
        return rolls[0]
    return boxes[max(boxes, key=lambda box: (boxes[box]["points"] or 0) - average.get(box.partition(".")[0], 0))]


def keep(dice: Sequence[int], open_boxes: set[str]) -> list[int]:
    """The dice to keep, ascending: a straight that lacks one, or the most of a kind, or all pairs and the highest."""
    counts = Counter(dice)
    runs = [[face for face in range(low, low + 5) if counts[face]] for low in (1, 2)]
    if open_boxes & STRAIGHTS and max(map(len, runs)) >= len(dice) - 1 and max(counts.values()) < len(dice) // 2 + 1:
        return max(runs, key=len)
    wanted = [face for box, face in UPPER.items() if box in open_boxes or open_boxes & KINDS]
    if not wanted:
        return sorted(face for face in dice if counts[face] > 1 or face == max(dice))
    most = max(wanted, key=lambda face: (counts[face], face))
    return [most] * counts[most]
