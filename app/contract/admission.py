"""Admission: a game from outside that cannot be described is left out, and no other suffers."""

import re

import orjson
import structlog

from app.contract.contract import Contract
from app.games.served_game import ServedGame
from app.http.negotiation import LANGUAGES
from app.stopping import is_stop
from rules.contract import AnyGame
from rules.flaws import flaws
from rules.registry import Registry, is_built_in, left_out, load


class Unfit(Exception):
    """A game cannot be offered; the text says why."""


def installed() -> Registry:
    """The built-in games and those of installed packages, as far as they can be offered."""
    known = load(is_stop)
    for missing in known.failed:
        structlog.get_logger().warning(
            "game is left out",
            logger=__name__,
            game=missing.game,
            package=missing.package,
            entry_point=missing.entry_point,
            reason=missing.reason,
        )
    return admitted(known)


def admitted(known: Registry) -> Registry:
    """The games that can be listed and documented; every other one is named in `failed` and in the log.

    Built-in games are not looked at. Of two games whose types share a name, the first stays.
    """
    games = {name: game for name, game in known.games.items() if is_built_in(game)}
    failed = list(known.failed)
    names: frozenset[str] = frozenset()
    for name, game in known.games.items():
        if name in games:
            continue
        try:
            names = _look(name, game, games, names or _type_names(games))
        except BaseException as error:
            if is_stop(error):  # anything else a stranger's values have raised
                raise
            reason = str(error) if isinstance(error, Unfit) else f"{type(error).__name__}: {error}"
            why = left_out(known.entries.get(name), name, reason)
            failed.append(why)
            structlog.get_logger().error(
                "game is left out", logger=__name__, game=name, package=why.package, reason=reason
            )
        else:
            games[name] = game
    return Registry(games, failed, known.entries)


def _look(name: str, game: AnyGame, beside: dict[str, AnyGame], before: frozenset[str]) -> frozenset[str]:
    """The names of all types with those of the game, `before` without them; raises `Unfit`, or whatever the game's
    values raise, where it cannot be offered beside these.
    """
    for flaw in flaws(game):
        raise Unfit(flaw)
    if name != game.name:
        raise Unfit(f"it is registered as {name} and named {game.name}")
    served = ServedGame(game)
    for language in LANGUAGES:
        orjson.dumps(served.details(language))
    after = _type_names({**beside, name: game})
    if taken := _taken(before, after):
        raise Unfit(
            f"its types take names that the service or another game has: rename {', '.join(sorted(taken))}, best so "
            "that each begins with the game's name"
        )
    return after


def _type_names(games: dict[str, AnyGame]) -> frozenset[str]:
    """The names of all types in the contract of these games."""
    return frozenset(Contract(games).components()) if games else frozenset()


def _taken(before: frozenset[str], after: frozenset[str]) -> set[str]:
    """The names that types of a game share with others, by those in the contract without it and with it.

    Of types of one name pydantic writes each with its module before it; one that is sent and one that is answered
    keep the name, and that of the latter then ends in "Complete" (`app.contract.contract`).
    """
    new = after - before
    doubled = {re.sub(r"__\d+$", "", name).rpartition("__")[2] for name in new if "__" in name}
    completed = {name.removesuffix("Complete") for name in new if name.endswith("Complete")} & before
    taken = (before - after) | doubled | completed
    return {name for name in taken if name.removesuffix("Complete") not in taken - {name}}
