"""Moves that are under way when their worker ends: told before it stops, or never done twice."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, closing
from typing import Any, NamedTuple

import asyncpg

from app.store.migrate import sqlite_path
from tests.proof.conftest import Deployment
from tests.proof.players import SECONDS, Client, Connection, keyed, replayed

WAITING = 20
"""How many they are."""

HELD_UP = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"


class UnderWay(NamedTuple):
    """A move that was sent and is not answered yet."""

    connection: Connection
    path: str
    asked: bytes


@asynccontextmanager
async def held(deployment: Deployment) -> AsyncIterator[Callable[[int], Awaitable[None]]]:
    """Nobody can write to sessions meanwhile, but read; the value waits until so many workers are held up by that,
    which SQLite does not tell.
    """
    if deployment.server is None:
        with closing(sqlite3.connect(sqlite_path(deployment.database), isolation_level=None)) as file:
            file.execute("BEGIN IMMEDIATE")
            yield lambda _: asyncio.sleep(0)
        return
    # Another one looks on, as to a transaction the activity stays what it was at the first look.
    connection, onlooker = [await asyncpg.connect(deployment.database) for _ in range(2)]
    try:

        async def waiting(workers: int) -> None:
            while await onlooker.fetchval(HELD_UP) < workers:  # noqa: ASYNC110 - nobody tells when
                await asyncio.sleep(0.01)

        async with connection.transaction():
            await connection.execute("SELECT FROM sessions FOR UPDATE")
            yield waiting
    finally:
        await connection.close()
        await onlooker.close()


async def under_way(stack: AsyncExitStack, port: int) -> list[UnderWay]:
    """Moves in as many sessions that can be sent to a worker."""
    made = []
    for _ in range(WAITING):
        connection = await stack.enter_async_context(Connection(port))
        opening = {"game": "yatzy", "seats": [{"name": "Ida"}]}
        opened = (await connection.ask(keyed("/v1/sessions", None, opening))).value
        path = f"/v1/sessions/{opened['session']['id']}"
        made.append(UnderWay(connection, path, keyed(f"{path}/roll", opened["host_token"], {})))
    return made


async def send(moves: Sequence[UnderWay], port: int) -> None:
    """Send them all; the worker has read them when this is done."""
    for move in moves:
        move.connection.send(move.asked)
    async with Client([port]) as client:
        await client.get("/healthz")


async def test_a_stop_waits_for_what_is_under_way(deployment: Deployment) -> None:
    first, second = deployment.workers
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(asyncio.timeout(SECONDS))
        moves = await under_way(stack, first.port)
        async with held(deployment) as waiting:
            await send(moves, first.port)
            await waiting(1)
            stopped = asyncio.create_task(first.stop())
            await first.refuses()
        answers = [await move.connection.answer() for move in moves]
        assert [answer.status for answer in answers] == [200] * WAITING
        assert await stopped == 0
        client = await stack.enter_async_context(Client([second.port]))
        for move, answer in zip(moves, answers, strict=True):
            assert await client.get(move.path) == answer.value["session"]


async def test_what_a_dead_worker_left_to_the_store_is_not_done_again(deployment: Deployment) -> None:
    first, second = deployment.workers
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(asyncio.timeout(SECONDS))
        moves = await under_way(stack, first.port)
        async with held(deployment) as waiting:
            await send(moves, first.port)
            await waiting(1)
            first.kill()
            clients = [await stack.enter_async_context(Client([second.port])) for _ in moves]
            retries = [
                asyncio.create_task(client.insist(move.asked)) for client, move in zip(clients, moves, strict=True)
            ]
            await waiting(2)
        for retry, client, move in zip(retries, clients, moves, strict=True):
            answer = await retry
            assert answer.status == 200
            session: Any = answer.value["session"]
            assert await client.record(session["id"]) == [answer.value["played"]]
            await replayed(client, move.asked, answer.value["played"])
        if deployment.server:
            assert any("idempotency-replayed" in retry.result().headers for retry in retries)
