"""A banking game as a value, from what is its own."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TypeVar

from pydantic import BaseModel

from rules import texts
from rules.banking.check_sheet import FilledBankingSheet, check, check_all, paragraphs
from rules.banking.engine import MAX_SEATS, BankingRules
from rules.banking.ruleset import Ruleset
from rules.banking.state import BankingEvent, BankingMove, BankingState
from rules.banking.view import BankingView
from rules.contract import Game, OptionFault, no_faults

OptionsT = TypeVar("OptionsT", bound=BaseModel)

RANDOM_PLAY_MOVES = 10_000
"""Far above what random play takes: to 10,000 points 450 on average or less, to the highest target 2300."""


def banking_game(
    name: str,
    options: type[OptionsT],
    ruleset: Callable[[OptionsT], Ruleset],
    *,
    version: int,
    presets: Mapping[str, OptionsT] = MappingProxyType({}),
    faults: Callable[[OptionsT], tuple[OptionFault, ...]] = no_faults,
    page: str | None = None,
) -> Game[BankingState, BankingMove, OptionsT]:
    """The game `name` with its options, of which `ruleset` makes rules; its texts go by that name or by `page`."""
    return Game(
        name=name,
        version=version,
        min_seats=1,
        max_seats=MAX_SEATS,
        verbs=("roll", "set_aside", "bank"),
        options=options,
        state=BankingState,
        view=BankingView,
        move=BankingMove,
        event=BankingEvent,
        loose_sheet=None,
        score_dice=(1, ruleset(options()).dice),
        categories=(),
        rules=lambda chosen: BankingRules(ruleset(chosen)),
        random_play_moves=RANDOM_PLAY_MOVES,
        alike=True,
        texts=texts.load(page or name, "banking"),
        paragraphs=paragraphs(ruleset(options())),
        filled_sheet=FilledBankingSheet,
        check_sheet=lambda rules, filled: check(rules.ruleset, filled),
        check_sheets=lambda rules, table: check_all(rules.ruleset, table),
        presets=presets,
        faults=faults,
    )
