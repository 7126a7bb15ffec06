"""Sessions written down and opened again: what is told, what is refused and where, and that it can be played on."""

import asyncio
import random
from typing import Any

import httpx
import pytest

from app.contract.transcripts import MAX_ENTRIES
from app.operation.audit import Tally, audit
from rules.contract import AnyGame
from rules.notation import NotationError, TextForm
from rules.registry import BUILT_IN, built_in
from rules.texts import LANGUAGES
from tests.app.contract.test_contract import validator
from tests.app.support.house import House, Party, seated
from tests.app.support.undo import play, shown, table, undo
from tests.rules.support.transcripts import random_transcript

in_house = pytest.mark.asyncio(loop_scope="session")
GAMES = pytest.mark.parametrize("game", BUILT_IN, ids=lambda game: game.name)
TEXT = "game sand\nseat Ida\nseat Bo\nIda: 114466 (11) 1456 (15) bank 350\nBo: 223346 bust\n"


async def opening(house: House, transcript: Any, /, key: str | None = None, **more: Any) -> httpx.Response:
    headers = {"Idempotency-Key": key} if key else {}
    return await house.client.post("/v1/sessions", json={"transcript": transcript} | more, headers=headers)


async def opened(house: House, transcript: Any, **more: Any) -> Party:
    answer = await opening(house, transcript, **more)
    assert answer.status_code == 201, answer.text
    validator("OpenedSession").validate(answer.json())
    return Party(house.client, answer.json())


async def written(party: Party, form: str = "json") -> Any:
    answer = await party.read(f"/transcript?format={form}", party.host)
    assert answer.status_code == 200, answer.text
    return answer.json() if form == "json" else answer.text


def expected(language: str) -> str:
    with pytest.raises(NotationError) as stopped:
        TextForm(built_in().games["sand"]).read("game sand\nseat Ida\nIda: 114466 (11")
    return stopped.value.sentence(language)


async def fault(house: House, transcript: Any, **more: Any) -> dict[str, Any]:
    """Why it is not opened; the one fault of fields that are wrong."""
    answer = await opening(house, transcript, **more)
    assert answer.status_code == 422, answer.text
    problem: dict[str, Any] = answer.json()
    validator("ProblemDetails").validate(problem)
    if "errors" in problem:
        (problem,) = problem["errors"]
    return problem


@in_house
@GAMES
@pytest.mark.parametrize("form", ["json", "text"])
async def test_a_session_written_down_and_opened_again_is_the_same(house: House, game: AnyGame, form: str) -> None:
    names = ("Ida",) if game.max_seats == 1 else ("Ida: 1", "Bo")
    party = await table(house.client, game.name, *names)
    chance = random.Random(game.name)
    await play(party, chance, 25)
    party.session = await party.view()
    await undo(party)
    await undo(party)
    if len(names) > 1:
        await party.post("resign", {"seat": 1})
    there = await opened(house, await written(party, form))
    for key in ("game", "options", "seats", "status", "to_move", "state", "legal_moves", "outcome"):
        assert there.session[key] == party.session[key]
    assert there.session["dice_source"] == "players"
    for each in ("json", "text"):
        assert await written(there, each) == await written(party, each)
    validator("Transcript").validate(await written(party))
    row, record = await house.stored(there)
    before, _ = await house.stored(party)
    assert row is not None
    assert before is not None
    assert (row.throws, row.status, row.state) == (before.throws, before.status, before.state)
    assert row.version == len(record) == len((await written(party))["record"])
    sessions = house.service.state.sessions
    await undo(there)
    await play(there, chance, 3)
    assert [found async for found in audit(sessions.store, sessions.referee, Tally(), row.id)] == []


@in_house
@GAMES
async def test_any_game_that_was_played_opens(house: House, game: AnyGame) -> None:
    made = random_transcript(game, game.options(), random.Random(5), 10_000, leave=True)
    party = await opened(house, TextForm(game).write(made), turn_seconds=60)
    assert party.session["status"] == "finished"
    assert [seat["total"] for seat in party.session["seats"]] == list(made.totals or ())
    entries = (await party.read(f"/record?after=0&limit={500}")).json()["entries"]
    assert [entry["by"] for entry in entries] == ["host"] * len(entries)
    row, _ = await house.stored(party)
    assert row is not None
    sessions = house.service.state.sessions
    assert [found async for found in audit(sessions.store, sessions.referee, Tally(), row.id)] == []


@in_house
async def test_a_session_of_the_services_dice_is_played_on_with_real_ones(house: House) -> None:
    party = await seated(house.client)
    for _ in range(20):
        await party.post("moves", party.session["legal_moves"][-1])
    there = await opened(house, await written(party), visibility="private")
    assert shown(there.session) | {"id": 0, "dice_source": 0, "visibility": 0, "commitment": 0} == (
        shown(party.session) | {"id": 0, "dice_source": 0, "visibility": 0, "commitment": 0}
    )
    assert (await there.read("/transcript")).status_code == 401
    assert await written(there) == await written(party)


@in_house
async def test_the_form_is_chosen(house: House) -> None:
    party = await opened(house, TEXT)
    text, value = await written(party, "text"), await written(party)
    assert text.startswith("game sand\nrules 1\nseat Ida\nseat Bo\nIda: 114466 (11)=200 1456 (15)=150 bank 350\n")
    assert value["totals"] == [350, 0]
    for accept, kind in (
        ("*/*", "application/json"),
        ("text/plain", "text/plain; charset=utf-8"),
        ("text/plain;q=0.5, application/json", "application/json"),
        ("application/json;q=0.5, text/*", "text/plain; charset=utf-8"),
    ):
        answer = await party.read("/transcript", Accept=accept)
        assert answer.headers["content-type"] == kind
        assert answer.headers["vary"].split(", ")[0] == "Accept"
        assert (answer.text == text) == kind.startswith("text")
        seen = {"Accept": accept, "If-None-Match": answer.headers["etag"]}
        assert (await party.read("/transcript", **seen)).status_code == 304
        await party.post("roll", {"dice": [1, 1, 1, 3, 4, 6]})
        assert (await party.read("/transcript", **seen)).status_code == 200
        await undo(party)
    assert (await party.read("/transcript?format=xml")).json()["code"] == "invalid-fields"


@in_house
async def test_open_seats_have_no_transcript_yet(house: House) -> None:
    party = await seated(house.client, names=("Ida", None))
    assert (await party.read("/transcript")).json()["code"] == "waiting"
    await party.claim(1)
    assert (await written(party))["seats"] == [{"name": "Ida"}, {"name": "Otto"}]
    answer = await house.client.get("/v1/sessions/00000000-0000-0000-0000-000000000000/transcript")
    assert answer.json()["code"] == "unknown-session"


@in_house
@pytest.mark.parametrize(
    ("turns", "place", "reason", "rule"),
    [
        ("Ida: 114466 (14)", (4, 13), "does_not_score", "2.4"),
        ("Ida: 114466 (11) bank", (4, 18), "too_many_left", "4.2"),
        ("Bo: 114466", (4, 5), "not_your_turn", "1.3"),
        ("Ida: 11446", (4, 6), "dice_count", "2.1"),
        ("Ida: 114466 (11)=300", (4, 13), "wrong_points", "2.5"),
        ("Ida: 114466 bust", (4, 6), "wrong_bust", "2.2"),
        ("Ida: 114466\ntotal Ida 0\ntotal Bo 5", (6, 7), "wrong_total", "4.1"),
        ("Ida: resign\nBo: 114466", (5, 5), "finished", "5.3"),
        ("Ida: resign\nBo: resign", (5, 5), "resigned", "6.1"),
    ],
)
async def test_what_breaks_the_rules_is_named(
    house: House, turns: str, place: tuple[int, int], reason: str, rule: str | None
) -> None:
    text = f"game sand\nseat Ida\nseat Bo\n{turns}"
    problem = await fault(house, text)
    assert problem["code"] == "unplayable-transcript"
    assert (problem["pointer"], problem["line"], problem["column"]) == ("/transcript", *place)
    assert problem["reason"] == reason
    assert problem["rule"] == rule
    assert problem["detail"]
    game = built_in().games["sand"]
    forms = house.service.state.contract.transcripts["sand"]
    as_json = await fault(house, forms.write(TextForm(game).read(text).transcript))
    assert as_json["reason"] == reason
    assert "line" not in as_json
    index = {"wrong_total": "totals/1"}.get(reason)
    last = len(TextForm(game).read(text).transcript.entries) - 1
    part = {"wrong_points": "/points", "wrong_bust": "/bust"}.get(reason, "")
    assert as_json["pointer"] == f"/transcript/{index or f'record/{last}{part}'}"


@in_house
async def test_a_refusal_speaks_the_readers_language(house: House) -> None:
    body = {"transcript": "game sand\nseat Ida\nIda: 114466 (14)"}
    english = (await house.client.post("/v1/sessions", json=body)).json()
    german = (await house.client.post("/v1/sessions", json=body, headers={"Accept-Language": "de"})).json()
    assert english["reason"] == german["reason"]
    assert english["detail"] != german["detail"]


@in_house
@pytest.mark.parametrize("language", LANGUAGES)
async def test_what_cannot_be_read_is_said_in_the_readers_language(house: House, language: str) -> None:
    body = {"transcript": "game sand\nseat Ida\nIda: 114466 (11"}
    answer = await house.client.post("/v1/sessions", json=body, headers={"Accept-Language": language})
    (found,) = answer.json()["errors"]
    assert (found["code"], found["pointer"], found["line"], found["column"]) == ("notation", "/transcript", 3, 13)
    assert found["detail"] == expected(language)
    assert answer.headers["content-language"] == language


@in_house
async def test_another_version_of_the_rules_is_refused_at_its_place(house: House) -> None:
    found = await fault(house, TEXT.replace("seat Ida", "rules 9\nseat Ida"))
    assert (found["code"], found["line"], found["column"]) == ("rules_version", 2, 7)


@in_house
@pytest.mark.parametrize(
    ("transcript", "more", "pointer", "code"),
    [
        ("hello", {}, "/transcript", "notation"),
        ("game chess\nseat Ida", {}, "/transcript", "unknown_game"),
        (TEXT + "Ida: 7", {}, "/transcript", "notation"),
        (TEXT.replace("seat Ida", "rules 9\nseat Ida"), {}, "/transcript", "rules_version"),
        (TEXT, {"game": "farkle"}, "/game", "contradiction"),
        (TEXT, {"options": {"target": 5000}}, "/options", "contradiction"),
        (TEXT, {"options": {"target": 75}}, "/options/target", "multiple_of"),
        (TEXT, {"preset": "x"}, "/preset", "unknown_preset"),
        (TEXT, {"seats": [{"name": "Ida"}]}, "/seats", "contradiction"),
        (TEXT, {"seats": [{"open": True}, {"name": "Bo"}]}, "/seats/0/name", "missing"),
        (TEXT, {"dice_source": "server"}, "/dice_source", "literal_error"),
        (TEXT, {"extra": 1}, "/extra", "extra_forbidden"),
        (None, {}, "/transcript", "dict_type"),
        ({"format": "x"}, {}, "/transcript/game", "union_tag_not_found"),
    ],
)
async def test_what_is_no_transcript_or_contradicts_the_request(
    house: House, transcript: Any, more: dict[str, Any], pointer: str, code: str
) -> None:
    answer = await opening(house, transcript, **more)
    assert answer.status_code == 422, answer.text
    assert (pointer, code) in [(each["pointer"], each["code"]) for each in answer.json()["errors"]]


@in_house
async def test_faults_of_its_fields_have_their_place(house: House) -> None:
    good = await written(await opened(house, TEXT))
    for changed, pointer, code in (
        ({"record": [*good["record"], {"kind": "resign", "seat": 7}]}, "/record/6/seat", "unknown_seat"),
        ({"record": [good["record"][0] | {"points": "x"}]}, "/record/0/points", "int_type"),
        ({"record": [good["record"][0] | {"kind": "undo"}]}, "/record/0", "kind"),
        ({"rules_version": 9}, "/rules_version", "rules_version"),
        ({"totals": [1]}, "/totals", "totals"),
        ({"options": {"target": 75}}, "/options/target", "multiple_of"),
    ):
        found = await fault(house, good | changed)
        assert (found["pointer"], found["code"]) == (f"/transcript{pointer}", code)


@in_house
async def test_house_rules_that_contradict_themselves_are_refused(house: House) -> None:
    party = await opened(house, "game banking\nseat Ida")
    good = await written(party)
    answer = await opening(house, good | {"options": good["options"] | {"strict_from": 20_000}})
    assert answer.status_code == 422
    assert all(each["pointer"].startswith("/transcript/options") for each in answer.json()["errors"])
    answer = await opening(house, "game banking\noption strict_from 20000\nseat Ida")
    assert {each["pointer"] for each in answer.json()["errors"]} == {"/transcript"}


@in_house
async def test_the_request_may_say_the_same(house: House) -> None:
    same = {"game": "sand", "options": {"target": 10_000}, "seats": [{"name": "Ida"}, {"name": "Bo"}]}
    party = await opened(house, TEXT, **same, dice_source="players", visibility="private", turn_seconds=60)
    assert (party.session["visibility"], party.session["turn_seconds"]) == ("private", 60)
    assert party.session["seats"][0]["due"] is not None
    assert party.session["seats"][1]["due"] is None


@in_house
async def test_it_is_opened_once_for_each_key(house: House) -> None:
    answers = await asyncio.gather(*(opening(house, TEXT, key="once") for _ in range(4)))
    assert [answer.status_code for answer in answers] == [201] * 4
    assert len({answer.json()["session"]["id"] for answer in answers}) == 1
    assert sorted(answer.headers.get("idempotency-replayed", "") for answer in answers) == ["", *["true"] * 3]
    row, record = await house.stored(Party(house.client, answers[0].json()))
    assert row is not None
    assert (row.version, len(record)) == (6, 6)
    assert (await opening(house, TEXT + "Ida: 114466", key="once")).json()["code"] == "key-reused"


@in_house
async def test_it_is_bounded(house: House) -> None:
    turns = "Ida: 223346 bust\nBo: 223346 bust\n"
    head = "game sand\nseat Ida\nseat Bo\n"
    most = head + turns * (MAX_ENTRIES // 2)
    party = await opened(house, most)
    assert party.session["version"] == MAX_ENTRIES
    found = await fault(house, most + "Ida: 223346 bust")
    assert (found["pointer"], found["code"]) == ("/transcript", "too_long")
    as_json = await written(party)
    found = await fault(house, as_json | {"record": [*as_json["record"], as_json["record"][0]]})
    assert (found["pointer"], found["code"]) == ("/transcript/record", "too_long")
    answer = await opening(house, head + "#" * 1024 * 1024)
    assert answer.json()["code"] == "body-too-large"
    body = {"game": "sand", "seats": [{"name": "Ida" + " " * 70_000}]}
    assert (await house.client.post("/v1/sessions", json=body)).json()["code"] == "body-too-large"
