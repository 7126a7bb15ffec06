"""`yatzy-bg`: the Bulgarian sheet of 13 boxes, without three of a kind and yatzy."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from rules.sheet.categories import ANY, UPPER, Category, equal, full_house, run, two_pairs
from rules.sheet.game import sheet_game
from rules.sheet.ruleset import PARAGRAPHS, FullHouseOfFive, Ruleset, TwoPairsOfFour


class YatzyBgOptions(BaseModel):
    """What a table of yatzy-bg agrees on before the game."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    choose_dice_count: Annotated[
        bool,
        Field(
            description="Whether the first roll of a turn says with how many dice, 1 to 5, the turn is played; "
            "a box that needs more dice then takes 0."
        ),
    ] = False
    two_pairs_of_four: TwoPairsOfFour = False
    full_house_of_five: FullHouseOfFive = False


def ruleset(options: YatzyBgOptions) -> Ruleset:
    """The rules of yatzy-bg with these options."""
    return Ruleset(
        categories=(
            *UPPER,
            Category("one_pair", equal(2)),
            Category("two_pairs", two_pairs(of_four=options.two_pairs_of_four)),
            Category("four_of_a_kind", equal(4)),
            Category("small_straight", run(1, 5), 15),
            Category("large_straight", run(2, 6), 20),
            Category("full_house", full_house(of_five=options.full_house_of_five)),
            Category("chance", ANY, "all"),
        ),
        paragraphs={
            **PARAGRAPHS,
            "count_needed": "2.7",
            "count_chosen": "2.7",
            "yatzy_bonus": "3.10",
            "one_pair": "3.4",
            "two_pairs": "3.5",
            "four_of_a_kind": "3.6",
            "small_straight": "3.7",
            "large_straight": "3.7",
            "full_house": "3.8",
            "chance": "3.9",
        },
        bonus=50,
        choose_dice_count=options.choose_dice_count,
    )


GAME = sheet_game("yatzy-bg", YatzyBgOptions, ruleset, version=1, score_dice=(1, 5))
