"""View: a game of solitaire dice as a page draws it."""

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict

from rules.dice import FACES
from rules.solitaire_dice.state import SUMS, SolitaireDiceState
from rules.solitaire_dice.tables import VALUES, points, throw

SolitaireDicePhase = Literal["roll", "choose"]


class SolitaireDiceSumView(TypedDict):
    """One sum of the sheet."""

    sum: Annotated[int, Field(description="The sum of two dice, 2 to 12.")]
    value: Annotated[int, Field(description="What each mark from the sixth to the tenth is worth.")]
    marks: Annotated[int, Field(description="The marks it has.")]
    points: Annotated[int, Field(description="What they are worth together.")]


class SolitaireDiceFifthView(TypedDict):
    """One fifth die in use."""

    face: Annotated[int, Field(description="Its face.")]
    marks: Annotated[int, Field(description="The marks it has; the eighth ends the game.")]


class SolitaireDiceSeatView(TypedDict):
    """The one seat."""

    seat: Annotated[int, Field(description="The seat, 0.")]
    total: Annotated[int, Field(description="The points of all sums.")]
    resigned: Annotated[bool, Field(description="Whether it has left the game.")]
    phase: Annotated[
        SolitaireDicePhase | None,
        Field(
            description="`roll` (five dice are to be thrown), `choose` (two sums of the throw are to be chosen); "
            "null when the game is over."
        ),
    ]


class SolitaireDiceView(TypedDict):
    """The state of a game of solitaire dice."""

    turn: Annotated[int, Field(description="The number of the turn, from 1.")]
    thrown: Annotated[list[int], Field(description="The throw of which sums are to be chosen, ascending.")]
    free_throw: Annotated[
        bool, Field(description="Whether that throw shows none of three fifth dice: the die left out is not marked.")
    ]
    sums: Annotated[list[SolitaireDiceSumView], Field(description="Every sum, from 2 to 12.")]
    fifths: Annotated[list[SolitaireDiceFifthView], Field(description="The fifth dice in use, ascending; at most 3.")]
    seats: Annotated[list[SolitaireDiceSeatView], Field(description="The one seat.")]


def view(state: SolitaireDiceState) -> SolitaireDiceView:
    """The state in full."""
    phase: SolitaireDicePhase = "choose" if state.thrown else "roll"
    return SolitaireDiceView(
        turn=state.turn,
        thrown=list(state.thrown),
        free_throw=bool(state.thrown) and throw(state.thrown, state.fifths).free,
        sums=[
            SolitaireDiceSumView(sum=each, value=value, marks=marks, points=points(value, marks))
            for each, value, marks in zip(SUMS, VALUES, state.sums, strict=True)
        ],
        fifths=[
            SolitaireDiceFifthView(face=face, marks=marks)
            for face, marks in zip(FACES, state.fifths, strict=True)
            if marks
        ],
        seats=[
            SolitaireDiceSeatView(
                seat=0, total=state.total, resigned=state.resigned, phase=None if state.over else phase
            )
        ],
    )
