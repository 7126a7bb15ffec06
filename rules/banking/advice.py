"""Advice for banking games: exact for a turn's points, for the fewest turns, and for the chance to win between two.

A turn is worked out in plain Python (`rules.banking.turn_values`), from what a bank and a bust are worth; what those
are worth, as far as whole games are played for, stands in solved tables (`rules.banking.solving`). In the game's last
turn it is plain.
"""

import math
from functools import cached_property, lru_cache

from rules.adviser import Method, Objective, Solution, Unsolved, Values
from rules.banking.engine import BankingRules
from rules.banking.ruleset import LastRound
from rules.banking.solution import LEAD_UNITS, MOST_UNITS, duel_solution, is_plain, race, tries_worth, turns_solution
from rules.banking.state import BankingMove, BankingState
from rules.banking.turn_values import SAME, Turn, Turns
from rules.contract import Bank, Roll
from rules.dice import FACES

TURNS = 16
"""How many turns are kept, of up to 60 kB each: the questions of one turn come one after the other."""
NEVER = -1e9
"""The worth of a bank that is not allowed."""
FIRST_REACH = 100
"""How many units above the least bank are looked at first."""
NEAR = 100
"""From how many units on a target that is met exactly plays a part in the points of a turn."""
TWO = 2
EVEN = 1 / (2 * math.sqrt(math.pi))
"""The spread for which a loss in chances to win counts as itself: see `rules.advice.analysis.lost_chance`."""


class BankingAdviser:
    """What a banking game knows about right play (a `rules.adviser.Adviser`)."""

    def __init__(self, rules: BankingRules, turns: Values | None = None, duel: Values | None = None) -> None:
        """Take the rules, and the tables that are at hand."""
        self.rules = rules
        self.turns = turns
        self.duel = duel
        self.race = race(rules.ruleset, rules.tables)
        self._turns = Turns(self.race)
        self._endless = self._turns.endless
        self._point_turn = lru_cache(maxsize=8)(self._turn_for_points)
        self._turn = lru_cache(maxsize=TURNS)(self._turn_for_game)

    @property
    def solvable(self) -> bool:
        """Whether whole games can be solved: totals rise by what is banked, and there are not too many of them."""
        return self.race.target <= MOST_UNITS and is_plain(self.rules.ruleset)

    def objectives(self, state: BankingState, seat: int) -> tuple[Objective, ...]:  # noqa: ARG002 - the same for all
        """The chance to win between two; the fewest turns to the target; the points of this turn."""
        if not self.solvable:
            return ("points",)
        return ("win", "turns", "points") if len(state.totals) == TWO and not state.resigned else ("turns", "points")

    def method(self, state: BankingState, seat: int, objective: Objective) -> Method:
        """As the odds have it, but where turns leave out how totals may end, or that a far target is met exactly.

        Points beyond the target count for nothing in a turn that could go on for ever.
        """
        if self.rules.ruleset.endings or (objective == "points" and self._endless):
            return "model"
        if self.rules.ruleset.overshoot == "counts" or self._meets(state.totals[seat]) is not None:
            return "exact"
        return "model"

    def value(self, state: BankingState, seat: int, objective: Objective) -> float:
        """The total after the turn, the turns of the whole game, or the chance to win."""
        if state.seat is None:
            return self._result(state, seat, objective)
        if seat == state.seat:
            worth = self.values(state, seat, objective)
            return min(worth) if objective == "turns" else max(worth)
        if objective == "points":
            return float(state.totals[seat])
        if objective == "turns":
            return self._finished(state, seat) + self._turns_from(state.totals[seat])
        return 1 - self.value(state, state.seat, objective)

    def values(self, state: BankingState, seat: int, objective: Objective) -> tuple[float, ...]:
        """The same after each legal move."""
        if seat != state.seat:
            raise ValueError(f"seat {seat} is not to move")
        turn = self._turn_of(state, seat, objective)
        points = state.points
        if state.thrown:
            placed = self.rules.tables.throws[state.thrown].placed
            worth = [turn.better(points + way.points, way.cup) for way in placed.values()]
        else:
            worth = [
                self._decided(turn, state, seat, objective, legal.move)
                for legal in self.rules.legal_moves(state, seat)
            ]
        if objective == "turns":
            return tuple(self._finished(state, seat) - value for value in worth)
        return tuple(state.totals[seat] + value for value in worth) if objective == "points" else tuple(worth)

    def _tries_left(self, tries: int) -> float:
        """How much of the points that throwing the last die is worth is left after so many throws for nothing."""
        if not tries:
            return 1.0
        most, throws = self.rules.ruleset.last_die_throws, self.rules.tables.throws
        miss = sum(not throws[(face,)].legal for face in FACES) / len(FACES)
        return tries_worth(miss, most - tries) / tries_worth(miss, most)

    def _decided(self, turn: Turn, state: BankingState, seat: int, objective: Objective, move: BankingMove) -> float:
        """What a roll or a bank is worth, or to go on with what the seat before has left."""
        if isinstance(move, Roll):
            return turn.roll(state.points, state.cup) * self._tries_left(state.tries)
        if isinstance(move, Bank) or state.left is None:
            return turn.bank(state.points)
        points, dice = state.left
        return self._turn_of(state._replace(points=points, cup=dice), seat, objective).roll(points, dice)

    def spread(self, objective: Objective) -> float:
        """About: a fifth of the target in points, a quarter of the turns that a game takes."""
        if objective == "win":
            return EVEN
        return self.rules.ruleset.target / 5 if objective == "points" else self.race.target / 40

    def solutions(
        self, state: BankingState | None = None, objective: Objective | None = None
    ) -> tuple[Solution, ...]:
        """The table of turns, and of two seats that of the duel."""
        wanted = []
        if state is not None:
            possible = self.objectives(state, 0)
            objective = objective or possible[0]
            if state.seat is None or objective not in possible or (objective == "win" and state.reached is not None):
                return ()
        if self.solvable and objective in (None, "turns") and self.turns is None:
            wanted.append(self._turns_solution)
        if self.solvable and objective in (None, "win") and self.duel is None:
            wanted.append(self._duel_solution)
        return tuple(wanted)

    def with_table(self, solution: Solution, values: Values) -> "BankingAdviser":
        """The same with this table at hand."""
        if solution.name == "banking-turns":
            return BankingAdviser(self.rules, values, self.duel)
        return BankingAdviser(self.rules, self.turns, values)

    @cached_property
    def _turns_solution(self) -> Solution:
        return turns_solution(self.race)

    @cached_property
    def _duel_solution(self) -> Solution:
        return duel_solution(self.race)

    def _result(self, state: BankingState, seat: int, objective: Objective) -> float:
        if objective == "points":
            return float(state.totals[seat])
        if objective == "turns":
            return self._finished(state, seat) + self._turns_from(state.totals[seat])
        outcome = self.rules.outcome(state)
        winners = outcome.winners if outcome else ()
        return 1 / len(winners) if seat in winners else 0.0

    def _finished(self, state: BankingState, seat: int) -> int:
        return _finished(self.race.last_round, state, seat)

    def _turns_from(self, total: int) -> float:
        """The fewest turns that a seat of this total still needs in the mean."""
        units = total // self.race.unit
        if units >= self.race.target:
            return 0.0
        if self.turns is None:
            raise Unsolved((self._turns_solution,))
        return self.turns[units]

    def _turn_of(self, state: BankingState, seat: int, objective: Objective) -> Turn:
        ruleset, unit, total = self.rules.ruleset, self.race.unit, state.totals[seat]
        if objective == "points":
            need = max(1, -(-ruleset.needs(state, seat) // unit))
            return self._point_turn(need, self._meets(total), once=ruleset.is_last_throw(state))
        if objective == "turns":
            self._turns_from(total)
            return self._turn("turns", 0, total // unit, 0)
        other = state.totals[1 - seat] // unit
        if state.reached is not None:
            return self._turn("last", seat, total // unit, other)
        if self.duel is None:
            raise Unsolved((self._duel_solution,))
        return self._turn("win", seat, total // unit, other)

    def _turn_for_game(self, kind: str, role: int, own: int, other: int) -> Turn:
        """A turn from totals in units."""
        target, need = self.race.target, self.race.needs[own]
        if kind == "turns":
            top = max(target - own, need, 1)
            worth = [-1.0 - self._turns_from((own + units) * self.race.unit) for units in range(top + 1)]
            bust = -1.0 - self._turns_from(own * self.race.unit)
        elif kind == "last":
            top = max(other - own + 1, need)
            share = 0.5 if self.race.ties == "share" else 0.0
            worth = [
                1.0 if own + units > other else share if own + units == other else 0.0 for units in range(top + 1)
            ]
            bust = worth[0]
        else:
            ends = self.race.last_round == "at_once" or (role == 1 and self.race.last_round == "finish_round")
            top = max(target - own + (0 if ends else LEAD_UNITS), need)
            worth = [self._after_bank(role, own + units, other, ends=ends) for units in range(top + 1)]
            bust = 1.0 - self._chance(1 - role, other, own)
        return self._turns.work_out([*(NEVER for _ in range(need)), *worth[need:]], bust, 0.0)

    def _chance(self, role: int, own: int, other: int) -> float:
        """The chance of a seat that is to move."""
        size = self.race.target
        return self.duel[(role * size + own) * size + other] if self.duel is not None else math.nan

    def _after_bank(self, role: int, own: int, other: int, *, ends: bool) -> float:
        """The chance of a seat that has just banked."""
        size = self.race.target
        if own < size:
            return 1.0 - self._chance(1 - role, other, own)
        if ends or self.duel is None:
            return 1.0
        return 1.0 - self.duel[2 * size * size + other * (LEAD_UNITS + 1) + min(own - size, LEAD_UNITS)]

    def _meets(self, total: int) -> tuple[int, int] | None:
        """Where the target is met exactly: how many units it is away, and how many the total can lose.

        None where it plays no part, or is too far away for its part to be worked out.
        """
        ruleset, unit = self.rules.ruleset, self.race.unit
        away = (ruleset.target - total) // unit
        if ruleset.overshoot == "counts" or away > NEAR or total < 0:
            return None
        if ruleset.overshoot == "lost":
            return away, 0
        return (away, total // unit) if 2 * away + total // unit <= 3 * NEAR else None

    def _turn_for_points(self, need: int, meets: tuple[int, int] | None = None, *, once: bool = False) -> Turn:
        """A turn for its own points, of a seat that may bank from `need` units on; `once`: of a single throw.

        So many are told apart that beyond them a bank is best wherever there may be one, or brings as much.
        """
        if meets is not None:
            away, lost = meets
            banks = [NEVER] * need + [float(units) for units in range(need, away + 1)]
            if self.rules.ruleset.overshoot == "lost":
                banks.append(0.0)
            else:
                banks += [float(max(2 * away - units, -lost)) for units in range(away + 1, 2 * away + lost + 1)]
            return self._in_points(self._turns.work_out(banks, 0.0, 0.0, once=once))
        if self._endless and not once:
            top = max(need, min(self.race.target, MOST_UNITS))
            return self._in_points(
                self._turns.work_out([NEVER] * need + [float(units) for units in range(need, top + 1)], 0.0, 0.0)
            )
        if once:
            return self._in_points(self._turns.work_out([NEVER] * need + [float(need)], 0.0, 1.0, once=True))
        top = need + FIRST_REACH
        while True:
            turn = self._turns.work_out([*(NEVER for _ in range(need)), *map(float, range(need, top + 1))], 0.0, 1.0)
            row = turn.rolls[top * self._turns.width : (top + 1) * self._turns.width]
            if all(
                row[cup] <= top or turn.roll_slopes[cup] > 1 - SAME  # a roll that risks nothing stays as good
                for cup in range(1, self._turns.width)
                if self.race.stops[cup]
            ):
                return self._in_points(turn)
            top *= 2

    def _in_points(self, turn: Turn) -> Turn:
        unit = self.race.unit
        numbers = (turn.banks, turn.rolls, turn.best, turn.roll_slopes, turn.slopes)
        scaled = ([value * unit for value in values] for values in numbers)
        return Turn(turn.unit, turn.width, turn.top, *scaled)


def _finished(last_round: LastRound, state: BankingState, seat: int) -> int:
    """How many turns the seat has ended."""
    if state.seat is not None:
        return state.round - 1 + (seat < state.seat)
    if last_round == "finish_round":
        return state.round
    if last_round == "at_once":
        return state.round - (state.reached is not None and seat > state.reached)
    # With one more turn for every other seat, those from the one that reached the target on had theirs a round ago.
    last = state.reached
    passed = last is not None and any(other not in state.resigned for other in range(last))
    return state.round - (passed and last is not None and seat >= last)
