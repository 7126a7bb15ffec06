"""API keys."""

import hmac

import pytest

from app.access.api_keys import new_key, parse, valid
from app.store.rows import ApiKey


def test_a_key_is_found_by_its_id_and_known_by_its_hash() -> None:
    made = [new_key() for _ in range(50)]
    assert len({key.id for key in made}) == len({key.text for key in made}) == 50
    for key in made:
        assert key.text.startswith(f"rw_key_{key.id}_")
        assert parse(key.text) == (key.id, key.digest)
        secret = key.text.removeprefix(f"rw_key_{key.id}_")
        assert len(secret) == 43
        assert secret.encode() not in key.digest


KEY = "rw_key_0123456789ab_" + "s" * 43


@pytest.mark.parametrize(
    "text",
    [
        "",
        "rw_host_" + "s" * 43,
        KEY[:-1],
        KEY + "s",
        KEY + "\n",
        KEY.upper(),
        KEY.replace("0123456789ab", "0123456789ä"),
        KEY.replace("0123456789ab", ""),
        " " + KEY,
    ],
)
def test_what_is_no_key_is_not_looked_up(text: str) -> None:
    assert parse(KEY) is not None
    assert parse(text) is None


def test_only_the_stored_key_is_valid_and_only_until_it_is_revoked() -> None:
    mine, other = new_key(), new_key()
    stored = ApiKey(mine.id, "league", mine.digest, 1_750_000_000_000, None)
    assert valid(stored, mine.digest)
    assert not valid(stored, other.digest)
    assert not valid(stored._replace(revoked_at=1_750_000_000_001), mine.digest)


def test_an_unknown_id_costs_the_comparison_of_a_known_one(monkeypatch: pytest.MonkeyPatch) -> None:
    lengths = []
    compare = hmac.compare_digest

    def watched(one: bytes, other: bytes) -> bool:
        lengths.append((len(one), len(other)))
        return compare(one, other)

    monkeypatch.setattr(hmac, "compare_digest", watched)
    mine = new_key()
    stored = ApiKey(mine.id, "league", mine.digest, 1_750_000_000_000, 1_750_000_000_001)
    assert not valid(None, mine.digest)
    assert not valid(None, bytes(32))
    assert not valid(stored, mine.digest)
    assert lengths == [(32, 32)] * 3
