"""Health of the store: a line in the log when it is lost and when it is back, and a count of what goes wrong."""

import time
from collections.abc import Callable

import structlog

from app.store.rows import Check

_log = structlog.stdlib.get_logger(__name__)

LOST, FAILED_BATCH, RECONNECT = "lost", "failed_batch", "reconnect"
"""What is counted: that the store was lost, a commit that failed, and a connection made anew."""


def warn(check: Check) -> None:
    """Log what an operator should know of the database besides whether it serves."""
    for code in check.warnings:
        _log.warning("the database is not as safe as it should be", code=code)


class Health:
    """How it is with one process's store. `count` is told each trouble by its name."""

    def __init__(self) -> None:
        self.count: Callable[[str], None] = lambda _: None
        self._lost_at: float | None = None

    @property
    def lost(self) -> bool:
        """Whether it did not answer when it was asked last."""
        return self._lost_at is not None

    def failed(self, error: BaseException) -> None:
        """The store did not answer, or said that it cannot serve; the log gets no text that may hold a secret."""
        if self._lost_at is None:
            self._lost_at = time.monotonic()
            self.count(LOST)
            state = getattr(error, "sqlstate", None) or getattr(error, "sqlite_errorname", None)
            _log.warning("store lost", reason=type(error).__name__, state=state)

    def worked(self) -> None:
        """It did what it was asked for."""
        if self._lost_at is not None:
            _log.warning("store back", seconds=round(time.monotonic() - self._lost_at, 1))
            self._lost_at = None
