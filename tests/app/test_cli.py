"""The `rollwright` command and its terminal client."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from app.cli import main
from app.play import drawn, told
from rules.registry import BUILT_IN

COMMAND = [sys.executable, "-c", "from app.cli import main; main()"]


def test_dice_are_drawn_side_by_side() -> None:
    assert drawn([1, 6]).splitlines() == [
        "+-------+  +-------+",
        "|       |  | o   o |",
        "|   o   |  | o   o |",
        "|       |  | o   o |",
        "+-------+  +-------+",
    ]
    assert all(drawn([face]).count("o") == face for face in range(1, 7))


def test_moves_are_told_in_words() -> None:
    assert told({"type": "set_aside", "dice": [1, 5]}) == "set aside [1 5]"
    assert told({"type": "bank"}) == "bank"


def test_migrate_makes_the_database(database: str, tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["migrate", "--database", database])
    assert done.exit_code == 0, done.output
    assert (tmp_path / "test.db").exists()
    os.environ.pop("ROLLWRIGHT_DATABASE", None)


def test_a_store_that_is_not_served_is_refused_in_one_line() -> None:
    done = subprocess.run(
        [*COMMAND, "serve", "--database", "mysql://x/y"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "sqlite:///" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("call", ["openapi", "pages"])
def test_generated_files_are_up_to_date_and_a_stale_one_is_named(
    call: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert CliRunner().invoke(main, [call, "--check"]).exit_code == 0
    monkeypatch.chdir(tmp_path)
    stale = CliRunner().invoke(main, [call, "--check"])
    assert stale.exit_code == 1
    assert ".json" in stale.output or ".md" in stale.output
    assert not list(tmp_path.iterdir())
    assert CliRunner().invoke(main, [call]).exit_code == 0
    assert CliRunner().invoke(main, [call, "--check"]).exit_code == 0


def played(address: str, game: str, *more: str) -> subprocess.CompletedProcess[str]:
    """The client fed with answers: own dice `23456123456`, and otherwise always the first move that is offered."""
    answers = "\n".join(["1", "1 2 2 3 4 6"][: 1 + ("--own-dice" in more)] * 4000)
    return subprocess.run(
        [*COMMAND, "play", game, "--url", address, *more], input=answers, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("game", [game.name for game in BUILT_IN if game.categories])
def test_a_game_is_played_to_its_end_in_the_terminal(start_server: Callable[[], str], game: str) -> None:
    done = played(start_server(), game, "--name", "Ida")
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    assert "The game is over." in done.stdout
    assert "* 1. Ida" in done.stdout


def test_the_client_says_what_is_wrong(start_server: Callable[[], str]) -> None:
    unknown = played(start_server(), "poker")
    assert unknown.returncode == 1
    assert "titusind" in unknown.stdout
    nobody = played("http://127.0.0.1:9", "titusind")
    assert nobody.returncode == 1
    assert "rollwright serve" in nobody.stdout
