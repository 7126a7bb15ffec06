"""Filled sheets of banking games: the points that turns make, and the sheets of one table together."""

import random
from itertools import combinations_with_replacement
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from rules.banking import check_sheet as banking
from rules.banking.turn_points import reached
from rules.contract import AnyGame, Played, Rank
from rules.faults import TableFindings
from rules.playout import random_play
from rules.registry import BUILT_IN
from tests.playing import options_of
from tests.rules.support.filled_sheets import GAMES, defaults, findings, to_json, written

BANKING = [game for game in BUILT_IN if game.state.__name__ == "BankingState"]


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
    found = reached(ruleset.scoring, stops)
    for points in range(1, bound + 1):
        assert (points in found) == any((cup, points) in seen for cup in stops), points
