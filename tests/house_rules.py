"""Random house rules: any that a table might write down, and sound ones to play by."""

import random
from collections.abc import Callable
from functools import cache
from typing import Any

from hypothesis import strategies as st
from pydantic import BaseModel

from rules.banking.combinations import (
    BankingCombination,
    BankingEqual,
    BankingEqualFlat,
    BankingExact,
    BankingFurtherAdd,
    BankingFurtherTimes,
    BankingGroups,
    BankingNothing,
    BankingSingle,
    BankingStraight,
)
from rules.banking.house import game as banking
from rules.banking.options import BankingOptions
from rules.contract import AnyGame
from rules.playout import random_play
from rules.sheet.bonuses import (
    SheetBonusRule,
    SheetDifferenceBonus,
    SheetScoredBonus,
    SheetStep,
    SheetStepBonus,
)
from rules.sheet.boxes import SheetBox, SheetColumnRule
from rules.sheet.categories import CATEGORIES, Order
from rules.sheet.house import game as sheet
from rules.sheet.options import SheetOptions

ORDERS: tuple[Order, ...] = ("free", "down", "up")
MOST_MOVES = 2500
KEPT = 16
"""So many random sound options of each game, that laws draw from: their tables are worked out once."""


def banking_word(chance: random.Random) -> BankingCombination:
    """Any word for a combination."""
    points = chance.choice((50, 100, 200, 750, 1500))
    further: Any = chance.choice(
        ("none", "step", "doubling", BankingFurtherAdd(add=points // 2), BankingFurtherTimes(times=3))
    )
    first = chance.randint(1, 5)
    words: tuple[BankingCombination, ...] = (
        BankingSingle(face=chance.randint(1, 6), points=points),
        BankingSingle(face=chance.choice((1, 5)), points=points),
        BankingEqual(
            count=chance.randint(2, 4),
            times_face=chance.choice((10, 100)),
            ones=chance.choice((None, 1000)),
            further=further,
        ),
        BankingEqualFlat(count=chance.randint(2, 6), points=points, further=further),
        BankingStraight(first=first, last=chance.randint(max(2, first), 6), points=points),
        BankingGroups(
            sizes=chance.choice(((2, 2), (3, 2), (2, 2, 2), (3, 3), (2, 4))),
            points=points,
            faces=chance.choice(("distinct", "any")),
        ),
        BankingNothing(points=points),
        BankingExact(dice=tuple(chance.choices(range(1, 7), k=chance.randint(2, 4))), points=points),
    )
    return chance.choice(words)


def banking_options(chance: random.Random, most_dice: int = 6) -> BankingOptions:
    """Any house rules of a banking game, many of them contradictory."""
    target = chance.choice((500, 1000, 2000))
    return BankingOptions(
        combinations=tuple(banking_word(chance) for _ in range(chance.randint(1, 6))),
        dice=chance.randint(1, most_dice),
        target=target,
        opening=chance.choice((0, 0, 100, 300, 1050)),
        minimum=chance.choice((0, 0, 50, 350)),
        most_left=chance.randint(0, 6),
        strict_from=chance.choice((None, None, target - 200, target + 100)),
        hot_dice=chance.choice(("must_roll", "may_bank")),
        equal_dice=chance.choice(("best_split", "together")),
        selection=chance.choice(("best", "free")),
        qualifying=chance.choice(("any", "any", "one_or_five")),
        last_round=chance.choice(("finish_round", "one_more_turn", "one_more_throw", "at_once")),
        overshoot=chance.choice(("counts", "counts", "lost", "bounces")),
        piggyback=chance.choice(("never", "never", "opened", "anyone")),
        riding_minimum=chance.choice((None, None, None, 400)),
        ties=chance.choice(("share", "first_to_target")),
        bust_penalty=chance.choice((0, 100, 1000)),
        last_die_throws=chance.choice((1, 1, 3)),
        refused_endings=chance.choice(((), (), ("50",), ("00", "25"))),
        busts_in_a_row=chance.choice((3, 3, 1, 2)),
    )


def sheet_box(chance: random.Random) -> SheetBox:
    """Any word for a box, now and then with what it cannot have."""
    category = chance.choice(CATEGORIES)
    plain = chance.random() < 0.5
    if chance.random() < 0.3:
        return own_box(chance)
    return SheetBox(
        category=category,
        worth="group" if plain else chance.choice(("group", "all", 25)),
        faces="distinct" if plain else chance.choice(("distinct", "any")),
        in_a_row=chance.choice((3, 4, 5, 6)) if "straight" in category and not plain else None,
    )


def own_box(chance: random.Random) -> SheetBox:
    """Any word for a box whose dice the table names itself."""
    fits: dict[str, Any] = chance.choice(
        (
            {"type": "any"},
            {"type": "equal", "count": chance.randint(2, 5)},
            {"type": "groups", "sizes": chance.choice(((2, 2), (2, 3))), "faces": chance.choice(("distinct", "any"))},
            {"type": "run", "length": chance.randint(2, 6), "wraps": chance.random() < 0.5},
            {"type": "faces", "any_of": (tuple(chance.choices(range(1, 7), k=3)), (1, 2))},
        )
    )
    worths: tuple[Any, ...] = ("group", "all", 40, {"of": "all", "plus": 15}, {"of": "group", "times": 2})
    return SheetBox.model_validate(
        {
            "category": chance.choice(("own", "poker", "chance", "full_house", "ones")),
            "worth": chance.choice((*worths, chance.choices(worths, k=2))),
            "fits": chance.choice((fits, fits, fits, None)),
            "lowest": chance.choice((None, None, 8)),
            "highest": chance.choice((None, None, 20)),
            "one_colour": chance.random() < 0.2,
            "after": chance.choice((None, None, None, {"category": "ones", "scored": chance.random() < 0.5})),
            "wins": chance.choice(("never", "never", "never", "first_throw", "any_throw")),
            "name": chance.choice((None, "Покер")),
        }
    )


def sheet_bonus(chance: random.Random) -> SheetBonusRule:
    """Any word for a bonus."""
    boxes: Any = chance.choice(("upper", "lower", "all", ("ones", "chance"), ("sixes",)))
    rules: tuple[SheetBonusRule, ...] = (
        SheetStepBonus(
            boxes=boxes,
            steps=tuple(SheetStep(least=least, points=chance.randint(-9, 40)) for least in (0, 5, 20)),
        ),
        SheetStepBonus(boxes=boxes, steps=(SheetStep(least=10, points=5), SheetStep(least=30, points=35))),
        SheetScoredBonus(boxes=boxes, points=7, each=chance.random() < 0.5),
        SheetDifferenceBonus(more="chance", less="ones", times_box=chance.choice((None, "own"))),
    )
    return chance.choice(rules)


def sheet_options(chance: random.Random) -> SheetOptions:
    """Any house rules of a sheet game, many of them contradictory."""
    return SheetOptions(
        boxes=tuple(sheet_box(chance) for _ in range(chance.randint(1, 12))),
        dice=chance.choice((2, 3, 4, 5, 5, 6)),
        columns=tuple(
            SheetColumnRule(factor=chance.randint(1, 3), order=chance.choice(ORDERS))
            for _ in range(chance.choice((0, 0, 1, 2, 3)))
        ),
        throws=chance.randint(1, 4),
        colours=chance.choice(((), ((1, 6), (2, 5), (3, 4)))),
        bonus=chance.choice((0, 35, 100)),
        bonus_from=chance.choice((1, 20, 63, 84)),
        bonuses=tuple(sheet_bonus(chance) for _ in range(chance.choice((0, 0, 1, 2)))),
        choose_dice_count=chance.random() < 0.3,
        joker=chance.choice(("forced", "free", "none")),
        yatzy_bonus=chance.choice((0, 50)),
        yatzy_bonus_for=chance.choice(("scored", "matching_box")),
    )


def ends(game: AnyGame, options: Any) -> bool:
    """Whether random play comes to an end: where a bust costs more than turns bring it never does."""
    rules = game.rules(options)
    return all(
        sum(1 for _ in random_play(rules, rules.start(1), random.Random(seed), MOST_MOVES)) < MOST_MOVES
        for seed in range(4)
    )


@cache
def sound(name: str) -> tuple[Any, ...]:
    """Random house rules of the game that do not contradict themselves and are played to an end; its presets."""
    drawn: Callable[[random.Random], BaseModel] = banking_options if name == "banking" else sheet_options
    game: AnyGame = banking.GAME if name == "banking" else sheet.GAME
    chance = random.Random(name)
    found: list[Any] = []
    while len(found) < KEPT:
        options = drawn(chance)
        if not game.faults(options) and ends(game, options):
            found.append(options)
    return (*found, *game.presets.values())


def sound_options(name: str) -> st.SearchStrategy[Any]:
    """One of these."""
    return st.sampled_from(sound(name))
