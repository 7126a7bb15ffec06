"""A sheet of wohin-damit without a game."""

from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from rules.wohin_damit.boxes import LINE, PLACES, needs
from rules.wohin_damit.state import ROWS, Entries, RowId

Result = Annotated[int, Field(ge=2, le=12, description="A result: white and blue die, 2 to 12.")]
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
