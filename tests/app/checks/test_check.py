"""Checks over HTTP: every form of what is sent, and what is refused."""

import asyncio
import json
import random
import threading
from typing import Any

import httpx
import pytest

from rules.notation import TextForm
from rules.registry import BUILT_IN
from rules.transcript import JsonForm
from tests.app.support.house import HERE, House
from tests.rules.support.transcripts import random_transcript
from tests.support.patience import PATIENCE

GAMES = {game.name: game for game in BUILT_IN}
NDJSON = {"Content-Type": "application/x-ndjson"}
TEXT = {"Content-Type": "text/plain; charset=utf-8"}
WRONG = """game farkle
option opening 0
seat Ida
seat Bo
# the first turn has two faults
Ida: 111234 (111)=100 125 (15)=150 bank 250
Bo: 223346 bust
Ida: 222345 (23) 4456 bank 250
Bo: 111234 (111) bank
total Ida 250
total Bo 1000
"""


async def check(client: httpx.AsyncClient, game: str, body: Any, **more: Any) -> Any:
    answer = await client.post(f"/v1/games/{game}/check", json=body, **more)
    assert answer.status_code == 200, answer.text
    return answer.json()


def as_json(text: str, game: str) -> Any:
    return JsonForm(GAMES[game]).write(TextForm(GAMES[game]).read(text).transcript)


async def test_every_fault_of_a_text(client: httpx.AsyncClient) -> None:
    answer = await client.post("/v1/games/farkle/check", content=WRONG, headers=TEXT)
    found = answer.json()
    assert not found["valid"]
    assert not found["finished"]
    shown = [(fault["pointer"], fault["code"], fault["line"], fault["column"]) for fault in found["faults"]]
    assert shown == [
        ("/record/1/points", "wrong_points", 6, 13),
        ("/record/4/points", "wrong_points", 6, 36),
        ("/record/7/move", "illegal_move", 8, 13),
        ("/totals/0", "wrong_total", 10, 7),
    ]
    assert [fault.get("move") for fault in found["faults"]] == [2, 5, 8, None]
    illegal = found["faults"][2]
    assert illegal["reason"] == "does_not_score"
    assert illegal["rule"] == "2.4"
    assert illegal["claimed"] == {"type": "set_aside", "dice": [2, 3]}
    assert illegal["right"] is None
    assert illegal["details"] == {"dice": [2, 3]}
    assert "2, 3" in illegal["detail"]
    assert found["totals"] == {"claimed": [250, 1000], "right": [1150, 1000]}
    assert [rank["seat"] for rank in found["ranking"]["claimed"]] == [1, 0]
    assert [rank["seat"] for rank in found["ranking"]["right"]] == [0, 1]


@pytest.mark.parametrize("bank", ["1.050", "1,050", "1 050"])
async def test_numbers_and_dice_are_taken_as_people_write_them(client: httpx.AsyncClient, bank: str) -> None:
    text = f"game titusind\nseat Ida\nIda: 1-1-1-2-5-6 (1115) bank {bank}\n"
    found = (await client.post("/v1/games/titusind/check", content=text, headers=TEXT)).json()
    assert (found["valid"], found["totals"]["right"]) == (True, [1050])


async def test_a_text_in_json_and_the_json_form_have_the_same_faults(client: httpx.AsyncClient) -> None:
    text = await check(client, "farkle", WRONG)
    form = await check(client, "farkle", as_json(WRONG, "farkle"))
    for fault in text["faults"]:
        del fault["line"], fault["column"]
    assert text == form


@pytest.mark.parametrize("game", BUILT_IN, ids=lambda game: game.name)
async def test_a_correct_game_is_valid_in_every_form(client: httpx.AsyncClient, game: Any) -> None:
    transcript = random_transcript(game, game.options(), random.Random(5), 200, leave=game.max_seats > 1)
    form, text = JsonForm(game).write(transcript), TextForm(game).write(transcript)
    lines = json.dumps(form) + "\n" + json.dumps(text)
    batch = await client.post(f"/v1/games/{game.name}/check", content=lines, headers=NDJSON)
    answers = [await check(client, game.name, form), await check(client, game.name, text)]
    answers += [json.loads(line) for line in batch.text.splitlines()]
    assert len(answers) == 4
    for answer in answers:
        assert answer["valid"], answer["faults"]
        assert answer["totals"]["claimed"] == answer["totals"]["right"] == list(transcript.totals or ())


async def test_a_seat_that_is_not_there_is_a_fault(client: httpx.AsyncClient) -> None:
    form = as_json(WRONG, "farkle")
    form["record"].insert(0, {"kind": "move", "seat": 7, "move": {"type": "roll"}, "dice": [1, 1, 1, 2, 3, 4]})
    found = await check(client, "farkle", form)
    assert found["faults"][0]["code"] == "unknown_seat"
    assert found["faults"][0]["pointer"] == "/record/0/seat"
    assert len(found["faults"]) == 5


async def test_sheets(client: httpx.AsyncClient) -> None:
    sheets = [
        {"boxes": {"ones": 7, "full_house": 6, "four_of_a_kind": 14}, "total": 27},
        {"boxes": {"sixes": 24, "chance": 12}, "upper_sum": 23, "total": 36},
    ]
    found = await check(client, "yatzy", {"sheets": sheets})
    assert [(fault["pointer"], fault["code"]) for fault in found["faults"]] == [
        ("/sheets/0/boxes/ones", "impossible_points"),
        ("/sheets/0/boxes/full_house", "impossible_points"),
        ("/sheets/0/boxes/four_of_a_kind", "impossible_points"),
        ("/sheets/1/upper_sum", "wrong_upper_sum"),
    ]
    assert found["totals"] == {"claimed": [27, 36], "right": [None, 36]}
    assert found["ranking"]["right"] is None
    assert [rank["seat"] for rank in found["ranking"]["claimed"]] == [1, 0]
    alone = await check(client, "yatzy", {"sheets": sheets[1:]})
    assert alone["ranking"]["right"] == [{"seat": 0, "total": 36, "rank": 1}]


async def test_sheets_are_checked_with_their_options(client: httpx.AsyncClient) -> None:
    sheets = [{"boxes": {"full_house": 25}}]
    assert not (await check(client, "yatzy", {"sheets": sheets}))["valid"]
    assert (await check(client, "yatzy", {"sheets": sheets, "options": {"full_house_of_five": True}}))["valid"]
    found = await check(client, "sheet", {"sheets": [{"boxes": {"chance": 40}}], "preset": "kniffel"})
    assert [fault["code"] for fault in found["faults"]] == ["impossible_points"]


async def test_sentences_are_in_the_readers_language(client: httpx.AsyncClient) -> None:
    answer = await client.post("/v1/games/farkle/check?lang=de", content=WRONG, headers=TEXT)
    assert answer.headers["content-language"] == "de"
    plain = await client.post("/v1/games/farkle/check", content=WRONG, headers=TEXT)
    for here, there in zip(answer.json()["faults"], plain.json()["faults"], strict=True):
        assert here["detail"] != there["detail"]
        assert here | {"detail": ""} == there | {"detail": ""}


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ({}, {"pointer": "/format", "code": "missing"}),
        ([], {"pointer": "", "code": "model_type"}),
        ({"sheets": []}, {"pointer": "/sheets", "code": "too_short"}),
        ({"sheets": [{}]}, {"pointer": "/sheets/0/turns", "code": "missing"}),
        ({"sheets": [{"turns": [{"points": "1"}]}]}, {"pointer": "/sheets/0/turns/0/points", "code": "int_type"}),
        (
            {"sheets": [{"turns": []}], "options": {"target": 51}},
            {"pointer": "/options/target", "code": "multiple_of"},
        ),
        ("game farkle\nseat Ida\nBo: 1", {"pointer": "", "code": "notation", "line": 3, "column": 1}),
        ("game sand", {"pointer": "", "code": "notation", "line": 1, "column": 1}),
        ("game farkle\nrules 99\nseat Ida", {"pointer": "/rules_version", "code": "rules_version"}),
    ],
)
async def test_what_is_no_transcript(client: httpx.AsyncClient, body: Any, error: Any) -> None:
    answer = await client.post("/v1/games/farkle/check", json=body)
    assert answer.status_code == 422
    assert answer.json()["code"] == "invalid-fields"
    assert {name: answer.json()["errors"][0].get(name) for name in error} == error


async def test_contradictory_options_are_refused(client: httpx.AsyncClient) -> None:
    body = {"sheets": [{"turns": []}], "options": {"opening": 1000, "combinations": []}}
    assert (await client.post("/v1/games/banking/check", json=body)).status_code == 422


@pytest.mark.parametrize("number", [10**15, 10**20, 10**400, -(10**30)])
async def test_numbers_that_nobody_writes_down(client: httpx.AsyncClient, number: int) -> None:
    form = as_json(WRONG, "farkle")
    changes = (
        {"totals": [number, 0]},
        {"record": [{"kind": "resign", "seat": abs(number)}]},
        {"rules_version": number},
    )
    for change in changes:
        answer = await client.post("/v1/games/farkle/check", json=form | change)
        assert answer.status_code in {400, 422}
    sheets = {"sheets": [{"turns": [{"points": number}]}]}
    assert (await client.post("/v1/games/farkle/check", json=sheets)).status_code in {400, 422}


async def test_what_cannot_be_read(client: httpx.AsyncClient) -> None:
    assert (await client.post("/v1/games/sand/check", content=b"{")).json()["code"] == "malformed-json"
    assert (await client.post("/v1/games/sand/check")).json()["code"] == "malformed-json"
    assert (await client.post("/v1/games/sand/check", content=b"\xff", headers=TEXT)).status_code == 422
    assert (await client.post("/v1/games/poker/check", json={})).json()["code"] == "unknown-game"
    large = await client.post("/v1/games/sand/check", content=b" " * (1024 * 1024 + 1))
    assert (large.status_code, large.json()["code"]) == (413, "body-too-large")


async def test_a_text_in_another_charset_is_read_and_an_unknown_one_is_refused(client: httpx.AsyncClient) -> None:
    text = "game sand\nseat Jürgen\nJürgen: 223346 bust\n"
    for charset, status in (("iso-8859-1", 200), ("utf-16", 200), ("klingon", 422)):
        body = text.encode(charset if status == 200 else "utf-8")
        headers = {"Content-Type": f"text/plain; charset={charset}"}
        answer = await client.post("/v1/games/sand/check", content=body, headers=headers)
        assert answer.status_code == status, answer.text
        assert (answer.json().get("valid") is True) == (status == 200)
    assert "klingon" in answer.json()["errors"][0]["detail"]


async def test_what_cannot_be_read_of_a_text_has_its_place_and_is_told_in_the_readers_language(
    client: httpx.AsyncClient,
) -> None:
    details = set()
    for language in ("en", "de", "da", "bg"):
        body = "game sand\nseat Ida\nIda: 223346 bank bank\n"
        answer = await client.post(f"/v1/games/sand/check?lang={language}", content=body, headers=TEXT)
        [error] = answer.json()["errors"]
        assert (error["code"], error["line"]) == ("notation", 3)
        details.add(error["detail"])
    assert len(details) == 4
    version = "game sand\nrules 7\nseat Ida\nIda: 223346 bust\n"
    [error] = (await client.post("/v1/games/sand/check", content=version, headers=TEXT)).json()["errors"]
    assert (error["pointer"], error["line"], error["column"]) == ("/rules_version", 2, 7)


async def test_impossible_boxes_are_not_scored(client: httpx.AsyncClient) -> None:
    body = {"dice": [1, 2, 3, 4, 5], "sheet": {"boxes": {"twos": 4, "ones": 99}}}
    answer = await client.post("/v1/games/yatzy/score", json=body)
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["pointer"] == "/sheet/boxes/ones"
    assert answer.json()["errors"][0]["code"] == "impossible"


async def test_the_turn_after_a_void_one_of_the_same_seat(client: httpx.AsyncClient) -> None:
    alone = "game farkle\noption opening 0\nseat Ida\nIda: 123466 (123466)\nIda: 123456 (123456) bank 1500"
    assert (await check(client, "farkle", alone))["totals"]["right"] == [1500]
    assert (await check(client, "farkle", as_json(alone, "farkle")))["totals"]["right"] == [0]


async def test_a_sentence_names_the_players(client: httpx.AsyncClient) -> None:
    text = "game farkle\nseat Ida\nseat Bo\nBo: 223346 bust"
    (fault,) = (await check(client, "farkle", text))["faults"]
    assert "Bo" in fault["detail"]
    assert "Ida" in fault["detail"]
    assert fault["details"] == {"seat": 1, "to_move": [0]}
    namesakes = text.replace("Ida", "Bo").replace("Bo: 2", "@1: 2")
    (fault,) = (await check(client, "farkle", namesakes))["faults"]
    assert "2" in fault["detail"]


async def test_an_answer_lists_so_many_faults(client: httpx.AsyncClient) -> None:
    twice = "Bo: 223346 bust\n" * 2  # of which one stands in the place of Ida's
    found = await check(client, "farkle", "game farkle\nseat Ida\nseat Bo\n" + twice * 1200)
    assert (len(found["faults"]), found["more_faults"], found["valid"]) == (1000, 200, False)


async def test_sheets_of_one_table_are_held_against_each_other(client: httpx.AsyncClient) -> None:
    turns = [{"points": 0}, {"points": 0}, {"points": 1050}]
    found = await check(client, "titusind", {"sheets": [{"turns": [{"points": 10_000}]}, {"turns": turns}]})
    assert [(fault["pointer"], fault["code"]) for fault in found["faults"]] == [("/sheets/1/turns/1", "after_end")]
    assert found["totals"]["right"] == [10_000, 0]
    assert found["finished"]


@pytest.mark.asyncio(loop_scope="session")
async def test_a_check_ends_when_nobody_waits_for_it(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    text = b"game sand\nseat Ida\n" + b"Ida: 223346 bust\n" * 9000
    asked: list[str] = []
    served = house.service.state.games.named("sand")
    begun = asyncio.Event()
    loop = asyncio.get_running_loop()
    rules = served.loose_rules(served.options.dump_json(served.game.options()).decode())
    plain = rules.apply

    class Watched:
        def __getattr__(self, name: str) -> Any:
            return self.apply if name == "apply" else getattr(rules, name)

        def apply(self, *arguments: Any) -> Any:
            asked.append("apply")
            if len(asked) == 1:
                loop.call_soon_threadsafe(begun.set)
                gone.wait(PATIENCE)
            return plain(*arguments)

    gone = threading.Event()
    sent: list[Any] = []

    async def receive() -> Any:
        if not sent:
            sent.append("body")
            return {"type": "http.request", "body": text, "more_body": False}
        await begun.wait()
        loop.call_later(0.05, gone.set)
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        sent.append(message)

    path = "/v1/games/sand/check"
    scope = {"type": "http", "method": "POST", "path": path, "raw_path": path.encode(), "query_string": b""}
    scope |= {"headers": [(b"content-type", b"text/plain")], "client": HERE, "root_path": "", "http_version": "1.1"}
    monkeypatch.setattr(served, "loose_rules", lambda _: Watched())
    await house.service(scope, receive, send)
    assert len(asked) < 100
