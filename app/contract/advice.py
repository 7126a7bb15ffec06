"""Types of advice and analysis: what is asked about, and what moves are worth."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal, Union

from pydantic import BaseModel, Discriminator, Field, Tag, create_model

from app.contract.checks import batch, batch_answers
from app.contract.models import STRICT, Seat, SessionId
from app.contract.names import type_name
from app.contract.per_game import alias, one_of
from app.contract.transcripts import TranscriptText
from rules.advice.analysis import Label
from rules.adviser import Method, Objective
from rules.contract import AnyGame, Face
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


class SeatSkill(BaseModel):
    """What was luck and what was skill in a seat's game.

    `result - start = luck - loss + others`, exactly; where fewer turns are better the left side has the other sign.
    """

    seat: Seat
    name: str
    start: Value = Field(description="What the game was worth to the seat before it began.")
    result: Value = Field(description="What it was worth in the end.")
    luck: float = Field(description="What the seat's dice brought; 0 in the mean.")
    loss: float = Field(description="What its decisions gave away.")
    others: float = Field(description="What neither did, such as leaving the game.")
    adjusted: Value = Field(description="The luck-adjusted result: the start less what the decisions gave away.")
    decisions: int = Field(description="How many there were with a choice.")
    accuracy: float | None = Field(description="0 to 100, by Lichess's curve; null without decisions.")
    labels: dict[Label, int] = Field(description="How many decisions are called what.")
    dearest: list[int] = Field(
        max_length=DEAREST, description="The entries of the decisions that gave away most, the worst first."
    )


class ThrowJudged(BaseModel):
    """What the dice of an entry brought."""

    before: Value = Field(description="In the mean, before they fell.")
    after: Value
    luck: float


def analysis(game: AnyGame) -> Any:
    """What was luck and what was skill in a game."""
    tag: Any = Literal.__getitem__(game.name)
    decision = create_model(
        f"{type_name(game)}DecisionJudged",
        __doc__="A decision with a choice.",
        value=(Value, Field(description="Of the best move.")),
        played=(Value, Field(description="Of the move that was made.")),
        loss=(float, Field(ge=0)),
        label=(LabelField, ...),
        best=(game.move, ...),
    )
    entry = create_model(
        f"{type_name(game)}EntryJudged",
        __doc__="An entry of the record, as far as it was a decision or threw dice.",
        entry=(int, Field(description="Its place among those that stand, from 0.")),
        version=(int | None, Field(None, description="Of a session: the version that the entry made.")),
        seat=(Seat, ...),
        move=(game.move | None, Field(description="null where the seat left the game.")),
        dice=(list[Face], ...),
        hinted=(bool | None, Field(None, description="True where the seat had advice before the move.")),
        decision=(decision | None, Field(description="null where there was no choice.")),
        throw=(ThrowJudged | None, Field(description="null where no dice were thrown.")),
        values=(list[Value], Field(description="By seat, after it: the course of the game.")),
    )
    return create_model(
        f"{type_name(game)}Analysis",
        __doc__=f"What was luck and what was skill in a game of {game.name}.",
        game=(tag, ...),
        objective=(ObjectiveField, ...),
        objectives=(list[Objective], Field(description="What the game could be judged for, the default first.")),
        method=(MethodField, ...),
        spread=(float, Field(description="About the standard deviation of a whole game's result by best play.")),
        finished=(bool, Field(description="Whether the game is over; if not, it is judged as far as it has come.")),
        seats=(list[SeatSkill], ...),
        entries=(list[entry], ...),
    )


def analysis_requests(transcript: Any) -> list[Any]:
    """What may be sent to be analysed, and many of these; `transcript` is the JSON form over the games."""
    return [
        alias("AnalyseRequest", one_of(transcript | TranscriptText)),
        batch("AnalyseBatch", transcript | TranscriptText),
    ]


def requests(advised: Sequence[Any]) -> list[Any]:
    """What asks for advice on any of these games, by their own requests; nothing where there are none."""
    return [alias("AdviseRequest", Union[*advised])] if advised else []


def answers(games: Sequence[AnyGame]) -> list[Any]:
    """The answers of games with advisers; nothing where there are none."""
    if not games:
        return []
    analyses: Any = Union[*map(analysis, games)]
    lines: Any = Union[*(_line(analysis(game)) for game in games)]
    return [
        alias("Advice", Union[*map(advice, games)]),
        alias("SessionAdvice", Union[*map(session_advice, games)]),
        alias("Analysis", analyses),
        batch_answers("AnalysedBatch", lines),
    ]


def _line(made: Any) -> Any:
    """An analysis as the answer to a line of a batch."""
    return create_model(
        f"Line{made.__name__}",
        __base__=made,
        __doc__="The answer to a line of a batch.",
        line=(int, Field(description="Which line it answers, from 1.")),
    )
