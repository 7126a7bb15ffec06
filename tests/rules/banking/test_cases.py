"""The handed right values: every legal set_aside of a roll with its points, and the best one."""

import json
from pathlib import Path
from typing import Any

import pytest

from rules.banking import sand, titusind
from rules.contract import AnyGame

CASES = Path(__file__).parents[1] / "cases"


def cases() -> list[Any]:
    return [
        pytest.param(game, case, id=f"{game.name}-{'-'.join(map(str, case['roll']))}")
        for game in (sand.GAME, titusind.GAME)
        for case in json.loads((CASES / f"{game.name}.json").read_text("utf-8"))["cases"]
    ]


@pytest.mark.parametrize(("game", "case"), cases())
def test_a_roll_scores_as_handed(game: AnyGame, case: dict[str, Any]) -> None:
    score = game.rules(game.options()).score(tuple(case["roll"]), None)
    ways: list[dict[str, Any]] = [{"dice": list(move.dice), "points": points} for move, points in score.ways]
    best = max(ways, key=lambda way: way["points"], default={"dice": [], "points": 0})
    assert {"bust": score.bust, "best": best, "selections": ways} == {
        "bust": case["bust"],
        "best": case["best"],
        "selections": case["selections"],
    }
