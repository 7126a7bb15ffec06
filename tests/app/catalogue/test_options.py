"""Options are checked, completed, and refused where they contradict themselves."""

from typing import Any

import httpx
import pytest

from app.games.packed import packed
from app.games.served_game import ServedGame
from app.http.cldr import figures
from rules.registry import BUILT_IN
from tests.app.contract.test_contract import validator
from tests.app.support.table import open_table

ONLY_STRAIGHT = [{"type": "straight", "first": 1, "last": 5, "points": 2000}]
TWICE = {"boxes": [{"category": "chance"}, {"category": "villa"}, {"category": "chance"}], "bonus": 0}


async def check(client: httpx.AsyncClient, game: str, body: Any, **headers: str) -> Any:
    answer = await client.post(f"/v1/games/{game}/options", json=body, headers=headers)
    assert answer.status_code == 200, answer.text
    validator("OptionsFindings").validate(answer.json())
    return answer.json()


def places(found: Any) -> list[tuple[str, str, str | None]]:
    return [(fault["pointer"], fault["code"], fault["rule"]) for fault in found["faults"]]


@pytest.mark.parametrize("game", BUILT_IN, ids=lambda game: game.name)
async def test_no_options_at_all_give_the_complete_defaults(client: httpx.AsyncClient, game: Any) -> None:
    found = await check(client, game.name, {})
    examples = found["examples"]
    assert found == {
        "valid": True,
        "faults": [],
        "options": game.options().model_dump(mode="json"),
        "examples": examples,
        "rules": game.page_of(game.options(), "en", figures("en")),
        "packed": packed(ServedGame(game), game.options()),
    }
    assert 1 <= len(examples) <= 7
    for example in examples:
        answer = await client.post(f"/v1/games/{game.name}/score", json={"dice": example["dice"]})
        assert answer.json() == example
    assert await check(client, game.name, {"options": found["options"]}) == found


@pytest.mark.parametrize("name", ["banking", "sheet"])
async def test_a_preset_is_complete_options_and_can_be_played(client: httpx.AsyncClient, name: str) -> None:
    details = (await client.get(f"/v1/games/{name}")).json()
    for preset, options in details["presets"].items():
        found = await check(client, name, {"preset": preset})
        assert (found["valid"], found["faults"], found["options"]) == (True, [], options)
        assert any(not example["bust"] for example in found["examples"])
        assert (await open_table(client, name, preset=preset)).session["options"] == options


async def test_contradictions_are_told_with_place_code_sentence_and_rule(client: httpx.AsyncClient) -> None:
    found = await check(client, "banking", {"options": {"combinations": ONLY_STRAIGHT, "opening": 2500}})
    assert places(found) == [("/options/opening", "opening_unreachable", "4.2")]
    assert found["faults"][0]["detail"] == (
        "A first bank is out of reach: it takes 2,500, and no turn can bring more than 2,000."
    )
    assert not found["valid"]
    assert (found["examples"], found["rules"]) == ([], None)
    assert (found["options"]["opening"], found["options"]["target"]) == (2500, 10_000)
    found = await check(client, "sheet", {"options": TWICE})
    assert places(found) == [
        ("/options/boxes/1", "box_needs_more_dice", "3.1"),
        ("/options/boxes/2", "category_twice", "3.1"),
    ]
    assert found["faults"][1]["detail"] == "The sheet has the box “Chance” twice."


async def test_fields_that_are_not_what_they_should_be_are_told_alike(client: httpx.AsyncClient) -> None:
    wrong = {"dice": 7, "combinations": [{"type": "single", "face": 0, "points": 5}, {"type": "double"}], "goal": 5}
    found = await check(client, "banking", {"options": wrong})
    assert (found["options"], found["examples"], found["rules"]) == (None, [], None)
    assert not found["valid"]
    assert sorted(places(found)) == [
        ("/options/combinations/0/face", "greater_than_equal", None),
        ("/options/combinations/1/type", "union_tag_invalid", None),
        ("/options/dice", "less_than_equal", None),
        ("/options/goal", "extra_forbidden", None),
    ]
    assert places(await check(client, "sand", {"options": 5})) == [("/options", "model_type", None)]


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ([], ""),
        ({"option": {}}, "/option"),
        ({"options": {"dice": 7}, "seats": 2}, "/seats"),
        ({"preset": "sandd"}, "/preset"),
        ({"preset": "sand", "options": {}}, "/preset"),
    ],
)
async def test_a_request_that_is_wrong_elsewhere_is_refused(
    client: httpx.AsyncClient, body: Any, pointer: str
) -> None:
    answer = await client.post("/v1/games/banking/options", json=body)
    assert answer.status_code == 422
    assert pointer in [fault["pointer"] for fault in answer.json()["errors"]]


async def test_other_refusals(client: httpx.AsyncClient) -> None:
    assert (await client.post("/v1/games/poker/options", json={})).status_code == 404
    assert (await client.post("/v1/games/sheet/options", content=b"{")).status_code == 400


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/v1/sessions", {"game": "sheet", "seats": [{"name": "Ida"}], "options": TWICE}),
        ("/v1/games/sheet/score", {"dice": [1, 2, 3, 4, 5], "options": TWICE}),
    ],
)
async def test_nothing_is_played_with_contradictory_options(client: httpx.AsyncClient, path: str, body: Any) -> None:
    answer = await client.post(path, json=body)
    assert answer.status_code == 422
    problem = answer.json()
    validator("ProblemDetails").validate(problem)
    assert problem["code"] == "invalid-fields"
    assert [(fault["pointer"], fault["code"], fault["rule"]) for fault in problem["errors"]] == [
        ("/options/boxes/1", "box_needs_more_dice", "3.1"),
        ("/options/boxes/2", "category_twice", "3.1"),
    ]


async def test_house_rules_are_played_and_scored(client: httpx.AsyncClient) -> None:
    rules = {"combinations": [{"type": "equal", "count": 3, "times_face": 100, "further": "doubling"}], "opening": 0}
    scored = await client.post("/v1/games/banking/score", json={"dice": [2, 2, 2, 2, 2], "options": rules})
    assert scored.json()["best"] == {"move": {"type": "set_aside", "dice": [2, 2, 2, 2, 2]}, "points": 800}
    table = await open_table(client, "banking", dice_source="players", options=rules)
    await table.post("roll", {"dice": [6, 6, 6, 6, 1, 5]})
    assert [(each["move"]["dice"], each["points"]) for each in table.session["legal_moves"]] == [
        ([6, 6, 6], 600),
        ([6, 6, 6, 6], 1200),
    ]


async def test_a_penalty_is_an_event_with_its_points(client: httpx.AsyncClient) -> None:
    table = await open_table(client, "banking", ("Ida",), dice_source="players", preset="farkle-penalty")
    await table.post("roll", {"dice": [1, 1, 1, 2, 3, 4]})
    await table.post("set-aside", {"dice": [1, 1, 1]})
    await table.post("bank", {})
    for _ in range(3):
        answer = await table.post("roll", {"dice": [2, 2, 3, 3, 4, 6]})
    assert answer.json()["played"]["events"] == [
        {"type": "bust", "lost": 0},
        {"type": "bust_penalty", "points": -1000},
    ]
    assert table.session["seats"][0]["total"] == 0
    assert table.session["state"]["seats"][0]["busts"] == 0
