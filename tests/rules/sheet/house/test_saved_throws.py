"""Saved throws: what a turn leaves of its throws, a seat may have in any later one."""

import random

import pytest
from pydantic import TypeAdapter

from rules.check import check
from rules.contract import Illegal, Roll
from rules.notation import TextForm
from rules.sheet.check_sheet import FilledSheet
from rules.sheet.house.game import GAME
from rules.sheet.house.presets import MAXI_YATZY, MAXI_YATZY_75
from rules.sheet.options import SheetOptions
from rules.sheet.state import SheetChoose, SheetRoll, SheetState
from tests.rules.support.sheet import Session

SAVING = SheetOptions(save_throws=True)
STATES: TypeAdapter[SheetState] = TypeAdapter(SheetState)
DICE = (1, 2, 3, 4, 6)


def left(table: Session) -> tuple[int, list[int]]:
    """The throws left in the turn, and those that every seat has saved."""
    shown = table.rules.view(table.state)
    return shown["throws_left"], [seat["saved_throws"] for seat in shown["seats"]]


def test_throws_that_a_turn_leaves_are_the_seats_in_later_ones() -> None:
    table = Session(GAME, 2, SAVING)
    assert left(table) == (3, [0, 0])
    table.write("ones", *DICE)
    assert left(table) == (3, [2, 0])
    table.write("ones", *DICE)
    assert left(table) == (5, [2, 2])
    for _ in range(4):
        table.roll(*DICE)
    assert left(table) == (1, [2, 2])
    table.choose("twos")
    assert left(table) == (5, [1, 2])
    for _ in range(5):
        table.roll(*DICE)
    assert left(table) == (0, [1, 2])
    assert set(table.types()) == {"choose_category"}
    refused = table.refused(SheetRoll())
    assert (refused.reason, refused.rule, refused.details) == ("no_throws_left", "2.5", {"throws": 5})
    table.choose("twos")
    assert left(table) == (4, [1, 0])


def test_a_void_turn_saves_what_a_table_has_that_counts_it() -> None:
    """One slip is one fault: the throws that the table goes on with are there."""
    table = Session(GAME, 2, SAVING)
    assert table.rules.void(table.state, 0).saved == (2, 0)
    table.write("ones", *DICE)
    table.write("ones", *DICE)
    table.roll(*DICE)
    assert table.rules.void(table.state, 0).saved == (4, 2)
    for _ in range(3):
        table.roll(*DICE)
    voided = table.rules.void(table.state, 0)
    assert (voided.saved, voided.seat, voided.throw) == ((1, 2), 1, 0)
    assert table.rules.withdraw(table.state, 0).state.saved == (1, 2)


@pytest.mark.parametrize("seed", range(20))
def test_a_table_that_counts_throws_by_itself_comes_to_the_same(seed: int) -> None:
    """The twin: a purse of throws for each seat, three put in at every turn, one taken out for every throw."""
    chance = random.Random(seed)
    options = SAVING.model_copy(update={"throws": chance.randint(2, 4), "boxes": SAVING.boxes[:6], "bonus": 0})
    rules = GAME.rules(options)
    state, purses = rules.start(3), [0, 0, 0]
    purses[0] = options.throws
    while (seat := state.seat) is not None:
        legal = [each.move for each in rules.legal_moves(state, seat)]
        rolls = [move for move in legal if isinstance(move, Roll)]
        assert bool(rolls) == (purses[seat] > 0 or bool(state.kept))
        if not state.kept:
            assert rules.view(state)["throws_left"] == purses[seat]
        move = chance.choice(legal)
        thrown = rules.throws(state, seat, move)
        assert not isinstance(thrown, Illegal)
        step = rules.apply(state, seat, move, tuple(chance.choices(range(1, 7), k=thrown)))
        assert not isinstance(step, Illegal)
        state = step.state
        assert STATES.validate_json(STATES.dump_json(state)) == state
        if isinstance(move, Roll):
            purses[seat] -= 1
        if isinstance(move, SheetChoose) and state.seat is not None:
            purses[state.seat] += options.throws
    assert list(state.saved) == purses


def test_a_game_that_saves_none_is_as_before() -> None:
    """Also one that was stored before throws could be saved."""
    table = Session(GAME, 1)
    table.write("ones", *DICE)
    assert left(table) == (3, [0])
    assert table.state.saved == ()
    stored = list(STATES.dump_python(table.state, mode="json"))
    assert STATES.validate_python(stored[:-1], strict=False) == table.state
    assert [row.id for row in table.rules.sheet(table.state, []).rows].count("saved_throws") == 0


def test_the_sheet_has_a_line_for_them() -> None:
    table = Session(GAME, 2, SAVING)
    table.write("ones", *DICE)
    (row,) = [row for row in table.rules.sheet(table.state, []).rows if row.id == "saved_throws"]
    assert [cell.value for cell in row.cells] == [2, 0]


def test_presets() -> None:
    assert (MAXI_YATZY.save_throws, MAXI_YATZY.bonus, MAXI_YATZY.bonus_from) == (True, 100, 84)
    assert (MAXI_YATZY_75.save_throws, MAXI_YATZY_75.bonus, MAXI_YATZY_75.bonus_from) == (False, 50, 75)
    assert MAXI_YATZY_75.boxes == MAXI_YATZY.boxes


def test_one_throw_a_turn_leaves_none_to_save() -> None:
    (fault,) = GAME.faults(SheetOptions(save_throws=True, throws=1))
    assert (fault.pointer, fault.code, fault.rule) == ("/save_throws", "nothing_to_save", "2.8")


TEXT = """game sheet
preset {preset}
seat Ida
Ida: 111234 > ones 3
Ida: 222345 ; 222345 ; 222345 ; 222346 ; 222226 > twos 10
"""


def test_transcripts_are_held_to_the_throws_that_were_left() -> None:
    form = TextForm(GAME)
    saving = form.read(TEXT.format(preset="maxi-yatzy")).transcript
    assert form.read(form.write(saving)).transcript == saving
    assert check(GAME.rules(MAXI_YATZY), saving, GAME.paragraphs).faults == ()
    found = check(GAME.rules(MAXI_YATZY_75), saving, GAME.paragraphs)
    assert [fault.reason for fault in found.faults][:1] == ["no_throws_left"]


@pytest.mark.parametrize(
    ("options", "claimed", "most"), [(SAVING, 5, 4), (SAVING, -1, 4), (SheetOptions(), 1, 0), (SAVING, 4, None)]
)
def test_a_filled_sheet_has_no_more_than_its_turns_can_have_left(
    options: SheetOptions, claimed: int, most: int | None
) -> None:
    filled = FilledSheet(boxes={"ones": 3, "twos": 4}, saved_throws=claimed)
    assert GAME.check_sheet is not None
    faults = GAME.check_sheet(GAME.rules(options), filled).faults
    assert [(fault.place, fault.code, fault.claimed, fault.details) for fault in faults] == (
        [] if most is None else [(("saved_throws",), "impossible_saved_throws", claimed, {"most": most})]
    )


def test_advice_knows_of_them_and_says_that_it_is_a_model() -> None:
    """Of one box that is open: every throw that is left is worth having."""
    assert GAME.adviser is not None
    adviser = GAME.adviser(SAVING)
    table = Session(GAME, 1, SAVING).full_but("sixes")
    values = []
    for saved in (0, 2, 40):
        state = table.state._replace(saved=(saved,))
        assert adviser.method(state, 0, "points") == "model"
        values.append(adviser.values(state, 0, "points")[0])
        thrown = state._replace(throw=1, dice=(1, 1, 2, 6, 6))
        legal = table.rules.legal_moves(thrown, 0)
        assert len(adviser.values(thrown, 0, "points")) == len(legal)
        last = state._replace(throw=3 + saved, dice=(1, 1, 2, 6, 6))
        assert adviser.values(last, 0, "points") == (table.state.totals[0] + 12,)
    assert values == sorted(set(values))
    assert adviser.method(Session(GAME).state, 0, "points") == "model"
    plain = GAME.adviser(SheetOptions())
    assert plain.method(Session(GAME).state, 0, "points") == "exact"
