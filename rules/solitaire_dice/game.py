"""`solitaire-dice` as a value."""

from pydantic import BaseModel, ConfigDict

from rules import texts
from rules.adviser import LevelLosses, Positions
from rules.contract import Game
from rules.solitaire_dice.advice import SolitaireDiceAdviser
from rules.solitaire_dice.check_sheet import PARAGRAPHS, FilledSolitaireDiceSheet, check
from rules.solitaire_dice.engine import DICE, SolitaireDiceRules
from rules.solitaire_dice.notation import NOTATION
from rules.solitaire_dice.position import SolitaireDicePosition, solitaire_dice_state
from rules.solitaire_dice.state import (
    SolitaireDiceEvent,
    SolitaireDiceMarks,
    SolitaireDiceMove,
    SolitaireDiceState,
)
from rules.solitaire_dice.view import SolitaireDiceView


class SolitaireDiceOptions(BaseModel):
    """Solitaire dice knows no options."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


_RULES = SolitaireDiceRules()
LOSSES = LevelLosses("points", {"random": 1860, "novice": 55.9, "casual": 21.5, "strong": 2.59})
"""What bots lose by level, by `python -m benchmarks.levels`: 200 games, seed 20261201."""

GAME: Game[SolitaireDiceState, SolitaireDiceMove, SolitaireDiceOptions] = Game(
    name="solitaire-dice",
    version=1,
    min_seats=1,
    max_seats=1,
    verbs=("roll", "choose_category"),
    options=SolitaireDiceOptions,
    state=SolitaireDiceState,
    view=SolitaireDiceView,
    move=SolitaireDiceMove,
    event=SolitaireDiceEvent,
    loose_sheet=SolitaireDiceMarks,
    score_dice=(DICE, DICE),
    categories=(),
    rules=lambda _: _RULES,
    alike=True,
    losses=LOSSES,
    adviser=lambda _: SolitaireDiceAdviser(_RULES),
    positions=Positions(SolitaireDicePosition, solitaire_dice_state),
    random_play_moves=500,  # 22 turns mark a fifth die; beyond that a free throw comes once in 32 turns
    texts=texts.load("solitaire-dice"),
    paragraphs=PARAGRAPHS,
    filled_sheet=FilledSolitaireDiceSheet,
    check_sheet=lambda _, filled: check(filled),
    notation=NOTATION,
)
