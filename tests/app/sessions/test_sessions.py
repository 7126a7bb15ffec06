"""Opening sessions, showing them, and reading their record."""

from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from app.access import tokens
from tests.app.support.table import open_table


async def test_opening_tells_where_the_session_is_and_its_tokens_once(client: httpx.AsyncClient) -> None:
    answer = await client.post("/v1/sessions", json={"game": "sand", "seats": [{"name": "Ida"}, {"name": "Žofie"}]})
    body = answer.json()
    assert answer.headers["location"] == f"/v1/sessions/{body['session']['id']}"
    assert answer.headers["etag"] == '"0"'
    assert [seat["name"] for seat in body["session"]["seats"]] == ["Ida", "Žofie"]
    assert len({body["host_token"], *(seat["token"] for seat in body["seats"])}) == 3
    assert (await client.get(answer.headers["location"])).json() == body["session"]


async def test_tokens_are_stored_as_hashes_only(client: httpx.AsyncClient, service: FastAPI) -> None:
    table = await open_table(client, "sand")
    row = await service.state.sessions.store.session(bytes.fromhex(table.session["id"].replace("-", "")))
    assert row.tokens == b"".join(map(tokens.digest, (table.host, *table.tokens)))
    assert not any(table.host in str(value) for value in row)


@pytest.mark.stores("sqlite")
@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({}, "/game"),
        ({"game": "poker"}, "/game"),
        ({"game": 5}, "/game"),
        ({"game": "sand"}, "/seats"),
        ({"game": "sand", "seats": []}, "/seats"),
        ({"game": "sand", "seats": [{"name": "a"}] * 33}, "/seats"),
        ({"game": "sand", "seats": [{}]}, "/seats/0/name"),
        ({"game": "sand", "seats": [{"name": ""}]}, "/seats/0/name"),
        ({"game": "sand", "seats": [{"name": " "}]}, "/seats/0/name"),
        ({"game": "sand", "seats": [{"name": "a\u0000b"}]}, "/seats/0/name"),
        ({"game": "sand", "seats": [{"name": "a\n"}]}, "/seats/0/name"),
        ({"game": "sand", "seats": [{"name": "x" * 65}]}, "/seats/0/name"),
        ({"game": "sand", "seats": [{"name": 5}]}, "/seats/0/name"),
        ({"game": "sand", "seats": [{"name": "a", "token": "b"}]}, "/seats/0/token"),
        ({"game": "sand", "seats": [{"name": "a"}], "dice_source": "loaded"}, "/dice_source"),
        ({"game": "sand", "seats": [{"name": "a"}], "options": {"target": 75}}, "/options/target"),
        ({"game": "sand", "seats": [{"name": "a"}], "options": {"target": "100"}}, "/options/target"),
        ({"game": "sand", "seats": [{"name": "a"}], "options": {"strict_finish": True}}, "/options/strict_finish"),
        ({"game": "sand", "seats": [{"name": "a"}], "preset": "x"}, "/preset"),
        ({"game": "sand", "seats": [{"name": "a"}], "secret": "x"}, "/secret"),
    ],
)
async def test_a_wrong_opening_is_422_with_its_pointer(client: httpx.AsyncClient, body: Any, pointer: str) -> None:
    answer = await client.post("/v1/sessions", json=body)
    assert answer.status_code == 422
    assert [fault["pointer"] for fault in answer.json()["errors"]] == [pointer]


async def test_a_name_may_have_64_characters_of_any_script(client: httpx.AsyncClient) -> None:
    table = await open_table(client, "sand", ("Ж" * 64,))
    assert table.session["seats"][0]["name"] == "Ж" * 64


async def test_options_are_shown_complete(client: httpx.AsyncClient) -> None:
    table = await open_table(client, "sand", options={"target": 500})
    assert table.session["options"]["target"] == 500
    assert set(table.session["options"]) == {"target", "selection", "qualifying", "hot_dice"}


@pytest.mark.parametrize(
    ("header", "status"), [('"0"', 304), ('W/"0"', 304), ('"5", "0"', 304), ("*", 304), ('"1"', 200), ("x", 200)]
)
async def test_a_version_already_seen_is_not_sent_again(client: httpx.AsyncClient, header: str, status: int) -> None:
    table = await open_table(client, "sand")
    answer = await client.get(table.address, headers={"If-None-Match": header})
    assert answer.status_code == status
    assert answer.headers["etag"] == '"0"'
    assert bool(answer.content) == (status == 200)


async def test_legal_says_whose_moves_are_listed(client: httpx.AsyncClient) -> None:
    table = await open_table(client, "sand")

    async def listed(legal: str, token: str | None = None) -> list[int]:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        answer = await client.get(table.address, params={"legal": legal}, headers=headers)
        return [move["seat"] for move in answer.json()["legal_moves"]]

    assert await listed("all") == [0]
    assert await listed("none") == []
    assert await listed("mine", table.tokens[0]) == [0]
    assert await listed("mine", table.tokens[1]) == []
    assert await listed("mine", table.host) == [0]
    assert (await client.get(table.address, params={"legal": "mine"})).status_code == 401
    wrong = await client.get(table.address, params={"legal": "some"})
    assert wrong.status_code == 422
    assert wrong.json()["errors"][0]["parameter"] == "legal"


async def test_the_last_entry_comes_with_the_session_where_it_is_asked_for(client: httpx.AsyncClient) -> None:
    table = await open_table(client, "sand")
    address = f"{table.address}?last=true"
    assert (await client.get(address)).json() == {**table.session, "last": None}
    for verb, body in (("roll", {}), ("resign", {"seat": 1})):
        answer = (await table.post(verb, body)).json()
        shown = await client.get(address)
        assert shown.json() == {**answer["session"], "last": answer["played"]}
        assert shown.headers["etag"] == f'"{answer["session"]["version"]}"'
        assert (await client.get(table.address)).json() == answer["session"]
        assert (await client.get(address, headers={"If-None-Match": shown.headers["etag"]})).status_code == 304


async def test_the_record_is_paged(client: httpx.AsyncClient) -> None:
    table = await open_table(client, "titusind", dice_source="players")
    for _ in range(5):
        await table.post("roll", {"dice": [2, 3, 4, 6, 2, 3]})
    entries, after = [], 0
    while after is not None:
        page = (await client.get(f"{table.address}/record", params={"after": after, "limit": 2})).json()
        assert page["version"] == 5
        entries += page["entries"]
        after = page["next"]
    assert [entry["version"] for entry in entries] == [1, 2, 3, 4, 5]
    assert [entry["seat"] for entry in entries] == [0, 1, 0, 1, 0]
    assert entries[0]["events"][0]["type"] == "bust"
    past = (await client.get(f"{table.address}/record", params={"after": 99})).json()
    assert (past["entries"], past["next"]) == ([], None)
    for wrong in ({"after": -1}, {"limit": 0}, {"limit": 10**9}, {"limit": "x"}):
        assert (await client.get(f"{table.address}/record", params=wrong)).status_code == 422


async def test_a_label_is_shown_wherever_the_session_is(client: httpx.AsyncClient) -> None:
    opening = {"game": "titusind", "seats": [{"name": "Ida"}], "label": "Thursday league, board 3"}
    opened = (await client.post("/v1/sessions", json=opening)).json()
    assert opened["session"]["label"] == "Thursday league, board 3"
    address = f"/v1/sessions/{opened['session']['id']}"
    assert (await client.get(address)).json() == opened["session"]
    answer = await client.post(f"{address}/roll", headers={"Authorization": f"Bearer {opened['host_token']}"})
    assert answer.json()["session"]["label"] == "Thursday league, board 3"


async def test_a_session_opened_with_a_transcript_may_have_a_label(client: httpx.AsyncClient) -> None:
    opening = {"transcript": "game sand\nseat Ida\n", "label": "At home"}
    assert (await client.post("/v1/sessions", json=opening)).json()["session"]["label"] == "At home"


@pytest.mark.stores("sqlite")
@pytest.mark.parametrize("label", ["", "   ", "x" * 81, "a\nb", "\x7f", 7])
async def test_what_is_no_label_is_refused(client: httpx.AsyncClient, label: Any) -> None:
    answer = await client.post("/v1/sessions", json={"game": "sand", "seats": [{"name": "Ida"}], "label": label})
    assert answer.status_code == 422
    assert [error["pointer"] for error in answer.json()["errors"]] == ["/label"]


async def test_a_session_without_a_label_says_so(client: httpx.AsyncClient) -> None:
    table = await open_table(client, "sand")
    assert table.session["label"] is None
