"""The referee of solitaire dice."""

from collections.abc import Sequence

from rules.contract import ROLL, Faces, Illegal, Legal, Outcome, Played, Rank, Roll, Score, Sheet, Step
from rules.dice import EVERY_FACE, FACES
from rules.seats import check_may_leave, check_seat, replaced_at
from rules.solitaire_dice.refusals import refuse
from rules.solitaire_dice.score_sheet import sheet
from rules.solitaire_dice.state import (
    LAST_MARK,
    MOST_FIFTHS,
    SUMS,
    ChooseSums,
    FreeThrow,
    SolitaireDiceEvent,
    SolitaireDiceMarks,
    SolitaireDiceMove,
    SolitaireDiceState,
)
from rules.solitaire_dice.tables import MARKED, gain, listed, throw
from rules.solitaire_dice.view import SolitaireDiceView, view

DICE = 5
RATINGS = ((800, "top"), (500, "very_good"), (0, "good"))
"""A total above the figure is rated so, the first that fits."""

_ROLL: tuple[Legal[SolitaireDiceMove], ...] = (Legal(ROLL, None, DICE),)
_FREE = (FreeThrow(),)


class SolitaireDiceRules:
    """Solitaire dice (a `rules.contract.Rules`); it has no options."""

    def start(self, seats: int) -> SolitaireDiceState:
        """A sheet without marks; ValueError for a number of seats other than 1."""
        if seats != 1:
            raise ValueError(f"{seats} seats, not 1")
        return SolitaireDiceState((0,) * len(SUMS), (0,) * len(FACES), 0, 1, (), False)

    def to_move(self, state: SolitaireDiceState) -> tuple[int, ...]:
        """The one seat, until the game is over."""
        return () if state.over else (0,)

    def legal_moves(self, state: SolitaireDiceState, seat: int) -> tuple[Legal[SolitaireDiceMove], ...]:
        """The roll, or all choices ascending by sums, then by fifth die."""
        if seat != 0 or state.over:
            return ()
        if not state.thrown:
            return _ROLL
        return listed(throw(state.thrown, state.fifths).choices.values(), state.sums)

    def throws(self, state: SolitaireDiceState, seat: int, move: SolitaireDiceMove) -> int | Illegal:
        """5 for a roll, 0 for a choice; or why it is refused."""
        check_seat(seat, 1)
        if isinstance(move, Roll):
            return refuse(state, move) if state.thrown or state.over else DICE
        if state.thrown and not state.resigned and _key(move) in throw(state.thrown, state.fifths).choices:
            return 0
        return refuse(state, move)

    def apply(
        self, state: SolitaireDiceState, seat: int, move: SolitaireDiceMove, faces: Faces
    ) -> Step[SolitaireDiceState] | Illegal:
        """The move done: a roll may be a free throw, a choice may end the game."""
        count = self.throws(state, seat, move)
        if isinstance(count, Illegal):
            return count
        if len(faces) != count or not EVERY_FACE.issuperset(faces):
            raise ValueError(f"{count} faces from 1 to 6 are thrown, not {faces}")
        if isinstance(move, Roll):
            return _roll(state, tuple(sorted(faces)))
        return _choose(state, _key(move))

    def withdraw(self, state: SolitaireDiceState, seat: int) -> Step[SolitaireDiceState]:
        """The game is over, without a winner (paragraph 6.1)."""
        check_may_leave(seat, 1, (), over=state.over)
        return Step(state._replace(resigned=True), None, ())

    def void(self, state: SolitaireDiceState, seat: int) -> SolitaireDiceState:
        """The next turn, nothing marked."""
        if seat not in self.to_move(state):
            raise ValueError(f"seat {seat} is not to move")
        return state._replace(turn=state.turn + 1, thrown=())

    def taken_as_done(
        self,
        state: SolitaireDiceState,
        seat: int,  # noqa: ARG002 - there is one
        move: SolitaireDiceMove | None,
        points: int | None,  # noqa: ARG002 - they follow from the marks
    ) -> SolitaireDiceState | None:
        """The two sums are marked, and the fifth die unless it cannot be one any more."""
        if not isinstance(move, ChooseSums):
            return None
        low, high = sorted(each - SUMS[0] for each in move.sums)
        place = move.fifth - FACES[0]
        sums, fifths = list(state.sums), list(state.fifths)
        sums[low] += 1
        sums[high] += 1
        if fifths[place] or sum(map(bool, fifths)) < MOST_FIFTHS:
            fifths[place] = min(fifths[place] + 1, LAST_MARK)
        return state._replace(
            sums=tuple(sums), fifths=tuple(fifths), total=state.total + gain(low, high, state.sums), thrown=()
        )

    def resigned(self, state: SolitaireDiceState) -> tuple[int, ...]:
        """The seats that have left, in that order."""
        return (0,) if state.resigned else ()

    def totals(self, state: SolitaireDiceState) -> tuple[int, ...]:
        """The points of the one seat."""
        return (state.total,)

    def outcome(self, state: SolitaireDiceState) -> Outcome | None:
        """Reason `eighth_mark` with the seat as winner and, above 0, a rating; `resignation` with no winner."""
        if not state.over:
            return None
        ranking = (Rank(0, state.total, 1),)
        if state.resigned:
            return Outcome(ranking, (), "resignation")
        rating = next((code for above, code in RATINGS if state.total > above), None)
        return Outcome(ranking, (0,), "eighth_mark", rating)

    def score(self, dice: Faces, sheet: SolitaireDiceMarks | None) -> Score[SolitaireDiceMove]:
        """Every choice for five dice on a sheet with these marks, and what each changes in its total."""
        if len(dice) != DICE or not EVERY_FACE.issuperset(dice):
            raise ValueError(f"A throw is {DICE} dice with faces 1 to 6, not {list(dice)}.")
        marks = sheet or SolitaireDiceMarks()
        sums = tuple(marks.sums.get(str(each), 0) for each in SUMS)  # type: ignore[call-overload]
        fifths = tuple(marks.fifths.get(str(face), 0) for face in FACES)  # type: ignore[call-overload]
        if LAST_MARK in fifths:
            raise ValueError(f"The game is over on this sheet: a fifth die has its mark number {LAST_MARK}.")
        ways = listed(throw(tuple(sorted(dice)), fifths).choices.values(), sums)
        return Score(False, tuple((way.move, way.points or 0) for way in ways))

    def sheet(self, state: SolitaireDiceState, played: Sequence[Played[SolitaireDiceMove]]) -> Sheet:  # noqa: ARG002 - the state says it all
        """A row for each sum and each fifth die, and the total."""
        return sheet(state)

    def view(self, state: SolitaireDiceState) -> SolitaireDiceView:
        """All of the state, and what each sum is worth."""
        return view(state)


def _key(move: ChooseSums) -> tuple[int, int, int]:
    low, high = move.sums
    return (low, high, move.fifth) if low <= high else (high, low, move.fifth)


def _roll(state: SolitaireDiceState, thrown: Faces) -> Step[SolitaireDiceState]:
    events = _FREE if throw(thrown, state.fifths).free else ()
    return Step(SolitaireDiceState(state.sums, state.fifths, state.total, state.turn, thrown, False), None, events)


def _choose(state: SolitaireDiceState, key: tuple[int, int, int]) -> Step[SolitaireDiceState]:
    choices, free = throw(state.thrown, state.fifths)
    low, high, place, _ = choices[key]
    points = gain(low, high, state.sums)
    sums = list(state.sums)
    sums[low] += 1
    sums[high] += 1
    fifths = state.fifths
    turn = state.turn + 1
    events: tuple[SolitaireDiceEvent, ...] = ()
    if not free:
        marks = fifths[place] + 1
        fifths = replaced_at(fifths, place, marks)
        events = MARKED[place][marks]
        if marks == LAST_MARK:
            turn = state.turn
    return Step(SolitaireDiceState(tuple(sums), fifths, state.total + points, turn, (), False), points, events)
