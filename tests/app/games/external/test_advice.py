"""Advisers from outside: whatever they raise, or give that none may give, is one clear problem of their game."""

from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import replace
from typing import Any

import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI

from app.main import create_app
from app.settings import Settings
from rules.adviser import Positions
from rules.registry import Registry
from rules.sheet.house.game import GAME as SHEET

pytestmark = pytest.mark.asyncio(loop_scope="module")

ASKED = {"options": {"boxes": [{"category": "sixes"}, {"category": "chance"}], "bonus": 0}, "position": {"boxes": {}}}
OUTSIDE = replace(SHEET, name="outside", presets={})


class Wayward:
    """The true adviser, with functions that do something else, looked at anew with each call."""

    def __init__(self, true: Any, deeds: dict[str, Callable[..., Any]]) -> None:
        self.true = true
        self.deeds = deeds

    def __getattr__(self, name: str) -> Any:
        return self.deeds.get(name, getattr(self.true, name))


DEEDS: dict[str, Callable[..., Any]] = {}
"""What it does now in place of the true thing."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[tuple[FastAPI, httpx.AsyncClient]]:
    database, deeds = f"sqlite:///{tmp_path_factory.mktemp('advice')}/test.db", DEEDS

    def adviser(options: Any) -> Any:
        assert SHEET.adviser is not None
        return deeds["adviser"](options) if "adviser" in deeds else Wayward(SHEET.adviser(options), deeds)

    def state(rules: Any, position: Any) -> Any:
        assert SHEET.positions is not None
        return deeds["state"](rules) if "state" in deeds else SHEET.positions.state(rules, position)

    assert SHEET.positions is not None
    game = replace(OUTSIDE, adviser=adviser, positions=Positions(SHEET.positions.form, state))
    app = create_app(Settings(database=database), Registry({"outside": game, "sheet": SHEET}))
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with app.router.lifespan_context(app), httpx.AsyncClient(transport=transport, base_url="http://t") as made:
        yield app, made


@pytest.fixture
def client(shared: tuple[FastAPI, httpx.AsyncClient]) -> Iterator[httpx.AsyncClient]:
    """With no adviser made yet."""
    app, made = shared
    app.state.advisers._kept.clear()
    yield made
    DEEDS.clear()


async def test_a_sound_one_answers(client: httpx.AsyncClient) -> None:
    own = await client.post("/v1/games/outside/advise", json=ASKED)
    built_in = await client.post("/v1/games/sheet/advise", json=ASKED)
    assert own.status_code == 200, own.text
    assert own.json() == built_in.json() | {"game": "outside"}
    refused = await client.post("/v1/games/outside/advise", json=ASKED | {"position": {"boxes": {"sixes": 7}}})
    assert refused.json()["code"] == "position-impossible"


def _raises(*_: Any) -> Any:
    raise LookupError("of its own")


@pytest.mark.parametrize(
    ("name", "deed"),
    [
        *((name, _raises) for name in ("adviser", "state", "objectives", "method", "values", "spread", "solutions")),
        ("adviser", lambda *_: None),
        ("objectives", lambda *_: ()),
        ("objectives", lambda *_: ("luck",)),
        ("method", lambda *_: "guessed"),
        ("values", lambda *_: (1.0, 2.0)),
        ("values", lambda *_: ("many",)),
        ("values", lambda *_: (float("inf"),)),
        ("spread", lambda *_: 0),
        ("solutions", lambda *_: ("a table",)),
        ("state", lambda rules: rules.withdraw(rules.start(1), 0).state),
        ("state", lambda _: None),
    ],
)
async def test_what_it_does_wrong_is_its_games_failure(
    client: httpx.AsyncClient, name: str, deed: Callable[..., Any]
) -> None:
    DEEDS[name] = deed
    failed = await client.post("/v1/games/outside/advise", json=ASKED)
    assert (failed.status_code, failed.json()["code"]) == (500, "game-failed"), failed.text
    assert (await client.post("/v1/games/sheet/advise", json=ASKED)).status_code == 200
