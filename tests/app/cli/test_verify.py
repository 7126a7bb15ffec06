"""Checking the dice from outside: the twin agrees with the service, and every fault is found and told."""

import copy
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import typer
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from app.cli import verify
from app.contract.fairness import document
from app.dice import dice

SESSION = "01942f60-7c00-7a3b-9d52-0f6c1e8a4b77"
SECRET = bytes(range(32, 64))
PAGE = (Path(__file__).parents[3] / "docs/fairness.md").read_text("utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
VECTORS = next(text for kind, text in BLOCKS if kind == "json")

command = typer.Typer()
command.command()(verify.verify)


def game(secret: bytes | None = SECRET, seeds: tuple[str | None, ...] = ("Ида 7c2", None)) -> dict[str, Any]:
    """What the service would tell of a session with five throws."""
    table = dice.canonical(SESSION, seeds)
    plan = [(1, 0, 1, 6), (2, 0, 2, 3), (5, 1, 1, 6), (6, 0, 3, 5), (9, 1, 2, 2)]
    thrown = [
        (version, seat, "".join(map(str, dice.faces(SECRET, table, seat, throw, count))))
        for version, seat, throw, count in plan
    ]
    made = document(SESSION, dice.commitment(SECRET), seeds, thrown, secret)
    told: dict[str, Any] = json.loads(made.model_dump_json())
    return told


@given(
    st.binary(min_size=32, max_size=32),
    st.uuids(),
    st.lists(st.none() | st.text(min_size=1, max_size=128), min_size=1, max_size=32),
    st.integers(0, 31),
    st.integers(1, 10**6),
    st.integers(0, 8),
)
def test_the_twin_throws_what_the_service_throws(
    secret: bytes, session: Any, seeds: list[str | None], seat: int, throw: int, count: int
) -> None:
    faces = dice.faces(secret, dice.canonical(str(session), seeds), seat, throw, count)
    assert verify.recomputed(secret, str(session), seeds, seat, throw, count) == list(faces)


def test_the_document_numbers_each_seats_throws_and_tells_no_secret_too_early() -> None:
    told = game(None)
    assert [(thrown["seat"], thrown["throw"]) for thrown in told["throws"]] == [
        (0, 1),
        (0, 2),
        (1, 1),
        (0, 3),
        (1, 2),
    ]
    assert [len(thrown["dice"]) for thrown in told["throws"]] == [6, 3, 6, 5, 2]
    assert told["secret"] is None
    assert SECRET.hex() not in json.dumps(told)
    assert told["commitment"] == dice.commitment(SECRET).hex()
    assert told["seeds"] == ["Ида 7c2", None]
    assert game()["secret"] == SECRET.hex()


@pytest.mark.parametrize(
    ("thrown", "secret", "locked"), [([], None, False), ([(1, 0, "3")], None, True), ([], SECRET, True)]
)
def test_the_first_throw_or_the_end_locks_the_seeds(
    thrown: list[tuple[int, int, str]], secret: bytes | None, locked: bool
) -> None:
    assert document(SESSION, dice.commitment(SECRET), [None], thrown, secret).seeds_locked is locked


def test_a_sound_document_has_no_faults() -> None:
    assert verify.check(game()) == []
    assert verify.check(game(None)) == []
    assert verify.check(json.loads(VECTORS)) == []
    assert verify.check(game() | {"added_later": 1}) == []


def spoil(path: str, value: Any) -> Callable[[dict[str, Any]], None]:
    """Set what a path such as `throws.1.dice` leads to."""

    def change(told: dict[str, Any]) -> None:
        *way, last = [int(part) if part.isdigit() else part for part in path.split(".")]
        place: Any = told
        for part in way:
            place = place[part]
        place[last] = value

    return change


@pytest.mark.parametrize(
    ("change", "faults"),
    [
        (spoil("secret", "00" * 32), ["The secret is not the one that was committed to", *["should be"] * 5]),
        (spoil("commitment", "00" * 32), ["The secret is not the one that was committed to"]),
        (spoil("seeds", ["Ида 7c3", None]), ["should be"] * 5),
        (spoil("seeds", [None, "Ида 7c2"]), ["should be"] * 5),
        (spoil("session", SESSION.replace("4b77", "4b78")), ["should be"] * 5),
        (lambda told: told["throws"][1]["dice"].append(1), ["Throw 2 of seat 0 (version 2)"]),
        (lambda told: told["throws"].pop(0), ["Throw 2 of seat 0 follows its throw 0."]),
        (lambda told: told["throws"].pop(1), ["Throw 3 of seat 0 follows its throw 1."]),
        (
            lambda told: told["throws"].insert(1, told["throws"][0]),
            ["Version 1 comes after version 1.", "Throw 1 of seat 0 follows its throw 1."],
        ),
        (lambda told: told["throws"].insert(1, told["throws"].pop(2)), ["Version 2 comes after version 5."]),
    ],
)
def test_every_fault_is_found(change: Callable[[dict[str, Any]], Any], faults: list[str]) -> None:
    told = game()
    change(told)
    found = verify.check(told)
    assert len(found) == len(faults), found
    assert all(expected in fault for expected, fault in zip(faults, found, strict=True)), found


def test_a_wrong_throw_is_named_with_what_it_should_be() -> None:
    told = game()
    right = list(told["throws"][2]["dice"])
    told["throws"][2]["dice"][0] = right[0] % 6 + 1
    wrong = told["throws"][2]["dice"]
    assert verify.check(told) == [f"Throw 1 of seat 1 (version 5) is {wrong}, should be {right}."]


MALFORMED: list[Any] = [None, [], 3, "x", {}, {"throws": []}]
FIELDS = ["session", "algorithm", "commitment", "secret", "seeds", "throws"]
ODD: list[Any] = [True, 1, 1.5, "", "x", [], {}, [1], ["\ud800"], "A" * 64, "g" * 64, [[]], [None, 2]]


@pytest.mark.parametrize("value", MALFORMED, ids=repr)
def test_what_is_no_document_is_said_to_be_none(value: Any) -> None:
    assert verify.check(value)


@pytest.mark.parametrize("field", FIELDS)
def test_each_field_is_needed_and_checked(field: str) -> None:
    told = game()
    del told[field]
    assert any(f"`{field}`" in fault for fault in verify.check(told))
    for odd in ODD:
        if not (field == "throws" and odd == []):
            assert verify.check(game() | {field: odd}), odd


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("version", True),
        ("version", "1"),
        ("seat", 2),
        ("seat", -1),
        ("throw", 1.0),
        ("throw", None),
        ("dice", []),
        ("dice", "123"),
        ("dice", [0]),
        ("dice", [7]),
        ("dice", [True]),
    ],
)
def test_each_throw_is_checked_for_its_form(field: str, value: Any) -> None:
    told = game()
    told["throws"][3][field] = value
    assert verify.check(told) == ["`throws`, entry 3: not a throw with version, seat, number and dice."]
    del told["throws"][3][field]
    assert verify.check(told) == ["`throws`, entry 3: not a throw with version, seat, number and dice."]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=6,
)


@given(
    st.dictionaries(st.sampled_from(FIELDS), JSON), st.integers(0, 4), st.sampled_from(["version", "seat", "dice"])
)
def test_no_value_whatever_makes_the_check_fail(odd: dict[str, Any], index: int, field: str) -> None:
    told = copy.deepcopy(game() | odd)
    if isinstance(told["throws"], list) and told["throws"] and "throws" not in odd:
        told["throws"][index][field] = next(iter(odd.values()), None)
    assert all(isinstance(fault, str) for fault in verify.check(told))


def verdict(text: str | bytes, tmp_path: Path) -> tuple[int, str]:
    """Exit code and output of the command on a file; the same is asked of standard input."""
    raw = text.encode() if isinstance(text, str) else text
    (tmp_path / "game.json").write_bytes(raw)
    done = CliRunner().invoke(command, [str(tmp_path / "game.json")])
    piped = CliRunner().invoke(command, ["-"], input=raw)
    assert (piped.exit_code, piped.output) == (done.exit_code, done.output)
    assert done.exception is None or isinstance(done.exception, SystemExit)
    return done.exit_code, done.output


def test_fair_dice_are_told_with_what_to_compare(tmp_path: Path) -> None:
    code, said = verdict(json.dumps(game(), ensure_ascii=False), tmp_path)
    assert code == 0
    assert f"Session {SESSION}: 5 throws recomputed, all agree." in said
    assert dice.commitment(SECRET).hex() in said
    assert "Seed of seat 0: 'Ида 7c2'\nSeed of seat 1: none\n" in said


def test_the_vectors_of_the_page_pass(tmp_path: Path) -> None:
    code, said = verdict(VECTORS, tmp_path)
    assert code == 0
    assert "8 throws recomputed, all agree." in said


def test_each_fault_is_a_line(tmp_path: Path) -> None:
    told = game()
    for index in (0, 3):
        told["throws"][index]["dice"].reverse()
    code, said = verdict(json.dumps(told), tmp_path)
    assert code == 1
    assert said.splitlines() == verify.check(told)
    assert len(said.splitlines()) == 2


def test_a_session_that_is_on_can_only_be_checked_later(tmp_path: Path) -> None:
    code, said = verdict(json.dumps(game(None)), tmp_path)
    assert code == 2
    assert "5 throws cannot be checked" in said
    told = game(None)
    del told["throws"][1]
    assert verdict(json.dumps(told), tmp_path) == (1, "Throw 3 of seat 0 follows its throw 1.\n")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[" * 100_000,
        b"\xff\xfe\xfa",
        b"\x00",
        '{"session": ' + "9" * 10_000 + "}",
        "null",
        "[]",
        '"\\ud800"',
    ],
    ids=["empty", "cut", "deep", "no text", "zero", "long number", "null", "list", "half a character"],
)
def test_a_file_that_is_no_document_is_told_in_a_sentence(text: str | bytes, tmp_path: Path) -> None:
    code, said = verdict(text, tmp_path)
    assert code == 1
    assert said.startswith("This is no fairness document: not ")
    assert said.count("\n") == 1


def test_an_answer_that_was_an_error_is_recognised(tmp_path: Path) -> None:
    problem = {"type": "/problems/not-found", "title": "There is nothing here", "status": 404, "code": "not-found"}
    code, said = verdict(json.dumps(problem), tmp_path)
    assert code == 1
    assert said == "This is no fairness document: the service answered with the problem 'not-found'.\n"


def test_a_missing_file_is_told_in_a_sentence(tmp_path: Path) -> None:
    for path in (tmp_path / "none.json", tmp_path):
        done = CliRunner().invoke(command, [str(path)])
        assert done.exit_code == 1
        assert re.fullmatch(rf"{re.escape(str(path))} cannot be read: [\w ]+\.\n", done.output)


def test_nothing_in_a_document_reaches_the_terminal_as_a_control(tmp_path: Path) -> None:
    """Not by a seed, and not on a terminal that knows only ASCII."""
    hostile = json.dumps(game(seeds=("\x1b[2J\x07\u202eкрай", None)))
    (tmp_path / "game.json").write_text(hostile)
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "import typer; from app.cli.verify import verify; typer.run(verify)",
            tmp_path / "game.json",
        ],
        capture_output=True,
        env=os.environ | {"PYTHONIOENCODING": "ascii"},
        check=True,
    )
    assert rb"Seed of seat 0: '\x1b[2J\x07\u202e\u043a\u0440\u0430\u0439'" in done.stdout
    assert not re.search(rb"[^\n -~]", done.stdout)


def test_the_program_of_the_page_agrees_and_notices_a_changed_die() -> None:
    [program] = [text for kind, text in BLOCKS if kind == "python"]

    def run(told: dict[str, Any]) -> list[str]:
        done = subprocess.run(
            [sys.executable, "-c", program], input=json.dumps(told), capture_output=True, text=True, check=True
        )
        return done.stdout.splitlines()

    told = json.loads(VECTORS)
    committed, *throws = run(told)
    assert committed == "as committed: True"
    assert throws[-1] == "seat 2 throw 4 [5, 2, 1, 4, 1, 5] True"
    assert len(throws) == 8
    assert all(line.endswith("] True") for line in throws)
    told["throws"][4]["dice"][0] = 1
    assert [line.endswith("] False") for line in run(told)[1:]] == [False] * 4 + [True] + [False] * 3


def test_the_check_shares_no_code_with_the_service() -> None:
    program = (
        "import sys; import app.cli.verify; print(*(name for name in sys.modules if name.split('.')[0] == 'app'))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) == {"app", "app.cli", "app.cli.verify"}
