"""A crowd at one table asks for the same throws again and again, in races, out of turn and through crashes."""

import asyncio
import random
from collections import Counter
from contextlib import AsyncExitStack
from typing import Any

import pytest

from app.cli.verify import check, recomputed
from tests.proof import rounds
from tests.proof.conftest import Deployment, audited
from tests.proof.players import SECONDS, Board, Client, keyed, replayed

CROWD = 12
SEATS = 4
MOVES = 120
"""No game has fewer: each seat rolls once and fills one box in each of 15 rounds."""

KILLS = 2
TIMES = rounds(1, 20)


class Table:
    """A game of yatzy that a whole crowd plays with the host's token; `told` is what they were told was played."""

    def __init__(self, opened: Any) -> None:
        self.path = f"/v1/sessions/{opened['session']['id']}"
        self.board = Board(opened["session"])
        self.told: list[Any] = []
        self._token: str = opened["host_token"]

    async def meddle(self, client: Client, place: int, chance: random.Random) -> None:
        """Act until the game is over as if nobody else did: in turn or not, for the newest version or for any."""
        async with client:
            if place < SEATS:
                await self._act(client, keyed(f"{self.path}/seed", self._token, {"seed": "mine", "seat": place}))
            while (view := self.board.view)["outcome"] is None:
                headers = {"If_Match": f'"{view["version"]}"'} if chance.random() < 0.3 else {}
                asked = keyed(f"{self.path}/moves", self._token, self._wish(view, chance), **headers)
                played = await self._act(client, asked)
                if played is not None and chance.random() < 0.2:
                    await replayed(client, asked, played)

    def _wish(self, view: Any, chance: random.Random) -> Any:
        if chance.random() < 0.6:
            return chance.choice(view["legal_moves"])
        roll = chance.random() < 0.5
        move = {"type": "roll"} if roll else {"type": "choose_category", "category": "chance"}
        return {"seat": chance.randrange(SEATS), "move": move}

    async def _act(self, client: Client, asked: bytes) -> Any:
        """Ask for it; what was played, None if it was refused."""
        answer = await client.insist(asked)
        assert answer.status in (200, 409, 412), answer
        await self.board.show(answer.value["session"])
        if answer.status != 200:
            return None
        self.told.append(answer.value["played"])
        return self.told[-1]


@pytest.mark.parametrize("time", range(TIMES))
async def test_no_race_refusal_retry_or_crash_changes_a_face(
    deployment: Deployment, chance: random.Random, time: int
) -> None:
    opening = {"game": "yatzy", "seats": [{"name": f"Seat {seat}"} for seat in range(SEATS)]}
    async with AsyncExitStack() as stack:
        client = await stack.enter_async_context(Client(deployment.ports))
        await stack.enter_async_context(asyncio.timeout(SECONDS))
        table = Table((await client.insist(keyed("/v1/sessions", None, opening))).value)
        async with asyncio.TaskGroup() as crowd:
            for place in range(CROWD):
                crowd.create_task(table.meddle(Client(deployment.ports, _at=place), place, chance))
            for kill, version in enumerate(sorted(chance.sample(range(MOVES), KILLS))):
                await table.board.reaches(version)
                deployment.workers[kill % 2].kill()
                deployment.workers[kill % 2].launch()
        view = await client.get(table.path)
        record = await client.record(view["id"])
        fairness = await client.get(f"{table.path}/fairness")
    assert sorted(table.told, key=lambda played: played["version"]) == record
    assert [played["version"] for played in record] == list(range(1, view["version"] + 1))
    assert check(fairness) == []
    throws = Counter[int]()
    for played in record:
        if dice := played["dice"]:
            seat, secret = played["seat"], bytes.fromhex(fairness["secret"])
            throws[seat] += 1
            assert dice == recomputed(secret, view["id"], fairness["seeds"], seat, throws[seat], len(dice))
    assert len(throws) == SEATS
    await audited(deployment.database)
