"""Errors of a text: where it cannot be read, and what was expected there."""

from typing import Any, NamedTuple

from rules.contract import ENGLISH, Texts
from rules.texts import notation


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
        self.expected = self.wanted(ENGLISH)
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


def refused(place: Place, what: str, known: Any) -> NotationError:
    """What is none of those known, an option or the like; there may be none at all."""
    return NotationError(place, what, known=list(known)) if known else NotationError(place, f"{what}.none")


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
