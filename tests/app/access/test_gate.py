"""The gate of a whole service: API keys for opening sessions, limits on how often, and what is told of them."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest
from sqlmodel import Session

from app.access import gate
from app.access.api_keys import NewKey, new_key
from app.cli.api_keys import run
from app.http.clock import now
from app.main import create_app
from app.settings import Settings
from app.store.tables import ApiKeyTable
from rules.registry import built_in

OPENING: dict[str, Any] = {"game": "wohin-damit", "seats": [{"name": "Ida"}, {"name": "Otto"}, {"open": True}]}
UNKNOWN = "/v1/sessions/01a22b18-ea0d-72c0-90ab-890c20f8d1c8"
HOUR = 3600

Client = Callable[[str], httpx.AsyncClient]
"""A client of the service that comes from an address."""


@asynccontextmanager
async def service(database: str, **settings: Any) -> AsyncIterator[Client]:
    app = create_app(Settings(database=database, **settings), built_in())

    def client(address: str = "203.0.113.7") -> httpx.AsyncClient:
        transport = httpx.ASGITransport(app, raise_app_exceptions=False, client=(address, 4711))
        return httpx.AsyncClient(transport=transport, base_url="http://test")

    async with app.router.lifespan_context(app):
        yield client


async def added(database: str) -> NewKey:
    """A key that is stored as `rollwright keys add` stores it."""
    made = new_key()

    def store(session: Session) -> None:
        row = ApiKeyTable(id=made.id, name="Ida", digest=made.digest, created_at=now(), revoked_at=None)
        session.add(row)

    await asyncio.to_thread(run, database, store)
    return made


async def revoked(database: str, key: NewKey) -> None:
    def mark(session: Session) -> None:
        session.get_one(ApiKeyTable, key.id).revoked_at = now()

    await asyncio.to_thread(run, database, mark)


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


async def opened(client: httpx.AsyncClient, key: str | None = None, **headers: str) -> httpx.Response:
    return await client.post("/v1/sessions", json=OPENING, headers=headers | (bearer(key) if key else {}))


def is_limited(answer: httpx.Response, limit: str, wait: int = HOUR) -> bool:
    """A 429 that names the limit and says how long to wait."""
    assert (answer.status_code, answer.json()["code"]) == (429, "rate-limited"), answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    assert 0 < int(answer.headers["retry-after"]) <= wait
    assert f'"{limit}";r=0;' in answer.headers["ratelimit"]
    return bool(answer.json()["limit"] == limit)


# --- API keys ---


async def test_where_a_key_is_needed_none_opens_without_one(database: str) -> None:
    async with service(database, require_api_key=True) as client, client("203.0.113.7") as ours:
        good, gone, other = await added(database), await added(database), await added(database)
        await revoked(database, gone)
        swapped = good.text[: len("rw_key_") + 13] + other.text[len("rw_key_") + 13 :]
        for key in (None, gone.text, new_key().text, swapped, good.text[:-1], good.text + "x", "rw_key_", "x" * 500):
            answer = await opened(ours, key)
            assert (answer.status_code, answer.json()["code"]) == (401, "api-key-needed")
            assert answer.headers["www-authenticate"] == "Bearer"
            assert key is None or key not in answer.text
            assert key is None or key not in str(answer.headers)
        basic = await ours.post("/v1/sessions", json=OPENING, headers={"Authorization": f"Basic {good.text}"})
        assert basic.status_code == 401
        assert (await opened(ours, None, **{"Idempotency-Key": "k"})).status_code == 401

        made = await opened(ours, good.text)
        assert made.status_code == 201
        assert good.text not in made.text
        address, host = made.headers["location"], made.json()["host_token"]
        assert (await ours.get(address)).status_code == 200, "reading needs no key"
        invitation = made.json()["seats"][2]["invitation"]
        claim = {"name": "Žofie", "invitation": invitation}
        assert (await ours.post(f"{address}/seats/2/claim", json=claim)).status_code == 200, "nor does claiming"
        rolled = await ours.post(f"{address}/roll", json={"seat": 0}, headers=bearer(host))
        assert rolled.status_code == 200, "nor does playing"
        strange = await ours.post(f"{address}/roll", json={}, headers=bearer(good.text))
        assert (strange.status_code, strange.json()["code"]) == (401, "unauthorized"), "a key is no token"
        assert (await opened(ours, host)).status_code == 401, "a token is no key"

        await revoked(database, good)
        assert (await opened(ours, good.text)).status_code == 401, "at once"
        assert (await ours.post(f"{address}/roll", json={"seat": 1}, headers=bearer(host))).status_code == 200


async def test_where_no_key_is_needed_a_wrong_one_is_still_refused(database: str) -> None:
    async with service(database) as client, client("203.0.113.7") as ours:
        key = await added(database)
        assert [(await opened(ours, sent)).status_code for sent in (None, key.text, "rw_seat_x", "x")] == [201] * 4
        await revoked(database, key)
        for wrong in (key.text, new_key().text):
            answer = await opened(ours, wrong)
            assert (answer.status_code, answer.json()["code"]) == (401, "api-key-needed")
            assert wrong not in answer.text


async def test_a_key_is_checked_after_json_and_before_fields(database: str) -> None:
    async with service(database, require_api_key=True) as client, client("203.0.113.7") as ours:
        statuses = [
            (await ours.post("/v1/sessions", content=content)).status_code
            for content in (b" " * 65_537, b"{", b"{}", b'{"game": "sand", "seats": []}')
        ]
        assert statuses == [413, 400, 401, 401]


async def test_a_retry_is_of_the_same_api_key_wherever_it_comes_from(database: str) -> None:
    async with service(database) as client, client("203.0.113.7") as here, client("203.0.113.8") as there:
        ida, otto = await added(database), await added(database)
        retry = {"Idempotency-Key": "k"}
        first = await opened(here, ida.text, **retry)
        again = await opened(there, ida.text, **retry)
        assert again.headers["idempotency-replayed"] == "true"
        assert again.headers["location"] == first.headers["location"]
        others = [await opened(here, otto.text, **retry), await opened(here, None, **retry)]
        others.append(await opened(there, None, **retry))
        assert not any("idempotency-replayed" in answer.headers for answer in others)
        assert len({answer.headers["location"] for answer in (first, *others)}) == 4
        await revoked(database, ida)
        assert (await opened(here, ida.text, **retry)).status_code == 401


# --- limits ---


async def test_openings_are_counted_by_key_or_else_by_address(database: str) -> None:
    async with (
        service(database, limit_openings="2/hour") as client,
        client("203.0.113.7") as here,
        client("203.0.113.8") as there,
    ):
        ida, otto = await added(database), await added(database)
        for side, key in ((here, None), (there, None), (here, ida.text), (there, otto.text)):
            for left in (1, 0):
                made = await opened(side, key)
                assert made.status_code == 201
                assert made.headers["ratelimit-policy"] == f'"openings";q=2;w={HOUR}'
                assert made.headers["ratelimit"].startswith(f'"openings";r={left};t=')
            assert is_limited(await opened(side, key), "openings")
        refused = await opened(there, ida.text)
        assert is_limited(refused, "openings"), "a key has its quota wherever it comes from"
        assert ida.text not in refused.text
        assert ida.id not in refused.text
        assert (await opened(here, new_key().text)).status_code == 401, "a wrong key has none"
        assert "ratelimit" not in (await here.get("/v1/games")).headers


async def test_what_changes_a_session_is_counted_by_token(database: str) -> None:
    async with service(database, limit_moves="3/hour") as client, client("203.0.113.7") as ours:
        made = (await opened(ours)).json()
        address = f"/v1/sessions/{made['session']['id']}"
        ida, otto = (bearer(seat["token"]) for seat in made["seats"][:2])
        host = bearer(made["host_token"])

        async def post(path: str, body: Any, token: dict[str, str], to: str = address) -> httpx.Response:
            return await ours.post(f"{to}/{path}", json=body, headers=token)

        claim = {"name": "Žofie", "invitation": made["seats"][2]["invitation"]}
        claimed = await ours.post(f"{address}/seats/2/claim", json=claim)
        assert claimed.status_code == 200
        assert claimed.headers["ratelimit"].startswith('"moves";r=2;t=')

        for path, sent, status in (("roll", {}, 200), ("bank", {}, 422), ("moves?legal=none", {"move": 5}, 422)):
            answer = await post(path, sent, ida)
            assert answer.status_code == status
            assert "ratelimit" in answer.headers, "on refusals too"
        before = (await ours.get(address)).json()
        for path in ("roll", "moves?x=1", "choose-category", "resign", "seed", "tokens"):
            assert is_limited(await post(path, {}, ida), "moves"), path
        assert is_limited(await ours.delete(address, headers=ida), "moves")
        assert is_limited(await post("roll", {}, ida, UNKNOWN), "moves"), "whatever the session"
        assert (await ours.get(address)).json() == before

        assert (await post("roll", {}, otto)).status_code == 200, "each token has its own quota"
        assert (await post("tokens", {}, otto)).status_code == 200
        assert (await post("resign", {}, otto)).status_code == 401
        assert is_limited(await post("resign", {}, otto), "moves")
        for seat in range(2):
            assert (await ours.post(f"{address}/seats/{seat}/claim", json=claim)).status_code == 403
        assert is_limited(await ours.post(f"{address}/seats/2/claim", json=claim), "moves"), "claims by address"
        assert is_limited(await ours.post(f"{address}/roll", json={}), "moves"), "and what has no token"
        async with client("203.0.113.8") as there:
            assert (await there.post(f"{address}/roll", json={})).status_code == 401
        assert (await ours.get(address)).status_code == 200, "reading is not counted"
        assert (await ours.delete(address, headers=host)).status_code == 204


async def test_requests_are_counted_by_address(database: str) -> None:
    async with (
        service(database, limit_requests="4/hour", limit_openings="1/hour") as client,
        client("203.0.113.7") as here,
        client("203.0.113.8") as there,
    ):
        made = await opened(here)
        assert made.headers["ratelimit-policy"] == f'"requests";q=4;w={HOUR}, "openings";q=1;w={HOUR}'
        assert is_limited(await opened(here), "openings")
        address = made.headers["location"]
        assert (await here.get(address)).status_code == 200
        assert (await here.get("/nowhere")).headers["ratelimit"].startswith('"requests";r=0;')
        for answer in (await here.get(address), await here.post(f"{address}/roll"), await opened(here)):
            assert is_limited(answer, "requests")
        assert (await here.get("/healthz")).status_code == 200
        assert (await there.get(address)).status_code == 200


async def test_calls_without_a_session_have_a_limit_of_their_own(database: str) -> None:
    async with service(database, limit_checks="3/hour") as clients:
        client = clients("192.0.2.1")
        answers = [
            await client.post("/v1/games/sand/score", json={"dice": [1]}),
            await client.post("/v1/games/sand/options", json={}),
            await client.post("/v1/games/sand/check", json={}),
        ]
        assert [answer.headers["ratelimit"].split(";")[1] for answer in answers] == ["r=2", "r=1", "r=0"]
        for refused in (
            await client.get("/v1/games/sand/sheet"),
            await client.post("/v1/games/sand/check", content=b"{", headers={"Content-Type": "application/x-ndjson"}),
        ):
            assert is_limited(refused, "checks")
        opened = await client.post("/v1/sessions", json={"game": "sand", "seats": [{"name": "Ida"}]})
        assert opened.status_code == 201
        assert "ratelimit" not in opened.headers
        assert (await client.get("/v1/games/sand")).status_code == 200


async def test_the_limit_of_calls_without_a_session_is_generous_and_can_be_taken_away(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with service(database) as clients:
        client = clients("192.0.2.1")
        scored = await client.post("/v1/games/sand/score", json={"dice": [1]})
        assert scored.headers["ratelimit-policy"] == '"checks";q=3000;w=60'
    monkeypatch.setenv("ROLLWRIGHT_LIMIT_CHECKS", "")
    async with service(database) as clients:
        client = clients("192.0.2.1")
        assert "ratelimit" not in (await client.post("/v1/games/sand/score", json={"dice": [1]})).headers


# --- whose moves count ---


async def test_tokens_that_are_made_up_bring_no_allowance(database: str) -> None:
    """The kind of fault: what nobody has verified must multiply nothing."""
    async with (
        service(database, limit_moves="2/hour") as client,
        client("203.0.113.7") as ours,
        client("203.0.113.9") as others,
    ):
        session = (await opened(ours)).json()
        path, host = f"/v1/sessions/{session['session']['id']}/moves", session["host_token"]
        named = host[: len("rw_host_") + 22]  # as a token of this session begins
        made_up = [f"{named}{number:043}" for number in range(4)] + [f"x{number}" for number in range(4)]
        answers = [(await ours.post(path, json={}, headers=bearer(token))).status_code for token in made_up]
        assert answers == [401, 401] + [429] * 6
        other = [(await others.post(path, json={}, headers=bearer(token))).status_code for token in reversed(made_up)]
        assert other == [401, 401] + [429] * 6
        assert len(ours._transport.app.state.gate._holders) == 0  # type: ignore[attr-defined]


async def test_a_verified_token_keeps_its_allowance_whoever_else_is_at_the_address(database: str) -> None:
    async with service(database, limit_moves="2/hour") as client, client("203.0.113.7") as ours:
        session = (await opened(ours)).json()
        path, host = f"/v1/sessions/{session['session']['id']}/moves", session["host_token"]
        assert (await ours.post(path, json={}, headers=bearer(host))).status_code == 422
        for number in range(4):
            await ours.post(path, json={}, headers=bearer(f"x{number}"))
        assert (await ours.post(path, json={}, headers=bearer(host))).status_code == 422
        assert is_limited(await ours.post(path, json={}, headers=bearer(host)), "moves")


async def test_a_replaced_token_brings_no_allowance(database: str) -> None:
    async with service(database, limit_moves="3/hour") as client, client("203.0.113.7") as ours:
        session = (await opened(ours)).json()
        path, token = f"/v1/sessions/{session['session']['id']}", session["host_token"]
        for _ in range(3):
            answer = await ours.post(f"{path}/tokens", json={}, headers=bearer(token))
            assert answer.status_code == 200
            token = answer.json()["token"]
        assert is_limited(await ours.post(f"{path}/moves", json={}, headers=bearer(token)), "moves")


async def test_of_a_session_that_was_opened_here_no_token_has_to_be_read(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with service(database, limit_moves="100/hour") as client, client("203.0.113.7") as ours:
        session = (await opened(ours)).json()
        store = ours._transport.app.state.gate._store  # type: ignore[attr-defined]
        read, asked = store.session, list[bytes]()

        async def counted(session: bytes) -> Any:
            asked.append(session)
            return await read(session)

        monkeypatch.setattr(store, "session", counted)
        path = f"/v1/sessions/{session['session']['id']}"
        for token in (session["host_token"], *(seat["token"] for seat in session["seats"][:2])):
            assert (await ours.post(f"{path}/moves", json={}, headers=bearer(token))).status_code == 422
        assert asked == []
        store.batcher.forget(bytes.fromhex(session["session"]["id"].replace("-", "")))
        replaced = (await ours.post(f"{path}/tokens", json={}, headers=bearer(session["host_token"]))).json()["token"]
        store.batcher.forget(bytes.fromhex(session["session"]["id"].replace("-", "")))
        assert (await ours.post(f"{path}/moves", json={}, headers=bearer(replaced))).status_code == 422
        assert len(asked) == 1


async def test_only_so_many_holders_are_remembered(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate, "MOST_HOLDERS", 2)
    async with service(database, limit_moves="100/hour") as client, client("203.0.113.7") as ours:
        session = (await opened(ours)).json()
        path = f"/v1/sessions/{session['session']['id']}"
        for token in (session["host_token"], *(seat["token"] for seat in session["seats"][:2])) * 2:
            assert (await ours.post(f"{path}/moves", json={}, headers=bearer(token))).status_code == 422
        assert len(ours._transport.app.state.gate._holders) == 2  # type: ignore[attr-defined]
