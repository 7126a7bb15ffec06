"""Labels of a score sheet: what its codes are called in a language.

A game's own messages come first, then those that sheets share (`<language>/pads.json`), then the same in English; a
code that nobody knows stands for itself.
"""

import json
import re
from collections import ChainMap
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from rules.contract import ENGLISH, Row, Texts

_NUMBERED = re.compile(r"(?P<stem>.+)\.(?P<n>\d+)")


class Labels:
    """The labels of one game's sheets in one language."""

    def __init__(self, texts: Texts, language: str) -> None:
        self._messages = ChainMap(
            *(dict(words) for each in (language, ENGLISH) for words in (texts.messages.get(each, {}), _shared(each)))
        )

    def row(self, row: Row) -> str:
        """What stands in front of a row."""
        numbered = _NUMBERED.fullmatch(row.id)
        stem, figures = (numbered["stem"], {"n": int(numbered["n"])}) if numbered else (row.id, {})
        for key in (f"row.{row.id}", f"row.{stem}", f"category.{row.id}"):
            if key in self._messages:
                return _filled(self._messages[key], {**figures, **row.figures})
        return row.id

    def hint(self, row: Row) -> str | None:
        """What is printed beside a row's label; None where there is nothing."""
        return None if row.hint is None else self.say("hint", row.hint, **row.figures)

    def say(self, kind: str, code: str, **figures: int) -> str:
        """The words of a code of a kind ("section", "note", "hint", or "pad" for what every sheet says)."""
        return _filled(self._messages.get(f"{kind}.{code}", code), figures)


def _filled(message: str, figures: Mapping[str, int]) -> str:
    """The message with its figures; as it stands where it asks for others."""
    try:
        return message.format_map(figures)
    except (LookupError, ValueError, AttributeError, TypeError):
        return message


@cache
def _shared(language: str) -> Mapping[str, str]:
    file = files("rules.texts") / language / "pads.json"
    made: dict[str, str] = json.loads(file.read_text("utf-8")) if file.is_file() else {}
    return made
