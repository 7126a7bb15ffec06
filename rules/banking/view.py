"""View: a banking game as a page draws it."""

from typing import Annotated, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from rules.banking.ruleset import Ruleset
from rules.banking.state import BankingState

BankingPhase = Literal["roll", "ride", "set_aside", "decide", "bank"]


class BankingSeatView(TypedDict):
    """One seat of a banking game."""

    seat: Annotated[int, Field(description="The seat, from 0.")]
    total: Annotated[int, Field(description="The points it has written down.")]
    opened: Annotated[bool, Field(description="Whether it has banked before.")]
    resigned: Annotated[bool, Field(description="Whether it has left the game.")]
    phase: Annotated[
        BankingPhase | None,
        Field(
            description="For the seat to move: `roll` (it can only roll), `ride` (it may roll all dice, or go on "
            "with what the seat before has left), `set_aside` (a throw lies on the table), `decide` (it may roll or "
            "bank), `bank` (it can only bank); null for the others."
        ),
    ]
    busts: NotRequired[
        Annotated[int, Field(description="Its busts in a row, in a game that has a penalty for some of them.")]
    ]


class BankingLeft(TypedDict):
    """What a seat has left at its bank."""

    points: Annotated[int, Field(description="The turn points that it has written down.")]
    dice: Annotated[int, Field(description="The dice that were in its cup.")]


class BankingView(TypedDict):
    """The state of a banking game; all of the turn belongs to the seat to move."""

    round: Annotated[int, Field(description="The number of the round, from 1.")]
    throw: Annotated[int, Field(description="How many throws the turn has had.")]
    cup: Annotated[int, Field(description="The dice in the cup; 0 while a throw lies on the table.")]
    thrown: Annotated[list[int], Field(description="The throw of which dice are to be set aside, ascending.")]
    set_aside: Annotated[
        list[list[int]], Field(description="The dice set aside since the cup was last full, throw by throw.")
    ]
    points: Annotated[int, Field(description="The turn points, at risk.")]
    hot_dice: Annotated[bool, Field(description="Whether all dice were set aside and the cup is full again.")]
    needed: Annotated[
        int | None,
        Field(description="The least turn points for a bank of the seat to move; null when the game is over."),
    ]
    target: Annotated[int, Field(description="The total that begins the last turns.")]
    reached: Annotated[
        int | None,
        Field(description="The seat that reached the target first; since then the last turns are played."),
    ]
    seats: Annotated[list[BankingSeatView], Field(description="Every seat, in order.")]
    tries: NotRequired[
        Annotated[
            int, Field(description="With `last_die_throws`: the throws of the last die that have brought nothing.")
        ]
    ]
    left: NotRequired[
        Annotated[
            BankingLeft | None,
            Field(description="With `piggyback`: what the seat to move may begin with instead; null: nothing."),
        ]
    ]


def view(ruleset: Ruleset, state: BankingState) -> BankingView:
    """The state in full: a banking game has no secrets."""
    totals, opened, seat, number, throw, cup, thrown, aside, points, reached, resigned, busts, _, _ = state
    phase = None if seat is None else _phase(ruleset, state)
    seats: list[BankingSeatView] = [
        {
            "seat": place,
            "total": total,
            "opened": opened[place],
            "resigned": place in resigned,
            "phase": phase if place == seat else None,
        }
        for place, total in enumerate(totals)
    ]
    for shown_seat, in_a_row in zip(seats, busts, strict=False):  # empty in a game without a penalty
        shown_seat["busts"] = in_a_row
    shown: BankingView = {
        "round": number,
        "throw": throw,
        "cup": cup,
        "thrown": list(thrown),
        "set_aside": [list(dice) for dice in aside],
        "points": points,
        "hot_dice": points > 0 and cup == ruleset.dice,
        "needed": None if seat is None else ruleset.needs(state, seat),
        "target": ruleset.target,
        "reached": reached,
        "seats": seats,
    }
    if ruleset.last_die_throws > 1:
        shown["tries"] = state.tries
    if ruleset.piggyback != "never":
        offered = state.left if ruleset.may_ride(state) else None
        shown["left"] = None if offered is None else {"points": offered[0], "dice": offered[1]}
    return shown


def _phase(ruleset: Ruleset, state: BankingState) -> BankingPhase:
    if state.thrown:
        return "set_aside"
    if not ruleset.may_bank(state):
        return "ride" if ruleset.may_ride(state) else "roll"
    return "decide" if ruleset.may_roll(state) else "bank"
