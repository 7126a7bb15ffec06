"""A session in which a test plays a sheet game move by move."""

from typing import Any

from pydantic import BaseModel

from rules.contract import Game, Illegal, Legal, Outcome, Played, SetAside
from rules.sheet.engine import SheetRules
from rules.sheet.state import SheetChoose, SheetMove, SheetRoll, SheetState
from rules.texts import paragraphs


class Session:
    """In process: the seat to move does what the test says, and the record is kept."""

    def __init__(self, game: Game[Any, Any, Any], seats: int = 1, options: BaseModel | None = None) -> None:
        rules = game.rules(options or game.options())
        assert isinstance(rules, SheetRules)
        self.game = game
        self.rules = rules
        self.state: SheetState = rules.start(seats)
        self.record: list[Played[Any]] = []

    def having(self, **boxes: int) -> "Session":
        """Go on with these boxes of the seat to move filled, and no others; no bonus for them."""
        return self.with_boxes(tuple(boxes.get(category.id) for category in self.rules.ruleset.categories))

    def full_but(self, *opened: str, points: int = 0) -> "Session":
        """Go on with all boxes of the seat to move filled but these."""
        categories = self.rules.ruleset.categories
        return self.with_boxes(tuple(None if category.id in opened else points for category in categories))

    def with_boxes(self, column: tuple[int | None, ...]) -> "Session":
        seat = self.seat()
        boxes, totals = list(self.state.boxes), list(self.state.totals)
        boxes[seat], totals[seat] = column, sum(filter(None, column))
        self.state = self.state._replace(boxes=tuple(boxes), totals=tuple(totals))
        return self

    def roll(self, *faces: int, count: int | None = None) -> "Session":
        self.do(SheetRoll(count=count), faces)
        return self

    def aside(self, *dice: int) -> "Session":
        self.do(SetAside(dice))
        return self

    def choose(self, category: str) -> Played[Any]:
        return self.do(choose(category))

    def write(self, category: str, *faces: int) -> Played[Any]:
        """A turn of one throw."""
        return self.roll(*faces).choose(category)

    def leave(self, seat: int) -> "Session":
        done = self.rules.withdraw(self.state, seat)
        self.record.append(Played("resign", seat, events=done.events))
        self.state = done.state
        return self

    def do(self, move: SheetMove, faces: tuple[int, ...] = ()) -> Played[Any]:
        seat = self.seat()
        assert self.rules.throws(self.state, seat, move) == len(faces)
        done = self.rules.apply(self.state, seat, move, faces)
        assert not isinstance(done, Illegal), done
        self.record.append(Played("move", seat, move, faces, done.points, done.events))
        self.state = done.state
        return self.record[-1]

    def refused(self, move: SheetMove, seat: int | None = None) -> Illegal:
        """The refusal of a move, its paragraph and its sentence looked up."""
        at = self.seat() if seat is None else seat
        refusal = self.rules.apply(self.state, at, move, ())
        assert isinstance(refusal, Illegal), refusal
        assert self.rules.throws(self.state, at, move) == refusal
        assert refusal.rule in paragraphs(self.game.texts.page["en"])
        assert self.game.texts.messages["en"][f"reason.{refusal.reason}"].format_map(refusal.details)
        assert move not in [legal.move for legal in self.rules.legal_moves(self.state, at)]
        return refusal

    def legal(self) -> list[Legal[SheetMove]]:
        return list(self.rules.legal_moves(self.state, self.seat()))

    def types(self) -> list[str]:
        """The types of the legal moves, each once, in their order."""
        return list(dict.fromkeys(legal.move.type for legal in self.legal()))

    def choices(self) -> dict[str, int | None]:
        """The categories that may be chosen, with what the dice are worth there."""
        return {each.move.category: each.worth for each in self.legal() if isinstance(each.move, SheetChoose)}

    def selections(self) -> list[tuple[int, ...]]:
        """What may be set aside."""
        return [each.move.dice for each in self.legal() if isinstance(each.move, SetAside)]

    def rolls(self) -> list[tuple[int | None, int]]:
        """The rolls: the count they name and the dice they throw."""
        return [(each.move.count, each.throws) for each in self.legal() if isinstance(each.move, SheetRoll)]

    def outcome(self) -> Outcome:
        outcome = self.rules.outcome(self.state)
        assert outcome is not None
        return outcome

    def seat(self) -> int:
        (seat,) = self.rules.to_move(self.state)
        return seat


def choose(category: str) -> SheetChoose:
    """The move, of a category that the test writes as plain text."""
    return SheetChoose(category)
