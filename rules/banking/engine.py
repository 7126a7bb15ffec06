"""The referee of every banking game: the ruleset says what counts, the engine keeps the turns."""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import assert_never

from rules.banking.refusals import refuse
from rules.banking.ruleset import Ruleset
from rules.banking.score_sheet import sheet
from rules.banking.state import (
    RIDE,
    BankingEvent,
    BankingMove,
    BankingState,
    Bust,
    BustPenalty,
    FinalRound,
    LastDie,
    Opened,
    Overshot,
    Ride,
)
from rules.banking.tables import Throw, tables
from rules.banking.turns import next_turn, outcome
from rules.banking.view import BankingView, view
from rules.contract import (
    BANK,
    ROLL,
    Bank,
    Faces,
    Illegal,
    Legal,
    Outcome,
    Played,
    Roll,
    Score,
    SetAside,
    Sheet,
    Step,
)
from rules.seats import check_may_leave, check_seat, check_seats, deserted, replaced_at


class BankingRules:
    """A banking game with its options decided (a `rules.contract.Rules`)."""

    def __init__(self, ruleset: Ruleset) -> None:
        """Take the tables of the ruleset, which all rules that score alike share."""
        self.ruleset = ruleset
        self.tables = tables(ruleset.scoring)
        self._throw = self.tables.throws.at
        self._writes_all = ruleset.overshoot == "counts" and not ruleset.bust_penalty

    def start(self, seats: int) -> BankingState:
        """Seat 0 with a full cup; ValueError for a number of seats outside 1 to 32."""
        check_seats(seats)
        return BankingState(
            totals=(0,) * seats,
            opened=(False,) * seats,
            seat=0,
            round=1,
            throw=0,
            cup=self.ruleset.dice,
            thrown=(),
            aside=(),
            points=0,
            reached=None,
            resigned=(),
            busts=(0,) * seats if self.ruleset.bust_penalty else (),
        )

    def to_move(self, state: BankingState) -> tuple[int, ...]:
        """The one seat whose turn it is."""
        return () if state.seat is None else (state.seat,)

    def legal_moves(self, state: BankingState, seat: int) -> tuple[Legal[BankingMove], ...]:
        """Roll before bank; selections ascending by their faces."""
        if seat != state.seat:
            return ()
        if state.thrown:
            return self._throw(state.thrown).legal
        if not self.ruleset.may_bank(state):
            if state.left is not None and self.ruleset.may_ride(state):
                return *_roll_only(state.cup), Legal(RIDE, state.left[0], 0)
            return _roll_only(state.cup)
        gain = state.points if self._writes_all else self._gain(state, seat)
        return _bank(gain, state.points, state.cup if self.ruleset.may_roll(state) else 0)

    def throws(self, state: BankingState, seat: int, move: BankingMove) -> int | Illegal:
        """The dice in the cup for a roll, 0 for any other move; or why it is refused."""
        check_seat(seat, len(state.totals))
        if seat == state.seat:
            match move:
                case Roll():
                    if self.ruleset.may_roll(state):
                        return state.cup
                case SetAside():
                    if state.thrown and tuple(sorted(move.dice)) in self._throw(state.thrown).placed:
                        return 0
                case Bank():
                    if self.ruleset.may_bank(state):
                        return 0
                case Ride():
                    if self.ruleset.may_ride(state):
                        return 0
                case _:
                    assert_never(move)
        return refuse(self.ruleset, self.tables, state, seat, move)

    def apply(self, state: BankingState, seat: int, move: BankingMove, faces: Faces) -> Step[BankingState] | Illegal:
        """The move done: a roll may bust, a set_aside may be hot dice, a bank may end the game."""
        thrown = self.throws(state, seat, move)
        if isinstance(thrown, Illegal):
            return thrown
        if len(faces) != thrown:
            raise ValueError(f"{len(faces)} faces for {thrown} dice")
        match move:
            case Roll():
                return self._roll(state, seat, faces)
            case SetAside():
                return self._set_aside(state, move)
            case Bank():
                return self._bank(state, seat)
            case Ride():
                return self._ride(state)

    def withdraw(self, state: BankingState, seat: int) -> Step[BankingState]:
        """The seat is out; if it is its turn, that passes and the points at risk are lost (paragraph 6.1)."""
        seats, turn = len(state.totals), state.seat
        check_may_leave(seat, seats, state.resigned, over=turn is None)
        left = state._replace(resigned=(*state.resigned, seat))
        if turn is not None and (seat == turn or deserted(seats, left.resigned)):
            left = next_turn(self.ruleset, left, turn)
        return Step(left, None, ())

    def void(self, state: BankingState, seat: int) -> BankingState:
        """The next turn, the points at risk lost."""
        if seat != state.seat:
            raise ValueError(f"seat {seat} is not to move")
        return next_turn(self.ruleset, state, seat)

    def taken_as_done(
        self, state: BankingState, seat: int, move: BankingMove | None, points: int | None
    ) -> BankingState:
        """A bank opens, raises the total by what was written and ends busts in a row; a roll was a bust, and
        counts as one. Without a move the seat may have opened.
        """
        if isinstance(move, Roll):
            return self._nothing_written(state, seat)[0]
        total = self.ruleset.written(state.totals[seat], points or 0 if isinstance(move, Bank) else 0)
        return state._replace(
            totals=replaced_at(state.totals, seat, total),
            opened=replaced_at(state.opened, seat, True),
            reached=seat if state.reached is None and total >= self.ruleset.target else state.reached,
            busts=replaced_at(state.busts, seat, 0) if state.busts and isinstance(move, Bank) else state.busts,
        )

    def takes_over(self, move: BankingMove) -> bool:
        """Whether the move is a ride."""
        return isinstance(move, Ride)

    def resigned(self, state: BankingState) -> tuple[int, ...]:
        """The seats that have left, in that order."""
        return state.resigned

    def totals(self, state: BankingState) -> tuple[int, ...]:
        """What each seat has written down."""
        return state.totals

    def outcome(self, state: BankingState) -> Outcome | None:
        """Reason `target`, or `resignation` where no more than one seat of several (none of one) is left."""
        return outcome(self.ruleset, state)

    def score(self, dice: Faces, sheet: None) -> Score[BankingMove]:  # noqa: ARG002 - it takes none
        """Every selection of the dice as one throw, ascending by faces."""
        throw = self._look_up(dice)
        ways = zip(throw.legal, throw.placed.values(), strict=True)
        return Score(not throw.legal, tuple((legal.move, placed.points) for legal, placed in ways))

    def sheet(self, state: BankingState, played: Sequence[Played[BankingMove]]) -> Sheet:
        """A row for each turn and the totals."""
        return sheet(state, played)

    def view(self, state: BankingState) -> BankingView:
        """All of the state, and what the seat to move needs for a bank."""
        return view(self.ruleset, state)

    def _look_up(self, dice: Faces) -> Throw:
        try:
            return self._throw(tuple(sorted(dice)))
        except KeyError:
            most = self.ruleset.dice
            raise ValueError(f"A throw is 1 to {most} dice with faces 1 to 6, not {list(dice)}.") from None

    def _roll(self, state: BankingState, seat: int, faces: Faces) -> Step[BankingState]:
        thrown = self._look_up(faces)
        if not thrown.legal:
            return self._miss(state) if self.ruleset.throws_again(state) else self._bust(state, seat)
        totals, opened, _, number, throw, _, _, aside, points, reached, resigned, busts, left, _ = state
        left = left if points else None
        rolled = BankingState(
            totals, opened, seat, number, throw + 1, 0, thrown.dice, aside, points, reached, resigned, busts, left
        )
        return Step(rolled, None, ())

    def _miss(self, state: BankingState) -> Step[BankingState]:
        tries = state.tries + 1
        left = LastDie(self.ruleset.last_die_throws - tries)
        return Step(state._replace(throw=state.throw + 1, tries=tries), None, (left,))

    def _bust(self, state: BankingState, seat: int) -> Step[BankingState]:
        counted, penalty = self._nothing_written(state, seat)
        return Step(next_turn(self.ruleset, counted, seat), None, (Bust(state.points), *penalty))

    def _nothing_written(self, state: BankingState, seat: int) -> tuple[BankingState, tuple[BankingEvent, ...]]:
        """A turn that leaves the total as it was is one of its busts in a row, in a game that counts them."""
        if not state.busts:
            return state, ()
        busts = state.busts[seat] + 1
        if busts < self.ruleset.busts_in_a_row:
            return state._replace(busts=replaced_at(state.busts, seat, busts)), ()
        total = state.totals[seat]
        taken = self.ruleset.penalty(total)
        fined = state._replace(
            totals=replaced_at(state.totals, seat, total - taken), busts=replaced_at(state.busts, seat, 0)
        )
        return fined, (BustPenalty(-taken),)

    def _set_aside(self, state: BankingState, move: SetAside) -> Step[BankingState]:
        totals, opened, seat, number, throw, _, thrown, aside, points, reached, resigned, busts, left, _ = state
        dice, scored, cup, events = self._throw(thrown).placed[tuple(sorted(move.dice))]
        aside = () if events else (*aside, dice)
        points += scored
        placed = BankingState(
            totals, opened, seat, number, throw, cup, (), aside, points, reached, resigned, busts, left
        )
        return Step(placed, scored, events)

    def _bank(self, state: BankingState, seat: int) -> Step[BankingState]:
        totals, opened, _, number, _, cup, _, _, points, reached, resigned, busts, _, _ = state
        before, first = totals[seat], not opened[seat]
        total = self.ruleset.written(before, points)
        reaches = reached is None and total >= self.ruleset.target
        totals = replaced_at(totals, seat, total)
        opened = replaced_at(opened, seat, True) if first else opened
        reached = seat if reaches else reached
        banked = BankingState(totals, opened, seat, number, 0, 0, (), (), 0, reached, resigned, busts)
        events: tuple[BankingEvent, ...] = (Opened(),) if first and self.ruleset.opening else ()
        if beyond := total - before - points:
            events += (Overshot(beyond),)
        if total == before:
            banked, penalty = self._nothing_written(banked, seat)
            events += penalty
        elif busts:
            banked = banked._replace(busts=replaced_at(busts, seat, 0))
        left = (points, cup) if self.ruleset.piggyback != "never" and not beyond else None
        after = next_turn(self.ruleset, banked, seat, left)
        if reaches and after.seat is not None:
            events += (FinalRound(seat),)
        return Step(after, points, events)

    def _gain(self, state: BankingState, seat: int) -> int:
        """What banking brings to the total, as `_bank` does it."""
        before = state.totals[seat]
        gain = self.ruleset.written(before, state.points) - before
        if not gain and state.busts and state.busts[seat] + 1 == self.ruleset.busts_in_a_row:
            return -self.ruleset.penalty(before)
        return gain

    def _ride(self, state: BankingState) -> Step[BankingState]:
        points, dice = state.left or (0, 0)
        return Step(state._replace(points=points, cup=dice), points, ())


@lru_cache(4096)
def _bank(gain: int, points: int, cup: int) -> tuple[Legal[BankingMove], ...]:
    bank: Legal[BankingMove] = Legal(BANK, gain, 0, points)
    return (Legal(ROLL, None, cup), bank) if cup else (bank,)


@cache
def _roll_only(cup: int) -> tuple[Legal[BankingMove], ...]:
    return (Legal(ROLL, None, cup),)
