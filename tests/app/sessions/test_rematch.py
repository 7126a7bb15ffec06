"""Rematches: who opens one, who comes along, and what stays as it was."""

from typing import Any

import httpx
import pytest

from tests.app.support.house import House, Party, seated

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def rematch(party: Party, token: str | None = None) -> httpx.Response:
    """Ask for a rematch, as the host unless with another token."""
    return await party.post("rematch", None, token)


async def over(house: House, **more: Any) -> Party:
    """Ida's and Otto's game, and Otto has left it. Ida was named by the host, Otto came by his invitation."""
    party = await seated(house.client, "sand", ("Ida", None), **more)
    assert (await party.claim(1, "Otto")).status_code == 200
    assert (await party.post("resign", {}, party.tokens[1])).json()["session"]["status"] == "finished"
    return party


def opened_table(house: House, opened: dict[str, Any]) -> Party:
    """The table of the rematch; the guest's seat has nothing yet."""
    party = Party(house.client, opened)
    party.tokens = [*party.tokens, ""][:2]
    return party


async def found(party: Party, token: str | None = None) -> Any:
    answer = await party.read("/rematch", token)
    assert answer.status_code == 200, answer.text
    return answer.json()["session"]


async def test_everybody_comes_along(house: House) -> None:
    before = await over(house, options={"target": 500}, turn_seconds=60, label="final")
    old = before.session
    assert await found(before) is None
    answer = await rematch(before)
    assert answer.status_code == 201, answer.text
    opened = answer.json()
    after, fresh = opened["session"], opened["session"]["id"]
    assert answer.headers["location"] == f"/v1/sessions/{fresh}"
    assert answer.headers["cache-control"] == "no-store"
    assert await found(before) == fresh
    kept = ("game", "options", "dice_source", "visibility", "turn_seconds", "label")
    assert {name: after[name] for name in kept} == {name: old[name] for name in kept}
    assert [seat["name"] for seat in after["seats"]] == ["Ida", None]
    assert (after["status"], after["version"]) == ("waiting", 0)
    assert after["commitment"] != old["commitment"]
    assert [sorted(seat) for seat in opened["seats"]] == [["seat", "token"]]

    again = opened_table(house, opened)
    claimed = await again.claim(1, "Otto", before.tokens[1])
    assert claimed.json()["session"]["status"] == "active"
    assert claimed.json()["token"] != before.tokens[1]
    for seat in (0, 1):
        if seat in again.session["to_move"]:
            assert (await again.post("roll", {}, again.tokens[seat])).status_code == 200


@pytest.mark.parametrize("invitation", ["host", "seat", "invited"])
async def test_nobody_else_takes_a_guests_seat(house: House, invitation: str) -> None:
    before = await over(house)
    wrong = {"host": before.host, "seat": before.tokens[0], "invited": before.invitations[1]}[invitation]
    again = opened_table(house, (await rematch(before)).json())
    answer = await again.claim(1, "Mallory", wrong)
    assert (answer.status_code, answer.json()["code"]) == (403, "wrong-invitation")


async def test_the_host_opens_it_when_the_game_is_over(house: House) -> None:
    party = await seated(house.client, "sand", ("Ida", None))
    assert (await rematch(party)).json()["code"] == "not-over"
    await party.claim(1, "Otto")
    assert (await rematch(party)).json()["code"] == "not-over"
    await party.post("resign", {}, party.tokens[1])
    refused = await rematch(party, party.tokens[1])
    assert (refused.status_code, refused.json()["code"]) == (403, "not-the-host")
    assert (await rematch(party, "nobody's")).status_code == 401
    assert (await party.read("/rematch")).json() == {"session": None}


async def test_there_is_one_rematch(house: House) -> None:
    before = await over(house)
    first, second = (await rematch(before)).json(), (await rematch(before)).json()
    assert second["session"]["id"] == first["session"]["id"]
    assert second["host_token"] != first["host_token"]
    again = opened_table(house, second)
    assert (await again.post("tokens", {}, first["host_token"])).status_code == 401
    assert (await again.claim(1, "Otto", before.tokens[1])).status_code == 200  # the guest's way in was not replaced
    assert (await house.client.delete(again.address, headers={"Authorization": f"Bearer {again.host}"})).is_success
    assert await found(before) is None
    third = (await rematch(before)).json()
    assert third["session"]["id"] != first["session"]["id"]


async def test_the_host_lets_another_take_a_guests_seat(house: House) -> None:
    before = await over(house)
    again = opened_table(house, (await rematch(before)).json())
    replaced = (await again.post("tokens", {"seat": 1})).json()["invitation"]
    assert (await again.claim(1, "Otto", before.tokens[1])).json()["code"] == "wrong-invitation"
    assert (await again.claim(1, "Eva", replaced)).status_code == 200


async def test_the_rematch_of_a_private_session_is_told_to_its_players(house: House) -> None:
    before = await over(house, visibility="private")
    fresh = (await rematch(before)).json()["session"]["id"]
    assert (await before.read("/rematch")).status_code == 401
    assert await found(before, before.tokens[1]) == fresh
    assert (await house.client.get(f"/v1/sessions/{fresh}")).status_code == 401


async def test_a_rematch_has_a_rematch(house: House) -> None:
    party = await seated(house.client, "sand", ("Ida", "Otto"))
    seen = set()
    for _ in range(3):
        seen.add(party.session["id"])
        await party.post("resign", {}, party.tokens[0])
        party = Party(house.client, (await rematch(party)).json())
        assert party.session["status"] == "active"
    assert party.session["id"] not in seen
    assert len(seen) == 3
