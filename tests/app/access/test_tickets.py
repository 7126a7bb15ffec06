"""Tickets: good for their session and their holder, for as long as they say and their token lives."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.access import tickets, tokens

SESSION, AT = bytes(range(16)), 1_790_000_000_000
DIGESTS = b"".join(tokens.digest(f"token {place}") for place in range(3))


@pytest.mark.parametrize("holder", [tokens.HOST, 0, 1])
def test_a_ticket_stands_for_its_token_for_some_seconds(holder: int) -> None:
    ticket, until = tickets.new_ticket(SESSION, holder, DIGESTS, AT)
    assert until == AT + tickets.SECONDS * 1000
    for at in (AT, until):
        assert tickets.redeemed(ticket, SESSION, DIGESTS, at) == tokens.digest_at(DIGESTS, holder + 1)
    for at in (AT - 1, until + 1):
        assert tickets.redeemed(ticket, SESSION, DIGESTS, at) is None
    assert tickets.redeemed(ticket, bytes(16), DIGESTS, AT) is None, "of another session"
    replaced = tokens.with_digest(DIGESTS, holder + 1, tokens.digest("another"))
    assert tickets.redeemed(ticket, SESSION, replaced, AT) is None
    other = tokens.with_digest(DIGESTS, (holder + 2) % 3, tokens.digest("another"))
    assert tickets.redeemed(ticket, SESSION, other, AT) is not None


def test_an_open_seat_has_none() -> None:
    unclaimed = tokens.with_digest(DIGESTS, 2, tokens.NOBODY)
    ticket, _ = tickets.new_ticket(SESSION, 1, unclaimed, AT)
    assert tickets.redeemed(ticket, SESSION, unclaimed, AT) is None


@given(place=st.integers(0, 55), character=st.sampled_from("Aab09_-"))
def test_no_other_ticket_is_taken(place: int, character: str) -> None:
    ticket, _ = tickets.new_ticket(SESSION, 0, DIGESTS, AT)
    at = len("rw_ticket_") + place
    changed = ticket[:at] + character + ticket[at + 1 :]
    assert changed == ticket or tickets.redeemed(changed, SESSION, DIGESTS, AT) is None


@given(text=st.text(max_size=80) | st.from_regex(r"rw_ticket_[A-Za-z0-9_-]{0,60}", fullmatch=True))
def test_nothing_else_is_one(text: str) -> None:
    assert tickets.redeemed(text, SESSION, DIGESTS, AT) is None
