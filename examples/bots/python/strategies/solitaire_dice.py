"""Solitaire Dice: few sums, marked often; fifth dice that are spread, so that the game lasts."""

from collections import Counter
from collections.abc import Sequence

from rollwright_client.contract import SolitaireDiceLegalMove, SolitaireDiceView

BEGIN = -90
"""What the first mark of a sum is worth: it costs 200, which may be won back."""

FIFTH = -12
"""What each mark that a fifth die has takes from the next one."""

WON_BACK, FULL = 5, 10
"""The mark that makes a sum worth 0 again, and the last that counts."""


def choose(state: SolitaireDiceView, _seat: int, legal: Sequence[SolitaireDiceLegalMove]) -> SolitaireDiceLegalMove:
    """The two sums and the fifth die that promise the most; a roll is the only move where there is one."""
    values = {line["sum"]: line["value"] for line in state["sums"]}
    fifths = {line["face"]: line["marks"] for line in state["fifths"]}

    def promise(each: SolitaireDiceLegalMove) -> float:
        move = each["move"]
        if move["type"] == "roll":
            return 0
        marks = Counter({line["sum"]: line["marks"] for line in state["sums"]})
        worth = 0.0
        for number in move["sums"]:
            worth += mark(marks[number], values[number])
            marks[number] += 1
        return worth + FIFTH * fifths.get(move["fifth"], 0)

    return max(legal, key=promise)


def mark(marks: int, value: int) -> float:
    """What one more mark on a sum promises."""
    if marks == 0:
        return BEGIN
    if marks < WON_BACK:
        return 30 + value / 2
    return value if marks < FULL else 0
