"""Types of advice and analysis: what is asked about, and what moves are worth."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal, Union

from pydantic import Discriminator, Field, Tag, create_model

from app.contract.models import STRICT, Seat, SessionId
from app.contract.names import type_name
from app.contract.per_game import alias
from app.contract.transcripts import TranscriptText
from rules.advice.analysis import Label
from rules.adviser import Method, Objective
from rules.contract import AnyGame
from rules.transcript import agreement

MOST_MOVES = 1000
"""How many moves an answer lists."""
DEAREST = 5
"""How many of a seat's dearest decisions an answer names."""

Value = Annotated[
    float, Field(description="In the units of the objective: points, a chance to win from 0 to 1, or turns.")
]
ObjectiveField = Annotated[
    Objective,
    Field(
        description="What is played for: the most points (of banking games, of this turn), to win, or to reach the "
        "target in the fewest turns."
    ),
]
MethodField = Annotated[
    Method,
    Field(
        description="`exact`: as the odds have it; `model`: by a model that comes near; `learned`: by weights that "
        "were learned in play."
    ),
]
LabelField = Annotated[
    Label,
    Field(
        description="By the chance to win that the decision gave away: `best` none, `fine` less than 2 %, "
        "`doubtful` less than 4 %, `bad` less than 8 %, else `blunder`."
    ),
]
Top = Annotated[int, Field(ge=1, le=MOST_MOVES, description="How many moves to list.")]


def _form(value: Any) -> str:
    return "TranscriptText" if isinstance(value, str) else "Transcript"


def advise_request(game: AnyGame, transcript: Any) -> Any:
    """What asks for advice; `transcript` is the JSON form of the game's."""
    either: Any = Annotated[
        Annotated[transcript, Tag("Transcript")] | Annotated[TranscriptText, Tag("TranscriptText")],
        Discriminator(_form),
    ]
    made: dict[str, Any] = agreement(game)
    if game.positions is not None:
        made["position"] = (
            game.positions.form | None,
            Field(None, description="The position; left out where a transcript leads to it."),
        )
    return create_model(
        f"{type_name(game)}AdviseRequest",
        __config__=STRICT,
        __doc__=f"A position of {game.name} that is asked about.",
        **made,
        transcript=(either | None, Field(None, description="What was played up to the position, with its options.")),
        seat=(Seat | None, Field(None, description="Whose moves; needed only where several seats may act.")),
        objective=(ObjectiveField | None, Field(None, description="Left out: what the game is first played for.")),
        top=(Top, Field(MOST_MOVES, description="How many moves to list, the best ones.")),
    )


def advice(game: AnyGame) -> Any:
    """What the moves of a position of a game are worth."""
    tag: Any = Literal.__getitem__(game.name)
    move = create_model(
        f"{type_name(game)}MoveValue",
        __doc__="A legal move, and what it is worth.",
        move=(game.move, ...),
        value=(Value, Field(description="Of the position after it; of a move that throws, in the mean.")),
        loss=(float, Field(ge=0, description="What it gives away against the best move.")),
        label=(LabelField, ...),
    )
    return create_model(
        f"{type_name(game)}Advice",
        __doc__=f"What the moves of a position of {game.name} are worth.",
        game=(tag, ...),
        seat=(Seat, ...),
        objective=(ObjectiveField, ...),
        objectives=(list[Objective], Field(description="What could be played for here, the default first.")),
        method=(MethodField, ...),
        value=(Value, Field(description="Of the position: that of the best move.")),
        expected_total=(
            float | None,
            Field(description="The seat's mean final total; null where nobody knows it."),
        ),
        moves=(list[move], Field(max_length=MOST_MOVES, description="The best first.")),
        more_moves=(int, Field(description="How many more there are.")),
    )


def session_advice(game: AnyGame) -> Any:
    """The same of a session."""
    return create_model(
        f"{type_name(game)}SessionAdvice",
        __base__=advice(game),
        __doc__=f"What a seat's moves in a session of {game.name} are worth.",
        session=(SessionId, ...),
        version=(int, Field(description="The session's version that it is about.")),
    )


def requests(advised: Sequence[Any]) -> list[Any]:
    """What asks for advice on any of these games, by their own requests; nothing where there are none."""
    return [alias("AdviseRequest", Union[*advised])] if advised else []


def answers(games: Sequence[AnyGame]) -> list[Any]:
    """The answers of games with advisers; nothing where there are none."""
    if not games:
        return []
    return [alias("Advice", Union[*map(advice, games)]), alias("SessionAdvice", Union[*map(session_advice, games)])]
