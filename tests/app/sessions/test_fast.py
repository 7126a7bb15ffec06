"""Moves as only ASGI carries them: the short way answers them as the plain one does."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest
import pytest_asyncio
from starlette.types import Message

from app.settings import BODY_LIMIT
from tests.app.support.twins import GONE, Twins, bearer, chunks, twins_on
from tests.app.support.wire import Answered

together = pytest.mark.asyncio(loop_scope="session")
pytestmark = pytest.mark.usefixtures("clock")


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def twins(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Twins]:
    async with AsyncExitStack() as stack:
        yield await twins_on("fast", tmp_path_factory.mktemp("twins"), stack)


@together
async def test_bodies_may_come_in_pieces(twins: Twins) -> None:
    party = await twins.open(dice_source="players")
    large = b" " * (BODY_LIMIT // 2 + 1)
    cases: list[tuple[list[Message], int]] = [
        (chunks(large, large), 413),
        (chunks(large, large, b"{}"), 413),
        (chunks(b" " * BODY_LIMIT, b""), 400),
        (chunks(b"", b""), 422),
        (chunks(b'{"dice": [1, 1, 1, ', b"", b"5, 5, 2", b"]}"), 200),
        ([{"type": "http.request"}], 422),
    ]
    for messages, status in cases:
        assert (await twins.same(f"{party.address}/roll", messages, [bearer(party.host)])).status == status
    await twins.agree(party)


@together
@pytest.mark.parametrize("came", [[], chunks(b'{"dice": ', b"")[:1], chunks(b"{}", b"")[:1]], ids=len)
async def test_a_client_that_goes_away_plays_nothing(twins: Twins, came: list[Message]) -> None:
    party = await twins.open()
    short, _ = await twins.both(f"{party.address}/roll", [*came, GONE], [bearer(party.host)])
    assert short == Answered(None, [], b"")
    await twins.agree(party)
    row, record = await twins.stored(0, party)
    assert row is not None
    assert (row.version, record) == (0, [])


@together
@pytest.mark.parametrize("method", ["post", "BREW"])
async def test_strange_methods_are_answered_alike(twins: Twins, method: str) -> None:
    party = await twins.open()
    answer = await twins.same(f"{party.address}/roll", chunks(b"{}"), method=method, short=False)
    assert answer.status == 405


@together
@pytest.mark.parametrize("path", ["/v1/sessions/{id} /roll", "/v1/sessions/\u0661/roll"])
async def test_strange_paths_are_answered_alike(twins: Twins, path: str) -> None:
    party = await twins.open()
    sent = path.format(id=party.session["id"])
    assert (await twins.same(sent, chunks(b"{}"), [bearer(party.host)], short=False)).status == 404


@together
async def test_a_query_that_is_no_text_is_of_no_account(twins: Twins) -> None:
    party = await twins.open()
    sent = f"{party.address}/roll", chunks(b"{}"), [bearer(party.host)]
    assert (await twins.same(*sent, query=b"\xff", short=False)).status == 200


@together
async def test_a_length_that_is_none_is_of_no_account(twins: Twins) -> None:
    party = await twins.open(dice_source="players")
    headers = [bearer(party.host), (b"content-length", b"x")]
    assert (await twins.same(f"{party.address}/roll", chunks(b'{"dice": [1]}'), headers)).status == 422
