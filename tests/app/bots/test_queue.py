"""The queue: every opener gets a turn, each session stands in it once, and there is a bound."""

from hypothesis import given
from hypothesis import strategies as st

from app.bots.queue import Queue, Waiting
from tests.app.store.rows import row


def session(number: int, opener: int, version: int = 1) -> Waiting:
    return Waiting(row(number)._replace(opener=bytes([opener]), version=version, bot_due=1), version)


def test_whoever_has_a_thousand_sessions_takes_turns_with_who_has_one() -> None:
    queue = Queue()
    for number in range(1000):
        crowd = session(number, 1)
        assert queue.keep(crowd)
        queue.ready(crowd.row.id)
    alone = session(5000, 2)
    queue.keep(alone)
    queue.ready(alone.row.id)
    assert alone in (queue.next(), queue.next())


def test_a_session_stands_in_it_once_at_its_newest_version() -> None:
    queue = Queue()
    assert queue.keep(session(1, 1))
    queue.ready(session(1, 1).row.id)
    assert not queue.keep(session(1, 1, version=3))
    assert not queue.keep(session(1, 1, version=2))
    assert len(queue) == 1
    assert queue.next() == session(1, 1, version=3)
    assert queue.next() is None
    assert session(1, 1).row.id not in queue


def test_beyond_its_bound_it_takes_none() -> None:
    queue = Queue(most=2)
    assert [queue.keep(session(number, number)) for number in range(4)] == [True, True, False, False]
    assert len(queue) == 2


@given(st.lists(st.integers(0, 3), max_size=60))
def test_no_opener_waits_for_more_than_one_of_each_other(openers: list[int]) -> None:
    queue = Queue()
    for number, opener in enumerate(openers):
        each = session(number, opener)
        queue.keep(each)
        queue.ready(each.row.id)
    order = []
    while (waiting := queue.next()) is not None:
        order.append(waiting.row.opener or b"")
    assert sorted(order) == sorted(bytes([opener]) for opener in openers)
    for at, served in enumerate(order):
        following = order[at + 1 :]
        if served in following:
            between = following[: following.index(served)]
            assert len(set(between)) == len(between)
