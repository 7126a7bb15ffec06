"""Rules pages and messages, by language and game: `<language>/<game>.md` and `<language>/<game>.json`."""

import json
import re
from importlib.resources import files

from rules.contract import Texts

LANGUAGES = ("en",)
_PARAGRAPH = re.compile(r"^\*\*(\d+(?:\.\d+)*)\*\*", re.MULTILINE)


def load(name: str, *shared: str) -> Texts:
    """The texts of the game `name`; its own messages win over those of the `shared` files (an engine's)."""
    page: dict[str, str] = {}
    messages: dict[str, dict[str, str]] = {}
    for language in LANGUAGES:
        folder = files(__name__) / language
        page[language] = (folder / f"{name}.md").read_text("utf-8")
        messages[language] = {}
        for part in (*shared, name):
            messages[language] |= json.loads((folder / f"{part}.json").read_text("utf-8"))
    return Texts(page, messages)


def paragraphs(page: str) -> tuple[str, ...]:
    """The numbers of a page's paragraphs, in order: lines that begin with a bold number such as `**4.2**`."""
    return tuple(_PARAGRAPH.findall(page))
