"""Reading a transcript's text, line by line."""

import json
import re
from typing import Any, NamedTuple

from pydantic import TypeAdapter, ValidationError

from rules.contract import AnyGame
from rules.notation.lines import LONG, NUMBER, Line, NotationError, Place, alike, lines, refused, unfit, whole
from rules.notation.turns import Turns
from rules.transcript import Entry, Name, Transcript

WORDS = ("game", "rules", "option", "preset", "seat", "total")
"""What a line begins with that is no turn."""

_WORD = re.compile(r"[A-Za-z]+")
_NAME = re.compile(r"[\w-]+")
_AT = re.compile(r"@([0-9]{1,4})(?![0-9])")
_COLON = re.compile(":")
_TOTAL = re.compile(rf"(\S.*?)\s*:?\s*({NUMBER})$")

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
    for line in lines(text):
        return _game(line)
    raise NotationError(Place(1, 1), "game")


def _game(line: Line) -> str:
    word = line.take(_WORD)
    name = line.take(_NAME)
    if word is None or word[0].lower() != "game" or name is None:
        raise NotationError(Place(line.number, 1), "game")
    line.end()
    return name[0].lower()


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
        self._turns = Turns(game, move)
        self._adapter = options
        self._version: int | None = None
        self._version_at: Place | None = None
        self._preset: str | None = None
        self._options: dict[str, Any] = {}
        self._places: dict[str, Place] = {}
        self._names: list[str] = []
        self._seats: list[Place] = []
        self._entries: list[Entry[Any]] = []
        self._at: list[Place] = []
        self._totals: dict[int, tuple[int, Place]] = {}

    def read(self, text: str) -> Reading:
        """The transcript; raises `NotationError`."""
        first = True
        for line in lines(text):
            if first:
                name = _game(line)
                if name != self._game.name:
                    raise NotationError(Place(line.number, 1), "other_game", game=self._game.name, found=name)
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
        word = line.take(_WORD)
        key = word[0].lower() if word else ""
        if key == "total":
            self._total(line)
        elif self._entries or self._totals:
            raise NotationError(start, "turn_or_total", names=self._names)
        elif key == "rules":
            self._version_at = line.place
            self._version = line.number_here()
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
        named = line.take(_NAME)
        fields = self._game.options.model_fields
        name = named[0].replace("-", "_") if named else ""
        if name not in fields:
            raise refused(place, "option", fields)
        if name in self._options:
            raise NotationError(place, "option_twice", name=name)
        if line.ended:
            line.fail("option_value", name=name)
        self._places[name] = line.place
        self._options[name] = option_value(line.text[line.at :])

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
        self._seats.append(place)
        if len(self._names) > self._game.max_seats:
            raise NotationError(place, "most_seats", most=self._game.max_seats)

    def _total(self, line: Line) -> None:
        self._seated(line.place)
        place = line.place
        name = self._string(line)
        if name is not None:
            line.take(_COLON)
            total, seat = line.number_here(), self._by_name(name)
        else:
            found = _TOTAL.match(line.rest)
            name, total = (found[1], whole(found[2])) if found else (line.rest, None)
            line.at += len(line.rest)
            seat = self._by_place(name, place) if _AT.fullmatch(name) else self._by_name(name)
        long = LONG.search(line.text, 0, line.at) if total is None or seat is None else None
        if total is None or long is not None:
            raise NotationError(line.place if long is None else Place(line.number, long.start() + 1), "number")
        if seat is None:
            raise self._whose(place, name)
        line.end()
        if seat in self._totals:
            raise NotationError(place, "total_twice", name=self._names[seat])
        self._totals[seat] = (total, place)

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

    def _seated(self, place: Place) -> None:
        """That enough seats are there once they are needed."""
        if len(self._names) < self._game.min_seats:
            raise NotationError(place, "seats")

    # --- whose it is

    def _string(self, line: Line) -> str | None:
        """A name in quotes, if one begins here."""
        if not line.text.startswith('"', line.at):
            return None
        try:
            return str(line.json())
        except ValueError:
            line.fail("quoted")

    def _by_name(self, name: str) -> int | None:
        """The seat of that name, however its letters are written and accented where that is plain."""
        for found in (
            [seat for seat, each in enumerate(self._names) if each == name],
            [seat for seat, each in enumerate(self._names) if alike(each) == alike(name)],
        ):
            if len(found) == 1:
                return found[0]
        return None

    def _by_place(self, text: str, place: Place) -> int:
        seat = int(text[1:])
        if seat >= len(self._names):
            raise NotationError(place, "seat_number", last=len(self._names) - 1)
        return seat

    def _whose(self, place: Place, name: str) -> NotationError:
        """That a name is no seat's, or that of several."""
        if alike(name) in map(alike, self._names):
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
                if seat is None and before.split(maxsplit=1)[:1] and before.split()[0].lower() in WORDS:
                    return False
            line.at = line.text.index(":", line.at)
            named = before
        else:
            seat = self._by_name(named)
        if seat is None:
            raise self._whose(place, named)
        if line.take(_COLON) is None:
            line.fail("colon")
        if self._totals:
            raise NotationError(place, "after_totals")
        self._seated(place)
        for entry, at in self._turns.read(line, seat):
            self._entries.append(entry)
            self._at.append(at)
        return True
