"""The protocol in a server: what is offered past ASGI, taken and answered, and when connections end."""

import asyncio
from collections.abc import AsyncIterator, Callable
from itertools import product
from typing import Any, cast

import pytest
import pytest_asyncio

from app.server.direct import Http
from app.server.protocol import PART, Deadlines
from app.settings import HEADER_LIMIT
from tests.app.support.connections import (
    KINDS,
    LARGE,
    MANNERS,
    House,
    answer,
    chunked,
    post,
    request,
    say,
    served,
    until,
)

pytestmark = pytest.mark.asyncio(loop_scope="module")

IDLE = 600
DEADLINES = Deadlines(head=200, body=400)

Later = Callable[[float], None]

kinds = pytest.mark.parametrize("kind", KINDS)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared() -> AsyncIterator[House]:
    async with served(DEADLINES, timeout_keep_alive=IDLE, timeout_graceful_shutdown=1) as house:
        yield house


@pytest_asyncio.fixture(loop_scope="module")
async def house(shared: House, complaints: list[str]) -> AsyncIterator[House]:
    """One for all, that nobody else uses now."""
    yield shared
    await shared.left()


@pytest_asyncio.fixture(loop_scope="module", autouse=True)
async def complaints(caplog: pytest.LogCaptureFixture) -> AsyncIterator[list[str]]:
    """What the test expects to be complained of: nothing."""
    expected: list[str] = []
    loop = asyncio.get_running_loop()
    unhandled: list[dict[str, Any]] = []
    loop.set_exception_handler(lambda _, context: unhandled.append(context))
    yield expected
    loop.set_exception_handler(None)
    assert unhandled == []
    assert [record.getMessage() for record in caplog.get_records("call")] == expected


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def later() -> Later:
    """Makes the loop's time pass. It stays so: what waits meanwhile would wait for long if it went back."""
    loop = asyncio.get_running_loop()
    time = loop.time
    passed = [0.0]
    loop.time = lambda: time() + sum(passed)  # type: ignore[method-assign]
    return passed.append


# --- what is taken ---


async def test_what_is_taken_is_answered_with_the_servers_fields_and_the_connection_stays_open(house: House) -> None:
    client = await house.client()
    for date in (b"Fri, 02 Jan 2026 10:00:00 GMT", b"Fri, 02 Jan 2026 10:00:01 GMT"):
        await client.send(post("/taken?a=b", "two dice", "X-Own: Yes"))
        exchange = house.offers.pop()
        assert (exchange.target, exchange.body) == (b"/taken?a=b", b"two dice")
        assert exchange.client == client.writer.get_extra_info("sockname")
        assert exchange.headers == [(b"host", b"house"), (b"content-length", b"8"), (b"x-own", b"Yes")]
        house.state.default_headers = [(b"date", date), (b"server", b"dice")]
        say(exchange, "seven")
        assert await client.head() == (
            b"HTTP/1.1 200 OK\r\ndate: %b\r\nserver: dice\r\ncontent-length: 5\r\nx-way: direct\r\n\r\n" % date
        )
        assert await client.reader.readexactly(5) == b"seven"
    assert not house.app.scopes


async def test_a_connection_ends_with_the_answer_if_the_client_says_so(house: House) -> None:
    client = await house.client()
    await client.send(post("/taken", "", "Connection: close"))
    answer(house.offers[-1])
    said = await client.answer()
    assert said.direct
    assert said.fields["connection"] == "close"
    assert await client.ended()


BIG = "x" * HEADER_LIMIT
UPGRADE = ("Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: AAEAAEAA")  # as Java's HttpClient
# The pieces, the body, and how often it is offered.
UNUSUAL: dict[str, tuple[list[bytes], str, int]] = {
    "GET": ([request("GET /taken HTTP/1.1")], "", 0),
    "PUT": ([post(body="dice").replace(b"POST", b"PUT")], "dice", 0),
    "of HTTP/1.0": ([post(body="dice").replace(b"HTTP/1.1", b"HTTP/1.0")], "dice", 0),
    "with no need to wait": ([post("/other", "dice", "Expect: 100-continue")], "dice", 1),
    "waiting to continue": ([post("/taken", "dice", "Expect: 100-continue")[:-4], b"dice"], "dice", 0),
    "a head in two": ([post(body="dice")[:30], post(body="dice")[30:]], "dice", 0),
    "a body by itself": ([post("/other", "dice")[:-4], b"dice"], "dice", 1),
    "a body in two": ([post("/other", "dice")[:-2], b"ce"], "dice", 1),
    "chunks in one": ([chunked("/taken")], "dice", 0),
    "chunks in two": ([chunked("/taken")[:-9], chunked("/taken")[-9:]], "dice", 0),
    "long": ([post(body=BIG)], BIG, 0),
    "asking to upgrade": ([post("/other", "dice", *UPGRADE)], "dice", 1),
    "asking to upgrade, in two": ([post("/other", "dice", *UPGRADE)[:-4], b"dice"], "dice", 1),
    "asking to upgrade, in pieces": ([post("/other", "dice", *UPGRADE)[:-7], b"\n\r\n", b"di", b"ce"], "dice", 0),
    "asking for a WebSocket": ([request("GET /taken HTTP/1.1", "Connection: Upgrade", "Upgrade: websocket")], "", 0),
    "an address": ([post("http://house/taken?a=b", "dice")], "dice", 0),
    "an address in part": ([post("http://house/taken?a=b", "dice")[:-2], b"ce"], "dice", 0),
    "quoted": ([post("/%74aken", "dice")], "dice", 0),
    "with a fragment": ([post("/taken#here", "dice")], "dice", 0),
    "refused": ([post("/other", "dice")], "dice", 1),
}


@pytest.mark.parametrize("form", UNUSUAL)
async def test_what_is_unusual_or_refused_is_left_to_the_application(form: str, house: House) -> None:
    pieces, body, offers = UNUSUAL[form]
    client = await house.client()
    await client.send(*pieces)
    answer = await client.answer()
    assert answer.told["body"] == body
    assert answer.told["path"] in ("/taken", "/other")
    assert answer.told["messages"] == 1 or len(pieces) > 1
    assert [offer.body.decode() for offer in house.offers] == [body] * offers
    if answer.fields.get("connection") == "close":
        assert form == "of HTTP/1.0"
        assert await client.ended()
        return
    await client.send(post())
    say(house.offers[-1], "seven")
    assert (await client.answer()).body == b"seven"


async def test_what_is_wrong_is_refused_and_not_offered(house: House, complaints: list[str]) -> None:
    address = post("http://house:99999/taken", "dice")
    for wrong in (address, address[:-2], chunked("/taken", "nine\r\n")):
        complaints.append("Invalid HTTP request received.")
        client = await house.client()
        await client.send(wrong)
        assert (await client.answer()).status == 400
        assert await client.ended()
    assert not house.offers


# --- one after the other ---


@pytest.mark.parametrize("now", [True, False])
@pytest.mark.parametrize("together", [True, False])
async def test_requests_in_line_are_answered_in_order_and_once(together: bool, now: bool, house: House) -> None:
    house.direct.soon = answer
    house.direct.now = now
    for line in product(KINDS, repeat=3):
        house.offers.clear()
        client = await house.client()
        requests = [KINDS[kind](f"/taken?{number}") for number, kind in enumerate(line)]
        for piece in [b"".join(requests)] if together else requests:
            client.writer.write(piece)
            await asyncio.sleep(0)
        assert [(await client.answer()).told["query"] for _ in line] == ["0", "1", "2"]
        if together:  # what comes along with others is left to the application
            assert house.offers == []
        await client.send(request("GET /last HTTP/1.1", "connection: close"))
        assert (await client.answer()).told["path"] == "/last"
        assert await client.ended()


async def test_nothing_depends_on_where_a_write_ends(house: House) -> None:
    house.direct.soon = answer
    stream = post("/taken?0", "one") + chunked("/taken?1") + request("GET /plain?2 HTTP/1.1", "connection: close")
    for end in range(1, len(stream)):
        client = await house.client()
        await client.send(stream[:end], stream[end:])
        said = [(await client.answer()).told for _ in range(3)]
        assert [(each["query"], each["body"]) for each in said] == [("0", "one"), ("1", "dice"), ("2", "")]
        assert await client.ended()
    assert {offer.target for offer in house.offers} == {b"/taken?0"}


@kinds
async def test_the_next_request_may_be_half_there(kind: str, house: House) -> None:
    following = request(
        f"{'GET' if kind == 'plain' else 'POST'} /{kind}?next HTTP/1.1", "content-length: 4", "x-own: 1"
    )
    for end in range(1, len(following)):
        client = await house.client()
        await client.send(post("/taken?first", "one") + following[:end])
        first = await client.answer()
        assert (first.told["query"], first.told["body"], first.direct) == ("first", "one", False)
        house.direct.soon = answer
        await client.send(following[end:] + b"dice")
        said = await client.answer()
        assert (said.told["query"], said.told["body"], said.direct) == ("next", "dice", False)
        scope = house.app.scopes[-1]
        assert (scope["path"], scope["headers"][-1]) == (f"/{kind}", (b"x-own", b"1"))
        house.direct.soon = None


@kinds
@pytest.mark.parametrize("pieces", [1, 2])
async def test_the_next_request_waits_for_one_that_was_taken(kind: str, pieces: int, house: House) -> None:
    client, exchange = await house.waiting()
    following = KINDS[kind]("/taken?next")
    client.writer.write(following[: len(following) // pieces])
    await asyncio.sleep(0.01)
    client.writer.write(following[len(following) // pieces :])
    await asyncio.sleep(0.01)
    assert (len(house.offers), house.app.scopes) == (1, [])
    house.direct.soon = answer
    answer(exchange)
    assert [(await client.answer()).told["query"] for _ in range(2)] == ["waiting", "next"]


async def test_reading_goes_on_after_one_that_asked_for_nothing(house: House) -> None:
    house.direct.soon = answer
    client = await house.client()
    await client.send(post("/taken?first") + request("GET /deaf?second HTTP/1.1"))
    assert [(await client.answer()).told["query"] for _ in range(2)] == ["first", "second"]
    await client.send(post("/taken?third"))
    assert (await client.answer()).told["query"] == "third"


# --- what is left to the application ---


@pytest.mark.parametrize("target", ["/", "/taken", "/taken?", "/taken?a=b&c=+", "//taken/a?b?c", "/a@b:80/[c]?/"])
async def test_what_is_not_taken_is_what_the_application_would_have_seen(target: str, house: House) -> None:
    client = await house.client()
    house.direct.takes = b"none"
    await client.send(post(target, "dice", "X-Own: Yes", "x-own: no"))
    await client.send(post(target, "dice", "X-Own: Yes", "x-own: no", "Expect: 100-continue")[:-2], b"ce")
    for _ in range(2):
        assert (await client.answer()).told["body"] == "dice"
    offered, plain = house.app.scopes
    assert len(house.offers) == 1
    assert plain["headers"].pop() == (b"expect", b"100-continue")
    assert plain.keys() == offered.keys()
    for name in plain:
        assert plain[name] == offered[name], name
    assert plain["state"] is not offered["state"]
    assert plain["client"] == client.writer.get_extra_info("sockname")


async def test_what_is_answered_twice_is_answered_once(house: House) -> None:
    client, exchange = await house.waiting()
    before = house.state.total_requests
    for text in ('"one"', '"two"'):
        say(exchange, text)
    assert (await client.answer()).told == "one"
    house.direct.soon = answer
    await client.send(post("/taken?next"))
    assert (await client.answer()).told["query"] == "next"
    assert house.app.scopes == []
    assert house.state.total_requests == before + 2


@pytest.mark.parametrize("manner", MANNERS)
async def test_a_client_that_goes_away_harms_nothing(manner: str, house: House) -> None:
    client, exchange = await house.waiting()
    await house.gone(client, manner, owed=True)
    answer(exchange)
    await until(lambda: not house.state.connections)
    assert house.app.scopes == []


async def test_the_application_is_told_that_a_client_has_gone_while_it_answers(house: House) -> None:
    house.app.may.clear()
    client = await house.client()
    await client.send(post("/other"))
    await until(lambda: house.app.scopes)
    (http,) = cast("set[Http]", house.state.connections)
    await house.gone(client, "resets")
    assert (await http.cycle.receive())["type"] == "http.disconnect"
    house.app.may.set()


@pytest.mark.parametrize("manner", MANNERS[:2])
async def test_a_client_that_has_gone_leaves_no_timer(manner: str, house: House) -> None:
    client = await house.client()
    await house.used(client)
    (http,) = cast("set[Http]", house.state.connections)
    timer = http.timeout_keep_alive_task
    assert timer is not None
    await house.gone(client, manner)
    assert timer.cancelled()


async def test_while_a_client_does_not_read_its_requests_go_to_the_application(house: House) -> None:
    client = await house.client()
    await client.send(request("GET /large HTTP/1.1"))
    (http,) = cast("set[Http]", house.state.connections)
    await until(lambda: http.cycle.response_complete)
    assert http.flow.write_paused
    await client.send(post("/taken?1", "one"), post("/taken?2", "two"))
    assert not house.offers
    assert (await client.answer()).body == b"x" * LARGE
    assert [(await client.answer()).told["body"] for _ in range(2)] == ["one", "two"]
    house.direct.soon = answer
    await client.send(post("/taken?3", "three"))
    assert (await client.answer()).direct


# --- clients that keep one waiting ---


async def test_who_sends_nothing_does_not_stay(later: Later, house: House) -> None:
    client = await house.client()
    await until(lambda: house.state.connections)
    later(DEADLINES.head / 2)
    await asyncio.sleep(0)
    assert house.state.connections
    later(DEADLINES.head)
    assert await client.ended()


HALVES = {
    "a head": (post()[:20], DEADLINES.head),
    "a head of a second request": (post()[:20], DEADLINES.head),
    "a body that may be taken": (post("/taken", "dice")[:-2], DEADLINES.body),
    "a body": (post("/other", BIG)[:-2], DEADLINES.body),
    "chunks": (chunked("/other")[:-9], DEADLINES.body),
}


@pytest.mark.parametrize("half", HALVES)
async def test_who_sends_half_a_request_does_not_stay(half: str, later: Later, house: House) -> None:
    sent, seconds = HALVES[half]
    client = await house.client()
    if "second" in half:
        await house.used(client)
    await client.send(sent)
    later(seconds / 2)
    await asyncio.sleep(0.01)
    assert house.state.connections
    later(seconds)
    said = await client.answer()
    assert (said.status, said.told["code"]) == (408, "request-timeout")
    assert said.fields["connection"] == "close"
    assert await client.ended()


async def test_a_drop_now_and_then_does_not_keep_a_connection(later: Later, house: House) -> None:
    client = await house.client()
    await client.send(post("/other", "x" * 1000)[:-900])
    for _ in range(5):
        later(DEADLINES.body / 4)
        client.writer.write(b"x")
        await asyncio.sleep(0.01)
    assert (await client.answer()).status == 408


async def test_a_long_body_has_its_time_for_each_part(later: Later, house: House) -> None:
    client = await house.client()
    body = "x" * (PART * 3)
    await client.send(post("/other", body)[: -len(body)])
    for at in range(0, len(body), PART):
        later(DEADLINES.body * 3 / 4)
        await client.send(body[at : at + PART].encode())
    assert (await client.answer()).told["body"] == body


async def test_who_waits_for_us_may_wait(later: Later, house: House) -> None:
    house.app.may.clear()
    taken, _ = await house.waiting()
    other = await house.client()
    await other.send(post("/other"))
    for _ in range(3):
        later(IDLE + 1)
        await asyncio.sleep(0.01)
    answer(house.offers[0])
    house.app.may.set()
    assert (await taken.answer()).status == (await other.answer()).status == 200


# --- clients that close their half ---


@pytest.mark.parametrize("target", ["/taken?a", "/other?a"])
async def test_who_says_no_more_gets_the_answer(target: str, house: House) -> None:
    house.app.may.clear()
    client = await house.client()
    await client.send(post(target, "dice"))
    client.writer.write_eof()
    await asyncio.sleep(0.01)
    for exchange in house.offers:
        answer(exchange)
    house.app.may.set()
    said = await client.answer()
    assert (said.told["body"], said.fields["connection"]) == ("dice", "close")
    assert await client.ended()


async def test_all_that_was_sent_before_is_answered(house: House) -> None:
    client = await house.client()
    client.writer.write(b"".join(request(f"GET /other?{number} HTTP/1.1") for number in range(3)))
    client.writer.write_eof()
    answers = [await client.answer() for _ in range(3)]
    assert [said.told["query"] for said in answers] == ["0", "1", "2"]
    assert await client.ended()


async def test_a_stream_ends_when_its_reader_closes_its_half(house: House) -> None:
    client = await house.client()
    await client.send(request("GET /stream HTTP/1.1"))
    await client.head()
    client.writer.write_eof()
    await until(lambda: house.app.gone)


@pytest.mark.parametrize("sent", [b"", post()[:20], post("/taken", "dice")[:-2], post("/other", BIG)[:-2]])
async def test_what_will_never_be_whole_is_not_waited_for(sent: bytes, house: House) -> None:
    client = await house.client()
    await client.send(sent)
    client.writer.write_eof()
    assert await client.ended()


# --- the end of a connection ---


@kinds
async def test_idle_connections_are_closed_and_no_others(kind: str, later: Later, house: House) -> None:
    idle, busy, half = [await house.client() for _ in range(3)]
    for client in (busy, half, idle):
        await house.used(client, kind)
    await busy.send(post())
    await half.send(post("/half")[:20])
    later(DEADLINES.head / 2)
    await half.send(post("/half")[20:21])
    later(IDLE + 1 - DEADLINES.head / 2)
    assert await idle.ended()
    say(house.offers[-1], "seven")
    assert (await busy.answer()).body == b"seven"
    assert (await half.answer()).status == 408
    later(IDLE + 1)
    assert await busy.ended()
    assert await half.ended()


@kinds
async def test_a_connection_that_is_used_is_idle_anew(kind: str, later: Later, house: House) -> None:
    lasting, idle = await house.client(), await house.client()
    await house.used(lasting)
    for _ in range(3):
        await house.used(idle)
        later(IDLE * 2 / 3)
        await house.used(lasting, kind)
        later(IDLE * 2 / 3)
        assert await idle.ended()
        idle = await house.client()
    await house.used(lasting, kind)
    later(IDLE + 1)
    assert await lasting.ended()


# --- the end of the server ---


async def test_a_server_that_stops_waits_for_what_was_taken() -> None:
    async with served() as house:
        client, _ = await house.waiting()
        other = await house.client()
        house.app.may.clear()
        await other.send(post("/other?other"))
        half = await house.client()
        await half.send(post("/taken?half", "dice")[:-2])
        idle = await house.client()
        await house.used(idle)
        house.server.should_exit = True
        assert await idle.ended()
        assert not house.task.done()
        await half.send(b"ce")
        answer(house.offers[0])
        house.app.may.set()
        for each, query in ((client, "waiting"), (other, "other"), (half, "half")):
            said = await each.answer()
            assert (said.told["query"], said.fields["connection"]) == (query, "close")
            assert await each.ended()
        await until(house.task.done)
