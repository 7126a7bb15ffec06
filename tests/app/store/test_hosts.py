"""Hosts of an address: how lists of them are read, and which one is connected to."""

import asyncio
from urllib.parse import urlsplit

import asyncpg
import pytest

from app.settings import Settings
from app.store import open_store
from app.store.hosts import Dialer, Host, hosts, with_all_hosts, with_one_host
from app.store.migrate import is_postgres, shown
from tests.app.store.rows import judged, row


@pytest.mark.parametrize(
    ("address", "named"),
    [
        ("postgresql://u:p%40@h1:5432,h2:5433/db", [Host("h1", 5432), Host("h2", 5433)]),
        ("postgresql://u@[::1]:1,h2/db", [Host("::1", 1), Host("h2", 5432)]),
        ("postgresql://h1,h2,h3/db?port=7", [Host("h1", 7), Host("h2", 7), Host("h3", 7)]),
        ("postgresql://u@/db?host=/a,/b&port=1,2", [Host("/a", 1), Host("/b", 2)]),
        ("postgresql://u:p@h1/db", []),
        ("postgresql://u@/db?host=/a", []),
    ],
)
def test_hosts_are_read_and_shown(address: str, named: list[Host]) -> None:
    assert hosts(address) == named
    assert is_postgres(address)
    assert with_all_hosts(with_one_host(address), address) == address


def test_no_password_is_shown_beside_several_hosts() -> None:
    assert shown("postgresql://u:secret@h1:1,h2:2/db") == "postgresql://u:***@h1:1,h2:2/db"


@pytest.mark.stores("postgres")
async def test_a_host_that_says_nothing_keeps_nobody_from_the_next(database: str) -> None:
    """It takes connections, as a server does that is frozen, and never answers."""

    async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        writer.close()

    frozen = await asyncio.start_server(silent, "127.0.0.1", 0)
    port = frozen.sockets[0].getsockname()[1]
    place, query = urlsplit(database), urlsplit(database).query.partition("host=")[2]
    directory = query.partition("&")[0]
    address = place._replace(query=f"host=127.0.0.1,{directory}&port={port},5432").geturl()
    dialer = Dialer(address)
    assert dialer.several
    connection = await dialer.dial()
    assert await connection.fetchval("SELECT 1") == 1
    assert dialer.found == dialer._hosts[1]
    await connection.close()
    store = await open_store(Settings(database=address))
    await store.create(row(), None)
    assert await store.change(row().id, judged) is not None
    await store.close()
    frozen.close()
    await frozen.wait_closed()


async def test_where_no_host_answers_the_last_one_says_why() -> None:
    with pytest.raises((OSError, asyncpg.PostgresError)):
        await Dialer("postgresql://u@127.0.0.1:1,127.0.0.1:2/db").dial()
