"""Server-Sent Events (WHATWG HTML, 9.2) without the sending: reading them, and what to ask for where a connection is
lost.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Generic, NamedTuple, Protocol, TypeVar, cast

from rollwright_client.call import Call, Legal, session_path
from rollwright_client.contract import SeatEvent, SessionEvent
from rollwright_client.problem import Problem

E_co = TypeVar("E_co", covariant=True)
_LINE_BREAK = re.compile(r"\r\n|\n|\r(?!\Z)")  # a CR at the end may be half of a line break
_TOKEN = re.compile(r"/tokens/(\d+)")


class ServerEvent(NamedTuple):
    """One event. `id` is the last that was sent, with this event or before it."""

    event: str
    data: str
    id: str


class EventParser:
    """Makes events of text as it arrives. `retry_seconds` is how long to wait before coming back, as last told."""

    def __init__(self) -> None:
        self.retry_seconds = 0.0
        self._text = ""
        self._event = ""
        self._data: list[str] = []
        self._id = ""

    def feed(self, text: str) -> Iterator[ServerEvent]:
        """The events that this text completes."""
        *lines, self._text = _LINE_BREAK.split(self._text + text)
        for line in lines:
            if line:
                self._take(*line.partition(":"))
                continue
            if self._data:
                yield ServerEvent(self._event or "message", "\n".join(self._data), self._id)
            self._event, self._data = "", []

    def _take(self, name: str, _colon: str, value: str) -> None:
        value = value.removeprefix(" ")
        if name == "event":
            self._event = value
        elif name == "data":
            self._data.append(value)
        elif name == "id" and "\0" not in value:
            self._id = value
        elif name == "retry" and value.isascii() and value.isdigit():
            self.retry_seconds = int(value) / 1000


class Following(Protocol, Generic[E_co]):
    """What is followed over one connection after another."""

    def next(self) -> Call | None:
        """The request of the next connection; None where there is no more to come."""

    def take(self, told: ServerEvent) -> E_co | None:
        """The event as it is passed on; None if it is not."""

    def mend(self, problem: Problem) -> bool:
        """Whether a refusal to connect again has been dealt with, so that `next` has another request or None."""


class SessionFollowing:
    """One session, resumed after the version that was seen last; `shown` is called with each version."""

    def __init__(
        self, session: str, token: str | None, legal: Legal | None, after: int | None, shown: Callable[[int], None]
    ) -> None:
        self._session = session
        self._token = token
        self._legal = legal
        self._seen = after
        self._shown = shown
        self._over = False

    def next(self) -> Call | None:
        """The stream after what was seen."""
        if self._over:
            return None
        seen = None if self._seen is None else str(self._seen)
        path = session_path(self._session, "/events")
        return Call("GET", path, self._token, None, {"legal": self._legal}, {"Last-Event-ID": seen})

    def take(self, told: ServerEvent) -> SessionEvent:
        """Every event."""
        event: dict[str, Any] = {"event": told.event, "data": json.loads(told.data)}
        if told.event == "end":
            self._over = True
        else:
            self._seen = event["version"] = int(told.id)
            self._shown(self._seen)
        return cast("SessionEvent", event)

    def mend(self, problem: Problem) -> bool:  # noqa: ARG002 - as the protocol has it
        """Never."""
        return False


class SeatsFollowing:
    """All seats that some tokens act for, until each of them has ended."""

    def __init__(self, tokens: Iterable[str]) -> None:
        self._tokens = list(tokens)
        self._told = False
        self._open: set[tuple[str, int]] = set()
        self._ended: set[tuple[str, int]] = set()

    def next(self) -> Call | None:
        """The stream of those that are left."""
        if not self._tokens or (self._told and not self._open):
            return None
        return Call("POST", "/v1/seats/events", None, {"tokens": self._tokens})

    def take(self, told: ServerEvent) -> SeatEvent | None:
        """Every event, but those of a seat that has ended: each connection tells them anew."""
        data = json.loads(told.data)
        seat = (data["session"], data["seat"])
        self._told = True
        if seat in self._ended:
            return None
        if told.event == "end":
            self._ended.add(seat)
            self._open.discard(seat)
        else:
            self._open.add(seat)
        return cast("SeatEvent", {"event": told.event, "data": data})

    def mend(self, problem: Problem) -> bool:
        """Let go of the tokens that are known no more."""
        unknown = {
            int(place[1])
            for fault in problem.details.get("errors") or ()
            if fault["code"] == "unknown_token" and (place := _TOKEN.fullmatch(fault.get("pointer") or ""))
        }
        self._tokens = [token for index, token in enumerate(self._tokens) if index not in unknown]
        self._told = False
        self._open.clear()
        return bool(unknown)
