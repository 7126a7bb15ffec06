"""Types of score sheets: the game's neutral table with names and with words in the reader's language."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field
from typing_extensions import TypeAliasType

from app.contract.models import Moment, Seat, SessionId, Status
from rules.contract import Outcome

SheetPage = TypeAliasType(
    "SheetPage",
    Annotated[str, Field(description="The sheet as a page that needs nothing else, made for printing on A4.")],
)
SheetTable = TypeAliasType(
    "SheetTable",
    Annotated[
        str,
        Field(
            description="The sheet as CSV (RFC 4180) in UTF-8 with a header. For each seat a column of values, and "
            "where the sheet has them columns of entries, marks and running totals."
        ),
    ],
)


class SheetColumn(BaseModel):
    """A seat's column."""

    seat: Seat
    name: str | None = Field(description="null on an empty sheet and while the seat is open.")
    resigned: bool = Field(description="Whether the seat has left the game.")


class SheetSection(BaseModel):
    """A part of a sheet."""

    id: str
    label: str


class SheetCell(BaseModel):
    """What stands in a seat's column in a row."""

    value: int | None = Field(description="The points or the sum written there; null while there is nothing.")
    notes: list[int | str] = Field(description="Entries in their order: numbers, or codes explained in `notes`.")
    marks: int = Field(description="How many strokes were made there.")
    columns: list[int | None] = Field(
        description="What stands in each column, where the seat's sheet has several; `value` is their sum then."
    )
    total: int | None = Field(description="The seat's total after it, in a sheet that runs turn by turn.")


class SheetRow(BaseModel):
    """One line of a sheet."""

    id: str = Field(description="A category, or such as `bonus`, `turn.3`, `total`.")
    kind: Literal["box", "turn", "sum", "bonus", "total", "mark"]
    section: str | None = Field(description="The id of the part it belongs to.")
    label: str
    hint: str | None = Field(description="Small print beside the label.")
    room: int = Field(description="How many small boxes for notes or marks a printed sheet has in each cell.")
    cells: list[SheetCell] = Field(description="One for each column.")


class ScoreSheet(BaseModel):
    """A score sheet, empty or a session's."""

    game: str
    title: str = Field(description="The preset's, else the game's.")
    language: str = Field(description="Of title, labels and hints.")
    options: dict[str, Any] = Field(description="What the table agreed on.")
    preset: str | None = Field(description="The preset of the game that these options are.")
    session: SessionId | None = Field(description="null for an empty sheet.")
    version: int | None = Field(description="The session's.")
    status: Status | None = Field(description="The session's.")
    opened: Moment | None = Field(description="When the session was opened.")
    columns: list[SheetColumn]
    sections: list[SheetSection] = Field(description="In the order of the rows.")
    rows: list[SheetRow] = Field(description="In printing order.")
    notes: dict[str, str] = Field(description="What the codes among the cells' notes are called.")
    outcome: Outcome | None = Field(description="null while the game is on.")
