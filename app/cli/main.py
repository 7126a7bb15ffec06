"""The `rollwright` command."""

import asyncio
import gc
import os
import sys
from pathlib import Path
from typing import Annotated, Any

import orjson
import structlog
import typer
from fastapi import FastAPI
from pydantic import ValidationError
from typer.core import TyperGroup

from app.cli import database as databases
from app.cli import play
from app.cli import settings as settings_command
from app.cli.advice import solve
from app.cli.analyse import analyse_command
from app.cli.api_keys import keys
from app.cli.arena import arena
from app.cli.backups import backup, restore
from app.cli.conformance import conformance
from app.cli.database import Database
from app.cli.rules import rules
from app.cli.verify import verify
from app.contract.contract import Contract
from app.contract.names import reserved
from app.http.problem_kinds import KINDS
from app.http.problems import page
from app.main import create_app
from app.server import process
from app.server.listening import CannotListen, listen
from app.settings import Settings
from app.store.migrate import Unusable, is_postgres, shown, why
from app.store.rows import Unavailable
from app.telemetry import logs
from rules import registry

CONTRACT = Path("openapi/openapi.json")
RESERVED = Path("rules/conformance/reserved.json")
PAGES = Path("docs")
ALLOCATIONS = 50_000
"""How many objects may be made before Python looks for garbage."""

Check = Annotated[bool, typer.Option("--check", help="Write nothing; fail where a file is not up to date.")]


class Commands(TyperGroup):
    """The commands; where a database or a setting does not do, they end with status 1 and a line that says so."""

    def invoke(self, ctx: Any) -> Any:
        """Run what the command line asks for."""
        try:
            return super().invoke(ctx)
        except ValidationError as error:
            if error.title != Settings.__name__:
                raise
            # Without the values: one of them may be a secret.
            for fault in error.errors(include_url=False, include_input=False, include_context=False):
                typer.echo(f"{settings_command.variable(fault['loc'][0])}: {fault['msg']}", err=True)
        except Unavailable:
            typer.echo("the database does not answer", err=True)
        except Exception as error:
            reason = str(error) if isinstance(error, (Unusable, CannotListen)) else why(error)
            if reason is None:
                raise
            typer.echo(reason, err=True)
        raise typer.Exit(1)


main = typer.Typer(
    cls=Commands, no_args_is_help=True, add_completion=False, help="A referee for dice games, over HTTP."
)


def application() -> FastAPI:
    """The app as each worker process makes it, from its environment."""
    settings = Settings()
    logs.configure(settings.log_level)
    process.end_in_time()
    app = create_app(settings)
    # What is there by now stays: it need not be looked through again and again while requests wait.
    gc.collect()
    gc.freeze()
    gc.set_threshold(ALLOCATIONS)
    return app


@main.command()
def serve(
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port to listen on; 0 for any that is free.", min=0, max=65535)] = 8000,
    uds: Annotated[
        Path | None, typer.Option(help="Unix socket to listen on, in place of an address.", show_default=False)
    ] = None,
    workers: Annotated[int, typer.Option(help="Processes that serve; several take PostgreSQL.", min=1, max=64)] = 1,
    database: Database = None,
) -> None:
    """Serve until stopped, on a database that is migrated first."""
    settings = databases.chosen(database)
    if workers > 1 and not is_postgres(settings.database):
        raise typer.BadParameter(
            "a SQLite file is for one server process; take one worker, or PostgreSQL", param_hint="--workers"
        )
    logs.configure(settings.log_level)
    for name in settings_command.unknown(os.environ):
        structlog.stdlib.get_logger(__name__).warning("no such setting", variable=name)
    process.end_on_signals()
    asyncio.run(process.prepare(settings.database, process.WAIT_SECONDS))
    sockets = listen(host, port, uds)

    def serving() -> None:
        if uds is not None:
            print(f"Rollwright serves on {uds} with {shown(settings.database)}", flush=True)
            return
        shown_host = f"[{host}]" if ":" in host else host
        address = f"http://{shown_host}:{sockets[0].getsockname()[1]}{settings.root_path}"
        print(f"Rollwright serves on {address} with {shown(settings.database)}")
        print(f"  play in a browser   {address}/table/")
        print(f"  read the contract   {address}/docs")
        print(f"  list the games      curl {address}/v1/games")
        print(f"  play in a terminal  rollwright play titusind --url {address}", flush=True)

    os.environ["ROLLWRIGHT_DATABASE"] = settings.database  # workers are processes of their own and read it there
    raise typer.Exit(process.run("app.cli.main:application", settings, sockets, workers, serving))


@main.command("migrate")
def migrate_command(database: Database = None) -> None:
    """Bring the database to the schema of this version."""
    settings = databases.chosen(database)
    asyncio.run(process.prepare(settings.database, patience=0))
    print(f"{shown(settings.database)} is up to date")


@main.command("openapi")
def openapi_command(check: Check = False) -> None:
    """Write the contract of the built-in games to openapi/openapi.json, and which names it takes for the laws."""
    known = registry.built_in()
    names = reserved(known.games.values(), Contract(dict(known.games)).components().keys())
    documents = {CONTRACT: create_app(Settings(), known).openapi(), RESERVED: names}
    _write({path: _json(document) for path, document in documents.items()}, check)


def _json(document: Any) -> str:
    return orjson.dumps(document, option=orjson.OPT_INDENT_2).decode() + "\n"


@main.command()
def pages(check: Check = False) -> None:
    """Write the pages that come from the code: docs/problems and docs/settings.md."""
    files = {PAGES / "problems" / f"{code}.md": page(kind) for code, kind in KINDS.items()}
    files[PAGES / "settings.md"] = settings_command.page()
    _write(files, check)


def _write(files: dict[Path, str], check: bool) -> None:
    stale = [path for path, text in files.items() if not path.exists() or path.read_text("utf-8") != text]
    if check and stale:
        print("not up to date:", *stale, file=sys.stderr)
        raise typer.Exit(1)
    for path in stale:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(files[path], "utf-8")
        print("written:", path)


main.command("settings")(settings_command.settings)
main.command("audit")(databases.audit_command)
main.command("purge")(databases.purge)
main.command("backup")(backup)
main.command("restore")(restore)
main.add_typer(keys, name="keys")
main.add_typer(rules, name="rules")
main.command("conformance")(conformance)
main.command("verify")(verify)
main.command("solve")(solve)
main.command("analyse")(analyse_command)
main.command("arena")(arena)
main.command("play")(play.play)
