"""Banking games: set aside what is worth the most, and roll on while that promises more than it risks."""

from collections.abc import Sequence

from rollwright_client.contract import BankingView, SandLegalMove

BUST = (0.0, 0.667, 0.444, 0.278, 0.157, 0.077, 0.031)
"""How likely it is that none of so many dice scores."""

GAIN = (0, 150, 150, 150, 200, 270, 400)
"""Roughly what a throw of so many dice adds if one does, counting that more throws may follow."""

DIE = 40
"""What a die that stays in the cup is worth."""


def choose(state: BankingView, seat: int, legal: Sequence[SandLegalMove]) -> SandLegalMove:
    """The best set of dice; then to bank, or to roll."""
    by_type = {each["move"]["type"]: each for each in legal}
    if "set_aside" in by_type:
        return max(legal, key=lambda each: (each["points"] or 0) + DIE * left(state, each))
    if "bank" not in by_type or "roll" not in by_type:
        return legal[0]
    points = by_type["bank"]["points"] or 0
    best = max(each["total"] for each in state["seats"])
    if state["reached"] is not None and state["seats"][seat]["total"] + points < best:
        return by_type["roll"]  # the last turn: to bank now would be to lose
    dice = by_type["roll"]["throws"]
    promising = (1 - BUST[dice]) * GAIN[dice] > BUST[dice] * points
    return by_type["roll" if promising else "bank"]


def left(state: BankingView, legal: SandLegalMove) -> int:
    """How many dice the next throw has: all six where none is left."""
    move = legal["move"]
    taken = len(move["dice"]) if move["type"] == "set_aside" else 0
    return (state["cup"] - taken) or 6
