"""PostgreSQL under two workers: a row that somebody holds, a worker that freezes, a database that goes back in time.

The others go on, and what is stored follows from the records.
"""

import asyncio
import os
import random
import signal
from contextlib import AsyncExitStack
from typing import Any

import asyncpg
import pytest

from tests.proof import rounds
from tests.proof.conftest import Deployment, audited
from tests.proof.players import Answer, Client, keyed, league

pytestmark = pytest.mark.parametrize("deployed", ["postgres"], indirect=True)

BOTS = 8
MOVES = rounds(60, 600)
TABLES = ("openings", "sessions", "record", "retries")
OPENING = {"game": "titusind", "seats": [{"name": "Ida"}, {"name": "Otto"}]}


async def opened(client: Client) -> tuple[str, Any]:
    """A new session: its address, and what its opening told."""
    told = (await client.insist(keyed("/v1/sessions", None, OPENING))).value
    return f"/v1/sessions/{told['session']['id']}", told


async def test_a_row_that_somebody_holds_stops_its_own_session_only(
    deployment: Deployment, chance: random.Random
) -> None:
    holder = await asyncpg.connect(deployment.database)
    async with AsyncExitStack() as stack:
        stack.push_async_callback(holder.close)
        clients = [await stack.enter_async_context(Client([port])) for port in deployment.ports]
        path, told = await opened(clients[0])
        move = keyed(f"{path}/moves", told["host_token"], told["session"]["legal_moves"][0])
        async with league(deployment.ports, chance, BOTS) as played:
            async with holder.transaction():
                await holder.execute("SELECT 1 FROM sessions WHERE id = $1 FOR UPDATE", _id(path))
                refusals = asyncio.gather(*(client.ask(move) for client in clients))
                await played.more(MOVES)
                for refused in await refusals:
                    assert refused.status == 503, refused
                    assert int(refused.headers["retry-after"]) > 0
                await played.more(MOVES)
            answers = [await client.insist(move) for client in clients]
        assert [answer.value["played"]["version"] for answer in answers] == [1, 1]
        assert played.unstored().total() == 0
    await audited(deployment.database)


async def test_a_frozen_worker_stops_no_other(deployment: Deployment, chance: random.Random) -> None:
    """It freezes wherever it is, in a transaction or not, and its players come back once it goes on."""
    frozen, other = deployment.workers
    process = frozen.pid
    assert process is not None
    async with league([frozen.port], chance, BOTS) as there, league([other.port], chance, BOTS) as here:
        for _ in range(rounds(3, 30)):
            await there.more(chance.randrange(5, 30))
            os.kill(process, signal.SIGSTOP)
            try:
                await here.more(MOVES)
            finally:
                os.kill(process, signal.SIGCONT)
    assert frozen.pid == process
    await audited(deployment.database)


async def test_a_database_that_goes_back_in_time_under_live_workers_is_played_on_by_the_rules(
    deployment: Deployment, chance: random.Random
) -> None:
    """Both workers remember sessions that are not so any more, and are asked by players who do as well."""
    admin = await asyncpg.connect(deployment.database)
    async with AsyncExitStack() as stack:
        stack.push_async_callback(admin.close)
        clients = [await stack.enter_async_context(Client([port])) for port in deployment.ports]
        games = [await opened(clients[0]) for _ in range(6)]
        for _ in range(rounds(4, 12)):
            for table in TABLES:
                await admin.execute(f"DROP TABLE IF EXISTS kept_{table}")
                await admin.execute(f"CREATE TABLE kept_{table} AS TABLE {table}")
            lost = [await _played(clients[0], game, chance) for game in games]
            async with admin.transaction():
                for table in TABLES:
                    await admin.execute(f"DELETE FROM {table}")  # noqa: S608 - of our own
                    await admin.execute(f"INSERT INTO {table} TABLE kept_{table}")
            now = [await _played(clients[1], game, chance) for game in games]
            assert [view["version"] for view in now] == [view["version"] for view in lost]
            for (path, told), view in zip(games, lost, strict=True):
                entry = chance.choice(view["legal_moves"])
                token = told["seats"][entry["seat"]]["token"]
                answer: Answer = await clients[0].insist(keyed(f"{path}/moves", token, entry))
                assert answer.status in (200, 409), answer
                told["session"] = answer.value["session"]
        for table in TABLES:
            await admin.execute(f"DROP TABLE kept_{table}")
    await audited(deployment.database)


async def _played(client: Client, game: tuple[str, Any], chance: random.Random) -> Any:
    """The view after two moves from where the game stood before."""
    path, told = game
    view = told["session"]
    for _ in range(2):
        entry = chance.choice(view["legal_moves"])
        token = told["seats"][entry["seat"]]["token"]
        answer = await client.insist(keyed(f"{path}/moves", token, entry))
        assert answer.status == 200, answer
        view = answer.value["session"]
    return view


def _id(path: str) -> bytes:
    return bytes.fromhex(path.rpartition("/")[2].replace("-", ""))
