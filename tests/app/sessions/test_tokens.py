"""Tokens: who may replace which, that the old one is dead at once everywhere, and that none is ever shown twice."""

from typing import Any

import pytest

from tests.app.support.house import House, Party, seated

pytestmark = pytest.mark.asyncio(loop_scope="session")

DEAD = (401, "unauthorized")


async def replaced(party: Party, token: str, body: dict[str, Any] | None = None, **headers: str) -> dict[str, Any]:
    """What the answer tells after a token was replaced."""
    answer = await party.post("tokens", body or {}, token, **headers)
    assert answer.status_code == 200, answer.text
    assert answer.headers["etag"] == (await party.read()).headers["etag"]
    told: dict[str, Any] = answer.json()
    return told


async def test_a_holder_replaces_its_own_token(house: House) -> None:
    party = await seated(house.client, names=("Ida", None))
    await party.claim(1)
    recorded = await party.record()
    for token, seat, kind in ((party.tokens[0], 0, "seat"), (party.tokens[1], 1, "seat"), (party.host, None, "host")):
        told = await replaced(party, token)
        assert sorted(told) == ["seat", "token"]
        assert told["seat"] == seat
        assert told["token"].startswith(f"rw_{kind}_")
        for path, body in (("roll", {}), ("resign", {}), ("tokens", {}), ("seed", {"seed": "x"})):
            assert await house.refused(party, party.post(path, body, token)) == DEAD
        assert (await party.read("?legal=mine", token)).status_code == 401
        assert (await party.read("?legal=mine", told["token"])).status_code == 200
        again = await replaced(party, told["token"], {"seat": seat})
        assert await house.refused(party, party.post("tokens", {}, told["token"])) == DEAD
        assert (await party.read("?legal=mine", again["token"])).status_code == 200
    assert await party.record() == recorded


async def test_a_host_replaces_tokens_and_invitations_it_gave(house: House) -> None:
    party = await seated(house.client, names=("Ida", None))
    told = await replaced(party, party.host, {"seat": 0})
    assert (sorted(told), told["seat"]) == (["seat", "token"], 0)
    assert await house.refused(party, party.post("seed", {"seed": "x"}, party.tokens[0])) == DEAD
    assert (await party.post("seed", {"seed": "x"}, told["token"])).status_code == 200

    lost = party.invitations[1]
    told = await replaced(party, party.host, {"seat": 1})
    assert (sorted(told), told["seat"]) == (["invitation", "seat"], 1)
    assert await house.refused(party, party.claim(1, invitation=lost)) == (403, "wrong-invitation")
    assert (await party.claim(1, invitation=told["invitation"])).status_code == 200
    assert await house.refused(party, party.post("tokens", {"seat": 1})) == (403, "not-your-seat")
    assert (await party.read("?legal=mine", party.tokens[1])).status_code == 200


async def test_a_seat_replaces_no_other_token(house: House) -> None:
    party = await seated(house.client, names=("Ida", "Otto", None))
    for seat in (1, 2):
        asked = party.post("tokens", {"seat": seat}, party.tokens[0])
        assert await house.refused(party, asked) == (403, "not-your-seat")
    for token in (party.host, party.tokens[1]):
        assert (await party.read("?legal=mine", token)).status_code == 200
    for stranger in (party.invitations[2], "rw_host_x", (await seated(house.client)).host):
        assert await house.refused(party, party.post("tokens", {}, stranger)) == DEAD
    assert (await party.claim(2)).status_code == 200, "its invitation stands"


async def test_a_dead_token_is_dead_for_a_worker_that_remembers_the_session(house: House) -> None:
    party = await seated(house.client, dice_source="players")
    far = party.through(house.beside)
    await far.post("roll", {"dice": [1, 1, 1, 5, 5, 2]}, party.tokens[0])
    fresh = (await replaced(party, party.tokens[0]))["token"]
    assert await house.refused(party, far.post("set-aside", {"dice": [1]}, party.tokens[0])) == DEAD
    assert (await far.post("set-aside", {"dice": [1]}, fresh)).status_code == 200
    host = (await replaced(far, party.host))["token"]
    assert await house.refused(party, party.post("bank", {})) == DEAD
    gone = await house.beside.delete(party.address, headers={"Authorization": f"Bearer {party.host}"})
    assert (gone.status_code, gone.json()["code"]) == DEAD
    gone = await house.client.delete(party.address, headers={"Authorization": f"Bearer {host}"})
    assert gone.status_code == 204


@pytest.mark.parametrize("near", [True, False], ids=["here", "beside"])
async def test_whoever_lost_the_answer_asks_again_with_the_old_token(house: House, near: bool) -> None:
    party = await seated(house.client, names=("Ida", None))
    again = party if near else party.through(house.beside)
    key = {"Idempotency-Key": "lost"}
    for old in (party.tokens[0], party.host):
        lost = await replaced(party, old, None, **key)
        for _ in range(2):
            answer = await again.post("tokens", {}, old, **key, **{"If-Match": '"99"'})
            assert (answer.status_code, answer.headers["idempotency-replayed"]) == (200, "true")
            told = answer.json()
            assert told["seat"] == lost["seat"]
            assert await house.refused(party, party.post("tokens", {}, lost["token"])) == DEAD
            assert (await party.read("?legal=mine", told["token"])).status_code == 200
            lost = told
        assert await house.refused(party, party.post("tokens", {}, old)) == DEAD, "without the key"
        other = party.post("tokens", {}, old, **{"Idempotency-Key": "other"})
        assert await house.refused(party, other) == DEAD


async def test_a_key_is_for_one_replacement(house: House) -> None:
    party = await seated(house.client, names=("Ida", None))
    key = {"Idempotency-Key": "k"}
    first = await replaced(party, party.host, {"seat": 1}, **key)
    assert await house.refused(party, party.post("tokens", {"seat": 0}, **key)) == (422, "key-reused")
    assert await house.refused(party, party.post("resign", {"seat": 0}, **key)) == (422, "key-reused")
    second = await replaced(party, party.host, {"seat": 1}, **key)
    asked = party.claim(1, invitation=first["invitation"])
    assert await house.refused(party, asked) == (403, "wrong-invitation")
    await party.claim(1, invitation=second["invitation"])
    assert await house.refused(party, party.post("tokens", {"seat": 1}, **key)) == (403, "not-your-seat")
    assert (await party.read("?legal=mine", party.tokens[1])).status_code == 200


async def test_a_replacement_may_name_the_version_it_is_meant_for(house: House) -> None:
    party = await seated(house.client)
    asked = party.post("tokens", {}, **{"If-Match": '"1"'})
    assert await house.refused(party, asked) == (412, "version-mismatch")
    await replaced(party, party.host, None, **{"If-Match": '"0"'})


async def test_tokens_outlive_the_game(house: House) -> None:
    party = await seated(house.client)
    await party.post("resign", {"seat": 0})
    assert party.session["status"] == "finished"
    fresh = (await replaced(party, party.host))["token"]
    assert (await party.read("?legal=mine", fresh)).status_code == 200


async def test_an_answer_holds_no_other_token(house: House) -> None:
    party = await seated(house.client, names=("Ida", None, None), visibility="private")
    secrets = [party.host, party.tokens[0], *party.invitations[1:]]
    answers = [await party.claim(1)]
    secrets.append(party.tokens[1])
    answers.append(await party.post("tokens", {}, party.tokens[1]))
    secrets.append(answers[-1].json()["token"])
    refused = [await party.claim(1), await party.claim(2, invitation="strange")]
    for token in (party.host, party.tokens[0], secrets[-1]):
        answers += [await party.read(path, token) for path in ("", "?legal=mine", "/record", "/fairness")]
        answers += [await party.post(path, {"x": 1}, token) for path in ("roll", "moves", "resign", "seed", "tokens")]
    for answer in answers:
        own = {answer.json()["token"]} if answer.is_success and "token" in answer.json() else set()
        assert not [secret for secret in secrets if secret in answer.text and secret not in own], answer.text
    assert not [secret for secret in secrets for answer in refused if secret in answer.text]
