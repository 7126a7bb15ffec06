"""Types that are made from the games of a deployment."""

from typing import Annotated, Any, Literal, Union

from pydantic import Field, Json, create_model
from typing_extensions import TypeAliasType

from app.contract.models import (
    STRICT,
    TERMS,
    Actor,
    DiceSource,
    EntryKind,
    EventId,
    Hints,
    Moment,
    OptionFinding,
    PauseMs,
    Seat,
    SeatEndEvent,
    SeatRequest,
    SeatSecret,
    SeatView,
    Seconds,
    SessionEndEvent,
    SessionId,
    Status,
    Visibility,
)
from app.contract.names import type_name
from app.games.packed import MOST_PACKED, PACKED
from rules.contract import AnyGame, Face, Outcome
from rules.transcript import agreement

Worth = Annotated[
    int | None,
    Field(
        description="Of a move that writes: what the box or the turn is worth by itself, which is written down; "
        "bonuses and penalties come on top of it. Left out where a box has no points of its own."
    ),
]


def session_answers(session: Any, entry: Any) -> list[Any]:
    """The answers that hold sessions or entries of any game."""
    move_answer = create_model(
        "MoveAnswer",
        __doc__="What was accepted, and the session after it.",
        before=(
            entry | None,
            Field(
                None,
                description="Where a roll has named what to set aside first: the entry of that, one version before.",
            ),
        ),
        played=(entry, ...),
        session=(session, Field(description="The session as it is after it.")),
    )
    return [
        create_model(
            "OpenedSession",
            __doc__="A new session and its tokens, which are shown this once.",
            session=(session, Field(description="The session as it is now.")),
            host_token=(str, Field(description="Acts for every seat the host named.")),
            seats=(list[SeatSecret], ...),
        ),
        create_model(
            "ClaimedSeat",
            __doc__="A seat that was claimed; its token is shown this once.",
            seat=(Seat, ...),
            token=(str, Field(description="Acts for the seat.")),
            played=(entry | None, Field(None, description="The claim; absent where it was made before.")),
            session=(session, Field(description="The session as it is now.")),
        ),
        move_answer,
        _session_event(session, move_answer),
        create_model(
            "RecordPage",
            __doc__="A part of a session's record, ascending.",
            entries=(list[entry], ...),
            version=(int, Field(description="The session's version: the record's length.")),
            next=(int | None, Field(description="`after` of the next page, null at the end.")),
        ),
    ]


def _session_event(session: Any, answer: Any) -> Any:
    """What a session's stream holds."""
    tag: Any = Literal["session"]
    start = create_model(
        "SessionStartEvent",
        __doc__="The session as it is, at the beginning of a stream.",
        event=(tag, ...),
        id=(EventId, ...),
        data=(Annotated[session, Json], ...),
    )
    entry = create_model(
        "SessionEntryEvent",
        __doc__="An entry of the record, named by its kind, and the session after it.",
        event=(EntryKind, ...),
        id=(EventId, ...),
        data=(Annotated[answer, Json], ...),
    )
    return alias("SessionEvent", Annotated[start | entry | SessionEndEvent, Field(discriminator="event")])


def seat_event(sessions: list[Any]) -> Any:
    """What a stream of seats holds."""
    tag: Any = Literal["seat"]
    moves = [made.model_fields["legal_moves"].annotation for made in sessions]
    legal: Any = Union[*moves]
    state = create_model(
        "SeatState",
        __doc__="How it is with a seat.",
        session=(SessionId, ...),
        seat=(Seat, ...),
        version=(int, Field(description="The session's version when it came to this.")),
        label=(str | None, Field(description="What the host calls the session; null: nothing.")),
        hints=(Hints, ...),
        status=(Status, ...),
        to_move=(bool, Field(description="Whether the seat may act now.")),
        legal_moves=(legal, Field(description="What it may do; empty if it is not to move.")),
        outcome=(Outcome | None, Field(description="null while the game is on.")),
    )
    news = create_model(
        "SeatStateEvent",
        __doc__="How it is with a seat, at first and whenever that is news.",
        event=(tag, ...),
        data=(Annotated[state, Json], ...),
    )
    return alias("SeatEvent", Annotated[news | SeatEndEvent, Field(discriminator="event")])


def alias(name: str, made: Any) -> Any:
    """A union under a name of its own in the contract."""
    make: Any = TypeAliasType  # the names are those of the deployment's games, which no checker can know
    return make(name, made)


def one_of(union: Any) -> Any:
    """A union of which no two alternatives take the same document, described as such."""

    def describe(schema: dict[str, Any]) -> None:
        schema["oneOf"] = schema.pop("anyOf")

    return Annotated[union, Field(json_schema_extra=describe)]


def _game_tag(game: AnyGame) -> Any:
    return Literal.__getitem__(game.name)


def session_request(game: AnyGame) -> Any:
    """What opens a session of a game."""
    seats = Field(min_length=game.min_seats, max_length=game.max_seats, description="In playing order.")
    return create_model(
        f"{type_name(game)}SessionRequest",
        __config__=STRICT,
        __doc__=f"Open a session of {game.name}.",
        game=(_game_tag(game), ...),
        **agreement(game),
        seats=(Annotated[list[SeatRequest], seats], ...),
        dice_source=(DiceSource, "server"),
        **TERMS,
        turn_seconds=(
            Seconds | None,
            Field(
                None,
                description="How long a seat that is to move may take for each of its moves; one that lets it pass "
                "leaves the game. Without it there is no clock.",
            ),
        ),
        pause_ms=(
            PauseMs,
            Field(
                0, description="How many milliseconds a bot waits before each of its moves, so that one can follow."
            ),
        ),
    )


def score_request(game: AnyGame) -> Any:
    """What asks for loose dice to be scored by a game's rules."""
    few, many = game.score_dice
    made: dict[str, Any] = agreement(game)
    made["dice"] = (Annotated[list[Face], Field(min_length=few, max_length=many)], ...)
    if game.loose_sheet is not None:
        sheet = Field(None, description="What is on the sheet already; empty where left out.")
        made["sheet"] = (game.loose_sheet | None, sheet)
    return create_model(
        f"{type_name(game)}ScoreRequest",
        __config__=STRICT,
        __doc__=f"Dice to be scored by the rules of {game.name}.",
        **made,
    )


def options_request(game: AnyGame) -> Any:
    """What asks for a game's options to be checked."""
    return create_model(
        f"{type_name(game)}OptionsRequest",
        __config__=STRICT,
        __doc__=f"Options of {game.name} to be checked.",
        **agreement(game),
        packed=(
            Annotated[str, Field(pattern=PACKED, max_length=MOST_PACKED)] | None,
            Field(None, description="What was answered as `packed` before, instead of `options`."),
        ),
    )


def options_findings(game: AnyGame, score: Any) -> Any:
    """What is answered to that; `score` is the type of scored dice."""
    options: Any = game.options | None
    return create_model(
        f"{type_name(game)}OptionsFindings",
        __doc__=f"What is wrong with options of {game.name}, and the options in full.",
        valid=(bool, Field(description="Whether the game can be played with them.")),
        faults=(list[OptionFinding], ...),
        options=(
            options,
            Field(description="With every default filled in; null where a field is not what it should be."),
        ),
        examples=(
            list[score],
            Field(description="What a few throws of all dice are worth at the start; none where there are faults."),
        ),
        rules=(
            str | None,
            Field(description="The rules page of a table with these options, Markdown; null where there are faults."),
        ),
        packed=(
            str | None,
            Field(
                description="The options as an address holds them, to be sent as `packed`; null where there are "
                "faults, or where that would be too long for an address."
            ),
        ),
    )


def score(game: AnyGame) -> Any:
    """What loose dice score by a game's rules."""
    way = create_model(
        f"{type_name(game)}Way",
        __doc__="One way to score the dice.",
        move=(game.move, ...),
        points=(
            int,
            Field(description="What it would put at risk (set_aside) or bring to the total, bonuses included."),
        ),
        worth=(Worth, None),
    )
    return create_model(
        f"{type_name(game)}Score",
        __doc__=f"Every way to score dice by the rules of {game.name}.",
        dice=(list[Face], ...),
        bust=(bool, Field(description="Whether the dice score nothing at all.")),
        ways=(list[way], ...),
        best=(
            way | None,
            Field(description="The way with the most points, the first on ties; null where none is."),
        ),
    )


def session(game: AnyGame, played: Any) -> Any:
    """The view of a session of a game, whose entries are of the type `played`."""
    points = (
        "What the move would put at risk (set_aside) or bring to the total, bonuses and penalties included; null "
        "where it scores nothing."
    )
    legal = create_model(
        f"{type_name(game)}LegalMove",
        __doc__="A legal move; post it as it stands to `moves`.",
        seat=(Seat, ...),
        move=(game.move, ...),
        points=(int | None, Field(description=points)),
        worth=(Worth, None),
        throws=(int, Field(description="How many dice the move throws; 0 for any but a roll.")),
    )
    return create_model(
        f"{type_name(game)}Session",
        __doc__=f"A session of {game.name} as it is now.",
        id=(SessionId, ...),
        game=(_game_tag(game), ...),
        options=(game.options, ...),
        dice_source=(DiceSource, ...),
        visibility=(Visibility, ...),
        turn_seconds=(int | None, Field(description="Time for each move; null: as much as one likes.")),
        absent_seconds=(
            int | None,
            Field(description="How long the table waits for a seat that is to move; null: for ever."),
        ),
        label=(str | None, Field(description="What the host calls the session; null: nothing.")),
        hints=(Hints, ...),
        commitment=(
            str | None,
            Field(description="SHA-256 of what the service's dice come from; null where the players throw."),
        ),
        pause_ms=(
            int | None,
            Field(description="How long a bot waits before each of its moves; null: no bots play."),
        ),
        version=(int, Field(description="The record's length; also the ETag.")),
        status=(Status, ...),
        seats=(list[SeatView], ...),
        to_move=(list[int], Field(description="The seats that may act now.")),
        state=(game.view, ...),
        legal_moves=(
            list[legal],
            Field(
                description="As `?legal=` asks. Of a bot's seat: the roll that the table is to throw for it, if any."
            ),
        ),
        outcome=(Outcome | None, Field(description="null while the game is on.")),
        last=(
            played | None,
            Field(None, description="With `?last=true` alone: the record's last entry; null while there is none."),
        ),
    )


def played(game: AnyGame) -> Any:
    """An entry of a record of a game."""
    event: Any = game.event
    return create_model(
        f"{type_name(game)}Played",
        __doc__=f"One entry of a record of {game.name}.",
        version=(int, Field(ge=1, description="The session's version after it; counts from 1.")),
        kind=(EntryKind, ...),
        seat=(Seat | None, Field(description="null with `abandon`.")),
        by=(Actor, Field(description="Whose token it was, or that a bot or the service itself did it.")),
        move=(game.move | None, Field(description="null with any other kind.")),
        dice=(list[Face], Field(description="The faces thrown, in their order.")),
        points=(
            int | None,
            Field(
                description="What was put at risk or written down: `worth` of the legal move, where it has one, else "
                "its `points`. What bonuses and penalties add stands in the events."
            ),
        ),
        events=(list[event], Field(description="What the move brought about, in order.")),
        at=(Moment, ...),
        hinted=(bool | None, Field(None, description="True where the seat had advice before the move.")),
        name=(str | None, Field(None, description="With `claim`: the player's name.")),
        seed=(str | None, Field(None, description="With `seed`: the seat's seed.")),
        undoes=(
            int | None,
            Field(
                None,
                description="With `undo`: the version of the entry that was taken back, with what bots did after it.",
            ),
        ),
        announces=(game.move | None, Field(None, description="With `announce`: the roll that a bot wants to make.")),
        throws=(int | None, Field(None, description="With `announce`: how many dice the table throws for it.")),
    )
