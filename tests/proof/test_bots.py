"""Bots whose workers are killed in the middle of their turns: the games go on, and no move is made twice."""

import asyncio
import random
from typing import Any

from tests.proof import rounds
from tests.proof.conftest import Deployment, audited
from tests.proof.players import SECONDS, Client, keyed

KILLS = rounds(3, 40)
OPENING: Any = {
    "game": "yatzy",
    "seats": [{"name": "Ida"}, {"bot": "random"}, {"bot": "random"}],
    "pause_ms": 40,
}


def decided(view: Any, chance: random.Random) -> Any:
    """What Ida does: what ends her turn as soon as it is allowed."""
    ending = [each for each in view["legal_moves"] if each["move"]["type"] == "choose_category"]
    return chance.choice(ending or view["legal_moves"])


async def test_games_go_on_where_workers_are_killed_in_bots_turns(
    deployment: Deployment, chance: random.Random
) -> None:
    before = await audited(deployment.database)
    kills = told = 0
    async with asyncio.timeout(SECONDS), Client(deployment.ports[: len(deployment.at_work)]) as client:
        while kills < KILLS:
            opened = (await client.insist(keyed("/v1/sessions", None, OPENING))).value
            view, path = opened["session"], f"/v1/sessions/{opened['session']['id']}"
            while view["status"] == "active":
                if view["legal_moves"]:
                    asked = keyed(f"{path}/moves", opened["host_token"], decided(view, chance))
                    answer = await client.insist(asked)
                    assert answer.status == 200, answer
                elif kills < KILLS and chance.random() < 0.5:
                    worker = deployment.at_work[kills % len(deployment.at_work)]
                    worker.kill()
                    worker.launch()
                    kills += 1
                else:
                    await asyncio.sleep(0.02)
                view = await client.get(path)
            assert view["status"] == "finished"
            entries = await client.record(view["id"])
            assert [entry["version"] for entry in entries] == list(range(1, view["version"] + 1))
            assert {entry["by"] for entry in entries if entry["seat"]} == {"bot"}
            told += len(entries)
    after = await audited(deployment.database)
    assert after.entries - before.entries == told
