"""Transcripts as JSON, and which entries of a record stand."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from rules.contract import ROLL, AnyGame, Played
from rules.fold import standing
from rules.registry import BUILT_IN, built_in
from rules.transcript import FORMAT, Entry, JsonForm, Misread
from tests.rules.support.transcripts import transcripts

GAMES = pytest.mark.parametrize("game", BUILT_IN, ids=lambda game: game.name)
FORMS = {game.name: JsonForm(game) for game in BUILT_IN}
SAND: dict[str, Any] = {"format": FORMAT, "game": "sand", "seats": [{"name": "Ida"}], "record": []}


def read(changed: dict[str, Any], game: str = "sand") -> Any:
    return FORMS[game].read(json.dumps(SAND | {"game": game} | changed))


@GAMES
@given(data=st.data())
def test_what_was_written_is_read_again(game: AnyGame, data: st.DataObject) -> None:
    made = data.draw(transcripts(game, 40))
    form = FORMS[game.name]
    document = form.write(made)
    assert form.read(json.dumps(document)) == made
    assert form.write(form.read(json.dumps(document))) == document


def test_what_is_left_out_is_not_known() -> None:
    made = read({})
    assert (made.options, made.rules_version, made.totals) == (made.options.__class__(), None, None)
    assert "rules_version" not in FORMS["sand"].write(made)
    assert "totals" not in FORMS["sand"].write(made)
    for game in built_in().games.values():
        for name, preset in game.presets.items():
            assert read({"preset": name}, game.name).options == preset


def test_a_roll_may_stand_as_it_is_sent_to_a_session() -> None:
    sent = {"kind": "move", "seat": 0, "move": {"type": "roll", "dice": [1, 2]}}
    assert read({"record": [sent, sent | {"dice": [1, 2]}]}).entries == (Entry(0, ROLL, (1, 2)),) * 2
    with pytest.raises(Misread) as fault:
        read({"record": [sent, sent | {"dice": [2, 1]}]})
    assert (fault.value.pointer, fault.value.code) == ("/record/1/dice", "two_throws")


@pytest.mark.parametrize(
    ("game", "changed", "pointer", "code"),
    [
        ("sand", {"record": [{"kind": "resign", "seat": 1}]}, "/record/0/seat", "unknown_seat"),
        ("sand", {"totals": [1, 2]}, "/totals", "totals"),
        ("sheet", {"options": {}, "preset": "kniffel"}, "/preset", "preset_and_options"),
    ],
)
def test_parts_that_are_at_odds(game: str, changed: dict[str, Any], pointer: str, code: str) -> None:
    if "preset" in changed:
        changed = changed | {"preset": next(iter(built_in().games[game].presets))}
    with pytest.raises(Misread) as fault:
        read(changed, game)
    assert (fault.value.pointer, fault.value.code) == (pointer, code)


@pytest.mark.parametrize(
    "changed",
    [
        {"format": "rollwright-transcript-2"},
        {"game": "titusind"},
        {"seats": []},
        {"seats": [{"name": " "}]},
        {"totals": [True]},
        {"extra": 1},
        {"record": [{"kind": "undo", "seat": 0}]},
        {"record": [{"kind": "resign", "seat": 0, "points": 1}]},
        {"record": [{"kind": "move", "seat": 0}]},
        {"record": [{"kind": "move", "seat": 0, "move": {"type": "roll"}, "dice": [7]}]},
        {"record": [{"kind": "move", "seat": -1, "move": {"type": "roll"}}]},
    ],
)
def test_what_has_not_the_form(changed: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        read(changed)


@given(kinds=st.lists(st.sampled_from(["move", "resign", "skip", "undo", "claim", "seed"]), max_size=30))
def test_what_stands_is_a_stack(kinds: list[str]) -> None:
    record: list[Any] = [Played(kind, 0, points=index) for index, kind in enumerate(kinds)]  # type: ignore[arg-type]
    expected: list[Any] | None = []
    for entry in record:
        if entry.kind == "undo":
            expected = expected[:-1] if expected else None
        elif entry.kind in ("move", "resign", "skip") and expected is not None:
            expected.append(entry)
        if expected is None:
            break
    if expected is None:
        with pytest.raises(ValueError, match="nothing is left"):
            standing(record)
    else:
        assert standing(record) == expected
