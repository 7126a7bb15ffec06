"""Games from outside at arm's length: whatever they raise, or give that no game may give, costs their sessions only.

A built-in game is held by tests to the laws (`rules.conformance`); one from outside is asked through `guarded`, which
looks at every answer before anything is made of it. A state passes only if it can be stored, read back and shown, so
that no session is ever left in one that nobody can see.
"""

from collections.abc import Callable
from functools import cached_property, lru_cache
from typing import Any, TypeVar

import orjson
from pydantic import TypeAdapter

from app.http.cldr import figures
from app.http.negotiation import LANGUAGES
from app.http.problem_kinds import GAME_FAILED
from app.http.problems import Problem
from app.stopping import is_stop
from rules.contract import (
    MOST_POINTS,
    AnyGame,
    AnyRules,
    Faces,
    Illegal,
    Legal,
    Outcome,
    Row,
    Score,
    Sheet,
    Step,
    Texts,
)
from rules.faults import PLAIN, SheetFindings
from rules.texts.faults import sentence, with_faults

MOST_DICE = 100
_MOVES = 4096

T = TypeVar("T")


class GameFailed(Problem):
    """A game from outside has raised, or given what no game may give; what it was is the cause.

    game: its name. call: which of its functions it was. told: whether the log and the figures know of it already.
    """

    def __init__(self, game: str, call: str) -> None:
        super().__init__(GAME_FAILED, f"The game {game} failed in {call}.")
        self.game = game
        self.call = call
        self.told = False


class Junk(Exception):
    """An answer of a game that no game may give: what is wrong with it."""


def asked(game: str, call: str, function: Callable[..., T], *arguments: Any, passing: tuple[Any, ...] = ()) -> T:
    """What a game's function gives; `GameFailed` for whatever it raises, except what `passing` lets through."""
    try:
        return function(*arguments)
    except GameFailed:
        raise
    except passing:
        raise
    except BaseException as error:
        # Whatever it is, SystemExit and KeyboardInterrupt too: but for a stop, only the function can have raised it.
        if is_stop(error):
            raise
        raise GameFailed(game, call) from error


def need(holds: object, says: str) -> None:
    """Raise `Junk` that says what is wrong, unless what must hold does."""
    if not holds:
        raise Junk(says)


class GuardedRules:
    """`rules.contract.Rules` of a game from outside, each answer of which is looked at.

    A ValueError goes through where the caller broke the contract (a seat that is not to move, too few faces).
    """

    def __init__(self, game: AnyGame, inner: AnyRules) -> None:
        self.inner = inner
        self._game = game
        self._state: TypeAdapter[Any] = TypeAdapter(game.state)
        self._view: TypeAdapter[Any] = TypeAdapter(game.view)
        self._event: TypeAdapter[Any] = TypeAdapter(game.event)
        self._move: TypeAdapter[Any] = TypeAdapter(game.move)
        self._known = lru_cache(_MOVES)(self._comes_back)

    def start(self, seats: int) -> Any:
        """See the contract."""
        return self._ask("start", self._start, seats)

    def to_move(self, state: Any) -> tuple[int, ...]:
        """See the contract."""
        return self._ask("to_move", self._to_move, state)

    def legal_moves(self, state: Any, seat: int) -> tuple[Legal[Any], ...]:
        """See the contract."""
        return self._ask("legal_moves", self._legal_moves, state, seat)

    def throws(self, state: Any, seat: int, move: Any) -> int | Illegal:
        """See the contract."""
        return self._ask("throws", self._throws, state, seat, move)

    def apply(self, state: Any, seat: int, move: Any, faces: Faces) -> Step[Any] | Illegal:
        """See the contract."""
        passing = () if self.throws(state, seat, move) == len(faces) else (ValueError,)
        found = self._ask("apply", self.inner.apply, state, seat, move, faces, passing=passing)
        return self._ask("apply", self._applied, found, state, seat, move)

    def withdraw(self, state: Any, seat: int) -> Step[Any]:
        """See the contract."""
        may = self.outcome(state) is None and seat not in self.resigned(state)
        found = self._ask("withdraw", self.inner.withdraw, state, seat, passing=() if may else (ValueError,))
        return self._ask("withdraw", self._withdrawn, found, state, seat)

    def void(self, state: Any, seat: int) -> Any:
        """See the contract."""
        passing = () if seat in self.to_move(state) else (ValueError,)
        found = self._ask("void", self.inner.void, state, seat, passing=passing)
        return self._ask("void", self._whole, found, len(self.totals(state)))

    def resigned(self, state: Any) -> tuple[int, ...]:
        """See the contract."""
        return self._ask("resigned", self._resigned, state)

    def totals(self, state: Any) -> tuple[int, ...]:
        """See the contract."""
        return self._ask("totals", self._totals, state)

    def outcome(self, state: Any) -> Outcome | None:
        """See the contract."""
        return self._ask("outcome", self._outcome, state)

    def score(self, dice: Faces, sheet: Any | None) -> Score[Any]:
        """See the contract; a ValueError tells the reader why the dice cannot be scored."""
        return self._ask(
            "score", self._scored, self._ask("score", self.inner.score, dice, sheet, passing=(ValueError,))
        )

    def sheet(self, state: Any, played: Any) -> Sheet:
        """See the contract."""
        return self._ask("sheet", self._sheet, state, played)

    def view(self, state: Any) -> Any:
        """See the contract."""
        return self._ask("view", self._shown, state)

    # --- what is looked at ---

    def _ask(self, call: str, function: Callable[..., T], *arguments: Any, passing: tuple[Any, ...] = ()) -> T:
        return asked(self._game.name, call, function, *arguments, passing=passing)

    def _start(self, seats: int) -> Any:
        state = self._whole(self.inner.start(seats), seats)
        need(self.to_move(state), "nobody is to move at the start")
        return state

    def _to_move(self, state: Any) -> tuple[int, ...]:
        found = self.inner.to_move(state)
        self._are_seats(found, state)
        need(list(found) == sorted(found), f"seats are not ascending: {found!r}")
        return found

    def _resigned(self, state: Any) -> tuple[int, ...]:
        found = self.inner.resigned(state)
        self._are_seats(found, state)
        return found

    def _are_seats(self, found: Any, state: Any) -> None:
        need(type(found) is tuple and len(set(found)) == len(found), f"no tuple of seats: {found!r}")
        seats = len(self.totals(state))
        need(all(type(seat) is int and 0 <= seat < seats for seat in found), f"no seats: {found!r}")

    def _totals(self, state: Any) -> tuple[int, ...]:
        found = self.inner.totals(state)
        need(type(found) is tuple and all(map(_is_points, found)), f"no totals: {found!r}")
        return found

    def _legal_moves(self, state: Any, seat: int) -> tuple[Legal[Any], ...]:
        found = self.inner.legal_moves(state, seat)
        need(type(found) is tuple, f"no tuple: {found!r}")
        for each in found:
            need(isinstance(each, Legal), f"no Legal: {each!r}")
            need(each.points is None or _is_points(each.points), f"no points: {each!r}")
            need(each.worth is None or _is_points(each.worth), f"no points: {each!r}")
            need(_is_throw(each.throws, each.move), f"no number of dice: {each!r}")
            self._known(each.move)
        return found

    def _comes_back(self, move: Any) -> None:
        again = self._move.validate_json(self._move.dump_json(move, warnings="error"))
        need(again == move, f"no move: {move!r}")

    def _listed(self, state: Any, seat: int, move: Any) -> Legal[Any] | None:
        return next((legal for legal in self.legal_moves(state, seat) if legal.move == move), None)

    def _throws(self, state: Any, seat: int, move: Any) -> int | Illegal:
        found = self.inner.throws(state, seat, move)
        listed = self._listed(state, seat, move)
        if isinstance(found, Illegal):
            need(listed is None, f"refuses {move!r}, which it lists: {found!r}")
            self._can_be_told(found)
            return found
        need(_is_throw(found, move), f"no number of dice: {found!r}")
        need(listed is not None, f"takes {move!r}, which it does not list")
        need(listed is not None and listed.throws == found, f"throws {found} dice and lists {listed!r}")
        return found

    def _can_be_told(self, refusal: Illegal) -> None:
        need(isinstance(refusal.reason, str) and isinstance(refusal.rule, str), f"no refusal: {refusal!r}")
        orjson.dumps(dict(refusal.details))
        for language in LANGUAGES:
            self._game.texts.sentence(language, f"reason.{refusal.reason}", refusal.details, (), figures(language))

    def can_be_found(self, found: Any) -> None:
        """Whether that is what a check of a sheet may give, and can be told."""
        need(isinstance(found, SheetFindings), f"no SheetFindings: {found!r}")
        _FINDINGS.dump_json(found, warnings="error")
        need(
            all(total is None or _is_points(total) for total in (found.total, found.claimed)), f"no total: {found!r}"
        )
        for fault in found.faults:
            orjson.dumps([fault.place, fault.claimed, fault.right, dict(fault.details)])
            for value in (fault.claimed, fault.right):
                if not isinstance(value, PLAIN):
                    self._known(value)
            for language in LANGUAGES:
                sentence(self._told, language, fault, (), figures(language))

    @cached_property
    def _told(self) -> Texts:
        """The game's texts with the sentences about faults, which are files."""
        return with_faults(self._game.texts)

    def can_be_played(self, state: Any) -> Any:
        """The state, in which somebody is to move; raises `Junk` where it is none."""
        need(self._whole(state, len(self.totals(state))) == state and self.to_move(state), f"no position: {state!r}")
        return state

    def _applied(self, found: Any, state: Any, seat: int, move: Any) -> Step[Any] | Illegal:
        if isinstance(found, Illegal):
            need(self._listed(state, seat, move) is None, f"refuses {move!r}, which it lists: {found!r}")
            self._can_be_told(found)
            return found
        return self._stepped(found, state)

    def _withdrawn(self, step: Any, state: Any, seat: int) -> Step[Any]:
        found = self._stepped(step, state)
        need(seat in self.resigned(found.state), f"seat {seat} has not left")
        return found

    def _stepped(self, step: Any, before: Any) -> Step[Any]:
        need(isinstance(step, Step), f"no Step: {step!r}")
        need(step.points is None or _is_points(step.points), f"no points: {step!r}")
        need(type(step.events) is tuple, f"no events: {step!r}")
        for event in step.events:
            again = self._event.validate_json(self._event.dump_json(event, warnings="error"))
            need(again == event, f"no event: {event!r}")
        self._whole(step.state, len(self.totals(before)))
        made: Step[Any] = step
        return made

    def _whole(self, state: Any, seats: int) -> Any:
        """The state, which can be stored, read back and shown, and from which play can go on."""
        again = self._state.validate_json(self._state.dump_json(state, warnings="error"))
        need(again == state, f"a state comes back from JSON as another one: {again!r}")
        need(len(self.totals(state)) == seats, f"{seats} seats have other totals: {self.totals(state)!r}")
        self.resigned(state)
        to_move = self.to_move(state)
        over = self.outcome(state) is not None
        need(over != bool(to_move), f"to move are {to_move}, and there is {'an' if over else 'no'} outcome")
        for seat in to_move:
            need(self.legal_moves(state, seat), f"seat {seat} is to move and has no legal move")
        self.view(state)
        return state

    def _outcome(self, state: Any) -> Outcome | None:
        found = self.inner.outcome(state)
        if found is not None:
            need(isinstance(found, Outcome), f"no Outcome: {found!r}")
            seats = len(self.totals(state))
            ranked = sorted(rank.seat for rank in found.ranking)
            need(ranked == list(range(seats)), f"not every seat is ranked once: {found!r}")
            need(isinstance(found.reason, str) and set(found.winners) <= set(ranked), f"no outcome: {found!r}")
            _OUTCOME.dump_json(found, warnings="error")
            orjson.dumps(found)
        return found

    def _scored(self, found: Score[Any]) -> Score[Any]:
        need(isinstance(found, Score) and type(found.bust) is bool, f"no Score: {found!r}")
        for way, points in found.ways:
            need(_is_points(points), f"no points: {points!r}")
            self._known(way)
        need(len(found.worths) in (0, len(found.ways)), f"not every way has its worth: {found!r}")
        need(all(map(_is_points, found.worths)), f"no points: {found!r}")
        return found

    def _sheet(self, state: Any, played: Any) -> Sheet:
        found = self.inner.sheet(state, played)
        seats = len(self.totals(state))
        need(isinstance(found, Sheet), f"no Sheet: {found!r}")
        need(all(isinstance(row, Row) and len(row.cells) == seats for row in found.rows), f"no rows: {found!r}")
        _SHEET.dump_json(found, warnings="error")
        return found

    def _shown(self, state: Any) -> Any:
        found = self.inner.view(state)
        self._view.validate_json(orjson.dumps(found))
        return found


_OUTCOME: TypeAdapter[Any] = TypeAdapter(Outcome)
_SHEET: TypeAdapter[Any] = TypeAdapter(Sheet)
_FINDINGS: TypeAdapter[Any] = TypeAdapter(SheetFindings)


def _is_points(value: Any) -> bool:
    return type(value) is int and -MOST_POINTS <= value <= MOST_POINTS


def _is_throw(value: Any, move: Any) -> bool:
    """Whether a move may throw so many dice; only rolls throw, as only they carry the players' own dice."""
    return type(value) is int and 0 <= value <= (MOST_DICE if move.type == "roll" else 0)
