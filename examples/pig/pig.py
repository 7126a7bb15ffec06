"""Pig: one die, roll as often as you dare, a 1 loses the turn, first to 100 wins."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field
from typing_extensions import TypeAliasType, TypedDict

from rules.contract import (
    BANK,
    ROLL,
    Bank,
    Cell,
    Faces,
    Game,
    Illegal,
    Legal,
    Outcome,
    Played,
    Roll,
    Row,
    Score,
    Sheet,
    Step,
    Texts,
    ranked,
)

MAX_SEATS = 10


class PigOptions(BaseModel):
    """What a table agrees on."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    target: Annotated[int, Field(ge=10, le=1000, description="The total that wins.")] = 100


PigMove = TypeAliasType("PigMove", Annotated[Roll | Bank, Field(discriminator="type")])


@dataclass(frozen=True, slots=True)
class PigBust:
    """A 1 was thrown: the points of the turn are lost."""

    lost: Annotated[int, Field(description="The points that were at risk.")]
    type: Literal["bust"] = "bust"


class PigState(NamedTuple):
    """Totals by seat, whose turn it is (None: the game is over), the points at risk, and the seats that left."""

    totals: tuple[int, ...]
    seat: int | None
    points: int
    resigned: tuple[int, ...]


class PigView(TypedDict):
    """What a page draws."""

    points: Annotated[int, Field(description="The points at risk.")]
    target: Annotated[int, Field(description="The total that wins.")]
    phase: Annotated[
        Literal["roll", "decide"] | None,
        Field(description="For the seat to move: `roll`, or `decide` between roll and bank; null at the end."),
    ]


class PigRules:
    """A game of Pig with its options decided (a `rules.contract.Rules`)."""

    def __init__(self, options: PigOptions) -> None:
        self.target = options.target

    def start(self, seats: int) -> PigState:
        """Nobody has anything, seat 0 begins."""
        return PigState((0,) * seats, 0, 0, ())

    def to_move(self, state: PigState) -> tuple[int, ...]:
        """One seat after the other."""
        return () if state.seat is None else (state.seat,)

    def legal_moves(self, state: PigState, seat: int) -> tuple[Legal[PigMove], ...]:
        """Roll, and bank where there is something to bank."""
        if seat != state.seat:
            return ()
        roll = Legal[PigMove](ROLL, None, 1)
        return (roll, Legal(BANK, state.points, 0)) if state.points else (roll,)

    def throws(self, state: PigState, seat: int, move: PigMove) -> int | Illegal:
        """One die for a roll."""
        if state.seat is None:
            return Illegal("finished", "3.1")
        if seat != state.seat:
            return Illegal("not_your_turn", "1.1", {"seat": state.seat})
        if isinstance(move, Roll):
            return 1
        return 0 if state.points else Illegal("nothing_to_bank", "2.3")

    def apply(self, state: PigState, seat: int, move: PigMove, faces: Faces) -> Step[PigState] | Illegal:
        """What the move does with the die that was thrown."""
        thrown = self.throws(state, seat, move)
        if isinstance(thrown, Illegal):
            return thrown
        if len(faces) != thrown or not {1, 2, 3, 4, 5, 6}.issuperset(faces):
            raise ValueError(f"{thrown} faces from 1 to 6 are needed, not {faces}")
        if isinstance(move, Bank):
            total = state.totals[seat] + state.points
            totals = (*state.totals[:seat], total, *state.totals[seat + 1 :])
            if total >= self.target:
                return Step(state._replace(totals=totals, seat=None, points=0), state.points, ())
            return Step(self._next_turn(state._replace(totals=totals)), state.points, ())
        if faces == (1,):
            return Step(self._next_turn(state), None, (PigBust(state.points),))
        return Step(state._replace(points=state.points + faces[0]), None, ())

    def withdraw(self, state: PigState, seat: int) -> Step[PigState]:
        """The seat is passed over from now on; one seat of several is not enough to go on."""
        if state.seat is None or seat in state.resigned:
            raise ValueError(f"seat {seat} is not in the game")
        gone = state._replace(resigned=(*state.resigned, seat))
        left = len(state.totals) - len(gone.resigned)
        if left == 0 or left == 1 < len(state.totals):
            return Step(gone._replace(seat=None, points=0), None, ())
        return Step(self._next_turn(gone) if seat == state.seat else gone, None, ())

    def void(self, state: PigState, seat: int) -> PigState:
        """The turn comes to nothing, as after a 1."""
        if seat != state.seat:
            raise ValueError(f"seat {seat} is not to move")
        return self._next_turn(state)

    def resigned(self, state: PigState) -> tuple[int, ...]:
        """Who has left."""
        return state.resigned

    def totals(self, state: PigState) -> tuple[int, ...]:
        """What is written down."""
        return state.totals

    def outcome(self, state: PigState) -> Outcome | None:
        """The first to reach the target wins, or whoever is left."""
        if state.seat is not None:
            return None
        ranking = ranked(state.totals, state.resigned)
        winners = tuple(rank.seat for rank in ranking if rank.rank == 1 and rank.seat not in state.resigned)
        return Outcome(ranking, winners, "target" if max(state.totals) >= self.target else "resignation")

    def score(self, dice: Faces, sheet: Any | None) -> Score[PigMove]:
        """A single die on the table is worth its pips, or nothing."""
        return Score(dice == (1,), () if dice == (1,) else ((BANK, dice[0]),))

    def sheet(self, state: PigState, played: Sequence[Played[PigMove]]) -> Sheet:
        """What each seat has banked, one below the other, and the totals."""
        banks = [entry for entry in played if isinstance(entry.move, Bank)]
        columns = [[bank.points for bank in banks if bank.seat == seat] for seat in range(len(state.totals))]
        lines = enumerate(zip_longest(*columns), 1)
        turns = [Row(f"turn.{number}", "turn", tuple(map(Cell, points))) for number, points in lines]
        return Sheet((*turns, Row("total", "total", tuple(map(Cell, state.totals)))), grows="turn")

    def view(self, state: PigState) -> PigView:
        """All there is to see."""
        phase: Literal["roll", "decide"] = "decide" if state.points else "roll"
        return PigView(points=state.points, target=self.target, phase=None if state.seat is None else phase)

    def _next_turn(self, state: PigState) -> PigState:
        seats = len(state.totals)
        after = [((state.seat or 0) + step) % seats for step in range(1, seats + 1)]
        return state._replace(seat=next(seat for seat in after if seat not in state.resigned), points=0)


PAGE = """# Pig

## 1 The turn

**1.1** Players take turns, in the order of their seats.

## 2 Rolling

**2.1** Roll one die as often as you like; the pips are added up.

**2.2** A 1 ends the turn, and its points are lost.

**2.3** After any roll but a 1 you may bank: the points are yours, and the turn ends.

## 3 The end

**3.1** Whoever first has a total of 100 or more (or what the table has agreed on) has won.
"""

MESSAGES = {
    "title": "Pig",
    "summary": "One die, a 1 loses the turn, first to 100.",
    "option.target": "Target",
    "reason.finished": "The game is over.",
    "reason.not_your_turn": "It is the turn of player {seat}.",
    "reason.nothing_to_bank": "There is nothing to bank yet.",
    "event.bust": "A 1: {lost} points are lost.",
    "outcome.target": "The target is reached.",
    "outcome.resignation": "Everybody else has left.",
    "row.turn": "Bank {n}",
    "row.total": "Total",
}

GAME = Game(
    name="pig",
    version=1,
    min_seats=1,
    max_seats=MAX_SEATS,
    verbs=("roll", "bank"),
    options=PigOptions,
    state=PigState,
    view=PigView,
    move=PigMove,
    event=PigBust,
    loose_sheet=None,
    score_dice=(1, 1),
    categories=(),
    rules=PigRules,
    random_play_moves=2000,
    texts=Texts({"en": PAGE}, {"en": MESSAGES}),
    alike=True,
)
