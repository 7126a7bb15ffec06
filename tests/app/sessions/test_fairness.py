"""Fair dice over HTTP: a secret that is kept to the end, seeds that count, and a proof that holds."""

import asyncio
import base64
import hashlib
import json
import random
from collections import Counter
from typing import Any

import httpx
import pytest
from pydantic import SecretStr

from app.cli.verify import check, recomputed
from app.settings import Settings
from rules.contract import AnyGame
from rules.registry import BUILT_IN
from tests.app.support.house import Clock, House, Party, housed, seated
from tests.app.support.log_lines import logging_as_configured

in_house = pytest.mark.asyncio(loop_scope="session")

SHORT = {"sand": {"target": 2000}, "farkle": {"target": 1000}}
KEY = SecretStr("k" * 32)


async def played_out(party: Party, chance: random.Random) -> list[httpx.Response]:
    """Every answer of a game that is played to its outcome by random legal moves, mostly bank where possible."""
    answers = []
    while party.session["outcome"] is None:
        legal = party.session["legal_moves"]
        pick = chance.choice([move for move in legal if move["move"]["type"] == "bank"] or legal)
        answers.append(await party.post("moves", {"seat": pick["seat"], "move": pick["move"]}))
        assert answers[-1].status_code == 200, answers[-1].text
    return answers


async def document(party: Party) -> dict[str, Any]:
    told: dict[str, Any] = (await party.read("/fairness")).json()
    return told


async def stored_secret(house: House, party: Party) -> bytes:
    row, _ = await house.stored(party)
    assert row is not None
    return row.secret


def forms(secret: bytes) -> list[str]:
    """How a secret might show up in a text."""
    encoded = [base64.b64encode(secret), base64.urlsafe_b64encode(secret), base64.b85encode(secret)]
    return [secret.hex(), secret.hex().upper(), repr(secret)[2:-1], *(text.decode().rstrip("=") for text in encoded)]


@in_house
@pytest.mark.parametrize("game", BUILT_IN, ids=lambda game: game.name)
async def test_a_whole_game_is_proved(house: House, game: AnyGame) -> None:
    names = ("Ida", "Otto")[: game.max_seats]
    party = await seated(house.client, game.name, names, options=SHORT.get(game.name))
    commitment = party.session["commitment"]
    secret = await stored_secret(house, party)
    assert hashlib.sha256(secret).hexdigest() == commitment
    seeds = ["correct horse", "\U0001f40e, - \u00e9"][: len(names)]
    opening = await document(party)
    none: list[Any] = [None] * len(names)
    assert (opening["secret"], opening["seeds"], opening["throws"]) == (None, none, [])
    assert not opening["seeds_locked"]
    answers = [await party.post("seed", {"seed": seed}, party.tokens[seat]) for seat, seed in enumerate(seeds)]
    assert (await document(party))["seeds"] == seeds
    answers.append(await party.post("roll", {"seat": 0}))
    answers.append(await party.read("/fairness"))
    midway = answers[-1].json()
    assert (midway["seeds_locked"], midway["secret"], len(midway["throws"])) == (True, None, 1)
    assert check(midway) == []

    answers += await played_out(party, random.Random(7))
    answers += [await party.read(path) for path in ("", "/record?limit=500", "?legal=none")]
    answers += [await party.post(path, {}) for path in ("roll", "moves", "tokens?x=1", "resign", "seed")]
    for answer in answers:
        assert not [form for form in forms(secret) if form in answer.text or form in str(answer.headers)]

    proof = await document(party)
    assert check(proof) == []
    assert proof["secret"] == secret.hex()
    assert (proof["session"], proof["commitment"], proof["seeds"]) == (party.session["id"], commitment, seeds)
    entries, after = [], 0
    while after is not None:
        page = (await party.read(f"/record?limit=500&after={after}")).json()
        entries += page["entries"]
        after = page["next"]
    thrown = [{"version": e["version"], "seat": e["seat"], "dice": e["dice"]} for e in entries if e["dice"]]
    assert [{name: throw[name] for name in ("version", "seat", "dice")} for throw in proof["throws"]] == thrown
    unseeded = [
        recomputed(secret, proof["session"], none, throw["seat"], throw["throw"], len(throw["dice"]))
        for throw in proof["throws"]
    ]
    assert unseeded != [throw["dice"] for throw in proof["throws"]], "the seeds count"
    assert check(proof | {"seeds": none}) != []


@in_house
async def test_a_seat_sets_its_seed_once_before_the_first_throw(house: House) -> None:
    party = await seated(house.client, names=("Ida", "Otto", None))
    seeded = await party.post("seed", {"seat": 0, "seed": "x"})
    played = seeded.json()["played"]
    assert (played["kind"], played["seat"], played["by"], played["seed"]) == ("seed", 0, "host", "x")
    assert (seeded.headers["etag"], seeded.json()["session"]["version"]) == ('"1"', 1)
    for token, body in ((party.host, {"seat": 0, "seed": "y"}), (party.tokens[0], {"seed": "x"})):
        assert await house.refused(party, party.post("seed", body, token)) == (409, "seed-locked")
    assert await house.refused(party, party.post("seed", {"seat": 2, "seed": "x"})) == (403, "not-your-seat")
    await party.claim(2)
    assert await house.refused(party, party.post("seed", {"seat": 2, "seed": "x"})) == (403, "not-your-seat")
    stale = party.post("seed", {"seed": "z"}, party.tokens[2], **{"If-Match": '"1"'})
    assert await house.refused(party, stale) == (412, "version-mismatch")
    last = await party.post("seed", {"seed": "z"}, party.tokens[2], **{"If-Match": '"2"'})
    assert (last.status_code, last.json()["played"]["by"]) == (200, "seat")
    await party.post("roll", {})
    assert await house.refused(party, party.post("seed", {"seed": "x"}, party.tokens[1])) == (409, "seed-locked")
    assert (await document(party))["seeds"] == ["x", None, "z"]


@in_house
async def test_players_who_throw_need_no_proof(house: House) -> None:
    party = await seated(house.client, dice_source="players")
    assert party.session["commitment"] is None
    asked = party.post("seed", {"seed": "x"}, party.tokens[0])
    assert await house.refused(party, asked) == (409, "seed-locked")
    answer = await party.read("/fairness")
    assert (answer.status_code, answer.json()["code"]) == (404, "not-provable")


@in_house
@pytest.mark.parametrize(
    ("seed", "pointer"),
    [
        ("", "/seed"),
        ("x" * 129, "/seed"),
        ("a\nb", "/seed"),
        ("a\u0000", "/seed"),
        ("\u007f", "/seed"),
        (5, "/seed"),
        (None, "/seed"),
        (["x"], "/seed"),
    ],
)
async def test_a_wrong_seed_is_422(house: House, seed: Any, pointer: str) -> None:
    party = await seated(house.client)
    answer = await party.post("seed", {"seed": seed}, party.tokens[0])
    assert answer.status_code == 422
    assert [fault["pointer"] for fault in answer.json()["errors"]] == [pointer]
    assert (await document(party))["seeds"] == [None, None]


@in_house
@pytest.mark.parametrize(
    "seed", ["x" * 128, "\U0001f40e" * 128, " ", "-", "a,b", '"\\', "\u2028", "\u00e9", "e\u0301"]
)
async def test_a_seed_counts_as_it_came(house: House, seed: str) -> None:
    party = await seated(house.client, "yatzy")
    await party.post("seed", {"seed": seed}, party.tokens[0])
    await party.post("roll", {})
    await party.post("resign", {"seat": 0})
    proof = await document(party)
    assert proof["seeds"] == [seed, None]
    assert check(proof) == []


@in_house
async def test_seeds_race_for_their_place_before_the_throw(house: House) -> None:
    for _ in range(3):
        party = await seated(house.client, "yatzy", ("Ida", "Otto", "Žofie"))
        sides = (party, party.through(house.beside))
        twins = [sides[n % 2].post("seed", {"seed": f"twin {n}"}, party.tokens[1]) for n in range(3)]
        rolled, other, *twin = await asyncio.gather(
            party.post("roll", {}), sides[1].post("seed", {"seed": "x"}, party.tokens[2]), *twins
        )
        assert rolled.status_code == 200
        assert Counter(answer.status_code for answer in twin)[200] <= 1
        assert {answer.json()["code"] for answer in (other, *twin) if not answer.is_success} <= {"seed-locked"}
        for token in party.tokens[:2]:
            await party.post("resign", {}, token)
        proof = await document(party)
        assert check(proof) == []
        seeds = [answer.json()["played"]["seed"] for answer in twin if answer.is_success]
        assert proof["seeds"] == [None, *(seeds or [None]), "x" if other.is_success else None]
        entries = await party.record()
        first = next(entry["version"] for entry in entries if entry["dice"])
        assert all(entry["version"] < first for entry in entries if entry["kind"] == "seed")


@in_house
async def test_two_workers_throw_the_same_dice(house: House) -> None:
    party = await seated(house.client, "yatzy", ("Ida",))
    sides = (party, party.through(house.beside))
    for number in range(30):
        legal = party.session["legal_moves"]
        body = next((move for move in legal if move["move"]["type"] == "roll"), legal[0])
        answer = await sides[number % 2].post("moves", body)
        assert answer.status_code == 200
        party.session = answer.json()["session"]
    await party.post("resign", {})
    assert check(await document(party)) == []


# --- the secret at rest and in the log ---


async def test_a_secret_is_sealed_in_the_database_under_a_key(database: str) -> None:
    async with housed(Settings(database=database)) as (service, client):
        plain = await seated(client, "yatzy")
        first = await plain.post("roll", {})
        told = await document(plain)
        row = await service.state.sessions.store.session(bytes.fromhex(plain.session["id"].replace("-", "")))
        assert hashlib.sha256(row.secret).hexdigest() == row.commitment.hex()
    async with housed(Settings(database=database, secret_key=KEY)) as (service, client):
        sealed = await seated(client, "yatzy")
        await sealed.post("seed", {"seat": 0, "seed": "x"})
        await sealed.post("roll", {})
        row = await service.state.sessions.store.session(bytes.fromhex(sealed.session["id"].replace("-", "")))
        plain.client = client
        assert await document(plain) == told, "what was stored before is read as before"
        assert (await plain.record())[0] == first.json()["played"]
        await plain.post("roll", {})
    async with housed(Settings(database=database, secret_key=KEY)) as (_, client):
        for party in (plain, sealed):
            party.client = client
            assert (await party.post("roll", {})).status_code == 200
            await party.post("resign", {"seat": 0})
            proof = await document(party)
            assert check(proof) == []
        secret = bytes.fromhex(proof["secret"])
        assert secret not in row.secret
        assert hashlib.sha256(secret).digest() == row.commitment
        assert not any(value == secret for value in row)


async def test_a_session_whose_key_is_missing_can_be_read_and_says_why_it_cannot_be_played(
    sqlite_database: str, clock: Clock
) -> None:
    async with housed(Settings(database=sqlite_database, secret_key=KEY)) as (_, client):
        timed = await seated(client, "yatzy", turn_seconds=60)
        await timed.post("roll", {})
    for key in (None, SecretStr("another key that is none of this one's")):
        async with housed(Settings(database=sqlite_database, secret_key=key)) as (service, client):
            timed.client = client
            for _ in range(2):
                for path in ("", "/record", "/sheet", "/transcript", "?legal=none", "/fairness"):
                    assert (await timed.read(path)).status_code == 200, path
                for path in ("roll", "moves", "resign"):
                    body = {"move": {"type": "roll"}} if path == "moves" else {}
                    answer = await timed.post(path, body, timed.tokens[0])
                    assert (answer.status_code, answer.json()["code"]) == (503, "secret-unavailable"), path
                    assert int(answer.headers["retry-after"]) > 0
                clock.now += 61_000
                await service.state.sessions.sweep()
            assert (await timed.read()).json()["status"] == "active"


@pytest.mark.parametrize("key", [None, KEY], ids=["plain", "sealed"])
async def test_no_secret_is_logged(database: str, key: SecretStr | None) -> None:
    with logging_as_configured("debug") as lines:
        async with housed(Settings(database=database, secret_key=key, log_requests=True)) as (service, client):
            party = await seated(client, "farkle", ("Ida", None), options=SHORT["farkle"])
            await party.claim(1)
            await party.post("seed", {"seed": "my very own seed"}, party.tokens[0], **{"Idempotency-Key": "my-key"})
            while party.session["outcome"] is None:
                body = party.session["legal_moves"][-1]
                await party.post("moves", body, party.tokens[body["seat"]])
            for path in ("roll", "resign", "seed", "tokens", "seats/1/claim"):
                await party.post(path, {"x": party.invitations[1]})
            store = service.state.sessions.store
            proof = await document(party)

            async def failing(_: bytes) -> None:
                raise RuntimeError(f"a failure with {party.host}")

            store.session = failing
            assert (await party.read()).status_code == 500
            del store.session
        logged = json.dumps(lines())
    assert '"status": 500' in logged
    assert '"version": 3' in logged
    secret = bytes.fromhex(proof["secret"])
    told = [party.host, *party.tokens, party.invitations[1], "my-key", *forms(secret)]
    assert not [text for text in told if text in logged]
