"""Messages with fields: plural forms, numbers as their reader writes them, and a preset's own words.

A message stands under its key, such as "event.bust", and may have forms beside it, told in its place where they fit:
"event.bust#lost=one" where the field `lost` is of that plural category (CLDR: zero, one, two, few, many, other), and
"category.yatzy#preset=kniffel" at a table that plays by that preset. The message without "#" fits everything else.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

_SEATS = frozenset({"seat", "before", "holder", "to_move"})
"""Fields of sentences that are seats."""


class Figures(Protocol):
    """How a language counts and writes numbers."""

    def plural(self, number: int) -> str:
        """The number's plural category (CLDR)."""
        ...

    def number(self, number: int) -> str:
        """The number as its reader writes it."""
        ...


class Plain:
    """Figures without a language's data, for callers that bring none."""

    def plural(self, number: int) -> str:
        """As English, German, Danish and Bulgarian tell one from many."""
        return "one" if number == 1 else "other"

    def number(self, number: int) -> str:
        """Its digits."""
        return str(number)


PLAIN = Plain()


class _Written(int):
    """A number in a sentence: as its reader writes it, unless the message has a format of its own for it."""

    text: str

    def __format__(self, spec: str) -> str:
        return super().__format__(spec) if spec else self.text


def form(messages: Mapping[str, str], key: str, fields: Mapping[str, Any], figures: Figures = PLAIN) -> str | None:
    """The message as it fits the numbers among its fields; None if there is none."""
    for field, value in fields.items():
        if _is_number(value):
            fitting = messages.get(f"{key}#{field}={figures.plural(value)}")
            if fitting is not None:
                return fitting
    return messages.get(key)


def told(
    fields: Mapping[str, Any], messages: Mapping[str, str], names: Sequence[str] = (), figures: Figures = PLAIN
) -> dict[str, Any]:
    """Values as a sentence tells them: seats by name, codes by their message, lists by their entries."""

    def tell(field: str, value: Any) -> Any:
        if isinstance(value, list | tuple):
            return ", ".join(format(tell(field, each)) for each in value)
        if field in _SEATS and isinstance(value, int):
            if 0 <= value < len(names):
                return names[value]
            return value + 1  # people count the players of a table from one
        if isinstance(value, str):
            return messages.get(f"{field}.{value}") or messages.get(f"category.{value}", value)
        if _is_number(value):
            written = _Written(value)
            written.text = figures.number(value)
            return written
        return value

    return {field: tell(field, value) for field, value in fields.items()}


def merged(messages: Mapping[str, str], fallback: Mapping[str, str]) -> dict[str, str]:
    """The messages, and those of the fallback, in the same language, that they do not say in words of their own."""
    return {key: said for key, said in fallback.items() if key.partition("#")[0] not in messages} | dict(messages)


def translated(messages: Mapping[str, str], english: Mapping[str, str]) -> dict[str, str]:
    """The messages of a language, and English ones where it has none: all forms of a message are of one language."""
    spoken = {key.partition("#")[0] for key in messages}
    return {key: said for key, said in english.items() if key.partition("#")[0] not in spoken} | dict(messages)


def worded(messages: Mapping[str, str], preset: str) -> Mapping[str, str]:
    """The messages at a table that plays by the preset: its own words in the places of the usual ones."""
    own = {key.removesuffix(end): said for key, said in messages.items() if key.endswith(end := f"#preset={preset}")}
    if not own:
        return messages
    spoken = {key.partition("#")[0] for key in own}
    return {key: said for key, said in messages.items() if key.partition("#")[0] not in spoken} | own


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
