"""`banking`: the engine as a game of its own, whose options are the table's house rules.

Its presets are house rules with a name: what tables play, and the named banking games as data (sources:
docs/house-rules.md).
"""

from collections.abc import Mapping

from rules.banking.game import banking_game
from rules.banking.house.faults import faults
from rules.banking.house.options import BankingOptions, ruleset
from rules.banking.house.words import (
    BankingCombination,
    BankingEqual,
    BankingGroups,
    BankingSingle,
    BankingStraight,
)

ONES_AND_FIVES: tuple[BankingCombination, ...] = (BankingSingle(face=1, points=100), BankingSingle(face=5, points=50))

FARKLE = BankingOptions()
FARKLE_PENALTY = BankingOptions(bust_penalty=1000)
GREED = BankingOptions(
    combinations=(*ONES_AND_FIVES, BankingEqual(count=3, times_face=100, ones=1000)),
    dice=5,
    target=3000,
    opening=300,
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
SAND = BankingOptions(
    combinations=(
        *ONES_AND_FIVES,
        BankingEqual(count=3, times_face=100, ones=1000),
        BankingEqual(count=4, times_face=1000, ones=10_000),
        BankingStraight(first=1, last=5, points=2000),
        BankingStraight(first=2, last=6, points=2000),
        BankingStraight(first=1, last=6, points=5000),
    ),
    opening=0,
    most_left=2,
    hot_dice="must_roll",
    selection="best",
    last_round="finish_round",
)
TITUSIND = BankingOptions(
    combinations=(
        *ONES_AND_FIVES,
        BankingEqual(count=3, times_face=100, ones=1000, further="step"),
        BankingStraight(first=1, last=6, points=2000),
        BankingGroups(sizes=(2, 2, 2), points=1500),
    ),
    opening=1050,
    minimum=350,
    hot_dice="must_roll",
    last_round="finish_round",
    ties="first_to_target",
)
PRESETS: Mapping[str, BankingOptions] = {
    "farkle": FARKLE,
    "farkle-penalty": FARKLE_PENALTY,
    "greed": GREED,
    "greedy-dice": GREEDY_DICE,
    "sand": SAND,
    "titusind": TITUSIND,
}

GAME = banking_game(
    "banking", BankingOptions, ruleset, version=1, presets=PRESETS, faults=faults, page="banking-house"
)
