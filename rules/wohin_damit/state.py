"""The state of a game of wohin-damit, its moves and its events."""

from dataclasses import dataclass
from typing import Annotated, Literal, NamedTuple, get_args

from pydantic import Field
from typing_extensions import TypeAliasType

from rules.contract import STRICT, Roll

RowId = Literal["6", "7", "8", "9", "10", "11", "12", "13", "14", "15"]
LineId = Literal["small", "large"]
BoxId = Literal[RowId, LineId]

ROWS: tuple[RowId, ...] = get_args(RowId)
BOXES: tuple[BoxId, ...] = get_args(BoxId)
"""In sheet order: the ten rows, small, large. A box's place is its index here."""


@dataclass(frozen=True, slots=True)
class WohinDamitChoose:
    """Enter the seat's result of the round in this box."""

    __pydantic_config__ = STRICT
    category: BoxId
    type: Literal["choose_category"] = "choose_category"


WohinDamitMove = TypeAliasType("WohinDamitMove", Annotated[Roll | WohinDamitChoose, Field(discriminator="type")])

Entries = tuple[tuple[int, ...], ...]
"""One seat's sheet: for each box in order, the results entered there."""


class WohinDamitState(NamedTuple):
    """Where a game of wohin-damit stands.

    By seat, `entries`: what is on its sheet; `totals`: the points of that; `open`: how many of its boxes are open.
    By seat in this round, `pending`: whether it has a result to enter yet; `whites`: its white die, 0 before it is
    thrown and for a seat that left.
    round: the number of the round, from 1. holder: the seat that throws, or threw, the blue die in this round; None
    when the game is over. blue: the blue die, 0 before it is thrown. resigned: the seats that left, in that order.
    """

    entries: tuple[Entries, ...]
    totals: tuple[int, ...]
    open: tuple[int, ...]
    pending: tuple[bool, ...]
    whites: tuple[int, ...]
    round: int
    holder: int | None
    blue: int
    resigned: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BlueDie:
    """The blue die of the round has been thrown: it counts for every seat."""

    face: Annotated[int, Field(description="Its face.")]
    type: Literal["blue_die"] = "blue_die"


@dataclass(frozen=True, slots=True)
class RowClosed:
    """The entry has closed a row."""

    row: Annotated[RowId, Field(description="Its target number.")]
    excess: Annotated[int, Field(description="What counts against the seat, 0 for an exact fit.")]
    type: Literal["row_closed"] = "row_closed"


@dataclass(frozen=True, slots=True)
class SheetFull:
    """The seat has filled its sheet and plays no further round."""

    type: Literal["sheet_full"] = "sheet_full"


@dataclass(frozen=True, slots=True)
class BlueDiePassed:
    """The seat that was to throw the blue die has left: another one throws it in this round."""

    holder: Annotated[int, Field(description="The seat that throws it now.")]
    type: Literal["blue_die_passed"] = "blue_die_passed"


@dataclass(frozen=True, slots=True)
class NextRound:
    """All results are entered: a round begins."""

    round: Annotated[int, Field(description="Its number.")]
    holder: Annotated[int, Field(description="The seat that throws the blue die.")]
    type: Literal["next_round"] = "next_round"


WohinDamitEvent = TypeAliasType(
    "WohinDamitEvent",
    Annotated[BlueDie | RowClosed | SheetFull | BlueDiePassed | NextRound, Field(discriminator="type")],
)
