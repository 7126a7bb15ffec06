"""The server's dice: fixed by their place, fair, independent of one another, and as docs/fairness.md says."""

import hashlib
import hmac
import json
import re
from collections import Counter
from pathlib import Path

import httpx
import pytest
from cryptography.hazmat.primitives.hmac import HMAC
from hypothesis import given
from hypothesis import strategies as st

from app.dice import dice
from app.dice.dice import new_secret
from tests.app.support.table import open_table

SECRET = bytes(range(32))
TABLE = dice.canonical("s", [None, None])
PAGE = (Path(__file__).parents[3] / "docs/fairness.md").read_text("utf-8")
[VECTORS] = [json.loads(block) for block in re.findall(r"^```json\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)]
SEEDS = st.lists(st.none() | st.text(min_size=1, max_size=8), min_size=1, max_size=4)


def test_a_throw_is_fixed_by_secret_session_seeds_seat_and_number() -> None:
    first = dice.faces(SECRET, TABLE, 0, 1, 6)
    assert first == dice.faces(SECRET, TABLE, 0, 1, 6)
    others = [
        dice.faces(bytes(32), TABLE, 0, 1, 6),
        dice.faces(SECRET, dice.canonical("t", [None, None]), 0, 1, 6),
        dice.faces(SECRET, dice.canonical("s", ["a", None]), 0, 1, 6),
        dice.faces(SECRET, dice.canonical("s", [None, "a"]), 0, 1, 6),
        dice.faces(SECRET, TABLE, 1, 1, 6),
        dice.faces(SECRET, TABLE, 0, 2, 6),
    ]
    assert first not in others
    assert len(set(others)) == len(others)


def test_fewer_dice_are_the_first_of_more() -> None:
    assert dice.faces(SECRET, TABLE, 0, 1, 3) == dice.faces(SECRET, TABLE, 0, 1, 6)[:3]


def test_rejection_really_happens_and_leaves_the_faces_fair() -> None:
    """60,000 faces of a fixed secret: chi-squared with 5 degrees of freedom stays below its 99.9 % point, 20.5."""
    counts = Counter(face for throw in range(10_000) for face in dice.faces(SECRET, TABLE, 0, throw, 6))
    assert set(counts) == set(range(1, 7))
    assert sum((count - 10_000) ** 2 / 10_000 for count in counts.values()) < 20.5
    first_bytes = (hmac.digest(SECRET, TABLE + b"0\n%d\n1\n1" % n, "sha256")[0] for n in range(3000))
    assert any(byte >= 252 for byte in first_bytes)


def test_every_session_has_a_secret_of_its_own() -> None:
    secrets = {new_secret() for _ in range(100)}
    assert len(secrets) == 100
    assert {len(secret) for secret in secrets} == {dice.SECRET_BYTES}


def test_the_commitment_is_the_sha256_of_the_secret() -> None:
    """The digest of the bytes 0 to 31 is a published one, so any tool finds the same."""
    assert dice.commitment(SECRET).hex() == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


def test_who_knows_the_commitment_knows_no_die(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither is it what the dice are keyed with, nor does it enter into the text that is hashed."""
    public = dice.commitment(SECRET)
    throws = [dice.faces(SECRET, TABLE, 0, n, 6) for n in range(1, 5)]
    assert all(dice.faces(public, TABLE, 0, n, 6) != thrown for n, thrown in enumerate(throws, 1))
    monkeypatch.setattr(dice, "commitment", lambda _: pytest.fail("the dice asked for the commitment"))
    assert throws == [dice.faces(SECRET, TABLE, 0, n, 6) for n in range(1, 5)]
    assert public.hex().encode() not in TABLE


@given(SEEDS, SEEDS)
def test_different_seeds_never_make_the_same_text(some: list[str | None], others: list[str | None]) -> None:
    assert (dice.canonical("s", some) == dice.canonical("s", others)) == (some == others)


@pytest.mark.parametrize(
    ("some", "others"),
    [
        (["a,b"], ["a", "b"]),
        (["a\n0"], ["a"]),
        (["-"], [None]),
        (["null", None], [None, "null"]),
        (["e\u0301"], ["\u00e9"]),
        (["a"], ["a "]),
        (["a"], [hashlib.sha256(b"a").hexdigest()]),
    ],
)
def test_a_seed_cannot_pass_for_another(some: list[str | None], others: list[str | None]) -> None:
    assert dice.canonical("s", some) != dice.canonical("s", others)


@given(SEEDS)
def test_the_text_has_three_lines_whatever_the_seeds_are(seeds: list[str | None]) -> None:
    text = dice.canonical("01942f60-7c00-7a3b-9d52-0f6c1e8a4b77", seeds).decode("ascii")
    algorithm, session, hashes, rest = text.split("\n")
    assert (algorithm, session, rest) == (dice.ALGORITHM, "01942f60-7c00-7a3b-9d52-0f6c1e8a4b77", "")
    assert [part == "-" for part in hashes.split(",")] == [seed is None for seed in seeds]


def test_the_throws_of_the_page_are_what_the_service_would_throw() -> None:
    secret = bytes.fromhex(VECTORS["secret"])
    table = dice.canonical(VECTORS["session"], VECTORS["seeds"])
    assert VECTORS["algorithm"] == dice.ALGORITHM
    assert dice.commitment(secret).hex() == VECTORS["commitment"]
    assert len(VECTORS["throws"]) == 8
    for thrown in VECTORS["throws"]:
        faces = dice.faces(secret, table, thrown["seat"], thrown["throw"], len(thrown["dice"]))
        assert list(faces) == thrown["dice"], thrown


def test_the_attempts_and_the_text_of_the_page_are_right() -> None:
    """Down to each hash: the table's rows and the text that is shown belong to the last throw of the page."""
    secret = bytes.fromhex(VECTORS["secret"])
    last = VECTORS["throws"][-1]
    start = dice.canonical(VECTORS["session"], VECTORS["seeds"]) + b"%d\n%d\n" % (last["seat"], last["throw"])
    rows = re.findall(r"^\| (\d) \| (\d) \| `(\w{64})` \| (\d+) \| (\w+) \|$", PAGE, re.MULTILINE)
    assert [(die, attempt) for die, attempt, *_ in rows] == [
        ("1", "1"),
        ("2", "1"),
        ("3", "1"),
        ("3", "2"),
        ("4", "1"),
    ]
    for die, attempt, shown, byte, face in rows:
        digest = hmac.digest(secret, start + f"{die}\n{attempt}".encode(), "sha256")
        assert (shown, int(byte)) == (digest.hex(), digest[0])
        assert face == ("none" if digest[0] >= 252 else str(last["dice"][int(die) - 1]))
    [text] = re.findall(r"^```text\n(.*?)\n```$", PAGE, re.MULTILINE | re.DOTALL)
    assert text.encode() == start + b"3\n2"


async def test_a_refused_move_changes_no_later_face(
    client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The n-th throw is the same whatever was refused before it."""
    asked = []
    real = dice.thrown

    def spy(keyed: HMAC, seat: int, throw: int, count: int) -> tuple[int, ...]:
        asked.append((seat, throw))
        return real(keyed, seat, throw, count)

    monkeypatch.setattr(dice, "thrown", spy)
    table = await open_table(client, "titusind")
    assert (await table.post("bank", {})).status_code == 409
    assert (await table.post("roll", {}, **{"If-Match": '"9"'})).status_code == 412
    assert (await table.post("roll", {})).status_code == 200
    assert asked == [(0, 1)]
