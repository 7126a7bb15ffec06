"""Reading what a seat did: the part of a line behind its name."""

import json
from collections.abc import Callable, Iterator
from typing import Any, NoReturn

from pydantic import TypeAdapter, ValidationError

from rules.contract import AnyGame, Roll
from rules.notation.errors import NotationError, OwnNotationError, Place, refused, unfit
from rules.notation.scanner import WORD, Line, ending_numbers, no_number
from rules.transcript import Entry

MOST_DIGITS = 4
"""Digits that a number of dice may have."""

_BUST = "bust"


class Turns:
    """Reads the turns of a game, whose moves the adapter knows.

    categories: tells the ids that a choice may name by the options agreed on; asked for those that are none of the
    game's own.
    """

    def __init__(self, game: AnyGame, move: TypeAdapter[Any], categories: Callable[[], tuple[str, ...]]) -> None:
        self._game = game
        self._move = move
        self._categories = categories
        self._known: dict[Any, Any] = {}  # the moves that short forms stood for

    def read(self, line: Line, seat: int) -> Iterator[tuple[Entry[Any], Place]]:
        """The entries that follow in a line, and where each stands; raises `NotationError`."""
        begun = False
        while not line.ended or not begun:
            begun, place = True, line.place
            if line.begins(">"):
                entry, ends = self._choice(line, seat), True
            else:
                entry, ends = self._entry(line, seat)
            if entry.points is None and line.mark("="):
                points = line.whole(last=ends)
                if points is None:
                    line.fail("number")
                entry = Entry(seat, entry.move, entry.dice, points)
            bust = entry.move is not None and _is_bust(line)
            if bust:
                entry = Entry(seat, entry.move, entry.dice, entry.points, True)
            yield entry, place
            if ends or bust:
                line.end("over")
            line.mark(";")

    def _entry(self, line: Line, seat: int) -> tuple[Entry[Any], bool]:
        """One entry, and whether it ends its line."""
        place = line.place
        if line.begins("{"):
            return self._as_json(line, seat), False
        word = line.run(WORD)
        if word is not None:
            if word.lower() == "bank" and "bank" in self._game.verbs:
                return Entry(seat, self._checked({"type": "bank"}, place), (), line.whole(last=True)), True
            if word.lower() in ("resign", "skip"):
                return Entry(seat, None, skipped=word.lower() == "skip"), True
            self._nothing(place)
        if line.begins("("):
            aside = line.aside()
            if not aside:
                line.fail("aside")
            return Entry(seat, self._short("set_aside", aside, place)), False
        count = self._count(line)
        faces = line.dice()
        if faces is None:
            if count is not None or line.digits(line.at):
                line.fail("faces")
            self._nothing(place)
        return Entry(seat, self._short("roll", count, place), faces), False

    def _count(self, line: Line) -> int | None:
        """Read how many dice are thrown, where that stands before them."""
        at, digits = line.at, line.digits(line.at)
        if not 0 < len(digits) <= MOST_DIGITS or line.ended:
            return None
        line.to(at + len(digits))
        if line.mark(":"):
            return int(digits)
        line.at = at
        return None

    def _short(self, kind: str, value: tuple[int, ...] | int | None, place: Place) -> Any:
        """The move that a short form stands for, with its dice or its count; it may be none of this game's."""
        known = self._known.get((kind, value))
        if known is None:
            known = self._known[kind, value] = self._made(kind, value, place)
        return known

    def _made(self, kind: str, value: tuple[int, ...] | int | None, place: Place) -> Any:
        move: dict[str, Any] = {"type": kind}
        if value is not None:
            move["count" if kind == "roll" else "dice"] = value
        try:
            return self._move.validate_json(json.dumps(move))
        except ValidationError as error:
            if "count" not in move:
                self._nothing(place)
            if _unknown_field(error.errors(include_url=False, include_input=False)[0]):
                raise NotationError(place, "uncounted") from None
            raise self._no_move(place, error) from None

    def _nothing(self, place: Place) -> NoReturn:
        verbs = [verb for verb in ("set_aside", "bank") if verb in self._game.verbs]
        raise NotationError(place, "entry", parts=["throw", *verbs])

    def _as_json(self, line: Line, seat: int) -> Entry[Any]:
        place = line.place
        try:
            given = line.json()
        except ValueError:
            line.fail("json")
        move = self._checked(given, place)
        faces: tuple[int, ...] | None = ()
        if line.mark(":"):
            faces = line.dice()
            if faces is None:
                line.fail("faces")
        elif isinstance(move, Roll) and move.dice is not None:  # as the players' rolls are sent to a session
            del given["dice"]
            move, faces = self._checked(given, place), move.dice
        return Entry(seat, move, faces or ())

    def _choice(self, line: Line, seat: int) -> Entry[Any]:
        """What follows `>`: the game's own notation, and a number that was written down for it."""
        line.mark(">")
        place, start, text = line.place, line.at, line.rest
        if text[-4:].lower() == _BUST and text[-5:-4].isspace():
            text = text[:-4].rstrip()
        move, points = None, None
        for at, number in ending_numbers(text):
            chosen = text[:at].rstrip().removesuffix("=").rstrip()
            if chosen and len(chosen) < at:
                move, points = self._noted(chosen), number
                if move is not None:
                    break
        if move is None:
            move, points = self._noted(text), None
        if move is None:
            at_fault = no_number(text)
            if at_fault is not None:
                line.fail("number", start + at_fault)
            raise self._unknown(place, text)
        line.to(start + len(text))
        return Entry(seat, move, (), points)

    def _noted(self, text: str) -> Any | None:
        """The move in the game's notation, as it stands or with the case and the spaces of a hurried hand."""
        for each in (text, "_".join(text.lower().replace("-", " ").split())):
            try:
                move = self._move.validate_json(json.dumps(self._game.notation.read(each)))
            except ValueError:  # pydantic's refusal is one as well
                continue
            if self._knows(move):
                return move
        return None

    def _knows(self, move: Any) -> bool:
        """Whether there is a category of that name, if the move names one and the game lists its own."""
        category, own = getattr(move, "category", None), self._game.categories
        return category is None or not own or category in own or category in self._categories()

    def _unknown(self, place: Place, text: str) -> NotationError:
        try:
            self._game.notation.read(text)
        except ValueError as error:
            return OwnNotationError(place, str(error), self._game.texts)
        return refused(place, "category", self._categories())

    def _checked(self, given: Any, place: Place) -> Any:
        """A move from its JSON."""
        try:
            move = self._move.validate_json(json.dumps(given))
        except ValidationError as error:
            raise self._no_move(place, error) from None
        if not self._knows(move):
            raise refused(place, "category", self._categories())
        return move

    def _no_move(self, place: Place, error: ValidationError) -> NotationError:
        """What pydantic finds wrong with a move as JSON."""
        fault = error.errors(include_url=False, include_input=False)[0]
        game, kind, field = self._game.name, fault["type"], str(fault["loc"][-1] if fault["loc"] else "")
        if kind.startswith("union_tag_"):
            known = fault.get("ctx", {}).get("expected_tags", ", ".join(self._game.verbs)).replace("'", "")
            return NotationError(place, "type", game=game, known=known)
        if _unknown_field(fault):
            return NotationError(place, "without_field", game=game, field=field)
        if kind == "missing":
            return NotationError(place, "with_field", game=game, field=field)
        return unfit(place, fault)


def _unknown_field(fault: Any) -> bool:
    """Whether pydantic found a field that is not there."""
    return fault["type"] in {"unexpected_keyword_argument", "extra_forbidden"}


def _is_bust(line: Line) -> bool:
    """Read the word, if it comes next."""
    at, word = line.at, line.run(WORD)
    if word is not None and word.lower() == _BUST:
        return True
    line.at = at
    return False
