"""Every named game of an engine is a set of house rules, of which its engine makes the very same ruleset."""

from dataclasses import replace
from typing import Any

import pytest
from pydantic import BaseModel

from rules.banking import farkle, sand, titusind
from rules.banking.combinations import BankingEqual, BankingGroups
from rules.banking.engine import BankingRules
from rules.banking.farkle import FarkleOptions
from rules.banking.house import game as banking
from rules.banking.house.presets import FARKLE, SAND, TITUSIND
from rules.banking.options import BankingOptions
from rules.banking.sand import SandOptions
from rules.banking.titusind import TitusindOptions
from rules.contract import AnyGame
from rules.sheet import yahtzee, yatzy, yatzy_bg
from rules.sheet.engine import SheetRules
from rules.sheet.house import game as sheet
from rules.sheet.house.presets import YAHTZEE, YATZY, YATZY_BG
from rules.sheet.options import SheetOptions
from rules.sheet.yahtzee import YahtzeeOptions
from rules.sheet.yatzy import YatzyOptions
from rules.sheet.yatzy_bg import YatzyBgOptions


def strict(target: int = 10_000) -> BankingOptions:
    return TITUSIND.model_copy(update={"strict_from": target - 1000})


def plain_titusind() -> BankingOptions:
    """Without the special combinations."""
    equal = BankingEqual(count=3, times_face=100, further="step")
    return TITUSIND.model_copy(update={"combinations": (*TITUSIND.combinations[:2], equal)})


def any_pairs() -> BankingOptions:
    pairs = BankingGroups(sizes=(2, 2, 2), points=1500, faces="any")
    return TITUSIND.model_copy(update={"combinations": (*TITUSIND.combinations[:-1], pairs)})


def of_equal(options: SheetOptions, *categories: str) -> SheetOptions:
    """With boxes whose groups may show the same face."""
    boxes = tuple(
        box.model_copy(update={"faces": "any"}) if box.category in categories else box for box in options.boxes
    )
    return options.model_copy(update={"boxes": boxes})


SAME: list[tuple[AnyGame, BaseModel, AnyGame, BaseModel]] = [
    (sand.GAME, SandOptions(), banking.GAME, SAND),
    (
        sand.GAME,
        SandOptions(selection="free", qualifying="one_or_five", hot_dice="may_bank", target=2000),
        banking.GAME,
        SAND.model_copy(
            update={"selection": "free", "qualifying": "one_or_five", "hot_dice": "may_bank", "target": 2000}
        ),
    ),
    (titusind.GAME, TitusindOptions(), banking.GAME, TITUSIND),
    (titusind.GAME, TitusindOptions(strict_finish=True), banking.GAME, strict()),
    (
        titusind.GAME,
        TitusindOptions(three_pairs="any", hot_dice="may_bank"),
        banking.GAME,
        any_pairs().model_copy(update={"hot_dice": "may_bank"}),
    ),
    (titusind.GAME, TitusindOptions(special_combinations=False), banking.GAME, plain_titusind()),
    (farkle.GAME, FarkleOptions(), banking.GAME, FARKLE),
    (
        farkle.GAME,
        FarkleOptions(target=1500, opening=0),
        banking.GAME,
        FARKLE.model_copy(update={"target": 1500, "opening": 0}),
    ),
    (yatzy.GAME, YatzyOptions(), sheet.GAME, YATZY),
    (
        yatzy.GAME,
        YatzyOptions(two_pairs_of_four=True, full_house_of_five=True),
        sheet.GAME,
        of_equal(YATZY, "two_pairs", "full_house"),
    ),
    (yatzy_bg.GAME, YatzyBgOptions(), sheet.GAME, YATZY_BG),
    (
        yatzy_bg.GAME,
        YatzyBgOptions(choose_dice_count=True, two_pairs_of_four=True),
        sheet.GAME,
        of_equal(YATZY_BG, "two_pairs").model_copy(update={"choose_dice_count": True}),
    ),
    *(
        (yahtzee.GAME, YahtzeeOptions(joker=joker), sheet.GAME, YAHTZEE.model_copy(update={"joker": joker}))
        for joker in ("forced", "free", "none")
    ),
]


@pytest.mark.parametrize(
    ("named", "options", "engine", "house"), SAME, ids=lambda each: getattr(each, "name", None) or ""
)
def test_a_named_game_is_the_same_as_its_house_rules(
    named: AnyGame, options: BaseModel, engine: AnyGame, house: BaseModel
) -> None:
    assert engine.faults(house) == ()
    one, other = named.rules(options), engine.rules(house)
    assert isinstance(one, BankingRules | SheetRules)
    assert isinstance(other, type(one))
    assert replace(one.ruleset, paragraphs={}) == replace(other.ruleset, paragraphs={})
    assert one.tables is other.tables


def test_every_named_game_of_an_engine_is_among_these_and_has_its_preset() -> None:
    defaults: dict[str, Any] = {named.name: house for named, options, _, house in SAME if options == named.options()}
    for engine, names in (
        (banking.GAME, ("sand", "titusind", "farkle")),
        (sheet.GAME, ("yatzy", "yatzy-bg", "yahtzee")),
    ):
        for name in names:
            assert engine.presets[name] == defaults[name]


@pytest.mark.parametrize("game", [banking.GAME, sheet.GAME], ids=lambda game: str(game.name))
def test_presets_are_sound_and_have_a_title(game: AnyGame) -> None:
    for name, options in game.presets.items():
        assert game.faults(options) == ()
        assert game.texts.messages["en"][f"preset.{name}"]
