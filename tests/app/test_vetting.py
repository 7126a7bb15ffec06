"""A game from outside that cannot be loaded or described is left out and named; the service starts without it."""

import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib.metadata import EntryPoint
from types import ModuleType
from typing import Annotated, Any, Literal

import httpx
import pytest
from pydantic import BaseModel, Field

from app.guard import GuardedRules
from app.main import create_app
from app.settings import Settings
from app.vetting import vetted
from rules import registry
from rules.contract import AnyGame, Texts
from rules.described import functions_missing
from rules.registry import Registry, built_in
from tests.app.conftest import open_table
from tests.app.loglines import logging_as_configured
from tests.app.rogue import RogueOptions, rogue


class Required(BaseModel):
    luck: int


class Strange(BaseModel):
    luck: Annotated[Any, Field(json_schema_extra={"examples": [object()]})] = None


@dataclass(frozen=True)
class Roll:
    type: Literal["roll"] = "roll"


@dataclass(frozen=True)
class Bust:
    type: Literal["bust"] = "bust"


@dataclass(frozen=True)
class Session:
    type: Literal["session"] = "session"


class Wild(BaseModel):
    type: Literal["wild"] = "wild"


GOOD = rogue({})
NO_TEXTS = Texts({}, {})
GERMAN = Texts({"de": "# Spiel"}, {"de": {"title": "Spiel"}})
NO_TITLE = Texts({"en": "# Game"}, {"en": {"summary": "A game."}})
JUNK: list[tuple[str, AnyGame, str]] = [
    ("texts", replace(GOOD, texts=NO_TEXTS), 'page has no "en"'),
    ("texts in German only", replace(GOOD, texts=GERMAN), 'page has no "en"'),
    ("texts without a title", replace(GOOD, texts=NO_TITLE), "title"),
    ("texts that are none", replace(GOOD, texts=None), "NoneType"),  # type: ignore[arg-type]
    ("a category without its word", replace(GOOD, categories=("chance",)), "category.chance"),
    ("options that are none", replace(GOOD, options=dict), "pydantic model"),
    ("options without a default", replace(GOOD, options=Required), "default"),
    ("a schema that is none", replace(GOOD, options=Strange), "object"),
    ("a preset that is none", replace(GOOD, presets={"fast": Required(luck=1)}), "fast"),
    ("a state that is no type", replace(GOOD, state=7), ""),
    ("a view that is no type", replace(GOOD, view=object()), ""),
    ("moves that are no dataclasses", replace(GOOD, move=Wild, verbs=("wild",)), "dataclass"),
    ("a roll without dice", replace(GOOD, move=Roll, verbs=("roll",)), "dice"),
    ("verbs without a move", replace(GOOD, verbs=("hop",)), "hop"),
    ("a type's name that is taken", replace(GOOD, event=Bust), "Bust"),
    ("a verb's name that is taken", replace(GOOD, move=Session, verbs=("session",)), "SessionRequest"),
    ("seats", replace(GOOD, min_seats=3, max_seats=2), "min_seats"),
    ("a version", replace(GOOD, version="1"), "version"),  # type: ignore[arg-type]
    ("dice", replace(GOOD, score_dice=()), ""),  # type: ignore[arg-type]
    ("another name", replace(GOOD, name="Other Game"), "Other Game"),
]


@pytest.mark.parametrize(("game", "why"), [(game, why) for _, game, why in JUNK], ids=[name for name, *_ in JUNK])
def test_what_cannot_be_described_is_left_out(game: AnyGame, why: str) -> None:
    with logging_as_configured("info") as lines:
        known = vetted(Registry({**built_in().games, "rogue": game, "good": replace(GOOD, name="good")}, {}))
        [line] = lines()
    assert set(known.games) == {*built_in().games, "good"}
    assert why in known.failed["rogue"]
    assert (line["event"], line["game"], line["reason"]) == ("game is left out", "rogue", known.failed["rogue"])


def test_of_two_games_with_one_name_for_a_type_the_first_stays() -> None:
    other = type("RogueOptions", (BaseModel,), {"__annotations__": {}})
    second = replace(GOOD, name="second", options=other)
    known = vetted(Registry({"rogue": GOOD, "second": second}, {}))
    assert set(known.games) == {"rogue"}
    assert "RogueOptions" in known.failed["second"]
    assert RogueOptions.__name__ in known.failed["second"]


def exits() -> None:
    sys.exit("no licence")


def raises() -> None:
    raise ImportError("no module named dice")


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> Callable[[dict[str, Any]], None]:
    """Install games by entry point; a function in place of a game is what its module does when it is imported."""

    def install(games: dict[str, Any]) -> None:
        class Module(ModuleType):
            def __getattr__(self, name: str) -> Any:
                game = games[name]
                return game() if callable(game) else game

        monkeypatch.setitem(sys.modules, "strangers_games", Module("strangers_games"))
        found = [EntryPoint(name, f"strangers_games:{name}", registry.GROUP) for name in games]
        monkeypatch.setattr(registry, "entry_points", lambda group: found if group == registry.GROUP else [])

    return install


async def test_the_service_starts_without_what_cannot_be_loaded(
    sqlite_database: str, installed: Callable[[dict[str, Any]], None]
) -> None:
    junk = replace(GOOD, name="junk", texts=NO_TEXTS)
    installed(
        {"absent": raises, "exits": exits, "seven": 7, "rogue": GOOD, "junk": junk, "sand": built_in().games["sand"]}
    )
    with logging_as_configured("info") as lines:
        app = create_app(Settings(database=sqlite_database))
        logged = lines()
    for name in ("absent", "exits", "seven", "junk", "sand"):
        assert any(name in str(line) for line in logged), name
    transport = httpx.ASGITransport(app)
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=transport, base_url="http://test") as client,
    ):
        ready = await client.get("/readyz")
        assert (ready.status_code, ready.json()) == (
            200,
            {"status": "ready", "left_out": ["absent", "exits", "junk", "sand", "seven"]},
        )
        named = [game["name"] for game in (await client.get("/v1/games")).json()["games"]]
        assert named == [*built_in().games, "rogue"]
        assert "RogueOptions" in (await client.get("/openapi.json")).json()["components"]["schemas"]
        await open_table(client, "rogue")
        await open_table(client, "sand")


def test_a_guarded_game_has_every_function_of_the_rules() -> None:
    assert functions_missing(GuardedRules(GOOD, GOOD.rules(RogueOptions()))) == []
