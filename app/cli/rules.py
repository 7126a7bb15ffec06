"""`rollwright rules`: a table's own rules in a file, checked and shown by example, and the presets there are."""

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

import orjson
import typer

from app.cli.advice import named
from app.games.options import OPTIONS, findings
from app.games.presets import find_presets
from app.games.scores import scored_examples
from app.games.served_game import Games, ServedGame
from app.http.bodies import parse, validated
from app.http.negotiation import ENGLISH
from app.http.problems import Problem
from rules import registry

HOUSE = ("sheet", "banking")
"""The games whose options are a table's own rules."""

rules = typer.Typer(no_args_is_help=True, help="House rules as data: check a file, find a preset.")


@rules.command()
def check(
    file: Annotated[Path, typer.Argument(help="Options as a JSON object; - for standard input.")],
    game: Annotated[
        str | None, typer.Option(help="The game whose options they are; else sheet or banking, as their names fit.")
    ] = None,
) -> None:
    """Check options: say what is wrong and where, or else what example throws are worth.

    Ends with 1 where something is wrong.
    """
    if game is not None:
        named(game)
    try:
        body = sys.stdin.buffer.read() if file == Path("-") else file.read_bytes()
    except OSError as error:
        typer.echo(f"{file} cannot be read: {error.strerror}.", err=True)
        raise typer.Exit(1) from None
    try:
        value = parse(body)
        served = ServedGame(named(_meant(value) if game is None else game))
        options = validated(served.options, body, value)
    except Problem as problem:
        faults = problem.members.get("errors") or [{"pointer": "", "detail": problem.detail or "This is no JSON."}]
    else:
        faults = findings(served, options, ENGLISH)["faults"]
    for fault in faults:
        cited = f" ({served.game.name} {fault['rule']})" if fault.get("rule") else ""
        typer.echo(f"{fault['pointer'].removeprefix(OPTIONS) or '/'}: {fault['detail']}{cited}")
    if faults:
        raise typer.Exit(1)
    typer.echo(f"{file}: {served.game.name} can be played with these options.")
    for line in _worths(served, options):
        typer.echo(line)


def _meant(value: Any) -> str:
    """The game for house rules that knows most of the names in a file."""
    names = set(value) if isinstance(value, dict) else set()
    return max(HOUSE, key=lambda name: len(names & named(name).options.model_fields.keys()))


def _worths(served: ServedGame, options: Any) -> Iterator[str]:
    """For each example throw what it is worth, the most first."""
    titles = served.game.texts_of(options).spoken(ENGLISH)
    for example in orjson.loads(orjson.dumps(scored_examples(served, options))):
        yield "\n" + " ".join(map(str, example["dice"]))
        if example["bust"]:
            yield "      nothing scores"
        for way in sorted(example["ways"], key=lambda way: -way["points"]):
            yield f"{way['points']:6,}  {_what(way['move'], titles)}"


def _what(move: dict[str, Any], titles: Mapping[str, str]) -> str:
    """The box of a move, or its dice."""
    if "category" in move:
        return titles[f"category.{move['category']}"]
    return " ".join(map(str, move["dice"]))


@rules.command("presets")
def presets_command(
    text: Annotated[str, typer.Argument(help="Words of a name in any language; left out: every preset.")] = "",
) -> None:
    """List the presets: game, preset, number of dice, name. Ends with 1 where there is none."""
    found = find_presets(Games(registry.load().games), text)
    for each in found:
        typer.echo(f"{each['game']:8} {each['preset']:22} {each['dice'] or '':>2}  {each['names'][ENGLISH]}")
    if not found:
        typer.echo(f"no preset fits {text!r}", err=True)
        raise typer.Exit(1)
