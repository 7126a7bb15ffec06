"""`rollwright arena`: bots and levels against each other, the same from the same seed."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from app.cli.main import main

OPTIONS = {"boxes": [{"category": "sixes"}, {"category": "chance"}], "bonus": 0}
BOT = "def choose(view, legal_moves):\n    assert 'you' in view\n    return {}\n"


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.setenv("ROLLWRIGHT_TABLES", str(tmp_path / "tables"))
    path = tmp_path / "options.json"
    path.write_text(json.dumps(OPTIONS))
    return ["--game", "sheet", "--options", str(path), "--games", "8"]


def called(*words: str, status: int = 0) -> str:
    done = CliRunner().invoke(main, ["arena", *words])
    assert done.exit_code == status, (done.output, done.exception)
    return done.output


def bot(tmp_path: Path, chosen: str) -> str:
    path = tmp_path / "bot.py"
    path.write_text(BOT.format(chosen))
    return str(path)


def test_the_same_seed_plays_the_same_games_however_many_processes_do(small: list[str]) -> None:
    one = json.loads(called("best", "--against", "novice", *small, "--json"))
    assert one == json.loads(called("best", "--against", "novice", *small, "--json", "--processes", "2"))
    assert one != json.loads(called("best", "--against", "novice", *small, "--json", "--seed", "2"))
    assert (one["pairs"], one["objective"]) == (4, "points")
    assert one["adjusted"]["mean"] >= 0


def test_a_file_plays_and_is_told_where_it_loses(tmp_path: Path, small: list[str]) -> None:
    shown = called(bot(tmp_path, "legal_moves[0]"), "--against", "best", *small)
    assert "4 pairs with the same dice" in shown
    assert "luck-adjusted difference" in shown
    assert f"where {tmp_path / 'bot.py'} lost most" in shown
    again = called(bot(tmp_path, "legal_moves[0]['move']"), "--against", "best", *small)
    assert again == shown


def test_a_temperature_stands_for_a_level(small: list[str]) -> None:
    strong = json.loads(called("strong", "--against", "best", *small, "--json"))
    assert strong | {"bots": []} == json.loads(called("0.35", "--against", "0", *small, "--json")) | {"bots": []}


@pytest.mark.parametrize(
    ("chosen", "says"),
    [("'bank'", "none of its legal moves"), ("1 / 0", "ZeroDivisionError"), ("", "none of its legal moves")],
)
def test_a_bot_that_fails_is_told(chosen: str, says: str, tmp_path: Path, small: list[str]) -> None:
    assert says in called(bot(tmp_path, chosen), *small, status=1)


@pytest.mark.parametrize(
    ("word", "says"),
    [("mediocre", "no level"), ("-1", "No such option"), ("nowhere.py", "there is no file")],
)
def test_what_is_no_bot_is_refused(word: str, says: str, small: list[str]) -> None:
    done = CliRunner().invoke(main, ["arena", word, *small])
    assert done.exit_code in (1, 2)
    assert says in done.output


def test_a_file_that_cannot_be_loaded_is_told(tmp_path: Path, small: list[str]) -> None:
    path = tmp_path / "bot.py"
    path.write_text("choose =")
    assert "SyntaxError" in called(str(path), *small, status=1)


def test_a_game_for_one_seat_has_no_arena() -> None:
    assert "for one seat alone" in called("best", "--game", "solitaire-dice", status=1)
