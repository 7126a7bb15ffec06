"""`Idempotency-Key`: a request has its effect once, however often and to whichever worker it is sent."""

import asyncio
import threading
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from app.settings import Settings
from app.store.statements import POSTGRES as SQL
from tests.app.support.house import House, Party, housed, seated
from tests.support.patience import PATIENCE

in_house = pytest.mark.asyncio(loop_scope="session")

FACES = [1, 1, 1, 5, 5, 2]
REPLAYED = "idempotency-replayed"
OPENING = {"game": "titusind", "seats": [{"name": "Ida"}, {"open": True}, {"open": True}]}


def keyed(key: str = "k", **more: str) -> dict[str, str]:
    return {"Idempotency-Key": key} | more


async def opened(
    client: httpx.AsyncClient, key: str, body: dict[str, Any] | None = None, **headers: str
) -> httpx.Response:
    return await client.post("/v1/sessions", json=body or OPENING, headers=keyed(key) | headers)


async def key_of(house: House) -> str:
    """A key for opening that no other test has."""
    return (await seated(house.client)).address


@in_house
@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("roll", {"dice": FACES}),
        ("moves", {"seat": 0, "move": {"type": "roll", "dice": FACES}}),
        ("resign", {"seat": 2}),
    ],
)
async def test_a_retry_is_told_what_was_played_and_how_it_is_now(house: House, path: str, body: Any) -> None:
    party = await seated(house.client, names=("Ida", "Otto", "Žofie"), dice_source="players")
    first = await party.post(path, body, **keyed("x" * 128))
    assert (first.status_code, REPLAYED in first.headers) == (200, False)
    await party.post("resign", {"seat": 1})
    for side in (party, party.through(house.beside)):
        for more in ({}, {"If-Match": '"0"'}, {"If-Match": '"99"'}):
            again = await side.post(path, body, **keyed("x" * 128), **more)
            assert (again.status_code, again.headers[REPLAYED]) == (200, "true")
            assert again.json()["played"] == first.json()["played"]
            assert (again.json()["session"]["version"], again.headers["etag"]) == (2, '"2"')
            assert again.json()["session"] == (await party.read()).json()
    assert [entry["version"] for entry in await party.record()] == [1, 2]


@in_house
async def test_a_retry_is_answered_after_the_game_is_over(house: House) -> None:
    party = await seated(house.client)
    rolled = await party.post("roll", {}, **keyed("roll"))
    left = await party.post("resign", {"seat": 1}, **keyed("resign"))
    assert left.json()["session"]["status"] == "finished"
    for path, body, first in (("roll", {}, rolled), ("resign", {"seat": 1}, left)):
        again = await party.post(path, body, **keyed(path))
        assert again.json()["played"] == first.json()["played"]
        assert again.json()["session"]["outcome"] == left.json()["session"]["outcome"]
    assert len(await party.record()) == 2


@in_house
async def test_a_seed_and_a_claim_are_retried_too(house: House) -> None:
    party = await seated(house.client, names=("Ida", None))
    first = await party.post("seed", {"seed": "x"}, party.tokens[0], **keyed())
    claim = await party.claim(1, **keyed())
    again = await party.post("seed", {"seed": "x"}, party.tokens[0], **keyed())
    assert (again.json()["played"], again.headers[REPLAYED]) == (first.json()["played"], "true")
    assert again.json()["session"]["version"] == 2

    for side in (party, party.through(house.beside)):
        again = await side.claim(1, **keyed(**{"If-Match": '"7"'}))
        assert (again.status_code, again.headers[REPLAYED]) == (200, "true")
        assert again.json()["played"] == claim.json()["played"]
        assert again.json()["session"] == (await party.read()).json()
        assert (await party.read("?legal=mine", claim.json()["token"])).status_code == 401, "the lost one is dead"
        assert (await party.read("?legal=mine", again.json()["token"])).status_code == 200
        claim = again
    assert await house.refused(party, party.claim(1, "Žofie", **keyed())) == (422, "key-reused")
    assert await house.refused(party, party.claim(1, **keyed("other"))) == (409, "seat-taken")
    assert len(await party.record()) == 2


@in_house
async def test_a_key_is_for_one_request(house: House) -> None:
    party = await seated(house.client, dice_source="players")
    await party.post("roll", {"dice": FACES}, **keyed())
    for side in (party, party.through(house.beside)):
        for path, body in (
            ("roll", {"dice": FACES[::-1]}),
            ("roll", {"dice": FACES, "seat": 0}),
            ("moves", {"move": {"type": "roll", "dice": FACES}}),
            ("set-aside", {"dice": [1]}),
            ("resign", {"seat": 0}),
            ("tokens", {"seat": 0}),
        ):
            assert await house.refused(party, side.post(path, body, **keyed())) == (422, "key-reused"), path
    written = b'{ "dice" : [1, 1, 1, 5, 5, 2] }'
    again = await house.client.post(
        f"{party.address}/roll", content=written, headers=keyed(Authorization=f"Bearer {party.host}")
    )
    assert again.headers[REPLAYED] == "true", "the same JSON, written otherwise"


@in_house
async def test_what_is_refused_binds_no_key(house: House) -> None:
    party = await seated(house.client, names=("Ida", None), dice_source="players")
    assert await house.refused(party, party.post("roll", {"dice": FACES}, **keyed())) == (409, "waiting")
    assert await house.refused(party, party.claim(1, invitation="x", **keyed())) == (403, "wrong-invitation")
    stale = party.claim(1, **keyed(**{"If-Match": '"5"'}))
    assert await house.refused(party, stale) == (412, "version-mismatch")
    assert (await party.claim(1, "Žofie", **keyed())).status_code == 200
    assert await house.refused(party, party.post("bank", {}, **keyed())) == (409, "illegal-move")
    assert await house.refused(party, party.post("roll", {"dice": [9]}, **keyed())) == (422, "invalid-fields")
    assert await house.refused(party, party.post("roll", {"dice": FACES}, "x", **keyed())) == (401, "unauthorized")
    late = party.post("set-aside", {"dice": [1]}, **keyed(**{"If-Match": '"9"'}))
    assert await house.refused(party, late) == (412, "version-mismatch")
    rolled = await party.post("roll", {"dice": FACES}, **keyed())
    assert (rolled.status_code, REPLAYED in rolled.headers) == (200, False)


@in_house
async def test_a_key_belongs_to_a_session_and_a_caller(house: House) -> None:
    party = await seated(house.client, dice_source="players")
    other = await seated(house.client, dice_source="players")
    body = {"dice": [2, 3, 4, 6, 2, 3]}
    for table, token, version in (
        (party, party.host, 1),
        (party, party.tokens[1], 2),
        (party, party.tokens[0], 3),
        (other, other.host, 1),
    ):
        answer = await table.post("roll", body, token, **keyed())
        assert (answer.status_code, REPLAYED in answer.headers) == (200, False), answer.text
        assert answer.json()["played"]["version"] == version
    for token, version in ((party.host, 1), (party.tokens[1], 2), (party.tokens[0], 3)):
        again = await party.post("roll", body, token, **keyed())
        assert (again.json()["played"]["version"], again.headers[REPLAYED]) == (version, "true")
    fresh = (await party.post("tokens", {}, party.tokens[1])).json()["token"]
    again = await party.post("roll", body, fresh, **keyed())
    assert again.json()["played"]["version"] == 2, "the seat's, whichever token it has"
    assert await house.refused(party, party.post("roll", body, party.tokens[1], **keyed())) == (401, "unauthorized")


@in_house
@pytest.mark.parametrize("together", [False, True], ids=["one worker", "two workers"])
async def test_requests_that_overlap_have_one_effect_and_are_answered_alike(house: House, together: bool) -> None:
    party = await seated(house.client, "yatzy", ("Ida", "Otto", None))
    sides = [party, party.through(house.beside) if together else party] * 3

    claims = await asyncio.gather(*(side.claim(2, **keyed()) for side in sides))
    alive = [await party.read("?legal=mine", claim.json()["token"]) for claim in claims]
    assert sorted(answer.status_code for answer in alive) == [200, 401, 401, 401, 401, 401]
    answers = {"claim": claims}
    for path, body in (
        ("seed", {"seat": 0, "seed": "x"}),
        ("roll", {}),
        ("moves", {"move": {"type": "roll"}}),
        ("resign", {"seat": 1}),
    ):
        answers[path] = await asyncio.gather(*(side.post(path, body, **keyed(path)) for side in sides))
    for path, said in answers.items():
        assert {answer.status_code for answer in said} == {200}, path
        assert sum(REPLAYED not in answer.headers for answer in said) == 1, path
        assert all(answer.json()["played"] == said[0].json()["played"] for answer in said), path
    kinds = [entry["kind"] for entry in await party.record()]
    assert kinds == ["claim", "seed", "move", "move", "resign"]


@in_house
@pytest.mark.parametrize(
    "key", [b"", b"x" * 129, b"a b", b"a\x7f", b"\xc3\xa9", b"\xff", b"a\tb", b'"\x01"'], ids=repr
)
async def test_a_malformed_key_is_422_and_names_the_header(house: House, key: bytes) -> None:
    party = await seated(house.client, names=("Ida", None))
    claim = {"name": "Otto", "invitation": party.invitations[1]}
    for path, body in (
        ("roll", {}),
        ("moves?x=1", {"move": {"type": "roll"}}),
        ("resign", {}),
        ("seed", {"seed": "x"}),
        ("tokens", {}),
        ("seats/1/claim", claim),
    ):
        headers = {b"Authorization": f"Bearer {party.tokens[0]}".encode(), b"Idempotency-Key": key}
        before = await house.stored(party)
        answer = await house.client.post(f"{party.address}/{path}", json=body, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (422, "invalid-fields"), path
        assert [fault["parameter"] for fault in answer.json()["errors"]] == ["Idempotency-Key"]
        assert await house.stored(party) == before
    answer = await house.client.post("/v1/sessions", json=OPENING, headers={b"Idempotency-Key": key})
    assert answer.status_code == 422
    assert [fault["parameter"] for fault in answer.json()["errors"]] == ["Idempotency-Key"]


@in_house
@pytest.mark.parametrize("path", ["roll", "moves", "resign", "seed", "tokens", "seats/1/claim"])
async def test_a_key_does_not_make_a_deep_body_a_failure(house: House, path: str) -> None:
    party = await seated(house.client, names=("Ida", None))
    for depth in (100, 300, 900):
        content = b'{"move":{"type":"roll"},"points":%s}' % (b"[" * depth + b"]" * depth)
        asked = house.client.post(
            f"{party.address}/{path}", content=content, headers=keyed(Authorization=f"Bearer {party.host}")
        )
        assert (await house.refused(party, asked))[0] in {400, 409, 422}


# --- opening ---


@in_house
async def test_an_opening_that_is_sent_again_gives_the_session_with_fresh_tokens(house: House) -> None:
    key = await key_of(house)
    first = await opened(house.client, key)
    assert (first.status_code, REPLAYED in first.headers) == (201, False)
    party = Party(house.client, first.json())
    await party.claim(1)
    claimed = party.tokens[1]
    again = await opened(house.beside, key)
    assert (again.status_code, again.headers[REPLAYED]) == (201, "true")
    assert again.headers["location"] == first.headers["location"]
    assert again.headers["etag"] == '"1"'
    assert again.json()["session"] == (await party.read()).json()
    assert [sorted(seat) for seat in again.json()["seats"]] == [["seat", "token"], ["invitation", "seat"]]

    fresh = Party(house.client, again.json() | {"seats": [{}, *again.json()["seats"]]})
    fresh_tokens = again.json()["host_token"], again.json()["seats"][0]["token"]
    for token, status in (
        (party.host, 401),
        (party.tokens[0], 401),
        (claimed, 200),
        *((t, 200) for t in fresh_tokens),
    ):
        assert (await party.read("?legal=mine", token)).status_code == status
    assert await house.refused(party, party.claim(2)) == (403, "wrong-invitation")
    assert (await fresh.claim(2, invitation=again.json()["seats"][1]["invitation"])).status_code == 200

    other = await opened(house.client, key, OPENING | {"dice_source": "players"})
    assert (other.status_code, other.json()["code"]) == (422, "key-reused")
    defaults = await opened(house.client, key, OPENING | {"visibility": "public", "turn_seconds": None})
    assert defaults.headers["location"] == first.headers["location"], "it says the same"


@in_house
async def test_openings_without_a_key_or_of_others_are_others(house: House) -> None:
    key = await key_of(house)
    elsewhere = httpx.ASGITransport(house.service, client=("203.0.113.99", 1))
    async with httpx.AsyncClient(transport=elsewhere, base_url="http://test") as stranger:
        answers = [
            await opened(house.client, key),
            await opened(stranger, key),
            await opened(house.client, key + "2"),
        ]
    answers += [await house.client.post("/v1/sessions", json=OPENING) for _ in range(2)]
    assert {answer.status_code for answer in answers} == {201}
    assert not any(REPLAYED in answer.headers for answer in answers)
    assert len({answer.headers["location"] for answer in answers}) == 5


@in_house
async def test_a_refused_opening_binds_no_key(house: House) -> None:
    key = await key_of(house)
    assert (await opened(house.client, key, OPENING | {"seats": []})).status_code == 422
    assert REPLAYED not in (await opened(house.client, key)).headers


@in_house
async def test_a_deleted_session_sets_its_key_free(house: House) -> None:
    key = await key_of(house)
    first = await opened(house.client, key)
    host = {"Authorization": f"Bearer {first.json()['host_token']}"}
    assert (await house.client.delete(first.headers["location"], headers=host)).status_code == 204
    again = await opened(house.client, key)
    assert REPLAYED not in again.headers
    assert again.headers["location"] != first.headers["location"]


@in_house
async def test_openings_that_overlap_open_one_session(house: House) -> None:
    key = await key_of(house)
    answers = await asyncio.gather(*(opened(side, key) for side in [house.client, house.beside] * 3))
    assert {answer.status_code for answer in answers} == {201}
    (location,) = {answer.headers["location"] for answer in answers}
    assert sum(REPLAYED not in answer.headers for answer in answers) == 1
    hosts = [{"Authorization": f"Bearer {answer.json()['host_token']}"} for answer in answers]
    statuses = [(await house.client.get(f"{location}?legal=mine", headers=host)).status_code for host in hosts]
    assert sorted(statuses) == [200, 401, 401, 401, 401, 401]


@in_house
async def test_a_retry_and_the_end_of_its_session_may_cross(house: House) -> None:
    for _ in range(4):
        key = await key_of(house)
        first = await opened(house.client, key, {"game": "sand", "seats": [{"name": "Ida"}]})
        party = Party(house.client, first.json())
        await party.post("roll", {}, **keyed())
        gone = house.client.delete(party.address, headers={"Authorization": f"Bearer {party.host}"})
        rolled, again, deleted = await asyncio.gather(
            party.through(house.beside).post("roll", {}, **keyed()),
            opened(house.beside, key, {"game": "sand", "seats": [{"name": "Ida"}]}),
            gone,
        )
        assert again.status_code == 201
        assert deleted.status_code in {204, 401}, "401: the opening was first, and the host's token is dead"
        assert rolled.status_code in {200, 401, 404, 409}, "409: its key went between two looks at the store"


async def test_an_opening_whose_session_goes_while_it_is_looked_for_opens_another(
    postgres_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with housed(Settings(database=postgres_database)) as (_, client):
        first = await opened(client, "k")
        gone = "WITH gone AS (DELETE FROM openings WHERE key = $1) SELECT key, fingerprint, session FROM openings "
        looked_for = SQL.opened._replace(text=f"{gone} WHERE key = $1 AND false")
        monkeypatch.setattr(SQL, "opened", looked_for)
        again = await opened(client, "k")
        assert (again.status_code, REPLAYED in again.headers) == (201, False)
        assert again.headers["location"] != first.headers["location"]


# --- with real processes ---


def at_once(
    sides: list[httpx.Client], address: str, body: dict[str, Any], headers: dict[str, str]
) -> list[httpx.Response]:
    """The answers to a request that all sides send at the same moment."""
    answers: list[httpx.Response] = []
    start = threading.Barrier(len(sides))

    def send(side: httpx.Client) -> None:
        start.wait()
        answers.append(side.post(address, json=body, headers=headers))

    threads = [threading.Thread(target=send, args=(side,)) for side in sides]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def test_two_processes_share_keys_and_know_each_others_tokens(start_server: Callable[[], str]) -> None:
    addresses = [start_server(), start_server()]
    with (
        httpx.Client(base_url=addresses[0], timeout=PATIENCE) as one,
        httpx.Client(base_url=addresses[1], timeout=PATIENCE) as two,
    ):
        sides = [one, two] * 3
        body = {"game": "yatzy", "seats": [{"name": "Ida"}, {"open": True}]}
        opening = at_once(sides, "/v1/sessions", body, keyed())
        (address,) = {answer.headers["location"] for answer in opening}
        again = two.post("/v1/sessions", json=body, headers=keyed()).json()
        claim = {"name": "Otto", "invitation": again["seats"][1]["invitation"]}
        claimed = two.post(f"{address}/seats/1/claim", json=claim).json()
        old = {"Authorization": f"Bearer {again['seats'][0]['token']}"}
        for version in (2, 3):
            rolled = at_once(sides, f"{address}/roll", {}, old | keyed(f"roll-{version}"))
            assert {answer.status_code for answer in rolled} == {200}
            assert sum(REPLAYED not in answer.headers for answer in rolled) == 1
            assert {str(answer.json()["played"]) for answer in rolled} == {str(rolled[0].json()["played"])}
            assert {answer.json()["session"]["version"] for answer in rolled} == {version}

        lost = one.post(f"{address}/tokens", json={}, headers=old | keyed()).json()["token"]
        told = two.post(f"{address}/tokens", json={}, headers=old | keyed())
        assert told.headers[REPLAYED] == "true"
        for side in (two, one):
            for dead in (old["Authorization"], f"Bearer {lost}"):
                assert side.post(f"{address}/roll", json={}, headers={"Authorization": dead}).status_code == 401
        fresh = {"Authorization": f"Bearer {told.json()['token']}"}
        assert one.post(f"{address}/roll", json={}, headers=fresh).status_code == 200
        late = {"Authorization": f"Bearer {claimed['token']}"}
        assert two.post(f"{address}/resign", json={}, headers=late).status_code == 200
        assert one.get(address).json()["status"] == "finished"


@in_house
async def test_a_late_duplicate_takes_no_token_from_whoever_replaced_it(house: House) -> None:
    """Of each request that brings a token: its retry counts until that token is replaced, and never after."""
    party = await seated(house.client, names=("Ida", None))
    claim = {"name": "Otto", "invitation": party.invitations[1]}
    token = (await party.post("seats/1/claim", claim, **keyed("claim"))).json()["token"]
    token = (await party.post("seats/1/claim", claim, **keyed("claim"))).json()["token"]
    replaced = (await party.post("tokens", {}, token, **keyed("first"))).json()["token"]
    replaced = (await party.post("tokens", {}, token, **keyed("first"))).json()["token"]
    for worker in (party, party.through(house.beside)):
        retried = worker.post("seats/1/claim", claim, **keyed("claim"))
        assert await house.refused(party, retried) == (409, "token-replaced")
    last = (await party.post("tokens", {}, replaced, **keyed("second"))).json()["token"]
    for worker in (party, party.through(house.beside)):
        asked = worker.post("tokens", {}, token, **keyed("first"))
        assert await house.refused(party, asked) == (409, "token-replaced")
    assert (await party.read("?legal=mine", last)).status_code == 200


@in_house
async def test_a_repeated_opening_takes_no_token_that_was_replaced(house: House) -> None:
    key = await key_of(house)
    first = await opened(house.client, key)
    again = await opened(house.client, key)
    assert again.status_code == 201
    session, seat = again.json()["session"]["id"], again.json()["seats"][0]["token"]
    answer = await house.client.post(
        f"/v1/sessions/{session}/tokens", json={}, headers={"Authorization": f"Bearer {seat}"}
    )
    late = await opened(house.beside, key)
    assert (late.status_code, late.json()["code"]) == (409, "token-replaced")
    mine = {"Authorization": f"Bearer {answer.json()['token']}"}
    assert (await house.client.get("/v1/seats/me", headers=mine)).json()["session"] == first.json()["session"]["id"]
