"""Analysis over HTTP: of transcripts in every form, and of sessions that are over; the identity is exact."""

from typing import Any

import orjson
import pytest

from app.advice.examples import TEXT
from tests.app.contract.test_contract import validator
from tests.app.support.house import House, Party, seated

pytestmark = pytest.mark.asyncio(loop_scope="session")

OPTIONS = {"boxes": [{"category": "sixes"}, {"category": "chance"}], "bonus": 0}
PLAYS = (
    ([6, 6, 1, 2, 3], "chance"),
    ([1, 1, 1, 2, 4], "sixes"),
    ([6, 6, 6, 6, 5], "sixes"),
    ([6, 6, 5, 5, 4], "chance"),
)


async def analysed(house: House, body: Any, query: str = "", **headers: str) -> Any:
    sent: dict[str, Any] = {"content": body} if isinstance(body, bytes) else {"json": body}
    answer = await house.client.post(f"/v1/games/sheet/analyse{query}", headers=headers, **sent)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def finished(house: House, names: tuple[str | None, ...] = ("Ida", "Otto"), **more: Any) -> Party:
    """A game of two boxes that was played to its end with the players' dice."""
    party = await seated(house.client, "sheet", names, options=OPTIONS, dice_source="players", **more)
    for dice, category in PLAYS:
        assert (await party.post("roll", {"dice": dice})).status_code == 200
        assert (await party.post("choose-category", {"category": category})).status_code == 200
    assert party.session["status"] == "finished"
    return party


def holds(found: Any) -> None:
    """The laws of an analysis: the identity by seat, and what the entries add up to."""
    validator("Analysis").validate(found)
    for seat in found["seats"]:
        total = seat["start"] + seat["luck"] - seat["loss"] + seat["others"]
        assert total == pytest.approx(seat["result"], abs=1e-9)
        assert seat["adjusted"] == pytest.approx(seat["start"] - seat["loss"], abs=1e-9)
        own = [entry for entry in found["entries"] if entry["seat"] == seat["seat"]]
        decided = [entry["decision"] for entry in own if entry["decision"]]
        assert sum(each["loss"] for each in decided) == pytest.approx(seat["loss"], abs=1e-9)
        assert sum(each["throw"]["luck"] for each in own if each["throw"]) == pytest.approx(seat["luck"], abs=1e-9)
        assert len(decided) == seat["decisions"] == sum(seat["labels"].values())
        worst = [found["entries"][entry]["decision"]["loss"] for entry in seat["dearest"]]
        assert worst == sorted((each["loss"] for each in decided if each["loss"] > 1e-9), reverse=True)[:5]
    for entry in found["entries"]:
        if decision := entry["decision"]:
            assert decision["value"] - decision["played"] == pytest.approx(decision["loss"], abs=1e-9)
        if throw := entry["throw"]:
            assert throw["after"] - throw["before"] == pytest.approx(throw["luck"], abs=1e-9)
            assert entry["values"][entry["seat"]] == pytest.approx(throw["after"], abs=1e-6)
        assert len(entry["values"]) == len(found["seats"])
    assert found["entries"][-1]["values"] == pytest.approx([seat["result"] for seat in found["seats"]], abs=1e-6)


async def test_a_session_that_is_over_is_analysed_as_its_transcript(house: House) -> None:
    party = await finished(house)
    told = (await party.read("/analysis")).json()
    holds(told)
    assert [seat["name"] for seat in told["seats"]] == ["Ida", "Otto"]
    assert [seat["result"] for seat in told["seats"]] == [42, 26]
    assert (told["finished"], told["method"], told["objective"]) == (True, "exact", "points")
    assert [entry["version"] for entry in told["entries"]] == list(range(1, 9))
    transcript = (await party.read("/transcript?format=json")).json()
    alone = await analysed(house, transcript)
    for entry in told["entries"]:
        del entry["version"]
    assert alone == told
    blunder = alone["entries"][1]["decision"]
    assert blunder["label"] == "blunder"
    assert blunder["best"] == {"type": "set_aside", "dice": [6, 6]}


async def test_texts_and_batches_are_analysed_alike(house: House) -> None:
    told = await analysed(house, TEXT)
    holds(told)
    assert told["seats"][0]["result"] == 44
    assert await analysed(house, TEXT.encode(), **{"Content-Type": "text/plain"}) == told
    lines = [TEXT, "game sheet\nseat Ida\nIda: 77777", {"game": "yatzy"}, TEXT]
    body = b"".join(orjson.dumps(line) + b"\n" for line in lines)
    headers = {"Content-Type": "application/x-ndjson"}
    answer = await house.client.post("/v1/games/sheet/analyse", content=body, headers=headers)
    answers = [orjson.loads(line) for line in answer.text.splitlines()]
    assert [each["line"] for each in answers] == [1, 2, 3, 4]
    assert answers[0] == {"line": 1} | told
    assert [each["problem"]["code"] for each in answers[1:3]] == ["invalid-fields"] * 2
    assert answers[3] == {"line": 4} | told


async def test_what_was_taken_back_and_who_left_do_not_break_it(house: House) -> None:
    party = await seated(house.client, "sheet", options=OPTIONS, dice_source="players")
    await party.post("roll", {"dice": [6, 6, 1, 2, 3]})
    await party.post("choose-category", {"category": "sixes"})
    undone = await party.post("undo", {}, **{"If-Match": '"2"'})
    assert undone.status_code == 200
    await party.post("choose-category", {"category": "chance"})
    await party.post("resign", {"seat": 1})
    told = (await party.read("/analysis")).json()
    holds(told)
    assert [entry["version"] for entry in told["entries"]] == [1, 4, 5]
    assert told["entries"][2]["move"] is None
    assert told["seats"][1]["others"] < 0


async def test_it_is_for_sessions_that_are_over_and_for_those_who_may_read(house: House) -> None:
    party = await seated(house.client, "sheet", options=OPTIONS)
    answer = await party.read("/analysis", party.host)
    assert (answer.status_code, answer.json()["code"]) == (409, "not-over")
    private = await finished(house, visibility="private", hints="off")
    assert (await private.read("/analysis")).status_code == 401
    told = await private.read("/analysis", private.tokens[1])
    assert told.status_code == 200
    assert (
        await private.read("/analysis", private.host, **{"If-None-Match": told.headers["etag"]})
    ).status_code == 304
    refused = await private.read("/analysis?objective=win", private.host)
    assert refused.json()["errors"][0]["parameter"] == "objective"


async def test_hinted_moves_are_told(house: House) -> None:
    party = await seated(house.client, "sheet", ("Ida",), options=OPTIONS, dice_source="players")
    for dice, category in PLAYS[::2]:
        await party.post("roll", {"dice": dice})
        assert (await party.read("/advice", party.host)).status_code == 200
        await party.post("choose-category", {"category": category})
    told = (await party.read("/analysis")).json()
    assert [entry.get("hinted") for entry in told["entries"]] == [None, True, None, True]


async def test_what_cannot_be_analysed_is_refused(house: House) -> None:
    async def refused(body: Any, query: str = "", status: int = 422) -> Any:
        answer = await house.client.post(f"/v1/games/sheet/analyse{query}", json=body)
        assert answer.status_code == status, answer.text
        return answer.json()

    broken = TEXT.replace("> sixes", "> ones")
    found = await refused(broken)
    assert (found["code"], found["line"]) == ("unplayable-transcript", 6)
    assert found["reason"] == "not_on_sheet"
    assert (await refused(TEXT, "?objective=win"))["errors"][0]["parameter"] == "objective"
    assert (await refused({"game": "sheet"}))["code"] == "invalid-fields"
    claims = TEXT.replace("> sixes", "> sixes 12")
    holds(await analysed(house, claims))  # wrong points do not matter
