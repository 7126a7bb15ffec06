"""`yatzy-bg`: the Bulgarian sheet of 13 boxes, without three of a kind and yatzy."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from rules.sheet.boxes import scandinavian
from rules.sheet.game import sheet_game
from rules.sheet.options import SheetOptions
from rules.sheet.ruleset import PARAGRAPHS, FullHouseOfFive, TwoPairsOfFour

YATZY_BG_PARAGRAPHS = {
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
}


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


def house_rules(options: YatzyBgOptions) -> SheetOptions:
    """The rules of yatzy-bg with these options."""
    boxes = scandinavian(two_pairs_of_four=options.two_pairs_of_four, full_house_of_five=options.full_house_of_five)
    return SheetOptions(
        boxes=tuple(box for box in boxes if box.category not in {"three_of_a_kind", "yatzy"}),
        choose_dice_count=options.choose_dice_count,
    )


GAME = sheet_game("yatzy-bg", YatzyBgOptions, house_rules, YATZY_BG_PARAGRAPHS, version=1, score_dice=(1, 5))
