"""Notation: a choice as players type it, `4+10/6` marks the sums 4 and 10 and leaves out a 6."""

import re
from collections.abc import Mapping
from typing import Any

from rules.contract import Notation

_CHOICE = re.compile(r"(\d{1,2})\s*\+\s*(\d{1,2})\s*/\s*(\d)")


def _write(move: Mapping[str, Any]) -> str | None:
    if move["type"] != "choose_category":
        return None
    low, high = move["sums"]
    return f"{low}+{high}/{move['fifth']}"


def _read(text: str) -> dict[str, Any]:
    found = _CHOICE.fullmatch(text)
    if found is None:
        raise ValueError("two_sums")
    return {"type": "choose_category", "sums": [int(found[1]), int(found[2])], "fifth": int(found[3])}


NOTATION = Notation(_write, _read)
