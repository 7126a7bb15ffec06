"""`rollwright solve`: work out the tables that advice takes."""

import time
from pathlib import Path
from typing import Annotated, Any

import typer
from pydantic import ValidationError

from app.advice.shelf import Shelf, Unsolvable, folder_of
from app.settings import Settings
from rules import registry
from rules.advice import tables
from rules.contract import AnyGame

MEGABYTE = 1_000_000

Preset = Annotated[str | None, typer.Option(help="Solve it for the options of this name.")]
OptionsFile = Annotated[
    Path | None, typer.Option(help="Solve it for the options in this JSON file.", exists=True, dir_okay=False)
]


def solve(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="The game; with --all every game.")] = None,
    preset: Preset = None,
    options: OptionsFile = None,
    every: Annotated[
        bool, typer.Option("--all", help="Solve the game, or all games, for the default options and all presets.")
    ] = False,
) -> None:
    """Work out the tables that advice on a game takes, where they are not there yet.

    They are kept in ROLLWRIGHT_TABLES. Needs rollwright[advice].
    """
    shelf = shelf_of(Settings())
    for name, chosen, agreed in _wanted(game, preset, options, every):
        label = name.name if chosen is None else f"{name.name} {chosen}"
        _solve(shelf, label, name, agreed)


def shelf_of(settings: Settings) -> Shelf:
    """The shelf that the settings name."""
    return Shelf(folder_of(settings), settings.tables_bytes)


def named(name: str) -> AnyGame:
    """The game of this name; ends the command where there is none."""
    games = registry.load().games
    if name not in games:
        raise typer.BadParameter(f"there is no game {name}; there are {', '.join(games)}", param_hint="GAME")
    return games[name]


def agreed_options(game: AnyGame, preset: str | None, options: Path | None) -> Any:
    """The options of a preset or a file, else the defaults; ends the command where they are none."""
    if preset is not None and options is not None:
        raise typer.BadParameter("take --preset or --options, not both", param_hint="--preset")
    if preset is not None:
        if preset not in game.presets:
            names = ", ".join(game.presets) or "none"
            raise typer.BadParameter(f"{game.name} has no preset {preset}; there are {names}", param_hint="--preset")
        return game.presets[preset]
    if options is None:
        return game.options()
    try:
        agreed = game.options.model_validate_json(options.read_bytes())
    except ValidationError as error:
        fault = error.errors(include_url=False, include_context=False)[0]
        place = "/".join(map(str, fault["loc"]))
        raise typer.BadParameter(f"{options}: {place}: {fault['msg']}", param_hint="--options") from None
    faults = game.faults(agreed)
    if faults:
        sentence = game.texts.sentence("en", f"option_fault.{faults[0].code}", faults[0].details)
        raise typer.BadParameter(f"{options}: {faults[0].pointer}: {sentence}", param_hint="--options")
    return agreed


def _wanted(
    game: str | None, preset: str | None, options: Path | None, every: bool
) -> list[tuple[AnyGame, str | None, Any]]:
    if game is None:
        if not every:
            raise typer.BadParameter("name a game, or take --all", param_hint="GAME")
        games = [each for each in registry.load().games.values() if each.adviser is not None]
    else:
        games = [named(game)]
    if not every:
        return [(games[0], preset, agreed_options(games[0], preset, options))]
    if preset is not None or options is not None:
        raise typer.BadParameter("goes without --preset and --options", param_hint="--all")
    return [
        (each, name, agreed) for each in games for name, agreed in [(None, each.options()), *each.presets.items()]
    ]


def _solve(shelf: Shelf, label: str, game: AnyGame, agreed: Any) -> None:
    if game.adviser is None:
        typer.echo(f"{game.name} has no adviser", err=True)
        raise typer.Exit(1)
    adviser = game.adviser(agreed)
    wanted = adviser.solutions()
    if not wanted:
        typer.echo(f"{label}: needs no table")
    for solution in wanted:
        size = f"{tables.size(solution) / MEGABYTE:.1f} MB"
        if shelf.find(solution) is not None:
            typer.echo(f"{label}: {solution.name}, {size}, is there")
            continue
        typer.echo(f"{label}: {solution.name}, {size}, takes about {solution.seconds:.0f} s ...")
        begun = time.monotonic()
        try:
            shelf.solve(solution)
        except Unsolvable as error:
            typer.echo(error, err=True)
            raise typer.Exit(1) from None
        typer.echo(f"{label}: {solution.name} solved in {time.monotonic() - begun:.1f} s")
