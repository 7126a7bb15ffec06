"""Dead ends: totals of house rules from which no turn leads on, or none to a target that is met exactly."""

from collections.abc import Iterator
from math import lcm

from rules.banking.ruleset import Ruleset
from rules.banking.turn_points import Reached, bankable
from rules.contract import OptionFault


def exactly(made: Ruleset) -> Iterator[OptionFault]:
    """A target that is to be met exactly and cannot be, from every total."""
    if made.overshoot == "counts":
        return
    missing = dead_end(made)
    if missing is not None:
        yield OptionFault("/overshoot", "target_never_met", "5.5", {"target": made.target, "missing": missing})


def dead_end(made: Ruleset) -> int | None:
    """A distance from the target that no turns lead over, to meet it exactly; None if there is none.

    From every total a turn must lead to a smaller distance, or over it. Where a bank needs a minimum, a distance
    below that must be met by one turn, and any other can be made smaller by the least bank.
    """
    points = bankable(made)
    step = points.step
    if made.target % step:
        return made.target
    if made.bust_penalty % step:
        return made.bust_penalty % step
    least = step * max(1, -(-made.minimum // step))
    if made.endings:
        return None  # what may stand between is looked at with them
    for missing in range(step, min(least, made.target, points.bound) + 1, step):
        if missing not in points and not (made.overshoot == "bounces" and _comes_back(points, missing, made.target)):
            return missing
    return None


def _comes_back(points: Reached, missing: int, target: int) -> bool:
    """Whether a turn can lead so far beyond the target that another one meets it from there."""
    return any(after in points and missing + after in points for after in range(points.step, target + 1, points.step))


def refused_endings(made: Ruleset) -> Iterator[OptionFault]:
    """Endings of totals that leave a seat no bank, or keep it from a target that is met exactly."""
    if not made.endings:
        return
    exact = made.overshoot != "counts"
    if exact and not made.ends_well(made.target):
        yield OptionFault("/refused_endings", "target_refused", "4.6", {"target": made.target})
        return
    points = bankable(made)
    if exact and (made.target % points.step or made.bust_penalty % points.step):
        return  # said of the target already
    stuck = _stuck_before(made, points) if exact else _stuck(made, points)
    if stuck is not None:
        yield OptionFault("/refused_endings", "endings_never_met", "4.6", {"total": stuck})


def _stuck(made: Ruleset, points: Reached) -> int | None:
    """A total from which every bank makes one that is refused; what a total ends in decides, so few are looked at."""
    period = 10 ** max(map(len, made.endings))
    banks = [each for each in range(points.step, points.bound + 1, points.step) if each in points]
    for total in range(0, lcm(period, points.step), points.step):
        if total and not made.bust_penalty and not made.ends_well(total):
            continue
        least = made.minimum if total else max(made.minimum, made.opening)
        if not any(each >= least and made.ends_well(total + each) for each in banks):
            return total
    return None


def _stuck_before(made: Ruleset, points: Reached) -> int | None:
    """A total from which no banks that are allowed lead to exactly the target.

    Totals further below than the minimum and two periods of the endings are like those above them.
    """
    period = 10 ** max(map(len, made.endings))
    lowest = max(0, made.target - min(made.minimum, points.bound) - 2 * period)
    leads = {made.target}
    for total in range(made.target - points.step, lowest - 1, -points.step):
        if total and not made.bust_penalty and not made.ends_well(total):
            continue
        least = min(max(made.minimum, points.step), made.target - total)
        following = range(total + -(-least // points.step) * points.step, made.target + 1, points.step)
        if not any(after in leads and after - total in points for after in following):
            return total
        if made.ends_well(total):
            leads.add(total)
    return None
