"""The outermost layer: ids, the bound on headers, figures, the log of requests, and failures that end here."""

import asyncio
import re
import socket
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from types import MappingProxyType, SimpleNamespace
from typing import Any

import httpx
import orjson
import pytest
import structlog
import uvicorn
from fastapi import APIRouter, FastAPI, Request
from prometheus_client.parser import text_string_to_metric_families
from starlette.requests import ClientDisconnect
from starlette.responses import Response, StreamingResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.http import problems
from app.http.problem_kinds import ADVICE_PREPARING, STORE_UNAVAILABLE
from app.http.problems import Problem
from app.http.request_log import CLIENT_GONE, RequestLog, RequestLogMiddleware
from app.settings import HEADER_LIMIT
from app.telemetry.logs import request_id
from app.telemetry.metrics import OTHER, Metrics
from tests.app.support.log_lines import ReadLines, logging_as_configured
from tests.support.patience import PATIENCE

SESSION = "0198d2f0-0000-7000-8000-000000000000"
START: dict[str, Any] = {"type": "http.response.start", "status": 200, "headers": [(b"etag", b'"7"')]}
BODY: dict[str, Any] = {"type": "http.response.body", "body": b"{}"}


@pytest.fixture
def lines() -> Iterator[ReadLines]:
    with logging_as_configured("info") as read:
        yield read


class Service:
    """An app within its edge, called without a server."""

    def __init__(self, app: ASGIApp, *, log_requests: bool = False) -> None:
        self.metrics = Metrics()
        self.edge = RequestLogMiddleware(app, RequestLog(self.metrics, log_requests=log_requests))

    async def call(
        self, path: str = "/", query: bytes = b"", headers: Mapping[str, str] = MappingProxyType({})
    ) -> list[Message]:
        """What the app sends in answer to a POST."""
        sent: list[Message] = []

        async def send(message: Message) -> None:
            sent.append(message)

        async def receive() -> Message:
            return {"type": "http.request", "body": b"", "more_body": False}

        scope: Scope = {
            "type": "http",
            "method": "POST",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query,
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
            "client": ("192.0.2.7", 4711),
        }
        await self.edge(scope, receive, send)
        return sent

    def counted(self) -> dict[tuple[str, str, str], int]:
        """How many requests were counted, by method, route and status."""
        return {
            (sample.labels["method"], sample.labels["route"], sample.labels["status"]): int(sample.value)
            for family in text_string_to_metric_families(self.metrics.render()[0].decode())
            for sample in family.samples
            if sample.name == "rollwright_request_duration_seconds_count"
        }


async def answering(scope: Scope, _: Receive, send: Send) -> None:
    """An app that answers a move by hand, with messages that it keeps."""
    scope["route"] = SimpleNamespace(path_format="/v1/sessions/{session}/moves")
    await send(START)
    await send(BODY)


def _id(sent: list[Message]) -> str:
    (value,) = [value for name, value in sent[0]["headers"] if name == b"x-request-id"]
    return str(value, "ascii")


# --- ids ---


@pytest.mark.parametrize("given", ["a", "0198d2f0-1.b_C", "x" * 64])
async def test_a_sane_id_is_taken_over(given: str) -> None:
    assert _id(await Service(answering).call(headers={"x-request-id": given})) == given


@pytest.mark.parametrize("given", [None, "", "x" * 65, "a b", "a\n", "é", "<a>", "a,b"])
async def test_a_request_without_a_sane_id_gets_one_of_its_own(given: str | None) -> None:
    headers = {} if given is None else {"x-request-id": given}
    services = [Service(answering), Service(answering)]
    made = {_id(await service.call(headers=headers)) for service in services for _ in range(3)}
    assert len(made) == 6
    assert all(re.fullmatch("[A-Za-z0-9._-]{1,64}", own) for own in made)


async def test_an_answer_that_is_sent_twice_is_left_as_it_was() -> None:
    service = Service(answering)
    first, second = (
        await service.call(headers={"x-request-id": "a"}),
        await service.call(headers={"x-request-id": "b"}),
    )
    assert first == [START | {"headers": [(b"etag", b'"7"'), (b"x-request-id", b"a")]}, BODY]
    assert second == [START | {"headers": [(b"etag", b'"7"'), (b"x-request-id", b"b")]}, BODY]
    assert START["headers"] == [(b"etag", b'"7"')]


async def test_the_id_is_known_while_the_request_is_answered_and_not_after(lines: ReadLines) -> None:
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await asyncio.sleep(0)
        structlog.get_logger().info("playing")
        await answering(scope, receive, send)

    service = Service(app)
    await asyncio.gather(service.call(headers={"x-request-id": "a"}), service.call(headers={"x-request-id": "b"}))
    assert sorted(line["request_id"] for line in lines()) == ["a", "b"]
    await service.call(headers={"x-request-id": "c"})
    assert request_id.get() is None


# --- the bound on headers ---


@pytest.mark.parametrize("query", [b"", b"legal=none"])
async def test_target_and_headers_may_have_the_limit_and_no_byte_more(query: bytes) -> None:
    service = Service(answering)
    taken = len("/v1/games") + len(query and b"?" + query) + len("cookie")
    allowed = await service.call("/v1/games", query, {"cookie": "x" * (HEADER_LIMIT - taken)})
    assert allowed[0]["status"] == 200
    refused = await service.call("/v1/games", query, {"cookie": "x" * (HEADER_LIMIT - taken + 1)})
    assert refused[0]["status"] == 431
    assert dict(refused[0]["headers"])[b"content-type"] == b"application/problem+json"
    assert orjson.loads(refused[1]["body"])["code"] == "headers-too-large"
    assert _id(refused)
    assert service.counted() == {
        ("POST", "/v1/sessions/{session}/moves", "200"): 1,
        ("POST", OTHER, "431"): 1,
    }


async def test_many_small_headers_and_long_targets_count_as_well() -> None:
    service = Service(answering)
    for refused in (
        await service.call(headers={f"x-{number:04}": "12345678" for number in range(HEADER_LIMIT // 14 + 1)}),
        await service.call("/" + "x" * HEADER_LIMIT),
        await service.call(query=b"x" * HEADER_LIMIT),
    ):
        assert refused[0]["status"] == 431


# --- figures and lines ---


async def test_without_request_lines_an_answer_is_counted_and_not_logged(lines: ReadLines) -> None:
    service = Service(answering)
    await service.call()
    await service.call()
    assert service.counted() == {("POST", "/v1/sessions/{session}/moves", "200"): 2}
    assert lines() == []


async def test_a_request_line_tells_what_was_asked_and_how_it_went(lines: ReadLines) -> None:
    await Service(answering, log_requests=True).call(
        f"/v1/sessions/{SESSION}/moves",
        b"legal=none&token=x",
        {"x-request-id": "a-1", "authorization": "Bearer rw_seat_x"},
    )
    (line,) = lines()
    assert line.pop("timestamp")
    assert 0 <= line.pop("milliseconds") < 60_000
    assert line == {
        "level": "info",
        "logger": "app.http.request_log",
        "event": "request",
        "request_id": "a-1",
        "method": "POST",
        "route": "/v1/sessions/{session}/moves",
        "path": f"/v1/sessions/{SESSION}/moves",
        "status": 200,
        "client": "192.0.2.7",
        "session": SESSION,
        "version": 7,
    }


async def test_a_line_names_no_session_or_version_where_there_is_none(lines: ReadLines) -> None:
    async def app(_: Scope, __: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": [(b"etag", b'"abc"')]})
        await send(BODY)

    await Service(app, log_requests=True).call("/v1/sessions/nonsense")
    (line,) = lines()
    assert line["route"] == OTHER
    assert not {"session", "version"} & set(line)


async def test_a_failing_answer_is_logged_as_an_error_whether_or_not_requests_are(lines: ReadLines) -> None:
    app = problems.render(Problem(STORE_UNAVAILABLE))
    for log_requests in (False, True):
        await Service(app, log_requests=log_requests).call()
        (line,) = lines()
        assert (line["level"], line["event"], line["status"]) == ("error", "request failed", 503)
        assert "exception" not in line


# --- failures ---


async def test_an_exception_before_the_answer_is_answered_and_logged_once(lines: ReadLines) -> None:
    async def app(_: Scope, __: Receive, ___: Send) -> None:
        raise RuntimeError("rw_host_secret went wrong")

    service = Service(app)
    sent = await service.call(headers={"x-request-id": "a-1"})
    assert sent[0]["status"] == 500
    assert orjson.loads(sent[1]["body"])["code"] == "internal"
    assert _id(sent) == "a-1"
    (line,) = lines()
    assert (line["level"], line["status"], line["request_id"]) == ("error", 500, "a-1")
    assert line["exception"][0]["exc_value"] == "rw_host_[redacted] went wrong"
    assert service.counted() == {("POST", OTHER, "500"): 1}


async def test_an_exception_within_the_answer_is_logged_once_and_ends_it(lines: ReadLines) -> None:
    async def app(_: Scope, __: Receive, send: Send) -> None:
        await send(START)
        await send(BODY | {"more_body": True})
        raise RuntimeError("cut off")

    service = Service(app)
    sent = await service.call()
    assert [message["type"] for message in sent] == ["http.response.start", "http.response.body"]
    (line,) = lines()
    assert (line["level"], line["status"], line["exception"][0]["exc_value"]) == ("error", 200, "cut off")
    assert service.counted() == {("POST", OTHER, "200"): 1}


async def test_a_client_that_left_is_no_failure(lines: ReadLines) -> None:
    app = FastAPI()
    problems.install(app, lambda _: ())

    @app.post("/v1/games")
    async def read(request: Request) -> Response:
        await request.body()
        return Response()

    async def leaving() -> Message:
        return {"type": "http.disconnect"}

    async def leave(scope: Scope, _: Receive, send: Send) -> None:
        await app(scope, leaving, send)

    service = Service(leave)
    await service.call("/v1/games")
    assert lines() == []
    assert service.counted() == {("POST", "/v1/games", str(CLIENT_GONE)): 1}


async def test_an_app_that_gives_up_without_an_answer_is_counted_as_left(lines: ReadLines) -> None:
    async def app(_: Scope, __: Receive, ___: Send) -> None:
        raise ClientDisconnect

    service = Service(app)
    assert await service.call() == []
    assert lines() == []
    assert service.counted() == {("POST", OTHER, str(CLIENT_GONE)): 1}


async def test_a_cancelled_request_is_counted_and_stays_cancelled() -> None:
    begun = asyncio.Event()

    async def app(_: Scope, __: Receive, send: Send) -> None:
        await send(START)
        begun.set()
        await asyncio.Event().wait()

    service = Service(app)
    call = asyncio.create_task(service.call())
    await begun.wait()
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    assert service.counted() == {("POST", OTHER, "200"): 1}


async def test_a_request_cancelled_before_its_answer_is_told_to_come_again() -> None:
    begun = asyncio.Event()

    async def app(_: Scope, __: Receive, ___: Send) -> None:
        begun.set()
        await asyncio.Event().wait()

    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    scope: Scope = {"type": "http", "method": "POST", "path": "/", "query_string": b"", "headers": []}
    call = asyncio.create_task(
        RequestLogMiddleware(app, RequestLog(Metrics(), log_requests=False))(scope, receive, send)
    )
    await begun.wait()
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    assert sent[0]["status"] == STORE_UNAVAILABLE.status
    assert b"retry-after" in dict(sent[0]["headers"])
    assert orjson.loads(sent[1]["body"])["code"] == STORE_UNAVAILABLE.code


# --- what passes through ---


@pytest.mark.parametrize("kind", ["lifespan", "websocket"])
async def test_other_connections_pass_untouched(kind: str) -> None:
    seen: list[Any] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        seen.extend([scope, receive, send])
        raise OSError(kind)

    async def receive() -> Message:
        return {"type": f"{kind}.startup"}

    async def send(_: Message) -> None:
        pass

    service = Service(app)
    scope: Scope = {"type": kind}
    with pytest.raises(OSError, match=kind):
        await service.edge(scope, receive, send)
    assert seen == [scope, receive, send]
    assert scope == {"type": kind}
    assert service.counted() == {}


# --- around FastAPI ---


def _fastapi() -> FastAPI:
    app = FastAPI()
    problems.install(app, lambda _: ())
    router = APIRouter(prefix="/v1/sessions")

    @router.get("/{session}")
    async def show(session: str) -> Response:
        return Response(session, headers={"ETag": '"12"'})

    @router.post("/{session}/roll")
    async def roll(session: str) -> Response:
        raise RuntimeError(session)

    @router.get("/{session}/advice")
    async def advice(session: str) -> Response:
        raise Problem(ADVICE_PREPARING if session == "soon" else STORE_UNAVAILABLE)

    @router.get("/{session}/events")
    async def events(session: str) -> StreamingResponse:
        async def stream() -> AsyncIterator[str]:
            yield f"data: {session}\n\n"
            await app.state.more.wait()
            if session == "broken":
                raise RuntimeError(session)
            yield "data: end\n\n"

        return StreamingResponse(stream(), media_type="text/event-stream")

    app.include_router(router)
    return app


async def test_routes_of_fastapi_are_counted_by_their_templates(lines: ReadLines) -> None:
    service = Service(_fastapi(), log_requests=True)
    transport = httpx.ASGITransport(service.edge)  # which would raise what the edge lets through
    async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
        for session in ("1", "2"):
            shown = await client.get(f"/v1/sessions/{session}")
            assert shown.text == session
            assert shown.headers["x-request-id"]
        assert (await client.put("/v1/sessions/1")).status_code == 405
        assert (await client.get("/v1/nothing")).status_code == 404
        failed = await client.post("/v1/sessions/1/roll")
        assert (failed.status_code, failed.json()["code"]) == (500, "internal")
        assert failed.headers["x-request-id"]
    assert service.counted() == {
        ("GET", "/v1/sessions/{session}", "200"): 2,
        ("PUT", "/v1/sessions/{session}", "405"): 1,
        ("GET", OTHER, "404"): 1,
        ("POST", "/v1/sessions/{session}/roll", "500"): 1,
    }
    written = [line for line in lines() if line["logger"] == "app.http.request_log"]
    assert [(line["level"], line["status"], line.get("version")) for line in written] == [
        ("info", 200, 12),
        ("info", 200, 12),
        ("info", 405, None),
        ("info", 404, None),
        ("error", 500, None),
    ]
    assert written[-1]["exception"][0]["exc_type"] == "RuntimeError"
    assert written[-1]["request_id"] == failed.headers["x-request-id"]


async def test_an_answer_that_tells_of_no_failure_is_logged_as_any_request(lines: ReadLines) -> None:
    for log_requests, levels in ((False, ["error"]), (True, ["info", "error"])):
        service = Service(_fastapi(), log_requests=log_requests)
        async with httpx.AsyncClient(transport=httpx.ASGITransport(service.edge), base_url="http://test") as client:
            for session in ("soon", "broken"):
                assert (await client.get(f"/v1/sessions/{session}/advice")).status_code == 503
        assert [line["level"] for line in lines() if line["logger"] == "app.http.request_log"] == levels


@asynccontextmanager
async def _serving(service: Service) -> AsyncIterator[httpx.AsyncClient]:
    """The service on a real server in this process, logging as `logs.configure` has it."""
    config = uvicorn.Config(service.edge, log_config=None, access_log=False, lifespan="off")
    server = uvicorn.Server(config)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        running = asyncio.create_task(server.serve([listener]))
        try:
            async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{listener.getsockname()[1]}") as client:
                yield client
        finally:
            server.should_exit = True
            await running


async def test_a_stream_is_passed_on_as_it_comes(lines: ReadLines) -> None:
    app = _fastapi()
    app.state.more = asyncio.Event()
    service = Service(app)
    async with (
        _serving(service) as client,
        client.stream("GET", "/v1/sessions/7/events") as answer,
        asyncio.timeout(PATIENCE),
    ):
        parts = answer.aiter_text()
        assert await anext(parts) == "data: 7\n\n"
        assert service.counted() == {}
        app.state.more.set()
        assert await anext(parts) == "data: end\n\n"
    assert service.counted() == {("GET", "/v1/sessions/{session}/events", "200"): 1}
    assert {line["level"] for line in lines()} == {"info"}


async def test_the_server_does_not_tell_a_failure_again(lines: ReadLines) -> None:
    app = _fastapi()
    app.state.more = asyncio.Event()
    app.state.more.set()
    async with _serving(Service(app)) as client:
        assert (await client.post("/v1/sessions/7/roll")).status_code == 500
        with pytest.raises(httpx.RemoteProtocolError):
            await client.get("/v1/sessions/broken/events")
    failures = [line for line in lines() if "exception" in line]
    assert [(line["logger"], line["path"]) for line in failures] == [
        ("app.http.request_log", "/v1/sessions/7/roll"),
        ("app.http.request_log", "/v1/sessions/broken/events"),
    ]
