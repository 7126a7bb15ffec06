"""The log: one JSON object a line on standard error, without secrets."""

import json
import logging
import re
import sys
from collections.abc import Mapping
from contextvars import ContextVar
from functools import lru_cache
from typing import Any

import orjson
import structlog
from structlog.stdlib import ProcessorFormatter
from structlog.tracebacks import ExceptionDictTransformer
from structlog.typing import EventDict, Processor

request_id: ContextVar[str | None] = ContextVar("request_id", default=None)
"""The id of the request that is being answered; every line that is logged meanwhile carries it."""

REDACTED = "[redacted]"

_SECRET_KEY = re.compile(
    r"(?:^|[^a-z])(?:authorization|token|secret|invitation|password)s?(?:$|[^a-z])", re.IGNORECASE
)
# Each with a word, in lower case, without which the pattern need not be tried. Strangers' text comes here, a path of
# 16 KiB for one: no repeat is without a bound but at a pattern's end, or each place would be tried to the text's end.
_SECRETS = (
    ("rw_", re.compile(r"(rw_(?:host|seat|invite|key)_)[\w-]+", re.ASCII), rf"\1{REDACTED}"),
    ("bearer ", re.compile(r"(bearer )\S+", re.IGNORECASE), rf"\1{REDACTED}"),
    # To the last @ of the word: drivers take passwords with an @ or a blank in them, though RFC 3986 does not.
    (
        "://",
        re.compile(
            r"(postgres\w{0,16}(?:\+\w{1,32})?://[^\s:/@]{0,256}:)[^@]{0,1024}@(?:\S{0,1024}@)?", re.IGNORECASE
        ),
        rf"\1{REDACTED}@",
    ),
    ("password=", re.compile(r"(password=)(?:'[^']{0,1024}'|[^\s&]*)", re.IGNORECASE), rf"\1{REDACTED}"),
    # What SQLAlchemy and PostgreSQL tell of the values of a statement that failed.
    ("[parameters: ", re.compile(r"(\[parameters: ).*"), rf"\1{REDACTED}"),
    ("failing row contains ", re.compile(r"(Failing row contains ).*"), rf"\1{REDACTED}"),
)


def configure(level: str) -> None:
    """Log from `level` (debug, info, warning, error) on, what the standard library's loggers are told as well.

    Replaces what was configured before, so that it may be called again; loggers that are bound keep what they were
    bound under. A line has `timestamp` (RFC 3339, UTC), `level`, `event`, `request_id` within a request, the members
    that were given with the event, and `exception`: the chain of exceptions with their frames, without local
    variables.
    """
    line: list[Processor] = [
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.add_log_level,
        _add_request_id,
        structlog.processors.ExceptionRenderer(ExceptionDictTransformer(show_locals=False)),
        redact,
        _to_json,
    ]
    # Our own lines do not go through the standard library's loggers, which would triple what a line costs.
    structlog.configure(
        processors=line,
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.BytesLoggerFactory(sys.stderr.buffer),
    )
    foreign: list[Processor] = [
        structlog.stdlib.add_logger_name,
        ProcessorFormatter.remove_processors_meta,
        *line,
        _to_text,
    ]
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(ProcessorFormatter(processors=foreign))
    logging.basicConfig(handlers=[handler], level=level.upper(), force=True)
    logging.captureWarnings(capture=True)


def redact(_: Any, __: str, event: EventDict) -> EventDict:
    """A structlog processor: the event without secrets, whatever their depth, and of values that JSON knows only."""
    return event if _harmless(event) else _redacted_members(event)


def _harmless(event: EventDict) -> bool:
    """Whether there is surely nothing to redact; most lines are found to be so at a fraction of the price."""
    texts = []
    for key, value in event.items():
        if type(value) is str:
            texts.append(value)
        elif type(value) not in _SCALARS:
            return False
        if _redacted_key(key) != (key, False):
            return False
    text = "\n".join(texts).lower()
    return all(word not in text for word, _, _ in _SECRETS)


_SCALARS = frozenset({int, float, bool, type(None)})


def _redacted_members(members: Mapping[Any, Any]) -> dict[str, Any]:
    shown = {}
    for key, value in members.items():
        name, secret = _redacted_key(str(key))
        shown[name] = REDACTED if secret else _redacted(value)
    return shown


@lru_cache(maxsize=1024)
def _redacted_key(key: str) -> tuple[str, bool]:
    """A member's name as it is shown, and whether its value is a secret."""
    return _redacted_text(key), _SECRET_KEY.search(key) is not None


def _redacted(value: Any) -> Any:
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, Mapping):
        return _redacted_members(value)
    if isinstance(value, list | tuple | set | frozenset):
        return [_redacted(part) for part in value]
    return _redacted_text(value.decode(errors="backslashreplace") if isinstance(value, bytes) else str(value))


def _redacted_text(text: str) -> str:
    lowered = text.lower()
    for word, secret, shown in _SECRETS:
        if word in lowered:
            text = secret.sub(shown, text)
    return text


def _add_request_id(_: Any, __: str, event: EventDict) -> EventDict:
    current = request_id.get()
    if current is not None:
        event["request_id"] = current
    return event


def _to_json(_: Any, __: str, event: EventDict) -> bytes:
    try:
        return orjson.dumps(event)
    except orjson.JSONEncodeError:  # integers beyond 64 bits, lone surrogates
        return json.dumps(event).encode()


def _to_text(_: Any, __: str, line: Any) -> str:
    return str(line, "utf-8")
