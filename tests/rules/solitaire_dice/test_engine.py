"""solitaire-dice, by the paragraphs of its rules page."""

import json
from itertools import combinations_with_replacement, permutations
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from rules.contract import ROLL, AnyRules, Illegal, Legal, Rank, Step
from rules.solitaire_dice import GAME
from rules.solitaire_dice.state import (
    ChooseSums,
    EighthMark,
    FifthDie,
    FreeThrow,
    SolitaireDiceMarks,
    SolitaireDiceState,
)
from rules.solitaire_dice.tables import total
from rules.texts import paragraphs

CASES = json.loads((Path(__file__).parents[1] / "cases" / "solitaire-dice.json").read_text("utf-8"))
RULES: AnyRules = GAME.rules(GAME.options())
MOVE = TypeAdapter[Any](GAME.move)
SHEET = TypeAdapter(SolitaireDiceMarks)


def state(
    thrown: tuple[int, ...] = (), fifths: dict[int, int] | None = None, sums: dict[int, int] | None = None
) -> SolitaireDiceState:
    """A state with these marks."""
    by_sum = tuple((sums or {}).get(each, 0) for each in range(2, 13))
    by_face = tuple((fifths or {}).get(face, 0) for face in range(1, 7))
    return SolitaireDiceState(by_sum, by_face, total(by_sum), 1, tuple(sorted(thrown)), False)


def chosen(before: SolitaireDiceState, sums: tuple[int, int], fifth: int) -> Step[SolitaireDiceState]:
    done = RULES.apply(before, 0, ChooseSums(sums, fifth), ())
    assert not isinstance(done, Illegal), done
    assert RULES.throws(before, 0, ChooseSums(sums, fifth)) == 0
    return done


def rolled(before: SolitaireDiceState, *faces: int) -> tuple[SolitaireDiceState, tuple[Any, ...]]:
    done = RULES.apply(before, 0, ROLL, faces)
    assert not isinstance(done, Illegal), done
    return done.state, done.events


def refused(before: SolitaireDiceState, move: Any) -> Illegal:
    """The refusal of a move, its paragraph and its sentence looked up."""
    refusal = RULES.apply(before, 0, move, ())
    assert isinstance(refusal, Illegal), refusal
    assert RULES.throws(before, 0, move) == refusal
    assert refusal.rule in paragraphs(GAME.texts.page["en"])
    assert GAME.texts.messages["en"][f"reason.{refusal.reason}"].format_map(refusal.details)
    return refusal


def twin(thrown: tuple[int, ...], used: set[int]) -> list[tuple[tuple[int, int], int]]:
    """All choices by trying every order of the dice."""
    found = set()
    for a, b, c, d, out in permutations(thrown):
        if len(used) < 3 or out in used or not used & set(thrown):
            found.add((tuple(sorted((a + b, c + d))), out))
    return sorted(found)  # type: ignore[arg-type]


def listing(legal: tuple[Legal[Any], ...]) -> list[tuple[tuple[int, int], int]]:
    return [(each.move.sums, each.move.fifth) for each in legal]


@pytest.mark.parametrize("case", CASES["cases"], ids=lambda case: f"{case['fifth_dice']}-{case['roll']}")
def test_the_choices_of_a_roll_are_as_handed(case: dict[str, Any]) -> None:
    before, events = rolled(state(fifths=dict.fromkeys(case["fifth_dice"], 1)), *case["roll"])
    legal = RULES.legal_moves(before, 0)
    assert [{"sums": list(each.move.sums), "fifth": each.move.fifth} for each in legal] == case["choices"]
    assert events == ((FreeThrow(),) if case["free_throw"] else ())
    assert RULES.view(before)["free_throw"] is case["free_throw"]
    for each in legal:
        marked = chosen(before, each.move.sums, each.move.fifth)[0].fifths != before.fifths
        assert marked is not case["free_throw"]


@pytest.mark.parametrize("case", CASES["scores"], ids=lambda case: str(case["total"]))
def test_marks_score_as_handed(case: dict[str, Any]) -> None:
    marks = tuple(case["marks"].get(str(each), 0) for each in range(2, 13))
    assert total(marks) == case["total"]


@pytest.mark.parametrize("used", [set(), {6}, {2, 5}, {1, 2, 3}, {2, 4, 6}, {4, 5, 6}], ids=str)
def test_the_choices_of_every_roll_are_those_of_the_twin(used: set[int]) -> None:
    """Sections 2 and 3, over all 252 rolls; score lists the same choices in the same order."""
    sheet = SHEET.validate_python({"fifths": {str(face): 1 for face in used}})
    for thrown in combinations_with_replacement(range(1, 7), 5):
        legal = RULES.legal_moves(state(thrown, dict.fromkeys(used, 1)), 0)
        assert listing(legal) == twin(thrown, used)
        score = RULES.score(thrown[::-1], sheet)
        assert not score.bust
        assert score.ways == tuple((each.move, each.points) for each in legal)


@pytest.mark.parametrize(
    ("used", "roll", "out"),
    [
        ((), (1, 2, 3, 4, 5), {1, 2, 3, 4, 5}),
        ((6,), (6, 6, 1, 2, 3), {6, 1, 2, 3}),
        ((2, 3, 6), (2, 3, 5, 5, 4), {2, 3}),
        ((4, 5, 6), (4, 1, 2, 3, 3), {4}),
        ((1, 2, 3), (4, 4, 5, 5, 6), {4, 5, 6}),
    ],
)
def test_what_may_be_left_out(used: tuple[int, ...], roll: tuple[int, ...], out: set[int]) -> None:
    """Paragraphs 3.2 to 3.4: the examples of the source."""
    legal = RULES.legal_moves(state(roll, dict.fromkeys(used, 1)), 0)
    assert {each.move.fifth for each in legal} == out


def test_a_turn_marks_two_sums_and_the_fifth_die() -> None:
    """Paragraph 2.2."""
    before, events = rolled(RULES.start(1), 6, 4, 2, 6, 4)
    assert (before.thrown, events) == ((2, 4, 4, 6, 6), ())
    after, points, events = chosen(before, (10, 8), 4)
    assert points == -400
    assert events == (FifthDie(4, 1, True),)
    assert after == state(fifths={4: 1}, sums={8: 1, 10: 1})._replace(turn=2)
    assert RULES.totals(after) == (-400,)


def test_equal_sums_are_two_marks_on_one_line() -> None:
    """Paragraph 2.3: from four marks to six."""
    after, points, _ = chosen(state((5, 5, 5, 5, 6), sums={10: 4}), (10, 10), 6)
    assert after.sums[8] == 6
    assert points == 260
    assert RULES.totals(after) == (60,)


def test_sums_are_taken_in_any_order_and_listed_ascending() -> None:
    before = state((1, 1, 1, 6, 6))
    assert chosen(before, (12, 2), 1) == chosen(before, (2, 12), 1)
    assert all(each.move.sums == tuple(sorted(each.move.sums)) for each in RULES.legal_moves(before, 0))


def test_the_sums_settle_the_fifth_die() -> None:
    """Paragraph 2.4: the right sums with another die of the throw are refused, in a free throw too."""
    for used in ((), (1, 2, 3)):
        before = state((4, 4, 5, 5, 6), dict.fromkeys(used, 1))
        choices = listing(RULES.legal_moves(before, 0))
        assert len({sums for sums, _ in choices}) == len(choices)
        assert ((9, 10), 5) in choices
        assert refused(before, ChooseSums((9, 10), 4)).reason == "sums_not_thrown"


def test_a_face_in_use_or_a_new_one_is_marked_while_fewer_than_three_are_in_use() -> None:
    """Paragraph 3.2."""
    before = state((6, 6, 1, 2, 3), {6: 1, 5: 2})
    assert chosen(before, (3, 9), 6)[2] == (FifthDie(6, 2, False),)
    after, _, events = chosen(before, (8, 9), 1)
    assert events == (FifthDie(1, 1, True),)
    assert after.fifths == (1, 0, 0, 0, 2, 1)


def test_the_restriction_begins_with_the_roll_after_the_third_fifth_die() -> None:
    """Paragraph 3.3: in the turn that brings the third any die may be left out."""
    before = state((1, 2, 3, 4, 5), {1: 1, 2: 1})
    assert {each.move.fifth for each in RULES.legal_moves(before, 0)} == {1, 2, 3, 4, 5}
    after, _, _ = chosen(before, (3, 7), 5)
    after, _ = rolled(after, 1, 2, 3, 4, 6)
    assert {each.move.fifth for each in RULES.legal_moves(after, 0)} == {1, 2}


def test_a_free_throw_marks_both_sums_and_no_fifth_die() -> None:
    """Paragraph 3.4."""
    before, events = rolled(state(fifths={1: 7, 2: 7, 3: 7}), 4, 4, 5, 5, 6)
    assert events == (FreeThrow(),)
    after, points, events = chosen(before, (9, 9), 6)
    assert events == ()
    assert points == -200
    assert after == state(fifths={1: 7, 2: 7, 3: 7}, sums={9: 2})._replace(turn=2)
    assert RULES.outcome(after) is None


@pytest.mark.parametrize(
    ("value", "marks", "points"),
    [(8, 0, 0), (8, 1, -200), (8, 4, -200), (8, 5, 0), (8, 6, 40), (8, 9, 160), (8, 10, 200), (8, 11, 200)]
    + [(7, 3, -200), (9, 4, -200)]
    + [(each, 6, worth) for each, worth in ((2, 100), (3, 70), (4, 60), (5, 50), (6, 40), (7, 30))]
    + [(each, 7, 2 * worth) for each, worth in ((12, 100), (11, 70), (10, 60), (9, 50))],
)
def test_the_points_of_a_sum(value: int, marks: int, points: int) -> None:
    """Paragraphs 4.1 and 4.2."""
    assert state(sums={value: marks}).total == points


@pytest.mark.parametrize("low", range(13))
@pytest.mark.parametrize("high", range(13))
def test_the_points_of_a_choice_are_the_change_of_the_total(low: int, high: int) -> None:
    """Paragraph 4.3."""
    before = state((1, 2, 2, 6, 6), sums={3: low, 8: high, 4: low, 12: high, 7: high})
    for legal in RULES.legal_moves(before, 0):
        after, points, _ = chosen(before, legal.move.sums, legal.move.fifth)
        assert points == legal.points == total(after.sums) - total(before.sums)
        assert after.total == total(after.sums)


def test_the_eighth_mark_ends_the_game_and_the_sums_of_the_turn_count() -> None:
    """Paragraphs 5.1 and 5.3."""
    before = state((1, 2, 3, 4, 5), {5: 7}, {3: 5, 7: 9})
    assert chosen(before, (5, 6), 4)[0].over is False
    after, points, events = chosen(before, (3, 7), 5)
    assert (points, after.total) == (100, 220)
    assert events == (FifthDie(5, 8, False), EighthMark(5))
    assert RULES.to_move(after) == ()
    assert RULES.legal_moves(after, 0) == ()
    assert refused(after, ROLL).reason == "finished"
    assert refused(after, ChooseSums((3, 7), 5)).reason == "finished"


@pytest.mark.parametrize(
    ("total", "rating"),
    [(-200, None), (0, None), (30, "good"), (500, "good"), (501, "very_good"), (800, "very_good"), (801, "top")],
)
def test_the_one_seat_wins_and_is_rated(total: int, rating: str | None) -> None:
    """Paragraph 5.2."""
    outcome = RULES.outcome(state(fifths={3: 8})._replace(total=total))
    assert outcome is not None
    assert (outcome.winners, outcome.reason, outcome.rating) == ((0,), "eighth_mark", rating)
    assert outcome.ranking == (Rank(0, total, 1),)
    assert rating is None or GAME.texts.messages["en"][f"rating.{rating}"]


def test_a_seat_that_leaves_ends_the_game_without_a_winner() -> None:
    """Paragraph 6.1."""
    before = state((1, 2, 3, 4, 5), {5: 7}, {3: 6})
    done = RULES.withdraw(before, 0)
    assert (done.points, done.events) == (None, ())
    outcome = RULES.outcome(done.state)
    assert outcome is not None
    assert (outcome.winners, outcome.reason, outcome.rating) == ((), "resignation", None)
    assert RULES.totals(done.state) == (70,)
    assert RULES.to_move(done.state) == ()
    assert refused(done.state, ChooseSums((3, 7), 5)).reason == "finished"
    assert RULES.view(done.state)["seats"][0]["phase"] is None
    with pytest.raises(ValueError, match="over"):
        RULES.withdraw(done.state, 0)


def test_refusals_say_why() -> None:
    before = state((2, 3, 5, 5, 4), {2: 1, 3: 1, 6: 1})
    assert refused(before, ROLL) == Illegal("choose_first", "2.2", {"thrown": [2, 3, 4, 5, 5]})
    assert refused(RULES.start(1), ChooseSums((4, 10), 6)) == Illegal("roll_first", "2.1")
    assert refused(before, ChooseSums((5, 9), 6)) == Illegal(
        "fifth_not_thrown", "2.3", {"fifth": 6, "thrown": [2, 3, 4, 5, 5]}
    )
    assert refused(before, ChooseSums((12, 5), 2)) == Illegal(
        "sums_not_thrown", "2.3", {"sums": [5, 12], "rest": [3, 4, 5, 5], "fifth": 2}
    )
    assert refused(before, ChooseSums((5, 9), 5)).reason == "fifth_not_in_use"
    assert refused(before, ChooseSums((9, 5), 5)) == Illegal(
        "fifth_not_in_use", "3.3", {"fifth": 5, "allowed": [2, 3]}
    )


def test_a_game_has_one_seat() -> None:
    """Paragraph 1.1."""
    for seats in (0, 2):
        with pytest.raises(ValueError, match="not 1"):
            RULES.start(seats)
    with pytest.raises(ValueError, match="no seat 1"):
        RULES.apply(RULES.start(1), 1, ROLL, (1, 2, 3, 4, 5))
    assert RULES.legal_moves(RULES.start(1), 1) == ()


def test_a_choice_throws_nothing() -> None:
    with pytest.raises(ValueError, match="0 faces"):
        RULES.apply(state((1, 2, 3, 4, 5)), 0, ChooseSums((3, 7), 5), (1,))


@pytest.mark.parametrize(
    "move",
    [
        '{"type": "choose_category", "sums": [1, 10], "fifth": 6}',
        '{"type": "choose_category", "sums": [4, 13], "fifth": 6}',
        '{"type": "choose_category", "sums": [4], "fifth": 6}',
        '{"type": "choose_category", "sums": [4, 4, 4], "fifth": 6}',
        '{"type": "choose_category", "sums": [4, "10"], "fifth": 6}',
        '{"type": "choose_category", "sums": [4, 10], "fifth": 7}',
        '{"type": "choose_category", "sums": [4, 10], "fifth": true}',
        '{"type": "choose_category", "sums": [4, 10]}',
        '{"type": "choose_category", "sums": [4, 10], "fifth": 6, "category": "chance"}',
        '{"type": "bank"}',
    ],
)
def test_what_is_no_move_of_the_game_is_refused_by_its_type(move: str) -> None:
    with pytest.raises(ValidationError):
        MOVE.validate_json(move)


def test_a_move_reads_as_the_service_writes_it() -> None:
    text = b'{"sums":[4,10],"fifth":6,"type":"choose_category"}'
    assert MOVE.validate_json(text) == ChooseSums((4, 10), 6)
    assert MOVE.dump_json(ChooseSums((4, 10), 6)) == text


@pytest.mark.parametrize(
    "sheet",
    [
        '{"sums": {"13": 1}}',
        '{"sums": {"7": -1}}',
        '{"sums": {"7": 1001}}',
        '{"sums": {"7": "3"}}',
        '{"fifths": {"7": 1}}',
        '{"fifths": {"6": 9}}',
        '{"fifths": {"1": 1, "2": 1, "3": 1, "4": 1}}',
        '{"fifths": {"1": 8, "2": 8}}',
        '{"marks": {}}',
    ],
)
def test_a_sheet_that_cannot_be_is_refused_by_its_type(sheet: str) -> None:
    """Paragraphs 1.2, 3.1 and 5.1."""
    with pytest.raises(ValidationError):
        SHEET.validate_json(sheet)


def test_loose_dice_score_the_change_of_the_total_of_their_sheet() -> None:
    """Paragraph 4.3; without a sheet every sum is begun by the choice."""
    sheet = SHEET.validate_json('{"sums": {"7": 4, "3": 9}, "fifths": {"6": 1}}')
    ways = {(move.sums, move.fifth): points for move, points in RULES.score((5, 4, 3, 2, 1), sheet).ways}
    assert ways[(3, 7), 5] == 70 + 200
    assert ways[(7, 7), 1] == 200 + 30
    assert ways[(5, 6), 4] == -400
    assert {points for _, points in RULES.score((1, 2, 3, 4, 5), None).ways} == {-400, -200}


@pytest.mark.parametrize("dice", [(1, 2, 3, 4), (1, 2, 3, 4, 5, 6), (1, 2, 3, 4, 7), (0, 1, 2, 3, 4)])
def test_loose_dice_are_five(dice: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="5 dice"):
        RULES.score(dice, None)


def test_a_full_sheet_scores_nothing_more() -> None:
    """Paragraph 5.3."""
    with pytest.raises(ValueError, match="over on this sheet"):
        RULES.score((1, 2, 3, 4, 5), SHEET.validate_json('{"fifths": {"6": 8}}'))


def test_the_view_draws_the_table() -> None:
    view = RULES.view(state((4, 4, 5, 5, 6), {1: 1, 2: 2, 3: 3}, {8: 9, 7: 3}))
    assert view["thrown"] == [4, 4, 5, 5, 6]
    assert view["free_throw"] is True
    assert view["fifths"] == [{"face": 1, "marks": 1}, {"face": 2, "marks": 2}, {"face": 3, "marks": 3}]
    assert [each["sum"] for each in view["sums"]] == list(range(2, 13))
    assert view["sums"][6] == {"sum": 8, "value": 40, "marks": 9, "points": 160}
    assert view["seats"] == [{"seat": 0, "total": -40, "resigned": False, "phase": "choose"}]
    assert RULES.view(RULES.start(1))["seats"][0]["phase"] == "roll"


def test_the_sheet_shows_points_and_marks() -> None:
    rows = {row.id: row for row in RULES.sheet(state((), {6: 2}, {8: 9, 7: 3}), []).rows}
    assert list(rows) == [*(f"sum.{n}" for n in range(2, 13)), *(f"fifth.{n}" for n in range(1, 7)), "total"]
    assert {name: (row.kind, row.room, row.cells[0].value, row.cells[0].marks) for name, row in rows.items()} == {
        **{f"sum.{each}": ("box", 10, None, 0) for each in range(2, 13)},
        "sum.8": ("box", 10, 160, 9),
        "sum.7": ("box", 10, -200, 3),
        **{f"fifth.{face}": ("mark", 8, None, 0) for face in range(1, 7)},
        "fifth.6": ("mark", 8, None, 2),
        "total": ("total", 0, -40, 0),
    }
    assert (rows["sum.8"].figures, rows["sum.2"].figures) == ({"points": 40}, {"points": 100})
    assert rows["total"].cells[0].value == -40
