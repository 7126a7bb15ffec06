"""The queue of sessions in which a bot is to move: openers take turns, and so do the sessions of each.

So whoever opens a thousand sessions waits for them, and nobody else does. It is bounded: what finds no room is left
to the store, where every worker finds it again.
"""

from collections import OrderedDict, deque
from typing import Any, NamedTuple

from app.store.rows import SessionRow

MOST = 2048
"""How many sessions a worker keeps in mind whose bots are to move, now or after a pause."""


class Waiting(NamedTuple):
    """A session as it was committed last, and its state (None: as it is stored)."""

    row: SessionRow
    state: Any


class Queue:
    """Sessions by who opened them; each is in it once, at its newest version."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._sessions: dict[bytes, Waiting] = {}
        self._ready: OrderedDict[bytes, deque[bytes]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._sessions)

    def __contains__(self, session: bytes) -> bool:
        return session in self._sessions

    def keep(self, waiting: Waiting) -> bool:
        """Keep a session in mind; False where it is known already, or there is no room."""
        session = waiting.row.id
        known = self._sessions.get(session)
        if known is None and len(self._sessions) >= self._most:
            return False
        if known is None or known.row.version <= waiting.row.version:
            self._sessions[session] = waiting
        return known is None

    def ready(self, session: bytes) -> None:
        """Let a session that is kept take its turn."""
        opener = self._sessions[session].row.opener or b""
        self._ready.setdefault(opener, deque()).append(session)

    def next(self) -> Waiting | None:
        """The session whose turn it is, which is kept no longer; None where none is ready."""
        if not self._ready:
            return None
        opener, sessions = self._ready.popitem(last=False)
        waiting = self._sessions.pop(sessions.popleft())
        if sessions:
            self._ready[opener] = sessions
        return waiting
