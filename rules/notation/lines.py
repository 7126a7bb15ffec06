"""The lines of a text, read from left to right, and what is said where they cannot be read."""

import re
import unicodedata
from collections.abc import Iterator
from json import JSONDecodeError, JSONDecoder
from typing import Any, NamedTuple, NoReturn

from rules.contract import Texts
from rules.texts import notation

_COMMENT = re.compile(r"(?:^|\s)#")
_SPACES = re.compile(r"\s*")
NUMBER = r"[+\-−]?[0-9]{1,15}(?![0-9])"
"""A whole number, with any of the signs that keyboards and word processors make."""

LONG = re.compile(r"[+\-−]?[0-9]{16,}\s*$")
"""A number at the end that is longer than that."""

_NUMBER = re.compile(NUMBER)
_NUMERIC = re.compile(r"[+\-−=]?\s*[0-9]")
_DECODER = JSONDecoder()


class Place(NamedTuple):
    """A place in a text; lines and columns count from 1."""

    line: int
    column: int


class NotationError(ValueError):
    """A text that is no transcript: where reading stopped, and what was expected there.

    code, fields: what was expected, as a message of `rules/texts/<language>/notation.json` and what it speaks of.
    expected: the same in English, as in `str()`.
    """

    def __init__(self, place: Place, code: str, **fields: Any) -> None:
        self.line = place.line
        self.column = place.column
        self.code = code
        self.fields = fields
        self.expected = self.wanted(notation.ENGLISH)
        super().__init__(f"line {place.line}, column {place.column}: expected {self.expected}")

    def wanted(self, language: str) -> str:
        """What was expected, for a reader of `language`."""
        return notation.expected(language, self.code, self.fields)

    def sentence(self, language: str) -> str:
        """Where reading stopped and what was expected, as a sentence for a reader of `language`."""
        return notation.refusal(language, self.line, self.column, self.wanted(language))


class OwnNotationError(NotationError):
    """What was expected is the game's to say: in its message "notation.<code>", else the code is what it says."""

    def __init__(self, place: Place, code: str, texts: Texts) -> None:
        self.texts = texts
        super().__init__(place, code)

    def wanted(self, language: str) -> str:
        """What was expected, for a reader of `language`."""
        return self.texts.spoken(language).get(f"notation.{self.code}", self.code)


class Line:
    """One line and how far it has been read."""

    def __init__(self, number: int, text: str, at: int = 0) -> None:
        self.number = number
        self.text = text
        self.at = at
        self.skip()

    @property
    def place(self) -> Place:
        """Where reading stands."""
        return Place(self.number, self.at + 1)

    @property
    def ended(self) -> bool:
        """Whether nothing follows but perhaps a comment."""
        return self.at == len(self.text) or (
            self.text[self.at] == "#" and (self.at == 0 or self.text[self.at - 1].isspace())
        )

    @property
    def rest(self) -> str:
        """What follows, without a comment and spaces around it."""
        if self.ended:
            return ""
        comment = _COMMENT.search(self.text, self.at)
        return self.text[self.at : comment.start() if comment else None].strip()

    def fail(self, code: str, **fields: Any) -> NoReturn:
        """Refuse the text at this place."""
        raise NotationError(self.place, code, **fields)

    def skip(self) -> None:
        """Pass over spaces."""
        self.at = _SPACES.match(self.text, self.at).end()  # type: ignore[union-attr]  # it matches nothing as well

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Read what matches the pattern here, and the spaces after it."""
        found = None if self.ended else pattern.match(self.text, self.at)
        if found is not None:
            self.at = found.end()
            self.skip()
        return found

    def json(self) -> Any:
        """Read a JSON value; ValueError where there is none."""
        try:
            value, self.at = _DECODER.raw_decode(self.text, self.at)
        except (JSONDecodeError, RecursionError) as error:
            raise ValueError(str(error)) from None
        self.skip()
        return value

    def number_here(self) -> int | None:
        """Read a whole number, if there is one."""
        found = self.take(_NUMBER)
        return None if found is None else whole(found[0])

    @property
    def numeric(self) -> bool:
        """Whether a number begins here, whatever its length."""
        return not self.ended and _NUMERIC.match(self.text, self.at) is not None

    def end(self, code: str = "end") -> None:
        """Refuse whatever follows."""
        if not self.ended:
            self.fail(code)


def whole(text: str) -> int:
    """The number that a match of `NUMBER` stands for."""
    return int(text.replace("−", "-"))


def lines(text: str) -> Iterator[Line]:
    """The lines of a text in which something stands."""
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        made = Line(number, line.removesuffix("\r"))
        if not made.ended:
            yield made


def refused(place: Place, what: str, known: Any) -> NotationError:
    """What is none of those known, an option or the like; there may be none at all."""
    return NotationError(place, what, known=list(known)) if known else NotationError(place, f"{what}.none")


def alike(name: str) -> str:
    """A name as it is compared: whatever the case of its letters, and however accents are put on them."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def unfit(place: Place, fault: Any) -> NotationError:
    """What pydantic finds wrong with a value."""
    code, figure = _LIMITS.get(fault["type"], (None, ""))
    if code is not None:
        return NotationError(place, code, n=fault["ctx"][figure])
    if fault["type"] == "literal_error":
        return NotationError(place, "one_of", known=[fault["ctx"]["expected"].replace("'", "")])
    if fault["type"].startswith("int_"):
        return NotationError(place, "integer")
    if fault["type"].startswith("bool_"):
        return NotationError(place, "boolean")
    return NotationError(place, "value", says=fault["msg"].removeprefix("Value error, "))


_LIMITS = {
    "greater_than_equal": ("at_least", "ge"),
    "less_than_equal": ("at_most", "le"),
    "multiple_of": ("multiple", "multiple_of"),
}
"""What is said of a number that pydantic refuses, and which figure of its own it speaks of."""
