"""The lines of a text, read from left to right, and what is said where they cannot be read."""

import re
from collections.abc import Iterator
from json import JSONDecodeError, JSONDecoder
from typing import Any, NamedTuple, NoReturn

from pydantic import ValidationError

_COMMENT = re.compile(r"(?:^|\s)#")
_SPACES = re.compile(r"\s*")
NUMBER = r"[+\-−]?[0-9]{1,15}(?![0-9])"
"""A whole number, with any of the signs that keyboards and word processors make."""

_NUMBER = re.compile(NUMBER)
_DECODER = JSONDecoder()


class Place(NamedTuple):
    """A place in a text; lines and columns count from 1."""

    line: int
    column: int


class NotationError(ValueError):
    """A text that is no transcript: where reading stopped, and what was expected there."""

    def __init__(self, place: Place, expected: str) -> None:
        super().__init__(f"line {place.line}, column {place.column}: expected {expected}")
        self.line = place.line
        self.column = place.column
        self.expected = expected


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

    def fail(self, expected: str) -> NoReturn:
        """Refuse the text at this place."""
        raise NotationError(self.place, expected)

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

    def end(self, expected: str = "the end of the line") -> None:
        """Refuse whatever follows."""
        if not self.ended:
            self.fail(expected)


def whole(text: str) -> int:
    """The number that a match of `NUMBER` stands for."""
    return int(text.replace("−", "-"))


def lines(text: str) -> Iterator[Line]:
    """The lines of a text in which something stands."""
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        made = Line(number, line.removesuffix("\r"))
        if not made.ended:
            yield made


def one_of(what: str, known: Any) -> str:
    """What was expected, with all there is."""
    names = ", ".join(known)
    return f"{what}: {names}" if names else f"no {what.split(maxsplit=1)[-1]}, there is none in this game"


def said(error: ValidationError) -> str:
    """What pydantic wanted first, as the end of "expected ..."."""
    message = error.errors(include_url=False, include_input=False)[0]["msg"]
    return message.removeprefix("Input should be ").removeprefix("Value error, ")
