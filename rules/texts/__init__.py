"""Texts: rules pages and messages, by language and game: `<language>/<game>.md` and `<language>/<game>.json`."""

import json
import re
from importlib.resources import files

from rules.contract import Texts

LANGUAGES = ("en", "de", "da", "bg")
_PARAGRAPH = re.compile(r"^\*\*(\d+(?:\.\d+)*)\*\*", re.MULTILINE)


def load(name: str, *shared: str) -> Texts:
    """The texts of the game `name`; its own messages win over those of the `shared` files (an engine's).

    A language that lacks one of the files is left out.
    """
    page: dict[str, str] = {}
    messages: dict[str, dict[str, str]] = {}
    for language in LANGUAGES:
        folder = files(__name__) / language
        rules, *parts = (folder / file for file in (f"{name}.md", *(f"{part}.json" for part in (*shared, name))))
        if all(file.is_file() for file in (rules, *parts)):
            page[language] = rules.read_text("utf-8")
            messages[language] = {}
            for part in parts:
                messages[language] |= json.loads(part.read_text("utf-8"))
    return Texts(page, messages)


def paragraphs(page: str) -> tuple[str, ...]:
    """The numbers of a page's paragraphs, in order: lines that begin with a bold number such as `**4.2**`."""
    return tuple(_PARAGRAPH.findall(page))
