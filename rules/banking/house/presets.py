"""Presets: house rules with a name, as tables play and as pages and leaflets tell them, and the named games as data.

Where each comes from, what that was silent about and how it was settled stands in docs/house-rules.md.
"""

from collections.abc import Mapping

from rules.banking import farkle, sand, titusind
from rules.banking.combinations import (
    ONES_AND_FIVES,
    TRIPLETS,
    BankingEqual,
    BankingEqualFlat,
    BankingExact,
    BankingFurtherAdd,
    BankingGroups,
    BankingNothing,
    BankingStraight,
)
from rules.banking.farkle import FarkleOptions
from rules.banking.options import BankingOptions
from rules.banking.sand import SandOptions
from rules.banking.titusind import TitusindOptions

DOUBLED = BankingEqual(count=3, times_face=100, ones=1000, further="doubling")
"""Three equal dice, whose points each further one doubles."""


def one_to_six(points: int) -> BankingStraight:
    """All six faces."""
    return BankingStraight(first=1, last=6, points=points)


def three_pairs(points: int) -> BankingGroups:
    """Pairs of three different faces."""
    return BankingGroups(sizes=(2, 2, 2), points=points)


FARKLE = farkle.house_rules(FarkleOptions())
FARKLE_PENALTY = BankingOptions(combinations=(*ONES_AND_FIVES, TRIPLETS), opening=0, bust_penalty=1000)
FARKLE_300 = BankingOptions(
    combinations=(
        *ONES_AND_FIVES,
        BankingEqual(count=3, times_face=100, ones=300),
        BankingEqualFlat(count=4, points=1000),
        BankingEqualFlat(count=5, points=2000),
        BankingEqualFlat(count=6, points=3000),
        one_to_six(1500),
        three_pairs(1500),
        BankingGroups(sizes=(4, 2), points=1500),
        BankingGroups(sizes=(3, 3), points=2500),
    ),
)
FARKLE_ONE_THROW = BankingOptions(
    combinations=(*ONES_AND_FIVES, TRIPLETS, one_to_six(1000), three_pairs(1000)),
    opening=550,
    minimum=550,
    hot_dice="must_roll",
    last_round="one_more_throw",
)
GREED = BankingOptions(
    combinations=(*ONES_AND_FIVES, TRIPLETS),
    dice=5,
    target=3000,
    opening=300,
    selection="best",
)
GREEDY_DICE = BankingOptions(
    combinations=(*ONES_AND_FIVES, DOUBLED, one_to_six(3000), three_pairs(1000)),
    target=10_050,
    opening=0,
    hot_dice="must_roll",
)
HOT_DICE = BankingOptions(
    combinations=(*ONES_AND_FIVES, DOUBLED, one_to_six(2000)),
    opening=350,
    minimum=350,
    hot_dice="must_roll",
    last_round="finish_round",
)
QUINZE_MILLE = BankingOptions(
    combinations=(*ONES_AND_FIVES, DOUBLED, one_to_six(3000)),
    target=15_000,
    hot_dice="must_roll",
    overshoot="lost",
    last_round="at_once",
)
SAND = sand.house_rules(SandOptions())
TEN_THOUSAND = BankingOptions(
    combinations=(*ONES_AND_FIVES, TRIPLETS, one_to_six(1500)), opening=0, last_round="at_once"
)
TEN_THOUSAND_RIDING = BankingOptions(
    combinations=(*ONES_AND_FIVES, DOUBLED, one_to_six(1500), three_pairs(750)),
    opening=1000,
    piggyback="opened",
)
TIOTUSEN = BankingOptions(combinations=(*ONES_AND_FIVES, DOUBLED, one_to_six(1500), three_pairs(1500)))
TITUSEN = BankingOptions(
    combinations=(
        *ONES_AND_FIVES,
        BankingEqual(count=3, times_face=100, ones=1000, further="step"),
        one_to_six(1500),
        three_pairs(750),
        BankingGroups(sizes=(4, 2), points=1500),
    ),
    opening=0,
    last_round="at_once",
)
TITUSIND = titusind.house_rules(TitusindOptions())
TITUSIND_DOUBLED = BankingOptions(
    combinations=(
        *ONES_AND_FIVES,
        DOUBLED,
        BankingExact(dice=(1, 1, 1, 1, 1, 1), points=10_000),
        one_to_six(2000),
        three_pairs(1500),
    ),
    opening=1000,
    last_round="at_once",
)
ZEHNTAUSEND = BankingOptions(
    combinations=(
        *ONES_AND_FIVES,
        BankingEqual(count=3, times_face=100, ones=1000, further=BankingFurtherAdd(add=1000)),
        one_to_six(1500),
        three_pairs(1500),
    ),
    opening=500,
    minimum=500,
)
ZILCH = BankingOptions(
    combinations=(*ONES_AND_FIVES, DOUBLED, one_to_six(1500), three_pairs(1500), BankingNothing(points=500)),
    opening=300,
    minimum=300,
    bust_penalty=500,
    penalty_floor="none",
)
ZILCH_250 = BankingOptions(
    combinations=(
        *ONES_AND_FIVES,
        TRIPLETS,
        BankingStraight(first=1, last=5, points=1000),
        BankingStraight(first=2, last=6, points=1000),
        three_pairs(1000),
    ),
    minimum=250,
)
ZILCH_HUNDRED_MORE = BankingOptions(
    combinations=(
        *ONES_AND_FIVES,
        BankingEqual(count=3, times_face=100, ones=1000, further=BankingFurtherAdd(add=100)),
        one_to_six(1000),
    ),
    opening=750,
    equal_dice="together",
)
ZILCH_THOUSANDS = BankingOptions(
    combinations=(
        *ONES_AND_FIVES,
        TRIPLETS,
        BankingEqualFlat(count=4, points=4000),
        BankingEqualFlat(count=5, points=5000),
        BankingEqualFlat(count=6, points=6000),
        BankingGroups(sizes=(3, 3), points=3000),
        three_pairs(2000),
        one_to_six(1500),
    ),
    minimum=350,
    hot_dice="must_roll",
)

PRESETS: Mapping[str, BankingOptions] = {
    "farkle": FARKLE,
    "farkle-300": FARKLE_300,
    "farkle-one-throw": FARKLE_ONE_THROW,
    "farkle-penalty": FARKLE_PENALTY,
    "greed": GREED,
    "greedy-dice": GREEDY_DICE,
    "hot-dice": HOT_DICE,
    "quinze-mille": QUINZE_MILLE,
    "sand": SAND,
    "ten-thousand": TEN_THOUSAND,
    "ten-thousand-riding": TEN_THOUSAND_RIDING,
    "tiotusen": TIOTUSEN,
    "titusen": TITUSEN,
    "titusind": TITUSIND,
    "titusind-doubled": TITUSIND_DOUBLED,
    "zehntausend": ZEHNTAUSEND,
    "zilch": ZILCH,
    "zilch-250": ZILCH_250,
    "zilch-hundred-more": ZILCH_HUNDRED_MORE,
    "zilch-thousands": ZILCH_THOUSANDS,
}
