"""What `app.server` leans on: uvicorn's and httptools' insides, which may change with any release of theirs."""

import inspect
from importlib.metadata import version

import httptools
import pytest
from starlette.types import Receive, Scope, Send
from uvicorn import Config
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http import httptools_impl
from uvicorn.server import Server, ServerState

from app.server.direct import Http
from app.server.protocol import READ_AGAINST

CALLED = (
    "_start_asgi_task",
    "_unset_keepalive_if_required",
    "connection_lost",
    "connection_made",
    "data_received",
    "eof_received",
    "on_body",
    "on_header",
    "on_headers_complete",
    "on_message_begin",
    "on_message_complete",
    "on_response_complete",
    "shutdown",
    "timeout_keep_alive_handler",
)
"""Methods of uvicorn's protocol that are overridden: each is called by uvicorn, the parser or the loop."""

KEPT = (
    "app_state",
    "config",
    "cycle",
    "expect_100_continue",
    "flow",
    "headers",
    "logger",
    "loop",
    "parser",
    "pipeline",
    "scope",
    "server_state",
    "timeout_keep_alive",
    "timeout_keep_alive_task",
    "transport",
    "url",
)
"""What a connection of uvicorn's has."""

CYCLE = (
    "chunked_encoding",
    "disconnected",
    "keep_alive",
    "message_event",
    "response_complete",
    "response_started",
)
"""What a request of uvicorn's has."""


def gone(what: str) -> str:
    return f"uvicorn {version('uvicorn')} has no {what} any more, which app/server leans on: read it again"


@pytest.mark.parametrize("library", READ_AGAINST)
def test_the_versions_are_those_that_were_read(library: str) -> None:
    installed, read = version(library), READ_AGAINST[library]
    assert installed.startswith(f"{read}."), (
        f"app/server was read against {library} {read}, and {installed} is installed: read what it leans on (this "
        f"file lists it) in the new version, then name that in app.server.protocol.READ_AGAINST"
    )


@pytest.mark.parametrize("name", CALLED)
def test_a_method_that_is_overridden_is_there(name: str) -> None:
    assert hasattr(httptools_impl.HttpToolsProtocol, name), gone(f"HttpToolsProtocol.{name}")
    theirs = inspect.signature(getattr(httptools_impl.HttpToolsProtocol, name)).parameters
    ours = inspect.signature(getattr(Http, name)).parameters
    assert [*ours] == [*theirs], gone(f"HttpToolsProtocol.{name}({', '.join(theirs)})")


async def test_a_connection_has_what_is_leant_on() -> None:
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        """Nobody asks it."""

    connection = httptools_impl.HttpToolsProtocol(Config(app, log_config=None), ServerState(), {})
    connection.on_message_begin()
    for name in KEPT:
        assert hasattr(connection, name), gone(f"HttpToolsProtocol().{name}")
    for name in ("connections", "default_headers", "tasks", "total_requests"):
        assert hasattr(ServerState(), name), gone(f"ServerState().{name}")


def test_a_request_has_what_is_leant_on() -> None:
    source = inspect.getsource(httptools_impl.RequestResponseCycle)
    for name in CYCLE:
        assert f"self.{name}" in source, gone(f"RequestResponseCycle().{name}")


def test_who_queues_and_who_waits() -> None:
    """Not only names: that the newest request in line is the first of `pipeline`, and the state goes to protocols."""
    assert "self.pipeline.appendleft((self.cycle, app))" in inspect.getsource(httptools_impl.HttpToolsProtocol), gone(
        "line of requests with the newest first"
    )
    assert "app_state=self.lifespan.state" in inspect.getsource(Server.startup), gone("state of the lifespan")
    assert {200, 431} <= httptools_impl.STATUS_LINE.keys(), gone("STATUS_LINE")


def test_proxies_are_asked_as_they_are_by_the_middleware() -> None:
    proxies = ProxyHeadersMiddleware(None, "10.0.0.0/8").trusted_hosts  # type: ignore[arg-type]
    assert "10.1.2.3" in proxies, gone("trusted_hosts")
    assert proxies.get_trusted_client_address("203.0.113.7, 10.1.2.4") == ("203.0.113.7", 0), gone("trusted_hosts")


def test_what_a_callback_raises_ends_the_parsing() -> None:
    class Refusing:
        def on_headers_complete(self) -> None:
            raise httptools.HttpParserError

    with pytest.raises(httptools.HttpParserError):
        httptools.HttpRequestParser(Refusing()).feed_data(b"GET / HTTP/1.1\r\n\r\n")
