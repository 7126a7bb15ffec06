"""Seats: those that are open to strangers, and leaving the game."""

import asyncio
import json
from collections import Counter
from typing import Any

import pytest

from rules.contract import AnyGame
from rules.registry import BUILT_IN
from tests.app.support.house import House, seated

pytestmark = pytest.mark.asyncio(loop_scope="session")

THROW = {"dice": [1, 2, 3, 4, 6, 6]}
STRANGERS = ("Ida", None, None)


def seats(session: dict[str, Any], member: str) -> list[Any]:
    return [seat[member] for seat in session["seats"]]


async def test_an_open_seat_has_an_invitation_and_no_token(house: House) -> None:
    body = {"game": "sand", "seats": [{"name": "Ida"}, {"open": True}]}
    opened = (await house.client.post("/v1/sessions", json=body)).json()
    assert [sorted(seat) for seat in opened["seats"]] == [["seat", "token"], ["invitation", "seat"]]
    assert seats(opened["session"], "open") == [False, True]
    assert seats(opened["session"], "name") == ["Ida", None]
    assert opened["session"]["status"] == "waiting"
    assert opened["session"]["to_move"] == opened["session"]["legal_moves"] == []


@pytest.mark.parametrize(
    ("seat", "pointer"),
    [
        ({"open": False}, "/seats/1/open"),
        ({"open": 1}, "/seats/1/open"),
        ({"open": "true"}, "/seats/1/open"),
        ({"open": None}, "/seats/1/open"),
        ({"open": True, "name": "Otto"}, "/seats/1/name"),
        ({"open": True, "invitation": "x"}, "/seats/1/invitation"),
        ({"name": None}, "/seats/1/name"),
        (None, "/seats/1"),
        ("open", "/seats/1"),
        (True, "/seats/1"),
    ],
)
async def test_a_seat_is_open_or_named(house: House, seat: Any, pointer: str) -> None:
    answer = await house.client.post("/v1/sessions", json={"game": "sand", "seats": [{"name": "Ida"}, seat]})
    assert answer.status_code == 422, answer.text
    assert [fault["pointer"] for fault in answer.json()["errors"]] == [pointer]


async def test_play_starts_when_every_open_seat_is_claimed(house: House) -> None:
    party = await seated(house.client, names=STRANGERS, dice_source="players")
    for token in (party.host, party.tokens[0]):
        assert await house.refused(party, party.post("roll", THROW, token)) == (409, "waiting")
        assert await house.refused(party, party.post("moves", {"move": {"type": "bank"}}, token)) == (409, "waiting")
        assert await house.refused(party, party.post("resign", {}, token)) == (409, "waiting")

    claimed = await party.claim(2, "Žofie")
    assert (claimed.status_code, claimed.headers["etag"]) == (200, '"1"')
    said = claimed.json()
    assert sorted(said) == ["played", "seat", "session", "token"]
    assert said["seat"] == 2
    expected = {"version": 1, "kind": "claim", "seat": 2, "by": "seat", "move": None, "dice": [], "points": None}
    assert said["played"] == expected | {"events": [], "at": said["played"]["at"], "name": "Žofie"}
    assert (said["session"]["version"], said["session"]["status"]) == (1, "waiting")
    assert await house.refused(party, party.post("roll", THROW, party.tokens[2])) == (409, "waiting")

    last = await party.claim(1)
    assert (last.headers["etag"], last.json()["session"]["status"]) == ('"2"', "active")
    shown = await party.read()
    assert shown.headers["etag"] == '"2"'
    assert shown.json() == last.json()["session"]
    assert seats(shown.json(), "name") == ["Ida", "Otto", "Žofie"]
    assert seats(shown.json(), "open") == [False] * 3
    assert shown.json()["to_move"] == [0]
    assert [(entry["kind"], entry["seat"], entry["name"]) for entry in await party.record()] == [
        ("claim", 2, "Žofie"),
        ("claim", 1, "Otto"),
    ]
    assert (await party.post("roll", THROW)).status_code == 200, "the host plays the seat it named"
    assert (await party.post("set-aside", {"dice": [1]})).status_code == 200


async def test_the_host_does_not_act_for_a_claimed_seat(house: House) -> None:
    party = await seated(house.client, names=("Ida", None))
    assert await house.refused(party, party.post("seed", {"seat": 1, "seed": "x"})) == (403, "not-your-seat")
    await party.claim(1)
    for path, body in (
        ("roll", {"seat": 1}),
        ("moves", {"seat": 1, "move": {"type": "roll"}}),
        ("resign", {"seat": 1}),
        ("tokens", {"seat": 1}),
        ("seed", {"seat": 1, "seed": "x"}),
    ):
        assert await house.refused(party, party.post(path, body)) == (403, "not-your-seat"), path
        for seat in (0, 1):
            asked = party.post(path, body | {"seat": seat}, party.tokens[1 - seat])
            assert await house.refused(party, asked) == (403, "not-your-seat"), path
    await party.post("resign", {})
    assert seats(party.session, "resigned") == [True, False], "of the one seat that it named"

    party = await seated(house.client, names=(None, "Ida"))
    await party.claim(0)
    assert await house.refused(party, party.post("roll", {})) == (409, "not-your-turn"), (
        "none of its seats is to move"
    )
    assert await house.refused(party, party.post("resign", {"seat": 0})) == (403, "not-your-seat")
    assert (await party.post("roll", {}, party.tokens[0])).json()["played"]["by"] == "seat"


async def test_all_seats_may_be_open(house: House) -> None:
    party = await seated(house.client, names=(None, None))
    for path, body in (("resign", {}), ("seed", {"seed": "x"})):
        assert await house.refused(party, party.post(path, body)) == (403, "not-your-seat")
    await party.claim(0)
    await party.claim(1)
    assert await house.refused(party, party.post("roll", {})) == (409, "not-your-turn")
    assert await house.refused(party, party.post("roll", {"seat": 0})) == (403, "not-your-seat")
    assert (await party.post("roll", {}, party.tokens[0])).status_code == 200


async def test_a_seat_takes_its_own_invitation_once(house: House) -> None:
    party = await seated(house.client, names=STRANGERS)
    other = await seated(house.client, names=STRANGERS)
    for wrong in (party.invitations[2], other.invitations[1], party.host, party.tokens[0], "rw_invite_", "x" * 128):
        assert await house.refused(party, party.claim(1, invitation=wrong)) == (403, "wrong-invitation")
    assert await house.refused(party, party.claim(0, invitation=party.invitations[1])) == (403, "wrong-invitation")
    named = await seated(house.client)
    assert await house.refused(named, named.claim(0, invitation=party.invitations[1])) == (403, "wrong-invitation")
    await party.claim(1)
    assert await house.refused(party, party.claim(1)) == (409, "seat-taken")
    assert await house.refused(party, party.claim(1, "Žofie")) == (409, "seat-taken")
    swapped = party.claim(1, invitation=party.invitations[2])
    assert await house.refused(party, swapped) == (403, "wrong-invitation")
    await party.claim(2)
    assert await house.refused(party, party.claim(1)) == (409, "seat-taken")


@pytest.mark.parametrize(
    "seat",
    ["3", "32", "1000", "1001", "9999", "9" * 30, "-1", "01", "1.0", "x", "%20", "1%20", "1%0A", "\u0661", "null"],
)
async def test_a_seat_that_does_not_exist_is_404(house: House, seat: str) -> None:
    party = await seated(house.client, names=STRANGERS)
    for body in ({"name": "Otto", "invitation": party.invitations[1]}, {"name": 5}):
        asked = house.client.post(f"{party.address}/seats/{seat}/claim", json=body)
        assert await house.refused(party, asked) == (404, "unknown-seat")
    unknown = "/v1/sessions/01a22b18-ea0d-72c0-90ab-890c20f8d1c8"
    answer = await house.client.post(f"{unknown}/seats/{seat}/claim", json={})
    assert (answer.status_code, answer.json()["code"]) == (404, "unknown-session")


@pytest.mark.parametrize(
    ("body", "pointers"),
    [
        ({}, ["/name", "/invitation"]),
        ({"name": "Otto"}, ["/invitation"]),
        ({"name": ""}, ["/name"]),
        ({"name": " \t"}, ["/name"]),
        ({"name": "a\u0000b"}, ["/name"]),
        ({"name": "a\u007f"}, ["/name"]),
        ({"name": "x" * 65}, ["/name"]),
        ({"name": 5}, ["/name"]),
        ({"name": None}, ["/name"]),
        ({"name": ["Otto"]}, ["/name"]),
        ({"name": "Otto", "invitation": ""}, ["/invitation"]),
        ({"name": "Otto", "invitation": "x" * 129}, ["/invitation"]),
        ({"name": "Otto", "invitation": None}, ["/invitation"]),
        ({"name": "Otto", "seat": 1}, ["/seat"]),
        ({"name": "Otto", "token": "x"}, ["/token"]),
        (None, [""]),
        ([], [""]),
        ("Otto", [""]),
        (5, [""]),
    ],
)
async def test_a_wrong_claim_is_422_with_its_pointer(house: House, body: Any, pointers: list[str]) -> None:
    party = await seated(house.client, names=STRANGERS)
    if isinstance(body, dict) and body and "invitation" not in body and body != {"name": "Otto"}:
        body = body | {"invitation": party.invitations[1]}
    before = await house.stored(party)
    answer = await house.client.post(f"{party.address}/seats/1/claim", content=json.dumps(body))
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid-fields")
    assert [fault["pointer"] for fault in answer.json()["errors"]] == pointers
    assert await house.stored(party) == before


@pytest.mark.parametrize(
    ("content", "status"),
    [
        (b"", 422),
        (b"{", 400),
        (b'{"name": "\\ud800", "invitation": "x"}', 400),
        (b'{"name": "\xff"}', 400),
        (b'{"name": NaN}', 400),
        (b" " * 65_537, 413),
    ],
)
async def test_what_is_no_json_is_no_claim(house: House, content: bytes, status: int) -> None:
    party = await seated(house.client, names=STRANGERS)
    asked = house.client.post(f"{party.address}/seats/1/claim", content=content)
    assert (await house.refused(party, asked))[0] == status


@pytest.mark.parametrize(
    "name", ["Ж" * 64, "\U0001f469\u200d\U0001f467", " spaced ", 'a"b\\c/{}', "<b>&amp;</b>", "0", "null"]
)
async def test_a_name_is_kept_as_it_came(house: House, name: str) -> None:
    party = await seated(house.client, names=(None,))
    claimed = await party.claim(0, name)
    assert claimed.json()["played"]["name"] == name
    assert seats((await party.read()).json(), "name") == [name]
    assert (await party.record())[0]["name"] == name


async def test_a_claim_may_name_the_version_it_is_meant_for(house: House) -> None:
    party = await seated(house.client, names=STRANGERS)
    assert await house.refused(party, party.claim(1, **{"If-Match": '"1"'})) == (412, "version-mismatch")
    assert (await party.claim(1, **{"If-Match": '"0"'})).status_code == 200
    stale = party.claim(2, invitation=party.invitations[1], **{"If-Match": '"0"'})
    assert await house.refused(party, stale) == (403, "wrong-invitation")


async def test_of_claims_that_race_for_a_seat_one_wins(house: House) -> None:
    party = await seated(house.client, names=("Ida", None))
    names = [f"Racer {number}" for number in range(8)]
    sides = (party, party.through(house.beside))
    answers = await asyncio.gather(*(sides[number % 2].claim(1, name) for number, name in enumerate(names)))
    assert Counter(answer.status_code for answer in answers) == {200: 1, 409: 7}
    (won,) = (answer.json() for answer in answers if answer.is_success)
    assert {answer.json()["code"] for answer in answers if not answer.is_success} == {"seat-taken"}
    assert [entry["name"] for entry in await party.record()] == [won["played"]["name"]]
    shown = await party.read(token=won["token"])
    assert seats(shown.json(), "name") == ["Ida", won["played"]["name"]]
    assert (await party.post("seed", {"seed": "x"}, won["token"])).status_code == 200


async def test_32_seats_are_claimed_at_once(house: House) -> None:
    party = await seated(house.client, "wohin-damit", (None,) * 32)
    sides = (party, party.through(house.beside))
    answers = await asyncio.gather(*(sides[seat % 2].claim(seat, f"Seat {seat}") for seat in range(32)))
    assert {answer.status_code for answer in answers} == {200}
    assert sorted(answer.json()["played"]["version"] for answer in answers) == list(range(1, 33))
    shown = (await party.read()).json()
    assert shown["status"] == "active"
    assert seats(shown, "name") == [f"Seat {seat}" for seat in range(32)]
    tokens = [answer.json()["token"] for answer in answers]
    rolled = await asyncio.gather(*(sides[seat % 2].post("roll", {}, token) for seat, token in enumerate(tokens)))
    assert {answer.status_code for answer in rolled} == {200}
    assert {answer.json()["played"]["seat"] for answer in rolled} == set(range(32))


async def test_a_claim_and_the_end_of_its_session_may_cross(house: House) -> None:
    for first in range(4):
        party = await seated(house.client, names=("Ida", None))
        far = party.through(house.beside)
        gone = house.client.delete(party.address, headers={"Authorization": f"Bearer {party.host}"})
        claimed, deleted = await asyncio.gather(*((far.claim(1), gone) if first % 2 else (party.claim(1), gone)))
        assert deleted.status_code == 204
        assert (claimed.status_code, claimed.json().get("code")) in {(200, None), (404, "unknown-session")}
        after = await party.claim(1)
        assert (after.status_code, after.json()["code"]) == (404, "unknown-session")
        assert await house.stored(party) == (None, [])


@pytest.mark.parametrize("path", ["resign", "seed", "tokens"])
async def test_the_session_the_token_and_the_seat_come_before_the_fields(house: House, path: str) -> None:
    party = await seated(house.client)
    unknown = "/v1/sessions/01a22b18-ea0d-72c0-90ab-890c20f8d1c8"
    bearer = {"Authorization": f"Bearer {party.host}"}
    missing = await house.client.post(f"{unknown}/{path}", json={"x": 1}, headers=bearer)
    assert (missing.status_code, missing.json()["code"]) == (404, "unknown-session")
    assert await house.refused(party, party.post(path, {"x": 1}, "strange")) == (401, "unauthorized")
    assert await house.refused(party, party.post(path, {"x": 1, "seat": 1}, party.tokens[0])) == (
        403,
        "not-your-seat",
    )
    assert await house.refused(party, party.post(path, {"x": 1}, party.tokens[0])) == (422, "invalid-fields")


@pytest.mark.parametrize("path", ["resign", "seed", "tokens"])
@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"seat": True}, "/seat"),
        ({"seat": "0"}, "/seat"),
        ({"seat": 0.5}, "/seat"),
        ({"seat": -1}, "/seat"),
        ({"seat": 2}, "/seat"),
        ({"seat": 2**70}, "/seat"),
        ({"seat": [0]}, "/seat"),
        ({"seat": 0, "seats": 1}, "/seats"),
        (None, ""),
        ([], ""),
        ("x", ""),
    ],
)
async def test_a_seat_that_cannot_be_is_422(house: House, path: str, body: Any, pointer: str) -> None:
    party = await seated(house.client)
    if path == "seed" and isinstance(body, dict):
        body = body | {"seed": "x"}
    before = await house.stored(party)
    bearer = {"Authorization": f"Bearer {party.host}"}
    answer = await party.client.post(f"{party.address}/{path}", content=json.dumps(body), headers=bearer)
    assert answer.status_code == 422
    assert [fault["pointer"] for fault in answer.json()["errors"]] == [pointer]
    assert await house.stored(party) == before


async def test_a_host_of_several_seats_says_which_is_meant(house: House) -> None:
    party = await seated(house.client)
    for path, body in (("resign", {}), ("resign", {"seat": None}), ("seed", {"seed": "x"})):
        assert await house.refused(party, party.post(path, body)) == (422, "invalid-fields")
    resigned = await party.post("resign", {"seat": 1})
    assert (resigned.json()["played"]["seat"], resigned.json()["played"]["by"]) == (1, "host")


# --- leaving ---


async def test_a_seat_leaves_and_the_others_play_on(house: House) -> None:
    party = await seated(house.client, names=("Ida", "Otto", "Žofie"), dice_source="players")
    await party.post("roll", {"dice": [1, 1, 1, 5, 5, 2]})
    stale = party.post("resign", {}, party.tokens[2], **{"If-Match": '"0"'})
    assert await house.refused(party, stale) == (412, "version-mismatch")
    left = await party.post("resign", {}, party.tokens[2], **{"If-Match": '"1"'})
    assert (left.status_code, left.headers["etag"]) == (200, '"2"')
    played = left.json()["played"]
    assert (played["kind"], played["seat"], played["by"], played["move"], played["version"]) == (
        "resign",
        2,
        "seat",
        None,
        2,
    )
    assert seats(party.session, "resigned") == [False, False, True]
    assert (party.session["status"], party.session["to_move"]) == ("active", [0])

    assert await house.refused(party, party.post("resign", {}, party.tokens[2])) == (409, "resigned")
    assert await house.refused(party, party.post("resign", {"seat": 2})) == (409, "resigned")
    assert await house.refused(party, party.post("roll", THROW, party.tokens[2])) == (409, "not-your-turn")

    await party.post("set-aside", {"dice": [1, 1, 1, 5]})
    await party.post("bank", {})
    assert party.session["to_move"] == [1]
    assert seats(party.session, "total") == [1050, 0, 0]
    await party.post("resign", {}, party.tokens[1])
    assert (party.session["status"], party.session["to_move"]) == ("finished", [])
    outcome = party.session["outcome"]
    assert outcome["winners"] == [0]
    assert [place["seat"] for place in outcome["ranking"]] == [0, 1, 2], "the latest to leave ranks first of them"

    for token in (party.host, *party.tokens):
        asked = party.post("resign", {"seat": 0} if token == party.host else {}, token)
        assert await house.refused(party, asked) == (409, "finished")
    assert await house.refused(party, party.post("roll", THROW)) == (409, "finished")


async def test_whoever_is_to_move_loses_what_is_at_risk_and_passes_the_turn(house: House) -> None:
    party = await seated(house.client, names=("Ida", "Otto", "Žofie"), dice_source="players")
    await party.post("roll", {"dice": [1, 1, 1, 5, 5, 2]})
    await party.post("set-aside", {"dice": [1, 1, 1]})
    await party.post("resign", {}, party.tokens[0])
    assert seats(party.session, "total") == [0, 0, 0]
    assert party.session["to_move"] == [1]
    assert {move["seat"] for move in party.session["legal_moves"]} == {1}


@pytest.mark.parametrize("game", BUILT_IN, ids=lambda game: game.name)
async def test_whoever_leaves_alone_ends_the_game(house: House, game: AnyGame) -> None:
    names = ("Ida", "Otto", "Žofie")[: game.max_seats]
    party = await seated(house.client, game.name, names)
    for seat in range(len(names) - 1):
        await party.post("resign", {"seat": seat})
        assert (party.session["status"] == "finished") == (seat == len(names) - 2)
    if len(names) > 1:
        assert party.session["outcome"]["winners"] == [len(names) - 1]
    alone = await seated(house.client, game.name, ("Ida",))
    await alone.post("roll", {})
    left = await alone.post("resign", {})
    assert left.status_code == 200
    assert (alone.session["status"], alone.session["outcome"]["winners"]) == ("finished", [])
    assert (await alone.read()).json() == alone.session


async def test_seats_that_leave_at_once_all_leave_but_one(house: House) -> None:
    party = await seated(house.client, "wohin-damit", ("Ida", "Otto", "Žofie", "Jan"))
    sides = (party, party.through(house.beside))
    answers = await asyncio.gather(
        *(sides[seat % 2].post("resign", {}, token) for seat, token in enumerate(party.tokens))
    )
    assert Counter(answer.status_code for answer in answers) == {200: 3, 409: 1}
    (late,) = (answer.json() for answer in answers if not answer.is_success)
    assert late["code"] == "finished"
    shown = (await party.read()).json()
    assert (shown["version"], shown["status"]) == (3, "finished")
    (stays,) = (seat["seat"] for seat in shown["seats"] if not seat["resigned"])
    assert shown["outcome"]["winners"] == [stays]
