"""The log as the service writes it, for tests that read it."""

import json
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr
from io import BytesIO, TextIOWrapper
from typing import Any

import structlog

from app.telemetry import logs

ReadLines = Callable[[], list[dict[str, Any]]]


@contextmanager
def logging_as_configured(level: str) -> Iterator[ReadLines]:
    """Log as `logs.configure` has it; the value reads the lines that were written since it was last called."""
    root = logging.getLogger()
    handlers, root_level, before = root.handlers[:], root.level, structlog.get_config()
    errors = BytesIO()
    with redirect_stderr(TextIOWrapper(errors, "utf-8")):
        logs.configure(level)

        def read() -> list[dict[str, Any]]:
            lines = errors.getvalue().splitlines()
            errors.seek(0)
            errors.truncate()
            return [json.loads(line) for line in lines]

        try:
            yield read
        finally:
            logging.captureWarnings(capture=False)
            structlog.configure(**before)
            root.handlers[:] = handlers
            root.setLevel(root_level)
