"""How often and how long after a failure the same request is sent again."""

import random
from dataclasses import dataclass

import httpx

from rollwright_client.problem import Problem


@dataclass(frozen=True, slots=True)
class Patience:
    """How much a client puts up with.

    attempts: how often a request is sent at most. first_seconds: the wait after the first failure; it doubles with
    each further one. longest_seconds: no wait is longer; where the service asks for a longer one its problem is
    raised instead.
    """

    attempts: int = 6
    first_seconds: float = 0.5
    longest_seconds: float = 30.0


class Failures:
    """The failures of one request, or of one stream since it last told anything.

    endless: for a stream, which is connected again however often that fails.
    """

    def __init__(self, patience: Patience, *, endless: bool = False) -> None:
        self._patience = patience
        self._endless = endless
        self._count = 0

    def forget(self) -> None:
        """It is well again."""
        self._count = 0

    def wait(self, failure: Problem | httpx.TransportError) -> float:
        """How many seconds to wait after one more failure, which is raised where there is no use in waiting."""
        self._count += 1
        passing = isinstance(failure, httpx.TransportError) or failure.passing
        if not passing or (not self._endless and self._count >= self._patience.attempts):
            raise failure
        asked = failure.retry_after if isinstance(failure, Problem) else None
        if asked is not None:
            if asked > self._patience.longest_seconds:
                raise failure
            return asked + random.random() * self._patience.first_seconds  # noqa: S311 - keeps clients apart
        doubled = self._patience.first_seconds * 2.0 ** min(self._count - 1, 30)
        return min(self._patience.longest_seconds, doubled) * random.uniform(0.5, 1)  # noqa: S311 - as above
