"""A record that is full: nothing lengthens it but seats that leave."""

import httpx
import pytest

from app.sessions import referee
from tests.app.support.house import House, seated

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_full_record_ends_its_growth_and_can_be_read(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(referee, "MOST_ENTRIES", 2)
    party = await seated(house.client, "sand", dice_source="players")
    assert (await party.post("roll", {"dice": [2, 2, 3, 3, 4, 6]})).status_code == 200
    assert (await party.post("roll", {"dice": [1, 2, 3, 3, 4, 6]}, party.tokens[1])).status_code == 200
    for path, body in (
        ("set-aside", {"dice": [1]}),
        ("moves", {"move": {"type": "set_aside", "dice": [1]}}),
        ("bank", {}),
        ("undo", {}),
    ):
        token = party.host if path == "undo" else party.tokens[1]
        asked = party.post(path, body, token, **{"If-Match": '"2"'})
        assert await house.refused(party, asked) == (409, "record-full"), path
    for path in ("", "/record", "/transcript", "/sheet"):
        assert (await party.read(path)).status_code == 200
    answer: httpx.Response = await party.post("resign", {}, party.tokens[1])
    assert (answer.status_code, answer.json()["session"]["status"]) == (200, "finished")
