"""Registry of games: the built-in ones in a list, plugins through the entry point group `rollwright.games`."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import EntryPoint, entry_points

from rules import solitaire_dice, wohin_damit
from rules.banking import farkle, sand, titusind
from rules.banking.house import game as banking
from rules.contract import AnyGame, Game
from rules.sheet import yahtzee, yatzy, yatzy_bg
from rules.sheet.house import game as sheet

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


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A game from outside that is not there, and why: the entry point that names it, and that one's package (None
    where they are not known), and its own name, None where it did not come to one.
    """

    package: str | None
    entry_point: str | None
    game: str | None
    reason: str


@dataclass(frozen=True, slots=True)
class Registry:
    """Games by name, what was left out, and for each game from outside the entry point it came by."""

    games: Mapping[str, AnyGame]
    failed: Sequence[LeftOut] = ()
    entries: Mapping[str, EntryPoint] = field(default_factory=dict)


def left_out(entry: EntryPoint | None, game: str | None, reason: str) -> LeftOut:
    """A game that is left out, with the names of where it came from."""
    package = entry.dist.name if entry is not None and entry.dist is not None else None
    return LeftOut(package, entry.name if entry is not None else None, game, reason)


def built_in() -> Registry:
    """The games of this package alone: what the committed contract holds."""
    return Registry({game.name: game for game in BUILT_IN})


def is_built_in(game: AnyGame) -> bool:
    """Whether it is one of this package's own, as it stands there."""
    return any(game is each for each in BUILT_IN)


def _interrupts(error: BaseException) -> bool:
    return isinstance(error, KeyboardInterrupt)


def load(stops: Callable[[BaseException], bool] = _interrupts) -> Registry:
    """The built-in games and those of every installed package that offers some.

    An entry point names a `Game`. One that cannot be loaded, is no game or takes a name that is in use is left out
    and named in `failed`; it never stops the others. stops: whether what is raised meanwhile ends the process, and is
    none of a module's own; a KeyboardInterrupt, unless the caller knows better.
    """
    games = dict(built_in().games)
    failed: list[LeftOut] = []
    entries: dict[str, EntryPoint] = {}
    for entry in entry_points(group=GROUP):
        try:
            game = entry.load()
        except BaseException as error:  # whatever the module raises must not keep the others out
            if stops(error):
                raise
            failed.append(left_out(entry, None, f"{type(error).__name__}: {error}"))
            continue
        if not isinstance(game, Game):
            failed.append(left_out(entry, None, f"{entry.value} is no Game"))
        elif game.name in games:
            failed.append(left_out(entry, game.name, f"the name {game.name} is in use"))
        else:
            games[game.name] = game
            entries[game.name] = entry
    return Registry(games, failed, entries)
