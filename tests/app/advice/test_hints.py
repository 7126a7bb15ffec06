"""Hints: agreed on at opening, for those who may see them, and marked on the moves that they led to."""

from typing import Any

import pytest

from tests.app.contract.test_contract import validator
from tests.app.support.house import House, Party, seated

pytestmark = pytest.mark.asyncio(loop_scope="session")

OPTIONS = {"boxes": [{"category": "sixes"}, {"category": "chance"}], "bonus": 0}
NAMED = ("Ida", "Otto")


async def table(house: House, names: tuple[str | None, ...] = NAMED, **more: Any) -> Party:
    return await seated(house.client, "sheet", names, **({"options": OPTIONS} | more))


async def advice(party: Party, token: str, query: str = "") -> Any:
    answer = await party.read(f"/advice{query}", token)
    assert answer.status_code == 200, answer.text
    validator("SessionAdvice").validate(answer.json())
    return answer.json()


async def marks(party: Party) -> list[bool]:
    return [entry.get("hinted", False) for entry in await party.record()]


async def test_hints_are_as_agreed_or_as_the_seats_have_it(house: House) -> None:
    for names, asked, hints in (
        (NAMED, {}, "all"),
        (("Ida", None), {}, "off"),
        (("Ida", None), {"hints": "own"}, "own"),
        (NAMED, {"hints": "off"}, "off"),
    ):
        party = await table(house, names, **asked)
        assert party.session["hints"] == (await party.view())["hints"] == hints
    again = await party.post("resign", {"seat": 0})
    assert again.status_code == 200
    rematch = await party.post("rematch", {})
    assert rematch.json()["session"]["hints"] == "off"


async def test_advice_is_that_of_the_position_and_changes_nothing_else(house: House) -> None:
    party = await table(house)
    await party.post("roll", {})
    before = await house.stored(party)
    told = await advice(party, party.host)
    assert (told["session"], told["version"], told["seat"]) == (party.session["id"], 1, 0)
    assert sorted(map(repr, (each["move"] for each in told["moves"]))) == sorted(
        repr(legal["move"]) for legal in party.session["legal_moves"]
    )
    state = party.session["state"]
    position = {"boxes": {}, "dice": state["dice"], "throws_left": 2}
    alone = await house.client.post("/v1/games/sheet/advise", json={"options": OPTIONS, "position": position})
    assert alone.json() == {name: value for name, value in told.items() if name not in ("session", "version")}
    row, record = await house.stored(party)
    assert row is not None
    assert before[0] is not None
    assert row._replace(advised=None, epoch=0) == before[0]._replace(advised=None, epoch=0)
    assert record == before[1]
    few = await advice(party, party.tokens[0], "?top=1&objective=points")
    assert few["moves"] == told["moves"][:1]


async def test_nothing_of_the_dice_to_come_is_in_it(house: House) -> None:
    told = []
    for _ in range(2):  # other secrets, so other dice to come
        party = await table(house)
        told.append((await advice(party, party.host))["moves"])
    assert told[0] == told[1]


async def test_who_may_ask_for_what(house: House) -> None:
    off, own, every = [await table(house, ("Ida", None), hints=hints) for hints in ("off", "own", "all")]
    for party in (off, own, every):
        assert (await party.read("/advice", party.host)).json()["code"] in ("hints-off", "waiting")
        await party.claim(1)
        assert (await party.read("/advice")).status_code == 401
        assert (await party.read("/advice", party.invitations[1])).status_code == 401
    for token in (off.host, *off.tokens):
        answer = await off.read("/advice", token)
        assert (answer.status_code, answer.json()["code"]) == (403, "hints-off")
    await advice(own, own.host)
    await advice(own, own.tokens[0], "?seat=0")
    for query, code in (("", "not-your-turn"), ("?seat=0", "not-your-seat"), ("?seat=1", "not-your-turn")):
        assert (await own.read(f"/advice{query}", own.tokens[1])).json()["code"] == code
    assert (await advice(every, every.tokens[1]))["seat"] == 0
    assert (await advice(every, every.tokens[1], "?seat=0"))["seat"] == 0
    assert (await every.read("/advice?seat=1", every.tokens[1])).json()["code"] == "not-your-turn"
    for query in ("?seat=2", "?seat=-1", "?objective=luck", "?objective=win", "?top=0"):
        answer = await every.read(f"/advice{query}", every.host)
        assert answer.status_code == 422, query
        assert answer.json()["errors"][0]["parameter"] == query[1:].partition("=")[0]
    await every.post("resign", {}, every.tokens[1])
    await every.post("resign", {}, every.tokens[0])
    assert (await every.read("/advice", every.host)).json()["code"] == "finished"


async def test_the_move_after_advice_is_marked_by_any_worker(house: House) -> None:
    party = await table(house)
    beside = party.through(house.beside)
    await party.post("roll", {})  # the first worker remembers the session
    await advice(beside, beside.tokens[0])
    assert (await party.post("choose-category", {"category": "chance"}, party.tokens[0])).status_code == 200
    await party.post("roll", {})
    assert await marks(party) == [False, True, False]
    await advice(party, party.host)
    await advice(party, party.host)
    await beside.post("choose-category", {"category": "chance"}, beside.host)
    await beside.post("roll", {})
    assert await marks(party) == [False, True, False, True, False]
    entry = (await party.record())[3]
    validator("Played").validate(entry)
    assert (await house.stored(party))[0].advised is None  # type: ignore[union-attr]
    transcript = (await party.read("/transcript?format=json")).json()
    assert [each.get("hinted") for each in transcript["record"]] == [None, True, None, True, None]
    checked = await house.client.post("/v1/games/sheet/check", json=transcript)
    assert checked.json()["valid"]
    again = await house.client.post("/v1/sessions", json={"transcript": transcript})
    reopened = Party(house.client, again.json())
    assert await marks(reopened) == [False, True, False, True, False]


async def test_advice_for_another_marks_nothing(house: House) -> None:
    party = await table(house, ("Ida", None), hints="all")
    await party.claim(1)
    await party.post("roll", {}, party.tokens[0])
    await advice(party, party.tokens[1])
    await party.post("choose-category", {"category": "chance"}, party.tokens[0])
    assert await marks(party) == [False, False, False]


async def test_of_two_moves_in_one_the_decision_is_marked(house: House) -> None:
    party = await table(house, dice_source="players")
    await party.post("roll", {"dice": [6, 6, 1, 2, 3]})
    told = await advice(party, party.host)
    assert told["moves"][0]["move"] == {"type": "set_aside", "dice": [6, 6]}
    answer = await party.post("roll", {"set_aside": [6, 6], "dice": [1, 2, 3]})
    assert answer.json()["before"]["hinted"] is True
    assert "hinted" not in answer.json()["played"]
    assert await marks(party) == [False, True, False]


async def test_a_refused_or_repeated_move_keeps_the_mark_right(house: House) -> None:
    party = await table(house)
    await party.post("roll", {})
    await advice(party, party.host)
    assert (await party.post("choose-category", {"category": "ones"})).status_code == 409
    key = {"Idempotency-Key": "chosen-once"}
    first = await party.post("choose-category", {"category": "chance"}, **key)
    again = await party.post("choose-category", {"category": "chance"}, **key)
    assert first.json()["played"] == again.json()["played"]
    assert again.json()["played"]["hinted"] is True
