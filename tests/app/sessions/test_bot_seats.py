"""Seats of bots: how they are asked for and shown, that nobody else has them, and where they go along."""

import asyncio
import json
import random
from typing import Any
from uuid import UUID

import pytest

from app.access import tokens
from app.access.gate import Gate
from app.http.rate_limit import _TOLD, Limits, limit_fields, told
from app.settings import Settings
from tests.app.contract.test_contract import validator
from tests.app.support.bots import SMALL, play_with_bots, playable, table_with, until
from tests.app.support.house import House, seated
from tests.app.support.undo import undo

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_bot_is_named_by_its_level_and_has_no_token(house: House) -> None:
    body = {
        "game": "yatzy-bg",
        "seats": [{"name": "Random bot"}, {"bot": "random"}, {"bot": "random"}, {"open": True}],
    }
    answer = await house.client.post("/v1/sessions", json=body)
    assert answer.status_code == 201, answer.text
    opened = answer.json()
    validator("OpenedSession").validate(opened)
    view = opened["session"]
    assert [seat["name"] for seat in view["seats"]] == ["Random bot", "Random bot 2", "Random bot 3", None]
    assert [seat["bot"] for seat in view["seats"]] == [None, "random", "random", None]
    assert [seat["open"] for seat in view["seats"]] == [False, False, False, True]
    assert [sorted(seat) for seat in opened["seats"]] == [
        ["seat", "token"],
        ["seat"],
        ["seat"],
        ["invitation", "seat"],
    ]
    assert view["pause_ms"] == 0
    assert (await seated(house.client)).session["pause_ms"] is None


@pytest.mark.parametrize(
    ("seats", "pointer", "code"),
    [
        ([{"bot": "random"}], "/seats", "bots_alone"),
        ([{"bot": "random"}, {"bot": "best"}], "/seats", "bots_alone"),
        ([{"name": "Ida"}, {"bot": "greedy"}], "/seats/1/bot", "unknown_level"),
        ([{"name": "Ida"}, {"bot": "clever"}], "/seats/1/bot", "literal_error"),
        ([{"name": "Ida"}, {"bot": None}], "/seats/1/bot", "literal_error"),
        ([{"name": "Ida"}, {"bot": "random", "name": "Otto"}], "/seats/1/name", "extra_forbidden"),
    ],
)
async def test_what_no_bot_can_be_is_refused_at_its_place(house: House, seats: Any, pointer: str, code: str) -> None:
    answer = await house.client.post("/v1/sessions", json={"game": "yatzy-bg", "seats": seats})
    assert answer.status_code == 422, answer.text
    assert [(fault["pointer"], fault["code"]) for fault in answer.json()["errors"]] == [(pointer, code)]


@pytest.mark.parametrize("pause", [-1, 5001, "1", None])
async def test_a_pause_has_bounds(house: House, pause: Any) -> None:
    body = {"game": "sand", "seats": [{"name": "Ida"}, {"bot": "random"}], "pause_ms": pause}
    answer = await house.client.post("/v1/sessions", json=body)
    assert [fault["pointer"] for fault in answer.json()["errors"]] == ["/pause_ms"]


async def test_nobody_has_a_bots_seat(house: House) -> None:
    party = await table_with(house.client, "Ida", ":random", "Otto")
    ida = party.tokens[0]
    roll = {"seat": 1, "move": {"type": "roll"}}
    for token in (party.host, ida):
        assert await house.refused(party, party.post("moves", roll, token)) == (403, "not-your-seat")
        assert await house.refused(party, party.post("seed", {"seat": 1, "seed": "mine"}, token)) == (
            403,
            "not-your-seat",
        )
        assert await house.refused(party, party.post("tokens", {"seat": 1}, token)) == (403, "not-your-seat")
    assert await house.refused(party, party.post("resign", {"seat": 1}, ida)) == (403, "not-your-seat")
    for invitation in ("", "rw_invite_none"):
        status, code = await house.refused(party, party.claim(1, "Bo", invitation or "x"))
        assert (status, code) == (403, "wrong-invitation")
    me = await house.client.get("/v1/seats/me", headers={"Authorization": f"Bearer {party.host}"})
    assert me.json()["seats"] == [0, 2]
    answer = await party.post("resign", {"seat": 1})
    assert answer.status_code == 200, answer.text
    assert (answer.json()["played"]["by"], answer.json()["session"]["seats"][1]["resigned"]) == ("host", True)


async def test_a_host_with_one_seat_need_not_name_it_beside_bots(house: House) -> None:
    party = await table_with(house.client, "Ida", ":random")
    assert (await party.post("seed", {"seed": "mine"})).status_code == 200
    assert (await party.post("roll", {})).status_code == 200


async def test_a_stream_tells_what_bots_do(house: House) -> None:
    party = await table_with(house.client, "Ida", ":random", **SMALL)
    await play_with_bots(party, random.Random(3), 100)
    told = (await party.read("/events", **{"Last-Event-ID": "0"})).text
    data = [json.loads(line.removeprefix("data: ")) for line in told.splitlines() if line.startswith("data: ")]
    entries = await party.record()
    assert {entry["by"] for entry in entries} == {"bot", "host"}
    assert [event["played"] for event in data[:-1]] == entries
    assert [event["session"]["version"] for event in data[:-1]] == [entry["version"] for entry in entries]


async def test_a_stream_follows_what_is_taken_back_of_a_bots_turn(house: House) -> None:
    party = await table_with(house.client, ":random", "Ida", game="titusind", dice_source="players")
    await until(party, playable)
    with house.service.state.feeds.follower() as follower:
        feeds = house.service.state.feeds
        with feeds.following(UUID(party.session["id"]).bytes, follower) as hub:
            row, _ = await house.stored(party)
            hub.begin(house.service.state.games.of(row), row)
            stream = hub.follow(follower, 0, tokens.HOST, None)
            roll = {"seat": 0, "move": {"type": "roll", "dice": [1, 2, 2, 3, 4, 6]}}
            assert (await party.post("moves", roll)).status_code == 200
            await until(party, playable)
            assert (await undo(party)).status_code == 200
            version = party.session["version"]
            seen: list[Any] = []
            async for chunk in stream:
                lines = chunk.body.decode().splitlines()
                seen += [json.loads(line[6:]) for line in lines if line.startswith("data: ")]
                if seen[-1]["session"]["version"] == version:
                    break
            assert seen[-1]["played"]["kind"] == "undo"
            assert seen[-1]["session"] == party.session
            assert [each["session"]["version"] for each in seen] == list(range(1, version + 1))
            await stream.aclose()


async def test_a_rematch_keeps_its_bots(house: House) -> None:
    party = await table_with(house.client, ":best", "Ida", pause_ms=1, **SMALL)
    await play_with_bots(party, random.Random(3), 100)
    answer = await party.post("rematch", {})
    assert answer.status_code == 201, answer.text
    view = answer.json()["session"]
    assert [(seat["name"], seat["bot"]) for seat in view["seats"]] == [("Best bot", "best"), ("Ida", None)]
    assert view["pause_ms"] == 1
    again = type(party)(house.client, answer.json())
    await play_with_bots(again, random.Random(4), 100)
    assert again.session["status"] == "finished"


async def test_a_transcript_says_what_bots_did_and_plays_on_with_them(house: House) -> None:
    party = await table_with(house.client, ":best", "Ida", dice_source="players", **SMALL)
    await play_with_bots(party, random.Random(5), 4)
    await until(party, playable)
    transcript = (await party.read("/transcript")).json()
    validator("Transcript").validate(transcript)
    assert transcript["seats"] == [{"name": "Best bot", "bot": "best"}, {"name": "Ida"}]
    chosen = [entry for entry in transcript["record"] if entry.get("by") == "bot"]
    assert chosen
    assert {entry["seat"] for entry in chosen} == {0}
    answer = await house.client.post("/v1/sessions", json={"transcript": transcript, "pause_ms": 0})
    assert answer.status_code == 201, answer.text
    again = type(party)(house.client, answer.json())
    assert [seat["bot"] for seat in again.session["seats"]] == ["best", None]
    marked = [entry["by"] for entry in await again.record()][: len(transcript["record"])]
    assert [by == "bot" for by in marked] == [entry.get("by") == "bot" for entry in transcript["record"]]
    await play_with_bots(again, random.Random(6), 100)
    assert again.session["status"] == "finished"
    text = (await again.read("/transcript", Accept="text/plain")).text
    opened = await house.client.post("/v1/sessions", json={"transcript": text})
    assert [seat["bot"] for seat in opened.json()["session"]["seats"]] == [None, None]

    for seats, pointer in (
        ([{"name": "A", "bot": "greedy"}, {"name": "Ida"}], "/transcript/seats/0/bot"),
        ([{"name": "A", "bot": "best"}, {"name": "Ida", "bot": "best"}], "/transcript/seats"),
        ([{"name": "A"}, {"name": "Ida"}], "/transcript/record/"),
    ):
        answer = await house.client.post("/v1/sessions", json={"transcript": transcript | {"seats": seats}})
        assert answer.status_code == 422
        assert answer.json()["errors"][0]["pointer"].startswith(pointer)


async def test_a_clock_runs_for_players_and_not_for_bots(house: House) -> None:
    party = await table_with(house.client, "Ida", ":random", turn_seconds=3600, pause_ms=5000)
    while party.session["to_move"] == [0]:
        assert party.session["seats"][0]["due"] is not None
        assert (await party.post("moves", party.session["legal_moves"][-1])).status_code == 200
    assert [seat["due"] for seat in party.session["seats"]] == [None, None]
    row, _ = await house.stored(party)
    assert row is not None
    assert (row.deadline, row.bot_due) == (None, row.updated_at + 5000)


async def test_bots_count_for_the_limit_on_openings_as_sessions_do() -> None:
    limits = Limits(Settings(limit_openings="5/hour"))
    gate = Gate(None, limits, require_api_key=False)  # type: ignore[arg-type]  # no key is looked up
    scope: dict[str, Any] = {"type": "http", "client": ("203.0.113.7", 1), _TOLD: []}
    opener = await gate.authenticate_opener(None, scope)
    gate.count_bots(opener, scope, 2)
    assert limit_fields(told(scope))[1] == (b"ratelimit", b'"openings";r=2;t=3600')
    scope = {"type": "http", "client": ("203.0.113.7", 1), _TOLD: []}
    await gate.authenticate_opener(None, scope)
    gate.count_bots(opener, scope, 31)
    assert limit_fields(told(scope))[1] == (b"ratelimit", b'"openings";r=0;t=3600')


async def test_sessions_without_bots_wake_nobody(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    woken = []
    monkeypatch.setattr(house.service.state.sessions.store.batcher, "with_bots", lambda *told: woken.append(told))
    party = await seated(house.client, "sand")
    assert (await party.post("roll", {})).status_code == 200
    assert woken == []


async def test_a_thousand_waiting_sessions_are_played_by_and_by(house: House) -> None:
    """More than fit into the queue of one opener are not lost; here few, in a queue that takes fewer still."""
    bots = house.service.state.sessions.bots
    tables = [await table_with(house.client, "Ida", ":random", **SMALL) for _ in range(6)]
    bots._queue._most = 2

    async def play(party: Any) -> None:
        while party.session["status"] == "active":
            await play_with_bots(party, random.Random(1), 1)

    async def sweep() -> None:
        while any(party.session["status"] == "active" for party in tables):
            row_due = [await house.stored(party) for party in tables]
            for row, _ in row_due:
                if row is not None:
                    bots.wake(row, None)
            await asyncio.sleep(0.05)

    try:
        await asyncio.gather(sweep(), *map(play, tables))
    finally:
        bots._queue._most = 2048
    assert {party.session["status"] for party in tables} == {"finished"}
