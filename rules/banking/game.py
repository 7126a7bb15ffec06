"""Game: a banking game as a value, from what is its own."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TypeVar

from pydantic import BaseModel

from rules import texts
from rules.adviser import BotLevel, LevelLosses, Positions
from rules.banking.advice import BankingAdviser
from rules.banking.check_sheet import FilledBankingSheet, check, check_all, fault_paragraphs
from rules.banking.engine import BankingRules
from rules.banking.options import BankingOptions, ruleset
from rules.banking.position import BankingPosition, banking_state
from rules.banking.state import BankingEvent, BankingMove, BankingState
from rules.banking.view import BankingView
from rules.contract import STANDARD, Game, Notation, OptionFault, Texts, no_faults
from rules.messages import Figures
from rules.seats import MAX_SEATS

OptionsT = TypeVar("OptionsT", bound=BaseModel)

LOSSES: Mapping[str, Mapping[BotLevel, float]] = {
    "sand": {"random": 6.59, "novice": 0.366, "casual": 0.194, "strong": 0.0769},
}
"""What bots lose by level, by `python -m benchmarks.levels`: 200 games, seed 20261201."""

RANDOM_PLAY_MOVES = 10_000
"""Far above what random play takes: to 10,000 points 450 on average or less, to the highest target 2300."""


def _read(text: str) -> dict[str, str]:
    if text != "ride":
        raise ValueError("ride")
    return {"type": "ride"}


RIDING = Notation(lambda move: "ride" if move["type"] == "ride" else None, _read)
"""The one move that stands behind ">": to begin with what the seat before has left."""


def banking_game(
    name: str,
    options: type[OptionsT],
    house_rules: Callable[[OptionsT], BankingOptions],
    paragraphs: Mapping[str, str],
    *,
    version: int,
    presets: Mapping[str, OptionsT] = MappingProxyType({}),
    faults: Callable[[OptionsT], tuple[OptionFault, ...]] = no_faults,
    page: str | None = None,
    house_page: Callable[[OptionsT, Texts, str, Figures], str] | None = None,
    verbs: tuple[str, ...] = ("roll", "set_aside", "bank"),
) -> Game[BankingState, BankingMove, OptionsT]:
    """The game `name`, whose options say as much as some house rules; its texts go by that name or by `page`.

    paragraphs: by reason of a refusal, the paragraph of the game's rules page that it rests on.
    """
    default = ruleset(house_rules(options()), paragraphs)
    return Game(
        name=name,
        version=version,
        min_seats=1,
        max_seats=MAX_SEATS,
        verbs=verbs,
        options=options,
        state=BankingState,
        view=BankingView,
        move=BankingMove,
        event=BankingEvent,
        loose_sheet=None,
        score_dice=(1, default.dice),
        categories=(),
        rules=lambda chosen: BankingRules(ruleset(house_rules(chosen), paragraphs)),
        random_play_moves=RANDOM_PLAY_MOVES,
        alike=True,
        texts=texts.load(page or name, "banking"),
        notation=RIDING if "ride" in verbs else STANDARD,
        paragraphs=fault_paragraphs(default),
        filled_sheet=FilledBankingSheet,
        check_sheet=lambda rules, filled: check(rules.ruleset, filled),
        check_sheets=lambda rules, table: check_all(rules.ruleset, table),
        losses=LevelLosses("turns", LOSSES[name]) if name in LOSSES else None,
        adviser=lambda chosen: BankingAdviser(BankingRules(ruleset(house_rules(chosen), paragraphs))),
        positions=Positions(BankingPosition, banking_state),
        presets=presets,
        faults=faults,
        house_page=house_page,
    )
