"""Sheets that are small enough to be reckoned by brute force, with fractions."""

from fractions import Fraction
from functools import cache
from typing import Any

from rules.contract import Illegal
from rules.odds import throws
from rules.sheet.advice import SheetAdviser
from rules.sheet.boxes import SheetBox
from rules.sheet.engine import SheetRules
from rules.sheet.options import SheetOptions, ruleset
from rules.sheet.state import SheetState

SMALL_SHEET = SheetOptions(
    boxes=(SheetBox(category="ones"), SheetBox(category="sixes"), SheetBox(category="yatzy", worth=7)),
    dice=2,
    throws=2,
    bonus=5,
    bonus_from=7,
)


def rules_of(options: SheetOptions) -> SheetRules:
    return SheetRules(ruleset(options))


def adviser_of(options: SheetOptions) -> SheetAdviser:
    return SheetAdviser(rules_of(options))


class Twin:
    """The values of a game for one seat, by asking the referee about every move and every throw."""

    def __init__(self, rules: Any) -> None:
        self.rules = rules
        self.value = cache(self._value)

    def _value(self, state: Any) -> Fraction:
        """The mean final total."""
        if not self.rules.to_move(state):
            return Fraction(self.rules.totals(state)[0])
        return max(self.moves(state))

    def moves(self, state: Any) -> list[Fraction]:
        """The same after each legal move."""
        worth = []
        for legal in self.rules.legal_moves(state, 0):
            ways = [(faces, Fraction(many, 6**legal.throws)) for faces, many in throws(legal.throws)]
            mean = Fraction(0)
            for faces, likely in ways:
                step = self.rules.apply(state, 0, legal.move, faces)
                assert not isinstance(step, Illegal)
                mean += likely * self.without_total(step.state)
            worth.append(mean)
        return worth

    def without_total(self, state: Any) -> Fraction:
        """What is written down matters to the rest of a sheet by its boxes alone, which keeps the cache small."""
        if isinstance(state, SheetState):
            return state.totals[0] + self.value(state._replace(totals=(0,)))
        return self.value(state)
