"""Type of a request that opens a session with a transcript."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal, Union

from pydantic import Discriminator, Field, Tag, create_model
from typing_extensions import TypeAliasType

from app.contract.models import STRICT, TERMS, NamedSeat, PauseMs, Seconds

MAX_ENTRIES = 5000
"""How many entries the transcript of a session that is opened may have."""

BODY_LIMIT = 1024 * 1024
"""Bytes that a body with a transcript may have."""

TranscriptText = TypeAliasType(
    "TranscriptText",
    Annotated[str, Field(description="A transcript as text, one line a turn (see docs/transcripts.md).")],
)


def _form(value: Any) -> str:
    return "TranscriptText" if isinstance(value, str) else "Transcript"


def transcript(documents: Sequence[Any]) -> Any:
    """The JSON form over the games, whose own forms these are."""
    make: Any = TypeAliasType
    return make("Transcript", Annotated[Union[*documents], Field(discriminator="game")])


def opening(games: Sequence[str], form: Any) -> Any:
    """The request; `form` is the JSON form over the games."""
    tag: Any = Literal.__getitem__(tuple(games))
    either: Any = Annotated[
        Annotated[form, Tag("Transcript")] | Annotated[TranscriptText, Tag("TranscriptText")], Discriminator(_form)
    ]
    source: Any = Literal["players"]
    said = "Left out, it is as the transcript says; what contradicts it is refused."
    return create_model(
        "TranscriptSessionRequest",
        __config__=STRICT,
        __doc__="Open a session with what was played already; it goes on with the players' dice.",
        transcript=(
            either,
            Field(description=f"At most {MAX_ENTRIES} entries, all of them legal, and every claim in it right."),
        ),
        game=(tag | None, Field(None, description=said)),
        options=(dict[str, Any] | None, Field(None, description=said)),
        preset=(str | None, Field(None, description=said)),
        seats=(list[NamedSeat] | None, Field(None, description=said)),
        dice_source=(source, Field("players", description="The players throw the dice.")),
        **TERMS,
        turn_seconds=(
            Seconds | None,
            Field(None, description="How long a seat that is to move may take for each of its moves, from now on."),
        ),
        pause_ms=(PauseMs, Field(0, description="How many milliseconds a bot waits before each of its moves.")),
    )
