"""Positions of banking games, written by hand: the totals, and the turn as far as it is."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from rules.banking.engine import BankingRules
from rules.banking.solution import unit_of
from rules.banking.state import BankingState
from rules.banking.turns import next_turn
from rules.contract import Face
from rules.faults import Impossible
from rules.seats import MAX_SEATS

MOST_DICE = 6
MOST_POINTS = 200_000


class BankingPosition(BaseModel):
    """The totals, and the turn of the seat to move."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    totals: Annotated[
        tuple[Annotated[int, Field(ge=0, le=MOST_POINTS)], ...], Field(min_length=1, max_length=MAX_SEATS)
    ] = Field(description="By seat, what is written down.", examples=[[3000, 4200]])
    seat: int = Field(0, ge=0, lt=MAX_SEATS, description="Whose turn it is; seat 0 began the game.")
    opened: tuple[bool, ...] | None = Field(
        default=None, description="By seat, whether it has banked before; left out: those with points."
    )
    reached: int | None = Field(
        default=None, description="The seat that reached the target first; needed only where several have."
    )
    points: int = Field(0, ge=0, le=MOST_POINTS, description="The points at risk.")
    cup: int | None = Field(
        default=None, ge=1, le=MOST_DICE, description="The dice in the cup; left out: all, or those of `thrown`."
    )
    thrown: Annotated[tuple[Face, ...], Field(max_length=MOST_DICE)] = Field(
        default=(), description="A throw of which nothing has been set aside yet.", examples=[[1, 1, 5]]
    )


def banking_state(rules: BankingRules, position: BankingPosition) -> BankingState:
    """The state; `Impossible` for what no game leads to."""
    ruleset, totals, seat = rules.ruleset, position.totals, position.seat
    unit = unit_of(rules.tables)
    for index, total in enumerate(totals):
        if total % unit:
            raise Impossible(f"All points are multiples of {unit}.", "totals", index)
        if total > ruleset.target and ruleset.overshoot != "counts":
            raise Impossible(f"No total is above {ruleset.target}, which is met exactly.", "totals", index)
    if seat >= len(totals):
        raise Impossible(f"There are {len(totals)} seats.", "seat")
    opened = _opened(rules, position)
    reached = _reached(rules, position)
    state = BankingState(
        totals=totals,
        opened=opened,
        seat=seat,
        round=1,
        throw=0,
        cup=ruleset.dice,
        thrown=(),
        aside=(),
        points=0,
        reached=reached,
        resigned=(),
        busts=(0,) * len(totals) if ruleset.bust_penalty else (),
    )
    if reached is not None and not _may_follow(rules, state, seat, reached):
        raise Impossible(f"Seat {seat} has no turn left after seat {reached} reached the target.", "seat")
    return _turn(rules, position, state)


def _turn(rules: BankingRules, position: BankingPosition, state: BankingState) -> BankingState:
    """The turn as far as it is."""
    dice, points, thrown = rules.ruleset.dice, position.points, tuple(sorted(position.thrown))
    if thrown and position.cup is not None:
        raise Impossible("The dice are in the cup or thrown, not both.", "cup")
    cup = len(thrown) or position.cup or dice
    place = "thrown" if thrown else "cup"
    if cup > dice:
        raise Impossible(f"The game has {dice} dice.", place)
    if not points:
        if cup != dice:
            raise Impossible("Dice are set aside only for points.", place)
    elif points % unit_of(rules.tables) or not _may_risk(rules, points, cup):
        raise Impossible(f"No turn has {points} points at risk and {cup} dice left.", "points")
    if thrown and not rules.tables.throws[thrown].placed:
        raise Impossible("Nothing of this throw scores: it is a bust, and the turn is over.", "thrown")
    if thrown and points and rules.ruleset.is_last_throw(state):
        raise Impossible("A last turn has one throw.", "thrown")
    throw = bool(points) + bool(thrown)
    return state._replace(cup=0 if thrown else cup, thrown=thrown, points=points, throw=throw)


def _opened(rules: BankingRules, position: BankingPosition) -> tuple[bool, ...]:
    totals, opened = position.totals, position.opened
    if opened is None:
        return tuple(total > 0 for total in totals)
    if len(opened) != len(totals):
        raise Impossible(f"There are {len(totals)} seats.", "opened")
    falls = rules.ruleset.bust_penalty or rules.ruleset.overshoot != "counts"
    for index, (has, total) in enumerate(zip(opened, totals, strict=True)):
        if has != (total > 0) and not (has and falls):
            said = "has no points, so it has not banked" if has else "has points, so it has banked"
            raise Impossible(f"Seat {index} {said}.", "opened", index)
    return opened


def _reached(rules: BankingRules, position: BankingPosition) -> int | None:
    there = [seat for seat, total in enumerate(position.totals) if total >= rules.ruleset.target]
    reached = position.reached
    if reached is None:
        if len(there) > 1:
            raise Impossible("Several seats are at the target: say which reached it first.", "reached")
        return there[0] if there else None
    if reached not in there and not (rules.ruleset.bust_penalty and 0 <= reached < len(position.totals)):
        raise Impossible(f"Seat {reached} is not at the target.", "reached")
    return reached


def _may_follow(rules: BankingRules, state: BankingState, seat: int, reached: int) -> bool:
    """Whether the seat still has its turn once the other one has reached the target."""
    after: int | None = reached
    for _ in state.totals:
        after = next_turn(rules.ruleset, state, reached if after is None else after).seat
        if after is None or after == seat:
            return after == seat
    return False


def _may_risk(rules: BankingRules, points: int, cup: int) -> bool:
    """Whether a turn can come to so many points with so many dice in the cup: by all ways to set dice aside."""
    unit, dice = unit_of(rules.tables), rules.ruleset.dice
    ways: dict[int, set[tuple[int, int]]] = {count: set() for count in range(1, dice + 1)}
    for thrown, throw in rules.tables.throws.items():
        ways[len(thrown)].update((placed.points // unit, placed.cup) for placed in throw.placed.values())
    reached = [0] * (dice + 1)  # by dice in the cup, a bit for each number of units
    reached[dice] = 1
    most, goal = (1 << points // unit + 1) - 1, 1 << points // unit
    changed = True
    while changed:
        changed = False
        for count, found in ways.items():
            for gain, left in found:
                more = reached[left] | (reached[count] << gain & most)
                changed |= more != reached[left]
                reached[left] = more
    return bool(reached[cup] & goal)
