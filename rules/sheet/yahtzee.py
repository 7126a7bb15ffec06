"""`yahtzee`: the American sheet of 13 boxes, with a bonus for further yahtzees and jokers."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from rules.sheet.boxes import UPPER_SECTION, SheetBox
from rules.sheet.game import sheet_game
from rules.sheet.options import SheetOptions
from rules.sheet.ruleset import PARAGRAPHS, Joker

YAHTZEE_PARAGRAPHS = {
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
}
BOXES = (
    *UPPER_SECTION,
    SheetBox(category="three_of_a_kind", worth="all"),
    SheetBox(category="four_of_a_kind", worth="all"),
    SheetBox(category="full_house", worth=25),
    SheetBox(category="small_straight", worth=30, in_a_row=4),
    SheetBox(category="large_straight", worth=40, in_a_row=5),
    SheetBox(category="yatzy", worth=50),
    SheetBox(category="chance"),
)


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


def house_rules(options: YahtzeeOptions) -> SheetOptions:
    """The rules of yahtzee with these options."""
    return SheetOptions(boxes=BOXES, bonus=35, joker=options.joker, yatzy_bonus=100)


GAME = sheet_game("yahtzee", YahtzeeOptions, house_rules, YAHTZEE_PARAGRAPHS, version=1)
