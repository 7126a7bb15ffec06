"""Reading a transcript's text, line by line."""

import json
import re
import unicodedata
from collections.abc import Iterator
from functools import cached_property
from typing import Any, NamedTuple, get_args

from pydantic import TypeAdapter, ValidationError

from rules.contract import AnyGame
from rules.names import Name
from rules.notation.errors import NotationError, Place, refused, unfit
from rules.notation.scanner import LINE_LIMIT, NAME, WORD, Line, ending_numbers, no_number
from rules.notation.turns import Turns
from rules.transcript import Entry, Transcript

WORDS = ("game", "rules", "option", "preset", "seat", "total")
"""What a line begins with that is no turn."""

NAME_LIMIT = 256
"""Characters that a name may have as it is written: those of a seat's name with every accent apart."""

_AT = re.compile(r"@[0-9]{1,4}")

_name: TypeAdapter[str] = TypeAdapter(Name)


class Reading(NamedTuple):
    """A transcript, and where its parts stand in the text: entries, seats, totals by seat, and the rules' version."""

    transcript: Transcript[Any, Any]
    entries: tuple[Place, ...]
    seats: tuple[Place, ...]
    totals: tuple[Place, ...]
    version: Place | None

    @property
    def lines(self) -> frozenset[int]:
        """The indices of the entries that begin a line."""
        before = (0, *(place.line for place in self.entries))
        return frozenset(index for index, place in enumerate(self.entries) if place.line != before[index])


def game_of(text: str) -> str:
    """The name of the game that a text says it is of; raises `NotationError` where it says none."""
    for line in _lines(text):
        return _game(line)
    raise NotationError(Place(1, 1), "game")


def _lines(text: str) -> Iterator[Line]:
    """The lines of a text in which something stands."""
    for number, written in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        if len(written) > LINE_LIMIT:
            raise NotationError(Place(number, LINE_LIMIT + 1), "long_line", most=LINE_LIMIT)
        if written and not written.isspace():
            line = Line(number, written.removesuffix("\r"))
            if not line.ended:
                yield line


def _game(line: Line) -> str:
    word = line.run(WORD)
    name = line.run(NAME)
    if word is None or word.lower() != "game" or name is None:
        raise NotationError(Place(line.number, 1), "game")
    line.end()
    return name.lower()


def alike(name: str) -> str:
    """A name as it is compared: whatever the case of its letters, and however accents are put on them.

    Only for names of a bounded length: to put marks into their order takes more than a constant for each.
    """
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def option_value(text: str) -> Any:
    """What an option's value stands for: JSON, or the text itself; None for a text that would be read otherwise."""
    line = Line(1, text)
    try:
        value = line.json()
    except ValueError:
        return line.rest
    return value if line.ended else Line(1, text).rest


class Reader:
    """Reads one text of a game, whose moves and options the adapters know."""

    def __init__(self, game: AnyGame, move: TypeAdapter[Any], options: TypeAdapter[Any]) -> None:
        self._game = game
        self._turns = Turns(game, move, lambda: self._categories)
        self._adapter = options
        self._version: int | None = None
        self._version_at: Place | None = None
        self._preset: str | None = None
        self._options: dict[str, Any] = {}
        self._places: dict[str, Place] = {}
        self._names: list[str] = []
        self._seats: list[Place] = []
        self._called: dict[str, list[int]] = {}  # seats by their names
        self._alike: dict[str, list[int]] = {}  # and by these as they are compared
        self._entries: list[Entry[Any]] = []
        self._at: list[Place] = []
        self._totals: dict[int, tuple[int, Place]] = {}

    def read(self, text: str) -> Reading:
        """The transcript; raises `NotationError`."""
        first = True
        for line in _lines(text):
            if first:
                name = _game(line)
                if name != self._game.name:
                    raise NotationError(
                        Place(line.number, 1), "other_game", game=self._game.name, found=name[:NAME_LIMIT]
                    )
                first = False
            elif not self._turn(line):
                self._other(line)
        if first:
            raise NotationError(Place(1, 1), "game")
        end = Place(text.count("\n") + 1, 1)
        self._seated(end)
        if self._totals and len(self._totals) < len(self._names):
            missing = next(name for seat, name in enumerate(self._names) if seat not in self._totals)
            raise NotationError(end, "missing_total", name=missing)
        totals = [self._totals[seat] for seat in sorted(self._totals)]
        transcript = Transcript(
            self._game.name,
            self._version,
            self._agreed(),
            tuple(self._names),
            tuple(self._entries),
            tuple(total for total, _ in totals) if totals else None,
        )
        places = tuple(place for _, place in totals)
        return Reading(transcript, tuple(self._at), tuple(self._seats), places, self._version_at)

    # --- lines that are no turn

    def _other(self, line: Line) -> None:
        start = line.place
        key = (line.run(WORD) or "").lower()
        if key == "total":
            self._total(line)
        elif self._entries or self._totals:
            raise NotationError(start, "turn_or_total", names=self._names)
        elif key == "rules":
            self._version_at = line.place
            self._version = line.whole(last=True)
            if self._version is None:
                line.fail("version")
            line.end()
        elif key == "option":
            self._option(line)
        elif key == "preset":
            self._preset = line.rest
            if self._preset not in self._game.presets:
                raise refused(line.place, "preset", self._game.presets)
            self._places["preset"] = start
        elif key == "seat":
            self._seat(line)
        else:
            if self._names:
                raise NotationError(start, "seat_or_line", names=self._names, known=WORDS[1:])
            raise NotationError(start, "line", known=WORDS[1:])

    def _option(self, line: Line) -> None:
        place = line.place
        fields = self._game.options.model_fields
        name = (line.run(NAME) or "").replace("-", "_")
        if name not in fields:
            raise refused(place, "option", fields)
        if name in self._options:
            raise NotationError(place, "option_twice", name=name)
        if line.ended:
            line.fail("option_value", name=name)
        self._places[name] = line.place
        start, wanted = line.at, fields[name].annotation
        number = line.whole(last=True) if int in (wanted, *get_args(wanted)) else None
        self._options[name] = number if number is not None and line.ended else option_value(line.text[start:])

    def _seat(self, line: Line) -> None:
        place = line.place
        name = self._string(line)
        if name is None:
            name = line.rest
            if ":" in name:
                line.fail("bare_name")
        else:
            line.end()
        try:
            self._names.append(_name.validate_python(name))
        except ValidationError:
            raise NotationError(place, "name") from None
        self._called.setdefault(name, []).append(len(self._seats))
        self._alike.setdefault(alike(name), []).append(len(self._seats))
        self._seats.append(place)
        if len(self._names) > self._game.max_seats:
            raise NotationError(place, "most_seats", most=self._game.max_seats)

    def _total(self, line: Line) -> None:
        self._seated(line.place)
        place = line.place
        name = self._string(line)
        if name is not None:
            line.mark(":")
            total, seat = line.whole(last=True), self._by_name(name)
            if total is None:
                line.fail("number")
        else:
            name, seat, total = self._named_total(line, place)
        if seat is None:
            raise self._whose(place, name)
        line.end()
        if seat in self._totals:
            raise NotationError(place, "total_twice", name=self._names[seat])
        self._totals[seat] = (total, place)

    def _named_total(self, line: Line, place: Place) -> tuple[str, int | None, int]:
        """The name that stands there, its seat, and the number behind it."""
        start, text = line.at, line.rest
        found: tuple[str, int | None, int] | None = None
        for at, number in ending_numbers(text):
            name = text[:at].rstrip().removesuffix(":").rstrip()
            seat = self._by_place(name, place) if _AT.fullmatch(name) else self._by_name(name)
            found = name, seat, number
            if seat is not None:
                break
        if found is None or found[1] is None:
            at_fault = no_number(text)
            if at_fault is not None:
                line.fail("number", start + at_fault)
        if found is None or not found[0]:
            line.fail("number", start + len(text))
        line.to(start + len(text))
        return found

    def _agreed(self) -> Any:
        if self._preset is not None:
            if self._options:
                raise NotationError(self._places["preset"], "preset_or_options")
            return self._game.presets[self._preset]
        try:
            return self._adapter.validate_json(json.dumps(self._options))
        except ValidationError as error:
            fault = error.errors(include_url=False, include_input=False)[0]
            name = str(fault["loc"][0]) if fault["loc"] else ""
            raise unfit(self._places.get(name, Place(1, 1)), fault) from None

    @cached_property
    def _categories(self) -> tuple[str, ...]:
        """What choices may name; the options are known, as they stand before all turns."""
        return self._game.categories_of(self._agreed())

    def _seated(self, place: Place) -> None:
        """That enough seats are there once they are needed."""
        if len(self._names) < self._game.min_seats:
            raise NotationError(place, "seats")

    # --- whose it is

    def _string(self, line: Line) -> str | None:
        """A name in quotes, if one begins here."""
        if not line.begins('"'):
            return None
        try:
            return str(line.json())
        except ValueError:
            line.fail("quoted")

    def _by_name(self, name: str) -> int | None:
        """The seat of that name, however its letters are written and accented where that is plain."""
        found = self._called.get(name, [])
        if len(found) != 1:
            found = self._those_alike(name)
        return found[0] if len(found) == 1 else None

    def _those_alike(self, name: str) -> list[int]:
        return self._alike.get(alike(name), []) if len(name) <= NAME_LIMIT else []

    def _by_place(self, text: str, place: Place) -> int:
        seat = int(text[1:])
        if seat >= len(self._names):
            raise NotationError(place, "seat_number", last=len(self._names) - 1)
        return seat

    def _whose(self, place: Place, name: str) -> NotationError:
        """That a name is no seat's, or that of several."""
        if self._those_alike(name):
            return NotationError(place, "several", name=name)
        return NotationError(place, "seat", names=self._names) if self._names else NotationError(place, "seats")

    def _turn(self, line: Line) -> bool:
        """Read a turn; False for a line of another sort."""
        place = line.place
        named = self._string(line)
        if named is None:
            before, colon, _ = line.rest.partition(":")
            before = before.strip()
            if not colon:
                return False
            if _AT.fullmatch(before):
                seat: int | None = self._by_place(before, place)
            else:
                seat = self._by_name(before)
                if seat is None and "".join(before.split(maxsplit=1)[:1]).lower() in WORDS:
                    return False
            line.to(line.text.index(":", line.at))
            named = before
        else:
            seat = self._by_name(named)
        if seat is None:
            raise self._whose(place, named)
        if not line.mark(":"):
            line.fail("colon")
        if self._totals:
            raise NotationError(place, "after_totals")
        self._seated(place)
        for entry, at in self._turns.read(line, seat):
            self._entries.append(entry)
            self._at.append(at)
        return True
