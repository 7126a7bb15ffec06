"""Options that several sheet games offer."""

from typing import Annotated

from pydantic import Field

TwoPairsOfFour = Annotated[
    bool, Field(description="Whether four equal dice count as two pairs: 6-6-6-6-1 is 24 instead of 0.")
]
FullHouseOfFive = Annotated[
    bool, Field(description="Whether five equal dice count as a full house: 5-5-5-5-5 is 25 instead of 0.")
]
