"""`yahtzee`: the American sheet of 13 boxes, with a bonus for further yahtzees and jokers."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from rules.sheet.categories import ANY, UPPER, Category, equal, full_house, run
from rules.sheet.game import sheet_game
from rules.sheet.ruleset import PARAGRAPHS, Joker, Ruleset


class YahtzeeOptions(BaseModel):
    """What a table of yahtzee agrees on before the game."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    joker: Annotated[
        Joker,
        Field(
            description="How a yahtzee is placed once the yahtzee box is filled. `forced`: in the matching upper "
            "box, if that is filled in any lower box, where full house and straights count in full, if those are "
            "filled in an upper box for 0; `free`: in any open box, full house and straights counting in full "
            "where the matching upper box is filled; `none`: in any open box, for what the dice make in it."
        ),
    ] = "forced"


CATEGORIES = (
    *UPPER,
    Category("three_of_a_kind", equal(3), "all"),
    Category("four_of_a_kind", equal(4), "all"),
    Category("full_house", full_house(), 25),
    Category("small_straight", (*run(1, 4), *run(2, 5), *run(3, 6)), 30),
    Category("large_straight", (*run(1, 5), *run(2, 6)), 40),
    Category("yatzy", equal(5), 50),
    Category("chance", ANY, "all"),
)


def ruleset(options: YahtzeeOptions) -> Ruleset:
    """The rules of yahtzee with these options."""
    return Ruleset(
        categories=CATEGORIES,
        paragraphs={
            **PARAGRAPHS,
            "joker_matching_box": "4.3",
            "joker_lower_box": "4.3",
            "finished": "5.2",
            "yatzy_bonus": "4.1",
            "three_of_a_kind": "3.4",
            "four_of_a_kind": "3.4",
            "full_house": "3.5",
            "small_straight": "3.6",
            "large_straight": "3.6",
            "yatzy": "3.7",
            "chance": "3.8",
        },
        bonus=35,
        joker=options.joker,
        yatzy_bonus=100,
    )


GAME = sheet_game("yahtzee", YahtzeeOptions, ruleset, version=1)
