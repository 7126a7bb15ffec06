"""A roll that names what is set aside first: both moves or none, and in the record as if sent one after the other."""

import random
from typing import Any

import pytest

from app.sessions import referee
from rules.contract import AnyGame
from rules.playout import throw
from rules.registry import BUILT_IN
from tests.app.support.event_streams import on_a_socket, streaming
from tests.app.support.house import House, Party, seated

pytestmark = pytest.mark.asyncio(loop_scope="session")

ASIDE = [game for game in BUILT_IN if {"roll", "set_aside"} <= set(game.verbs)]
OTHERS = [game for game in BUILT_IN if "set_aside" not in game.verbs]


def timeless(told: Any) -> Any:
    """A view, or entries, without what differs between two sessions that were played alike."""
    if isinstance(told, list):
        return [timeless(entry) for entry in told]
    return {name: value for name, value in told.items() if name not in ("id", "at")}


def able(view: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    return [legal for legal in view["legal_moves"] if legal["move"]["type"] == kind]


@pytest.mark.parametrize("game", ASIDE, ids=lambda game: game.name)
async def test_one_call_is_the_two(house: House, game: AnyGame) -> None:
    """Wherever dice may be set aside and others rolled, one call leaves just what the two leave."""
    chance = random.Random(game.name)
    one, two = [await seated(house.client, game.name, dice_source="players") for _ in range(2)]
    together = 0
    for _ in range(40):
        view = one.session
        if view["status"] != "active":
            break
        assert timeless(view) == timeless(two.session)
        ways = able(view, "set_aside")
        if not ways:
            pick = chance.choice(view["legal_moves"])
            move = pick["move"] | ({"dice": throw(chance, pick["throws"])} if pick["throws"] else {})
            for party in (one, two):
                assert (await party.post("moves", {"seat": pick["seat"], "move": move})).status_code == 200
            continue
        kept = chance.choice(ways)
        seat, dice = kept["seat"], kept["move"]["dice"]
        first = await two.post("set-aside", {"seat": seat, "dice": dice})
        if not (rolls := able(two.session, "roll")):
            assert (await one.post("set-aside", {"seat": seat, "dice": dice})).status_code == 200
            continue
        together += 1
        faces = throw(chance, rolls[0]["throws"])
        second = await two.post("roll", {"seat": seat, "dice": faces})
        both = await one.post("roll", {"seat": seat, "dice": faces, "set_aside": dice})
        assert both.status_code == 200, both.text
        assert timeless(both.json()["before"]) == timeless(first.json()["played"])
        assert timeless(both.json()["played"]) == timeless(second.json()["played"])
        assert both.headers["etag"] == second.headers["etag"]
        assert both.json()["before"]["at"] == both.json()["played"]["at"]
    assert together
    assert timeless(await one.record()) == timeless(await two.record())
    here, there = [(await party.read("/transcript?format=json")).json() for party in (one, two)]
    assert here == there
    checked = await house.client.post(f"/v1/games/{game.name}/check", json=here)
    assert (checked.json()["valid"], checked.json()["faults"]) == (True, [])
    row, entries = await house.stored(one)
    assert row is not None
    assert row.version == len(entries)


async def yatzy(house: House, **more: Any) -> Party:
    """A session of yatzy after its first throw."""
    party = await seated(house.client, "yatzy-bg", **more)
    body = {"dice": [1, 2, 3, 3, 6]} if more.get("dice_source") == "players" else {}
    assert (await party.post("roll", body)).status_code == 200
    return party


async def test_the_services_dice_are_those_of_two_calls(house: House) -> None:
    party = await yatzy(house)
    thrown = party.session["state"]["dice"]
    answer = (await party.post("roll", {"set_aside": thrown[:2]})).json()
    assert (answer["before"]["move"], answer["before"]["dice"]) == ({"type": "set_aside", "dice": thrown[:2]}, [])
    assert (answer["played"]["move"], len(answer["played"]["dice"])) == ({"type": "roll"}, 3)
    assert sorted(answer["session"]["state"]["dice"]) == sorted(thrown[:2] + answer["played"]["dice"])
    for seat in (0, 1):
        await party.post("resign", {"seat": seat})
    throws = (await party.read("/fairness")).json()["throws"]
    assert [throw["dice"] for throw in throws] == [entry["dice"] for entry in await party.record() if entry["dice"]]


async def test_null_names_nothing(house: House) -> None:
    party = await yatzy(house)
    answer = await party.post("roll", {"set_aside": None})
    assert (answer.status_code, len(answer.json()["played"]["dice"])) == (200, 5)
    assert "before" not in answer.json()


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"set_aside": [3, 3]}, "/dice"),
        ({"set_aside": [3, 3], "dice": [1, 2]}, "/dice"),
        ({"set_aside": [3, 3], "dice": [1, 2, 9]}, "/dice/2"),
        ({"set_aside": [], "dice": [1, 2, 3, 4, 5]}, "/set_aside"),
        ({"set_aside": [3, 7], "dice": [1, 2, 3]}, "/set_aside/1"),
        ({"set_aside": [3, True], "dice": [1, 2, 3]}, "/set_aside/1"),
        ({"set_aside": 3, "dice": [1, 2, 3]}, "/set_aside"),
        ({"set_aside": {"dice": [3]}, "dice": [1, 2, 3]}, "/set_aside"),
        ({"set_aside": [3] * 7, "dice": [1, 2, 3]}, "/set_aside"),
    ],
)
async def test_a_wrong_field_is_named_and_nothing_is_set_aside(house: House, body: Any, pointer: str) -> None:
    party = await yatzy(house, dice_source="players")
    assert await house.refused(party, party.post("roll", body)) == (422, "invalid-fields")
    problem = (await party.post("roll", body)).json()
    assert [fault["pointer"] for fault in problem["errors"]] == [pointer]


async def test_what_the_rules_refuse_of_either_refuses_both(house: House) -> None:
    party = await yatzy(house, dice_source="players")
    not_there = {"set_aside": [5], "dice": [1, 2, 3, 4]}
    all_dice = {"set_aside": [1, 2, 3, 3, 6], "dice": [1]}
    for body in (not_there, all_dice):
        assert await house.refused(party, party.post("roll", body)) == (409, "illegal-move")
    for faces in ([1, 1, 1], [2, 2, 2]):
        await party.post("roll", {"set_aside": [3, 3], "dice": faces})
    assert party.session["state"]["throws_left"] == 0
    assert await house.refused(party, party.post("roll", {"set_aside": [3], "dice": [1, 2, 3, 4]})) == (
        409,
        "illegal-move",
    )


async def test_a_move_of_the_list_names_nothing(house: House) -> None:
    party = await yatzy(house)
    body = {"move": {"type": "roll", "set_aside": [party.session["state"]["dice"][0]]}}
    assert await house.refused(party, party.post("moves", body)) == (422, "invalid-fields")


@pytest.mark.parametrize("game", OTHERS, ids=lambda game: game.name)
async def test_a_game_without_setting_aside_has_no_such_field(house: House, game: AnyGame) -> None:
    party = await seated(house.client, game.name, ("Ida", "Otto")[: game.max_seats])
    seat = party.session["to_move"][0]
    asked = party.post("roll", {"seat": seat, "set_aside": [1]})
    assert await house.refused(party, asked) == (422, "invalid-fields")


async def test_it_is_meant_for_one_version(house: House) -> None:
    party = await yatzy(house)
    body = {"set_aside": party.session["state"]["dice"][:1]}
    for past in ("0", "2"):
        asked = party.post("roll", body, **{"If-Match": f'"{past}"'})
        assert await house.refused(party, asked) == (412, "version-mismatch")
    assert (await party.post("roll", body, **{"If-Match": '"1"'})).headers["etag"] == '"3"'
    asked = party.post("roll", body, **{"If-Match": '"1"'})
    assert await house.refused(party, asked) == (412, "version-mismatch")


async def test_a_retry_is_told_both(house: House) -> None:
    party = await yatzy(house)
    body = {"set_aside": party.session["state"]["dice"][:2]}
    key = {"Idempotency-Key": "again", "If-Match": '"1"'}
    first = await party.post("roll", body, **key)
    await party.post("choose-category", {"category": "chance"})
    for side in (party, party.through(house.beside)):
        again = await side.post("roll", body, **key)
        assert again.headers["idempotency-replayed"] == "true"
        assert {name: again.json()[name] for name in ("before", "played")} == {
            name: first.json()[name] for name in ("before", "played")
        }
        assert again.json()["session"]["version"] == 4
    asked = party.post("roll", {"set_aside": body["set_aside"][:1]}, **key)
    assert await house.refused(party, asked) == (422, "key-reused")
    assert [entry["version"] for entry in await party.record()] == [1, 2, 3, 4]


async def test_the_two_are_taken_back_one_by_one(house: House) -> None:
    party = await yatzy(house, dice_source="players")
    before = party.session["state"]
    await party.post("roll", {"set_aside": [3, 3], "dice": [4, 5, 6]})
    for version, aside in ((3, [3, 3]), (4, [])):
        undone = await party.post("undo", {}, **{"If-Match": f'"{version}"'})
        assert undone.json()["session"]["state"]["set_aside"] == aside
    assert party.session["state"] == before


async def test_a_record_needs_room_for_both(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    party = await yatzy(house)
    monkeypatch.setattr(referee, "MOST_ENTRIES", 2)
    body = {"set_aside": party.session["state"]["dice"][:1]}
    assert await house.refused(party, party.post("roll", body)) == (409, "record-full")
    assert (await party.post("set-aside", {"dice": body["set_aside"]})).status_code == 200


async def test_a_stream_tells_the_one_and_then_the_other(house: House) -> None:
    async with on_a_socket(house.service) as web:
        party = await yatzy(house)
        async with streaming(web, f"{party.address}/events", after=1) as stream:
            answer = (await party.post("roll", {"set_aside": party.session["state"]["dice"][:2]})).json()
            told = await stream.take(2)
        assert [(event.name, event.id) for event in told] == [("move", "2"), ("move", "3")]
        assert [event.data["played"] for event in told] == [answer["before"], answer["played"]]
        async with streaming(web, f"{party.address}/events", after=2) as stream:
            assert (await stream.next()).data["session"]["version"] == 3
