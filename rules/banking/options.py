"""Options that several banking games offer."""

from typing import Annotated

from pydantic import Field

from rules.banking.ruleset import HotDice

Target = Annotated[
    int,
    Field(ge=50, le=100_000, multiple_of=50, description="The total that begins the last turns of the game."),
]
HotDiceOption = Annotated[
    HotDice,
    Field(
        description="What a seat does once all dice are set aside: `must_roll`: it rolls all of them again; "
        "`may_bank`: it may roll or bank, if its points are enough for a bank."
    ),
]
