"""The committed contract: up to date, valid, complete, and kept by real answers."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import httpx
import pytest
from jsonschema_rs import Draft202012, Draft202012Validator, Registry
from openapi_spec_validator import OpenAPIV31SpecValidator

from app.main import create_app
from app.settings import Settings
from rules.registry import BUILT_IN, built_in
from tests.app.support.table import open_table

DOCUMENT: dict[str, Any] = json.loads(Path("openapi/openapi.json").read_text())
OPERATIONS = [
    (path, method, operation) for path, item in DOCUMENT["paths"].items() for method, operation in item.items()
]


REGISTRY = Registry([("urn:contract", DOCUMENT)], draft=Draft202012)


@cache
def validator(name: str) -> Draft202012Validator:
    """A validator of one of the contract's schemas."""
    return Draft202012Validator({"$ref": f"urn:contract#/components/schemas/{name}"}, registry=REGISTRY)


def test_the_committed_contract_is_what_the_code_says() -> None:
    assert create_app(Settings(), built_in()).openapi() == DOCUMENT, "run `make openapi` and look at the difference"


def test_the_contract_is_valid_openapi_3_1() -> None:
    assert DOCUMENT["openapi"].startswith("3.1")
    assert list(OpenAPIV31SpecValidator(DOCUMENT).iter_errors()) == []


def _parts(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _parts(inner)


def test_what_generators_of_clients_fail_over_is_not_there() -> None:
    """Two types of one title, a property's title that is a type's, and "one of" within "one of"."""
    schemas = DOCUMENT["components"]["schemas"]
    assert {name: schema["title"] for name, schema in schemas.items()} == {name: name for name in schemas}
    for name, schema in schemas.items():
        inner = [part for part in _parts(schema) if part is not schema]
        assert not [part for part in inner if isinstance(part.get("title"), str)], name
        for part in _parts(schema):
            named = [schemas[one["$ref"].rpartition("/")[2]] for one in part.get("oneOf", ()) if "$ref" in one]
            assert not [one["title"] for one in named if "oneOf" in one], name


def test_every_game_has_types_under_its_own_name() -> None:
    schemas = DOCUMENT["components"]["schemas"]
    for game in BUILT_IN:
        prefix = "".join(part.capitalize() for part in game.name.split("-"))
        for kind in ("Session", "SessionRequest", "ScoreRequest", "Score", "LegalMove", "Played", "Options"):
            assert f"{prefix}{kind}" in schemas
    assert not [name for name in schemas if not name.isidentifier()]


@pytest.mark.parametrize(
    ("path", "method", "operation"), OPERATIONS, ids=lambda each: each if isinstance(each, str) else ""
)
def test_every_call_has_an_example_that_fits_its_schema(path: str, method: str, operation: dict[str, Any]) -> None:
    contents = [answer.get("content", {}) for answer in operation["responses"].values()]
    contents.append(operation.get("requestBody", {}).get("content", {}))
    for content in contents:
        for media in content.values():
            name = media["schema"]["$ref"].rsplit("/", 1)[-1]
            shown = media.get("examples", {"": {"value": media.get("example")}})
            examples = [each["value"] for each in shown.values()]
            assert examples
            for example in examples:
                validator(name).validate(example)


@pytest.mark.parametrize("game", BUILT_IN, ids=lambda game: game.name)
async def test_real_answers_fit_the_contract(client: httpx.AsyncClient, game: Any) -> None:
    table = await open_table(client, game.name, ("Ida",))
    for _ in range(30):
        validator("Session").validate(table.session)
        if table.session["outcome"]:
            break
        answer = await table.post("moves", table.session["legal_moves"][-1])
        validator("MoveAnswer").validate(answer.json())
        for refused in (await table.post("moves", {"move": {}}), await table.post("roll", {}, "strange")):
            validator("ProblemDetails").validate(refused.json())
    validator("RecordPage").validate((await client.get(f"{table.address}/record")).json())
    validator("GameDetails").validate((await client.get(f"/v1/games/{game.name}")).json())


async def test_the_docs_page_needs_no_network(client: httpx.AsyncClient) -> None:
    page = (await client.get("/docs")).text
    assert "http://" not in page.replace("http://test", "")
    assert "https://" not in page
    for asset in ("swagger-ui-bundle.js", "swagger-ui.css"):
        assert f'"docs/static/{asset}"' in page  # beside the page, wherever it stands
        assert (await client.get(f"/docs/static/{asset}")).status_code == 200
    assert (await client.get("/")).headers["location"] == "/table/"


@pytest.mark.parametrize("packed", [True, False])
async def test_the_contract_is_served_packed_where_that_is_taken(packed: bool, client: httpx.AsyncClient) -> None:
    answer = await client.get("/openapi.json", headers={"Accept-Encoding": "gzip" if packed else "identity"})
    assert answer.json() == DOCUMENT
    assert answer.headers.get("content-encoding") == ("gzip" if packed else None)
    assert answer.headers["vary"] == "Accept-Encoding"
