"""Generated requests, right and wrong, against a real server: no 500, and every answer as the contract says."""

import os
import zlib
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any, NamedTuple

import httpx
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.generation.hypothesis.builder import HypothesisTestConfig, HypothesisTestMode, create_test
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from rules.registry import BUILT_IN
from tests.app.conftest import serving

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
LONG = os.environ.get("HYPOTHESIS_PROFILE") == "long"
EXAMPLES = 300 if LONG else 12
ALL = 500
"""From how many requests of one call on only each seventh is sent: those that hold every bound of every game."""


contract = schemathesis.openapi.from_path("openapi/openapi.json")
contract.config.max_stream_events = 1  # the next one may never come
OPERATIONS: dict[str, Any] = {
    operation.label: operation
    for operation in (found.ok() for found in contract.get_all_operations())  # type: ignore[union-attr]
}


def send_generated(operation: Any, send: Callable[[Any], None]) -> None:
    """Have `send`, with its settings, send what is generated for a call.

    Its cases are made here, for the calls of which this process runs the test: `contract.parametrize` makes all of
    them in every process that collects tests, which takes 11 s.
    """
    config = HypothesisTestConfig(contract.config, list(HypothesisTestMode))
    create_test(operation=operation, test_func=send, config=config)()


@schemathesis.serializer("application/x-ndjson")
def lines(_: Any, value: Any) -> bytes:
    """A batch is a text, as the contract has it."""
    return str(value).encode(errors="replace")


class Served(NamedTuple):
    """A server, a session of every game with its host's token, for requests that should find something, and a client.

    The client keeps its connection and asks nothing of the environment: both take longer than most requests.
    """

    address: str
    sessions: list[tuple[str, str]]
    client: requests.Session


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(f"sqlite:///{tmp_path_factory.mktemp('served')}/test.db") as address:
        sessions = []
        for game in BUILT_IN:
            for source in ("server", "players"):
                opening = {"game": game.name, "seats": [{"name": "Ida"}], "dice_source": source}
                opened = httpx.post(f"{address}/v1/sessions", json=opening).json()
                sessions.append((opened["session"]["id"], opened["host_token"]))
        with requests.Session() as client:
            client.trust_env = False
            yield Served(address, sessions, client)


def checks_of(answer: Any) -> list[Any]:
    """What to hold an answer to: that a table is missing as yet, or for good, is no error of the server's."""
    missing = answer.status_code in (501, 503) and answer.json()["code"].startswith("advice-")
    return CHECKS[1:] if missing else CHECKS


@pytest.mark.parametrize("label", OPERATIONS)
def test_generated_requests_get_documented_answers(label: str, served: Served) -> None:
    cases = count(1)

    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
        derandomize=True,
    )
    def send(case: Any) -> None:
        if (number := next(cases)) > ALL and number % 7 and not LONG:
            return
        found, token = served.sessions[zlib.crc32(str(case.body).encode(errors="replace")) % len(served.sessions)]
        if "session" in case.path_parameters:
            case.path_parameters["session"] = found
            case.headers["Authorization"] = f"Bearer {token}"
            if len(str(case.body)) % 3:
                case.headers.pop("If-Match", None)
        answer = case.call(base_url=served.address, session=served.client)
        case.validate_response(answer, checks=checks_of(answer))

    send_generated(OPERATIONS[label], send)


@pytest.mark.parametrize("label", [label for label in OPERATIONS if "session}" in label])
def test_generated_sessions_and_tokens_get_documented_answers(label: str, served: Served) -> None:
    @settings(
        max_examples=5,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
        derandomize=True,
    )
    def send(case: Any) -> None:
        case.validate_response(case.call(base_url=served.address, session=served.client), checks=CHECKS)

    send_generated(OPERATIONS[label], send)
