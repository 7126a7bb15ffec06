"""Positions of solitaire dice, written by hand: the marks on the sheet, and the throw."""

from typing import Annotated

from pydantic import Field

from rules.contract import Face
from rules.dice import FACES
from rules.faults import Impossible
from rules.solitaire_dice.check_sheet import FilledSolitaireDiceSheet, check
from rules.solitaire_dice.engine import DICE, SolitaireDiceRules
from rules.solitaire_dice.state import LAST_MARK, SUMS, SolitaireDiceMarks, SolitaireDiceState
from rules.solitaire_dice.tables import total


class SolitaireDicePosition(SolitaireDiceMarks):
    """The marks, and the throw of which sums are to be chosen."""

    dice: Annotated[tuple[Face, ...], Field(max_length=DICE)] = Field(
        default=(), description="The throw; none before the roll.", examples=[[1, 2, 4, 4, 6]]
    )


def solitaire_dice_state(_: SolitaireDiceRules, position: SolitaireDicePosition) -> SolitaireDiceState:
    """The state; `Impossible` for what no game leads to."""
    if len(position.dice) not in (0, DICE):
        raise Impossible(f"A throw is {DICE} dice, not {len(position.dice)}.", "dice")
    if LAST_MARK in position.fifths.values():
        raise Impossible(f"The game is over: a fifth die has its mark number {LAST_MARK}.", "fifths")
    faults = check(FilledSolitaireDiceSheet(sums=position.sums, fifths=position.fifths)).faults
    if faults:
        raise Impossible("No game leaves these marks.", *faults[0].place)
    sums = tuple(position.sums.get(str(each), 0) for each in SUMS)  # type: ignore[call-overload]
    fifths = tuple(position.fifths.get(str(face), 0) for face in FACES)  # type: ignore[call-overload]
    return SolitaireDiceState(sums, fifths, total(sums), 1 + sum(sums) // 2, tuple(sorted(position.dice)), False)
