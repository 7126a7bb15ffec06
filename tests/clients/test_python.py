"""The Python client, asynchronous and synchronous, against a real service."""

import asyncio
import random
from collections.abc import Coroutine, Sequence
from contextlib import aclosing, suppress
from typing import Any

import httpx
import pytest

from rollwright_client import AsyncClient, Problem
from rollwright_client.asynchronous_connection import AT_ONCE
from rollwright_client.contract import LegalMove, NamedSeat, OpenedSession, Session, SessionEvent
from tests.clients.conftest import Connect, Held, Way, misbehaving, take

SEATS: list[NamedSeat] = [{"name": "Ida"}, {"name": "Otto"}]
NOBODY = "0198c0de-0000-7000-8000-000000000000"


async def refused(asked: Coroutine[Any, Any, Any]) -> Problem:
    with pytest.raises(Problem) as caught:
        await asked
    return caught.value


async def play(client: AsyncClient, opened: OpenedSession, until: float = float("inf")) -> Session:
    """Play random legal moves as the host until the session is over or has come to a version."""
    table = client.table(opened["session"]["id"], opened["host_token"])
    view = await table.view()
    while view["status"] == "active" and view["version"] < until:
        legal: Sequence[LegalMove] = view["legal_moves"]
        view = (await table.play(random.choice(legal)))["session"]
    return view


def versions(events: list[SessionEvent]) -> list[int | str]:
    return [event["event"] if event["event"] == "end" else event["version"] for event in events]


# --- calls -----------------------------------------------------------------------------------------------------


async def test_games_options_and_loose_dice(client: AsyncClient) -> None:
    games = await client.games()
    game = await client.game("yatzy-bg", lang="en")
    findings = await client.check_options("sand", {"options": {"target": 10000}})
    score = await client.score("titusind", {"dice": [1, 2, 2, 2, 5, 6]})
    assert "yatzy-bg" in {each["name"] for each in games["games"]}
    assert len(game["categories"]) == 13
    assert findings["valid"]
    assert score["best"] is not None
    assert score["best"]["points"] == 350


async def test_verbs_record_sheet_and_undo(client: AsyncClient) -> None:
    opened = await client.open({"game": "titusind", "seats": [*SEATS], "dice_source": "players"})
    table = client.table(opened["session"]["id"], opened["host_token"])
    await table.roll({"dice": [1, 1, 1, 2, 5, 6]})
    aside = await table.set_aside({"dice": [5, 1, 1, 1]}, version=1)
    banked = await table.bank({"seat": 0}, legal="none")
    assert (aside["played"]["points"], banked["session"]["seats"][0]["total"]) == (1050, 1050)
    assert banked["session"]["legal_moves"] == []
    page = await table.record(after=1, limit=1)
    assert (page["entries"], page["next"]) == ([aside["played"]], 2)
    transcript = await table.transcript()
    assert (await client.check("titusind", transcript))["faults"] == []
    checked = await client.check("titusind", (await table.transcript_text()).replace("bank 1050", "bank 1000"))
    assert (checked["valid"], checked["totals"]["right"]) == (False, [1050, 0])
    resumed = await client.open({"transcript": transcript, "dice_source": "players"})
    assert resumed["session"]["seats"][0]["total"] == 1050
    assert (await refused(table.skip({"seat": 1}))).code == "not-absent"
    undone = await table.undo(version=3)
    assert (undone["played"]["kind"], undone["session"]["seats"][0]["total"]) == ("undo", 0)
    sheet = await table.sheet(lang="en")
    assert [column["name"] for column in sheet["columns"]] == ["Ida", "Otto"]
    assert (await refused(table.fairness())).code == "not-provable"
    over = (await table.resign({"seat": 1}))["session"]
    assert over["outcome"] is not None
    assert over["outcome"]["winners"] == [0]


async def test_presets_are_found_packed_unpacked_and_read(client: AsyncClient) -> None:
    found = await client.presets("yatzy", language="da", dice=6, kind="sheet")
    assert sorted(preset["preset"] for preset in found["presets"]) == ["maxi-yatzy", "maxi-yatzy-75"]
    assert len((await client.presets())["presets"]) > 30
    told = await client.check_options("sheet", {"preset": "maxi-yatzy"})
    again = await client.check_options("sheet", {"packed": told["packed"]})
    assert again["options"] == told["options"]
    opened = await client.open({"game": "sheet", "preset": "maxi-yatzy", "seats": [*SEATS]})
    page = await client.table(opened["session"]).rules(lang="da")
    assert "\n**2.8** De slag, som en tur ikke bruger, gemmes til spilleren." in page["rules"]


async def test_a_category_and_a_choice_of_sums(client: AsyncClient) -> None:
    yatzy = await client.open({"game": "yatzy-bg", "seats": [*SEATS], "dice_source": "players"})
    table = client.table(yatzy["session"]["id"], yatzy["host_token"])
    await table.roll({"dice": [4, 4, 4, 6, 6]})
    assert (await table.choose_category({"category": "full_house"}))["played"]["points"] == 24
    solitaire = await client.open({"game": "solitaire-dice", "seats": [{"name": "Ida"}], "dice_source": "players"})
    table = client.table(solitaire["session"]["id"], solitaire["host_token"])
    await table.roll({"dice": [4, 4, 2, 6, 6]})
    assert (await table.choose_category({"sums": (10, 8), "fifth": 4}))["played"]["points"] == -400


async def test_seats_for_others(client: AsyncClient) -> None:
    opened = await client.open({"game": "sand", "seats": [{"name": "Ida"}, {"open": True}]})
    session, invitation = opened["session"]["id"], opened["seats"][1].get("invitation")
    claimed = await client.table(session).claim(1, {"name": "Otto", "invitation": invitation or ""})
    fresh = (await client.table(session, claimed["token"]).replace_token()).get("token") or ""
    otto = client.table(session, fresh)
    await otto.seed({"seed": "seven geese"})
    await client.table(session, opened["host_token"]).roll()
    assert (await otto.fairness())["seeds"] == [None, "seven geese"]
    assert (await client.my_seat(fresh))["seats"] == [1]
    assert (await refused(client.my_seat(claimed["token"]))).code == "unauthorized"


async def test_of_two_moves_for_one_version_one_is_played(client: AsyncClient) -> None:
    opened = await client.open({"game": "sand", "seats": [*SEATS]})
    table = client.table(opened["session"]["id"], opened["host_token"])
    both = await asyncio.gather(table.roll(version=0), table.roll(version=0), return_exceptions=True)
    [lost] = [each for each in both if isinstance(each, Problem)]
    assert (lost.code, lost.status) == ("version-mismatch", 412)
    assert lost.session is not None
    assert lost.session["version"] == 1


async def test_a_move_is_meant_for_the_version_that_was_shown(client: AsyncClient) -> None:
    """Two devices of a seat: what one chose before it saw what the other did is refused, and told."""
    opened = await client.open({"game": "yatzy-bg", "seats": [*SEATS]})
    one, two = [client.table(opened["session"], opened["host_token"]) for _ in range(2)]
    assert (one.version, client.table(opened["session"]["id"]).version) == (0, None)
    thrown = await one.roll()
    late = await refused(two.roll())
    assert (late.code, late.meanwhile, two.version) == ("version-mismatch", [thrown["played"]], 1)
    assert str(late).endswith("; meanwhile: 1 roll (seat 0)")
    await two.roll()
    assert (await one.roll(version="any"))["session"]["version"] == 3
    exact = await refused(one.choose_category({"category": "chance"}, version=2))
    assert [entry["version"] for entry in exact.meanwhile] == [3]


async def test_views_answers_and_events_say_what_a_move_is_meant_for(client: AsyncClient) -> None:
    opened = await client.open({"game": "yatzy-bg", "seats": [*SEATS]})
    table, other = [client.table(opened["session"]["id"], opened["host_token"]) for _ in range(2)]
    await other.roll()
    assert (other.version, table.version) == (1, None)
    await take(table.events(after=0), 1)
    assert table.version == 1
    await other.roll()
    assert (await refused(table.roll())).code == "version-mismatch"
    await other.choose_category({"category": "chance"})
    assert ((await table.view())["version"], table.version) == (3, 3)
    async with aclosing(client.seat_events([opened["host_token"]])) as events:
        told = await anext(events)
    assert told["event"] == "seat"
    assert client.table(told["data"], opened["host_token"]).version == told["data"]["version"]


async def test_a_roll_names_what_is_set_aside_first(client: AsyncClient) -> None:
    opened = await client.open({"game": "yatzy-bg", "seats": [*SEATS]})
    table = client.table(opened["session"], opened["host_token"])
    thrown = (await table.roll())["played"]["dice"]
    answer = await table.roll({"set_aside": thrown[:2]})
    before = answer.get("before")
    assert before is not None
    assert (before["version"], len(answer["played"]["dice"]), table.version) == (2, 3, 3)


async def test_a_choice_that_others_left_as_it_was_is_sent_again(client: AsyncClient) -> None:
    """All seats of wohin-damit choose at once: that another was faster takes nothing from a choice."""
    opened = await client.open({"game": "wohin-damit", "seats": [*SEATS], "dice_source": "players"})
    host = client.table(opened["session"], opened["host_token"])
    for seat, dice in ((1, [3]), (0, [2, 4])):
        legal = next(each for each in (await host.view())["legal_moves"] if each["seat"] == seat)
        await host.play({"seat": seat, "move": {**legal["move"], "dice": dice}})  # type: ignore[typeddict-item]
    view = await host.view()
    tables = [client.table(view, opened["seats"][seat].get("token")) for seat in (0, 1)]
    choices = [next(each for each in view["legal_moves"] if each["seat"] == seat) for seat in (0, 1)]
    await tables[0].play(choices[0])
    chosen = (await tables[1].play(choices[1]))["played"]
    assert (chosen["seat"], chosen["version"]) == (1, view["version"] + 2)
    again = await refused(tables[1].play(choices[1], version=view["version"]))
    assert [entry["seat"] for entry in again.meanwhile] == [0, 1]


async def test_a_key_is_good_for_one_move(client: AsyncClient) -> None:
    opened = await client.open({"game": "sand", "seats": [*SEATS]})
    table = client.table(opened["session"]["id"], opened["host_token"])
    assert (await table.roll(key="one"))["played"] == (await table.roll(key="one"))["played"]


async def test_problems_say_what_was_wrong(client: AsyncClient) -> None:
    opened = await client.open({"game": "sand", "seats": [*SEATS], "dice_source": "players"})
    table = client.table(opened["session"]["id"], opened["host_token"])
    fields = await refused(table.roll({"dice": [1, 7]}))
    assert [fault.get("pointer") for fault in fields.details.get("errors") or ()] == ["/dice/1"]
    assert "/dice/1: " in str(fields)
    rules = await refused(table.bank())
    assert (rules.code, rules.details.get("rule")) == ("illegal-move", "4.1")
    assert str(rules) == rules.details.get("detail")
    await table.delete()
    await table.delete()
    assert (await refused(table.view())).code == "unknown-session"
    stranger = await client.open({"game": "sand", "seats": [*SEATS]})
    assert (await refused(client.table(stranger["session"]["id"], "rw_host_no").delete())).code == "unauthorized"


# --- sending again ---------------------------------------------------------------------------------------------


def problem(status: int, code: str, *headers: str) -> bytes:
    body = f'{{"status": {status}, "code": "{code}"}}'
    head = [f"HTTP/1.1 {status} No", f"Content-Length: {len(body)}", *headers]
    return "\r\n".join([*head, "", body]).encode()


GOOD = b'HTTP/1.1 200 OK\r\nContent-Length: 25\r\n\r\n{"session":{"version":1}}'
CUT = b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"
BUSY = problem(503, "store-unavailable", "Retry-After: 0")
PROXY = [f"HTTP/1.1 {status} No\r\nContent-Length: 3\r\n\r\n<p>".encode() for status in (502, 504, 520, 524)]


@pytest.mark.parametrize(
    "failure",
    [b"", CUT, None, BUSY, problem(429, "rate-limited", "Retry-After: 0"), *PROXY],
    ids=["lost", "cut", "silent", "503", "429", "502", "504", "520", "524"],
)
async def test_what_gets_lost_is_sent_again_with_the_same_key(connect: Connect, failure: bytes) -> None:
    async with misbehaving([failure, failure, GOOD]) as (address, requests):
        patience = 1.0 if failure is None else 30.0  # only silence has to be waited for
        answer: Any = await connect(address, timeout_seconds=patience).table("1", "rw_seat_1").roll()
    assert answer == {"session": {"version": 1}}
    assert len({request["idempotency-key"] for request in requests}) == 1
    assert len(requests) == 3


async def test_many_bots_of_one_client_wait_their_turn(connect: Connect) -> None:
    """So that httpx has few connections to look at; those that are answered later lose nothing."""
    under_way, most = 0, 0

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal under_way, most
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            while head := await reader.readuntil(b"\r\n\r\n"):
                await reader.readexactly(int(head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0]))
                under_way += 1
                most = max(most, under_way)
                await asyncio.sleep(0.001)
                under_way -= 1
                writer.write(GOOD)
        writer.close()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
        client = connect("http://{}:{}".format(*server.sockets[0].getsockname()))
        answers: list[Any] = await asyncio.gather(*(client.table("1", "rw_seat_1").roll() for _ in range(100)))
        await client.aclose()
    assert answers == [{"session": {"version": 1}}] * 100
    assert most <= AT_ONCE


async def test_in_the_end_it_gives_up(connect: Connect) -> None:
    async with misbehaving([b""] * 9) as (address, requests):
        with pytest.raises(httpx.TransportError):
            await connect(address).table("1").roll()
    assert len(requests) == 4


@pytest.mark.parametrize(
    ("refusal", "code"),
    [
        (problem(503, "game-unavailable"), "game-unavailable"),
        (problem(409, "waiting"), "waiting"),
        (problem(429, "rate-limited", "Retry-After: 3600"), "rate-limited"),
        (b"HTTP/1.1 418 No\r\nContent-Length: 6\r\n\r\n<html>", "unexplained"),
    ],
    ids=["game", "state", "hour", "teapot"],
)
async def test_what_will_not_pass_is_not_sent_again(connect: Connect, refusal: bytes, code: str) -> None:
    async with misbehaving([refusal]) as (address, requests):
        assert (await refused(connect(address).table("1").roll())).code == code
    assert len(requests) == 1


# --- live events -----------------------------------------------------------------------------------------------


async def test_a_session_to_its_end_over_a_connection_that_is_cut(
    connect: Connect, client: AsyncClient, way: Way
) -> None:
    opened = await client.open({"game": "wohin-damit", "seats": [*SEATS]})
    followed = connect(way.address).table(opened["session"]["id"])
    playing = asyncio.create_task(asyncio.sleep(0))
    seen: list[SessionEvent] = []
    async with aclosing(followed.events()) as events:
        async for event in events:
            seen.append(event)
            if event["event"] == "session":
                playing = asyncio.create_task(play(client, opened, 5))  # type: ignore[arg-type]
            elif event["event"] != "end" and event["version"] == 5:
                way.cut()
                await play(client, opened, 9)
                way.mend()
                playing = asyncio.create_task(play(client, opened))  # type: ignore[arg-type]
    await playing
    last = (await client.table(opened["session"]["id"]).view())["version"]
    assert versions(seen) == [*range(last + 1), "end"]
    assert seen[0]["event"] == "session"
    assert versions(await take(followed.events(after=last - 2))) == [last - 1, last, "end"]
    assert await take(followed.events(after=last)) == []


async def test_a_stream_can_be_left_and_ends_where_the_session_is_deleted(client: AsyncClient) -> None:
    opened = await client.open({"game": "sand", "seats": [*SEATS]})
    table = client.table(opened["session"]["id"], opened["host_token"])
    [first] = await take(table.events(legal="all"), 1)
    assert len(first["data"]["legal_moves"]) == 1
    async with aclosing(table.events()) as events:
        async for event in events:
            if event["event"] == "session":
                await table.delete()
    assert event == {"event": "end", "data": {"status": "deleted", "outcome": None}}


async def test_what_cannot_be_followed_is_refused(connect: Connect, client: AsyncClient) -> None:
    assert (await refused(take(client.table(NOBODY).events()))).code == "unknown-session"
    assert (await refused(take(client.seat_events(["rw_seat_no"])))).code == "invalid-fields"
    with pytest.raises(httpx.ConnectError):
        await take(connect("http://127.0.0.1:9").table(NOBODY).events())


async def test_a_stream_that_goes_silent_is_connected_anew_after_the_last_id(connect: Connect) -> None:
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
    first = Held(head + b"retry: 10\n\nevent: session\nid: 4\ndata: {}\n\n")
    rest = head + b"event: move\nid: 5\ndata: {}\n\nevent: end\nid: 5\ndata: {}\n\n"
    async with misbehaving([first, BUSY, rest]) as (address, requests):
        events = await take(connect(address).table("1").events(silence_seconds=1))
    assert versions(events) == [4, 5, "end"]
    assert [request.get("last-event-id") for request in requests] == [None, "4", "4"]


async def test_all_seats_on_one_stream_over_a_connection_that_is_cut(
    connect: Connect, client: AsyncClient, way: Way
) -> None:
    opened = [await client.open({"game": "solitaire-dice", "seats": [{"name": "Ida"}]}) for _ in range(3)]
    tokens = {each["session"]["id"]: each["host_token"] for each in opened}
    gone = opened[1]["session"]["id"]
    ends: list[tuple[str, str]] = []
    turns = 0
    async with aclosing(connect(way.address).seat_events(tokens.values())) as events:
        async for event in events:
            session = event["data"]["session"]
            if event["event"] == "end":
                ends.append((session, event["data"]["status"]))
            elif event["data"]["to_move"] and session != gone:
                turns += 1
                if turns == 7:
                    way.cut()
                    await client.table(gone, tokens[gone]).delete()
                    way.mend()
                try:
                    table = client.table(session, tokens[session])
                    await table.play(event["data"]["legal_moves"][0], version=event["data"]["version"])
                except Problem as lost:
                    assert lost.code == "version-mismatch"  # noqa: PT017 - most are played
    assert sorted(ends) == sorted((session, "finished") for session in tokens if session != gone)
