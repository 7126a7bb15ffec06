"""Group commit: requests that wait together are read, judged and committed together, each with its own verdict."""

import asyncio
import secrets
from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

from app.store.apart import PATIENCE_SECONDS, PROBE_SECONDS, Apart
from app.store.failures import splits
from app.store.health import FAILED_BATCH
from app.store.rows import (
    Change,
    Contended,
    Full,
    Guarded,
    Held,
    Job,
    Judge,
    KeyRow,
    Loaded,
    SessionRow,
    Unavailable,
    Unchanged,
    Verdict,
)

MAX_BATCH = 256
"""How many changes one commit carries at most."""

MAX_ATTEMPTS = 100
"""How often a request may lose its race against others before it is told to come again."""

CONTENDED_TOGETHER = 2
"""How often changes whose transaction was given up are tried together, before each gets one of its own."""

REMEMBERED = 4096
"""How many sessions a process remembers as it last committed them."""


def loaded(rows: Sequence[Sequence[Any]]) -> Loaded | None:
    """A session from its row joined with its keys, as many times as there are keys, and its tag; None from no row."""
    if not rows:
        return None
    width = len(SessionRow._fields)
    keys = [KeyRow(*row[width:-1]) for row in rows if row[width] is not None]
    return Loaded(SessionRow(*rows[0][:width]), {key.caller: key for key in keys}, tag=rows[0][-1])


T = TypeVar("T")


class Backend(Protocol):
    """What a database has to offer for this."""

    async def load(self, wanted: Sequence[tuple[bytes, bytes | None]], apart: bool = False) -> list[Loaded | None]:
        """The sessions of these ids, each with the keys that equal the digest beside it, in one snapshot.

        `apart`: on another connection than usual, so that nobody waits behind it; as in `write`.
        """

    async def write(self, changes: Sequence[Guarded], tag: int, apart: bool = False) -> Sequence[bool]:
        """Commit the changes (of different sessions) in one transaction, under this tag; which of them were written.

        A change is left out if its session has moved on from the row it was judged on, or its key is there already.
        `Held`, `Contended`: nothing was written, for what others do.
        """

    async def held(self, sessions: Sequence[bytes]) -> set[bytes]:
        """Those of these sessions that somebody else holds at present, so that a write would wait."""

    async def confirm(self) -> None:
        """Wait until everything that could be read before is as durable as a commit."""


class _Awaited(Job):
    """A job whose request waits for a future."""

    __slots__ = ("future",)

    def __init__(self, session: bytes, judge: Judge, key: bytes | None, future: asyncio.Future[Any]) -> None:
        super().__init__(session, judge, key)
        self.future = future

    def settle(self, verdict: Verdict | None) -> None:
        """See `Job`."""
        if not self.future.done():  # its request may have been cancelled meanwhile
            self.future.set_result(verdict)

    def fail(self, error: Exception) -> None:
        """See `Job`."""
        if not self.future.done():
            self.future.set_exception(error)


class Batcher:
    """Takes changes one by one and commits them in batches. Made and used inside one event loop.

    A session's row is remembered after its commit, so that the next change needs no reading. What was decided on a
    remembered row is never final before the store agrees: a change is written only if the session is still at the
    version and epoch it was judged on, left so by the same commit (the tag tells, since a database may go back in
    time), and a refusal, or that there is nothing to write, is judged again on what is read from the store.

    A session that holds others up, because somebody holds its row or what it writes cannot be written, is kept apart
    for a while: its changes go by themselves and on another connection.
    """

    def __init__(self, backend: Backend, committed: Callable[[Sequence[bytes]], None]) -> None:
        self._backend = backend
        self._committed = committed
        self._loop = asyncio.get_running_loop()
        self._waiting: deque[Job] = deque()
        self._remembered: OrderedDict[bytes, Loaded] = OrderedDict()
        self._task: asyncio.Task[None] | None = None
        self._open: set[Job] = set()  # of what is being settled, what is neither told nor waiting anew
        self._apart = Apart(self._loop.time)
        self._aside: list[Job] = []  # what waits for these
        self._aside_task: asyncio.Task[None] | None = None
        self.full = False  # whether the last commit found no room
        self.failed: Callable[[str], None] = lambda _: None  # told of each commit that failed
        self.observe: Callable[[int], None] | None = None  # told how many each commit carried, once answered
        self.with_bots: Callable[[SessionRow, Any], None] | None = None  # told a session with bots, and its state

    def change(self, session: bytes, judge: Judge, key: bytes | None) -> asyncio.Future[Verdict | None]:
        """See `Store.change`."""
        future: asyncio.Future[Verdict | None] = self._loop.create_future()
        self.submit(_Awaited(session, judge, key, future))
        return future

    def submit(self, job: Job) -> None:
        """See `Store.submit`."""
        self._waiting.append(job)
        if self._task is None:
            self._task = self._loop.create_task(self._run())

    def begin(self, row: SessionRow) -> None:
        """Remember a session that has just been stored, unless it has moved on already."""
        if row.id not in self._remembered:
            self._remember(Loaded(row))

    def recalled(self, session: bytes) -> SessionRow | None:
        """See `Store.recalled`."""
        remembered = self._remembered.get(session)
        return None if remembered is None else remembered.row

    def forget(self, session: bytes) -> None:
        """Remember a session no longer."""
        self._remembered.pop(session, None)

    def forget_all(self) -> None:
        """Remember nothing: what the store holds may be something else from now on."""
        self._remembered.clear()

    async def finish(self) -> None:
        """Wait until everything that was asked for is settled."""
        while tasks := [task for task in (self._task, self._aside_task) if task is not None]:
            await asyncio.wait(tasks)

    async def _run(self) -> None:
        try:
            while self._waiting:
                await asyncio.sleep(0)  # what has arrived meanwhile goes along: fewer commits are less work
                await self._settled(self._next_batch())
        finally:
            self._task = None

    async def _run_aside(self) -> None:
        """Settle what is kept apart one by one, as soon as nobody else holds its session."""
        try:
            while self._aside:
                jobs, self._aside = self._aside, []
                try:
                    held = await self._backend.held(list({job.session for job in jobs}))
                except Exception as error:  # noqa: BLE001 - as in `_settled`
                    for job in jobs:
                        self._tell(job, job.fail, error)
                    continue
                for job in jobs:
                    if job.session in held:
                        self._put_aside(job)
                    else:
                        await self._settled([job], apart=True)
                if self._aside:
                    await asyncio.sleep(PROBE_SECONDS)
        finally:
            self._aside_task = None

    def _put_aside(self, job: Job) -> None:
        """Let a change wait until nobody else holds its session, or tell it to come again."""
        now = self._loop.time()
        self._apart.keep(job.session)
        if job.waits_until is None:
            job.waits_until = now + PATIENCE_SECONDS
        if job.waits_until < now:
            self._tell(job, job.fail, Held())
            return
        self._open.discard(job)
        job.fresh = True
        self._aside.append(job)
        if self._aside_task is None:
            self._aside_task = self._loop.create_task(self._run_aside())

    async def _settled(self, batch: Sequence[Job], apart: bool = False) -> None:
        """Settle these; whatever goes wrong, every request gets one answer."""
        self._open.update(batch)
        try:
            await self._settle(batch, apart)
        except Exception as error:  # noqa: BLE001 - as it says
            self.failed(FAILED_BATCH)
            for job in batch:
                self.forget(job.session)
                if job in self._open:
                    self._tell(job, job.fail, error)
            self._announce([job.session for job in batch])  # perhaps it was, and only the answer was lost

    def _next_batch(self) -> list[Job]:
        """What waits, in order, but only one request for each session."""
        batch: list[Job] = []
        taken: set[bytes] = set()
        later: list[Job] = []
        while self._waiting and len(batch) < MAX_BATCH:
            job = self._waiting.popleft()
            if job.session in self._apart:
                self._put_aside(job)
                continue
            if job.contended >= CONTENDED_TOGETHER:
                if not batch:
                    batch.append(job)
                else:
                    self._waiting.appendleft(job)
                break
            if job.session in taken:
                later.append(job)
            else:
                taken.add(job.session)
                batch.append(job)
        self._waiting.extendleft(reversed(later))
        return batch

    async def _settle(self, batch: Sequence[Job], apart: bool) -> None:
        judged: list[Job] = []
        changes: list[Guarded] = []  # of `judged`
        replays: list[tuple[Job, Unchanged]] = []
        unread: list[Job] = []
        for job in batch:
            remembered = None if job.fresh else self._remembered.get(job.session)
            if remembered is None:
                unread.append(job)
            elif (change := self._judge(job, remembered, unread, replays)) is not None:
                judged.append(job)
                changes.append(Guarded(remembered.row, change, remembered.tag))
        if unread:
            try:
                stored = await self._backend.load([(job.session, job.key) for job in unread], apart)
            except Contended:
                self._given_up([*judged, *unread])
                return
            for job, read in zip(unread, stored, strict=True):
                if read is None:
                    self.forget(job.session)
                    self._tell(job, job.settle, None)
                elif (change := self._judge(job, read, None, replays)) is not None:
                    judged.append(job)
                    changes.append(Guarded(read.row, change, read.tag))
        durable = False
        try:
            if changes:
                durable = await self._write(judged, changes, apart)
        finally:
            if replays:
                if not durable:
                    await self._backend.confirm()
                for job, verdict in replays:
                    self._tell(job, job.settle, verdict)

    async def _write(self, judged: Sequence[Job], changes: Sequence[Guarded], apart: bool) -> bool:
        """Write what was judged and tell it; whether there was a commit, which makes durable what was read before."""
        tag = secrets.randbits(63)
        try:
            written = await self._backend.write(changes, tag, apart)
        except Held:
            await self._make_way(judged, apart)
            return False
        except Contended:
            self._given_up(judged)
            return False
        except Exception as error:
            self.full = isinstance(error, Full)
            if not splits(error):
                raise
            if len(judged) == 1:
                self._apart.keep(judged[0].session)
                raise
            self.failed(FAILED_BATCH)
            self._given_up(judged, CONTENDED_TOGETHER)
            return False
        self.full = False
        committed = list[Change]()
        for job, guarded, done in zip(judged, changes, written, strict=True):
            if done:
                change = guarded.change
                committed.append(change)
                self._remember(Loaded(change.row, None, change.state, change.keyed, tag))
                self._tell(job, job.settle, change)
                if apart:
                    self._apart.let_go(job.session)
            else:
                self._again(job)
        self._wake_bots(committed)
        self._announce([change.row.id for change in committed])
        if self.observe is not None:
            self.observe(len(changes))
        return bool(committed)

    async def _make_way(self, jobs: Sequence[Job], apart: bool) -> None:
        """One of these sessions is held by somebody else: the others go on, and it waits."""
        held = {jobs[0].session} if len(jobs) == 1 else await self._backend.held([job.session for job in jobs])
        for job in reversed(jobs):
            if apart or job.session in held:
                self._put_aside(job)
            else:
                job.contended += not held  # what it is that is held cannot be seen
                self._again(job)

    def _tell(self, job: Job, how: Callable[[T], None], what: T) -> None:
        """Settle a job or let it fail, once."""
        self._open.discard(job)
        try:
            how(what)
        except Exception as error:  # noqa: BLE001 - the others must hear of theirs
            self._loop.call_exception_handler({"message": "a change was not answered", "exception": error})

    def _wake_bots(self, changes: Sequence[Change]) -> None:
        if self.with_bots is not None:
            for change in changes:
                if change.row.bot_due is not None:
                    self.with_bots(change.row, change.state)

    def _announce(self, sessions: Sequence[bytes]) -> None:
        """Say that these have changed."""
        try:
            self._committed(sessions)
        except Exception as error:  # noqa: BLE001 - each request was answered for itself
            self._loop.call_exception_handler({"message": "a commit was not announced", "exception": error})

    def _judge(
        self, job: Job, loaded: Loaded, unread: list[Job] | None, replays: list[tuple[Job, Unchanged]]
    ) -> Change | None:
        """What is to be written, None if nothing is.

        `unread` takes a job that must not be turned down before it was read; None: it was. `replays` takes one that
        had its effect before, and is told so once that is known to be durable.
        """
        try:
            verdict = job.judge(loaded)
        except Exception as refusal:  # noqa: BLE001 - each request has its own verdict, whatever it is
            if unread is None:
                self._tell(job, job.fail, refusal)
            else:
                unread.append(job)
            return None
        if isinstance(verdict, Unchanged):
            if unread is not None:
                unread.append(job)
            elif verdict.replayed is not None:
                replays.append((job, verdict))
            else:
                self._tell(job, job.settle, verdict)
            return None
        return verdict

    def _remember(self, loaded: Loaded) -> None:
        session = loaded.row.id
        self._remembered[session] = loaded
        self._remembered.move_to_end(session)
        if len(self._remembered) > REMEMBERED:
            self._remembered.popitem(last=False)

    def _given_up(self, jobs: Sequence[Job], times: int = 1) -> None:
        """The transaction of these was given up, for others' or as a whole: judge them again, at last one by one."""
        for job in reversed(jobs):
            job.contended += times
            self._again(job)

    def _again(self, job: Job) -> None:
        """Somebody else was first, or its key is there: judge it anew on what is read from the store."""
        self.forget(job.session)
        job.fresh = True
        job.attempts += 1
        if job.attempts == MAX_ATTEMPTS:
            self._tell(job, job.fail, Unavailable())
        else:
            self._open.discard(job)
            self._waiting.appendleft(job)
