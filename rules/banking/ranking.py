"""How a banking game ended."""

from rules.banking.ruleset import Ruleset
from rules.banking.state import BankingState
from rules.banking.turns import deserted
from rules.contract import Outcome, Rank, ranked


def outcome(ruleset: Ruleset, state: BankingState) -> Outcome | None:
    """The ranking by total, and how ties for the highest are decided; None while the game is on."""
    if state.seat is not None:
        return None
    resigned = state.resigned
    ranking = ranked(state.totals, resigned)
    if ruleset.ties == "first_to_target" and state.reached is not None:
        ranking = first_to_target(ranking, state.reached, ruleset.target)
    winners = tuple(rank.seat for rank in ranking if rank.rank == 1 and rank.seat not in resigned)
    return Outcome(ranking, winners, "resignation" if deserted(state) else "target")


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
