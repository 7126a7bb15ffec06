"""Timers: what a service does by itself: seats whose time is over leave, bots that were forgotten move, idle sessions
are abandoned and deleted.

Every worker does it; what one has done the others find done. Besides, each tells how busy its connections are.
"""

import asyncio
import random
from collections.abc import Awaitable, Callable

import structlog

from app.sessions.service import Sessions
from app.store.rows import Full, Unavailable

SWEEP_SECONDS = 1.0
"""How often clocks are looked at; a request for a session looks at its own at once."""

PURGE_SECONDS = 3600.0
"""How often idle sessions are looked for."""

POOL_SECONDS = 1.0
"""How often the connections to the store are counted."""

_log = structlog.stdlib.get_logger(__name__)


async def _every(seconds: float, name: str, work: Callable[[], Awaitable[object]]) -> None:
    while True:
        await asyncio.sleep(seconds * random.uniform(0.8, 1.2))  # noqa: S311 - so that workers do not march in step
        try:
            await work()
        except (Full, Unavailable):
            _log.warning("timer failed: the store does not answer", timer=name)
        except Exception:  # noqa: BLE001 - the next time it may work, and nobody else would start it again
            _log.exception("timer failed", timer=name)


def start(
    sessions: Sessions, sweep_bots: Callable[[], Awaitable[object]], retention_days: int | None
) -> list[asyncio.Task[None]]:
    """Start the timers on the running event loop; cancel the tasks to stop them."""

    async def count() -> None:
        sessions.metrics.pool(*sessions.store.pool_use())

    timers = [
        asyncio.create_task(_every(SWEEP_SECONDS, "clocks", sessions.sweep)),
        asyncio.create_task(_every(SWEEP_SECONDS, "bots", sweep_bots)),
        asyncio.create_task(_every(POOL_SECONDS, "connections", count)),
    ]
    if retention_days is not None:
        days = retention_days

        async def purge() -> None:
            abandoned, deleted = await sessions.purge(days)
            if abandoned or deleted:
                _log.info("idle sessions", abandoned=abandoned, deleted=deleted)

        timers.append(asyncio.create_task(_every(PURGE_SECONDS, "retention", purge)))
    return timers
