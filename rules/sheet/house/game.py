"""`sheet`: the engine as a game of its own, whose options are the table's house rules.

Its presets are house rules with a name: what tables play, and the named sheet games as data (sources:
docs/house-rules.md).
"""

from collections.abc import Mapping

from rules.sheet.categories import CATEGORIES
from rules.sheet.game import sheet_game
from rules.sheet.house.boxes import SheetBox
from rules.sheet.house.faults import faults
from rules.sheet.house.options import MOST_THROWS, UPPER, SheetOptions, ruleset

YATZY = SheetOptions()
YATZY_BG = SheetOptions(
    boxes=tuple(box for box in YATZY.boxes if box.category not in {"three_of_a_kind", "yatzy"}),
)
THIRTEEN = (
    *UPPER,
    SheetBox(category="three_of_a_kind", worth="all"),
    SheetBox(category="four_of_a_kind", worth="all"),
    SheetBox(category="full_house", worth=25),
    SheetBox(category="small_straight", worth=30, in_a_row=4),
    SheetBox(category="large_straight", worth=40, in_a_row=5),
    SheetBox(category="yatzy", worth=50),
    SheetBox(category="chance"),
)
YAHTZEE = SheetOptions(boxes=THIRTEEN, bonus=35, joker="forced", yatzy_bonus=100)
KNIFFEL = SheetOptions(boxes=THIRTEEN, bonus=35, joker="forced", yatzy_bonus=50, yatzy_bonus_for="matching_box")
MAXI_YATZY = SheetOptions(
    boxes=(
        *UPPER,
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
    bonus=100,
    bonus_from=84,
)
PRESETS: Mapping[str, SheetOptions] = {
    "danish-yatzy": YATZY,
    "kniffel": KNIFFEL,
    "maxi-yatzy": MAXI_YATZY,
    "yahtzee": YAHTZEE,
    "yatzy": YATZY,
    "yatzy-bg": YATZY_BG,
}

GAME = sheet_game(
    "sheet",
    SheetOptions,
    ruleset,
    version=1,
    score_dice=(1, 6),
    categories=CATEGORIES,
    throws=MOST_THROWS,
    presets=PRESETS,
    faults=faults,
    page="sheet-house",
)
