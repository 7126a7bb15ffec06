"""What the page says: in every language the same messages with the same places, none missing, none unused."""

import json
import re
from typing import Any

import pytest

from app.http.negotiation import LANGUAGES
from app.http.pages import FILES

Message = str | dict[str, str]

MODULES = [path for path in FILES.rglob("*.js") if path.parent.name != "vendor"]
PLACE = re.compile(r"\{(\w+)\}")


PARTS = ("", "advice/")
"""Of the texts: what is loaded at first, and what is said about right play once somebody asks."""


def part(name: str, language: str) -> dict[str, Message]:
    read: dict[str, Message] = json.loads((FILES / "texts" / f"{name}{language}.json").read_text())
    return read


def texts(language: str) -> dict[str, Message]:
    return {key: message for name in PARTS for key, message in part(name, language).items()}


def used() -> set[str]:
    """Every key in the page's modules: what stands between quotes where something is said."""
    keys = set()
    for module in MODULES:
        for call in re.finditer(r"say\(([^(){}]*)", module.read_text()):
            keys |= set(re.findall(r'"([a-z_.]+)"', call[1]))
    return keys


def places(message: Message) -> set[str]:
    forms = message.values() if isinstance(message, dict) else [message]
    return {place for form in forms for place in PLACE.findall(form)}


def test_what_is_said_is_there_and_what_is_there_is_said() -> None:
    assert used() == set(texts("en"))
    assert not set(part("", "en")) & set(part("advice/", "en"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_message_with_its_places(language: str) -> None:
    english, other = texts("en"), texts(language)
    assert list(other) == list(english)
    assert {key: places(message) for key, message in other.items()} == {
        key: places(message) for key, message in english.items()
    }
    assert all(form.strip() for message in other.values() for form in _forms(message))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_form_of_its_numbers(language: str) -> None:
    counted = [message for message in texts(language).values() if isinstance(message, dict)]
    assert counted
    assert all(set(message) == {"one", "other"} for message in counted)


def test_the_page_offers_the_languages_of_the_service() -> None:
    offered = re.search(r"LANGUAGES = \{(.*?)\}", (FILES / "texts.js").read_text(), re.DOTALL)
    assert offered is not None
    assert re.findall(r"(\w\w):", offered[1]) == list(LANGUAGES)


def _forms(message: Message) -> Any:
    return message.values() if isinstance(message, dict) else [message]
