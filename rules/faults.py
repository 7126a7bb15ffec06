"""Faults: what is wrong with what a table wrote down."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Generic, TypeVar

from pydantic import Field

R = TypeVar("R")
Claim = Annotated[int, Field(ge=-1_000_000, le=1_000_000)]
"""A number that a table wrote on a sheet."""
PLAIN = (int, str, list, type(None))
"""The types of what was claimed or is right where that is no move."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong.

    place: where, as the steps from the whole to it in its JSON form (`("record", 3, "points")`). code: stable, in
    snake_case; its sentence stands under "fault.<code>" with `details` as fields, or, for an illegal move, under
    "reason.<reason>". rule: the paragraph of the game's rules page, None where there is none. claimed: what was
    written down: a number, a list of numbers, a truth value or a move. right: what should stand there, or the values
    that could; None where nothing should, or nobody can say.
    """

    place: tuple[str | int, ...]
    code: str
    rule: str | None = None
    claimed: Any = None
    right: Any = None
    reason: str | None = None
    details: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SheetFindings:
    """What is wrong with one filled sheet.

    total: what follows from the rest of the sheet, None if that is impossible as it stands. claimed: the total that
    stands there, None where none does. full: whether nothing more can be written on it.
    """

    faults: tuple[Fault, ...]
    total: int | None
    claimed: int | None
    full: bool


@dataclass(frozen=True, slots=True)
class TableFindings(Generic[R]):
    """What is wrong with the sheets of all seats of a table, in their order, and the ranking by what is right."""

    sheets: tuple[SheetFindings, ...]
    ranking: tuple[R, ...]


class Impossible(ValueError):
    """A loose sheet that no game leads to: a sentence for the reader, and the steps to the place of its fault."""

    def __init__(self, says: str, *place: str | int) -> None:
        super().__init__(says)
        self.place = place
