"""Tokens."""

import pytest

from app import auth


def test_the_holder_is_found_by_the_hash() -> None:
    tokens = [auth.new_token("host"), *(auth.new_token("seat") for _ in range(3))]
    digests = b"".join(map(auth.digest, tokens))
    assert [auth.holder(token, digests) for token in tokens] == [auth.HOST, 0, 1, 2]
    assert auth.holder(auth.new_token("seat"), digests) is None


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
    assert auth.bearer(header) == token
