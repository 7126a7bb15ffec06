"""Scanner: one line of a text, read token by token from left to right.

Every expression here is at most one run of one class of characters, so a token costs what it is long, and reading a
line costs a constant times its length.
"""

import re
from collections.abc import Iterator
from json import JSONDecodeError, JSONDecoder
from typing import Any, NoReturn

from rules.notation.errors import NotationError, Place

LINE_LIMIT = 131_072
"""Characters that a line may have: twice what a move sent to a session may have."""

DIGITS_LIMIT = 15
"""Digits that a number may have; every JSON parser reads it exactly."""

THOUSANDS = 3
"""Digits of a group, where the thousands of a number are parted."""

WORD = re.compile(r"[A-Za-z]+")
NAME = re.compile(r"[\w-]+")
_BLANKS = re.compile(r"\s*")
COMMENT = re.compile(r"\s#")
_DIGITS = re.compile(r"[0-9]*")
_BETWEEN = re.compile(r"[\s,‐‑–—−-]*")  # hyphens and dashes of all kinds
_ASIDE = re.compile(r"[1-6\s,‐‑–—−-]*")
_DIGIT = "0123456789"
FACES = frozenset("123456")
_SIGNS = frozenset("+-−")
_POINTS = frozenset(".,'’")
_SPACES = frozenset(" \u00a0\u2009\u202f")
_BETWEEN_THROWS = _SPACES | {","}
"""What stands between thousands; some of it stands between other things as well."""

_DECODER = JSONDecoder()


class Line:
    """One line and how far it has been read; whatever is read, the blanks behind it are passed over."""

    def __init__(self, number: int, text: str) -> None:
        self.number = number
        self.text = text
        self.at = 0
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
        """What follows, without a comment and blanks around it."""
        if self.ended:
            return ""
        comment = COMMENT.search(self.text, self.at)
        return self.text[self.at : comment.start() if comment else None].strip()

    def fail(self, code: str, at: int | None = None, **fields: Any) -> NoReturn:
        """Refuse the text at this place, or at that index."""
        raise NotationError(self.place if at is None else Place(self.number, at + 1), code, **fields)

    def end(self, code: str = "end") -> None:
        """Refuse whatever follows."""
        if not self.ended:
            self.fail(code)

    def skip(self) -> None:
        """Pass over blanks."""
        self.to(self.at)

    def to(self, at: int) -> None:
        """Go on at that index, or behind the blanks there."""
        self.at = _BLANKS.match(self.text, at).end()  # type: ignore[union-attr]  # it matches nothing as well

    def begins(self, mark: str) -> bool:
        """Whether that character comes next."""
        return self.text.startswith(mark, self.at)

    def mark(self, mark: str) -> bool:
        """Read that character, if it comes next."""
        if not self.begins(mark):
            return False
        self.to(self.at + 1)
        return True

    def run(self, run: re.Pattern[str]) -> str | None:
        """Read a run of such characters, if there is one."""
        found = None if self.ended else run.match(self.text, self.at)
        if found is None:
            return None
        self.to(found.end())
        return found[0]

    def json(self) -> Any:
        """Read a JSON value; ValueError where there is none."""
        try:
            value, end = _DECODER.raw_decode(self.text, self.at)
        except (JSONDecodeError, RecursionError) as error:
            raise ValueError(str(error)) from None
        self.to(end)
        return value

    # --- numbers and dice

    def digits(self, at: int) -> str:
        """The digits that stand at that index."""
        return _DIGITS.match(self.text, at)[0]  # type: ignore[index]  # it matches nothing as well

    def whole(self, *, last: bool = False) -> int | None:
        """Read a whole number, whatever its sign and however its thousands are parted; None where none begins.

        last: nothing may follow it in its line. Where a throw may, three digits behind a blank or a comma that could
        be one are no part of the number.
        """
        signed = self.text[self.at : self.at + 1] in _SIGNS
        first = self.digits(self.at + signed)
        if not first:
            if signed and self.digits(_BLANKS.match(self.text, self.at + 1).end()):  # type: ignore[union-attr]
                self.fail("number")
            return None
        groups = [first, *self._groups(self.at + signed, first, last=last)]
        written = "".join(groups)
        end = self.at + signed + len(written) + len(groups) - 1
        if len(written) > DIGITS_LIMIT or (self.text[end : end + 1] in _POINTS and self.digits(end + 1)):
            self.fail("number")
        value = -int(written) if signed and self.text[self.at] != "+" else int(written)
        self.to(end)
        return value

    def _groups(self, at: int, first: str, *, last: bool) -> list[str]:
        """The groups of three digits that go on with a number at that index."""
        end = at + len(first)
        parted = self.text[end : end + 1]
        if len(first) > THOUSANDS or first[0] == "0" or parted not in _POINTS | _SPACES:
            return []
        groups = list[str]()
        while len(groups) < DIGITS_LIMIT and self.text[end : end + 1] == parted:
            group = self.digits(end + 1)
            if len(group) != THOUSANDS:
                break
            groups.append(group)
            end += 1 + THOUSANDS
        if last or parted not in _BETWEEN_THROWS:
            return groups
        if groups and self.text[end : end + 1] == ":":  # so many dice are thrown
            groups.pop()
        while groups and FACES.issuperset(groups[-1]):
            groups.pop()
        return groups

    def dice(self) -> tuple[int, ...] | None:
        """Read dice: one behind the other, or with blanks, commas or hyphens between them; None where none begin."""
        digits = self._faces()
        if len(digits) > 1:
            self.to(self.at + len(digits))
            return tuple(map(int, digits))
        found = list[int]()
        while len(digits) == 1 and not self._is_count():
            found.append(int(digits))
            self.to(self.at + 1)
            between = _BETWEEN.match(self.text, self.at)
            at = between.end()  # type: ignore[union-attr]  # it matches nothing as well
            if at > self.at and self.digits(at):
                self.at = at
                if len(self._faces()) != 1:
                    self.fail("faces")
            digits = self._faces()
        return tuple(found) or None

    def aside(self) -> tuple[int, ...]:
        """Read dice in parentheses, the first of which comes next; () where there are none."""
        inside = _ASIDE.match(self.text, self.at + 1)
        dice = tuple(int(each) for each in inside[0] if each in FACES) if inside is not None else ()
        if inside is None or not dice or not self.text.startswith(")", inside.end()):
            return ()
        self.to(inside.end() + 1)
        return dice

    def _faces(self) -> str:
        """The digits that come next, if they are faces."""
        digits = "" if self.ended else self.digits(self.at)
        return digits if FACES.issuperset(digits) else ""

    def _is_count(self) -> bool:
        """Whether the digit that comes next says how many dice are thrown."""
        return self.text.startswith(":", _BLANKS.match(self.text, self.at + 1).end())  # type: ignore[union-attr]


def ending_numbers(text: str) -> Iterator[tuple[int, int]]:
    """Where numbers begin that a text may end with, and what they are: `5 050` ends with 50 and with 5050."""
    front = text.rstrip(_DIGIT)
    written = text[len(front) :]
    if not 0 < len(written) <= DIGITS_LIMIT:
        return
    yield _signed(front, written)
    parted, group = front[-1:], written
    while len(group) == THOUSANDS and parted and parted in _POINTS | _SPACES and front[-1:] == parted:
        end = len(front) - 1
        front = front[:end].rstrip(_DIGIT)
        group = text[len(front) : end]
        written = group + written
        if not 0 < len(group) <= THOUSANDS or len(written) > DIGITS_LIMIT:
            return
        if group[0] != "0":
            yield _signed(front, written)


def _signed(front: str, written: str) -> tuple[int, int]:
    sign = front[-1:]
    if sign and sign in _SIGNS:
        return len(front) - 1, int(written) if sign == "+" else -int(written)
    return len(front), int(written)


def no_number(text: str) -> int | None:
    """Where something begins that the text ends with and that is like a number, but none; None where nothing is."""
    starts = [at for at, _ in ending_numbers(text)]
    front = text.rstrip(_DIGIT + "".join(_POINTS))
    if (
        front == text
        or text[len(front)] not in _DIGIT
        or (starts and text[starts[-1] - 1 : starts[-1]] not in _POINTS)
    ):
        return None
    return len(front) - (front[-1:] in _SIGNS)
