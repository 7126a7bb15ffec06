"""Live events: what is committed to sessions, read once and told to every stream that follows them.

The record is the truth; a wake-up only says that it may have grown. A session that is followed in this process has a
hub. It reads each new entry once, folds it once and renders its event once for each audience. Streams take the events
at their own pace out of the hub's short memory; a stream that has fallen out of it is cut off, and its client resumes
after the last event that it got.
"""

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Callable, Coroutine, Sequence
from contextlib import aclosing
from typing import Any

from app.access import tokens
from app.games.external.guard import GameFailed
from app.games.served_game import ServedGame
from app.http.sse import HEARTBEAT, Chunk, Follower, event
from app.sessions import record
from app.sessions.views import listed, played_view, session_view
from app.store.rows import EntryRow, SessionRow, Store, Unavailable, read_record

PAGE = 25
"""Record entries that are read at once, and folded without letting anybody else have a turn."""

RECENT = 16
"""Events that a hub remembers for streams that come back after a short cut."""

BACKLOG = 256
"""Events that a hub remembers at most, for streams that read slowly."""

BACKLOG_BYTES = 2**20
"""How many bytes these may have in all, beyond the recent ones."""

RETRY_SECONDS = 0.5
"""How soon a store that does not answer is asked again."""

Audience = int | None
"""Whose legal moves a stream lists: a seat's, everyone's (`tokens.HOST`) or nobody's (None)."""


def session_told(served: ServedGame, row: SessionRow, audience: Audience) -> bytes:
    """The session as it is, as a stream begins."""
    return event("session", session_view(served, row, listed("mine", audience)), row.version)


def entry_told(served: ServedGame, row: SessionRow, state: Any, entry: EntryRow, audience: Audience) -> bytes:
    """A record entry and the session after it."""
    view = session_view(served, row, listed("mine", audience), state)
    return event(entry.kind, {"played": played_view(entry), "session": view}, entry.version)


DELETED = event("end", {"status": "deleted", "outcome": None})
"""The end of a session that its host deleted; it has no id, as there is nothing to come back to."""


def _end(served: ServedGame, row: SessionRow, state: Any) -> bytes:
    outcome = served.rules(row.options).outcome(state)
    return event("end", {"status": row.status, "outcome": outcome}, row.version)


class TokenCheck:
    """A token, by its digest, that must stay good: looked up again whenever its session's tokens have changed."""

    def __init__(self, token: bytes) -> None:
        self._token = token
        self._tokens = b""
        self._good = False

    def good(self, digests: bytes) -> bool:
        """Whether it is one of these (`SessionRow.tokens`)."""
        if digests != self._tokens:
            self._tokens = digests
            self._good = tokens.holder(self._token, digests) is not None
        return self._good


class RenderedEntry:
    """A session right after an entry of its record, and what was rendered of it, by audience."""

    __slots__ = ("entry", "row", "size", "state", "told")

    def __init__(self, entry: EntryRow, row: SessionRow, state: Any) -> None:
        self.entry = entry
        self.row = row
        self.state = state
        self.told: dict[Audience, bytes] = {}
        self.size = len(row.state)


class Hub:
    """One session's news in this process. Made by `Feeds`; `begin` has to come before anything is asked of it.

    It is woken from its making on, so that nothing is missed that is committed after the row was read with which it
    begins.
    """

    served: ServedGame
    row: SessionRow
    state: Any
    tokens: bytes

    def __init__(
        self,
        session: bytes,
        store: Store,
        reading: asyncio.Semaphore,
        start: Callable[[Coroutine[Any, Any, None]], None],
    ) -> None:
        self.session = session
        self.deleted = False
        self.failed = False
        self.failure: GameFailed | None = None  # where that is why
        self._store = store
        self._reading = reading
        self._start = start
        self._followers: set[Follower] = set()
        self._places: dict[Follower, int] = {}
        self._tail: deque[RenderedEntry] = deque()
        self._size = 0
        self._epoch = -1
        self._guarded = False
        self._begun = False
        self._woken = False
        self._running = False

    # --- what happens to it ---

    def begin(self, served: ServedGame, row: SessionRow) -> None:
        """Take up the session from a row that was read after the hub was made."""
        self._know(row)
        if self._begun:
            if row.version != self.row.version:
                self.wake()
            return
        try:
            state = served.state.validate_json(row.state)
        except GameFailed as failure:
            self.failed, self.failure = True, failure
            raise
        self._begun = True
        self.served, self.row, self.state = served, row, state
        self._guarded |= row.visibility == "private"
        if self._woken:
            self._run_soon()

    def guard(self) -> None:
        """From now on notice at every entry whether tokens were replaced."""
        self._guarded = True

    def wake(self) -> None:
        """The session may have changed."""
        self._woken = True
        if self._begun:
            self._run_soon()

    def compare(self, stored: tuple[int, int] | None) -> None:
        """Wake where version and epoch in the store are not those known here; None: the session is not there."""
        if self._begun and not self.deleted and stored != (self.row.version, self._epoch):
            self.wake()

    def join(self, follower: Follower) -> None:
        """Wake the follower from now on, whenever there is news."""
        self._followers.add(follower)

    def leave(self, follower: Follower) -> bool:
        """Wake it no longer; whether anybody still follows."""
        self._followers.discard(follower)
        self._places.pop(follower, None)
        return bool(self._followers)

    # --- what it tells ---

    @property
    def floor(self) -> int:
        """The version after which it remembers every entry."""
        return self._tail[0].entry.version - 1 if self._tail else self.row.version

    def since(self, version: int) -> list[RenderedEntry] | None:
        """What happened after a version; None where that is no longer remembered."""
        if version < self.floor:
            return None
        return [moment for moment in self._tail if moment.entry.version > version]

    async def follow(
        self, follower: Follower, seen: int, audience: Audience, token: TokenCheck | None
    ) -> AsyncGenerator[Chunk, None]:
        """Every entry after version `seen`, each once and in order, as it comes; then the end.

        It stops early where the follower was stopped, has fallen behind too far, or brought a token that is good no
        longer: its client may come again then, and resumes or is told why not. `GameFailed` where the game does.
        """
        place = seen
        async with aclosing(self._past(seen)) as past:
            async for moment in past:
                if not self._serves(follower, token):
                    return
                if moment is None:
                    yield Chunk(HEARTBEAT)
                    continue
                place = moment.entry.version
                yield Chunk(entry_told(self.served, moment.row, moment.state, moment.entry, audience))
                await asyncio.sleep(0)  # sending alone lets nobody else have a turn
        if place < self.floor:  # the record went away meanwhile
            if self.deleted:
                yield Chunk(DELETED)
            return
        self._places[follower] = place
        while self._serves(follower, token) and follower in self._places:
            if place < self.row.version:
                moment = self._tail[place - self.floor]
                place = self._places[follower] = moment.entry.version
                yield Chunk(self._told(moment, audience), moment.entry.at)
                if place < self.row.version:
                    await asyncio.sleep(0)
            elif record.over(self.row):
                yield Chunk(_end(self.served, self.row, self.state))
                return
            elif self.deleted:
                yield Chunk(DELETED)
                return
            elif not await follower.news():
                yield Chunk(HEARTBEAT)
        if self.failure is not None:
            raise self.failure

    def _serves(self, follower: Follower, token: TokenCheck | None) -> bool:
        return not follower.stopped and not self.failed and (token is None or token.good(self.tokens))

    def _told(self, moment: RenderedEntry, audience: Audience) -> bytes:
        """The moment's event, rendered once for each audience."""
        told = moment.told.get(audience)
        if told is None:
            told = entry_told(self.served, moment.row, moment.state, moment.entry, audience)
            moment.told[audience] = told
            moment.size += len(told)
            self._size += len(told)
        return told

    # --- what it reads ---

    async def _past(self, seen: int) -> AsyncGenerator[RenderedEntry | None, None]:
        """The entries after version `seen` up to those that are remembered, by folding the record from its beginning.

        None where the store does not answer at present. Nothing where all that is needed is remembered.
        """
        if seen >= self.floor:
            return
        fold = record.Fold(self.served, self.row)
        while fold.row.version < self.floor:
            try:
                entries = await self._read(fold.row.version)
            except Unavailable:
                yield None
                await asyncio.sleep(RETRY_SECONDS)
                continue
            if not entries:
                return
            for entry in entries:
                fold.take(entry)
                if entry.version > seen:
                    yield RenderedEntry(entry, fold.row, fold.state)

    async def _read(self, version: int, known: int = 0) -> list[EntryRow]:
        """The next entries after a version, the `known` ones before them first. What it finds out about the session
        besides, it remembers.

        Tokens are read after the entries, so that no entry is told to a token that was replaced before it.
        """
        async with self._reading:
            entries = await self._store.record(self.session, version - known, known + PAGE)
            if self._guarded or len(entries) <= known:
                epoch = self._epoch
                row = await self._store.session(self.session)
                if row is not None:
                    self.failed |= row.epoch < epoch  # the store has gone back
                    self._know(row)
                elif not self.deleted:
                    self.deleted = True
                    self._tell()
        return entries

    def _know(self, row: SessionRow) -> None:
        """Remember the newest tokens."""
        if row.epoch > self._epoch:
            self._epoch, self.tokens = row.epoch, row.tokens
            self._tell()

    def _tell(self) -> None:
        for follower in self._followers:
            follower.wake()

    def _run_soon(self) -> None:
        if not self._running:
            self._running = True
            self._start(self._run())

    async def _run(self) -> None:
        """Read on as long as there was a wake-up since the last reading."""
        try:
            while self._woken and self._followers and not self.failed:
                self._woken = False
                try:
                    await self._look()
                except Unavailable:
                    self._woken = True
                    await asyncio.sleep(RETRY_SECONDS)
        except Exception as error:
            self.failed = True  # its streams end, and the next one starts with a new hub
            self.failure = error if isinstance(error, GameFailed) else None
            self._tell()
            raise
        finally:
            self._running = False

    async def _look(self) -> None:
        known = min(self.row.version, 1)
        entries = await self._read(self.row.version, known)
        if self.failed or not (self.deleted or known <= self._followed(entries)):
            self.failed = True  # the store has gone back in time: streams begin anew from what it holds now
            self._tell()
            return
        entries = entries[known:]
        for entry in entries:
            if entry.kind == "undo":
                before = await self._before(entry)
                if before is None:  # deleted meanwhile, as the next reading finds
                    self._woken = True
                    break
                self.row, self.state = record.taken_back(self.served, self.row, entry, before), before.state
            else:
                self.row, self.state = record.advance(self.served, self.row, self.state, entry)
            moment = RenderedEntry(entry, self.row, self.state)
            self._tail.append(moment)
            self._size += moment.size
        if entries:
            self._forget()
            self._tell()
        if len(entries) == PAGE:
            self._woken = True

    def _followed(self, entries: Sequence[EntryRow]) -> int:
        """How many entries, one at most, there are as they are known here, before those that are news."""
        if not entries:
            return 0
        if self._tail:
            return int(entries[0] == self._tail[-1].entry)
        return int(entries[0].at == self.row.updated_at)

    async def _before(self, undoing: EntryRow) -> record.Before | None:
        """What stood before the entry that is taken back: from memory, or replayed from the record if it is there."""
        version = record.undone(undoing)
        place = version - 2 - self.floor
        if place >= 0:
            moment = self._tail[place]
            return record.Before(version, undoing.seat, moment.row.throws, moment.state, moment.row.announced)
        entries = [entry async for entry in read_record(self._store, self.session, undoing.version - 1)]
        if len(entries) < undoing.version - 1:
            return None
        before = await asyncio.to_thread(record.last_standing, self.served, self.row, entries, version)
        if before is None:
            raise ValueError(f"nothing is left that version {undoing.version} could take back")
        return before

    def _forget(self) -> None:
        """Drop what every stream has taken, and what is too much to wait for one that has not."""
        taken = min(self._places.values(), default=self.row.version)
        tail = self._tail
        while len(tail) > RECENT and (
            tail[0].entry.version <= taken or len(tail) > BACKLOG or self._size > BACKLOG_BYTES
        ):
            self._size -= tail.popleft().size
        if taken < self.floor:
            for follower in [each for each, place in self._places.items() if place < self.floor]:
                del self._places[follower]
