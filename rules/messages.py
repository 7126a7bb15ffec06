"""Messages with fields: plural forms, numbers as their reader writes them, and a preset's own words.

A message stands under its key, such as "event.bust", and may have forms beside it, told in its place where they fit:
"event.bust#lost=one" where the field `lost` is of that plural category (CLDR: zero, one, two, few, many, other), and
"category.yatzy#preset=kniffel" at a table that plays by that preset. The message without "#" fits everything else.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Protocol

ENGLISH = "en"
"""The language that texts must have, and that stands in for others."""

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


@dataclass(frozen=True, slots=True)
class Texts:
    """What a person reads, by language: the rules page (Markdown with numbered paragraphs) and short messages.

    English ("en") must be there; what another language lacks is told in English. Message keys: "title", "summary",
    "category.<id>", "reason.<code>", "event.<type>", "outcome.<code>", "rating.<code>", "preset.<name>",
    "option_fault.<code>", "notation.<code>"; of an option "option.<field>" (its title), "option_help.<field>" (its
    meaning; in English the field's description) and "choice.<field>.<value>", where "<model>.<field>" comes first for
    a field of a model
    inside the options; of a sheet "row.<id>", "section.<id>", "hint.<code>" and "note.<code>" (see `Row` and `Cell`),
    where those of `rules.texts` will not do. Sentences have the figures they speak of as `str.format` fields; for
    these they may have forms, and for presets (`rules.messages`).
    """

    page: Mapping[str, str]
    messages: Mapping[str, Mapping[str, str]]

    def spoken(self, language: str) -> Mapping[str, str]:
        """All messages, in the language as far as it has them."""
        return translated(self.messages.get(language, {}), self.messages[ENGLISH])

    def of(self, preset: str | None) -> "Texts":
        """The texts at a table that plays by the preset, where it has words of its own."""
        if preset is None:
            return self
        return replace(self, messages={language: worded(said, preset) for language, said in self.messages.items()})

    def rules(self, language: str) -> str:
        """The rules page, in the language if there is one."""
        return self.page.get(language, self.page[ENGLISH])

    def languages(self, language: str) -> tuple[str, ...]:
        """What a reader of `language` is told in: that, English where there are no such texts, or both."""
        pages, messages = (language if language in told else ENGLISH for told in (self.page, self.messages))
        return (messages,) if messages == pages else (messages, pages)

    def sentence(
        self,
        language: str,
        key: str,
        fields: Mapping[str, Any] = MappingProxyType({}),
        names: Sequence[str] = (),
        figures: Figures = PLAIN,
    ) -> str | None:
        """The message with its fields filled in, in the form that fits their numbers; None if there is none.

        `figures` count and write numbers in the language. A list is told by its entries, a seat (`seat`, `before`,
        `holder`, `to_move`) by its name where there are `names`, else by its number from 1. A text is a code, told by
        the message "<field>.<code>" or "category.<code>" where there is one, and else as it stands.
        """
        messages = self.spoken(language)
        template = form(messages, key, fields, figures)
        return None if template is None else template.format_map(told(fields, messages, names, figures))
