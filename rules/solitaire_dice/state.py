"""The state of a game of solitaire dice, its moves, its events and a sheet without a game."""

from dataclasses import dataclass
from typing import Annotated, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, field_validator
from typing_extensions import TypeAliasType

from rules.contract import STRICT, Face, Faces, Roll

PairSum = Annotated[int, Field(strict=True, ge=2, le=12, description="The sum of two dice, 2 to 12.")]

SUMS = range(2, 13)
LAST_MARK = 8
"""The mark of a fifth die that ends the game."""
MOST_FIFTHS = 3
"""How many faces may become fifth dice."""


@dataclass(frozen=True, slots=True)
class ChooseSums:
    """Mark the sums of two pairs of the throw, in any order, and leave out the fifth die."""

    __pydantic_config__ = STRICT
    sums: tuple[PairSum, PairSum]
    fifth: Face
    type: Literal["choose_category"] = "choose_category"


SolitaireDiceMove = TypeAliasType("SolitaireDiceMove", Annotated[Roll | ChooseSums, Field(discriminator="type")])


class SolitaireDiceState(NamedTuple):
    """Where a game of solitaire dice stands.

    sums: the marks of each sum, from 2 to 12. fifths: the marks of each face as fifth die, from 1 to 6.
    total: the points of the sums. turn: the number of the turn, from 1.
    thrown: the throw of which sums are to be chosen, ascending; none before the roll.
    resigned: whether the seat has left.
    """

    sums: tuple[int, ...]
    fifths: tuple[int, ...]
    total: int
    turn: int
    thrown: Faces
    resigned: bool

    @property
    def over(self) -> bool:
        """Whether a fifth die has its last mark, or the seat has left."""
        return LAST_MARK in self.fifths or self.resigned


@dataclass(frozen=True, slots=True)
class FreeThrow:
    """The throw shows none of the three fifth dice: the die left out will not be marked."""

    type: Literal["free_throw"] = "free_throw"


@dataclass(frozen=True, slots=True)
class FifthDie:
    """A fifth die has been marked."""

    face: Annotated[int, Field(description="Its face.")]
    marks: Annotated[int, Field(description="How often it has been marked by now; the eighth mark ends the game.")]
    new: Annotated[bool, Field(description="Whether the face has become a fifth die by this.")]
    type: Literal["fifth_die"] = "fifth_die"


@dataclass(frozen=True, slots=True)
class EighthMark:
    """The mark was the fifth die's eighth: the game is over."""

    face: Annotated[int, Field(description="The face of the fifth die.")]
    type: Literal["eighth_mark"] = "eighth_mark"


SolitaireDiceEvent = TypeAliasType(
    "SolitaireDiceEvent", Annotated[FreeThrow | FifthDie | EighthMark, Field(discriminator="type")]
)

SumId = Literal["2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"]
FaceId = Literal["1", "2", "3", "4", "5", "6"]


class SolitaireDiceMarks(BaseModel):
    """The marks on a sheet."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    sums: dict[SumId, Annotated[int, Field(ge=0, le=1000)]] = Field(
        default_factory=dict, description="The marks of each sum; one left out has none.", examples=[{"7": 3, "8": 9}]
    )
    fifths: dict[FaceId, Annotated[int, Field(ge=0, le=LAST_MARK)]] = Field(
        default_factory=dict,
        description="The marks of each face as fifth die, of three faces at most; one left out has none.",
        examples=[{"6": 1}],
    )

    @field_validator("fifths")
    @classmethod
    def _of_one_game(cls, fifths: dict[FaceId, int]) -> dict[FaceId, int]:
        if sum(marks > 0 for marks in fifths.values()) > MOST_FIFTHS:
            raise ValueError(f"at most {MOST_FIFTHS} faces become fifth dice")
        if list(fifths.values()).count(LAST_MARK) > 1:
            raise ValueError(f"the game ends with the first mark number {LAST_MARK}, so two cannot be")
        return fifths
