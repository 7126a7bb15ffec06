"""`yatzy`: the Scandinavian sheet of 15 boxes."""

from pydantic import BaseModel, ConfigDict

from rules.sheet.categories import ANY, UPPER, Category, equal, full_house, run, two_pairs
from rules.sheet.game import sheet_game
from rules.sheet.ruleset import PARAGRAPHS, FullHouseOfFive, Ruleset, TwoPairsOfFour


class YatzyOptions(BaseModel):
    """What a table of yatzy agrees on before the game."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    two_pairs_of_four: TwoPairsOfFour = False
    full_house_of_five: FullHouseOfFive = False


def ruleset(options: YatzyOptions) -> Ruleset:
    """The rules of yatzy with these options."""
    return Ruleset(
        categories=(
            *UPPER,
            Category("one_pair", equal(2)),
            Category("two_pairs", two_pairs(of_four=options.two_pairs_of_four)),
            Category("three_of_a_kind", equal(3)),
            Category("four_of_a_kind", equal(4)),
            Category("small_straight", run(1, 5), 15),
            Category("large_straight", run(2, 6), 20),
            Category("full_house", full_house(of_five=options.full_house_of_five)),
            Category("chance", ANY, "all"),
            Category("yatzy", equal(5), 50),
        ),
        paragraphs={
            **PARAGRAPHS,
            "yatzy_bonus": "3.11",
            "one_pair": "3.4",
            "two_pairs": "3.5",
            "three_of_a_kind": "3.6",
            "four_of_a_kind": "3.7",
            "small_straight": "3.8",
            "large_straight": "3.8",
            "full_house": "3.9",
            "chance": "3.10",
            "yatzy": "3.11",
        },
        bonus=50,
    )


GAME = sheet_game("yatzy", YatzyOptions, ruleset, version=1)
