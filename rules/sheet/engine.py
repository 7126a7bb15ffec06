"""The referee of every sheet game: the ruleset says what counts, the engine keeps the turns."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import compress
from math import inf
from typing import assert_never

from rules.contract import Faces, Illegal, Legal, Outcome, Played, Score, SetAside, Sheet, Step, ranked
from rules.dice import EVERY_FACE
from rules.faults import Impossible
from rules.seats import check_may_leave, check_seat, check_seats, deserted, first_of, replaced_at, winners
from rules.sheet.bonuses import gained
from rules.sheet.categories import SheetCategory
from rules.sheet.check_sheet import Possible, possible
from rules.sheet.jokers import choice, choices
from rules.sheet.refusals import refuse
from rules.sheet.ruleset import Ruleset
from rules.sheet.score_sheet import sheet
from rules.sheet.state import (
    Boxes,
    SheetBonus,
    SheetBoxesBonus,
    SheetChoose,
    SheetEvent,
    SheetLoose,
    SheetMove,
    SheetRoll,
    SheetState,
    SheetWon,
    YatzyBonus,
)
from rules.sheet.sums import may_throw, next_seat, throws_left
from rules.sheet.tables import Tables, Throw, tables
from rules.sheet.view import SheetView, view


class SheetRules:
    """A sheet game with its options decided (a `rules.contract.Rules`)."""

    def __init__(self, ruleset: Ruleset) -> None:
        """Take the tables of the ruleset, which all rules with the same boxes and dice share."""
        self.ruleset = ruleset
        self.tables = tables(ruleset.categories, ruleset.dice, ruleset.choose_dice_count)
        self._throw = self.tables.throws.at
        self._alike = len(self.tables.by_throw) == 1  # whether a throw is worth the same whenever it falls
        self._is_upper = [category.face is not None for category in ruleset.categories]
        self._may_bring_more = bool(ruleset.bonuses)
        self._bonus_from = ruleset.bonus_from if ruleset.bonus else inf

    @cached_property
    def possible(self) -> Possible:
        """What each box can hold."""
        return possible(self.ruleset.categories, self.ruleset.dice, self.ruleset.choose_dice_count)

    def start(self, seats: int) -> SheetState:
        """Empty sheets; ValueError for a number of seats outside 1 to 32."""
        check_seats(seats)
        return SheetState(
            boxes=((None,) * len(self.ruleset.categories),) * seats,
            totals=(0,) * seats,
            seat=0,
            throw=0,
            dice=(),
            kept=(),
            resigned=(),
            saved=(0,) * seats if self.ruleset.save_throws else (),
        )

    def to_move(self, state: SheetState) -> tuple[int, ...]:
        """The one seat whose turn it is."""
        return () if state.seat is None else (state.seat,)

    def legal_moves(self, state: SheetState, seat: int) -> tuple[Legal[SheetMove], ...]:
        """Boxes in sheet order, then the roll (or rolls, by count), then what may be set aside, ascending."""
        sheets, totals, turn, number, dice, kept, _, _, _, unordered = state
        if seat != turn:
            return ()
        if not dice:
            return self.tables.first
        if kept:
            return self.tables.rolls[len(dice) - len(kept)]
        throw = self._throw(dice) if self._alike else self.tables.of(number)[dice]
        tables = self._tables_of(state, seat) if unordered else self.tables
        listed = choices(tables, self.ruleset.joker, throw, sheets[seat])
        if self._may_bring_more or throw.yatzy is not None or totals[seat] + throw.upper >= self._bonus_from:
            listed = self._in_all(throw, dice, sheets[seat], listed)
        return listed + throw.again if may_throw(self.ruleset, state) else listed

    def throws(self, state: SheetState, seat: int, move: SheetMove) -> int | Illegal:
        """The dice that are not set aside for a roll, 0 for any other move; or why it is refused."""
        check_seat(seat, len(state.boxes))
        if seat == state.seat:
            match move:
                case SheetRoll():
                    if count := self._to_throw(state, move.count):
                        return count
                case SetAside():
                    if self._may_set_aside(state, move.dice):
                        return 0
                case SheetChoose():
                    if self._points(state, seat, move.category) is not None:
                        return 0
                case _:
                    assert_never(move)
        return refuse(self.ruleset, self._tables_of(state, seat), state, seat, move)

    def apply(self, state: SheetState, seat: int, move: SheetMove, faces: Faces) -> Step[SheetState] | Illegal:
        """The move done: a choice ends the turn, may bring bonuses and may end the game."""
        points = self._points(state, seat, move.category) if isinstance(move, SheetChoose) else None
        thrown = self.throws(state, seat, move) if points is None else 0
        if isinstance(thrown, Illegal):
            return thrown
        if len(faces) != thrown:
            raise ValueError(f"{len(faces)} faces for {thrown} dice")
        match move:
            case SheetRoll():
                return self._roll(state, faces)
            case SetAside():
                return _set_aside(state, move.dice)
            case SheetChoose():
                return self._choose(state, seat, self.tables.places[move.category], points or 0)

    def withdraw(self, state: SheetState, seat: int) -> Step[SheetState]:
        """The seat is skipped from now on; if it is its turn, that ends and nothing is written."""
        seats, turn = len(state.boxes), state.seat
        check_may_leave(seat, seats, state.resigned, over=turn is None)
        left = state._replace(resigned=(*state.resigned, seat))
        if turn is not None and (seat == turn or deserted(seats, left.resigned)):
            left = self._turn_lost(left, turn)
        return Step(left, None, ())

    def void(self, state: SheetState, seat: int) -> SheetState:
        """The next turn, no box filled: the seat has one more to fill after the others."""
        if seat != state.seat:
            raise ValueError(f"seat {seat} is not to move")
        return self._turn_lost(state, seat)

    def taken_as_done(
        self, state: SheetState, seat: int, move: SheetMove | None, points: int | None
    ) -> SheetState | None:
        """The box holds what was written there; in what order the seat fills others nobody knows from then on."""
        place = self.tables.places.get(move.category) if isinstance(move, SheetChoose) else None
        unordered = (*state.unordered, seat) if self.tables.ordered else ()
        if place is None or points is None:
            return state._replace(unordered=unordered) if unordered else None
        boxes = state.boxes[seat]
        total = state.totals[seat] + points - (boxes[place] or 0)
        written = replaced_at(boxes, place, points)
        return state._replace(
            boxes=replaced_at(state.boxes, seat, written),
            totals=replaced_at(state.totals, seat, total),
            unordered=unordered,
        )

    def resigned(self, state: SheetState) -> tuple[int, ...]:
        """The seats that have left, in that order."""
        return state.resigned

    def totals(self, state: SheetState) -> tuple[int, ...]:
        """Every seat's boxes and bonuses."""
        return state.totals

    def outcome(self, state: SheetState) -> Outcome | None:
        """Reason `sheets_full`, `instant_win`, or `resignation` where no more than one seat of several (none of one)
        is left.
        """
        if state.seat is not None:
            return None
        ranking = ranked(state.totals, state.resigned)
        if state.winner is not None:
            ranking = first_of(ranking, state.winner)
            return Outcome(ranking, (state.winner,), "instant_win")
        reason = "resignation" if deserted(len(state.boxes), state.resigned) else "sheets_full"
        return Outcome(ranking, winners(ranking, state.resigned), reason)

    def score(self, dice: Faces, sheet: SheetLoose | None) -> Score[SheetMove]:
        """Every box that may be chosen for the dice, with what that brings to the total; never a bust.

        ValueError also for a sheet with a box that the game does not have, and for one that is full.
        """
        dice = tuple(sorted(dice))
        throw = self.tables.of(self._throw_of(sheet)).get(dice)
        if throw is None:
            wanted = f"1 to {self.ruleset.dice}" if self.ruleset.choose_dice_count else str(self.ruleset.dice)
            raise ValueError(f"A throw is {wanted} dice with faces 1 to 6, not {list(dice)}.")
        boxes = self.written({} if sheet is None else sheet.boxes)
        if None not in boxes:
            raise ValueError("Every box of the sheet is filled.")
        ways = self._in_all(throw, dice, boxes, choices(self.tables, self.ruleset.joker, throw, boxes))
        return Score(False, tuple((way.move, way.points or 0) for way in ways), tuple(way.worth or 0 for way in ways))

    def sheet(self, state: SheetState, played: Sequence[Played[SheetMove]]) -> Sheet:  # noqa: ARG002 - the state holds all
        """The boxes in sheet order, the upper sum, the bonuses and the totals."""
        return sheet(self.ruleset, state)

    def view(self, state: SheetState) -> SheetView:
        """All of the state, with sums and bonuses."""
        return view(self.ruleset, state)

    def written(self, points: Mapping[SheetCategory, int]) -> Boxes:
        """A loose sheet's boxes in sheet order; `Impossible` for a box that is not there and points no dice make."""
        unknown = points.keys() - self.tables.places.keys()
        if unknown:
            name = min(unknown)
            raise Impossible(f"This sheet has no box {name}.", "boxes", name)
        for place, category in enumerate(self.ruleset.categories):
            claimed = points.get(category.id)
            if claimed is not None and claimed not in self.possible[place]:
                raise Impossible(f"No dice make {claimed} points in the box {category.id}.", "boxes", category.id)
        return tuple(points.get(category.id) for category in self.ruleset.categories)

    def _to_throw(self, state: SheetState, count: int | None) -> int:
        """How many dice a roll throws; 0 if it is not legal."""
        if not may_throw(self.ruleset, state):
            return 0
        if not state.dice and self.ruleset.choose_dice_count:
            return count if count is not None and 1 <= count <= self.ruleset.dice else 0
        if count is not None:
            return 0
        return len(state.dice) - len(state.kept) or self.ruleset.dice

    def _may_set_aside(self, state: SheetState, dice: Faces) -> bool:
        if not state.dice or state.kept or not may_throw(self.ruleset, state):
            return False
        return tuple(sorted(dice)) in self._throw(state.dice).selections

    def _points(self, state: SheetState, seat: int, category: SheetCategory) -> int | None:
        """What the seat may write into the box; None if it may not choose it now."""
        place = self.tables.places.get(category)
        sheets, _, turn, number, dice, kept, _, _, _, unordered = state
        if place is None or seat != turn or not dice or kept:
            return None
        throw = self._throw(dice) if self._alike else self.tables.of(number)[dice]
        tables = self._tables_of(state, seat) if unordered else self.tables
        return choice(tables, self.ruleset.joker, throw, sheets[seat], place)

    def _tables_of(self, state: SheetState, seat: int) -> Tables:
        return self.tables.in_any_order() if seat in state.unordered else self.tables

    def _roll(self, state: SheetState, faces: Faces) -> Step[SheetState]:
        dice = tuple(sorted(state.kept + faces))
        if not EVERY_FACE.issuperset(faces):
            raise ValueError(f"a face outside 1 to 6: {faces}")
        boxes, totals, seat, throw, _, _, resigned, saved, _, unordered = state
        return Step(SheetState(boxes, totals, seat, throw + 1, dice, (), resigned, saved, None, unordered), None, ())

    def _choose(self, state: SheetState, seat: int, place: int, points: int) -> Step[SheetState]:
        sheets, totals, _, number, dice, _, resigned, saved, _, unordered = state
        ruleset, before = self.ruleset, sheets[seat]
        events: tuple[YatzyBonus | SheetBonus | SheetBoxesBonus, ...] = ()
        if ruleset.yatzy_bonus and self._brings_yatzy_bonus(dice, before, place):
            events = (YatzyBonus(ruleset.yatzy_bonus * ruleset.categories[place].factor),)
        if ruleset.bonus and ruleset.categories[place].face:
            upper = self._upper_sum(before)
            if upper < ruleset.bonus_from <= upper + points:
                events += (SheetBonus(ruleset.bonus),)
        filled = replaced_at(before, place, points)
        if ruleset.bonuses:
            events += gained(ruleset.bonuses, before, filled)
        total = totals[seat] + points
        for event in events:
            total += event.points
        winner = seat if points and number <= ruleset.categories[place].wins else None
        told: tuple[SheetEvent, ...] = events if winner is None else (*events, SheetWon())
        sheets, totals = replaced_at(sheets, seat, filled), replaced_at(totals, seat, total)
        following = next_seat(sheets, resigned, seat) if winner is None else None
        saved = replaced_at(saved, seat, throws_left(ruleset, state)) if saved else saved
        return Step(
            SheetState(sheets, totals, following, 0, (), (), resigned, saved, winner, unordered),
            points,
            told,
        )

    def _in_all(
        self, throw: Throw, dice: Faces, before: Boxes, listed: tuple[Legal[SheetMove], ...]
    ) -> tuple[Legal[SheetMove], ...]:
        """The choices for what they bring to the total: the bonuses that `_choose` tells are added."""
        ruleset, more = self.ruleset, dict[int, int]()
        further = ruleset.yatzy_bonus and throw.yatzy is not None
        missing = ruleset.bonus_from - self._upper_sum(before) if ruleset.bonus else 0
        nearly = 0 < missing <= throw.upper
        if not further and not nearly and not ruleset.bonuses:
            return listed
        worths = {self.tables.places[way.move.category]: way.worth or 0 for way in listed}  # type: ignore[union-attr]
        for place, worth in worths.items():
            more[place] = ruleset.bonus if nearly and worth >= missing and self._is_upper[place] else 0
            if further and self._brings_yatzy_bonus(dice, before, place):
                more[place] += ruleset.yatzy_bonus * ruleset.categories[place].factor
        for bonus in ruleset.bonuses:
            brings = bonus.brings(before)
            if brings is not None:
                for place in worths.keys() & bonus.places:
                    more[place] += brings(worths[place])
        return tuple(
            Legal(way.move, (way.worth or 0) + more[place], 0, way.worth) if more[place] else way
            for way, place in zip(listed, worths, strict=True)
        )

    def _upper_sum(self, boxes: Boxes) -> int:
        return sum(filter(None, compress(boxes, self._is_upper)))

    def _turn_lost(self, state: SheetState, seat: int) -> SheetState:
        """After a turn without a box; the throws it leaves are saved, as a table has it that counts the turn."""
        saved = state.saved
        if saved:
            most = saved[seat] + self.ruleset.throws - 1
            saved = replaced_at(saved, seat, min(most, throws_left(self.ruleset, state)))
        following = next_seat(state.boxes, state.resigned, seat)
        return state._replace(seat=following, throw=0, dice=(), kept=(), saved=saved)

    def _brings_yatzy_bonus(self, dice: Faces, before: Boxes, place: int) -> bool:
        """Whether the dice are a yatzy that brings its bonus when it is written at `place`."""
        yatzy = self._throw(dice).yatzy
        if yatzy is None:
            return False
        written = [before[each] for each in self.tables.yatzys]
        if self.ruleset.yatzy_bonus_for == "scored":
            return all(written)
        return None not in written and place in self.tables.upper.get(yatzy, ())

    def _throw_of(self, sheet: SheetLoose | None) -> int:
        """Which throw of its turn loose dice are: the last, unless they come with its number."""
        return self.ruleset.throws if sheet is None or sheet.throw is None else sheet.throw


def _set_aside(state: SheetState, dice: Faces) -> Step[SheetState]:
    boxes, totals, seat, throw, thrown, _, resigned, saved, _, unordered = state
    kept = tuple(sorted(dice))
    return Step(SheetState(boxes, totals, seat, throw, thrown, kept, resigned, saved, None, unordered), None, ())
