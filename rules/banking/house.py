"""`banking`: the engine as a game of its own, whose options are the table's house rules."""

from rules.banking.agreement import BankingOptions, ruleset
from rules.banking.faults import faults
from rules.banking.game import banking_game
from rules.banking.presets import PRESETS

GAME = banking_game(
    "banking", BankingOptions, ruleset, version=1, presets=PRESETS, faults=faults, page="banking-house"
)
