"""What bots play by: a table that is there, else the one that is solved soonest, and until then nobody moves."""

import asyncio
import random
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import pytest_asyncio

from app.advice.advisers import Advisers
from app.advice.shelf import Shelf
from app.bots.advised import Advised
from app.bots.player import Player
from app.dice.sealing import Sealer
from app.games.served_game import ServedGame
from app.http.problems import Problem
from app.sessions.opening import NewSession, open_session
from app.settings import Settings
from app.store.migrate import migrate
from app.store.rows import SessionRow
from rules.banking.solution import duel_solution
from rules.registry import built_in
from tests.app.support.bots import play_with_bots, playable, table_with, until
from tests.app.support.house import Party, housed
from tests.support.patience import PATIENCE

BANKING = ServedGame(built_in().games["banking"])
SMALL = BANKING.game.options.model_validate({"target": 600})
TWO_DICE: dict[str, Any] = {
    "game": "sheet",
    "options": {
        "boxes": [{"category": name} for name in ("ones", "twos", "threes", "fours", "chance", "one_pair")],
        "dice": 2,
        "throws": 2,
        "bonus": 10,
        "bonus_from": 12,
    },
}


def opened(seats: int) -> tuple[SessionRow, Any]:
    bots = ["best", *[None] * (seats - 1)]
    row = open_session(BANKING, NewSession(SMALL, ["Ida"] * seats, "server", bots=bots), Sealer(None), None, 0)
    return row, BANKING.rules(row.options).start(seats)


@pytest_asyncio.fixture
async def shelf(compiled: None, tmp_path: Path) -> Shelf:
    return Shelf(tmp_path / "tables", 10**8)


@pytest_asyncio.fixture
async def advisers(shelf: Shelf) -> AsyncIterator[Advisers]:
    made = Advisers(shelf)
    yield made
    await made.stop()


async def test_the_table_that_is_solved_soonest_will_do(advisers: Advisers) -> None:
    advised, (row, state) = Advised(advisers), opened(2)
    assert advised.ready(BANKING, row, state) is None
    await advised.prepared(BANKING, row.options, state, 2, patience=PATIENCE)
    adviser = advised.ready(BANKING, row, state)
    assert adviser is not None
    assert adviser.solutions(state, "turns") == ()
    assert adviser.solutions(state, "win") != ()
    await Advised(advisers).prepared(BANKING, row.options, state, 2, patience=0)  # whoever has the table already


async def test_a_better_table_that_is_there_is_used(advisers: Advisers, shelf: Shelf) -> None:
    advised, (row, state) = Advised(advisers), opened(2)
    made = BANKING.game.adviser
    assert made is not None
    await asyncio.to_thread(shelf.solve, duel_solution(made(SMALL).race))  # type: ignore[attr-defined]
    await advised.prepared(BANKING, row.options, state, 2, patience=0)
    adviser = advised.ready(BANKING, row, state)
    assert adviser is not None
    assert adviser.solutions(state, "win") == ()
    row, state = opened(3)
    assert advised.ready(BANKING, row, state) is None


async def test_what_cannot_be_had_is_said(advisers: Advisers, shelf: Shelf) -> None:
    advised, (row, state) = Advised(advisers), opened(2)
    with pytest.raises(Problem) as preparing:
        await advised.prepared(BANKING, row.options, state, 2, patience=0)
    assert preparing.value.kind.code == "advice-preparing"
    shelf.limit = 10
    row, state = opened(3)
    other = row.options.replace("600", "650")
    with pytest.raises(Problem) as unavailable:
        await advised.prepared(BANKING, other, state, 3, patience=0)
    assert unavailable.value.kind.code == "advice-unavailable"


async def open_patiently(client: httpx.AsyncClient, *seats: str, **more: Any) -> Party:
    asked = [{"bot": seat[1:]} if seat.startswith(":") else {"name": seat} for seat in seats]
    while True:
        answer = await client.post("/v1/sessions", json={"seats": asked} | more)
        if answer.status_code == 201:
            return Party(client, answer.json())
        assert answer.json()["code"] == "advice-preparing", answer.text
        await asyncio.sleep(int(answer.headers["retry-after"]))


async def test_a_session_is_opened_once_its_bots_know_what_to_do_and_waits_where_they_forget(
    compiled: None, tmp_path: Path
) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path}/test.db", tables=tmp_path / "tables")
    migrate(settings.database)
    async with housed(settings) as (_, client):
        party = await open_patiently(client, "Ida", ":strong", **TWO_DICE)
        await play_with_bots(party, random.Random(1), 2)
        assert (await table_with(client, "Ida", ":strong", **TWO_DICE)).session["status"] == "active"
    for table in (tmp_path / "tables").glob("*sheet*"):
        table.unlink()
    async with housed(settings) as (service, client):
        party.client = client
        sweeping = asyncio.create_task(_sweep(service.state.sessions.bots))
        await play_with_bots(party, random.Random(1), 100)
        view = await until(party, playable)
        assert view["status"] == "finished"
        sweeping.cancel()


async def _sweep(bots: Player) -> None:
    """As timers do it."""
    while True:
        await bots.sweep()
        await asyncio.sleep(0.1)
