"""Positions of wohin-damit, written by hand: one seat's sheet, and its result of the round."""

from typing import Annotated

from pydantic import Field

from rules.contract import Face
from rules.faults import Impossible
from rules.wohin_damit.boxes import LARGE, LINE, SMALL, TARGETS, WohinDamitEntries, needs
from rules.wohin_damit.check_sheet import FilledWohinDamitSheet, check
from rules.wohin_damit.engine import LOOSE_DICE, WohinDamitRules
from rules.wohin_damit.score_sheet import deductions
from rules.wohin_damit.state import WohinDamitState


class WohinDamitPosition(WohinDamitEntries):
    """A seat's sheet, and the white and the blue die of the round once they have fallen."""

    dice: Annotated[tuple[Face, ...], Field(max_length=LOOSE_DICE)] = Field(
        default=(), description="The white and the blue die; none before the roll.", examples=[[3, 5]]
    )


def wohin_damit_state(rules: WohinDamitRules, position: WohinDamitPosition) -> WohinDamitState:
    """The state of a table of one; `Impossible` for what no game leads to."""
    if len(position.dice) not in (0, LOOSE_DICE):
        raise Impossible("It takes both dice, the white and the blue one, or none.", "dice")
    written = FilledWohinDamitSheet(rows=position.rows, small=position.small, large=position.large)
    faults = check(written, only_if_nothing_fits=rules.only_if_nothing_fits).faults
    if faults:
        raise Impossible("No game leads to these entries.", *faults[0].place)
    entries = position.entries()
    opened = sum(needs(place, entries[place]) > 0 for place in range(len(TARGETS)))
    opened += sum(len(entries[place]) < LINE for place in (SMALL, LARGE))
    if not opened:
        raise Impossible("Every box of the sheet is filled.", "rows")
    white, blue = position.dice or (0, 0)
    return WohinDamitState(
        entries=(entries,),
        totals=(sum(entries[LARGE]) - deductions(entries),),
        open=(opened,),
        pending=(True,),
        whites=(white,),
        round=1 + sum(map(len, entries)),
        holder=0,
        blue=blue,
        resigned=(),
    )
