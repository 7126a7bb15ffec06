"""A primary with a synchronous standby: it freezes or fails, the standby is promoted, and nothing told is lost."""

import asyncio
import os
import random
import secrets
import signal
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import asyncpg
import pytest

from tests.postgres import STANDBY, Server, running
from tests.proof import rounds
from tests.proof.conftest import audited
from tests.proof.players import Answer, Client, keyed, league, request, stands
from tests.proof.processes import Worker

BOTS = 8
ROUNDS = rounds(1, 10)


def _own_address() -> str:
    """An address of this machine that no other server of these tests has."""
    return "127." + ".".join(str(1 + byte % 250) for byte in secrets.token_bytes(3))


@dataclass
class Pair:
    """Two servers, the second of which follows the first, and the address of a database on whichever takes writes."""

    primary: Server
    standby: Server
    database: str

    async def on(self, server: Server, statement: str) -> object:
        """What a statement gives there."""
        connection = await asyncpg.connect(server.url)
        try:
            return await connection.fetchval(statement)
        finally:
            await connection.close()

    async def until(self, server: Server, statement: str) -> None:
        """Wait until a statement gives something true there."""
        while not await self.on(server, statement):  # noqa: ASYNC110 - it tells nobody
            await asyncio.sleep(0.02)


def freeze(server: Server, number: signal.Signals) -> None:
    """Stop all processes of a server (SIGSTOP), or let them go on (SIGCONT)."""
    assert server.pid is not None
    for process in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((process / "stat").read_text().rpartition(")")[2].split()[1])
        except (FileNotFoundError, ProcessLookupError):
            continue
        if server.pid in (int(process.name), parent):
            os.kill(int(process.name), number)


@pytest.fixture
def pair() -> Iterator[Pair]:
    places = [_own_address(), _own_address()]
    with running(settings={"listen_addresses": places[0], "wal_receiver_timeout": "60s"}) as primary:
        database = primary.create_database()
        name = database.partition("?")[0].rpartition("/")[2]
        with running(settings={"listen_addresses": places[1]}, standby_of=primary) as standby:
            made = Pair(primary, standby, f"postgresql://postgres@{places[0]}:5432,{places[1]}:5432/{name}")

            async def wait() -> None:
                following = f"SELECT count(*) FROM pg_stat_replication WHERE application_name = '{STANDBY}'"  # noqa: S608 - of our own
                await made.until(primary, following)
                for statement in (
                    f"ALTER SYSTEM SET synchronous_standby_names = '{STANDBY}'",
                    "SELECT pg_reload_conf()",
                ):
                    await made.on(primary, statement)
                await made.until(primary, "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'")

            asyncio.run(wait())
            try:
                yield made
            finally:
                for server in (primary, standby):
                    if server.pid is not None:
                        freeze(server, signal.SIGCONT)


async def _asked(port: int, data: bytes) -> Answer:
    """The answer of a worker, on a connection of its own."""
    async with Client([port]) as client:
        return await client.ask(data)


@pytest.mark.parametrize("how", ["frozen", "killed"] * ROUNDS)
async def test_a_promotion_under_load_loses_nothing_and_goes_on_by_itself(
    pair: Pair, chance: random.Random, tmp_path: Path, how: str
) -> None:
    workers = [Worker(pair.database, tmp_path / f"{number}.log") for number in range(2)]
    try:
        for worker in workers:
            await worker.start()
        processes = [worker.pid for worker in workers]
        async with league([worker.port for worker in workers], chance, BOTS) as played:
            await played.more(chance.randrange(20, 100))
            if how == "frozen":
                freeze(pair.primary, signal.SIGSTOP)
            else:
                pair.primary.stop(immediate=True)
            await pair.on(pair.standby, "SELECT pg_promote()")
            await played.more(50)
        assert played.count("broken") == 0
        async with Client([worker.port for worker in workers]) as client:
            for game in played.games:
                await stands(client, game)
        assert [worker.pid for worker in workers] == processes
    finally:
        for worker in workers:
            worker.close()
    tally = await audited(pair.database)
    assert tally.entries == sum(len(game.played) for game in played.games)


async def test_a_repetition_is_not_told_what_the_primary_alone_has(pair: Pair, tmp_path: Path) -> None:
    """The commit of a move was interrupted while it waited for the standby, which is then promoted without it."""
    workers = [Worker(pair.database, tmp_path / f"{number}.log") for number in range(2)]
    try:
        for worker in workers:
            await worker.start()
        clients = [Client([worker.port]) for worker in workers]
        opening = {"game": "sand", "seats": [{"name": "Ida"}]}
        opened = (await clients[0].insist(keyed("/v1/sessions", None, opening))).value
        path, token = f"/v1/sessions/{opened['session']['id']}", opened["host_token"]
        asked = keyed(f"{path}/moves", token, opened["session"]["legal_moves"][0])
        freeze(pair.standby, signal.SIGSTOP)
        moving = asyncio.ensure_future(clients[0].ask(asked))
        cut = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
        await pair.until(pair.primary, cut)
        assert (await moving).status == 503
        ports = [worker.port for worker in workers]
        for answer in await asyncio.gather(
            _asked(ports[0], asked), _asked(ports[0], request("GET", path)), _asked(ports[1], asked)
        ):
            assert answer.status == 503, answer
        pair.primary.stop(immediate=True)
        freeze(pair.standby, signal.SIGCONT)
        await pair.on(pair.standby, "SELECT pg_promote()")
        answer = await clients[1].insist(asked)
        assert answer.status == 200
        record = await clients[0].record(opened["session"]["id"])
        assert record == [answer.value["played"]]
        for client in clients:
            await client.__aexit__()
    finally:
        for worker in workers:
            worker.close()
