"""A transcript: a game as a table wrote it down, from its options to its totals, and its form as JSON.

A transcript only claims: nothing in it has been held against the rules. `rules.notation` is its form as text.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import zip_longest
from typing import Annotated, Any, Generic, Literal, TypeVar

from pydantic import BaseModel, Discriminator, Field, Tag, TypeAdapter, create_model

from rules.adviser import BotLevel
from rules.contract import MOST_POINTS, STRICT, AnyGame, Face, Faces, Roll
from rules.names import Name

FORMAT = "rollwright-transcript-1"

M = TypeVar("M")
O_co = TypeVar("O_co", bound=BaseModel, covariant=True)

MOST_ENTRIES = 20_000
"""How many entries a record may have: several times what 32 seats make in the longest game that anybody plays."""

Points = Annotated[int, Field(ge=-MOST_POINTS, le=MOST_POINTS)]
Place = Annotated[int, Field(ge=0, le=999, description="A place at the table; the first is 0.")]


@dataclass(frozen=True, slots=True)
class Entry(Generic[M]):
    """What a seat did: a move with the faces it threw, or, where `move` is None, that it left the game or, if
    `skipped`, that its turn was.

    points: what the table wrote down for it, as in `Legal.points`; None where it wrote nothing.
    bust: whether the table called it a bust. hinted: whether the seat had advice before it. by_bot: whether a bot
    chose the move, of whose seat it is.
    """

    seat: int
    move: M | None
    dice: Faces = ()
    points: int | None = None
    bust: bool = False
    hinted: bool = False
    by_bot: bool = False
    skipped: bool = False

    @property
    def kind(self) -> Literal["move", "resign", "skip"]:
        """What it is in a record."""
        if self.move is not None:
            return "move"
        return "skip" if self.skipped else "resign"


@dataclass(frozen=True, slots=True)
class Transcript(Generic[O_co, M]):
    """A game by name with its options, the names of its seats, and what happened, in order.

    rules_version: of the rulings it was played under; None where it is not known.
    totals: what the table wrote down for each seat at the end; None where it wrote nothing.
    bots: by seat the level at which the service played it, None for a player's; empty where it played none.
    """

    game: str
    rules_version: int | None
    options: O_co
    seats: tuple[str, ...]
    entries: tuple[Entry[M], ...]
    totals: tuple[int, ...] | None = None
    bots: tuple[BotLevel | None, ...] = ()


class Misread(ValueError):
    """A transcript whose parts contradict each other: where (a JSON pointer), why (a stable code), and a sentence."""

    def __init__(self, pointer: str, code: str, says: str) -> None:
        super().__init__(says)
        self.pointer = pointer
        self.code = code
        self.says = says


class TranscriptSeat(BaseModel):
    """A seat by the name of its player; of a bot with its level."""

    model_config = STRICT
    name: Name
    bot: BotLevel | None = None


class TranscriptResignation(BaseModel):
    """That a seat left the game."""

    model_config = STRICT
    kind: Literal["resign"]
    seat: Place


class TranscriptSkip(BaseModel):
    """That a seat's turn was skipped: nothing is written, what was at risk is lost."""

    model_config = STRICT
    kind: Literal["skip"]
    seat: Place


class JsonForm:
    """The transcripts of one game as JSON; made once for a game and kept.

    document: the pydantic model of the form. Where a request holds a transcript among other things, it is this
    model's value that `transcript` takes. entries: the type of its record.
    """

    def __init__(self, game: AnyGame, prefix: str = "") -> None:
        """`prefix` begins the names of the models, which are those of a contract's schemas."""
        self.game = game
        self.document = _document(game, prefix)
        self.entries = self.document.model_fields["record"].annotation
        self._move: TypeAdapter[Any] = TypeAdapter(game.move)

    @cached_property
    def adapter(self) -> TypeAdapter[Any]:
        """What takes JSON to values of `document`."""
        return TypeAdapter(self.document)

    def read(self, text: str | bytes) -> Transcript[Any, Any]:
        """The transcript that a JSON text holds.

        Raises pydantic's `ValidationError` where it has not the form, `Misread` where its parts are at odds.
        """
        return self.transcript(self.adapter.validate_json(text))

    def transcript(self, document: Any, *, any_seat: bool = False) -> Transcript[Any, Any]:
        """The transcript that a value of `document` stands for; raises `Misread`.

        With `any_seat` entries may be of seats that are not there, for a judge to find.
        """
        game, seats = self.game, len(document.seats)
        options, preset = document.options, getattr(document, "preset", None)
        if options is not None and preset is not None:
            raise Misread("/preset", "preset_and_options", "Send `preset` or `options`, not both.")
        if preset is not None:
            options = game.presets[preset]
        if document.totals is not None and len(document.totals) != seats:
            raise Misread("/totals", "totals", f"There are {seats} seats, and {len(document.totals)} totals.")
        bots = tuple(seat.bot for seat in document.seats)
        return Transcript(
            game.name,
            document.rules_version,
            game.options() if options is None else options,
            tuple(seat.name for seat in document.seats),
            tuple(_entry(index, entry, bots, any_seat=any_seat) for index, entry in enumerate(document.record)),
            None if document.totals is None else tuple(document.totals),
            bots if any(bots) else (),
        )

    def write(self, transcript: Transcript[Any, Any]) -> dict[str, Any]:
        """The form as values that any JSON library writes; what is not known is left out."""
        made: dict[str, Any] = {"format": FORMAT, "game": transcript.game}
        if transcript.rules_version is not None:
            made["rules_version"] = transcript.rules_version
        made["options"] = transcript.options.model_dump(mode="json")
        made["seats"] = [
            {"name": name} if bot is None else {"name": name, "bot": bot}
            for name, bot in zip_longest(transcript.seats, transcript.bots)
        ]
        made["record"] = [self._written(entry) for entry in transcript.entries]
        if transcript.totals is not None:
            made["totals"] = list(transcript.totals)
        return made

    def _written(self, entry: Entry[Any]) -> dict[str, Any]:
        if entry.move is None:
            return {"kind": entry.kind, "seat": entry.seat}
        move = self._move.dump_python(entry.move, mode="json", exclude_none=True)
        made = {"kind": "move", "seat": entry.seat, "move": {"type": move["type"]} | move}
        if entry.dice:
            made["dice"] = list(entry.dice)
        if entry.points is not None:
            made["points"] = entry.points
        if entry.bust:
            made["bust"] = True
        if entry.hinted:
            made["hinted"] = True
        if entry.by_bot:
            made["by"] = "bot"
        return made


def _kind(value: Any) -> str | None:
    kind = value.get("kind") if isinstance(value, dict) else getattr(value, "kind", None)
    tags = {"move": "MoveEntry", "resign": "ResignEntry", "skip": "SkipEntry"}
    return tags.get(kind) if isinstance(kind, str) else None


_KIND = Discriminator(
    _kind,
    custom_error_type="kind",
    custom_error_message="An entry is of `kind` move, resign or skip, with its own fields.",
)
"""What an entry is; the tags are no field's name, which could be taken for a place in the JSON."""


def _entry(index: int, entry: Any, bots: Sequence[BotLevel | None], *, any_seat: bool) -> Entry[Any]:
    known = entry.seat < len(bots)
    if not known and not any_seat:
        raise Misread(f"/record/{index}/seat", "unknown_seat", f"There are {len(bots)} seats; the first is 0.")
    if entry.kind != "move":
        return Entry(entry.seat, None, skipped=entry.kind == "skip")
    move, dice = entry.move, entry.dice
    if isinstance(move, Roll) and move.dice is not None:  # as the players' rolls are sent to a session
        if dice is not None and dice != move.dice:
            raise Misread(f"/record/{index}/dice", "two_throws", "The move holds other dice.")
        move, dice = replace(move, dice=None), move.dice
    by_bot = entry.by is not None
    if by_bot and known and bots[entry.seat] is None:
        raise Misread(f"/record/{index}/by", "no_bot", f"Seat {entry.seat} is a player's.")
    return Entry(entry.seat, move, dice or (), entry.points, entry.bust, entry.hinted, by_bot)


def agreement(game: AnyGame) -> dict[str, Any]:
    """The fields (as `pydantic.create_model` takes them) that say by which options a game is played."""
    made: dict[str, Any] = {
        "options": (
            game.options | None,
            Field(None, description="What the table agreed on; defaults where left out."),
        )
    }
    if game.presets:
        preset: Any = Literal.__getitem__(tuple(game.presets))
        made["preset"] = (preset | None, Field(None, description="Named options, instead of `options`."))
    return made


def _document(game: AnyGame, prefix: str) -> Any:
    tag: Any = Literal.__getitem__(game.name)
    kind: Any = Literal["move"]
    bot: Any = Literal["bot"]
    move = create_model(
        f"{prefix}TranscriptMove",
        __config__=STRICT,
        __doc__="A move that a seat made.",
        kind=(kind, ...),
        seat=(Place, ...),
        move=(game.move, ...),
        dice=(tuple[Face, ...] | None, Field(None, description="The faces it threw, in their order.")),
        points=(
            Points | None,
            Field(None, description="What the table wrote down for it, as `points` of a legal move."),
        ),
        bust=(bool, Field(False, description="Whether the table called it a bust.")),
        hinted=(bool, Field(False, description="Whether the seat had advice before it; the text notation lacks it.")),
        by=(bot | None, Field(None, description="That a bot chose the move; left out where a player did.")),
    )
    entry: Any = Annotated[
        Annotated[move, Tag("MoveEntry")]
        | Annotated[TranscriptResignation, Tag("ResignEntry")]
        | Annotated[TranscriptSkip, Tag("SkipEntry")],
        _KIND,
    ]
    form: Any = Literal["rollwright-transcript-1"]
    seats: Any = Annotated[
        tuple[TranscriptSeat, ...],
        Field(min_length=game.min_seats, max_length=game.max_seats, description="In playing order."),
    ]
    return create_model(
        f"{prefix}Transcript",
        __config__=STRICT,
        __doc__=f"A game of {game.name} as a table wrote it down.",
        format=(form, ...),
        game=(tag, ...),
        rules_version=(int | None, Field(None, description="Of the rulings it was played under.")),
        **agreement(game),
        seats=(seats, ...),
        record=(
            tuple[entry, ...],
            Field(max_length=MOST_ENTRIES, description="What happened, in order; what was taken back is not in it."),
        ),
        totals=(
            tuple[Points, ...] | None,
            Field(None, description="What the table wrote down for each seat at last."),
        ),
    )
