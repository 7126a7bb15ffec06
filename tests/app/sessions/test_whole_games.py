"""Every game from its opening to its outcome over HTTP, with the service's dice and with the players'."""

import random

import httpx
import pytest
from fastapi import FastAPI
from pydantic import TypeAdapter

from app.games.served_game import Games
from rules.contract import AnyGame, Played
from rules.fold import replay
from rules.playout import throw
from rules.registry import BUILT_IN
from tests.app.support.table import Table, open_table

OPTIONS = {"sand": {"target": 2000}, "farkle": {"target": 1000}}
"""Shorter games where the options allow it."""


async def played_out(table: Table, source: str, chance: random.Random) -> None:
    """Play by random legal moves to the outcome, mostly bank where that is possible."""
    while table.session["outcome"] is None:
        legal = table.session["legal_moves"]
        assert {move["seat"] for move in legal} == set(table.session["to_move"])
        banks = [move for move in legal if move["move"]["type"] == "bank"]
        pick = chance.choice(banks or legal)
        body = {"seat": pick["seat"], "move": dict(pick["move"])}
        if source == "players" and pick["throws"]:
            body["move"]["dice"] = throw(chance, pick["throws"])
        token = chance.choice([table.host, table.tokens[pick["seat"]]])
        answer = await table.post("moves?legal=all", body, token)
        assert answer.status_code == 200, answer.text


ENGINES = {type(game.rules(game.options())): game for game in BUILT_IN}
"""A game of each engine: what it is to a store, the other games of the engine are too."""


@pytest.mark.stores("sqlite")
@pytest.mark.parametrize("source", ["server", "players"])
@pytest.mark.parametrize("game", BUILT_IN, ids=lambda game: game.name)
async def test_a_game_is_played_to_its_outcome(
    client: httpx.AsyncClient, service: FastAPI, game: AnyGame, source: str
) -> None:
    await _play_to_its_outcome(client, service, game, source)


@pytest.mark.stores("postgres")
@pytest.mark.parametrize("game", ENGINES.values(), ids=lambda game: game.name)
async def test_a_game_of_each_engine_is_played_on_the_other_store(
    client: httpx.AsyncClient, service: FastAPI, game: AnyGame
) -> None:
    await _play_to_its_outcome(client, service, game, "server")


async def _play_to_its_outcome(client: httpx.AsyncClient, service: FastAPI, game: AnyGame, source: str) -> None:
    names = ("Ida", "Otto")[: game.max_seats]
    table = await open_table(client, game.name, names, dice_source=source, options=OPTIONS.get(game.name, {}))
    await played_out(table, source, random.Random(7))
    session = table.session
    assert session["status"] == "finished"
    assert session["legal_moves"] == session["to_move"] == []
    assert session["outcome"]["ranking"]
    over = await table.post("moves", {"move": {"type": "roll"} | ({"dice": [1]} if source == "players" else {})})
    assert (over.status_code, over.json()["code"]) == (409, "finished")
    await _record_gives_the_session(client, service, table)


async def _record_gives_the_session(client: httpx.AsyncClient, service: FastAPI, table: Table) -> None:
    """Replaying the published record gives the stored state, and every view fits the contract."""
    games: Games = service.state.games
    served = games.named(table.session["game"])
    entries, after = [], 0
    while after is not None:
        page = (await client.get(f"{table.address}/record", params={"after": after, "limit": 500})).json()
        entries += page["entries"]
        after = page["next"]
    row = await service.state.sessions.store.session(bytes.fromhex(table.session["id"].replace("-", "")))
    record = [
        Played(
            "move",
            each["seat"],
            TypeAdapter(served.game.move).validate_python(each["move"], strict=False),
            tuple(each["dice"]),
        )
        for each in entries
    ]
    rules = served.rules(row.options)
    assert served.state.dump_json(replay(rules, len(table.tokens), record)).decode() == row.state
    assert row.version == len(entries) == table.session["version"]
