"""What the Python client does before and after the wire: reading events, following seats, waiting."""

import json
from itertools import pairwise
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rollwright_client import Patience, Problem
from rollwright_client.following import EventParser, SeatsFollowing, ServerEvent
from rollwright_client.patience import Failures

STREAM = (
    ': a comment\r\nretry: 1500\r\n\r\nevent: move\nid: 7\ndata: {"a": 1}\n\ndata:one\rdata: two\r\rid\ndata\n\n'
    "event: lost\n\ndata: cut"
)
EVENTS = [
    ServerEvent("move", '{"a": 1}', "7"),
    ServerEvent("message", "one\ntwo", "7"),
    ServerEvent("message", "", ""),
]


@given(st.sets(st.integers(0, len(STREAM))))
def test_events_do_not_depend_on_where_the_text_is_broken(breaks: set[int]) -> None:
    parser = EventParser()
    places = [0, *sorted(breaks), len(STREAM)]
    pieces = [STREAM[one:other] for one, other in pairwise(places)]
    assert [event for piece in pieces for event in parser.feed(piece)] == EVENTS
    assert parser.retry_seconds == 1.5


def told(event: str, session: str, **more: Any) -> ServerEvent:
    return ServerEvent(event, json.dumps({"session": session, "seat": 0} | more), "")


def tokens_of(following: SeatsFollowing) -> list[str] | None:
    call = following.next()
    return None if call is None else call.body["tokens"]


def unknown(*places: int) -> Problem:
    faults = [{"code": "unknown_token", "pointer": f"/tokens/{place}", "detail": "No."} for place in places]
    return Problem(422, {"code": "invalid-fields", "errors": faults})


def test_seats_are_followed_until_each_has_ended() -> None:
    following = SeatsFollowing(["a", "b"])
    assert tokens_of(following) == ["a", "b"]
    for session in "ab":
        assert following.take(told("seat", session)) is not None
    assert following.take(told("end", "a")) is not None
    assert tokens_of(following) == ["a", "b"]
    assert following.take(told("seat", "a")) is None, "it has ended, and is told anew"
    assert following.take(told("end", "a")) is None
    assert following.take(told("end", "b")) is not None
    assert following.next() is None


def test_tokens_that_are_known_no_more_are_let_go() -> None:
    following = SeatsFollowing(["a", "b", "c"])
    for session in "abc":
        following.take(told("seat", session))
    assert following.mend(unknown(0, 2))
    assert tokens_of(following) == ["b"]
    following.take(told("seat", "b"))
    following.take(told("end", "b"))
    assert following.next() is None, "nobody tells the end of the others"
    assert not following.mend(
        Problem(422, {"code": "invalid-fields", "errors": [{"code": "missing", "detail": "No."}]})
    )
    assert following.mend(unknown(0))
    assert following.next() is None


def test_waits_grow_to_a_bound_and_not_beyond_the_last_attempt() -> None:
    failures = Failures(Patience(attempts=8, first_seconds=1, longest_seconds=10))
    waits = [failures.wait(httpx.ConnectError("no")) for _ in range(7)]
    assert all(bound / 2 <= wait <= bound for wait, bound in zip(waits, (1, 2, 4, 8, 10, 10, 10), strict=True))
    with pytest.raises(httpx.ConnectError):
        failures.wait(httpx.ConnectError("no"))
    failures.forget()
    assert failures.wait(httpx.ConnectError("no")) <= 1


def test_a_stream_tries_for_ever_but_not_what_will_not_pass() -> None:
    failures = Failures(Patience(attempts=2, first_seconds=1, longest_seconds=10), endless=True)
    assert max(failures.wait(httpx.ReadError("cut")) for _ in range(2000)) <= 10
    assert 3 <= failures.wait(Problem(429, {"code": "too-many-streams"}, 3)) <= 4
    with pytest.raises(Problem):
        failures.wait(Problem(404, {"code": "unknown-session"}))
    with pytest.raises(Problem):
        failures.wait(Problem(503, {"code": "store-unavailable"}, 11))
