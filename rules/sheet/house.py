"""`sheet`: the engine as a game of its own, whose options are the table's house rules."""

from rules.sheet.agreement import MOST_THROWS, SheetOptions, ruleset
from rules.sheet.faults import faults
from rules.sheet.game import sheet_game
from rules.sheet.presets import PRESETS
from rules.sheet.vocabulary import CATEGORIES

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
