"""Seats that the service plays: whole games, once and no more, with the service's dice and with the table's own."""

import asyncio
import random
from typing import Any

import pytest

from app.cli import verify
from app.operation.audit import Tally, audit
from rules.contract import AnyGame
from rules.registry import BUILT_IN
from tests.app.contract.test_contract import validator
from tests.app.support.bots import SMALL, play_with_bots, playable, table_with, until
from tests.app.support.house import Clock, House, Party
from tests.app.support.undo import undo

pytestmark = pytest.mark.asyncio(loop_scope="session")
OF_SEVERAL = pytest.mark.parametrize(
    "game", [game for game in BUILT_IN if game.max_seats > 1], ids=lambda game: game.name
)
SOURCES = pytest.mark.parametrize("source", ["server", "players"])


async def sound(house: House, party: Party) -> list[Any]:
    sessions = house.service.state.sessions
    row, _ = await house.stored(party)
    assert row is not None
    return [fault async for fault in audit(sessions.store, sessions.referee, Tally(), row.id)]


@OF_SEVERAL
@SOURCES
async def test_bots_play_every_game_by_its_rules(house: House, game: AnyGame, source: str) -> None:
    party = await table_with(
        house.client, ":random", "Ida", ":random", game=game.name, dice_source=source, pause_ms=0
    )
    chance = random.Random(game.name)
    await play_with_bots(party, chance, 60)
    if party.session["status"] == "active":
        assert (await party.post("resign", {"seat": 1})).status_code == 200
    view = await until(party, lambda view: view["status"] != "active")
    validator("Session").validate(view)
    entries = await party.record()
    for entry in entries:
        validator("Played").validate(entry)
        thrown_for_it = entry["kind"] == "move" and entry["dice"] and source == "players"
        if entry["seat"] in (0, 2) and not thrown_for_it:
            assert entry["by"] == "bot"
        else:
            assert entry["by"] in ("host", "service")
    assert {entry["seat"] for entry in entries if entry["by"] == "bot"} == {0, 2}
    assert await sound(house, party) == []


@pytest.mark.parametrize("level", ["random", "novice", "casual", "strong", "best"])
async def test_every_level_plays_to_the_end(house: House, level: str) -> None:
    party = await table_with(house.client, "Ida", f":{level}", **SMALL)
    assert [seat["bot"] for seat in party.session["seats"]] == [None, level]
    await play_with_bots(party, random.Random(level), 40)
    assert party.session["status"] == "finished"
    assert await sound(house, party) == []


async def test_what_bots_chose_by_is_told_at_the_end_and_can_be_verified(house: House) -> None:
    party = await table_with(house.client, "Ida", ":casual", **SMALL)
    chance = random.Random(1)
    before = (await party.read("/fairness")).json()
    while not before["choices"]:
        await play_with_bots(party, chance, 1)
        await until(party, playable)
        before = (await party.read("/fairness")).json()
    assert {choice["chance"] for choice in before["choices"]} == {None}
    assert verify.check(before) == []
    await play_with_bots(party, chance, 40)
    document = (await party.read("/fairness")).json()
    validator("Fairness").validate(document)
    moves = [entry["version"] for entry in await party.record() if entry["by"] == "bot"]
    assert [choice["version"] for choice in document["choices"]] == moves
    assert verify.check(document) == []
    document["choices"][0]["chance"] /= 2
    assert len(verify.check(document)) == 1
    document["choices"][0]["chance"] = "0.5"
    assert verify.check(document) == ["`choices` is not a list of choices with version, seat and chance."]


async def test_a_bot_waits_for_its_pause(house: House, clock: Clock) -> None:
    party = await table_with(house.client, "Ida", ":random", pause_ms=4000)
    assert party.session["pause_ms"] == 4000
    row, _ = await house.stored(party)
    assert row is not None
    assert row.bot_due is None
    while party.session["to_move"] == [0]:
        legal = party.session["legal_moves"]
        choice = next((each for each in legal if each["move"]["type"] == "choose_category"), legal[0])
        assert (await party.post("moves", choice)).status_code == 200
    row, _ = await house.stored(party)
    assert row is not None
    assert row.bot_due == row.updated_at + 4000
    assert (await party.view())["version"] == party.session["version"]


async def test_a_bot_whose_worker_is_gone_is_played_by_whoever_sweeps_and_once(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    bots, others = house.service.state.sessions.bots, house.neighbour.state.sessions.bots
    party = await table_with(house.client, "Ida", ":random", pause_ms=5000)
    with monkeypatch.context() as patch:
        for each in (bots, others):
            patch.setattr(each, "wake", lambda *_: None)
        patch.setattr(house.service.state.sessions.store.batcher, "with_bots", None)
        while party.session["to_move"] == [0]:
            assert (await party.post("moves", party.session["legal_moves"][-1])).status_code == 200
    version = party.session["version"]
    row, _ = await house.stored(party)
    assert row is not None
    at = row.bot_due
    assert at is not None
    monkeypatch.setattr("app.bots.player.now", lambda: at + 10_000)
    monkeypatch.setattr("app.bots.decision.now", lambda: at + 10_000)
    await asyncio.gather(*(each.sweep() for each in (bots, others) * 3))
    await until(party, lambda view: view["version"] > version)
    await asyncio.gather(*(each.sweep() for each in (bots, others) * 3))
    assert await sound(house, party) == []
    entries = (await party.record())[version:]
    assert [entry["version"] for entry in entries] == list(range(version + 1, version + 1 + len(entries)))
    throws = [each for each in (await party.read("/fairness")).json()["throws"] if each["seat"] == 1]
    assert [each["throw"] for each in throws] == list(range(1, len(throws) + 1))


async def test_bots_end_the_game_that_no_player_is_left_in(house: House) -> None:
    party = await table_with(house.client, "Ida", ":random", ":random")
    await play_with_bots(party, random.Random(1), 3)
    await until(party, playable)
    assert (await party.post("resign", {"seat": 0})).status_code == 200
    view = await until(party, lambda view: view["status"] != "active")
    assert (view["status"], view["outcome"]) == ("abandoned", None)
    assert (await party.record())[-1]["by"] == "service"
    row, _ = await house.stored(party)
    assert row is not None
    assert row.bot_due is None


async def test_the_table_throws_for_a_bot_what_it_announces(house: House) -> None:
    party = await table_with(house.client, "Ida", ":random", "Otto", game="titusind", dice_source="players")
    assert (await party.post("roll", {"dice": [1, 1, 1, 2, 5, 6]})).status_code == 200
    assert (await party.post("set-aside", {"dice": [1, 1, 1, 5]})).status_code == 200
    assert (await party.post("bank", {})).status_code == 200
    view = await until(party, playable)
    roll = {"seat": 1, "move": {"type": "roll"}, "points": None, "throws": 6}
    assert (view["to_move"], view["legal_moves"]) == ([1], [roll])
    announced = (await party.record())[-1]
    assert (announced["kind"], announced["by"], announced["seat"]) == ("announce", "bot", 1)
    assert (announced["announces"], announced["throws"]) == ({"type": "roll"}, 6)

    async def refused(path: str, body: Any, token: str) -> tuple[int, str]:
        return await house.refused(party, party.post(path, body, token))

    fallen = [1, 1, 1, 2, 5, 6]
    ida, otto = party.tokens[0], party.tokens[2]
    assert await refused("roll", {"seat": 1, "dice": fallen[:5]}, otto) == (422, "invalid-fields")
    assert await refused("roll", {"dice": fallen}, otto) == (409, "not-your-turn")
    assert await refused("set-aside", {"seat": 1, "dice": [1]}, otto) == (403, "not-your-seat")
    assert await refused("bank", {"seat": 1}, party.host) == (403, "not-your-seat")
    assert await refused("roll", {"seat": 1, "set_aside": [1], "dice": fallen}, ida) == (403, "not-your-seat")
    assert await refused("roll", {"seat": 1, "dice": fallen}, "rw_host_none") == (401, "unauthorized")
    answer = await party.post("roll", {"seat": 1, "dice": fallen}, otto)
    assert answer.status_code == 200, answer.text
    assert (answer.json()["played"]["by"], answer.json()["session"]["legal_moves"]) == ("seat", [])
    view = await until(party, playable)
    assert (await party.record())[5]["by"] == "bot"
    assert (await party.record())[5]["move"]["type"] == "set_aside"


async def test_a_bot_that_has_not_said_what_it_does_is_thrown_for_by_nobody(house: House, clock: Clock) -> None:
    party = await table_with(house.client, ":random", "Ida", game="sand", dice_source="players", pause_ms=5000)
    asked = party.post("roll", {"seat": 0, "dice": [1, 2, 3, 4, 5, 6]})
    assert await house.refused(party, asked) == (409, "not-your-turn")


async def test_taking_back_takes_what_bots_did_along_and_they_play_on(house: House) -> None:
    party = await table_with(house.client, ":random", "Ida", game="titusind", dice_source="players")
    first = await until(party, playable)
    assert (await party.post("moves", {"seat": 0, "move": {"type": "roll", "dice": [1, 2, 2, 3, 4, 6]}})).is_success
    thrown = party.session["version"]
    await until(party, playable)
    later = await party.record()
    assert later[thrown]["by"] == "bot"
    answer = await undo(party)
    assert answer.status_code == 200, answer.text
    assert answer.json()["played"]["undoes"] == thrown
    again = answer.json()["session"]
    assert again["legal_moves"] == first["legal_moves"]
    assert again["state"] == first["state"]
    assert await house.refused(party, undo(party)) == (409, "nothing-to-undo")
    assert (await party.post("moves", {"seat": 0, "move": {"type": "roll", "dice": [2, 2, 3, 3, 4, 6]}})).is_success
    await until(party, playable)
    assert await sound(house, party) == []
    first = (await party.read("/transcript")).json()["record"][0]
    assert (first["dice"], first.get("by")) == ([2, 2, 3, 3, 4, 6], None)


@OF_SEVERAL
async def test_all_can_be_taken_back_to_the_beginning(house: House, game: AnyGame) -> None:
    party = await table_with(house.client, "Ida", ":random", ":random", game=game.name, dice_source="players")
    await play_with_bots(party, random.Random(game.name), 20)
    await until(party, playable)
    for _ in range(20):
        answer = await undo(party)
        if answer.status_code == 412:
            await until(party, playable)
            continue
        assert answer.status_code == 200, answer.text
    while (answer := await undo(party)).status_code != 409:
        await until(party, playable)
    assert answer.json()["code"] == "nothing-to-undo"
    assert await sound(house, party) == []
    row, _ = await house.stored(party)
    assert row is not None
    assert row.throws == "[0,0,0]"
