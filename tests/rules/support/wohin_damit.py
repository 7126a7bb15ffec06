"""A session in which a test plays wohin-damit move by move."""

import json
from itertools import product
from typing import Any

from pydantic import TypeAdapter

from rules.contract import ROLL, Illegal, Outcome, Played, Roll
from rules.texts import paragraphs
from rules.wohin_damit import GAME
from rules.wohin_damit.boxes import WohinDamitEntries
from rules.wohin_damit.game import WohinDamitOptions
from rules.wohin_damit.state import WohinDamitChoose, WohinDamitState
from rules.wohin_damit.view import WohinDamitSeatView

DICE = {sum(dice): dice for dice in product(range(1, 7), repeat=2)}
"""By result, a white and a blue die."""


def box(name: Any) -> WohinDamitChoose:
    return WohinDamitChoose(name)


def loose(sheet: Any) -> WohinDamitEntries:
    """A sheet as it arrives."""
    return WohinDamitEntries.model_validate_json(json.dumps(sheet))


def scored(dice: tuple[int, ...], sheet: WohinDamitEntries | None, options: WohinDamitOptions) -> dict[str, int]:
    """The boxes that take loose dice, in order, with their points."""
    score = GAME.rules(options).score(dice, sheet)
    assert not score.bust
    return {move.category: points for move, points in score.ways if isinstance(move, WohinDamitChoose)}


class Session:
    """In process, with its record."""

    def __init__(self, seats: int = 1, options: WohinDamitOptions | None = None) -> None:
        self.rules = GAME.rules(options or WohinDamitOptions())
        self.state: WohinDamitState = self.rules.start(seats)
        self.record: list[Played[Any]] = []

    def roll(self, seat: int, *faces: int) -> tuple[Any, ...]:
        """Roll these faces, as many as the seat throws."""
        assert self.rules.throws(self.state, seat, ROLL) == len(faces)
        return self._do(seat, ROLL, faces)

    def enter(self, seat: int, name: Any) -> tuple[Any, ...]:
        return self._do(seat, box(name), ())

    def play(self, entries: list[tuple[str, int]]) -> None:
        """Seat 0, alone at the table, rolls and enters these results."""
        for name, result in entries:
            self.roll(0, *DICE[result])
            self.enter(0, name)

    def leave(self, seat: int) -> tuple[Any, ...]:
        done = self.rules.withdraw(self.state, seat)
        self.record.append(Played("resign", seat, events=done.events))
        self.state = done.state
        return done.events

    def to_move(self) -> list[int]:
        return list(self.rules.to_move(self.state))

    def phases(self) -> list[str | None]:
        return [seat["phase"] for seat in self.rules.view(self.state)["seats"]]

    def seat(self, seat: int) -> WohinDamitSeatView:
        drawn: WohinDamitSeatView = self.rules.view(self.state)["seats"][seat]
        return drawn

    def legal(self, seat: int = 0) -> dict[str, int | None]:
        """The boxes that may be chosen, in order, with their points."""
        listed = self.rules.legal_moves(self.state, seat)
        return {legal.move.category: legal.points for legal in listed if isinstance(legal.move, WohinDamitChoose)}

    def total(self, seat: int = 0) -> int:
        return self.rules.totals(self.state)[seat]

    def outcome(self) -> Outcome:
        outcome = self.rules.outcome(self.state)
        assert outcome is not None
        return outcome

    def ranks(self) -> list[tuple[int, int]]:
        """(seat, rank) from the best."""
        return [(rank.seat, rank.rank) for rank in self.outcome().ranking]

    def refused(self, seat: int, move: Roll | WohinDamitChoose) -> Illegal:
        """The refusal of a move, its paragraph and its sentence looked up."""
        refusal = self.rules.apply(self.state, seat, move, ())
        assert isinstance(refusal, Illegal), refusal
        assert self.rules.throws(self.state, seat, move) == refusal
        assert refusal.rule in paragraphs(GAME.texts.page["en"])
        assert GAME.texts.messages["en"][f"reason.{refusal.reason}"].format_map(refusal.details)
        assert move not in [legal.move for legal in self.rules.legal_moves(self.state, seat)]
        return refusal

    def _do(self, seat: int, move: Roll | WohinDamitChoose, faces: tuple[int, ...]) -> tuple[Any, ...]:
        done = self.rules.apply(self.state, seat, move, faces)
        assert not isinstance(done, Illegal), done
        state = TypeAdapter(WohinDamitState)
        assert state.validate_json(state.dump_json(done.state)) == done.state
        self.record.append(Played("move", seat, move, faces, done.points, done.events))
        self.state = done.state
        return done.events
