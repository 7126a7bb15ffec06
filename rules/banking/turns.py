"""Turn order and the end of a banking game: whose turn is next, when the game is over, and the ranking then."""

from rules.banking.ruleset import Ruleset
from rules.banking.state import BankingState
from rules.contract import Outcome, Rank, ranked
from rules.seats import deserted, winners


def next_turn(ruleset: Ruleset, state: BankingState, after: int, left: tuple[int, int] | None = None) -> BankingState:
    """The start of the turn that follows seat `after`, or the end of the game (`seat` None).

    left: the points and dice that another seat may go on with.
    """
    seat = _next_seat(ruleset, state, after)
    totals, opened, _, number, _, _, _, _, _, reached, resigned, busts, _, _ = state
    if seat is None:
        return BankingState(totals, opened, None, number, 0, 0, (), (), 0, reached, resigned, busts)
    if seat <= after:
        number += 1
    left = None if seat == after else left
    return BankingState(totals, opened, seat, number, 0, ruleset.dice, (), (), 0, reached, resigned, busts, left)


def _next_seat(ruleset: Ruleset, state: BankingState, after: int) -> int | None:
    seats = len(state.totals)
    if deserted(seats, state.resigned):
        return None
    end = None
    if state.reached is not None:
        if ruleset.last_round == "at_once":
            return None
        end = 0 if ruleset.last_round == "finish_round" else state.reached
    seat = after
    while True:
        seat = (seat + 1) % seats
        if seat == end:
            return None
        if seat not in state.resigned:
            return seat


def outcome(ruleset: Ruleset, state: BankingState) -> Outcome | None:
    """The ranking by total, and how ties for the highest are decided; None while the game is on."""
    if state.seat is not None:
        return None
    resigned = state.resigned
    ranking = ranked(state.totals, resigned)
    if ruleset.ties == "first_to_target" and state.reached is not None:
        ranking = first_to_target(ranking, state.reached, ruleset.target)
    reason = "resignation" if deserted(len(state.totals), resigned) else "target"
    return Outcome(ranking, winners(ranking, resigned), reason)


def first_to_target(ranking: tuple[Rank, ...], reached: int, target: int) -> tuple[Rank, ...]:
    """Of seats that share the highest total the one that reached the target first stays ahead.

    `reached` is the first seat of all that did.
    """
    tied = [rank for rank in ranking if rank.rank == 1 and rank.total >= target]
    if len(tied) <= 1:
        return ranking
    # After that seat every other has at most one turn, so they reached it in the order of their turns.
    seats = len(ranking)
    first = min(tied, key=lambda rank: (rank.seat - reached) % seats)
    behind = tuple(Rank(rank.seat, rank.total, 2) for rank in tied if rank is not first)
    return first, *behind, *ranking[len(tied) :]
