"""`sheet`: the engine as a game of its own, whose options are the table's house rules.

Its presets are house rules with a name: what tables play, and the named sheet games as data (sources:
docs/house-rules.md).
"""

from collections.abc import Mapping

from rules.sheet import yahtzee, yatzy, yatzy_bg
from rules.sheet.boxes import UPPER_SECTION, SheetBox
from rules.sheet.categories import CATEGORIES
from rules.sheet.game import sheet_game
from rules.sheet.house.faults import faults
from rules.sheet.options import HOUSE_PARAGRAPHS, MOST_THROWS, SheetOptions, words
from rules.sheet.yahtzee import YahtzeeOptions
from rules.sheet.yatzy import YatzyOptions
from rules.sheet.yatzy_bg import YatzyBgOptions

YATZY = yatzy.house_rules(YatzyOptions())
YATZY_BG = yatzy_bg.house_rules(YatzyBgOptions())
YAHTZEE = yahtzee.house_rules(YahtzeeOptions())
KNIFFEL = SheetOptions(boxes=yahtzee.BOXES, bonus=35, joker="forced", yatzy_bonus=50, yatzy_bonus_for="matching_box")
MAXI_YATZY = SheetOptions(
    boxes=(
        *UPPER_SECTION,
        SheetBox(category="one_pair"),
        SheetBox(category="two_pairs"),
        SheetBox(category="three_pairs"),
        SheetBox(category="three_of_a_kind"),
        SheetBox(category="four_of_a_kind"),
        SheetBox(category="five_of_a_kind"),
        SheetBox(category="small_straight", worth=15),
        SheetBox(category="large_straight", worth=20),
        SheetBox(category="full_straight", worth=21),
        SheetBox(category="full_house"),
        SheetBox(category="villa"),
        SheetBox(category="tower"),
        SheetBox(category="chance"),
        SheetBox(category="yatzy", worth=100),
    ),
    dice=6,
    save_throws=True,
    bonus=100,
    bonus_from=84,
)
MAXI_YATZY_75 = MAXI_YATZY.model_copy(update={"save_throws": False, "bonus": 50, "bonus_from": 75})
PRESETS: Mapping[str, SheetOptions] = {
    "danish-yatzy": YATZY,
    "kniffel": KNIFFEL,
    "maxi-yatzy": MAXI_YATZY,
    "maxi-yatzy-75": MAXI_YATZY_75,
    "yahtzee": YAHTZEE,
    "yatzy": YATZY,
    "yatzy-bg": YATZY_BG,
}

GAME = sheet_game(
    "sheet",
    SheetOptions,
    lambda options: options,
    HOUSE_PARAGRAPHS,
    version=1,
    score_dice=(1, 6),
    categories=CATEGORIES,
    throws=MOST_THROWS,
    presets=PRESETS,
    faults=faults,
    page="sheet-house",
    words=words,
)
