"""Languages: which one is chosen, and every answer that depends on it."""

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from app.http.negotiation import LANGUAGES, accepted
from app.http.problem_kinds import KINDS
from app.http.texts import whose_turn, words
from app.main import create_app
from app.settings import Settings
from rules import texts
from rules.banking import sand
from rules.contract import Texts
from rules.registry import BUILT_IN, Registry
from tests.app.support.table import Table, open_table

OTHERS = pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("de", "de"),
        ("DA", "da"),
        ("de-AT", "de"),
        ("bg-Cyrl-BG", "bg"),
        ("en-GB, de", "en"),
        ("de, en", "de"),
        ("fr, bg;q=0.2", "bg"),
        ("en;q=0.5, de;q=0.8", "de"),
        ("en;q=0.8,de;q=0.80", "en"),
        ("de;q=0.1, de-AT;q=0.9, da;q=0.5", "de"),
        ("de ; q=0.3 , da\t;\tq=0.4", "da"),
        ("de;Q=0.3,da;q=0.2", "de"),
        ("*", "en"),
        ("de, *;q=0.5", "de"),
        ("*;q=0.5, da;q=0.4", "en"),
        ("en;q=0, *", "de"),
        ("en;q=0", "en"),
        ("de;q=0, bg;q=0.1", "bg"),
        ("de;q=0, de-AT", "en"),
        ("de-AT;q=0, de", "de"),
        ("de;q=0.000, da;q=0.001", "da"),
        ("de;q=1.000", "de"),
        ("de;q=1.001, da;q=0.1", "da"),
        ("de;q=2, da;q=0.1", "da"),
        ("de;q=0.1234, da;q=0.1", "da"),
        ("de;q=-1, da;q=0.1", "da"),
        ("de;level=1, da;q=0.1", "da"),
        (",,da,", "da"),
        ("fr, es", "en"),
        ("germanlanguage, da;q=0.1", "da"),
        ("?, ;q=1, \x00, da;q=0.1", "da"),
    ],
)
def test_accept_language(header: str, language: str) -> None:
    """RFC 9110, section 12.5.4."""
    assert accepted(header) == language


def test_rules_and_service_speak_the_same_languages() -> None:
    assert texts.LANGUAGES == LANGUAGES


@OTHERS
def test_every_problem_has_its_title_in_every_language(language: str) -> None:
    titles = {key: said for key, said in words(language).items() if key.startswith("problem.")}
    assert set(titles) == {f"problem.{code}" for code in KINDS}
    assert len(set(titles.values())) == len(KINDS)


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "To move: Ida."),
        ("de", "Am Zug: Ida."),
        ("da", "Turen har Ida."),
        ("bg", "На ход: Ida."),
    ],
)
async def test_whose_turn_it_is_in_every_language(client: httpx.AsyncClient, language: str, told: str) -> None:
    table = await open_table(client, "sand", ("Ida", "Otto"))
    for way, headers in (("roll", {"Accept-Language": language}), (f"roll?lang={language}", {})):
        answer = await table.post(way, {"seat": 1}, **headers)
        assert (answer.status_code, answer.json()["detail"]) == (409, told)
        assert answer.headers["content-language"] == language
    assert whose_turn((1, 2), ["Ida", None])(language).endswith(
        f" {words(language).get('player', 'player {n}')}.".format(n=3)
    )


@OTHERS
async def test_the_catalogue(client: httpx.AsyncClient, language: str) -> None:
    answer = await client.get("/v1/games", headers={"Accept-Language": f"{language}-XX, fr;q=0.9"})
    assert answer.headers["content-language"] == language
    assert answer.headers["vary"].split(", ")[0] == "Accept-Language"
    told = {game["name"]: (game["title"], game["summary"]) for game in answer.json()["games"]}
    for game in BUILT_IN:
        messages = game.texts.messages[language]
        assert told[game.name] == (messages["title"], messages["summary"])


@OTHERS
@pytest.mark.parametrize("game", BUILT_IN, ids=lambda game: game.name)
async def test_a_game(client: httpx.AsyncClient, game: Any, language: str) -> None:
    """Nothing but what a person reads differs from the English answer."""
    english = (await client.get(f"/v1/games/{game.name}")).json()
    answer = await client.get(f"/v1/games/{game.name}", headers={"Accept-Language": language})
    assert answer.headers["content-language"] == language
    told, messages = answer.json(), game.texts.messages[language]
    assert told["rules"] == game.texts.page[language]
    assert told["messages"] == messages
    assert {each["id"]: each["title"] for each in told["categories"]} == {
        name: messages[f"category.{name}"] for name in game.categories
    }
    for name, option in told["options"].get("properties", {}).items():
        assert option["title"] == messages[f"option.{name}"]
        assert option["description"] == messages[f"option_help.{name}"]
    assert without_words(told) == without_words(english)


def without_words(value: Any) -> Any:
    if isinstance(value, dict):
        words = {"title", "summary", "description", "rules", "messages"}
        return {key: without_words(inner) for key, inner in value.items() if key not in words}
    return [without_words(inner) for inner in value] if isinstance(value, list) else value


async def test_the_address_wins_over_the_header(client: httpx.AsyncClient) -> None:
    answer = await client.get("/v1/games/sand?lang=bg", headers={"Accept-Language": "de"})
    assert answer.headers["content-language"] == "bg"


async def test_a_language_that_is_not_known_is_refused_in_one_that_is(client: httpx.AsyncClient) -> None:
    answer = await client.get("/v1/games?lang=fr", headers={"Accept-Language": "de"})
    assert answer.status_code == 422
    assert answer.headers["content-language"] == "de, en"
    assert answer.json()["title"] == words("de")["problem.invalid-fields"]
    assert [(fault["parameter"], fault["code"]) for fault in answer.json()["errors"]] == [("lang", "literal_error")]


async def test_details_for_programmers_stay_english(client: httpx.AsyncClient) -> None:
    answer = await client.get("/v1/games/poker", headers={"Accept-Language": "da"})
    assert answer.headers["content-language"] == "da, en"
    assert answer.json()["title"] == words("da")["problem.unknown-game"]
    assert answer.json()["detail"].startswith("There is no game named")
    answer = await client.get("/nowhere", headers={"Accept-Language": "da"})
    assert answer.headers["content-language"] == "da"
    assert answer.json()["title"] == words("da")["problem.not-found"]


async def refused(table: Table, way: str, **headers: str) -> httpx.Response:
    answer = await table.post(way, {}, **headers)
    assert answer.status_code == 409
    return answer


@OTHERS
async def test_a_refusal_by_the_rules_either_way(client: httpx.AsyncClient, language: str) -> None:
    """The short way of a move and the one through the framework, which an unusual address takes."""
    table = await open_table(client, "sand")
    english = await refused(table, "bank")
    assert english.headers["content-language"] == "en"
    short = await refused(table, "bank", **{"Accept-Language": language})
    plain = await refused(table, f"bank?lang={language}")
    assert short.json() == plain.json()
    assert short.headers["content-language"] == plain.headers["content-language"] == language
    assert short.headers["vary"] == "Accept-Language"
    assert plain.headers["vary"].split(", ")[0] == "Accept-Language"  # compressed, where it is long
    problem = short.json()
    assert problem["title"] == words(language)["problem.illegal-move"]
    assert problem["detail"] == sand.GAME.texts.messages[language]["reason.nothing_to_bank"].format(cup=6)
    assert {**problem, "title": 0, "detail": 0} == {**english.json(), "title": 0, "detail": 0}


async def test_a_refusal_names_categories_by_their_titles(client: httpx.AsyncClient) -> None:
    table = await open_table(client, "yatzy", ("Ida",))
    for _ in range(2):
        await table.post("roll", {})
        answer = await table.post("choose-category", {"category": "ones"}, **{"Accept-Language": "de"})
    assert "„Einser“" in answer.json()["detail"]
    assert answer.json()["details"]["category"] == "ones"


async def test_what_carries_codes_only_names_no_language(client: httpx.AsyncClient) -> None:
    table = await open_table(client, "sand")
    german = {"Accept-Language": "de"}
    answers = [
        await table.post("roll", {}, **german),
        await client.get(table.address, headers=german),
        await client.get(f"{table.address}/record", headers=german),
        await client.post("/v1/games/sand/score", json={"dice": [1, 5]}, headers=german),
    ]
    for answer in answers:
        assert answer.is_success
        assert "content-language" not in answer.headers
        assert "Accept-Language" not in answer.headers.get("vary", "")


@pytest.fixture
async def abroad(sqlite_database: str) -> AsyncIterator[httpx.AsyncClient]:
    """A service with one game from outside, which brings its messages in German, but no rules page."""
    english = {**sand.GAME.texts.messages["en"], "title": "Dust"}
    outside = Texts({"en": "**1** Dust."}, {"en": english, "de": {"title": "Staub"}})
    game = replace(sand.GAME, name="dust", texts=outside)
    app: FastAPI = create_app(Settings(database=sqlite_database), Registry({"dust": game}))
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
            yield client


async def test_a_game_from_outside_speaks_english_where_it_lacks_words(abroad: httpx.AsyncClient) -> None:
    answer = await abroad.get("/v1/games/dust?lang=de")
    told = answer.json()
    assert answer.headers["content-language"] == "de, en"
    assert (told["title"], told["rules"]) == ("Staub", "**1** Dust.")
    assert told["options"]["properties"]["target"]["title"] == "Target"
    answer = await abroad.get("/v1/games?lang=bg")
    assert answer.headers["content-language"] == "en"
    assert answer.json()["games"][0]["title"] == "Dust"
