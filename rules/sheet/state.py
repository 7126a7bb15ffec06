"""The state of a sheet game, its moves, its events and a sheet without a game."""

from dataclasses import dataclass
from typing import Annotated, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field
from typing_extensions import TypeAliasType

from rules.contract import STRICT, Faces, Roll, SetAside
from rules.sheet.categories import SheetCategory


@dataclass(frozen=True, slots=True)
class SheetRoll(Roll):
    """Throw the dice in the cup, or all dice on the table again where none have been set aside.

    `count` is how many dice the turn is played with, at its first roll, where the table has agreed on that choice.
    """

    __pydantic_config__ = STRICT
    count: Annotated[int | None, Field(ge=1, le=6)] = None


@dataclass(frozen=True, slots=True)
class SheetChoose:
    """Write the dice into this box of the seat's sheet, for their points or for 0, and end the turn."""

    __pydantic_config__ = STRICT
    category: SheetCategory
    type: Literal["choose_category"] = "choose_category"


SheetMove = TypeAliasType("SheetMove", Annotated[SheetRoll | SetAside | SheetChoose, Field(discriminator="type")])

Boxes = tuple[int | None, ...]
"""One seat's boxes in sheet order: the points written there, None while open."""


class SheetState(NamedTuple):
    """Where a sheet game stands.

    boxes, totals: by seat. A total is the boxes and the bonuses.
    seat: whose turn it is; None when the game is over. throw: how many throws the turn has had.
    dice: the dice of the turn as they last fell, ascending; none before the first throw.
    kept: those of them that were set aside for the next throw, ascending.
    resigned: the seats that left, in that order.
    saved: by seat, the throws that earlier turns left it; empty in a game that saves none.
    winner: the seat that has won at once by what it threw.
    unordered: seats whose columns have no order left, as a judge does not know what they hold; none in a session.
    """

    boxes: tuple[Boxes, ...]
    totals: tuple[int, ...]
    seat: int | None
    throw: int
    dice: Faces
    kept: Faces
    resigned: tuple[int, ...]
    saved: tuple[int, ...] = ()
    winner: int | None = None
    unordered: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class SheetBonus:
    """The seat's upper boxes have reached the sum that brings the bonus."""

    points: Annotated[int, Field(description="Added to the total.")]
    type: Literal["bonus"] = "bonus"


@dataclass(frozen=True, slots=True)
class YatzyBonus:
    """The seat has thrown a further yatzy after one that scored."""

    points: Annotated[int, Field(description="Added to the total.")]
    type: Literal["yatzy_bonus"] = "yatzy_bonus"


@dataclass(frozen=True, slots=True)
class SheetBoxesBonus:
    """One of the table's own bonuses has brought points, or taken some."""

    points: Annotated[int, Field(description="Added to the total; below 0: taken from it.")]
    bonus: Annotated[int, Field(ge=1, description="Which of `bonuses`, from 1.")]
    type: Literal["boxes_bonus"] = "boxes_bonus"


@dataclass(frozen=True, slots=True)
class SheetWon:
    """The seat has won the game at once by what it threw."""

    type: Literal["instant_win"] = "instant_win"


SheetEvent = TypeAliasType(
    "SheetEvent", Annotated[SheetBonus | YatzyBonus | SheetBoxesBonus | SheetWon, Field(discriminator="type")]
)


class SheetBoxes(BaseModel):
    """What is written on a sheet."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    boxes: dict[SheetCategory, Annotated[int, Field(ge=0)]] = Field(
        description="The points of every box that is filled; a box left out is open.",
        examples=[{"ones": 3, "chance": 17}],
    )


class SheetLoose(SheetBoxes):
    """A sheet with which loose dice are scored."""

    throw: Annotated[int, Field(ge=1)] | None = Field(
        None, description="Which throw of its turn the dice are, where that matters; null: the last."
    )
