"""`rollwright conformance`: a game from outside held to the laws of the built-in ones."""

import sys
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer

from app.stopping import is_stop

EXTRA = {"hypothesis"}
"""What the laws need and the service does not."""


def conformance(
    game: Annotated[str, typer.Argument(metavar="MODULE[:ATTR]", help="The Game; ATTR is GAME if left out.")],
) -> None:
    """Hold a game to the laws of the built-in ones, and say what to mend. Ends with 1 where a law is broken.

    Modules are looked for in the current directory, too. Needs rollwright[conformance].
    """
    sys.path.insert(0, str(Path.cwd()))
    suite, law = _laws()
    try:
        known = suite.named(game)
    except suite.NoGame as error:
        typer.echo(error, err=True)
        raise typer.Exit(1) from None
    broken = 0
    causes: dict[Any, str] = {}
    for each in suite.LAWS:
        try:
            each.check(known)
        except BaseException as error:
            if is_stop(error):  # anything else a stranger's game has raised
                raise
            broken += 1
            first = causes.setdefault(law.cause(error), each.name)
            told = law.explained(each, error) if first == each.name else f"for the same cause as {first}"
            typer.echo(f"broken  {each.name}\n" + _indented(told))
        else:
            typer.echo(f"holds   {each.name}")
    total = len(suite.LAWS)
    typer.echo(f"{known.name}: {total - broken} of {total} laws hold")
    if broken:
        raise typer.Exit(1)


def _laws() -> tuple[Any, Any]:
    """The modules of the laws, which are not there without the extra."""
    try:
        return import_module("rules.conformance.suite"), import_module("rules.conformance.law")
    except ModuleNotFoundError as error:
        if error.name not in EXTRA:
            raise
        typer.echo(f"the laws need {error.name}: pip install 'rollwright[conformance]'", err=True)
        raise typer.Exit(1) from None


def _indented(text: str) -> str:
    return "\n".join(f"        {line}" for line in text.splitlines())
