"""Terms: one a concept and language, the same on the page, the sheets, in the rules and the service's sentences."""

import json
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import app
import rules
from app.http import texts as service
from rules.texts import LANGUAGES

APP, RULES = Path(app.__file__).parent, Path(rules.__file__).parent / "texts"
TERMS: dict[str, dict[str, Any]] = tomllib.loads(Path(__file__).with_name("terms.toml").read_text("utf-8"))
IN_CODE = {("en", "service")}
"""Texts that stand in the code."""


@cache
def messages(language: str, name: str) -> dict[str, str]:
    """A file's messages by key; the forms of a message joined."""
    texts = APP / "table" / "texts"
    folders = {"page": texts, "advice": texts / "advice", "service": Path(service.__file__).parent}
    file = folders.get(name, RULES / language) / f"{language if name in folders else name}.json"
    read = json.loads(file.read_text("utf-8"))
    return {key: " / ".join(said.values()) if isinstance(said, dict) else said for key, said in read.items()}


@cache
def page(language: str, name: str) -> str:
    return " ".join((RULES / language / name).read_text("utf-8").split())


def everything(language: str) -> Iterator[tuple[str, str]]:
    """Everything that people read, by where it stands."""
    for file in sorted((RULES / language).iterdir()):
        if file.suffix == ".md":
            yield file.name, page(language, file.name)
    names = [file.stem for file in sorted((RULES / language).glob("*.json"))]
    for name in [*names, "page", "advice", *(() if (language, "service") in IN_CODE else ("service",))]:
        for key, said in messages(language, name).items():
            yield f"{name}:{key}", said


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_concept_has_its_term_wherever_it_is_told(language: str) -> None:
    other = []
    for name, concept in TERMS.items():
        for place in concept["in"] if language in concept else ():
            file, _, key = place.partition(":")
            if (language, file) in IN_CODE:
                continue
            said = messages(language, file)[key] if key else page(language, file)
            if not re.search(concept[language], said, re.IGNORECASE):
                other.append(f"{name} in {place}: {said[:100]}")
    assert other == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_concept_has_no_other_term_anywhere(language: str) -> None:
    never = {
        name: concept["never"][language] for name, concept in TERMS.items() if language in concept.get("never", {})
    }
    other = []
    for place, said in everything(language):
        bare = re.sub("`[^`]*`", "`", said)
        other += [f"{name} in {place}" for name, term in never.items() if re.search(term, bare, re.IGNORECASE)]
    assert other == []
