"""`banking`: the engine as a game of its own, whose options are the table's house rules.

Its presets are house rules with a name: what tables play, and the named banking games as data (sources:
docs/house-rules.md).
"""

from collections.abc import Mapping

from rules.banking import farkle, sand, titusind
from rules.banking.combinations import (
    ONES_AND_FIVES,
    TRIPLETS,
    BankingEqual,
    BankingGroups,
    BankingStraight,
)
from rules.banking.farkle import FarkleOptions
from rules.banking.game import banking_game
from rules.banking.house.faults import faults
from rules.banking.options import PARAGRAPHS, BankingOptions
from rules.banking.sand import SandOptions
from rules.banking.titusind import TitusindOptions

FARKLE = farkle.house_rules(FarkleOptions())
FARKLE_PENALTY = BankingOptions(combinations=(*ONES_AND_FIVES, TRIPLETS), opening=0, bust_penalty=1000)
GREED = BankingOptions(
    combinations=(*ONES_AND_FIVES, TRIPLETS),
    dice=5,
    target=3000,
    opening=300,
    selection="best",
)
GREEDY_DICE = BankingOptions(
    combinations=(
        *ONES_AND_FIVES,
        BankingEqual(count=3, times_face=100, ones=1000, further="doubling"),
        BankingStraight(first=1, last=6, points=3000),
        BankingGroups(sizes=(2, 2, 2), points=1000),
    ),
    target=10_050,
    opening=0,
    hot_dice="must_roll",
)
SAND = sand.house_rules(SandOptions())
TITUSIND = titusind.house_rules(TitusindOptions())
PRESETS: Mapping[str, BankingOptions] = {
    "farkle": FARKLE,
    "farkle-penalty": FARKLE_PENALTY,
    "greed": GREED,
    "greedy-dice": GREEDY_DICE,
    "sand": SAND,
    "titusind": TITUSIND,
}

GAME = banking_game(
    "banking",
    BankingOptions,
    lambda options: options,
    PARAGRAPHS,
    version=1,
    presets=PRESETS,
    faults=faults,
    page="banking-house",
    verbs=("roll", "set_aside", "bank", "ride"),
)
