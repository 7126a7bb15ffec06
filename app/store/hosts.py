"""Hosts of a PostgreSQL address: `postgresql://user:password@h1:5432,h2:5433/name` names several servers.

They are asked one after the other, each with a time of its own, so that one that is frozen takes no more than that;
where there are several, the one that takes writes is meant (`target_session_attrs` says otherwise).
"""

import re
from typing import Any, NamedTuple
from urllib.parse import parse_qs, unquote, urlsplit

import asyncpg

from app.store.failures import POSTGRES

CONNECT_SECONDS = 3.0
"""How long connecting may take, all hosts together."""

HOST_SECONDS = 2.0
"""How long one of several may take, at most."""

_PORT = 5432


class Host(NamedTuple):
    """Where a server is: a name, an address or the directory of a socket, and the port."""

    name: str
    port: int


def hosts(address: str) -> list[Host]:
    """The servers that an address names, if it names several; else none, and the address says it all."""
    parsed = urlsplit(address)
    query = parse_qs(parsed.query)
    listed = parsed.netloc.rpartition("@")[2] or query.get("host", [""])[-1]
    if "," not in listed:
        return []
    ports = query.get("port", [""])[-1].split(",")
    found = list[Host]()
    for at, each in enumerate(listed.split(",")):
        name, port = unquote(each), ports[at if len(ports) > 1 else 0]
        if parsed.netloc and (split := re.fullmatch(r"\[?(.*?)\]?(?::(\d+))?", name)):
            name, port = split[1], split[2] or port
        found.append(Host(name, int(port or _PORT)))
    return found


def with_one_host(address: str) -> str:
    """The address with the first of its hosts alone, for what reads no list of them."""
    before, listed, after = _around_hosts(address)
    return before + listed.partition(",")[0] + after


def with_all_hosts(shown: str, address: str) -> str:
    """What was made of `with_one_host`, with all hosts of the address again."""
    _, listed, _ = _around_hosts(address)
    before, first, after = _around_hosts(shown)
    return before + (listed if "," in listed else first) + after


def _around_hosts(address: str) -> tuple[str, str, str]:
    """An address in three: up to its hosts, the hosts as they stand there, and the rest."""
    scheme, slashes, rest = address.partition("//")
    ends = [at for at in map(rest.find, "/?#") if at >= 0]
    place = rest[: min(ends)] if ends else rest
    who, at, listed = place.rpartition("@")
    return scheme + slashes + who + at, listed, rest[len(place) :]


class Dialer:
    """Connects to the hosts of an address, beginning with the one that it found last."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._hosts = hosts(address)
        self._chosen = "target_session_attrs" in parse_qs(urlsplit(address).query)
        self._found = 0

    @property
    def several(self) -> bool:
        """Whether there is a choice."""
        return bool(self._hosts)

    @property
    def found(self) -> Host | None:
        """The host that was connected to last, where there are several."""
        return self._hosts[self._found] if self._hosts else None

    async def dial(self, seconds: float = CONNECT_SECONDS, **options: Any) -> asyncpg.Connection:
        """A connection, within so many seconds; what asyncpg raises where there is none."""
        if not self._hosts:
            only: asyncpg.Connection = await asyncpg.connect(self._address, timeout=seconds, **options)
            return only
        if not self._chosen:
            options["target_session_attrs"] = "read-write"
        share = min(seconds / len(self._hosts), HOST_SECONDS)
        first, last = self._found, Exception("no host answers")
        for step in range(len(self._hosts)):
            at = (first + step) % len(self._hosts)
            name, port = self._hosts[at]
            try:
                made: asyncpg.Connection = await asyncpg.connect(
                    self._address, host=name, port=port, timeout=share, **options
                )
            except POSTGRES as error:
                last = error
                continue
            self._found = at
            return made
        raise last
