"""`yatzy`: the Scandinavian sheet of 15 boxes."""

from pydantic import BaseModel, ConfigDict

from rules.sheet.boxes import scandinavian
from rules.sheet.game import sheet_game
from rules.sheet.options import SheetOptions
from rules.sheet.ruleset import PARAGRAPHS, FullHouseOfFive, TwoPairsOfFour

YATZY_PARAGRAPHS = {
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
}


class YatzyOptions(BaseModel):
    """What a table of yatzy agrees on before the game."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    two_pairs_of_four: TwoPairsOfFour = False
    full_house_of_five: FullHouseOfFive = False


def house_rules(options: YatzyOptions) -> SheetOptions:
    """The rules of yatzy with these options: all else is as house rules are when nothing is said."""
    return SheetOptions(
        boxes=scandinavian(two_pairs_of_four=options.two_pairs_of_four, full_house_of_five=options.full_house_of_five)
    )


GAME = sheet_game("yatzy", YatzyOptions, house_rules, YATZY_PARAGRAPHS, version=1)
