"""`rollwright analyse`: luck and skill in a game that was written down, as a table or as JSON."""

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from pydantic import TypeAdapter, ValidationError

from app.advice.shelf import Shelf, Unsolvable
from app.cli.advice import named, shelf_of
from app.settings import Settings
from rules.advice.analysis import Analysis, Judged, analyse
from rules.adviser import AnyAdviser, Objective, Unsolved
from rules.check import check
from rules.contract import ENGLISH, AnyGame, Played
from rules.notation import NotationError, TextForm, game_of
from rules.texts.faults import sentence, with_faults
from rules.transcript import JsonForm, Misread, Transcript

UNITS = {"points": "points", "win": "% to win", "turns": "turns"}
HUNDRED = 100

Goal = Annotated[
    str | None,
    typer.Option("--objective", help="points, win or turns; else what the game is first played for."),
]


def analyse_command(
    file: Annotated[
        Path,
        typer.Argument(
            help="A transcript as JSON or as text, or many as NDJSON, one a line; - reads standard input."
        ),
    ],
    objective: Goal = None,
    dearest: Annotated[int, typer.Option(help="How many of each seat's dearest decisions are listed.", min=0)] = 5,
    as_json: Annotated[bool, typer.Option("--json", help="Write all entries as JSON, a line for each game.")] = False,
) -> None:
    """Tell luck from skill in a transcript. A game that takes a table is solved first; see `rollwright solve`."""
    shelf, failed = shelf_of(Settings()), False
    for number, text in _texts(file):
        try:
            transcript = _read(text)
            game = named(transcript.game)
            _check(game, transcript)
            analysis = _analysed(shelf, game, transcript, objective)
        except Unanalysed as error:
            if number is None and isinstance(error, Unread):
                raise typer.BadParameter(f"{file}, {error}", param_hint="FILE") from None
            typer.echo(error if number is None else f"line {number}: {error}", err=True)
            failed = True
            continue
        if as_json:
            placed = {} if number is None else {"line": number}
            typer.echo(json.dumps(placed | _document(game, transcript, analysis), ensure_ascii=False))
            continue
        if number is not None:
            typer.echo(f"line {number}")
        for line in _lines(game, transcript, analysis, dearest):
            typer.echo(line)
    if failed:
        raise typer.Exit(1)


class Unanalysed(Exception):
    """A transcript that cannot be analysed: why."""


class Unread(Unanalysed):
    """What is no transcript at all."""


def _texts(file: Path) -> Iterator[tuple[int | None, str]]:
    """The transcripts of a file: one, or those of its lines with their numbers."""
    try:
        text = sys.stdin.read() if str(file) == "-" else file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise typer.BadParameter(f"{file} cannot be read: {error}", param_hint="FILE") from None
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    if len(lines) > 1 and _is_json(lines[0][1]):
        yield from lines
    else:
        yield None, text


def _is_json(text: str) -> bool:
    """Whether it is a whole object or text of JSON, so that what follows is another one."""
    try:
        return isinstance(json.loads(text), dict | str)
    except ValueError:
        return False


def _read(text: str) -> Transcript[Any, Any]:
    """The transcript of a text: JSON, or the text notation, which may stand in a JSON string; raises `Unread`."""
    try:
        if text.lstrip().startswith(("{", '"')):
            document = json.loads(text)
            if isinstance(document, dict):
                return JsonForm(_named(document.get("game"))).read(text)
            text = document
        return TextForm(_named(game_of(text))).read(text).transcript
    except NotationError as error:
        reason = f"line {error.line}, column {error.column}: {error.sentence(ENGLISH)}"
    except ValidationError as error:
        fault = error.errors(include_url=False, include_input=False, include_context=False)[0]
        reason = f"{'/'.join(map(str, fault['loc']))}: {fault['msg']}"
    except Misread as error:
        reason = f"{error.pointer}: {error.says}"
    except ValueError as error:
        reason = f"no JSON: {error}"
    raise Unread(reason)


def _named(name: object) -> AnyGame:
    try:
        return named(str(name))
    except typer.BadParameter as error:
        raise Unread(error.message) from None


def _check(game: AnyGame, transcript: Transcript[Any, Any]) -> None:
    """Raise `Unanalysed` where a move is against the rules: then nobody knows what was played."""
    found = check(game.rules(transcript.options), transcript, game.paragraphs)
    for fault in found.faults:
        if fault.place[0] == "record" and not fault.code.startswith("wrong_points"):
            told = sentence(with_faults(game.texts), ENGLISH, fault, transcript.seats)
            raise Unanalysed(f"entry {fault.place[1]}: {told}")


def _analysed(shelf: Shelf, game: AnyGame, transcript: Transcript[Any, Any], objective: str | None) -> Analysis[Any]:
    if game.adviser is None:
        raise Unanalysed(f"{game.name} has no adviser")
    chosen: Objective | None
    match objective:
        case "points" | "win" | "turns" | None:
            chosen = objective
        case _:
            raise typer.BadParameter("points, win or turns", param_hint="--objective")
    rules, seats = game.rules(transcript.options), len(transcript.seats)
    adviser: AnyAdviser = game.adviser(transcript.options)
    record = [Played(each.kind, each.seat, each.move, each.dice) for each in transcript.entries]
    state = rules.start(seats)
    try:
        for solution in adviser.solutions(state, chosen)[-1:]:
            if shelf.find(solution) is None:
                typer.echo(f"solving {solution.name}, about {solution.seconds:.0f} s ...", err=True)
            adviser = adviser.with_table(solution, shelf.solve(solution))
        return analyse(rules, adviser, seats, record, chosen)
    except (Unsolvable, Unsolved, ValueError) as error:
        raise Unanalysed(str(error)) from None


def _document(game: AnyGame, transcript: Transcript[Any, Any], analysis: Analysis[Any]) -> dict[str, Any]:
    """The analysis as JSON; values and losses in the units of the objective."""
    moves: TypeAdapter[Any] = TypeAdapter(game.move)

    def written(move: Any) -> Any:
        return None if move is None else moves.dump_python(move, mode="json", exclude_none=True)

    return {
        "game": game.name,
        "objective": analysis.objective,
        "seats": [
            {
                "seat": seat.seat,
                "name": transcript.seats[seat.seat],
                **seat.figures(),
            }
            for seat in analysis.seats
        ],
        "entries": [
            {
                "entry": each.entry,
                "seat": each.seat,
                "move": written(each.move),
                "dice": list(each.dice),
                "before": each.before,
                "after": each.after,
                "loss": each.loss,
                "luck": each.luck,
                "label": each.label,
                "best": written(each.best),
            }
            for each in analysis.entries
        ],
    }


def _lines(game: AnyGame, transcript: Transcript[Any, Any], analysis: Analysis[Any], dearest: int) -> Iterator[str]:
    """The analysis as a table, and the dearest decisions of each seat."""
    scale = HUNDRED if analysis.objective == "win" else 1
    yield f"{game.name}, played for {analysis.objective}; figures in {UNITS[analysis.objective]}"
    width = max(4, *map(len, transcript.seats))
    heads = ("start", "luck", "loss", "others", "result", "adjusted", "accuracy", *analysis.seats[0].labels)
    yield "  ".join(("seat".ljust(width), *(head.rjust(8) for head in heads)))
    for seat in analysis.seats:
        figures = (seat.start, seat.luck, seat.loss, seat.others, seat.result, seat.adjusted)
        accurate = "-" if seat.accuracy is None else f"{seat.accuracy:.1f}"
        cells = (*(f"{scale * figure:.2f}" for figure in figures), accurate, *map(str, seat.labels.values()))
        yield "  ".join((transcript.seats[seat.seat].ljust(width), *(cell.rjust(8) for cell in cells)))
    for seat in analysis.seats:
        worst = analysis.dearest(seat.seat, dearest)
        if worst:
            yield f"dearest decisions of {transcript.seats[seat.seat]}"
        for each in worst:
            shown = _thrown(analysis.entries, each)
            yield (
                f"  entry {each.entry}: {shown}{_told(each.move)} loses {scale * each.loss:.2f} ({each.label}); "
                f"better: {_told(each.best)}"
            )


def _thrown(entries: Sequence[Judged[Any]], decision: Judged[Any]) -> str:
    """The dice that the seat had before it when it decided."""
    for each in reversed(entries[: decision.entry]):
        if each.seat == decision.seat and each.dice:
            return f"{' '.join(map(str, each.dice))}: "
    return ""


def _told(move: Any) -> str:
    """A move in words."""
    match move.type:
        case "set_aside":
            return f"set aside {' '.join(map(str, sorted(move.dice)))}"
        case "choose_category" if hasattr(move, "category"):
            return str(move.category)
        case "choose_category" if hasattr(move, "sums"):
            return f"{move.sums[0]} + {move.sums[1]}, fifth die {move.fifth}"
        case kind:
            return str(kind)
