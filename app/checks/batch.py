"""Batches (NDJSON): many bodies, one a line, each answered by a line while the next ones still arrive."""

import asyncio
from collections.abc import Iterator
from typing import Any, NamedTuple, Protocol

import orjson
import structlog
from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from app.contract.checks import MOST_BYTES, MOST_LINES, NDJSON
from app.contract.transcripts import BODY_LIMIT
from app.games.external.failures import tell
from app.games.external.guard import GameFailed
from app.http.problem_kinds import BATCH_TOO_LARGE, BODY_TOO_LARGE, INTERNAL
from app.http.problems import Problem, details
from app.telemetry.metrics import Metrics


class Line(NamedTuple):
    """A line by its number, from 1; None for one that is too long."""

    number: int
    text: bytes | None


class Lines:
    """Cuts what arrives into lines, of which it keeps no more than one may have."""

    def __init__(self) -> None:
        self._number = 0
        self._pending = bytearray()
        self._too_long = False

    def feed(self, part: bytes) -> Iterator[Line]:
        """The lines that end within the next part of the body."""
        *ended, rest = part.split(b"\n")
        for each in ended:
            self._add(each)
            yield self._take()
        self._add(rest)

    def end(self) -> Iterator[Line]:
        """The last line, if it has no end of its own."""
        if self._pending or self._too_long:
            yield self._take()

    def _add(self, part: bytes) -> None:
        if len(self._pending) + len(part) > BODY_LIMIT:
            self._too_long = True
        if self._too_long:
            self._pending.clear()
        else:
            self._pending += part

    def _take(self) -> Line:
        self._number += 1
        text = None if self._too_long else bytes(self._pending)
        self._pending.clear()
        self._too_long = False
        return Line(self._number, text)


class Answerer(Protocol):
    """Looks at what is sent, in threads."""

    def answer(self, body: bytes) -> dict[str, Any]:
        """The answer to a JSON body, as a value to be written as JSON; raises `Problem`."""

    def answer_json(self, body: bytes) -> bytes:
        """The same as JSON."""

    def answer_text(self, body: bytes, charset: str) -> bytes:
        """The answer to a text in that charset, as JSON; raises `Problem`."""

    def stop(self) -> None:
        """Let what is being looked at end soon, with `ClientDisconnect`."""


class Batch(Response):
    """The answer to a batch. It reads the request itself, so that it can answer before that has arrived in full.

    What is too large ends it with a line that says so; a line that cannot be looked at does not.
    """

    # Starlette's StreamingResponse would read the request as well, to learn whether the client is still there.

    media_type = NDJSON

    def __init__(self, answerer: Answerer, language: str, headers: dict[str, str], metrics: Metrics) -> None:
        super().__init__(headers=headers)
        del self.headers["content-length"]
        self._answerer = answerer
        self._language = language
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002 - as ASGI calls it
        """Answer one request (ASGI 3)."""
        lines, size, more, begun = Lines(), 0, True, False
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise ClientDisconnect
            part = message.get("body", b"")
            size += len(part)
            more = message.get("more_body", False)
            if size > MOST_BYTES:
                answers, more = self._too_large(f"It has more than {MOST_BYTES:,} bytes."), False
            else:
                found = [*lines.feed(part), *(() if more else lines.end())]
                answers = await asyncio.to_thread(self._answers, found) if found else b""
                if found and found[-1].number > MOST_LINES:
                    answers, more = answers + self._too_large(f"It has more than {MOST_LINES:,} lines."), False
            if not begun:
                await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
                begun = True
            if answers or not more:
                await send({"type": "http.response.body", "body": answers, "more_body": more})

    def _answers(self, lines: list[Line]) -> bytes:
        return b"".join([self._answer(line) for line in lines if line.number <= MOST_LINES])

    def _answer(self, line: Line) -> bytes:
        """A line's answer; nothing for one that is empty."""
        if line.text is None:
            return self._refused(line.number, Problem(BODY_TOO_LARGE, f"A line may have {BODY_LIMIT:,} bytes."))
        if not line.text.strip():
            return b""
        try:
            return orjson.dumps({"line": line.number} | self._answerer.answer(line.text)) + b"\n"
        except Problem as problem:
            if isinstance(problem, GameFailed):
                tell(problem, self._metrics, None)
            return self._refused(line.number, problem)
        except Exception:  # noqa: BLE001 - one line's failure is not that of the others
            structlog.get_logger().exception("a line could not be answered", logger=__name__, line=line.number)
            return self._refused(line.number, Problem(INTERNAL))

    def _too_large(self, says: str) -> bytes:
        return self._refused(None, Problem(BATCH_TOO_LARGE, says))

    def _refused(self, number: int | None, problem: Problem) -> bytes:
        answer: dict[str, Any] = {"line": number, "problem": details(problem, self._language)}
        return orjson.dumps(answer) + b"\n"
