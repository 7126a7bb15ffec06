"""`sheet`: the engine as a game of its own, whose options are the table's house rules."""

from rules.house_page import house_page
from rules.sheet.categories import CATEGORIES
from rules.sheet.game import sheet_game
from rules.sheet.house.faults import faults
from rules.sheet.house.page import paragraphs
from rules.sheet.house.presets import PRESETS
from rules.sheet.options import HOUSE_PARAGRAPHS, MOST_THROWS, SheetOptions, words

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
    house_page=house_page("sheet", paragraphs),
    page="sheet-house",
    words=words,
)
