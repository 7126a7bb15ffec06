"""Types of checks: what is sent to be checked, and what comes back."""

from collections.abc import Sequence
from typing import Annotated, Any, Union

from pydantic import BaseModel, Field, GetJsonSchemaHandler, Json, create_model
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema
from typing_extensions import TypeAliasType

from app.contract.models import STRICT
from app.contract.transcripts import BODY_LIMIT, TranscriptText
from app.http.problems import ProblemDetails
from rules.contract import AnyGame, Rank

MOST_FAULTS = 1000
"""How many faults an answer lists."""

MOST_SHEETS = 32
MOST_LINES = 10_000
"""How many lines a batch may have, empty ones among them."""

MOST_BYTES = 32 * 1024 * 1024
"""Bytes that a batch may have; each of its lines as many as a body with a transcript."""

NDJSON = "application/x-ndjson"


class Figures(BaseModel):
    """The totals by seat, as they were written down and as they are right."""

    claimed: list[int | None] | None = Field(description="null where none was written down.")
    right: list[int | None] = Field(description="null for a sheet with marks or points that cannot be.")


class Rankings(BaseModel):
    """The ranking by the totals that were written down and by the right ones."""

    claimed: list[Rank] | None = Field(description="null where a total was not written down.")
    right: list[Rank] | None = Field(description="Of an unfinished game as it stands; null where a total is unknown.")


class CheckedFault(BaseModel):
    """One thing that is wrong."""

    pointer: str = Field(
        description="JSON Pointer (RFC 6901) to its place; of a transcript as text, in the JSON form of that."
    )
    move: int | None = Field(None, description="In a transcript: the number of the entry of its record, from 1.")
    line: int | None = Field(None, description="In a transcript as text: the line, from 1.")
    column: int | None = Field(None, description="And the column, from 1.")
    code: str = Field(description="A stable code, such as `illegal_move` or `wrong_points`.")
    reason: str | None = Field(
        None, description="Of an illegal move or bank: the refusal's stable code, as with the problem `illegal-move`."
    )
    rule: str | None = Field(description="The paragraph of the game's rules page; null where there is none.")
    detail: str = Field(description="What is wrong, in the reader's language.")
    details: dict[str, Any] = Field(description="Further figures that the sentence speaks of.")
    claimed: Any = Field(description="What was written down: a number, several, true, or a move.")
    right: Any = Field(
        description="What should stand there, or a list of what could; null where nothing should or nobody can say."
    )


class Checked(BaseModel):
    """What came of a check."""

    valid: bool = Field(description="Whether there is no fault.")
    finished: bool = Field(description="Whether the game is over, or every sheet full; if not, that is no fault.")
    faults: list[CheckedFault] = Field(
        max_length=MOST_FAULTS, description=f"In the order of what was sent; the first {MOST_FAULTS:,} of them."
    )
    more_faults: int = Field(description="How many more there are.")
    totals: Figures
    ranking: Rankings


class CheckedLine(Checked):
    """The answer to a line of a batch."""

    line: int = Field(description="Which line it answers, from 1.")


class RefusedLine(BaseModel):
    """The answer to a line of a batch that could not be looked at."""

    line: int | None = Field(
        description="Which line it answers, from 1; null where the batch is too large and ends here."
    )
    problem: ProblemDetails


class _Lines:
    """Marks a text as lines of JSON, each of the type that the schema names."""

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return handler(schema) | {"contentMediaType": NDJSON}


def sheets_request(game: AnyGame, prefix: str, agreements: dict[str, Any]) -> Any:
    """Filled sheets of a game; `agreements` are the fields by which a request sets its options."""
    sheet: Any = game.filled_sheet
    return create_model(
        f"{prefix}SheetsRequest",
        __config__=STRICT,
        __doc__=f"Filled sheets of {game.name} to be checked.",
        sheets=(
            Annotated[list[sheet], Field(min_length=1, max_length=MOST_SHEETS)],
            Field(description="One for each seat, in their order."),
        ),
        **agreements,
    )


def request(transcript: Any, sheets: Sequence[Any]) -> Any:
    """What may be sent to be checked; `transcript` is the JSON form over the games."""
    return _alias("CheckRequest", Union[transcript, TranscriptText, *sheets])


def batch(name: str, one: Any) -> Any:
    """Many of these, one a line, under that name."""
    says = (
        f"At most {MOST_LINES:,} lines and {MOST_BYTES:,} bytes, a line at most {BODY_LIMIT:,} bytes. "
        "Empty lines are passed over."
    )
    return _alias(name, Annotated[_json(one), _Lines(), Field(description=says)])


def batch_answers(name: str, line: Any) -> Any:
    """The answers to a batch, one a line, of this type where they could be given."""
    says = "An answer for each line that is not empty, in their order, sent while the batch still arrives."
    return _alias(name, Annotated[_json(line | RefusedLine), _Lines(), Field(description=says)])


def _json(made: Any) -> Any:
    json: Any = Json  # of a type that no checker can know
    return json[made]


def _alias(name: str, made: Any) -> Any:
    make: Any = TypeAliasType
    return make(name, made)
