"""`absent_seconds`: a table that has waited for a player goes on, by its host; and all that is made of the record."""

import random
from typing import Any

import pytest

from app.operation.audit import Tally, audit
from app.sessions.views import timestamp
from rules.contract import AnyGame
from rules.registry import BUILT_IN, built_in
from tests.app.contract.test_contract import validator
from tests.app.support.house import Clock, House, Party, seated
from tests.app.support.undo import play, shown, undo

pytestmark = pytest.mark.asyncio(loop_scope="session")

MINUTE = 60_000
BUST = {"dice": [2, 3, 4, 6, 2, 3]}


async def patient(house: House, *names: str | None, game: str = "titusind", **more: Any) -> Party:
    """A session that waits for a minute, with the players' dice unless told otherwise; open seats are claimed."""
    party = await seated(house.client, game, names, **({"absent_seconds": 60, "dice_source": "players"} | more))
    for seat, name in enumerate(names):
        if name is None:
            assert (await party.claim(seat, f"Guest {seat}")).status_code == 200
    return party


async def waited(party: Party) -> list[str | None]:
    return [seat["absent_from"] for seat in (await party.view())["seats"]]


async def sound(house: House, party: Party) -> list[Any]:
    sessions = house.service.state.sessions
    row, _ = await house.stored(party)
    assert row is not None
    return [fault async for fault in audit(sessions.store, sessions.referee, Tally(), row.id)]


async def test_without_an_agreement_nobody_is_waited_for(house: House, clock: Clock) -> None:
    party = await seated(house.client, "titusind", ("Ida", "Otto"))
    assert (party.session["absent_seconds"], await waited(party)) == (None, [None, None])
    clock.now += 30 * MINUTE
    assert await house.refused(party, party.post("skip", {})) == (409, "not-absent")


@pytest.mark.parametrize("seconds", [0, -1, 31_536_001, 1.5, "60", True])
async def test_the_wait_has_whole_seconds_up_to_a_year(house: House, seconds: Any) -> None:
    body = {"game": "sand", "seats": [{"name": "Ida"}], "absent_seconds": seconds}
    answer = await house.client.post("/v1/sessions", json=body)
    assert [fault["pointer"] for fault in answer.json()["errors"]] == ["/absent_seconds"]


async def test_after_the_wait_the_host_may_skip_the_turn(house: House, clock: Clock) -> None:
    party = await patient(house, "Ida", None)
    assert await waited(party) == [timestamp(clock.now + MINUTE), None]
    await party.post("roll", BUST)
    begun = clock.now
    await party.post("roll", {"dice": [1, 1, 1, 5, 5, 2]}, party.tokens[1])
    clock.now = begun + MINUTE - 1
    assert await waited(party) == [None, timestamp(begun + MINUTE)]
    assert await house.refused(party, party.post("skip", {"seat": 1})) == (409, "not-absent")
    clock.now += 1
    assert await house.refused(party, party.post("skip", {"seat": 0})) == (409, "not-absent"), "it is not to move"
    assert await house.refused(party, party.post("skip", {}, party.tokens[1])) == (403, "not-the-host")
    assert (await party.post("skip", {"seat": 2})).status_code == 422
    answer = await party.post("skip", {})
    assert answer.status_code == 200, answer.text
    validator("MoveAnswer").validate(answer.json())
    played = answer.json()["played"]
    assert (played["kind"], played["seat"], played["by"], played["move"]) == ("skip", 1, "host", None)
    assert party.session["to_move"] == [0]
    assert await waited(party) == [timestamp(clock.now + MINUTE), None]
    assert (await party.record())[-1] == played
    assert await sound(house, party) == []


async def test_a_move_begins_the_wait_anew(house: House, clock: Clock) -> None:
    party = await patient(house, None, "Otto")
    clock.now += 50_000
    await party.post("roll", {"dice": [1, 1, 1, 5, 5, 2]}, party.tokens[0])
    clock.now += 50_000
    assert await house.refused(party, party.post("skip", {})) == (409, "not-absent")


async def test_after_the_wait_the_host_may_let_the_seat_leave(house: House, clock: Clock) -> None:
    party = await patient(house, None, "Otto", None)
    assert await house.refused(party, party.post("resign", {"seat": 0})) == (409, "not-absent")
    clock.now += MINUTE
    assert await house.refused(party, party.post("resign", {"seat": 2})) == (409, "not-absent")
    assert await house.refused(party, party.post("resign", {"seat": 0}, party.tokens[2])) == (403, "not-your-seat")
    answer = await party.post("resign", {"seat": 0})
    assert (answer.json()["played"]["kind"], answer.json()["played"]["by"]) == ("resign", "host")
    assert await house.refused(party, party.post("resign", {"seat": 0})) == (409, "resigned")
    strangers = await seated(house.client, "titusind", (None, "Otto"))
    await strangers.claim(0, "Ida")
    assert await house.refused(strangers, strangers.post("resign", {"seat": 0})) == (403, "not-your-seat")


async def test_with_a_clock_the_wait_is_counted_from_the_same_moment(house: House, clock: Clock) -> None:
    party = await patient(house, "Ida", None, turn_seconds=180)
    assert [seat["due"] for seat in party.session["seats"]] == [timestamp(clock.now + 3 * MINUTE), None]
    assert await waited(party) == [timestamp(clock.now + MINUTE), None]
    clock.now += MINUTE
    assert (await party.post("skip", {})).status_code == 200
    clock.now += 3 * MINUTE + 1
    assert (await party.view())["status"] == "finished", "who lets the clock run out leaves"


async def test_a_bot_is_never_away(house: House, clock: Clock) -> None:
    seats = [{"name": "Ida"}, {"bot": "random"}]
    body = {"game": "titusind", "seats": seats, "absent_seconds": 60, "dice_source": "players"}
    party = Party(house.client, (await house.client.post("/v1/sessions", json=body)).json())
    clock.now += MINUTE
    assert [bool(each) for each in await waited(party)] == [True, False]
    assert (await party.post("skip", {"seat": 1})).json()["code"] == "not-absent"
    assert (await party.post("skip", {"seat": 0})).status_code == 200


async def test_a_retry_skips_one_turn(house: House, clock: Clock) -> None:
    party = await patient(house, "Ida", "Otto")
    clock.now += MINUTE
    first = await party.post("skip", {}, **{"Idempotency-Key": "skip"})
    clock.now += MINUTE
    again = await party.through(house.beside).post("skip", {}, **{"Idempotency-Key": "skip"})
    assert (first.json()["played"], again.json()["played"]["version"]) == (first.json()["played"], 1)
    assert again.headers["idempotency-replayed"] == "true"


async def test_a_rematch_keeps_the_wait(house: House) -> None:
    party = await patient(house, "Ida", "Otto")
    await party.post("resign", {"seat": 1})
    answer = await party.post("rematch", None)
    assert answer.json()["session"]["absent_seconds"] == 60


async def skipping(party: Party, chance: random.Random, clock: Clock, most: int) -> int:
    """Random moves with some turns skipped; how many."""
    skipped = 0
    for _ in range(most):
        if not party.session["to_move"]:
            break
        if chance.random() < 0.25:
            clock.now += MINUTE
            answer = await party.post("skip", {"seat": chance.choice(party.session["to_move"])})
            assert answer.status_code == 200, answer.text
            skipped += 1
        else:
            await play(party, chance, 1)
    return skipped


@pytest.mark.parametrize("game", BUILT_IN, ids=lambda game: game.name)
async def test_skipped_turns_are_in_all_that_is_made_of_a_record(house: House, clock: Clock, game: AnyGame) -> None:
    names = ("Ida", "Otto", "Bo")[: game.max_seats]
    party = await patient(house, *names, game=game.name)
    chance = random.Random(f"skip {game.name}")
    assert await skipping(party, chance, clock, 40)
    if party.session["to_move"]:
        clock.now += MINUTE
        before = party.session
        await party.post("skip", {"seat": before["to_move"][0]})
        assert (await undo(party)).status_code == 200
        assert {**shown(party.session), "seats": 0} == {**shown(before), "seats": 0}
    assert await sound(house, party) == []
    events = (await party.read("?legal=none")).json()
    assert events["version"] == party.session["version"]
    written = (await party.read("/transcript")).json()
    text = (await party.read("/transcript?format=text")).text
    assert {"kind": "skip", "seat": 0} in written["record"]
    assert ": skip" in text
    for sent in ({"json": written}, {"content": text, "headers": {"Content-Type": "text/plain"}}):
        checked = (await house.client.post(f"/v1/games/{game.name}/check", **sent)).json()
        assert (checked["valid"], checked["faults"]) == (True, [])
        assert checked["finished"] == (party.session["status"] == "finished")
        assert checked["totals"]["right"] == [seat["total"] for seat in party.session["seats"]]
    for body in (written, text):
        opened = await house.client.post("/v1/sessions", json={"transcript": body})
        assert opened.status_code == 201, opened.text
        view = opened.json()["session"]
        assert (view["state"], view["to_move"]) == (party.session["state"], party.session["to_move"])
        assert await sound(house, Party(house.client, opened.json())) == []
    sheet = await party.read("/sheet")
    assert sheet.status_code == 200
    if game.name in ("titusind", "farkle", "sand"):
        notes = [note for row in sheet.json()["rows"] for cell in row["cells"] for note in cell["notes"]]
        assert "skipped" in notes
        assert sheet.json()["notes"]["skipped"] == "skipped"


async def test_a_skipped_turn_out_of_turn_is_a_fault(house: House) -> None:
    text = "game titusind\nrules {}\nseat Ida\nseat Otto\nIda: skip\nOtto: 112345 (11)\nOtto: skip\nOtto: skip\n"
    text = text.format(built_in().games["titusind"].version)
    headers = {"Content-Type": "text/plain"}
    checked = (await house.client.post("/v1/games/titusind/check", content=text, headers=headers)).json()
    assert [(fault["line"], fault["code"]) for fault in checked["faults"]] == [(8, "out_of_turn")]
    opened = await house.client.post("/v1/sessions", json={"transcript": text})
    problem = opened.json()
    assert (problem["code"], problem["reason"], problem["line"]) == ("unplayable-transcript", "out_of_turn", 8)
