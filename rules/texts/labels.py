"""Labels of a score sheet: what its codes are called in a language.

A game's own messages come first, then those that sheets share (`<language>/pads.json`), then the same in English; a
code that nobody knows stands for itself.
"""

import json
import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from rules.contract import ENGLISH, Row, Texts
from rules.messages import PLAIN, Figures, form, merged, told

_NUMBERED = re.compile(r"(?P<stem>.+)\.(?P<n>\d+)")


class Labels:
    """The labels of one game's sheets in one language."""

    def __init__(self, texts: Texts, language: str, figures: Figures = PLAIN) -> None:
        self._figures = figures
        self._messages: Mapping[str, str] = {}
        for each in (language, ENGLISH):
            for words in (texts.messages.get(each, {}), shared(each)):
                self._messages = merged(self._messages, words)

    def row(self, row: Row) -> str:
        """What stands in front of a row."""
        numbered = _NUMBERED.fullmatch(row.id)
        stem, figures = (numbered["stem"], {"n": int(numbered["n"])}) if numbered else (row.id, {})
        for key in (f"row.{row.id}", f"row.{stem}", f"category.{row.id}"):
            if key in self._messages:
                return self._filled(key, {**figures, **row.figures})
        return row.id

    def hint(self, row: Row) -> str | None:
        """What is printed beside a row's label; None where there is nothing."""
        return None if row.hint is None else self.say("hint", row.hint, **row.figures)

    def say(self, kind: str, code: str, **figures: int) -> str:
        """The words of a code of a kind ("section", "note", "hint", or "pad" for what every sheet says)."""
        key = f"{kind}.{code}"
        return self._filled(key, figures) if key in self._messages else code

    def _filled(self, key: str, figures: Mapping[str, int]) -> str:
        """The message with its figures; as it stands where it asks for others."""
        message = form(self._messages, key, figures, self._figures) or ""
        try:
            return message.format_map(told(figures, self._messages, (), self._figures))
        except (LookupError, ValueError, AttributeError, TypeError):
            return message


@cache
def shared(language: str) -> Mapping[str, str]:
    """The words that all sheets share."""
    file = files("rules.texts") / language / "pads.json"
    made: dict[str, str] = json.loads(file.read_text("utf-8")) if file.is_file() else {}
    return made
