"""The synchronous connection: requests that are sent again while that helps, and streams that are made anew."""

# Written by generate.py from asynchronous_connection.py: edit that.

import threading
import time
from collections.abc import Generator
from contextlib import closing
from typing import Any, TypeVar

import httpx

from rollwright_client.call import Call
from rollwright_client.following import EventParser, Following
from rollwright_client.patience import Failures, Patience
from rollwright_client.problem import Problem

E = TypeVar("E")

AT_ONCE = 10
"""How many requests of one client are under way at once; the others wait their turn. The service is one process or a
few, so that more make nothing faster, and httpx looks at every connection and every waiting request for each one.
"""


class Connection:
    """The way to the service; the arguments are those of `Client`."""

    def __init__(self, address: str, patience: Patience, timeout_seconds: float, transport: Any) -> None:
        self._http = httpx.Client(base_url=address, timeout=timeout_seconds, transport=transport)
        self._turns = threading.Semaphore(AT_ONCE)
        unbounded = httpx.Limits(max_connections=None, max_keepalive_connections=0)
        self._streams = httpx.Client(base_url=address, transport=transport, limits=unbounded)
        self._patience = patience

    def close(self) -> None:
        """Let go of all connections."""
        self._http.close()
        self._streams.close()

    def json(self, call: Call) -> Any:
        """The JSON of the answer to a call."""
        response = self.send(call)
        return response.json() if response.content else None

    def send(self, call: Call) -> httpx.Response:
        """The answer to a call, which is sent again for as long as that helps."""
        failures = Failures(self._patience)
        while True:
            try:
                with self._turns:
                    response = self._http.send(self._http.build_request(**call.arguments()))
                if response.is_success:
                    return response
                failure: Problem | httpx.TransportError = Problem.of(response)
            except httpx.TransportError as error:
                failure = error
            time.sleep(failures.wait(failure))

    def follow(self, following: Following[E], silence_seconds: float) -> Generator[E, None, None]:
        """The events of one connection after another.

        Until the first of them stands, failures count as those of any request; from then on it is tried again for as
        long as the stream is read.
        """
        failures = Failures(self._patience)
        stood = False
        retry_seconds = 0.0
        while call := following.next():
            parser = EventParser()
            try:
                with closing(self._streaming(call, silence_seconds)) as response:
                    if response.status_code == httpx.codes.NO_CONTENT:
                        return
                    if not stood:
                        failures = Failures(self._patience, endless=True)
                        stood = True
                    for text in response.iter_text():
                        for told in parser.feed(text):
                            failures.forget()
                            if (event := following.take(told)) is not None:
                                yield event
                        retry_seconds = parser.retry_seconds or retry_seconds
                failure: Problem | httpx.TransportError = httpx.RemoteProtocolError("The stream was closed.")
            except (Problem, httpx.TransportError) as error:
                failure = error
            if following.next() is None:
                return
            if stood and isinstance(failure, Problem) and following.mend(failure):
                continue
            time.sleep(max(failures.wait(failure), retry_seconds))

    def _streaming(self, call: Call, silence_seconds: float) -> httpx.Response:
        """An answer that has not been read; a refusal is raised."""
        request = self._streams.build_request(**call.arguments(), timeout=silence_seconds)
        response = self._streams.send(request, stream=True)
        if not response.is_success:
            with closing(response):
                response.read()
            raise Problem.of(response)
        return response
