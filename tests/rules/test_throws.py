"""What is worked out of rulesets stays within one bound, in bytes, whoever asks about how many of them."""

import gc
import tracemalloc
from collections.abc import Iterator
from typing import Any

import pytest

from rules.dice import FACES
from rules.registry import built_in
from rules.throws import Room, Throws, kept_bytes

GAMES = built_in().games


def house(game: str, number: int) -> Any:
    """The rules of one of many house rules of a game, with tables of their own: as much of them as there can be."""
    options = GAMES[game].options
    if game == "banking":
        words = [{"type": "single", "face": face, "points": 100 * face} for face in FACES]
        flat = {"type": "equal_flat", "count": 3, "points": 1000 + number}
        made = options.model_validate({"dice": 6, "selection": "free", "combinations": [*words, flat]})
    else:
        boxes = options().model_dump(mode="json")["boxes"]
        boxes[-1]["worth"] = 50 + number
        made = options.model_validate({"boxes": boxes, "dice": 6})
    return GAMES[game].rules(made)


EVERY = pytest.mark.parametrize("game", ["banking", "sheet"])


@pytest.fixture
def little_room(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    gc.collect()
    room = kept_bytes() + 256 * 1024
    monkeypatch.setattr("rules.throws.ROOM", Room(room))
    yield room
    gc.collect()


@EVERY
def test_as_much_is_kept_as_is_said(game: str) -> None:
    other = house(game, 0).tables.throws
    for dice in other:
        other[dice]  # so that what is the same for all rulesets lies ready
    throws = house(game, 1).tables.throws
    asked = [dice for dice in throws if len(dice) == 6][::2]
    gc.collect()
    before = kept_bytes()
    tracemalloc.start()
    for dice in asked:
        throws[dice]
    kept = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert 0.8 * kept < kept_bytes() - before < 2 * kept  # some tuples lay ready before


@EVERY
def test_many_rulesets_keep_no_more_than_one(game: str, little_room: int) -> None:
    rulesets = [house(game, number) for number in range(100, 164)]  # held, as those of sessions are
    dice = [dice for dice in rulesets[0].tables.throws if len(dice) == 6][::23]
    for rules in rulesets:
        if rules is rulesets[16]:
            tracemalloc.start()
        for thrown in dice:
            rules.tables.throws[thrown]
        assert kept_bytes() <= little_room
    grown = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert grown < little_room + 256 * 1024


def throws_of(worked_out: list[Any], size: int) -> Throws[Any]:
    """Throws that tell what is worked out."""

    def work(dice: tuple[int, ...]) -> tuple[int, ...]:
        worked_out.append(dice)
        return dice

    return Throws(1, 6, work, lambda _: size)


def test_what_was_asked_for_lately_stays(little_room: int) -> None:
    worked_out = list[Any]()
    played, asked_about = throws_of(worked_out, 1000), list[Throws[Any]]()
    for number in range(1000):
        assert played[1, 2, 3] == (1, 2, 3)
        asked_about.append(throws_of([], 1000))
        assert asked_about[-1][(FACES[number % 6],)]
        assert kept_bytes() <= little_room
    assert worked_out == [(1, 2, 3)]


def test_what_is_forgotten_is_worked_out_again(little_room: int) -> None:
    worked_out = list[Any]()
    throws = throws_of(worked_out, little_room // 2)
    for _ in range(3):
        assert [throws[dice] for dice in throws if len(dice) == 1] == [(face,) for face in FACES]
    assert len(worked_out) > 6
    assert kept_bytes() <= little_room


def test_not_everybody_is_asked_for_each_throw(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[int]()

    class Asked(Throws[Any]):
        def __getattribute__(self, name: str) -> Any:
            if name == "bytes_aged":
                asked.append(1)
            return super().__getattribute__(name)

    others = [Asked(1, 6, lambda dice: dice, lambda _: 10) for _ in range(50)]
    monkeypatch.setattr("rules.throws.ROOM", Room(kept_bytes() * 2 + 1_000_000))
    throws = throws_of([], 100)
    asked.clear()
    assert all(throws[dice] == dice for dice in throws)
    assert len(asked) <= len(others)


def test_what_is_no_throw_is_none() -> None:
    throws = throws_of([], 1)
    for dice in ((2, 1), (7,), (), (1,) * 7):
        assert throws.get(dice) is None
