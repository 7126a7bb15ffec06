"""Reading what a seat did: the part of a line behind its name."""

import json
import re
from collections.abc import Iterator
from typing import Any, NoReturn

from pydantic import TypeAdapter, ValidationError

from rules.contract import AnyGame, Roll
from rules.notation.lines import NUMBER, Line, NotationError, Place, one_of, said, whole
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
            bust = entry.move is not None and self._is_bust(line)
            if bust:
                entry = Entry(seat, entry.move, entry.dice, entry.points, True)
            yield entry, place
            if ends or bust:
                line.end("the end of the line: the turn is over")
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
                return Entry(seat, self._checked({"type": "bank"}, place), (), line.number_here()), True
            if word[0].lower() == "resign":
                return Entry(seat, None), True
            self._nothing(place)
        aside = line.take(_ASIDE)
        if aside is not None:
            dice = [int(each) for each in aside[1] if each.isdigit()]
            return Entry(seat, self._checked({"type": "set_aside", "dice": dice}, place)), False
        if line.text.startswith("(", line.at):
            line.fail("dice in parentheses, such as (11)")
        move: dict[str, Any] = {"type": "roll"}
        counted = line.take(_COUNTED)
        if counted is not None:
            move["count"] = int(counted[1])
        faces = self._faces(line)
        if faces is None:
            if counted is not None or line.text[line.at : line.at + 1].isdigit():
                line.fail("faces from 1 to 6")
            self._nothing(place)
        return Entry(seat, self._checked(move, place), faces), False

    def _nothing(self, place: Place) -> NoReturn:
        known = ["a throw (`11446`)"]
        if "set_aside" in self._game.verbs:
            known.append("dice set aside (`(11)`)")
        if "bank" in self._game.verbs:
            known.append("`bank`")
        raise NotationError(place, ", ".join([*known, "`>` and a choice, `bust`, or `resign`"]))

    def _faces(self, line: Line) -> tuple[int, ...] | None:
        faces = line.take(_FACES)
        return None if faces is None else tuple(int(each) for each in faces[0] if each.isdigit())

    def _as_json(self, line: Line, seat: int) -> Entry[Any]:
        place = line.place
        try:
            given = line.json()
        except ValueError:
            line.fail("a move as JSON, in one line")
        move = self._checked(given, place)
        faces: tuple[int, ...] | None = ()
        if line.take(_COLON):
            faces = self._faces(line)
            if faces is None:
                line.fail("faces from 1 to 6")
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
            self._unknown(place, text)
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

    def _unknown(self, place: Place, text: str) -> NoReturn:
        try:
            self._game.notation.read(text)
        except ValueError as error:
            wanted = str(error)
        else:
            wanted = one_of("a category", self._game.categories)
        raise NotationError(place, wanted)

    def _checked(self, given: Any, place: Place) -> Any:
        """A move from its JSON."""
        try:
            return self._move.validate_json(json.dumps(given))
        except ValidationError as error:
            raise NotationError(place, f"a move of {self._game.name} ({said(error)})") from None
