"""Moves over HTTP: the order of checks, what a refusal says, and that it changes nothing."""

from typing import Any

import httpx
import pytest

from tests.app.support.table import Table, open_table


async def refused(table: Table, path: str, body: Any, token: str | None = None, **headers: str) -> tuple[int, Any]:
    """A refusal's status and problem; the session must be as before."""
    before = await table.view()
    answer = await table.post(path, body, token, **headers)
    assert answer.headers["content-type"] == "application/problem+json"
    assert await table.view() == before
    return answer.status_code, answer.json()


@pytest.fixture
async def table(client: httpx.AsyncClient) -> Table:
    """A session of titusind with the players' own dice."""
    return await open_table(client, "titusind", dice_source="players")


async def test_a_turn_by_the_four_verbs(table: Table) -> None:
    rolled = await table.post("roll", {"dice": [1, 1, 1, 5, 5, 2]}, table.tokens[0])
    assert rolled.status_code == 200
    assert rolled.headers["etag"] == '"1"'
    played = rolled.json()["played"]
    assert (played["version"], played["kind"], played["seat"], played["by"]) == (1, "move", 0, "seat")
    assert (played["move"], played["dice"]) == ({"type": "roll"}, [1, 1, 1, 5, 5, 2])
    aside = await table.post("set-aside", {"dice": [5, 1, 1, 1]})
    assert (aside.json()["played"]["points"], aside.json()["played"]["by"]) == (1050, "host")
    banked = await table.post("bank", {})
    assert [seat["total"] for seat in banked.json()["session"]["seats"]] == [1050, 0]
    assert banked.json()["session"]["to_move"] == [1]


async def test_every_listed_move_may_be_sent_back_as_it_stands(table: Table) -> None:
    await table.post("roll", {"dice": [1, 1, 1, 5, 5, 2]})
    for legal in table.session["legal_moves"][:1]:
        assert (await table.post("moves", legal)).status_code == 200


async def test_no_session_is_404_even_without_a_token(client: httpx.AsyncClient) -> None:
    for session in ("0", "01a22b18-ea0d-72c0-90ab-890c20f8d1c8", "../x", "%00"):
        answer = await client.post(f"/v1/sessions/{session}/bank", json={"nonsense": 1})
        assert (answer.status_code, answer.json()["code"]) in {(404, "unknown-session"), (404, "not-found")}


async def test_no_or_a_strange_token_is_401_before_fields_are_checked(
    client: httpx.AsyncClient, table: Table
) -> None:
    other = await open_table(client, "titusind")
    for header in (
        {},
        {"Authorization": "Basic abc"},
        {"Authorization": "Bearer"},
        {"Authorization": f"Bearer {other.host}"},
    ):
        answer = await client.post(f"{table.address}/bank", json={"nonsense": 1}, headers=header)
        assert (answer.status_code, answer.json()["code"]) == (401, "unauthorized")
        assert answer.headers["www-authenticate"] == "Bearer"


async def test_another_seats_token_is_403(table: Table) -> None:
    status, problem = await refused(table, "roll", {"seat": 0, "dice": "wrong"}, table.tokens[1])
    assert (status, problem["code"]) == (403, "not-your-seat")


@pytest.mark.stores("sqlite")
@pytest.mark.parametrize(
    ("path", "body", "pointer"),
    [
        ("roll", {}, "/dice"),
        ("roll", {"dice": [1, 2]}, "/dice"),
        ("roll", {"dice": [1] * 7}, "/dice"),
        ("roll", {"dice": [1, 2, 3, 4, 5, 7]}, "/dice/5"),
        ("roll", {"dice": [1, 2, 3, 4, 5, True]}, "/dice/5"),
        ("roll", {"dice": [1, 2, 3, 4, 5, "6"]}, "/dice/5"),
        ("roll", {"dice": [1, 2, 3, 4, 5, 6.5]}, "/dice/5"),
        ("roll", {"dice": 5}, "/dice"),
        ("roll", {"dice": [1, 2, 3, 4, 5, 6], "type": "roll"}, "/type"),
        ("roll", {"dice": [1, 2, 3, 4, 5, 6], "extra": 1}, "/extra"),
        ("roll", {"seat": -1, "dice": [1, 2, 3, 4, 5, 6]}, "/seat"),
        ("roll", {"seat": True, "dice": [1, 2, 3, 4, 5, 6]}, "/seat"),
        ("roll", {"seat": "0", "dice": [1, 2, 3, 4, 5, 6]}, "/seat"),
        ("roll", [], ""),
        ("set-aside", {}, "/dice"),
        ("set-aside", {"dice": [0]}, "/dice/0"),
        ("choose-category", {"category": "chance"}, ""),
        ("bank", {"points": 5}, "/points"),
        ("moves", {}, "/move"),
        ("moves", {"move": 5}, "/move"),
        ("moves", {"move": {}}, "/move/type"),
        ("moves", {"move": {"type": "steal"}}, "/move/type"),
        ("moves", {"move": {"type": "roll", "dice": [9]}}, "/move/dice/0"),
        ("moves", {"move": {"type": "roll"}}, "/move/dice"),
        ("moves", {"move": {"type": "bank", "x": 1}}, "/move/x"),
        ("moves", {"move": {"type": "bank"}, "extra": 1}, "/extra"),
    ],
)
async def test_a_wrong_field_is_422_with_its_pointer(table: Table, path: str, body: Any, pointer: str) -> None:
    status, problem = await refused(table, path, body)
    assert (status, problem["code"]) == (422, "invalid-fields")
    assert [fault["pointer"] for fault in problem["errors"]] == [pointer]
    assert problem["errors"][0]["detail"]


async def test_the_services_dice_take_no_faces(client: httpx.AsyncClient) -> None:
    table = await open_table(client, "titusind")
    status, problem = await refused(table, "roll", {"dice": [1, 1, 1, 1, 1, 1]})
    assert status == 422
    assert problem["errors"][0]["pointer"] == "/dice"


async def test_a_move_of_the_game_that_is_not_legal_now_is_409_with_rule_and_view(table: Table) -> None:
    await table.post("roll", {"dice": [1, 2, 2, 2, 5, 6]})
    status, problem = await refused(table, "set-aside", {"dice": [2, 2]})
    assert (status, problem["code"]) == (409, "illegal-move")
    assert problem["reason"]
    assert problem["rule"]
    assert problem["detail"]
    assert problem["session"] == await table.view()


async def test_the_wrong_seat_is_409(table: Table) -> None:
    status, problem = await refused(table, "roll", {"dice": [1] * 6}, table.tokens[1])
    assert (status, problem["code"]) == (409, "not-your-turn")
    assert problem["session"]["to_move"] == [0]


@pytest.mark.parametrize("tag", ['"0"', '"0", "7"', "*"])
async def test_a_matching_version_is_played(table: Table, tag: str) -> None:
    assert (await table.post("roll", {"dice": [1] * 6}, **{"If-Match": tag})).status_code == 200


@pytest.mark.parametrize("tag", ['"1"', 'W/"0"', "0", "nonsense", '"-1"', '"00"', "", f'"{"9" * 5000}"'])
async def test_another_version_is_412_before_the_rules_speak(table: Table, tag: str) -> None:
    status, problem = await refused(table, "bank", {}, **{"If-Match": tag})
    assert (status, problem["code"]) == (412, "version-mismatch")
    assert problem["session"]["version"] == 0


async def test_fields_are_checked_before_the_version(table: Table) -> None:
    status, _ = await refused(table, "roll", {"dice": [0]}, **{"If-Match": '"9"'})
    assert status == 422


async def test_tokens_and_secrets_are_in_no_other_answer(client: httpx.AsyncClient, table: Table) -> None:
    answers = [await table.post("roll", {"dice": [1] * 6}), await table.post("bank", {"x": 1}, table.tokens[0])]
    answers += [await client.get(table.address), await client.get(f"{table.address}/record")]
    for answer in answers:
        for token in (table.host, *table.tokens):
            assert token not in answer.text
        assert "secret" not in answer.text


@pytest.mark.stores("sqlite")
@pytest.mark.parametrize("depth", [150, 300, 900])
@pytest.mark.parametrize("path", ["roll", "moves"])
async def test_a_deeply_nested_body_is_refused_like_any_other(
    client: httpx.AsyncClient, table: Table, path: str, depth: int
) -> None:
    nested = b"[" * depth + b"]" * depth
    body = b'{"dice":%s}' % nested if path == "roll" else b'{"move":%s}' % nested
    answer = await client.post(
        f"{table.address}/{path}", content=body, headers={"Authorization": f"Bearer {table.host}"}
    )
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["pointer"] in {"", "/dice", "/dice/0", "/move"}
    opening = await client.post("/v1/sessions", content=b'{"game":"sand","seats":%s}' % nested)
    assert opening.status_code == (400 if depth > 150 else 422)
