"""Score sheets over HTTP: of sessions and empty ones, in every form and language."""

import csv
import io
import json
import re
from typing import Any

import httpx
import pytest

from rules.registry import BUILT_IN
from tests.app.support.table import Table, open_table

GAMES = pytest.mark.parametrize("game", BUILT_IN, ids=lambda game: game.name)
HTML, CSV, JSON = {"Accept": "text/html"}, {"Accept": "text/csv"}, {"Accept": "application/json"}


async def titusind(client: httpx.AsyncClient, names: tuple[str, ...] = ("Ida", "Otto"), **more: Any) -> Table:
    """Ida has banked 1050, Otto has thrown a bust."""
    table = await open_table(client, "titusind", names, dice_source="players", **more)
    for verb, body in (
        ("roll", {"dice": [1, 1, 1, 5, 2, 3]}),
        ("set-aside", {"dice": [1, 1, 1, 5]}),
        ("bank", {}),
        ("roll", {"dice": [2, 3, 4, 4, 6, 6]}),
    ):
        answer = await table.post(verb, body)
        assert answer.status_code == 200, answer.text
    return table


def rows(sheet: dict[str, Any]) -> dict[str, list[Any]]:
    return {
        row["id"]: [(cell["value"], cell["notes"], cell["total"]) for cell in row["cells"]] for row in sheet["rows"]
    }


async def test_a_session_turn_by_turn(client: httpx.AsyncClient) -> None:
    table = await titusind(client)
    sheet = (await client.get(f"{table.address}/sheet")).json()
    assert rows(sheet) == {
        "turn.1": [(1050, [], 1050), (0, ["bust"], 0)],
        "total": [(1050, [], None), (0, [], None)],
    }
    assert [row["label"] for row in sheet["rows"]] == ["Turn 1", "Total"]
    assert sheet["notes"] == {"bust": "bust"}
    assert [column["name"] for column in sheet["columns"]] == ["Ida", "Otto"]
    assert (sheet["session"], sheet["version"], sheet["status"]) == (table.session["id"], 4, "active")
    assert sheet["options"] == table.session["options"]


async def test_what_was_taken_back_is_not_on_the_sheet(client: httpx.AsyncClient) -> None:
    table = await titusind(client)
    for _ in range(2):
        tag = f'"{table.session["version"]}"'
        assert (await table.post("undo", None, **{"If-Match": tag})).status_code == 200
    assert rows((await client.get(f"{table.address}/sheet")).json()) == {"total": [(0, [], None), (0, [], None)]}


@GAMES
async def test_every_game_from_its_beginning_to_its_end(client: httpx.AsyncClient, game: Any) -> None:
    """The totals are those of the view, in every form."""
    names = ("Ida", "Otto")[: game.max_seats]
    table = await open_table(client, game.name, names)
    for _ in range(40 if game.name != "solitaire-dice" else 400):
        if table.session["outcome"]:
            break
        await table.post("moves", table.session["legal_moves"][-1])
    totals = [seat["total"] for seat in table.session["seats"]]
    sheet = (await client.get(f"{table.address}/sheet", headers=JSON)).json()
    assert [cell["value"] for cell in sheet["rows"][-1]["cells"]] == totals
    assert sheet["outcome"] == table.session["outcome"]
    page = (await client.get(f"{table.address}/sheet", headers=HTML)).text
    total = re.search(r'<tr class="total.*?</tr>', page, re.DOTALL)
    assert total is not None
    shown = re.findall(r"<td>(.*?)</td>", total[0], re.DOTALL)
    assert [int(value.replace("\N{MINUS SIGN}", "-")) for value in shown] == totals
    read = list(csv.DictReader(io.StringIO((await client.get(f"{table.address}/sheet", headers=CSV)).text)))
    assert [int(read[-1][name]) for name in names] == totals


async def test_the_form_by_address_and_by_what_the_reader_likes(client: httpx.AsyncClient) -> None:
    table = await titusind(client)
    browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
    for address in (f"{table.address}/sheet", "/v1/games/sand/sheet"):
        for query, accept, media in (
            ("", "*/*", "application/json"),
            ("", browser, "text/html; charset=utf-8"),
            ("", "text/csv;q=0.5, text/html;q=0.4", "text/csv; charset=utf-8; header=present"),
            ("?format=html", "text/csv", "text/html; charset=utf-8"),
            ("?format=csv", browser, "text/csv; charset=utf-8; header=present"),
            ("?format=json", browser, "application/json"),
            ("", "image/png", "application/json"),
        ):
            answer = await client.get(address + query, headers={"Accept": accept})
            assert answer.headers["content-type"] == media
            assert "Accept" in answer.headers["vary"]
        assert (await client.get(f"{address}?format=pdf")).json()["errors"][0]["parameter"] == "format"


async def test_a_tag_for_each_form_and_version(client: httpx.AsyncClient) -> None:
    table = await titusind(client)
    address = f"{table.address}/sheet"
    tags = {
        (form, language): (await client.get(f"{address}?format={form}&lang={language}")).headers["etag"]
        for form in ("json", "html", "csv")
        for language in ("en", "de")
    }
    assert len(set(tags.values())) == len(tags)
    for (form, language), tag in tags.items():
        asked = f"{address}?format={form}&lang={language}"
        same = await client.get(asked, headers={"If-None-Match": tag})
        assert (same.status_code, same.content, same.headers["etag"]) == (304, b"", tag)
    await table.post("roll", {"dice": [1, 1, 1, 5, 2, 3]})
    assert (await client.get(address, headers={"If-None-Match": tags["json", "en"]})).status_code == 200


async def test_a_private_session_takes_a_token(client: httpx.AsyncClient) -> None:
    table = await titusind(client, visibility="private")
    address = f"{table.address}/sheet"
    assert (await client.get(address, headers=HTML)).json()["code"] == "unauthorized"
    answer = await client.get(address, headers=HTML | {"Authorization": f"Bearer {table.tokens[1]}"})
    assert answer.status_code == 200
    assert "Ida" in answer.text
    assert answer.headers["cache-control"].startswith("private")
    assert "Authorization" in answer.headers["vary"]
    assert (await client.get("/v1/sessions/nothing/sheet")).json()["code"] == "unknown-session"


async def test_languages(client: httpx.AsyncClient) -> None:
    table = await titusind(client)
    german = await client.get(f"{table.address}/sheet?lang=de")
    assert german.headers["content-language"] == "de"
    assert [row["label"] for row in german.json()["rows"]] == ["Spielzug 1", "Gesamtpunktzahl"]
    page = (await client.get(f"{table.address}/sheet", headers=HTML | {"Accept-Language": "da"})).text
    assert '<html lang="da">' in page
    assert "Tur 1" in page


async def test_seats_that_left_or_are_open(client: httpx.AsyncClient) -> None:
    table = await titusind(client, ("Ida", "Otto", "Bo"))
    await table.post("resign", {}, table.tokens[1])
    sheet = (await client.get(f"{table.address}/sheet")).json()
    assert [column["resigned"] for column in sheet["columns"]] == [False, True, False]
    assert sheet["rows"][-1]["cells"][1]["notes"] == ["resigned"]
    body = {"game": "sand", "seats": [{"name": "Ida"}, {"open": True}]}
    opened = (await client.post("/v1/sessions", json=body)).json()["session"]
    answer = await client.get(f"/v1/sessions/{opened['id']}/sheet?format=csv")
    assert answer.text.splitlines()[0] == '"row","Row","Ida","Player 2"'


NASTY = ('=HYPERLINK("http://x")', "<script>alert(1)</script>", "a;=1+1", '"; DROP', "+1", "@x", "-1", "日本&co")


async def test_names_are_harmless_in_every_form(client: httpx.AsyncClient) -> None:
    table = await open_table(client, "yatzy", NASTY)
    page = await client.get(f"{table.address}/sheet", headers=HTML)
    assert "<script" not in page.text
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page.text
    assert "default-src 'none'" in page.headers["content-security-policy"]
    table_csv = await client.get(f"{table.address}/sheet", headers=CSV)
    assert "attachment" in table_csv.headers["content-disposition"]
    head = next(csv.reader(io.StringIO(table_csv.text)))
    assert head[2:] == [
        '\'=HYPERLINK("http://x")',
        "<script>alert(1)</script>",
        "a;'=1+1",
        '"; DROP',
        "'+1",
        "'@x",
        "'-1",
        "日本&co",
    ]
    names = [column["name"] for column in (await client.get(f"{table.address}/sheet")).json()["columns"]]
    assert tuple(names) == NASTY


@GAMES
async def test_an_empty_sheet_of_every_game(client: httpx.AsyncClient, game: Any) -> None:
    sheet = (await client.get(f"/v1/games/{game.name}/sheet")).json()
    assert len(sheet["columns"]) == min(4, game.max_seats)
    assert {cell["value"] for row in sheet["rows"] for cell in row["cells"]} == {None}
    boxes = {row["id"] for row in sheet["rows"] if row["kind"] == "box"}
    assert bool(boxes & set(game.categories)) == bool(game.categories)
    assert sheet["session"] is sheet["version"] is sheet["outcome"] is None


async def test_what_an_empty_sheet_is_asked_for(client: httpx.AsyncClient) -> None:
    asked: dict[str, Any] = {"names": ["Ida", "Bo"], "seats": 3, "options": '{"full_house_of_five":true}'}
    sheet = (await client.get("/v1/games/yatzy-bg/sheet", params=asked)).json()
    assert [column["name"] for column in sheet["columns"]] == ["Ida", "Bo", None]
    assert sheet["options"]["full_house_of_five"] is True
    turns = (await client.get("/v1/games/farkle/sheet?seats=2")).json()["rows"]
    assert [row["id"] for row in turns] == [*(f"turn.{turn}" for turn in range(1, 21)), "total"]
    agreed = (
        await client.get("/v1/games/titusind/sheet", params={"options": '{"hot_dice":"may_bank"}'}, headers=HTML)
    ).text
    assert re.search(r"<footer>\s*<p>[^<]", agreed)
    assert not re.search(r"<footer>\s*<p>[^<]", (await client.get("/v1/games/titusind/sheet", headers=HTML)).text)


async def test_a_preset_gives_the_sheet_its_name(client: httpx.AsyncClient) -> None:
    address = "/v1/games/sheet/sheet"
    sheet = (await client.get(address, params={"preset": "kniffel", "lang": "de"})).json()
    assert sheet["preset"] == "kniffel"
    assert "Kniffel" in sheet["title"]
    again = (await client.get(address, params={"options": json.dumps(sheet["options"]), "lang": "de"})).json()
    assert again == sheet
    both = await client.get(address, params={"preset": "kniffel", "options": "{}"})
    assert both.json()["errors"][0]["parameter"] == "preset"


async def test_house_rules_that_contradict_themselves(client: httpx.AsyncClient) -> None:
    asked = {"options": '{"categories":[]}'}
    answer = await client.get("/v1/games/sheet/sheet", params=asked)
    assert answer.status_code == 422
    assert {fault["parameter"] for fault in answer.json()["errors"]} == {"options"}


@pytest.mark.parametrize(
    ("query", "fault"),
    [
        ({"seats": 33}, {"parameter": "seats", "code": "seats"}),
        ({"seats": 0}, {"parameter": "seats", "code": "greater_than_equal"}),
        ({"seats": 1, "names": ["Ida", "Bo"]}, {"parameter": "names", "code": "names"}),
        ({"names": [""]}, {"parameter": "names"}),
        ({"preset": "strange"}, {"parameter": "preset", "code": "unknown_preset"}),
        ({"options": "{"}, {"parameter": "options", "code": "json_invalid"}),
        ({"options": '{"target":true}'}, {"parameter": "options"}),
        ({"options": "[]"}, {"parameter": "options"}),
        ({"lang": "xx"}, {"parameter": "lang"}),
    ],
)
async def test_a_query_that_cannot_be(
    client: httpx.AsyncClient, query: dict[str, Any], fault: dict[str, str]
) -> None:
    answer = await client.get("/v1/games/farkle/sheet", params=query)
    assert answer.status_code == 422, answer.text
    assert fault.items() <= answer.json()["errors"][0].items()


async def test_a_game_that_is_not_there(client: httpx.AsyncClient) -> None:
    assert (await client.get("/v1/games/chess/sheet")).json()["code"] == "unknown-game"
