"""Of many who move for one version exactly one does, every time, and of many equal requests one has its effect."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Sequence

import pytest

from tests.proof import rounds
from tests.proof.conftest import Deployment, audited
from tests.proof.players import Answer, Client, Connection, keyed, replayed, request

RACERS = 200
ROUNDS = rounds(6, 60)
OPENING = {"game": "yatzy", "seats": [{"name": "Ida"}, {"name": "Otto"}]}

Racers = Sequence[Connection]


@pytest.fixture
async def racers(deployment: Deployment) -> AsyncIterator[Racers]:
    """Connections, every other one to the same of two workers."""
    made = [Connection(deployment.ports[n % 2]) for n in range(RACERS)]
    for racer in made:
        await racer.__aenter__()
    yield made
    for racer in made:
        await racer.__aexit__()


@pytest.fixture
async def client(deployment: Deployment) -> AsyncIterator[Client]:
    async with Client(deployment.ports) as made:
        yield made


async def raced(racers: Racers, asked: Sequence[bytes]) -> list[Answer]:
    """The answers, where all ask at the same moment."""
    for racer, data in zip(racers, asked, strict=True):
        racer.send(data)
    return await asyncio.gather(*(racer.answer() for racer in racers))


async def test_one_of_two_hundred_wins_each_round(deployment: Deployment, racers: Racers, client: Client) -> None:
    before = await audited(deployment.database)
    opened = (await client.insist(keyed("/v1/sessions", None, OPENING))).value
    view, token = opened["session"], opened["host_token"]
    path = f"/v1/sessions/{view['id']}"
    record = []
    for version in range(ROUNDS):
        move, sent = view["legal_moves"][version % len(view["legal_moves"])], {"If_Match": f'"{version}"'}
        if version % 2:
            asked = [keyed(f"{path}/moves", token, move, **sent) for _ in racers]
        else:
            asked = [request("POST", f"{path}/moves", token, move, **sent)] * RACERS
        answers = await raced(racers, asked)
        assert Counter(answer.status for answer in answers) == {200: 1, 412: RACERS - 1}
        winner = next(n for n, answer in enumerate(answers) if answer.status == 200)
        told = answers[winner].value
        record.append(told["played"])
        view = told["session"]
        assert {answer.headers["etag"] for answer in answers} == {f'"{version + 1}"'}
        assert all(answer.value["session"] == view for answer in answers)
        for port in deployment.ports:
            async with Client([port]) as reader:
                assert await reader.get(path) == view
        if version % 2:
            await replayed(client, asked[winner], told["played"])
            assert (await client.insist(asked[winner - 1])).status == 412
    assert await client.record(view["id"]) == record
    assert [entry["version"] for entry in record] == list(range(1, ROUNDS + 1))
    after = await audited(deployment.database)
    assert (after.sessions - before.sessions, after.entries - before.entries) == (1, ROUNDS)


async def test_one_request_sent_two_hundred_times_at_once_has_its_effect_once(
    deployment: Deployment, racers: Racers, client: Client
) -> None:
    before = await audited(deployment.database)
    answers = await raced(racers, [keyed("/v1/sessions", None, OPENING)] * RACERS)
    assert {answer.status for answer in answers} == {201}
    assert sum("idempotency-replayed" not in answer.headers for answer in answers) == 1
    assert len({answer.headers["location"] for answer in answers}) == 1
    path = answers[0].headers["location"]
    tokens = [answer.value["host_token"] for answer in answers]
    living = [
        token for token in tokens if (await client.ask(request("GET", f"{path}?legal=mine", token))).status == 200
    ]
    assert len(living) == 1
    for version in range(ROUNDS):
        move = (await client.get(path))["legal_moves"][0]
        answers = await raced(racers, [keyed(f"{path}/moves", living[0], move)] * RACERS)
        assert {answer.status for answer in answers} == {200}, [answer for answer in answers if answer.status != 200]
        assert sum("idempotency-replayed" not in answer.headers for answer in answers) == 1
        told = answers[0].value["played"]
        assert told["version"] == version + 1
        assert all(answer.value["played"] == told for answer in answers)
        assert {answer.value["session"]["version"] for answer in answers} == {version + 1}
    after = await audited(deployment.database)
    assert (after.sessions - before.sessions, after.entries - before.entries) == (1, ROUNDS)
