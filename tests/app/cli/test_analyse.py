"""`rollwright analyse`: luck and skill in a transcript, as a table or as JSON."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from app.cli.main import main

GAME = """\
game sheet
option boxes [{"category": "sixes"}, {"category": "chance"}]
option bonus 0
seat Ida
seat Bo
Ida: 11246 > chance
Bo: 66112 (66) 666 > sixes
Ida: 66666 > sixes
Bo: 12345 123456
"""


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ROLLWRIGHT_TABLES", str(tmp_path / "tables"))
    path = tmp_path / "game.txt"
    path.write_text(GAME.replace("Bo: 12345 123456\n", "Bo: 12345 > chance\n"))
    return path


def called(*words: str, status: int = 0) -> str:
    done = CliRunner().invoke(main, ["analyse", *words])
    assert done.exit_code == status, (done.output, done.exception)
    return done.output


def test_a_text_is_told_as_a_table_with_the_dearest_decisions(written: Path) -> None:
    lines = called(str(written)).splitlines()
    assert lines[0] == "sheet, played for points; figures in points"
    assert lines[1].split()[:8] == ["seat", "start", "luck", "loss", "others", "result", "adjusted", "accuracy"]
    name, start, luck, loss, others, result, *_ = lines[2].split()
    assert name == "Ida"
    assert float(result) == 44
    assert float(start) + float(luck) - float(loss) + float(others) == pytest.approx(44, abs=0.03)
    (dearest,) = [line for line in lines if "loses 10.85" in line]
    assert dearest.strip() == "entry 1: 1 1 2 4 6: chance loses 10.85 (blunder); better: set aside 6"


def test_json_holds_every_entry(written: Path) -> None:
    document = json.loads(called(str(written), "--json"))
    assert [seat["name"] for seat in document["seats"]] == ["Ida", "Bo"]
    assert [each["entry"] for each in document["entries"]] == list(range(len(document["entries"])))
    assert document["entries"][1]["best"] == {"type": "set_aside", "dice": [6]}
    for seat in document["seats"]:
        change = seat["luck"] - seat["loss"] + seat["others"]
        assert seat["result"] - seat["start"] == pytest.approx(change, abs=1e-9)


def test_a_transcript_as_json_is_read_too(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    record = [
        {"kind": "move", "seat": 0, "move": {"type": "roll"}, "dice": [1, 1, 2, 3, 5, 6]},
        {"kind": "move", "seat": 0, "move": {"type": "set_aside", "dice": [1, 1]}},
        {"kind": "resign", "seat": 0},
    ]
    document = {"format": "rollwright-transcript-1", "game": "farkle", "seats": [{"name": "Ida"}], "record": record}
    path.write_text(json.dumps(document))
    assert "played for points" in called(str(path), "--objective", "points")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("game chess\n", "no game chess"),
        ("{", "no JSON"),
        ('{"game": "yatzy"}', "format"),
        ("game yatzy\nseat Ida\nIda: 77777\n", "line 3"),
    ],
)
def test_what_is_no_transcript_is_refused_at_its_place(text: str, says: str, tmp_path: Path) -> None:
    path = tmp_path / "game"
    path.write_text(text)
    assert says in " ".join(called(str(path), status=2).replace("│", " ").split())


def test_what_is_against_the_rules_is_not_analysed(tmp_path: Path) -> None:
    path = tmp_path / "game"
    path.write_text("game farkle\nseat Ida\nIda: 112346 (22) bank\n")
    assert called(str(path), status=1).startswith("entry 1: ")


def test_an_objective_that_there_is_not_is_refused(written: Path) -> None:
    assert "points, win or turns" in " ".join(called(str(written), "--objective", "glory", status=2).split())
    assert "turns is no objective" in called(str(written), "--objective", "turns", status=1)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    assert "cannot be read" in " ".join(called(str(tmp_path / "nothing"), status=2).replace("│", " ").split())


def test_many_games_stand_one_a_line(written: Path, tmp_path: Path) -> None:
    text = written.read_text()
    path = tmp_path / "games.ndjson"
    path.write_text("\n".join(json.dumps(each) for each in (text, text.replace("(66) 666", "(55) 666"), text)) + "\n")
    done = CliRunner().invoke(main, ["analyse", str(path), "--json"])
    assert done.exit_code == 1
    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert [each["line"] for each in told] == [1, 3]
    assert {**told[0], "line": 3} == told[1]
    assert done.stderr.startswith("line 2: entry 3: ")
    path.write_text("\n".join(json.dumps(text) for _ in range(2)))
    lines = called(str(path)).splitlines()
    assert lines[0] == "line 1"
    assert lines[1 : lines.index("line 2")] == called(str(written)).splitlines()
