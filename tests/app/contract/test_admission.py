"""A game from outside that cannot be loaded or described is left out and named; the service starts without it."""

import asyncio
import re
import signal
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, make_dataclass, replace
from importlib.metadata import EntryPoint
from types import ModuleType
from typing import Annotated, Any, Literal

import httpx
import pytest
from pydantic import BaseModel, Field, TypeAdapter, create_model

from app.contract.admission import _type_names, admitted
from app.contract.contract import Contract
from app.games.external.guard import GuardedRules
from app.main import create_app
from app.settings import Settings
from app.stopping import Stopped, is_stop
from rules import registry
from rules.conformance.description import NAMES, PATTERNS, types_have_names_of_their_own
from rules.conformance.law import Broken
from rules.contract import AnyGame, Texts
from rules.flaws import functions_missing, names_of_types
from rules.registry import BUILT_IN, Registry, built_in, is_built_in
from tests.app.support.log_lines import logging_as_configured
from tests.app.support.rogue_game import RogueOptions, handling_signals, rogue
from tests.app.support.table import open_table


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
FEW = {"sand": built_in().games["sand"]}
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


@pytest.fixture(scope="module", autouse=True)
def known_once() -> Iterator[None]:
    """The names of the types of sand alone, and of all built-in games, are found out once for all tests here."""
    made: dict[tuple[str, ...], frozenset[str]] = {}

    def names(games: dict[str, AnyGame]) -> frozenset[str]:
        if not all(map(is_built_in, games.values())):
            return _type_names(games)
        key = tuple(games)
        if key not in made:
            made[key] = _type_names(games)
        return made[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("app.contract.admission._type_names", names)
        yield


@pytest.mark.parametrize(("game", "why"), [(game, why) for _, game, why in JUNK], ids=[name for name, *_ in JUNK])
def test_what_cannot_be_described_is_left_out(game: AnyGame, why: str) -> None:
    with logging_as_configured("info") as lines:
        known = admitted(Registry({**FEW, "rogue": game, "good": replace(GOOD, name="good")}))
        [line] = lines()
    assert set(known.games) == {*FEW, "good"}
    [left_out] = known.failed
    assert left_out.game == "rogue"
    assert why in left_out.reason
    assert (line["event"], line["game"], line["reason"]) == ("game is left out", "rogue", left_out.reason)


def test_of_two_games_with_one_name_for_a_type_the_first_stays() -> None:
    other = type("RogueOptions", (BaseModel,), {"__annotations__": {}})
    second = replace(GOOD, name="second", options=other)
    known = admitted(Registry({"rogue": GOOD, "second": second}))
    assert set(known.games) == {"rogue"}
    [left_out] = known.failed
    assert left_out.game == "second"
    assert RogueOptions.__name__ in left_out.reason


COMPONENTS = frozenset(Contract(dict(built_in().games)).components())


def taking(name: str) -> Iterator[AnyGame]:
    """Games one of whose types has the name: what is sent, what is answered, and both."""
    options = create_model(name, __doc__="A stranger's.")
    event = make_dataclass(name, [("type", Literal["other"], "other")], frozen=True)
    for changed in ({"view": options}, {"options": options}, {"event": event}):
        mine: dict[str, Any] = changed
        yield replace(GOOD, **mine)


@pytest.mark.parametrize(
    "name", ["SeatState", "SessionEvent", "MoveRequest", "BankRequest", "Bust", "SandWay", "RogueSession"]
)
def test_a_type_with_a_name_of_the_service_is_left_out_and_breaks_the_law(name: str) -> None:
    for game in taking(name):
        known = admitted(Registry({**FEW, "rogue": game}))
        [left_out] = known.failed
        assert f"rename {name}, " in left_out.reason
        with pytest.raises(Broken, match=f"^{name}: "):
            types_have_names_of_their_own(game, None)  # type: ignore[arg-type]  # it draws nothing


def test_a_game_with_names_of_its_own_changes_no_name_in_the_contract() -> None:
    known = admitted(Registry({**built_in().games, "rogue": GOOD}))
    assert set(Contract(dict(known.games)).components()) >= COMPONENTS


def test_the_reserved_names_are_the_contracts_own() -> None:
    types = [
        TypeAdapter(each)
        for game in BUILT_IN
        for each in (game.options, game.view, game.move, game.event, game.loose_sheet, game.filled_sheet)
        if each is not None
    ]
    modes: tuple[Literal["validation", "serialization"], ...] = ("validation", "serialization")
    inputs = [((index, mode), mode, each) for index, each in enumerate(types) for mode in modes]
    games = {re.sub("-(Input|Output)$", "", name) for name in TypeAdapter.json_schemas(inputs)[1]["$defs"]}
    games |= {f"{name}Complete" for name in games}
    made = {name for game in BUILT_IN for name in names_of_types(game, PATTERNS)}
    assert COMPONENTS - games - made == NAMES


def interrupts() -> None:
    raise KeyboardInterrupt


def is_cancelled() -> None:
    raise asyncio.CancelledError


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


@pytest.fixture
def served() -> Iterator[None]:
    with handling_signals():
        yield


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_stop_while_games_are_loaded_is_no_failure_of_one(
    number: signal.Signals, installed: Callable[[dict[str, Any]], None], served: None
) -> None:
    installed({"slow": lambda: signal.raise_signal(number)})
    with pytest.raises(Stopped):
        registry.load(is_stop)


def test_ctrl_c_while_games_are_loaded_ends_a_command(installed: Callable[[dict[str, Any]], None]) -> None:
    installed({"slow": lambda: signal.raise_signal(signal.SIGINT)})
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            registry.load(is_stop)
    finally:
        signal.signal(signal.SIGINT, before)


async def test_the_service_starts_without_what_cannot_be_loaded(
    sqlite_database: str, installed: Callable[[dict[str, Any]], None], served: None
) -> None:
    junk = replace(GOOD, name="junk", texts=NO_TEXTS)
    games = {"absent": raises, "exits": exits, "interrupts": interrupts, "cancelled": is_cancelled, "seven": 7}
    installed({**games, "rogue": GOOD, "rubbish": junk, "copy": built_in().games["sand"]})
    with logging_as_configured("info") as lines:
        app = create_app(Settings(database=sqlite_database))
        logged = lines()
    for name in (*games, "junk", "sand"):
        assert any(name in str(line) for line in logged), name
    transport = httpx.ASGITransport(app)
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=transport, base_url="http://test") as client,
    ):
        ready = await client.get("/readyz")
        named: dict[str, str | None] = {**dict.fromkeys(games), "copy": "sand", "rubbish": "junk"}
        left_out = [{"package": None, "entry_point": entry, "game": game} for entry, game in named.items()]
        assert ready.status_code == 200
        assert ready.json() == {"status": "ready", "left_out": left_out, "warnings": []}
        listed = [game["name"] for game in (await client.get("/v1/games")).json()["games"]]
        assert listed == [*built_in().games, "rogue"]
        assert "RogueOptions" in (await client.get("/openapi.json")).json()["components"]["schemas"]
        await open_table(client, "rogue")
        await open_table(client, "sand")


def test_a_guarded_game_has_every_function_of_the_rules() -> None:
    assert functions_missing(GuardedRules(GOOD, GOOD.rules(RogueOptions()))) == []
