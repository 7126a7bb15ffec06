"""LISTEN and NOTIFY: how workers on PostgreSQL wake each other's feeds after their commits.

Both go over one connection of their own. A NOTIFY inside of a transaction holds a lock of the whole server until that
is durable, so that commits which notify queue; sent afterwards it holds up nobody. It carries ids only, and one that
is lost costs time: followed sessions are asked for now and then (`Feeds`).
"""

import asyncio
import base64
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any

import asyncpg

from app.store.failures import POSTGRES
from app.store.rows import Committed

CHANNEL = "rollwright"
"""The channel on which workers tell each other what was committed."""

GATHER_SECONDS = 0.005
"""How long the first commit to be told of waits for others, which then go along."""

LISTEN_SECONDS = 15.0
"""How often the connection is tried while nothing is sent, so that one that is broken without a word is noticed."""

RECONNECT_SECONDS = 0.5
"""How soon a lost connection is made anew."""

ANSWER_SECONDS = 3.0
"""How long the server may take for a statement on it."""

MOST = 300
"""How many sessions one NOTIFY names; PostgreSQL takes 8,000 bytes. Where there are more it says that any may be."""

ANY = "*"
"""Says that any session may have changed."""

_NOTIFY = f"SELECT pg_notify('{CHANNEL}', $1)"
_ID = 24  # characters of a session's id in base64


class Waking:
    """The connection of one worker, made anew whenever it is lost; `told` hears what other workers committed.

    `told` hears None after a time without the connection, when anything may have changed.
    """

    def __init__(self, connect: Callable[[], Awaitable[asyncpg.Connection]], told: Committed) -> None:
        self._connect = connect
        self._told = told
        self._unsent: set[bytes] = set()
        self._news = asyncio.Event()
        self._started = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self.listening = False

    async def start(self) -> None:
        """Listen from now on; returns once that was tried, even if the database is away."""
        self._task = asyncio.create_task(self._keep())
        await self._started.wait()

    async def stop(self) -> None:
        """Let go of the connection."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    def tell(self, sessions: Sequence[bytes]) -> None:
        """Have the other workers told of these, soon."""
        if len(self._unsent) <= MOST:
            self._unsent.update(sessions)
        self._news.set()

    async def _keep(self) -> None:
        while True:
            connection: asyncpg.Connection | None = None
            try:
                connection = await self._connect()
                connection.add_termination_listener(lambda _: self._news.set())
                await connection.add_listener(CHANNEL, self._notified)
                self.listening = True
                if self._started.is_set():
                    self._told(None)
                self._started.set()
                while not connection.is_closed():
                    await self._look_after(connection)
            except POSTGRES:
                self._started.set()
            finally:
                self.listening = False
                if connection is not None and not connection.is_closed():
                    connection.terminate()
            await asyncio.sleep(RECONNECT_SECONDS)

    async def _look_after(self, connection: asyncpg.Connection) -> None:
        """Send what there is to send, or see whether the connection still stands."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._news.wait(), LISTEN_SECONDS)
        self._news.clear()
        if self._unsent:
            await asyncio.sleep(GATHER_SECONDS)
            sending, self._unsent = self._unsent, set()
            try:
                await connection.execute(_NOTIFY, _payload(sending), timeout=ANSWER_SECONDS)
            except BaseException:
                self._unsent |= sending
                raise
        elif not connection.is_closed():  # one that is half open says nothing by itself
            await connection.execute("SELECT 1", timeout=ANSWER_SECONDS)

    def _notified(self, connection: Any, sender: int, _: str, payload: object) -> None:
        if sender == connection.get_server_pid():
            return  # told already
        text = str(payload)
        known = text != ANY
        self._told([base64.b64decode(text[at : at + _ID]) for at in range(0, len(text), _ID)] if known else None)


def _payload(sessions: set[bytes]) -> str:
    if len(sessions) > MOST:
        return ANY
    return "".join(base64.b64encode(session).decode() for session in sessions)
