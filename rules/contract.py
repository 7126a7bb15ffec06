"""The contract of a game: a plain immutable value that says which moves are legal and what they do.

Chance is data. A move says how many dice it throws, the caller supplies the faces, and `Rules.apply` is a
deterministic function of (state, seat, move, faces). A session is therefore a fold over its record (`rules.fold`).

Conventions that hold for every game:

* seats are 0-based places at the table, points are whole numbers of at most 15 digits, faces are 1...6;
* states are immutable, hashable values that `pydantic.TypeAdapter(game.state)` takes to JSON and back unchanged;
* a refused move is returned as `Illegal`, never raised; a `ValueError` means that the caller broke the contract
  (a wrong number of faces, a seat that does not exist).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, Generic, Literal, NamedTuple, Protocol, TypeVar, runtime_checkable

from pydantic import BaseModel, ConfigDict, Field

from rules.adviser import Adviser, LevelLosses, Positions
from rules.faults import SheetFindings, TableFindings
from rules.messages import ENGLISH as ENGLISH
from rules.messages import PLAIN, Figures
from rules.messages import Texts as Texts
from rules.score_sheet import EMPTY_CELL as EMPTY_CELL
from rules.score_sheet import Cell as Cell
from rules.score_sheet import Row as Row
from rules.score_sheet import Sheet as Sheet

Face = Annotated[int, Field(strict=True, ge=1, le=6, description="A die's face, 1 to 6.")]
Faces = tuple[int, ...]
MOST_POINTS = 10**15 - 1
"""No points of a move and no total are further from 0: 15 digits, which every JSON parser reads exactly."""

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

    `points` is what the move would put at risk (set_aside) or bring to the total (bank, choose_category), with all
    that its events add or take; None for a roll and where nothing is scored. `throws` is the number of dice the move
    throws, 0 for any move but a roll. `worth` is what the turn or the box is worth by itself, which is written down;
    None where that is the same as `points` by the rules of the game.
    """

    move: M
    points: int | None
    throws: int
    worth: int | None = None


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

    `points` is what is written down for the move: `Legal.worth` where that is told, else `Legal.points`. `events`
    are small frozen dataclasses with a `type` literal, in the order in which they happened; an event whose points
    belong to the total carries them as `points` (a bonus).
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
    """Every way to score loose dice with its points, in the order of the game's listing; `bust` where there is none.

    `worths`: for each way its `Legal.worth`, in a game that tells it.
    """

    bust: bool
    ways: tuple[tuple[M, int], ...]
    worths: tuple[int, ...] = ()


# --- a session's record ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Played(Generic[M]):
    """One entry of a record: a move with the faces it threw, a seat's leaving, or that its turn was skipped.

    `move` is None but for a move.
    """

    kind: Literal["move", "resign", "skip"]
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

    def void(self, state: S, seat: int) -> S:
        """The state once the turn of `seat` has come to nothing (ValueError if the seat is not to move).

        Nothing is written, what is at risk is lost, and play goes on after the turn: how a judge deals with a turn
        that was played against the rules, and a table with one of a player who is away. No move leads here.
        """

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


@runtime_checkable
class TakesAsDone(Protocol):
    """What the rules of a game may offer besides, where later moves rest on earlier ones: the board as a table has it
    that took a turn as done which does not count.
    """

    def taken_as_done(self, state: Any, seat: int, move: Any, points: int | None) -> Any:
        """The state with the effect of the move that ended such a turn (of a bust its roll), for the points that the
        table wrote; whose turn it is stays. Without a move nobody knows how it ended. None where nothing can be said.
        """


@runtime_checkable
class TakesOver(Protocol):
    """What the rules of a game may offer besides, where a turn may begin with what the turn before has left."""

    def takes_over(self, move: Any) -> bool:
        """Whether the move begins a turn so."""


@dataclass(frozen=True, slots=True)
class Notation:
    """How a game's own moves are written in a transcript that people type: what follows ">".

    write: a move as JSON to one word without spaces; None for a move that is written as the JSON it is. read: what
    stands there to a move as JSON; a ValueError says what was expected ("a category"), or is the code of a message
    "notation.<code>" that does.
    """

    write: Callable[[Mapping[str, Any]], str | None]
    read: Callable[[str], dict[str, Any]]


def _write_category(move: Mapping[str, Any]) -> str | None:
    return move["category"] if move["type"] == "choose_category" and move.keys() == {"type", "category"} else None


STANDARD = Notation(_write_category, lambda text: {"type": "choose_category", "category": text})
"""The choice of a category by its id."""


@dataclass(frozen=True, slots=True)
class OptionFault:
    """A contradiction in options whose every field is in bounds.

    pointer: the JSON Pointer of its place in the options, "" for all of them. code: stable, in snake_case; its
    sentence stands under "option_fault.<code>", with `details` as `str.format` fields. rule: the paragraph of the
    game's rules page that it rests on, None where there is none.
    """

    pointer: str
    code: str
    rule: str | None = None
    details: Mapping[str, Detail] = field(default_factory=dict)


def no_faults(options: Any) -> tuple[OptionFault, ...]:  # noqa: ARG001 - whatever they are
    """For a game whose options never contradict each other."""
    return ()


def no_words(options: Any, messages: Mapping[str, str]) -> Mapping[str, str]:  # noqa: ARG001 - whatever they are
    """For a game whose options name nothing."""
    return {}


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
    presets: named options. faults: what is contradictory in options, () where they are sound; only sound ones are
    played with. paragraphs: by the code of a fault (`rules.faults`), the paragraph of the rules page it rests on.
    filled_sheet: the type of one filled sheet as a table hands it in, None if the game takes none; check_sheet:
    `Rules` and such a sheet to what is wrong with it. check_sheets: `Rules` and the sheets of all seats, in their
    order, to the same for each, held against each other besides, and who is ahead; None: each stands for itself, and
    totals alone rank them. notation: how moves are written in a typed transcript.
    alike: whether the dice of a throw are alike, so that `apply` does the same for their faces in any order.
    losses: what bots lose by the default options, as far as it was measured.
    adviser: options to what is known about right play (`rules.advice`), None where nothing is. positions: how a
    position is written to be asked about, None if it cannot be.
    words: options and the messages of a language to those that a table with these options has besides or instead,
    such as names of its own for boxes.
    house_page: options, the table's texts, a language and its figures to the rules page of such a table, in Markdown
    without a title; None where the page in the texts serves every table.
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
    faults: Callable[[O_contra], tuple[OptionFault, ...]] = no_faults
    paragraphs: Mapping[str, str] = field(default_factory=dict)
    filled_sheet: Any | None = None
    check_sheet: Callable[[Any, Any], SheetFindings] | None = None
    check_sheets: Callable[[Any, Sequence[Any]], TableFindings[Rank]] | None = None
    notation: Notation = STANDARD
    alike: bool = False
    adviser: Callable[[O_contra], Adviser[S]] | None = None
    losses: LevelLosses | None = None
    positions: Positions[S] | None = None
    words: Callable[[O_contra, Mapping[str, str]], Mapping[str, str]] = no_words
    house_page: Callable[[O_contra, Texts, str, Figures], str] | None = None

    def preset_of(self, options: Any) -> str | None:
        """The name of the preset that these options are; None for any others."""
        return next((name for name, preset in self.presets.items() if preset == options), None)

    def categories_of(self, options: Any) -> tuple[str, ...]:
        """The ids that a choice may name at a table with these options: the game's and those of boxes of its own."""
        named = self.words(options, self.texts.messages[ENGLISH])
        own = (key.removeprefix("category.") for key in named if key.startswith("category."))
        return tuple(dict.fromkeys((*self.categories, *own)))

    def texts_of(self, options: Any) -> Texts:
        """The texts at a table with these options, where a preset and the options may have words of their own."""
        texts = self.texts.of(self.preset_of(options))
        said = {language: self.words(options, messages) for language, messages in texts.messages.items()}
        if not any(said.values()):
            return texts
        return replace(texts, messages={each: {**texts.messages[each], **own} for each, own in said.items()})

    def page_of(self, options: Any, language: str, figures: Figures = PLAIN) -> str:
        """The rules page of a table with these options, which are sound."""
        if self.house_page is None:
            return self.texts.rules(language)
        texts, preset = self.texts_of(options), self.preset_of(options)
        said = texts.spoken(language)
        title = said.get(f"preset.{preset}", said["title"])
        return f"# {title}\n\n{self.house_page(options, texts, language, figures)}"


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
