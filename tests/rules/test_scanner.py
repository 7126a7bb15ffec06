"""The scanner of transcripts as text: what it costs to read one, and numbers and dice as people write them."""

import contextlib
import importlib
import pkgutil
import re
import sys
import unicodedata
from collections.abc import Callable, Iterator
from re import _parser
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rules.notation
from rules.notation import NotationError, TextForm
from rules.notation.reading import NAME_LIMIT
from rules.notation.scanner import LINE_LIMIT, Line, ending_numbers
from rules.registry import built_in
from rules.transcript import Entry, Transcript

FORMS = {name: TextForm(game) for name, game in built_in().games.items()}


# --- what it costs -----------------------------------------------------------------------------------------------


class Counted(str):
    """A text that counts the characters that are looked at, in whatever is cut out of it as well."""

    looked_at = 0

    def _cut(self, made: str) -> "Counted":
        Counted.looked_at += len(self)
        return Counted(made)

    def __getitem__(self, key: Any) -> Any:
        made = super().__getitem__(key)
        Counted.looked_at += len(made)
        return Counted(made)

    def __iter__(self) -> Iterator[str]:
        Counted.looked_at += len(self)
        return super().__iter__()

    def split(self, *args: Any, **kwargs: Any) -> Any:
        Counted.looked_at += len(self)
        return [Counted(part) for part in super().split(*args, **kwargs)]

    def partition(self, mark: str) -> Any:
        Counted.looked_at += len(self)
        return tuple(map(Counted, super().partition(mark)))

    def index(self, *args: Any) -> int:
        found = super().index(*args)
        Counted.looked_at += found
        return found


def _counting(plain: Callable[..., str]) -> Any:
    return lambda text, *args: text._cut(plain(text, *args))


for _plain in (str.strip, str.rstrip, str.lower, str.removeprefix, str.removesuffix, str.replace, str.casefold):
    setattr(Counted, _plain.__name__, _counting(_plain))


def work(form: TextForm, text: str) -> int:
    """How many characters reading looks at, and how many functions it calls."""
    calls = 0

    def called(_frame: Any, event: str, _arg: Any) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    Counted.looked_at, before = 0, sys.getprofile()
    sys.setprofile(called)
    try:
        form.read(Counted(text))
    except NotationError:
        pass
    finally:
        sys.setprofile(before)
    return calls + Counted.looked_at


SHORT = " |\t|1|6|0|9|1 |1,|1-|1;|(1)|(|(1)=5 |=|.050| 050|-|+|x|A|:|#| #|'|[|{|@0|\n|\r\n|3:1 |\u2009050"
LONG = "bank|bust|> |total |total A 5|A: |A: 1\n|seat |option |\u0301|\u1e9b\u0323|\ufdfa|game sand|> 1+1/1 |{'a':"
PARTS = st.sampled_from(f"{SHORT}|{LONG}".replace("'", '"').split("|"))
WORDS = st.lists(PARTS, max_size=4).map("".join)


@pytest.mark.parametrize("game", ["sand", "yatzy", "solitaire-dice", "wohin-damit"])
@given(
    head=st.sampled_from(["", "A: ", "A: > ", "A: 1 (1)=", "A: bank ", "total A ", "option target "]) | WORDS,
    part=WORDS.filter(bool),
    tail=st.sampled_from(["", "x", "5", ":", "\n", " 5x", ")", '"']) | WORDS,
)
def test_twice_as_much_of_any_part_costs_twice_as_much_at_most(game: str, head: str, part: str, tail: str) -> None:
    def cost(times: int) -> int:
        return work(FORMS[game], f"game {game}\nseat A\nseat Bo\n{head}{part * times}{tail}")

    few, more, many = (cost(times) for times in (50, 100, 200))
    # Twice what the hundred more took, and some for what is done once for a thousand.
    assert many - more <= 2 * max(more - few, 0) + max(few, 2000)


def test_the_counter_sees_what_takes_longer() -> None:
    """A reader that looks at the rest of the line for every entry does not pass."""

    class Slow(TextForm):
        def read(self, text: str) -> Any:
            while text:
                text = text[1:].strip()

    few, more, many = (work(Slow(FORMS["sand"].game), "x" * times) for times in (50, 100, 200))
    assert many - more > 2 * (more - few) + max(few, 2000)


def test_every_expression_is_one_run() -> None:
    """None goes back over what it has read: a repeat comes last, of one class of characters."""
    modules = [
        importlib.import_module(f"rules.notation.{each.name}")
        for each in pkgutil.iter_modules(rules.notation.__path__)
    ]
    patterns = {
        name: each for module in modules for name, each in vars(module).items() if isinstance(each, re.Pattern)
    }
    assert len(patterns) > 5
    for name, pattern in patterns.items():
        *before, (kind, value) = _parser.parse(pattern.pattern)
        assert not any(each in _parser._REPEATCODES for each, _ in before), name
        if kind in _parser._REPEATCODES:
            assert [each for each, _ in value[2]][1:] == [], name
            assert value[2][0][0] in (_parser.IN, _parser.ANY, _parser.NOT_LITERAL, _parser.LITERAL), name


LARGE = 500_000


@pytest.mark.parametrize(
    "lines",
    [
        "total A" + " " * 800 + "x",
        "total A" + " " * LARGE + "x",
        "total A " + "1" * LARGE + "x",
        "total A " + " 050" * LARGE,
        "A: > a" + " " * LARGE + "x",
        "A: > " + "1" * LARGE + "x",
        "A: 1" + " " * LARGE + "x",
        "A: " + "1 " * LARGE + "7",
        "A: (" + "1," * LARGE,
        "A: (11)=" + "1" * LARGE,
        "A: bank 1" + ".050" * LARGE,
        "A" + "\u0301" * LARGE + ": 1",
        "total A" + "\u0301" * LARGE + " 5",
        "seat A" + "\u0301" * LARGE,
        'A: {"type": ' + "[" * LARGE,
        '"' + "A" * LARGE,
        "option target " + "1" * LARGE,
        "x" * LARGE,
        "seat " + "x" * LARGE,
        "\n" * LARGE + "x",
    ],
)  # fmt: skip
def test_what_took_hours_is_refused_at_once(lines: str) -> None:
    head = "game sand\nseat A\nseat Bo\n"
    with pytest.raises(NotationError) as stopped:
        FORMS["sand"].read(head + lines)
    assert len(str(stopped.value)) < 1000
    with contextlib.suppress(NotationError):
        FORMS["sand"].read(head + lines[:LINE_LIMIT])


def test_names_are_normalised_only_where_they_are_short(monkeypatch: pytest.MonkeyPatch) -> None:
    lengths = list[int]()

    def counted(form: Any, name: str) -> str:
        lengths.append(len(name))
        return unicodedata.normalize(form, name)

    monkeypatch.setattr("rules.notation.reading.unicodedata", SimpleNamespace(normalize=counted))
    for line in ("A{}: 1", "total A{} 5", "total A{}: 1.050", '"A{}": 1', 'total "A{}" 5', "A{} 1"):
        with pytest.raises(NotationError):
            FORMS["sand"].read("game sand\nseat A\n" + line.format("\u0301" * 10_000))
    assert 0 < max(lengths) <= NAME_LIMIT


def test_a_line_has_an_end() -> None:
    with pytest.raises(NotationError) as stopped:
        FORMS["sand"].read("game sand\nseat A\n" + "x" * (LINE_LIMIT + 1))
    assert (stopped.value.code, stopped.value.line, stopped.value.column) == ("long_line", 3, LINE_LIMIT + 1)


def test_a_turn_too_long_for_a_line_is_written_in_several() -> None:
    turn = FORMS["sand"].read("game sand\nseat A\nA: 111111 (111111)=2000").transcript.entries
    entries = (*(turn * (LINE_LIMIT // 12)), Entry(0, None))
    made: Transcript[Any, Any] = Transcript("sand", None, FORMS["sand"].game.options(), ("A",), entries)
    text = FORMS["sand"].write(made)
    assert len(text.splitlines()) == 4
    assert FORMS["sand"].read(text).transcript == made


# --- as people write it ------------------------------------------------------------------------------------------


def points(turn: str, game: str = "sand") -> list[int | None]:
    """What was written down for the entries of a turn."""
    seats = "seat Ida" if built_in().games[game].max_seats == 1 else "seat Ida\nseat Bo 1"
    return [entry.points for entry in FORMS[game].read(f"game {game}\n{seats}\nIda: {turn}").transcript.entries]


THOUSANDS = ["1050", "1.050", "1,050", "1 050", "1'050", "1’050", "1\u00a0050", "1\u202f050", "1\u2009050", "+1.050"]


@pytest.mark.parametrize("written", THOUSANDS)
def test_thousands_may_be_parted(written: str) -> None:
    assert points(f"111256 (1115) bank {written}") == [None, None, 1050]
    assert points(f"111256 (1115) bank={written} # well") == [None, None, 1050]
    assert points(f"111256 (1115)={written} 26 bust") == [None, 1050, None]
    assert (
        points(f"11111 > chance {written}", "yatzy") == points(f"11111 > chance={written}", "yatzy") == [None, 1050]
    )
    assert points(f"11111 > chance {written} bust", "yatzy") == [None, 1050]
    for line in (
        f"total Ida {written}",
        f"total Ida: {written}",
        f'total "Ida" {written}',
        f"total @0 {written} # so",
    ):
        text = f"game sand\nseat Ida\nseat Bo 1\n{line}\ntotal Bo 1 {written.removeprefix('+')}"
        assert FORMS["sand"].read(text).transcript.totals == (1050, 1050)
    if "'" not in written and "’" not in written:
        assert FORMS["sand"].read(f"game sand\noption target {written}\nseat Ida").transcript.options.target == 1050


@pytest.mark.parametrize("written", ["-12.345.678", "−12 345 678", "-12,345,678", "-12'345'678"])
def test_millions_may_be_parted(written: str) -> None:
    assert points(f"bank {written}") == [-12_345_678]


def test_a_throw_is_no_part_of_a_number() -> None:
    assert points("111346 (111)=1 000 245") == [None, 1000, None]
    assert points("111346 (111)=1 000 3:245 ", "yatzy-bg") == [None, 1000, None]
    assert points("11 (1)=100 555 (555)=500 bank 600") == [None, 100, None, 500, 600]
    assert points("11 (1)=1 3:222", "yatzy-bg") == [None, 1, None]
    assert points("11 > 12 345", "wohin-damit") == [None, 345]  # row 12
    assert points("11 > 4+10/6 -400", "solitaire-dice") == [None, -400]


PARTED = ["111256", "1-1-1-2-5-6", "1 - 1 - 1-2-5 6", "1–1–1–2–5–6", "1,1,1,2,5,6", "1−1,1 2-5‑6"]


@pytest.mark.parametrize("dice", PARTED)
def test_dice_may_be_parted(dice: str) -> None:
    head = "game titusind\nseat Ida\nIda: "
    plain = FORMS["titusind"].read(f"{head}111256 (1115) bank 1050").transcript
    for aside in ("1115", "1-1-1-5", "1 1 1 5", "1, 1, 1 - 5"):
        assert FORMS["titusind"].read(f"{head}{dice} ({aside}) bank 1.050").transcript == plain


@pytest.mark.parametrize(
    ("line", "column", "expected"),
    [
        ("Ida: 111256 (1115) bank 1.05", 25, "a whole number"),
        ("Ida: 111256 (1115) bank 1,0500", 25, "a whole number"),
        ("Ida: 111256 (1115) bank 1.050,5", 25, "a whole number"),
        ("Ida: 111256 (1115) bank 1 05", 27, "the end of the line"),
        ("Ida: 111256 (1115) bank 1050 000", 30, "the end of the line"),
        ("Ida: 111256 (1115)=1.5 26", 20, "a whole number"),
        ("Ida: 111256 (1115)=100,245", 20, "a whole number"),
        ("Ida: 1-1-1-2-5-7", 16, "faces from 1 to 6"),
        ("Ida: 1-1-1-2-56", 14, "faces from 1 to 6"),
        ("Ida: 1 1 7", 10, "faces from 1 to 6"),
        ("Ida: 1-1-", 9, "a throw"),
        ("Ida: 111256 (1-1-7)", 13, "dice in parentheses"),
        ("total Ida 1.05", 11, "a whole number"),
        ("total Ida -1,5", 11, "a whole number"),
        ("total Otto 1.050", 7, "the name of a seat"),
        ("total Ida x", 12, "a whole number"),
    ],
)  # fmt: skip
def test_where_a_number_or_a_die_is_none(line: str, column: int, expected: str) -> None:
    with pytest.raises(NotationError) as stopped:
        FORMS["sand"].read(f"game sand\nseat Ida\n{line}")
    assert (stopped.value.line, stopped.value.column) == (3, column)
    assert stopped.value.expected.startswith(expected)


@given(st.text("0123456789.,' +-x", max_size=24))
def test_a_number_is_read_alike_from_either_end(text: str) -> None:
    """Where a line is one number, `ending_numbers` finds it too."""
    line = Line(1, text)
    try:
        number = line.whole(last=True)
    except NotationError:
        return
    if number is not None and line.ended and not text[:1].isspace():
        assert (0, number) in [*ending_numbers(text.rstrip())]
