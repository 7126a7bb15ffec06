"""The engine on sheets that no named game has: other dice, throws and boxes."""

import pytest

from rules.contract import Illegal
from rules.dice import equal, groups, straight
from rules.sheet.categories import ALL, ANY, UPPER, Category, fixed
from rules.sheet.engine import SheetRules
from rules.sheet.ruleset import PARAGRAPHS, Ruleset
from rules.sheet.state import SheetChoose, SheetRoll, SheetState, YatzyBonus

SIX = Ruleset(
    categories=(
        Category("two_pairs", groups(2, 2)),
        Category("small_straight", (straight(1, 5),), (fixed(15),)),
        UPPER[5],
        Category("yatzy", equal(6), (fixed(100),)),
        Category("chance", ANY, (ALL,)),
    ),
    paragraphs=PARAGRAPHS,
    bonus=100,
    bonus_from=24,
    dice=6,
    throws=4,
    joker="forced",
    yatzy_bonus=7,
)
RULES = SheetRules(SIX)


def after(state: SheetState, move: SheetRoll | SheetChoose, *faces: int) -> SheetState:
    done = RULES.apply(state, 0, move, faces)
    assert not isinstance(done, Illegal), done
    return done.state


def choices(state: SheetState) -> dict[str, int | None]:
    return {
        each.move.category: each.worth for each in RULES.legal_moves(state, 0) if isinstance(each.move, SheetChoose)
    }


def test_six_dice_and_four_throws() -> None:
    state = RULES.start(1)
    for _ in range(4):
        assert any(isinstance(each.move, SheetRoll) and each.throws == 6 for each in RULES.legal_moves(state, 0))
        state = after(state, SheetRoll(), 5, 4, 3, 2, 1, 5)
    assert choices(state) == {"two_pairs": 0, "small_straight": 15, "sixes": 0, "yatzy": 0, "chance": 20}
    assert all(isinstance(each.move, SheetChoose) for each in RULES.legal_moves(state, 0))


def test_upper_boxes_may_stand_anywhere() -> None:
    state = after(RULES.start(1), SheetRoll(), 6, 6, 6, 6, 1, 1)
    assert after(state, SheetChoose("sixes")).totals == (124,)


@pytest.mark.parametrize("face", [5, 6])
def test_a_joker_without_a_matching_box(face: int) -> None:
    """A face whose upper box the sheet does not have counts as one whose box is filled."""
    state = after(after(RULES.start(1), SheetRoll(), 1, 1, 1, 1, 1, 1), SheetChoose("yatzy"))
    state = after(state, SheetRoll(), *(face,) * 6)
    lower = {"two_pairs": 0, "small_straight": 15, "chance": 30}
    assert choices(state) == (lower if face == 5 else {"sixes": 36})
    done = RULES.apply(state, 0, SheetChoose("chance" if face == 5 else "sixes"), ())
    assert not isinstance(done, Illegal)
    assert done.events[0] == YatzyBonus(7)
