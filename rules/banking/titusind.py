"""`titusind`: a first bank of 1050, later ones of 350, and 10,000 to win."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from rules.banking.combinations import (
    ONES_AND_FIVES,
    BankingCombination,
    BankingEqual,
    BankingGroups,
    BankingStraight,
)
from rules.banking.game import banking_game
from rules.banking.options import BankingOptions
from rules.banking.ruleset import TURN_PARAGRAPHS, HotDiceOption

TARGET = 10_000
PARAGRAPHS = {
    **TURN_PARAGRAPHS,
    "below_opening": "4.2",
    "below_minimum": "4.2",
    "hot_dice": "4.3",
    "not_above_target": "4.4",
}


class TitusindOptions(BaseModel):
    """What a table of titusind agrees on before the game."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    strict_finish: Annotated[
        bool,
        Field(description="From a total of 9000 on a seat may bank only what brings it above 10,000."),
    ] = False
    hot_dice: HotDiceOption = "must_roll"
    special_combinations: Annotated[
        bool,
        Field(
            description="Whether three 1s are worth 1000 (each further one 1000 more), 1-2-3-4-5-6 is worth "
            "2000 and three pairs 1500; without them the 1s of a throw are worth 100 each."
        ),
    ] = True
    three_pairs: Annotated[
        Literal["distinct", "any"],
        Field(
            description="`distinct`: three pairs are of three different faces; "
            "`any`: four or six equal dice count as two or three pairs where that is worth more."
        ),
    ] = "distinct"


def combinations(options: TitusindOptions) -> tuple[BankingCombination, ...]:
    """What scores with these options."""
    if not options.special_combinations:
        return (*ONES_AND_FIVES, BankingEqual(count=3, times_face=100, further="step"))
    return (
        *ONES_AND_FIVES,
        BankingEqual(count=3, times_face=100, ones=1000, further="step"),
        BankingStraight(first=1, last=6, points=2000),
        BankingGroups(sizes=(2, 2, 2), points=1500, faces=options.three_pairs),
    )


def house_rules(options: TitusindOptions) -> BankingOptions:
    """The rules of titusind with these options."""
    return BankingOptions(
        combinations=combinations(options),
        target=TARGET,
        opening=1050,
        minimum=350,
        strict_from=TARGET - 1000 if options.strict_finish else None,
        hot_dice=options.hot_dice,
        last_round="finish_round",
        ties="first_to_target",
    )


GAME = banking_game("titusind", TitusindOptions, house_rules, PARAGRAPHS, version=1)
