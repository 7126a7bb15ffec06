"""Filled sheets held against the rules: what games leave behind is sound, and every fault is found."""

import random
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rules
from rules.contract import AnyGame, Played
from rules.faults import Fault
from rules.playout import random_play
from rules.registry import BUILT_IN
from rules.texts import paragraphs
from rules.texts.faults import sentence, with_faults
from tests.playing import options_of
from tests.rules.support.filled_sheets import GAMES, defaults, findings, written

TEXTS = {game.name: with_faults(game.texts) for game in BUILT_IN}


@pytest.mark.parametrize("game", BUILT_IN, ids=lambda game: game.name)
@given(data=st.data())
def test_what_a_game_leaves_behind_is_sound(game: AnyGame, data: st.DataObject) -> None:
    options = data.draw(options_of(game))
    rules = game.rules(options)
    chance = random.Random(data.draw(st.integers(0, 2**32)))
    seats = data.draw(st.integers(1, min(game.max_seats, 3)))
    state, played = rules.start(seats), list[Played[Any]]()
    for turn in random_play(rules, state, chance, data.draw(st.integers(0, 400))):
        state = turn.step.state
        played.append(turn.played)
    for seat in range(seats):
        sheet = written(game, rules, state, played, seat)
        found = findings(game, sheet, rules)
        assert found.faults == (), sheet
        assert found.total == found.claimed == rules.totals(state)[seat]


CASES: list[tuple[str, dict[str, Any], Any, list[tuple[tuple[str | int, ...], str, Any, Any]]]] = [
    (
        "yatzy",
        {},
        {"boxes": {"ones": 7, "full_house": 6, "four_of_a_kind": 14, "yatzy": 50, "twos": -2}},
        [
            (("boxes", "ones"), "impossible_points", 7, [0, 1, 2, 3, 4, 5]),
            (("boxes", "full_house"), "impossible_points", 6, ...),
            (("boxes", "four_of_a_kind"), "impossible_points", 14, [0, 4, 8, 12, 16, 20, 24]),
            (("boxes", "twos"), "impossible_points", -2, [0, 2, 4, 6, 8, 10]),
        ],
    ),
    (
        "sheet",
        {
            "boxes": ({"category": "ones"}, {"category": "twos"}),
            "bonus": 0,
            "bonuses": ({"type": "scored", "boxes": "all", "points": 9},),
        },
        {"boxes": {"ones": 1, "twos": 2}, "bonuses": [8, 5], "total": 12},
        [(("bonuses", 0), "wrong_bonuses", 8, 9), (("bonuses", 1), "no_such_bonus", 5, None)],
    ),
    ("yatzy-bg", {}, {"boxes": {"yatzy": 50}}, [(("boxes", "yatzy"), "not_on_sheet", 50, None)]),
    ("yatzy-bg", {}, {"boxes": {"chance": 3}}, [(("boxes", "chance"), "impossible_points", 3, ...)]),
    ("yatzy-bg", {"choose_dice_count": True}, {"boxes": {"chance": 3}}, []),
    ("yatzy", {}, {"boxes": {"full_house": 25}}, [(("boxes", "full_house"), "impossible_points", 25, ...)]),
    ("yatzy", {"full_house_of_five": True}, {"boxes": {"full_house": 25}}, []),
    (
        "yatzy",
        {},
        {"boxes": {"ones": 3, "sixes": 24}, "upper_sum": 28, "bonus": 50, "total": 78},
        [
            (("upper_sum",), "wrong_upper_sum", 28, 27),
            (("bonus",), "wrong_bonus", 50, 0),
            (("total",), "wrong_total", 78, 27),
        ],
    ),
    (
        "yatzy",
        {},
        {
            "boxes": {"ones": 3, "twos": 6, "threes": 9, "fours": 12, "fives": 15, "sixes": 18},
            "bonus": 0,
            "total": 63,
        },
        [(("bonus",), "wrong_bonus", 0, 50), (("total",), "wrong_total", 63, 113)],
    ),
    ("yatzy", {}, {"boxes": {}, "yatzy_bonus": 100}, [(("yatzy_bonus",), "wrong_yatzy_bonus", 100, [0])]),
    (
        "sheet",
        {"save_throws": True},
        {"boxes": {"ones": 3}, "saved_throws": 3},
        [(("saved_throws",), "impossible_saved_throws", 3, None)],
    ),
    ("yahtzee", {}, {"boxes": {"yatzy": 50, "ones": 5, "chance": 5}, "yatzy_bonus": 200, "total": 260}, []),
    (
        "yahtzee",
        {},
        {"boxes": {"yatzy": 50, "ones": 5, "chance": 29}, "yatzy_bonus": 200},
        [(("yatzy_bonus",), "wrong_yatzy_bonus", 200, [0, 100])],
    ),
    (
        "yahtzee",
        {},
        {"boxes": {"yatzy": 0, "ones": 5}, "yatzy_bonus": 100, "total": 105},
        [(("yatzy_bonus",), "wrong_yatzy_bonus", 100, [0]), (("total",), "wrong_total", 105, 5)],
    ),
    # What stands in a box that cannot be may have been anything that can; what follows from that is right.
    (
        "yahtzee",
        {},
        {"boxes": {"yatzy": 50, "threes": 25}, "yatzy_bonus": 100, "total": 175},
        [(("boxes", "threes"), "impossible_points", 25, [0, 3, 6, 9, 12, 15])],
    ),
    (
        "yatzy",
        {},
        {"boxes": {"ones": 7, "sixes": 24}, "upper_sum": 27, "bonus": 0, "total": 27},
        [(("boxes", "ones"), "impossible_points", 7, ...)],
    ),
    (
        "yatzy",
        {},
        {"boxes": {"ones": 7, "sixes": 24}, "upper_sum": 31, "bonus": 0, "total": 31},
        [(("boxes", "ones"), "impossible_points", 7, ...)],
    ),
    (
        "yatzy",
        {},
        {"boxes": {"ones": 7, "sixes": 24}, "upper_sum": 32, "bonus": 50, "total": 33},
        [
            (("boxes", "ones"), "impossible_points", 7, ...),
            (("upper_sum",), "wrong_upper_sum", 32, 31),
            (("bonus",), "wrong_bonus", 50, 0),
            (("total",), "wrong_total", 33, 31),
        ],
    ),
    ("yatzy-bg", {}, {"boxes": {"yatzy": 50}, "total": 50}, [(("boxes", "yatzy"), "not_on_sheet", 50, None)]),
    (
        "yahtzee",
        {},
        {"boxes": {"yatzy": 50, "ones": 5, "chance": 29}, "yatzy_bonus": 150, "total": 184},
        [(("yatzy_bonus",), "wrong_yatzy_bonus", 150, [0, 100])],
    ),
    (
        "sand",
        {},
        {"turns": [{"points": 100}, {"points": 350, "total": 350}]},
        [(("turns", 0, "points"), "impossible_points", 100, [200])],
    ),
    (
        "titusind",
        {},
        {"turns": [{"points": 1000, "total": 1000}, {"points": 350, "total": 1350}, {"points": 400}], "total": 1750},
        [(("turns", 0, "points"), "illegal_bank", 1000, 0)],
    ),
    (
        "sand",
        {},
        {
            "turns": [{"points": 350, "total": 350}, {"points": 350, "total": 800}, {"points": 350, "total": 1050}],
            "total": 1050,
        },
        [(("turns", 1, "total"), "wrong_running_total", 800, 700)],
    ),
    (
        "titusind",
        {},
        {
            "turns": [
                {"points": 1000, "total": 1000},
                {"points": 1050, "total": 2050},
                {"points": 0, "total": 2050},
                {"points": 300, "total": 2350},
                {"points": 425, "total": 2775},
                {"points": 1050, "total": 3900},
                {"points": -50, "total": 3850},
            ],
            "total": 3850,
        },
        [
            (("turns", 0, "points"), "illegal_bank", 1000, 0),
            (("turns", 3, "points"), "illegal_bank", 300, 0),
            (("turns", 4, "points"), "impossible_points", 425, [400, 450]),
            (("turns", 5, "total"), "wrong_running_total", 3900, 2100),
            (("turns", 6, "points"), "wrong_penalty", -50, 0),
            (("total",), "wrong_total", 3850, 2100),
        ],
    ),
    (
        "titusind",
        {"strict_finish": True},
        {"turns": [{"points": 9000}, {"points": 1000}, {"points": 1050}, {"points": 350}], "total": 10_050},
        [
            (("turns", 1, "points"), "illegal_bank", 1000, 0),
            (("turns", 3), "after_end", None, None),
        ],
    ),
    ("sand", {}, {"turns": [{"points": 150}]}, [(("turns", 0, "points"), "impossible_points", 150, [200])]),
    ("sand", {}, {"turns": [{"points": 50_050}]}, []),
    (
        "sand",
        {},
        {"turns": [{"points": 50_051}]},
        [(("turns", 0, "points"), "impossible_points", 50_051, [50_050, 50_100])],
    ),
    ("solitaire-dice", {}, {"sums": {"7": 3}}, [(("sums",), "odd_marks", 3, [2, 4])]),
    (
        "solitaire-dice",
        {},
        {"sums": {"7": 4}, "fifths": {"1": 1, "2": 1, "3": 1, "4": 1}},
        [(("fifths",), "too_many_faces", 4, 3), (("fifths",), "more_fifths_than_turns", 4, 2)],
    ),
    ("solitaire-dice", {}, {"sums": {"7": 18}, "fifths": {"1": 9}}, [(("fifths", "1"), "too_many_marks", 9, 8)]),
    (
        "solitaire-dice",
        {},
        {"sums": {"7": 32}, "fifths": {"1": 8, "2": 8}},
        [(("fifths", "2"), "second_last_mark", 8, 7)],
    ),
    (
        "solitaire-dice",
        {},
        {"sums": {"7": 4}, "fifths": {"1": 1}},
        [(("fifths",), "turns_without_fifth", 1, 2)],
    ),
    (
        "solitaire-dice",
        {},
        {"sums": {"2": 7, "11": 1}, "fifths": {"1": 1, "2": 1, "3": 1}},
        [(("fifths",), "no_free_throws", 3, [4, 4])],
    ),
    ("solitaire-dice", {}, {"sums": {"2": 6, "11": 2}, "fifths": {"1": 1, "2": 1, "3": 1}}, []),
    (
        "solitaire-dice",
        {},
        {"sums": {"8": 9, "7": 1}, "fifths": {"1": 5}, "results": {"8": 200, "7": -200, "2": 0}, "total": 0},
        [(("results", "8"), "wrong_result", 200, 160), (("total",), "wrong_total", 0, -40)],
    ),
    (
        "wohin-damit",
        {},
        {
            "rows": {"6": [8, 3], "7": [13], "15": [8, 5]},
            "small": [2, 3, 4, 5, 6],
            "large": [12, 1],
            "results": {"6": 3, "15": 0, "small": 9},
            "deductions": 17,
            "total": 0,
        },
        [
            (("rows", "6", 1), "entry_after_close", [3], None),
            (("rows", "7", 0), "impossible_result", 13, None),
            (("small", 3), "line_overfull", [5, 6], None),
            (("large", 1), "impossible_result", 1, None),
            (("results", "6"), "wrong_result", 3, 2),
            (("results", "15"), "closed_early", 0, None),
            (("total",), "wrong_total", 0, -4),
        ],
    ),
    ("wohin-damit", {}, {"large": [12], "deductions": 3}, [(("deductions",), "wrong_deductions", 3, 0)]),
    ("wohin-damit", {}, {"rows": {"6": [8]}}, []),
    (
        "wohin-damit",
        {"excess": "only_if_nothing_fits"},
        {"rows": {"6": [8], "15": [7, 8]}, "small": [2, 3, 4], "large": [10, 11, 12]},
        [(("rows", "6", 0), "excess_avoidable", 8, None)],
    ),
]


@pytest.mark.parametrize(("name", "options", "sheet", "expected"), CASES)
def test_faults(name: str, options: dict[str, Any], sheet: Any, expected: list[Any]) -> None:
    game = GAMES[name]
    found = findings(game, sheet, game.rules(game.options(**options)))
    assert [(fault.place, fault.code) for fault in found.faults] == [each[:2] for each in expected]
    for fault, (_, _, claimed, right) in zip(found.faults, expected, strict=True):
        assert fault.claimed == claimed
        assert right is ... or fault.right == right
        assert fault.rule is None or fault.rule in paragraphs(game.texts.page["en"])
        said = sentence(TEXTS[name], "en", fault)
        assert said != fault.code
        assert "{" not in said


@pytest.mark.parametrize("first", [0, 100, 1050])
def test_a_turn_that_cannot_be_may_have_banked_what_the_total_says(first: int) -> None:
    turns = [{"points": 100, "total": first}, {"points": 350, "total": first + 350}]
    found = findings(GAMES["sand"], {"turns": turns, "total": first + 350}, defaults("sand"))
    assert [fault.place for fault in found.faults] == [("turns", 0, "points")]


@pytest.mark.parametrize("bonus", [0, 50, 100])
def test_a_box_that_cannot_be_may_have_held_a_further_yatzy(bonus: int) -> None:
    game = GAMES["sheet"]
    sheet = {"boxes": {"yatzy": 0, "fives": 26}, "yatzy_bonus": bonus}
    found = findings(game, sheet, game.rules(game.presets["kniffel"]))
    assert [fault.place for fault in found.faults] == [("boxes", "fives"), ("yatzy_bonus",)][: 2 if bonus > 50 else 1]


def test_a_column_is_full() -> None:
    game, rules = GAMES["yatzy"], defaults("yatzy")
    assert findings(game, {"boxes": dict.fromkeys(game.categories, 0) | {"chance": 5}}, rules).full
    assert not findings(game, {"boxes": {"chance": 5}}, rules).full
    assert findings(GAMES["sand"], {"turns": [{"points": 10_000}]}, defaults("sand")).full


def test_every_code_has_its_sentence_and_every_sentence_its_code() -> None:
    sources = [
        *(Path(rules.__path__[0], name) for name in ("check.py", "referee.py")),
        *Path(rules.__path__[0]).glob("*/check_sheet.py"),
    ]
    text = "".join(source.read_text("utf-8") for source in sources)
    named = set(re.findall(r'"(\w+)"', text)) | {
        f"wrong_{name}" for name in ("upper_sum", "bonus", "total", "deductions")
    }
    messages = {key.partition("#")[0] for key in TEXTS["sand"].messages["en"]}
    told = {key.removeprefix("fault.") for key in messages if key.startswith("fault.")}
    assert told <= named
    assert told >= {code for code in named if re.match(r"wrong_|impossible_|too_many|illegal_", code)}


def test_every_code_is_provoked() -> None:
    messages = {key.partition("#")[0] for key in TEXTS["sand"].messages["en"]}
    told = {key.removeprefix("fault.") for key in messages if key.startswith("fault.")}
    transcripts = Path(__file__).with_name("test_check.py").read_text("utf-8")
    provoked = {code for *_, expected in CASES for _, code, _, _ in expected}
    assert told <= provoked | set(re.findall(r'"(\w+)"', transcripts))


@pytest.mark.parametrize("game", BUILT_IN, ids=lambda game: game.name)
def test_faults_rest_on_paragraphs_that_there_are(game: AnyGame) -> None:
    assert set(game.paragraphs.values()) <= set(paragraphs(game.texts.page["en"]))


def test_a_fault_without_words_is_told_by_its_code() -> None:
    assert sentence(TEXTS["sand"], "en", Fault((), "of_a_stranger")) == "of_a_stranger"
