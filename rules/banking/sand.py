"""`sand`: all scoring dice must come out, and with at most two dice left a seat may stop."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from rules.banking.combinations import TRIPLETS, equal, singles, straight
from rules.banking.game import banking_game
from rules.banking.ruleset import TURN_PARAGRAPHS, HotDiceOption, Qualifying, Ruleset, Selection, Target

COMBINATIONS = (
    *singles(),
    *equal(3, TRIPLETS),
    *equal(4, (10_000, 2000, 3000, 4000, 5000, 6000)),
    *straight(1, 5, 2000),
    *straight(2, 6, 2000),
    *straight(1, 6, 5000),
)
PARAGRAPHS = {**TURN_PARAGRAPHS, "not_the_best": "2.5", "too_many_left": "4.2", "hot_dice": "4.3"}


class SandOptions(BaseModel):
    """What a table of sand agrees on before the game."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    target: Target = 10_000
    selection: Annotated[
        Selection,
        Field(
            description="`best`: all scoring dice of a throw are set aside, in their best split; "
            "`free`: the seat chooses at least one scoring die."
        ),
    ] = "best"
    qualifying: Annotated[
        Qualifying,
        Field(
            description="`any`: any scoring die keeps the turn alive; "
            "`one_or_five`: a throw that shows neither a 1 nor a 5 is a bust."
        ),
    ] = "any"
    hot_dice: HotDiceOption = "must_roll"


def ruleset(options: SandOptions) -> Ruleset:
    """The rules of sand with these options."""
    return Ruleset(
        combinations=COMBINATIONS,
        paragraphs=PARAGRAPHS,
        target=options.target,
        most_left=2,
        hot_dice=options.hot_dice,
        selection=options.selection,
        qualifying=options.qualifying,
    )


GAME = banking_game("sand", SandOptions, ruleset, version=1)
