"""Views: what is kept to write them quickly is bounded in bytes, whatever strangers call themselves."""

import tracemalloc

import orjson
import pytest

from app.games.example import SERVED
from app.sessions import examples
from app.sessions.views import no_seat, session_json


@pytest.mark.parametrize(
    ("seats", "letters", "most"),
    [(32, 64, 1), (32, 20, 1), (32, 10, 12)],
    ids=["as long as there can be", "too long", "kept"],
)
def test_what_is_kept_of_names_is_bounded(seats: int, letters: int, most: int) -> None:
    row, _ = examples.stored("bank")
    rules = SERVED.rules(row.options)
    names = orjson.dumps(["\U0001f3b2" * letters for _ in range(seats)]).decode()
    start = rules.start(seats)

    def show(number: int) -> None:
        state = start._replace(totals=(number, *start.totals[1:]))
        view = orjson.loads(session_json(SERVED, row._replace(names=names), no_seat, state))
        assert [view["seats"][0]["total"], len(view["seats"])] == [number, seats]

    for number in range(10):
        show(number)
    tracemalloc.start()
    for number in range(1000, 1000 + 2500):
        show(number)
    kept = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert kept < most * 1024 * 1024
