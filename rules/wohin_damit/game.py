"""`wohin-damit`: the game as a value, and what a table agrees on before it."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from rules import texts
from rules.adviser import Positions
from rules.contract import Game
from rules.seats import MAX_SEATS
from rules.wohin_damit.advice import WohinDamitAdviser
from rules.wohin_damit.boxes import WohinDamitEntries
from rules.wohin_damit.check_sheet import PARAGRAPHS, FilledWohinDamitSheet, check
from rules.wohin_damit.engine import LOOSE_DICE, WohinDamitRules
from rules.wohin_damit.position import WohinDamitPosition, wohin_damit_state
from rules.wohin_damit.state import BOXES, WohinDamitEvent, WohinDamitMove, WohinDamitState
from rules.wohin_damit.view import WohinDamitView


class WohinDamitOptions(BaseModel):
    """What a table of wohin-damit agrees on before the game."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    win_needs_positive: Annotated[
        bool, Field(description="Whether a game in which no total is above 0 has no winner.")
    ] = False
    excess: Annotated[
        Literal["any", "only_if_nothing_fits"],
        Field(
            description="Where a result may go beyond what a row needs: `any`: always; `only_if_nothing_fits`: "
            "only while no open box, small and large included, takes the result without an excess."
        ),
    ] = "any"


RANDOM_PLAY_MOVES = 160
"""A sheet takes at most 61 entries (of 2 in every row), each with a roll; and each seat that leaves with the blue die
unthrown may cost another one roll more.
"""


def _rules(options: WohinDamitOptions) -> WohinDamitRules:
    return WohinDamitRules(
        only_if_nothing_fits=options.excess == "only_if_nothing_fits", win_needs_positive=options.win_needs_positive
    )


GAME = Game(
    name="wohin-damit",
    version=1,
    min_seats=1,
    max_seats=MAX_SEATS,
    verbs=("roll", "choose_category"),
    options=WohinDamitOptions,
    state=WohinDamitState,
    view=WohinDamitView,
    move=WohinDamitMove,
    event=WohinDamitEvent,
    loose_sheet=WohinDamitEntries,
    score_dice=(LOOSE_DICE, LOOSE_DICE),
    categories=BOXES,
    rules=_rules,
    adviser=lambda options: WohinDamitAdviser(_rules(options)),
    positions=Positions(WohinDamitPosition, wohin_damit_state),
    random_play_moves=RANDOM_PLAY_MOVES,
    texts=texts.load("wohin-damit"),
    paragraphs=PARAGRAPHS,
    filled_sheet=FilledWohinDamitSheet,
    check_sheet=lambda rules, filled: check(filled, only_if_nothing_fits=rules.only_if_nothing_fits),
)
