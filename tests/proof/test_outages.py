"""PostgreSQL goes away under load and comes back: refusals that say so, then everything goes on by itself."""

import asyncio
import random
from contextlib import AsyncExitStack
from typing import Any

import pytest

from tests.proof import rounds
from tests.proof.conftest import Deployment, audited
from tests.proof.players import Answer, Client, keyed, league, replayed, request, stands

BOTS = 16
OUTAGES = rounds(2, 20)


def refused(answer: Answer, code: str) -> None:
    assert answer.status == 503, answer
    assert int(answer.headers["retry-after"]) > 0
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.value["code"] == code


@pytest.mark.parametrize("deployed", ["postgres"], indirect=True)
async def test_an_outage_of_the_database_is_told_and_survived(deployment: Deployment, chance: random.Random) -> None:
    server = deployment.server
    if server is None or server.data is None:
        pytest.skip("the PostgreSQL server is not ours to stop")
    before = await audited(deployment.database)
    processes = [worker.pid for worker in deployment.workers]
    async with AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(Client([port])) for port in deployment.ports]
        opening = {"game": "sand", "seats": [{"name": "Ida"}]}
        opened: Any = (await clients[0].ask(keyed("/v1/sessions", None, opening))).value
        path, token, made = f"/v1/sessions/{opened['session']['id']}", opened["host_token"], 0
        async with league(deployment.ports, chance, BOTS) as played:
            for _ in range(OUTAGES):
                await played.more(chance.randrange(50, 150))
                move = (await clients[1].ask(request("GET", path))).value["legal_moves"][0]
                asked = keyed(f"{path}/moves", token, move)
                await asyncio.to_thread(server.stop, immediate=True)
                for client in clients:
                    refused(await client.ask(asked), "store-unavailable")
                    refused(await client.ask(request("GET", path)), "store-unavailable")
                    refused(await client.ask(request("GET", f"{path}/record")), "store-unavailable")
                    refused(await client.ask(keyed("/v1/sessions", None, opening)), "store-unavailable")
                    refused(await client.ask(request("GET", "/readyz")), "not-ready")
                    assert (await client.ask(request("GET", "/healthz"))).status == 200
                await asyncio.to_thread(server.start)
                for client in clients:
                    await client.get("/readyz")
                answer = await clients[0].ask(asked)
                made += 1
                assert (answer.status, answer.value["played"]["version"]) == (200, made)
                await replayed(clients[1], asked, answer.value["played"])
        assert played.count("broken") == sum(client.broken for client in clients) == 0
        assert played.unstored()[503] > 0
    assert [worker.pid for worker in deployment.workers] == processes
    async with Client(deployment.ports) as client:
        for game in played.games:
            await stands(client, game)
    after = await audited(deployment.database)
    assert after.sessions - before.sessions == len(played.games) + 1
    assert after.entries - before.entries == sum(len(game.played) for game in played.games) + made
