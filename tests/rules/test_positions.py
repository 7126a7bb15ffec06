"""Positions written by hand: every state can be written and is itself again, and what cannot be is refused."""

import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.banking.state import BankingState
from rules.contract import AnyGame
from rules.faults import Impossible
from rules.playout import random_play
from rules.registry import BUILT_IN, built_in
from rules.sheet.ruleset import Ruleset
from rules.sheet.state import Boxes, SheetState
from rules.sheet.sums import column, throws_left
from rules.solitaire_dice.state import SUMS, SolitaireDiceState
from rules.wohin_damit.boxes import LARGE, SMALL
from rules.wohin_damit.state import ROWS, WohinDamitState
from tests.house_rules import sound

GAMES = built_in().games


def written(rules: Any, state: Any) -> dict[str, Any]:
    """A state as somebody would write it down."""
    match state:
        case SheetState():
            seats, first = len(state.boxes), state.seat or 0
            order = [(first + step) % seats for step in range(seats)]
            own, *others = (_column(rules.ruleset, state.boxes[seat], state.totals[seat]) for seat in order)
            left = throws_left(rules.ruleset, state)
            return {**own, "dice": list(state.dice), "throws_left": left, "others": others}
        case BankingState():
            turn = {"thrown": list(state.thrown)} if state.thrown else {"cup": state.cup}
            return {
                "totals": list(state.totals),
                "seat": state.seat,
                "opened": list(state.opened),
                "reached": state.reached,
                "points": state.points,
                **turn,
            }
        case SolitaireDiceState():
            return {
                "sums": {str(each): marks for each, marks in zip(SUMS, state.sums, strict=True)},
                "fifths": {str(face): marks for face, marks in enumerate(state.fifths, 1) if marks},
                "dice": list(state.thrown),
            }
        case WohinDamitState():
            (entries,) = state.entries
            return {
                "rows": dict(zip(ROWS, map(list, entries), strict=False)),
                "small": list(entries[SMALL]),
                "large": list(entries[LARGE]),
                "dice": [state.whites[0], state.blue] if state.blue else [],
            }
    raise AssertionError(state)


def _column(ruleset: Ruleset, boxes: Boxes, total: int) -> dict[str, Any]:
    filled = {each.id: points for each, points in zip(ruleset.categories, boxes, strict=True) if points is not None}
    return {"boxes": filled, "yatzy_bonus": column(ruleset, boxes, total).yatzy_bonus}


def read(game: AnyGame, rules: Any, position: dict[str, Any]) -> Any:
    assert game.positions is not None
    return game.positions.state(rules, game.positions.form.model_validate_json(json.dumps(position)))


@given(st.data())
def test_every_state_of_a_game_can_be_written_and_asked_about(data: st.DataObject) -> None:
    game = data.draw(st.sampled_from([each for each in BUILT_IN if each.positions is not None]), label="game")
    house = sound(game.name) if game.name in ("banking", "sheet") else [game.options()]
    agreed = data.draw(st.sampled_from(house), label="options")
    chance = random.Random(data.draw(st.integers(0, 2**32), label="seed"))
    rules, seats = game.rules(agreed), 1 if game.name in ("solitaire-dice", "wohin-damit") else chance.randint(1, 3)
    for turn in random_play(rules, rules.start(seats), chance, 60):
        before = turn.before
        if getattr(before, "kept", ()):
            continue  # between setting aside and the roll there is nothing to ask
        state = read(game, rules, written(rules, before))
        (seat,) = rules.to_move(state)
        assert rules.legal_moves(state, seat) == rules.legal_moves(before, turn.seat)
        assert rules.totals(state)[seat] == rules.totals(before)[turn.seat]
        assert sorted(rules.totals(state)) == sorted(rules.totals(before))


FULL = {"ones": 3, "twos": 6, "threes": 9, "fours": 12, "fives": 15, "sixes": 18, "one_pair": 12, "two_pairs": 22}
FULL |= {"three_of_a_kind": 18, "four_of_a_kind": 0, "small_straight": 15, "large_straight": 20, "chance": 22}
FULL |= {"full_house": 28, "yatzy": 50}


@pytest.mark.parametrize(
    ("game", "position", "place", "says"),
    [
        ("yatzy", {"boxes": FULL}, ("boxes",), "Every box"),
        ("yatzy", {"boxes": {"ones": 6}}, ("boxes", "ones"), "No dice make 6 points in the box ones"),
        ("yahtzee", {"boxes": {"villa": 6}}, ("boxes", "villa"), "This sheet has no box villa"),
        ("yatzy", {"boxes": {}, "dice": [1, 2, 3, 4], "throws_left": 1}, ("dice",), "5 dice, not 4"),
        ("yatzy", {"boxes": {}, "dice": [1, 2, 3, 4, 5]}, ("throws_left",), "how many throws"),
        ("yatzy", {"boxes": {}, "dice": [1, 2, 3, 4, 5], "throws_left": 3}, ("throws_left",), "At most 2"),
        ("yatzy", {"boxes": {}, "throws_left": 2}, ("throws_left",), "a turn has 3, not 2"),
        ("yahtzee", {"boxes": {"ones": 5}, "yatzy_bonus": 100}, ("yatzy_bonus",), "nothing on this sheet, not 100"),
        (
            "yahtzee",
            {"boxes": {"yatzy": 50, "ones": 5}, "yatzy_bonus": 200},
            ("yatzy_bonus",),
            "at most 1 times 100 on this sheet, not 200",
        ),
        (
            "yatzy",
            {"boxes": {}, "others": [{"boxes": {}}, {"boxes": {"twos": 3}}]},
            ("others", 1, "boxes", "twos"),
            "3",
        ),
        ("farkle", {"totals": [25]}, ("totals", 0), "multiples of 50"),
        ("farkle", {"totals": [500, 0], "seat": 2}, ("seat",), "There are 2 seats"),
        ("farkle", {"totals": [500, 0], "opened": [True]}, ("opened",), "There are 2 seats"),
        ("farkle", {"totals": [500, 0], "opened": [False, False]}, ("opened", 0), "it has banked"),
        ("farkle", {"totals": [500, 0], "opened": [True, True]}, ("opened", 1), "has not banked"),
        ("farkle", {"totals": [10000, 10100, 0]}, ("reached",), "say which"),
        ("farkle", {"totals": [10000, 100, 0], "reached": 1}, ("reached",), "not at the target"),
        ("farkle", {"totals": [10000, 100], "seat": 0}, ("seat",), "no turn left"),
        ("farkle", {"totals": [0], "points": 100, "cup": 7}, ("cup",), ""),
        ("farkle", {"totals": [0], "cup": 3}, ("cup",), "set aside only for points"),
        ("farkle", {"totals": [0], "points": 100, "cup": 3, "thrown": [1, 2, 3]}, ("cup",), "not both"),
        ("farkle", {"totals": [0], "points": 130, "cup": 3}, ("points",), "No turn has 130"),
        ("farkle", {"totals": [0], "points": 150, "cup": 5}, ("points",), "No turn has 150 points at risk and 5"),
        ("farkle", {"totals": [0], "thrown": [2, 2, 3, 3, 4, 6]}, ("thrown",), "it is a bust"),
        ("wohin-damit", {"dice": [3]}, ("dice",), "both dice"),
        ("wohin-damit", {"rows": {"6": [13]}}, ("rows", "6", 0), ""),
        ("solitaire-dice", {"dice": [3]}, ("dice",), "5 dice, not 1"),
        ("solitaire-dice", {"fifths": {"1": 8}}, ("fifths",), "over"),
        ("solitaire-dice", {"sums": {"7": 3}}, ("sums",), "No game leaves"),
    ],
)
def test_what_no_game_leads_to_is_refused_at_its_place(
    game: str, position: dict[str, Any], place: tuple[Any, ...], says: str
) -> None:
    made = GAMES[game]
    with pytest.raises((Impossible, ValueError)) as refused:
        read(made, made.rules(made.options()), position)
    if isinstance(refused.value, Impossible):
        assert refused.value.place[: len(place)] == place
        assert says in str(refused.value)
    else:
        assert not says  # out of the form's own bounds
