"""The sentences about faults, which all games share: `<language>/faults.json`."""

import json
from collections.abc import Sequence
from dataclasses import replace
from importlib.resources import files

from rules.contract import Texts
from rules.faults import Fault
from rules.texts import LANGUAGES


def with_faults(texts: Texts) -> Texts:
    """A game's texts and, under "fault.<code>", those of faults; the game's own messages win."""
    messages = {language: dict(own) for language, own in texts.messages.items()}
    for language in LANGUAGES:
        file = files("rules.texts") / language / "faults.json"
        if file.is_file():
            messages[language] = json.loads(file.read_text("utf-8")) | messages.get(language, {})
    return replace(texts, messages=messages)


def sentence(texts: Texts, language: str, fault: Fault, names: Sequence[str] = ()) -> str:
    """What is wrong, for a reader of `language`; `texts` are those `with_faults`, `names` those of the seats."""
    if fault.reason is not None:
        told = texts.sentence(language, f"reason.{fault.reason}", fault.details, names)
        if told is not None:
            return told
    fields = {**fault.details, "claimed": fault.claimed, "right": fault.right}
    return texts.sentence(language, f"fault.{fault.code}", fields, names) or fault.code
