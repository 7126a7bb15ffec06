"""The catalogue and loose scores."""

import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from rules.registry import BUILT_IN
from rules.texts import paragraphs

CASES = Path(__file__).parents[2] / "rules" / "cases"


async def test_every_game_is_listed(client: httpx.AsyncClient) -> None:
    games = (await client.get("/v1/games")).json()["games"]
    assert [game["name"] for game in games] == [game.name for game in BUILT_IN]
    assert all(game["seats"]["min"] <= game["seats"]["max"] for game in games)


@pytest.mark.parametrize("name", [game.name for game in BUILT_IN])
async def test_a_game_shows_its_options_and_rules(client: httpx.AsyncClient, name: str) -> None:
    game = (await client.get(f"/v1/games/{name}")).json()
    assert paragraphs(game["rules"])
    for option in game["options"].get("properties", {}).values():
        assert "default" in option
        assert option["description"]


async def test_an_unknown_game_is_a_404_that_lists_the_games(client: httpx.AsyncClient) -> None:
    for answer in (await client.get("/v1/games/poker"), await client.post("/v1/games/poker/score", json={})):
        assert answer.status_code == 404
        assert answer.json()["code"] == "unknown-game"
        assert "titusind" in answer.json()["detail"]


async def score(client: httpx.AsyncClient, game: str, **body: Any) -> Any:
    answer = await client.post(f"/v1/games/{game}/score", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.parametrize("name", ["sand", "titusind"])
async def test_banking_cases_score_right(client: httpx.AsyncClient, name: str) -> None:
    for case in json.loads((CASES / f"{name}.json").read_text())["cases"][::5]:
        scored = await score(client, name, dice=case["roll"])
        ways = {(tuple(way["move"]["dice"]), way["points"]) for way in scored["ways"]}
        assert ways == {(tuple(way["dice"]), way["points"]) for way in case["selections"]}
        assert scored["bust"] == case["bust"]
        assert (scored["best"] or {"points": 0})["points"] == case["best"]["points"]


async def test_best_is_the_first_of_the_greatest(client: httpx.AsyncClient) -> None:
    scored = await score(client, "titusind", dice=[1, 2, 2, 2, 5, 6])
    assert scored["best"] == {"move": {"type": "set_aside", "dice": [1, 2, 2, 2, 5]}, "points": 350}
    assert (await score(client, "titusind", dice=[2, 3]))["best"] is None


async def test_options_change_the_score(client: httpx.AsyncClient) -> None:
    plain = await score(client, "titusind", dice=[1, 1, 1], options={"special_combinations": False})
    assert plain["best"]["points"] == 300


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({}, "/dice"),
        ({"dice": []}, "/dice"),
        ({"dice": [1] * 7}, "/dice"),
        ({"dice": [0]}, "/dice/0"),
        ({"dice": [1, 7]}, "/dice/1"),
        ({"dice": [True]}, "/dice/0"),
        ({"dice": ["5"]}, "/dice/0"),
        ({"dice": [2.5]}, "/dice/0"),
        ({"dice": [1], "dices": 1}, "/dices"),
        ({"dice": [1], "options": {"target": 5}}, "/options/target"),
        ({"dice": [1], "options": {"a/b~c": 5}}, "/options/a~1b~0c"),
        ([], ""),
    ],
)
async def test_a_wrong_field_is_named_by_its_pointer(client: httpx.AsyncClient, body: Any, pointer: str) -> None:
    answer = await client.post("/v1/games/titusind/score", json=body)
    assert answer.status_code == 422
    assert answer.headers["content-type"] == "application/problem+json"
    assert [fault["pointer"] for fault in answer.json()["errors"]] == [pointer]


@pytest.mark.parametrize(
    ("game", "body", "pointer"),
    [
        ("yatzy-bg", {"dice": [1, 2]}, "/dice"),
        ("yatzy-bg", {"dice": [1, 2], "sheet": {"boxes": {"ones": 3}}}, "/dice"),
        ("yatzy-bg", {"dice": [1, 2, 3, 4, 5], "sheet": {"boxes": {"yatzy": 50}}}, "/sheet/boxes/yatzy"),
        ("yatzy-bg", {"dice": [1, 2, 3, 4, 5], "sheet": {"boxes": {"ones": "3"}}}, "/sheet/boxes/ones"),
        ("wohin-damit", {"dice": [1]}, "/dice"),
        ("solitaire-dice", {"dice": [1, 2, 3, 4]}, "/dice"),
    ],
)
async def test_what_cannot_be_scored_is_named(client: httpx.AsyncClient, game: str, body: Any, pointer: str) -> None:
    answer = await client.post(f"/v1/games/{game}/score", json=body)
    assert answer.status_code == 422
    assert [fault["pointer"] for fault in answer.json()["errors"]] == [pointer]


async def test_the_source_examples_score_right(client: httpx.AsyncClient) -> None:
    """One of each rules page: what a table would ask first."""
    points = {"sand": ([2, 2, 2, 2, 2, 2], 2000), "titusind": ([1, 1, 3, 3, 4, 4], 1500), "farkle": ([1] * 4, 1100)}
    for game, (dice, best) in points.items():
        assert (await score(client, game, dice=dice))["best"]["points"] == best
    boxes = {
        way["move"]["category"]: way["points"]
        for way in (await score(client, "yatzy-bg", dice=[6, 6, 6, 5, 5]))["ways"]
    }
    assert (boxes["full_house"], boxes["one_pair"], boxes["two_pairs"]) == (28, 12, 22)
    rows = (await score(client, "wohin-damit", dice=[5, 6], sheet={"rows": {"11": [6]}}))["ways"]
    assert {way["move"]["category"]: way["points"] for way in rows} == (
        {
            "6": -5,
            "7": -4,
            "8": -3,
            "9": -2,
            "10": -1,
            "11": -6,
            "12": 0,
            "13": 0,
            "14": 0,
            "15": 0,
            "small": -11,
            "large": 11,
        }
    )
    sums = (await score(client, "solitaire-dice", dice=[1, 2, 3, 4, 5]))["ways"]
    assert {"type": "choose_category", "sums": [3, 7], "fifth": 5} in [way["move"] for way in sums]
