"""Twenty seats of one session act at once, over two workers, and none is in another's way."""

import asyncio
import random
from typing import Any

import orjson

from app.cli.verify import check
from app.games.served_game import Games, ServedGame
from rules.contract import Played
from rules.fold import replay
from rules.registry import built_in
from tests.proof.conftest import Deployment, audited
from tests.proof.players import SECONDS, Board, Client, keyed

SEATS = 20


async def act(client: Client, path: str, board: Board, seat: int, token: str, chance: random.Random) -> list[Any]:
    """Play a seat to the end of the game, whatever the others do meanwhile; what was played."""
    played: list[Any] = []
    async with client:
        while True:
            view = await board.until(lambda view: seat in view["to_move"] or view["outcome"])
            if view["outcome"]:
                return played
            mine = [entry for entry in view["legal_moves"] if entry["seat"] == seat]
            answer = await client.ask(keyed(f"{path}/moves", token, chance.choice(mine)))
            assert answer.status == 200, answer
            played.append(answer.value["played"])
            await board.show(answer.value["session"])


def folded(served: ServedGame, entry: Any) -> Played[Any]:
    """A move of a record as the rules know it."""
    assert entry["kind"] == "move"
    move, events = (orjson.dumps(entry[name]) for name in ("move", "events"))
    dice = tuple(entry["dice"])
    return Played(
        "move", entry["seat"], served.read_move(move), dice, entry["points"], served.events.validate_json(events)
    )


async def test_twenty_seats_at_once_all_get_through(deployment: Deployment, chance: random.Random) -> None:
    opening = {"game": "wohin-damit", "seats": [{"name": f"Seat {seat}"} for seat in range(SEATS)]}
    async with Client(deployment.ports) as client, asyncio.timeout(SECONDS):
        opened = (await client.insist(keyed("/v1/sessions", None, opening))).value
        path, board = f"/v1/sessions/{opened['session']['id']}", Board(opened["session"])
        async with asyncio.TaskGroup() as group:
            seats = [
                group.create_task(act(Client(deployment.ports, _at=at), path, board, at, seat["token"], chance))
                for at, seat in enumerate(opened["seats"])
            ]
        view = await client.get(path)
        record = await client.record(view["id"])
        assert check(await client.get(f"{path}/fairness")) == []
    told = [entry for seat in seats for entry in seat.result()]
    assert record == sorted(told, key=lambda entry: entry["version"])
    assert [entry["version"] for entry in record] == list(range(1, len(record) + 1))
    assert view["status"] == "finished"
    served = Games(built_in().games).named("wohin-damit")
    rules = served.rules(orjson.dumps(view["options"]).decode())
    state = replay(rules, SEATS, [folded(served, entry) for entry in record])
    assert orjson.loads(orjson.dumps(rules.view(state))) == view["state"]
    assert orjson.loads(orjson.dumps(rules.outcome(state))) == view["outcome"]
    assert list(rules.totals(state)) == [seat["total"] for seat in view["seats"]]
    await audited(deployment.database)
