"""HEAD wherever there is GET."""

import httpx
import pytest
from starlette.types import Message, Receive, Scope, Send

from app.http.request_log import HeadMiddleware
from tests.app.support.table import open_table


@pytest.mark.parametrize("path", ["/v1/games", "/v1/games/sand", "/healthz", "/docs", "/openapi.json", "{table}"])
async def test_head_answers_as_get_without_content(client: httpx.AsyncClient, path: str) -> None:
    path = path.format(table=(await open_table(client, "sand")).address)
    shown, head = await client.get(path), await client.head(path)
    assert head.status_code == shown.status_code == 200
    assert head.content == b""
    ignored = ("x-request-id",)
    assert [each for each in head.headers.items() if each[0] not in ignored] == [
        each for each in shown.headers.items() if each[0] not in ignored
    ]


@pytest.mark.parametrize(("path", "status"), [("/nothing", 404), ("/v1/sessions", 405)])
async def test_head_is_refused_as_get_is(client: httpx.AsyncClient, path: str, status: int) -> None:
    head = await client.head(path)
    assert head.status_code == status
    assert head.content == b""


async def test_a_stream_is_told_that_nobody_listens() -> None:
    heard: list[str] = []

    async def stream(_: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"data", "more_body": True})
        heard.append((await receive())["type"])

    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    async def never() -> Message:
        raise AssertionError("asked the client")

    await HeadMiddleware(stream)({"type": "http", "method": "HEAD"}, never, send)
    assert heard == ["http.disconnect"]
    assert [message.get("body") for message in sent] == [None, b""]
