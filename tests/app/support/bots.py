"""Tables at which the service plays seats, and waiting for what it does."""

import asyncio
import random
import time
from collections.abc import Callable
from typing import Any

import httpx

from rules.playout import throw
from tests.app.support.house import Party
from tests.support.patience import PATIENCE

WAIT = PATIENCE
SMALL: dict[str, Any] = {
    "game": "sheet",
    "options": {"boxes": [{"category": "ones"}, {"category": "chance"}], "bonus_from": 5, "bonus": 10},
}
"""A game whose moves have exact values without a table."""


async def table_with(client: httpx.AsyncClient, *seats: Any, **more: Any) -> Party:
    """A new session; a seat is a name, or a level after a colon."""
    asked = [{"bot": seat[1:]} if seat.startswith(":") else {"name": seat} for seat in seats]
    answer = await client.post("/v1/sessions", json={"game": "yatzy-bg", "seats": asked} | more)
    assert answer.status_code == 201, answer.text
    return Party(client, answer.json())


async def until(party: Party, holds: Callable[[Any], Any]) -> Any:
    """The view, once it is so."""
    deadline = time.monotonic() + WAIT
    while True:
        party.session = (await party.read(token=party.host)).json()
        if holds(party.session):
            return party.session
        assert time.monotonic() < deadline, party.session
        await asyncio.sleep(0.005)


def playable(view: Any) -> bool:
    """Whether somebody at the table is to act, or nobody any more."""
    return bool(view["legal_moves"]) or view["status"] != "active"


async def play_with_bots(party: Party, chance: random.Random, most: int) -> int:
    """Random moves of the players, and the throws that bots wait for, so many or to the end; how many."""
    for made in range(most):
        view = await until(party, playable)
        if view["status"] != "active":
            return made
        pick = chance.choice(view["legal_moves"])
        dice = {"dice": throw(chance, pick["throws"])} if pick["throws"] and view["dice_source"] == "players" else {}
        answer = await party.post("moves", {"seat": pick["seat"], "move": pick["move"] | dice})
        assert answer.status_code == 200, answer.text
    return most
