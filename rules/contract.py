"""What a game is: a plain immutable value that says which moves are legal and what they do.

Chance is data. A move says how many dice it throws, the caller supplies the faces, and `Rules.apply` is a
deterministic function of (state, seat, move, faces). A session is therefore a fold over its record (`rules.fold`).

Conventions that hold for every game:

* seats are 0-based places at the table, points are whole numbers, faces are 1...6;
* states are immutable, hashable values that `pydantic.TypeAdapter(game.state)` takes to JSON and back unchanged;
* a refused move is returned as `Illegal`, never raised; a `ValueError` means that the caller broke the contract
  (a wrong number of faces, a seat that does not exist).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Generic, Literal, NamedTuple, Protocol, TypeVar

from pydantic import BaseModel, ConfigDict, Field

Face = Annotated[int, Field(strict=True, ge=1, le=6, description="A die's face, 1 to 6.")]
Faces = tuple[int, ...]

STRICT = ConfigDict(extra="forbid", strict=True)
"""For every dataclass that arrives as JSON: no unknown field, no `true` or `"5"` where a number is meant."""


# --- moves -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Roll:
    """Throw the dice in the cup.

    `dice` is the faces where the players throw their own dice; the caller takes them out before it asks the rules,
    which never look at them.
    """

    __pydantic_config__ = STRICT
    type: Literal["roll"] = "roll"
    dice: Annotated[tuple[Face, ...] | None, Field(min_length=1, max_length=6)] = None


@dataclass(frozen=True, slots=True)
class SetAside:
    """Put these dice of the throw aside: their faces, in any order."""

    __pydantic_config__ = STRICT
    dice: Annotated[tuple[Face, ...], Field(min_length=1, max_length=6)]
    type: Literal["set_aside"] = "set_aside"


@dataclass(frozen=True, slots=True)
class Bank:
    """Write the turn points into the total and end the turn."""

    __pydantic_config__ = STRICT
    type: Literal["bank"] = "bank"


ROLL = Roll()
BANK = Bank()

# --- what the rules answer -------------------------------------------------------------------------------------

S = TypeVar("S")
M = TypeVar("M")
O_contra = TypeVar("O_contra", bound=BaseModel, contravariant=True)
Detail = int | str | list[int] | list[str]


class Legal(NamedTuple, Generic[M]):
    """A legal move as it is listed.

    `points` is what the move would put at risk (set_aside) or write into the total (bank: the turn points;
    choose_category: the box, or the change of the total where a box has no points of its own); None for a roll and
    where nothing is scored. `throws` is the number of dice the move throws, 0 for any move but a roll.
    """

    move: M
    points: int | None
    throws: int


@dataclass(frozen=True, slots=True)
class Illegal:
    """A refusal: why, by which paragraph of the game's rules page (such as "4.2"), and the figures it speaks of.

    `reason` is a stable code in snake_case; `texts` hold its sentence under "reason.<code>", with `details` as
    `str.format` fields.
    """

    reason: str
    rule: str
    details: Mapping[str, Detail] = field(default_factory=dict)


class Step(NamedTuple, Generic[S]):
    """What an accepted move (or a withdrawal) did.

    `points` as in `Legal.points` for the move. `events` are small frozen dataclasses with a `type` literal, in the
    order in which they happened; an event whose points belong to the total carries them as `points` (a bonus).
    A seat's total is the sum of the points of its bank and choose_category moves and of such events.
    """

    state: S
    points: int | None
    events: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Rank:
    """A seat's place in the final ranking; equal ranks share a place (1, 1, 3)."""

    seat: int
    total: int
    rank: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: every seat ranked from the best, the winners (none is possible), and why, as a code.

    `reason` has its sentence under "outcome.<code>". `rating` is a code for a game that rates a result
    (its sentence under "rating.<code>").
    """

    ranking: tuple[Rank, ...]
    winners: tuple[int, ...]
    reason: str
    rating: str | None = None


class Score(NamedTuple, Generic[M]):
    """Every way to score loose dice, in the order of the game's listing; `bust` where there is none."""

    bust: bool
    ways: tuple[tuple[M, int], ...]


# --- a session's score sheet, neutral ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Cell:
    """One seat's entry in a row: what is written there (None: still empty), and small print beside it.

    `notes` are codes or numbers in the order they were written, such as the down payments of a row, or "bust".
    """

    value: int | None
    notes: tuple[int | str, ...] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a sheet: its id (a category, "bonus", "total", "turn.3"), its kind, and a cell for each seat."""

    id: str
    kind: Literal["box", "turn", "sum", "bonus", "total", "mark"]
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A score sheet as a neutral table: rows in printing order, columns are the seats."""

    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Played(Generic[M]):
    """One entry of a record: a move with the faces it threw, or a seat's leaving (`move` is None)."""

    kind: Literal["move", "resign"]
    seat: int
    move: M | None = None
    dice: Faces = ()
    points: int | None = None
    events: tuple[Any, ...] = ()


# --- the game --------------------------------------------------------------------------------------------------


class Rules(Protocol[S, M]):
    """A game with its options decided: what one session is refereed by. Holds tables, never changes."""

    def start(self, seats: int) -> S:
        """The state before the first move of `seats` seats; seat 0 starts."""

    def to_move(self, state: S) -> tuple[int, ...]:
        """The seats that may act now, ascending; empty when the game is over."""

    def legal_moves(self, state: S, seat: int) -> tuple[Legal[M], ...]:
        """All legal moves of the seat in a fixed order; empty for a seat that is not to move."""

    def throws(self, state: S, seat: int, move: M) -> int | Illegal:
        """How many dice the move throws (0: none), or why it is refused."""

    def apply(self, state: S, seat: int, move: M, faces: Faces) -> Step[S] | Illegal:
        """The state after the move with `faces` (as many as `throws` says; ValueError otherwise), or a refusal."""

    def withdraw(self, state: S, seat: int) -> Step[S]:
        """The state after the seat has left a game that is still on (ValueError if it left before)."""

    def resigned(self, state: S) -> tuple[int, ...]:
        """The seats that have left, in the order in which they did."""

    def totals(self, state: S) -> tuple[int, ...]:
        """Every seat's total now."""

    def outcome(self, state: S) -> Outcome | None:
        """None while the game is on."""

    def score(self, dice: Faces, sheet: Any | None) -> Score[M]:
        """Every way to score loose dice on a sheet (`Game.loose_sheet`; None: an empty one).

        ValueError with a sentence for the reader if the dice cannot be scored at all (a wrong number of them).
        """

    def sheet(self, state: S, played: Sequence[Played[M]]) -> Sheet:
        """The score sheet of the state; `played` is the record that led to it."""

    def view(self, state: S) -> Any:
        """The state as the JSON-able value of type `Game.view` (with a `phase` for each seat to move)."""


@dataclass(frozen=True, slots=True)
class Texts:
    """What a person reads, by language: the rules page (Markdown with numbered paragraphs) and short messages.

    Message keys: "title", "summary", "category.<id>", "reason.<code>", "event.<type>", "outcome.<code>",
    "rating.<code>".
    """

    page: Mapping[str, str]
    messages: Mapping[str, Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class Game(Generic[S, M, O_contra]):
    """A game as a value. Adding one to the service needs nothing but this value in the registry.

    name: its id in addresses, lower case with hyphens. version: of its rulings; a stored session keeps the one it
    was played under. min_seats, max_seats: how many may play. verbs: the move types in use. options: the pydantic
    model (frozen, extra forbidden) of a table's agreements, each with default and description; named after the game.
    state, view, move, event: the types of a state, of its JSON view, of a move and of an event (unions discriminated
    by `type`). loose_sheet: the type of the sheet that `Rules.score` takes, None if it takes none. score_dice: how
    few and how many dice `score` takes. categories: ids in sheet order, () for a game without. rules: options to
    `Rules`. random_play_moves: a bound on the moves a seat needs to the end under random legal play.
    presets: named options.
    """

    name: str
    version: int
    min_seats: int
    max_seats: int
    verbs: tuple[str, ...]
    options: type[Any]
    state: Any
    view: Any
    move: Any
    event: Any
    loose_sheet: Any | None
    score_dice: tuple[int, int]
    categories: tuple[str, ...]
    rules: Callable[[O_contra], Rules[S, M]]
    random_play_moves: int
    texts: Texts
    presets: Mapping[str, BaseModel] = field(default_factory=dict)


AnyGame = Game[Any, Any, Any]
AnyRules = Rules[Any, Any]


def ranked(totals: Sequence[int], resigned: Sequence[int] = ()) -> tuple[Rank, ...]:
    """Rank seats by total, equal totals sharing a rank.

    `resigned` seats (in the order in which they left) come last, the latest to leave first.
    """
    staying = sorted((s for s in range(len(totals)) if s not in resigned), key=lambda s: (-totals[s], s))
    ranks: list[Rank] = []
    for place, seat in enumerate(staying, 1):
        shares = bool(ranks) and ranks[-1].total == totals[seat]
        ranks.append(Rank(seat, totals[seat], ranks[-1].rank if shares else place))
    left = [Rank(seat, totals[seat], place) for place, seat in enumerate(reversed(resigned), len(ranks) + 1)]
    return tuple(ranks + left)
