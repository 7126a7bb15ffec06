"""Many clients racing for one turn: exactly one wins, in one process and across two on the same file."""

import threading
from collections import Counter
from collections.abc import Callable
from typing import Any

import httpx

from tests.support.patience import PATIENCE

RACERS = 12
ROUNDS = 8


def raced(addresses: list[str], session: str, token: str, version: int) -> list[httpx.Response]:
    """Every racer sends the same roll for the same version at the same moment."""
    answers: list[httpx.Response] = []
    start = threading.Barrier(RACERS)

    def race(address: str) -> None:
        with httpx.Client(base_url=address, timeout=PATIENCE) as client:
            client.get("/healthz")
            start.wait()
            headers = {"Authorization": f"Bearer {token}", "If-Match": f'"{version}"'}
            answers.append(client.post(f"/v1/sessions/{session}/roll", json={}, headers=headers))

    threads = [threading.Thread(target=race, args=(addresses[n % len(addresses)],)) for n in range(RACERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def one_wins(addresses: list[str]) -> None:
    with httpx.Client(base_url=addresses[0], timeout=PATIENCE) as client:
        opening = {"game": "yatzy", "seats": [{"name": "Ida"}]}
        opened: dict[str, Any] = client.post("/v1/sessions", json=opening).json()
        session, token = opened["session"]["id"], opened["host_token"]
        version = 0
        for _ in range(ROUNDS):
            answers = raced(addresses, session, token, version)
            assert Counter(answer.status_code for answer in answers) == {200: 1, 412: RACERS - 1}
            version += 1
            now = client.get(f"/v1/sessions/{session}").json()
            assert now["version"] == version
            assert {answer.json()["session"]["version"] for answer in answers} == {version}
            if now["state"]["throws_left"] == 0:
                legal = now["legal_moves"][0]
                headers = {"Authorization": f"Bearer {token}"}
                assert client.post(f"/v1/sessions/{session}/moves", json=legal, headers=headers).status_code == 200
                version += 1
        record = client.get(f"/v1/sessions/{session}/record").json()["entries"]
        assert [entry["version"] for entry in record] == list(range(1, version + 1))


def test_one_process_accepts_one_of_many(start_server: Callable[[], str]) -> None:
    one_wins([start_server()])


def test_two_processes_on_one_file_accept_one_of_many(start_server: Callable[[], str]) -> None:
    one_wins([start_server(), start_server()])
