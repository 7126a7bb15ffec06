"""The referee of wohin-damit: seats act in any order within a round, each on its own sheet."""

from collections.abc import Sequence

from rules.contract import (
    ROLL,
    Faces,
    Illegal,
    Legal,
    Outcome,
    Played,
    Roll,
    Score,
    Sheet,
    Step,
    ranked,
)
from rules.dice import EVERY_FACE
from rules.seats import check_may_leave, check_seat, check_seats, deserted, replaced_at, winners
from rules.wohin_damit import rounds
from rules.wohin_damit.boxes import EMPTY, LEAST, MOST, PLACES, SMALL, Way, WohinDamitEntries, needs, way, ways
from rules.wohin_damit.refusals import refuse
from rules.wohin_damit.score_sheet import sheet
from rules.wohin_damit.state import (
    BOXES,
    BlueDie,
    SheetFull,
    WohinDamitChoose,
    WohinDamitMove,
    WohinDamitState,
)
from rules.wohin_damit.view import WohinDamitView, view

LOOSE_DICE = 2

_ROLLS: tuple[tuple[Legal[WohinDamitMove], ...], ...] = tuple(
    (Legal(ROLL, None, count),) for count in range(LOOSE_DICE + 1)
)
_BLUE = tuple((BlueDie(face),) for face in range(7))
_FULL = (SheetFull(),)


class WohinDamitRules:
    """A game of wohin-damit with its options decided (a `rules.contract.Rules`)."""

    def __init__(self, *, only_if_nothing_fits: bool = False, win_needs_positive: bool = False) -> None:
        """`only_if_nothing_fits`: a row is exceeded only where no box takes the result without an excess (3.4);
        `win_needs_positive`: nobody wins without a total above 0 (5.2).
        """
        self.only_if_nothing_fits = only_if_nothing_fits
        self.win_needs_positive = win_needs_positive

    def start(self, seats: int) -> WohinDamitState:
        """Empty sheets, the blue die with seat 0; ValueError for a number of seats outside 1 to 32."""
        check_seats(seats)
        return WohinDamitState(
            entries=(EMPTY,) * seats,
            totals=(0,) * seats,
            open=(len(BOXES),) * seats,
            pending=(True,) * seats,
            whites=(0,) * seats,
            round=1,
            holder=0,
            blue=0,
            resigned=(),
        )

    def to_move(self, state: WohinDamitState) -> tuple[int, ...]:
        """Every seat that has to roll or to enter its result; not those that wait (2.3, 2.4)."""
        return rounds.to_move(state)

    def legal_moves(self, state: WohinDamitState, seat: int) -> tuple[Legal[WohinDamitMove], ...]:
        """The roll, or every open box in sheet order that takes the result."""
        check_seat(seat, len(state.totals))
        match rounds.phase(state, seat):
            case "roll":
                return _ROLLS[rounds.throws(state, seat)]
            case "choose":
                result = state.whites[seat] + state.blue
                found = ways(state.entries[seat], result, self.only_if_nothing_fits)
                return tuple([each.legal for each in found])
            case _:
                return ()

    def throws(self, state: WohinDamitState, seat: int, move: WohinDamitMove) -> int | Illegal:
        """2 for the roll of white and blue, 1 for that of one of them, 0 for an entry; or why it is refused."""
        check_seat(seat, len(state.totals))
        if isinstance(move, Roll):
            if rounds.phase(state, seat) == "roll":
                return rounds.throws(state, seat)
        elif self._way(state, seat, move):
            return 0
        return refuse(state, seat, move)

    def apply(
        self, state: WohinDamitState, seat: int, move: WohinDamitMove, faces: Faces
    ) -> Step[WohinDamitState] | Illegal:
        """The move done: a roll may make the blue die known, an entry may end the round and the game."""
        if isinstance(move, Roll):
            thrown = self.throws(state, seat, move)
            if isinstance(thrown, Illegal):
                return thrown
            _check_faces(faces, thrown)
            return _rolled(state, seat, faces)
        check_seat(seat, len(state.totals))
        chosen = self._way(state, seat, move)
        if chosen is None:
            return refuse(state, seat, move)
        _check_faces(faces, 0)
        return _entered(state, seat, PLACES[move.category], chosen)

    def withdraw(self, state: WohinDamitState, seat: int) -> Step[WohinDamitState]:
        """The seat is out: its roll of the round is dropped, a blue die it did not throw yet passes on (6.1, 6.2)."""
        check_may_leave(seat, len(state.totals), state.resigned, over=state.holder is None)
        gone = state._replace(
            pending=replaced_at(state.pending, seat, False),
            whites=replaced_at(state.whites, seat, 0),
            resigned=(*state.resigned, seat),
        )
        after, events = rounds.left(gone, seat)
        return Step(after, None, events)

    def void(self, state: WohinDamitState, seat: int) -> WohinDamitState:
        """The round without the seat: its roll is dropped, a blue die it did not throw yet passes on."""
        if seat not in self.to_move(state):
            raise ValueError(f"seat {seat} is not to move")
        out = state._replace(
            pending=replaced_at(state.pending, seat, False), whites=replaced_at(state.whites, seat, 0)
        )
        return rounds.passed(out, seat).state

    def taken_as_done(
        self, state: WohinDamitState, seat: int, move: WohinDamitMove | None, points: int | None
    ) -> WohinDamitState | None:
        """The box holds the result that the points tell, if they do: in a line, or beyond what a row needed."""
        if not isinstance(move, WohinDamitChoose) or not points:
            return None
        place = PLACES[move.category]
        before = state.entries[seat]
        result = abs(points) if place >= SMALL else needs(place, before[place]) - points
        chosen = way(before, place, result) if LEAST <= result <= MOST else None
        if chosen is None:
            return None
        return state._replace(
            entries=replaced_at(state.entries, seat, replaced_at(before, place, (*before[place], result))),
            totals=replaced_at(state.totals, seat, state.totals[seat] + points),
            open=replaced_at(state.open, seat, state.open[seat] - chosen.closes),
        )

    def resigned(self, state: WohinDamitState) -> tuple[int, ...]:
        """The seats that have left, in that order."""
        return state.resigned

    def totals(self, state: WohinDamitState) -> tuple[int, ...]:
        """Large less small and the excesses, by seat."""
        return state.totals

    def outcome(self, state: WohinDamitState) -> Outcome | None:
        """Reason `sheets_full`, or `resignation` where no more than one seat of several (none of one) is left."""
        if state.holder is not None:
            return None
        ranking = ranked(state.totals, state.resigned)
        best = winners(ranking, state.resigned)
        if self.win_needs_positive:
            best = tuple(seat for seat in best if state.totals[seat] > 0)
        reason = "resignation" if deserted(len(state.totals), state.resigned) else "sheets_full"
        return Outcome(ranking, best, reason)

    def score(self, dice: Faces, sheet: WohinDamitEntries | None) -> Score[WohinDamitMove]:
        """Every box that takes the sum of the two dice, in sheet order; never a bust."""
        if len(dice) != LOOSE_DICE or not EVERY_FACE.issuperset(dice):
            raise ValueError(f"A result is of two dice, white and blue, with faces 1 to 6, not {list(dice)}.")
        entries = EMPTY if sheet is None else sheet.entries()
        found = ways(entries, sum(dice), self.only_if_nothing_fits)
        if not found:
            raise ValueError("Every box of the sheet is filled: it takes no further result.")
        return Score(False, tuple((each.legal.move, each.legal.points or 0) for each in found))

    def sheet(self, state: WohinDamitState, played: Sequence[Played[WohinDamitMove]]) -> Sheet:  # noqa: ARG002 - the state holds every entry
        """Rows with their entries as notes and the excess as value, small, large, what counts against, totals."""
        return sheet(state)

    def view(self, state: WohinDamitState) -> WohinDamitView:
        """All of the state, and what each seat is at."""
        return view(state)

    def _way(self, state: WohinDamitState, seat: int, move: WohinDamitChoose) -> Way | None:
        """What the entry does; None if the seat may not make it now."""
        if rounds.phase(state, seat) != "choose":
            return None
        entries, result = state.entries[seat], state.whites[seat] + state.blue
        chosen = way(entries, PLACES[move.category], result)
        if chosen and chosen.excess and self.only_if_nothing_fits:
            return chosen if chosen in ways(entries, result, True) else None
        return chosen


def _rolled(state: WohinDamitState, seat: int, faces: Faces) -> Step[WohinDamitState]:
    whites, blue = state.whites, state.blue
    dice = iter(faces)
    if not whites[seat]:
        whites = replaced_at(whites, seat, next(dice))
    blue = next(dice, blue)
    return Step(
        WohinDamitState(
            entries=state.entries,
            totals=state.totals,
            open=state.open,
            pending=state.pending,
            whites=whites,
            round=state.round,
            holder=state.holder,
            blue=blue,
            resigned=state.resigned,
        ),
        None,
        () if blue == state.blue else _BLUE[blue],
    )


def _entered(state: WohinDamitState, seat: int, place: int, chosen: Way) -> Step[WohinDamitState]:
    before = state.entries[seat]
    result = state.whites[seat] + state.blue
    points = chosen.legal.points or 0
    left = state.open[seat] - chosen.closes
    after, turned = rounds.entered(
        WohinDamitState(
            entries=replaced_at(state.entries, seat, replaced_at(before, place, (*before[place], result))),
            totals=replaced_at(state.totals, seat, state.totals[seat] + points),
            open=replaced_at(state.open, seat, left) if chosen.closes else state.open,
            pending=replaced_at(state.pending, seat, False),
            whites=state.whites,
            round=state.round,
            holder=state.holder,
            blue=state.blue,
            resigned=state.resigned,
        )
    )
    return Step(after, points, (*chosen.closing, *(() if left else _FULL), *turned))


def _check_faces(faces: Faces, dice: int) -> None:
    if len(faces) != dice or not EVERY_FACE.issuperset(faces):
        raise ValueError(f"{list(faces)} are not the faces of {dice} dice")
