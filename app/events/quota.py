"""Stream quotas: how many event streams an address may hold open at once."""

from collections.abc import Iterator
from contextlib import contextmanager

from app.http.problem_kinds import TOO_MANY_STREAMS
from app.http.problems import Problem


class StreamQuota:
    """How many event streams each address holds open in this process, at most `most` (`Settings.max_streams`)."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._open: dict[str, int] = {}

    @contextmanager
    def held(self, who: str) -> Iterator[None]:
        """One more stream of `who` (`client(scope)`) while this is entered; `too-many-streams` if it has the most."""
        count = self._open.get(who, 0)
        if count >= self._most:
            said = f"The limit on streams is {self._most}, and so many are open."
            raise Problem(TOO_MANY_STREAMS, said, {"Retry-After": "1"}, limit="streams")
        self._open[who] = count + 1
        try:
            yield
        finally:
            if self._open[who] == 1:
                del self._open[who]
            else:
                self._open[who] -= 1
