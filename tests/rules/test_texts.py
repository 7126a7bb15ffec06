"""What a person reads: the same messages with the same fields in every language, none missing and none unused."""

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any, get_args, get_type_hints

import pytest

import rules
from app import sheets
from rules.contract import AnyGame, Texts
from rules.flaws import members
from rules.registry import BUILT_IN, built_in
from rules.texts import LANGUAGES, load, paragraphs

SOURCES = Path(rules.__file__).parent
TEXTS = SOURCES / "texts"
GAMES = pytest.mark.parametrize("game", BUILT_IN, ids=lambda game: game.name)
OTHERS = pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
FILES = sorted(file.name for file in (TEXTS / "en").iterdir() if file.suffix in {".json", ".md"})
SHARED_FILES = ("pads.json", "faults.json", "notation.json")
MESSAGES = [name for name in FILES if name.endswith(".json")]


def messages_of(language: str, name: str) -> dict[str, str]:
    read: dict[str, str] = json.loads((TEXTS / language / name).read_text("utf-8"))
    return read


SHARED = {key for name in SHARED_FILES if name in MESSAGES for key in messages_of("en", name)}
"""The keys that serve every game."""


def fields_of(sentence: str) -> set[str]:
    return {field for _, field, _, _ in Formatter().parse(sentence) if field is not None}


def message(key: str) -> str:
    """The message that a key stands for, whatever its form."""
    return key.partition("#")[0]


def family(game: AnyGame) -> str:
    """The package or module under `rules/` that holds the game."""
    name: str = game.options.__module__.split(".")[1]
    return name


@cache
def constants(part: str) -> frozenset[str]:
    """Every text that stands in the sources of a family, and in the modules that serve all of them."""
    files = [*SOURCES.glob("*.py"), *(SOURCES / part).rglob("*.py"), *Path(sheets.__file__).parent.glob("*.py")]
    nodes = (node for file in files for node in ast.walk(ast.parse(file.read_text("utf-8"))))
    texts = {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    page = (Path(sheets.__file__).parent / "sheet.html").read_text("utf-8")
    return frozenset(texts | set(re.findall(r'"([a-z_]+)\.?"', page)))


def refusals(part: str) -> Iterator[str]:
    """The first argument of every `Illegal(...)` in a family's sources."""
    for file in (SOURCES / part).rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Illegal":
                reason = node.args[0]
                if isinstance(reason, ast.Constant):
                    yield str(reason.value)


def options(game: AnyGame) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """The fields of a game's options: the model inside the options ("" for them), the name, the JSON Schema."""
    schema = game.options.model_json_schema()
    definitions = schema.get("$defs", {})
    for model, part in (("", schema), *definitions.items()):
        for name, field in part.get("properties", {}).items():
            named = definitions.get(field.get("$ref", "").rpartition("/")[2], {})
            yield model, name, named | field


def variants(field: dict[str, Any]) -> list[dict[str, Any]]:
    """The kinds of value that a field may have, where there are several."""
    return [*field.get("anyOf", ()), *field.get("oneOf", ())]


def untagged(game: AnyGame) -> Iterator[str]:
    """The models that a field may hold among others and that have no `type` to be told by."""
    definitions = game.options.model_json_schema().get("$defs", {})
    for _, _, field in options(game):
        kinds = [part.get("$ref", "").rpartition("/")[2] for part in variants(field) if part.get("type") != "null"]
        for kind in kinds if len(kinds) > 1 else ():
            if kind and "type" not in definitions[kind].get("properties", {}):
                yield kind


def choices(field: dict[str, Any]) -> list[str]:
    """The values of a field that are chosen by name."""
    parts = [field, *variants(field)]
    return [value for part in parts for value in (*part.get("enum", ()), part.get("const")) if isinstance(value, str)]


def needed(game: AnyGame) -> set[str]:
    """The message keys of the codes that a game is known to have."""
    keys = {"title", "summary", *(f"category.{name}" for name in game.categories)}
    keys |= {f"event.{get_args(get_type_hints(event)['type'])[0]}" for event in members(game.event)}
    keys |= {f"preset.{name}" for name in game.presets}
    keys |= {f"reason.{reason}" for reason in refusals(family(game))}
    keys |= {f"option.{kind}" for kind in untagged(game)}
    for _, name, field in options(game):
        keys.add(f"option.{name}")
        keys |= {f"choice.{name}.{value}" for value in choices(field) if name != "category"}
    return keys


def helps(game: AnyGame) -> Iterator[str]:
    """The keys of what the fields of a game's options mean, as far as they say it; a field inside a model comes twice
    where the same name means different things.
    """
    meanings: dict[str, str] = {}
    for model, name, field in options(game):
        if "description" in field:
            usual = meanings.setdefault(name, field["description"]) == field["description"]
            yield f"option_help.{name}" if usual else f"option_help.{model}.{name}"


@GAMES
def test_every_code_has_a_sentence(game: AnyGame) -> None:
    told = set(game.texts.messages["en"])
    assert needed(game) - told == set()
    for code in game.paragraphs:
        stem = code.partition(".")[0]
        assert {f"reason.{stem}", f"fault.{stem}"} & (told | SHARED), code


@pytest.mark.parametrize("name", MESSAGES)
def test_every_message_is_used(name: str) -> None:
    """By a code of a game that loads the file: of a kind of codes that games list, or a text in their sources."""
    if name.endswith("-page.json"):
        return  # see test_house_page: by the paragraphs of some options
    stem = name.removesuffix(".json").removesuffix("-house")
    users = [game for game in BUILT_IN if stem in {game.name, family(game)}]
    known = {key for game in users for key in needed(game)}
    parts = {family(game) for game in users} or {"."}
    codes = {code for part in parts for code in constants(part)}
    listed = {"title", "summary", "category", "event", "preset", "option", "choice"}
    for key in map(message, messages_of("en", name)):
        kind, _, code = key.partition(".")
        assert key in known or (kind not in listed and {code, code.partition(".")[0]} & codes), key


@OTHERS
@pytest.mark.parametrize("name", FILES)
def test_every_text_is_there_in_every_language(language: str, name: str) -> None:
    assert (TEXTS / language / name).is_file()


@OTHERS
@GAMES
def test_no_language_lacks_a_message_or_has_another(game: AnyGame, language: str) -> None:
    """In English the meaning of an option is its field's description."""
    english, other = (set(map(message, game.texts.messages[each])) for each in ("en", language))
    alike = {key for each in BUILT_IN if family(each) == family(game) for key in helps(each)}
    assert english | set(helps(game)) <= other <= english | alike


@OTHERS
@pytest.mark.parametrize("name", MESSAGES)
def test_sentences_have_the_same_fields_in_every_language(name: str, language: str) -> None:
    english, other = messages_of("en", name), messages_of(language, name)
    for key, said in other.items():
        if message(key) in english:
            assert fields_of(said) == fields_of(english[message(key)]), key
        assert said.strip() == said != ""


@OTHERS
@GAMES
def test_refusals_cite_the_same_paragraphs_in_every_language(game: AnyGame, language: str) -> None:
    assert paragraphs(game.texts.page[language]) == paragraphs(game.texts.page["en"])


@OTHERS
@GAMES
def test_pages_speak_of_the_same_figures_and_options(game: AnyGame, language: str) -> None:
    """Examples such as 1-2-2, and code such as `hot_dice: may_bank`, are the same in every language."""
    for paragraph, words in told(game.texts.page["en"]).items():
        assert told(game.texts.page[language])[paragraph] == words, paragraph


def told(page: str) -> dict[str, tuple[list[str], list[str]]]:
    """By paragraph: its dice and its code, both sorted."""
    made: dict[str, tuple[list[str], list[str]]] = {}
    for part in page.split("\n**")[1:]:
        number, _, words = part.partition("**")
        bare = "".join(mark if mark.isalnum() or mark in "-`:_" else " " for mark in words)
        dice = [
            word.strip("-:") for word in bare.split() if "-" in word.strip("-:") and not word.strip("-:1234567890")
        ]
        made[number] = sorted(dice), sorted({" ".join(code.split()) for code in words.split("`")[1::2]})
    return made


def test_a_language_that_lacks_a_text_is_told_in_english() -> None:
    texts = Texts({"en": "**1** Roll."}, {"en": {"title": "Pig", "reason.no": "No."}, "de": {"title": "Schwein"}})
    assert texts.spoken("de") == {"title": "Schwein", "reason.no": "No."}
    assert texts.spoken("da") == {"title": "Pig", "reason.no": "No."}
    assert texts.rules("de") == "**1** Roll."
    assert [texts.languages(each) for each in ("en", "de", "da")] == [("en",), ("de", "en"), ("en",)]


def test_a_sentence_tells_codes_by_their_words() -> None:
    told = {"category.6": "Zeile 6", "phase.wait": "er wartet", "reason.x": "{row}: {dice}; {phase}; {fitting}; {n}"}
    texts = Texts({"en": ""}, {"en": {}, "de": told})
    fields = {"row": "6", "dice": [1, 1], "phase": "wait", "fitting": ["6", "?"], "n": 3}
    assert texts.sentence("de", "reason.x", fields) == "Zeile 6: 1, 1; er wartet; Zeile 6, ?; 3"
    assert texts.sentence("en", "reason.x", fields) is None


def test_a_message_has_forms_for_its_numbers_and_for_presets() -> None:
    """All forms of a message are of one language: those of another are no better for being nearer."""
    english = {"event.x": "{n} points", "event.x#n=one": "{n} point", "event.x#preset=p": "{n} goals"}
    german = {"event.x": "Punkte: {n}", "category.a": "A", "category.a#preset=p": "B", "event.y": "{a}"}
    texts = Texts({"en": ""}, {"en": english, "de": german})
    assert [texts.sentence("en", "event.x", {"n": n}) for n in (0, 1, 2, True)] == [
        "0 points",
        "1 point",
        "2 points",
        "True points",
    ]
    assert texts.sentence("de", "event.x", {"n": 1}) == "Punkte: 1"
    assert texts.of("p").sentence("en", "event.x", {"n": 1}) == "1 goals"
    assert texts.of("p").sentence("de", "event.y", {"a": ["a", "a"]}) == "B, B"
    assert texts.of("q").sentence("de", "event.y", {"a": "a"}) == "A"
    assert set(texts.spoken("de")) == {*german, "event.x"}
    assert texts.spoken("de")["event.x"] == "Punkte: {n}"


def test_a_message_may_write_a_number_in_its_own_way() -> None:
    texts = Texts({"en": ""}, {"en": {"event.x": "{n:+d} and {n!r} and {n}"}})
    assert texts.sentence("en", "event.x", {"n": 7}) == "+7 and 7 and 7"


def test_a_game_without_texts_in_a_language_is_loaded_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rules.texts.LANGUAGES", ("en", "fr"))
    assert set(load("sand", "banking").page) == {"en"}


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "It is the turn of player 2."),
        ("de", "Am Zug ist Spieler 2."),
        ("da", "Det er spiller 2, der har turen."),
    ],
)
def test_players_are_counted_from_one_in_sentences(language: str, sentence: str) -> None:
    texts = built_in().games["yatzy"].texts
    assert texts.sentence(language, "reason.not_your_turn", {"seat": 1}) == sentence


@GAMES
def test_no_form_of_another_language_is_among_the_messages(game: AnyGame) -> None:
    """A message that a language has in any form is told in that language in every form."""
    for language, own in game.texts.messages.items():
        stems = {message(key) for key in own}
        assert {key for key in game.texts.spoken(language) if message(key) in stems} == set(own)
