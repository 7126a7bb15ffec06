"""Analysis of a game: what was luck and what was skill, entry by entry.

V is the value of a position, Q that of a move. A decision loses V - Q, 0 or more. A throw's luck is V after it less
Q of the roll; its mean is 0 whatever is played. By seat then

    result - V(start) = luck - loss + others

exactly, where `others` is what entries brought that were neither the seat's decisions nor dice: the other seats'
moves where they matter to it, and leaving the game. (With `turns`, where less is better, the left side turns its
sign.) The luck-adjusted result is V(start) - loss: what these decisions are worth with neutral dice.
"""

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Generic, Literal, TypeVar

from rules.advice.advise import SIGNS, chosen_objective
from rules.adviser import Adviser, Objective
from rules.contract import Legal, Played, Rules, Step
from rules.fold import step

S = TypeVar("S")
M = TypeVar("M")

Label = Literal["best", "fine", "doubtful", "bad", "blunder"]
LABELS: tuple[tuple[float, Label], ...] = ((2.0, "fine"), (4.0, "doubtful"), (8.0, "bad"))
"""A decision that loses less than so many hundredths of the chance to win is called so; none: best, more: blunder."""
NOTHING = 1e-9
"""A loss below is none: it comes from rounding."""


@dataclass(frozen=True, slots=True)
class Judged(Generic[M]):
    """What one entry of the record did, in the units of the objective.

    entry: its index. seat: whose entry it was. move, dice: as in the record; `move` is None for leaving. before: the
    value for this seat before the decision. values: that for each seat, after everything. worth: that of the move,
    before its dice fall; None for leaving. loss: what the decision gave away. luck: what its dice did. label: of the
    decision. best: the best move, as it is listed; both are None where the seat had no choice.
    """

    entry: int
    seat: int
    move: M | None
    dice: tuple[int, ...]
    before: float
    values: tuple[float, ...]
    worth: float | None
    loss: float
    luck: float
    label: Label | None
    best: M | None

    @property
    def after(self) -> float:
        """The value for this seat after everything."""
        return self.values[self.seat]


@dataclass(frozen=True, slots=True)
class SeatAnalysis:
    """A seat's game: values at its start and its end, and what lies between.

    luck, loss, others: see the module. adjusted: the luck-adjusted result. decisions: those with a choice. accuracy:
    their mean accuracy, from 0 to 100 (Lichess's curve over the chance to win that was lost); None without any.
    """

    seat: int
    start: float
    result: float
    luck: float
    loss: float
    others: float
    adjusted: float
    decisions: int
    accuracy: float | None
    labels: dict[Label, int]

    def figures(self) -> dict[str, Any]:
        """All but the seat, by name, as JSON has them."""
        by_name = asdict(self)
        del by_name["seat"]
        return by_name


@dataclass(frozen=True, slots=True)
class Analysis(Generic[M]):
    """A record judged by an adviser, for one objective; finished: whether the game is over with it."""

    objective: Objective
    finished: bool
    seats: tuple[SeatAnalysis, ...]
    entries: tuple[Judged[M], ...]

    def dearest(self, seat: int, count: int = 5) -> tuple[Judged[M], ...]:
        """The seat's decisions that lost most, the worst first."""
        losing = [each for each in self.entries if each.seat == seat and each.loss > NOTHING]
        return tuple(sorted(losing, key=lambda each: -each.loss)[:count])


def lost_chance(loss: float, objective: Objective, spread: float) -> float:
    """A loss as hundredths of the chance to win: of an even game for two, where it is not counted in chances."""
    if objective == "win":
        return 100 * loss
    return 100 * (_normal(loss / (spread * math.sqrt(2))) - 0.5)


def label(loss: float, objective: Objective, spread: float) -> Label:
    """What a decision with this loss is called."""
    if loss < NOTHING:
        return "best"
    lost = lost_chance(loss, objective, spread)
    return next((name for below, name in LABELS if lost < below), "blunder")


def accuracy(lost: float) -> float:
    """How accurate a decision was that lost so many hundredths: 100 for none, 0 for all (Lichess's curve)."""
    if lost <= 0:
        return 100.0
    return min(100.0, max(0.0, 103.1668 * math.exp(-0.04354 * lost) - 3.1669))


def analyse(
    rules: Rules[S, M],
    adviser: Adviser[S],
    seats: int,
    record: Sequence[Played[M]],
    objective: Objective | None = None,
) -> Analysis[M]:
    """The record judged entry by entry; what was taken back must not be in it (`rules.fold.standing`).

    A game that is not over is judged as far as it has come. Raises `rules.fold.Unplayable` for an entry that the
    rules refuse, `rules.adviser.Unsolved`, and ValueError for an objective that the game does not have.
    """
    state = rules.start(seats)
    objective = chosen_objective(adviser, state, 0, objective)
    sign, spread = SIGNS[objective], adviser.spread(objective)
    values = [adviser.value(state, seat, objective) for seat in range(seats)]
    tallies = [_Tally(start) for start in values]
    entries: list[Judged[M]] = []
    for index, played in enumerate(record):
        seat, before = played.seat, values
        following = step(rules, state, played, index).state
        values = [adviser.value(following, each, objective) for each in range(seats)]
        loss = luck = 0.0
        own: float | None = None
        named, best = None, None
        if played.move is not None:
            legal = rules.legal_moves(state, seat)
            worth = adviser.values(state, seat, objective)
            top = max(worth) if sign > 0 else min(worth)
            own = worth[_listed(rules, state, following, played, legal)]
            loss = sign * (top - own)
            luck = sign * (values[seat] - own)
            # What deciding the value of the position anew changes, as a model may, is no decision's fault.
            tallies[seat].others += sign * (top - before[seat])
            if not played.dice:
                tallies[seat].others += luck
                luck = 0.0
            if len(legal) > 1:
                named, best = label(loss, objective, spread), legal[worth.index(top)].move
                tallies[seat].decide(named, accuracy(lost_chance(loss, objective, spread)))
        for each, tally in enumerate(tallies):
            change = sign * (values[each] - before[each])
            if each != seat or played.move is None:
                if played.dice and objective == "points":
                    tally.luck += change  # dice that all seats share
                else:
                    tally.others += change
        tallies[seat].loss += loss
        tallies[seat].luck += luck
        entries.append(
            Judged(index, seat, played.move, played.dice, before[seat], tuple(values), own, loss, luck, named, best)
        )
        state = following
    results = tuple(
        tally.result(seat, value, sign) for seat, (tally, value) in enumerate(zip(tallies, values, strict=True))
    )
    return Analysis(objective, rules.outcome(state) is not None, results, tuple(entries))


class _Tally:
    """What a seat's entries add up to."""

    def __init__(self, start: float) -> None:
        self.start = start
        self.luck = self.loss = self.others = 0.0
        self.accuracies: list[float] = []
        self.labels: dict[Label, int] = {"best": 0, "fine": 0, "doubtful": 0, "bad": 0, "blunder": 0}

    def decide(self, named: Label, accurate: float) -> None:
        self.labels[named] += 1
        self.accuracies.append(accurate)

    def result(self, seat: int, value: float, sign: int) -> SeatAnalysis:
        decisions = len(self.accuracies)
        return SeatAnalysis(
            seat=seat,
            start=self.start,
            result=value,
            luck=self.luck,
            loss=self.loss,
            others=self.others,
            adjusted=self.start - sign * self.loss,
            decisions=decisions,
            accuracy=sum(self.accuracies) / decisions if decisions else None,
            labels=self.labels,
        )


def _listed(rules: Rules[S, M], state: S, following: S, played: Played[M], legal: Sequence[Legal[M]]) -> int:
    """The place of the entry's move in the listing; it may name its dice in another order."""
    for at, each in enumerate(legal):
        if each.move == played.move:
            return at
    for at, each in enumerate(legal):
        if each.throws == len(played.dice):
            done = rules.apply(state, played.seat, each.move, played.dice)
            if isinstance(done, Step) and done.state == following:
                return at
    raise ValueError(f"{played.move} is played but not listed")


def _normal(x: float) -> float:
    return 0.5 * (1 + math.erf(x / math.sqrt(2)))
