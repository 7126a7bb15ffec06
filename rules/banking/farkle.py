"""`farkle`: the common rules, free selection, and one more turn for every other seat at the end."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from rules.banking.combinations import TRIPLETS, equal, groups, singles, straight
from rules.banking.game import banking_game
from rules.banking.ruleset import TURN_PARAGRAPHS, Ruleset, Target

COMBINATIONS = (
    *singles(),
    *equal(3, TRIPLETS),
    *equal(4, (1000,) * 6),
    *equal(5, (2000,) * 6),
    *equal(6, (3000,) * 6),
    *straight(1, 6, 1500),
    *groups((2, 2, 2), 1500, distinct=False),
    *groups((3, 3), 2500, distinct=True),
)
PARAGRAPHS = {**TURN_PARAGRAPHS, "below_opening": "4.2"}


class FarkleOptions(BaseModel):
    """What a table of farkle agrees on before the game."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    target: Target = 10_000
    opening: Annotated[
        int,
        Field(ge=0, le=1000, multiple_of=50, description="The least points of a seat's first bank."),
    ] = 500


def ruleset(options: FarkleOptions) -> Ruleset:
    """The rules of farkle with these options."""
    return Ruleset(
        combinations=COMBINATIONS,
        paragraphs=PARAGRAPHS,
        target=options.target,
        opening=options.opening,
        hot_dice="may_bank",
        last_round="one_more_turn",
    )


GAME = banking_game("farkle", FarkleOptions, ruleset, version=1)
