"""Private sessions: only who sits at the table looks on."""

import pytest

from tests.app.support.house import House, Party, seated

pytestmark = pytest.mark.asyncio(loop_scope="session")

READING = ("", "?legal=all", "?legal=none", "?legal=mine", "/record", "/record?after=1", "/fairness", "/rules")


async def secluded(house: House) -> Party:
    """A private session of a host with a claimed and an open seat."""
    party = await seated(house.client, names=("Ida", None, None), visibility="private")
    assert party.session["visibility"] == "private"
    await party.claim(1)
    return party


async def test_any_token_of_the_session_reads_it(house: House) -> None:
    party = await secluded(house)
    for token in (party.host, party.tokens[0], party.tokens[1]):
        for path in READING:
            assert (await party.read(path, token)).status_code == 200, path
        seen = await party.read("", token, **{"If-None-Match": '"1"'})
        assert seen.status_code == 304


async def test_nobody_else_reads_anything(house: House) -> None:
    party = await secluded(house)
    other = await seated(house.client)
    dead = party.tokens[0]
    await party.post("tokens", {}, dead)
    for token in (None, other.host, other.tokens[0], party.invitations[1], party.invitations[2], dead, "rw_host_"):
        for path in READING:
            for side in (party, party.through(house.beside)):
                answer = await side.read(path, token)
                assert (answer.status_code, answer.json()["code"]) == (401, "unauthorized"), path
                assert answer.headers["www-authenticate"] == "Bearer"
                assert "session" not in answer.json()
                assert "etag" not in answer.headers
                assert "Ida" not in answer.text
        for tag in ('"1"', "*"):
            assert (await party.read("", token, **{"If-None-Match": tag})).status_code == 401


async def test_the_last_seat_is_claimed_without_a_token(house: House) -> None:
    party = await secluded(house)
    wrong = await party.claim(2, invitation=party.invitations[1])
    assert (wrong.status_code, "session" in wrong.json()) == (403, False)
    assert (await party.claim(2)).status_code == 200
    assert (await party.read("", party.tokens[2])).json()["status"] == "active"


async def test_it_stays_private_to_the_end(house: House) -> None:
    party = await secluded(house)
    await party.claim(2)
    for token in party.tokens[:2]:
        await party.post("resign", {}, token)
    assert party.session["status"] == "finished"
    assert (await party.read("/fairness")).status_code == 401
    assert (await party.read("/fairness", party.tokens[0])).json()["secret"]


async def test_a_public_session_is_read_by_anyone(house: House) -> None:
    party = await seated(house.client, names=("Ida", None))
    assert party.session["visibility"] == "public"
    for path in READING:
        for token, status in ((None, 200), ("rw_seat_x", 200), (party.host, 200)):
            mine = path == "?legal=mine" and token != party.host
            assert (await party.read(path, token)).status_code == (401 if mine else status), path


@pytest.mark.parametrize("visibility", ["secret", "", None, True, ["private"]])
async def test_there_are_two_visibilities(house: House, visibility: object) -> None:
    body = {"game": "sand", "seats": [{"name": "Ida"}], "visibility": visibility}
    answer = await house.client.post("/v1/sessions", json=body)
    assert answer.status_code == 422
    assert [fault["pointer"] for fault in answer.json()["errors"]] == ["/visibility"]
