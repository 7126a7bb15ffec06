"""Refusals: why a banking game refuses a move."""

from collections import Counter

from rules.banking.ruleset import Ruleset
from rules.banking.state import BankingMove, BankingState, Ride
from rules.banking.tables import Tables
from rules.contract import Bank, Detail, Faces, Illegal, SetAside
from rules.dice import parts

_Why = tuple[str, dict[str, Detail]]


def refuse(ruleset: Ruleset, tables: Tables, state: BankingState, seat: int, move: BankingMove) -> Illegal:
    """The refusal of a move that is not legal for the seat."""
    reason, details = _why(ruleset, tables, state, seat, move)
    return Illegal(reason, ruleset.paragraphs[reason], details)


def _why(ruleset: Ruleset, tables: Tables, state: BankingState, seat: int, move: BankingMove) -> _Why:
    if state.seat is None:
        return "finished", {}
    if seat != state.seat:
        return "not_your_turn", {"seat": state.seat}
    if isinstance(move, SetAside):
        return _set_aside(tables, state, tuple(sorted(move.dice)))
    if isinstance(move, Bank) and not state.thrown:
        return _bank(ruleset, state, seat)
    if state.thrown:
        return "set_aside_first", {"thrown": list(state.thrown)}
    if isinstance(move, Ride):
        return "nothing_to_ride", {}
    return "one_throw", {"points": state.points}


def _set_aside(tables: Tables, state: BankingState, dice: Faces) -> _Why:
    thrown = state.thrown
    if not thrown:
        return "nothing_thrown", {"cup": state.cup}
    if not dice:
        return "nothing_selected", {"thrown": list(thrown)}
    if missing := Counter(dice) - Counter(thrown):
        return "not_in_throw", {"dice": list(missing.elements()), "thrown": list(thrown)}
    if dice not in tables.worth:
        scoring = max(parts(dice) & tables.worth.keys(), key=lambda part: (len(part), part), default=())
        return "does_not_score", {"dice": list((Counter(dice) - Counter(scoring)).elements())}
    best = next(iter(tables.throws[thrown].placed.values()))
    return "not_the_best", {"points": tables.worth[dice], "best": list(best.dice), "best_points": best.points}


def _bank(ruleset: Ruleset, state: BankingState, seat: int) -> _Why:
    points, cup = state.points, state.cup
    if not points or not state.throw:
        return "nothing_to_bank", {"cup": cup}
    if state.tries:
        return "last_die", {"left": ruleset.last_die_throws - state.tries}
    if not ruleset.stops(cup):
        if cup == ruleset.dice:
            return "hot_dice", {"points": points}
        return "too_many_left", {"left": cup, "most": ruleset.most_left}
    reason, least = ruleset.least(state.opened[seat], state.rides)
    if points < least:
        return reason, {"points": points, "needed": ruleset.needs(state, seat)}
    total = state.totals[seat]
    if points < ruleset.needs(state, seat):
        return "not_above_target", {"points": points, "total": total, "target": ruleset.target}
    return "refused_ending", {"total": ruleset.written(total, points)}
