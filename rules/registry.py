"""Which games there are: the built-in ones in a list, others through the entry point group `rollwright.games`."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import entry_points

from rules import solitaire_dice, wohin_damit
from rules.banking import farkle, sand, titusind
from rules.banking import house as banking
from rules.contract import AnyGame, Game
from rules.sheet import house as sheet
from rules.sheet import yahtzee, yatzy, yatzy_bg

GROUP = "rollwright.games"

BUILT_IN: tuple[AnyGame, ...] = (
    sand.GAME,
    titusind.GAME,
    farkle.GAME,
    yatzy_bg.GAME,
    yatzy.GAME,
    yahtzee.GAME,
    solitaire_dice.GAME,
    wohin_damit.GAME,
    banking.GAME,
    sheet.GAME,
)

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Registry:
    """Games by name, and the entry points that could not be loaded with the reason."""

    games: Mapping[str, AnyGame]
    failed: Mapping[str, str]


def built_in() -> Registry:
    """The games of this package alone: what the committed contract holds."""
    return Registry({game.name: game for game in BUILT_IN}, {})


def is_built_in(game: AnyGame) -> bool:
    """Whether it is one of this package's own, as it stands there."""
    return any(game is each for each in BUILT_IN)


def load() -> Registry:
    """The built-in games and those of every installed package that offers some.

    An entry point names a `Game`. One that cannot be loaded, is no game or takes a name that is in use is left out
    and named in `failed`; it never stops the others.
    """
    games = dict(built_in().games)
    failed: dict[str, str] = {}
    for entry in entry_points(group=GROUP):
        try:
            game = entry.load()
        except (Exception, SystemExit) as error:  # whatever a stranger's module raises must not stop the service
            failed[entry.name] = f"{type(error).__name__}: {error}"
            continue
        if not isinstance(game, Game):
            failed[entry.name] = f"{entry.value} is no Game"
        elif game.name in games:
            failed[entry.name] = f"the name {game.name} is in use"
        else:
            games[game.name] = game
    for name, why in failed.items():
        log.warning("game %s is left out: %s", name, why)
    return Registry(games, failed)
