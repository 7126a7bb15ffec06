"""What is said where a transcript's text cannot be read, which all games share: `<language>/notation.json`."""

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from rules.contract import ENGLISH


def expected(language: str, code: str, fields: Mapping[str, Any]) -> str:
    """What was expected, for a reader of `language`: the message of the code, as the end of "expected ...".

    Lists are told by their entries; those of `parts` are codes as well.
    """
    messages = _messages(language)
    told = {name: _told(messages, name, value) for name, value in fields.items()}
    return messages[f"notation.{code}"].format_map(told)


def refusal(language: str, line: int, column: int, wanted: str) -> str:
    """The whole sentence."""
    return _messages(language)["notation.place"].format(line=line, column=column, expected=wanted)


def _told(messages: Mapping[str, str], name: str, value: Any) -> Any:
    if not isinstance(value, list | tuple):
        return value
    return ", ".join(messages[f"notation.{each}"] if name == "parts" else str(each) for each in value)


@cache
def _messages(language: str) -> Mapping[str, str]:
    """The messages, in English where the language has no such file."""
    file = files("rules.texts") / language / "notation.json"
    if not file.is_file():
        return _messages(ENGLISH)
    made: dict[str, str] = json.loads(file.read_text("utf-8"))
    return made
