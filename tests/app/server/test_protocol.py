"""The protocol in a server: what is offered past ASGI, taken, answered and handed over, and when connections end."""

import asyncio
from collections.abc import AsyncIterator, Callable
from itertools import product
from typing import Any, cast

import pytest
import pytest_asyncio

from app.http.problem_kinds import STORE_UNAVAILABLE
from app.server.protocol import FAILURE, Exchange, Http
from app.settings import HEADER_LIMIT
from tests.app.support.connections import (
    KINDS,
    LARGE,
    MANNERS,
    House,
    Offer,
    chunked,
    post,
    request,
    rest,
    served,
    until,
)

pytestmark = pytest.mark.asyncio(loop_scope="module")

IDLE = 60

Settle = Callable[[Offer], None]
Later = Callable[[float], None]

kinds = pytest.mark.parametrize("kind", KINDS)
ways = pytest.mark.parametrize("settle", [Offer.answer, Offer.hand_over])


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared() -> AsyncIterator[House]:
    async with served(timeout_keep_alive=IDLE, timeout_graceful_shutdown=1) as house:
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
        target, headers, body, exchange = house.offers.pop()
        assert (target, body) == (b"/taken?a=b", b"two dice")
        assert headers == [(b"host", b"house"), (b"content-length", b"8"), (b"x-own", b"Yes")]
        house.state.default_headers = [(b"date", date), (b"server", b"dice")]
        exchange.answer(rest("seven"))
        assert await client.head() == (
            b"HTTP/1.1 200 OK\r\ndate: %b\r\nserver: dice\r\ncontent-length: 5\r\nx-way: direct\r\n\r\n" % date
        )
        assert await client.reader.readexactly(5) == b"seven"
    assert not house.app.scopes


@ways
async def test_a_connection_ends_with_the_answer_if_the_client_says_so(settle: Settle, house: House) -> None:
    client = await house.client()
    await client.send(post("/taken", "", "Connection: close"))
    settle(house.offers[-1])
    answer = await client.answer()
    assert answer.direct == (settle is Offer.answer)
    assert answer.fields["connection"] == "close"
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
    "a body by itself": ([post(body="dice")[:-4], b"dice"], "dice", 0),
    "a body in two": ([post(body="dice")[:-2], b"ce"], "dice", 0),
    "chunks in one": ([chunked("/other")], "dice", 1),
    "chunks in two": ([chunked("/taken")[:-9], chunked("/taken")[-9:]], "dice", 0),
    "long": ([post(body=BIG)], BIG, 0),
    "asking to upgrade": ([post("/other", "dice", *UPGRADE)], "dice", 1),
    "asking to upgrade, in two": ([post("/taken", "dice", *UPGRADE)[:-4], b"dice"], "dice", 0),
    "asking to upgrade, in pieces": ([post("/taken", "dice", *UPGRADE)[:-7], b"\n\r\n", b"di", b"ce"], "dice", 0),
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
    house.offers[-1].exchange.answer(rest("seven"))
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


@ways
@pytest.mark.parametrize("together", [True, False])
async def test_requests_in_line_are_answered_in_order_and_once(together: bool, settle: Settle, house: House) -> None:
    house.direct.soon = settle
    for line in product(KINDS, repeat=3):
        house.offers.clear()
        client = await house.client()
        requests = [KINDS[kind](f"/taken?{number}") for number, kind in enumerate(line)]
        for piece in [b"".join(requests)] if together else requests:
            client.writer.write(piece)
            await asyncio.sleep(0)
        assert [(await client.answer()).told["query"] for _ in line] == ["0", "1", "2"]
        if together:  # then the first one is to be answered while the others are read
            assert len(house.offers) == (line[0] != "plain")
        await client.send(request("GET /last HTTP/1.1", "connection: close"))
        assert (await client.answer()).told["path"] == "/last"
        assert await client.ended()


@ways
async def test_nothing_depends_on_where_a_write_ends(settle: Settle, house: House) -> None:
    house.direct.soon = settle
    stream = post("/taken?0", "one") + chunked("/taken?1") + request("GET /plain?2 HTTP/1.1", "connection: close")
    for end in range(1, len(stream)):
        client = await house.client()
        await client.send(stream[:end], stream[end:])
        said = [(await client.answer()).told for _ in range(3)]
        assert [(each["query"], each["body"]) for each in said] == [("0", "one"), ("1", "dice"), ("2", "")]
        assert await client.ended()
    assert {offer.target for offer in house.offers} == {b"/taken?0", b"/taken?1"}


@kinds
@ways
async def test_the_next_request_may_be_half_there(settle: Settle, kind: str, house: House) -> None:
    following = request(
        f"{'GET' if kind == 'plain' else 'POST'} /{kind}?next HTTP/1.1", "content-length: 4", "x-own: 1"
    )
    for end in range(1, len(following)):
        client = await house.client()
        await client.send(post("/taken?first", "one") + following[:end])
        settle(house.offers[-1])
        first = await client.answer()
        assert (first.told["query"], first.told["body"]) == ("first", "one")
        house.direct.soon = settle
        await client.send(following[end:] + b"dice")
        answer = await client.answer()
        assert (answer.told["query"], answer.told["body"], answer.direct) == ("next", "dice", False)
        scope = house.app.scopes[-1]
        assert (scope["path"], scope["headers"][-1]) == (f"/{kind}", (b"x-own", b"1"))
        house.direct.soon = None


@kinds
async def test_the_next_request_waits_for_one_that_was_handed_over(kind: str, house: House) -> None:
    house.app.may.clear()
    client, exchange = await house.waiting()
    exchange.hand_over({})
    await client.send(KINDS[kind]("/taken?next"))
    assert len(house.offers) == 1
    house.app.may.set()
    assert [(await client.answer()).told["query"] for _ in range(2)] == ["waiting", "next"]


@ways
async def test_reading_goes_on_after_one_that_asked_for_nothing(settle: Settle, house: House) -> None:
    house.direct.soon = settle
    client = await house.client()
    await client.send(post("/taken?first") + request("GET /deaf?second HTTP/1.1"))
    assert [(await client.answer()).told["query"] for _ in range(2)] == ["first", "second"]
    await client.send(post("/taken?third"))
    assert (await client.answer()).told["query"] == "third"


# --- what is handed over ---


@pytest.mark.parametrize("target", ["/", "/taken", "/taken?", "/taken?a=b&c=+", "//taken/a?b?c", "/a@b:80/[c]?/"])
async def test_what_is_handed_over_is_what_the_application_would_have_seen(target: str, house: House) -> None:
    client = await house.client()
    for takes in (b"none", b"/"):
        house.direct.takes = takes
        await client.send(post(target, "dice", "X-Own: Yes", "x-own: no"))
        if takes == b"/":
            house.offers[-1].hand_over()
        assert (await client.answer()).told["body"] == "dice"
    plain, handed = house.app.scopes
    assert handed.pop("dice.way") == "long"
    assert plain.keys() == handed.keys()
    for name in plain:
        assert plain[name] == handed[name], name
    assert plain["state"] is not handed["state"]
    assert plain["client"] == client.writer.get_extra_info("sockname")


WAYS: dict[str, Callable[[Exchange], None]] = {
    "answer": lambda exchange: exchange.answer(rest('"seven"')),
    "hand over": lambda exchange: exchange.hand_over({}),
    "cancel": lambda exchange: exchange.cancel(),
}


@pytest.mark.parametrize(("first", "second"), list(product(WAYS, repeat=2)))
async def test_what_is_settled_twice_is_settled_once(first: str, second: str, house: House) -> None:
    client, exchange = await house.waiting()
    before = house.state.total_requests
    for way in (first, second, first, second):
        WAYS[way](exchange)
    answer = await client.answer()
    deciding = second if first == "cancel" else first  # to cancel takes effect a moment later
    assert answer.direct == (deciding == "answer")
    assert answer.status == (503 if deciding == "cancel" else 200)
    house.direct.soon = Offer.answer
    await client.send(post("/taken?next"))
    assert (await client.answer()).told["query"] == "next"
    assert len(house.app.scopes) == (deciding != "answer")
    assert house.state.total_requests == before + 2


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("manner", MANNERS)
async def test_a_client_that_goes_away_harms_nothing(manner: str, way: str, house: House) -> None:
    client, exchange = await house.waiting()
    before = house.state.total_requests
    await house.gone(client, manner)
    assert len(house.state.tasks) == 1
    WAYS[way](exchange)
    await until(lambda: not house.state.connections and not house.state.tasks)
    assert len(house.app.scopes) == (way != "answer")
    if manner != MANNERS[2]:
        assert house.app.gone == (way == "hand over")
        assert house.state.total_requests == before


async def test_the_application_is_told_that_a_client_has_gone_while_it_answers(house: House) -> None:
    house.app.may.clear()
    client, exchange = await house.waiting()
    exchange.hand_over({})
    await until(lambda: house.app.scopes)
    (http,) = cast("set[Http]", house.state.connections)
    await house.gone(client, "closes")
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
    house.direct.soon = Offer.answer
    await client.send(post("/taken?3", "three"))
    assert (await client.answer()).direct


# --- the end of a connection ---


@kinds
async def test_idle_connections_are_closed_and_no_others(kind: str, later: Later, house: House) -> None:
    idle, busy, half = [await house.client() for _ in range(3)]
    for client in (busy, half, idle):
        await house.used(client, kind)
    await busy.send(post())
    await half.send(post("/half")[:20])
    later(IDLE + 1)
    assert await idle.ended()
    house.offers[-1].exchange.answer(rest("seven"))
    assert (await busy.answer()).body == b"seven"
    await half.send(post("/half")[20:])
    assert (await half.answer()).told["path"] == "/half"
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


@ways
async def test_a_server_that_stops_waits_for_what_was_taken(settle: Settle) -> None:
    async with served() as house:
        client, _ = await house.waiting()
        more, _ = await house.waiting()
        await more.send(KINDS["plain"]("/more?more"))
        idle = await house.client()
        await house.used(idle)
        house.server.should_exit = True
        assert await idle.ended()
        assert not house.task.done()
        for offer in house.offers[:2]:
            settle(offer)
        assert (await more.answer()).told["query"] == "waiting"
        for each, query in ((client, "waiting"), (more, "more")):
            answer = await each.answer()
            assert (answer.told["query"], answer.fields["connection"]) == (query, "close")
            assert await each.ended()
        await until(house.task.done)


async def test_what_a_server_cannot_wait_for_is_answered_by_the_application(complaints: list[str]) -> None:
    complaints.append("Cancel 4 running task(s), timeout graceful shutdown exceeded")
    async with served(timeout_graceful_shutdown=0.1) as house:
        waiting = [(await house.waiting())[0] for _ in range(3)]
        gone, _ = await house.waiting()
        gone.writer.close()
        house.server.should_exit = True
        for client in waiting:
            answer = await client.answer()
            assert (answer.status, answer.told["code"]) == (503, STORE_UNAVAILABLE.code)
            assert answer.fields["connection"] == "close"
            assert await client.ended()
        await until(house.task.done)
        assert [scope[FAILURE].kind for scope in house.app.scopes] == [STORE_UNAVAILABLE] * 4
