"""`POST /v1/games/{game}/advise`: moves and what they are worth, of positions and of transcripts."""

import json
import subprocess
import sys
from typing import Any

import httpx
import pytest

from app.advice.examples import BOXES, REQUEST
from rules.advice.advise import advise
from rules.contract import Played
from rules.fold import replay
from rules.registry import built_in
from rules.sheet.boxes import SheetBox
from rules.sheet.options import SheetOptions
from rules.sheet.state import SheetRoll
from tests.app.contract.test_contract import validator

ROWS = {"6": [6], "7": [7], "8": [8], "9": [9], "10": [10], "11": [11], "12": [12], "13": [7, 6], "14": [7, 7]}
LATE = {"rows": ROWS | {"15": [12]}, "small": [2, 2], "large": [12, 12, 12], "dice": [1, 2]}
"""A sheet of wohin-damit with few entries left."""
OPTIONS = {"boxes": [{"category": "sixes"}, {"category": "chance"}], "bonus": 0}


@pytest.fixture
def database(sqlite_database: str) -> str:
    return sqlite_database  # nothing is stored


async def asked(client: httpx.AsyncClient, game: str, body: Any, status: int = 200) -> Any:
    answer = await client.post(f"/v1/games/{game}/advise", json=body)
    assert answer.status_code == status, answer.text
    if status == 200:
        validator("Advice").validate(answer.json())
    return answer.json()


async def test_all_moves_are_listed_the_best_first(client: httpx.AsyncClient) -> None:
    answer = await asked(client, "yatzy", REQUEST | {"top": 1000})
    game = built_in().games["yatzy"]
    rules = game.rules(game.options())
    assert game.adviser is not None
    assert game.positions is not None
    position = game.positions.form.model_validate_json(
        httpx.Request("POST", "http://x", json=REQUEST["position"]).content
    )
    state = game.positions.state(rules, position)
    advice = advise(rules, game.adviser(game.options()), state, 0)
    assert [each["value"] for each in answer["moves"]] == [round(each.value, 6) for each in advice.moves]
    assert [each["move"]["type"] for each in answer["moves"]] == [each.legal.move.type for each in advice.moves]
    losses = [each["loss"] for each in answer["moves"]]
    assert losses[0] == 0
    assert losses == sorted(losses)
    assert len(losses) == len(rules.legal_moves(state, 0))
    assert answer["value"] == answer["expected_total"] == answer["moves"][0]["value"]
    assert (answer["method"], answer["objectives"], answer["more_moves"]) == ("exact", ["points"], 0)
    few = await asked(client, "yatzy", REQUEST)
    assert few["moves"] == answer["moves"][:3]
    assert few["more_moves"] == len(losses) - 3


@pytest.mark.parametrize(
    ("game", "position", "move", "method"),
    [
        ("farkle", {"totals": [0, 0, 0], "points": 5000, "cup": 1}, {"type": "bank"}, "exact"),
        ("wohin-damit", LATE, None, "exact"),
        ("solitaire-dice", {"dice": [1, 2, 4, 4, 6]}, None, "learned"),
    ],
)
async def test_every_engine_takes_positions(
    client: httpx.AsyncClient, game: str, position: Any, move: Any, method: str
) -> None:
    answer = await asked(client, game, {"position": position, "objective": "points"})
    assert answer["method"] == method
    if move:
        assert answer["moves"][0]["move"] == move


async def test_a_transcript_leads_to_a_position(client: httpx.AsyncClient) -> None:
    record = [{"kind": "move", "seat": 0, "move": {"type": "roll"}, "dice": [6, 6, 1, 2, 3]}]
    transcript = {
        "format": "rollwright-transcript-1",
        "game": "sheet",
        "options": OPTIONS,
        "seats": [{"name": "Ida"}],
        "record": record,
    }
    answer = await asked(client, "sheet", {"transcript": transcript})
    game = built_in().games["sheet"]
    options = SheetOptions(boxes=(SheetBox(category="sixes"), SheetBox(category="chance")), bonus=0)
    rules = game.rules(options)
    assert game.adviser is not None
    state = replay(rules, 1, [Played("move", 0, SheetRoll(), (6, 6, 1, 2, 3))])
    assert answer["value"] == round(game.adviser(options).value(state, 0, "points"), 6)
    written = await client.post("/v1/sessions", json={"transcript": transcript})
    text = await client.get(f"{written.headers['location']}/transcript?format=text")
    assert await asked(client, "sheet", {"transcript": text.text}) == answer
    broken = transcript | {
        "record": [*record, {"kind": "move", "seat": 0, "move": {"type": "choose_category", "category": "ones"}}]
    }
    refused = await asked(client, "sheet", {"transcript": broken}, 422)
    assert (refused["code"], refused["pointer"]) == ("unplayable-transcript", "/transcript/record/1/move")
    malformed = transcript | {"record": [{"kind": "move"}]}
    refused = await asked(client, "sheet", {"transcript": malformed}, 422)
    assert refused["errors"][0]["pointer"].startswith("/transcript/record/0/")
    ended = transcript | {"record": [{"kind": "resign", "seat": 0}]}
    refused = await asked(client, "sheet", {"transcript": ended}, 422)
    assert (refused["code"], refused["pointer"]) == ("position-impossible", "/transcript")
    both = await asked(
        client, "sheet", {"transcript": transcript, "position": {"boxes": {}}, "options": OPTIONS}, 422
    )
    assert both["errors"][0]["code"] == "beside_transcript"


@pytest.mark.parametrize(
    ("game", "body", "code", "pointer"),
    [
        ("yatzy", {"position": {"boxes": BOXES | {"ones": 6}}}, "position-impossible", "/position/boxes/ones"),
        ("yatzy", {"position": {"boxes": {}, "dice": [7]}}, "invalid-fields", "/position/dice/0"),
        ("yatzy", {}, "invalid-fields", "/position"),
        ("yatzy", REQUEST | {"top": 0}, "invalid-fields", "/top"),
        ("yatzy", REQUEST | {"seat": 1}, "invalid-fields", "/seat"),
        ("yatzy", REQUEST | {"objective": "win"}, "invalid-fields", "/objective"),
        ("farkle", {"position": {"totals": [0, 0, 0]}, "objective": "win"}, "invalid-fields", "/objective"),
        (
            "banking",
            {"position": {"totals": [0]}, "options": {"dice": 6, "target": -1}},
            "invalid-fields",
            "/options/target",
        ),
    ],
)
async def test_what_cannot_be_asked_is_refused_at_its_place(
    client: httpx.AsyncClient, game: str, body: Any, code: str, pointer: str
) -> None:
    refused = await asked(client, game, body, 422)
    assert refused["code"] == code
    assert pointer in (refused.get("pointer"), *(fault["pointer"] for fault in refused.get("errors", ())))


WORKER = """
import asyncio, json, sys
import httpx
from app.main import create_app
from app.settings import Settings

async def ask():
    app = create_app(Settings(database=sys.argv[1]))
    transport = httpx.ASGITransport(app)
    made = httpx.AsyncClient(transport=transport, base_url="http://t")
    async with app.router.lifespan_context(app), made as client:
        answer = await client.post("/v1/games/yatzy/advise", json=json.loads(sys.argv[2]))
        assert answer.status_code == 200, answer.text

asyncio.run(ask())
assert not {"numba", "numpy", "llvmlite"} & set(sys.modules)
"""


def test_a_worker_that_answers_imports_no_numba(database: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", WORKER, database, json.dumps(REQUEST)], stderr=subprocess.PIPE, check=False
    )
    assert done.returncode == 0, done.stderr.decode()
