"""Example throws of options, also of games from outside, which may say anything of their dice."""

from dataclasses import replace
from typing import Any

import pytest
from pydantic import create_model

from app.games.scores import dice_of, scored_examples
from app.games.served_game import ServedGame
from rules.banking import titusind
from rules.contract import Score


@pytest.mark.parametrize("dice", [None, "six", True, 0, 7, 10**12, [6]])
def test_a_number_of_dice_that_the_game_does_not_score_is_none(dice: Any) -> None:
    served = ServedGame(titusind.GAME)
    assert dice_of(served, create_model("Options", dice=(Any, ...))(dice=dice)) is None


@pytest.mark.parametrize("dice", range(1, 7))
def test_examples_are_different_throws_of_all_dice(dice: int) -> None:
    served = ServedGame(replace(titusind.GAME, score_dice=(1, dice)))
    throws = [tuple(example["dice"]) for example in scored_examples(served, titusind.GAME.options())]
    assert throws == [tuple(sorted(throw)) for throw in dict.fromkeys(throws)]
    assert {len(throw) for throw in throws} == {dice}
    assert 2 <= len(throws) <= 7


def test_throws_that_a_game_does_not_score_are_left_out() -> None:
    class Picky:
        def score(self, dice: tuple[int, ...], _: Any) -> Score[Any]:
            if 1 in dice:
                raise ValueError("No ones.")
            return Score(True, ())

    served = ServedGame(replace(titusind.GAME, rules=lambda _: Picky()))  # type: ignore[arg-type, return-value]
    shown = scored_examples(served, titusind.GAME.options())
    assert shown
    assert all(1 not in example["dice"] for example in shown)
