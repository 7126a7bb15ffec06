"""Workers that end in the middle of their work, by force or by order: what was acknowledged is there, once."""

import random
from pathlib import Path

import pytest

from app.operation.audit import Tally
from tests.proof import rounds
from tests.proof.conftest import Deployment, audited
from tests.proof.players import Client, League, league, replayed, stands
from tests.proof.processes import Worker

BOTS = 16
KILLS = rounds(3, 40)
STOPS = rounds(1, 10)


async def settled(played: League, deployment: Deployment, before: Tally, chance: random.Random) -> None:
    """Every game is stored as its bot knows it, and nothing else since then; and keys still give what they gave."""
    async with Client([worker.port for worker in deployment.at_work]) as client:
        for game in played.games:
            await stands(client, game)
            at = chance.randrange(len(game.played))
            if game.played[at]["kind"] == "move":
                await replayed(client, game.requests[at], game.played[at])
    after = await audited(deployment.database)
    assert after.sessions - before.sessions == len(played.games)
    assert after.entries - before.entries == sum(len(game.played) for game in played.games)


async def test_killed_workers_lose_nothing_and_double_nothing(deployment: Deployment, chance: random.Random) -> None:
    before = await audited(deployment.database)
    async with league([worker.port for worker in deployment.at_work], chance, BOTS) as played:
        for kill in range(KILLS):
            await played.more(chance.randrange(20, 200))
            worker = deployment.at_work[kill % len(deployment.at_work)]
            worker.kill()
            worker.launch()
        await played.more(20)
    assert played.count("broken") >= KILLS
    await settled(played, deployment, before, chance)


async def test_stopped_workers_break_no_answer_and_lose_nothing(
    deployment: Deployment, chance: random.Random
) -> None:
    before = await audited(deployment.database)
    async with league(deployment.ports, chance, BOTS) as played:
        for stop in range(STOPS):
            await played.more(chance.randrange(20, 200))
            worker = deployment.workers[stop % 2]
            assert await worker.stop() == 0
            worker.launch()
        await played.more(20)
    assert played.count("broken") >= STOPS
    assert played.count("torn") == 0
    await settled(played, deployment, before, chance)


@pytest.mark.parametrize("deployed", ["postgres"], indirect=True)
async def test_two_workers_behind_one_port_stop_together(
    deployment: Deployment, chance: random.Random, tmp_path: Path
) -> None:
    before = await audited(deployment.database)
    service = Worker(deployment.database, tmp_path / "log", workers=2)
    try:
        await service.start()
        async with league([service.port] * 3 + deployment.ports[:1], chance, BOTS) as played:
            await played.more(chance.randrange(20, 200))
            assert await service.stop() == 0
    finally:
        service.close()
    assert played.count("broken") > 0
    assert played.count("torn") == 0
    await settled(played, deployment, before, chance)
