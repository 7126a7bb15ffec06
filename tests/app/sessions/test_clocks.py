"""`turn_seconds`: a seat that lets its time pass leaves, whoever notices first."""

import asyncio
from itertools import chain, repeat
from types import SimpleNamespace
from typing import Any
from uuid import UUID

import pytest

from app.sessions.service import Sessions
from app.sessions.views import timestamp
from tests.app.support.house import Clock, House, Party, seated
from tests.support.patience import PATIENCE

pytestmark = pytest.mark.asyncio(loop_scope="session")

MINUTE = 60_000
BUST = {"dice": [2, 3, 4, 6, 2, 3]}


async def timed(house: House, *names: str | None, game: str = "titusind", **more: Any) -> Party:
    """A session whose seats have a minute for each move, with the players' dice unless told otherwise."""
    return await seated(house.client, game, names, **({"turn_seconds": 60, "dice_source": "players"} | more))


async def due(party: Party) -> list[str | None]:
    return [seat["due"] for seat in (await party.read()).json()["seats"]]


async def left(party: Party) -> list[tuple[int, int, str]]:
    """Who left by the record: version, seat, at."""
    return [
        (entry["version"], entry["seat"], entry["at"])
        for entry in await party.record()
        if (entry["kind"], entry["by"]) == ("resign", "service")
    ]


async def test_without_a_clock_nobody_is_due(house: House) -> None:
    party = await timed(house, "Ida", "Otto", turn_seconds=None)
    assert (party.session["turn_seconds"], await due(party)) == (None, [None, None])


@pytest.mark.parametrize("seconds", [0, -1, 31_536_001, 1.5, "60", True, [60]])
async def test_a_clock_has_whole_seconds_up_to_a_year(house: House, seconds: Any) -> None:
    body = {"game": "sand", "seats": [{"name": "Ida"}], "turn_seconds": seconds}
    answer = await house.client.post("/v1/sessions", json=body)
    assert answer.status_code == 422
    assert [fault["pointer"] for fault in answer.json()["errors"]] == ["/turn_seconds"]


async def test_a_year_is_shown_as_it_is(house: House, clock: Clock) -> None:
    party = await timed(house, "Ida", turn_seconds=31_536_000)
    assert await due(party) == [timestamp(clock.now + 31_536_000_000)]


async def test_each_move_has_its_time(house: House, clock: Clock) -> None:
    party = await timed(house, "Ida", "Otto")
    opened = clock.now
    assert party.session["turn_seconds"] == 60
    assert await due(party) == [timestamp(opened + MINUTE), None]
    clock.now += 50_000
    rolled = await party.post("roll", {"dice": [1, 1, 1, 5, 5, 2]})
    assert rolled.json()["session"]["seats"][0]["due"] == timestamp(opened + 110_000)
    clock.now += 50_000
    assert (await party.post("set-aside", {"dice": [2]})).status_code == 409
    assert await due(party) == [timestamp(opened + 110_000), None], "a refusal gives no time"
    await party.post("set-aside", {"dice": [1, 1, 1, 5]})
    clock.now += MINUTE
    await party.post("bank", {})
    assert await due(party) == [None, timestamp(clock.now + MINUTE)], "at the very moment it is in time"
    await party.post("roll", BUST)
    assert await due(party) == [timestamp(clock.now + MINUTE), None]


async def test_a_reader_sees_that_time_is_over(house: House, clock: Clock) -> None:
    for path in ("", "/record", "/fairness", "?legal=none"):
        party = await timed(house, "Ida", "Otto", dice_source="server")
        clock.now += MINUTE
        assert (await party.read()).json()["status"] == "active"
        clock.now += 1
        await party.read(path)
        row, record = await house.stored(party)
        assert row is not None
        assert (row.status, row.deadline, row.version, len(record)) == ("finished", None, 1, 1), path
        shown = (await party.read()).json()
        assert shown["outcome"]["winners"] == [1]
        assert [seat["resigned"] for seat in shown["seats"]] == [True, False]
        assert await due(party) == [None, None]
        assert await left(party) == [(1, 0, timestamp(clock.now))]
        entry = (await party.record())[0]
        assert (entry["kind"], entry["by"], entry["move"], entry["dice"]) == ("resign", "service", None, [])


async def test_another_seat_moves_on_past_the_late_one(house: House, clock: Clock) -> None:
    party = await timed(house, "Ida", "Otto", "Žofie")
    clock.now += MINUTE + 1
    stale = await party.post("roll", BUST, party.tokens[1], **{"If-Match": '"0"'})
    assert (stale.status_code, stale.json()["session"]["version"]) == (412, 1)
    moved = await party.through(house.beside).post("roll", BUST, party.tokens[1])
    assert (moved.status_code, moved.json()["played"]["version"]) == (200, 2)
    assert await left(party) == [(1, 0, timestamp(clock.now))]
    assert await due(party) == [None, None, timestamp(clock.now + MINUTE)]
    assert await house.refused(party, party.post("roll", BUST, party.tokens[0])) == (409, "not-your-turn")
    assert await house.refused(party, party.post("resign", {}, party.tokens[0])) == (409, "resigned")


@pytest.mark.parametrize(
    ("names", "path", "body", "code"),
    [
        (("Ida", "Otto", "Žofie"), "roll", BUST, "not-your-turn"),
        (("Ida", "Otto", "Žofie"), "resign", {}, "resigned"),
        (("Ida", "Otto"), "roll", BUST, "finished"),
        (("Ida", "Otto"), "resign", {}, "finished"),
        (("Ida", "Otto"), "seed", {"seed": "x"}, "finished"),
        (("Ida",), "roll", BUST, "finished"),
    ],
)
async def test_the_late_seat_is_refused(
    house: House, clock: Clock, names: tuple[str, ...], path: str, body: Any, code: str
) -> None:
    party = await timed(house, *names)
    clock.now += MINUTE + 1
    answer = await party.post(path, body, party.tokens[0], **{"Idempotency-Key": "k"})
    assert (answer.status_code, answer.json()["code"]) == (409, code)
    assert answer.json()["session"] == (await party.read()).json()
    assert await left(party) == [(1, 0, timestamp(clock.now))]
    if len(names) == 1:
        assert answer.json()["session"]["outcome"]["winners"] == []


async def test_one_after_the_other_may_be_late(house: House, clock: Clock) -> None:
    party = await timed(house, "Ida", "Otto", "Žofie")
    for seat in range(2):
        clock.now += MINUTE + 1
        await party.read()
        assert [late for _, late, _ in await left(party)] == list(range(seat + 1)), "each has its own minute"
    assert (await party.read()).json()["outcome"]["winners"] == [2]


async def test_of_seats_that_act_at_once_all_that_are_late_leave(house: House, clock: Clock) -> None:
    party = await timed(house, "Ida", "Otto", "Žofie", "Jan", game="wohin-damit", dice_source="server")
    opened = clock.now
    assert await due(party) == [timestamp(opened + MINUTE)] * 4
    clock.now += 30_000
    await party.post("roll", {}, party.tokens[1])
    clock.now += 10_000
    await party.post("roll", {}, party.tokens[3])
    assert await due(party) == [timestamp(opened + MINUTE), None, timestamp(opened + MINUTE), None], "they wait"
    clock.now = opened + MINUTE + 1
    moved = await party.post("roll", {}, party.tokens[1])
    assert (moved.status_code, len(moved.json()["played"]["dice"])) == (200, 1), "the blue die has passed to it"
    assert [seat for _, seat, _ in await left(party)] == [0, 2]
    ends = timestamp(clock.now + MINUTE)
    assert await due(party) == [None, ends, None, ends], "whoever waited has all its time"
    clock.now += MINUTE + 1
    shown = (await party.read()).json()
    assert (shown["status"], shown["outcome"]["winners"]) == ("finished", [3])
    assert [place["seat"] for place in shown["outcome"]["ranking"]] == [3, 1, 2, 0], "the last to leave comes first"
    assert [seat for _, seat, _ in await left(party)] == [0, 2, 1]


async def test_a_whole_table_may_be_late(house: House, clock: Clock) -> None:
    party = await timed(house, *map(str, range(32)), game="wohin-damit")
    clock.now += MINUTE + 1
    shown = (await party.read()).json()
    assert (shown["status"], shown["version"], shown["outcome"]["winners"]) == ("finished", 31, [31])


async def test_no_clock_runs_before_play_starts(house: House, clock: Clock) -> None:
    party = await timed(house, "Ida", None)
    clock.now += 100 * MINUTE
    assert await due(party) == [None, None]
    await party.claim(1)
    assert await due(party) == [timestamp(clock.now + MINUTE), None]
    clock.now += MINUTE
    assert (await party.post("roll", BUST)).status_code == 200


async def test_only_moves_give_time(house: House, clock: Clock) -> None:
    party = await timed(house, "Ida", "Otto", "Žofie", dice_source="server")
    first = await due(party)
    clock.now += 10_000
    assert (await party.post("seed", {"seed": "x"}, party.tokens[0])).status_code == 200
    assert (await party.post("tokens", {"seat": 1})).status_code == 200
    assert (await party.post("resign", {}, party.tokens[2])).status_code == 200
    assert await due(party) == first


async def test_a_replay_gives_no_time(house: House, clock: Clock) -> None:
    party = await timed(house, "Ida", "Otto")
    key = {"Idempotency-Key": "k"}
    await party.post("roll", {"dice": [1, 1, 1, 5, 5, 2]}, **key)
    first = await due(party)
    clock.now += 10_000
    await party.post("roll", {"dice": [1, 1, 1, 5, 5, 2]}, **key)
    assert await due(party) == first


async def test_the_timer_notices_and_workers_do_not_disturb_each_other(house: House, clock: Clock) -> None:
    parties = [await timed(house, "Ida", "Otto", "Žofie") for _ in range(3)]
    sessions: Sessions = house.service.state.sessions
    others: Sessions = house.neighbour.state.sessions
    clock.now += MINUTE + 1
    await asyncio.gather(sessions.sweep(), others.sweep(), sessions.sweep())
    for party in parties:
        _, record = await house.stored(party)
        assert [(entry.kind, entry.seat, entry.by) for entry in record] == [("resign", 0, "service")]


async def test_a_game_that_is_not_installed_stops_no_clock_of_others(house: House, clock: Clock) -> None:
    sessions: Sessions = house.service.state.sessions
    party = await timed(house, "Ida", "Otto", "Žofie")
    row, _ = await house.stored(party)
    assert row is not None
    gone = row._replace(id=bytes(15) + bytes([clock.now % 256]), game="gone", deadline=1, clocks="[1,null,null]")
    await sessions.store.delete(gone.id)
    await sessions.store.create(gone, None)
    clock.now += MINUTE + 1
    await sessions.sweep()
    _, record = await house.stored(party)
    assert [entry.kind for entry in record] == ["resign"]
    address = f"/v1/sessions/{UUID(bytes=gone.id)}"
    assert (await house.client.get(f"{address}/record")).json()["entries"] == []
    shown = await house.client.get(address)
    assert (shown.status_code, shown.json()["code"]) == (503, "game-unavailable")
    host = {"Authorization": f"Bearer {party.host}"}
    assert (await house.client.delete(address, headers=host)).status_code == 204


async def test_a_clock_that_is_set_back_hangs_nobody(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    party = await timed(house, "Ida", "Otto", "Žofie", turn_seconds=3600)
    row, _ = await house.stored(party)
    assert row is not None
    assert row.deadline is not None
    times = chain([row.deadline + 1], repeat(row.deadline - 1))
    monkeypatch.setattr("app.http.clock.time", SimpleNamespace(time_ns=lambda: next(times) * 1_000_000))
    answer = await asyncio.wait_for(party.post("roll", BUST, party.tokens[1]), PATIENCE)
    assert (answer.status_code, answer.json()["played"]["version"]) == (200, 2)
