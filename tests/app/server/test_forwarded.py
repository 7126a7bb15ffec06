"""Clients' addresses as trusted proxies forward them: requests that are answered directly have the same as others."""

import asyncio
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.types import Receive, Scope, Send
from uvicorn import Config
from uvicorn.server import ServerState

from app.server.direct import SHORT, Http

TRUSTED = ("", "127.0.0.1", "127.0.0.1, 10.0.0.0/8, ::1", "*")
PEERS = ("127.0.0.1", "10.1.2.3", "203.0.113.7", "::1", None)
ADDRESSES = (
    *(peer or "" for peer in PEERS),
    "198.51.100.9",
    "198.51.100.9:4711",
    "[2001:db8::1]:4711",
    "unknown",
    "x" * SHORT,
)
FIELDS = st.one_of(
    st.lists(st.sampled_from(ADDRESSES), max_size=4).map(lambda several: ", ".join(several).encode()),
    st.binary(max_size=2 * SHORT).filter(lambda value: not {0, 10, 13} & set(value)),
)


class Transport(asyncio.Transport):
    """The server's end of a connection on which nothing is sent."""

    def is_closing(self) -> bool:
        return False

    def close(self) -> None:
        """Nothing holds it open."""


async def told(peer: str | None, trusted: str, *requests: list[tuple[bytes, bytes]]) -> list[tuple[Any, Any]]:
    """The clients of a connection's requests: as uvicorn's middleware tells an application, and of direct answers."""
    scopes: list[Scope] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        scopes.append(scope)

    config = Config(app, log_config=None, proxy_headers=bool(trusted), forwarded_allow_ips=trusted)
    config.load()
    http = Http(config, ServerState(), {})
    http.connection_made(Transport({"peername": peer and (peer, 4711)}))
    for headers in requests:
        await config.loaded_app({"type": "http", "client": http.client, "headers": headers}, None, None)
    clients = [(scope["client"], http.forwarded(scope["headers"])) for scope in scopes]
    http.connection_lost(None)
    return clients


@pytest.mark.parametrize("trusted", TRUSTED)
@given(peer=st.sampled_from(PEERS), forwarded=st.lists(FIELDS, max_size=3))
def test_both_ways_tell_the_same_client(trusted: str, peer: str | None, forwarded: list[bytes]) -> None:
    headers = [(b"host", b"test"), *((b"x-forwarded-for", value) for value in forwarded)]
    for by_middleware, directly in asyncio.run(told(peer, trusted, headers, headers)):
        assert by_middleware == directly


async def test_each_request_of_a_proxys_connection_has_its_own_client() -> None:
    addresses = ("198.51.100.1", "198.51.100.2", "198.51.100.1")
    clients = await told("127.0.0.1", "127.0.0.1", *([(b"x-forwarded-for", each.encode())] for each in addresses))
    assert clients == [((address, 0), (address, 0)) for address in addresses]
