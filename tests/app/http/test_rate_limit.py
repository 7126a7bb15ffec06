"""Limits, streams and CORS."""

import asyncio
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import pairwise

import httpx
import limits as limits_library
import pytest
import uvicorn
from fastapi import FastAPI, Request, Response
from hypothesis import given
from hypothesis import strategies as st
from starlette.responses import StreamingResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from structlog.testing import capture_logs

from app.access.tokens import digest
from app.events.quota import StreamQuota
from app.http import problems, rate_limit
from app.http.cors import Cors
from app.http.problem_kinds import ILLEGAL_MOVE, TOO_MANY_STREAMS
from app.http.problems import Problem
from app.http.rate_limit import SLICES, Limit, Limits, Told, caller_key, client, parsed, told
from app.http.request_log import RequestLog, RequestLogMiddleware
from app.settings import Settings
from app.telemetry.metrics import Metrics
from tests.support.patience import PATIENCE

HERE = "203.0.113.7"


class Clock:
    """Seconds, as the test sets them."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def let_in(limit: Limit, who: str = "Ida") -> bool:
    try:
        limit.hit(caller_key(who), [])
    except Problem:
        return False
    return True


def api(limits: Limits) -> FastAPI:
    """A service whose every kind of answer is counted on `moves` by its token."""
    app = FastAPI()
    problems.install(app, lambda _: ())

    @app.post("/{answer}")
    async def move(request: Request, answer: str) -> Response:
        if limits.moves is not None:
            limits.moves.hit(caller_key(request.headers["authorization"]), told(request.scope))
        if answer == "refused":
            raise Problem(ILLEGAL_MOVE)
        if answer == "failed":
            raise RuntimeError("s3cret")
        return Response("done", headers={"ETag": '"7"'})

    return app


def calling(app: ASGIApp, address: str = HERE, **headers: str) -> httpx.AsyncClient:
    transport = httpx.ASGITransport(app, raise_app_exceptions=False, client=(address, 4711))
    return httpx.AsyncClient(transport=transport, base_url="http://test", headers={"Authorization": "mine"} | headers)


@given(
    st.floats(0, 1e7),
    st.integers(1, 60),
    st.lists(st.one_of(st.just(0.0), st.floats(0, 0.05), st.floats(0, 3)), min_size=1, max_size=300),
)
def test_no_window_holds_more_than_the_quota_and_none_is_refused_that_would_fit(
    start: float, amount: int, gaps: list[float]
) -> None:
    clock = Clock()
    clock.now = start
    limit = Limit("moves", f"{amount} per 2 second", clock)
    passed: list[float] = []
    for gap in gaps:
        clock.now += gap
        fits_for_long = sum(at > clock.now - 2 * (1 + 1 / SLICES) for at in passed) < amount
        if let_in(limit):
            passed.append(clock.now)
            assert sum(at > clock.now - 2 for at in passed) <= amount
        else:
            assert not fits_for_long


@given(st.floats(0, 1e7), st.floats(0, 60))
def test_whoever_waits_as_long_as_told_is_let_in(start: float, late: float) -> None:
    clock = Clock()
    limit = Limit("openings", "2/minute", clock)
    told: Told = []
    for clock.now, left in ((start, 1), (start, 0)):
        limit.hit(caller_key("Ida"), told)
        assert told.pop() == (b'"openings";q=2;w=60', b'"openings";r=%d;t=60' % left)
    clock.now = start + late
    try:
        limit.hit(caller_key("Ida"), told)
    except Problem as problem:
        wait = int(problem.headers["Retry-After"])
        assert told == [(b'"openings";q=2;w=60', b'"openings";r=0;t=%d' % wait)]
        assert 1 <= wait <= 60
        clock.now += wait + 1e-6
        assert let_in(limit)


def test_requests_of_one_slice_come_back_together_never_early() -> None:
    clock = Clock()
    limit = Limit("moves", "2 per 2 second", clock)
    for at, passes in ((0.01, True), (0.02, True), (2.015, False), (2.021, True), (2.021, True), (2.03, False)):
        clock.now = 1000 + at
        assert let_in(limit) == passes, at


async def test_answers_tell_what_is_left_and_a_refusal_how_long_to_wait() -> None:
    clock = Clock()
    limits = Limits(Settings(limit_moves="3 per 10 second"), clock)
    async with calling(limits.around(api(limits))) as caller:
        for at, left, within in ((0, 2, 10), (2.5, 1, 8), (6, 0, 4)):
            clock.now = 1000 + at
            answer = await caller.post("/done")
            assert answer.status_code == 200
            assert answer.headers["ratelimit-policy"] == '"moves";q=3;w=10'
            assert answer.headers["ratelimit"] == f'"moves";r={left};t={within}'
            assert answer.headers["etag"] == '"7"'
            assert "retry-after" not in answer.headers
        for _ in range(5):
            answer = await caller.post("/done")
            assert answer.status_code == 429
            assert answer.headers["content-type"] == "application/problem+json"
            assert answer.headers["retry-after"] == "4"
            assert answer.headers["ratelimit"] == '"moves";r=0;t=4'
            told = answer.json()
            assert (told["code"], told["limit"]) == ("rate-limited", "moves")
            assert "moves" in told["detail"]
            assert "4 s" in told["detail"]
        clock.now += int(answer.headers["retry-after"])
        assert (await caller.post("/done")).status_code == 200
        assert (await caller.post("/done")).headers["retry-after"] == "3"


@pytest.mark.parametrize(("path", "status"), [("done", 200), ("refused", 409), ("failed", 500)])
async def test_all_limits_of_a_request_stand_on_its_answer_whatever_it_is(path: str, status: int) -> None:
    limits = Limits(Settings(limit_moves="3/second", limit_requests="100/minute"), Clock())
    async with calling(limits.around(api(limits))) as caller:
        answer = await caller.post(f"/{path}")
        assert answer.status_code == status
        assert answer.headers.get_list("ratelimit-policy") == ['"requests";q=100;w=60, "moves";q=3;w=1']
        assert answer.headers.get_list("ratelimit") == ['"requests";r=99;t=60, "moves";r=2;t=1']
        answer = await caller.get("/")
        assert answer.status_code == 404
        assert answer.headers.get_list("ratelimit") == ['"requests";r=98;t=60']


async def test_callers_do_not_share_a_quota() -> None:
    limits = Limits(Settings(limit_moves="1/hour"), Clock())
    async with calling(limits.around(api(limits))) as caller:
        for token in ("mine", "yours"):
            sent = {"Authorization": token}
            assert [(await caller.post("/done", headers=sent)).status_code for _ in range(3)] == [200, 429, 429]


async def test_requests_are_counted_by_address_and_what_operators_ask_is_not_counted() -> None:
    limits = Limits(Settings(limit_requests="2/minute"), Clock())
    app = limits.around(api(limits))
    for addresses in ((HERE, HERE, HERE), ("2001:db8::1", "2001:db8::2", "2001:db8:0:0:ffff::3")):
        for address, status in zip(addresses, (200, 200, 429), strict=True):
            async with calling(app, address) as caller:
                for path in rate_limit.UNLIMITED:
                    assert "ratelimit" not in (await caller.get(path)).headers
                answer = await caller.post("/done")
                assert answer.status_code == status
    assert answer.json()["limit"] == "requests"
    assert answer.headers["ratelimit"] == '"requests";r=0;t=60'
    assert answer.headers["retry-after"] == "60"
    async with calling(app, "2001:db8:0:1::1") as caller:
        assert (await caller.post("/done")).status_code == 200


def test_where_no_limit_is_set_nothing_stands_in_the_way() -> None:
    limits = Limits(Settings())
    app = api(limits)
    assert (limits.openings, limits.moves, limits.requests) == (None, None, None)
    assert limits.around(app) is app


def test_a_limit_of_none_closes_the_door() -> None:
    limit = Limit("openings", "0/minute", Clock())
    assert not let_in(limit)
    assert len(limit._windows) == 0


def test_a_caller_is_forgotten_when_its_window_has_passed() -> None:
    clock = Clock()
    limit = Limit("moves", "5/second", clock)
    for number in range(1000):
        assert let_in(limit, str(number))
    assert len(limit._windows) == 1000
    clock.now += 1.5
    for _ in range(1000):
        let_in(limit, "late")
    assert len(limit._windows) == 1


def test_a_flood_of_callers_is_bounded_and_forgets_who_came_longest_ago(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limit, "MOST_CALLERS", 50)
    limit = Limit("requests", "10/hour", Clock())
    for number in range(1000):
        let_in(limit, f"flood {number}")
        if number % 10 == 0:
            assert let_in(limit, "busy") == (number < 100)
            assert len(limit._windows) <= 50


def test_a_caller_costs_no_more_however_large_its_quota_is() -> None:
    clock = Clock()
    limit = Limit("moves", "1000000/minute", clock)
    for _ in range(20_000):
        clock.now += 0.01
        assert let_in(limit)
    window = limit._windows[digest("Ida")]
    assert len(window.times) == len(window.counts) <= SLICES + 1
    assert window.used == sum(window.counts) == pytest.approx(6000, rel=1 / SLICES)
    assert all(early < late for early, late in pairwise(window.times))


def test_no_token_stays_in_memory() -> None:
    limit = Limit("moves", "5/second", Clock())
    told: Told = []
    limit.hit(caller_key("rw_seat_s3cret"), told)
    assert list(limit._windows) == [digest("rw_seat_s3cret")]
    assert "s3cret" not in str(told)


@pytest.mark.parametrize(
    ("address", "who"),
    [
        (("203.0.113.7", 4711), "203.0.113.7"),
        (("2001:db8:1:2:3:4:5:6", 4711), "2001:db8:1:2::/64"),
        (("2001:DB8:1:2::", 4711), "2001:db8:1:2::/64"),
        (("fe80::1%eth0", 4711), "fe80::/64"),
        (("::ffff:203.0.113.7", 4711), "203.0.113.7"),
        (("not:an:address", 0), "not:an:address"),
        (("testclient", 0), "testclient"),
        (None, ""),
    ],
)
def test_whom_an_address_means(address: tuple[str, int] | None, who: str) -> None:
    assert client({"client": address}) == who


def test_an_address_holds_so_many_streams_and_gets_its_places_back() -> None:
    streams = StreamQuota(2)
    with streams.held(HERE):
        with pytest.raises(RuntimeError), streams.held(HERE):
            raise RuntimeError
        with streams.held(HERE):
            for _ in range(3):
                with pytest.raises(Problem) as refused, streams.held(HERE):
                    raise AssertionError
                assert refused.value.kind is TOO_MANY_STREAMS
            with streams.held("198.51.100.1"):
                pass
        with streams.held(HERE):
            pass
    assert streams._open == {}


@asynccontextmanager
async def served(app: ASGIApp) -> AsyncIterator[str]:
    """The app behind a real server in this process; the value is its address."""
    config = uvicorn.Config(app, lifespan="off", log_config=None, ws="none", timeout_graceful_shutdown=1)
    server = uvicorn.Server(config)
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        serving = asyncio.create_task(server.serve([listening]))
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            server.should_exit = True
            await serving


async def until(reached: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not reached():  # noqa: ASYNC110 - nobody tells when
            await asyncio.sleep(0.01)


async def test_a_stream_passes_all_doors_piece_by_piece_and_leaves_its_place_when_its_reader_goes() -> None:
    limits = Limits(Settings(limit_requests="100/minute"))
    streams = StreamQuota(1)
    more = asyncio.Event()

    async def pieces() -> AsyncIterator[bytes]:
        yield b"data: 1\n\n"
        await more.wait()
        yield b"data: 2\n\n"
        await asyncio.sleep(60)

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        try:
            with streams.held(client(scope)):
                await StreamingResponse(pieces(), media_type="text/event-stream")(scope, receive, send)
        except Problem as problem:
            await problems.render(problem)(scope, receive, send)

    chain = Cors(RequestLogMiddleware(limits.around(app), RequestLog(Metrics(), log_requests=False)), ("*",))
    async with (
        served(chain) as address,
        httpx.AsyncClient(base_url=address, headers={"Origin": "https://a"}) as caller,
    ):
        async with caller.stream("GET", "/events") as stream:
            assert stream.headers["access-control-allow-origin"] == "*"
            assert stream.headers["ratelimit"] == '"requests";r=99;t=60'
            read = stream.aiter_raw()
            assert await anext(read) == b"data: 1\n\n"
            refused = await caller.get("/events")
            assert refused.status_code == 429
            assert refused.json()["code"] == "too-many-streams"
            assert refused.headers["access-control-allow-origin"] == "*"
            more.set()
            assert await anext(read) == b"data: 2\n\n"
        await until(lambda: streams._open == {})
        async with caller.stream("GET", "/events") as stream:
            assert stream.status_code == 200


def open_to(*origins: str, **settings: str) -> ASGIApp:
    limits = Limits(Settings(**settings), Clock())  # type: ignore[arg-type]
    logged = RequestLogMiddleware(limits.around(api(limits)), RequestLog(Metrics(), log_requests=False))
    return Cors(logged, origins) if origins else logged


async def test_a_page_may_send_what_the_api_takes_and_read_what_it_tells() -> None:
    sent = "authorization, content-type, if-match, if-none-match, idempotency-key, last-event-id, x-request-id"
    async with calling(open_to("*"), Origin="https://a.example") as caller:
        for method in ("GET", "POST", "DELETE", "HEAD", "OPTIONS"):
            asked = {"Access-Control-Request-Method": method, "Access-Control-Request-Headers": sent}
            answer = await caller.options("/done", headers=asked)
            assert answer.status_code == 200
            assert answer.headers["access-control-allow-origin"] == "*"
            assert method in answer.headers["access-control-allow-methods"].split(", ")
            assert {*sent.split(", ")} <= {*answer.headers["access-control-allow-headers"].lower().split(", ")}
            assert answer.headers["access-control-max-age"] == "7200"
            assert "access-control-allow-credentials" not in answer.headers
        answer = await caller.post("/done")
        assert {*answer.headers["access-control-expose-headers"].split(", ")} == {
            "ETag",
            "Location",
            "Retry-After",
            "Idempotency-Replayed",
            "RateLimit",
            "RateLimit-Policy",
            "X-Request-ID",
            "WWW-Authenticate",
        }


async def test_only_pages_of_listed_origins_are_let_in() -> None:
    for origin, allowed in (
        ("https://a.example", True),
        ("https://b.example", True),
        ("https://evil.example", False),
    ):
        async with calling(open_to("https://a.example", "https://b.example"), Origin=origin) as caller:
            asked = await caller.options("/done", headers={"Access-Control-Request-Method": "POST"})
            answer = await caller.post("/done")
            assert asked.status_code == (200 if allowed else 400)
            for told in (asked, answer):
                assert told.headers.get("access-control-allow-origin") == (origin if allowed else None)
                assert "Origin" in told.headers["vary"]


async def test_a_page_may_read_errors_too() -> None:
    async with calling(open_to("*", limit_moves="2/hour"), Origin="https://a.example") as caller:
        with capture_logs():
            answers = [await caller.post(path) for path in ("/refused", "/failed", "/done")]
        answers += [await caller.get("/"), await caller.get("/", headers={"X-Long": "x" * 20_000})]
        assert [answer.status_code for answer in answers] == [409, 500, 429, 404, 431]
        for answer in answers:
            assert answer.headers["access-control-allow-origin"] == "*"
            assert "Retry-After" in answer.headers["access-control-expose-headers"]


@pytest.mark.parametrize(
    "rate", ["1/second", "60/minute", "3000/minute", "7/hour", "100000/day", "2 per 5 minute", "9/2 hour"]
)
def test_a_usual_rate_is_read_as_the_library_reads_it(rate: str) -> None:
    item = limits_library.parse(rate)
    assert parsed(rate) == (item.amount, item.get_expiry())
