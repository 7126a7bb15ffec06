"""The names of types that a game's own types may not take, as they stand in a service's contract."""

from collections.abc import Iterable

from rules.contract import AnyGame
from rules.flaws import members

OF_THE_SERVICE = (
    *("Catalogue", "CheckBatch", "CheckRequest", "Checked", "CheckedBatch", "CheckedFault", "CheckedLine"),
    *("ClaimRequest", "ClaimedSeat", "Fairness", "FieldFault", "Figures", "GameDetails", "GameSummary", "Health"),
    *("Labelled", "LeftOutGame", "MoveAnswer", "MoveRequest", "MySeat", "NamedSeat", "NewToken", "OpenSeat"),
    *("OpenedSession", "OpeningRequest", "OptionFinding", "OptionsFindings", "OptionsRequest", "Outcome", "Played"),
    *("ProblemDetails", "Rank", "Rankings", "Readiness", "RecordPage", "RefusedLine", "Score", "ScoreRequest"),
    *("ScoreSheet", "SeatChoice", "SeatEnd", "SeatEndEvent", "SeatEvent", "SeatRange", "SeatRequest", "SeatSecret"),
    *("SeatState", "SeatStateEvent", "SeatView", "SeatsRequest", "SeedRequest", "Session", "SessionEnd"),
    *("SessionEndEvent", "SessionEntryEvent", "SessionEvent", "SessionRequest", "SessionStartEvent", "SheetCell"),
    *("SheetColumn", "SheetPage", "SheetRow", "SheetSection", "SheetTable", "Throw", "TokenRequest", "Transcript"),
    *("TranscriptResignation", "TranscriptSeat", "TranscriptSessionRequest", "TranscriptText"),
)
"""In every contract; a test of the service holds them to it."""

OF_A_GAME = (
    *("LegalMove", "OptionsFindings", "OptionsRequest", "Played", "Score", "ScoreRequest", "Session"),
    *("SessionRequest", "SheetsRequest", "Transcript", "TranscriptMove", "Way"),
)
"""What the service makes for each game, after the game's name."""


def type_name(game: AnyGame) -> str:
    """The prefix of a game's types: `yatzy-bg` -> `YatzyBg`."""
    return "".join(part.capitalize() for part in game.name.split("-"))


def verb_type(verb: str) -> str:
    """The name of the type of a verb's body: `set_aside` -> `SetAsideRequest`."""
    return "".join(part.capitalize() for part in verb.split("_")) + "Request"


def of_the_games(games: Iterable[AnyGame]) -> set[str]:
    """What the service makes for these games and for the verbs and the fields of their moves."""
    made: set[str] = set()
    for game in games:
        made |= {f"{type_name(game)}{kind}" for kind in OF_A_GAME}
        made |= {verb_type(verb) for verb in game.verbs}
        made |= {f"{move.__name__}Body" for move in members(game.move)}
    return made
