"""Game: a sheet game as a value, from what is its own."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TypeVar

from pydantic import BaseModel

from rules import texts
from rules.adviser import BotLevel, LevelLosses, Positions
from rules.contract import Game, OptionFault, Texts, no_faults, no_words
from rules.messages import Figures
from rules.seats import MAX_SEATS
from rules.sheet.advice import SheetAdviser
from rules.sheet.categories import SheetCategory
from rules.sheet.check_sheet import FilledSheet, check, fault_paragraphs
from rules.sheet.engine import SheetRules
from rules.sheet.last_round import LastRoundAdviser
from rules.sheet.model import SheetModel
from rules.sheet.options import SheetOptions, ruleset
from rules.sheet.position import SheetPosition, sheet_state
from rules.sheet.solution import solvable
from rules.sheet.state import SheetEvent, SheetLoose, SheetMove, SheetState
from rules.sheet.view import SheetView

OptionsT = TypeVar("OptionsT", bound=BaseModel)

LOSSES: Mapping[str, Mapping[BotLevel, float]] = {
    "yatzy": {"random": 197, "novice": 59.1, "casual": 26.8, "strong": 4.28},
    "yatzy-bg": {"random": 161, "novice": 46.3, "casual": 20.9, "strong": 3.49},
    "yahtzee": {"random": 206, "novice": 46, "casual": 18.1, "strong": 1.97},
}
"""What bots lose by level, by `python -m benchmarks.levels`: 200 games, seed 20261201."""


def sheet_game(
    name: str,
    options: type[OptionsT],
    house_rules: Callable[[OptionsT], SheetOptions],
    paragraphs: Mapping[str, str],
    *,
    version: int,
    score_dice: tuple[int, int] | None = None,
    categories: tuple[SheetCategory, ...] | None = None,
    throws: int | None = None,
    presets: Mapping[str, OptionsT] = MappingProxyType({}),
    faults: Callable[[OptionsT], tuple[OptionFault, ...]] = no_faults,
    page: str | None = None,
    house_page: Callable[[OptionsT, Texts, str, Figures], str] | None = None,
    words: Callable[[OptionsT, Mapping[str, str]], Mapping[str, str]] = no_words,
) -> Game[SheetState, SheetMove, OptionsT]:
    """The game `name`, whose options say as much as some house rules; its texts go by that name or by `page`.

    paragraphs: by reason of a refusal and by box, the paragraph of the game's rules page (see `Ruleset`).
    Where options change how few and how many dice a turn may be played with (`score_dice`), which categories there
    are or how many throws, these say the most that they allow.
    """
    default = ruleset(house_rules(options()), paragraphs)
    categories = categories or tuple(category.id for category in default.categories)
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
        loose_sheet=SheetLoose,
        score_dice=score_dice or (default.dice, default.dice),
        categories=categories,
        rules=lambda chosen: SheetRules(ruleset(house_rules(chosen), paragraphs)),
        # A turn rolls up to `throws` times, sets aside before each of these but the first, and chooses.
        random_play_moves=2 * (throws or default.throws) * len(categories),
        alike=True,
        texts=texts.load(page or name, "sheet"),
        paragraphs=fault_paragraphs(default),
        filled_sheet=FilledSheet,
        check_sheet=lambda rules, filled: check(rules.ruleset, rules.tables, filled),
        presets=presets,
        faults=faults,
        house_page=house_page,
        words=words,
        losses=LevelLosses("points", LOSSES[name]) if name in LOSSES else None,
        adviser=lambda chosen: _adviser(SheetRules(ruleset(house_rules(chosen), paragraphs))),
        positions=Positions(SheetPosition, sheet_state),
    )


def _adviser(rules: SheetRules) -> SheetAdviser | SheetModel:
    return LastRoundAdviser(rules) if solvable(rules.ruleset, rules.tables) else SheetModel(rules)
