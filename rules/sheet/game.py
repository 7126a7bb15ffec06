"""A sheet game as a value, from what is its own."""

from collections.abc import Callable
from typing import TypeVar

from pydantic import BaseModel

from rules import texts
from rules.contract import Game
from rules.sheet.engine import MAX_SEATS, SheetRules
from rules.sheet.ruleset import Ruleset
from rules.sheet.state import SheetBoxes, SheetEvent, SheetMove, SheetState
from rules.sheet.view import SheetView

OptionsT = TypeVar("OptionsT", bound=BaseModel)


def sheet_game(
    name: str,
    options: type[OptionsT],
    ruleset: Callable[[OptionsT], Ruleset],
    *,
    version: int,
    fewest_dice: int | None = None,
) -> Game[SheetState, SheetMove, OptionsT]:
    """The game `name` with its options, of which `ruleset` makes rules; its texts are found by name.

    `fewest_dice` is how few dice a turn may be played with, where an option allows fewer than all.
    """
    default = ruleset(options())
    return Game(
        name=name,
        version=version,
        min_seats=1,
        max_seats=MAX_SEATS,
        verbs=("roll", "set_aside", "choose_category"),
        options=options,
        state=SheetState,
        view=SheetView,
        move=SheetMove,
        event=SheetEvent,
        loose_sheet=SheetBoxes,
        score_dice=(fewest_dice or default.dice, default.dice),
        categories=tuple(category.id for category in default.categories),
        rules=lambda chosen: SheetRules(ruleset(chosen)),
        # A turn rolls up to `throws` times, sets aside before each of these but the first, and chooses.
        random_play_moves=2 * default.throws * len(default.categories),
        texts=texts.load(name, "sheet"),
    )
