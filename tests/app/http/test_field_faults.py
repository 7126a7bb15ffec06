"""Faults of fields: work and answer in proportion to what was sent, however much is wrong in it."""

import tracemalloc
from collections.abc import Callable
from contextlib import suppress
from itertools import pairwise
from typing import Any

import orjson
import pytest
from pydantic import TypeAdapter, ValidationError

from app.checks.answers import Checker
from app.contract.contract import Contract
from app.games.served_game import Games
from app.http.bodies import MOST_FIELDS, MOST_ITEMS, PART, parse, validated
from app.http.problems import MOST_LISTED, FieldFaults, Problem
from app.sessions.from_transcript import _validated
from rules.registry import built_in
from rules.transcript import FORMAT, MOST_ENTRIES
from tests.app.support.house import House
from tests.app.support.work import calls

GAMES = built_in().games
CONTRACT = Contract(dict(GAMES))
SERVED = Games(GAMES)
HEAD = {"format": FORMAT, "game": "sand", "seats": [{"name": "Ida"}]}
CHECKER = Checker(SERVED.named("sand"), CONTRACT, "en")


def _read(adapter: TypeAdapter[Any], body: bytes) -> None:
    validated(adapter, body, parse(body))


def _opened(body: bytes) -> None:
    _validated(CONTRACT, body, parse(body))


WRONG: dict[str, tuple[Callable[[bytes], object], Callable[[int], Any]]] = {
    "unknown fields": (
        lambda body: _read(CONTRACT.scores["sand"], body),
        lambda n: {"dice": [1]} | {f"field{number}": 1 for number in range(n)},
    ),
    "unknown fields of options": (
        lambda body: _read(CONTRACT.session_request, body),
        lambda n: {"game": "banking", "options": {f"field{number}": 1 for number in range(n)}},
    ),
    "combinations": (
        lambda body: _read(CONTRACT.options["banking"], body),
        lambda n: {"options": {"combinations": [{"type": "exact", f"field{number}": []} for number in range(n)]}},
    ),
    "seats": (
        lambda body: _read(CONTRACT.session_request, body),
        lambda n: {"game": "sand", "seats": [{"name": number} for number in range(n)]},
    ),
    "a record of numbers": (CHECKER.answer_json, lambda n: {"record": [0] * n}),
    "a record at the end of a transcript": (
        CHECKER.answer_json,
        lambda n: HEAD | {"record": [{"kind": "resign", "seat": 0}] * n + [{"kind": "move", "seat": "x"}] * n},
    ),
    "dice of an entry": (CHECKER.answer_json, lambda n: HEAD | {"record": [{"kind": "move", "dice": [7] * n}]}),
    "totals": (CHECKER.answer_json, lambda n: HEAD | {"record": [], "totals": ["x"] * n}),
    "sheets": (CHECKER.answer_json, lambda n: {"sheets": [{"turns": [{"points": "x"}] * n}]}),
    "a transcript to play on": (_opened, lambda n: {"transcript": HEAD | {"record": [{"kind": "x"}] * n}}),
    "a transcript of no game": (_opened, lambda n: {"transcript": {"game": "poker", "record": [0] * n}}),
    "objects in objects": (
        lambda body: _read(CONTRACT.session_request, body),
        lambda n: orjson.loads(b'{"options":' * 100 + b"0" + b"}" * 100) | {f"f{number}": [] for number in range(n)},
    ),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_is_wrong_costs_work_in_proportion_to_its_length(what: str) -> None:
    read, make = WRONG[what]

    def work(n: int) -> tuple[int, int]:
        body = orjson.dumps(make(n))

        def refused() -> None:
            with pytest.raises(Problem):
                read(body)

        return calls(refused), len(body)

    work(1)  # what is made when it is first needed
    costs = [work(n) for n in (250, 500, 1000, 2000, 4000, 8000)]
    for (less, shorter), (more, longer) in pairwise(costs):
        assert more <= max(1.25 * less * longer / shorter, 2000 + less)


@pytest.mark.parametrize("what", WRONG)
@pytest.mark.parametrize("n", [90, 101, 999, 8000])
def test_the_first_faults_are_listed_and_the_others_counted(what: str, n: int) -> None:
    read, make = WRONG[what]
    with pytest.raises(Problem) as refused:
        read(orjson.dumps(make(n)))
    members = refused.value.members
    assert 1 <= len(members["errors"]) <= MOST_LISTED
    places = [fault["pointer"] for fault in members["errors"]]
    assert len(set(places)) == len(places)
    assert members.get("more_errors") != 0
    if n < MOST_LISTED and what not in ("objects in objects", "seats", "combinations"):
        assert "more_errors" not in members or len(places) == MOST_LISTED


def test_memory_follows_the_length_of_a_body_whatever_is_wrong_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = [0]
    take = FieldFaults.take

    def counted(faults: FieldFaults, error: ValidationError, *more: Any) -> None:
        counts.append(error.error_count())
        take(faults, error, *more)

    monkeypatch.setattr(FieldFaults, "take", counted)
    worst = [
        b'{"record":[' + b"0," * 500_000 + b"0]}",
        b'{"totals":[' + b"0," * 500_000 + b'0],"record":[]}',
        b'{"record":[' + b'{"kind":"move"},' * 19_000 + b"0]}",
        b"{" + b",".join(b'"%x":0' % number for number in range(110_000)) + b"}",
        b'{"record":[' + b",".join([b"{" + b",".join(b'"%x":0' % n for n in range(250)) + b"}"] * 400) + b"]}",
        b'{"sheets":[{"turns":[' + b"0," * 500_000 + b"0]}]}",
    ]
    for body in worst:
        with suppress(Problem):
            CHECKER.answer_json(body[:2000])
        tracemalloc.start()
        with pytest.raises(Problem):
            CHECKER.answer_json(body)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < 40 * len(body)
    assert max(counts) <= MOST_FIELDS * PART  # what pydantic holds beside that is 600 bytes a fault


def test_faults_of_a_long_record_are_told_at_their_places() -> None:
    record: list[Any] = [{"kind": "resign", "seat": 0} for _ in range(1000)]
    for index in (0, 99, 100, 101, 555, 999):
        record[index] = {"kind": "move", "seat": 0, "move": {"type": "bank"}, "points": "x"}
    with pytest.raises(Problem) as refused:
        CHECKER.answer_json(orjson.dumps(HEAD | {"record": record, "totals": [1.5]}))
    places = [fault["pointer"] for fault in refused.value.members["errors"]]
    assert places == ["/totals/0", *(f"/record/{index}/points" for index in (0, 99, 100, 101, 555, 999))]


@pytest.mark.parametrize("length", [99, 100, 101, 250])
def test_a_long_record_is_read_as_a_whole(length: int) -> None:
    body = orjson.dumps({"transcript": HEAD | {"record": [{"kind": "resign", "seat": n} for n in range(length)]}})
    asked = _validated(CONTRACT, body, parse(body))
    assert [entry.seat for entry in asked.transcript.record] == [*range(length)]


def test_bounds_of_shape_are_beyond_all_that_the_contract_knows() -> None:
    schemas = CONTRACT.components()
    assert MOST_ENTRIES == MOST_ITEMS
    assert max(len(schema.get("properties", ())) for schema in schemas.values()) * 10 < MOST_FIELDS
    for bound in (MOST_FIELDS, MOST_ITEMS):
        shape = {str(number): 0 for number in range(bound)} if bound == MOST_FIELDS else [0] * bound
        assert parse(orjson.dumps([{"a": shape}])) == [{"a": shape}]
        longer = shape | {"more": 0} if isinstance(shape, dict) else [*shape, 0]
        with pytest.raises(Problem) as refused:
            parse(orjson.dumps([{"a": longer}]))
        assert [fault["pointer"] for fault in refused.value.members["errors"]] == ["/0/a"]


@pytest.mark.asyncio(loop_scope="session")
async def test_the_answer_over_http(house: House) -> None:
    body = {"dice": [1]} | {f"field{number}": 1 for number in range(200)}
    problem = (await house.client.post("/v1/games/sand/score", json=body)).json()
    assert (len(problem["errors"]), problem["more_errors"]) == (100, 100)
    few = (await house.client.post("/v1/games/sand/score", json={"dice": [1, 7], "x": 1})).json()
    assert [fault["pointer"] for fault in few["errors"]] == ["/dice/1", "/x"]
    assert "more_errors" not in few


def faults_of(adapter: TypeAdapter[Any], value: Any) -> dict[str, str]:
    """What is said of the value, by place."""
    with pytest.raises(Problem) as refused:
        _read(adapter, orjson.dumps(value))
    return {fault["pointer"]: fault["detail"] for fault in refused.value.members["errors"]}


@pytest.mark.parametrize(
    ("worth", "said"),
    [
        ("x", ["'group' or 'all'", "whole number", "object", "list"]),
        (0, ["'group' or 'all'", "at least 1", "object", "list"]),
        (None, ["'group' or 'all'", "whole number", "object", "list"]),
        ({}, ["'group' or 'all'", "whole number"]),
        ([1, "x"], ["'group' or 'all'", "whole number", "object"]),
    ],
)
def test_a_unions_fault_names_every_way_to_be_right(worth: Any, said: list[str]) -> None:
    body = {"options": {"boxes": [{"category": "chance", "worth": worth}]}}
    told = faults_of(CONTRACT.options["sheet"], body)
    assert all(way in told["/options/boxes/0/worth"] for way in said)
    inner = {"/options/boxes/0/worth/of": {}, "/options/boxes/0/worth/1": [1, "x"]}
    assert [place for place, value in inner.items() if value == worth] == [each for each in told if each in inner]


@pytest.mark.parametrize(("field", "wrong"), [("boxes", 3), ("steps", 3), ("over", "x")])
def test_a_tag_is_no_place_though_a_field_be_named_like_it(field: str, wrong: Any) -> None:
    sound = {"type": "steps", "boxes": "upper", "steps": [{"least": 63, "points": 50}], "over": "sheet"}
    told = faults_of(CONTRACT.options["sheet"], {"options": {"bonuses": [sound | {field: wrong}]}})
    assert list(told) == [f"/options/bonuses/0/{field}"]
