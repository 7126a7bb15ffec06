"""The game wohin-damit as a value."""

from rules import texts
from rules.contract import Game
from rules.wohin_damit.engine import LOOSE_DICE, MAX_SEATS, WohinDamitRules
from rules.wohin_damit.filled import PARAGRAPHS, FilledWohinDamitSheet, check
from rules.wohin_damit.loose import WohinDamitEntries
from rules.wohin_damit.options import WohinDamitOptions
from rules.wohin_damit.state import BOXES, WohinDamitEvent, WohinDamitMove, WohinDamitState
from rules.wohin_damit.view import WohinDamitView

RANDOM_PLAY_MOVES = 160
"""A sheet takes at most 61 entries (of 2 in every row), each with a roll; and each seat that leaves with the blue die
unthrown may cost another one roll more.
"""

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
    rules=WohinDamitRules,
    random_play_moves=RANDOM_PLAY_MOVES,
    texts=texts.load("wohin-damit"),
    paragraphs=PARAGRAPHS,
    filled_sheet=FilledWohinDamitSheet,
    check_sheet=lambda rules, filled: check(filled, only_if_nothing_fits=rules.only_if_nothing_fits),
)
