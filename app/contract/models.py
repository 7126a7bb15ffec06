"""Types that are the same for every game."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Discriminator, Field, Json, Tag
from pydantic_core import PydanticCustomError
from typing_extensions import TypeAliasType

from rules.adviser import BotLevel, Objective
from rules.contract import Outcome
from rules.names import ONE_LINE, Name, readable

STRICT = ConfigDict(extra="forbid", strict=True)
DiceSource = Annotated[
    Literal["server", "players"],
    Field(description="Who throws the dice: the service, or the players, whose rolls then carry the faces."),
]
SessionId = Annotated[str, Field(description="The session's id.", json_schema_extra={"format": "uuid"})]
Moment = Annotated[str, Field(json_schema_extra={"format": "date-time"})]
Status = Literal["waiting", "active", "finished", "abandoned"]
Visibility = Annotated[
    Literal["public", "private"],
    Field(description="Who may look on: whoever knows the id, or only holders of a token of the session."),
]
Label = Annotated[
    str,
    Field(
        min_length=1,
        max_length=80,
        pattern=ONE_LINE,
        description="1 to 80 characters, one of them visible; no control characters, no bidirectional controls.",
        examples=["Thursday league, board 3"],
    ),
    readable("A label"),
]
Hints = Annotated[
    Literal["off", "own", "all"],
    Field(
        description="Who is advised on right play: nobody, each seat on its own moves, or whoever is at the table on "
        "those of any seat."
    ),
]
Seconds = Annotated[int, Field(ge=1, le=31_536_000)]
TERMS: Mapping[str, Any] = {
    "visibility": (Visibility, "public"),
    "hints": (
        Hints | None,
        Field(None, description="Left out: `all` where the host names every seat, else `off`."),
    ),
    "label": (Label | None, Field(None, description="What the host calls the session, for lists and pages.")),
    "absent_seconds": (
        Seconds | None,
        Field(
            None,
            description="How long the table waits for a seat that is to move; after that the host may skip its turn "
            "or let it leave. Without it the table waits for ever.",
        ),
    ),
}
"""Fields of every request that opens a session: what is agreed on beside the game."""

MOST_PAUSE = 5000
PauseMs = Annotated[int, Field(ge=0, le=MOST_PAUSE)]
EntryKind = Literal["move", "announce", "resign", "skip", "undo", "claim", "seed", "abandon"]
Actor = Literal["seat", "host", "bot", "service"]
Seed = Annotated[
    str,
    Field(
        min_length=1,
        max_length=128,
        pattern=r"^[^\x00-\x1f\x7f]*$",
        description="Any text without control characters; it is hashed as it stands.",
        examples=["correct horse battery staple"],
    ),
]
Seat = Annotated[int, Field(ge=0, description="A place at the table; seat 0 starts.")]


class NamedSeat(BaseModel):
    """A seat for a player whom the host names and may act for."""

    model_config = STRICT
    name: Name


def _true(value: Any) -> Any:
    """Nothing but true: a literal of pydantic's takes 1 as well."""
    if value is not True:
        raise PydanticCustomError("literal_error", "One of these is needed: true", {"expected": "true"})
    return value


class OpenSeat(BaseModel):
    """A seat for whoever claims it with the invitation that the answer holds."""

    model_config = STRICT
    open: Annotated[Literal[True], BeforeValidator(_true)]


class BotSeat(BaseModel):
    """A seat that the service plays, at one of the levels that the game's page lists."""

    model_config = STRICT
    bot: BotLevel


_SEATS: Mapping[str, type[BaseModel]] = {"open": OpenSeat, "bot": BotSeat}


def _seat_kind(value: Any) -> str:
    """The type's name, which is no field's name, as that would be taken for a place in the body."""
    if isinstance(value, BaseModel):
        return type(value).__name__
    if not isinstance(value, dict):
        return "NamedSeat"
    return next((kind.__name__ for name, kind in _SEATS.items() if name in value), "NamedSeat")


SeatRequest = TypeAliasType(
    "SeatRequest",
    Annotated[
        Annotated[NamedSeat, Tag("NamedSeat")]
        | Annotated[OpenSeat, Tag("OpenSeat")]
        | Annotated[BotSeat, Tag("BotSeat")],
        Discriminator(_seat_kind),
    ],
)


class SeatView(BaseModel):
    """A seat at the table."""

    seat: Seat
    name: str | None = Field(description="null while the seat is open.")
    total: int = Field(description="Points written down so far.")
    open: bool = Field(description="Whether it waits for somebody to claim it.")
    resigned: bool = Field(description="Whether it has left the game.")
    due: Moment | None = Field(description="With `turn_seconds`: until when the seat must act; null if it need not.")
    bot: BotLevel | None = Field(description="The level at which the service plays the seat; null: a player's.")
    absent_from: Moment | None = Field(
        description="With `absent_seconds`: from when on the host may skip the seat's turn or let it leave; null if "
        "it need not act."
    )


class SeatSecret(BaseModel):
    """A seat's token, or its invitation while it is open; shown this once. A bot's seat has neither."""

    seat: Seat
    token: str | None = Field(None, description="Acts for the seat.")
    invitation: str | None = Field(None, description="Claims the seat; for whoever the host gives it to.")


class NewToken(BaseModel):
    """What replaces a token or an invitation; shown this once."""

    seat: int | None = Field(description="null: the host's.")
    token: str | None = Field(None, description="Replaces the token, which is dead from now on.")
    invitation: str | None = Field(None, description="Replaces the invitation of an open seat.")


class Ticket(BaseModel):
    """What stands for a token for some seconds, in the address of a session's events."""

    ticket: str = Field(description="For `?ticket=` of the session's `events`.")
    expires: Moment = Field(description="Until when a stream may be begun with it.")


class Rematch(BaseModel):
    """The session in which the players of another play on."""

    session: str | None = Field(description="Its id; null while the host has opened none.")


class ClaimRequest(BaseModel):
    """Take an open seat."""

    model_config = STRICT
    name: Name
    invitation: Annotated[str, Field(min_length=1, max_length=128, description="As the host was given it.")]


class SeedRequest(BaseModel):
    """Add a seed to the dice."""

    model_config = STRICT
    seed: Seed
    seat: Seat | None = Field(None, description="Needed only where a host's token could mean several seats.")


class SeatChoice(BaseModel):
    """The seat that is meant."""

    model_config = STRICT
    seat: Seat | None = Field(None, description="Needed only where a host's token could mean several seats.")


class TokenRequest(BaseModel):
    """Which token to replace."""

    model_config = STRICT
    seat: Seat | None = Field(
        None, description="For a host: the seat whose token or invitation is meant, else its own token."
    )


class MySeat(BaseModel):
    """Whose a token is."""

    session: SessionId
    seat: int | None = Field(description="null: the host's.")
    seats: list[int] = Field(description="The seats that the token acts for.")
    to_move: list[int] = Field(description="Those of them that may act now.")
    status: Status
    version: int


class SeatsRequest(BaseModel):
    """The seats to follow."""

    model_config = STRICT
    tokens: Annotated[
        list[Annotated[str, Field(max_length=128)]],
        Field(min_length=1, max_length=64, description="Of seats, or of hosts for the seats that they named."),
    ]


EndStatus = Annotated[
    Literal["finished", "abandoned", "deleted", "failed"],
    Field(
        description="How it ended: by the rules, because nobody played, because its host deleted it, or because the "
        "game's own code fails, so that there is nothing to follow."
    ),
]
EventId = Annotated[str, Field(description="The version, to be sent as `Last-Event-ID`.")]


class SessionEnd(BaseModel):
    """That nothing more will happen in the session."""

    status: EndStatus
    outcome: Outcome | None = Field(description="null unless it is finished.")


class SessionEndEvent(BaseModel):
    """The last event of a session's stream."""

    event: Literal["end"]
    id: EventId | None = Field(None, description="Absent where the session was deleted.")
    data: Json[SessionEnd]


class SeatEnd(SessionEnd):
    """That nothing more will happen to a seat."""

    session: SessionId
    seat: Seat


class SeatEndEvent(BaseModel):
    """The last event about a seat."""

    event: Literal["end"]
    data: Json[SeatEnd]


class SeatRange(BaseModel):
    """How many seats a game may have."""

    min: int
    max: int


class GameSummary(BaseModel):
    """A game in the catalogue."""

    name: str = Field(description="The game's id in addresses.")
    title: str
    summary: str
    seats: SeatRange
    verbs: list[str] = Field(description="The types of moves the game knows.")


class Labelled(BaseModel):
    """A category by its id, with what a person reads."""

    id: str
    title: str


class LevelDetails(BaseModel):
    """A level at which bots play a game."""

    level: BotLevel
    loss: float | None = Field(
        description="What a bot loses in a game of one seat by its decisions, in the mean; null: not measured."
    )
    objective: Objective | None = Field(description="What it is lost in: points, or turns to the target.")


class GameDetails(GameSummary):
    """Everything about a game: how to set it up, and its rules."""

    rules_version: int
    options: dict[str, Any] = Field(description="JSON Schema of the options, each with default and meaning.")
    presets: dict[str, dict[str, Any]] = Field(description="Named, complete options.")
    categories: list[Labelled] = Field(description="The sheet's categories in its order.")
    rules: str = Field(description="The rules as Markdown; refusals cite its paragraphs by number.")
    messages: dict[str, str] = Field(
        description="Sentences and labels for the game's codes, by key, such as `reason.box_filled`, `event.bust`, "
        "`outcome.target`; `{points}` in one stands for the member of that name."
    )
    levels: list[LevelDetails] = Field(description="The levels at which bots play, from the weakest.")


class TableRules(BaseModel):
    """The rules that a session is played by."""

    game: str = Field(description="The game's id in addresses.")
    rules_version: int
    rules: str = Field(
        description="The rules as Markdown, of house rules those that the table has agreed on; refusals cite its "
        "paragraphs by number."
    )


class OptionFinding(BaseModel):
    """A fault of options: a field that is not what it should be, or a contradiction."""

    pointer: str = Field(description="JSON Pointer (RFC 6901) into the request, such as `/options/opening`.")
    code: str = Field(description="A stable code of the fault, such as `opening_unreachable`.")
    detail: str = Field(description="What is wrong; a contradiction is told in the reader's language.")
    rule: str | None = Field(
        description="With a contradiction: the paragraph of the game's rules page, if there is one."
    )


class Catalogue(BaseModel):
    """The games of this service."""

    games: list[GameSummary]


PresetKind = Literal["banking", "sheet"]


class PresetSummary(BaseModel):
    """A published game or sheet as named options of one of the games."""

    game: str = Field(description="The game whose options they are.")
    preset: str = Field(description="The preset's id, as sessions and other calls take it.")
    kind: PresetKind | None = Field(description="What kind of game it is; null: another one.")
    dice: int | None = Field(description="With how many dice it is played; null: the game does not say.")
    names: dict[str, str] = Field(description="Its name by language, in English where a language has none.")


class PresetList(BaseModel):
    """Presets of all games."""

    presets: list[PresetSummary]


class Health(BaseModel):
    """That the process runs."""

    status: Literal["ok"]


class LeftOutGame(BaseModel):
    """A game of an installed package that cannot be offered."""

    package: str | None = Field(description="The package's name, as it was installed.")
    entry_point: str | None = Field(description="The name under which the package offers the game.")
    game: str | None = Field(description="The game's own name; null where it could not be loaded.")


class Readiness(BaseModel):
    """Whether the service can do its work."""

    status: Literal["ready"]
    left_out: list[LeftOutGame] = Field(
        description="The games of installed packages that cannot be offered; the log says why."
    )
    warnings: list[str] = Field(
        description="What an operator should know of the store: `fsync-off`, `synchronous-commit-off`, `store-full`, "
        "`network-filesystem`."
    )
