"""Whose turn is next, and when the game is over."""

from rules.banking.ruleset import Ruleset
from rules.banking.state import BankingState


def next_turn(ruleset: Ruleset, state: BankingState, after: int) -> BankingState:
    """The start of the turn that follows seat `after`, or the end of the game (`seat` None)."""
    seat = _next_seat(ruleset, state, after)
    return BankingState(
        totals=state.totals,
        opened=state.opened,
        seat=seat,
        round=state.round + (seat is not None and seat <= after),
        throw=0,
        cup=0 if seat is None else ruleset.dice,
        thrown=(),
        aside=(),
        points=0,
        reached=state.reached,
        resigned=state.resigned,
        busts=state.busts,
    )


def deserted(state: BankingState) -> bool:
    """Whether so many seats have left that there is no game any more: all but one, or the only one."""
    return bool(state.resigned) and len(state.resigned) >= len(state.totals) - 1


def _next_seat(ruleset: Ruleset, state: BankingState, after: int) -> int | None:
    if deserted(state):
        return None
    end = None
    if state.reached is not None:
        end = 0 if ruleset.last_round == "finish_round" else state.reached
    seats = len(state.totals)
    seat = after
    while True:
        seat = (seat + 1) % seats
        if seat == end:
            return None
        if seat not in state.resigned:
            return seat
