"""Options: the house rules of a banking game, and the ruleset that follows; every banking game is some of these."""

from collections.abc import Mapping
from typing import Annotated

from annotated_types import Interval
from pydantic import BaseModel, ConfigDict, Field

from rules.banking.combinations import (
    ONES_AND_FIVES,
    TRIPLETS,
    BankingCombination,
    BankingEqualFlat,
    BankingGroups,
    BankingStraight,
    expand,
    nothing_scores,
)
from rules.banking.ruleset import (
    TURN_PARAGRAPHS,
    EqualDice,
    HotDiceOption,
    LastRound,
    Overshoot,
    PenaltyFloor,
    Piggyback,
    QualifyingOption,
    Ruleset,
    SelectionOption,
    Ties,
)

MOST = 1_000_000
PARAGRAPHS: Mapping[str, str] = {
    **TURN_PARAGRAPHS,
    "not_the_best": "2.5",
    "below_opening": "4.2",
    "below_minimum": "4.2",
    "hot_dice": "4.3",
    "too_many_left": "4.4",
    "not_above_target": "4.5",
    "bust_penalty": "2.8",
    "nothing_to_ride": "2.9",
    "last_die": "2.10",
    "refused_ending": "4.6",
    "below_riding": "2.9",
    "one_throw": "5.4",
    "overshot": "5.5",
}
FARKLE: tuple[BankingCombination, ...] = (
    *ONES_AND_FIVES,
    TRIPLETS,
    BankingEqualFlat(count=4, points=1000),
    BankingEqualFlat(count=5, points=2000),
    BankingEqualFlat(count=6, points=3000),
    BankingStraight(first=1, last=6, points=1500),
    BankingGroups(sizes=(2, 2, 2), points=1500, faces="any"),
    BankingGroups(sizes=(3, 3), points=2500),
)
"""The combinations of common Farkle."""


class BankingOptions(BaseModel):
    """The house rules of a banking game; left as they are they are those of common Farkle."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    combinations: Annotated[
        tuple[BankingCombination, ...],
        Field(
            strict=False,
            min_length=1,
            max_length=24,
            description="What scores within one throw. A selection is worth its best split into these.",
        ),
    ] = FARKLE
    dice: Annotated[int, Field(ge=1, le=6, description="How many dice fill the cup.")] = 6
    target: Annotated[int, Field(ge=1, le=MOST, description="The total that begins the last turns of the game.")] = (
        10_000
    )
    opening: Annotated[int, Field(ge=0, le=MOST, description="The least points of a seat's first bank.")] = 500
    minimum: Annotated[int, Field(ge=0, le=MOST, description="The least points of every later bank.")] = 0
    most_left: Annotated[
        int,
        Field(ge=0, le=6, description="The most dice that may be left in the cup when a seat banks, hot dice apart."),
    ] = 6
    strict_from: Annotated[
        Annotated[int, Interval(ge=0, le=MOST)] | None,
        Field(
            description="From this total on a seat may bank only what brings it above `target`; null: no such rule."
        ),
    ] = None
    hot_dice: HotDiceOption = "may_bank"
    equal_dice: Annotated[
        EqualDice,
        Field(
            description="`best_split`: equal dice count as they bring the most, six of them perhaps as two triplets; "
            "`together`: equal dice that make one combination are never split into several."
        ),
    ] = "best_split"
    selection: SelectionOption = "free"
    qualifying: QualifyingOption = "any"
    last_round: Annotated[
        LastRound,
        Field(
            description="Once a seat has reached the target: `finish_round`: the round is played to its end; "
            "`one_more_turn`: every other seat has exactly one more turn; `one_more_throw`: every other seat has one "
            "more throw, and writes down what that brings; `at_once`: the game is over."
        ),
    ] = "one_more_turn"
    overshoot: Annotated[
        Overshoot,
        Field(
            description="What a bank does that brings the total above the target: `counts`: it counts; `lost`: it is "
            "lost, the target must be met exactly; `bounces`: what is beyond the target is taken from it."
        ),
    ] = "counts"
    piggyback: Annotated[
        Piggyback,
        Field(
            description="Whether a seat may begin its turn with the points and the dice that the seat before left at "
            "its bank: `never`; `opened`: once it has banked before; `anyone`: always."
        ),
    ] = "never"
    riding_minimum: Annotated[
        Annotated[int, Interval(ge=0, le=MOST)] | None,
        Field(
            description="The least points of a bank in a turn that began with what was left, but for a seat's first "
            "bank; null: as of any other."
        ),
    ] = None
    ties: Annotated[
        Ties,
        Field(
            description="`share`: equal highest totals share the win; `first_to_target`: of these the seat that "
            "reached the target first has it alone."
        ),
    ] = "share"
    bust_penalty: Annotated[
        int,
        Field(
            ge=0,
            le=MOST,
            description="What so many busts in a row as `busts_in_a_row` says take from a seat's total; "
            "0: no such rule.",
        ),
    ] = 0
    busts_in_a_row: Annotated[int, Field(ge=1, le=10, description="How many busts in a row bring the penalty.")] = 3
    penalty_floor: Annotated[
        PenaltyFloor,
        Field(description="How far a penalty can take a total: `zero`: not below 0; `none`: it may fall below 0."),
    ] = "zero"
    last_die_throws: Annotated[
        int,
        Field(ge=1, le=10, description="How often the last die in the cup may be thrown before it is a bust."),
    ] = 1
    refused_endings: Annotated[
        tuple[Annotated[str, Field(pattern="^[0-9]{1,3}$", examples=["50", "25", "0"])], ...],
        Field(
            strict=False,
            max_length=20,
            description="Figures in which no total may end after a bank, such as 50; empty: no such rule.",
        ),
    ] = ()


def ruleset(options: BankingOptions, paragraphs: Mapping[str, str] = PARAGRAPHS) -> Ruleset:
    """The rules that the options say; by reason of a refusal, the paragraph of the game's rules page."""
    return Ruleset(
        combinations=tuple(written for word in options.combinations for written in expand(word, options.dice)),
        nothing=nothing_scores(options.combinations),
        paragraphs=paragraphs,
        dice=options.dice,
        target=options.target,
        opening=options.opening,
        minimum=options.minimum,
        most_left=options.most_left,
        strict_from=options.strict_from,
        hot_dice=options.hot_dice,
        equal_dice=options.equal_dice,
        selection=options.selection,
        qualifying=options.qualifying,
        last_round=options.last_round,
        overshoot=options.overshoot,
        piggyback=options.piggyback,
        riding=options.riding_minimum,
        ties=options.ties,
        last_die_throws=options.last_die_throws,
        endings=options.refused_endings,
        bust_penalty=options.bust_penalty,
        busts_in_a_row=options.busts_in_a_row,
        floor=options.penalty_floor,
    )
