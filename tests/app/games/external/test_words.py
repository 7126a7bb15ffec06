"""What a game from outside says of its options is looked at, as everything else."""

from dataclasses import replace
from typing import Any

import pytest

from app.games.external.guard import GameFailed
from app.games.external.guarded_game import guarded
from rules.banking import sand
from rules.contract import AnyGame
from tests.app.support.rogue_game import gives, raises

OOPS = RuntimeError("the dog ate the page")


def outside(**says: Any) -> AnyGame:
    return guarded(replace(sand.GAME, **says))


def test_its_own_page_is_shown_below_its_title() -> None:
    game = outside(house_page=lambda options, *_: f"**1.1** {options.target} points.\n")
    assert game.page_of(sand.GAME.options(target=500), "en") == "# Sand\n\n**1.1** 500 points.\n"
    assert outside().page_of(sand.GAME.options(), "de") == sand.GAME.texts.rules("de")


@pytest.mark.parametrize("page", [gives(None), gives(b"**1.1**"), gives("\ud800"), raises(OOPS)])
def test_a_page_that_is_none_is_its_failure(page: Any) -> None:
    with pytest.raises(GameFailed) as failed:
        outside(house_page=page).page_of(sand.GAME.options(), "en")
    assert failed.value.call == "house_page"


@pytest.mark.parametrize("words", [gives(None), gives({"category.x": 5}), gives({5: "x"}), raises(OOPS)])
def test_words_that_are_none_are_its_failure(words: Any) -> None:
    with pytest.raises(GameFailed) as failed:
        outside(words=words).texts_of(sand.GAME.options())
    assert failed.value.call == "words"
