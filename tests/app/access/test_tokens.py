"""Tokens."""

import pytest

from app.access import tokens

SESSION = bytes(range(240, 256))


def test_the_holder_is_found_by_the_hash() -> None:
    issued = [tokens.new_token("host", SESSION), *(tokens.new_token("seat", SESSION) for _ in range(3))]
    digests = b"".join(map(tokens.digest, issued))
    assert [tokens.holder(tokens.digest(token), digests) for token in issued] == [tokens.HOST, 0, 1, 2]
    assert tokens.holder(tokens.digest(tokens.new_token("seat", SESSION)), digests) is None


@pytest.mark.parametrize(
    ("header", "token"),
    [
        ("Bearer abc", "abc"),
        ("bearer abc", "abc"),
        ("Bearer  abc ", "abc"),
        ("Basic abc", None),
        ("Bearer", None),
        (None, None),
    ],
)
def test_a_bearer_header_is_read_as_rfc_6750_says(header: str | None, token: str | None) -> None:
    assert tokens.bearer(header) == token


@pytest.mark.parametrize("kind", ["host", "seat"])
def test_a_token_names_its_session(kind: str) -> None:
    assert tokens.session_of(tokens.new_token(kind, SESSION)) == SESSION


@pytest.mark.parametrize("text", ["", "rw_seat_", "rw_seat_" + "a" * 43, "rw_key_0123456789ab_" + "a" * 43, "ä" * 73])
def test_what_is_no_token_names_none(text: str) -> None:
    assert tokens.session_of(text) is None
    assert tokens.session_of(tokens.new_token("invite", SESSION)) is None


def test_one_digest_is_replaced_among_others() -> None:
    digests = b"".join(bytes([n]) * 32 for n in range(4))
    replaced = tokens.with_digest(digests, 2, b"\xff" * 32)
    assert tokens.seat_digests(replaced) == [b"\1" * 32, b"\xff" * 32, b"\3" * 32]
    assert replaced[:32] == digests[:32]
