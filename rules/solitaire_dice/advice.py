"""Advice for solitaire dice: by weights that were learned in play.

The game is too large to be solved; the value of a position between two throws is learned
(`rules.solitaire_dice.weights`), and the value of a choice is what it scores with what its position is worth.
"""

from rules.adviser import Method, Objective, Solution, Values
from rules.solitaire_dice.engine import SolitaireDiceRules
from rules.solitaire_dice.state import LAST_MARK, SolitaireDiceState
from rules.solitaire_dice.tables import gain, throw
from rules.solitaire_dice.weights import places, weights

SPREAD = 290.0
"""About the standard deviation of a game by these weights."""


class SolitaireDiceAdviser:
    """What is known about right play of solitaire dice (a `rules.adviser.Adviser`)."""

    def __init__(self, rules: SolitaireDiceRules) -> None:
        """Take the rules."""
        self.rules = rules

    def objectives(self, state: SolitaireDiceState, seat: int) -> tuple[Objective, ...]:  # noqa: ARG002 - one seat
        """Points alone."""
        return ("points",)

    def method(self, state: SolitaireDiceState, seat: int, objective: Objective) -> Method:  # noqa: ARG002 - one seat
        """By what was learned."""
        return "learned"

    def value(self, state: SolitaireDiceState, seat: int, objective: Objective) -> float:
        """About the mean final total."""
        if state.over:
            return float(state.total)
        return max(self.values(state, seat, objective))

    def values(self, state: SolitaireDiceState, seat: int, objective: Objective) -> tuple[float, ...]:  # noqa: ARG002 - one seat
        """About the mean final total after each legal move."""
        if seat != 0 or state.over:
            raise ValueError(f"seat {seat} is not to move")
        if not state.thrown:
            return (state.total + _rest(state.sums, state.fifths),)
        choices, free = throw(state.thrown, state.fifths)
        worth = []
        for low, high, fifth, _ in choices.values():
            sums, fifths = list(state.sums), list(state.fifths)
            sums[low] += 1
            sums[high] += 1
            fifths[fifth] += not free
            worth.append(state.total + gain(low, high, state.sums) + _rest(tuple(sums), tuple(fifths)))
        return tuple(worth)

    def spread(self, objective: Objective) -> float:  # noqa: ARG002 - one seat
        """About the standard deviation of a game by these weights."""
        return SPREAD

    def solutions(
        self,
        state: SolitaireDiceState | None = None,  # noqa: ARG002 - none is needed
        objective: Objective | None = None,  # noqa: ARG002 - none is needed
    ) -> tuple[Solution, ...]:
        """None: the weights come with the package."""
        return ()

    def with_table(self, solution: Solution, values: Values) -> "SolitaireDiceAdviser":  # noqa: ARG002 - none is needed
        """The same."""
        return self


def _rest(sums: tuple[int, ...], fifths: tuple[int, ...]) -> float:
    """What is still to come, as the weights have it."""
    if LAST_MARK in fifths:
        return 0.0
    learned = weights()
    return sum([learned[place] for place in places(sums, fifths)])
