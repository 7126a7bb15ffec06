"""Levels of bots in the catalogue: each game's own, with what it was measured that they lose."""

import random
from dataclasses import replace

import httpx
import pytest

from app.games.served_game import levels
from benchmarks.levels import lost
from rules.advice.levels import ADVISED, UNADVISED
from rules.contract import AnyGame
from rules.registry import BUILT_IN, built_in
from tests.app.contract.test_contract import validator


@pytest.mark.parametrize("game", BUILT_IN, ids=lambda game: game.name)
def test_a_better_level_loses_less(game: AnyGame) -> None:
    told = levels(game)
    assert [each["level"] for each in told] == list(ADVISED)
    losses = [each["loss"] for each in told if each["loss"] is not None]
    assert losses == sorted(losses, reverse=True)
    assert all((each["loss"] is None) == (each["objective"] is None) for each in told)
    if game.losses is not None:
        assert losses[-1] == 0
        assert game.adviser is not None
        adviser = game.adviser(game.options())
        state = game.rules(game.options()).start(1)
        assert game.losses.objective in adviser.objectives(state, 0)


async def test_the_page_of_a_game_tells_its_levels(client: httpx.AsyncClient) -> None:
    answer = (await client.get("/v1/games/yatzy")).json()
    validator("GameDetails").validate(answer)
    assert [each["level"] for each in answer["levels"]] == list(ADVISED)
    assert answer["levels"][-1] == {"level": "best", "loss": 0.0, "objective": "points"}


def test_a_game_without_an_adviser_has_two() -> None:
    told = levels(replace(built_in().games["sand"], adviser=None, losses=None))
    assert told == [{"level": level, "loss": None, "objective": None} for level in UNADVISED]


def test_what_is_told_is_what_is_measured() -> None:
    game = built_in().games["solitaire-dice"]
    assert game.losses is not None
    assert game.adviser is not None
    rules, adviser = game.rules(game.options()), game.adviser(game.options())
    chance = random.Random("20261201 solitaire-dice casual")  # the first of the games that were measured
    figures = [lost(rules, adviser, "casual", chance) or 0.0 for _ in range(20)]
    assert sum(figures) / 20 == pytest.approx(game.losses.by_level["casual"], rel=0.5)
