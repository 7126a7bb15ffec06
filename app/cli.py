"""The `rollwright` command."""

import os
import sys
from pathlib import Path
from typing import Annotated

import orjson
import typer
import uvicorn
from fastapi import FastAPI

from app import play
from app.main import create_app
from app.problems import KINDS, page
from app.settings import Settings
from app.store.migrate import is_postgres, migrate
from rules import registry

CONTRACT = Path("openapi/openapi.json")
PAGES = Path("docs")
GRACE_SECONDS = 5

main = typer.Typer(no_args_is_help=True, add_completion=False, help="A referee for dice games, over HTTP.")
Database = Annotated[
    str | None,
    typer.Option(help="SQLAlchemy-style address of the store; else ROLLWRIGHT_DATABASE or ./rollwright.db."),
]
Check = Annotated[bool, typer.Option("--check", help="Write nothing; fail where a file is not up to date.")]


def application() -> FastAPI:
    """The app as each worker process makes it, from its environment."""
    return create_app(Settings())


def _settings(database: str | None) -> Settings:
    """The environment's settings, with the database of the command line."""
    if database is not None:
        os.environ["ROLLWRIGHT_DATABASE"] = database  # workers are processes of their own and read it there
    settings = Settings()
    try:
        is_postgres(settings.database)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--database") from None
    return settings


@main.command()
def serve(
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port to listen on.", min=0, max=65535)] = 8000,
    workers: Annotated[int, typer.Option(help="Processes that serve.", min=1, max=64)] = 1,
    database: Database = None,
) -> None:
    """Serve until stopped, on a database that is migrated first."""
    settings = _settings(database)
    migrate(settings.database)
    address = f"http://{host}:{port}"
    print(f"Rollwright serves on {address} with {settings.database}")
    print(f"  read the contract   {address}/docs")
    print(f"  list the games      curl {address}/v1/games")
    print(f"  play in a terminal  rollwright play titusind --url {address}")
    sys.stdout.flush()
    uvicorn.run(
        "app.cli:application",
        factory=True,
        host=host,
        port=port,
        workers=workers,
        access_log=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )


@main.command("migrate")
def migrate_command(database: Database = None) -> None:
    """Bring the database to the schema of this version."""
    settings = _settings(database)
    migrate(settings.database)
    print(f"{settings.database} is up to date")


@main.command("openapi")
def openapi_command(check: Check = False) -> None:
    """Write the contract of the built-in games to openapi/openapi.json."""
    document = create_app(Settings(), registry.built_in()).openapi()
    _write({CONTRACT: orjson.dumps(document, option=orjson.OPT_INDENT_2).decode() + "\n"}, check)


@main.command()
def pages(check: Check = False) -> None:
    """Write the pages that come from the code: docs/rules and docs/problems."""
    files = {PAGES / "problems" / f"{code}.md": page(kind) for code, kind in KINDS.items()}
    for name, game in registry.built_in().games.items():
        files[PAGES / "rules" / f"{name}.md"] = game.texts.page["en"]
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


main.command("play")(play.play)
