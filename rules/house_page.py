"""House rules page: a rules page made of a table's options, with the numbers of the page on all house rules.

A game says in codes and figures what its options come to (`Paragraph`, `Phrase`), and `house_page` tells that in a
language, in the words of `texts/<language>/<file>-page.json`. A paragraph that says nothing at a table is left out,
the others keep their numbers, so that a refusal cites the same paragraph on both pages.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, NamedTuple

from rules.messages import ENGLISH, Figures, Texts, form, told, translated

_MARKUP = re.compile(r"([\\`*_\[\]<>#|~])")
"""What a name that a table has given may hold and Markdown would take for its own."""


class Phrase(NamedTuple):
    """Words under the code "page.<code>", and what they speak of: numbers, texts as they stand, phrases, names, or
    several of these, which are listed.
    """

    code: str
    fields: "Mapping[str, Value]" = MappingProxyType({})


class Named(NamedTuple):
    """What the message under a key of the game, such as "category.chance", calls something at the table."""

    key: str


Value = int | str | Phrase | Named | tuple[int | str | Phrase | Named, ...]


class Paragraph(NamedTuple):
    """A paragraph of the page: its number, such as "4.2", its sentences, and what it lists below them."""

    number: str
    sentences: tuple[Phrase, ...]
    items: tuple[Phrase, ...] = ()


def faces(dice: Iterable[int]) -> str:
    """Dice as they stand in a sentence: 1-2-3."""
    return "-".join(map(str, dice))


def house_page(file: str, paragraphs: Callable[[Any], Iterable[Paragraph]]) -> Callable[..., str]:
    """`Game.house_page` of a game that says in paragraphs what its options come to; `file` holds the words."""

    def page(options: Any, texts: Texts, language: str, figures: Figures) -> str:
        words = {**texts.spoken(language), **translated(_words(file, language), _words(file, ENGLISH))}
        return "\n\n".join(_blocks(paragraphs(options), words, figures)) + "\n"

    return page


def _blocks(paragraphs: Iterable[Paragraph], words: Mapping[str, str], figures: Figures) -> Iterator[str]:
    yield _said(Phrase("lead"), words, figures)
    section = ""
    for number, sentences, items in paragraphs:
        begun, section = section, number.partition(".")[0]
        if section != begun:
            yield f"## {section} {_said(Phrase(f'section.{section}'), words, figures)}"
        yield " ".join((f"**{number}**", *(_said(each, words, figures) for each in sentences)))
        if items:
            yield "\n".join(f"- {_said(each, words, figures)}" for each in items)


def _said(phrase: Phrase, words: Mapping[str, str], figures: Figures) -> str:
    fields = {field: _told(value, words, figures) for field, value in phrase.fields.items()}
    key = f"page.{phrase.code}"
    return (form(words, key, fields, figures) or key).format_map(told(fields, {}, (), figures))


def _told(value: Value, words: Mapping[str, str], figures: Figures) -> int | str | list[int | str]:
    if isinstance(value, Phrase):
        return _said(value, words, figures)
    if isinstance(value, Named):
        return _MARKUP.sub(r"\\\1", words.get(value.key, value.key))
    if isinstance(value, tuple):
        return [one for each in value if not isinstance(one := _told(each, words, figures), list)]
    return value


@cache
def _words(file: str, language: str) -> Mapping[str, str]:
    found = files("rules.texts") / language / f"{file}-page.json"
    read: dict[str, str] = json.loads(found.read_text("utf-8")) if found.is_file() else {}
    return read
