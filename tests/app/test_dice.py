"""The server's dice: fixed by their place, fair, and independent of one another."""

import hashlib
import hmac
from collections import Counter

import httpx
import pytest

from app import dice
from tests.app.conftest import open_table

SECRET = bytes(range(32))


def test_a_throw_is_fixed_by_secret_session_seat_and_number() -> None:
    first = dice.faces(SECRET, "s", 0, 1, 6)
    assert first == dice.faces(SECRET, "s", 0, 1, 6)
    others = [
        dice.faces(bytes(32), "s", 0, 1, 6),
        dice.faces(SECRET, "t", 0, 1, 6),
        dice.faces(SECRET, "s", 1, 1, 6),
        dice.faces(SECRET, "s", 0, 2, 6),
    ]
    assert first not in others
    assert len(set(others)) == len(others)


def test_fewer_dice_are_the_first_of_more() -> None:
    assert dice.faces(SECRET, "s", 0, 1, 3) == dice.faces(SECRET, "s", 0, 1, 6)[:3]


def test_a_face_is_computed_as_documented() -> None:
    attempt = 1
    while (
        byte := hmac.new(SECRET, f"rollwright-dice-1\ns\n4\n7\n1\n{attempt}".encode(), hashlib.sha256).digest()[0]
    ) >= 252:
        attempt += 1
    assert dice.faces(SECRET, "s", 4, 7, 1) == (byte % 6 + 1,)


def test_rejection_really_happens_and_leaves_the_faces_fair() -> None:
    """60,000 faces of a fixed secret: chi-squared with 5 degrees of freedom stays below its 99.9 % point, 20.5."""
    counts = Counter(face for throw in range(10_000) for face in dice.faces(SECRET, "s", 0, throw, 6))
    assert set(counts) == set(range(1, 7))
    assert sum((count - 10_000) ** 2 / 10_000 for count in counts.values()) < 20.5
    first_bytes = (
        hmac.digest(SECRET, f"rollwright-dice-1\ns\n0\n{n}\n1\n1".encode(), "sha256")[0] for n in range(3000)
    )
    assert any(byte >= 252 for byte in first_bytes)


def test_every_session_has_a_secret_of_its_own() -> None:
    secrets = {dice.new_secret() for _ in range(100)}
    assert len(secrets) == 100
    assert {len(secret) for secret in secrets} == {dice.SECRET_BYTES}


async def test_a_refused_move_changes_no_later_face(
    client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The n-th throw is the same whatever was refused before it."""
    asked = []
    real = dice.faces

    def spy(secret: bytes, session: str, seat: int, throw: int, count: int) -> tuple[int, ...]:
        asked.append((seat, throw))
        return real(secret, session, seat, throw, count)

    monkeypatch.setattr(dice, "faces", spy)
    table = await open_table(client, "titusind")
    assert (await table.post("bank", {})).status_code == 409
    assert (await table.post("roll", {}, **{"If-Match": '"9"'})).status_code == 412
    assert (await table.post("roll", {})).status_code == 200
    assert asked == [(0, 1)]
