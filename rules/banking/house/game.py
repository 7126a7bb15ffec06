"""`banking`: the engine as a game of its own, whose options are the table's house rules."""

from rules.banking.game import banking_game
from rules.banking.house.faults import faults
from rules.banking.house.page import paragraphs
from rules.banking.house.presets import PRESETS
from rules.banking.options import PARAGRAPHS, BankingOptions
from rules.house_page import house_page

GAME = banking_game(
    "banking",
    BankingOptions,
    lambda options: options,
    PARAGRAPHS,
    version=1,
    presets=PRESETS,
    faults=faults,
    house_page=house_page("banking", paragraphs),
    page="banking-house",
    verbs=("roll", "set_aside", "bank", "ride"),
)
