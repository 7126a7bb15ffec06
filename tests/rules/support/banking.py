"""A session in which a test plays a banking game move by move."""

from typing import Any

import pytest
from pydantic import BaseModel

from rules.banking import farkle, sand, titusind
from rules.banking.engine import BankingRules
from rules.banking.state import RIDE, BankingMove, BankingState
from rules.contract import BANK, ROLL, Game, Illegal, Legal, Outcome, Played, SetAside
from rules.texts import paragraphs

GAMES = pytest.mark.parametrize("game", [sand.GAME, titusind.GAME, farkle.GAME], ids=lambda game: str(game.name))


class Session:
    """In process: the seat to move does what the test says, and the record is kept."""

    def __init__(self, game: Game[Any, Any, Any], seats: int, options: BaseModel | None = None) -> None:
        rules = game.rules(options or game.options())
        assert isinstance(rules, BankingRules)
        self.game = game
        self.rules = rules
        self.state: BankingState = rules.start(seats)
        self.record: list[Played[Any]] = []

    def having(self, *totals: int) -> "Session":
        """Go on from these totals, every seat above 0 having banked before."""
        self.state = self.state._replace(totals=totals, opened=tuple(total > 0 for total in totals))
        return self

    def roll(self, *faces: int) -> tuple[Any, ...]:
        return self._do(ROLL, faces)

    def aside(self, *dice: int) -> tuple[Any, ...]:
        return self._do(SetAside(dice), ())

    def ride(self) -> tuple[Any, ...]:
        return self._do(RIDE, ())

    def bank(self) -> tuple[Any, ...]:
        return self._do(BANK, ())

    def take(self, *faces: int) -> None:
        """Roll these dice, set all of them aside that make the best selection."""
        self.roll(*faces)
        self.aside(*max(self.selections().items(), key=lambda way: way[1] or 0)[0])

    def bust(self) -> None:
        """Roll dice that never score."""
        self.roll(*(2, 3, 4, 6, 2, 3)[: self.state.cup])

    def leave(self, seat: int) -> tuple[Any, ...]:
        done = self.rules.withdraw(self.state, seat)
        self.record.append(Played("resign", seat, events=done.events))
        self.state = done.state
        return done.events

    def refused(self, move: BankingMove, seat: int | None = None) -> Illegal:
        """The refusal of a move, its paragraph and its sentence looked up."""
        at = self._seat() if seat is None else seat
        refusal = self.rules.apply(self.state, at, move, ())
        assert isinstance(refusal, Illegal), refusal
        assert self.rules.throws(self.state, at, move) == refusal
        assert refusal.rule in paragraphs(self.game.texts.page["en"])
        assert self.game.texts.messages["en"][f"reason.{refusal.reason}"].format_map(refusal.details)
        assert move not in [legal.move for legal in self.rules.legal_moves(self.state, at)]
        return refusal

    def legal(self) -> list[Legal[Any]]:
        return list(self.rules.legal_moves(self.state, self._seat()))

    def moves(self) -> list[str]:
        """The types of the legal moves."""
        return [legal.move.type for legal in self.legal()]

    def selections(self) -> dict[tuple[int, ...], int | None]:
        """What may be set aside, with its points."""
        return {legal.move.dice: legal.points for legal in self.legal()}

    def outcome(self) -> Outcome:
        outcome = self.rules.outcome(self.state)
        assert outcome is not None
        return outcome

    def ranks(self) -> list[tuple[int, int]]:
        """(seat, rank) from the best."""
        return [(rank.seat, rank.rank) for rank in self.outcome().ranking]

    def _seat(self) -> int:
        (seat,) = self.rules.to_move(self.state)
        return seat

    def _do(self, move: BankingMove, faces: tuple[int, ...]) -> tuple[Any, ...]:
        seat = self._seat()
        done = self.rules.apply(self.state, seat, move, faces)
        assert not isinstance(done, Illegal), done
        self.record.append(Played("move", seat, move, faces, done.points, done.events))
        self.state = done.state
        return done.events
