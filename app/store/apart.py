"""Sessions that have held others up, and are kept apart for a while: their changes go by themselves."""

from collections.abc import Callable

APART_SECONDS = 5.0
"""How long a session is kept apart after it has held others up."""

PATIENCE_SECONDS = 3.0
"""How long a change waits for a session that somebody else holds before it is told to come again."""

PROBE_SECONDS = 0.05
"""How often it is looked meanwhile whether it is held yet."""

MOST = 4096
"""From how many on those are looked for whose time is over."""


class Apart:
    """Which sessions are kept apart, by the clock given."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._until: dict[bytes, float] = {}

    def __contains__(self, session: bytes) -> bool:
        until = self._until.get(session)
        if until is not None and until < self._clock():
            del self._until[session]
            return False
        return until is not None

    def keep(self, session: bytes) -> None:
        """Keep it apart from now on."""
        now = self._clock()
        if len(self._until) >= MOST:
            self._until = {each: until for each, until in self._until.items() if until > now}
        self._until[session] = now + APART_SECONDS

    def let_go(self, session: bytes) -> None:
        """It holds nobody up any more."""
        self._until.pop(session, None)
