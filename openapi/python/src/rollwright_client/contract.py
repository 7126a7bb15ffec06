"""The types of the contract, as plain dicts. Written by generate.py from openapi.json."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

AnalyseBatch: TypeAlias = str


AnalysedBatch: TypeAlias = str


class Bank(TypedDict):
    """Write the turn points into the total and end the turn."""

    type: Literal["bank"]


class BankRequest(TypedDict):
    """The fields of a `Bank` move."""

    seat: NotRequired[int | None]


Die: TypeAlias = int


class BankingExact(TypedDict):
    """Exactly these dice."""

    type: Literal["exact"]
    dice: list[Die]
    points: int


class BankingFurtherAdd(TypedDict):
    """A fixed number of points for each further equal die."""

    add: int


class BankingFurtherTimes(TypedDict):
    """A factor for each further equal die."""

    times: int


Size: TypeAlias = int


class BankingGroups(TypedDict):
    """Groups of equal dice: three pairs are [2, 2, 2], two triplets [3, 3], four and two [4, 2]."""

    type: Literal["groups"]
    sizes: list[Size]
    points: int
    faces: NotRequired[Literal["distinct", "any"]]


class BankingGroupsComplete(TypedDict):
    """Groups of equal dice: three pairs are [2, 2, 2], two triplets [3, 3], four and two [4, 2]."""

    type: Literal["groups"]
    sizes: list[Size]
    points: int
    faces: Literal["distinct", "any"]


class BankingLeft(TypedDict):
    """What a seat has left at its bank."""

    points: int
    dice: int


class BankingNothing(TypedDict):
    """A throw of all dice in which nothing scores."""

    type: Literal["nothing"]
    points: int


RefusedEnding: TypeAlias = str


Total: TypeAlias = int


ThrownItem: TypeAlias = int


class BankingPosition(TypedDict):
    """The totals, and the turn of the seat to move."""

    totals: list[Total]
    seat: NotRequired[int]
    opened: NotRequired[list[bool] | None]
    reached: NotRequired[int | None]
    points: NotRequired[int]
    cup: NotRequired[int | None]
    thrown: NotRequired[list[ThrownItem]]


class BankingSeatView(TypedDict):
    """One seat of a banking game."""

    seat: int
    total: int
    opened: bool
    resigned: bool
    phase: Literal["roll", "ride", "set_aside", "decide", "bank"] | None
    busts: NotRequired[int]


class BankingSingle(TypedDict):
    """A single die that scores by itself."""

    type: Literal["single"]
    face: int
    points: int


class BankingStraight(TypedDict):
    """One die of each face from the first to the last."""

    type: Literal["straight"]
    first: int
    last: int
    points: int


class BankingTurn(TypedDict):
    """What a seat wrote down for one of its turns."""

    points: int
    total: NotRequired[int | None]


class BankingView(TypedDict):
    """The state of a banking game; all of the turn belongs to the seat to move."""

    round: int
    throw: int
    cup: int
    thrown: list[int]
    set_aside: list[list[int]]
    points: int
    hot_dice: bool
    needed: int | None
    target: int
    reached: int | None
    seats: list[BankingSeatView]
    tries: NotRequired[int]
    left: NotRequired[BankingLeft | None]


class BlueDie(TypedDict):
    """The blue die of the round has been thrown: it counts for every seat."""

    face: int
    type: Literal["blue_die"]


class BlueDiePassed(TypedDict):
    """The seat that was to throw the blue die has left: another one throws it in this round."""

    holder: int
    type: Literal["blue_die_passed"]


class BotSeat(TypedDict):
    """A seat that the service plays, at one of the levels that the game's page lists."""

    bot: Literal["random", "novice", "casual", "strong", "best"] | Literal["greedy"]


class Bust(TypedDict):
    """No die of the throw scores: the turn is over and its points are lost."""

    lost: int
    type: Literal["bust"]


class BustPenalty(TypedDict):
    """The seat has had so many busts in a row that they cost it points."""

    points: int
    type: Literal["bust_penalty"]


CheckBatch: TypeAlias = str


CheckedBatch: TypeAlias = str


class CheckedFault(TypedDict):
    """One thing that is wrong."""

    pointer: str
    move: NotRequired[int | None]
    line: NotRequired[int | None]
    column: NotRequired[int | None]
    code: str
    reason: NotRequired[str | None]
    rule: str | None
    detail: str
    details: dict[str, Any]
    claimed: Any
    right: Any


class Choice(TypedDict):
    """What decided where a bot hesitated."""

    version: int
    seat: int
    chance: float | None


Sum: TypeAlias = int


class ChooseSums(TypedDict):
    """Mark the sums of two pairs of the throw, in any order, and leave out the fifth die."""

    sums: tuple[Sum, Sum]
    fifth: int
    type: Literal["choose_category"]


class ChooseSumsBody(TypedDict):
    """The fields of a `ChooseSums` move."""

    seat: NotRequired[int | None]
    sums: tuple[Sum, Sum]
    fifth: int


class ClaimRequest(TypedDict):
    """Take an open seat."""

    name: str
    invitation: str


class EighthMark(TypedDict):
    """The mark was the fifth die's eighth: the game is over."""

    face: int
    type: Literal["eighth_mark"]


class FarkleOptions(TypedDict):
    """What a table of farkle agrees on before the game."""

    target: NotRequired[int]
    opening: NotRequired[int]


class FarkleOptionsComplete(TypedDict):
    """What a table of farkle agrees on before the game."""

    target: int
    opening: int


class FarkleOptionsRequest(TypedDict):
    """Options of farkle to be checked."""

    options: NotRequired[FarkleOptions | None]
    packed: NotRequired[str | None]


class FarkleScoreRequest(TypedDict):
    """Dice to be scored by the rules of farkle."""

    options: NotRequired[FarkleOptions | None]
    dice: list[Die]


class FieldFault(TypedDict):
    """One field that is not what it should be."""

    pointer: NotRequired[str | None]
    parameter: NotRequired[str | None]
    line: NotRequired[int | None]
    column: NotRequired[int | None]
    code: str
    detail: str
    rule: NotRequired[str | None]


class FifthDie(TypedDict):
    """A fifth die has been marked."""

    face: int
    marks: int
    new: bool
    type: Literal["fifth_die"]


class Figures(TypedDict):
    """The totals by seat, as they were written down and as they are right."""

    claimed: list[int | None] | None
    right: list[int | None]


class FilledBankingSheet(TypedDict):
    """One seat's column as it was written down."""

    turns: list[BankingTurn]
    total: NotRequired[int | None]


class FilledSheet(TypedDict):
    """One seat's column as it was written down; what is left out is open, or was not reckoned up."""

    boxes: dict[SheetCategory, int]
    upper_sum: NotRequired[int | None]
    bonus: NotRequired[int | None]
    bonuses: NotRequired[list[int | None] | None]
    yatzy_bonus: NotRequired[int | None]
    saved_throws: NotRequired[int | None]
    total: NotRequired[int | None]


class FilledSolitaireDiceSheet(TypedDict):
    """A sheet as it was written down; what is left out has no marks, or was not reckoned up."""

    sums: NotRequired[dict[Literal["2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"], int]]
    fifths: NotRequired[dict[Literal["1", "2", "3", "4", "5", "6"], int]]
    results: NotRequired[dict[Literal["2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"], int]]
    total: NotRequired[int | None]


Row: TypeAlias = int


SmallItem: TypeAlias = int


LargeItem: TypeAlias = int


class FilledWohinDamitSheet(TypedDict):
    """One seat's sheet as it was written down; what is left out is empty, or was not reckoned up."""

    rows: NotRequired[dict[Literal["6", "7", "8", "9", "10", "11", "12", "13", "14", "15"], list[Row]]]
    small: NotRequired[list[SmallItem]]
    large: NotRequired[list[LargeItem]]
    results: NotRequired[dict[Literal["6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "small", "large"], int]]
    deductions: NotRequired[int | None]
    total: NotRequired[int | None]


class FinalRound(TypedDict):
    """A seat has reached the target and others have a turn left."""

    seat: int
    type: Literal["final_round"]


class FreeThrow(TypedDict):
    """The throw shows none of the three fifth dice: the die left out will not be marked."""

    type: Literal["free_throw"]


class Health(TypedDict):
    """That the process runs."""

    status: Literal["ok"]


class HotDice(TypedDict):
    """All dice have been set aside: the cup is full again, the points stay at risk."""

    type: Literal["hot_dice"]


class Labelled(TypedDict):
    """A category by its id, with what a person reads."""

    id: str
    title: str


class LastDie(TypedDict):
    """The last die does not score, and is thrown again."""

    left: int
    type: Literal["last_die"]


class LeftOutGame(TypedDict):
    """A game of an installed package that cannot be offered."""

    package: str | None
    entry_point: str | None
    game: str | None


class LevelDetails(TypedDict):
    """A level at which bots play a game."""

    level: Literal["random", "novice", "casual", "strong", "best"] | Literal["greedy"]
    loss: float | None
    objective: Literal["points", "win", "turns"] | None


class MySeat(TypedDict):
    """Whose a token is."""

    session: str
    seat: int | None
    seats: list[int]
    to_move: list[int]
    status: Literal["waiting", "active", "finished", "abandoned"]
    version: int


class NamedSeat(TypedDict):
    """A seat for a player whom the host names and may act for."""

    name: str


class NewToken(TypedDict):
    """What replaces a token or an invitation; shown this once."""

    seat: int | None
    token: NotRequired[str | None]
    invitation: NotRequired[str | None]


class NextRound(TypedDict):
    """All results are entered: a round begins."""

    round: int
    holder: int
    type: Literal["next_round"]


class OpenSeat(TypedDict):
    """A seat for whoever claims it with the invitation that the answer holds."""

    open: Literal[True]


class Opened(TypedDict):
    """The seat has banked for the first time, in a game that asks more of the first bank."""

    type: Literal["opened"]


class OptionFinding(TypedDict):
    """A fault of options: a field that is not what it should be, or a contradiction."""

    pointer: str
    code: str
    detail: str
    rule: str | None


class Overshot(TypedDict):
    """The bank went beyond a target that must be met exactly."""

    points: int
    type: Literal["overshot"]


class PresetSummary(TypedDict):
    """A published game or sheet as named options of one of the games."""

    game: str
    preset: str
    kind: Literal["banking", "sheet"] | None
    dice: int | None
    names: dict[str, str]


class ProblemDetails(TypedDict):
    """Problem details (RFC 9457): the one shape of every error."""

    type: str
    title: str
    status: int
    code: Literal[
        "abandoned",
        "advice-preparing",
        "advice-unavailable",
        "api-key-needed",
        "batch-too-large",
        "body-too-large",
        "finished",
        "game-failed",
        "game-unavailable",
        "headers-too-large",
        "hints-off",
        "illegal-move",
        "internal",
        "invalid-fields",
        "key-reused",
        "malformed-json",
        "malformed-request",
        "method-not-allowed",
        "no-advice",
        "not-absent",
        "not-found",
        "not-over",
        "not-provable",
        "not-ready",
        "not-the-host",
        "not-your-seat",
        "not-your-turn",
        "nothing-to-undo",
        "position-impossible",
        "rate-limited",
        "record-full",
        "request-timeout",
        "resigned",
        "seat-taken",
        "secret-unavailable",
        "seed-locked",
        "server-dice",
        "store-full",
        "store-unavailable",
        "token-replaced",
        "too-many-streams",
        "unauthorized",
        "unknown-game",
        "unknown-seat",
        "unknown-session",
        "unplayable-transcript",
        "unsupported-encoding",
        "version-mismatch",
        "version-needed",
        "waiting",
        "wrong-invitation",
    ]
    detail: NotRequired[str | None]
    errors: NotRequired[list[FieldFault] | None]
    more_errors: NotRequired[int | None]
    limit: NotRequired[str | None]
    progress: NotRequired[float | None]
    pointer: NotRequired[str | None]
    line: NotRequired[int | None]
    column: NotRequired[int | None]
    reason: NotRequired[str | None]
    rule: NotRequired[str | None]
    details: NotRequired[dict[str, Any] | None]


class Rank(TypedDict):
    """A seat's place in the final ranking; equal ranks share a place (1, 1, 3)."""

    seat: int
    total: int
    rank: int


class Rankings(TypedDict):
    """The ranking by the totals that were written down and by the right ones."""

    claimed: list[Rank] | None
    right: list[Rank] | None


class Readiness(TypedDict):
    """Whether the service can do its work."""

    status: Literal["ready"]
    left_out: list[LeftOutGame]
    warnings: list[str]


class RefusedLine(TypedDict):
    """The answer to a line of a batch that could not be looked at."""

    line: int | None
    problem: ProblemDetails


class Rematch(TypedDict):
    """The session in which the players of another play on."""

    session: str | None


class Ride(TypedDict):
    """Begin the turn with the points and the dice that the seat before has left."""

    type: Literal["ride"]


class Roll(TypedDict):
    """
    Throw the dice in the cup.

    `dice` is the faces where the players throw their own dice; the caller takes them out before it asks the rules,
    which never look at them.
    """

    type: Literal["roll"]
    dice: NotRequired[list[Die] | None]


SetAsideItem: TypeAlias = int


class RollBody(TypedDict):
    """The fields of a `Roll` move."""

    seat: NotRequired[int | None]
    dice: NotRequired[list[Die] | None]
    set_aside: NotRequired[list[SetAsideItem] | None]


class RowClosed(TypedDict):
    """The entry has closed a row."""

    row: Literal["6", "7", "8", "9", "10", "11", "12", "13", "14", "15"]
    excess: int
    type: Literal["row_closed"]


class SandOptions(TypedDict):
    """What a table of sand agrees on before the game."""

    target: NotRequired[int]
    selection: NotRequired[Literal["best", "free"]]
    qualifying: NotRequired[Literal["any", "one_or_five"]]
    hot_dice: NotRequired[Literal["must_roll", "may_bank"]]


class SandOptionsComplete(TypedDict):
    """What a table of sand agrees on before the game."""

    target: int
    selection: Literal["best", "free"]
    qualifying: Literal["any", "one_or_five"]
    hot_dice: Literal["must_roll", "may_bank"]


class SandOptionsRequest(TypedDict):
    """Options of sand to be checked."""

    options: NotRequired[SandOptions | None]
    packed: NotRequired[str | None]


class SandScoreRequest(TypedDict):
    """Dice to be scored by the rules of sand."""

    options: NotRequired[SandOptions | None]
    dice: list[Die]


class SandSheetsRequest(TypedDict):
    """Filled sheets of sand to be checked."""

    sheets: list[FilledBankingSheet]
    options: NotRequired[SandOptions | None]


class SeatChoice(TypedDict):
    """The seat that is meant."""

    seat: NotRequired[int | None]


class SeatRange(TypedDict):
    """How many seats a game may have."""

    min: int
    max: int


SeatRequest: TypeAlias = NamedSeat | OpenSeat | BotSeat


class SeatSecret(TypedDict):
    """A seat's token, or its invitation while it is open; shown this once. A bot's seat has neither."""

    seat: int
    token: NotRequired[str | None]
    invitation: NotRequired[str | None]


class SeatSkill(TypedDict):
    """
    What was luck and what was skill in a seat's game.

    `result - start = luck - loss + others`, exactly; where fewer turns are better the left side has the other sign.
    """

    seat: int
    name: str
    start: float
    result: float
    luck: float
    loss: float
    others: float
    adjusted: float
    decisions: int
    accuracy: float | None
    labels: dict[Literal["best", "fine", "doubtful", "bad", "blunder"], int]
    dearest: list[int]


class SeatView(TypedDict):
    """A seat at the table."""

    seat: int
    name: str | None
    total: int
    open: bool
    resigned: bool
    due: str | None
    bot: Literal["random", "novice", "casual", "strong", "best"] | Literal["greedy"] | None
    absent_from: str | None


Token: TypeAlias = str


class SeatsRequest(TypedDict):
    """The seats to follow."""

    tokens: list[Token]


class SeedRequest(TypedDict):
    """Add a seed to the dice."""

    seed: str
    seat: NotRequired[int | None]


class SetAside(TypedDict):
    """Put these dice of the throw aside: their faces, in any order."""

    dice: list[Die]
    type: Literal["set_aside"]


class SetAsideRequest(TypedDict):
    """The fields of a `SetAside` move."""

    seat: NotRequired[int | None]
    dice: list[Die]


class SheetAfter(TypedDict):
    """Another box that comes first."""

    category: str
    scored: NotRequired[bool]


class SheetAfterComplete(TypedDict):
    """Another box that comes first."""

    category: str
    scored: bool


class SheetBonus(TypedDict):
    """The seat's upper boxes have reached the sum that brings the bonus."""

    points: int
    type: Literal["bonus"]


class SheetBoxesBonus(TypedDict):
    """One of the table's own bonuses has brought points, or taken some."""

    points: int
    bonus: int
    type: Literal["boxes_bonus"]


SheetCategory: TypeAlias = str


class SheetCell(TypedDict):
    """What stands in a seat's column in a row."""

    value: int | None
    notes: list[int | str]
    marks: int
    columns: list[int | None]
    total: int | None


class SheetChoose(TypedDict):
    """Write the dice into this box of the seat's sheet, for their points or for 0, and end the turn."""

    category: SheetCategory
    type: Literal["choose_category"]


class SheetChooseBody(TypedDict):
    """The fields of a `SheetChoose` move."""

    seat: NotRequired[int | None]
    category: SheetCategory


class SheetClearedBonus(TypedDict):
    """Bonuses alone count: at the end of a seat's sheet the points of all its boxes are taken off again."""

    type: Literal["cleared"]


class SheetColumn(TypedDict):
    """What a seat has written down."""

    boxes: dict[SheetCategory, int]
    yatzy_bonus: NotRequired[int]


class SheetColumnComplete(TypedDict):
    """A seat's column."""

    seat: int
    name: str | None
    resigned: bool


class SheetColumnRule(TypedDict):
    """One of several columns of the same boxes."""

    factor: NotRequired[int]
    order: NotRequired[Literal["free", "down", "up"]]


class SheetColumnRuleComplete(TypedDict):
    """One of several columns of the same boxes."""

    factor: int
    order: Literal["free", "down", "up"]


class SheetColumnView(TypedDict):
    """The sums of one of several columns."""

    upper_sum: int
    total: int


class SheetDifferenceBonus(TypedDict):
    """A bonus for how much more one box holds than another; nothing where it holds less."""

    type: Literal["difference"]
    more: SheetCategory
    less: SheetCategory
    times_box: NotRequired[str | None]


class SheetFitsAny(TypedDict):
    """Any dice fit."""

    type: Literal["any"]


class SheetFitsEqual(TypedDict):
    """So many equal dice fit."""

    type: Literal["equal"]
    count: int


AnyOfItemItem: TypeAlias = int


AnyOfItem: TypeAlias = list[AnyOfItemItem]


class SheetFitsFaces(TypedDict):
    """Named faces fit, such as 1-3-5."""

    type: Literal["faces"]
    any_of: list[AnyOfItem]


class SheetFitsGroups(TypedDict):
    """Groups of equal dice fit, such as a pair and three of a kind."""

    type: Literal["groups"]
    sizes: list[Size]
    faces: NotRequired[Literal["distinct", "any"]]


class SheetFitsGroupsComplete(TypedDict):
    """Groups of equal dice fit, such as a pair and three of a kind."""

    type: Literal["groups"]
    sizes: list[Size]
    faces: Literal["distinct", "any"]


class SheetFitsRun(TypedDict):
    """Faces in a row fit, wherever they begin."""

    type: Literal["run"]
    length: int
    wraps: NotRequired[bool]


class SheetFitsRunComplete(TypedDict):
    """Faces in a row fit, wherever they begin."""

    type: Literal["run"]
    length: int
    wraps: bool


class SheetFull(TypedDict):
    """The seat has filled its sheet and plays no further round."""

    type: Literal["sheet_full"]


class SheetLoose(TypedDict):
    """A sheet with which loose dice are scored."""

    boxes: dict[SheetCategory, int]
    throw: NotRequired[int | None]


ColourItem: TypeAlias = int


Colour: TypeAlias = list[ColourItem]


Colour1Item: TypeAlias = int


Colour1: TypeAlias = list[Colour1Item]


SheetPage: TypeAlias = str


class SheetPosition(TypedDict):
    """The sheet of the seat to move, and its turn as far as it is."""

    boxes: dict[SheetCategory, int]
    yatzy_bonus: NotRequired[int]
    dice: NotRequired[list[Die]]
    throws_left: NotRequired[int | None]
    others: NotRequired[list[SheetColumn]]


class SheetRoll(TypedDict):
    """
    Throw the dice in the cup, or all dice on the table again where none have been set aside.

    `count` is how many dice the turn is played with, at its first roll, where the table has agreed on that choice.
    """

    type: Literal["roll"]
    dice: NotRequired[list[Die] | None]
    count: NotRequired[int | None]


class SheetRollBody(TypedDict):
    """The fields of a `SheetRoll` move."""

    seat: NotRequired[int | None]
    dice: NotRequired[list[Die] | None]
    count: NotRequired[int | None]
    set_aside: NotRequired[list[SetAsideItem] | None]


class SheetRow(TypedDict):
    """One line of a sheet."""

    id: str
    kind: Literal["box", "turn", "sum", "bonus", "total", "mark"]
    section: str | None
    label: str
    hint: str | None
    room: int
    cells: list[SheetCell]


class SheetSeatView(TypedDict):
    """One seat of a sheet game."""

    seat: int
    total: int
    boxes: dict[SheetCategory, int | None]
    upper_sum: int
    columns: list[SheetColumnView]
    bonus: int | None
    bonuses: list[int | None]
    yatzy_bonus: int
    saved_throws: int
    resigned: bool
    phase: Literal["roll", "decide", "choose_category"] | None


class SheetSection(TypedDict):
    """A part of a sheet."""

    id: str
    label: str


class SheetStep(TypedDict):
    """A step of a bonus: from so many points on it brings so many."""

    least: int
    points: int


SheetTable: TypeAlias = str


class SheetView(TypedDict):
    """The state of a sheet game; the dice belong to the seat to move."""

    round: int
    rounds: int
    throw: int
    throws_left: int
    dice: list[int]
    set_aside: list[int]
    cup: int | None
    bonus: int
    bonus_from: int
    seats: list[SheetSeatView]


class SheetWon(TypedDict):
    """The seat has won the game at once by what it threw."""

    type: Literal["instant_win"]


class SheetWorth(TypedDict):
    """A worth that is reckoned: a sum so many times, and points besides."""

    of: Literal["group", "all"]
    times: NotRequired[int]
    plus: NotRequired[int]


class SheetWorthComplete(TypedDict):
    """A worth that is reckoned: a sum so many times, and points besides."""

    of: Literal["group", "all"]
    times: int
    plus: int


SolitaireDiceEvent: TypeAlias = FreeThrow | FifthDie | EighthMark


class SolitaireDiceFifthView(TypedDict):
    """One fifth die in use."""

    face: int
    marks: int


class SolitaireDiceMarks(TypedDict):
    """The marks on a sheet."""

    sums: NotRequired[dict[Literal["2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"], int]]
    fifths: NotRequired[dict[Literal["1", "2", "3", "4", "5", "6"], int]]


SolitaireDiceMove: TypeAlias = Roll | ChooseSums


class SolitaireDiceMoveValue(TypedDict):
    """A legal move, and what it is worth."""

    move: SolitaireDiceMove
    value: float
    loss: float
    label: Literal["best", "fine", "doubtful", "bad", "blunder"]


class SolitaireDiceOptions(TypedDict):
    """Solitaire dice knows no options."""


class SolitaireDiceOptionsRequest(TypedDict):
    """Options of solitaire-dice to be checked."""

    options: NotRequired[SolitaireDiceOptions | None]
    packed: NotRequired[str | None]


class SolitaireDicePlayed(TypedDict):
    """One entry of a record of solitaire-dice."""

    version: int
    kind: Literal["move", "announce", "resign", "skip", "undo", "claim", "seed", "abandon"]
    seat: int | None
    by: Literal["seat", "host", "bot", "service"]
    move: SolitaireDiceMove | None
    dice: list[int]
    points: int | None
    events: list[SolitaireDiceEvent]
    at: str
    hinted: NotRequired[bool | None]
    name: NotRequired[str | None]
    seed: NotRequired[str | None]
    undoes: NotRequired[int | None]
    announces: NotRequired[SolitaireDiceMove | None]
    throws: NotRequired[int | None]


class SolitaireDicePosition(TypedDict):
    """The marks, and the throw of which sums are to be chosen."""

    sums: NotRequired[dict[Literal["2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"], int]]
    fifths: NotRequired[dict[Literal["1", "2", "3", "4", "5", "6"], int]]
    dice: NotRequired[list[Die]]


class SolitaireDiceScoreRequest(TypedDict):
    """Dice to be scored by the rules of solitaire-dice."""

    options: NotRequired[SolitaireDiceOptions | None]
    dice: list[Die]
    sheet: NotRequired[SolitaireDiceMarks | None]


class SolitaireDiceSeatView(TypedDict):
    """The one seat."""

    seat: int
    total: int
    resigned: bool
    phase: Literal["roll", "choose"] | None


class SolitaireDiceSessionAdvice(TypedDict):
    """What a seat's moves in a session of solitaire-dice are worth."""

    game: Literal["solitaire-dice"]
    seat: int
    objective: Literal["points", "win", "turns"]
    objectives: list[Literal["points", "win", "turns"]]
    method: Literal["exact", "model", "learned"]
    value: float
    expected_total: float | None
    moves: list[SolitaireDiceMoveValue]
    more_moves: int
    session: str
    version: int


class SolitaireDiceSessionRequest(TypedDict):
    """Open a session of solitaire-dice."""

    game: Literal["solitaire-dice"]
    options: NotRequired[SolitaireDiceOptions | None]
    seats: list[SeatRequest]
    dice_source: NotRequired[Literal["server", "players"]]
    visibility: NotRequired[Literal["public", "private"]]
    hints: NotRequired[Literal["off", "own", "all"] | None]
    label: NotRequired[str | None]
    absent_seconds: NotRequired[int | None]
    turn_seconds: NotRequired[int | None]
    pause_ms: NotRequired[int]


class SolitaireDiceSheetsRequest(TypedDict):
    """Filled sheets of solitaire-dice to be checked."""

    sheets: list[FilledSolitaireDiceSheet]
    options: NotRequired[SolitaireDiceOptions | None]


class SolitaireDiceSumView(TypedDict):
    """One sum of the sheet."""

    sum: int
    value: int
    marks: int
    points: int


class SolitaireDiceTranscriptMove(TypedDict):
    """A move that a seat made."""

    kind: Literal["move"]
    seat: int
    move: SolitaireDiceMove
    dice: NotRequired[list[int] | None]
    points: NotRequired[int | None]
    bust: NotRequired[bool]
    hinted: NotRequired[bool]
    by: NotRequired[Literal["bot"] | None]


class SolitaireDiceView(TypedDict):
    """The state of a game of solitaire dice."""

    turn: int
    thrown: list[int]
    free_throw: bool
    sums: list[SolitaireDiceSumView]
    fifths: list[SolitaireDiceFifthView]
    seats: list[SolitaireDiceSeatView]


class SolitaireDiceWay(TypedDict):
    """One way to score the dice."""

    move: SolitaireDiceMove
    points: int
    worth: NotRequired[int | None]


class TableRules(TypedDict):
    """The rules that a session is played by."""

    game: str
    rules_version: int
    rules: str


class Throw(TypedDict):
    """One throw of the service's dice."""

    version: int
    seat: int
    throw: int
    dice: list[int]


class ThrowJudged(TypedDict):
    """What the dice of an entry brought."""

    before: float
    after: float
    luck: float


class Ticket(TypedDict):
    """What stands for a token for some seconds, in the address of a session's events."""

    ticket: str
    expires: str


class TitusindOptions(TypedDict):
    """What a table of titusind agrees on before the game."""

    strict_finish: NotRequired[bool]
    hot_dice: NotRequired[Literal["must_roll", "may_bank"]]
    special_combinations: NotRequired[bool]
    three_pairs: NotRequired[Literal["distinct", "any"]]


class TitusindOptionsComplete(TypedDict):
    """What a table of titusind agrees on before the game."""

    strict_finish: bool
    hot_dice: Literal["must_roll", "may_bank"]
    special_combinations: bool
    three_pairs: Literal["distinct", "any"]


class TitusindOptionsRequest(TypedDict):
    """Options of titusind to be checked."""

    options: NotRequired[TitusindOptions | None]
    packed: NotRequired[str | None]


class TitusindScoreRequest(TypedDict):
    """Dice to be scored by the rules of titusind."""

    options: NotRequired[TitusindOptions | None]
    dice: list[Die]


class TitusindSessionRequest(TypedDict):
    """Open a session of titusind."""

    game: Literal["titusind"]
    options: NotRequired[TitusindOptions | None]
    seats: list[SeatRequest]
    dice_source: NotRequired[Literal["server", "players"]]
    visibility: NotRequired[Literal["public", "private"]]
    hints: NotRequired[Literal["off", "own", "all"] | None]
    label: NotRequired[str | None]
    absent_seconds: NotRequired[int | None]
    turn_seconds: NotRequired[int | None]
    pause_ms: NotRequired[int]


class TitusindSheetsRequest(TypedDict):
    """Filled sheets of titusind to be checked."""

    sheets: list[FilledBankingSheet]
    options: NotRequired[TitusindOptions | None]


class TokenRequest(TypedDict):
    """Which token to replace."""

    seat: NotRequired[int | None]


class TranscriptResignation(TypedDict):
    """That a seat left the game."""

    kind: Literal["resign"]
    seat: int


class TranscriptSeat(TypedDict):
    """A seat by the name of its player; of a bot with its level."""

    name: str
    bot: NotRequired[Literal["random", "novice", "casual", "strong", "best"] | Literal["greedy"] | None]


class TranscriptSkip(TypedDict):
    """That a seat's turn was skipped: nothing is written, what was at risk is lost."""

    kind: Literal["skip"]
    seat: int


TranscriptText: TypeAlias = str


class WohinDamitChoose(TypedDict):
    """Enter the seat's result of the round in this box."""

    category: Literal["6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "small", "large"]
    type: Literal["choose_category"]


class WohinDamitChooseBody(TypedDict):
    """The fields of a `WohinDamitChoose` move."""

    seat: NotRequired[int | None]
    category: Literal["6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "small", "large"]


class WohinDamitEntries(TypedDict):
    """What is entered on a sheet; what is left out is empty."""

    rows: NotRequired[dict[Literal["6", "7", "8", "9", "10", "11", "12", "13", "14", "15"], list[int]]]
    small: NotRequired[list[SmallItem]]
    large: NotRequired[list[LargeItem]]


WohinDamitEvent: TypeAlias = BlueDie | RowClosed | SheetFull | BlueDiePassed | NextRound


WohinDamitMove: TypeAlias = Roll | WohinDamitChoose


class WohinDamitMoveValue(TypedDict):
    """A legal move, and what it is worth."""

    move: WohinDamitMove
    value: float
    loss: float
    label: Literal["best", "fine", "doubtful", "bad", "blunder"]


class WohinDamitOptions(TypedDict):
    """What a table of wohin-damit agrees on before the game."""

    win_needs_positive: NotRequired[bool]
    excess: NotRequired[Literal["any", "only_if_nothing_fits"]]


class WohinDamitOptionsComplete(TypedDict):
    """What a table of wohin-damit agrees on before the game."""

    win_needs_positive: bool
    excess: Literal["any", "only_if_nothing_fits"]


class WohinDamitOptionsRequest(TypedDict):
    """Options of wohin-damit to be checked."""

    options: NotRequired[WohinDamitOptions | None]
    packed: NotRequired[str | None]


class WohinDamitPlayed(TypedDict):
    """One entry of a record of wohin-damit."""

    version: int
    kind: Literal["move", "announce", "resign", "skip", "undo", "claim", "seed", "abandon"]
    seat: int | None
    by: Literal["seat", "host", "bot", "service"]
    move: WohinDamitMove | None
    dice: list[int]
    points: int | None
    events: list[WohinDamitEvent]
    at: str
    hinted: NotRequired[bool | None]
    name: NotRequired[str | None]
    seed: NotRequired[str | None]
    undoes: NotRequired[int | None]
    announces: NotRequired[WohinDamitMove | None]
    throws: NotRequired[int | None]


class WohinDamitPosition(TypedDict):
    """A seat's sheet, and the white and the blue die of the round once they have fallen."""

    rows: NotRequired[dict[Literal["6", "7", "8", "9", "10", "11", "12", "13", "14", "15"], list[int]]]
    small: NotRequired[list[SmallItem]]
    large: NotRequired[list[LargeItem]]
    dice: NotRequired[list[Die]]


class WohinDamitRowView(TypedDict):
    """One row of a seat's sheet."""

    row: Literal["6", "7", "8", "9", "10", "11", "12", "13", "14", "15"]
    entries: list[int]
    needs: int
    closed: bool
    excess: int | None


class WohinDamitScoreRequest(TypedDict):
    """Dice to be scored by the rules of wohin-damit."""

    options: NotRequired[WohinDamitOptions | None]
    dice: list[Die]
    sheet: NotRequired[WohinDamitEntries | None]


class WohinDamitSeatView(TypedDict):
    """One seat of wohin-damit: its sheet, and what it is at in this round."""

    seat: int
    total: int
    resigned: bool
    phase: Literal["roll", "wait", "choose", "entered", "done"] | None
    white: int | None
    result: int | None
    rows: list[WohinDamitRowView]
    small: list[int]
    large: list[int]


class WohinDamitSessionAdvice(TypedDict):
    """What a seat's moves in a session of wohin-damit are worth."""

    game: Literal["wohin-damit"]
    seat: int
    objective: Literal["points", "win", "turns"]
    objectives: list[Literal["points", "win", "turns"]]
    method: Literal["exact", "model", "learned"]
    value: float
    expected_total: float | None
    moves: list[WohinDamitMoveValue]
    more_moves: int
    session: str
    version: int


class WohinDamitSessionRequest(TypedDict):
    """Open a session of wohin-damit."""

    game: Literal["wohin-damit"]
    options: NotRequired[WohinDamitOptions | None]
    seats: list[SeatRequest]
    dice_source: NotRequired[Literal["server", "players"]]
    visibility: NotRequired[Literal["public", "private"]]
    hints: NotRequired[Literal["off", "own", "all"] | None]
    label: NotRequired[str | None]
    absent_seconds: NotRequired[int | None]
    turn_seconds: NotRequired[int | None]
    pause_ms: NotRequired[int]


class WohinDamitSheetsRequest(TypedDict):
    """Filled sheets of wohin-damit to be checked."""

    sheets: list[FilledWohinDamitSheet]
    options: NotRequired[WohinDamitOptions | None]


class WohinDamitTranscriptMove(TypedDict):
    """A move that a seat made."""

    kind: Literal["move"]
    seat: int
    move: WohinDamitMove
    dice: NotRequired[list[int] | None]
    points: NotRequired[int | None]
    bust: NotRequired[bool]
    hinted: NotRequired[bool]
    by: NotRequired[Literal["bot"] | None]


class WohinDamitView(TypedDict):
    """The state of a game of wohin-damit: several seats may be to move."""

    round: int
    holder: int | None
    blue: int | None
    seats: list[WohinDamitSeatView]


class WohinDamitWay(TypedDict):
    """One way to score the dice."""

    move: WohinDamitMove
    points: int
    worth: NotRequired[int | None]


class YahtzeeOptions(TypedDict):
    """What a table of yahtzee agrees on before the game."""

    joker: NotRequired[Literal["forced", "free", "none"]]


class YahtzeeOptionsComplete(TypedDict):
    """What a table of yahtzee agrees on before the game."""

    joker: Literal["forced", "free", "none"]


class YahtzeeOptionsRequest(TypedDict):
    """Options of yahtzee to be checked."""

    options: NotRequired[YahtzeeOptions | None]
    packed: NotRequired[str | None]


class YahtzeeSessionRequest(TypedDict):
    """Open a session of yahtzee."""

    game: Literal["yahtzee"]
    options: NotRequired[YahtzeeOptions | None]
    seats: list[SeatRequest]
    dice_source: NotRequired[Literal["server", "players"]]
    visibility: NotRequired[Literal["public", "private"]]
    hints: NotRequired[Literal["off", "own", "all"] | None]
    label: NotRequired[str | None]
    absent_seconds: NotRequired[int | None]
    turn_seconds: NotRequired[int | None]
    pause_ms: NotRequired[int]


class YatzyBgOptions(TypedDict):
    """What a table of yatzy-bg agrees on before the game."""

    choose_dice_count: NotRequired[bool]
    two_pairs_of_four: NotRequired[bool]
    full_house_of_five: NotRequired[bool]


class YatzyBgOptionsComplete(TypedDict):
    """What a table of yatzy-bg agrees on before the game."""

    choose_dice_count: bool
    two_pairs_of_four: bool
    full_house_of_five: bool


class YatzyBgOptionsRequest(TypedDict):
    """Options of yatzy-bg to be checked."""

    options: NotRequired[YatzyBgOptions | None]
    packed: NotRequired[str | None]


class YatzyBgSessionRequest(TypedDict):
    """Open a session of yatzy-bg."""

    game: Literal["yatzy-bg"]
    options: NotRequired[YatzyBgOptions | None]
    seats: list[SeatRequest]
    dice_source: NotRequired[Literal["server", "players"]]
    visibility: NotRequired[Literal["public", "private"]]
    hints: NotRequired[Literal["off", "own", "all"] | None]
    label: NotRequired[str | None]
    absent_seconds: NotRequired[int | None]
    turn_seconds: NotRequired[int | None]
    pause_ms: NotRequired[int]


class YatzyBonus(TypedDict):
    """The seat has thrown a further yatzy after one that scored."""

    points: int
    type: Literal["yatzy_bonus"]


class YatzyOptions(TypedDict):
    """What a table of yatzy agrees on before the game."""

    two_pairs_of_four: NotRequired[bool]
    full_house_of_five: NotRequired[bool]


class YatzyOptionsComplete(TypedDict):
    """What a table of yatzy agrees on before the game."""

    two_pairs_of_four: bool
    full_house_of_five: bool


class YatzyOptionsRequest(TypedDict):
    """Options of yatzy to be checked."""

    options: NotRequired[YatzyOptions | None]
    packed: NotRequired[str | None]


class YatzySessionRequest(TypedDict):
    """Open a session of yatzy."""

    game: Literal["yatzy"]
    options: NotRequired[YatzyOptions | None]
    seats: list[SeatRequest]
    dice_source: NotRequired[Literal["server", "players"]]
    visibility: NotRequired[Literal["public", "private"]]
    hints: NotRequired[Literal["off", "own", "all"] | None]
    label: NotRequired[str | None]
    absent_seconds: NotRequired[int | None]
    turn_seconds: NotRequired[int | None]
    pause_ms: NotRequired[int]


class YatzyBgFilledSheet(TypedDict):
    """One seat's column as it was written down; what is left out is open, or was not reckoned up."""

    boxes: dict[YatzyBgCategory, int]
    upper_sum: NotRequired[int | None]
    bonus: NotRequired[int | None]
    bonuses: NotRequired[list[int | None] | None]
    yatzy_bonus: NotRequired[int | None]
    saved_throws: NotRequired[int | None]
    total: NotRequired[int | None]


YatzyBgCategory: TypeAlias = Literal[
    "ones",
    "twos",
    "threes",
    "fours",
    "fives",
    "sixes",
    "one_pair",
    "two_pairs",
    "four_of_a_kind",
    "small_straight",
    "large_straight",
    "full_house",
    "chance",
]


class YatzyBgChoose(TypedDict):
    """Write the dice into this box of the seat's sheet, for their points or for 0, and end the turn."""

    category: YatzyBgCategory
    type: Literal["choose_category"]


class YatzyBgColumn(TypedDict):
    """What a seat has written down."""

    boxes: dict[YatzyBgCategory, int]
    yatzy_bonus: NotRequired[int]


class YatzyBgLoose(TypedDict):
    """A sheet with which loose dice are scored."""

    boxes: dict[YatzyBgCategory, int]
    throw: NotRequired[int | None]


YatzyBgMove: TypeAlias = SheetRoll | SetAside | YatzyBgChoose


class YatzyBgPosition(TypedDict):
    """The sheet of the seat to move, and its turn as far as it is."""

    boxes: dict[YatzyBgCategory, int]
    yatzy_bonus: NotRequired[int]
    dice: NotRequired[list[Die]]
    throws_left: NotRequired[int | None]
    others: NotRequired[list[YatzyBgColumn]]


class YatzyBgSeatView(TypedDict):
    """One seat of a sheet game."""

    seat: int
    total: int
    boxes: dict[YatzyBgCategory, int | None]
    upper_sum: int
    columns: list[SheetColumnView]
    bonus: int | None
    bonuses: list[int | None]
    yatzy_bonus: int
    saved_throws: int
    resigned: bool
    phase: Literal["roll", "decide", "choose_category"] | None


class YatzyBgView(TypedDict):
    """The state of a sheet game; the dice belong to the seat to move."""

    round: int
    rounds: int
    throw: int
    throws_left: int
    dice: list[int]
    set_aside: list[int]
    cup: int | None
    bonus: int
    bonus_from: int
    seats: list[YatzyBgSeatView]


class YatzyFilledSheet(TypedDict):
    """One seat's column as it was written down; what is left out is open, or was not reckoned up."""

    boxes: dict[YatzyCategory, int]
    upper_sum: NotRequired[int | None]
    bonus: NotRequired[int | None]
    bonuses: NotRequired[list[int | None] | None]
    yatzy_bonus: NotRequired[int | None]
    saved_throws: NotRequired[int | None]
    total: NotRequired[int | None]


YatzyCategory: TypeAlias = Literal[
    "ones",
    "twos",
    "threes",
    "fours",
    "fives",
    "sixes",
    "one_pair",
    "two_pairs",
    "three_of_a_kind",
    "four_of_a_kind",
    "small_straight",
    "large_straight",
    "full_house",
    "chance",
    "yatzy",
]


class YatzyChoose(TypedDict):
    """Write the dice into this box of the seat's sheet, for their points or for 0, and end the turn."""

    category: YatzyCategory
    type: Literal["choose_category"]


class YatzyColumn(TypedDict):
    """What a seat has written down."""

    boxes: dict[YatzyCategory, int]
    yatzy_bonus: NotRequired[int]


class YatzyLoose(TypedDict):
    """A sheet with which loose dice are scored."""

    boxes: dict[YatzyCategory, int]
    throw: NotRequired[int | None]


YatzyMove: TypeAlias = SheetRoll | SetAside | YatzyChoose


class YatzyPosition(TypedDict):
    """The sheet of the seat to move, and its turn as far as it is."""

    boxes: dict[YatzyCategory, int]
    yatzy_bonus: NotRequired[int]
    dice: NotRequired[list[Die]]
    throws_left: NotRequired[int | None]
    others: NotRequired[list[YatzyColumn]]


class YatzySeatView(TypedDict):
    """One seat of a sheet game."""

    seat: int
    total: int
    boxes: dict[YatzyCategory, int | None]
    upper_sum: int
    columns: list[SheetColumnView]
    bonus: int | None
    bonuses: list[int | None]
    yatzy_bonus: int
    saved_throws: int
    resigned: bool
    phase: Literal["roll", "decide", "choose_category"] | None


class YatzyView(TypedDict):
    """The state of a sheet game; the dice belong to the seat to move."""

    round: int
    rounds: int
    throw: int
    throws_left: int
    dice: list[int]
    set_aside: list[int]
    cup: int | None
    bonus: int
    bonus_from: int
    seats: list[YatzySeatView]


class YahtzeeFilledSheet(TypedDict):
    """One seat's column as it was written down; what is left out is open, or was not reckoned up."""

    boxes: dict[YahtzeeCategory, int]
    upper_sum: NotRequired[int | None]
    bonus: NotRequired[int | None]
    bonuses: NotRequired[list[int | None] | None]
    yatzy_bonus: NotRequired[int | None]
    saved_throws: NotRequired[int | None]
    total: NotRequired[int | None]


YahtzeeCategory: TypeAlias = Literal[
    "ones",
    "twos",
    "threes",
    "fours",
    "fives",
    "sixes",
    "three_of_a_kind",
    "four_of_a_kind",
    "full_house",
    "small_straight",
    "large_straight",
    "yatzy",
    "chance",
]


class YahtzeeChoose(TypedDict):
    """Write the dice into this box of the seat's sheet, for their points or for 0, and end the turn."""

    category: YahtzeeCategory
    type: Literal["choose_category"]


class YahtzeeColumn(TypedDict):
    """What a seat has written down."""

    boxes: dict[YahtzeeCategory, int]
    yatzy_bonus: NotRequired[int]


class YahtzeeLoose(TypedDict):
    """A sheet with which loose dice are scored."""

    boxes: dict[YahtzeeCategory, int]
    throw: NotRequired[int | None]


YahtzeeMove: TypeAlias = SheetRoll | SetAside | YahtzeeChoose


class YahtzeePosition(TypedDict):
    """The sheet of the seat to move, and its turn as far as it is."""

    boxes: dict[YahtzeeCategory, int]
    yatzy_bonus: NotRequired[int]
    dice: NotRequired[list[Die]]
    throws_left: NotRequired[int | None]
    others: NotRequired[list[YahtzeeColumn]]


class YahtzeeSeatView(TypedDict):
    """One seat of a sheet game."""

    seat: int
    total: int
    boxes: dict[YahtzeeCategory, int | None]
    upper_sum: int
    columns: list[SheetColumnView]
    bonus: int | None
    bonuses: list[int | None]
    yatzy_bonus: int
    saved_throws: int
    resigned: bool
    phase: Literal["roll", "decide", "choose_category"] | None


class YahtzeeView(TypedDict):
    """The state of a sheet game; the dice belong to the seat to move."""

    round: int
    rounds: int
    throw: int
    throws_left: int
    dice: list[int]
    set_aside: list[int]
    cup: int | None
    bonus: int
    bonus_from: int
    seats: list[YahtzeeSeatView]


EntryKind: TypeAlias = Literal["move", "announce", "resign", "skip", "undo", "claim", "seed", "abandon"]


GameName: TypeAlias = Literal[
    "banking", "farkle", "sand", "sheet", "solitaire-dice", "titusind", "wohin-damit", "yahtzee", "yatzy", "yatzy-bg"
]


class BankingEqual(TypedDict):
    """So many equal dice, worth a multiple of their face."""

    type: Literal["equal"]
    count: int
    times_face: int
    ones: NotRequired[int | None]
    further: NotRequired[Literal["none", "step", "doubling"] | BankingFurtherAdd | BankingFurtherTimes]


class BankingEqualComplete(TypedDict):
    """So many equal dice, worth a multiple of their face."""

    type: Literal["equal"]
    count: int
    times_face: int
    ones: NotRequired[int | None]
    further: Literal["none", "step", "doubling"] | BankingFurtherAdd | BankingFurtherTimes


class BankingEqualFlat(TypedDict):
    """So many equal dice, worth the same whatever their face."""

    type: Literal["equal_flat"]
    count: int
    points: int
    further: NotRequired[Literal["none", "step", "doubling"] | BankingFurtherAdd | BankingFurtherTimes]


class BankingEqualFlatComplete(TypedDict):
    """So many equal dice, worth the same whatever their face."""

    type: Literal["equal_flat"]
    count: int
    points: int
    further: Literal["none", "step", "doubling"] | BankingFurtherAdd | BankingFurtherTimes


BankingEvent: TypeAlias = Bust | BustPenalty | LastDie | HotDice | Opened | Overshot | FinalRound


BankingMove: TypeAlias = Roll | SetAside | Bank | Ride


class BankingMoveValue(TypedDict):
    """A legal move, and what it is worth."""

    move: BankingMove
    value: float
    loss: float
    label: Literal["best", "fine", "doubtful", "bad", "blunder"]


class BankingPlayed(TypedDict):
    """One entry of a record of banking."""

    version: int
    kind: Literal["move", "announce", "resign", "skip", "undo", "claim", "seed", "abandon"]
    seat: int | None
    by: Literal["seat", "host", "bot", "service"]
    move: BankingMove | None
    dice: list[int]
    points: int | None
    events: list[BankingEvent]
    at: str
    hinted: NotRequired[bool | None]
    name: NotRequired[str | None]
    seed: NotRequired[str | None]
    undoes: NotRequired[int | None]
    announces: NotRequired[BankingMove | None]
    throws: NotRequired[int | None]


class BankingSessionAdvice(TypedDict):
    """What a seat's moves in a session of banking are worth."""

    game: Literal["banking"]
    seat: int
    objective: Literal["points", "win", "turns"]
    objectives: list[Literal["points", "win", "turns"]]
    method: Literal["exact", "model", "learned"]
    value: float
    expected_total: float | None
    moves: list[BankingMoveValue]
    more_moves: int
    session: str
    version: int


class BankingTranscriptMove(TypedDict):
    """A move that a seat made."""

    kind: Literal["move"]
    seat: int
    move: BankingMove
    dice: NotRequired[list[int] | None]
    points: NotRequired[int | None]
    bust: NotRequired[bool]
    hinted: NotRequired[bool]
    by: NotRequired[Literal["bot"] | None]


class BankingWay(TypedDict):
    """One way to score the dice."""

    move: BankingMove
    points: int
    worth: NotRequired[int | None]


class Checked(TypedDict):
    """What came of a check."""

    valid: bool
    finished: bool
    faults: list[CheckedFault]
    more_faults: int
    totals: Figures
    ranking: Rankings


class CheckedLine(TypedDict):
    """The answer to a line of a batch."""

    valid: bool
    finished: bool
    faults: list[CheckedFault]
    more_faults: int
    totals: Figures
    ranking: Rankings
    line: int


ChooseCategoryRequest: TypeAlias = SheetChooseBody | ChooseSumsBody | WohinDamitChooseBody


class Fairness(TypedDict):
    """What a session's dice come from; `rollwright verify` checks it once the secret is told."""

    session: str
    algorithm: str
    commitment: str
    seeds: list[str | None]
    seeds_locked: bool
    throws: list[Throw]
    choices: list[Choice]
    secret: str | None


class FarkleDecisionJudged(TypedDict):
    """A decision with a choice."""

    value: float
    played: float
    loss: float
    label: Literal["best", "fine", "doubtful", "bad", "blunder"]
    best: BankingMove


class FarkleEntryJudged(TypedDict):
    """An entry of the record, as far as it was a decision or threw dice."""

    entry: int
    version: NotRequired[int | None]
    seat: int
    move: BankingMove | None
    dice: list[int]
    hinted: NotRequired[bool | None]
    decision: FarkleDecisionJudged | None
    throw: ThrowJudged | None
    values: list[float]


class FarkleLegalMove(TypedDict):
    """A legal move; post it as it stands to `moves`."""

    seat: int
    move: BankingMove
    points: int | None
    worth: NotRequired[int | None]
    throws: int


class FarkleMoveValue(TypedDict):
    """A legal move, and what it is worth."""

    move: BankingMove
    value: float
    loss: float
    label: Literal["best", "fine", "doubtful", "bad", "blunder"]


class FarklePlayed(TypedDict):
    """One entry of a record of farkle."""

    version: int
    kind: Literal["move", "announce", "resign", "skip", "undo", "claim", "seed", "abandon"]
    seat: int | None
    by: Literal["seat", "host", "bot", "service"]
    move: BankingMove | None
    dice: list[int]
    points: int | None
    events: list[BankingEvent]
    at: str
    hinted: NotRequired[bool | None]
    name: NotRequired[str | None]
    seed: NotRequired[str | None]
    undoes: NotRequired[int | None]
    announces: NotRequired[BankingMove | None]
    throws: NotRequired[int | None]


class FarkleSessionAdvice(TypedDict):
    """What a seat's moves in a session of farkle are worth."""

    game: Literal["farkle"]
    seat: int
    objective: Literal["points", "win", "turns"]
    objectives: list[Literal["points", "win", "turns"]]
    method: Literal["exact", "model", "learned"]
    value: float
    expected_total: float | None
    moves: list[FarkleMoveValue]
    more_moves: int
    session: str
    version: int


class FarkleSessionRequest(TypedDict):
    """Open a session of farkle."""

    game: Literal["farkle"]
    options: NotRequired[FarkleOptions | None]
    seats: list[SeatRequest]
    dice_source: NotRequired[Literal["server", "players"]]
    visibility: NotRequired[Literal["public", "private"]]
    hints: NotRequired[Literal["off", "own", "all"] | None]
    label: NotRequired[str | None]
    absent_seconds: NotRequired[int | None]
    turn_seconds: NotRequired[int | None]
    pause_ms: NotRequired[int]


class FarkleSheetsRequest(TypedDict):
    """Filled sheets of farkle to be checked."""

    sheets: list[FilledBankingSheet]
    options: NotRequired[FarkleOptions | None]


class FarkleTranscriptMove(TypedDict):
    """A move that a seat made."""

    kind: Literal["move"]
    seat: int
    move: BankingMove
    dice: NotRequired[list[int] | None]
    points: NotRequired[int | None]
    bust: NotRequired[bool]
    hinted: NotRequired[bool]
    by: NotRequired[Literal["bot"] | None]


class FarkleWay(TypedDict):
    """One way to score the dice."""

    move: BankingMove
    points: int
    worth: NotRequired[int | None]


class GameDetails(TypedDict):
    """Everything about a game: how to set it up, and its rules."""

    name: str
    title: str
    summary: str
    seats: SeatRange
    verbs: list[str]
    rules_version: int
    options: dict[str, Any]
    presets: dict[str, dict[str, Any]]
    categories: list[Labelled]
    rules: str
    messages: dict[str, str]
    levels: list[LevelDetails]


class GameSummary(TypedDict):
    """A game in the catalogue."""

    name: str
    title: str
    summary: str
    seats: SeatRange
    verbs: list[str]


class LineFarkleAnalysis(TypedDict):
    """The answer to a line of a batch."""

    game: Literal["farkle"]
    objective: Literal["points", "win", "turns"]
    objectives: list[Literal["points", "win", "turns"]]
    method: Literal["exact", "model", "learned"]
    spread: float
    finished: bool
    seats: list[SeatSkill]
    entries: list[FarkleEntryJudged]
    line: int


class Outcome(TypedDict):
    """
    How a game ended: every seat ranked from the best, the winners (none is possible), and why, as a code.

    `reason` has its sentence under "outcome.<code>". `rating` is a code for a game that rates a result
    (its sentence under "rating.<code>").
    """

    ranking: list[Rank]
    winners: list[int]
    reason: str
    rating: NotRequired[str | None]


class PresetList(TypedDict):
    """Presets of all games."""

    presets: list[PresetSummary]


RollRequest: TypeAlias = RollBody | SheetRollBody


class SandDecisionJudged(TypedDict):
    """A decision with a choice."""

    value: float
    played: float
    loss: float
    label: Literal["best", "fine", "doubtful", "bad", "blunder"]
    best: BankingMove


class SandEntryJudged(TypedDict):
    """An entry of the record, as far as it was a decision or threw dice."""

    entry: int
    version: NotRequired[int | None]
    seat: int
    move: BankingMove | None
    dice: list[int]
    hinted: NotRequired[bool | None]
    decision: SandDecisionJudged | None
    throw: ThrowJudged | None
    values: list[float]


class SandLegalMove(TypedDict):
    """A legal move; post it as it stands to `moves`."""

    seat: int
    move: BankingMove
    points: int | None
    worth: NotRequired[int | None]
    throws: int


class SandMoveValue(TypedDict):
    """A legal move, and what it is worth."""

    move: BankingMove
    value: float
    loss: float
    label: Literal["best", "fine", "doubtful", "bad", "blunder"]


class SandPlayed(TypedDict):
    """One entry of a record of sand."""

    version: int
    kind: Literal["move", "announce", "resign", "skip", "undo", "claim", "seed", "abandon"]
    seat: int | None
    by: Literal["seat", "host", "bot", "service"]
    move: BankingMove | None
    dice: list[int]
    points: int | None
    events: list[BankingEvent]
    at: str
    hinted: NotRequired[bool | None]
    name: NotRequired[str | None]
    seed: NotRequired[str | None]
    undoes: NotRequired[int | None]
    announces: NotRequired[BankingMove | None]
    throws: NotRequired[int | None]


class SandSession(TypedDict):
    """A session of sand as it is now."""

    id: str
    game: Literal["sand"]
    options: SandOptionsComplete
    dice_source: Literal["server", "players"]
    visibility: Literal["public", "private"]
    turn_seconds: int | None
    absent_seconds: int | None
    label: str | None
    hints: Literal["off", "own", "all"]
    commitment: str | None
    pause_ms: int | None
    version: int
    status: Literal["waiting", "active", "finished", "abandoned"]
    seats: list[SeatView]
    to_move: list[int]
    state: BankingView
    legal_moves: list[SandLegalMove]
    outcome: Outcome | None
    last: NotRequired[SandPlayed | None]


class SandSessionAdvice(TypedDict):
    """What a seat's moves in a session of sand are worth."""

    game: Literal["sand"]
    seat: int
    objective: Literal["points", "win", "turns"]
    objectives: list[Literal["points", "win", "turns"]]
    method: Literal["exact", "model", "learned"]
    value: float
    expected_total: float | None
    moves: list[SandMoveValue]
    more_moves: int
    session: str
    version: int


class SandSessionRequest(TypedDict):
    """Open a session of sand."""

    game: Literal["sand"]
    options: NotRequired[SandOptions | None]
    seats: list[SeatRequest]
    dice_source: NotRequired[Literal["server", "players"]]
    visibility: NotRequired[Literal["public", "private"]]
    hints: NotRequired[Literal["off", "own", "all"] | None]
    label: NotRequired[str | None]
    absent_seconds: NotRequired[int | None]
    turn_seconds: NotRequired[int | None]
    pause_ms: NotRequired[int]


class SandTranscriptMove(TypedDict):
    """A move that a seat made."""

    kind: Literal["move"]
    seat: int
    move: BankingMove
    dice: NotRequired[list[int] | None]
    points: NotRequired[int | None]
    bust: NotRequired[bool]
    hinted: NotRequired[bool]
    by: NotRequired[Literal["bot"] | None]


class SandWay(TypedDict):
    """One way to score the dice."""

    move: BankingMove
    points: int
    worth: NotRequired[int | None]


class ScoreSheet(TypedDict):
    """A score sheet, empty or a session's."""

    game: str
    title: str
    language: str
    options: dict[str, Any]
    preset: str | None
    session: str | None
    version: int | None
    status: Literal["waiting", "active", "finished", "abandoned"] | None
    opened: str | None
    columns: list[SheetColumnComplete]
    sections: list[SheetSection]
    rows: list[SheetRow]
    notes: dict[str, str]
    outcome: Outcome | None


class SeatEnd(TypedDict):
    """That nothing more will happen to a seat."""

    status: Literal["finished", "abandoned", "deleted", "failed"]
    outcome: Outcome | None
    session: str
    seat: int


class SeatEndEvent(TypedDict):
    """The last event about a seat."""

    event: Literal["end"]
    data: SeatEnd


class SessionEnd(TypedDict):
    """That nothing more will happen in the session."""

    status: Literal["finished", "abandoned", "deleted", "failed"]
    outcome: Outcome | None


class SessionEndEvent(TypedDict):
    """The last event of a session's stream."""

    event: Literal["end"]
    data: SessionEnd


SheetBonusBoxes: TypeAlias = Literal["upper", "lower", "all"] | list[SheetCategory]


class SheetBox(TypedDict):
    """A box of a sheet: which dice fit and what they are worth."""

    category: str
    worth: NotRequired[Literal["group", "all"] | int | SheetWorth | list[Literal["group", "all"] | int | SheetWorth]]
    faces: NotRequired[Literal["distinct", "any"]]
    in_a_row: NotRequired[int | None]
    fits: NotRequired[SheetFitsAny | SheetFitsEqual | SheetFitsGroups | SheetFitsRun | SheetFitsFaces | None]
    lowest: NotRequired[int | None]
    highest: NotRequired[int | None]
    one_colour: NotRequired[bool]
    after: NotRequired[SheetAfter | None]
    wins: NotRequired[Literal["never", "first_throw", "any_throw"]]
    name: NotRequired[str | None]


class SheetBoxComplete(TypedDict):
    """A box of a sheet: which dice fit and what they are worth."""

    category: str
    worth: (
        Literal["group", "all"] | int | SheetWorthComplete | list[Literal["group", "all"] | int | SheetWorthComplete]
    )
    faces: Literal["distinct", "any"]
    in_a_row: NotRequired[int | None]
    fits: NotRequired[
        SheetFitsAny | SheetFitsEqual | SheetFitsGroupsComplete | SheetFitsRunComplete | SheetFitsFaces | None
    ]
    lowest: NotRequired[int | None]
    highest: NotRequired[int | None]
    one_colour: bool
    after: NotRequired[SheetAfterComplete | None]
    wins: Literal["never", "first_throw", "any_throw"]
    name: NotRequired[str | None]


SheetEvent: TypeAlias = SheetBonus | YatzyBonus | SheetBoxesBonus | SheetWon


SheetMove: TypeAlias = SheetRoll | SetAside | SheetChoose


class SheetMoveValue(TypedDict):
    """A legal move, and what it is worth."""

    move: SheetMove
    value: float
    loss: float
    label: Literal["best", "fine", "doubtful", "bad", "blunder"]


class SheetPlayed(TypedDict):
    """One entry of a record of sheet."""

    version: int
    kind: Literal["move", "announce", "resign", "skip", "undo", "claim", "seed", "abandon"]
    seat: int | None
    by: Literal["seat", "host", "bot", "service"]
    move: SheetMove | None
    dice: list[int]
    points: int | None
    events: list[SheetEvent]
    at: str
    hinted: NotRequired[bool | None]
    name: NotRequired[str | None]
    seed: NotRequired[str | None]
    undoes: NotRequired[int | None]
    announces: NotRequired[SheetMove | None]
    throws: NotRequired[int | None]


class SheetScoredBonus(TypedDict):
    """A bonus for boxes that hold points."""

    type: Literal["scored"]
    boxes: SheetBonusBoxes
    points: int
    each: NotRequired[bool]
    over: NotRequired[Literal["column", "sheet"]]


class SheetScoredBonusComplete(TypedDict):
    """A bonus for boxes that hold points."""

    type: Literal["scored"]
    boxes: SheetBonusBoxes
    points: int
    each: bool
    over: Literal["column", "sheet"]


class SheetSessionAdvice(TypedDict):
    """What a seat's moves in a session of sheet are worth."""

    game: Literal["sheet"]
    seat: int
    objective: Literal["points", "win", "turns"]
    objectives: list[Literal["points", "win", "turns"]]
    method: Literal["exact", "model", "learned"]
    value: float
    expected_total: float | None
    moves: list[SheetMoveValue]
    more_moves: int
    session: str
    version: int


class SheetStepBonus(TypedDict):
    """A bonus for the sum of boxes, in steps."""

    type: Literal["steps"]
    boxes: SheetBonusBoxes
    steps: list[SheetStep]
    over: NotRequired[Literal["column", "sheet"]]


class SheetStepBonusComplete(TypedDict):
    """A bonus for the sum of boxes, in steps."""

    type: Literal["steps"]
    boxes: SheetBonusBoxes
    steps: list[SheetStep]
    over: Literal["column", "sheet"]


class SheetTranscriptMove(TypedDict):
    """A move that a seat made."""

    kind: Literal["move"]
    seat: int
    move: SheetMove
    dice: NotRequired[list[int] | None]
    points: NotRequired[int | None]
    bust: NotRequired[bool]
    hinted: NotRequired[bool]
    by: NotRequired[Literal["bot"] | None]


class SheetWay(TypedDict):
    """One way to score the dice."""

    move: SheetMove
    points: int
    worth: NotRequired[int | None]


class SolitaireDiceAdvice(TypedDict):
    """What the moves of a position of solitaire-dice are worth."""

    game: Literal["solitaire-dice"]
    seat: int
    objective: Literal["points", "win", "turns"]
    objectives: list[Literal["points", "win", "turns"]]
    method: Literal["exact", "model", "learned"]
    value: float
    expected_total: float | None
    moves: list[SolitaireDiceMoveValue]
    more_moves: int


class SolitaireDiceDecisionJudged(TypedDict):
    """A decision with a choice."""

    value: float
    played: float
    loss: float
    label: Literal["best", "fine", "doubtful", "bad", "blunder"]
    best: SolitaireDiceMove


class SolitaireDiceEntryJudged(TypedDict):
    """An entry of the record, as far as it was a decision or threw dice."""

    entry: int
    version: NotRequired[int | None]
    seat: int
    move: SolitaireDiceMove | None
    dice: list[int]
    hinted: NotRequired[bool | None]
    decision: SolitaireDiceDecisionJudged | None
    throw: ThrowJudged | None
    values: list[float]


class SolitaireDiceLegalMove(TypedDict):
    """A legal move; post it as it stands to `moves`."""

    seat: int
    move: SolitaireDiceMove
    points: int | None
    worth: NotRequired[int | None]
    throws: int


class SolitaireDiceScore(TypedDict):
    """Every way to score dice by the rules of solitaire-dice."""

    dice: list[int]
    bust: bool
    ways: list[SolitaireDiceWay]
    best: SolitaireDiceWay | None


class SolitaireDiceSession(TypedDict):
    """A session of solitaire-dice as it is now."""

    id: str
    game: Literal["solitaire-dice"]
    options: SolitaireDiceOptions
    dice_source: Literal["server", "players"]
    visibility: Literal["public", "private"]
    turn_seconds: int | None
    absent_seconds: int | None
    label: str | None
    hints: Literal["off", "own", "all"]
    commitment: str | None
    pause_ms: int | None
    version: int
    status: Literal["waiting", "active", "finished", "abandoned"]
    seats: list[SeatView]
    to_move: list[int]
    state: SolitaireDiceView
    legal_moves: list[SolitaireDiceLegalMove]
    outcome: Outcome | None
    last: NotRequired[SolitaireDicePlayed | None]


class SolitaireDiceTranscript(TypedDict):
    """A game of solitaire-dice as a table wrote it down."""

    format: Literal["rollwright-transcript-1"]
    game: Literal["solitaire-dice"]
    rules_version: NotRequired[int | None]
    options: NotRequired[SolitaireDiceOptions | None]
    seats: list[TranscriptSeat]
    record: list[SolitaireDiceTranscriptMove | TranscriptResignation | TranscriptSkip]
    totals: NotRequired[list[int] | None]


class TitusindDecisionJudged(TypedDict):
    """A decision with a choice."""

    value: float
    played: float
    loss: float
    label: Literal["best", "fine", "doubtful", "bad", "blunder"]
    best: BankingMove


class TitusindEntryJudged(TypedDict):
    """An entry of the record, as far as it was a decision or threw dice."""

    entry: int
    version: NotRequired[int | None]
    seat: int
    move: BankingMove | None
    dice: list[int]
    hinted: NotRequired[bool | None]
    decision: TitusindDecisionJudged | None
    throw: ThrowJudged | None
    values: list[float]


class TitusindLegalMove(TypedDict):
    """A legal move; post it as it stands to `moves`."""

    seat: int
    move: BankingMove
    points: int | None
    worth: NotRequired[int | None]
    throws: int


class TitusindMoveValue(TypedDict):
    """A legal move, and what it is worth."""

    move: BankingMove
    value: float
    loss: float
    label: Literal["best", "fine", "doubtful", "bad", "blunder"]


class TitusindPlayed(TypedDict):
    """One entry of a record of titusind."""

    version: int
    kind: Literal["move", "announce", "resign", "skip", "undo", "claim", "seed", "abandon"]
    seat: int | None
    by: Literal["seat", "host", "bot", "service"]
    move: BankingMove | None
    dice: list[int]
    points: int | None
    events: list[BankingEvent]
    at: str
    hinted: NotRequired[bool | None]
    name: NotRequired[str | None]
    seed: NotRequired[str | None]
    undoes: NotRequired[int | None]
    announces: NotRequired[BankingMove | None]
    throws: NotRequired[int | None]


class TitusindSession(TypedDict):
    """A session of titusind as it is now."""

    id: str
    game: Literal["titusind"]
    options: TitusindOptionsComplete
    dice_source: Literal["server", "players"]
    visibility: Literal["public", "private"]
    turn_seconds: int | None
    absent_seconds: int | None
    label: str | None
    hints: Literal["off", "own", "all"]
    commitment: str | None
    pause_ms: int | None
    version: int
    status: Literal["waiting", "active", "finished", "abandoned"]
    seats: list[SeatView]
    to_move: list[int]
    state: BankingView
    legal_moves: list[TitusindLegalMove]
    outcome: Outcome | None
    last: NotRequired[TitusindPlayed | None]


class TitusindSessionAdvice(TypedDict):
    """What a seat's moves in a session of titusind are worth."""

    game: Literal["titusind"]
    seat: int
    objective: Literal["points", "win", "turns"]
    objectives: list[Literal["points", "win", "turns"]]
    method: Literal["exact", "model", "learned"]
    value: float
    expected_total: float | None
    moves: list[TitusindMoveValue]
    more_moves: int
    session: str
    version: int


class TitusindTranscriptMove(TypedDict):
    """A move that a seat made."""

    kind: Literal["move"]
    seat: int
    move: BankingMove
    dice: NotRequired[list[int] | None]
    points: NotRequired[int | None]
    bust: NotRequired[bool]
    hinted: NotRequired[bool]
    by: NotRequired[Literal["bot"] | None]


class TitusindWay(TypedDict):
    """One way to score the dice."""

    move: BankingMove
    points: int
    worth: NotRequired[int | None]


class WohinDamitAdvice(TypedDict):
    """What the moves of a position of wohin-damit are worth."""

    game: Literal["wohin-damit"]
    seat: int
    objective: Literal["points", "win", "turns"]
    objectives: list[Literal["points", "win", "turns"]]
    method: Literal["exact", "model", "learned"]
    value: float
    expected_total: float | None
    moves: list[WohinDamitMoveValue]
    more_moves: int


class WohinDamitDecisionJudged(TypedDict):
    """A decision with a choice."""

    value: float
    played: float
    loss: float
    label: Literal["best", "fine", "doubtful", "bad", "blunder"]
    best: WohinDamitMove


class WohinDamitEntryJudged(TypedDict):
    """An entry of the record, as far as it was a decision or threw dice."""

    entry: int
    version: NotRequired[int | None]
    seat: int
    move: WohinDamitMove | None
    dice: list[int]
    hinted: NotRequired[bool | None]
    decision: WohinDamitDecisionJudged | None
    throw: ThrowJudged | None
    values: list[float]


class WohinDamitLegalMove(TypedDict):
    """A legal move; post it as it stands to `moves`."""

    seat: int
    move: WohinDamitMove
    points: int | None
    worth: NotRequired[int | None]
    throws: int


class WohinDamitScore(TypedDict):
    """Every way to score dice by the rules of wohin-damit."""

    dice: list[int]
    bust: bool
    ways: list[WohinDamitWay]
    best: WohinDamitWay | None


class WohinDamitSession(TypedDict):
    """A session of wohin-damit as it is now."""

    id: str
    game: Literal["wohin-damit"]
    options: WohinDamitOptionsComplete
    dice_source: Literal["server", "players"]
    visibility: Literal["public", "private"]
    turn_seconds: int | None
    absent_seconds: int | None
    label: str | None
    hints: Literal["off", "own", "all"]
    commitment: str | None
    pause_ms: int | None
    version: int
    status: Literal["waiting", "active", "finished", "abandoned"]
    seats: list[SeatView]
    to_move: list[int]
    state: WohinDamitView
    legal_moves: list[WohinDamitLegalMove]
    outcome: Outcome | None
    last: NotRequired[WohinDamitPlayed | None]


class WohinDamitTranscript(TypedDict):
    """A game of wohin-damit as a table wrote it down."""

    format: Literal["rollwright-transcript-1"]
    game: Literal["wohin-damit"]
    rules_version: NotRequired[int | None]
    options: NotRequired[WohinDamitOptions | None]
    seats: list[TranscriptSeat]
    record: list[WohinDamitTranscriptMove | TranscriptResignation | TranscriptSkip]
    totals: NotRequired[list[int] | None]


class YahtzeeDecisionJudged(TypedDict):
    """A decision with a choice."""

    value: float
    played: float
    loss: float
    label: Literal["best", "fine", "doubtful", "bad", "blunder"]
    best: YahtzeeMove


class YahtzeeEntryJudged(TypedDict):
    """An entry of the record, as far as it was a decision or threw dice."""

    entry: int
    version: NotRequired[int | None]
    seat: int
    move: YahtzeeMove | None
    dice: list[int]
    hinted: NotRequired[bool | None]
    decision: YahtzeeDecisionJudged | None
    throw: ThrowJudged | None
    values: list[float]


class YahtzeeLegalMove(TypedDict):
    """A legal move; post it as it stands to `moves`."""

    seat: int
    move: YahtzeeMove
    points: int | None
    worth: NotRequired[int | None]
    throws: int


class YahtzeeMoveValue(TypedDict):
    """A legal move, and what it is worth."""

    move: YahtzeeMove
    value: float
    loss: float
    label: Literal["best", "fine", "doubtful", "bad", "blunder"]


class YahtzeePlayed(TypedDict):
    """One entry of a record of yahtzee."""

    version: int
    kind: Literal["move", "announce", "resign", "skip", "undo", "claim", "seed", "abandon"]
    seat: int | None
    by: Literal["seat", "host", "bot", "service"]
    move: YahtzeeMove | None
    dice: list[int]
    points: int | None
    events: list[SheetEvent]
    at: str
    hinted: NotRequired[bool | None]
    name: NotRequired[str | None]
    seed: NotRequired[str | None]
    undoes: NotRequired[int | None]
    announces: NotRequired[YahtzeeMove | None]
    throws: NotRequired[int | None]


class YahtzeeScoreRequest(TypedDict):
    """Dice to be scored by the rules of yahtzee."""

    options: NotRequired[YahtzeeOptions | None]
    dice: list[Die]
    sheet: NotRequired[YahtzeeLoose | None]


class YahtzeeSession(TypedDict):
    """A session of yahtzee as it is now."""

    id: str
    game: Literal["yahtzee"]
    options: YahtzeeOptionsComplete
    dice_source: Literal["server", "players"]
    visibility: Literal["public", "private"]
    turn_seconds: int | None
    absent_seconds: int | None
    label: str | None
    hints: Literal["off", "own", "all"]
    commitment: str | None
    pause_ms: int | None
    version: int
    status: Literal["waiting", "active", "finished", "abandoned"]
    seats: list[SeatView]
    to_move: list[int]
    state: YahtzeeView
    legal_moves: list[YahtzeeLegalMove]
    outcome: Outcome | None
    last: NotRequired[YahtzeePlayed | None]


class YahtzeeSessionAdvice(TypedDict):
    """What a seat's moves in a session of yahtzee are worth."""

    game: Literal["yahtzee"]
    seat: int
    objective: Literal["points", "win", "turns"]
    objectives: list[Literal["points", "win", "turns"]]
    method: Literal["exact", "model", "learned"]
    value: float
    expected_total: float | None
    moves: list[YahtzeeMoveValue]
    more_moves: int
    session: str
    version: int


class YahtzeeSheetsRequest(TypedDict):
    """Filled sheets of yahtzee to be checked."""

    sheets: list[YahtzeeFilledSheet]
    options: NotRequired[YahtzeeOptions | None]


class YahtzeeTranscriptMove(TypedDict):
    """A move that a seat made."""

    kind: Literal["move"]
    seat: int
    move: YahtzeeMove
    dice: NotRequired[list[int] | None]
    points: NotRequired[int | None]
    bust: NotRequired[bool]
    hinted: NotRequired[bool]
    by: NotRequired[Literal["bot"] | None]


class YahtzeeWay(TypedDict):
    """One way to score the dice."""

    move: YahtzeeMove
    points: int
    worth: NotRequired[int | None]


class YatzyBgDecisionJudged(TypedDict):
    """A decision with a choice."""

    value: float
    played: float
    loss: float
    label: Literal["best", "fine", "doubtful", "bad", "blunder"]
    best: YatzyBgMove


class YatzyBgEntryJudged(TypedDict):
    """An entry of the record, as far as it was a decision or threw dice."""

    entry: int
    version: NotRequired[int | None]
    seat: int
    move: YatzyBgMove | None
    dice: list[int]
    hinted: NotRequired[bool | None]
    decision: YatzyBgDecisionJudged | None
    throw: ThrowJudged | None
    values: list[float]


class YatzyBgLegalMove(TypedDict):
    """A legal move; post it as it stands to `moves`."""

    seat: int
    move: YatzyBgMove
    points: int | None
    worth: NotRequired[int | None]
    throws: int


class YatzyBgMoveValue(TypedDict):
    """A legal move, and what it is worth."""

    move: YatzyBgMove
    value: float
    loss: float
    label: Literal["best", "fine", "doubtful", "bad", "blunder"]


class YatzyBgPlayed(TypedDict):
    """One entry of a record of yatzy-bg."""

    version: int
    kind: Literal["move", "announce", "resign", "skip", "undo", "claim", "seed", "abandon"]
    seat: int | None
    by: Literal["seat", "host", "bot", "service"]
    move: YatzyBgMove | None
    dice: list[int]
    points: int | None
    events: list[SheetEvent]
    at: str
    hinted: NotRequired[bool | None]
    name: NotRequired[str | None]
    seed: NotRequired[str | None]
    undoes: NotRequired[int | None]
    announces: NotRequired[YatzyBgMove | None]
    throws: NotRequired[int | None]


class YatzyBgScoreRequest(TypedDict):
    """Dice to be scored by the rules of yatzy-bg."""

    options: NotRequired[YatzyBgOptions | None]
    dice: list[Die]
    sheet: NotRequired[YatzyBgLoose | None]


class YatzyBgSession(TypedDict):
    """A session of yatzy-bg as it is now."""

    id: str
    game: Literal["yatzy-bg"]
    options: YatzyBgOptionsComplete
    dice_source: Literal["server", "players"]
    visibility: Literal["public", "private"]
    turn_seconds: int | None
    absent_seconds: int | None
    label: str | None
    hints: Literal["off", "own", "all"]
    commitment: str | None
    pause_ms: int | None
    version: int
    status: Literal["waiting", "active", "finished", "abandoned"]
    seats: list[SeatView]
    to_move: list[int]
    state: YatzyBgView
    legal_moves: list[YatzyBgLegalMove]
    outcome: Outcome | None
    last: NotRequired[YatzyBgPlayed | None]


class YatzyBgSessionAdvice(TypedDict):
    """What a seat's moves in a session of yatzy-bg are worth."""

    game: Literal["yatzy-bg"]
    seat: int
    objective: Literal["points", "win", "turns"]
    objectives: list[Literal["points", "win", "turns"]]
    method: Literal["exact", "model", "learned"]
    value: float
    expected_total: float | None
    moves: list[YatzyBgMoveValue]
    more_moves: int
    session: str
    version: int


class YatzyBgSheetsRequest(TypedDict):
    """Filled sheets of yatzy-bg to be checked."""

    sheets: list[YatzyBgFilledSheet]
    options: NotRequired[YatzyBgOptions | None]


class YatzyBgTranscriptMove(TypedDict):
    """A move that a seat made."""

    kind: Literal["move"]
    seat: int
    move: YatzyBgMove
    dice: NotRequired[list[int] | None]
    points: NotRequired[int | None]
    bust: NotRequired[bool]
    hinted: NotRequired[bool]
    by: NotRequired[Literal["bot"] | None]


class YatzyBgWay(TypedDict):
    """One way to score the dice."""

    move: YatzyBgMove
    points: int
    worth: NotRequired[int | None]


class YatzyDecisionJudged(TypedDict):
    """A decision with a choice."""

    value: float
    played: float
    loss: float
    label: Literal["best", "fine", "doubtful", "bad", "blunder"]
    best: YatzyMove


class YatzyEntryJudged(TypedDict):
    """An entry of the record, as far as it was a decision or threw dice."""

    entry: int
    version: NotRequired[int | None]
    seat: int
    move: YatzyMove | None
    dice: list[int]
    hinted: NotRequired[bool | None]
    decision: YatzyDecisionJudged | None
    throw: ThrowJudged | None
    values: list[float]


class YatzyLegalMove(TypedDict):
    """A legal move; post it as it stands to `moves`."""

    seat: int
    move: YatzyMove
    points: int | None
    worth: NotRequired[int | None]
    throws: int


class YatzyMoveValue(TypedDict):
    """A legal move, and what it is worth."""

    move: YatzyMove
    value: float
    loss: float
    label: Literal["best", "fine", "doubtful", "bad", "blunder"]


class YatzyPlayed(TypedDict):
    """One entry of a record of yatzy."""

    version: int
    kind: Literal["move", "announce", "resign", "skip", "undo", "claim", "seed", "abandon"]
    seat: int | None
    by: Literal["seat", "host", "bot", "service"]
    move: YatzyMove | None
    dice: list[int]
    points: int | None
    events: list[SheetEvent]
    at: str
    hinted: NotRequired[bool | None]
    name: NotRequired[str | None]
    seed: NotRequired[str | None]
    undoes: NotRequired[int | None]
    announces: NotRequired[YatzyMove | None]
    throws: NotRequired[int | None]


class YatzyScoreRequest(TypedDict):
    """Dice to be scored by the rules of yatzy."""

    options: NotRequired[YatzyOptions | None]
    dice: list[Die]
    sheet: NotRequired[YatzyLoose | None]


class YatzySession(TypedDict):
    """A session of yatzy as it is now."""

    id: str
    game: Literal["yatzy"]
    options: YatzyOptionsComplete
    dice_source: Literal["server", "players"]
    visibility: Literal["public", "private"]
    turn_seconds: int | None
    absent_seconds: int | None
    label: str | None
    hints: Literal["off", "own", "all"]
    commitment: str | None
    pause_ms: int | None
    version: int
    status: Literal["waiting", "active", "finished", "abandoned"]
    seats: list[SeatView]
    to_move: list[int]
    state: YatzyView
    legal_moves: list[YatzyLegalMove]
    outcome: Outcome | None
    last: NotRequired[YatzyPlayed | None]


class YatzySessionAdvice(TypedDict):
    """What a seat's moves in a session of yatzy are worth."""

    game: Literal["yatzy"]
    seat: int
    objective: Literal["points", "win", "turns"]
    objectives: list[Literal["points", "win", "turns"]]
    method: Literal["exact", "model", "learned"]
    value: float
    expected_total: float | None
    moves: list[YatzyMoveValue]
    more_moves: int
    session: str
    version: int


class YatzySheetsRequest(TypedDict):
    """Filled sheets of yatzy to be checked."""

    sheets: list[YatzyFilledSheet]
    options: NotRequired[YatzyOptions | None]


class YatzyTranscriptMove(TypedDict):
    """A move that a seat made."""

    kind: Literal["move"]
    seat: int
    move: YatzyMove
    dice: NotRequired[list[int] | None]
    points: NotRequired[int | None]
    bust: NotRequired[bool]
    hinted: NotRequired[bool]
    by: NotRequired[Literal["bot"] | None]


class YatzyWay(TypedDict):
    """One way to score the dice."""

    move: YatzyMove
    points: int
    worth: NotRequired[int | None]


class BankingAdvice(TypedDict):
    """What the moves of a position of banking are worth."""

    game: Literal["banking"]
    seat: int
    objective: Literal["points", "win", "turns"]
    objectives: list[Literal["points", "win", "turns"]]
    method: Literal["exact", "model", "learned"]
    value: float
    expected_total: float | None
    moves: list[BankingMoveValue]
    more_moves: int


BankingCombination: TypeAlias = (
    BankingSingle | BankingEqual | BankingEqualFlat | BankingStraight | BankingGroups | BankingExact | BankingNothing
)


BankingCombinationComplete: TypeAlias = (
    BankingSingle
    | BankingEqualComplete
    | BankingEqualFlatComplete
    | BankingStraight
    | BankingGroupsComplete
    | BankingExact
    | BankingNothing
)


class BankingDecisionJudged(TypedDict):
    """A decision with a choice."""

    value: float
    played: float
    loss: float
    label: Literal["best", "fine", "doubtful", "bad", "blunder"]
    best: BankingMove


class BankingEntryJudged(TypedDict):
    """An entry of the record, as far as it was a decision or threw dice."""

    entry: int
    version: NotRequired[int | None]
    seat: int
    move: BankingMove | None
    dice: list[int]
    hinted: NotRequired[bool | None]
    decision: BankingDecisionJudged | None
    throw: ThrowJudged | None
    values: list[float]


class BankingLegalMove(TypedDict):
    """A legal move; post it as it stands to `moves`."""

    seat: int
    move: BankingMove
    points: int | None
    worth: NotRequired[int | None]
    throws: int


class BankingOptions(TypedDict):
    """The house rules of a banking game; left as they are they are those of common Farkle."""

    combinations: NotRequired[list[BankingCombination]]
    dice: NotRequired[int]
    target: NotRequired[int]
    opening: NotRequired[int]
    minimum: NotRequired[int]
    most_left: NotRequired[int]
    strict_from: NotRequired[int | None]
    hot_dice: NotRequired[Literal["must_roll", "may_bank"]]
    equal_dice: NotRequired[Literal["best_split", "together"]]
    selection: NotRequired[Literal["best", "free"]]
    qualifying: NotRequired[Literal["any", "one_or_five"]]
    last_round: NotRequired[Literal["finish_round", "one_more_turn", "one_more_throw", "at_once"]]
    overshoot: NotRequired[Literal["counts", "lost", "bounces"]]
    piggyback: NotRequired[Literal["never", "opened", "anyone"]]
    riding_minimum: NotRequired[int | None]
    ties: NotRequired[Literal["share", "first_to_target"]]
    bust_penalty: NotRequired[int]
    busts_in_a_row: NotRequired[int]
    penalty_floor: NotRequired[Literal["zero", "none"]]
    last_die_throws: NotRequired[int]
    refused_endings: NotRequired[list[RefusedEnding]]


class BankingOptionsComplete(TypedDict):
    """The house rules of a banking game; left as they are they are those of common Farkle."""

    combinations: list[BankingCombinationComplete]
    dice: int
    target: int
    opening: int
    minimum: int
    most_left: int
    strict_from: NotRequired[int | None]
    hot_dice: Literal["must_roll", "may_bank"]
    equal_dice: Literal["best_split", "together"]
    selection: Literal["best", "free"]
    qualifying: Literal["any", "one_or_five"]
    last_round: Literal["finish_round", "one_more_turn", "one_more_throw", "at_once"]
    overshoot: Literal["counts", "lost", "bounces"]
    piggyback: Literal["never", "opened", "anyone"]
    riding_minimum: NotRequired[int | None]
    ties: Literal["share", "first_to_target"]
    bust_penalty: int
    busts_in_a_row: int
    penalty_floor: Literal["zero", "none"]
    last_die_throws: int
    refused_endings: list[RefusedEnding]


class BankingOptionsRequest(TypedDict):
    """Options of banking to be checked."""

    options: NotRequired[BankingOptions | None]
    preset: NotRequired[
        Literal[
            "farkle",
            "farkle-300",
            "farkle-one-throw",
            "farkle-penalty",
            "greed",
            "greedy-dice",
            "hot-dice",
            "quinze-mille",
            "sand",
            "ten-thousand",
            "ten-thousand-riding",
            "tiotusen",
            "titusen",
            "titusind",
            "titusind-doubled",
            "zehntausend",
            "zilch",
            "zilch-250",
            "zilch-hundred-more",
            "zilch-thousands",
        ]
        | None
    ]
    packed: NotRequired[str | None]


class BankingScore(TypedDict):
    """Every way to score dice by the rules of banking."""

    dice: list[int]
    bust: bool
    ways: list[BankingWay]
    best: BankingWay | None


class BankingScoreRequest(TypedDict):
    """Dice to be scored by the rules of banking."""

    options: NotRequired[BankingOptions | None]
    preset: NotRequired[
        Literal[
            "farkle",
            "farkle-300",
            "farkle-one-throw",
            "farkle-penalty",
            "greed",
            "greedy-dice",
            "hot-dice",
            "quinze-mille",
            "sand",
            "ten-thousand",
            "ten-thousand-riding",
            "tiotusen",
            "titusen",
            "titusind",
            "titusind-doubled",
            "zehntausend",
            "zilch",
            "zilch-250",
            "zilch-hundred-more",
            "zilch-thousands",
        ]
        | None
    ]
    dice: list[Die]


class BankingSession(TypedDict):
    """A session of banking as it is now."""

    id: str
    game: Literal["banking"]
    options: BankingOptionsComplete
    dice_source: Literal["server", "players"]
    visibility: Literal["public", "private"]
    turn_seconds: int | None
    absent_seconds: int | None
    label: str | None
    hints: Literal["off", "own", "all"]
    commitment: str | None
    pause_ms: int | None
    version: int
    status: Literal["waiting", "active", "finished", "abandoned"]
    seats: list[SeatView]
    to_move: list[int]
    state: BankingView
    legal_moves: list[BankingLegalMove]
    outcome: Outcome | None
    last: NotRequired[BankingPlayed | None]


class BankingSessionRequest(TypedDict):
    """Open a session of banking."""

    game: Literal["banking"]
    options: NotRequired[BankingOptions | None]
    preset: NotRequired[
        Literal[
            "farkle",
            "farkle-300",
            "farkle-one-throw",
            "farkle-penalty",
            "greed",
            "greedy-dice",
            "hot-dice",
            "quinze-mille",
            "sand",
            "ten-thousand",
            "ten-thousand-riding",
            "tiotusen",
            "titusen",
            "titusind",
            "titusind-doubled",
            "zehntausend",
            "zilch",
            "zilch-250",
            "zilch-hundred-more",
            "zilch-thousands",
        ]
        | None
    ]
    seats: list[SeatRequest]
    dice_source: NotRequired[Literal["server", "players"]]
    visibility: NotRequired[Literal["public", "private"]]
    hints: NotRequired[Literal["off", "own", "all"] | None]
    label: NotRequired[str | None]
    absent_seconds: NotRequired[int | None]
    turn_seconds: NotRequired[int | None]
    pause_ms: NotRequired[int]


class BankingSheetsRequest(TypedDict):
    """Filled sheets of banking to be checked."""

    sheets: list[FilledBankingSheet]
    options: NotRequired[BankingOptions | None]
    preset: NotRequired[
        Literal[
            "farkle",
            "farkle-300",
            "farkle-one-throw",
            "farkle-penalty",
            "greed",
            "greedy-dice",
            "hot-dice",
            "quinze-mille",
            "sand",
            "ten-thousand",
            "ten-thousand-riding",
            "tiotusen",
            "titusen",
            "titusind",
            "titusind-doubled",
            "zehntausend",
            "zilch",
            "zilch-250",
            "zilch-hundred-more",
            "zilch-thousands",
        ]
        | None
    ]


class BankingTranscript(TypedDict):
    """A game of banking as a table wrote it down."""

    format: Literal["rollwright-transcript-1"]
    game: Literal["banking"]
    rules_version: NotRequired[int | None]
    options: NotRequired[BankingOptions | None]
    preset: NotRequired[
        Literal[
            "farkle",
            "farkle-300",
            "farkle-one-throw",
            "farkle-penalty",
            "greed",
            "greedy-dice",
            "hot-dice",
            "quinze-mille",
            "sand",
            "ten-thousand",
            "ten-thousand-riding",
            "tiotusen",
            "titusen",
            "titusind",
            "titusind-doubled",
            "zehntausend",
            "zilch",
            "zilch-250",
            "zilch-hundred-more",
            "zilch-thousands",
        ]
        | None
    ]
    seats: list[TranscriptSeat]
    record: list[BankingTranscriptMove | TranscriptResignation | TranscriptSkip]
    totals: NotRequired[list[int] | None]


class Catalogue(TypedDict):
    """The games of this service."""

    games: list[GameSummary]


class FarkleAdvice(TypedDict):
    """What the moves of a position of farkle are worth."""

    game: Literal["farkle"]
    seat: int
    objective: Literal["points", "win", "turns"]
    objectives: list[Literal["points", "win", "turns"]]
    method: Literal["exact", "model", "learned"]
    value: float
    expected_total: float | None
    moves: list[FarkleMoveValue]
    more_moves: int


class FarkleAnalysis(TypedDict):
    """What was luck and what was skill in a game of farkle."""

    game: Literal["farkle"]
    objective: Literal["points", "win", "turns"]
    objectives: list[Literal["points", "win", "turns"]]
    method: Literal["exact", "model", "learned"]
    spread: float
    finished: bool
    seats: list[SeatSkill]
    entries: list[FarkleEntryJudged]


class FarkleScore(TypedDict):
    """Every way to score dice by the rules of farkle."""

    dice: list[int]
    bust: bool
    ways: list[FarkleWay]
    best: FarkleWay | None


class FarkleSession(TypedDict):
    """A session of farkle as it is now."""

    id: str
    game: Literal["farkle"]
    options: FarkleOptionsComplete
    dice_source: Literal["server", "players"]
    visibility: Literal["public", "private"]
    turn_seconds: int | None
    absent_seconds: int | None
    label: str | None
    hints: Literal["off", "own", "all"]
    commitment: str | None
    pause_ms: int | None
    version: int
    status: Literal["waiting", "active", "finished", "abandoned"]
    seats: list[SeatView]
    to_move: list[int]
    state: BankingView
    legal_moves: list[FarkleLegalMove]
    outcome: Outcome | None
    last: NotRequired[FarklePlayed | None]


class FarkleTranscript(TypedDict):
    """A game of farkle as a table wrote it down."""

    format: Literal["rollwright-transcript-1"]
    game: Literal["farkle"]
    rules_version: NotRequired[int | None]
    options: NotRequired[FarkleOptions | None]
    seats: list[TranscriptSeat]
    record: list[FarkleTranscriptMove | TranscriptResignation | TranscriptSkip]
    totals: NotRequired[list[int] | None]


class LineBankingAnalysis(TypedDict):
    """The answer to a line of a batch."""

    game: Literal["banking"]
    objective: Literal["points", "win", "turns"]
    objectives: list[Literal["points", "win", "turns"]]
    method: Literal["exact", "model", "learned"]
    spread: float
    finished: bool
    seats: list[SeatSkill]
    entries: list[BankingEntryJudged]
    line: int


class LineSandAnalysis(TypedDict):
    """The answer to a line of a batch."""

    game: Literal["sand"]
    objective: Literal["points", "win", "turns"]
    objectives: list[Literal["points", "win", "turns"]]
    method: Literal["exact", "model", "learned"]
    spread: float
    finished: bool
    seats: list[SeatSkill]
    entries: list[SandEntryJudged]
    line: int


class LineSolitaireDiceAnalysis(TypedDict):
    """The answer to a line of a batch."""

    game: Literal["solitaire-dice"]
    objective: Literal["points", "win", "turns"]
    objectives: list[Literal["points", "win", "turns"]]
    method: Literal["exact", "model", "learned"]
    spread: float
    finished: bool
    seats: list[SeatSkill]
    entries: list[SolitaireDiceEntryJudged]
    line: int


class LineTitusindAnalysis(TypedDict):
    """The answer to a line of a batch."""

    game: Literal["titusind"]
    objective: Literal["points", "win", "turns"]
    objectives: list[Literal["points", "win", "turns"]]
    method: Literal["exact", "model", "learned"]
    spread: float
    finished: bool
    seats: list[SeatSkill]
    entries: list[TitusindEntryJudged]
    line: int


class LineWohinDamitAnalysis(TypedDict):
    """The answer to a line of a batch."""

    game: Literal["wohin-damit"]
    objective: Literal["points", "win", "turns"]
    objectives: list[Literal["points", "win", "turns"]]
    method: Literal["exact", "model", "learned"]
    spread: float
    finished: bool
    seats: list[SeatSkill]
    entries: list[WohinDamitEntryJudged]
    line: int


class LineYahtzeeAnalysis(TypedDict):
    """The answer to a line of a batch."""

    game: Literal["yahtzee"]
    objective: Literal["points", "win", "turns"]
    objectives: list[Literal["points", "win", "turns"]]
    method: Literal["exact", "model", "learned"]
    spread: float
    finished: bool
    seats: list[SeatSkill]
    entries: list[YahtzeeEntryJudged]
    line: int


class LineYatzyAnalysis(TypedDict):
    """The answer to a line of a batch."""

    game: Literal["yatzy"]
    objective: Literal["points", "win", "turns"]
    objectives: list[Literal["points", "win", "turns"]]
    method: Literal["exact", "model", "learned"]
    spread: float
    finished: bool
    seats: list[SeatSkill]
    entries: list[YatzyEntryJudged]
    line: int


class LineYatzyBgAnalysis(TypedDict):
    """The answer to a line of a batch."""

    game: Literal["yatzy-bg"]
    objective: Literal["points", "win", "turns"]
    objectives: list[Literal["points", "win", "turns"]]
    method: Literal["exact", "model", "learned"]
    spread: float
    finished: bool
    seats: list[SeatSkill]
    entries: list[YatzyBgEntryJudged]
    line: int


class MoveRequest(TypedDict):
    """A move. An entry of `legal_moves` may be sent as it is: `points`, `worth`, `throws` are ignored."""

    seat: NotRequired[int | None]
    move: BankingMove | SheetMove | SolitaireDiceMove | WohinDamitMove
    points: NotRequired[Any]
    worth: NotRequired[Any]
    throws: NotRequired[Any]


Played: TypeAlias = (
    SandPlayed
    | TitusindPlayed
    | FarklePlayed
    | YatzyBgPlayed
    | YatzyPlayed
    | YahtzeePlayed
    | SolitaireDicePlayed
    | WohinDamitPlayed
    | BankingPlayed
    | SheetPlayed
)


class RecordPage(TypedDict):
    """A part of a session's record, ascending."""

    entries: list[Played]
    version: int
    next: int | None


class SandAdvice(TypedDict):
    """What the moves of a position of sand are worth."""

    game: Literal["sand"]
    seat: int
    objective: Literal["points", "win", "turns"]
    objectives: list[Literal["points", "win", "turns"]]
    method: Literal["exact", "model", "learned"]
    value: float
    expected_total: float | None
    moves: list[SandMoveValue]
    more_moves: int


class SandAnalysis(TypedDict):
    """What was luck and what was skill in a game of sand."""

    game: Literal["sand"]
    objective: Literal["points", "win", "turns"]
    objectives: list[Literal["points", "win", "turns"]]
    method: Literal["exact", "model", "learned"]
    spread: float
    finished: bool
    seats: list[SeatSkill]
    entries: list[SandEntryJudged]


class SandScore(TypedDict):
    """Every way to score dice by the rules of sand."""

    dice: list[int]
    bust: bool
    ways: list[SandWay]
    best: SandWay | None


class SandTranscript(TypedDict):
    """A game of sand as a table wrote it down."""

    format: Literal["rollwright-transcript-1"]
    game: Literal["sand"]
    rules_version: NotRequired[int | None]
    options: NotRequired[SandOptions | None]
    seats: list[TranscriptSeat]
    record: list[SandTranscriptMove | TranscriptResignation | TranscriptSkip]
    totals: NotRequired[list[int] | None]


SessionAdvice: TypeAlias = (
    SandSessionAdvice
    | TitusindSessionAdvice
    | FarkleSessionAdvice
    | YatzyBgSessionAdvice
    | YatzySessionAdvice
    | YahtzeeSessionAdvice
    | SolitaireDiceSessionAdvice
    | WohinDamitSessionAdvice
    | BankingSessionAdvice
    | SheetSessionAdvice
)


class SheetAdvice(TypedDict):
    """What the moves of a position of sheet are worth."""

    game: Literal["sheet"]
    seat: int
    objective: Literal["points", "win", "turns"]
    objectives: list[Literal["points", "win", "turns"]]
    method: Literal["exact", "model", "learned"]
    value: float
    expected_total: float | None
    moves: list[SheetMoveValue]
    more_moves: int


SheetBonusRule: TypeAlias = SheetStepBonus | SheetScoredBonus | SheetDifferenceBonus | SheetClearedBonus


SheetBonusRuleComplete: TypeAlias = (
    SheetStepBonusComplete | SheetScoredBonusComplete | SheetDifferenceBonus | SheetClearedBonus
)


class SheetDecisionJudged(TypedDict):
    """A decision with a choice."""

    value: float
    played: float
    loss: float
    label: Literal["best", "fine", "doubtful", "bad", "blunder"]
    best: SheetMove


class SheetEntryJudged(TypedDict):
    """An entry of the record, as far as it was a decision or threw dice."""

    entry: int
    version: NotRequired[int | None]
    seat: int
    move: SheetMove | None
    dice: list[int]
    hinted: NotRequired[bool | None]
    decision: SheetDecisionJudged | None
    throw: ThrowJudged | None
    values: list[float]


class SheetLegalMove(TypedDict):
    """A legal move; post it as it stands to `moves`."""

    seat: int
    move: SheetMove
    points: int | None
    worth: NotRequired[int | None]
    throws: int


class SheetOptions(TypedDict):
    """The house rules of a sheet game; left as they are they are those of Scandinavian Yatzy."""

    boxes: NotRequired[list[SheetBox]]
    columns: NotRequired[list[SheetColumnRule]]
    dice: NotRequired[int]
    throws: NotRequired[int]
    save_throws: NotRequired[bool]
    colours: NotRequired[list[Colour]]
    bonus: NotRequired[int]
    bonus_from: NotRequired[int]
    bonuses: NotRequired[list[SheetBonusRule]]
    choose_dice_count: NotRequired[bool]
    joker: NotRequired[Literal["forced", "free", "none"]]
    yatzy_bonus: NotRequired[int]
    yatzy_bonus_for: NotRequired[Literal["scored", "matching_box"]]


class SheetOptionsComplete(TypedDict):
    """The house rules of a sheet game; left as they are they are those of Scandinavian Yatzy."""

    boxes: list[SheetBoxComplete]
    columns: list[SheetColumnRuleComplete]
    dice: int
    throws: int
    save_throws: bool
    colours: list[Colour1]
    bonus: int
    bonus_from: int
    bonuses: list[SheetBonusRuleComplete]
    choose_dice_count: bool
    joker: Literal["forced", "free", "none"]
    yatzy_bonus: int
    yatzy_bonus_for: Literal["scored", "matching_box"]


class SheetOptionsRequest(TypedDict):
    """Options of sheet to be checked."""

    options: NotRequired[SheetOptions | None]
    preset: NotRequired[
        Literal[
            "balut",
            "cameroon",
            "crag",
            "danish-yatzy",
            "finnish-yatzy",
            "generala",
            "icelandic-yatsy",
            "kismet",
            "kniffel",
            "maxi-yatzy",
            "maxi-yatzy-75",
            "swedish-yatzy",
            "triple-yahtzee",
            "yacht",
            "yahtzee",
            "yamb",
            "yatzy",
            "yatzy-bg",
        ]
        | None
    ]
    packed: NotRequired[str | None]


class SheetScore(TypedDict):
    """Every way to score dice by the rules of sheet."""

    dice: list[int]
    bust: bool
    ways: list[SheetWay]
    best: SheetWay | None


class SheetScoreRequest(TypedDict):
    """Dice to be scored by the rules of sheet."""

    options: NotRequired[SheetOptions | None]
    preset: NotRequired[
        Literal[
            "balut",
            "cameroon",
            "crag",
            "danish-yatzy",
            "finnish-yatzy",
            "generala",
            "icelandic-yatsy",
            "kismet",
            "kniffel",
            "maxi-yatzy",
            "maxi-yatzy-75",
            "swedish-yatzy",
            "triple-yahtzee",
            "yacht",
            "yahtzee",
            "yamb",
            "yatzy",
            "yatzy-bg",
        ]
        | None
    ]
    dice: list[Die]
    sheet: NotRequired[SheetLoose | None]


class SheetSession(TypedDict):
    """A session of sheet as it is now."""

    id: str
    game: Literal["sheet"]
    options: SheetOptionsComplete
    dice_source: Literal["server", "players"]
    visibility: Literal["public", "private"]
    turn_seconds: int | None
    absent_seconds: int | None
    label: str | None
    hints: Literal["off", "own", "all"]
    commitment: str | None
    pause_ms: int | None
    version: int
    status: Literal["waiting", "active", "finished", "abandoned"]
    seats: list[SeatView]
    to_move: list[int]
    state: SheetView
    legal_moves: list[SheetLegalMove]
    outcome: Outcome | None
    last: NotRequired[SheetPlayed | None]


class SheetSessionRequest(TypedDict):
    """Open a session of sheet."""

    game: Literal["sheet"]
    options: NotRequired[SheetOptions | None]
    preset: NotRequired[
        Literal[
            "balut",
            "cameroon",
            "crag",
            "danish-yatzy",
            "finnish-yatzy",
            "generala",
            "icelandic-yatsy",
            "kismet",
            "kniffel",
            "maxi-yatzy",
            "maxi-yatzy-75",
            "swedish-yatzy",
            "triple-yahtzee",
            "yacht",
            "yahtzee",
            "yamb",
            "yatzy",
            "yatzy-bg",
        ]
        | None
    ]
    seats: list[SeatRequest]
    dice_source: NotRequired[Literal["server", "players"]]
    visibility: NotRequired[Literal["public", "private"]]
    hints: NotRequired[Literal["off", "own", "all"] | None]
    label: NotRequired[str | None]
    absent_seconds: NotRequired[int | None]
    turn_seconds: NotRequired[int | None]
    pause_ms: NotRequired[int]


class SheetSheetsRequest(TypedDict):
    """Filled sheets of sheet to be checked."""

    sheets: list[FilledSheet]
    options: NotRequired[SheetOptions | None]
    preset: NotRequired[
        Literal[
            "balut",
            "cameroon",
            "crag",
            "danish-yatzy",
            "finnish-yatzy",
            "generala",
            "icelandic-yatsy",
            "kismet",
            "kniffel",
            "maxi-yatzy",
            "maxi-yatzy-75",
            "swedish-yatzy",
            "triple-yahtzee",
            "yacht",
            "yahtzee",
            "yamb",
            "yatzy",
            "yatzy-bg",
        ]
        | None
    ]


class SheetTranscript(TypedDict):
    """A game of sheet as a table wrote it down."""

    format: Literal["rollwright-transcript-1"]
    game: Literal["sheet"]
    rules_version: NotRequired[int | None]
    options: NotRequired[SheetOptions | None]
    preset: NotRequired[
        Literal[
            "balut",
            "cameroon",
            "crag",
            "danish-yatzy",
            "finnish-yatzy",
            "generala",
            "icelandic-yatsy",
            "kismet",
            "kniffel",
            "maxi-yatzy",
            "maxi-yatzy-75",
            "swedish-yatzy",
            "triple-yahtzee",
            "yacht",
            "yahtzee",
            "yamb",
            "yatzy",
            "yatzy-bg",
        ]
        | None
    ]
    seats: list[TranscriptSeat]
    record: list[SheetTranscriptMove | TranscriptResignation | TranscriptSkip]
    totals: NotRequired[list[int] | None]


class SolitaireDiceAdviseRequest(TypedDict):
    """A position of solitaire-dice that is asked about."""

    options: NotRequired[SolitaireDiceOptions | None]
    position: NotRequired[SolitaireDicePosition | None]
    transcript: NotRequired[SolitaireDiceTranscript | TranscriptText | None]
    seat: NotRequired[int | None]
    objective: NotRequired[Literal["points", "win", "turns"] | None]
    top: NotRequired[int]


class SolitaireDiceAnalysis(TypedDict):
    """What was luck and what was skill in a game of solitaire-dice."""

    game: Literal["solitaire-dice"]
    objective: Literal["points", "win", "turns"]
    objectives: list[Literal["points", "win", "turns"]]
    method: Literal["exact", "model", "learned"]
    spread: float
    finished: bool
    seats: list[SeatSkill]
    entries: list[SolitaireDiceEntryJudged]


class SolitaireDiceOptionsFindings(TypedDict):
    """What is wrong with options of solitaire-dice, and the options in full."""

    valid: bool
    faults: list[OptionFinding]
    options: SolitaireDiceOptions | None
    examples: list[SolitaireDiceScore]
    rules: str | None
    packed: str | None


class TitusindAdvice(TypedDict):
    """What the moves of a position of titusind are worth."""

    game: Literal["titusind"]
    seat: int
    objective: Literal["points", "win", "turns"]
    objectives: list[Literal["points", "win", "turns"]]
    method: Literal["exact", "model", "learned"]
    value: float
    expected_total: float | None
    moves: list[TitusindMoveValue]
    more_moves: int


class TitusindAnalysis(TypedDict):
    """What was luck and what was skill in a game of titusind."""

    game: Literal["titusind"]
    objective: Literal["points", "win", "turns"]
    objectives: list[Literal["points", "win", "turns"]]
    method: Literal["exact", "model", "learned"]
    spread: float
    finished: bool
    seats: list[SeatSkill]
    entries: list[TitusindEntryJudged]


class TitusindScore(TypedDict):
    """Every way to score dice by the rules of titusind."""

    dice: list[int]
    bust: bool
    ways: list[TitusindWay]
    best: TitusindWay | None


class TitusindTranscript(TypedDict):
    """A game of titusind as a table wrote it down."""

    format: Literal["rollwright-transcript-1"]
    game: Literal["titusind"]
    rules_version: NotRequired[int | None]
    options: NotRequired[TitusindOptions | None]
    seats: list[TranscriptSeat]
    record: list[TitusindTranscriptMove | TranscriptResignation | TranscriptSkip]
    totals: NotRequired[list[int] | None]


class WohinDamitAdviseRequest(TypedDict):
    """A position of wohin-damit that is asked about."""

    options: NotRequired[WohinDamitOptions | None]
    position: NotRequired[WohinDamitPosition | None]
    transcript: NotRequired[WohinDamitTranscript | TranscriptText | None]
    seat: NotRequired[int | None]
    objective: NotRequired[Literal["points", "win", "turns"] | None]
    top: NotRequired[int]


class WohinDamitAnalysis(TypedDict):
    """What was luck and what was skill in a game of wohin-damit."""

    game: Literal["wohin-damit"]
    objective: Literal["points", "win", "turns"]
    objectives: list[Literal["points", "win", "turns"]]
    method: Literal["exact", "model", "learned"]
    spread: float
    finished: bool
    seats: list[SeatSkill]
    entries: list[WohinDamitEntryJudged]


class WohinDamitOptionsFindings(TypedDict):
    """What is wrong with options of wohin-damit, and the options in full."""

    valid: bool
    faults: list[OptionFinding]
    options: WohinDamitOptionsComplete | None
    examples: list[WohinDamitScore]
    rules: str | None
    packed: str | None


class YahtzeeAdvice(TypedDict):
    """What the moves of a position of yahtzee are worth."""

    game: Literal["yahtzee"]
    seat: int
    objective: Literal["points", "win", "turns"]
    objectives: list[Literal["points", "win", "turns"]]
    method: Literal["exact", "model", "learned"]
    value: float
    expected_total: float | None
    moves: list[YahtzeeMoveValue]
    more_moves: int


class YahtzeeAnalysis(TypedDict):
    """What was luck and what was skill in a game of yahtzee."""

    game: Literal["yahtzee"]
    objective: Literal["points", "win", "turns"]
    objectives: list[Literal["points", "win", "turns"]]
    method: Literal["exact", "model", "learned"]
    spread: float
    finished: bool
    seats: list[SeatSkill]
    entries: list[YahtzeeEntryJudged]


class YahtzeeScore(TypedDict):
    """Every way to score dice by the rules of yahtzee."""

    dice: list[int]
    bust: bool
    ways: list[YahtzeeWay]
    best: YahtzeeWay | None


class YahtzeeTranscript(TypedDict):
    """A game of yahtzee as a table wrote it down."""

    format: Literal["rollwright-transcript-1"]
    game: Literal["yahtzee"]
    rules_version: NotRequired[int | None]
    options: NotRequired[YahtzeeOptions | None]
    seats: list[TranscriptSeat]
    record: list[YahtzeeTranscriptMove | TranscriptResignation | TranscriptSkip]
    totals: NotRequired[list[int] | None]


class YatzyAdvice(TypedDict):
    """What the moves of a position of yatzy are worth."""

    game: Literal["yatzy"]
    seat: int
    objective: Literal["points", "win", "turns"]
    objectives: list[Literal["points", "win", "turns"]]
    method: Literal["exact", "model", "learned"]
    value: float
    expected_total: float | None
    moves: list[YatzyMoveValue]
    more_moves: int


class YatzyAnalysis(TypedDict):
    """What was luck and what was skill in a game of yatzy."""

    game: Literal["yatzy"]
    objective: Literal["points", "win", "turns"]
    objectives: list[Literal["points", "win", "turns"]]
    method: Literal["exact", "model", "learned"]
    spread: float
    finished: bool
    seats: list[SeatSkill]
    entries: list[YatzyEntryJudged]


class YatzyBgAdvice(TypedDict):
    """What the moves of a position of yatzy-bg are worth."""

    game: Literal["yatzy-bg"]
    seat: int
    objective: Literal["points", "win", "turns"]
    objectives: list[Literal["points", "win", "turns"]]
    method: Literal["exact", "model", "learned"]
    value: float
    expected_total: float | None
    moves: list[YatzyBgMoveValue]
    more_moves: int


class YatzyBgAnalysis(TypedDict):
    """What was luck and what was skill in a game of yatzy-bg."""

    game: Literal["yatzy-bg"]
    objective: Literal["points", "win", "turns"]
    objectives: list[Literal["points", "win", "turns"]]
    method: Literal["exact", "model", "learned"]
    spread: float
    finished: bool
    seats: list[SeatSkill]
    entries: list[YatzyBgEntryJudged]


class YatzyBgScore(TypedDict):
    """Every way to score dice by the rules of yatzy-bg."""

    dice: list[int]
    bust: bool
    ways: list[YatzyBgWay]
    best: YatzyBgWay | None


class YatzyBgTranscript(TypedDict):
    """A game of yatzy-bg as a table wrote it down."""

    format: Literal["rollwright-transcript-1"]
    game: Literal["yatzy-bg"]
    rules_version: NotRequired[int | None]
    options: NotRequired[YatzyBgOptions | None]
    seats: list[TranscriptSeat]
    record: list[YatzyBgTranscriptMove | TranscriptResignation | TranscriptSkip]
    totals: NotRequired[list[int] | None]


class YatzyScore(TypedDict):
    """Every way to score dice by the rules of yatzy."""

    dice: list[int]
    bust: bool
    ways: list[YatzyWay]
    best: YatzyWay | None


class YatzyTranscript(TypedDict):
    """A game of yatzy as a table wrote it down."""

    format: Literal["rollwright-transcript-1"]
    game: Literal["yatzy"]
    rules_version: NotRequired[int | None]
    options: NotRequired[YatzyOptions | None]
    seats: list[TranscriptSeat]
    record: list[YatzyTranscriptMove | TranscriptResignation | TranscriptSkip]
    totals: NotRequired[list[int] | None]


LegalMove: TypeAlias = (
    BankingLegalMove
    | FarkleLegalMove
    | SandLegalMove
    | SheetLegalMove
    | SolitaireDiceLegalMove
    | TitusindLegalMove
    | WohinDamitLegalMove
    | YahtzeeLegalMove
    | YatzyBgLegalMove
    | YatzyLegalMove
)


Advice: TypeAlias = (
    SandAdvice
    | TitusindAdvice
    | FarkleAdvice
    | YatzyBgAdvice
    | YatzyAdvice
    | YahtzeeAdvice
    | SolitaireDiceAdvice
    | WohinDamitAdvice
    | BankingAdvice
    | SheetAdvice
)


AnalyseRequest: TypeAlias = (
    SandTranscript
    | TitusindTranscript
    | FarkleTranscript
    | YatzyBgTranscript
    | YatzyTranscript
    | YahtzeeTranscript
    | SolitaireDiceTranscript
    | WohinDamitTranscript
    | BankingTranscript
    | SheetTranscript
    | TranscriptText
)


class BankingAdviseRequest(TypedDict):
    """A position of banking that is asked about."""

    options: NotRequired[BankingOptions | None]
    preset: NotRequired[
        Literal[
            "farkle",
            "farkle-300",
            "farkle-one-throw",
            "farkle-penalty",
            "greed",
            "greedy-dice",
            "hot-dice",
            "quinze-mille",
            "sand",
            "ten-thousand",
            "ten-thousand-riding",
            "tiotusen",
            "titusen",
            "titusind",
            "titusind-doubled",
            "zehntausend",
            "zilch",
            "zilch-250",
            "zilch-hundred-more",
            "zilch-thousands",
        ]
        | None
    ]
    position: NotRequired[BankingPosition | None]
    transcript: NotRequired[BankingTranscript | TranscriptText | None]
    seat: NotRequired[int | None]
    objective: NotRequired[Literal["points", "win", "turns"] | None]
    top: NotRequired[int]


class BankingAnalysis(TypedDict):
    """What was luck and what was skill in a game of banking."""

    game: Literal["banking"]
    objective: Literal["points", "win", "turns"]
    objectives: list[Literal["points", "win", "turns"]]
    method: Literal["exact", "model", "learned"]
    spread: float
    finished: bool
    seats: list[SeatSkill]
    entries: list[BankingEntryJudged]


class BankingOptionsFindings(TypedDict):
    """What is wrong with options of banking, and the options in full."""

    valid: bool
    faults: list[OptionFinding]
    options: BankingOptionsComplete | None
    examples: list[BankingScore]
    rules: str | None
    packed: str | None


class FarkleAdviseRequest(TypedDict):
    """A position of farkle that is asked about."""

    options: NotRequired[FarkleOptions | None]
    position: NotRequired[BankingPosition | None]
    transcript: NotRequired[FarkleTranscript | TranscriptText | None]
    seat: NotRequired[int | None]
    objective: NotRequired[Literal["points", "win", "turns"] | None]
    top: NotRequired[int]


class FarkleOptionsFindings(TypedDict):
    """What is wrong with options of farkle, and the options in full."""

    valid: bool
    faults: list[OptionFinding]
    options: FarkleOptionsComplete | None
    examples: list[FarkleScore]
    rules: str | None
    packed: str | None


class LineSheetAnalysis(TypedDict):
    """The answer to a line of a batch."""

    game: Literal["sheet"]
    objective: Literal["points", "win", "turns"]
    objectives: list[Literal["points", "win", "turns"]]
    method: Literal["exact", "model", "learned"]
    spread: float
    finished: bool
    seats: list[SeatSkill]
    entries: list[SheetEntryJudged]
    line: int


OptionsRequest: TypeAlias = (
    SandOptionsRequest
    | TitusindOptionsRequest
    | FarkleOptionsRequest
    | YatzyBgOptionsRequest
    | YatzyOptionsRequest
    | YahtzeeOptionsRequest
    | SolitaireDiceOptionsRequest
    | WohinDamitOptionsRequest
    | BankingOptionsRequest
    | SheetOptionsRequest
)


class SandAdviseRequest(TypedDict):
    """A position of sand that is asked about."""

    options: NotRequired[SandOptions | None]
    position: NotRequired[BankingPosition | None]
    transcript: NotRequired[SandTranscript | TranscriptText | None]
    seat: NotRequired[int | None]
    objective: NotRequired[Literal["points", "win", "turns"] | None]
    top: NotRequired[int]


class SandOptionsFindings(TypedDict):
    """What is wrong with options of sand, and the options in full."""

    valid: bool
    faults: list[OptionFinding]
    options: SandOptionsComplete | None
    examples: list[SandScore]
    rules: str | None
    packed: str | None


Score: TypeAlias = (
    SandScore
    | TitusindScore
    | FarkleScore
    | YatzyBgScore
    | YatzyScore
    | YahtzeeScore
    | SolitaireDiceScore
    | WohinDamitScore
    | BankingScore
    | SheetScore
)


ScoreRequest: TypeAlias = (
    SandScoreRequest
    | TitusindScoreRequest
    | FarkleScoreRequest
    | YatzyBgScoreRequest
    | YatzyScoreRequest
    | YahtzeeScoreRequest
    | SolitaireDiceScoreRequest
    | WohinDamitScoreRequest
    | BankingScoreRequest
    | SheetScoreRequest
)


class SeatState(TypedDict):
    """How it is with a seat."""

    session: str
    seat: int
    version: int
    label: str | None
    hints: Literal["off", "own", "all"]
    status: Literal["waiting", "active", "finished", "abandoned"]
    to_move: bool
    legal_moves: list[LegalMove]
    outcome: Outcome | None


class SeatStateEvent(TypedDict):
    """How it is with a seat, at first and whenever that is news."""

    event: Literal["seat"]
    data: SeatState


Session: TypeAlias = (
    SandSession
    | TitusindSession
    | FarkleSession
    | YatzyBgSession
    | YatzySession
    | YahtzeeSession
    | SolitaireDiceSession
    | WohinDamitSession
    | BankingSession
    | SheetSession
)


class SessionStartEvent(TypedDict):
    """The session as it is, at the beginning of a stream."""

    event: Literal["session"]
    data: Session
    version: int


class SheetAdviseRequest(TypedDict):
    """A position of sheet that is asked about."""

    options: NotRequired[SheetOptions | None]
    preset: NotRequired[
        Literal[
            "balut",
            "cameroon",
            "crag",
            "danish-yatzy",
            "finnish-yatzy",
            "generala",
            "icelandic-yatsy",
            "kismet",
            "kniffel",
            "maxi-yatzy",
            "maxi-yatzy-75",
            "swedish-yatzy",
            "triple-yahtzee",
            "yacht",
            "yahtzee",
            "yamb",
            "yatzy",
            "yatzy-bg",
        ]
        | None
    ]
    position: NotRequired[SheetPosition | None]
    transcript: NotRequired[SheetTranscript | TranscriptText | None]
    seat: NotRequired[int | None]
    objective: NotRequired[Literal["points", "win", "turns"] | None]
    top: NotRequired[int]


class SheetAnalysis(TypedDict):
    """What was luck and what was skill in a game of sheet."""

    game: Literal["sheet"]
    objective: Literal["points", "win", "turns"]
    objectives: list[Literal["points", "win", "turns"]]
    method: Literal["exact", "model", "learned"]
    spread: float
    finished: bool
    seats: list[SeatSkill]
    entries: list[SheetEntryJudged]


class SheetOptionsFindings(TypedDict):
    """What is wrong with options of sheet, and the options in full."""

    valid: bool
    faults: list[OptionFinding]
    options: SheetOptionsComplete | None
    examples: list[SheetScore]
    rules: str | None
    packed: str | None


class TitusindAdviseRequest(TypedDict):
    """A position of titusind that is asked about."""

    options: NotRequired[TitusindOptions | None]
    position: NotRequired[BankingPosition | None]
    transcript: NotRequired[TitusindTranscript | TranscriptText | None]
    seat: NotRequired[int | None]
    objective: NotRequired[Literal["points", "win", "turns"] | None]
    top: NotRequired[int]


class TitusindOptionsFindings(TypedDict):
    """What is wrong with options of titusind, and the options in full."""

    valid: bool
    faults: list[OptionFinding]
    options: TitusindOptionsComplete | None
    examples: list[TitusindScore]
    rules: str | None
    packed: str | None


Transcript: TypeAlias = (
    SandTranscript
    | TitusindTranscript
    | FarkleTranscript
    | YatzyBgTranscript
    | YatzyTranscript
    | YahtzeeTranscript
    | SolitaireDiceTranscript
    | WohinDamitTranscript
    | BankingTranscript
    | SheetTranscript
)


class TranscriptSessionRequest(TypedDict):
    """Open a session with what was played already; it goes on with the players' dice."""

    transcript: (
        SandTranscript
        | TitusindTranscript
        | FarkleTranscript
        | YatzyBgTranscript
        | YatzyTranscript
        | YahtzeeTranscript
        | SolitaireDiceTranscript
        | WohinDamitTranscript
        | BankingTranscript
        | SheetTranscript
        | TranscriptText
    )
    game: NotRequired[
        Literal[
            "sand",
            "titusind",
            "farkle",
            "yatzy-bg",
            "yatzy",
            "yahtzee",
            "solitaire-dice",
            "wohin-damit",
            "banking",
            "sheet",
        ]
        | None
    ]
    options: NotRequired[dict[str, Any] | None]
    preset: NotRequired[str | None]
    seats: NotRequired[list[NamedSeat] | None]
    dice_source: Literal["players"]
    visibility: NotRequired[Literal["public", "private"]]
    hints: NotRequired[Literal["off", "own", "all"] | None]
    label: NotRequired[str | None]
    absent_seconds: NotRequired[int | None]
    turn_seconds: NotRequired[int | None]
    pause_ms: NotRequired[int]


class YahtzeeAdviseRequest(TypedDict):
    """A position of yahtzee that is asked about."""

    options: NotRequired[YahtzeeOptions | None]
    position: NotRequired[YahtzeePosition | None]
    transcript: NotRequired[YahtzeeTranscript | TranscriptText | None]
    seat: NotRequired[int | None]
    objective: NotRequired[Literal["points", "win", "turns"] | None]
    top: NotRequired[int]


class YahtzeeOptionsFindings(TypedDict):
    """What is wrong with options of yahtzee, and the options in full."""

    valid: bool
    faults: list[OptionFinding]
    options: YahtzeeOptionsComplete | None
    examples: list[YahtzeeScore]
    rules: str | None
    packed: str | None


class YatzyAdviseRequest(TypedDict):
    """A position of yatzy that is asked about."""

    options: NotRequired[YatzyOptions | None]
    position: NotRequired[YatzyPosition | None]
    transcript: NotRequired[YatzyTranscript | TranscriptText | None]
    seat: NotRequired[int | None]
    objective: NotRequired[Literal["points", "win", "turns"] | None]
    top: NotRequired[int]


class YatzyBgAdviseRequest(TypedDict):
    """A position of yatzy-bg that is asked about."""

    options: NotRequired[YatzyBgOptions | None]
    position: NotRequired[YatzyBgPosition | None]
    transcript: NotRequired[YatzyBgTranscript | TranscriptText | None]
    seat: NotRequired[int | None]
    objective: NotRequired[Literal["points", "win", "turns"] | None]
    top: NotRequired[int]


class YatzyBgOptionsFindings(TypedDict):
    """What is wrong with options of yatzy-bg, and the options in full."""

    valid: bool
    faults: list[OptionFinding]
    options: YatzyBgOptionsComplete | None
    examples: list[YatzyBgScore]
    rules: str | None
    packed: str | None


class YatzyOptionsFindings(TypedDict):
    """What is wrong with options of yatzy, and the options in full."""

    valid: bool
    faults: list[OptionFinding]
    options: YatzyOptionsComplete | None
    examples: list[YatzyScore]
    rules: str | None
    packed: str | None


AdviseRequest: TypeAlias = (
    SandAdviseRequest
    | TitusindAdviseRequest
    | FarkleAdviseRequest
    | YatzyBgAdviseRequest
    | YatzyAdviseRequest
    | YahtzeeAdviseRequest
    | SolitaireDiceAdviseRequest
    | WohinDamitAdviseRequest
    | BankingAdviseRequest
    | SheetAdviseRequest
)


Analysis: TypeAlias = (
    SandAnalysis
    | TitusindAnalysis
    | FarkleAnalysis
    | YatzyBgAnalysis
    | YatzyAnalysis
    | YahtzeeAnalysis
    | SolitaireDiceAnalysis
    | WohinDamitAnalysis
    | BankingAnalysis
    | SheetAnalysis
)


CheckRequest: TypeAlias = (
    Transcript
    | TranscriptText
    | SandSheetsRequest
    | TitusindSheetsRequest
    | FarkleSheetsRequest
    | YatzyBgSheetsRequest
    | YatzySheetsRequest
    | YahtzeeSheetsRequest
    | SolitaireDiceSheetsRequest
    | WohinDamitSheetsRequest
    | BankingSheetsRequest
    | SheetSheetsRequest
)


class ClaimedSeat(TypedDict):
    """A seat that was claimed; its token is shown this once."""

    seat: int
    token: str
    played: NotRequired[Played | None]
    session: Session


class MoveAnswer(TypedDict):
    """What was accepted, and the session after it."""

    before: NotRequired[Played | None]
    played: Played
    session: Session


class OpenedSession(TypedDict):
    """A new session and its tokens, which are shown this once."""

    session: Session
    host_token: str
    seats: list[SeatSecret]


OpeningRequest: TypeAlias = (
    SandSessionRequest
    | TitusindSessionRequest
    | FarkleSessionRequest
    | YatzyBgSessionRequest
    | YatzySessionRequest
    | YahtzeeSessionRequest
    | SolitaireDiceSessionRequest
    | WohinDamitSessionRequest
    | BankingSessionRequest
    | SheetSessionRequest
    | TranscriptSessionRequest
)


OptionsFindings: TypeAlias = (
    SandOptionsFindings
    | TitusindOptionsFindings
    | FarkleOptionsFindings
    | YatzyBgOptionsFindings
    | YatzyOptionsFindings
    | YahtzeeOptionsFindings
    | SolitaireDiceOptionsFindings
    | WohinDamitOptionsFindings
    | BankingOptionsFindings
    | SheetOptionsFindings
)


SeatEvent: TypeAlias = SeatStateEvent | SeatEndEvent


class SessionEntryEvent(TypedDict):
    """An entry of the record, named by its kind, and the session after it."""

    event: Literal["move", "announce", "resign", "skip", "undo", "claim", "seed", "abandon"]
    data: MoveAnswer
    version: int


SessionEvent: TypeAlias = SessionStartEvent | SessionEntryEvent | SessionEndEvent
