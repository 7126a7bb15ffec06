"""Names that cannot be seen as they are written are refused wherever the service takes one, and change nothing."""

import httpx
import pytest

INVISIBLE = pytest.mark.parametrize(
    ("name", "code"),
    [
        ("\u200b", "nothing_visible"),
        ("\u3164", "nothing_visible"),
        ("\u202eadI", "bidi_control"),
        ("\x85I", "control_character"),
    ],
    ids=ascii,
)


def refused(answer: httpx.Response, code: str, what: str = "A name", **at: str) -> None:
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid-fields")
    (fault,) = answer.json()["errors"]
    assert {**at, "code": code} == {key: fault[key] for key in (*at, "code")}
    assert fault["detail"].startswith(f"{what} ")


@INVISIBLE
async def test_names_of_seats(client: httpx.AsyncClient, name: str, code: str) -> None:
    answer = await client.post("/v1/sessions", json={"game": "sand", "seats": [{"name": "Bo"}, {"name": name}]})
    refused(answer, code, pointer="/seats/1/name")


@INVISIBLE
async def test_labels_of_sessions(client: httpx.AsyncClient, name: str, code: str) -> None:
    answer = await client.post("/v1/sessions", json={"game": "sand", "seats": [{"name": "Bo"}], "label": name})
    refused(answer, code, "A label", pointer="/label")


@INVISIBLE
async def test_a_name_claimed(client: httpx.AsyncClient, name: str, code: str) -> None:
    opened = (await client.post("/v1/sessions", json={"game": "sand", "seats": [{"open": True}]})).json()
    address = f"/v1/sessions/{opened['session']['id']}"
    claim = {"name": name, "invitation": opened["seats"][0]["invitation"]}
    refused(await client.post(f"{address}/seats/0/claim", json=claim), code, pointer="/name")
    assert (await client.get(address)).json()["version"] == 0


@INVISIBLE
async def test_names_of_an_empty_sheet(client: httpx.AsyncClient, name: str, code: str) -> None:
    answer = await client.get("/v1/games/sand/sheet", params={"names": ["Bo", name]})
    refused(answer, code, parameter="names")


@INVISIBLE
async def test_names_of_a_transcript(client: httpx.AsyncClient, name: str, code: str) -> None:
    document = {"format": "rollwright-transcript-1", "game": "sand", "seats": [{"name": name}], "record": []}
    refused(await client.post("/v1/games/sand/check", json=document), code, pointer="/seats/0/name")
    opening = {"game": "sand", "transcript": document}
    refused(await client.post("/v1/sessions", json=opening), code, pointer="/transcript/seats/0/name")
    text = await client.post(
        "/v1/games/sand/check",
        content=f'game sand\nseat "{name}"\n',
        headers={"Content-Type": "text/plain; charset=utf-8"},
    )
    assert (text.status_code, text.json()["errors"][0]["code"]) == (422, "notation")
    assert "can be seen" in text.json()["errors"][0]["detail"]
