"""View: a sheet game as a page draws it."""

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict

from rules.sheet.categories import SheetCategory
from rules.sheet.ruleset import Ruleset
from rules.sheet.state import SheetState
from rules.sheet.sums import column, column_sums, filled, throws_left

SheetPhase = Literal["roll", "decide", "choose_category"]


class SheetColumnView(TypedDict):
    """The sums of one of several columns."""

    upper_sum: Annotated[int, Field(description="The points in its upper boxes so far.")]
    total: Annotated[int, Field(description="Its boxes and the bonuses of its own so far.")]


class SheetSeatView(TypedDict):
    """One seat of a sheet game."""

    seat: Annotated[int, Field(description="The seat, from 0.")]
    total: Annotated[int, Field(description="Its boxes and bonuses so far.")]
    boxes: Annotated[
        dict[SheetCategory, int | None],
        Field(description="The points in every box, in sheet order; null while the box is open."),
    ]
    upper_sum: Annotated[int, Field(description="The points in the upper boxes so far.")]
    columns: Annotated[
        list[SheetColumnView], Field(description="The sums of each column; one on a sheet that has no more.")
    ]
    bonus: Annotated[
        int | None,
        Field(
            description="The bonus once the upper sum has reached `bonus_from`; 0 once the upper boxes are full "
            "without it; null while that is open."
        ),
    ]
    bonuses: Annotated[
        list[int | None],
        Field(description="What each of the option `bonuses` has brought; null while that is open and nothing."),
    ]
    yatzy_bonus: Annotated[int, Field(description="The points for further yatzys so far.")]
    saved_throws: Annotated[
        int, Field(description="The throws that its earlier turns have left it; 0 in a game that saves none.")
    ]
    resigned: Annotated[bool, Field(description="Whether it has left the game.")]
    phase: Annotated[
        SheetPhase | None,
        Field(
            description="For the seat to move: `roll` (it can only roll), `decide` (it may choose a category, roll "
            "all dice again or set some aside), `choose_category` (no throw is left); null for the others."
        ),
    ]


class SheetView(TypedDict):
    """The state of a sheet game; the dice belong to the seat to move."""

    round: Annotated[int, Field(description="The number of the round, from 1.")]
    rounds: Annotated[int, Field(description="How many rounds the game has: one for each box.")]
    throw: Annotated[int, Field(description="How many throws the turn has had.")]
    throws_left: Annotated[int, Field(description="How many more it may have, those saved before among them.")]
    dice: Annotated[
        list[int],
        Field(description="All dice of the turn as they last fell, ascending; empty before the first throw."),
    ]
    set_aside: Annotated[list[int], Field(description="Those of them that the next roll leaves, ascending.")]
    cup: Annotated[
        int | None,
        Field(
            description="The dice in the cup; 0 while all lie on the table, null where the first roll is to say "
            "how many."
        ),
    ]
    bonus: Annotated[int, Field(description="The bonus for the upper boxes.")]
    bonus_from: Annotated[int, Field(description="The upper sum that brings it.")]
    seats: Annotated[list[SheetSeatView], Field(description="Every seat, in order.")]


def view(ruleset: Ruleset, state: SheetState) -> SheetView:
    """The state in full: a sheet game has no secrets."""
    return SheetView(
        round=_round(state),
        rounds=len(ruleset.categories),
        throw=state.throw,
        throws_left=throws_left(ruleset, state),
        dice=list(state.dice),
        set_aside=list(state.kept),
        cup=_cup(ruleset, state),
        bonus=ruleset.bonus,
        bonus_from=ruleset.bonus_from,
        seats=[_seat_view(ruleset, state, seat) for seat in range(len(state.boxes))],
    )


def _seat_view(ruleset: Ruleset, state: SheetState, seat: int) -> SheetSeatView:
    boxes, total = state.boxes[seat], state.totals[seat]
    sums = column(ruleset, boxes, total)
    return SheetSeatView(
        seat=seat,
        total=total,
        boxes={category.id: points for category, points in zip(ruleset.categories, boxes, strict=True)},
        upper_sum=sums.upper_sum,
        columns=[SheetColumnView(upper_sum=each.upper_sum, total=each.total) for each in column_sums(ruleset, boxes)],
        bonus=sums.bonus,
        bonuses=list(sums.bonuses),
        yatzy_bonus=sums.yatzy_bonus,
        saved_throws=state.saved[seat] if state.saved else 0,
        resigned=seat in state.resigned,
        phase=_phase(ruleset, state) if seat == state.seat else None,
    )


def _phase(ruleset: Ruleset, state: SheetState) -> SheetPhase:
    if not state.dice or state.kept:
        return "roll"
    return "decide" if throws_left(ruleset, state) else "choose_category"


def _cup(ruleset: Ruleset, state: SheetState) -> int | None:
    if state.seat is None:
        return 0
    if state.dice:
        return len(state.dice) - len(state.kept) if state.kept else 0
    return None if ruleset.choose_dice_count else ruleset.dice


def _round(state: SheetState) -> int:
    """The round of the seat to move; when the game is over, the last in which a seat filled a box, or the first."""
    if state.seat is None:
        return max(1, *map(filled, state.boxes))
    return filled(state.boxes[state.seat]) + 1
