"""The session service: sessions found by the id of an address, and changed under their clocks."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any, Protocol

from app.dice.sealing import Sealed
from app.games.external.failures import tell
from app.games.external.guard import GameFailed
from app.games.served_game import ServedGame
from app.http.clock import now
from app.http.problem_kinds import UNKNOWN_SESSION
from app.http.problems import Problem
from app.sessions import seats
from app.sessions.referee import Overdue, Referee, authorize
from app.sessions.request_head import RequestHead
from app.sessions.views import format_id
from app.store.rows import Judge, SessionRow, Store, Untouched, Verdict
from app.telemetry.metrics import Metrics

SWEEP = 200
"""How many sessions a timer takes up at once."""

STUCK = 600_000
"""For how many milliseconds a timer leaves a session alone whose rules or key are not here; others must not wait."""

LISTED = 2_000
"""How many sessions retention looks up at once."""

BATCH = 50
"""And how many it ends or deletes in one commit."""

PATIENCE = 4
"""How many times as long as that took it then leaves the store to others."""

DAY = 86_400_000


class Bots(Protocol):
    """Who plays the seats of bots."""

    def wake(self, row: SessionRow, state: Any) -> None:
        """A bot of this session is to move; `state` may be None for the stored one."""

    async def prepare(self, served: ServedGame, options: str, state: Any, levels: Sequence[str | None]) -> None:
        """Make ready what bots of these levels play by; the problem where that takes long or cannot be had."""


class NoBots:
    """Where sessions are looked after, and nobody plays."""

    def wake(self, row: SessionRow, state: Any) -> None:
        """See `Bots`."""

    async def prepare(self, served: ServedGame, options: str, state: Any, levels: Sequence[str | None]) -> None:
        """See `Bots`."""


class Sessions:
    """The sessions of one service."""

    def __init__(self, store: Store, referee: Referee, metrics: Metrics) -> None:
        self.store = store
        self.referee = referee
        self.metrics = metrics
        self.bots: Bots = NoBots()
        self._stuck: dict[bytes, int] = {}  # sessions whose clocks cannot be heeded: until when they are left alone

    async def stored(self, session: bytes) -> SessionRow:
        """The session of that id, its clocks heeded; or the problem that there is none."""
        row, at = await self.store.session(session), now()
        if row is not None and row.deadline is not None and row.deadline < at:
            with suppress(Problem, Sealed):  # its rules or its key are not here or fail, and it is shown as it is
                await self.heed(session, at)
            row = await self.store.session(session)
        if row is None:
            raise Problem(UNKNOWN_SESSION)
        return row

    async def readable(self, session: bytes, token: bytes | None) -> SessionRow:
        """A session that the token may look at; a public one needs none."""
        row = await self.stored(session)
        if row.visibility == "private":
            authorize(token, row)
        return row

    async def change(self, session: bytes, judge: Judge, head: RequestHead) -> Verdict:
        """Let `judge` decide (see `Store.change`), after seats whose time is over have left."""
        while True:
            try:
                verdict = await self.store.change(session, judge, head.key)
            except Overdue:
                await self.heed(session, head.at)
                continue
            if verdict is None:
                raise Problem(UNKNOWN_SESSION)
            return verdict

    async def heed(self, session: bytes, at: int) -> None:
        """Let the seats leave whose time was over by then, the first to run out first."""
        while True:
            try:
                verdict = await self.store.change(session, seats.timed_out(self.referee, at))
            except GameFailed as failure:
                tell(failure, self.metrics, format_id(session))
                raise
            if verdict is None or verdict.row.deadline is None or verdict.row.deadline >= at:
                return

    async def sweep(self) -> None:
        """Let seats leave whose time is over, in all sessions. Any number of processes may do it at once."""
        at = now()
        self._stuck = {session: until for session, until in self._stuck.items() if until > at}
        for session in await self.store.overdue(at, SWEEP + len(self._stuck)):
            if session in self._stuck:
                continue
            try:
                await self.heed(session, at)
            except (Problem, Sealed):  # its rules or its key are not here, or its rules fail
                self._stuck[session] = at + STUCK

    async def purge(self, days: int) -> tuple[int, int]:
        """Abandon sessions untouched for so many days, and delete those that have been over for as many more.

        Returns how many were abandoned and how many deleted.
        """
        since = now() - days * DAY
        abandoned = deleted = 0
        while idle := await self.store.untouched(since, ("waiting", "active"), LISTED):
            for batch in _batches(idle):
                async with _giving_way():
                    await asyncio.gather(
                        *(self.store.change(session, seats.abandoned(since, now())) for session in batch)
                    )
            abandoned += len(idle)
        for status, before in (("abandoned", since), ("finished", since - days * DAY)):
            meant = Untouched(before, (status,))
            while over := await self.store.untouched(*meant, LISTED):
                for batch in _batches(over):  # some of which others may have taken up again meanwhile
                    async with _giving_way():
                        deleted += len(await self.store.delete_untouched(batch, meant))
        return abandoned, deleted


def _batches(sessions: Sequence[bytes]) -> Iterator[Sequence[bytes]]:
    return (sessions[at : at + BATCH] for at in range(0, len(sessions), BATCH))


@asynccontextmanager
async def _giving_way() -> AsyncIterator[None]:
    """Afterwards wait in proportion to what it took, which is longer the more others there are to wait for."""
    begun = time.monotonic()
    yield
    await asyncio.sleep(PATIENCE * (time.monotonic() - begun))
