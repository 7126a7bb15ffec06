"""What is wrong with a value that is meant for a game: each flaw is told, once, and a sound game has none."""

from dataclasses import dataclass, replace
from typing import Any, Literal, cast

import pytest
from pydantic import BaseModel

from rules.contract import Roll, Texts
from rules.flaws import flaws, functions_missing
from rules.registry import BUILT_IN
from rules.sheet import yatzy

GAME = yatzy.GAME
ENGLISH = GAME.texts.messages["en"]
ONES = "category.ones"


@dataclass(frozen=True)
class Untagged:
    type: str = "roll"


@dataclass(frozen=True)
class Faceless:
    type: Literal["roll"] = "roll"


class Required(BaseModel):
    luck: int


@pytest.mark.parametrize("game", BUILT_IN, ids=lambda game: game.name)
def test_a_sound_game_has_none(game: Any) -> None:
    assert list(flaws(game)) == []
    assert functions_missing(game.rules(game.options())) == []


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"name": "Yatzy"}, ["name 'Yatzy'"]),
        ({"name": 5}, ["name 5"]),
        ({"version": 0}, ["version 0"]),
        ({"version": True}, ["version True"]),
        ({"min_seats": 3, "max_seats": 2}, ["min_seats, max_seats (3, 2)"]),
        ({"min_seats": 0}, ["min_seats, max_seats (0, 32)"]),
        ({"score_dice": (0, 5)}, ["score_dice (0, 5)"]),
        ({"score_dice": (5, 4)}, ["score_dice (5, 4)"]),
        ({"categories": ("ones", "ones")}, ["categories ('ones', 'ones')"]),
        ({"move": int, "verbs": ()}, ["move <class 'int'>", "verbs ()"]),
        ({"move": Roll | Untagged, "verbs": ("roll",)}, ["move <class 'tests.rules.test_flaws.Untagged'>: it needs"]),
        ({"move": Faceless, "verbs": ("roll",)}, ["move <class 'tests.rules.test_flaws.Faceless'>: a roll needs"]),
        ({"event": Untagged}, ["event <class 'tests.rules.test_flaws.Untagged'>: it needs"]),
        ({"verbs": ("roll", "pass")}, ["verbs ('roll', 'pass')"]),
        ({"verbs": ["roll"]}, ["verbs ['roll']"]),
        ({"options": dict}, ["options <class 'dict'>"]),
        ({"options": Required, "presets": {}}, ["options: ['luck'] need a default"]),
        ({"presets": {"odd": Required(luck=1)}}, ["presets: odd is no YatzyOptions"]),
        ({"texts": Texts({}, GAME.texts.messages)}, ['texts: page has no "en"']),
        ({"texts": Texts(GAME.texts.page, {"de": ENGLISH})}, ['texts: messages has no "en"']),
        (
            {"texts": Texts(GAME.texts.page, {"en": {key: ENGLISH[key] for key in ENGLISH if key != ONES}})},
            ["texts: messages[\"en\"] has no ['category.ones']"],
        ),
        ({"texts": Texts(cast("Any", {"en": 5}), GAME.texts.messages)}, ["texts: a page is no text"]),
    ],
    ids=str,
)  # fmt: skip
def test_each_flaw_is_told(changed: dict[str, Any], told: list[str]) -> None:
    found = list(flaws(replace(GAME, **changed)))
    assert [line[: len(start)] for line, start in zip(found, told, strict=True)] == told


def test_functions_that_rules_lack_are_named() -> None:
    class Half:
        start = to_move = legal_moves = throws = apply = withdraw = void = resigned = score = sheet = view = print
        totals = None

    assert functions_missing(Half()) == ["totals", "outcome"]
