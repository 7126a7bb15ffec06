"""`sand`: all scoring dice must come out, and with at most two dice left a seat may stop."""

from pydantic import BaseModel, ConfigDict

from rules.banking.combinations import ONES_AND_FIVES, TRIPLETS, BankingEqual, BankingStraight
from rules.banking.game import banking_game
from rules.banking.options import BankingOptions
from rules.banking.ruleset import TURN_PARAGRAPHS, HotDiceOption, QualifyingOption, SelectionOption, Target

PARAGRAPHS = {**TURN_PARAGRAPHS, "not_the_best": "2.5", "too_many_left": "4.2", "hot_dice": "4.3"}


class SandOptions(BaseModel):
    """What a table of sand agrees on before the game."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    target: Target = 10_000
    selection: SelectionOption = "best"
    qualifying: QualifyingOption = "any"
    hot_dice: HotDiceOption = "must_roll"


def house_rules(options: SandOptions) -> BankingOptions:
    """The rules of sand with these options."""
    return BankingOptions(
        combinations=(
            *ONES_AND_FIVES,
            TRIPLETS,
            BankingEqual(count=4, times_face=1000, ones=10_000),
            BankingStraight(first=1, last=5, points=2000),
            BankingStraight(first=2, last=6, points=2000),
            BankingStraight(first=1, last=6, points=5000),
        ),
        target=options.target,
        opening=0,
        most_left=2,
        hot_dice=options.hot_dice,
        selection=options.selection,
        qualifying=options.qualifying,
        last_round="finish_round",
    )


GAME = banking_game("sand", SandOptions, house_rules, PARAGRAPHS, version=1)
