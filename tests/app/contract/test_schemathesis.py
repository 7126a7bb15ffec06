"""Generated requests, right and wrong, against a real server: no 500, and every answer as the contract says."""

import zlib
from collections.abc import Iterator
from typing import Any, NamedTuple

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
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
EXAMPLES = 30

contract = schemathesis.openapi.from_path("openapi/openapi.json")
contract.config.max_stream_events = 1  # the next one may never come


@schemathesis.serializer("application/x-ndjson")
def lines(_: Any, value: Any) -> bytes:
    """A batch is a text, as the contract has it."""
    return str(value).encode(errors="replace")


class Served(NamedTuple):
    """A server, and a session of every game with its host's token, for requests that should find something."""

    address: str
    sessions: list[tuple[str, str]]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(f"sqlite:///{tmp_path_factory.mktemp('served')}/test.db") as address:
        sessions = []
        for game in BUILT_IN:
            for source in ("server", "players"):
                opening = {"game": game.name, "seats": [{"name": "Ida"}], "dice_source": source}
                opened = httpx.post(f"{address}/v1/sessions", json=opening).json()
                sessions.append((opened["session"]["id"], opened["host_token"]))
        yield Served(address, sessions)


@contract.parametrize()
@settings(
    max_examples=EXAMPLES,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
    derandomize=True,
)
def test_generated_requests_get_documented_answers(case: Any, served: Served) -> None:
    found, token = served.sessions[zlib.crc32(str(case.body).encode(errors="replace")) % len(served.sessions)]
    if "session" in case.path_parameters:
        case.path_parameters["session"] = found
        case.headers["Authorization"] = f"Bearer {token}"
        if len(str(case.body)) % 3:
            case.headers.pop("If-Match", None)
    answer = case.call(base_url=served.address)
    case.validate_response(answer, checks=CHECKS)


@contract.include(path_regex="session}").parametrize()
@settings(
    max_examples=5,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
    derandomize=True,
)
def test_generated_sessions_and_tokens_get_documented_answers(case: Any, served: Served) -> None:
    case.validate_response(case.call(base_url=served.address), checks=CHECKS)
