"""Wohin damit?: high results to large, low ones to small, the others where they fit or leave what dice often show."""

from collections.abc import Sequence

from rollwright_client.contract import WohinDamitLegalMove, WohinDamitView

OFTEN = 7
"""The result that comes most often."""


def choose(state: WohinDamitView, seat: int, legal: Sequence[WohinDamitLegalMove]) -> WohinDamitLegalMove:
    """The entry that promises the most; a roll is the only move where there is one."""
    mine = state["seats"][seat]
    result = mine["result"] or 0
    needs: dict[str, int] = {row["row"]: row["needs"] for row in mine["rows"]}

    def promise(each: WohinDamitLegalMove) -> float:
        move = each["move"]
        if move["type"] == "roll":
            return 0
        if move["category"] == "large":
            return 2 * (result - 9)
        if move["category"] == "small":
            return 2 * (4 - result)
        left = needs[move["category"]] - result
        if left <= 0:
            return 2 + 2 * left
        return -2 if left == 1 else -abs(left - OFTEN) / 3

    return max(legal, key=promise)
