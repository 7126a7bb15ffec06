"""The state of a banking game, its moves and its events."""

from dataclasses import dataclass
from typing import Annotated, Literal, NamedTuple

from pydantic import Field
from typing_extensions import TypeAliasType

from rules.contract import STRICT, Bank, Faces, Roll, SetAside


@dataclass(frozen=True, slots=True)
class Ride:
    """Begin the turn with the points and the dice that the seat before has left."""

    __pydantic_config__ = STRICT
    type: Literal["ride"] = "ride"


RIDE = Ride()
BankingMove = TypeAliasType("BankingMove", Annotated[Roll | SetAside | Bank | Ride, Field(discriminator="type")])


class BankingState(NamedTuple):
    """Where a banking game stands.

    totals, opened: by seat, the points written down and whether it has banked before.
    seat: whose turn it is; None when the game is over.
    round: the number of the round, from 1. throw: how many throws the turn has had.
    cup: the dice in the cup, 0 while a throw lies on the table. thrown: that throw, ascending.
    aside: the dice set aside since the cup was last full, throw by throw. points: the turn points, at risk.
    reached: the seat that reached the target first. resigned: the seats that left, in that order.
    left: the points and the dice that the seat before has left at its bank, while this seat may begin with them or
    once it has; None in any other turn.
    busts: by seat, how many of its last turns were busts, counted anew after a penalty; empty in a game without one.
    tries: how many throws of the last die have brought nothing, where that may be thrown several times.
    """

    totals: tuple[int, ...]
    opened: tuple[bool, ...]
    seat: int | None
    round: int
    throw: int
    cup: int
    thrown: Faces
    aside: tuple[Faces, ...]
    points: int
    reached: int | None
    resigned: tuple[int, ...]
    busts: tuple[int, ...] = ()
    left: tuple[int, int] | None = None
    tries: int = 0

    @property
    def rides(self) -> bool:
        """Whether the turn began with what the seat before had left."""
        return self.left is not None and self.points > 0


@dataclass(frozen=True, slots=True)
class Bust:
    """No die of the throw scores: the turn is over and its points are lost."""

    lost: Annotated[int, Field(description="The points that were at risk.")]
    type: Literal["bust"] = "bust"


@dataclass(frozen=True, slots=True)
class BustPenalty:
    """The seat has had so many busts in a row that they cost it points."""

    points: Annotated[
        int,
        Field(le=0, description="What the total changes by: less than 0 unless that is 0 and never falls below it."),
    ]
    type: Literal["bust_penalty"] = "bust_penalty"


@dataclass(frozen=True, slots=True)
class LastDie:
    """The last die does not score, and is thrown again."""

    left: Annotated[int, Field(description="How many throws of it are left.")]
    type: Literal["last_die"] = "last_die"


@dataclass(frozen=True, slots=True)
class HotDice:
    """All dice have been set aside: the cup is full again, the points stay at risk."""

    type: Literal["hot_dice"] = "hot_dice"


@dataclass(frozen=True, slots=True)
class Opened:
    """The seat has banked for the first time, in a game that asks more of the first bank."""

    type: Literal["opened"] = "opened"


@dataclass(frozen=True, slots=True)
class FinalRound:
    """A seat has reached the target and others have a turn left."""

    seat: Annotated[int, Field(description="The seat that reached the target.")]
    type: Literal["final_round"] = "final_round"


@dataclass(frozen=True, slots=True)
class Overshot:
    """The bank went beyond a target that must be met exactly."""

    points: Annotated[int, Field(lt=0, description="What the total changes by besides the points banked.")]
    type: Literal["overshot"] = "overshot"


BankingEvent = TypeAliasType(
    "BankingEvent",
    Annotated[Bust | BustPenalty | LastDie | HotDice | Opened | Overshot | FinalRound, Field(discriminator="type")],
)
