"""View: a game of wohin-damit as a page draws it."""

from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict

from rules.wohin_damit.boxes import LARGE, SMALL, needs
from rules.wohin_damit.rounds import WohinDamitPhase, phase
from rules.wohin_damit.score_sheet import excess
from rules.wohin_damit.state import ROWS, RowId, WohinDamitState


class WohinDamitRowView(TypedDict):
    """One row of a seat's sheet."""

    row: Annotated[RowId, Field(description="Its target number.")]
    entries: Annotated[list[int], Field(description="The results entered, in order.")]
    needs: Annotated[int, Field(description="What is missing to the target; 0 once it is closed.")]
    closed: Annotated[bool, Field(description="Whether it takes no further entry.")]
    excess: Annotated[int | None, Field(description="What counts against the seat; null while the row is open.")]


class WohinDamitSeatView(TypedDict):
    """One seat of wohin-damit: its sheet, and what it is at in this round."""

    seat: Annotated[int, Field(description="The seat, from 0.")]
    total: Annotated[int, Field(description="Large less small and the excesses.")]
    resigned: Annotated[bool, Field(description="Whether it has left the game.")]
    phase: Annotated[
        WohinDamitPhase | None,
        Field(
            description="`roll` and `choose`: to move, by a roll or by entering its result; `wait`: rolled, the blue "
            "die is not thrown yet; `entered`: waits for the next round; `done`: its sheet is full; null: it has "
            "left, or the game ended before its sheet was full."
        ),
    ]
    white: Annotated[int | None, Field(description="Its white die of this round; null before it is thrown.")]
    result: Annotated[int | None, Field(description="White and blue together; null while one of them is not thrown.")]
    rows: Annotated[list[WohinDamitRowView], Field(description="The rows 6 to 15.")]
    small: Annotated[list[int], Field(description="Up to three results, which count against the seat.")]
    large: Annotated[list[int], Field(description="Up to three results, which count for it.")]


class WohinDamitView(TypedDict):
    """The state of a game of wohin-damit: several seats may be to move."""

    round: Annotated[int, Field(description="The number of the round, from 1.")]
    holder: Annotated[
        int | None,
        Field(description="The seat that throws, or threw, the blue die in this round; null when the game is over."),
    ]
    blue: Annotated[int | None, Field(description="The blue die of this round; null before it is thrown.")]
    seats: Annotated[list[WohinDamitSeatView], Field(description="Every seat, in order.")]


def view(state: WohinDamitState) -> WohinDamitView:
    """The state in full: there are no secrets."""
    return WohinDamitView(
        round=state.round,
        holder=state.holder,
        blue=state.blue or None,
        seats=[_seat(state, seat) for seat in range(len(state.totals))],
    )


def _seat(state: WohinDamitState, seat: int) -> WohinDamitSeatView:
    entries, white = state.entries[seat], state.whites[seat]
    rows = [
        WohinDamitRowView(
            row=box,
            entries=list(entries[place]),
            needs=max(0, needs(place, entries[place])),
            closed=excess(entries, place) is not None,
            excess=excess(entries, place),
        )
        for place, box in enumerate(ROWS)
    ]
    return WohinDamitSeatView(
        seat=seat,
        total=state.totals[seat],
        resigned=seat in state.resigned,
        phase=phase(state, seat),
        white=white or None,
        result=white + state.blue if white and state.blue else None,
        rows=rows,
        small=list(entries[SMALL]),
        large=list(entries[LARGE]),
    )
