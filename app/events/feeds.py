"""Feeds: the hubs of the sessions that are followed in this process, and the streams that follow them."""

import asyncio
import time
from collections.abc import Coroutine, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

import structlog

from app.events.hub import Hub
from app.http.sse import Follower
from app.store.rows import Store, Unavailable

POLLED = 500
"""How many sessions are asked for at once whether they have changed."""

TICK_SECONDS = 0.25
"""How often it is looked whether it is time to ask for them."""

READS = 2
"""How many hubs read at the same time, so that connections are left for requests."""


class Feeds:
    """The hubs of the sessions that are followed in this process. Made and used inside one event loop."""

    def __init__(self, store: Store, heartbeat_seconds: float) -> None:
        self._store = store
        self._heartbeat_seconds = heartbeat_seconds
        self._reading = asyncio.Semaphore(READS)
        self._hubs: dict[bytes, Hub] = {}
        self._followers: set[Follower] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False
        self._polling = False

    def committed(self, sessions: Sequence[bytes] | None) -> None:
        """These sessions have changed (None: any may have). For `Store.listen`."""
        if not self._hubs:
            return
        found = self._hubs.values() if sessions is None else filter(None, map(self._hubs.get, sessions))
        for hub in list(found):
            hub.wake()

    @contextmanager
    def follower(self) -> Iterator[Follower]:
        """What one stream waits on while it is open; stopped from the beginning where the service is stopping."""
        follower = Follower(self._heartbeat_seconds)
        if self._closed:
            follower.stop()
        self._followers.add(follower)
        try:
            yield follower
        finally:
            follower.close()
            self._followers.discard(follower)

    @contextmanager
    def following(self, session: bytes, follower: Follower) -> Iterator[Hub]:
        """The session's hub, which wakes the follower while this is entered."""
        hub = self._hubs.get(session)
        if hub is None or hub.failed:
            hub = self._hubs[session] = Hub(session, self._store, self._reading, self._start)
            if not self._polling:
                self._polling = True
                self._start(self._poll())
        hub.join(follower)
        try:
            yield hub
        finally:
            if not hub.leave(follower) and self._hubs.get(session) is hub:
                del self._hubs[session]

    def close(self) -> None:
        """End every stream."""
        self._closed = True
        for follower in self._followers:
            follower.stop()

    async def finish(self) -> None:
        """End every stream, and what was being read for them."""
        self.close()
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)

    async def _poll(self) -> None:
        """Ask for the sessions that are followed as often as the store says, until there are none."""
        asked_at = time.monotonic()
        try:
            while self._hubs and (seconds := self._store.poll_seconds) is not None:
                await asyncio.sleep(TICK_SECONDS)
                if time.monotonic() - asked_at < seconds:
                    continue
                followed = list(self._hubs)
                for at in range(0, len(followed), POLLED):
                    part = followed[at : at + POLLED]
                    with suppress(Unavailable):
                        stored = await self._store.versions(part)
                        for hub in filter(None, map(self._hubs.get, part)):
                            hub.compare(stored.get(hub.session))
                asked_at = time.monotonic()
        finally:
            self._polling = False

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            structlog.get_logger().error("a session cannot be followed", logger=__name__, exc_info=error)
