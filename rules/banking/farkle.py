"""`farkle`: the common rules, free selection, and one more turn for every other seat at the end."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from rules.banking.game import banking_game
from rules.banking.options import BankingOptions
from rules.banking.ruleset import TURN_PARAGRAPHS, Target

PARAGRAPHS = {**TURN_PARAGRAPHS, "below_opening": "4.2"}


class FarkleOptions(BaseModel):
    """What a table of farkle agrees on before the game."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    target: Target = 10_000
    opening: Annotated[
        int,
        Field(ge=0, le=1000, multiple_of=50, description="The least points of a seat's first bank."),
    ] = 500


def house_rules(options: FarkleOptions) -> BankingOptions:
    """The rules of farkle with these options: all that house rules leave open is as in common Farkle."""
    return BankingOptions(target=options.target, opening=options.opening)


GAME = banking_game("farkle", FarkleOptions, house_rules, PARAGRAPHS, version=1)
