"""`rollwright conformance`."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from app.cli.main import main

BROKEN = """
from dataclasses import replace
from rules.banking import titusind

GAME = replace(titusind.GAME, name="mine", random_play_moves=2)


class Nothing:
    def __init__(self, options):
        self.rules = titusind.GAME.rules(options)

    def __getattr__(self, name):
        return getattr(self.rules, name)

    def apply(self, *_):
        return None


class Exits(Nothing):
    def apply(self, *_):
        raise SystemExit(3)


NOTHING = replace(titusind.GAME, name="mine", rules=Nothing)
EXITS = replace(titusind.GAME, name="mine", rules=Exits)
GOOD = replace(titusind.GAME, name="mine")
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    (tmp_path / "my_game.py").write_text(BROKEN)
    yield tmp_path
    sys.modules.pop("my_game", None)


def called(target: str, status: int) -> str:
    done = CliRunner().invoke(main, ["conformance", target])
    assert done.exit_code == status, (done.output, done.exception)
    return done.output


def test_a_broken_law_is_explained_and_the_others_are_tried(folder: Path) -> None:
    said = called("my_game", 1)
    assert said.count("holds   ") == 21
    assert "broken  random_play_ends_within_the_stated_bound\n" in said
    assert "is Game.random_play_moves too low?" in said
    assert said.endswith("mine: 21 of 22 laws hold\n")


def test_a_game_that_holds_them_all_ends_in_peace(folder: Path) -> None:
    assert called("my_game:GOOD", 0).endswith("mine: 22 of 22 laws hold\n")


@pytest.mark.parametrize(
    ("game", "why"), [("NOTHING", "gives None: a rules.contract.Step"), ("EXITS", "SystemExit: 3")]
)
def test_one_cause_is_explained_once(folder: Path, game: str, why: str) -> None:
    said = called(f"my_game:{game}", 1)
    assert said.count(why) == 1
    assert said.count("for the same cause as exactly_the_listed_moves_are_accepted") > 5


def test_what_is_no_game_is_told_in_a_line(folder: Path) -> None:
    assert called("my_game:BAD", 1) == "my_game has no BAD; name it as MODULE:ATTR\n"
    (folder / "my_exit.py").write_text("import sys; sys.exit(3)")
    assert called("my_exit", 1) == "my_exit cannot be imported: SystemExit: 3\n"
    assert called("no_game", 1).startswith("no_game cannot be imported: ModuleNotFoundError")


def test_without_the_extra_it_says_what_to_install(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("rules.conformance")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "hypothesis", None)
    assert called("my_game", 1) == "the laws need hypothesis: pip install 'rollwright[conformance]'\n"
