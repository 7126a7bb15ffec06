"""Boxes of wohin-damit: what every result does to every box, looked up, and a sheet of them without a game."""

from collections.abc import Sequence
from operator import getitem
from typing import Annotated, NamedTuple, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from rules.contract import Legal
from rules.wohin_damit.state import BOXES, ROWS, BoxId, Entries, RowClosed, RowId, WohinDamitChoose, WohinDamitMove

PLACES: dict[BoxId, int] = {box: place for place, box in enumerate(BOXES)}
"""Where each box stands in a seat's entries."""
SMALL, LARGE = PLACES["small"], PLACES["large"]
TARGETS = range(6, 16)
"""The targets of the rows, by place."""
LINE = 3
"""How many results small and large take."""
LEAST, MOST = 2, 12
"""The lowest and the highest result of a white and a blue die."""

EMPTY: Entries = ((),) * len(BOXES)


class Way(NamedTuple):
    """A result in a box.

    legal: the move with the change of the total. excess: by how much it exceeds a row (3.2), 0 where it does not.
    closes: whether the box takes no further entry after it. closing: the events of that.
    """

    box: BoxId
    legal: Legal[WohinDamitMove]
    excess: int
    closes: bool
    closing: tuple[RowClosed, ...]


def needs(place: int, entered: Sequence[int]) -> int:
    """What a row is short of its target after these entries; 0 or less once it is closed."""
    return TARGETS[place] - sum(entered)


def _row_way(row: RowId, need: int, result: int) -> Way:
    excess = max(0, result - need)
    closes = result >= need
    legal: Legal[WohinDamitMove] = Legal(WohinDamitChoose(row), -excess, 0)
    return Way(row, legal, excess, closes, (RowClosed(row, excess),) if closes else ())


def _line_way(place: int, entered: int, result: int) -> Way:
    sign = 1 if place == LARGE else -1
    legal: Legal[WohinDamitMove] = Legal(WohinDamitChoose(BOXES[place]), sign * result, 0)
    return Way(BOXES[place], legal, 0, entered + 1 == LINE, ())


_RESULTS = range(MOST + 1)
_ROW_WAYS = tuple(
    (*(tuple(_row_way(row, target - held, result) for result in _RESULTS) for held in range(target)), *(None,) * MOST)
    for row, target in zip(ROWS, TARGETS, strict=True)
)
_LINE_WAYS = tuple(
    (*(tuple(_line_way(place, entered, result) for result in _RESULTS) for entered in range(LINE)), None)
    for place in (SMALL, LARGE)
)
_WAYS: tuple[tuple[tuple[Way, ...] | None, ...], ...] = _ROW_WAYS + _LINE_WAYS
"""By place, by the sum of a row's entries or the number of a line's, and by the result; None for a closed box."""


def way(entries: Entries, place: int, result: int) -> Way | None:
    """What the result does in that box of the sheet; None if the box is closed."""
    entered = entries[place]
    by_result = _WAYS[place][sum(entered) if place < SMALL else len(entered)]
    return by_result[result] if by_result else None


def ways(entries: Entries, result: int, only_if_nothing_fits: bool) -> list[Way]:
    """What the result does in every open box, in sheet order.

    only_if_nothing_fits: leave out boxes where it would be an excess as long as another takes it without one (3.4).
    """
    held = [*map(sum, entries[:SMALL]), len(entries[SMALL]), len(entries[LARGE])]
    found = [by_result[result] for by_result in map(getitem, _WAYS, held) if by_result]
    if only_if_nothing_fits:
        return [each for each in found if not each.excess] or found
    return found


Result = Annotated[int, Field(ge=LEAST, le=MOST, description="A result: white and blue die, 2 to 12.")]
LineEntries = Annotated[tuple[Result, ...], Field(max_length=LINE)]


class WohinDamitEntries(BaseModel):
    """What is entered on a sheet; what is left out is empty."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    rows: dict[RowId, tuple[Result, ...]] = Field(
        default={},
        description="By row, the results in the order they were entered; none follows the one that closes it.",
        examples=[{"6": [5], "12": [7, 5]}],
    )
    small: LineEntries = Field(default=(), description="Up to three results.", examples=[[3]])
    large: LineEntries = Field(default=(), description="Up to three results.", examples=[[11, 10]])

    @model_validator(mode="after")
    def _nothing_after_the_close(self) -> Self:
        for row, results in self.rows.items():
            if results and needs(PLACES[row], results[:-1]) <= 0:
                raise ValueError(f"row {row} was closed before its last entry: {list(results)}")
        return self

    def entries(self) -> Entries:
        """By box in sheet order."""
        return (*(self.rows.get(row, ()) for row in ROWS), self.small, self.large)
