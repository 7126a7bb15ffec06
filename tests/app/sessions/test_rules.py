"""A session's rules page: the one its refusals cite."""

from typing import Any

import httpx
import pytest

from app.http.cldr import figures
from rules.registry import BUILT_IN, built_in
from rules.texts import paragraphs
from tests.app.contract.test_contract import validator
from tests.app.support.table import open_table


async def rules_of(client: httpx.AsyncClient, address: str, **headers: str) -> Any:
    answer = await client.get(f"{address}/rules", headers=headers)
    assert answer.status_code == 200, answer.text
    validator("TableRules").validate(answer.json())
    return answer


@pytest.mark.parametrize("game", BUILT_IN, ids=lambda game: game.name)
async def test_it_is_that_of_its_options(client: httpx.AsyncClient, game: Any) -> None:
    names = ("Ida", "Otto")[: game.max_seats]
    table = await open_table(client, game.name, names)
    answer = await rules_of(client, table.address, **{"Accept-Language": "da"})
    told = {"game": game.name, "rules_version": game.version}
    assert answer.json() == {**told, "rules": game.page_of(game.options(), "da", figures("da"))}
    assert answer.headers["content-language"] == "da"
    assert answer.headers["vary"].split(", ")[0] == "Accept-Language"


async def test_a_refusal_cites_it(client: httpx.AsyncClient) -> None:
    table = await open_table(client, "banking", options={"opening": 700, "most_left": 2})
    answer = await table.post("bank", {"seat": 0})
    page = (await rules_of(client, table.address)).json()["rules"]
    assert answer.status_code == 409
    assert answer.json()["rule"] in paragraphs(page)
    assert "**4.2** A seat’s first bank takes at least 700 turn points." in page
    assert "**4.4** A seat may bank only when 2 dice or fewer are left in the cup" in page


async def test_a_table_that_plays_by_a_preset_has_its_name(client: httpx.AsyncClient) -> None:
    table = await open_table(client, "sheet", preset="kniffel")
    page = (await rules_of(client, f"{table.address}", **{"Accept-Language": "de"})).json()["rules"]
    name = built_in().games["sheet"].texts.messages["de"]["preset.kniffel"]
    assert page.splitlines()[0] == f"# {name}"
    assert "„Kniffel“: 5 gleiche Würfel. Wert: 50 Punkte" in page


async def test_the_language_must_be_one_that_is_spoken(client: httpx.AsyncClient) -> None:
    table = await open_table(client, "sand")
    answer = await client.get(f"{table.address}/rules?lang=fr")
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid-fields")
