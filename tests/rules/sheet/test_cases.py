"""The handed right values of yatzy-bg: the points of every category, default options."""

import json
from pathlib import Path
from typing import Any

import pytest

from rules.sheet import yatzy_bg
from tests.rules.support.sheet import Session

CASES = json.loads((Path(__file__).parents[1] / "cases" / "yatzy-bg.json").read_text("utf-8"))["cases"]
BY_ROLL = pytest.mark.parametrize("case", CASES, ids=lambda case: "-".join(map(str, case["roll"])))


@BY_ROLL
def test_loose_dice_score_as_handed(case: dict[str, Any]) -> None:
    score = Session(yatzy_bg.GAME).rules.score(tuple(case["roll"]), None)
    assert not score.bust
    assert [(move.category, points) for move, points in score.ways] == list(case["points"].items())  # type: ignore[union-attr]


@BY_ROLL
def test_a_throw_on_an_empty_sheet_scores_as_handed(case: dict[str, Any]) -> None:
    session = Session(yatzy_bg.GAME).roll(*case["roll"])
    assert session.choices() == case["points"]
    for category, points in case["points"].items():
        again = Session(yatzy_bg.GAME)
        assert again.write(category, *case["roll"]).points == points
        assert again.state.totals == (points,)
