"""Presets are found by name, language, dice and kind."""

from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.games.presets import find_presets
from app.games.served_game import Games
from app.http.negotiation import LANGUAGES
from rules.registry import BUILT_IN, built_in
from tests.app.contract.test_contract import validator

GAMES = Games(built_in().games)
ALL = find_presets(GAMES)


async def find(client: httpx.AsyncClient, **asked: Any) -> list[Any]:
    answer = await client.get("/v1/presets", params=asked)
    assert answer.status_code == 200, answer.text
    validator("PresetList").validate(answer.json())
    found: list[Any] = answer.json()["presets"]
    return found


async def test_without_parameters_every_preset_is_listed_as_its_game_has_it(client: httpx.AsyncClient) -> None:
    found = await find(client)
    assert [(each["game"], each["preset"]) for each in found] == [
        (game.name, preset) for game in BUILT_IN for preset in game.presets
    ]
    for each in found:
        details = (await client.get(f"/v1/games/{each['game']}?lang=bg")).json()
        options = details["presets"][each["preset"]]
        assert each["dice"] == options["dice"]
        assert each["kind"] == each["game"]
        assert each["names"]["bg"] == details["messages"][f"preset.{each['preset']}"]


@pytest.mark.parametrize(
    ("asked", "presets"),
    [
        ({"q": "KNIFFEL"}, ["kniffel"]),
        ({"q": "кисмет"}, ["kismet"]),
        ({"q": "хенерала", "language": "de"}, []),
        ({"q": "хенерала", "language": "bg"}, ["generala"]),
        ({"q": "yatzy maxi"}, ["maxi-yatzy", "maxi-yatzy-75"]),
        ({"q": "generála"}, ["generala"]),
        ({"kind": "banking", "dice": 5}, ["greed"]),
        ({"kind": "sheet", "dice": 3}, ["crag"]),
        ({"q": "farkle", "kind": "sheet"}, []),
        ({"q": "no such game"}, []),
        ({"dice": 100}, []),
    ],
)
async def test_what_is_asked_for_is_found(client: httpx.AsyncClient, asked: Any, presets: list[str]) -> None:
    assert [each["preset"] for each in await find(client, **asked)] == presets


@given(
    preset=st.sampled_from(ALL),
    language=st.sampled_from(LANGUAGES),
    spell=st.sampled_from([str.upper, str.lower, str.title, lambda text: f"  {text} -"]),
)
def test_each_is_found_by_its_name_in_every_language_however_it_is_spelt(
    preset: Any, language: str, spell: Any
) -> None:
    asked = spell(preset["names"][language])
    found = find_presets(GAMES, asked, language)
    assert preset in found
    assert all(each in find_presets(GAMES, asked) for each in found)
    assert find_presets(GAMES, asked, language, preset["dice"], preset["kind"]).count(preset) == 1


@pytest.mark.parametrize(
    ("asked", "field"),
    [
        ({"q": "a" * 101}, "q"),
        ({"language": "fr"}, "language"),
        ({"dice": 0}, "dice"),
        ({"dice": "many"}, "dice"),
        ({"kind": "cards"}, "kind"),
    ],
)
async def test_what_cannot_be_asked_is_refused_at_its_place(
    client: httpx.AsyncClient, asked: Any, field: str
) -> None:
    answer = await client.get("/v1/presets", params=asked)
    assert answer.status_code == 422
    assert [field in str(fault) for fault in answer.json()["errors"]] == [True]
