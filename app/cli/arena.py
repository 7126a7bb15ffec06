"""`rollwright arena`: two bots against each other in process, with duplicate dice and luck set apart."""

import hashlib
import json
import sys
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from importlib.util import module_from_spec, spec_from_file_location
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer
from pydantic import TypeAdapter

from app.advice.shelf import Unsolvable
from app.cli.advice import agreed_options, named, shelf_of
from app.settings import Settings
from rules.advice.advise import ranked_moves
from rules.advice.levels import TEMPERATURES, YATZY_SPREAD, pick_at
from rules.advice.matches import Mistake, Pair, Player, Summary, Turn, play_pair, summary
from rules.adviser import AnyAdviser, Objective
from rules.contract import AnyGame

CHUNK = 4
"""How many pairs a process plays before it tells."""
SHOWN = 5


class BotError(Exception):
    """A bot that cannot be loaded, fails, or does not choose one of its legal moves."""


class Match(NamedTuple):
    """What is played: everything that a process needs to know."""

    game: str
    preset: str | None
    options: Path | None
    bots: tuple[str, str]
    seed: int


class Table(NamedTuple):
    """A match set up in this process."""

    game: AnyGame
    rules: Any
    adviser: AnyAdviser | None
    objective: Objective
    players: tuple[Player, Player]


def arena(
    bot: Annotated[
        str, typer.Argument(help="A Python file with choose(view, legal_moves), a level, or a temperature.")
    ],
    *,
    against: Annotated[str, typer.Option(help="The other: the same.")] = "strong",
    game: Annotated[str, typer.Option(help="The game.")] = "yatzy",
    preset: Annotated[str | None, typer.Option(help="Play by the options of this name.")] = None,
    options: Annotated[
        Path | None, typer.Option(help="Play by the options in this JSON file.", exists=True, dir_okay=False)
    ] = None,
    games: Annotated[int, typer.Option(help="How many games; two make a pair with the same dice.", min=2)] = 1000,
    seed: Annotated[int, typer.Option(help="The same seed plays the same games.")] = 1,
    processes: Annotated[int, typer.Option(help="How many processes play.", min=1, max=64)] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Write the result as JSON.")] = False,
) -> None:
    """Play two bots against each other, and tell how far apart they are, by results and by what decisions lost.

    Levels are random, novice, casual, strong and best; a temperature is a number of points, 0 for best play.
    """
    match = Match(game, preset, options, (bot, against), seed)
    try:
        table = _set_up(match, solves=True)
        pairs = _played(match, -(-games // 2), processes, shows=not as_json and sys.stderr.isatty())
    except (BotError, Unsolvable) as error:
        typer.echo(error, err=True)
        raise typer.Exit(1) from None
    result = _result(match, table, pairs)
    if as_json:
        typer.echo(json.dumps(result))
    else:
        _print(result)


def _played(match: Match, count: int, processes: int, *, shows: bool) -> list[Pair]:
    """All pairs in their order, however many processes play them."""
    chunks = [range(first, min(first + CHUNK, count)) for first in range(0, count, CHUNK)]
    play = partial(_play_chunk, match)
    if processes == 1:
        return _gathered(map(play, chunks), len(chunks), shows=shows)
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        return _gathered(pool.map(play, chunks), len(chunks), shows=shows)


def _gathered(played: Iterable[list[Pair]], count: int, *, shows: bool) -> list[Pair]:
    pairs: list[Pair] = []
    with typer.progressbar(played, count, label="pairs", file=sys.stderr, hidden=not shows) as progress:
        for chunk in progress:
            pairs += chunk
    return pairs


def _play_chunk(match: Match, chunk: range) -> list[Pair]:
    table = _table(match)
    numbers = partial(_number, match.seed)
    return [play_pair(table.rules, table.adviser, table.objective, table.players, numbers, pair) for pair in chunk]


def _number(seed: int, below: int, *key: int | str) -> int:
    """A number from the seed and its key; a remainder of 64 bits, of which none is visibly likelier than another."""
    text = f"{seed}:{':'.join(map(str, key))}".encode()
    return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest()) % below


@cache
def _table(match: Match) -> Table:
    return _set_up(match, solves=False)


def _set_up(match: Match, *, solves: bool) -> Table:
    """The match in this process; with `solves` a table that its adviser takes is worked out first."""
    game = named(match.game)
    if game.max_seats == 1:
        raise BotError(f"{game.name} is for one seat alone")
    agreed = agreed_options(game, match.preset, match.options)
    rules, adviser = game.rules(agreed), game.adviser(agreed) if game.adviser else None
    objective: Objective = "points"
    if adviser is not None:
        state, shelf = rules.start(2), shelf_of(Settings())
        objective = next(each for each in ("points", "turns", "win") if each in adviser.objectives(state, 0))
        if "turns" in adviser.objectives(state, 0):
            objective = "turns"
        for solution in adviser.solutions(state, objective)[-1:]:
            if solves and shelf.find(solution) is None:
                typer.echo(f"solving {solution.name}, about {solution.seconds:.0f} s ...", err=True)
            adviser = adviser.with_table(solution, shelf.solve(solution))
    players = tuple(_player(bot, game, rules, adviser, objective) for bot in match.bots)
    return Table(game, rules, adviser, objective, (players[0], players[1]))


def _player(bot: str, game: AnyGame, rules: Any, adviser: AnyAdviser | None, objective: Objective) -> Player:
    if bot.endswith(".py"):
        return _from_file(bot, game, rules)
    temperature = next((heat for level, heat in TEMPERATURES.items() if level == bot), None)
    if temperature is None:
        try:
            temperature = float(bot)
        except ValueError:
            raise BotError(f"{bot} is no Python file, no level ({', '.join(TEMPERATURES)}) and no number") from None
        if not temperature >= 0:
            raise BotError(f"a temperature is 0 or more, not {bot}")
    if adviser is None:
        if bot != "random":
            raise BotError(f"{game.name} has no adviser: of the levels it has random alone")
        return lambda turn: int(turn.chance * len(turn.legal))
    scaled = temperature * adviser.spread(objective) / YATZY_SPREAD

    def choose(turn: Turn) -> int:
        if turn.values is None:
            return 0
        moves = ranked_moves(turn.legal, turn.values, objective)
        return turn.legal.index(pick_at(moves, scaled, turn.chance).legal)

    return choose


def _from_file(path: str, game: AnyGame, rules: Any) -> Player:
    """The player of a Python file, which is trusted as any program that one runs."""
    spec = spec_from_file_location("bot", path)
    if spec is None or spec.loader is None or not Path(path).is_file():
        raise BotError(f"there is no file {path}")
    module = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
        decide = module.choose
    except Exception as error:
        raise BotError(f"{path} cannot be loaded: {type(error).__name__}: {error}") from error
    views: TypeAdapter[Any] = TypeAdapter(game.view)
    moves: TypeAdapter[Any] = TypeAdapter(game.move)

    def choose(turn: Turn) -> int:
        listed = [
            {
                "move": moves.dump_python(each.move, mode="json", exclude_none=True),
                "points": each.points,
                "throws": each.throws,
            }
            for each in turn.legal
        ]
        view = views.dump_python(rules.view(turn.state), mode="json") | {"you": turn.seat}
        try:
            chosen = decide(view, listed)
        except Exception as error:
            raise BotError(f"{path} failed: {type(error).__name__}: {error}") from error
        for at, each in enumerate(listed):
            if chosen in (each, each["move"]):
                return at
        raise BotError(f"{path} chose {chosen!r}, which is none of its legal moves")

    return choose


def _result(match: Match, table: Table, pairs: list[Pair]) -> dict[str, Any]:
    """The result as JSON: figures with their intervals, and the decisions by which each bot lost most."""
    adjusted = [pair.adjusted for pair in pairs if pair.adjusted is not None]
    moves: TypeAdapter[Any] = TypeAdapter(table.game.move)

    def told(mistake: Mistake) -> dict[str, Any]:
        written = (moves.dump_python(move, mode="json", exclude_none=True) for move in (mistake.move, mistake.best))
        move, best = written
        place = {"pair": mistake.pair, "game": mistake.game, "entry": mistake.entry}
        return place | {"loss": mistake.loss, "move": move, "best": best}

    mistakes = sorted((each for pair in pairs for each in pair.mistakes), key=lambda each: -each.loss)
    return {
        "game": match.game,
        "bots": list(match.bots),
        "seed": match.seed,
        "pairs": len(pairs),
        "objective": table.objective if adjusted else None,
        "wins": summary([pair.wins / 2 for pair in pairs])._asdict()
        | {"more": _more([pair.wins / 2 - 0.5 for pair in pairs])},
        "difference": summary([pair.difference for pair in pairs])._asdict(),
        "adjusted": summary(adjusted)._asdict() if adjusted else None,
        "mistakes": [
            [told(each) for each in islice((each for each in mistakes if each.player == player), SHOWN)]
            for player in (0, 1)
        ],
    }


def _more(figures: list[float]) -> int | None:
    return summary(figures).more


def _print(result: dict[str, Any]) -> None:
    one, other = result["bots"]
    typer.echo(f"{one} against {other}: {result['game']}, {result['pairs']} pairs with the same dice")
    rows = [("wins", 100, "%", result["wins"]), ("difference of totals", 1, "points", result["difference"])]
    if result["adjusted"]:
        rows.append(("luck-adjusted difference", 1, result["objective"], result["adjusted"]))
    for name, scale, unit, fields in rows:
        figure = Summary(**fields)
        more = (
            ""
            if figure.more is None
            else "; clear"
            if not figure.more
            else f"; needs about {2 * figure.more:,} more games"
        )
        typer.echo(f"  {name:<26}{scale * figure.mean:>9.2f} ± {scale * figure.interval:.2f} {unit}{more}")
    for bot, mistakes in zip(result["bots"], result["mistakes"], strict=True):
        if mistakes:
            typer.echo(f"where {bot} lost most")
        for each in mistakes:
            where = f"pair {each['pair']}, game {each['game']}, entry {each['entry']}"
            typer.echo(
                f"  {each['loss']:>7.2f}  {where}: {json.dumps(each['move'])} instead of {json.dumps(each['best'])}"
            )
