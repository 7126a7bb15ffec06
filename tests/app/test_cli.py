"""The `rollwright` command and its terminal client."""

import os
import random
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from app.cli import main
from app.play import drawn, told

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


def played(address: str, game: str, *more: str) -> str:
    """A game in the terminal to its end: bank where offered, else the last move; own dice are thrown at random."""
    chance = random.Random(11)
    command = [*COMMAND, "play", game, "--url", address, *more]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        shown = asked = ""
        while piece := os.read(process.stdout.fileno(), 65536).decode():
            shown += piece
            asked += piece
            if asked.endswith("Your move: "):
                offered = re.findall(r"^(\d+) .*?(roll|set aside|choose category|bank)", asked, re.MULTILINE)
                answer = next((number for number, move in offered if move == "bank"), offered[-1][0])
            elif faces := re.search(r"Faces of your (\d+) dice: $", asked):
                answer = " ".join(str(chance.randint(1, 6)) for _ in range(int(faces[1])))
            else:
                continue
            asked = ""
            process.stdin.write(f"{answer}\n".encode())
            process.stdin.flush()
    assert process.returncode == 0, shown[-2000:]
    return shown


@pytest.mark.parametrize("source", [[], ["--own-dice"]], ids=["server-dice", "own-dice"])
def test_the_source_games_are_played_to_their_ends_in_the_terminal(
    start_server: Callable[[], str], source: list[str]
) -> None:
    address = start_server()
    for game in ("sand", "titusind", "yatzy-bg", "solitaire-dice", "wohin-damit"):
        shown = played(address, game, "--name", "Ida", *source)
        assert "The game is over." in shown
        assert "* 1. Ida" in shown


def test_the_client_says_what_is_wrong(start_server: Callable[[], str]) -> None:
    for address, game, sentence in (
        (start_server(), "poker", "titusind"),
        ("http://127.0.0.1:9", "titusind", "rollwright serve"),
    ):
        done = subprocess.run([*COMMAND, "play", game, "--url", address], capture_output=True, text=True, check=False)
        assert done.returncode == 1
        assert sentence in done.stdout
        assert "Traceback" not in done.stdout + done.stderr
