"""Every throw of 1 to 6 dice against a twin that tries all splits, and the exact odds of a bust."""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from typing import Any

import pytest

from rules.banking import farkle, sand, titusind
from rules.banking.engine import BankingRules
from rules.banking.farkle import FarkleOptions
from rules.banking.sand import SandOptions
from rules.banking.tables import tables
from rules.banking.titusind import TitusindOptions

Dice = tuple[int, ...]
THROWS = [dice for size in range(1, 7) for dice in combinations_with_replacement(range(1, 7), size)]


# --- what one group of dice is worth, written from the rules page ---


def equal_dice(dice: Dice) -> bool:
    return len(set(dice)) == 1


def single(dice: Dice) -> int:
    worth: dict[Dice, int] = {(1,): 100, (5,): 50}
    return worth.get(dice, 0)


def triple(face: int) -> int:
    return 1000 if face == 1 else 100 * face


def pairs(dice: Dice) -> bool:
    return len(dice) == 6 and all(dice.count(face) % 2 == 0 for face in dice)


def sand_worth(dice: Dice) -> int:
    if equal_dice(dice) and len(dice) == 3:
        return triple(dice[0])
    if equal_dice(dice) and len(dice) == 4:
        return 10 * triple(dice[0])
    return {(1, 2, 3, 4, 5): 2000, (2, 3, 4, 5, 6): 2000, (1, 2, 3, 4, 5, 6): 5000}.get(dice, single(dice))


def titusind_worth(dice: Dice, *, special: bool = True, any_pairs: bool = False) -> int:
    worth = [single(dice)]
    if equal_dice(dice) and len(dice) >= 3:
        base = triple(dice[0]) if special else 100 * dice[0]
        worth.append(base + base * (len(dice) - 3))
    if special and dice == (1, 2, 3, 4, 5, 6):
        worth.append(2000)
    if special and pairs(dice) and (any_pairs or len(set(dice)) == 3):
        worth.append(1500)
    return max(worth)


def farkle_worth(dice: Dice) -> int:
    worth = [single(dice)]
    if equal_dice(dice):
        worth.append({3: triple(dice[0]), 4: 1000, 5: 2000, 6: 3000}.get(len(dice), 0))
    if dice == (1, 2, 3, 4, 5, 6) or pairs(dice):
        worth.append(1500)
    if len(dice) == 6 and sorted(map(dice.count, set(dice))) == [3, 3]:
        worth.append(2500)
    return max(worth)


# --- the twin ---


def splits(dice: Dice) -> Iterator[list[Dice]]:
    """Every way to put the dice into groups, die by die."""
    if not dice:
        yield []
        return
    for rest in splits(dice[1:]):
        yield [dice[:1], *rest]
        for at, group in enumerate(rest):
            yield [*rest[:at], dice[:1] + group, *rest[at + 1 :]]


def best(dice: Dice, worth: Callable[[Dice], int]) -> int | None:
    """The best split in which every group scores, None if a die is always left over."""
    totals = []
    for split in {tuple(sorted(split)) for split in splits(dice)}:
        points = [worth(group) for group in split]
        if all(points):
            totals.append(sum(points))
    return max(totals, default=None)


def rules_of(options: SandOptions | TitusindOptions | FarkleOptions) -> BankingRules:
    games: dict[Any, Any] = {SandOptions: sand.GAME, TitusindOptions: titusind.GAME, FarkleOptions: farkle.GAME}
    rules = games[type(options)].rules(options)
    assert isinstance(rules, BankingRules)
    return rules


def scored(rules: BankingRules, dice: Dice) -> dict[Dice, int]:
    score = rules.score(dice, None)
    assert score.bust == (not score.ways)
    return {move.dice: points for move, points in score.ways if move.type == "set_aside"}


TWINS = [
    pytest.param(SandOptions(selection="free"), sand_worth, id="sand free"),
    pytest.param(TitusindOptions(), titusind_worth, id="titusind"),
    pytest.param(
        TitusindOptions(three_pairs="any"), lambda dice: titusind_worth(dice, any_pairs=True), id="any pairs"
    ),
    pytest.param(
        TitusindOptions(special_combinations=False),
        lambda dice: titusind_worth(dice, special=False),
        id="nothing special",
    ),
    pytest.param(FarkleOptions(), farkle_worth, id="farkle"),
]


@pytest.mark.parametrize(("options", "worth"), TWINS)
def test_free_selections_match_the_twin(
    options: SandOptions | TitusindOptions | FarkleOptions, worth: Callable[[Dice], int]
) -> None:
    """Shared course 2: every die of a selection scores, and it is worth its best split."""
    twin = cache(lambda part: best(part, worth))
    rules = rules_of(options)
    for dice in THROWS:
        parts = sorted({part for size in range(1, len(dice) + 1) for part in combinations(dice, size)})
        expected = {part: points for part in parts if (points := twin(part)) is not None}
        assert scored(rules, dice) == expected, dice


@pytest.mark.parametrize("qualifying", ["any", "one_or_five"])
def test_sand_takes_the_best_selection_of_the_twin(qualifying: str) -> None:
    """sand, 'what must be set aside': all scoring dice, the best-scoring split; there is only one."""
    rules = rules_of(SandOptions.model_validate({"qualifying": qualifying}))
    free = rules_of(SandOptions(selection="free"))
    for dice in THROWS:
        if qualifying == "one_or_five" and not {1, 5} & set(dice):
            assert rules.score(dice, None).bust, dice
            continue
        ways = scored(free, dice)
        most = max(ways.values(), default=0)
        assert scored(rules, dice) == {part: points for part, points in ways.items() if points == most}, dice
        assert len(scored(rules, dice)) <= 1


def busts(rules: BankingRules, count: int) -> int:
    return sum(rules.score(dice, None).bust for dice in product(range(1, 7), repeat=count))


@pytest.mark.parametrize(
    ("options", "odds"),
    [
        (TitusindOptions(), {6: 1080, 5: 600, 4: 204, 3: 60, 2: 16, 1: 4}),
        (SandOptions(), {6: 1440, 5: 600, 4: 204, 3: 60, 2: 16, 1: 4}),
        (FarkleOptions(), {6: 1080, 5: 600, 4: 204, 3: 60, 2: 16, 1: 4}),
        (SandOptions(qualifying="one_or_five"), {count: 4**count for count in range(1, 7)}),
    ],
    ids=["titusind", "sand", "farkle", "one or five"],
)
def test_the_odds_of_a_bust_are_exact(
    options: SandOptions | TitusindOptions | FarkleOptions, odds: dict[int, int]
) -> None:
    rules = rules_of(options)
    assert {count: busts(rules, count) for count in odds} == odds


def test_rules_with_the_same_combinations_share_their_tables() -> None:
    assert rules_of(SandOptions(target=5000)).tables is rules_of(SandOptions()).tables
    rules = rules_of(SandOptions())
    assert tables(rules.ruleset.scoring) is rules.tables
