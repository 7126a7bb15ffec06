"""Group commit: requests that wait together are read, judged and committed together, each with its own verdict."""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Protocol, TypeVar

from app.store.rows import (
    Change,
    Contended,
    Guarded,
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

CONTENDED_ATTEMPTS = 10
"""How often a transaction that stands alone is tried."""

REMEMBERED = 4096
"""How many sessions a process remembers as it last committed them."""


def loaded(rows: Sequence[Sequence[Any]]) -> Loaded | None:
    """A session from its row joined with its keys, as many times as there are keys; None from no row at all."""
    if not rows:
        return None
    width = len(SessionRow._fields)
    keys = [KeyRow(*row[width:]) for row in rows if row[width] is not None]
    return Loaded(SessionRow(*rows[0][:width]), {key.caller: key for key in keys})


T = TypeVar("T")


async def again_if_contended(work: Callable[[], Awaitable[T]]) -> T:
    """What `work` gives, which is one transaction, tried again where it was given up for others'."""
    for _ in range(CONTENDED_ATTEMPTS - 1):
        try:
            return await work()
        except Contended:
            await asyncio.sleep(0)
    return await work()


class Backend(Protocol):
    """What a database has to offer for this."""

    async def load(self, wanted: Sequence[tuple[bytes, bytes | None]]) -> list[Loaded | None]:
        """The sessions of these ids, each with the keys that equal the digest beside it, in one snapshot."""

    async def write(self, changes: Sequence[Guarded]) -> Sequence[bool]:
        """Commit the changes (of different sessions) in one transaction; which of them were written.

        A change is left out if its session has moved on from the row it was judged on, or its key is there already.
        """


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
    version and epoch it was judged on, and a refusal, or that there is nothing to write, is judged again on what is
    read from the store.
    """

    def __init__(self, backend: Backend, committed: Callable[[Sequence[bytes]], None]) -> None:
        self._backend = backend
        self._committed = committed
        self._loop = asyncio.get_running_loop()
        self._waiting: deque[Job] = deque()
        self._remembered: OrderedDict[bytes, Loaded] = OrderedDict()
        self._task: asyncio.Task[None] | None = None
        self._open: set[Job] = set()  # of the batch that is being settled, what is neither told nor waiting anew
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

    def forget(self, session: bytes) -> None:
        """Remember a session no longer."""
        self._remembered.pop(session, None)

    async def finish(self) -> None:
        """Wait until everything that was asked for is settled."""
        while self._task is not None:
            await asyncio.wait([self._task])

    async def _run(self) -> None:
        try:
            while self._waiting:
                await asyncio.sleep(0)  # what has arrived meanwhile goes along: fewer commits are less work
                batch = self._next_batch()
                self._open = set(batch)
                try:
                    await self._settle(batch)
                except Exception as error:  # noqa: BLE001 - whatever went wrong, every request gets one answer
                    for job in batch:
                        self.forget(job.session)
                        if job in self._open:
                            self._tell(job, job.fail, error)
                    self._announce([job.session for job in batch])  # perhaps it was, and only the answer was lost
        finally:
            self._task = None

    def _next_batch(self) -> list[Job]:
        """What waits, in order, but only one request for each session."""
        batch: list[Job] = []
        taken: set[bytes] = set()
        later: list[Job] = []
        while self._waiting and len(batch) < MAX_BATCH:
            job = self._waiting.popleft()
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

    async def _settle(self, batch: Sequence[Job]) -> None:
        judged: list[Job] = []
        changes: list[Guarded] = []  # of `judged`
        unread: list[Job] = []
        for job in batch:
            remembered = None if job.fresh else self._remembered.get(job.session)
            if remembered is None:
                unread.append(job)
            elif (change := self._judge(job, remembered, unread)) is not None:
                judged.append(job)
                changes.append(Guarded(remembered.row, change))
        if unread:
            try:
                stored = await self._backend.load([(job.session, job.key) for job in unread])
            except Contended:
                self._given_up([*judged, *unread])
                return
            for job, read in zip(unread, stored, strict=True):
                if read is None:
                    self.forget(job.session)
                    self._tell(job, job.settle, None)
                elif (change := self._judge(job, read, None)) is not None:
                    judged.append(job)
                    changes.append(Guarded(read.row, change))
        if not changes:
            return
        try:
            written = await self._backend.write(changes)
        except Contended:
            self._given_up(judged)
            return
        committed = list[Change]()
        for job, guarded, done in zip(judged, changes, written, strict=True):
            if done:
                committed.append(guarded.change)
                self._remember(guarded.change)
                self._tell(job, job.settle, guarded.change)
            else:
                self._again(job)
        self._wake_bots(committed)
        self._announce([change.row.id for change in committed])
        if self.observe is not None:
            self.observe(len(changes))

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

    def _judge(self, job: Job, loaded: Loaded, unread: list[Job] | None) -> Change | None:
        """What is to be written, None if nothing is.

        `unread` takes a job that must not be turned down before it was read; None: it was.
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
            if unread is None:
                self._tell(job, job.settle, verdict)
            else:
                unread.append(job)
            return None
        return verdict

    def _remember(self, change: Change) -> None:
        self._remembered[change.row.id] = Loaded(change.row, None, change.state, change.keyed)
        self._remembered.move_to_end(change.row.id)
        if len(self._remembered) > REMEMBERED:
            self._remembered.popitem(last=False)

    def _given_up(self, jobs: Sequence[Job]) -> None:
        """The transaction of these was given up for others': judge them again, at last each on its own."""
        for job in reversed(jobs):
            job.contended += 1
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
