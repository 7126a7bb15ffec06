"""Filled sheets held against the rules: what games leave behind is sound, and what none can leave is found."""

import random
import re
from collections.abc import Iterator
from itertools import combinations_with_replacement, product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import event, given
from hypothesis import strategies as st
from pydantic import TypeAdapter

import rules
from rules.banking import check_sheet as banking
from rules.contract import AnyGame, Faces, Played, Rank
from rules.dice import FACES
from rules.faults import Fault, SheetFindings, TableFindings
from rules.playout import random_play
from rules.registry import BUILT_IN
from rules.sheet.check_sheet import most_further, possible
from rules.solitaire_dice.check_sheet import FilledSolitaireDiceSheet
from rules.solitaire_dice.check_sheet import check as check_solitaire
from rules.solitaire_dice.state import SUMS, ChooseSums
from rules.texts import paragraphs
from rules.texts.faults import sentence, with_faults
from tests.playing import options_of

GAMES = {game.name: game for game in BUILT_IN}
SHEET_CATEGORIES = GAMES["yahtzee"].categories
SHEETS = [game for game in BUILT_IN if game.state.__name__ == "SheetState"]
BANKING = [game for game in BUILT_IN if game.state.__name__ == "BankingState"]
to_json = TypeAdapter[Any](Any).dump_json
TEXTS = {game.name: with_faults(game.texts) for game in BUILT_IN}


def defaults(name: str) -> Any:
    """The rules of a game whose table agreed on nothing."""
    return GAMES[name].rules(GAMES[name].options())


def written(game: AnyGame, rules: Any, state: Any, played: list[Played[Any]], seat: int) -> dict[str, Any]:
    """The seat's column as a table that reckons right writes it down, as JSON."""
    cells = {row.id: row.cells[seat] for row in rules.sheet(state, played).rows}
    total = rules.totals(state)[seat]
    match game.state.__name__:
        case "BankingState":
            turns = [
                cell
                for row, cell in cells.items()
                if row.startswith("turn.") and (cell.value, cell.notes) != (None, ())
            ]
            return {"turns": [{"points": cell.value or 0, "total": cell.total} for cell in turns], "total": total}
        case "SheetState":
            boxes = {name: cells[name].value for name in cells if name in rules.tables.places}
            own = {"boxes": {name: points for name, points in boxes.items() if points is not None}, "total": total}
            for name in ("upper_sum", "bonus", "yatzy_bonus"):
                if name in cells and cells[name].value is not None:
                    own[name] = cells[name].value
            return own
        case "SolitaireDiceState":
            sums = {str(each): marks for each, marks in zip(SUMS, state.sums, strict=True)}
            fifths = {str(face): marks for face, marks in zip(FACES, state.fifths, strict=True)}
            return {"sums": sums, "fifths": fifths, "total": total}
        case _:
            view = rules.view(state)["seats"][seat]
            results = {row["row"]: row["excess"] for row in view["rows"] if row["closed"]}
            return {
                "rows": {row["row"]: row["entries"] for row in view["rows"]},
                "small": view["small"],
                "large": view["large"],
                "results": results,
                "deductions": cells["deductions"].value,
                "total": total,
            }


def findings(game: AnyGame, sheet: Any, rules: Any) -> SheetFindings:
    adapter: TypeAdapter[Any] = TypeAdapter(game.filled_sheet or Any)
    assert game.check_sheet is not None
    return game.check_sheet(rules, adapter.validate_json(to_json(sheet)))


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


# --- tables by brute force ---------------------------------------------------------------------------------------


def all_throws(dice: int, fewest: int) -> Iterator[Faces]:
    for count in range(fewest, dice + 1):
        yield from product(range(1, 7), repeat=count)


@pytest.mark.parametrize("game", SHEETS, ids=lambda game: game.name)
@given(data=st.data())
def test_possible_points_are_those_of_all_throws(game: AnyGame, data: st.DataObject) -> None:
    rules: Any = game.rules(data.draw(options_of(game)))
    ruleset = rules.ruleset
    made = possible(ruleset.categories, ruleset.dice, ruleset.choose_dice_count)
    throws = {
        tuple(sorted(dice)) for dice in all_throws(ruleset.dice, 1 if ruleset.choose_dice_count else ruleset.dice)
    }
    for category, points in zip(ruleset.categories, made, strict=True):
        assert points == {category.points(dice) for dice in throws}


def bonuses_of_games(rules: Any) -> dict[Any, set[int]]:
    """By boxes, how many bonuses for further yatzys the games that fill them so have brought: all are played."""
    ruleset = rules.ruleset
    start = rules.start(1)
    brought: dict[Any, set[int]] = {start.boxes[0]: {0}}
    for filled in range(len(ruleset.categories)):
        for boxes, counts in [each for each in brought.items() if sum(box is not None for box in each[0]) == filled]:
            for dice in rules.tables.throws:
                state = start._replace(boxes=(boxes,), throw=ruleset.throws, dice=dice)
                for legal in rules.legal_moves(state, 0):
                    step = rules.apply(state, 0, legal.move, ())
                    more = sum(each.type == "yatzy_bonus" for each in step.events)
                    brought.setdefault(step.state.boxes[0], set()).update(count + more for count in counts)
    return brought


@pytest.mark.parametrize(
    ("boxes", "dice"),
    [
        (("ones", "twos", "yatzy", "chance"), 2),
        (("ones", "twos", "yatzy", "small_straight"), 3),
        (("twos", "yatzy", "one_pair", "small_straight"), 3),
        (("ones", "twos", "yatzy", "chance"), 1),
        (("yatzy", "chance", "one_pair"), 2),
    ],
)
@pytest.mark.parametrize("joker", ["none", "free", "forced"])
@pytest.mark.parametrize("bonus_for", ["scored", "matching_box"])
def test_further_yatzys_are_those_that_a_game_can_bring(boxes: Any, dice: int, joker: str, bonus_for: str) -> None:
    straight = {"category": "small_straight", "worth": 30, "in_a_row": 3}
    words = [straight if box == "small_straight" else {"category": box} for box in boxes]
    game = GAMES["sheet"]
    options = {"boxes": words, "dice": dice, "bonus": 0, "joker": joker, "yatzy_bonus": 50}
    rules: Any = game.rules(game.options.model_validate(options | {"yatzy_bonus_for": bonus_for}))
    ids = [category.id for category in rules.ruleset.categories]
    chance = random.Random(1)
    brought = [*bonuses_of_games(rules).items()]
    for written_boxes, counts in chance.sample(brought, min(len(brought), 3000)):
        assert counts == set(range(most_further(rules.ruleset, rules.tables, written_boxes) + 1)), dict(
            zip(ids, written_boxes, strict=True)
        )


@pytest.mark.parametrize(
    ("boxes", "most"),
    [
        ({"yatzy": 50, "full_house": 0, "ones": 2}, 0),
        ({"yatzy": 50, "ones": 0, "chance": 10}, 0),
        ({"yatzy": 50, "ones": 5, "chance": 20}, 1),
        ({"yatzy": 50, "ones": 5, "chance": 5, "full_house": 25}, 3),
        ({"yatzy": 50, "ones": 0, "chance": 5, "full_house": 25}, 2),
        # The lower boxes are full, and one upper box is filled before a yatzy can go into another for 0.
        ({**dict.fromkeys(SHEET_CATEGORIES, 0), "yatzy": 50, "chance": 6}, 5),
    ],
)
def test_jokers_go_where_the_rules_force_them(boxes: dict[str, int], most: int) -> None:
    rules = defaults("yahtzee")
    found = findings(GAMES["yahtzee"], {"boxes": boxes, "yatzy_bonus": 100 * most}, rules)
    assert found.faults == ()
    found = findings(GAMES["yahtzee"], {"boxes": boxes, "yatzy_bonus": 100 * (most + 1)}, rules)
    assert [fault.code for fault in found.faults] == ["wrong_yatzy_bonus"]
    assert found.faults[0].rule == "4.1"


# --- the sheets of one table -------------------------------------------------------------------------------------


def at_one_table(name: str, *columns: list[int], **options: Any) -> TableFindings[Rank]:
    game = GAMES[name]
    sheets = [{"turns": [{"points": points} for points in column]} for column in columns]
    adapter: TypeAdapter[Any] = TypeAdapter(list[game.filled_sheet])  # type: ignore[name-defined]
    assert game.check_sheets is not None
    return game.check_sheets(game.rules(game.options(**options)), adapter.validate_json(to_json(sheets)))


@pytest.mark.parametrize(
    ("name", "columns", "late", "totals", "finished"),
    [
        ("titusind", ([10_000], [0, 0, 1050]), [None, 1], [10_000, 0], True),
        ("titusind", ([10_000], [0]), [None, None], [10_000, 0], True),
        ("titusind", ([10_000], []), [None, None], [10_000, 0], False),
        ("titusind", ([0, 1050], [10_000]), [1, None], [0, 10_000], True),
        ("farkle", ([0, 1000, 50], [10_000, 50]), [2, 1], [1000, 10_000], True),
        ("farkle", ([0], [10_000]), [None, None], [0, 10_000], False),
        ("farkle", ([10_000], [500, 500]), [None, 1], [10_000, 500], True),
        ("farkle", ([500], [500, 500, 500]), [None, None], [500, 1500], False),
        ("farkle", ([10_000, 50],), [1], [10_000], True),
    ],
)
def test_one_seats_total_ends_the_turns_of_the_others(
    name: str, columns: Any, late: list[int | None], totals: list[int], finished: bool
) -> None:
    found = at_one_table(name, *columns).sheets
    assert [each.total for each in found] == totals
    for each, turn in zip(found, late, strict=True):
        assert [(fault.place, fault.code) for fault in each.faults] == (
            [] if turn is None else [(("turns", turn), "after_end")]
        )
    assert all(each.full for each in found) == finished


LAST_TURNS = {"ties": "first_to_target", "last_round": "one_more_turn"}


@pytest.mark.parametrize(
    ("name", "options", "columns", "ranks"),
    [
        ("titusind", {}, ([10_000], [10_000]), [(0, 1), (1, 2)]),
        ("titusind", {}, ([0, 10_000], [0, 10_000], [0, 10_000]), [(0, 1), (1, 2), (2, 2)]),
        ("titusind", {}, ([0, 1050], [0, 1050]), [(0, 1), (1, 1)]),
        ("farkle", {}, ([10_000], [10_000]), [(0, 1), (1, 1)]),
        ("banking", LAST_TURNS, ([0, 10_000], [10_000]), [(1, 1), (0, 2)]),
        ("banking", LAST_TURNS, ([0, 10_000], [10_000], [10_050]), [(2, 1), (0, 2), (1, 2)]),
    ],
)
def test_who_reached_the_target_first_is_ahead_where_the_rules_say_so(
    name: str, options: dict[str, Any], columns: Any, ranks: list[tuple[int, int]]
) -> None:
    assert [(each.seat, each.rank) for each in at_one_table(name, *columns, **options).ranking] == ranks


@pytest.mark.parametrize("game", BANKING, ids=lambda game: game.name)
@given(data=st.data())
def test_the_sheets_of_a_game_are_sound_together(game: AnyGame, data: st.DataObject) -> None:
    """Also where seats left, and a turn more than was played is found at the end."""
    rules: Any = game.rules(data.draw(options_of(game)))
    chance = random.Random(data.draw(st.integers(0, 2**32)))
    seats = data.draw(st.integers(1, 4))
    state, played = rules.start(seats), list[Played[Any]]()
    most = min(3000, seats * (banking.MOST_TURNS - 1))  # a turn of one move each, and the turn too many
    for turn in random_play(rules, state, chance, data.draw(st.integers(0, most))):
        state = turn.step.state
        played.append(turn.played)
    sheets = [written(game, rules, state, played, seat) for seat in range(seats)]
    adapter: TypeAdapter[Any] = TypeAdapter(list[game.filled_sheet])  # type: ignore[name-defined]
    assert game.check_sheets is not None
    table = game.check_sheets(rules, adapter.validate_json(to_json(sheets)))
    assert [each.faults for each in table.sheets] == [()] * seats
    assert tuple(each.total for each in table.sheets) == rules.totals(state)
    outcome = rules.outcome(state)
    if outcome is not None and outcome.reason == "target" and not rules.resigned(state):
        assert all(each.full for each in table.sheets)
        assert table.ranking == outcome.ranking
        for sheet in sheets:
            sheet["turns"].append({"points": 0})
        found = game.check_sheets(rules, adapter.validate_json(to_json(sheets))).sheets
        assert ["after_end" in [fault.code for fault in each.faults] for each in found] == [True] * seats


def test_a_penalty_rests_on_its_paragraph_where_the_page_has_one() -> None:
    wrong = {"turns": [{"points": -50}]}
    assert findings(GAMES["banking"], wrong, defaults("banking")).faults[0].rule == "2.8"
    assert findings(GAMES["sand"], wrong, defaults("sand")).faults[0].rule == "5.3"


def test_points_of_a_box_rest_on_its_paragraph() -> None:
    def rule(name: str, category: str) -> str | None:
        return findings(GAMES[name], {"boxes": {category: 999}}, defaults(name)).faults[0].rule

    assert [rule("yatzy", each) for each in ("ones", "one_pair", "yatzy")] == ["3.2", "3.4", "3.11"]
    assert [rule("yatzy-bg", each) for each in ("sixes", "chance")] == ["3.2", "3.9"]
    assert [rule("yahtzee", each) for each in ("full_house", "chance")] == ["3.5", "3.8"]
    assert [rule("sheet", each) for each in ("full_house", "chance")] == ["3.6", "3.8"]
    further = findings(GAMES["yatzy"], {"boxes": {}, "yatzy_bonus": 100}, defaults("yatzy"))
    assert further.faults[0].rule == "3.11"


@pytest.mark.parametrize("game", BANKING, ids=lambda game: game.name)
@given(data=st.data())
def test_points_of_a_turn_are_those_that_throws_lead_to(game: AnyGame, data: st.DataObject) -> None:
    bound = 450
    rules: Any = game.rules(data.draw(options_of(game)))
    ruleset = rules.ruleset
    ways = {
        cup: {
            (points, cup - len(move.dice) or ruleset.dice)
            for dice in combinations_with_replacement(range(1, 7), cup)
            for move, points in rules.score(dice, None).ways
        }
        for cup in range(1, ruleset.dice + 1)
    }
    seen, waiting = {(ruleset.dice, 0)}, [(ruleset.dice, 0)]
    while waiting:
        cup, points = waiting.pop()
        following = {(left, points + more) for more, left in ways[cup] if points + more <= bound} - seen
        seen |= following
        waiting += following
    stops = tuple(cup for cup in range(1, ruleset.dice + 1) if ruleset.stops(cup))
    reached = banking.reached(ruleset.combinations, ruleset.dice, ruleset.selection, ruleset.qualifying, stops)
    for points in range(1, bound + 1):
        assert (points in reached) == any((cup, points) in seen for cup in stops), points


@given(
    st.lists(st.integers(0, 5), min_size=11, max_size=11),
    st.dictionaries(st.sampled_from(FACES), st.integers(1, 8), min_size=1, max_size=3),
)
def test_marks_without_a_fault_are_those_of_a_game(sums: list[int], used_as_fifth: dict[int, int]) -> None:
    """Whatever passes is laid out turn by turn and played by the rules: marked turns first, but for the last."""
    sums[5] += sum(sums) % 2
    fifths = [used_as_fifth.get(face, 0) for face in FACES]
    if len(used_as_fifth) < 3:  # without free throws as many turns as marks
        sums = [0] * 5 + [2 * sum(fifths)] + [0] * 5
    filled = FilledSolitaireDiceSheet.model_validate(
        {
            "sums": {str(each): marks for each, marks in zip(SUMS, sums, strict=True)},
            "fifths": {str(face): marks for face, marks in zip(FACES, fifths, strict=True)},
        }
    )
    found = check_solitaire(filled)
    event(str(bool(found.faults)))
    if found.faults:
        return
    left = [each for each, marks in zip(SUMS, sums, strict=True) for _ in range(marks)]
    used = [face for face in FACES if fifths[face - 1]]
    others = [face for face in FACES if face not in used]
    pairs = {a + b: (a, b) for a, b in combinations_with_replacement(others, 2)}
    free = []
    for _ in range(len(left) // 2 - sum(fifths)):
        chosen = [each for each in left if each in pairs][:2]
        for each in chosen:
            left.remove(each)
        free.append((*chosen, others[0], *pairs[chosen[0]], *pairs[chosen[1]]))
    faces = [
        *used,
        *sorted([face for face in used for _ in range(fifths[face - 1] - 1)], key=lambda f: fifths[f - 1]),
    ]
    marked = []
    for face, low, high in zip(faces, left[::2], left[1::2], strict=True):
        marked.append((low, high, face, low // 2, low - low // 2, high // 2, high - high // 2))
    turns = [*marked[:-1], *free, *marked[-1:]]
    rules = defaults("solitaire-dice")
    state = rules.start(1)
    for low, high, face, *dice in turns:
        state = rules.apply(state, 0, rules.legal_moves(state, 0)[0].move, (*dice, face)).state
        state = rules.apply(state, 0, ChooseSums((low, high), face), ()).state
    assert (list(state.sums), list(state.fifths)) == (sums, fifths)
    assert (rules.outcome(state) is not None) == found.full


# --- every fault -------------------------------------------------------------------------------------------------

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


def test_impossible_marks_have_no_right_total() -> None:
    for name, sheet, total in [
        ("yatzy", {"boxes": {"ones": 7}}, None),
        ("solitaire-dice", {"sums": {"7": 3}}, None),
        ("wohin-damit", {"rows": {"6": [1]}}, None),
        ("titusind", {"turns": [{"points": 1051}]}, 0),  # a bank that cannot be is void
    ]:
        assert findings(GAMES[name], sheet, defaults(name)).total == total


def test_a_column_is_full() -> None:
    game, rules = GAMES["yatzy"], defaults("yatzy")
    assert findings(game, {"boxes": dict.fromkeys(game.categories, 0) | {"chance": 5}}, rules).full
    assert not findings(game, {"boxes": {"chance": 5}}, rules).full
    assert findings(GAMES["sand"], {"turns": [{"points": 10_000}]}, defaults("sand")).full


def test_every_code_has_its_sentence_and_every_sentence_its_code() -> None:
    sources = [Path(rules.__path__[0], "check.py"), *Path(rules.__path__[0]).glob("*/check_sheet.py")]
    text = "".join(source.read_text("utf-8") for source in sources)
    named = set(re.findall(r'"(\w+)"', text)) | {
        f"wrong_{name}" for name in ("upper_sum", "bonus", "total", "deductions")
    }
    told = {key.removeprefix("fault.") for key in TEXTS["sand"].messages["en"] if key.startswith("fault.")}
    assert told <= named
    assert told >= {code for code in named if re.match(r"wrong_|impossible_|too_many|illegal_", code)}


def test_every_code_is_provoked() -> None:
    told = {key.removeprefix("fault.") for key in TEXTS["sand"].messages["en"] if key.startswith("fault.")}
    transcripts = Path(__file__).with_name("test_check.py").read_text("utf-8")
    provoked = {code for *_, expected in CASES for _, code, _, _ in expected}
    assert told <= provoked | set(re.findall(r'"(\w+)"', transcripts))


@pytest.mark.parametrize("game", BUILT_IN, ids=lambda game: game.name)
def test_faults_rest_on_paragraphs_that_there_are(game: AnyGame) -> None:
    assert set(game.paragraphs.values()) <= set(paragraphs(game.texts.page["en"]))


def test_a_fault_without_words_is_told_by_its_code() -> None:
    assert sentence(TEXTS["sand"], "en", Fault((), "of_a_stranger")) == "of_a_stranger"
