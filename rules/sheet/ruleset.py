"""Ruleset: what tells one sheet game from another, as data, and the options that several of them offer."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal

from pydantic import Field

from rules.sheet.bonuses import Bonus
from rules.sheet.categories import Category

Joker = Literal["forced", "free", "none"]
YatzyBonusFor = Literal["scored", "matching_box"]
TwoPairsOfFour = Annotated[
    bool, Field(description="Whether four equal dice count as two pairs: 6-6-6-6-1 is 24 instead of 0.")
]
FullHouseOfFive = Annotated[
    bool, Field(description="Whether five equal dice count as a full house: 5-5-5-5-5 is 25 instead of 0.")
]

PARAGRAPHS: Mapping[str, str] = {
    "not_your_turn": "1.3",
    "count_fixed": "2.1",
    "nothing_selected": "2.3",
    "nothing_left_to_roll": "2.3",
    "not_in_throw": "2.3",
    "roll_the_rest": "2.4",
    "no_throws_left": "2.5",
    "saved_throws": "2.1",
    "bonuses": "3.3",
    "after": "3.3",
    "nothing_thrown": "2.6",
    "not_on_sheet": "3.1",
    "box_filled": "3.1",
    "finished": "4.2",
    **dict.fromkeys(("ones", "twos", "threes", "fours", "fives", "sixes"), "3.2"),
}
"""By reason of a refusal and by box, its paragraph, where a game's rules page does not number it otherwise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """A sheet game with its options decided.

    categories: the boxes in sheet order.
    paragraphs: by reason of a refusal, the paragraph of the game's rules page that it rests on; by id of a box that
    on what it is worth; and as `yatzy_bonus` and `saved_throws` those on further yatzys and on throws not used.
    bonus, bonus_from: the points a seat has for an upper sum of `bonus_from` or more.
    bonuses: further ones, in the order of the table's options.
    dice: how many dice there are, 1 to 6. throws: how many throws a turn has at most.
    save_throws: whether the throws that a turn does not use are the seat's in later ones.
    choose_dice_count: whether the first roll of a turn says how many dice the turn is played with.
    joker: how further equal throws are placed once the yatzy box is filled (the rules page of yahtzee, section 4).
    yatzy_bonus: the points for a further yatzy; 0 for no such rule.
    yatzy_bonus_for: whether these are for every further yatzy once the yatzy box holds points, or only for one that
    is written into the upper box of its face once the yatzy box is filled.
    upper: the places of the upper boxes.
    """

    categories: tuple[Category, ...]
    paragraphs: Mapping[str, str]
    bonus: int
    bonus_from: int = 63
    bonuses: tuple[Bonus, ...] = ()
    dice: int = 5
    throws: int = 3
    save_throws: bool = False
    choose_dice_count: bool = False
    joker: Joker = "none"
    yatzy_bonus: int = 0
    yatzy_bonus_for: YatzyBonusFor = "scored"
    upper: tuple[int, ...] = field(init=False)

    def __post_init__(self) -> None:
        """Find the upper boxes."""
        upper = tuple(place for place, category in enumerate(self.categories) if category.face is not None)
        object.__setattr__(self, "upper", upper)

    @property
    def columns(self) -> int:
        """How many columns of the same boxes each seat fills."""
        return self.categories[-1].column + 1
