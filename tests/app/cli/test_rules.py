"""House rules in a file: every fault is told at its place, sound ones by example; presets are listed."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from app.cli.rules import rules
from app.games.options import OPTIONS, findings
from app.games.scores import scored_examples
from app.games.served_game import Games, ServedGame
from rules.registry import built_in

GAMES = Games(built_in().games)
PRESETS = [(served, name) for served in GAMES.served_games.values() for name in served.game.presets]


def check(folder: Path, options: Any, *more: str) -> Result:
    file = folder / "rules.json"
    file.write_bytes(options if isinstance(options, bytes) else json.dumps(options).encode())
    return CliRunner().invoke(rules, ["check", str(file), *more])


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("banking", {"opening": 2500, "combinations": [{"type": "straight", "first": 1, "last": 5, "points": 2000}]}),
        ("sheet", {"boxes": [{"category": "chance"}, {"category": "villa"}, {"category": "chance"}], "bonus": 0}),
    ],
)
def test_contradictions_are_those_that_the_service_tells(tmp_path: Path, game: str, options: Any) -> None:
    served = GAMES.named(game)
    told = findings(served, served.options.validate_python(options, strict=False), "en")["faults"]
    assert told
    for more in ((), ("--game", game)):
        result = check(tmp_path, options, *more)
        assert result.exit_code == 1
        assert result.output.splitlines() == [
            f"{fault['pointer'].removeprefix(OPTIONS)}: {fault['detail']} ({game} {fault['rule']})" for fault in told
        ]


def test_fields_that_are_not_what_they_should_be_are_told_at_their_places(tmp_path: Path) -> None:
    result = check(tmp_path, {"dice": 7, "goal": 3, "combinations": [{"type": "single", "face": 0, "points": 5}]})
    assert result.exit_code == 1
    places = sorted(line.split(": ")[0] for line in result.output.splitlines())
    assert places == ["/combinations/0/face", "/dice", "/goal"]


@pytest.mark.parametrize("text", [b"", b"{", b"[]", b"5", b"\xff"])
def test_what_is_no_object_ends_with_a_sentence(tmp_path: Path, text: bytes) -> None:
    result = check(tmp_path, text)
    assert result.exit_code == 1
    assert re.fullmatch(r"/: \S.*\n", result.output)


def test_a_file_that_is_not_there_and_a_game_that_is_not_there(tmp_path: Path) -> None:
    result = CliRunner().invoke(rules, ["check", str(tmp_path / "none.json")])
    assert (result.exit_code, "cannot be read" in result.output) == (1, True)
    assert check(tmp_path, {}, "--game", "poker").exit_code == 2


@pytest.mark.parametrize(("served", "name"), PRESETS, ids=lambda value: value if isinstance(value, str) else "")
def test_every_preset_is_sound_and_shown_by_what_its_throws_are_worth(
    tmp_path: Path, served: ServedGame, name: str
) -> None:
    options = served.game.presets[name]
    result = check(tmp_path, options.model_dump_json().encode())
    assert result.exit_code == 0
    first, *shown = result.output.split("\n\n")
    assert served.game.name in first
    examples = scored_examples(served, options)
    assert 3 <= len(examples) <= 7
    for block, example in zip(shown, examples, strict=True):
        throw, *lines = block.strip("\n").split("\n")
        assert throw == " ".join(map(str, example["dice"]))
        assert len(example["dice"]) == served.options.dump_python(options)["dice"]
        points = [int(line[:6].replace(",", "")) for line in lines if not example["bust"]]
        assert points == sorted((way["points"] for way in example["ways"]), reverse=True)


def test_boxes_stand_under_their_own_names_and_columns(tmp_path: Path) -> None:
    boxes = [{"category": "chance"}, {"category": "yatzy", "name": "Pasch"}]
    result = check(tmp_path, {"boxes": boxes, "columns": [{"factor": 1}, {"factor": 2}], "bonus": 0, "dice": 5})
    assert result.exit_code == 0, result.output
    ones = result.output.split("\n1 1 1 1 1\n")[1].split("\n\n")[0]
    assert ones.split("\n") == ["    10  Chance (2)", "    10  Pasch (2)", "     5  Chance (1)", "     5  Pasch (1)"]


def test_presets_are_listed_and_found_by_a_word_in_any_language() -> None:
    listed = CliRunner().invoke(rules, ["presets"]).output.splitlines()
    assert len(listed) == len(PRESETS)
    found = CliRunner().invoke(rules, ["presets", "кисмет"])
    assert re.sub(" +", " ", found.output) == "sheet kismet 5 Kismet\n"
    assert CliRunner().invoke(rules, ["presets", "no such game"]).exit_code == 1
