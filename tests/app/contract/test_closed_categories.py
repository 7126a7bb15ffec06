"""Closed categories: the contract of a named sheet game takes its boxes and no others, that of house rules any id."""

from typing import Any

import jsonschema_rs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.contract.contract import Contract
from app.contract.names import type_name
from rules.contract import AnyGame
from rules.registry import built_in
from rules.sheet.engine import SheetRules
from tests.app.contract.test_contract import validator
from tests.playing import options_of

GAMES = built_in().games
NAMED = pytest.mark.parametrize("name", ["yatzy", "yatzy-bg", "yahtzee"])


def takes(schema: str, value: Any) -> bool:
    try:
        validator(schema).validate(value)
    except jsonschema_rs.ValidationError:
        return False
    return True


def documents(game: AnyGame, category: str) -> dict[str, Any]:
    """What names a category, by its type in the contract."""
    prefix, boxes = type_name(game), {"boxes": {category: 3}}
    dice = [1] * game.score_dice[1]
    choice = {"type": "choose_category", "category": category}
    return {
        f"{prefix}Way": {"move": choice, "points": 3},
        f"{prefix}LegalMove": {"seat": 0, "move": choice, "points": 3, "throws": 0},
        f"{prefix}TranscriptMove": {"kind": "move", "seat": 0, "move": choice},
        f"{prefix}SheetsRequest": {"sheets": [boxes]},
        f"{prefix}ScoreRequest": {"dice": dice, "sheet": boxes},
    }


@NAMED
def test_a_named_game_names_its_boxes_and_no_others(name: str) -> None:
    game = GAMES[name]
    for category in game.categories:
        for schema, document in documents(game, category).items():
            assert takes(schema, document), (schema, category)
    for category in ("ful_house", "villa", "ones.1", "our_own", ""):
        for schema, document in documents(game, category).items():
            assert not takes(schema, document), (schema, category)


def test_house_rules_name_any_box() -> None:
    for category in ("ones", "our_own", "ones.8"):
        for schema, document in documents(GAMES["sheet"], category).items():
            assert takes(schema, document), (schema, category)
    for category in ("Our own", "ones.9", ""):
        for schema, document in documents(GAMES["sheet"], category).items():
            assert not takes(schema, document), (schema, category)


@NAMED
@given(data=st.data())
def test_the_list_is_that_of_every_table(name: str, data: st.DataObject) -> None:
    game = GAMES[name]
    rules = game.rules(data.draw(options_of(game), "options"))
    assert isinstance(rules, SheetRules)
    assert tuple(category.id for category in rules.ruleset.categories) == game.categories


def test_every_reference_of_the_contract_leads_somewhere() -> None:
    components = Contract(dict(GAMES)).components()

    def references(value: Any) -> set[str]:
        if isinstance(value, dict):
            return set().union(*map(references, value.values()))
        if isinstance(value, list):
            return set().union(*map(references, value))
        return {value} if isinstance(value, str) and value.startswith("#/components/") else set()

    names = {reference.rpartition("/")[2] for reference in references(components)}
    assert names <= components.keys()
    assert all(schema["title"] == name for name, schema in components.items())


def test_a_service_without_named_sheets_has_the_open_types_alone() -> None:
    some = {name: GAMES[name] for name in ("sheet", "sand", "wohin-damit")}
    components = Contract(some).components()
    assert "SheetCategory" in components
    assert not [name for name in components if name.startswith("Yatzy") and "Category" in name]
