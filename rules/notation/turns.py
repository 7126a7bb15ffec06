"""Reading what a seat did: the part of a line behind its name."""

import json
import re
from collections.abc import Iterator
from typing import Any, NoReturn

from pydantic import TypeAdapter, ValidationError

from rules.contract import AnyGame, Roll
from rules.notation.lines import LONG, NUMBER, Line, NotationError, OwnNotationError, Place, refused, unfit, whole
from rules.transcript import Entry

_WORD = re.compile(r"[A-Za-z]+")
_COLON = re.compile(":")
_COUNTED = re.compile(r"([0-9]{1,4})\s*:")
_FACES = re.compile(r"[1-6](?:[\s,]+[1-6])+(?![0-9]|\s*:)|[1-6]+(?![0-9])")
_ASIDE = re.compile(r"\(\s*([1-6](?:[\s,]*[1-6])*)\s*\)")
_SEMICOLON = re.compile(";")
_EQUALS = re.compile(rf"=\s*({NUMBER})")
_CHOICE = re.compile(rf"(\S.*?)(?:\s*=\s*|\s+)({NUMBER})$")


class Turns:
    """Reads the turns of a game, whose moves the adapter knows."""

    def __init__(self, game: AnyGame, move: TypeAdapter[Any]) -> None:
        self._game = game
        self._move = move

    def read(self, line: Line, seat: int) -> Iterator[tuple[Entry[Any], Place]]:
        """The entries that follow in a line, and where each stands; raises `NotationError`."""
        begun = False
        while not line.ended or not begun:
            begun, place = True, line.place
            if line.text.startswith(">", line.at):
                entry, ends = self._choice(line, seat), True
            else:
                entry, ends = self._entry(line, seat)
            points = None if entry.points is not None else line.take(_EQUALS)
            if points is not None:
                entry = Entry(seat, entry.move, entry.dice, whole(points[1]))
            elif line.text.startswith("=", line.at):
                line.at += 1
                line.skip()
                line.fail("number")
            bust = entry.move is not None and self._is_bust(line)
            if bust:
                entry = Entry(seat, entry.move, entry.dice, entry.points, True)
            yield entry, place
            if ends or bust:
                line.end("over")
            line.take(_SEMICOLON)

    def _is_bust(self, line: Line) -> bool:
        at = line.at
        word = line.take(_WORD)
        if word is not None and word[0].lower() == "bust":
            return True
        line.at = at
        return False

    def _entry(self, line: Line, seat: int) -> tuple[Entry[Any], bool]:
        """One entry, and whether it ends its line."""
        place = line.place
        if line.text.startswith("{", line.at):
            return self._as_json(line, seat), False
        word = line.take(_WORD)
        if word is not None:
            if word[0].lower() == "bank" and "bank" in self._game.verbs:
                points = line.number_here()
                if points is None and line.numeric and not line.text.startswith("=", line.at):
                    line.fail("number")
                return Entry(seat, self._checked({"type": "bank"}, place), (), points), True
            if word[0].lower() == "resign":
                return Entry(seat, None), True
            self._nothing(place)
        aside = line.take(_ASIDE)
        if aside is not None:
            dice = [int(each) for each in aside[1] if each.isdigit()]
            return Entry(seat, self._short({"type": "set_aside", "dice": dice}, place)), False
        if line.text.startswith("(", line.at):
            line.fail("aside")
        move: dict[str, Any] = {"type": "roll"}
        counted = line.take(_COUNTED)
        if counted is not None:
            move["count"] = int(counted[1])
        faces = self._faces(line)
        if faces is None:
            if counted is not None or line.text[line.at : line.at + 1].isdigit():
                line.fail("faces")
            self._nothing(place)
        return Entry(seat, self._short(move, place), faces), False

    def _short(self, move: dict[str, Any], place: Place) -> Any:
        """The move that a short form stands for; it may be none of this game's."""
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

    def _faces(self, line: Line) -> tuple[int, ...] | None:
        faces = line.take(_FACES)
        return None if faces is None else tuple(int(each) for each in faces[0] if each.isdigit())

    def _as_json(self, line: Line, seat: int) -> Entry[Any]:
        place = line.place
        try:
            given = line.json()
        except ValueError:
            line.fail("json")
        move = self._checked(given, place)
        faces: tuple[int, ...] | None = ()
        if line.take(_COLON):
            faces = self._faces(line)
            if faces is None:
                line.fail("faces")
        elif isinstance(move, Roll) and move.dice is not None:  # as the players' rolls are sent to a session
            del given["dice"]
            move, faces = self._checked(given, place), move.dice
        return Entry(seat, move, faces or ())

    def _choice(self, line: Line, seat: int) -> Entry[Any]:
        """What follows `>`: the game's own notation, and a number that was written down for it."""
        line.at += 1
        line.skip()
        place, text = line.place, line.rest
        bust = text.lower().endswith(" bust")
        if bust:
            text = text[: -len(" bust")].rstrip()
        found = _CHOICE.match(text)
        move = None
        points = None
        if found is not None:
            move, points = self._noted(found[1]), whole(found[2])
        if move is None:
            move, points = self._noted(text), None
        if move is None:
            long = LONG.search(text)
            if long is not None:
                line.at = line.text.index(text, line.at) + long.start()
                line.fail("number")
            raise self._unknown(place, text)
        line.at = line.text.index(text, line.at) + len(text)
        line.skip()
        return Entry(seat, move, (), points)

    def _noted(self, text: str) -> Any | None:
        """The move in the game's notation, as it stands or with the case and the spaces of a hurried hand."""
        for each in (text, "_".join(text.lower().replace("-", " ").split())):
            try:
                return self._move.validate_json(json.dumps(self._game.notation.read(each)))
            except ValueError:  # pydantic's refusal is one as well
                continue
        return None

    def _unknown(self, place: Place, text: str) -> NotationError:
        try:
            self._game.notation.read(text)
        except ValueError as error:
            return OwnNotationError(place, str(error), self._game.texts)
        return refused(place, "category", self._game.categories)

    def _checked(self, given: Any, place: Place) -> Any:
        """A move from its JSON."""
        try:
            return self._move.validate_json(json.dumps(given))
        except ValidationError as error:
            raise self._no_move(place, error) from None

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
