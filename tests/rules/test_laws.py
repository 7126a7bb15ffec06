"""The laws every game must hold (`rules.conformance`), over every registered game."""

import pytest

from rules.conformance.law import Law
from rules.conformance.suite import LAWS
from rules.contract import AnyGame
from rules.registry import BUILT_IN


@pytest.mark.parametrize("game", BUILT_IN, ids=lambda game: game.name)
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.name)
def test_every_game_holds_the_law(game: AnyGame, law: Law) -> None:
    law.check(game)
