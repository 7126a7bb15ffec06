"""The sentences about faults, which all games share: `<language>/faults.json`."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files

from rules.contract import Texts
from rules.faults import Fault
from rules.messages import PLAIN, Figures, merged
from rules.texts import LANGUAGES


def with_faults(texts: Texts) -> Texts:
    """A game's texts and, under "fault.<code>", those of faults; the game's own messages win."""
    spoken = dict.fromkeys((*texts.messages, *LANGUAGES))
    return replace(
        texts, messages={language: merged(texts.messages.get(language, {}), _shared(language)) for language in spoken}
    )


@cache
def _shared(language: str) -> Mapping[str, str]:
    file = files("rules.texts") / language / "faults.json"
    read: dict[str, str] = json.loads(file.read_text("utf-8")) if file.is_file() else {}
    return read


def sentence(texts: Texts, language: str, fault: Fault, names: Sequence[str] = (), figures: Figures = PLAIN) -> str:
    """What is wrong, for a reader of `language`; `texts` are those `with_faults`, `names` those of the seats."""
    if fault.reason is not None:
        told = texts.sentence(language, f"reason.{fault.reason}", fault.details, names, figures)
        if told is not None:
            return told
    fields = {**fault.details, "claimed": fault.claimed, "right": fault.right}
    return texts.sentence(language, f"fault.{fault.code}", fields, names, figures) or fault.code
