"""The player of bots: in each worker one, which makes their moves after the commits that they follow.

A commit that leaves a bot to move wakes it, in the worker that committed; it decides in a thread, one decision after
the other, and its move is judged and committed as any other, at the version that it was decided for or not at all.
What was left undone, as its worker ended or had no room, the sweep of any worker finds in the store.
"""

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import structlog

from app.advice.advisers import Advisers
from app.bots.advised import PATIENCE, Advised
from app.bots.decision import Decision, carried_out, decided
from app.bots.queue import Queue, Waiting
from app.dice.sealing import Sealed
from app.games.external.failures import tell
from app.games.external.guard import GameFailed
from app.games.served_game import ServedGame
from app.http.clock import now
from app.http.problem_kinds import ADVICE_PREPARING
from app.http.problems import Problem
from app.sessions import bot_seats
from app.sessions.referee import Referee
from app.sessions.service import STUCK, SWEEP
from app.sessions.views import format_id
from app.store.rows import Change, Job, Judge, SessionRow, Store, Unavailable, Verdict
from app.telemetry.metrics import Metrics
from rules.advice.levels import asks_adviser
from rules.adviser import AnyAdviser

LATE = 500
"""For how many milliseconds a bot's move is left to the worker that was woken for it."""

MOST_PREPARED = 32
"""How many sessions wait for tables at the same time; others are found again by the sweep."""

_log = structlog.stdlib.get_logger(__name__)


class Player:
    """Makes the moves of bots (a `sessions.service.Bots`). Made and used inside one event loop."""

    def __init__(self, store: Store, referee: Referee, advisers: Advisers, metrics: Metrics) -> None:
        self._store = store
        self._referee = referee
        self._advised = Advised(advisers)
        self._metrics = metrics
        self._loop = asyncio.get_running_loop()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="bots")
        self._queue = Queue()
        self._stuck: dict[bytes, int] = {}  # sessions whose bots cannot move: until when they are left alone
        self._playing: asyncio.Task[None] | None = None
        self._preparing: set[asyncio.Task[None]] = set()
        self._closed = False

    def wake(self, row: SessionRow, state: Any) -> None:
        """A bot of this session is to move, now or after its pause; `state` may be None for the stored one."""
        if row.bot_due is None or self._closed or not self._queue.keep(Waiting(row, state)):
            return
        pause = row.bot_due - now()
        if pause > 0:
            self._loop.call_later(pause / 1000, self._ready, row.id)
        else:
            self._ready(row.id)

    async def prepare(self, served: ServedGame, options: str, state: Any, levels: Sequence[str | None]) -> None:
        """See `sessions.service.Bots`."""
        if any(level is not None and asks_adviser(served.game, level) for level in levels):
            await self._advised.prepared(served, options, state, len(levels))

    async def sweep(self) -> None:
        """Take up the sessions whose bots should have moved, the longest first. Any number of workers may do so."""
        at = now()
        self._stuck = {session: until for session, until in self._stuck.items() if until > at}
        for session in await self._store.bots_due(at - LATE, SWEEP + len(self._stuck)):
            if session not in self._stuck and session not in self._queue:
                row = await self._store.session(session)
                if row is not None:
                    self.wake(row, None)

    async def close(self) -> None:
        """Make no more moves: what was decided is committed, or left to others."""
        self._closed = True
        tasks = [*self._preparing, *filter(None, [self._playing])]
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)
        await asyncio.to_thread(self._thread.shutdown)

    def _ready(self, session: bytes) -> None:
        if self._closed:
            return
        self._queue.ready(session)
        if self._playing is None:
            self._playing = self._loop.create_task(self._play())

    async def _play(self) -> None:
        try:
            while (waiting := self._queue.next()) is not None:
                try:
                    await self._move(waiting)
                except Exception as error:  # noqa: BLE001 - other sessions go on
                    self.failed(waiting.row, error)
        finally:
            self._playing = None

    async def _move(self, waiting: Waiting) -> None:
        row = waiting.row
        served = self._referee.games.of(row)
        state = served.state.validate_json(row.state) if waiting.state is None else waiting.state
        adviser: AnyAdviser | None = None
        if any(level and asks_adviser(served.game, level) for level in bot_seats.levels_of(row)):
            adviser = self._advised.ready(served, row, state)
            if adviser is None:
                self._prepare(served, Waiting(row, state))
                return
        decision = await self._loop.run_in_executor(self._thread, self._decided, served, row, state, adviser)
        self._store.submit(_Move(self, row, carried_out(self._referee, decision)))

    def _decided(self, served: ServedGame, row: SessionRow, state: Any, adviser: AnyAdviser | None) -> Decision:
        return decided(served, row, state, self._referee.sealer.open(row.secret, row.id), adviser)

    def _prepare(self, served: ServedGame, waiting: Waiting) -> None:
        """Let a session wait for its table, while others are played."""
        if len(self._preparing) >= MOST_PREPARED:
            return
        self._stuck[waiting.row.id] = now() + round(2000 * PATIENCE)

        async def prepare() -> None:
            row = waiting.row
            try:
                seats = len(bot_seats.levels_of(row))
                await self._advised.prepared(served, row.options, waiting.state, seats, PATIENCE)
                self._stuck.pop(row.id, None)
                self.wake(*waiting)
            except Exception as error:  # noqa: BLE001 - whatever it is, other sessions go on
                self.failed(row, error)

        task = self._loop.create_task(prepare())
        self._preparing.add(task)
        task.add_done_callback(self._preparing.discard)

    # --- how it ended ---

    def moved(self, verdict: Verdict | None) -> None:
        """A move was judged; if it is stored, the batch wakes whoever comes next."""
        if isinstance(verdict, Change):
            self._metrics.moved(verdict.row.game, "bot")

    def failed(self, row: SessionRow, error: Exception) -> None:
        """A bot could not move: the sweep finds its session again, after a while where that would not help soon."""
        if isinstance(error, Unavailable):
            return
        session, wait = format_id(row.id), STUCK
        if isinstance(error, GameFailed):
            tell(error, self._metrics, session)
        elif isinstance(error, Problem) and error.kind is ADVICE_PREPARING:
            wait = 1000 * int(error.headers["Retry-After"])
        elif isinstance(error, Problem | Sealed):
            _log.warning("a bot cannot move", session=session, why=str(error))
        else:
            _log.error("a bot cannot move", session=session, exc_info=error)
        self._stuck[row.id] = now() + wait


class _Move(Job):
    """A bot's move on its way to the store."""

    __slots__ = ("_player", "_row")

    def __init__(self, player: Player, row: SessionRow, judge: Judge) -> None:
        super().__init__(row.id, judge, None)
        self._player = player
        self._row = row

    def settle(self, verdict: Verdict | None) -> None:
        """See `Job`."""
        self._player.moved(verdict)

    def fail(self, error: Exception) -> None:
        """See `Job`."""
        self._player.failed(self._row, error)
